"""Computer turns: search for the answer, then commit it. Also the heuristic's answer for a person whose time is
over.
"""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ai import Decision, choose
from ai.levels import LEVELS, Level, Player
from ai.timing import AT_ONCE_MS, RESERVE_MS, answer_ms
from engines.rng import Rng
from service.games.computers import Computer
from service.games.progress import carry_out
from service.games.update import Games, Repeated
from service.model import shuffles
from service.model.events import AiReduced, TimeRanOut
from service.model.game import Game, Seat, persons_asked
from service.model.timestamps import is_over, now_ms, parse_time_ms
from service.store.history import Request
from service.telemetry import metrics

log = logging.getLogger(__name__)

LAG_MS: Final = 500
"""A turn that waits for a worker longer than this gets fewer simulations."""
LEAST_BUDGET_FRACTION: Final = 0.05

ShouldStop = Callable[[], bool]
"""Called by a search between slices; true ends it."""
MakeShouldStop = Callable[[Player], ShouldStop]


@dataclass(frozen=True)
class AiTurn:
    """A computer's answer that is found but not committed yet."""

    game: Game
    """The game at the start of the search."""
    seat: int
    ply: int
    actions: Sequence[int]
    move: dict[str, Any]
    asked_ms: int
    budget_fraction: float
    """Fraction of the player's simulations that were run."""
    began_ms: int
    due_ms: int
    """When to commit it. Independent of the search, so that the time shows nothing of the computer's cards."""

    @property
    def is_short(self) -> bool:
        """Whether the worker itself may wait until it is due. Like ``due_ms`` this depends on nothing that is
        hidden.
        """
        return self.due_ms - self.began_ms <= AT_ONCE_MS


class NotAsked(Exception):
    """Another process has made the decision in the meantime, or the game is over."""


def think(game: Game, make_should_stop: MakeShouldStop, degraded: bool = False) -> AiTurn | None:
    """Find the answer to the computer decision that is due in ``game``; None if none is due.

    With ``degraded``, the heuristic answers at once, because no worker has served the level.
    """
    if game.ai is None:
        return None
    began_ms = now_ms()
    seat, ply = game.ai["seat"], int(game.state.ply)
    asked_ms = min(parse_time_ms(game.ai["since"]), began_ms)  # not later, though the clock may have been set back
    computer = game.seats[seat]
    label, whole = _metric_label(computer), Computer.of_seat(computer).player(game.variant)
    lag_ms = began_ms - asked_ms
    timed = game.has_clients and not degraded
    fraction = 0.0 if degraded else budget_fraction(lag_ms) if game.has_people else 1.0
    reduced = replace(whole, simulations=math.ceil(whole.simulations * fraction))
    player = replace(heuristic_level(), style=whole.style) if degraded else reduced
    due_ms = (
        _due_ms(game, player, asked_ms, began_ms)
        if timed
        else asked_ms + (0 if game.has_clients else game.settings.watch_pace_ms)
    )
    if timed and due_ms - began_ms > AT_ONCE_MS:
        player = replace(player, cap_ms=min(player.cap_ms, due_ms - RESERVE_MS - began_ms))
    decision = decide(game, seat, player, make_should_stop(player))
    log.info("ai turn", extra={"game_id": game.id, "ply": ply, "level": label, "simulations": decision.simulations})
    metrics.AI_LAG.labels(label).observe(lag_ms / 1000)
    metrics.AI_SIMULATIONS.labels(label).observe(decision.simulations)
    if decision.stopped:
        metrics.AI_STOPPED.labels(label).inc()
    if timed and now_ms() > due_ms:
        metrics.AI_LATE.labels(label).inc()
    if whole.simulations == 0 and not degraded:
        fraction = 1.0  # such a player has no simulations to leave out
    if fraction < 1.0:
        metrics.AI_REDUCED.inc()
    return AiTurn(
        game,
        seat,
        ply,
        decision.actions,
        game.variant.codec.encode_actions(game.state, seat, decision.actions),
        asked_ms,
        round(fraction, 2),
        began_ms,
        due_ms,
    )


def _due_ms(game: Game, player: Player, asked_ms: int, began_ms: int) -> int:
    """When an answer to persons and bots is due: after the pace of the game, or the time of the player if that is
    longer.

    Nothing in it depends on the cards; neither does ``began_ms``, the moment in which a worker was free.
    """
    return max(asked_ms + game.settings.pace_ms, began_ms + answer_ms(game.variant, game.state, player))


