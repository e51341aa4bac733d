"""Playing a move, resigning, and the seeds of players; and before them the steps on a loaded game, which store nothing:
start it, carry out a move, record whose turn it is, end it.

Seeds of players in the shuffles are promised as digests when a seat is taken, revealed when all seats are.

Every contributor commits to a seed before another one is known, and the service before that, so that none can choose a
seed for the resulting cards. A game in which a promised seed is missing is aborted: the last one to reveal can prevent
a game, but not choose its cards (docs/adr/0053-promised-seeds.md).
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from msgspec import Struct

from engines.api import NO_SIDE, OVER, State
from service.games.update import Games, Repeated, Unchanged
from service.language import ENGLISH
from service.model import shuffles
from service.model.answer import Problem, ResultReason, refusal, refused_by, wrong_field
from service.model.events import Aborted, GameFinished, GameStarted, Resigned, SeedGiven, SeedMissing
from service.model.game import (
    ABORTED,
    ACTIVE,
    AI,
    FINISHED,
    OPEN,
    OPEN_SEAT,
    Game,
    GameStatus,
    Result,
    Role,
    Turn,
    computer_to_move,
    persons_asked,
    seats_to_act,
)
from service.model.timestamps import left_ms, moved, now_ms, time_text
from service.model.tokens import RoleIn, SeatIn
from service.store.games import Commit, Request


def start_if_ready(game: Game) -> None:
    """Start the game unless a seat is open, or a promised seed is missing: seeds are requested when the last seat is
    taken.
    """
    if any(seat.kind == OPEN_SEAT or seat.invitation for seat in game.seats):
        return
    if game.missing_seeds:
        game.asked_at = game.asked_at or time_text(now_ms())
        return
    game.status = ACTIVE
    game.events.append(GameStarted())
    _settle(game, is_new_decision=True)


def carry_out(game: Game, seat: int, actions: Sequence[int]) -> None:
    """Carry out one move, which may be several actions, and the shuffles that follow."""
    ply = int(game.state.ply)
    for action in actions:
        game.state.apply(seat, action)
    game.moves += 1
    _settle(game, is_new_decision=game.state.ply != ply)


def _settle(game: Game, is_new_decision: bool) -> None:
    """Deal until a seat is asked; record the end of the game, or whose turn it is and since when."""
    state = game.state
    game.shuffles += len(shuffles.deal(state, game.shuffled_as, game.shuffle_key, game.shuffles))
    if state.to_act() == OVER:
        finish(game, *outcome(state))
        return
    if is_new_decision:
        game.asked_at = time_text(now_ms())
    note_turns(game)


def note_turns(game: Game) -> None:
    """Record which computer has to move, and the deadline of the persons who are asked."""
    seat = computer_to_move(game)
    game.ai = None if seat is None else Turn(seat=seat, since=time_text(now_ms()))
    game.deadline = None
    if game.settings.time_limit_s is not None and game.asked_at is not None and persons_asked(game):
        game.deadline = moved(game.asked_at, 1000 * game.settings.time_limit_s)


def outcome(state: State) -> tuple[int | None, ResultReason]:
    """The winning side (None for a draw) and the reason, of a game that was played to its end."""
    winner = int(state.winner())
    if winner == NO_SIDE:
        return None, "draw"
    return winner, "shootout" if state.won_in_shootout() else "score"


def finish(game: Game, winner: int | None, reason: ResultReason) -> None:
    """End the game with a result."""
    end(game, FINISHED)
    game.result = Result(winner=winner, reason=reason, score=game.score)
    game.events.append(GameFinished(winner=winner, reason=reason, score=game.score))


def end(game: Game, status: GameStatus) -> None:
    """End the game: no seat is asked after this."""
    game.status = status
    game.ai = game.asked_at = game.deadline = None


def require_active(game: Game) -> None:
    """Raise Problem unless the game is running."""
    if game.status == OPEN:
        raise refusal("game/not_started", "waits_for_seed" if game.missing_seeds else "waits_for_player", game=game.id)
    require_not_over(game)


def require_not_over(game: Game) -> None:
    """Raise Problem if the game has ended."""
    if game.is_over:
        raise refusal("game/over", "game_over", game=game.id, status=ENGLISH.phrase(f"status.{game.status}"))


def require_over(game: Game) -> None:
    """Raise Problem unless the game has ended: required to show more than a seat may know before."""
    if not game.is_over:
        raise refusal("game/not_over", "game_not_over", game=game.id, status=ENGLISH.phrase(f"status.{game.status}"))


def require_seat(game: Game, seat: int) -> None:
    """Raise Problem unless the game has the seat."""
    if not 0 <= seat < len(game.seats):
        raise refusal("seat/not_found", "seat_not_found", game=game.id, seat=seat, last=len(game.seats) - 1)


def require_person(game: Game, seat: int) -> None:
    """Raise Problem if a computer has taken over this person's seat."""
    if game.seats[seat].kind == AI:
        raise refusal("seat/taken_over", "taken_over", seat=seat)


