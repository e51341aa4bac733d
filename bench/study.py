"""A study whose result is a table of a document: its rows are measured one by one, and each is written at once.

Rows that are not requested, or not measured yet in a run that is stopped, are not changed.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from bench.report import REPORT, put_section, section_of, table

Wanted: TypeAlias = argparse.Namespace
"""The arguments of a run: ``only`` and further ones of the study."""

Option: TypeAlias = tuple[Any, str]
"""The default of a setting of a run, and what it means."""


@dataclass(frozen=True)
class Row:
    """A row to measure."""

    path: str
    """What ``--only`` is the beginning of, as in ``hockey/standard/legend``."""
    labels: tuple[object, ...]
    """The first cells, which no other row of the table has."""
    measure: Callable[[Wanted], Iterable[object]]
    """The other cells."""
    heading: str = ""
    """What stands above the table that the row is in; all rows of a heading follow each other."""


@dataclass(frozen=True)
class Study:
    """What is measured, and the section of a document that shows it."""

    about: str | None
    """The docstring of its module, for ``--help``."""
    section: str
    heads: tuple[str, ...]
    rows: Callable[[], Iterable[Row]]
    options: dict[str, Option] = field(default_factory=dict)
    """By name each further setting of a run."""
    report: Path = REPORT

    def parser(self) -> argparse.ArgumentParser:
        """The defaults of the arguments."""
        return parser_of(
            self.about, only=("", "the beginning of what a row is called: the others stay"), **self.options
        )

    def main(self) -> None:
        """Run it with the arguments of the command line."""
        self.run(self.parser().parse_args())

    def run(self, wanted: Wanted) -> None:
        """Measure the requested rows, print each, and write it into the section."""
        rows, fresh = list(self.rows()), dict[tuple[str, ...], list[str]]()
        for row in rows:
            if f"{row.path}/".startswith(f"{wanted.only}/" if wanted.only else ""):
                found = [*map(str, row.labels), *map(str, row.measure(wanted))]
                fresh[place_of(row)] = found
                print(f"{row.path}:", " | ".join(found[len(row.labels) :]), flush=True)
                put_section(self.section, self._lines(rows, fresh, bool(wanted.only)), self.report)
        if not fresh:
            raise SystemExit(f"--only {wanted.only!r} is none of: {', '.join(row.path for row in rows)}")

    def _lines(self, rows: Sequence[Row], fresh: dict[tuple[str, ...], list[str]], keeps_others: bool) -> Iterator[str]:
        """The tables; what stands in them and is no row any more stays or goes."""
        written = self._written()
        tables: dict[str, list[list[str]]] = {}
        for row in rows:
            place = place_of(row)
            others = [cells for heading, cells in written if (heading, *cells[: len(place) - 1]) == place]
            tables.setdefault(row.heading, []).extend([fresh[place]] if place in fresh else others)
        if keeps_others:
            for heading, row_cells in written:
                is_row = heading in tables and row_cells != list(self.heads)
                if is_row and not any((heading, *row_cells[: len(at) - 1]) == at for at in map(place_of, rows)):
                    tables[heading].append(row_cells)
        for heading, cells in tables.items():
            if cells:
                yield from (heading, "") if heading else ()
                yield from table(self.heads, cells)

    def _written(self) -> list[tuple[str, list[str]]]:
        """The present rows of the section, each with its heading. Read anew each time: others may write meanwhile."""
        heading, found = "", list[tuple[str, list[str]]]()
        for line in section_of(self.section, self.report).splitlines():
            if line.startswith("| "):
                found.append((heading, line[2:-2].split(" | ")))
            elif line and not line.startswith("|"):
                heading = line
        return found


def place_of(row: Row) -> tuple[str, ...]:
    """The place of a row in its document: its heading and labels."""
    return (row.heading, *map(str, row.labels))


def parser_of(about: str | None, *places: str, **options: Option) -> argparse.ArgumentParser:
    """A study's arguments: those at a place, and its settings by name."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for place in places:
        parser.add_argument(place)
    for name, (default, meaning) in options.items():
        shown = f"{meaning} (%(default)s)" if default != "" else meaning
        parser.add_argument(f"--{name}", type=type(default), default=default, help=shown)
    return parser


def pairs(count: int) -> dict[str, Option]:
    """The options of a study that plays matches."""
    return {
        "pairs": (count, "mirrored pairs of games in a match"),
        "processes": (os.cpu_count() or 1, "that play at once"),
    }
