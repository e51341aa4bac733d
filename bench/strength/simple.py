"""How the levels fare against players that follow one sentence (``ai.simple_players``): the Elo lead of each such
player over random play and every level. The tables go into docs/strength.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from ai.arena import play_match
from ai.choose import Decision
from ai.levels import LEVELS, RANDOM
from ai.simple_players import simple_players_of
from bench.report import lead_cells
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS
from engines.api import Observation, Variant
from engines.rng import Rng

PLAYERS = (RANDOM, *LEVELS)
HEADS = ("sentence", *(f"over {player.name}" for player in PLAYERS))


@dataclass(frozen=True)
class Named:
    """A simple player by its name, with which another process finds it: compiled, its sentence cannot be sent there."""

    key: str
    name: str

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Decision:
        """Its move."""
        return simple_players_of(self.key)[self.name].decide(variant, observation, rng, should_stop)


def rows() -> Iterator[Row]:
    """Every simple player of every game, a table for each game."""
    for key, variant in VARIANTS.items():
        for name, player in simple_players_of(key).items():
            measured = partial(measure, variant, Named(key, name))
            yield Row(f"{key}/{name}", (player.sentence,), measured, f"**{variant.name}**")


def measure(variant: Variant, player: Named, wanted: Wanted) -> Iterable[object]:
    """Its lead over each, in the game's first preset, with the 95 % interval."""
    options = next(iter(variant.presets.values()))
    for other in PLAYERS:
        match = play_match(variant, options, player, other, wanted.pairs, wanted.seed, wanted.processes)
        lead, bounds = lead_cells(match)
        yield f"{lead} ({bounds})"


STUDY = Study(__doc__, "simple", HEADS, rows, pairs(100) | {"seed": ("simple", "of the deals")})
main = STUDY.main
