"""Analyses: every decision that a person or bot made in a finished game, graded from what the seat could know. No HTTP,
no Redis words.

A game has at most one analysis of each seat, whose id is derived from both, so that it is computed once. Its parts are
decisions. The result is stored with the game and expires with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec import structs

from ai.grading import grade
from engines.language import ENGLISH as ENGLISH_CODE, dump_text, load_text, shared
from engines.names import Names
from engines.rng import Rng
from service.games.play import require_over
from service.games.replay import Replay, require_same_rules
from service.model.answer import Answer, Count, Interval, Move, Positive, about, refusal
from service.model.events import TimeRanOut
from service.model.game import Game, Seat, marked_name
from service.model.timestamps import now_ms, time_text
from service.store.games import GameStore, RecordedMove
from service.store.tasks import ANALYSIS, CANCELLED, DONE, FAILED, Exists, Task
from service.tasks.suggestions import (
    Prospects,
    StoredEstimate,
    StoredProspects,
    dump_estimate,
    dump_prospects,
    interval,
    percent,
    prospects_view,
)
from service.tasks.task import Client, Clock, TaskProgress, Tasks, TaskView, Work

DECISION_MS: Final = 30
"""AI time that one decision is counted as: most take 3 to 20 ms compiled."""


# -- what is stored


class StoredMove(msgspec.Struct, array_like=True):
    """A graded decision."""

    version: int
    ply: int
    move: dict[str, Any]
    grade: str
    loss: StoredEstimate
    prospects: StoredProspects
    best: dict[str, Any]
    best_prospects: StoredProspects
    reason: Any
    """In the format of ``dump_text``."""


class StoredAnalysis(msgspec.Struct, omit_defaults=True):
    """The graded decisions of a seat, possibly unfinished."""

    created_at: str
    looked_at: int
    """Including those without a choice, which have no grade."""
    moves: list[StoredMove]
    status: str = DONE
    """The status of its task, as long as that is stored; only finished analyses are stored without one."""
    parts: int = 0
    """The number of decisions."""


# -- requests


def ask_for_analysis(tasks: Tasks, game: Game, seat: int, client: Client) -> StoredAnalysis:
    """The analysis of a seat of a game that is over, possibly unfinished; the first call starts it, and so does the
    first one after it has failed. Raises Problem.
    """
    found = _found(tasks, game, seat)
    if found is not None and found.status != FAILED:
        return found
    require_same_rules(game)
    games = tasks.games.store.games
    own = own_versions(games, game, seat) if game.variant.has_decisions else []
    if not own:
        empty = StoredAnalysis(time_text(now_ms()), 0, [])
        games.keep_analysis(game.id, seat, msgspec.json.encode(empty))
        return empty
    task_id = analysis_id(game.id, seat)
    ended = tasks.store.find(task_id)
    if ended is not None and not ended.is_open:  # it has failed, or the game was restored from a backup since
        tasks.store.delete(ended)
    request = {"game": game.id, "seat": seat, "versions": own}
    try:
        return _analysis(tasks.open(ANALYSIS, request, client, DECISION_MS * len(own), task_id))
    except Exists:
        return _analysis(tasks.store.load(ANALYSIS, task_id))


def analysis_of(tasks: Tasks, game: Game, seat: int) -> StoredAnalysis:
    """The analysis of a seat of a game that is over, possibly unfinished; raises Problem if none was requested."""
    found = _found(tasks, game, seat)
    if found is None:
        raise refusal("task/not_found", "analysis_not_found", game=game.id, seat=seat)
    return found


def _found(tasks: Tasks, game: Game, seat: int) -> StoredAnalysis | None:
    require_over(game)
    task = tasks.store.find(analysis_id(game.id, seat))
    stored = tasks.games.store.games.analysis(game.id, seat)  # after the task, which ends when this is stored
    if stored is not None:
        return msgspec.json.decode(stored, type=StoredAnalysis)
    return None if task is None or task.status in (DONE, CANCELLED) else _analysis(task)


def _analysis(task: Task) -> StoredAnalysis:
    """The decisions graded so far."""
    graded = [msgspec.convert(one, StoredMove) for one in task.results.values() if one is not None]
    return StoredAnalysis(task.created_at, len(task.results), graded, task.status, task.parts)


def analysis_id(game_id: str, seat: int) -> str:
    """The id of the analysis of a seat."""
    return f"a_{game_id}_{seat}"


def own_versions(games: GameStore, game: Game, seat: int) -> list[int]:
    """The versions with the moves that the seat's own player made, a person or a bot.

    Excludes moves of a computer that has played for the seat, and of the heuristic when the time was over.
    """
    own, is_own = [], False
    history = games.history(game.id)
    moved = {move.version for move in history.moves(game.version) if move.seat == seat}
    for commit in history.after(0, game.version):
        ran_out = any(isinstance(event, TimeRanOut) and event.seat == seat for event in commit.events)
        if commit.version in moved and is_own and not ran_out:
            own.append(commit.version)
        if "seats" in commit.view_state:
            is_own = Seat(*commit.view_state["seats"][seat]).sends_moves
    return own


# -- in the worker


class AnalysisWork(Work):
    """The decisions of an analysis. Its parts are claimed in order, so the game is replayed once in a slice."""

    def __init__(self, tasks: Tasks, task: Task) -> None:
        super().__init__(tasks, task)
        self._games = tasks.games.store.games
        self._game = self._games.load(task.request["game"])
        self._positions = _positions(self._games, self._game)

    def do_part(self, number: int, half: Any, clock: Clock) -> int:
        """Grade a decision; its result is None if there was no choice."""
        version = self.task.request["versions"][number]
        for _ in range(2):  # again from the start if another worker has lost a part that was passed
            for replay, recorded in self._positions:
                if recorded.version == version:
                    return self.tasks.store.finish_part(self.task, number, self._graded(replay, recorded, clock))
            self._positions = _positions(self._games, self._game)
        raise LookupError(f"game {self._game.id} has no move at version {version}")

    def _graded(self, replay: Replay, recorded: RecordedMove, clock: Clock) -> Any:
        """A decision with its grade, for the store. The grade depends on the observation only."""
        variant, seat = self._game.variant, self.task.request["seat"]
        observation = variant.observe(replay.state, seat)
        actions = variant.codec.decode_move(replay.state, seat, recorded.move)
        rng = Rng(f"analysis {self._game.id} {recorded.version}")
        found = grade(variant, observation, actions, rng, clock.should_stop)
        if found is None:
            return None
        stored = StoredMove(
            version=recorded.version,
            ply=recorded.ply,
            move=recorded.move,
            grade=str(found.grade),
            loss=dump_estimate(found.loss),
            prospects=dump_prospects(found.prospects),
            best=variant.codec.encode_actions(observation.determinize(Rng(recorded.version)), seat, found.best),
            best_prospects=dump_prospects(found.best_prospects),
            reason=dump_text(found.reason),
        )
        return msgspec.to_builtins(stored)

    def end(self) -> str:
        """Store the analysis with its game."""
        done = structs.replace(_analysis(self.tasks.store.load(ANALYSIS, self.task.id)), status=DONE)
        seat, stored = self.task.request["seat"], msgspec.json.encode(done)
        return DONE if self._games.keep_analysis(self._game.id, seat, stored) else CANCELLED


def _positions(games: GameStore, game: Game) -> Iterator[tuple[Replay, RecordedMove]]:
    """The moves of a game, each with the game as it was before."""
    replay = Replay(game.variant, game.options, game.shuffled_as, game.shuffle_key)
    replay.start()
    for recorded in games.history(game.id).moves(game.version):
        yield replay, recorded
        replay.play(recorded.seat, recorded.move)


# -- what a client sees

GRADES: Final = ("best", "good", "inaccuracy", "blunder")
Grade: TypeAlias = Annotated[
    Literal["best", "good", "inaccuracy", "blunder"],
    about(
        "How good the move was, by the win probability that it gave away: `best` up to 0.005, `good` below 0.03, "
        "`inaccuracy` below 0.1, `blunder` from 0.1 on. A move that cannot be distinguished from the best one, "
        "because the interval of the loss reaches 0, is at least `good`.",
        title="Grade",
    ),
]


class BetterMove(Answer, kw_only=True):
    """The best move of a decision."""

    move: Move
    text: Annotated[str, about("The move in a few words.")]
    reason: Annotated[str, about("Why, in the words of the game.")]
    prospects: Annotated[Prospects | None, about("What it leads to. Null if it was tried too rarely for an estimate.")]


class GradedMove(Answer, kw_only=True):
    """A decision of the seat's player, graded from what the seat could know."""

    version: Annotated[Positive, about("The version of the game that came with the move.")]
    ply: Annotated[Count, about("Number of the decision.")]
    move: Move
    text: Annotated[str, about("The move in a few words.")]
    grade: Grade
    loss: Annotated[
        Interval, about("Win probability that the move gave away against the best one. 0 for the best move itself.")
    ]
    comment: Annotated[str, about("The grade in a sentence.")]
    prospects: Annotated[
        Prospects | None, about("What the move led to. Null if it was tried too rarely for an estimate.")
    ]
    better: Annotated[BetterMove | None, about("The best move. Null if the grade is `best`.")]


