"""What people do with games: create, join, play, resign; and the computer's turn. No HTTP, no Redis words.

Every change loads the record, changes it and commits it; an overtaken commit is tried again on the newer record. So two
simultaneous choices both succeed, and whatever is acknowledged is stored.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engines.api import NO_SIDE, OVER, State
from service.model import shuffles
from service.model.game import ACTIVE, AI, FINISHED, OPEN, OPEN_SEAT, GameRecord, persons_asked, seats_to_act
from service.model.problem import Problem
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.store.games import GameStore

COMMIT_ATTEMPTS = 50
"""An overtaken commit means that somebody else got on; so many in a row do not happen with few seats."""


T = TypeVar("T")


class Queue(Protocol):
    """Wakes a worker for a computer turn; losing the call costs a second, never a move."""

    def wake(self, game: GameRecord) -> None:
        """Ask for the turn that the game's version left due."""


@dataclass(frozen=True)
class Played:
    """A move carried out at ``version``, now or by an earlier sending of the same request."""

    game: GameRecord
    version: int
    replayed: bool


# -- playing


def play_move(store: GameStore, queue: Queue, game_id: str, seat: int, ply: int, move: Mapping[str, Any]) -> Played:
    """Answer the decision that ``ply`` names; the same move by the same seat at the same ply is its own retry."""
    request_id = f"{ply}:{seat}"
    for _ in range(COMMIT_ATTEMPTS):
        game, before = store.load_with(game_id, request_id)
        if before is not None:
            version, asked = before
            if asked["move"] == move:
                return Played(game, version, replayed=True)
            raise stale(game, seat, f"Your move of ply {ply} was another one: {asked['move']}.")
        require_active(game)
        require_own(game, seat)
        if ply != game.state.ply:
            raise stale(game, seat, f"ply: {ply} is not the present decision; that is {game.state.ply}.")
        require_asked(game, seat)
        actions = game.variant.codec.decode_move(game.state, seat, move)
        carry_out(game, seat, actions)
        committed = store.commit(game, request_id, {"move": move})
        if committed.replayed:
            return Played(store.load(game_id), committed.version, replayed=True)
        if committed.done:
            game.version = committed.version
            wake(queue, game)
            return Played(game, committed.version, replayed=False)
    raise _contended(game_id)


def resign(store: GameStore, queue: Queue, game_id: str, seat: int) -> GameRecord:
    """The seat gives up: its side loses."""

    def give_up(game: GameRecord) -> None:
        require_active(game)
        require_own(game, seat)
        game.events.append({"type": "resigned", "seat": seat})
        _finish(game, winner=1 - seat % 2, reason="resignation")

    return change(store, queue, game_id, "resign", give_up)[0]


# -- pieces


def require_active(game: GameRecord) -> None:
    """Raise Problem unless the game is running."""
    if game.status == OPEN:
        awaited = "the seed that its creator has promised" if game.awaits_seed else "somebody to take the open seat"
        raise Problem("game/not_started", f"Game {game.id} waits for {awaited}.")
    if game.status != ACTIVE:
        raise Problem("game/over", f"Game {game.id} is {game.status}.")


def require_own(game: GameRecord, seat: int) -> None:
    """Raise Problem if a computer plays this person's seat by now."""
    if game.seats[seat].kind == AI:
        raise Problem("seat/taken_over", f"A computer plays seat {seat} now; with your token you can go on watching it.")


def require_asked(game: GameRecord, seat: int) -> None:
    """Raise Problem unless the game is running and ``seat`` may answer now."""
    require_active(game)
    if not game.state.may_act(seat):
        raise Problem("move/not_your_turn", f"Seat {seat} is not asked now; {_asked(game)}.", game=game, seat=seat)


def stale(game: GameRecord, seat: int, detail: str) -> Problem:
    """A move for a decision that is not, or no longer, the present one; its answer shows the present view."""
    return Problem("move/stale", detail, game=game, seat=seat)


