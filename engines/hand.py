"""A few cards in order: what a seat holds, in every game. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import bit, buffer, copy_numbers, insert


class Hand:
    """Cards, ascending: the first ``size`` of ``cards``."""

    def __init__(self, room: i64) -> None:
        self.cards = buffer(room)
        self.size: i64 = 0

    def add(self, card: i64) -> None:
        """Insert a card."""
        insert(self.cards, self.size, card)
        self.size += 1

    def add_each(self, cards: list[int]) -> None:
        """Insert cards."""
        for card in cards:
            self.add(card)

    def take(self, stock: vec[i64], first: i64, step: i64, count: i64) -> None:
        """Add ``count`` cards of a stock that is dealt in turn: ``stock[first]``, then every ``step``-th."""
        cards, size = self.cards, self.size
        i: i64
        for i in range(count):
            insert(cards, size + i, stock[first + step * i])
        self.size = size + count

    def hold(self, stock: vec[i64], first: i64, count: i64) -> None:
        """Hold exactly ``count`` cards of an ascending stock."""
        cards = self.cards
        i: i64
        for i in range(count):
            cards[i] = stock[first + i]
        self.size = count

    def fill(self, deck: vec[i64], mask: i64) -> None:
        """Hold exactly the cards of a bit mask; all are in the deck, which is ascending."""
        cards = self.cards
        size: i64 = 0
        i: i64
        for i in range(len(deck)):
            card = deck[i]
            if (mask >> card) & 1 == 1:
                cards[size] = card
                size += 1
        self.size = size

    def remove(self, card: i64) -> None:
        """Remove a card that is held."""
        cards = self.cards
        kept: i64 = 0
        i: i64
        for i in range(self.size):  # as in `insert`, no branch depends on a card
            other = cards[i]
            cards[kept] = other
            if other != card:
                kept += 1
        self.size = kept

    def remove_mask(self, mask: i64) -> None:
        """Remove the cards of a bit mask."""
        cards = self.cards
        kept: i64 = 0
        i: i64
        for i in range(self.size):
            card = cards[i]
            cards[kept] = card
            if (mask >> card) & 1 == 0:
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
