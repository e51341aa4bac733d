"""Tables of the rules documents, and figures with their sampling errors."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.figures.policies import Counts

RULES = Path(__file__).parents[2] / "docs" / "rules"


Columns: TypeAlias = Mapping[str, tuple[str, str]]
"""By column of a table, what is divided by what."""


@dataclass(frozen=True)
class Figure:
    """One figure: what the document says, what came out here, and the standard error of the difference."""

    name: str
    document: float
    measured: float
    error: float
    players_known: bool = True
    """False where the document does not describe who played, so that the figures need not agree."""

    @property
    def deviation(self) -> float:
        """How many standard errors lie between the two."""
        return (
            abs(self.measured - self.document) / self.error
            if self.error
            else 0.0
            if self.measured == self.document
            else math.inf
        )


def table_after(document: str, heading: str) -> Iterator[dict[str, str]]:
    """The rows of the first table below ``heading`` in a rules document, by column name."""
    text = (RULES / document).read_text().split(heading, 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert lines, f"{document}: no table after {heading!r}"
    rows = [[cell.strip().strip("`*") for cell in line.strip().strip("|").split("|")] for line in lines[0].splitlines()]
    for row in rows[2:]:
        yield dict(zip(rows[0], row, strict=True))


def stated(document: str, heading: str, pattern: str) -> str:
    """What the group of ``pattern`` holds where it first matches the text below ``heading`` in a rules document, its
    lines joined.
    """
    text = (RULES / document).read_text().split(heading, 1)[1]
    found = re.search(pattern, " ".join(text.split()))
    assert found, f"{document}: no {pattern!r} after {heading!r}"
    return found[1]


def counted_figure(name: str, text: str, value: float) -> Figure:
    """A figure without sampling on either side, ours rounded as the document's: it is right or wrong."""
    document, decimals, scale = _number(text)
    return Figure(name, document, scale * round(value / scale, decimals), 0.0)


def mean_figure(name: str, text: str, values: Sequence[float]) -> Figure:
    """A mean against a figure that the document has counted, not played."""
    return ratio_figure(name, text, math.inf, values, [1.0] * len(values))


def ratio_figure(
    name: str, text: str, document_games: float, parts: Sequence[float], wholes: Sequence[float]
) -> Figure:
    """The sum of ``parts`` over that of ``wholes``, one of each a game: goals a period, where games differ in their
    periods. The document's is the first number of the cell, rounded: ``1.16 (7)`` is 1.16, ``45.5 %`` 0.455.

    The spread of our games is taken for that of both samples; the rounding, too, is an error of the document's.
    """
    document, decimals, scale = _number(text)
    rounding = scale * 0.1**decimals / math.sqrt(12)
    ratio = sum(parts) / sum(wholes)
    games = len(parts)
    variance = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True)) / (games - 1)
    variance *= (games / sum(wholes)) ** 2
    error = math.sqrt(variance / games + variance / document_games + rounding**2)
    return Figure(name, document, ratio, error)


def share(name: str, text: str, document_games: float, counts: Sequence[Counts], part: str, whole: str) -> Figure:
    """A figure that divides what games counted."""
    return ratio_figure(name, text, document_games, [each[part] for each in counts], [each[whole] for each in counts])


def row_figures(
    name: str, row: Mapping[str, str], columns: Columns, document_games: float, counts: Sequence[Counts]
) -> Iterator[Figure]:
    """The figures of a row of a table."""
    for column, (part, whole) in columns.items():
        yield share(f"{name}: {column.partition(' (')[0]}", row[column], document_games, counts, part, whole)


def _number(text: str) -> tuple[float, int, float]:
    """The first number of a cell, its decimals as printed, and 0.01 if these are of a percentage."""
    found = re.search(r"-?(?:\d+|(?=\.\d))(?:\.(\d+))?", text.replace(",", ""))
    assert found, text
    scale = 0.01 if "%" in text else 1.0
    return scale * float(found[0]), len(found[1] or ""), scale
