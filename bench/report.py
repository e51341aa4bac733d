"""Sections of docs/strength.md and other pages: each tool writes its own between its markers, and no others."""

import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ai.arena import Match
from ai.intervals import elo

REPORT = Path(__file__).parents[1] / "docs" / "strength.md"
MATCH = ("games", "points", "95 %", "Elo", "95 %")
"""The heads of what a match came to."""


def put_section(name: str, lines: Iterable[str], report: Path = REPORT) -> None:
    """Write ``lines`` between the markers of section ``name``; raises ValueError if the report has no such section."""
    text = report.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if begin not in text or end not in text:
        raise ValueError(f"{report.name} has no section {begin} ... {end}")
    body = "\n".join(("", begin, *lines, end))
    report.write_text(re.sub(rf"\n{re.escape(begin)}.*?{re.escape(end)}", lambda _: body, text, flags=re.DOTALL))


OF_PAGE = {"page": ("", "docs/reliability.md, whose part is written anew")}
"""The option of a study that writes only on request."""


def show(name: str, lines: Iterable[str], page: str) -> None:
    """Print the result of a study with ``OF_PAGE``, and write it if that is given."""
    print(report := "\n".join(lines).rstrip())
    if page:
        put_measured(name, [report, ""], Path(page))


def put_measured(name: str, lines: Iterable[str], page: Path) -> None:
    """Write ``lines`` as the section ``name`` of a page, below the day and the machine of the measurement."""
    day, python = datetime.now(UTC).date(), platform.python_version()
    put_section(name, ["", f"Measured on {day}, Python {python}, {platform.machine()}.", "", *lines], page)


def section_of(name: str, report: Path = REPORT) -> str:
    """The text between the markers of section ``name``."""
    return report.read_text().split(f"<!-- {name} -->")[1].split(f"<!-- end of {name} -->")[0]


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """A markdown table."""
    heads = list(heads)
    return [
        "| " + " | ".join(heads) + " |",
        "|" + "---|" * len(heads),
        *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows),
        "",
    ]


def match_cells(match: Match) -> Iterator[object]:
    """A match as cells under ``MATCH``."""
    low, high = match.interval
    yield len(match.games)
    yield f"{100 * match.points:.1f} %"
    yield f"{100 * low:.1f} to {100 * high:.1f}"
    yield from lead_cells(match)


def lead_cells(match: Match) -> tuple[str, str]:
    """The lead in Elo and its interval, for two columns."""
    lead, low, high = map(_elo_cell, (match.points, *match.interval))
    return lead, f"{low} to {high}"


def _elo_cell(share: float) -> str:
    """A share of the points in Elo; where all games are won or lost, there is no bound."""
    return f"{elo(share):+.0f}" if 0 < share < 1 else "no bound"


def ms_cell(match: Match, player: int) -> str:
    """How long the decisions of a player of a match took: median and 99th percentile."""
    return " / ".join(f"{ms:.2f}" for ms in match.milliseconds(player))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies."""
    return sorted(values)[int(share * (len(values) - 1))]
