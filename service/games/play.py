"""Playing a move, and resigning."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.games.progress import carry_out, finish, require_active, require_asked, require_person
from service.games.update import Games, Repeated
from service.language import ENGLISH
from service.model.events import Resigned
from service.model.game import Game
from service.model.problem import Problem, refused_by
from service.model.tokens import SeatIn
from service.store.history import Commit, Request


@dataclass(frozen=True)
class Played:
    """A move carried out at ``version``, by this request or an earlier one with the same content."""

    game: Game
    version: int
    commit: Commit | None
    """The commit; None if the move was sent before."""

    @property
    def is_repeated(self) -> bool:
        """Whether the move was sent before."""
        return self.commit is None


def play_move(games: Games, game_id: str, seat_in: SeatIn, ply: int, move: Mapping[str, Any]) -> Played:
    """Answer the decision that ``ply`` names. The same move by the same seat at the same ply is a retry and counts
    once.
    """
    seat = games.ask(game_id, seat_in)

    def answer(game: Game) -> None:
        seat_in(game)
        require_active(game)
        require_person(game, seat)
        if ply != game.state.ply:
            raise _stale(game, seat, ENGLISH.phrase("stale_ply", ply=ply, current=int(game.state.ply)))
        require_asked(game, seat)
        with refused_by(game.variant):
            actions = game.variant.codec.decode_move(game.state, seat, move)
        carry_out(game, seat, actions)

    try:
        updated = games.update(game_id, answer, Request(f"{ply}:{seat}", {"move": move}))
    except Repeated as repeated:
        seat_in(repeated.game)
        before = repeated.before.payload["move"]
        if before != move:
            raise _stale(repeated.game, seat, ENGLISH.phrase("other_answer", ply=ply, move=str(before))) from None
        return Played(repeated.game, repeated.before.version, None)
    return Played(updated.game, updated.commit.version, updated.commit)


def resign(games: Games, game_id: str, seat_in: SeatIn) -> Game:
    """Let the seat give up: its side loses."""

    def give_up(game: Game) -> None:
        seat = seat_in(game)
        require_active(game)
        require_person(game, seat)
        game.events.append(Resigned(seat=seat))
        finish(game, winner=1 - seat % 2, reason="resignation")

    return games.update(game_id, give_up).game


def _stale(game: Game, seat: int, detail: str) -> Problem:
    """A move for a decision that is not the current one; the answer contains the current view."""
    return Problem("move/stale", detail, game=game, seat=seat)
