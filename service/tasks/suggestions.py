"""What a computer would play: an observation in, the move and what every candidate is worth out. No HTTP, no Redis words.

A caller's own observation and a seat of a running game go the same way. What is thought out knows the observation only, so it cannot
depend on a card that the seat does not see.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ai import Candidate, Decision, choose
from ai.levels import LEVELS, Level
from engines import VARIANTS
from engines.api import SPECTATOR, Observation, State, Variant
from engines.rng import Rng
from service.games.catalogue import find_level, find_variant
from service.games.progress import require_asked
from service.model.game import Game
from service.model.problem import Problem
from service.store.tasks import DONE, FAILED, Task, TaskStore

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 3
TEND_EVERY_S: Final = 0.5
GIVE_WAY_EVERY_S: Final = 0.02
DEFAULT_SEED: Final = "faceoff"


@dataclass(frozen=True)
class Bounds:
    """The most that one decision may cost."""

    simulations: int
    think_ms: int


ReserveAiTime = Callable[[int], AbstractContextManager[None]]
"""Context manager: reserve so many ms of the caller's AI time quota and refund them if the body raises Problem."""


class Queue(Protocol):
    """Wakes a worker for a suggestion; a call that is lost is made up for."""

    def call_suggestion(self, suggestion_id: str, call: int) -> None:
        """Ask for the suggestion to be worked out."""

    def is_suggestion_waiting(self, suggestion_id: str, call: int) -> bool:
        """Whether that call still waits for a worker."""


# -- asking


@dataclass(frozen=True)
class Desk:
    """Where suggestions are taken on."""

    store: TaskStore
    queue: Queue
    bounds: Bounds
    reserve_ai_time: ReserveAiTime


def suggest(desk: Desk, variant_key: str, data: Any, wish: Mapping[str, Any], holder: str, caller: str) -> Task:
    """Take on a suggestion for the seat that sees ``data``.

    ``wish`` may hold ``level``, ``simulations`` or ``time_ms``, and ``seed``; ``holder`` is whose token it then takes to see it,
    ``caller`` whose share of the open ones it takes.
    """
    variant = find_variant(variant_key)
    return _ask(desk, variant, variant.codec.load_observation(data), wish, holder, caller)


def hint(desk: Desk, game: Game, seat: int, wish: Mapping[str, Any], holder: str) -> Task:
    """Take on a suggestion for a seat of a running game that is asked to move."""
    require_asked(game, seat)
    return _ask(desk, game.variant, game.variant.observe(game.state, seat), wish, holder, holder)


def _ask(desk: Desk, variant: Variant, observation: Observation, wish: Mapping[str, Any], holder: str, caller: str) -> Task:
    seed = wish.get("seed", DEFAULT_SEED)
    world = require_decision(observation, seed)
    budget = {name: wish[name] for name in ("level", "simulations", "time_ms") if name in wish} or {"level": LEVELS[-1].number}
    level = thinker(budget, desk.bounds)  # refuses what does not fit now, not in the worker
    request = {
        "variant": variant.key,
        "seat": int(observation.seat),
        "ply": int(world.ply),
        "budget": budget,
        "seed": seed,
        "observation": variant.codec.dump_observation(observation),
    }
    with desk.reserve_ai_time(level.cap_ms):
        task = desk.store.open(request, holder, caller)
    desk.queue.call_suggestion(task.id, task.calls)
    return task


def require_decision(observation: Observation, seed: str) -> State:
    """A game as the seat may imagine it; raises Problem unless the seat has something to decide in it."""
    if observation.seat == SPECTATOR:
        raise Problem("suggestion/not_asked", "observation.seat: a spectator has nothing to decide; name a seat", field="observation.seat")
    world = observation.determinize(Rng(seed))
    if not world.may_act(observation.seat):
        asked = world.to_act()
        who = f"seat {asked} is" if asked >= 0 else "nobody is"
        raise Problem(
            "suggestion/not_asked",
            f"observation.seat: seat {observation.seat} is not asked in this position; {who}",
            field="observation.seat",
        )
    return world