class AnalysisSummary(Answer, kw_only=True):
    """Number of decisions by grade."""

    best: Annotated[Count, about("Best moves.")]
    good: Annotated[Count, about("Good moves.")]
    inaccuracy: Annotated[Count, about("Inaccuracies.")]
    blunder: Annotated[Count, about("Blunders.")]
    text: Annotated[str, about("The same in words.")]


class Analysis(TaskView, kw_only=True):
    """The decisions of your seat in a game that is over, graded from what the seat could know."""

    game_id: Annotated[str, about("The id of the game.")]
    seat: Annotated[Count, about("Your seat.")]
    summary: Annotated[AnalysisSummary, about("Number of decisions by grade, as far as the analysis is.")]
    moves: Annotated[
        list[GradedMove],
        about(
            "The graded decisions so far, in order. Decisions without a choice are not graded, nor what a computer "
            "played for the seat. Empty in a variant without decisions."
        ),
    ]


def analysis_view(game: Game, seat: int, analysis: StoredAnalysis, language: str) -> Analysis:
    """An analysis, possibly unfinished, in a language."""
    return Analysis(
        id=analysis_id(game.id, seat),
        status=cast(Any, analysis.status),
        detail=None,
        progress=TaskProgress(done=analysis.looked_at, of=analysis.parts or analysis.looked_at),
        created_at=analysis.created_at,
        variant=game.variant_key,
        game_id=game.id,
        seat=seat,
        summary=_summary(analysis.moves, language),
        moves=_graded_moves(game, analysis.moves, language),
    )


