"""Computer turns: search for the move, then commit it. Also the heuristic's move for a person whose time is over."""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.choose import Decision, choose
from ai.levels import LEVELS, Level, Player
from ai.timing import AT_ONCE_MS, RESERVE_MS, answer_ms
from engines.rng import Rng
from service.games.computers import Computer, level_of
from service.games.play import carry_out
from service.games.update import Games, Repeated, Unchanged
from service.model import shuffles
from service.model.events import AiReduced, TimeRanOut
from service.model.game import Game, Seat, persons_asked
from service.model.timestamps import left_ms, now_ms, parse_time_ms
from service.process import telemetry
from service.store.games import Request

log = logging.getLogger(__name__)

LAG_MS: Final = 500
"""A turn that waits for a worker longer than this gets fewer simulations."""
LEAST_FRACTION: Final = 0.05

ShouldStop = Callable[[], bool]
"""Called by a search between slices; true ends it."""
MakeShouldStop = Callable[[Player], ShouldStop]


@dataclass(frozen=True)
class PendingTurn:
    """A computer's answer that is found but not committed yet."""

    game: Game
    """The game at the start of the search."""
    seat: int
    actions: Sequence[int]
    fraction: float
    """The fraction of its level's simulations that were run: below 1 if the answer is reduced."""
    asked_ms: int
    began_ms: int
    due_ms: int
    """When to commit it. Independent of the search, so that the time reveals nothing about the computer's cards."""

    @property
    def is_short(self) -> bool:
        """True if the worker itself may wait until the move is due. Like ``due_ms`` this depends on nothing hidden."""
        return self.due_ms - self.began_ms <= AT_ONCE_MS


# -- the search


def answers_at_once(game: Game) -> bool:
    """Whether the computer that is to move decides without a search."""
    if game.ai is None:
        return False
    player = Computer.of_seat(game.seats[game.ai.seat]).player(game.variant)
    return answer_ms(game.variant, game.state, player) <= AT_ONCE_MS


def think(game: Game, make_should_stop: MakeShouldStop, by_heuristic: bool = False) -> PendingTurn | None:
    """Find the answer to the computer decision that is due in ``game``; None if none is due.

    With ``by_heuristic``, the heuristic answers instead of the level, which no worker has served.
    """
    if game.ai is None:
        return None
    seat, began_ms = game.ai.seat, now_ms()
    asked_ms = min(parse_time_ms(game.ai.since), began_ms)  # not later, even if the clock was set back
    player = Computer.of_seat(game.seats[seat]).player(game.variant)
    fraction = 1.0
    if by_heuristic:
        player, fraction = replace(heuristic_level(), character=player.character), 0.0
    elif game.has_people and player.simulations:
        fraction = fraction_after(began_ms - asked_ms)
        player = replace(player, simulations=math.ceil(player.simulations * fraction))
    due_ms = _due_ms(game, player, asked_ms, began_ms)
    if game.has_clients and due_ms - began_ms > AT_ONCE_MS:
        player = replace(player, cap_ms=min(player.cap_ms, due_ms - RESERVE_MS - began_ms))
    decision = decide(game, seat, player, make_should_stop(player))
    turn = PendingTurn(game, seat, decision.actions, round(fraction, 2), asked_ms, began_ms, due_ms)
    _measure(turn, decision)
    return turn


def fraction_after(lag_ms: int) -> float:
    """Fraction of a player's simulations to run after waiting ``lag_ms`` in the queue."""
    return 1.0 if lag_ms <= LAG_MS else max(LEAST_FRACTION, LAG_MS / lag_ms)


def _due_ms(game: Game, player: Player, asked_ms: int, began_ms: int) -> int:
    """When a move is due. For opponents that are persons or bots: after the pace of the game, or the player's time if
    that is longer.

    Nothing in it depends on the cards; nor does ``began_ms``, the time at which a worker was free.
    """
    if not game.has_clients:
        return asked_ms + game.settings.watch_pace_ms
    return max(asked_ms + game.settings.pace_ms, began_ms + answer_ms(game.variant, game.state, player))


def decide(game: Game, seat: int, player: Player, should_stop: ShouldStop) -> Decision:
    """Decide for a seat that is asked, from its observation. The same game, seat and player give the same decision."""
    telemetry.AI_SEARCHES.inc()
    rng = Rng(shuffles.decision_seed(game.shuffled_as, game.seed, int(game.state.ply), seat))
    player = player.with_nature(shuffles.nature(game.shuffled_as, game.seed, seat))
    return choose(game.variant, game.variant.observe(game.state, seat), player, rng, should_stop)


