"""The game sheet: line score, goals, penalties and statistics, made from the public events."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from engines.api import GameSheet, Variant
from engines.language import ENGLISH, Phrases
from service.model.answer import Answer, Count, Positive, Score

Period = Annotated[str, Meta(description="`1`, `2`, ...; `OT`, `OT2`, ... in overtime; `SO` for the shootout.")]
Version = Annotated[Positive, Meta(description="The version of the game that it came with.")]


class PeriodScore(Answer, kw_only=True):
    """The goals of a period."""

    period: Period
    goals: Score


class SheetGoal(Answer, kw_only=True):
    """A goal."""

    period: Period
    seat: Annotated[Count, Meta(description="The seat that scored.")]
    score: Score
    version: Version
    how: Annotated[str, Meta(description="What the scoring card is called, or the call of the shot. May be empty.")]


class SheetPenalty(Answer, kw_only=True):
    """A penalty."""

    period: Period
    seat: Annotated[Count, Meta(description="The penalized seat.")]
    version: Version
    text: Annotated[str, Meta(description="The text of its event.")]


class Scoresheet(Answer, kw_only=True):
    """Line score, goals, penalties and statistics of a game, made from its public events."""

    line_score: Annotated[
        list[PeriodScore], Meta(description="The periods, in order. Empty if the events do not contain the goals.")
    ]
    goals: Annotated[list[SheetGoal], Meta(description="The goals, in order.")]
    penalties: Annotated[list[SheetPenalty], Meta(description="The penalties, in order.")]
    statistics: Annotated[
        dict[str, list[int]],
        Meta(description="Numbers of both sides by their names, such as `Shots on goal`. Empty in some variants."),
    ]


def draw_sheet(
    variant: Variant,
    events: Sequence[Mapping[str, Any]],
    result: Mapping[str, Any] | None,
    table: Mapping[str, Any],
    language: str = ENGLISH,
) -> Scoresheet:
    """The sheet as data. ``table`` is the final one, for its statistics; ``events`` are in the language."""
    sheet, says = variant.sheet, variant.phrases(language)
    periods: list[PeriodScore] = []
    goals: list[SheetGoal] = []
    penalties: list[SheetPenalty] = []
    score = [0, 0]
    for period, event in _with_periods(events, sheet):
        facts, version = event["data"], event["version"]
        if not periods or periods[-1].period != period:
            periods.append(PeriodScore(period=period, goals=[0, 0]))
        if event["type"] == sheet.goals:
            before, score, counted = score, facts["score"], periods[-1].goals
            periods[-1].goals = [counted[side] + score[side] - before[side] for side in (0, 1)]
            how = _how(events, event, sheet, says)
            goals.append(SheetGoal(period=period, seat=facts["seat"], score=score, version=version, how=how))
        elif event["type"] == sheet.penalties:
            penalties.append(SheetPenalty(period=period, seat=facts["seat"], version=version, text=event["text"]))
    return Scoresheet(
        line_score=periods if result is None else _with_shootout(periods, result),
        goals=goals,
        penalties=penalties,
        statistics={label: table[field] for label, field in sheet.statistics.items()},
    )


def _with_shootout(periods: list[PeriodScore], result: Mapping[str, Any]) -> list[PeriodScore]:
    """The line score with a column for the shootout. Its winner has one goal more there, in some games also in the
    score.

    Empty if the events of a game do not contain its goals.
    """
    missing = [result["score"][side] - sum(period.goals[side] for period in periods) for side in (0, 1)]
    decider = [int(result["winner"] == side) for side in (0, 1)]
    if missing == [0, 0] and result["reason"] != "shootout":
        return periods
    return [*periods, PeriodScore(period="SO", goals=decider)] if missing in ([0, 0], decider) else []


def _with_periods(events: Sequence[Mapping[str, Any]], sheet: GameSheet) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The events, each with the name of its period: 1, 2, ... and OT, OT2, ... once overtime has begun."""
    number, overtimes, is_between = 1, 0, False
    for event in events:
        if event["type"] == sheet.overtime:
            overtimes += 1
        elif is_between and event["type"] not in (sheet.goals, sheet.penalties, sheet.period_ends):
            continue  # between periods, or after the last one
        elif is_between and not overtimes:
            number += 1
        is_between = event["type"] == sheet.period_ends
        overtime = "OT" if overtimes == 1 else f"OT{overtimes}"
        yield overtime if overtimes else str(number), event


def _how(events: Sequence[Mapping[str, Any]], goal: Mapping[str, Any], sheet: GameSheet, says: Phrases) -> str:
    """How a goal was scored: the scorer's last shot before it, or the card."""
    if not sheet.shots:
        return says.card_names.get(goal["data"].get("card", ""), "")
    how = ""
    for event in events:
        if event is goal:
            return how
        if event["type"] in sheet.shots and event["data"]["seat"] == goal["data"]["seat"]:
            how = event["text"]
    return how
