"""What was learned: players that decide by a network, against the frozen top level and its heuristic:
``python -m bench learned``.

Mirrored deals; the shuffles are drawn from seeds that neither training nor its curve uses. Writes its section of
docs/strength.md.
"""

import argparse
from collections.abc import Iterable, Iterator

from ai.arena import Match, play_match
from ai.games import make_encoder, make_heuristic
from ai.intervals import elo
from ai.levels import LEVELS, Player
from ai.networks import networks, trained_network
from bench.opponents import PipedPlayer, frozen_legend
from bench.report import elo_cells, points_cells, put_section, table, written_rows
from engines import VARIANTS
from engines.api import State

QUICK = 5
"""Times as many pairs where nothing is searched: those games take milliseconds."""
SEARCHED = {"hockey": ("standard", "original", "partnership", "wiggum"), "ice_cold_ice_hockey": ("shootout",)}
"""Presets in which the frozen top level plays too, which takes a second a game."""
HEADS = (
    "game",
    "player",
    "against",
    "games",
    "points",
    "95 %",
    "Elo",
    "95 %",
    "goals",
    "ms, median / p99",
    "of the other",
)


def row(key: str, preset: str, name: str, against: str, match: Match) -> Iterator[object]:
    """A match as cells."""
    low, high = match.interval
    yield from (f"{VARIANTS[key].name}, `{preset}`", name, against, len(match.games))
    yield from points_cells(match.points, low, high)
    yield from elo_cells(elo(match.points), elo(low), elo(high))
    yield f"{match.goal_difference:+.2f}"
    for player in (0, 1):
        median, p99 = match.milliseconds(player)
        yield f"{median:.2f} / {p99:.2f}"


def is_also_calculated(key: str) -> bool:
    """Whether the top level is more than the network alone: whether it calculates endings in a game, or has a solver
    there.
    """
    heuristic = make_heuristic(key)
    return bool(heuristic.solves) or heuristic.ending_us > 0


def is_learned(key: str, state: State) -> bool:
    """True if a network decides in the game with the options of ``state``, or tells the game's solver what positions
    are worth.
    """
    return trained_network(key, state) is not None if make_encoder(key) is not None else bool(networks(key))


def main() -> None:
    """Play all matches and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", default="learned")
    parser.add_argument("--only", default="", help="the beginning of <variant>/<preset>; the rows of the others stay")
    arguments = parser.parse_args()
    pairs = arguments.pairs
    rows: list[Iterable[object]] = []
    for key, variant in VARIANTS.items():
        for preset, options in variant.presets.items():
            if not f"{key}/{preset}".startswith(arguments.only):
                rows += written_rows("learned", f"{variant.name}, `{preset}` |")
                continue
            if not is_learned(key, variant.new_game(options)):
                continue
            matches: list[tuple[str, Player, str, PipedPlayer, int]] = []
            decides = make_encoder(key) is not None
            if decides:
                matches.append(
                    ("network alone", Player(learned=True), "frozen heuristic", frozen_legend(0), QUICK * pairs)
                )
            # Elsewhere the top level is the network alone.
            if decides and preset == next(iter(variant.presets)) and is_also_calculated(key):
                matches.append(("network alone", Player(learned=True), "frozen Legend", frozen_legend(), pairs))
            if preset in SEARCHED.get(key, (preset,)):
                matches.append((LEVELS[-1].name, LEVELS[-1], "frozen Legend", frozen_legend(), pairs))
            for name, player, against, other, count in matches:
                match = play_match(variant, options, player, other, count, arguments.seed)
                print(f"{key}/{preset}: {name} against {against}: {match}", flush=True)
                rows.append(row(key, preset, name, against, match))
    put_section("learned", table(HEADS, rows))


if __name__ == "__main__":
    main()
