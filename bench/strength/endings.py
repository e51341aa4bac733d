"""How often players err where the exact values are known: last deals of a game, in which both hands are open, against
exact values.

The positions come from games of a player of ratings against itself, careless in a tenth of its moves: one decision of
each last deal, drawn at random. Those count in which the choice matters: the payoffs of the best and the worst card
differ by more than ``MATTERS``. Every player answers the same positions; wrong is every card that is not one of the
best. The table goes into docs/strength.md.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from statistics import fmean, stdev

from ai.choose import choose
from ai.games import make_heuristic
from ai.levels import RANDOM, Level
from ai.search.alpha_beta import AlphaBeta
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import CHANCE, OVER, State
from engines.rng import Rng, permutation

GAME = next(variant for key, variant in VARIANTS.items() if make_heuristic(key).ending_us > 0)
"""The game whose endings are calculated."""
OPTIONS = next(options for options in GAME.presets.values() if options["seats"] == 2)
"""The options of its first preset for two. Four seats never know each other's cards while there is something to
choose.
"""
MATTERS = 0.05
"""Payoff, from -1 to 1."""
NO_LIMIT = 10**9

AUTHOR = Level("", "author of the positions", "", noise=0.1)
PLAYERS = (
    RANDOM,
    Level("", "ratings", ""),
    *(Level("", f"search {simulations}", "", simulations=simulations) for simulations in (30, 300)),
    Level("", "network", "", learned=True),
    Level("", "network, always its likeliest card", "", learned=True, mixes=False),
    Level("", "search 30, exact", "", simulations=30, exact=True),
)


@dataclass(frozen=True)
class Ending:
    """A decision in a last deal: the truth, and the value of each distinct card to the side to act."""

    state: State
    values: dict[int, float]

    @property
    def best(self) -> float:
        """Payoff of the best card."""
        return max(self.values.values())

    def value_of(self, action: int) -> float:
        """Payoff of a legal card; equal ranks are one."""
        kind = make_heuristic(GAME.key).equivalence_class
        return next(value for card, value in self.values.items() if kind(card) == kind(action))

    @property
    def is_critical(self) -> bool:
        """True if the choice matters."""
        return self.best - min(self.values.values()) > MATTERS


@cache
def critical(deals: int) -> list[Ending]:
    """One decision of each of this many last deals, where the choice matters."""
    rng = Rng("endings standard")
    drawn = (solved(deal[rng.below(len(deal))]) for deal in islice(last_deals(rng), deals))
    return [ending for ending in drawn if ending.is_critical]


def last_deals(rng: Rng) -> Iterator[list[State]]:
    """The last deals of games without end, each as its positions with more than one card to choose from."""
    while True:
        state = GAME.new_game(OPTIONS)
        deal: list[State] = []
        while (seat := state.to_act()) != OVER:
            if seat == CHANCE:
                if deal:
                    yield deal
                deal = []
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            if len(state.distinct_actions(seat)) > 1 and make_heuristic(GAME.key).has_perfect_information(state, seat):
                deal.append(state.clone())
            state.apply(seat, choose(GAME, GAME.observe(state, seat), AUTHOR, rng).actions[0])
        if deal:
            yield deal


def solved(state: State) -> Ending:
    """The position with the values of its cards."""
    solver = AlphaBeta(state, make_heuristic(GAME.key), NO_LIMIT)
    values = {action: solver.value(action) for action in state.distinct_actions(state.to_act())}
    return Ending(state, {action: value for action, value in values.items() if value is not None})


def regrets(level: Level, positions: Sequence[Ending]) -> list[float]:
    """The loss of payoff by the level's choices, position by position."""
    lost = []
    for number, ending in enumerate(positions):
        observation = GAME.observe(ending.state, ending.state.to_act())
        action = choose(GAME, observation, level, Rng(f"{level.name} {number}")).actions[0]
        lost.append(ending.best - ending.value_of(action))
    return lost


def with_error(values: Sequence[float], unit: float = 1.0) -> str:
    """The mean and its standard error."""
    return f"{unit * fmean(values):.4g} ± {unit * stdev(values) / math.sqrt(len(values)):.2g}"


def measure(level: Level, wanted: Wanted) -> tuple[object, ...]:
    """A player on all positions."""
    lost = regrets(level, critical(wanted.deals))
    return len(lost), with_error([loss > 0.0 for loss in lost], 100), with_error(lost)


STUDY = Study(
    __doc__,
    "endings",
    ("player", "positions", "wrong, %", "mean regret"),
    lambda: [Row(level.name, (level.name,), partial(measure, level)) for level in PLAYERS],
    {"deals": (40_000, "last deals to draw positions from")},
)
main = STUDY.main