def change(store: GameStore, queue: Queue, game_id: str, what: str, attempt: Callable[[GameRecord], T]) -> tuple[GameRecord, T]:
    """Load, attempt, commit, again if overtaken. The request id makes a commit whose answer was lost count once."""
    request_id = f"{what}:{secrets.token_hex(8)}"
    for _ in range(COMMIT_ATTEMPTS):
        game = store.load(game_id)
        result = attempt(game)
        committed = store.commit(game, request_id, None)
        if committed.done:
            game.version = committed.version
            wake(queue, game)
            return game, result
    raise _contended(game_id)


def _contended(game_id: str) -> RuntimeError:
    return RuntimeError(f"game {game_id}: overtaken {COMMIT_ATTEMPTS} times in a row")


def start_if_ready(game: GameRecord) -> None:
    """Start the game unless somebody, or the seed that its creator has promised, is still waited for."""
    if game.awaits_seed or any(seat.kind == OPEN_SEAT for seat in game.seats):
        return
    game.status = ACTIVE
    game.events.append({"type": "game_started"})
    _settle(game, asked_anew=True)


def carry_out(game: GameRecord, seat: int, actions: Sequence[int]) -> None:
    """Carry out one move, which may be several actions, and all chance that follows."""
    ply = int(game.state.ply)
    for action in actions:
        game.state.apply(seat, action)
    game.moves += 1
    _settle(game, asked_anew=game.state.ply != ply)


def _settle(game: GameRecord, asked_anew: bool) -> None:
    """Deal until somebody is asked; note the end of the game, or who is to move since when."""
    state = game.state
    game.shuffles += len(shuffles.deal(state, game.id, game.shuffle_key, game.shuffles))
    if state.to_act() == OVER:
        _finish(game, *outcome(state))
        return
    if asked_anew:
        game.asked_at = time_text(now_ms())
    note_turns(game)


def outcome(state: State) -> tuple[int | None, str]:
    """The winning side, None for a draw, and the reason, of a game that has been played to its end."""
    winner = int(state.winner())
    if winner == NO_SIDE:
        return None, "draw"
    return winner, "score" if state.score(0) != state.score(1) else "shootout"  # only a shootout leaves the goals equal


def note_turns(game: GameRecord) -> None:
    """Note that a computer is to move, and until when the persons that are asked have time."""
    seat = _computer_to_move(game)
    game.ai = None if seat is None else {"seat": seat, "level": game.seats[seat].level, "since": time_text(now_ms())}
    game.deadline = None
    if game.time_limit_s is not None and game.asked_at is not None and persons_asked(game):
        game.deadline = time_text(parse_time_ms(game.asked_at) + 1000 * game.time_limit_s)


def end(game: GameRecord, status: str) -> None:
    """Nobody is asked any more."""
    game.status = status
    game.ai = game.asked_at = game.deadline = None


def _finish(game: GameRecord, winner: int | None, reason: str) -> None:
    end(game, FINISHED)
    game.result = {"winner": winner, "reason": reason, "score": [int(game.state.score(0)), int(game.state.score(1))]}
    game.events.append({"type": "game_finished", **game.result})


def _computer_to_move(game: GameRecord) -> int | None:
    """The computer seat that has to answer; none where one answer suffices and a person may give it."""
    asked = seats_to_act(game)
    computers = [seat for seat in asked if game.seats[seat].kind == AI]
    if not computers or (not game.state.waits_for_all() and len(computers) < len(asked)):
        return None
    return computers[0]


def _asked(game: GameRecord) -> str:
    seats = seats_to_act(game)
    return f"seat {seats[0]} is" if len(seats) == 1 else f"seats {' and '.join(map(str, seats))} are"


def wake(queue: Queue, game: GameRecord) -> None:
    """Call a worker if a computer is to move."""
    if game.ai is not None:
        queue.wake(game)