def thinker(budget: Mapping[str, Any], bounds: Bounds) -> Level:
    """The player with this budget: a level, so many simulations, or as many as a time allows. Raises Problem if it does not fit.

    A level thinks as it does in games, but a careless move would be no advice.
    """
    if len(budget) > 1:
        given = " and ".join(budget)
        raise Problem(
            "budget/invalid", f"{given} are given; one of level, simulations and time_ms says how long to think", field=list(budget)[1]
        )
    ((name, amount),) = budget.items()
    if name == "level":
        level = find_level(amount, "level")
        simulations, cap_ms = min(level.simulations, bounds.simulations), min(level.cap_ms, bounds.think_ms)
        return replace(level, noise=0.0, simulations=simulations, cap_ms=cap_ms)
    check_amount(name, amount, bounds.simulations if name == "simulations" else bounds.think_ms)
    if name == "simulations":
        return Level(0, "", "", simulations=amount, exact=True, cap_ms=bounds.think_ms)
    return Level(0, "", "", simulations=bounds.simulations, exact=True, cap_ms=amount)


def check_amount(where: str, amount: int, most: int) -> None:
    """Raise Problem ``budget/invalid`` if ``amount`` is more than the service allows."""
    if amount > most:
        raise Problem("budget/invalid", f"{where}: {amount} is more than this service allows, {most}", field=where)


# -- in the worker


def work_out(store: TaskStore, bounds: Bounds, suggestion_id: str, give_way: Callable[[], None]) -> None:
    """Think about a suggestion and keep the answer, unless nobody wants it any more.

    ``give_way`` is called now and then, so that nobody in a game waits for the end of the search.
    """
    if not store.tend(suggestion_id) or (task := store.find(suggestion_id)) is None:
        return
    level = thinker(task.request["budget"], bounds)
    began = time.monotonic()
    answer = answer_to(task.request, level, _pause(store, suggestion_id, level, give_way))
    store.close(task, DONE, answer)
    log.info("suggestion", extra={"simulations": answer["simulations"], "ms": round(1000 * (time.monotonic() - began))})


def _pause(store: TaskStore, suggestion_id: str, level: Level, give_way: Callable[[], None]) -> Callable[[], bool]:
    """What the search calls between slices: ends it at its time cap, or when nobody wants it any more."""
    ends = time.monotonic() + level.cap_ms / 1000
    tended = gave_way = time.monotonic()

    def pause() -> bool:
        nonlocal ends, tended, gave_way
        now = time.monotonic()
        if now - gave_way > GIVE_WAY_EVERY_S:
            give_way()
            gave_way = time.monotonic()
            ends += gave_way - now  # it does not count as thought
        if now - tended > TEND_EVERY_S:
            tended = now
            if not store.tend(suggestion_id):
                return True
        return now >= ends

    return pause


def answer_to(request: Mapping[str, Any], level: Level, pause: Callable[[], bool] | None = None) -> dict[str, Any]:
    """The move, its text, and what every candidate is worth."""
    variant = VARIANTS[request["variant"]]
    observation = variant.codec.load_observation(request["observation"])
    decision = choose(variant, observation, level, Rng(request["seed"]), pause)
    world = observation.determinize(Rng(request["seed"]))
    options = request["observation"].get("options", {})

    def told(actions: Sequence[int]) -> dict[str, Any]:
        move = variant.codec.encode_actions(world, request["seat"], actions)
        return {"move": move, "text": variant.commentary.move_text(move, options)}

    return {
        **told(decision.actions),
        "candidates": _candidates(decision, told),
        "simulations": decision.simulations,
        "stopped": decision.stopped,
        "exact": decision.exact,
    }


Told = Callable[[Sequence[int]], dict[str, Any]]
"""Actions as a move and its text."""


def _candidates(decision: Decision, told: Told) -> list[dict[str, Any]]:
    """Every candidate as a move. Where a move is several actions only the one that was made up is complete: it stands alone."""
    if len(decision.actions) > 1:
        first = next(candidate for candidate in decision.candidates if candidate.action == decision.actions[0])
        return [_candidate(first, told(decision.actions))]
    return [_candidate(candidate, told((candidate.action,))) for candidate in decision.candidates]


def _candidate(candidate: Candidate, move: Mapping[str, Any]) -> dict[str, Any]:
    return {**move, "value": round(candidate.value, 4), "visits": candidate.visits, "reason": candidate.reason}


# -- looking after


def look_after_suggestions(store: TaskStore, queue: Queue) -> None:
    """Call again for every suggestion whose worker or call is gone; after a few times it has failed."""
    for suggestion_id in store.overdue():
        if not store.claim(suggestion_id):
            continue
        task = store.find(suggestion_id)
        if task is None or queue.is_suggestion_waiting(suggestion_id, task.calls):
            continue
        if task.attempts >= MAX_ATTEMPTS:
            store.close(task, FAILED)
        else:
            queue.call_suggestion(suggestion_id, store.call_again(task).calls)
