"""Batches of suggestions: what a computer would play in many positions of a variant, as lines in their order. No HTTP,
no Redis words.

A position is decided as for a suggestion with the same seed, without the values of its candidates, which take a hundred
times as long as the move of a level that does not search; unless the request is to ``explain``. Moves that take no
search are decided where the positions are checked: that takes less than to store a position and read it again. Others
are a task, of which a part is ``POSITIONS_OF_A_PART`` positions. They are stored as its half and give way to its lines,
so that nothing has to be read but the part that a worker works on.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Annotated, Any, Final

from ai.choose import choose
from ai.levels import Player
from engines.api import Observation, Refusal, State, Variant
from engines.language import inside
from engines.rng import Rng
from service.games.catalogue import find_variant
from service.model.answer import VIEW_STEP, Answer, Move, Positive, about, to_json
from service.store.tasks import BATCH, Task, TaskStore
from service.tasks.suggestions import (
    DEFAULT_SEED,
    Budget,
    SuggestionAnswer,
    answer_to,
    answer_view,
    budget_of,
    budget_view,
    limit_ms,
    player_for,
    require_decision,
)
from service.tasks.task import Client, Clock, TaskProgress, Tasks, TaskView, Work, view_of

MOST_POSITIONS: Final = 1000
POSITIONS_OF_A_PART: Final = 200
GIVE_WAY_EVERY: Final = 10
"""Positions, of which each takes 0.1 ms to check, and at most 0.2 to decide."""
READ_AGAIN_S: Final = 60
"""For this long answers that were read can be read again: the connection may have broken."""


# -- requests


def suggest_batch(tasks: Tasks, body: Mapping[str, Any], client: Client, language: str) -> Task | str:
    """The lines of a batch, if none of its moves takes a search; otherwise create a task, whose texts will be in this
    language. ``fit`` in the body says that the observations fit their fields. Raises Problem and Refusal, which name
    the position.
    """
    variant = find_variant(body["variant"])
    request = {
        "variant": variant.key,
        "budget": budget_of(body),
        "character": body.get("character"),
        "mistakes": body["mistakes"],
        "seed": body.get("seed", DEFAULT_SEED),
        "explain": body["explain"],
        "language": language,
        "positions": len(body["positions"]),
    }
    player = player_for(request, tasks.settings)  # refuses a wrong budget here, not in the worker
    at_once, ms = not (player.simulations or request["explain"]), player.cap_ms * request["positions"]
    found: list[Any] = []
    with client.reserve_ai_time(ms) if at_once else nullcontext():
        for number, position in enumerate(body["positions"]):
            data, seed = position["observation"], position.get("seed", request["seed"])
            observation, state = _checked(variant, data, seed, number, body.get("fit", False))
            seat = int(observation.seat)
            if at_once:
                actions = choose(variant, observation, player.with_nature(seed), Rng(seed)).actions
                found.append(_line(variant.codec.encode_actions(state, seat, actions)))
            else:  # texts need all of its options
                known = variant.codec.dump_observation(observation) if request["explain"] else data
                found.append({"observation": known, "seat": seat, "seed": seed})
            if number % GIVE_WAY_EVERY == 0:
                time.sleep(0)  # gives way to the other threads: the moves of people
    if at_once:
        return _padded("\n".join(found))
    starts = range(0, len(found), POSITIONS_OF_A_PART)
    halves = [{"lines": [], "positions": found[start : start + POSITIONS_OF_A_PART]} for start in starts]
    request |= {"parts": len(halves), "chains": min(tasks.settings.match_workers, len(halves))}
    return tasks.open(BATCH, request, client, ms, halves=halves)


def _checked(variant: Variant, data: Any, seed: str, number: int, fits: bool) -> tuple[Observation, State]:
    """What the seat of a position knows, and a determinization of it."""
    where = f"positions[{number}]."
    try:
        observation = variant.codec.load_observation(data, fits)
    except Refusal as refusal:
        refusal.variant = variant.key
        refusal.args = (inside(where, refusal.args[0]),)
        refusal.field = f"{where}{refusal.field}"
        refusal.faults = [fault.inside(number).inside("positions") for fault in refusal.faults]
        raise
    return observation, require_decision(variant, observation, seed, where)


# -- in the worker


class BatchWork(Work):
    """The parts of a batch."""

    def do_part(self, number: int, half: Any, clock: Clock) -> int:
        """Decide positions until all are decided or the slice ends."""
        player = player_for(self.task.request, self.tasks.settings)
        lines, positions = half["lines"], half["positions"]
        for done, position in enumerate(positions, 1):
            lines.append(self._line(position, player, clock))
            clock.should_stop()  # also where the decision took no search
            if clock.ends_slice() and done < len(positions):
                return self.tasks.store.save_part(self.task, number, {"lines": lines, "positions": positions[done:]})
        return self.tasks.store.finish_part(self.task, number, len(lines), "\n".join(lines))

    def _line(self, position: Mapping[str, Any], player: Player, clock: Clock) -> str:
        request = {**self.task.request, **position}
        explain, nature = request["explain"], player.with_nature(request["seed"])
        should_stop = clock.stops_after(limit_ms(player, self.tasks.settings))
        found = answer_to(request, nature, should_stop, explain=explain)
        return _line(found.move, found.stopped, answer_view(request, found, request["language"]) if explain else None)


# -- what a client sees


class BatchAnswer(Answer, kw_only=True):
    """The move that a computer would play in a position of a batch: a line of its answers."""

    move: Move
    stopped: Annotated[bool, about("Whether the time ran out before all simulations were done.")]
    explained: Annotated[
        SuggestionAnswer | None,
        about("The same as of a suggestion, with values, reasons and prospects. Null unless `explain` was requested."),
    ]


class Batch(TaskView, kw_only=True):
    """Many suggestions in one request: how far it is. When it is done, it is answered as lines."""

    positions: Annotated[Positive, about("Number of positions. `progress` counts them.")]
    budget: Annotated[Budget, about("The search budget of each.")]
    character: Annotated[str | None, about("The character that plays. Null for none.")]
    mistakes: Annotated[bool, about("Whether the mistakes of the level or rating were requested.")]
    explain: Annotated[bool, about("Whether the moves are explained.")]
    seed: Annotated[str, about("Seed of the positions that have none of their own.")]


def batch_view(task: Task) -> Batch:
    """A batch, without its answers."""
    progress = TaskProgress(done=sum(task.results.values()), of=task.request["positions"])
    return view_of(Batch, task, budget=budget_view(task.request), progress=progress)


def _line(move: Move, stopped: bool = False, explained: SuggestionAnswer | None = None) -> str:
    return to_json(BatchAnswer(move=move, stopped=stopped, explained=explained)).decode()


def _padded(lines: str) -> str:
    """As long as steps, as a suggestion is: the length could tell the moves."""
    return lines + " " * (-(len(lines.encode()) + 1) % VIEW_STEP) + "\n"


def batch_lines(store: TaskStore, batch: Task, kept_s: int = 0) -> Iterator[str]:
    """The lines of a batch that is done. After the last one it is deleted, at once or after this time."""
    for part in range(batch.parts):
        yield _padded(store.detail_of(batch.id, part))
    store.delete(batch, kept_s)
