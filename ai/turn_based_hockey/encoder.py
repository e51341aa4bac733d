"""The features of Turn-Based Hockey for its networks. Compiled.

Line-ups are planned as the heuristic plans them, in a few ways: with cards priced higher or lower, for the attack or
the defence. An action is described by the plans that it begins or continues, by their payoffs, and by its card. The
payoff of a plan comes from the network of kept cards (``kept_cards``), against typical hands of the other seat. A
face-off card is described by its chance of winning and its cost. When that network or the planner changes, this one has
to be trained again. No function of the mathematical library is used: the features are the same on every machine.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import NONE, Encoder, Features, between, most, step
from ai.heuristic import lead_of
from ai.networks.judge import EXP_ONE, EXP_STEPS, EXPONENTIALS
from ai.turn_based_hockey.kept_cards import SUITS, KeptCards, kept_cards
from ai.turn_based_hockey.planner import NOT_PLANNED, Planner
from ai.turn_based_hockey.values import (
    BETTER_PAIRS,
    DEFENCE,
    INNER,
    LINES,
    OUTER,
    SEEING,
    VALUES,
    better_pairs,
    count_lower,
    face_off_lead,
    gained,
    learned_price,
    line_value,
    mates,
    periods_after,
    price,
    set_gains,
    value_needed,
)
from engines.api import State
from engines.buffers import append_missing, bit, buffer, float_buffer
from engines.hand import Hand
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LD,
    LINEUP_BOTH,
    LINEUP_FIRST,
    LINEUP_SECOND,
    LW,
    MAX_PERIODS,
    PERIODS,
    PLACES,
    RW,
    C,
    G,
    Options,
    TurnBasedHockeyState,
    kind,
    points,
)

PLANS: Final[i64] = 6
LAST_PLANS: Final[i64] = 3
"""After the last face-off no card is kept, so prices do not matter."""
PRICED: Final = vec[float]([1.0, 1.0, 1.0, 2.0, 0.0, 0.0])
FITTED: Final = vec[float]([0.0, 0.0, 0.0, 0.0, 1.0, 3.0])
ATTACKING: Final = vec[float]([1.0, 1.5, 0.6, 1.0, 1.0, 1.0])
DEFENDING: Final = vec[float]([1.0, 0.6, 1.5, 1.0, 1.0, 1.0])
"""By plan: the weights of the heuristic's prices and of those fitted to the network, and the weights of goals and
saves.
"""
HANDS: Final[i64] = 2
"""Number of typical hands of the other seat."""

# Sizes of the numbers in a feature: how many values each has.
STAGES: Final[i64] = MAX_PERIODS
"""The periods, and overtime."""
NODES: Final[i64] = LINEUP_BOTH + 1 - FACE_OFF
"""The nodes at which a seat decides: the face-off, and line-ups before, after and without seeing the other one."""
LINEUP_NODES: Final[i64] = NODES - 1
FAR_LEAD: Final[i64] = 3
LEADS: Final[i64] = 2 * FAR_LEAD + 1
NEAR_LEAD: Final[i64] = 2
FEW_LEADS: Final[i64] = 2 * NEAR_LEAD + 1
"""The seat's lead in goals; larger leads count as the largest."""
ACES: Final[i64] = 5
TENS: Final[i64] = 17
"""The number of aces, and of cards of ten points."""
SUMS: Final[i64] = 36
SUM_STEP: Final[i64] = 6
"""The points of a hand."""
SUIT_TENS: Final[i64] = 5
SUIT_FAIR: Final[i64] = 4
"""How many cards of ten points there are in a suit, and how many from six to nine, up to three."""
OF_TEN: Final[i64] = 10
FAIR: Final[i64] = 6
"""The points of a card of ten, which only an ace exceeds, and of the lowest fair card."""
POINTS: Final[i64] = 12
"""The points of a card."""
COUNTS: Final[i64] = 8
"""Any other number of cards."""
VALUE_STEPS: Final[i64] = 40
VALUE_STEP: Final = 0.05
"""The payoff of a plan, from -1 on."""
BEHIND: Final = vec[float]([0.002, 0.005, 0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.35])
STEPS: Final[i64] = 12
"""Steps of payoff by which a plan is behind the best: above each of ``BEHIND`` the next one."""
GOALS: Final[i64] = 7
GOAL_STEP: Final = 0.3
"""Goals that a plan is expected to score, or to prevent."""
FAR_MARGIN: Final[i64] = 7
MARGINS: Final[i64] = 2 * FAR_MARGIN + 1
"""By how much the value of a pair exceeds the value needed."""
CHANCES: Final[i64] = 24
"""The chance of winning the face-off."""
COSTS: Final[i64] = 24
COST_STEP: Final = 0.06
"""Goals."""

