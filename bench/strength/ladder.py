"""How strong the levels are: every level against the one below, in every game with decisions, on mirrored deals.

The results go into ai/<key>/strength.json, which the API shows, as tables into docs/strength.md, and as a picture into
docs/pictures/strength.png. Of a game that has no results yet the first preset is measured; ``--only hockey/original``
measures another, which belongs to the game's results from then on. A match ends as soon as its lead is known within
``--margin``, or after ``--pairs``. ``--draw-only`` plays nothing.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from ai.arena import Match, play_match
from ai.games import make_heuristic
from ai.intervals import elo
from ai.levels import LEVELS, RANDOM, Level
from ai.strength import matches as measured_matches
from bench.report import MATCH, match_cells
from bench.strength.plot import draw
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS
from engines.api import Observation, State
from engines.rng import Rng

RESULTS = Path(__file__).parents[2] / "ai"
"""The results of a game are in its folder here, of the tree: a compiled copy that is used has those of its day."""
CEILING_MARGINS = 3
"""Times the margin of a step, for the ends of the scale."""
CHEAT = Level("all-seeing", "all-seeing", "Searches with all cards open.", simulations=300)
"""What luck leaves to skill: a player who knows every card, those still to be dealt included."""
OPTIONS = {
    "margin": (15, "of a lead, in Elo: its match ends when it is known within"),
    "seed": ("ladder", "of the deals"),
}
HEADS = ("player", "against", *MATCH, "drawn", "won of decided", "goals", "simulations", "ms, median / p99")

Result = dict[str, Any]
"""A match in strength.json."""


class OpenCards(Observation):
    """The true state as an observation, which no player may have. A player that gets it shows the value of knowing all
    cards.
    """

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(seat)
        self.state = state.clone()

    def blank_state(self) -> State:
        """A new state of the same game."""
        return self.state.clone()

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Copy the true state: the deal is always the true one."""
        state.copy_from(self.state)


def ladders(only: str = "") -> Iterator[tuple[str, str]]:
    """What is measured: games with decisions, and their presets: those with results, else the first, and ``only``."""
    results = measured_matches(RESULTS)
    for key, variant in VARIANTS.items():
        if variant.has_decisions:
            presets = dict.fromkeys(result["preset"] for result in results if result["variant"] == key)
            asked = [preset for preset in variant.presets if f"{only}/".startswith(f"{key}/{preset}/")]
            for preset in dict.fromkeys([*(presets or [next(iter(variant.presets))]), *asked]):
                yield key, preset


def matches(key: str) -> Iterator[tuple[Level, Level, float]]:
    """The matches of one ladder, each with the multiple of the margin within which it has to be known: each level
    against the one below, the top against random play, and against the cheat.
    """
    for stronger, weaker in zip(LEVELS, (RANDOM, *LEVELS), strict=False):
        yield stronger, weaker, 1
    yield LEVELS[-1], RANDOM, CEILING_MARGINS
    if not make_heuristic(key).solves:  # else what a seat knows is solved: no player could be shown all cards
        yield CHEAT, LEVELS[-1], CEILING_MARGINS


def rows(only: str = "") -> Iterator[Row]:
    """All matches, a table for each game and preset."""
    for key, preset in ladders(only):
        for first, second, margins in matches(key):
            measured = partial(measure, key, preset, first, second, margins)
            heading = f"### {VARIANTS[key].name}, `{preset}`"
            yield Row(f"{key}/{preset}/{first.key}", (first.name, second.name), measured, heading)


def measure(key: str, preset: str, first: Level, second: Level, margins: float, wanted: Wanted) -> Iterator[object]:
    """Play one match, and put it among the results of its game."""
    _, options = VARIANTS[key].resolve_options(preset, None)
    match = play_match(
        VARIANTS[key],
        options,
        first,
        second,
        wanted.pairs,
        wanted.seed,
        wanted.processes,
        sees=OpenCards if first is CHEAT else None,
        enough=lambda match: match.is_known_within(wanted.margin * margins),
    )
    result = {
        "variant": key,
        "preset": preset,
        "first": first.key,
        "second": second.key,
        "measured": datetime.now(UTC).date().isoformat(),
        "seed": wanted.seed,
        **figures(match),
    }
    before = measured_matches(RESULTS)
    others = [each for each in before if each["variant"] == key and match_of(each) != match_of(result)]
    write(key, in_order([*others, result], wanted.only))
    yield from match_cells(match)
    yield from (f"{100 * match.draws:.0f} %", f"{100 * match.won_of_decided:.1f} %", f"{match.goal_difference:+.2f}")
    yield from (result["simulations"], f"{result['median_ms']:.1f} / {result['p99_ms']:.1f}")


def figures(match: Match) -> Result:
    """The results of a match, rounded."""
    low, high = match.interval
    median, p99 = match.milliseconds(0)
    return {
        "games": len(match.games),
        "points": [round(share, 4) for share in (match.points, low, high)],
        "elo": [round(elo(share)) if 0 < share < 1 else None for share in (match.points, low, high)],
        "draws": round(match.draws, 3),
        "won_of_decided": round(match.won_of_decided, 3),
        "goals": round(match.goal_difference, 2),
        "simulations": round(match.simulations(0)),
        "median_ms": round(median, 2),
        "p99_ms": round(p99, 2),
    }


def match_of(result: Result) -> tuple[str, str, str, str]:
    """Which match it is the result of."""
    return result["variant"], result["preset"], result["first"], result["second"]


def in_order(results: list[Result], only: str = "") -> list[Result]:
    """In the order of the ladders, whichever were played last: the first preset of a game rates its levels. What no
    ladder plays any more goes when all are played.
    """
    order = [(key, preset, first.key, second.key) for key, preset in ladders(only) for first, second, _ in matches(key)]
    known = {match: place for place, match in enumerate(order)}
    kept = (one for one in results if only or match_of(one) in known)
    return sorted(kept, key=lambda one: known.get(match_of(one), len(known)))


def write(key: str, results: list[Result]) -> None:
    """The results of a game, a match a line: its key is in the path."""
    lines = (json.dumps({name: value for name, value in one.items() if name != "variant"}) for one in results)
    (RESULTS / key / "strength.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


def main() -> None:
    """Play and write the results, unless only the picture is wanted, and draw them."""
    study = Study(__doc__, "ladder", HEADS, rows, pairs(2000) | OPTIONS)
    parser = study.parser()
    parser.add_argument("--draw-only", action="store_true", help="draw the results that are there")
    wanted = parser.parse_args()
    if not wanted.draw_only:
        replace(study, rows=partial(rows, wanted.only)).run(wanted)
    draw(measured_matches(RESULTS))
