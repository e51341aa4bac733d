"""What a network of Turn-Based Hockey is shown. Compiled.

Line-ups are planned as the heuristic plans them, in a few ways: with cards priced higher or lower, for the attack or
the defence. An action is described by the plans that it begins or continues, by what those lead to, and by its card.
What a plan leads to is what the network of kept cards (``kept_cards``) makes of it, against typical hands of the other
seat. A face-off card is described by what it beats and costs. When that network or the planner changes, this one is to
be trained again. No function of the mathematical library is used: the features are the same on every machine.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import Encoder, Features, between, most, step
from ai.networks import networks
from ai.networks.judge import EXP_ONE, EXP_STEPS, EXPONENTIALS
from ai.turn_based_hockey.kept_cards import NETWORK, KeptCards, knows
from ai.turn_based_hockey.lineups import (
    LINES,
    VALUES,
    Planner,
    learned_price,
    periods_after,
    price,
)
from engines.api import State
from engines.buffers import bit, buffer, buffer_of, float_buffer
from engines.hand import Hand
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LD,
    LINEUP_FIRST,
    LINEUP_SECOND,
    LW,
    PLACES,
    RD,
    RW,
    C,
    G,
    Options,
    TurnBasedHockeyState,
    kind,
    points,
)

POLICY_NETWORK: Final = "policy"

PLANS: Final[i64] = 6
LAST_PLANS: Final[i64] = 3
"""After the last face-off nothing is kept, so that prices do not matter."""
PRICED: Final = vec[float]([1.0, 1.0, 1.0, 2.0, 0.0, 0.0])
FITTED: Final = vec[float]([0.0, 0.0, 0.0, 0.0, 1.0, 3.0])
ATTACKING: Final = vec[float]([1.0, 1.5, 0.6, 1.0, 1.0, 1.0])
DEFENDING: Final = vec[float]([1.0, 0.6, 1.5, 1.0, 1.0, 1.0])
"""By plan: how much of the heuristic's prices, and of those fitted to the network, cards cost, and how much goals and
saves count.
"""
HANDS: Final[i64] = 2
"""Typical hands that the other seat may keep."""
SEEING: Final = 2.0
"""Goals that setting up second is worth, as in the heuristic."""

STAGES: Final[i64] = 4
"""The periods, and overtime."""
KINDS: Final[i64] = 4
"""Of decisions: the face-off, and line-ups before, after and without seeing the other one."""
LINEUP_KINDS: Final[i64] = 3
PERIODS_SEEN: Final[i64] = 3
"""Overtime has no face-off, and no line-up that is seen."""
LEADS: Final[i64] = 7
FEW_LEADS: Final[i64] = 5
STEPS: Final[i64] = 12
BEHIND: Final = vec[float]([0.002, 0.005, 0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.35])
"""Steps of payoff by which a plan is behind the best."""
WORTHS: Final[i64] = 40
GOALS: Final[i64] = 7
COSTS: Final[i64] = 24
POINTS: Final[i64] = 12
TENS: Final[i64] = 17
SUMS: Final[i64] = 36
PATTERNS: Final[i64] = 40
MARGINS: Final[i64] = 15
CHANCES: Final[i64] = 24
COUNTS: Final[i64] = 8

# Blocks of features, each after the one before.
NODE: Final[i64] = 0
LEAD: Final[i64] = NODE + KINDS * STAGES * PLACES
OWN: Final[i64] = LEAD + KINDS * STAGES * LEADS
SUIT: Final[i64] = OWN + STAGES * (5 + TENS + SUMS)
UNSEEN: Final[i64] = SUIT + STAGES * PATTERNS
SHOWN: Final[i64] = UNSEEN + STAGES * (5 + TENS)
BEST: Final[i64] = SHOWN + PERIODS_SEEN * LINES * VALUES
BEST_GOALS: Final[i64] = BEST + KINDS * STAGES * WORTHS
FOLLOWED: Final[i64] = BEST_GOALS + KINDS * STAGES * 2 * GOALS

ACT: Final[i64] = FOLLOWED + LINEUP_KINDS * STAGES * PLANS + PLACES
"""From here on of actions."""
ACT_PLAN: Final[i64] = ACT + LINEUP_KINDS * STAGES * PLACES * (STEPS + 1)
ACT_PLAN_LEAD: Final[i64] = ACT_PLAN + LINEUP_KINDS * STAGES * PLANS
ACT_GOALS: Final[i64] = ACT_PLAN_LEAD + PLANS * STAGES * FEW_LEADS
ACT_CARD: Final[i64] = ACT_GOALS + LINEUP_KINDS * STAGES * GOALS * GOALS
ACT_MATES: Final[i64] = ACT_CARD + LINEUP_KINDS * PLACES * POINTS * 2
ACT_PAIR: Final[i64] = ACT_MATES + PLACES * COUNTS
ACT_MARGIN: Final[i64] = ACT_PAIR + 2 * LINES * VALUES
BID_POINTS: Final[i64] = ACT_MARGIN + 2 * LINES * MARGINS
BID_CHANCE: Final[i64] = BID_POINTS + PERIODS_SEEN * LEADS * POINTS
BID_TIES: Final[i64] = BID_CHANCE + PERIODS_SEEN * FEW_LEADS * CHANCES
BID_SPARE: Final[i64] = BID_TIES + PERIODS_SEEN * COUNTS
BID_HIGHER: Final[i64] = BID_SPARE + PERIODS_SEEN * COUNTS * POINTS
BID_MATES: Final[i64] = BID_HIGHER + PERIODS_SEEN * COUNTS
BID_COST: Final[i64] = BID_MATES + PERIODS_SEEN * COUNTS * POINTS
BID_BEHIND: Final[i64] = BID_COST + PERIODS_SEEN * COSTS
INPUTS: Final[i64] = BID_BEHIND + PERIODS_SEEN * FEW_LEADS * COSTS


def make() -> Encoder:
    """Return a new encoder for Turn-Based Hockey."""
    return TurnBasedHockeyEncoder()


def is_alike(card: i64, other: i64) -> bool:
    """True if two cards do the same in a line-up."""
    return kind(card, False) == kind(other, False)


class TurnBasedHockeyEncoder(Encoder):
    """The score, the own cards, those unseen, and what plans make of them."""

    def __init__(self) -> None:
        super().__init__(INPUTS)
        self.planner = Planner()
        self.planner.margin = 0.0
        self.kept: KeptCards | None = None
        self.exponentials = buffer_of(EXPONENTIALS)
        self.unseen = buffer(ALL_CARDS)
        self.unseen_count: i64 = 0
        self.gains = float_buffer(LINES * VALUES)
        """As the planner's, all lines counted alike."""
        self.prices = float_buffer(ALL_CARDS)
        self.fitted = float_buffer(ALL_CARDS)
        self.lineups = buffer(PLANS * PLACES)
        """Plan k from ``6 * k`` on."""
        self.count: i64 = 0
        self.worths = float_buffer(PLANS)
        """Payoff that each plan is thought to lead to."""
        self.scored = float_buffer(PLANS)
        self.prevented = float_buffer(PLANS)
        self.fits = buffer(PLANS)
        """By plan, 1 if it begins with the cards that are placed."""
        self.bests = 0.0
        """The highest worth of those that fit."""
        self.costs = float_buffer(ALL_CARDS)
        """Goals that are lost with a card of the hand in the face-off."""
        self.least_behind = 0.0
        """The highest worth of a face-off card, in goals."""
        self.stage: i64 = 0
        self.kind: i64 = 0
        self.left: i64 = 0
        self.lead: i64 = 0
        self._ply: i64 = -1
        self._seat: i64 = 0
        self._hand: i64 = 0
        self._open: i64 = 0
        self._given: i64 = 0
        self._lead: i64 = 0
        """What was planned last: when, for whom, with which cards, open cards, cards placed beforehand, and lead."""

    def network(self, state: State) -> str:
        """The network knows the games that the values of kept cards are known for."""
        assert isinstance(state, TurnBasedHockeyState)
        return POLICY_NETWORK if knows(state.options) else ""

    # -- the position

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        self._look(state, seat)
        placed = state.placed[seat]
        stage, at, lead = self.stage, self.kind * STAGES + self.stage, self.lead
        features.add(NODE + at * PLACES + placed)
        features.add(LEAD + at * LEADS + between(lead, 3))
        self._add_hand(state.hands[seat], features)
        aces, tens = self._strong_unseen()
        features.add(UNSEEN + stage * (5 + TENS) + aces)
        features.add(UNSEEN + stage * (5 + TENS) + 5 + tens)
        if self.kind == 2:
            self._add_shown(state, 1 - seat, features)
        features.add(BEST + at * WORTHS + step(self.bests, -1.0, 0.05, WORTHS))
        if self.kind > 0:
            self._add_plans(features)
        features.add(BEST_GOALS + (at * 2) * GOALS + step(self.scored[0], 0.0, 0.3, GOALS))
        features.add(BEST_GOALS + (at * 2 + 1) * GOALS + step(self.prevented[0], 0.0, 0.3, GOALS))

    def _add_plans(self, features: Features) -> None:
        """Which plans are still followed, and since when."""
        at = (self.kind - 1) * STAGES + self.stage
        features.add(FOLLOWED + LINEUP_KINDS * STAGES * PLANS + self._given)
        k: i64
        for k in range(self.count):
            if self.fits[k] == 1:
                features.add(FOLLOWED + at * PLANS + k)

    def _add_hand(self, hand: Hand, features: Features) -> None:
        start = OWN + self.stage * (5 + TENS + SUMS)
        aces: i64 = 0
        tens: i64 = 0
        total: i64 = 0
        suit: i64
        i: i64
        for suit in range(4):
            ace: i64 = 0
            strong: i64 = 0
            weak: i64 = 0
            for i in range(hand.size):
                card = hand.cards[i]
                if card & 3 == suit:
                    worth = points(card)
                    total += worth
                    if worth == 11:
                        ace = 1
                    elif worth == 10:
                        strong += 1
                    elif worth >= 6 and weak < 3:
                        weak += 1
            aces += ace
            tens += strong
            features.add(SUIT + self.stage * PATTERNS + (ace * 5 + strong) * 4 + weak)
        features.add(start + aces)
        features.add(start + 5 + tens)
        features.add(start + 5 + TENS + most(total // 6, SUMS - 1))

    def _strong_unseen(self) -> tuple[i64, i64]:
        aces: i64 = 0
        tens: i64 = 0
        i: i64
        for i in range(self.unseen_count):
            worth = points(self.unseen[i])
            if worth == 11:
                aces += 1
            elif worth == 10:
                tens += 1
        return aces, tens

    def _add_shown(self, state: TurnBasedHockeyState, other: i64, features: Features) -> None:
        at, lineups = state.lineup_at(other), state.lineups
        start = SHOWN + self.stage * LINES * VALUES
        options = state.options
        features.add(start + options.pair(lineups[at + LW], lineups[at + C]))
        features.add(start + VALUES + options.pair(lineups[at + RW], lineups[at + C]))
        features.add(start + 2 * VALUES + options.pair(lineups[at + LD], lineups[at + G]))
        features.add(start + 3 * VALUES + options.pair(lineups[at + RD], lineups[at + G]))

    # -- plans

    def _look(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Plan, unless that is what was planned last, and find the plans that fit what is placed."""
        hand, placed = state.hands[seat], state.placed[seat]
        mask, gone = hand.mask(), state.laid_open()
        lead = state.totals[seat] - state.totals[1 - seat]
        known = (self._ply, self._seat, self._hand, self._open, self._lead) == (state.ply, seat, mask, gone, lead)
        if not known or placed < self._given or not self._fit(state, seat, self._given):
            self._ply, self._seat, self._hand, self._open, self._lead = state.ply, seat, mask, gone, lead
            self.lead = lead
            self.left = periods_after(state)
            self.stage = state.period - 1
            self.kind = (
                0
                if state.node == FACE_OFF
                else 1
                if state.node == LINEUP_FIRST
                else 2
                if state.node == LINEUP_SECOND
                else 3
            )
            self._find_unseen(state.options, mask | gone)
            self._expect(state, seat)
            self._make_plans(state, seat, 0)
            if self.kind == 0:
                self._find_costs(state.options, hand)
        i: i64
        for i in range(self._given, placed + 1):
            # as if every place had been looked at: nothing hangs on what was looked at before
            if not self._fit(state, seat, i):
                self._make_plans(state, seat, i)
        self._fit(state, seat, placed)

    def _fit(self, state: TurnBasedHockeyState, seat: i64, placed: i64) -> bool:
        """Find the plans that begin with the cards that are placed, or with others of their kinds; False if there is
        none.

        Where the other line-up is not seen, left and right are alike.
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
            if fits == 1 and (not found or self.worths[k] > self.bests):
                found = True
                self.bests = self.worths[k]
        return found

    def _turn(self, plan: i64, place: i64, card: i64) -> bool:
        """Exchange left and right in a plan if that puts such a card into the place; False if not."""
        if self.kind == 2 or place not in (LW, LD):
            return False
        left = PLACES * plan + place
        right = left + RW - LW
        if not is_alike(self.lineups[right], card):
            return False
        self.lineups[left], self.lineups[right] = self.lineups[right], self.lineups[left]
        return True

    def _has_next(self, plan: i64, place: i64, card: i64) -> bool:
        """True if a plan that fits has such a card in the place, or may have it there."""
        at = PLACES * plan + place
        if is_alike(self.lineups[at], card):
            return True
        return self.kind != 2 and place in (LW, LD) and is_alike(self.lineups[at + RW - LW], card)

    def _find_unseen(self, options: Options, seen: i64) -> None:
        count: i64 = 0
        i: i64
        for i in range(len(options.deck)):
            if (seen >> options.deck[i]) & 1 == 0:
                self.unseen[count] = options.deck[i]
                count += 1
        self.unseen_count = count

    def _expect(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """What pairs are worth: as in ``Planner.meet_unknown``, the exponentials from a table, or as
        ``Planner.meet_seen`` has them.
        """
        planner, gains, options = self.planner, self.gains, state.options
        value: i64
        if self.kind == 2:
            planner.meet_seen(options, state.lineups, state.lineup_at(1 - seat))
            for value in range(LINES * VALUES):
                gains[value] = planner.gains[value]
            return
        pairs = buffer(VALUES)
        cards, count = self.unseen, self.unseen_count
        i: i64
        j: i64
        for i in range(count):
            for j in range(i):
                pairs[options.pair(cards[i], cards[j])] += 1
        held = state.hands[1 - seat].size - (1 if self.kind == 0 else 0)
        share = float(held * (held - 1)) / float(count * (count - 1))
        better = 0.0
        value = VALUES - 1
        while value >= 0:
            gains[value] = self._falling(better)
            better += share * float(pairs[value])
            gains[2 * VALUES + value] = self._falling(better)
            gains[VALUES + value] = gains[value]
            gains[3 * VALUES + value] = gains[2 * VALUES + value]
            value -= 1

    def _falling(self, better: float) -> float:
        """About ``exp(-better / 4)``."""
        at = i64(16.0 * better)
        return float(self.exponentials[at]) / float(EXP_ONE) if at < EXP_STEPS else 0.0

    def _make_plans(self, state: TurnBasedHockeyState, seat: i64, given: i64) -> None:
        """Plan in all ways, the first places given."""
        planner, hand, pair_values = self.planner, state.hands[seat], state.options.pair_values
        self._given = given
        planner.take(hand, 0)
        i: i64
        k: i64
        for i in range(hand.size):
            card = hand.cards[i]
            self.prices[card] = price(hand, card) if self.left > 0 else 0.0
            self.fitted[card] = learned_price(hand, card, self.left) if self.left > 0 else 0.0
        self.count = PLANS
        if self.left == 0:
            self.count = i64(1) if self.kind == 2 else LAST_PLANS
        if self.kind == 0:
            self.count = 1
        at = state.lineup_at(seat)
        for k in range(self.count):
            planner.given = given
            for i in range(given):
                planner.lineup[i] = state.lineups[at + i]
            self._weigh(hand, k)
            planner.search(pair_values)
            for i in range(PLACES):
                self.lineups[PLACES * k + i] = planner.lineup[i]
        self._evaluate(state, seat)

    def _weigh(self, hand: Hand, plan: i64) -> None:
        """Let the planner see gains and prices as one plan does."""
        planner, gains = self.planner, self.gains
        i: i64
        for i in range(2 * VALUES):
            planner.gains[i] = ATTACKING[plan] * gains[i]
            planner.gains[2 * VALUES + i] = DEFENDING[plan] * gains[2 * VALUES + i]
        for i in range(hand.size):
            card = hand.cards[i]
            planner.prices[card] = PRICED[plan] * self.prices[card] + FITTED[plan] * self.fitted[card]

    def _evaluate(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Say what each plan leads to."""
        gains, pair_values, mask = self.gains, state.options.pair_values, state.hands[seat].mask()
        theirs = buffer(HANDS)
        kept = self._kept(state.options) if self.left > 0 and self.kind > 0 else None
        h: i64
        k: i64
        i: i64
        if kept is not None:
            size = state.hands[1 - seat].size - (i64(0) if self.kind == 2 else PLACES)
            for h in range(HANDS):
                theirs[h] = self._typical(size, h)
        for k in range(self.count):
            same = self._same_before(k)
            if same >= 0:
                self.scored[k], self.prevented[k], self.worths[k] = (
                    self.scored[same],
                    self.prevented[same],
                    self.worths[same],
                )
                continue
            lineup = buffer(PLACES)
            used: i64 = 0
            for i in range(PLACES):
                lineup[i] = self.lineups[PLACES * k + i]
                used |= bit(lineup[i])
            centre, goalie = ALL_CARDS * lineup[C], ALL_CARDS * lineup[G]
            scored = gains[pair_values[centre + lineup[LW]]] + gains[VALUES + pair_values[centre + lineup[RW]]]
            prevented = (
                gains[2 * VALUES + pair_values[goalie + lineup[LD]]]
                + gains[3 * VALUES + pair_values[goalie + lineup[RD]]]
            )
            self.scored[k] = scored
            self.prevented[k] = prevented
            after = float(self.lead) + scored + prevented - 2.0
            if kept is None:
                self.worths[k] = max(-1.0, min(1.0, 0.5 * after))
                continue
            total = 0.0
            for h in range(HANDS):
                kept.take(mask & ~used, theirs[h], self.left)
                whole = i64(after + 100.0) - 100
                part = after - float(whole)
                worth = kept.payoff(whole)
                if part > 0.0:
                    worth += part * (kept.payoff(whole + 1) - worth)
                total += worth
            self.worths[k] = total / float(HANDS)

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
            kept = KeptCards(networks("turn_based_hockey")[NETWORK].share(), options)
            self.kept = kept
        return kept

    def _typical(self, size: i64, number: i64) -> i64:
        """A bit mask of that many unseen cards, evenly from low to high: one of a few such hands."""
        cards: i64 = 0
        i: i64
        for i in range(size):
            cards |= bit(self.unseen[((2 * HANDS * i + 2 * number + 1) * self.unseen_count) // (2 * HANDS * size)])
        return cards

    def _find_costs(self, options: Options, hand: Hand) -> None:
        """What is lost with each card in the face-off: its price, and what the plan without it is worse."""
        planner = self.planner
        best = planner.best  # of the only plan, which was made just now
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
            worth = SEEING * self._gained(card) - self.costs[card]
            if worth > highest:
                highest = worth
        self.least_behind = highest

    def _gained(self, card: i64) -> float:
        """The share of unseen cards that the card beats in a face-off less the share that beats it."""
        below, equal = self._lower(card)
        return float(2 * below + equal - self.unseen_count) / float(self.unseen_count)

    def _lower(self, card: i64) -> tuple[i64, i64]:
        """How many unseen cards lose a face-off against the card, and how many tie."""
        below: i64 = 0
        equal: i64 = 0
        i: i64
        for i in range(self.unseen_count):
            worth = points(self.unseen[i]) - points(card)
            if worth < 0:
                below += 1
            elif worth == 0:
                equal += 1
        return below, equal

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        if self.kind == 0:
            self._add_bid(state.hands[seat], action, features)
            return
        place = state.placed[seat]
        stage, at = self.stage, (self.kind - 1) * STAGES + self.stage
        lead = between(self.lead, 2)
        best: i64 = -1
        k: i64
        for k in range(self.count):
            if self.fits[k] == 1 and self._has_next(k, place, action):
                features.add(ACT_PLAN + at * PLANS + k)
                features.add(ACT_PLAN_LEAD + (k * STAGES + stage) * FEW_LEADS + lead)
                if best < 0 or self.worths[k] > self.worths[best]:
                    best = k
        behind: i64 = STEPS
        if best >= 0:
            behind = 0
            while behind < STEPS - 1 and self.bests - self.worths[best] > BEHIND[behind]:
                behind += 1
            goals = step(self.scored[best], 0.0, 0.3, GOALS) * GOALS + step(self.prevented[best], 0.0, 0.3, GOALS)
            features.add(ACT_GOALS + at * GOALS * GOALS + goals)
        features.add(ACT + (at * PLACES + place) * (STEPS + 1) + behind)
        is_last: i64 = 1 if self.left == 0 else 0
        features.add(ACT_CARD + (((self.kind - 1) * PLACES + place) * POINTS + points(action)) * 2 + is_last)
        features.add(ACT_MATES + place * COUNTS + most(self._mates(state.hands[seat], action), COUNTS - 1))
        self._add_pair(state, seat, action, place, is_last, features)

    def _mates(self, hand: Hand, card: i64) -> i64:
        """Other cards of a card's suit in the hand."""
        count: i64 = 0
        i: i64
        for i in range(hand.size):
            if hand.cards[i] & 3 == card & 3:
                count += 1
        return count - 1

    def _add_pair(
        self, state: TurnBasedHockeyState, seat: i64, card: i64, place: i64, is_last: i64, features: Features
    ) -> None:
        """The pair that a card completes, and by how much it beats the pair that it meets where that is seen."""
        if place in (LW, LD):
            return
        at, options = state.lineup_at(seat), state.options
        line: i64 = 0 if place == C else 1 if place == RW else 2 if place == G else 3
        partner = LW if place == C else C if place == RW else LD if place == G else G
        value = options.pair(card, state.lineups[at + partner])
        if self.kind != 2:
            features.add(ACT_PAIR + (is_last * LINES + line) * VALUES + value)
            return
        there, lineups = state.lineup_at(1 - seat), state.lineups
        if line == 0:
            met = options.pair(lineups[there + RD], lineups[there + G])
        elif line == 1:
            met = options.pair(lineups[there + LD], lineups[there + G])
        elif line == 2:
            met = options.pair(lineups[there + RW], lineups[there + C]) + 1
        else:
            met = options.pair(lineups[there + LW], lineups[there + C]) + 1
        features.add(ACT_MARGIN + (is_last * LINES + line) * MARGINS + between(value - met, 7))

    def _add_bid(self, hand: Hand, card: i64, features: Features) -> None:
        """A card for the face-off."""
        stage, worth = self.stage, points(card)
        below, equal = self._lower(card)
        spare: i64 = 0
        higher: i64 = 0
        i: i64
        for i in range(hand.size):
            if points(hand.cards[i]) == worth:
                spare += 1
            elif points(hand.cards[i]) > worth:
                higher += 1
        few = stage * FEW_LEADS + between(self.lead, 2)
        features.add(BID_POINTS + (stage * LEADS + between(self.lead, 3)) * POINTS + worth)
        features.add(
            BID_CHANCE + few * CHANCES + most((2 * below + equal) * CHANCES // (2 * self.unseen_count), CHANCES - 1)
        )
        features.add(BID_TIES + stage * COUNTS + most(equal, COUNTS - 1))
        features.add(BID_SPARE + (stage * COUNTS + most(spare - 1, COUNTS - 1)) * POINTS + worth)
        features.add(BID_HIGHER + stage * COUNTS + most(higher, COUNTS - 1))
        features.add(BID_MATES + (stage * COUNTS + most(self._mates(hand, card), COUNTS - 1)) * POINTS + worth)
        features.add(BID_COST + stage * COSTS + step(self.costs[card], 0.0, 0.06, COSTS))
        behind = self.least_behind - SEEING * self._gained(card) + self.costs[card]
        features.add(BID_BEHIND + few * COSTS + step(behind, 0.0, 0.06, COSTS))
