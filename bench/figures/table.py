"""Tables of the rules documents, and figures with their sampling errors."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules"


@dataclass(frozen=True)
class Figure:
    """One figure: what the document says, what came out here, and the standard error of the difference."""

    name: str
    document: float
    measured: float
    error: float

    @property
    def deviation(self) -> float:
        """How many standard errors lie between the two."""
        return abs(self.measured - self.document) / self.error if self.error else 0.0 if self.measured == self.document else math.inf


def table_after(document: str, heading: str) -> Iterator[dict[str, str]]:
    """The rows of the first table below ``heading`` in a rules document, by column name."""
    text = (RULES / document).read_text().split(heading, 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert lines, f"{document}: no table after {heading!r}"
    rows = [[cell.strip().strip("`*") for cell in line.strip().strip("|").split("|")] for line in lines[0].splitlines()]
    for row in rows[2:]:
        yield dict(zip(rows[0], row, strict=True))


def mean_figure(name: str, text: str, document_games: int, values: Sequence[float]) -> Figure:
    """A mean against a rounded figure of the document, the first number of the cell: ``1.16 (7)`` is 1.16, ``45.5 %`` 0.455.

    The spread of our values stands for that of both samples; the rounding, too, is an error of the document's.
    """
    found = re.search(r"-?\d+(?:\.(\d+))?", text.replace(",", ""))
    assert found, text
    scale = 0.01 if "%" in text else 1.0
    rounding = scale * 0.1 ** len(found[1] or "") / math.sqrt(12)
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    error = math.sqrt(variance / len(values) + variance / document_games + rounding**2)
    return Figure(name, scale * float(found[0]), mean, error)
