"""Many players at once against a running Faceoff: latency of every call and the wait for each level, as a table and a plot.

``make load``, or ``python -m clients.load http://127.0.0.1:8000 --players 20 --seconds 60``. Waiting for a computer includes the
service's pace, by which every answer to a person takes at least this long.
"""

import argparse
import csv
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PLAYERS = Path(__file__).with_name("players.py")
PERCENTILES = ("50%", "90%", "95%", "99%")


@dataclass(frozen=True)
class Line:
    """What Locust measured of one kind of call; times in ms."""

    kind: str
    name: str
    count: int
    failures: int
    times: tuple[float, ...]
    """At ``PERCENTILES``."""


def main() -> int:
    """Run Locust, print its figures, draw them; 1 if a request failed."""
    parser = argparse.ArgumentParser(prog="make load", description="Many players at once against a running Faceoff.")
    parser.add_argument("address")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--plot", type=Path, default=Path("build/load.svg"), help="svg or png (%(default)s)")
    wanted = parser.parse_args()
    wanted.plot.parent.mkdir(parents=True, exist_ok=True)
    figures = wanted.plot.with_suffix("")
    command = [sys.executable, "-m", "locust", "--headless", "--only-summary", "--locustfile", str(PLAYERS), "--host", wanted.address]
    command += ["--users", str(wanted.players), "--spawn-rate", str(wanted.players), "--run-time", f"{wanted.seconds}s"]
    command += ["--csv", str(figures), "--exit-code-on-error", "0", "--loglevel", "WARNING"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return done.returncode
    measured = read(Path(f"{figures}_stats.csv"))
    if not measured:
        print(f"No request was made: does Faceoff run at {wanted.address}?")
        return 1
    print(table(measured, wanted.seconds))
    draw(measured, wanted.plot, f"{wanted.players} players, {wanted.seconds} s")
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
    """Whether a line times a computer, not a request."""
    return line.kind == "AI"


def table(measured: list[Line], seconds: int) -> str:
    """The figures for people to read."""
    rows = [f"{'':24}{'count':>8}{'per s':>8}{'failed':>8}" + "".join(f"{'p' + p[:-1]:>8}" for p in PERCENTILES) + "  ms"]
    for line in measured:
        name = f"wait for {line.name}" if is_computer(line) else f"{line.kind} {line.name}"
        rows.append(f"{name:24}{line.count:>8}{line.count / seconds:>8.1f}{line.failures:>8}" + "".join(f"{t:>8.0f}" for t in line.times))
    return "\n".join(rows)


def draw(measured: list[Line], file: Path, title: str) -> None:
    """Percentiles of calls on the left, of the wait for computers on the right."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    held = [line for line in measured if line.name == "wait"]  # held on purpose: its time says nothing of the service
    calls = [line for line in measured if not is_computer(line) and line not in held]
    computers = [line for line in measured if is_computer(line)]
    for axis, lines, about in ((axes[0], calls, "requests"), (axes[1], computers, "wait for the computer")):
        for at, percentile in enumerate(PERCENTILES):
            axis.plot([line.name for line in lines], [max(line.times[at], 1) for line in lines], "o", label=f"p{percentile[:-1]}")
        axis.set(title=f"{about}: {title}", ylabel="ms", yscale="log")
        axis.tick_params(axis="x", rotation=20)
        axis.legend()
        axis.grid(alpha=0.3)
    figure.savefig(file)


if __name__ == "__main__":
    sys.exit(main())
