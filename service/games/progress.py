"""Steps of a loaded game: start it, carry out a move, note whose turn it is, end it. Nothing is stored here."""

from collections.abc import Sequence

from engines.api import NO_SIDE, OVER, State
from service.language import ENGLISH
from service.model import shuffles
from service.model.answer import ResultReason
from service.model.events import GameFinished, GameStarted
from service.model.game import (
    ACTIVE,
    AI,
    FINISHED,
    OPEN,
    OPEN_SEAT,
    Game,
    GameStatus,
    Result,
    Turn,
    computer_to_move,
    persons_asked,
    seats_to_act,
)
from service.model.problem import Problem
from service.model.timestamps import now_ms, parse_time_ms, time_text


def start_if_ready(game: Game) -> None:
    """Start the game unless a seat is open, or a promised seed is missing: it is asked for when the last seat is
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
    """Deal until a seat is asked; note the end of the game, or who is to move and since when."""
    state = game.state
    game.shuffles += len(shuffles.deal(state, game.id, game.shuffle_key, game.shuffles))
    if state.to_act() == OVER:
        finish(game, *outcome(state))
        return
    if is_new_decision:
        game.asked_at = time_text(now_ms())
    note_turns(game)


def note_turns(game: Game) -> None:
    """Note which computer is to move, and the deadline of the persons who are asked."""
    seat = computer_to_move(game)
    game.ai = None if seat is None else Turn(seat=seat, level=game.seats[seat].level, since=time_text(now_ms()))
    game.deadline = None
    if game.settings.time_limit_s is not None and game.asked_at is not None and persons_asked(game):
        game.deadline = time_text(parse_time_ms(game.asked_at) + 1000 * game.settings.time_limit_s)


def outcome(state: State) -> tuple[int | None, ResultReason]:
    """The winning side (None for a draw) and the reason, of a game that was played to its end."""
    winner = int(state.winner())
    if winner == NO_SIDE:
        return None, "draw"
    # the goals of a won game are equal only after a shootout
    return winner, "score" if state.score(0) != state.score(1) else "shootout"


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
        raise Problem(
            "game/not_started",
            ENGLISH.phrase("waits_for_seed" if game.missing_seeds else "waits_for_player", game=game.id),
        )
    require_not_over(game)


def require_not_over(game: Game) -> None:
    """Raise Problem if the game has ended."""
    if game.is_over:
        raise Problem(
            "game/over", ENGLISH.phrase("game_over", game=game.id, status=ENGLISH.phrase(f"status_{game.status}"))
        )


def require_over(game: Game) -> None:
    """Raise Problem unless the game has ended, for what shows more than a seat may know before."""
    if not game.is_over:
        raise Problem(
            "game/not_over",
            ENGLISH.phrase("game_not_over", game=game.id, status=ENGLISH.phrase(f"status_{game.status}")),
        )


def require_seat(game: Game, seat: int) -> None:
    """Raise Problem unless the game has the seat."""
    if not 0 <= seat < len(game.seats):
        raise Problem(
            "seat/not_found", ENGLISH.phrase("seat_not_found", game=game.id, seat=seat, last=len(game.seats) - 1)
        )


def require_person(game: Game, seat: int) -> None:
    """Raise Problem if a computer has taken over this person's seat."""
    if game.seats[seat].kind == AI:
        raise Problem("seat/taken_over", ENGLISH.phrase("taken_over", seat=seat))


def require_asked(game: Game, seat: int) -> None:
    """Raise Problem unless the game is running and ``seat`` may answer now."""
    require_active(game)
    if not game.state.may_act(seat):
        seats = seats_to_act(game)
        if len(seats) == 1:
            detail = ENGLISH.phrase("seat_not_asked", seat=seat, asked=seats[0])
        else:
            detail = ENGLISH.phrase(
                "seat_not_asked_of", seat=seat, asked=ENGLISH.phrase("and", first=seats[0], last=seats[-1])
            )
        raise Problem("move/not_your_turn", detail, game=game, seat=seat)
