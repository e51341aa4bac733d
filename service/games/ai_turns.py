"""TODO service/games/ai_turns.py."""

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ai import Decision, choose
from ai.levels import LEVELS, Level
from engines.rng import Rng
from service.games import play
from service.games.catalogue import find_level
from service.games.play import Queue, carry_out
from service.model import shuffles
from service.model.game import GameRecord, persons_asked
from service.model.timestamps import now_ms, parse_time_ms
from service.store.games import GameStore
from service.telemetry import metrics

log = logging.getLogger(__name__)


LAG_MS = 500
"""Waiting for a worker longer than this is overload."""


LEAST_EFFORT = 0.05


@dataclass(frozen=True)
class AiTurn:
    """A computer's answer, thought out and carried out in ``game``, but not committed yet."""

    game: GameRecord
    request_id: str
    move: dict[str, Any]
    asked_ms: int
    level: int
    due_ms: int
    """When to commit it. As this does not hang on how long the thought took, neither does it tell what the computer holds."""


def think(store: GameStore, game_id: str, pause: Callable[[Level], Callable[[], bool]], degraded: bool = False) -> AiTurn | None:
    """Work out the computer decision that is due; None if none is.

    ``pause(level)`` makes the function that the search calls between slices. ``degraded`` answers with the heuristic at once,
    when the level itself could not be served.
    """
    game = store.load(game_id)
    if game.ai is None:
        return None
    seat, ply = game.ai["seat"], int(game.state.ply)
    asked_ms = parse_time_ms(game.ai["since"])
    level = find_level(game.ai["level"], "level")
    lag_ms = now_ms() - asked_ms
    effort = 0.0 if degraded else budget_share(lag_ms) if game.has_people else 1.0
    served = quickest_level() if degraded else replace(level, simulations=math.ceil(level.simulations * effort))
    decision = decide(game, seat, served, pause(served))
    log.info("ai turn", extra={"game_id": game_id, "ply": ply, "level": level.number, "simulations": decision.simulations})
    metrics.AI_LAG.labels(level.number).observe(lag_ms / 1000)
    metrics.AI_SIMULATIONS.labels(level.number).observe(decision.simulations)
    move = game.variant.codec.encode_actions(game.state, seat, decision.actions)
    if level.simulations == 0 and not degraded:
        effort = 1.0  # such a level has no simulations that could be spared
    if effort < 1.0:
        metrics.AI_SHORTENED.inc()
        game.events.append({"type": "ai_reduced", "seat": seat, "level": level.number, "budget_fraction": round(effort, 2)})
    game.seats[seat].budget_fraction = round(effort, 2)
    carry_out(game, seat, decision.actions)
    due_ms = asked_ms + game.pace_ms if game.has_people and not degraded else asked_ms
    return AiTurn(game, f"{ply}:{seat}", move, asked_ms, level.number, due_ms)


def decide(game: GameRecord, seat: int, level: Level, pause: Callable[[], bool]) -> Decision:
    """Think for a seat that is asked, from what it may know. The same game, seat and level give the same decision."""
    metrics.AI_SEARCHES.inc()
    rng = Rng(shuffles.decision_seed(game.id, game.seed, int(game.state.ply), seat))
    return choose(game.variant, game.variant.observe(game.state, seat), level, rng, pause)


def commit_turn(store: GameStore, turn: AiTurn) -> GameRecord:
    """Commit a computer's answer and return the game after it, or as it is if somebody else got on meanwhile."""
    committed = store.commit(turn.game, turn.request_id, {"move": turn.move})
    played = committed.done and not committed.replayed
    metrics.AI_TURNS.labels("played" if played else "overtaken").inc()
    if played:
        metrics.AI_ANSWER.labels(turn.level).observe((now_ms() - turn.asked_ms) / 1000)
        turn.game.version = committed.version
        return turn.game
    return store.load(turn.game.id)


def take_ai_turn(store: GameStore, game_id: str, pause: Callable[[Level], Callable[[], bool]], degraded: bool = False) -> GameRecord | None:
    """Play the computer decision that is due, now, and return the game after it; None if none is due."""
    turn = think(store, game_id, pause, degraded)
    return None if turn is None else commit_turn(store, turn)


def budget_share(lag_ms: int) -> float:
    """The share of its simulations that a computer gets which was kept waiting so long: a long queue makes for short thoughts."""
    return 1.0 if lag_ms <= LAG_MS else max(LEAST_EFFORT, LAG_MS / lag_ms)


def quickest_level() -> Level:
    """The strongest level that answers without a search, and never carelessly."""
    return replace(max((level for level in LEVELS if level.simulations == 0), key=lambda level: level.number), noise=0.0)


# -- time limits


def answer_for_late(store: GameStore, queue: Queue, game_id: str) -> GameRecord | None:
    """Let the heuristic answer for every person whose time is over; None if nobody's is.

    An answer that comes in meanwhile wins, like any move that was committed first.
    """
    game: GameRecord | None = None
    while (late := store.load(game_id)).deadline is not None and parse_time_ms(late.deadline) <= now_ms():
        seat, ply = persons_asked(late)[0], int(late.state.ply)
        level = quickest_level()
        decision = decide(late, seat, level, lambda: False)
        move = late.variant.codec.encode_actions(late.state, seat, decision.actions)
        late.events.append({"type": "time_ran_out", "seat": seat})
        play.carry_out(late, seat, decision.actions)
        now = now_ms()
        game = commit_turn(store, AiTurn(late, f"{ply}:{seat}", move, now, level.number, now))
        log.info("time ran out", extra={"game_id": game_id, "ply": ply})
    if game is not None:
        play.wake(queue, game)
    return game