def require_asked(game: Game, seat: int) -> None:
    """Raise Problem unless the game is running and ``seat`` may answer now."""
    require_active(game)
    if not game.state.may_act(seat):
        *others, last = seats_to_act(game)
        phrase = "seat_not_asked_of" if others else "seat_not_asked"
        asked = ENGLISH.phrase("and", first=others[0], last=last) if others else last
        raise refusal("move/not_your_turn", phrase, {"game": game, "seat": seat}, seat=seat, asked=asked)


class Played(Struct, frozen=True):
    """A move carried out at ``version``, by this request or an earlier one with the same content."""

    game: Game
    version: int
    commit: Commit | None
    """The commit; None if the move was sent before."""

    @property
    def is_repeated(self) -> bool:
        """True if the move was sent before."""
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
            raise _stale(game, seat, "stale_ply", ply=ply, current=int(game.state.ply))
        require_asked(game, seat)
        with refused_by(game.variant):
            actions = game.variant.codec.decode_move(game.state, seat, move)
        carry_out(game, seat, actions)

    try:
        updated = games.update(game_id, answer, Request(f"{ply}:{seat}", {"move": move}))
    except Repeated as repeated:
        seat_in(repeated.game)
        if repeated.before.payload["move"] != move:
            require_person(repeated.game, seat)
            raise _stale(repeated.game, seat, "other_answer", ply=ply) from None
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


def _stale(game: Game, seat: int, phrase: str, **values: Any) -> Problem:
    """The refusal of a move for a decision that is not the current one; the response contains the current view."""
    return refusal("move/stale", phrase, {"game": game, "seat": seat}, **values)


# -- the seats' own seeds


@dataclass(frozen=True)
class OwnSeed:
    """The seed of a player who takes a seat: promised by its digest, or given at once."""

    digest: str | None = None
    seed: str | None = None

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Self:
        """The seed in a request."""
        return cls(body.get("seed_digest"), body.get("client_seed"))


NO_SEED: Final = OwnSeed()


def promise(game: Game, who: Role, own: OwnSeed) -> None:
    """Record the promise of a contributor, a seat or the owner. A seed given at once is a promise that is revealed at
    once.
    """
    if own.seed is not None:
        game.client_seeds[str(who)] = own.seed
        game.promises[str(who)] = shuffles.seed_digest(own.seed)
    elif own.digest is not None:
        game.promises[str(who)] = own.digest


def promise_again(games: Games, game: Game, seat_in: SeatIn, own: OwnSeed) -> Game:
    """Promise a seed in a rematch that waits for the promises of its players, or decline to promise one."""

    def take(game: Game) -> None:
        seat = seat_in(game)
        if not game.takes_promises:  # too late: others may have been shown all promises
            raise Unchanged
        game.promises.pop(str(seat), None)
        promise(game, seat, own)
        _ask_for_seeds(game)

    return games.changed(game.id, take) if game.takes_promises else game


def _ask_for_seeds(game: Game) -> None:
    """Request the seeds as soon as no further one may be promised."""
    if not game.takes_promises:
        game.asked_at = None
        start_if_ready(game)


def reveal(games: Games, game_id: str, member_in: RoleIn, seed: str) -> Game:
    """Reveal the seed that a member of the game has promised; it starts unless a seat is open or another seed is
    missing.
    """

    def take(game: Game) -> None:
        who = member_in(game)
        promised = game.promises.get(str(who))
        if promised is None:
            raise refusal("seed/not_promised", "seed_not_promised", game=game.id)
        if not secrets.compare_digest(shuffles.seed_digest(seed), promised):
            raise wrong_field("seed/mismatch", "client_seed", f"its SHA-256 is not the promised {promised}")
        if str(who) in game.client_seeds:
            raise Unchanged
        require_not_over(game)
        game.client_seeds[str(who)] = seed
        game.events.append(SeedGiven(by=str(who)))
        start_if_ready(game)

    return games.changed(game_id, take)


def call_off_late(game: Game) -> None:
    """Abort the game if the time for promised seeds is over.

    A rematch that has waited long enough for promises continues with those that were made: no seed is known yet that
    could be exploited.
    """
    if game.seeds_due is None or left_ms(game.seeds_due) > 0:
        return
    if game.takes_promises:
        game.promises = {who: promised for who, promised in game.promises.items() if promised is not None}
        _ask_for_seeds(game)
        return
    game.events += [SeedMissing(by=who) for who in game.missing_seeds]
    game.events.append(Aborted())
    end(game, ABORTED)
