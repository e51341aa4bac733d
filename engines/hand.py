"""A few cards in order: what a seat holds, in every game. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import bit, buffer, copy_numbers


class Hand:
    """Cards, ascending: the first ``size`` of ``cards``."""

    def __init__(self, room: i64) -> None:
        self.cards = buffer(room)
        self.size: i64 = 0

    def add(self, card: i64) -> None:
        """Take up a card in its order."""
        cards, at = self.cards, self.size
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
        self.size += 1

    def fill(self, deck: vec[i64], mask: i64) -> None:
        """Hold the cards of a bit mask, and no others; all are of the deck, which is ascending."""
        self.size = 0
        i: i64
        for i in range(len(deck)):
            card = deck[i]
            if (mask >> card) & 1 == 1:
                self.cards[self.size] = card
                self.size += 1

    def remove(self, card: i64) -> None:
        """Give up a card that is held."""
        cards = self.cards
        at: i64 = 0
        while cards[at] != card:
            at += 1
        self.size -= 1
        while at < self.size:
            cards[at] = cards[at + 1]
            at += 1

    def remove_mask(self, mask: i64) -> None:
        """Give up the cards of a bit mask."""
        kept: i64 = 0
        i: i64
        for i in range(self.size):
            card = self.cards[i]
            if (mask >> card) & 1 == 0:
                self.cards[kept] = card
                kept += 1
        self.size = kept

    def holds(self, card: i64) -> bool:
        """True if the card is held."""
        i: i64
        for i in range(self.size):
            if self.cards[i] == card:
                return True
        return False

    def mask(self) -> i64:
        """The cards as a bit mask; for games with up to 62 cards."""
        mask: i64 = 0
        i: i64
        for i in range(self.size):
            mask |= bit(self.cards[i])
        return mask

    def copy_from(self, other: "Hand") -> None:
        """Become a copy of ``other``."""
        self.size = other.size
        copy_numbers(other.cards, self.cards, other.size)
