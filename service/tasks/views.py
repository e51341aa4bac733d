"""What a client sees of suggestions and matches."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, cast

from msgspec import Meta

from engines.language import ENGLISH
from service.model.answer import Address, Answer, Count, Positive, SelfLink, Timestamp, VariantKey
from service.store.tasks import Task
from service.tasks.matches import CUSTOM, MatchResult, match_result
from service.tasks.suggestions import BUDGETS, SuggestionAnswer, answer_in

TaskStatus: TypeAlias = Annotated[Literal["queued", "running", "done", "cancelled", "failed"], Meta(title="TaskStatus")]
STATUS = "`failed`: several attempts to process it did not finish."


class Budget(Answer, kw_only=True):
    """The search budget: the one field that is not null."""

    level: Annotated[int | None, Meta(description="As much as this level has.")]
    rating: Annotated[int | None, Meta(description="As much as a computer of this rating has.")]
    simulations: Annotated[int | None, Meta(description="Number of simulations.")]
    time_ms: Annotated[int | None, Meta(description="Time in milliseconds.")]


class Suggestion(Answer, kw_only=True):
    """The move that a computer would play in a position. `answer` is null until it is done."""

    id: Annotated[str, Meta(description="The suggestion's id.")]
    status: Annotated[TaskStatus, Meta(description=STATUS)]
    created_at: Annotated[Timestamp, Meta(description="When it was requested.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    seat: Annotated[Count, Meta(description="The seat to move.")]
    ply: Annotated[Count, Meta(description="Number of the decision.")]
    budget: Annotated[Budget, Meta(description="The search budget.")]
    style: Annotated[str | None, Meta(description="The style whose moves are preferred. Null for none.")]
    mistakes: Annotated[bool, Meta(description="Whether the own mistakes of the level or rating were asked for.")]
    seed: Annotated[str, Meta(description="Seed of the search.")]
    answer: Annotated[SuggestionAnswer | None, Meta(description="Null until the suggestion is done.")]
    links: SelfLink


def suggestion_view(task: Task, language: str = ENGLISH) -> Suggestion:
    """A suggestion with its answer, if there is one yet."""
    request = task.request
    budget = request["budget"]
    return Suggestion(
        id=task.id,
        status=cast(TaskStatus, task.status),
        created_at=task.created_at,
        variant=request["variant"],
        seat=request["seat"],
        ply=request["ply"],
        budget=Budget(**{name: budget.get(name) for name in BUDGETS}),
        style=request.get("style"),
        mistakes=request.get("mistakes", False),
        seed=request["seed"],
        answer=answer_in(language, request, task.answer),
        links=SelfLink(itself=f"/v1/suggestions/{task.id}"),
    )


class MatchPlayer(Answer, kw_only=True):
    """A player of a match."""

    level: Annotated[
        int | None,
        Meta(description="Number of the level, 0 for random play. Null for a rating, custom settings, and a bot."),
    ]
    rating: Annotated[int | None, Meta(description="The rating by which a computer was asked for. Null otherwise.")]
    style: Annotated[str | None, Meta(description="The style in which a computer plays. Null for none.")]
    bot: Annotated[str | None, Meta(description="The id of the bot. Null for a computer.")]
    name: Annotated[str, Meta(description="Name of the level or bot, `Computer` with its rating, or `custom`.")]
    simulations: Annotated[
        Count | None, Meta(description="Simulations of the search for one decision. 0 for no search. Null for a bot.")
    ]
    noise: Annotated[
        float | None, Meta(description="Fraction of the decisions that are drawn at random. Null for a bot.")
    ]
    counts_cards: Annotated[
        bool | None, Meta(description="Whether the player remembers which cards are gone. Null for a bot.")
    ]
    exact: Annotated[
        bool | None,
        Meta(
            description="Whether the player solves positions exactly where all relevant cards are "
            "known. Null for a bot."
        ),
    ]


class MatchProgress(Answer, kw_only=True):
    """Progress of a match."""

    pairs: Annotated[Count, Meta(description="Number of finished pairs.")]
    share: Annotated[float, Meta(ge=0, le=1, description="Fraction of the pairs that are finished.")]


class MatchLinks(SelfLink, kw_only=True):
    """Addresses of a match."""

    games: Annotated[Address, Meta(description="The games.")]
    cancel: Annotated[Address, Meta(description="Cancel the match: POST.")]


class Match(Answer, kw_only=True):
    """A series of games between computers, or with bots."""

    id: Annotated[str, Meta(description="The match's id.")]
    status: Annotated[TaskStatus, Meta(description=STATUS)]
    created_at: Annotated[Timestamp, Meta(description="When it was requested.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    preset: Annotated[str, Meta(description="The preset that the options are based on.")]
    options: Annotated[dict[str, Any], Meta(description="All options of the games.")]
    first: Annotated[MatchPlayer, Meta(description="The first player.")]
    second: Annotated[MatchPlayer, Meta(description="The second player.")]
    pairs: Annotated[
        Positive, Meta(description="Number of pairs to play. A pair is two games with the sides exchanged.")
    ]
    seed: Annotated[
        str | None,
        Meta(description="Seed of the shuffles and decisions. Null with a bot: its games have secret seeds."),
    ]
    answer_s: Annotated[
        int | None, Meta(description="Seconds that a bot has to accept and to answer. Null without a bot.")
    ]
    detail: Annotated[str | None, Meta(description="Why a match with a bot has `failed`. Null otherwise.")]
    progress: Annotated[MatchProgress, Meta(description="Progress of the match.")]
    result: Annotated[MatchResult | None, Meta(description="Null until the first pair is finished.")]
    links: MatchLinks


def match_view(match: Task, results: Mapping[int, Any]) -> Match:
    """A match with the result of its finished pairs."""
    request = match.request
    first, second = request["players"]
    return Match(
        id=match.id,
        status=cast(TaskStatus, match.status),
        created_at=match.created_at,
        variant=request["variant"],
        preset=request["preset"],
        options=request["options"],
        first=_player(first),
        second=_player(second),
        pairs=request["pairs"],
        seed=request["seed"],
        answer_s=request.get("answer_s"),
        detail=match.answer["detail"] if isinstance(match.answer, dict) else None,
        progress=MatchProgress(pairs=len(results), share=len(results) / request["pairs"]),
        result=match_result(results),
        links=MatchLinks(
            itself=f"/v1/matches/{match.id}",
            games=f"/v1/matches/{match.id}/games",
            cancel=f"/v1/matches/{match.id}/cancel",
        ),
    )


def _player(stored: Mapping[str, Any]) -> MatchPlayer:
    return MatchPlayer(
        level=stored.get("number") if stored["name"] != CUSTOM else None,
        rating=stored.get("rating"),
        style=stored.get("style") or None,
        bot=stored.get("bot"),
        name=stored["name"],
        simulations=stored.get("simulations"),
        noise=stored.get("noise"),
        counts_cards=stored.get("counts_cards"),
        exact=stored.get("exact"),
    )
