"""The features of Hockey for its networks. Compiled.

Ranks have no order in the rules, and all plain ranks are alike: so a rank is described by how many cards of it are in
the seat's hand and unseen, by what is known about who lacks it, and by who led it, never by its name. Each description
is a feature that counts the ranks it fits. Seats are numbered from the deciding one: 1 is next, 2 is the partner where
four play.
"""

from typing import Final

from mypy_extensions import i64

from ai.encoder import NONE, Covered, Encoder, Features, between, most, network_by
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

PLACED: Final[i64] = 355
"""Features of the ranks and of the top."""
ADVANCED: Final[i64] = 53
"""Features of how far the deal has advanced."""
POSITIONS: Final[i64] = 606
INPUTS: Final[i64] = 1015
"""Features of positions, and with those of actions; the last ones are of positions with many unseen wild cards."""


def make() -> Encoder:
    """Return a new encoder for Hockey."""
    return HockeyEncoder()


class HockeyEncoder(Encoder):
    """Counts of cards by rank, and what the plays of this deal have revealed."""

    def __init__(self) -> None:
        super().__init__(INPUTS, "two")
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
        self.switches = buffer(FLAGS)
        """By switch of the rules, 1 where it is on."""

    def network(self, state: State) -> str:
        assert isinstance(state, HockeyState)
        return network_of(state.options) or ("two" if state.options.seats == 2 else "four")

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, HockeyState)
        options = state.options
        side = seat & 1
        self._find_switches(options)
        holder: i64 = 0 if state.holder == NO_SIDE else 1 if state.holder == side else 2
        chooses = state.node == CHOOSE_DEALER
        placed = features.block(PLACED)
        features.two(deals_to_come(state), DEALS, between(lead_of(state, seat), 4), LEADS)
        advanced = features.block(ADVANCED)
        features.one(state.dealer + 1 + side & 1, 2)
        rules = features.block(3 * FLAGS)
        flag: i64
        for flag in range(FLAGS):
            if self.switches[flag] == 1:
                features.add(rules + 3 * flag + holder)
        features.one(0 if chooses else NONE, 1)
        if not chooses:
            self._count(state, seat)
            self._recall(state, seat)
            features.at = placed
            self._add_ranks(options, features)
            self._add_top(state, holder, features)
            features.at = advanced
            self._add_deal(state, seat, features)

    def _find_switches(self, options: Options) -> None:
        on = self.switches
        on[0] = 1 if options.rematch_steals else 0
        on[1] = 1 if options.wild_counter_steals else 0
        on[2] = 1 if options.goal_keeps_breakaway else 0
        on[3] = 1 if options.wild_scores else 0
        on[4] = 1 if options.clear_pile else 0
        on[5] = 1 if options.starting_pile > 0 else 0
        on[6] = 1 if options.wild_ranks == 0 else 0
        on[7] = 0 if options.has_overtime else 1

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
        held, others = features.block(3 * 4 * 4 * 3), features.block(5 * 2 * 4 * 3)
        i: i64
        for i in range(RANKS):
            if (options.wild_ranks >> i) & 1 == 1 or own[i] + unseen[i] == 0:
                continue
            lacked = 2 * self._lacked(i, 1) + self._lacked(i, 2)
            if own[i] > 0:
                kind = (most(own[i], 3) - 1) * 4 + most(unseen[i], 3)
                features.add(held + (kind * 4 + lacked) * 3 + self._leader(i))
            else:
                kind = unseen[i] * 2 + self._lacked(i, 0)
                features.add(others + (kind * 4 + lacked) * 3 + self._leader(i))
        wild = most(self.own_wild, 4)
        features.one(5 * wild + self.unseen_wild if self.unseen_wild <= 4 else NONE, 5 * 5)
        if self.unseen_wild > 4:
            features.add(INPUTS - 5 * 4 + 4 * wild + most(self.unseen_wild - 5, 3))

    def _add_top(self, state: HockeyState, holder: i64, features: Features) -> None:
        """The top of the pile, and whether others lack its rank."""
        kind: i64 = 0
        lacked = NONE
        if state.top != NO_CARD:
            of_rank = rank(state.top)
            kind = 1
            if (state.options.wild_ranks >> of_rank) & 1 == 0:
                kind = 2 + 4 * most(self.own[of_rank], 3) + most(self.unseen[of_rank], 3)
                lacked = 4 * holder + 2 * self._lacked(of_rank, 1) + self._lacked(of_rank, 2)
        features.two(holder, 3, kind, 18)
        features.one(lacked, 3 * 4)

    def _add_deal(self, state: HockeyState, seat: i64, features: Features) -> None:
        """How far the deal has advanced, and who showed that it has no wild card."""
        seats = state.options.seats
        left: i64 = 0
        i: i64
        for i in range(seats):
            left += state.hands[i].size
        features.one(most(left, 24), 25)
        own = state.hands[seat].size
        following = state.hands[seat + 1 if seat + 1 < seats else i64(0)].size
        features.two(most(own, 7), 8, 1 if following < own else 0, 2)
        features.one(most(len(state.deal_sizes()) - state.deal_number, 7), 8)
        for i in range(seats):
            features.one(0 if self.no_wild[i] == 1 else NONE, 1)

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, HockeyState)
        features.at = POSITIONS
        if state.node == CHOOSE_DEALER:
            features.block(OUTCOMES * (24 + 6 + 5 + FLAGS))
            features.one(1 if action - CHOOSE_DEALER_ACTION == seat else 0, 2)
            return
        of_rank = rank(action)
        outcome = state.effect_of(action)
        if outcome == YIELDS and (state.safe_ranks[seat] >> of_rank) & 1 == 0:
            outcome = YIELDS_UNSAFE
        is_wild = (state.options.wild_ranks >> of_rank) & 1 == 1
        if is_wild:
            features.block(OUTCOMES * (24 + 6))
        else:
            kind = (most(self.own[of_rank], 3) - 1) * 4 + most(self.unseen[of_rank], 3)
            features.two(12 * outcome + kind, OUTCOMES * 12, self._lacked(of_rank, 1), 2)
            features.two(2 * outcome + self._lacked(of_rank, 2), OUTCOMES * 2, self._leader(of_rank), 3)
        features.two(outcome, OUTCOMES, most(self.own_wild - 1, 3) + 1 if is_wild else i64(0), 5)
        flag: i64
        for flag in range(FLAGS):
            if self.switches[flag] == 1:
                features.add(features.at + OUTCOMES * flag + outcome)


def deals_to_come(state: HockeyState) -> i64:
    """Deals after this one in regulation, at most 17; 18 in overtime."""
    if state.in_overtime():
        return DEALS - 1
    deals = len(state.options.deals)
    left = deals - state.deal_number
    if state.period < state.options.periods:
        left += (state.options.periods - state.period) * deals
    return most(left, DEALS - 2)
