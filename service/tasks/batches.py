"""Batches of suggestions: what a computer would play in many positions of a variant, as lines in their order. No HTTP,
no Redis words.

A position is decided as for a suggestion with the same seed, without the values of its candidates, which take a hundred
times as long as the move of a level that does not search; unless the request is to ``explain``. A part of the task is
``POSITIONS_OF_A_PART`` positions. They are stored as its half and give way to its lines, so that nothing has to be read
but the part that a worker works on.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

from ai.levels import Player
from engines.api import Refusal, Variant
from engines.language import inside
from service.games.catalogue import find_variant
from service.model.answer import VIEW_STEP, Answer, Move, Positive, about, refused_by, to_json
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
"""50 to 100 ms of a level that does not search."""
GIVE_WAY_EVERY: Final = 10
"""Positions, of which each takes 0.1 ms to check."""
READ_AGAIN_S: Final = 60
"""For this long answers that were read can be read again: the connection may have broken."""


# -- requests


def suggest_batch(tasks: Tasks, body: Mapping[str, Any], client: Client, language: str) -> Task:
    """Create a batch; its texts will be in this language. ``fit`` in the body says that the observations fit their
    fields. Raises Problem and Refusal, which name the position.
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
    positions = []
    for number, position in enumerate(body["positions"]):
        positions.append(_checked(variant, request, position, number, body.get("fit", False)))
        if number % GIVE_WAY_EVERY == 0:
            time.sleep(0)  # gives way to the other threads: the moves of people
    starts = range(0, len(positions), POSITIONS_OF_A_PART)
    halves = [{"lines": [], "positions": positions[start : start + POSITIONS_OF_A_PART]} for start in starts]
    request |= {"parts": len(halves), "chains": min(tasks.settings.match_workers, len(halves))}
    return tasks.open(BATCH, request, client, player.cap_ms * len(positions), halves=halves)


def _checked(
    variant: Variant, request: Mapping[str, Any], position: Mapping[str, Any], number: int, fits: bool
) -> dict[str, Any]:
    """A position as it is stored."""
    where = f"positions[{number}]."
    try:
        with refused_by(variant):
            observation = variant.codec.load_observation(position["observation"], fits)
    except Refusal as refusal:
        refusal.args = (inside(where, refusal.args[0]),)
        refusal.field = f"{where}{refusal.field}"
        refusal.faults = [fault.inside(number).inside("positions") for fault in refusal.faults]
        raise
    seed = position.get("seed", request["seed"])
    require_decision(variant, observation, seed, where)
    # texts need all of its options
    known = variant.codec.dump_observation(observation) if request["explain"] else position["observation"]
    return {"observation": known, "seat": int(observation.seat), "seed": seed}


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
        explain, nature = request["explain"], replace(player, nature=request["seed"])
        should_stop = clock.stops_after(limit_ms(player, self.tasks.settings))
        found = answer_to(request, nature, should_stop, explain=explain)
        explained = answer_view(request, found, request["language"]) if explain else None
        return to_json(BatchAnswer(move=found.move, stopped=found.stopped, explained=explained)).decode()


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


def batch_lines(store: TaskStore, batch: Task, kept_s: int = 0) -> Iterator[str]:
    """The lines of a batch that is done. After the last one it is deleted, at once or after this time."""
    for part in range(batch.parts):
        lines = store.detail_of(batch.id, part)
        yield lines + " " * (-(len(lines.encode()) + 1) % VIEW_STEP) + "\n"  # as long as steps, as a suggestion is
    store.delete(batch, kept_s)