def _summary(moves: Sequence[StoredMove], language: str) -> AnalysisSummary:
    says = shared(language)
    counts = {grade: sum(stored.grade == grade for stored in moves) for grade in GRADES}
    texts = {grade: says(f"count_of.{grade}", count=count) for grade, count in counts.items()}
    return AnalysisSummary(**counts, text=says("counts_of_grades", **texts))


def _graded_moves(game: Game, moves: Sequence[StoredMove], language: str) -> list[GradedMove]:
    variant = game.variant
    says, english = variant.phrases(language), variant.phrases(ENGLISH_CODE)
    names = Names([marked_name(seat.name, seat.bot_id) for seat in game.seats], says)

    def text(move: Mapping[str, Any]) -> str:
        return variant.commentary.move_text(move, game.options, names, says)

    def graded(stored: StoredMove) -> GradedMove:
        loss = interval(stored.loss)
        better = BetterMove(
            move=stored.best,
            text=text(stored.best),
            reason=says.translate(load_text(stored.reason, english)),
            prospects=prospects_view(stored.best_prospects, language),
        )
        return GradedMove(
            version=stored.version,
            ply=stored.ply,
            move=stored.move,
            text=text(stored.move),
            grade=cast(Grade, stored.grade),
            loss=loss,
            comment=shared(language)(f"graded.{stored.grade}", loss=percent(loss.mean)),
            prospects=prospects_view(stored.prospects, language),
            better=None if stored.grade == "best" else better,
        )

    return [graded(stored) for stored in moves]
