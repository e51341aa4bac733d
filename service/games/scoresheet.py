"""The game sheet: line score, goals, penalties and statistics, made from the public events; as data and as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from engines.api import GameSheet, Variant
from engines.language import ENGLISH, Phrases
from engines.names import Names
from service.games.catalogue import variant_name
from service.language import phrases
from service.model.answer import Answer, Count, Positive, Score
from service.model.game import marked_name

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


# -- as text


def sheet_text(variant: Variant, record: Mapping[str, Any], language: str = ENGLISH) -> str:
    """The sheet as a text page: teams, score by period, goals, penalties, statistics, commentary and shuffles.

    ``record`` is in the same language.
    """
    says, of_game = phrases(language), variant.phrases(language)
    names = Names([marked_name(seat["name"], seat.get("bot")) for seat in record["seats"]], of_game)
    sides = [names.side(side) for side in (0, 1)]
    sheet, proof = record["sheet"], record["fairness"]
    goals = [
        f"{_period(goal, says):>4}  {_numbers(goal['score']):>5}  {_goal(goal, names, says)}" for goal in sheet["goals"]
    ]
    penalties = [f"{_period(entry, says):>4}  {entry['text']}" for entry in sheet["penalties"]]
    statistics = [[of_game.named(label), *map(str, both)] for label, both in sheet["statistics"].items()]
    parts = [
        _head(variant, record, sides, language),
        _table(
            ["", *[_period(period, says) for period in sheet["line_score"]], says("sheet_total")],
            _score_rows(record, sides),
        ),
        _section(says("sheet_goals"), goals),
        _section(says("sheet_penalties"), penalties),
        _table(["", *sides], statistics) if statistics else "",
        _section(says("sheet_commentary"), list(_commentary(record["events"], variant.sheet, names, says))),
        _section(
            says("sheet_shuffles"),
            [says("sheet_commitment", digest=proof["commitment"]), says("sheet_seed", seed=proof["seed"])],
        ),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(variant: Variant, record: Mapping[str, Any], sides: Sequence[str], language: str) -> str:
    says = phrases(language)
    title = f"{variant_name(variant, language)} ({record['preset']})"
    lines = [
        title,
        "=" * len(title),
        says("sheet_sides", first=sides[0], second=sides[1]),
        says("sheet_game", game=record["id"], date=record["created_at"][:10]),
        _ending(record, sides, says),
    ]
    return "\n".join(lines)


def _ending(record: Mapping[str, Any], sides: Sequence[str], says: Phrases) -> str:
    result, moves = record["result"], len(record["moves"])
    if result is None:
        return (
            says("sheet_aborted", count=moves, score=_numbers(_score(record))) if moves else says("sheet_aborted_early")
        )
    if result["winner"] is None:
        return says("sheet_draw", score=_numbers(result["score"]))
    how = f"sheet_won_{result['reason']}" if result["reason"] in ("shootout", "resignation", "forfeit") else "sheet_won"
    return says(how, side=sides[result["winner"]], score=_numbers(result["score"]))


def _period(entry: Mapping[str, Any], says: Phrases) -> str:
    """The name of a period, as the language has it."""
    name: str = entry["period"]
    if name.isdigit():
        return name
    return says("period_SO") if name == "SO" else says("period_OT", number=name.removeprefix("OT"))


def _score(record: Mapping[str, Any]) -> Sequence[int]:
    """The score at the end; an aborted game has no result, its score is that of the last goal."""
    if record["result"] is not None:
        score: Sequence[int] = record["result"]["score"]
        return score
    goals = record["sheet"]["goals"]
    return goals[-1]["score"] if goals else (0, 0)


def _score_rows(record: Mapping[str, Any], sides: Sequence[str]) -> list[list[str]]:
    periods, total = record["sheet"]["line_score"], _score(record)
    return [[sides[side], *[str(period["goals"][side]) for period in periods], str(total[side])] for side in (0, 1)]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (head, *rows)
    ]
    return "\n".join(lines)


def _section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, "-" * len(title), *lines]) if lines else ""


def _goal(goal: Mapping[str, Any], names: Names, says: Phrases) -> str:
    return _said(goal["how"], goal["seat"], names, says) if goal["how"] else names.seat(goal["seat"])


def _commentary(events: Sequence[Mapping[str, Any]], sheet: GameSheet, names: Names, says: Phrases) -> Iterator[str]:
    """The commentary, with an empty line between periods."""
    for event in events:
        if event["text"]:
            yield f"  {_said(event['text'], event['speaker'], names, says)}"
        if event["type"] == sheet.period_ends:
            yield ""


def _said(text: str, speaker: int | None, names: Names, says: Phrases) -> str:
    """A text after the name of the player who says it, unless it begins with that name."""
    if speaker is None or text.startswith(name := names.seat(speaker)):
        return text
    return says("sheet_said", player=name, text=text)


def _numbers(score: Sequence[int]) -> str:
    return f"{score[0]}-{score[1]}"
