"""The cards of Ice Cold Ice Hockey as numbers (sections 3 and 17). Compiled; the deck file is read in ``deck_file``.

A card is its ID, 1 to 64. Zones are read from the player who uses the card: D, C, O are 0, 1, 2.
"""

from typing import Final

from mypy_extensions import i64

from engines.buffers import bit, buffer, buffer_of

DECK_SIZE: Final[i64] = 64
CARD_ROOM: Final[i64] = 65
"""Length of a vector by ID."""
NO_CARD: Final[i64] = 0

DEFENSIVE_ZONE: Final[i64] = 0
CENTRE: Final[i64] = 1
OFFENSIVE_ZONE: Final[i64] = 2
NO_ZONE: Final[i64] = -1
ZONE_LETTERS: Final = "DCO"

PASS: Final[i64] = 0
SKATE: Final[i64] = 1
INSIDE_SHOT: Final[i64] = 2
DEFENCE: Final[i64] = 3
KEPT_IN: Final[i64] = 4
OS_BLOCKED: Final[i64] = 5
IS_BLOCKED: Final[i64] = 6
KINDS: Final[i64] = 7
KIND_NAMES: Final = ("pass", "skate", "inside_shot", "defence", "kept_in", "os_blocked", "is_blocked")

# Icons: the kinds that may be played on top of a card, a bit each.
ON_PASS: Final[i64] = 1
ON_SKATE: Final[i64] = 2
ON_INSIDE_SHOT: Final[i64] = 4
ON_DEFENCE: Final[i64] = 8
ON_PENALTY_DEFENCE: Final[i64] = 16
ON_IS_BLOCK: Final[i64] = 32
ICON_NAMES: Final = ("pass", "skate", "inside_shot", "defence", "penalty_defence", "is_block")
FRESH: Final[i64] = 64
"""The ``top`` of a fresh sequence (7.2): any Pass or Skate, no Inside Shot."""

# What follows a defensive card (8.3).
NO_OUTCOME: Final[i64] = 0
GAIN: Final[i64] = 1
LOOSE: Final[i64] = 2
STOP: Final[i64] = 3
OUTCOME_NAMES: Final = ("", "gain", "loose", "stop")

# Shot results (9.3).
GOAL: Final[i64] = 0
SUPER_SAVE: Final[i64] = 1
SAVE_DEF: Final[i64] = 2
SAVE_OFF: Final[i64] = 3
SAVE_FO: Final[i64] = 4
SAVE_REBOUND: Final[i64] = 5
WIDE_DEF: Final[i64] = 6
POST: Final[i64] = 7
XBAR: Final[i64] = 8
RESULT_NAMES: Final = (
    "GOAL",
    "SUPER_SAVE",
    "SAVE_DEF",
    "SAVE_OFF",
    "SAVE_FO",
    "SAVE_REBOUND",
    "WIDE_DEF",
    "POST",
    "XBAR",
)
NO_TAG: Final[i64] = 0
PPG: Final[i64] = 1
SHG: Final[i64] = 2
TAG_NAMES: Final = ("", "PPG", "SHG")

HOME: Final[i64] = 0
VISITOR: Final[i64] = 1
LETTERS: Final = "HV"

# Marks of a check (5.1).
NO_MARK: Final[i64] = 0
OFFSIDE_MARK: Final[i64] = 1
PENALTY_MARK: Final[i64] = 2
FIGHT_MARK: Final[i64] = 3
MARK_NAMES: Final = ("none", "offside", "penalty_10_40", "fight")


class Range:
    """A closed range of IDs; an empty one is 0 to -1."""

    def __init__(self) -> None:
        self.low: i64 = 0
        self.high: i64 = -1

    def has(self, card: i64) -> bool:
        """True if the card's ID is in the range."""
        return self.low <= card <= self.high


class Deck:
    """What every card does, by ID. A small game uses a few of the cards; the others do not exist in it."""

    def __init__(self, name: str, digest: str, cards: list[int]) -> None:
        self.name = name
        self.digest = digest
        """Of the deck file, carried for the record."""
        self.cards = buffer_of(cards)
        """The IDs in the game, ascending."""
        self.kind = buffer(CARD_ROOM)
        self.zones = buffer(CARD_ROOM)
        """Zones where the card may be used, a bit each; none printed means all three."""
        self.destination = buffer(3 * CARD_ROOM)
        """Where a Pass or Skate from zone z takes the puck, at ``3 * card + z``; NO_ZONE where it does not."""
        self.follow_ons = buffer(CARD_ROOM)
        self.outcome = buffer(CARD_ROOM)
        self.may_be_penalised = buffer(CARD_ROOM)
        """1: P is printed on it."""
        self.steals = buffer(CARD_ROOM)
        """1: S is printed on it."""
        self.big_hit = buffer(CARD_ROOM)
        """Bonus cards; so are the next two."""
        self.cheap_shot = buffer(CARD_ROOM)
        self.fight = buffer(CARD_ROOM)
        self.penalty_low = buffer(CARD_ROOM)
        self.penalty_high = buffer(CARD_ROOM)
        self.major_low = buffer(CARD_ROOM)
        self.major_high = buffer(CARD_ROOM)
        self.may_give_penalty_shot = buffer(CARD_ROOM)
        """1: an Inside Shot whose foul may be a penalty shot."""
        self.ices = buffer(CARD_ROOM)
        """1: Ice the Puck."""
        self.os_result = buffer(CARD_ROOM)
        self.os_tag = buffer(CARD_ROOM)
        self.is_result = buffer(CARD_ROOM)
        self.is_tag = buffer(CARD_ROOM)
        self.letter = buffer(CARD_ROOM)
        self.mark = buffer(CARD_ROOM)
        self.fight_home = Range()
        """The IDs with which Home wins a fight; one pair of ranges serves both causes (ruling 61)."""
        self.fight_visitor = Range()
        self.fight_bonus: i64 = 0
        self.by_kind = buffer(CARD_ROOM)
        """The IDs in the game, kind after kind: those of kind k are from ``kind_start[k]`` to before ``kind_start[k +
        1]``.
        """
        self.kind_start = buffer(KINDS + 1)

    def index(self) -> None:
        """Sort the cards by kind, once they are filled in."""
        at: i64 = 0
        kind: i64
        i: i64
        for kind in range(KINDS):
            self.kind_start[kind] = at
            for i in range(len(self.cards)):
                if self.kind[self.cards[i]] == kind:
                    self.by_kind[at] = self.cards[i]
                    at += 1
        self.kind_start[KINDS] = at

    def works_in(self, card: i64, zone: i64) -> bool:
        """True if the card may be used in a zone, seen from its player."""
        return self.zones[card] & bit(zone) != 0

    def shows_defence(self, card: i64) -> bool:
        """True if D or P-only D is printed at the upper right: a defensive card may answer it."""
        return self.follow_ons[card] & (ON_DEFENCE | ON_PENALTY_DEFENCE) != 0

    def calls_minor(self, foul: i64, check: i64) -> bool:
        """True if the ID of ``check`` is in the penalty range of the P card ``foul``."""
        return self.penalty_low[foul] <= check <= self.penalty_high[foul]

    def calls_major(self, foul: i64, check: i64) -> bool:
        """True if the ID of ``check`` is in the range of a major for ``foul``."""
        return self.major_low[foul] <= check <= self.major_high[foul]
