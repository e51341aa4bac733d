"""What no player may have: the true hands, or some of them, but not the order of the deck."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from ai.arena import OpenCards
from engines.api import Observation, State
from engines.hand import Hand
from engines.rng import Rng


def none_of(state: Any, seat: int) -> Sequence[Hand]:
    """No hand is closed."""
    return ()


@dataclass(frozen=True)
class Unseen:
    """What a player who sees more than a player may does not see: the deck, and closed hands."""

    preset: str
    sees: str
    deck: Callable[[Any], tuple[int, int]]
    """Where it begins and ends in the stock of a state."""
    closed: Callable[[Any, int], Sequence[Hand]] = none_of
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
