"""The features of Hockey for its networks. Compiled.

Ranks have no order in the rules, and all plain ranks are alike: so a rank is described by how many cards of it are in
the seat's hand and unseen, by what is known about who lacks it, and by who led it, never by its name. Each description
is a feature that counts the ranks it fits. Seats are numbered from the deciding one: 1 is next, 2 is the partner where
four play.
"""

from typing import Final

from mypy_extensions import i64

from ai.encoder import Covered, Encoder, Features, between, most, network_by
from ai.heuristic import lead_of
from engines.api import NO_SIDE, State
from engines.buffers import bit, buffer, count_bits_of_four
from engines.hockey.options import PRESETS, dump_options
from engines.hockey.rules import (
    CHOOSE_DEALER,
    CHOOSE_DEALER_ACTION,
    MAX_SEATS,
    NO_CARD,
    YIELDS,
    HockeyState,
    Options,
    rank,
)

COVERED: Final = (
    Covered(
        "wild",
        [PRESETS["wiggum"]],
        (
            # features show them
            *("periods", "deals", "overtime", "overtime_deals", "wild_ranks", "rematch", "wild_counter"),
            *("first_dealer", "only_top_seen", "deck"),  # of no matter: what is seen is remembered
        ),
    ),
)
"""Who can score with wild cards, by Wiggum's other rules, plays another game than two others; partners play a third."""
network_of: Final = network_by(dump_options, COVERED)
RANKS: Final[i64] = 13
LEADS: Final[i64] = 9
"""Goals that a side leads by, -4 to 4."""
DEALS: Final[i64] = 19
"""Deals left in regulation, 0 to 17, or overtime."""
FLAGS: Final[i64] = 8
"""Switches of the rules."""
OUTCOMES: Final[i64] = YIELDS + 2
"""The effects of a play; one more where a card that leaves the others their breakaway is no public safety."""
YIELDS_UNSAFE: Final[i64] = YIELDS + 1

# Blocks of features, in this order: how many ways of holding a rank there are, and so on.
OWN_RANK: Final[i64] = 0
OTHER_RANK: Final[i64] = OWN_RANK + 3 * 4 * 2 * 2 * 3
WILD_CARDS: Final[i64] = OTHER_RANK + 5 * 2 * 2 * 2 * 3
TOP: Final[i64] = WILD_CARDS + 25
TOP_LACKED: Final[i64] = TOP + 3 * 18
LEAD: Final[i64] = TOP_LACKED + 3 * 4
PLAYS_LEFT: Final[i64] = LEAD + LEADS * DEALS
OWN_CARDS: Final[i64] = PLAYS_LEFT + 25
DEALS_LEFT: Final[i64] = OWN_CARDS + 8 * 2
NO_WILD: Final[i64] = DEALS_LEFT + 8
NEXT_DEALER: Final[i64] = NO_WILD + 4
RULES: Final[i64] = NEXT_DEALER + 2
CHOOSES: Final[i64] = RULES + 3 * FLAGS
PLAY_RANK: Final[i64] = CHOOSES + 1
PLAY_LED: Final[i64] = PLAY_RANK + OUTCOMES * 3 * 4 * 2
PLAY_WILD: Final[i64] = PLAY_LED + OUTCOMES * 2 * 3
PLAY_RULES: Final[i64] = PLAY_WILD + OUTCOMES * 5
DEALER: Final[i64] = PLAY_RULES + OUTCOMES * FLAGS
MANY_UNSEEN_WILD: Final[i64] = DEALER + 2
INPUTS: Final[i64] = MANY_UNSEEN_WILD + 5 * 4


def make() -> Encoder:
    """Return a new encoder for Hockey."""
    return HockeyEncoder()