DECISIONS: Final[i64] = NODES * STAGES
LINEUP_DECISIONS: Final[i64] = LINEUP_NODES * STAGES
HAND_COUNTS: Final[i64] = ACES + TENS + SUMS
"""The number of aces, then that of tens, then the sum of the points."""
UNSEEN_COUNTS: Final[i64] = ACES + TENS
PATTERNS: Final[i64] = 2 * SUIT_TENS * SUIT_FAIR
"""For a suit: whether it has the ace, and how many tens and fair cards."""

POSITIONS: Final[i64] = 1954
BIDS: Final[i64] = 4486
INPUTS: Final[i64] = 6154
"""Features of positions; with those of cards for a line-up; with those of cards for the face-off."""


def make() -> Encoder:
    """Return a new encoder for Turn-Based Hockey."""
    return TurnBasedHockeyEncoder()


def is_alike(card: i64, other: i64) -> bool:
    """True if two cards are equivalent in a line-up."""
    return kind(card, False) == kind(other, False)


class TurnBasedHockeyEncoder(Encoder):
    """The score, the seat's own cards, those unseen, and the plans for them."""

    def __init__(self) -> None:
        super().__init__(INPUTS, "policy")
        self.planner = Planner()
        self.kept: KeptCards | None = None
        self.unseen = buffer(ALL_CARDS)
        self.unseen_count: i64 = 0
        self.gains = float_buffer(LINES * VALUES)
        """As the planner's, all lines counted alike."""
        self.prices = float_buffer(ALL_CARDS)
        self.fitted = float_buffer(ALL_CARDS)
        self.lineups = buffer(PLANS * PLACES)
        """Plan k from ``6 * k`` on."""
        self.count: i64 = 0
        self.values = float_buffer(PLANS)
        """Estimated payoff of each plan."""
        self.scored = float_buffer(PLANS)
        self.prevented = float_buffer(PLANS)
        self.fits = buffer(PLANS)
        """By plan, 1 if it begins with the cards already placed."""
        self.bests = 0.0
        """The highest value of the fitting plans."""
        self.costs = float_buffer(ALL_CARDS)
        """The cost, in goals, of playing a card of the hand in the face-off."""
        self.least_behind = 0.0
        """The highest value of a face-off card, in goals."""
        self.stage: i64 = 0
        self.node = FACE_OFF
        self.by_rank = False
        self.left: i64 = 0
        self.lead: i64 = 0
        self._ply: i64 = -1
        self._seat: i64 = 0
        self._hand: i64 = 0
        self._open: i64 = 0
        self._given: i64 = 0
        self._lead: i64 = 0
        """The input of the last planning: when, for whom, the cards, open cards, cards placed, and lead."""

    # -- the position

    def forget(self) -> None:
        self._ply = -1

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        self._look(state, seat)
        stage, at = self.stage, (self.node - FACE_OFF) * STAGES + self.stage
        features.two(at, DECISIONS, state.placed[seat], PLACES)
        features.two(at, DECISIONS, between(self.lead, FAR_LEAD), LEADS)
        self._add_hand(state.hands[seat], features)
        aces, tens = self._strong_unseen()
        unseen = features.block(STAGES * UNSEEN_COUNTS) + stage * UNSEEN_COUNTS
        features.add(unseen + aces)
        features.add(unseen + ACES + tens)
        shown = features.block(PERIODS * LINES * VALUES) + stage * LINES * VALUES  # in overtime no line-up is seen
        if self.node == LINEUP_SECOND:
            other = state.lineup_at(1 - seat)
            line: i64
            for line in range(LINES):
                features.add(shown + line * VALUES + line_value(state.options, state.lineups, other, line))
        features.two(at, DECISIONS, step(self.bests, -1.0, VALUE_STEP, VALUE_STEPS), VALUE_STEPS)
        goals = features.block(DECISIONS * 2 * GOALS) + at * 2 * GOALS
        if self.node != FACE_OFF:
            self._add_plans(at - STAGES, features)
        features.add(goals + step(self.scored[0], 0.0, GOAL_STEP, GOALS))
        features.add(goals + GOALS + step(self.prevented[0], 0.0, GOAL_STEP, GOALS))

    def _add_plans(self, at: i64, features: Features) -> None:
        """The plans that are still followed, and since when."""
        followed = features.block(LINEUP_DECISIONS * PLANS) + at * PLANS
        features.one(self._given, PLACES)
        k: i64
        for k in range(self.count):
            if self.fits[k] == 1:
                features.add(followed + k)

    def _add_hand(self, hand: Hand, features: Features) -> None:
        own = features.block(STAGES * HAND_COUNTS) + self.stage * HAND_COUNTS
        suits = features.block(STAGES * PATTERNS) + self.stage * PATTERNS
        aces: i64 = 0
        tens: i64 = 0
        total: i64 = 0
        suit: i64
        i: i64
        for suit in range(SUITS):
            ace: i64 = 0
            ten: i64 = 0
            fair: i64 = 0
            for i in range(hand.size):
                card = hand.cards[i]
                if card & 3 == suit:
                    value = points(card)
                    total += value
                    if value > OF_TEN:
                        ace = 1
                    elif value == OF_TEN:
                        ten += 1
                    elif value >= FAIR:
                        fair += 1
            aces += ace
            tens += ten
            features.add(suits + (ace * SUIT_TENS + ten) * SUIT_FAIR + most(fair, SUIT_FAIR - 1))
        features.add(own + aces)
        features.add(own + ACES + tens)
        features.add(own + ACES + TENS + most(total // SUM_STEP, SUMS - 1))

    def _strong_unseen(self) -> tuple[i64, i64]:
        """The number of unseen aces, and of unseen cards of ten points."""
        aces: i64 = 0
        tens: i64 = 0
        i: i64
        for i in range(self.unseen_count):
            value = points(self.unseen[i])
            if value > OF_TEN:
                aces += 1
            elif value == OF_TEN:
                tens += 1
        return aces, tens

    # -- plans

    def _look(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Plan, unless the last planning was for the same position, and find the plans that fit the cards placed."""
        hand, placed = state.hands[seat], state.placed[seat]
        mask, gone = hand.mask(), state.laid_open()
        lead = lead_of(state, seat)
        i: i64
        known = (self._ply, self._seat, self._hand, self._open, self._lead) == (state.ply, seat, mask, gone, lead)
        if not known or placed < self._given or not self._fit(state, seat, self._given):
            self._ply, self._seat, self._hand, self._open, self._lead = state.ply, seat, mask, gone, lead
            self.lead = lead
            self.left = periods_after(state)
            self.stage = PERIODS - 1 - self.left + (1 if state.in_overtime() else 0)
            self.node = state.node
            self.by_rank = state.options.by_rank
            self.unseen_count = append_missing(state.options.deck, mask | gone, self.unseen, 0)
            self._expect(state, seat)
            for i in range(hand.size):
                card = hand.cards[i]
                self.prices[card] = price(hand, card) if self.left > 0 else 0.0
                self.fitted[card] = learned_price(hand, card, self.left) if self.left > 0 else 0.0
            self._make_plans(state, seat, 0)
            if self.node == FACE_OFF:
                self._find_costs(state.options, hand)
        for i in range(self._given, placed + 1):
            # as if every place had been visited: nothing may depend on what was visited before
            if not self._fit(state, seat, i):
                self._make_plans(state, seat, i)
        self._fit(state, seat, placed)

    def _fit(self, state: TurnBasedHockeyState, seat: i64, placed: i64) -> bool:
        """Find the plans that begin with the cards already placed, or with equivalent ones; False if there is none.

        If the other line-up is not seen, left and right are equivalent.
        """
        at = state.lineup_at(seat)
        found = False
        k: i64
        i: i64
        for k in range(self.count):
            fits: i64 = 1
            for i in range(placed):
                card = state.lineups[at + i]
                if not is_alike(self.lineups[PLACES * k + i], card) and not self._turn(k, i, card):
                    fits = 0
            self.fits[k] = fits
            if fits == 1 and (not found or self.values[k] > self.bests):
                found = True
                self.bests = self.values[k]
        return found

    def _turn(self, plan: i64, place: i64, card: i64) -> bool:
        """Exchange left and right in a plan if that puts an equivalent card into the place; False if not."""
        if self.node == LINEUP_SECOND or place not in (LW, LD):
            return False
        left = PLACES * plan + place
        right = left + RW - LW
        if not is_alike(self.lineups[right], card):
            return False
        self.lineups[left], self.lineups[right] = self.lineups[right], self.lineups[left]
        return True

    def _has_next(self, plan: i64, place: i64, card: i64) -> bool:
        """True if a fitting plan has an equivalent card in the place, or may have it there."""
        at = PLACES * plan + place
        if is_alike(self.lineups[at], card):
            return True
        return self.node != LINEUP_SECOND and place in (LW, LD) and is_alike(self.lineups[at + RW - LW], card)

    def _expect(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """The value of pairs: as in ``Planner.meet_unknown`` with exponentials from a table, or as in
        ``Planner.meet_seen``.
        """
        planner, gains, options = self.planner, self.gains, state.options
        value: i64
        if self.node == LINEUP_SECOND:
            planner.meet_seen(options, state.lineups, state.lineup_at(1 - seat))
            for value in range(LINES * VALUES):
                gains[value] = planner.gains[value]
            return
        held = state.hands[1 - seat].size - (1 if self.node == FACE_OFF else 0)
        better = better_pairs(options, self.unseen, self.unseen_count, held)
        for value in range(VALUES):
            set_gains(gains, value, self._falling(better[value + 1]), self._falling(better[value]))

    def _falling(self, better: float) -> float:
        """About ``exp(-better / BETTER_PAIRS)``: the table has ``exp(-i / 64)``."""
        at = i64(64.0 * better / BETTER_PAIRS)
        return float(EXPONENTIALS[at]) / float(EXP_ONE) if at < EXP_STEPS else 0.0

    def _make_plans(self, state: TurnBasedHockeyState, seat: i64, given: i64) -> None:
        """Plan in all ways, with the first places given."""
        planner, hand, pair_values = self.planner, state.hands[seat], state.options.pair_values
        self._given = given
        planner.take(hand, 0)
        i: i64
        k: i64
        self.count = PLANS
        if self.left == 0:
            self.count = i64(1) if self.node == LINEUP_SECOND else LAST_PLANS
        if self.node == FACE_OFF:
            self.count = 1
        at = state.lineup_at(seat)
        for k in range(self.count):
            planner.given = given
            for i in range(given):
                planner.lineup[i] = state.lineups[at + i]
            self._weigh(hand, k)
            floor = NOT_PLANNED
            for i in range(k):
                floor = max(floor, self._worth(state.options, i))
            planner.search(pair_values, floor)
            for i in range(PLACES):
                self.lineups[PLACES * k + i] = planner.lineup[i]
        self._evaluate(state, seat)

    def _worth(self, options: Options, plan: i64) -> float:
        """The value of an earlier plan to the planner."""
        planner, lineups, at = self.planner, self.lineups, PLACES * plan
        value = gained(planner.gains, options, lineups, at, 0) + gained(planner.gains, options, lineups, at, DEFENCE)
        i: i64
        for i in range(at, at + PLACES):
            value -= planner.prices[lineups[i]]
        return value

    def _weigh(self, hand: Hand, plan: i64) -> None:
        """Set the planner's gains and prices to those of one plan."""
        planner, gains = self.planner, self.gains
        i: i64
        for i in range(2 * VALUES):
            planner.gains[i] = ATTACKING[plan] * gains[i]
            planner.gains[2 * VALUES + i] = DEFENDING[plan] * gains[2 * VALUES + i]
        for i in range(hand.size):
            card = hand.cards[i]
            planner.prices[card] = PRICED[plan] * self.prices[card] + FITTED[plan] * self.fitted[card]

    def _evaluate(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Compute the payoff of each plan."""
        options, mask = state.options, state.hands[seat].mask()
        theirs = buffer(HANDS)
        kept = self._kept(options) if self.left > 0 and self.node != FACE_OFF else None
        h: i64
        k: i64
        i: i64
        if kept is not None:
            size = state.hands[1 - seat].size - (i64(0) if self.node == LINEUP_SECOND else PLACES)
            for h in range(HANDS):
                theirs[h] = self._typical(size, h)
        for k in range(self.count):
            same = self._same_before(k)
            if same >= 0:
                self.scored[k], self.prevented[k], self.values[k] = (
                    self.scored[same],
                    self.prevented[same],
                    self.values[same],
                )
                continue
            used: i64 = 0
            for i in range(PLACES):
                used |= bit(self.lineups[PLACES * k + i])
            scored = gained(self.gains, options, self.lineups, PLACES * k, 0)
            prevented = gained(self.gains, options, self.lineups, PLACES * k, DEFENCE)
            self.scored[k] = scored
            self.prevented[k] = prevented
            after = float(self.lead) + scored + prevented - 2.0
            if kept is None:
                self.values[k] = max(-1.0, min(1.0, 0.5 * after))
                continue
            total = 0.0
            for h in range(HANDS):
                kept.take(mask & ~used, theirs[h], self.left)
                whole = i64(after + 100.0) - 100
                part = after - float(whole)
                value = kept.payoff(whole)
                if part > 0.0:
                    value += part * (kept.payoff(whole + 1) - value)
                total += value
            self.values[k] = total / float(HANDS)

    def _same_before(self, plan: i64) -> i64:
        """An earlier plan that is the same, or -1."""
        lineups = self.lineups
        k: i64
        i: i64
        for k in range(plan):
            i = 0
            while i < PLACES and lineups[PLACES * k + i] == lineups[PLACES * plan + i]:
                i += 1
            if i == PLACES:
                return k
        return -1

    def _kept(self, options: Options) -> KeptCards:
        kept = self.kept
        if kept is None or kept.options is not options:
            kept = self.kept = kept_cards(options)
        return kept

    def _typical(self, size: i64, number: i64) -> i64:
        """A bit mask of that many unseen cards, spread evenly from low to high: one of a few such hands."""
        cards: i64 = 0
        i: i64
        for i in range(size):
            cards |= bit(self.unseen[((2 * HANDS * i + 2 * number + 1) * self.unseen_count) // (2 * HANDS * size)])
        return cards

    def _find_costs(self, options: Options, hand: Hand) -> None:
        """The cost of each card in the face-off: its price, and the loss of the plan without it."""
        planner = self.planner
        best = planner.best  # of the only plan, which was just made
        used: i64 = 0
        i: i64
        j: i64
        for i in range(PLACES):
            used |= bit(planner.lineup[i])
        highest = -100.0
        for i in range(hand.size):
            card = hand.cards[i]
            self.costs[card] = self.prices[card]
            if (used >> card) & 1 == 1:
                planner.count = 0
                for j in range(hand.size):
                    if j != i:
                        planner.cards[planner.count] = hand.cards[j]
                        planner.count += 1
                planner.search(options.pair_values)
                self.costs[card] += best - planner.best
            value = SEEING * face_off_lead(card, self.unseen, self.unseen_count, self.by_rank) - self.costs[card]
            if value > highest:
                highest = value
        self.least_behind = highest

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        if self.node == FACE_OFF:
            self._add_bid(state.hands[seat], action, features)
            return
        place, node = state.placed[seat], self.node - LINEUP_FIRST
        stage, at = self.stage, node * STAGES + self.stage
        features.at = POSITIONS
        own = features.block(LINEUP_DECISIONS * PLACES * (STEPS + 1)) + (at * PLACES + place) * (STEPS + 1)
        plans = features.block(LINEUP_DECISIONS * PLANS) + at * PLANS
        leads = features.block(PLANS * STAGES * FEW_LEADS) + stage * FEW_LEADS + between(self.lead, NEAR_LEAD)
        best: i64 = NONE
        k: i64
        for k in range(self.count):
            if self.fits[k] == 1 and self._has_next(k, place, action):
                features.add(plans + k)
                features.add(leads + k * STAGES * FEW_LEADS)
                if best < 0 or self.values[k] > self.values[best]:
                    best = k
        behind: i64 = STEPS
        goals: i64 = NONE
        if best >= 0:
            behind = 0
            while behind < STEPS - 1 and self.bests - self.values[best] > BEHIND[behind]:
                behind += 1
            scored = step(self.scored[best], 0.0, GOAL_STEP, GOALS)
            prevented = step(self.prevented[best], 0.0, GOAL_STEP, GOALS)
            goals = (at * GOALS + scored) * GOALS + prevented
        features.one(goals, LINEUP_DECISIONS * GOALS * GOALS)
        features.add(own + behind)
        is_last: i64 = 1 if self.left == 0 else 0
        card = (node * PLACES + place) * POINTS + points(action)
        features.two(card, LINEUP_NODES * PLACES * POINTS, is_last, 2)
        features.two(place, PLACES, most(mates(state.hands[seat], action), COUNTS - 1), COUNTS)
        if place not in (LW, LD):
            self._add_pair(state, seat, action, place, is_last, features)

    def _add_pair(
        self, state: TurnBasedHockeyState, seat: i64, card: i64, place: i64, is_last: i64, features: Features
    ) -> None:
        """The pair that a card completes, and by how much it beats the pair it meets if that is seen."""
        options = state.options
        line: i64 = 0 if place == C else 1 if place == RW else 2 if place == G else 3
        partner = OUTER[line] if place == INNER[line] else INNER[line]
        value = options.pair(card, state.lineups[state.lineup_at(seat) + partner])
        if self.node != LINEUP_SECOND:
            features.two(is_last * LINES + line, 2 * LINES, value, VALUES)
            return
        features.block(2 * LINES * VALUES)
        margin = value - value_needed(options, state.lineups, state.lineup_at(1 - seat), line)
        features.two(is_last * LINES + line, 2 * LINES, between(margin, FAR_MARGIN), MARGINS)

    def _add_bid(self, hand: Hand, card: i64, features: Features) -> None:
        """A card for the face-off."""
        stage, value = self.stage, points(card)
        below, equal = count_lower(card, self.unseen, self.unseen_count, self.by_rank)
        alike: i64 = 0
        higher: i64 = 0
        i: i64
        for i in range(hand.size):
            if points(hand.cards[i]) == value:
                alike += 1
            elif points(hand.cards[i]) > value:
                higher += 1
        spare, others = most(alike - 1, COUNTS - 1), most(mates(hand, card), COUNTS - 1)
        chance = most((2 * below + equal) * CHANCES // (2 * self.unseen_count), CHANCES - 1)
        ahead = SEEING * face_off_lead(card, self.unseen, self.unseen_count, self.by_rank)
        behind = self.least_behind - ahead + self.costs[card]
        few = stage * FEW_LEADS + between(self.lead, NEAR_LEAD)
        features.at = BIDS
        features.two(stage * LEADS + between(self.lead, FAR_LEAD), PERIODS * LEADS, value, POINTS)
        features.two(few, PERIODS * FEW_LEADS, chance, CHANCES)
        features.two(stage, PERIODS, most(equal, COUNTS - 1), COUNTS)
        features.two(stage * COUNTS + spare, PERIODS * COUNTS, value, POINTS)
        features.two(stage, PERIODS, most(higher, COUNTS - 1), COUNTS)
        features.two(stage * COUNTS + others, PERIODS * COUNTS, value, POINTS)
        features.two(stage, PERIODS, step(self.costs[card], 0.0, COST_STEP, COSTS), COSTS)
        features.two(few, PERIODS * FEW_LEADS, step(behind, 0.0, COST_STEP, COSTS), COSTS)
