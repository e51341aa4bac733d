"""Many concurrent players against a running Faceoff: latency of every request and the wait for each level, as a table
and a plot.

``faceoff bench load``, or ``python -m clients.load http://127.0.0.1:8000 --players 20 --seconds 60``. The wait for a
computer includes the service's pace, a minimum time of every answer to a person.
"""

import argparse
import csv
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from clients.plots import ACCENT, INK, LINE, OTHER, SOFT, new_plot, save

PLAYERS = Path(__file__).with_name("players.py")
HELD = "wait"
"""The name of requests that are held until the computer has played: their time says nothing about the service."""
PERCENTILES = ("50%", "90%", "95%", "99%")
MARKERS = (("o", ACCENT), ("s", SOFT), ("^", INK), ("D", OTHER))
"""Form and colour of the percentiles."""
FIGURES = Path("build/load")
"""Folder of Locust's figures and the plot."""


@dataclass(frozen=True)
class Line:
    """Locust's statistics of one kind of request; times in ms."""

    kind: str
    name: str
    count: int
    failures: int
    times: tuple[float, ...]
    """At ``PERCENTILES``."""


def main() -> int:
    """Run Locust, print its figures, draw them; 1 if a request failed."""
    parser = argparse.ArgumentParser(
        prog="faceoff bench load", description="Many players at once against a running Faceoff."
    )
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--plot", type=Path, default=Path(f"{FIGURES}.png"), help="a png (%(default)s)")
    wanted = parser.parse_args()
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    options = f"--users {wanted.players} --spawn-rate {wanted.players} --run-time {wanted.seconds}s".split()
    options += ["--locustfile", str(PLAYERS), "--host", wanted.address, "--csv", str(FIGURES)]
    quiet = ("--headless", "--only-summary", "--exit-code-on-error", "0", "--loglevel", "WARNING")
    command = [sys.executable, "-m", "locust", *options, *quiet]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return done.returncode
    measured = read(Path(f"{FIGURES}_stats.csv"))
    if not measured:
        print(f"No request was made: does Faceoff run at {wanted.address}?")
        return 1
    print(table(measured, wanted.seconds))
    draw(measured, wanted.plot, wanted.players, wanted.seconds)
    print(f"\nPlot: {wanted.plot}")
    return 1 if any(line.failures for line in measured) else 0


def read(file: Path) -> list[Line]:
    """The lines of Locust's statistics, computers last."""
    with file.open(newline="") as rows:
        found = [
            Line(
                row["Type"],
                row["Name"],
                int(row["Request Count"]),
                int(row["Failure Count"]),
                tuple(0.0 if row[p] == "N/A" else float(row[p]) for p in PERCENTILES),
            )
            for row in csv.DictReader(rows)
            if row["Name"] != "Aggregated"
        ]
    return sorted(found, key=lambda line: (is_computer(line), line.name))


def is_computer(line: Line) -> bool:
    """True if a line times a computer, not a request."""
    return line.kind == "AI"


def table(measured: list[Line], seconds: int) -> str:
    """The figures as a table."""
    rows = [
        f"{'':24}{'count':>8}{'per s':>8}{'failed':>8}" + "".join(f"{'p' + p[:-1]:>8}" for p in PERCENTILES) + "  ms"
    ]
    for line in measured:
        name = f"wait for {line.name}" if is_computer(line) else f"{line.kind} {line.name}"
        rows.append(
            f"{name:24}{line.count:>8}{line.count / seconds:>8.1f}{line.failures:>8}"
            + "".join(f"{t:>8.0f}" for t in line.times)
        )
    return "\n".join(rows)


def draw(measured: list[Line], file: Path, players: int, seconds: int) -> None:
    """Percentiles of requests on the left, of the wait for computers on the right."""
    held = [line for line in measured if line.name == HELD]
    requests = [line for line in measured if not is_computer(line) and line not in held]
    computers = [line for line in measured if is_computer(line)]
    rows = max(len(requests), len(computers), 1)
    figure, axes = new_plot(1, 2, 1.5 + 0.42 * rows)
    for axis, lines, about in (
        (axes[0, 0], requests, "Requests"),
        (axes[0, 1], computers, "Wait for the computer, by level"),
    ):
        places = range(len(lines))
        for place, line in zip(places, lines, strict=True):
            axis.plot([line.times[0], line.times[-1]], [place, place], color=LINE, linewidth=3, zorder=1)
        for at, (marker, colour) in enumerate(MARKERS):
            axis.plot(
                [line.times[at] for line in lines],
                places,
                marker,
                color=colour,
                markersize=6,
                label=f"p{PERCENTILES[at][:-1]}",
            )
        axis.set(title=about, yticks=places, yticklabels=[f"{line.name}\n{line.count:,} times" for line in lines])
        axis.set(xscale="log", ylim=(len(lines) - 0.4, -0.6))
        ticks = ticks_around([time for line in lines for time in line.times])
        axis.set_xticks(ticks, [f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:g} s" for ms in ticks])
        axis.set_xticks([], minor=True)
        axis.set_xlim(ticks[0] * 0.9, ticks[-1] * 1.1)
        axis.grid(visible=False, axis="y")
    meaning = "percentiles: 95 % took no longer than p95"
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(PERCENTILES), title=meaning
    )
    done, failed = sum(line.count for line in requests + held), sum(line.failures for line in measured)
    title = f"{players} players for {seconds} s: {done / seconds:.0f} requests per second, {failed or 'none'} failed"
    save(figure, file, title, table(measured, seconds))


def ticks_around(times: list[float]) -> list[float]:
    """Steps of 1, 2 and 5 from below the shortest to above the longest of these times, in ms; at least 1."""
    steps = [step * 10.0**power for power in range(7) for step in (1, 2, 5)]
    first = max(step for step in steps if step <= max(1.0, min(times, default=0)))
    last = min(step for step in steps if step >= max(2.0, max(times, default=0)))
    return [step for step in steps if first <= step <= last]


if __name__ == "__main__":
    sys.exit(main())
