"""The cards of Ice Cold Ice Hockey as numbers (sections 3 and 17). Compiled; the deck file is read in ``deck_file``.

A card is its ID, 1 to 64. Zones are read from the player who uses the card: D, C, O are 0, 1, 2.
"""

from mypy_extensions import i64

from engines.buffers import bit, buffer, buffer_of
from engines.ice_cold_ice_hockey.rules import numbers as n


class Range:
    """A closed range of IDs."""

    def __init__(self, low: i64, high: i64) -> None:
        self.low = low
        self.high = high

    def has(self, card: i64) -> bool:
        """True if the card's ID is in the range."""
        return self.low <= card <= self.high


class Deck:
    """What every card does, by ID. A small game uses a few of the cards; the others do not exist in it."""

    def __init__(self, name: str, digest: str, cards: list[int]) -> None:
        self.name = name
        self.digest = digest
        """The digest of the deck file, for the record."""
        self.cards = buffer_of(cards)
        """The IDs in the game, ascending."""
        self.kind = buffer(n.CARD_ROOM)
        self.zones = buffer(n.CARD_ROOM)
        """Zones where the card may be used, a bit each; none printed means all three."""
        self.destination = buffer(3 * n.CARD_ROOM)
        """Where a Pass or Skate from zone z takes the puck, at ``3 * card + z``; NO_ZONE where it does not."""
        self.follow_ons = buffer(n.CARD_ROOM)
        self.outcome = buffer(n.CARD_ROOM)
        self.may_be_penalised = buffer(n.CARD_ROOM)
        """1: P is printed on it."""
        self.steals = buffer(n.CARD_ROOM)
        """1: S is printed on it."""
        self.big_hit = buffer(n.CARD_ROOM)
        """Bonus cards; so are the next two."""
        self.cheap_shot = buffer(n.CARD_ROOM)
        self.fight = buffer(n.CARD_ROOM)
        self.penalty_low = buffer(n.CARD_ROOM)
        self.penalty_high = buffer(n.CARD_ROOM)
        self.major_low = buffer(n.CARD_ROOM)
        self.major_high = buffer(n.CARD_ROOM)
        self.may_give_penalty_shot = buffer(n.CARD_ROOM)
        """1: an Inside Shot whose foul may be a penalty shot."""
        self.ices = buffer(n.CARD_ROOM)
        """1: Ice the Puck."""
        self.os_result = buffer(n.CARD_ROOM)
        self.os_tag = buffer(n.CARD_ROOM)
        self.is_result = buffer(n.CARD_ROOM)
        self.is_tag = buffer(n.CARD_ROOM)
        self.letter = buffer(n.CARD_ROOM)
        self.mark = buffer(n.CARD_ROOM)
        self.fight_home: Range
        """The IDs with which Home wins a fight; one pair of ranges serves both causes (ruling 61)."""
        self.fight_visitor: Range
        self.fight_bonus: i64
        self.by_kind = buffer(n.CARD_ROOM)
        """The IDs in the game, kind after kind: those of kind k are from ``kind_start[k]`` to before ``kind_start[k +
        1]``.
        """
        self.kind_start = buffer(len(n.KIND_NAMES) + 1)

    def index(self) -> None:
        """Sort the cards by kind, once they are filled in."""
        at: i64 = 0
        kind: i64
        i: i64
        for kind in range(len(n.KIND_NAMES)):
            self.kind_start[kind] = at
            for i in range(len(self.cards)):
                if self.kind[self.cards[i]] == kind:
                    self.by_kind[at] = self.cards[i]
                    at += 1
        self.kind_start[len(n.KIND_NAMES)] = at

    def works_in(self, card: i64, zone: i64) -> bool:
        """True if the card may be used in a zone, seen from its player."""
        return self.zones[card] & bit(zone) != 0

    def shows_defence(self, card: i64) -> bool:
        """True if D or P-only D is printed at the upper right: a defensive card may answer it."""
        return self.follow_ons[card] & (n.ON_DEFENCE | n.ON_PENALTY_DEFENCE) != 0

    def calls_minor(self, foul: i64, check: i64) -> bool:
        """True if the ID of ``check`` is in the penalty range of the P card ``foul``."""
        return self.penalty_low[foul] <= check <= self.penalty_high[foul]

    def calls_major(self, foul: i64, check: i64) -> bool:
        """True if the ID of ``check`` is in the range of a major for ``foul``."""
        return self.major_low[foul] <= check <= self.major_high[foul]
