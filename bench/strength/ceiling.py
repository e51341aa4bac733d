"""What luck leaves: the search that sees other hands, not the deck, against the same search that does not.

No player can know this much, and one who judges others by their play knows a part of it at most: so this bounds what
any opponent could gain by better beliefs. (A player with a better plan for hands that it does not know could gain
something besides.) Where partners play, the partner's hand alone bounds what signals could convey. Writes its section
of docs/strength.md.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from ai.arena import Match, OpenCards, Play, pair_seed
from ai.levels import Player
from bench.report import MATCH, match_cells
from bench.strength.games import of_games
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import Observation, State
from engines.hand import Hand
from engines.rng import Rng

SIMULATIONS = 300


@dataclass(frozen=True)
class Unseen:
    """What a player who sees more than a player may does not see: the deck, and closed hands."""

    preset: str
    sees: str
    deck: Callable[[Any], tuple[int, int]]
    """Where it begins and ends in the stock of a state."""
    closed: Callable[[Any, int], Sequence[Hand]] = lambda state, seat: ()
    """The hands of a state that a seat does not see."""

    def observe(self, state: State, seat: int) -> Observation:
        """In place of that of a variant."""
        return OpenHands(state, seat, self)


class OpenHands(OpenCards):
    """The true state as an observation, but for what is unseen."""

    def __init__(self, state: State, seat: int, unseen: Unseen) -> None:
        super().__init__(state, seat)
        self.unseen = unseen

    def determinize_into(self, state: Any, rng: Rng) -> None:
        """Every deal has the true hands that are seen, and the other cards in any order."""
        super().determinize_into(state, rng)
        deal_again(self.unseen.closed(state, int(self.seat)), state.stock, *self.unseen.deck(state), rng)


def deal_again(hands: Sequence[Hand], stock: vec[i64], begin: int, end: int, rng: Rng) -> None:
    """Deal the cards of these hands and of a part of a stock again: each gets as many as it had."""
    cards = [int(hand.cards[i]) for hand in hands for i in range(int(hand.size))] + [
        int(stock[i]) for i in range(begin, end)
    ]
    for i in range(len(cards) - 1):
        j = i + rng.below(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    for hand in hands:
        size = int(hand.size)
        held, cards = sorted(cards[:size]), cards[size:]
        for i in range(size):  # one by one: see ``buffer_of``
            hand.cards[i] = i64(held[i])
    for i in range(begin, end):
        stock[i] = i64(cards[i - begin])


def rows() -> Iterator[Row]:
    """Those of the games' modules."""
    for key, several in of_games("UNSEEN").items():
        for unseen in several:
            game, player = f"{VARIANTS[key].name}, `{unseen.preset}`", f"{SIMULATIONS} simulations"
            labels = (game, f"{player}, sees {unseen.sees}", player)
            yield Row(f"{key}/{unseen.preset}/{unseen.sees}", labels, partial(measure, key, unseen))


def measure(key: str, unseen: Unseen, wanted: Wanted) -> Iterator[object]:
    """The search that sees more against the same search that does not, in mirrored pairs."""
    variant, player = VARIANTS[key], Player(simulations=SIMULATIONS, exact=True)
    rules, options = (replace(variant, observe=unseen.observe), variant), variant.presets[unseen.preset]
    seeds = [pair_seed("ceiling", pair) for pair in range(wanted.pairs)]
    played = [[Play(rules, options, (player, player), seed, side).play_out() for side in (0, 1)] for seed in seeds]
    return match_cells(Match(tuple((first, second) for first, second in played)))


STUDY = Study(
    __doc__,
    "ceiling",
    ("game", "player", "against", *MATCH),
    rows,
    {"pairs": (300, "mirrored pairs of games in a match")},
)
main = STUDY.main
