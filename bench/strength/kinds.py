"""How often each level does what characters like or avoid (``ai.characters``): kinds of moves, such as bold ones, that
a side plays in a game of the level against itself.

People notice an opponent that does one bold thing far too often. So no level should do more, or less, of a kind than
both of its neighbours: *outside* names those that do, by more than three standard errors. The tables go into
docs/strength.md.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain
from math import hypot
from statistics import stdev

from ai.arena import begin_pair
from ai.characters import characters_of
from ai.levels import LEVELS, Level
from bench.strength.characters import Counts, a_game, counted
from bench.study import Row, Study, Wanted
from engines import VARIANTS

HEADS = ("kind", *(level.name for level in LEVELS), "outside")
ERRORS = 3
"""Standard errors by which a level has to be outside of the range of its neighbours."""


def rows() -> Iterator[Row]:
    """Every kind of every game that some character likes or avoids, a table for each game."""
    for key, variant in VARIANTS.items():
        for kind in dict.fromkeys(chain.from_iterable(one.likings for one in characters_of(key).values())):
            measured = partial(measure, key, kind)
            yield Row(f"{key}/{kind}", (kind.replace("_", " "),), measured, f"**{variant.name}**")


def measure(key: str, kind: str, wanted: Wanted) -> Iterator[object]:
    """What a side of each level plays of the kind in a game, and which levels are outside."""
    played = [games(key, level, wanted.pairs) for level in LEVELS]
    yield from (f"{a_game(level, kind):.2f}" for level in played)
    yield ", ".join(LEVELS[place].name for place in outside(played, kind))


@cache
def games(key: str, level: Level, pairs: int) -> Sequence[Counts]:
    """What either side played of each kind in pairs of games of a level against itself."""
    variant = VARIANTS[key]
    options = next(iter(variant.presets.values()))
    found = list[Counts]()
    for pair in range(pairs):
        for play in begin_pair(key, options, (level, level), "kinds", pair):
            play.play_out()
            found += counted(variant, play)
    return found


def outside(played: Sequence[Sequence[Counts]], kind: str) -> list[int]:
    """The places of the levels that play more, or less, of a kind than both of their neighbours: the counts of the
    games of each level are given.
    """
    means = [a_game(level, kind) for level in played]
    errors = [stdev(counts[kind] / 1000 for counts in level) / len(level) ** 0.5 for level in played]
    found = []
    for place in range(1, len(played) - 1):
        beyond = [
            (means[place] - means[neighbour]) / (hypot(errors[place], errors[neighbour]) or 1.0)
            for neighbour in (place - 1, place + 1)
        ]
        if min(beyond) > ERRORS or max(beyond) < -ERRORS:
            found.append(place)
    return found


STUDY = Study(__doc__, "kinds", HEADS, rows, {"pairs": (100, "pairs of games of each level")})
main = STUDY.main
