"""The best line-up of a hand in Turn-Based Hockey. Compiled.

The value of a line-up is the goals that its four pairs make and prevent, less the later value of its cards. The search
for the best one splits as in rules 3.3: for every centre the best wings, for every goalie the best defenders, then the
best disjoint triples.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.turn_based_hockey.values import (
    BETTER_PAIRS,
    DEFENCE,
    INNER,
    LINES,
    OUTER,
    VALUES,
    better_pairs,
    learned_price,
    most_valuable,
    price,
    set_gains,
    value_needed,
)
from engines.buffers import bit, buffer, copy_numbers, float_buffer
from engines.hand import Hand
from engines.turn_based_hockey.rules import ALL_CARDS, LD, LW, NO_CARD, PLACES, RD, RW, C, G, Options

NOT_PLANNED: Final = -1000.0
"""Lower than the value of any line-up."""
ROUNDING: Final = 1e-9
_PARTNERS: Final[i64] = 5
"""Best partners kept of each centre and goalie: four may be taken by the rest of the line-up."""
_NO_BIT: Final[i64] = 63
"""NO_CARD as the number of a bit, which is never set; cards have lower numbers."""


class Half:
    """One half of the line-ups to search: two wings and a centre, or two defenders and a goalie."""

    def __init__(self, first: i64) -> None:
        self.left = first
        """The line of its partner on the left."""
        self.right = first + 1
        """The line in which the partners on the right are ranked: that on the left if both have equal gains."""
        self.highest = float_buffer(ALL_CARDS)
        """By place in the hand: upper bound of the value of such a half with the card there as centre or goalie."""
        self.gains = float_buffer(ALL_CARDS)
        """The same if its partners cost nothing."""


class Planner:
    """Finds the line-up with the highest gains of its four pairs less the prices of its six cards."""

    def __init__(self) -> None:
        self.gains = float_buffer(LINES * VALUES)
        """The value of a pair of value v in line k, at ``27 * k + v``, not falling with v; to be filled before
        ``search``.
        """
        self.prices = float_buffer(ALL_CARDS)
        """The price of using a card; to be filled before ``search``."""
        self._costs = float_buffer(ALL_CARDS)
        self._cheapest = buffer(ALL_CARDS)
        """The cards of the hand and their prices, the cheapest first."""
        self.cards = buffer(ALL_CARDS)
        """The hand, ascending."""
        self.count: i64 = 0
        self.lineup = buffer(PLACES)
        """The cards in the given places; after ``search`` the best line-up."""
        self.given: i64 = 0
        """How many places are given."""
        self.best = NOT_PLANNED
        """The value of the best line-up."""
        self.by_fit = False
        """Whether cards are priced by the fit to the network."""
        self._partners = buffer(LINES * ALL_CARDS * _PARTNERS)
        self._scores = float_buffer(LINES * ALL_CARDS * _PARTNERS)
        """By line and centre or goalie, from ``_list_of`` on: the best partners, and what each gains less its price."""
        self._attack = Half(0)
        self._defence = Half(DEFENCE)
        self._floor = NOT_PLANNED
        """The value of a line-up that is known already."""
        self._least = NOT_PLANNED
        """Line-ups with a lower value are not considered."""
        self._highest = float_buffer(LINES * ALL_CARDS)
        """By line and place in the hand: upper bound of the gain of a pair with the card there."""
        self._ranked = buffer(LINES)
        """By line, a bit mask of the places in the hand whose partners are all listed; of the others only the best two
        are.
        """
        self._pair_values = buffer(0)
        """Pair values of the game, as ``Options.pair`` reads them."""
        self._trial = buffer(PLACES)
        """The line-up that is being put together."""
        self._given_cards: i64 = 0
        """The cards of the given places, as a bit mask."""

    def take(self, hand: Hand, left: i64) -> None:
        """Plan for this hand, with no places given, its cards priced for the periods to come."""
        self.count = hand.size
        self.given = 0
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            self.cards[i] = card
            self.prices[card] = (
                0.0 if left == 0 else learned_price(hand, card, left) if self.by_fit else price(hand, card)
            )

    def meet_seen(self, options: Options, lineups: vec[i64], at: i64) -> None:
        """The other line-up is open, from ``lineups[at]`` on: a goal where a pair is as good, one prevented where it is
        better.
        """
        line: i64
        value: i64
        for line in range(LINES):
            needed = value_needed(options, lineups, at, line)
            for value in range(VALUES):
                self.gains[VALUES * line + value] = 1.0 if value >= needed else 0.0

    def meet_unknown(self, options: Options, cards: vec[i64], count: i64, held: i64) -> None:
        """The other line-up is unknown: chances from the better pairs that a pair may meet.

        The other hand holds ``held`` of the first ``count`` of ``cards``.
        """
        better = better_pairs(options, cards, count, held)
        value: i64
        for value in range(VALUES):
            goal, save = exp(-better[value + 1] / BETTER_PAIRS), exp(-better[value] / BETTER_PAIRS)  # a tie is a goal
            set_gains(self.gains, value, goal, save)

    def search(self, pair_values: vec[i64], floor: float = NOT_PLANNED) -> None:
        """Find the best line-up that begins with the given places; one with the value ``floor`` is known."""
        self._given_cards = 0
        i: i64
        for i in range(self.given):
            self._given_cards |= bit(self.lineup[i])
        self._sort()
        self._pair_values = pair_values
        for i in range(LINES):
            self._ranked[i] = 0
        self._find_half(self._attack)
        self._find_half(self._defence)
        self._forget(floor)
        if floor == NOT_PLANNED:
            self._forget(self._first_found())
        self._join_all()

    def _forget(self, floor: float) -> None:
        """Start without a line-up; one with the value ``floor`` is known."""
        self.best = NOT_PLANNED
        self._floor = floor
        self._least = floor - ROUNDING

    def _first_found(self) -> float:
        """The value of the best line-up with the most promising centre and goalie: a good bound for pruning.

        It is found again later, so that equal ones keep their order.
        """
        centre = self._best_of(self._attack, -1)
        self._join(centre, self._best_of(self._defence, centre))
        return self.best

    def _best_of(self, half: Half, without: i64) -> i64:
        """The place in the hand of the most promising centre or goalie, but this one."""
        best: i64 = 1 if without == 0 else 0
        i: i64
        for i in range(self.count):
            if i != without and half.highest[i] > half.highest[best]:
                best = i
        return best

    def _join_all(self) -> None:
        """Combine each centre with each goalie, unless a bound excludes it: the best partners of both, or the highest
        gains of their pairs at the prices of the cheapest partners.

        The second one prunes half of the combinations, since one cheap card is often the best partner in more than one
        line.
        """
        attack, defence = self._attack, self._defence
        attacks, defences, gains = attack.highest, defence.highest, defence.gains
        goalie = self._best_of(defence, -1)
        partners = self._costs[0] + self._costs[1] + self._costs[2] + self._costs[3]
        i: i64
        g: i64
        for i in range(self.count):
            best, most = attacks[i], attack.gains[i] - partners
            if best + defences[goalie] >= self._least:
                for g in range(self.count):
                    if g != i and best + defences[g] >= self._least and most + gains[g] >= self._least:
                        self._join(i, g)

    def _find_half(self, half: Half) -> None:
        """Find the partners of every centre or goalie: on the right as on the left, unless the result would be the
        same.
        """
        self._find_partners(half.left)
        half.right = half.left
        if not self._gains_alike(half.left):
            half.right = half.left + 1
            self._find_partners(half.right)
        i: i64
        for i in range(self.count):
            cost = self.prices[self.cards[i]]
            half.highest[i] = self._two_partners(half, i) - cost
            cost = max(cost, self._costs[LINES])  # if it would be one of the cheapest partners, the next one is instead
            half.gains[i] = (
                self._highest[self.count * half.left + i] + self._highest[self.count * half.right + i] - cost
            )

    def _gains_alike(self, line: i64) -> bool:
        """True if cards are equivalent in this line and in the next one."""
        value: i64
        for value in range(VALUES):
            if self.gains[VALUES * line + value] != self.gains[VALUES * (line + 1) + value]:
                return False
        return self.given == 0

    def _two_partners(self, half: Half, i: i64) -> float:
        """Upper bound of the value of two partners of this centre or goalie; no card is counted on both sides."""
        scores, partners = self._scores, self._partners
        left, right = self._list_of(half.left, i), self._list_of(half.right, i)
        if partners[left] != partners[right]:
            return scores[left] + scores[right]
        return max(scores[left] + scores[right + 1], scores[left + 1] + scores[right])

    def _sort(self) -> None:
        """Sort the hand by price; equal ones stay in order."""
        cheapest, costs = self._cheapest, self._costs
        i: i64
        at: i64
        for i in range(self.count):
            card = self.cards[i]
            cost = self.prices[card]
            at = i
            while at > 0 and costs[at - 1] > cost:
                cheapest[at] = cheapest[at - 1]
                costs[at] = costs[at - 1]
                at -= 1
            cheapest[at] = card
            costs[at] = cost

    def _list_of(self, line: i64, i: i64) -> i64:
        """Index of the list of partners of a centre or goalie in a line."""
        return _PARTNERS * (self.count * line + i)

    def _may_stand(self, place: i64) -> i64:
        """The cards that may stand in a place, as a bit mask."""
        return bit(self.lineup[place]) if place < self.given else ~self._given_cards

    def _find_partners(self, line: i64) -> None:
        """For every centre or goalie find the two best partners, the better one first; of equals the first ones.

        The search ends where the cards cost so much that none of them can be better.
        """
        cards, costs, gains, pair_values = self._cheapest, self._costs, self.gains, self._pair_values
        partners, scores = self._partners, self._scores
        count, first_gain = self.count, VALUES * line
        keys, others = self._may_stand(INNER[line]), self._may_stand(OUTER[line])
        i: i64
        j: i64
        for i in range(count):
            key = self.cards[i]
            best, second = NO_CARD, NO_CARD
            most, less, highest = NOT_PLANNED, NOT_PLANNED, 0.0
            if (keys >> key) & 1 == 1:
                row = ALL_CARDS * key
                may_stand = others & ~bit(key)
                possible = gains[first_gain + most_valuable(key)]
                for j, card, cost in zip(range(count), cards, costs):  # noqa: B007, B905 - a plain loop, as in ai.networks.network
                    if possible - cost < less:
                        highest = possible
                        break
                    if (may_stand >> card) & 1 == 0:
                        continue
                    gain = gains[first_gain + pair_values[row + card]]
                    score = gain - cost
                    highest = max(highest, gain)
                    if score > most or (score == most and card < best):
                        second, less, best, most = best, most, card, score
                    elif score > less or (score == less and card < second):
                        second, less = card, score
            at = self._list_of(line, i)
            partners[at] = best
            partners[at + 1] = second
            scores[at] = most
            scores[at + 1] = less
            self._highest[count * line + i] = highest

    def _rank_partners(self, line: i64, i: i64) -> i64:
        """List the best partners of a centre or goalie, best first, unless they are listed; return where the list
        begins.
        """
        partners, scores = self._partners, self._scores
        start = self._list_of(line, i)
        if (self._ranked[line] >> i) & 1 == 1:
            return start
        self._ranked[line] |= bit(i)
        cards, gains, pair_values = self._cheapest, self.gains, self._pair_values
        key = self.cards[i]
        row, first_gain, may_stand = ALL_CARDS * key, VALUES * line, self._may_stand(OUTER[line]) & ~bit(key)
        may_stand &= ~bit(partners[start] & _NO_BIT) & ~bit(partners[start + 1] & _NO_BIT)
        highest = self._highest[self.count * line + i]
        first, last = start + 2, start + _PARTNERS - 1
        least = NOT_PLANNED
        j: i64
        at: i64
        for at in range(first, last + 1):
            partners[at] = NO_CARD
            scores[at] = NOT_PLANNED
        for j, card, cost in zip(range(self.count), cards, self._costs):  # noqa: B007, B905 - a plain loop, as in ai.networks.network
            if highest - cost < least:
                break
            if (may_stand >> card) & 1 == 0:
                continue
            score = gains[first_gain + pair_values[row + card]] - cost
            if score < least or (score == least and card > partners[last]):
                continue
            at = last
            while at > first and (scores[at - 1] < score or (scores[at - 1] == score and partners[at - 1] > card)):
                scores[at] = scores[at - 1]
                partners[at] = partners[at - 1]
                at -= 1
            scores[at] = score
            partners[at] = card
            least = scores[last]
        return start

    def _join(self, i: i64, g: i64) -> None:
        """Try the partners of one centre with those of one goalie, as long as the bound allows."""
        scores, partners, trial = self._scores, self._partners, self._trial
        left_wings, right_wings = self._rank_partners(self._attack.left, i), self._rank_partners(self._attack.right, i)
        left_defenders = self._rank_partners(self._defence.left, g)
        right_defenders = self._rank_partners(self._defence.right, g)
        centre, goalie = self.cards[i], self.cards[g]
        trial[C] = centre
        trial[G] = goalie
        base = -self.prices[centre] - self.prices[goalie]
        defence = self._defence.highest[g] + self.prices[goalie]
        a: i64
        b: i64
        for a in range(_PARTNERS):
            left_wing = partners[left_wings + a]
            left = base + scores[left_wings + a]
            if left_wing == NO_CARD or left + scores[right_wings] + defence < self._least:
                return
            if left_wing == goalie:
                continue
            trial[LW] = left_wing
            # exchanged wings, and defenders, have the same value, and the first ones count
            for b in range(a + 1 if left_wings == right_wings else 0, _PARTNERS):
                right_wing = partners[right_wings + b]
                attack = left + scores[right_wings + b]
                if right_wing == NO_CARD or attack + defence < self._least:
                    break
                if right_wing in (goalie, left_wing):
                    continue
                trial[RW] = right_wing
                taken = bit(left_wing) | bit(centre) | bit(right_wing)
                one = left_defenders
                while (taken >> (partners[one] & _NO_BIT)) & 1 == 1:
                    one += 1
                other = one + 1 if left_defenders == right_defenders else right_defenders
                while (taken >> (partners[other] & _NO_BIT)) & 1 == 1:
                    other += 1
                if attack + scores[one] + scores[other] <= self.best:
                    continue
                if partners[one] != partners[other]:
                    self._defend(attack, one, other)
                else:
                    self._defend(attack, one, self._next_free(other + 1, taken))
                    self._defend(attack, self._next_free(one + 1, taken), other)

    def _next_free(self, at: i64, taken: i64) -> i64:
        """Index in a list, from ``at`` on, of the first card that is not taken, or NO_CARD: fewer are taken than a list
        can have.
        """
        while (taken >> (self._partners[at] & _NO_BIT)) & 1 == 1:
            at += 1
        return at

    def _defend(self, attack: float, left: i64, right: i64) -> None:
        """Try two defenders of the lists, unless one of them is NO_CARD; keep the line-up if it is the best so far."""
        partners, trial = self._partners, self._trial
        value = attack + self._scores[left] + self._scores[right]
        if partners[left] != NO_CARD and partners[right] != NO_CARD and value > self.best:
            trial[LD] = partners[left]
            trial[RD] = partners[right]
            self.best = value
            self._least = max(value, self._floor) - ROUNDING
            copy_numbers(trial, self.lineup, PLACES)
