"""The search: simulations a second to the heuristic's horizon and to the end of the game, and the time of a decision by level."""

import statistics
import time

from ai import choose
from ai.heuristics import make_heuristic
from ai.heuristics.base import Heuristic
from ai.levels import LEVELS, RANDOM
from ai.search.ismcts import Search
from engines import VARIANTS
from engines.api import CHANCE, OVER, Observation, Variant
from engines.rng import Rng, permutation

SECONDS = 1.0
DECISIONS = 150


def observations(variant: Variant, count: int) -> list[Observation]:
    """What the seats see at ``count`` decisions of random games that are no forced moves."""
    rng, found = Rng(1), []
    while len(found) < count:
        state = variant.new_game(next(iter(variant.presets.values())))
        steps = 0
        while (seat := state.to_act()) != OVER and len(found) < count and steps < 10_000:
            steps += 1
            if seat == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            if len(state.distinct_actions(seat)) > 1:
                found.append(variant.observe(state, seat))
            for action in choose(variant, variant.observe(state, seat), RANDOM, rng).actions:
                state.apply(seat, action)
        if not found:  # a game without decisions
            break
    return found


def simulations_per_second(seen: list[Observation], heuristic: Heuristic) -> float:
    """Over all observations in turn."""
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for observation in seen[::10]:
            search = Search(observation, heuristic, Rng(made), 1000)
            search.run(200, 10**9)
            made += 200
    return made / (time.perf_counter() - began)


def main() -> None:
    for key, variant in VARIANTS.items():
        seen = observations(variant, DECISIONS)
        print(key)
        if not seen:
            print("  nothing to decide")
            continue
        print(f"  simulations/s to the horizon     {simulations_per_second(seen, make_heuristic(key)):12,.0f}")
        print(f"  simulations/s to the game's end  {simulations_per_second(seen, Heuristic()):12,.0f}")
        for level in LEVELS:
            times = []
            for number, observation in enumerate(seen if level.simulations <= 1000 else seen[::3]):
                began = time.perf_counter()
                choose(variant, observation, level, Rng(number))
                times.append(1000 * (time.perf_counter() - began))
            p99 = sorted(times)[int(0.99 * (len(times) - 1))]
            print(f"  level {level.number} {level.name:10} median {statistics.median(times):8.2f} ms   p99 {p99:8.2f} ms")


if __name__ == "__main__":
    main()
