"""Level against level on mirrored deals: both games of a pair have the same shuffles, with the seats exchanged.

``python -m ai.arena --variant hockey --preset standard --first 6 --second 5 --pairs 200`` prints how the first level fares.
"""

import argparse
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean, stdev
from typing import Any

from ai import choose
from ai.levels import LEVELS, RANDOM, Level
from engines import VARIANTS
from engines.api import CHANCE, OVER, Variant
from engines.rng import Rng, permutation

NORMAL_95 = 1.96


@dataclass(frozen=True)
class Game:
    """One game from the first level's side."""

    points: float
    """1 won, 0.5 drawn, 0 lost."""
    goals: int
    """Goal difference."""


@dataclass(frozen=True)
class Match:
    """The games of a match in pairs, from the first level's side."""

    pairs: tuple[tuple[Game, Game], ...]

    @property
    def games(self) -> list[Game]:
        """All games."""
        return [game for pair in self.pairs for game in pair]

    @property
    def points(self) -> float:
        """Mean points a game."""
        return fmean(game.points for game in self.games)

    @property
    def draws(self) -> float:
        """Share of drawn games."""
        return fmean(game.points == 0.5 for game in self.games)

    @property
    def won_of_decided(self) -> float:
        """Share of the decided games that were won; 0.5 if none was decided."""
        decided = [game.points for game in self.games if game.points != 0.5]
        return fmean(decided) if decided else 0.5

    @property
    def goal_difference(self) -> float:
        """Mean goal difference a game."""
        return fmean(game.goals for game in self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the mean points, from the spread between pairs."""
        means = [(first.points + second.points) / 2 for first, second in self.pairs]
        margin = NORMAL_95 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 1.0
        return max(0.0, self.points - margin), min(1.0, self.points + margin)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{len(self.games)} games: {100 * self.points:.1f} % of the points [{100 * low:.1f}, {100 * high:.1f}], "
            f"Elo {elo(self.points):+.0f} [{elo(low):+.0f}, {elo(high):+.0f}], "
            f"{100 * self.draws:.0f} % drawn, {100 * self.won_of_decided:.1f} % of the decided won, goals {self.goal_difference:+.2f}"
        )


def elo(points: float) -> float:
    """The Elo difference that mean points stand for; beyond 1 in 1000 it is cut off."""
    share = min(max(points, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def play_match(
    variant: Variant, options: Mapping[str, Any], first: Level, second: Level, pairs: int, seed: str = "arena", processes: int = 1
) -> Match:
    """Play ``pairs`` mirrored pairs; the result depends on the seed alone, not on the number of processes."""
    play = partial(play_pair, variant.key, dict(options), (first, second), seed)
    if processes == 1:
        return Match(tuple(map(play, range(pairs))))
    with ProcessPoolExecutor(processes) as pool:
        return Match(tuple(pool.map(play, range(pairs), chunksize=4)))


def play_pair(key: str, options: Mapping[str, Any], levels: Sequence[Level], seed: str, pair: int) -> tuple[Game, Game]:
    """Both games of a pair: the first level sits on side 0, then on side 1."""
    return play_game(VARIANTS[key], options, levels, f"{seed}/{pair}", 0), play_game(VARIANTS[key], options, levels, f"{seed}/{pair}", 1)


def play_game(variant: Variant, options: Mapping[str, Any], levels: Sequence[Level], seed: str, first_side: int) -> Game:
    """One game with ``levels[0]`` on side ``first_side``; shuffle k is the same in every game of the seed."""
    state = variant.new_game(options)
    deciding = [Rng(f"{seed}/{first_side}/seat {seat}") for seat in range(state.seats())]
    shuffles = 0
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            state.deal(permutation(Rng(f"{seed}/shuffle {shuffles}"), state.shuffle_needed()))
            shuffles += 1
            continue
        level = levels[0] if seat % 2 == first_side else levels[1]
        for action in choose(variant, variant.observe(state, seat), level, deciding[seat]).actions:
            state.apply(seat, action)
    return Game((state.payoff(first_side) + 1) / 2, int(state.score(first_side) - state.score(1 - first_side)))


def main() -> None:
    """Play one match and print it."""
    numbers = [RANDOM.number, *(level.number for level in LEVELS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", choices=list(VARIANTS), default=next(iter(VARIANTS)))
    parser.add_argument("--preset", help="the variant's first if not given")
    parser.add_argument("--first", type=int, choices=numbers, required=True)
    parser.add_argument("--second", type=int, choices=numbers, required=True)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    variant = VARIANTS[arguments.variant]
    _, options = variant.resolve_options(arguments.preset, None)
    first, second = ((RANDOM, *LEVELS)[number] for number in (arguments.first, arguments.second))
    match = play_match(variant, options, first, second, arguments.pairs, arguments.seed, arguments.processes)
    print(f"{first.name} against {second.name}: {match}")


if __name__ == "__main__":
    main()