def decide(game: Game, seat: int, player: Player, should_stop: ShouldStop) -> Decision:
    """Decide for a seat that is asked, from its observation. The same game, seat and player give the same decision."""
    metrics.AI_SEARCHES.inc()
    rng = Rng(shuffles.decision_seed(game.id, game.seed, int(game.state.ply), seat))
    return choose(game.variant, game.variant.observe(game.state, seat), player, rng, should_stop)


def commit_turn(games: Games, turn: AiTurn) -> Game:
    """Commit a computer's answer and return the game after it, or the current game if the decision is already made.

    Does not wake a worker for the next turn: the caller plays it or wakes one.
    """

    asked_at = turn.game.asked_at  # in a store that has gone back, the same ply may be another decision

    def answer(game: Game) -> None:
        if game.ai is None or (game.ai["seat"], game.state.ply, game.asked_at) != (turn.seat, turn.ply, asked_at):
            raise NotAsked
        if turn.budget_fraction < 1.0:
            computer = game.seats[turn.seat].computer
            game.events.append(AiReduced(seat=turn.seat, budget_fraction=turn.budget_fraction, **computer))
        game.seats[turn.seat].budget_fraction = turn.budget_fraction
        carry_out(game, turn.seat, turn.actions)

    try:
        request = Request(f"{turn.ply}:{turn.seat}", {"move": turn.move})
        game = games.update(turn.game.id, answer, request, wakes=False).game
    except (NotAsked, Repeated):
        metrics.AI_TURNS.labels("overtaken").inc()
        return games.load(turn.game.id)
    metrics.AI_TURNS.labels("played").inc()
    metrics.AI_ANSWER.labels(_metric_label(turn.game.seats[turn.seat])).observe((now_ms() - turn.asked_ms) / 1000)
    return game


def play_ai_turn(games: Games, game: Game, make_should_stop: MakeShouldStop, degraded: bool = False) -> Game | None:
    """Play the computer decision that is due, at once, and return the game after it; None if none is due."""
    turn = think(game, make_should_stop, degraded)
    return None if turn is None else commit_turn(games, turn)


def answer_for_late(games: Games, game: Game) -> Game:
    """Let the heuristic answer for every person whose time is over and return the game after that.

    If another answer is committed first, that one counts.
    """
    while _is_late(game):
        seat, ply, asked_at = persons_asked(game)[0], int(game.state.ply), game.asked_at
        actions = decide(game, seat, heuristic_level(), lambda: False).actions
        move = game.variant.codec.encode_actions(game.state, seat, actions)

        def answer(
            game: Game,
            seat: int = seat,
            ply: int = ply,
            asked_at: str | None = asked_at,
            actions: Sequence[int] = actions,
        ) -> None:
            if (game.state.ply, game.asked_at) != (ply, asked_at) or seat not in persons_asked(game):
                raise NotAsked
            game.events.append(TimeRanOut(seat=seat))
            carry_out(game, seat, actions)

        try:
            game = games.update(game.id, answer, Request(f"{ply}:{seat}", {"move": move})).game
        except (NotAsked, Repeated):
            game = games.load(game.id)
        log.info("time ran out", extra={"game_id": game.id, "ply": ply})
    return game


def _is_late(game: Game) -> bool:
    """Whether the time of a person in a due game is over.

    It is over, too, if it was begun before the clock was set back, and the game is due for nothing else.
    """
    if game.deadline is None or game.settings.time_limit_s is None:
        return False
    until_ms = parse_time_ms(game.deadline)
    return until_ms <= now_ms() or (game.ai is None and is_over(until_ms, 1000 * game.settings.time_limit_s))


def _metric_label(seat: Seat) -> str:
    """The label of a computer in metrics, of which there are few: its level, or ``rating``."""
    return "rating" if seat.level is None else str(seat.level)


def budget_fraction(lag_ms: int) -> float:
    """Fraction of a player's simulations to run after waiting ``lag_ms`` in the queue."""
    return 1.0 if lag_ms <= LAG_MS else max(LEAST_BUDGET_FRACTION, LAG_MS / lag_ms)


def heuristic_level() -> Level:
    """The strongest level that answers without a search, without its mistakes."""
    return max((level for level in LEVELS if level.simulations == 0), key=lambda level: level.number).at_its_best()