class HockeyEncoder(Encoder):
    """Counts of cards by rank, and what the plays of this deal have revealed."""

    def __init__(self) -> None:
        super().__init__(INPUTS)
        self.nearest = "two"
        self.own = buffer(RANKS)
        self.unseen = buffer(RANKS)
        self.led = buffer(MAX_SEATS)
        """By relative seat, a bit mask of ranks that it led in this deal where nothing was at stake."""
        self.no_wild = buffer(MAX_SEATS)
        """By relative seat, 1 if in this deal it did not stop a breakaway of the others."""
        self.lacks = buffer(MAX_SEATS)
        """By relative seat, a bit mask of ranks it did not match in this deal."""
        self.own_wild: i64 = 0
        self.unseen_wild: i64 = 0
        self.flags: i64 = 0

    def network(self, state: State) -> str:
        assert isinstance(state, HockeyState)
        return network_of(state.options) or ("two" if state.options.seats == 2 else "four")

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, HockeyState)
        options = state.options
        side = seat & 1
        self.flags = switches(options)
        holder: i64 = 0 if state.holder == NO_SIDE else 1 if state.holder == side else 2
        flag: i64
        for flag in range(FLAGS):
            if (self.flags >> flag) & 1 == 1:
                features.add(RULES + 3 * flag + holder)
        features.add(LEAD + LEADS * deals_to_come(state) + between(lead_of(state, seat), 4))
        features.add(NEXT_DEALER + (state.dealer + 1 + side & 1))
        if state.node == CHOOSE_DEALER:
            features.add(CHOOSES)
            return
        self._count(state, seat)
        self._recall(state, seat)
        self._add_ranks(options, features)
        self._add_table(state, seat, holder, features)

    def _count(self, state: HockeyState, seat: i64) -> None:
        """Count the seat's own cards and the unseen ones by rank."""
        held, hidden = state.hands[seat].mask(), state.options.deck_mask & ~state.seen_by(seat)
        self.own_wild = 0
        self.unseen_wild = 0
        i: i64
        for i in range(RANKS):
            own, unseen = count_bits_of_four((held >> (4 * i)) & 15), count_bits_of_four((hidden >> (4 * i)) & 15)
            self.own[i] = own
            self.unseen[i] = unseen
            if (state.options.wild_ranks >> i) & 1 == 1:
                self.own_wild += own
                self.unseen_wild += unseen

    def _recall(self, state: HockeyState, seat: i64) -> None:
        """Compute what the plays of this deal have revealed about each seat."""
        seats = state.options.seats
        before = (seat if seat > 0 else seats) - 1
        i: i64
        for i in range(seats):
            self.led[i] = 0
            self.no_wild[i] = 0
            self.lacks[i] = state.safe_ranks[before]
            before = before + 1 if before + 1 < seats else i64(0)
        for i in range(state.deal_began, state.plays):
            card, relative = state.played[i], (state.dealer + 1 + i + seats - seat) % seats
            if (state.led >> card) & 1 == 1:
                self.led[relative] |= bit(rank(card))
            elif (state.yielded >> card) & 1 == 1:
                self.no_wild[relative] = 1

    def _lacked(self, of_rank: i64, relative: i64) -> i64:
        """1 if this seat revealed that it lacks the rank."""
        return (self.lacks[relative] >> of_rank) & 1

    def _leader(self, of_rank: i64) -> i64:
        """Who led the rank in this deal: 1 an opponent, 2 the partner, 0 neither."""
        if ((self.led[1] | self.led[3]) >> of_rank) & 1 == 1:
            return 1
        return 2 if (self.led[2] >> of_rank) & 1 == 1 else 0

    def _add_ranks(self, options: Options, features: Features) -> None:
        """One feature for each plain rank that is held or unseen."""
        own, unseen = self.own, self.unseen
        i: i64
        for i in range(RANKS):
            if (options.wild_ranks >> i) & 1 == 1 or own[i] + unseen[i] == 0:
                continue
            lacked = 2 * self._lacked(i, 1) + self._lacked(i, 2)
            if own[i] > 0:
                kind = (most(own[i], 3) - 1) * 4 + most(unseen[i], 3)
                features.add(OWN_RANK + (kind * 4 + lacked) * 3 + self._leader(i))
            else:
                kind = unseen[i] * 2 + self._lacked(i, 0)
                features.add(OTHER_RANK + (kind * 4 + lacked) * 3 + self._leader(i))
        if self.unseen_wild <= 4:
            features.add(WILD_CARDS + 5 * most(self.own_wild, 4) + self.unseen_wild)
        else:
            features.add(MANY_UNSEEN_WILD + 4 * most(self.own_wild, 4) + most(self.unseen_wild - 5, 3))

    def _add_table(self, state: HockeyState, seat: i64, holder: i64, features: Features) -> None:
        """The top of the pile, and how far the deal has advanced."""
        options = state.options
        kind: i64 = 0
        if state.top != NO_CARD:
            of_rank = rank(state.top)
            kind = 1
            if (options.wild_ranks >> of_rank) & 1 == 0:
                kind = 2 + 4 * most(self.own[of_rank], 3) + most(self.unseen[of_rank], 3)
                features.add(TOP_LACKED + 4 * holder + 2 * self._lacked(of_rank, 1) + self._lacked(of_rank, 2))
        features.add(TOP + 18 * holder + kind)
        left: i64 = 0
        i: i64
        for i in range(options.seats):
            left += state.hands[i].size
            if self.no_wild[i] == 1:
                features.add(NO_WILD + i)
        features.add(PLAYS_LEFT + most(left, 24))
        own = state.hands[seat].size
        following = state.hands[seat + 1 if seat + 1 < options.seats else i64(0)].size
        features.add(OWN_CARDS + 2 * most(own, 7) + (1 if following < own else 0))
        features.add(DEALS_LEFT + most(len(state.deal_sizes()) - state.deal_number, 7))

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, HockeyState)
        if state.node == CHOOSE_DEALER:
            features.add(DEALER + (1 if action - CHOOSE_DEALER_ACTION == seat else 0))
            return
        of_rank = rank(action)
        outcome = state.effect_of(action)
        if outcome == YIELDS and (state.safe_ranks[seat] >> of_rank) & 1 == 0:
            outcome = YIELDS_UNSAFE
        if (state.options.wild_ranks >> of_rank) & 1 == 1:
            features.add(PLAY_WILD + 5 * outcome + most(self.own_wild - 1, 3) + 1)
        else:
            kind = (most(self.own[of_rank], 3) - 1) * 4 + most(self.unseen[of_rank], 3)
            features.add(PLAY_RANK + (12 * outcome + kind) * 2 + self._lacked(of_rank, 1))
            features.add(PLAY_LED + (2 * outcome + self._lacked(of_rank, 2)) * 3 + self._leader(of_rank))
            features.add(PLAY_WILD + 5 * outcome)
        flag: i64
        for flag in range(FLAGS):
            if (self.flags >> flag) & 1 == 1:
                features.add(PLAY_RULES + OUTCOMES * flag + outcome)


def switches(options: Options) -> i64:
    """The options as bits."""
    flags: i64 = 0
    if options.rematch_steals:
        flags |= 1
    if options.wild_counter_steals:
        flags |= 2
    if options.goal_keeps_breakaway:
        flags |= 4
    if options.wild_scores:
        flags |= 8
    if options.clear_pile:
        flags |= 16
    if options.starting_pile > 0:
        flags |= 32
    if options.wild_ranks == 0:
        flags |= 64
    if not options.has_overtime:
        flags |= 128
    return flags


def deals_to_come(state: HockeyState) -> i64:
    """Deals after this one in regulation, at most 17; 18 in overtime."""
    if state.in_overtime():
        return DEALS - 1
    deals = len(state.options.deals)
    left = deals - state.deal_number
    if state.period < state.options.periods:
        left += (state.options.periods - state.period) * deals
    return most(left, DEALS - 2)
