"""Whether stated probabilities to win are true: those of Legend's moves, and how often it then wins against itself.

Moves are sorted into tenths by what is said of them, and by whether a game is in its first, second or last third, as
long as half of the games last. A cell is the mean result less what was said, in points of 100, with the number of
moves; a tenth with fewer than 200 is left out. Exact endings are not counted. The moves of a game share its result, so
a cell of few games is still imprecise: after the cells stand the largest difference, with its standard error, and the
largest of those that are beyond two standard errors of being below 3 points. The seeds are others than those of
``training.calibrate``.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import fmean, median

from ai.games import make_heuristic
from ai.trained import make_judge
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import Variant
from training.calibrate import SOLVED, Stated, games

TENTHS = 10
FEWEST = 200
STAGES = ("all", "first third", "second third", "last third")
HEADS = (
    "preset",
    "stage",
    "moves",
    *(f"{10 * tenth} to {10 * (tenth + 1)} %" for tenth in range(TENTHS)),
    "largest",
    "surely beyond 3",
)
BEYOND = 0.03


def rows() -> Iterator[Row]:
    """Every stage of every preset that a network plays, a table for each game."""
    for key, variant in VARIANTS.items():
        for name, options in variant.presets.items():
            if variant.has_decisions and make_judge(key, variant.new_game(options)) is not None:
                played = partial(_played, variant, name, {})
                for stage in range(len(STAGES)):
                    measured = partial(measure, played, stage)
                    yield Row(f"{key}/{name}/{STAGES[stage]}", (f"`{name}`", STAGES[stage]), measured, variant.name)


def _played(variant: Variant, name: str, known: dict[int, list[list[Stated]]], wanted: Wanted) -> list[list[Stated]]:
    """The games of a preset, played once for all of its rows."""
    count = wanted.games // (SOLVED if make_heuristic(variant.key).solves else 1)
    if count not in known:
        known[count] = list(islice(games(variant, variant.presets[name], f"{wanted.seed} {name}"), count))
    return known[count]


def measure(played: partial[list[list[Stated]]], stage: int, wanted: Wanted) -> Iterable[object]:
    """The differences of one stage."""
    stated = played(wanted)
    plies = median(game[-1].ply for game in stated if game)
    found = [
        about for game in stated for about in game if stage in (0, 1 + min(2, int(3 * about.ply / max(1.0, plies))))
    ]
    yield len(found)
    largest, worst = (0.0, 0.0), 0.0
    for tenth in range(TENTHS):
        of_tenth = [about for about in found if min(TENTHS - 1, int(TENTHS * about.win)) == tenth]
        if len(of_tenth) < FEWEST:
            yield ""
            continue
        mean, error = difference(of_tenth)
        largest = max(largest, (mean, error), key=lambda each: abs(each[0]))
        if abs(mean) - 2 * error > BEYOND:
            worst = max(worst, mean, -mean)
        yield f"{100 * mean:+.1f} ({len(of_tenth)})"
    yield f"{100 * largest[0]:+.1f} ± {100 * largest[1]:.1f}"
    yield f"{100 * worst:.1f}" if worst else ""


def difference(moves: Sequence[Stated]) -> tuple[float, float]:
    """The mean result less what was said, and its standard error: the moves of a game count as one observation."""
    mean = fmean(about.won - about.win for about in moves)
    by_game: dict[int, float] = defaultdict(float)
    for about in moves:
        by_game[about.game] += about.won - about.win - mean
    return mean, float(sum(each * each for each in by_game.values()) ** 0.5 / len(moves))


STUDY = Study(
    __doc__,
    "calibration",
    HEADS,
    rows,
    {"games": (2000, "of each preset; fewer where a solver takes long"), "seed": ("calibration", "of the games")},
)
main = STUDY.main
