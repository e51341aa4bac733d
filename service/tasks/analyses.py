"""Analyses: every decision that a person or bot made in a finished game, graded from what the seat could know. No HTTP,
no Redis words.

A game has at most one analysis of each seat, whose id follows from both, so that it is worked out once however many
ask. Workers grade in slices of about a second; each decision is stored when it is graded, and any worker goes on from
there. The result is kept with the game and expires with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from ai.grading import Graded, grade
from ai.prospects import Estimate, Prospects
from engines.language import dump_said
from engines.rng import Rng
from service.games.replay import Replay
from service.language import ENGLISH
from service.model.game import Game, Seat
from service.model.problem import Problem
from service.store.games import GameStore, history
from service.store.history import RecordedMove
from service.store.tasks import CANCELLED, DONE, AnalysisStore, Exists, Task
from service.tasks.slices import SliceClock, TaskClosed, Urgent, look_after
from service.tasks.suggestions import ReserveAiTime

DECISION_MS: Final = 30
"""AI time that one decision is counted as: most take 3 to 20 ms compiled."""
DIGITS: Final = 4


class Queue(Urgent, Protocol):
    """Wakes a worker for an analysis. A lost call is repeated when the analysis is overdue."""

    def call_analysis(self, analysis_id: str, call: int, link: int) -> None:
        """Queue a slice; ``call`` is the re-queue count, ``link`` distinguishes a slice from the one before."""

    def is_analysis_waiting(self, analysis_id: str, call: int) -> bool:
        """Whether a slice of that call still waits for a worker."""


# -- what is stored


class StoredMove(msgspec.Struct, array_like=True):
    """A graded decision. Estimates are lists: mean, low, high; prospects are two of them."""

    version: int
    ply: int
    move: dict[str, Any]
    grade: str
    loss: list[float]
    prospects: list[list[float]] | None
    best: dict[str, Any]
    best_prospects: list[list[float]] | None
    reason: Any
    """As ``dump_said`` writes it."""


class StoredAnalysis(msgspec.Struct):
    """All graded decisions of a seat."""

    looked_at: int
    """Those without a choice, which have no grade, included."""
    moves: list[StoredMove]


# -- requests


@dataclass(frozen=True)
class Analyses:
    """The analyses of this service: their store, the games, the queue that wakes workers."""

    store: AnalysisStore
    games: GameStore
    queue: Queue
    reserve_ai_time: ReserveAiTime


@dataclass(frozen=True)
class Progress:
    """An analysis as far as it is."""

    status: str
    done: int
    """Decisions looked at."""
    total: int
    moves: Sequence[StoredMove]
    """Those that are graded: all but those without a choice."""
    task: Task | None = None
    """While it is not done."""


def ask_for_analysis(analyses: Analyses, game: Game, seat: int, client_id: str, most_open: int) -> Progress:
    """The analysis of a seat of a game that is over, as far as it is; the first call starts it. Raises Problem."""
    progress = _found(analyses, game, seat)
    if progress is not None:
        return progress
    if game.rules_version != game.variant.rules_version:
        says = ENGLISH.phrase("rules_changed", game=game.id, played=game.rules_version, ours=game.variant.rules_version)
        raise Problem("rules/changed", says)
    own = own_versions(analyses.games, game, seat) if game.variant.has_decisions else []
    if not own:
        empty = StoredAnalysis(0, [])
        analyses.games.keep_analysis(game.id, seat, msgspec.json.encode(empty))
        return _done(empty)
    task = analyses.store.find(analysis_id(game.id, seat))
    if task is not None:  # it ended, and the game was restored from a backup since
        analyses.store.delete(task)
    return _progress(analyses.store, _open(analyses, game, seat, own, client_id, most_open))


def analysis_of(analyses: Analyses, game: Game, seat: int) -> Progress:
    """The analysis of a seat of a game that is over, as far as it is; raises Problem if none was requested."""
    progress = _found(analyses, game, seat)
    if progress is None:
        raise Problem("analysis/not_found", ENGLISH.phrase("analysis_not_found", game=game.id, seat=seat))
    return progress


def _found(analyses: Analyses, game: Game, seat: int) -> Progress | None:
    require_over(game)
    task = analyses.store.find(analysis_id(game.id, seat))
    stored = analyses.games.analysis(game.id, seat)  # after the task, which ends when this is stored
    if stored is not None:
        return _done(msgspec.json.decode(stored, type=StoredAnalysis))
    return None if task is None or task.status in (DONE, CANCELLED) else _progress(analyses.store, task)


def _progress(store: AnalysisStore, task: Task) -> Progress:
    graded = store.graded(task.id)
    return Progress(task.status, len(graded), len(task.request["versions"]), _moves_of(graded), task)


def _done(analysis: StoredAnalysis) -> Progress:
    return Progress(DONE, analysis.looked_at, analysis.looked_at, analysis.moves)


def _moves_of(graded: Sequence[Any]) -> list[StoredMove]:
    return [msgspec.convert(one, StoredMove) for one in graded if one is not None]


def _open(analyses: Analyses, game: Game, seat: int, versions: Sequence[int], client_id: str, most_open: int) -> Task:
    request = {"game": game.id, "seat": seat, "versions": versions}
    new_id = analysis_id(game.id, seat)
    try:
        with analyses.reserve_ai_time(DECISION_MS * len(versions)):
            task = analyses.store.open(request, "", client_id, most_open, new_id)
    except Exists:
        return analyses.store.load(new_id)
    analyses.queue.call_analysis(task.id, task.calls, 0)
    return task


def analysis_id(game_id: str, seat: int) -> str:
    """The id of the analysis of a seat."""
    return f"a_{game_id}_{seat}"


def require_over(game: Game) -> None:
    """Raise Problem unless the game is over: before, an analysis would be a hint."""
    if not game.is_over:
        says = ENGLISH.phrase
        raise Problem(
            "analysis/not_over", says("analysis_not_over", game=game.id, status=says(f"status_{game.status}"))
        )


def own_versions(games: GameStore, game: Game, seat: int) -> list[int]:
    """The versions with the moves that the seat's own player made, a person or a bot.

    Not those of a computer that has played for the seat, nor of the heuristic when the time was over.
    """
    own, is_own = [], False
    moved = {move.version for move in games.recorded_moves(game.id, game.version) if move.seat == seat}
    for commit in history(games, game.id, game.version):
        ran_out = any(
            isinstance(event, dict) and event["type"] == "time_ran_out" and event.get("seat") == seat
            for event in commit.events
        )
        if commit.version in moved and is_own and not ran_out:
            own.append(commit.version)
        if "seats" in commit.view_state:
            is_own = Seat(*commit.view_state["seats"][seat]).sends_moves
    return own


# -- in the worker


def grade_slice(store: AnalysisStore, games: GameStore, queue: Queue, task_id: str, call: int, link: int) -> None:
    """Grade decisions for about a second, then queue the next slice."""
    if not store.heartbeat(task_id) or (task := store.find(task_id)) is None or task.calls != call:
        return
    clock = SliceClock(queue, lambda: store.heartbeat(task_id))
    try:
        game = games.load(task.request["game"])
        is_done = _grade(store, games, game, task, clock)
    except TaskClosed:
        return
    except Problem:  # the game was deleted or has expired
        store.close(task, CANCELLED)
        return
    if is_done:
        graded = store.graded(task_id)
        analysis = StoredAnalysis(len(graded), _moves_of(graded))
        is_kept = games.keep_analysis(game.id, task.request["seat"], msgspec.json.encode(analysis))
        if store.close(task, DONE if is_kept else CANCELLED):
            store.forget_graded(task_id)
    elif store.heartbeat(task_id, made_progress=True):
        queue.call_analysis(task_id, call, 1 - link)


def _grade(store: AnalysisStore, games: GameStore, game: Game, task: Task, clock: SliceClock) -> bool:
    """Grade and store the decisions that are not graded yet, until the slice ends; whether all are."""
    seat, versions = task.request["seat"], task.request["versions"]
    number = store.count_graded(task.id)
    wanted = set(versions[number:])
    for replay, recorded in _positions(games, game):
        if recorded.version not in wanted:
            continue
        if not store.add_graded(task.id, number, _graded(replay, recorded, game, seat, clock)):
            raise TaskClosed  # another worker, which took this one for lost, has gone on
        number += 1
        if clock.ends_slice():
            break
    return number == len(versions)


def _positions(games: GameStore, game: Game) -> Iterator[tuple[Replay, RecordedMove]]:
    """The moves of a game, each with the game as it was before."""
    replay = Replay(game.variant, game.options, game.id, game.shuffle_key)
    replay.start()
    for recorded in games.recorded_moves(game.id, game.version):
        yield replay, recorded
        replay.play(recorded.seat, recorded.move)


def _graded(replay: Replay, recorded: RecordedMove, game: Game, seat: int, clock: SliceClock) -> Any:
    """A decision with its grade, for the store; None if there was nothing to choose. The observation is all that the
    grade sees.
    """
    variant = game.variant
    observation = variant.observe(replay.state, seat)
    actions = variant.codec.decode_move(replay.state, seat, recorded.move)
    found = grade(variant, observation, actions, Rng(f"analysis {game.id} {recorded.version}"), clock.should_stop)
    if found is None:
        return None
    best = variant.codec.encode_actions(observation.determinize(Rng(recorded.version)), seat, found.best)
    return msgspec.to_builtins(_stored(recorded, found, best))


def _stored(recorded: RecordedMove, found: Graded, best: Mapping[str, Any]) -> StoredMove:
    return StoredMove(
        version=recorded.version,
        ply=recorded.ply,
        move=recorded.move,
        grade=str(found.grade),
        loss=_numbers(found.loss),
        prospects=_prospects(found.prospects),
        best=dict(best),
        best_prospects=_prospects(found.best_prospects),
        reason=dump_said(found.reason),
    )


def _numbers(estimate: Estimate) -> list[float]:
    return [round(number, DIGITS) for number in (estimate.mean, estimate.low, estimate.high)]


def _prospects(prospects: Prospects | None) -> list[list[float]] | None:
    return None if prospects is None else [_numbers(prospects.win), _numbers(prospects.goals)]


def look_after_analyses(store: AnalysisStore, queue: Queue) -> None:
    """Queue every analysis again whose worker or job is lost."""
    look_after(
        store,
        lambda task: queue.is_analysis_waiting(task.id, task.calls),
        lambda task: queue.call_analysis(task.id, task.calls, 0),
    )