def heuristic_level() -> Level:
    """The strongest level that moves without a search, without its mistakes."""
    return max((level for level in LEVELS if level.simulations == 0), key=lambda level: level.number).at_its_best()


def _measure(turn: PendingTurn, decision: Decision) -> None:
    game, label = turn.game, _metric_label(turn.game.seats[turn.seat])
    facts = {"game_id": game.id, "ply": int(game.state.ply), "level": label, "simulations": decision.simulations}
    log.info("ai turn", extra=facts)
    telemetry.AI_LAG.labels(label).observe((turn.began_ms - turn.asked_ms) / 1000)
    telemetry.AI_SIMULATIONS.labels(label).observe(decision.simulations)
    if decision.stopped:
        telemetry.AI_STOPPED.labels(label).inc()
    if game.has_clients and now_ms() > turn.due_ms:
        telemetry.AI_LATE.labels(label).inc()
    if turn.fraction < 1.0:
        telemetry.AI_REDUCED.inc()


def _metric_label(seat: Seat) -> str:
    """The label of a computer in metrics, of which there are few: its level, or ``rating``."""
    return "rating" if seat.level is None else str(level_of(seat.level).number)


# -- the commit


def commit_turn(games: Games, turn: PendingTurn) -> Game:
    """Commit a computer's answer and return the game after it, or the current game if the decision is already made.

    Does not wake a worker for the next turn: the caller plays it or wakes one.
    """

    def note(game: Game) -> None:
        if game.ai is None or game.ai.seat != turn.seat:
            raise Unchanged
        seat = game.seats[turn.seat]
        seat.reduced_to = turn.fraction if turn.fraction < 1.0 else None
        if seat.reduced_to is not None:
            game.events.append(AiReduced(seat=turn.seat, reduced_to=seat.reduced_to, **seat.computer))

    after = _commit(games, turn.game, turn.seat, turn.actions, note, wakes=False)
    if after is None:
        telemetry.AI_TURNS.labels("overtaken").inc()
        return games.load(turn.game.id)
    telemetry.AI_TURNS.labels("played").inc()
    telemetry.AI_ANSWER.labels(_metric_label(turn.game.seats[turn.seat])).observe((now_ms() - turn.asked_ms) / 1000)
    return after


def answer_by_heuristic(games: Games, game: Game) -> None:
    """Let the heuristic answer the computer decision that is due, at once."""
    turn = think(game, lambda player: lambda: False, by_heuristic=True)
    if turn is not None:
        commit_turn(games, turn)


def answer_for_late(games: Games, game: Game) -> Game:
    """Let the heuristic answer for every person whose time is over and return the game after that.

    If another answer is committed first, that one counts.
    """
    while _is_late(game):
        seat = persons_asked(game)[0]

        def note(game: Game, seat: int = seat) -> None:
            if seat not in persons_asked(game):
                raise Unchanged
            game.events.append(TimeRanOut(seat=seat))

        log.info("time ran out", extra={"game_id": game.id, "ply": int(game.state.ply)})
        actions = decide(game, seat, heuristic_level(), lambda: False).actions
        game = _commit(games, game, seat, actions, note) or games.load(game.id)
    return game


def _is_late(game: Game) -> bool:
    """Whether the time of a person in a due game is over."""
    return game.deadline is not None and left_ms(game.deadline) <= 0


def _commit(
    games: Games, asked: Game, seat: int, actions: Sequence[int], note: Callable[[Game], None], *, wakes: bool = True
) -> Game | None:
    """The game after a move for the decision that ``asked`` waits for; None if that is made already.

    ``note`` records what belongs to the move, or raises Unchanged.
    """
    ply, asked_at = int(asked.state.ply), asked.asked_at

    def answer(game: Game) -> None:
        # after the store has gone back, the same ply may be another decision
        if (game.state.ply, game.asked_at) != (ply, asked_at):
            raise Unchanged
        note(game)
        carry_out(game, seat, actions)

    move = asked.variant.codec.encode_actions(asked.state, seat, actions)
    try:
        return games.update(asked.id, answer, Request(f"{ply}:{seat}", {"move": move}), wakes=wakes).game
    except (Unchanged, Repeated):
        return None
