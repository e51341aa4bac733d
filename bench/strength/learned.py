"""Learned players: networks against the frozen top level and its heuristic.

Mirrored deals; the shuffles are drawn from seeds that neither training nor its curve uses. Writes its section of
docs/strength.md.
"""

from collections.abc import Iterator
from functools import partial

from ai.arena import play_match
from ai.games import make_encoder, make_heuristic
from ai.levels import LEVELS, Player
from ai.trained import networks, trained_network
from bench.opponents import PipedPlayer, frozen_legend
from bench.report import MATCH, match_cells, ms_cell
from bench.strength.ladder import ladders
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS
from engines.api import State, Variant

QUICK = 5
"""Times as many pairs where nothing is searched: those games take milliseconds."""
ALONE, TOP = Player(learned=True), LEVELS[-1]


def rows() -> Iterator[Row]:
    """The matches of every preset for which there is a network."""
    for key, variant in VARIANTS.items():
        for preset, options in variant.presets.items():
            if is_learned(key, variant.new_game(options)):
                for name, player, against, other, share in matches(variant, preset):
                    labels = (f"{variant.name}, `{preset}`", name, against)
                    measured = partial(measure, variant, preset, player, other, share)
                    yield Row(f"{key}/{preset}/{name}", labels, measured)


def matches(variant: Variant, preset: str) -> Iterator[tuple[str, Player, str, PipedPlayer, int]]:
    """The matches, each with a name, and how many times the pairs."""
    if make_encoder(variant.key) is not None:
        yield "network alone", ALONE, "frozen heuristic", frozen_legend(0), QUICK
        # Elsewhere the top level is the network alone.
        if preset == next(iter(variant.presets)) and is_also_calculated(variant.key):
            yield "network alone", ALONE, "frozen Legend", frozen_legend(), 1
    if (variant.key, preset) in ladders():  # a game of the frozen Legend takes a second
        yield TOP.name, TOP, "frozen Legend", frozen_legend(), 1


def measure(
    variant: Variant, preset: str, player: Player, other: PipedPlayer, share: int, wanted: Wanted
) -> Iterator[object]:
    """Play one match."""
    count, options = share * wanted.pairs, variant.presets[preset]
    match = play_match(variant, options, player, other, count, wanted.seed, wanted.processes)
    yield from match_cells(match)
    yield from (f"{match.goal_difference:+.2f}", ms_cell(match, 0), ms_cell(match, 1))


def is_also_calculated(key: str) -> bool:
    """Whether the top level is more than the network alone: whether it calculates endings in a game, or has a solver
    there.
    """
    heuristic = make_heuristic(key)
    return bool(heuristic.solves) or heuristic.ending_us > 0


def is_learned(key: str, state: State) -> bool:
    """True if a network decides in the game with the options of ``state``, or gives the game's solver the values of
    positions.
    """
    return trained_network(key, state) is not None if make_encoder(key) is not None else bool(networks(key))


STUDY = Study(
    __doc__,
    "learned",
    ("game", "player", "against", *MATCH, "goals", "ms, median / p99", "of the other"),
    rows,
    pairs(200) | {"seed": ("learned", "of the deals")},
)
main = STUDY.main
