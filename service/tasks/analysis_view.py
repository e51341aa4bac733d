"""What a client sees of an analysis."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, cast

from msgspec import Meta

from engines.language import ENGLISH, load_said, shared
from engines.names import Names
from service.model.answer import Address, Answer, Count, Interval, Move, Positive, SelfLink
from service.model.game import Game, marked_name
from service.tasks.analyses import Progress, StoredMove
from service.tasks.prospects import Prospects, percent, prospects_in
from service.tasks.views import STATUS, TaskStatus

GRADES = ("best", "good", "inaccuracy", "blunder")
Grade: TypeAlias = Annotated[
    Literal["best", "good", "inaccuracy", "blunder"],
    Meta(
        title="Grade",
        description="How good the move was, by the win probability that it gave away: `best` up to 0.005, `good` "
        "below 0.03, `inaccuracy` below 0.1, `blunder` from 0.1 on. A move that cannot be distinguished "
        "from the best one, because the interval of the loss reaches 0, is at least `good`.",
    ),
]


class BetterMove(Answer, kw_only=True):
    """The best move of a decision."""

    move: Move
    text: Annotated[str, Meta(description="The move in a few words.")]
    reason: Annotated[str, Meta(description="Why, in the words of the game.")]
    prospects: Annotated[
        Prospects | None, Meta(description="What it leads to. Null if it was tried too seldom for an estimate.")
    ]


class GradedMove(Answer, kw_only=True):
    """A decision of the seat's player, graded from what the seat could know."""

    version: Annotated[Positive, Meta(description="The version of the game that came with the move.")]
    ply: Annotated[Count, Meta(description="Number of the decision.")]
    move: Move
    text: Annotated[str, Meta(description="The move in a few words.")]
    grade: Grade
    loss: Annotated[
        Interval,
        Meta(description="Win probability that the move gave away against the best one. 0 for the best move itself."),
    ]
    comment: Annotated[str, Meta(description="The grade in a sentence.")]
    prospects: Annotated[
        Prospects | None, Meta(description="What the move led to. Null if it was tried too seldom for an estimate.")
    ]
    better: Annotated[BetterMove | None, Meta(description="The best move. Null if the grade is `best`.")]


class AnalysisSummary(Answer, kw_only=True):
    """Number of decisions by grade."""

    best: Annotated[Count, Meta(description="Best moves.")]
    good: Annotated[Count, Meta(description="Good moves.")]
    inaccuracy: Annotated[Count, Meta(description="Inaccuracies.")]
    blunder: Annotated[Count, Meta(description="Blunders.")]
    text: Annotated[str, Meta(description="The same in words.")]


class AnalysisProgress(Answer, kw_only=True):
    """Progress of an analysis."""

    decisions: Annotated[Count, Meta(description="Number of decisions looked at, those without a choice included.")]
    of: Annotated[Count, Meta(description="Number of all decisions of the seat's player.")]


class AnalysisLinks(SelfLink, kw_only=True):
    """Addresses of an analysis."""

    game: Annotated[Address, Meta(description="The game.")]


class Analysis(Answer, kw_only=True):
    """The decisions of your seat in a game that is over, graded from what the seat could know."""

    game_id: Annotated[str, Meta(description="The id of the game.")]
    seat: Annotated[Count, Meta(description="Your seat.")]
    status: Annotated[TaskStatus, Meta(description=STATUS)]
    progress: Annotated[AnalysisProgress, Meta(description="Progress of the analysis.")]
    summary: Annotated[AnalysisSummary, Meta(description="Number of decisions by grade, as far as the analysis is.")]
    moves: Annotated[
        list[GradedMove],
        Meta(
            description="The graded decisions so far, in order. Decisions without a choice are not graded, nor "
            "what a computer played for the seat. Empty in a variant without decisions."
        ),
    ]
    links: AnalysisLinks


def analysis_view(game: Game, seat: int, progress: Progress, language: str = ENGLISH) -> Analysis:
    """An analysis as far as it is, in a language."""
    texts = _Texts(game, language)
    own = f"/v1/games/{game.id}"
    return Analysis(
        game_id=game.id,
        seat=seat,
        status=cast(TaskStatus, progress.status),
        progress=AnalysisProgress(decisions=progress.done, of=progress.total),
        summary=_summary(progress.moves, language),
        moves=[texts.graded(stored) for stored in progress.moves],
        links=AnalysisLinks(itself=f"{own}/analysis", game=own),
    )


def _summary(moves: Sequence[StoredMove], language: str) -> AnalysisSummary:
    says = shared(language)
    counts = {grade: sum(stored.grade == grade for stored in moves) for grade in GRADES}
    texts = {grade: says(f"count_of_{grade}", count=count) for grade, count in counts.items()}
    return AnalysisSummary(**counts, text=says("counts_of_grades", **texts))


class _Texts:
    """The words about the moves of one game."""

    def __init__(self, game: Game, language: str) -> None:
        variant = game.variant
        self.language = language
        self.options = game.options
        self.commentary = variant.commentary
        self.says, self.english = variant.phrases(language), variant.phrases(ENGLISH)
        self.names = Names([marked_name(seat.name, seat.bot) for seat in game.seats], self.says)

    def graded(self, stored: StoredMove) -> GradedMove:
        """A graded decision as a client sees it."""
        loss = _interval(stored.loss)
        better = BetterMove(
            move=stored.best,
            text=self._move(stored.best),
            reason=self.says.translate(load_said(stored.reason, self.english)),
            prospects=self._prospects(stored.best_prospects),
        )
        return GradedMove(
            version=stored.version,
            ply=stored.ply,
            move=stored.move,
            text=self._move(stored.move),
            grade=cast(Grade, stored.grade),
            loss=loss,
            comment=shared(self.language)(f"graded_{stored.grade}", loss=percent(loss.mean)),
            prospects=self._prospects(stored.prospects),
            better=None if stored.grade == "best" else better,
        )

    def _move(self, move: Mapping[str, Any]) -> str:
        return self.commentary.move_text(move, self.options, self.names, self.says)

    def _prospects(self, stored: Sequence[Sequence[float]] | None) -> Prospects | None:
        if stored is None:
            return None
        win, goals = stored
        return prospects_in(self.language, Prospects(win_probability=_interval(win), goals=_interval(goals), text=""))


def _interval(numbers: Sequence[float]) -> Interval:
    mean, low, high = numbers
    return Interval(mean=mean, low=low, high=high)
