"""A network that evaluates the position between two periods of Turn-Based Hockey: the score, and the cards that both
sides kept. Compiled.

Both hands are known here, since they are those of a determinization. The network was trained on the results of such
positions between sides that do not see each other's cards: ``training/turn_based_hockey/backward_induction.py``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import Covered, Features, network_by
from ai.networks.network import GOALS, ONE, PAYOFF, Network
from ai.trained import networks
from engines.buffers import bit, buffer, copy_numbers, float_buffer
from engines.turn_based_hockey.options import STANDARD, dump_options
from engines.turn_based_hockey.rules import ACE, ALL_CARDS, PERIODS, TEN, Options, points

NETWORK: Final = "kept"
COVERED: Final = (
    Covered(
        NETWORK,
        [STANDARD, {**STANDARD, "compare": "points_then_rank"}],
        ["early_clinch", "overtime", "shootout", "joker_chemistry", "hand_size"],
    ),
)
"""What follows a draw is a draw on average, so no tie-break matters."""
network_of: Final = network_by(dump_options, COVERED)
SUITS: Final[i64] = 4
TRIPLES: Final[i64] = 4
"""How many times three cards for a line are taken from a hand, the best first, to describe it."""
PAIR_VALUES: Final[i64] = 27

# Blocks of features of one hand.
_SUIT: Final[i64] = 0  # by suit: ace, how many tens to kings, how many of 7 to 9, how many lower ones up to 3
_SUIT_SIZE: Final[i64] = 2 * 5 * 4 * 4
_COLOUR: Final[i64] = _SUIT + _SUIT_SIZE  # by colour: aces and tens to kings
_COLOUR_SIZE: Final[i64] = 3 * 9
_POINTS: Final[i64] = _COLOUR + _COLOUR_SIZE  # the sum of the points, in binary digits, and in steps
_POINTS_SIZE: Final[i64] = 8 + 40
_TRIPLE: Final[i64] = _POINTS + _POINTS_SIZE  # by triple: the lower and the higher of its two pairs
_TRIPLE_SIZE: Final[i64] = 2 * PAIR_VALUES
_HAND: Final[i64] = _TRIPLE + TRIPLES * _TRIPLE_SIZE
LEADS: Final[i64] = 9
MANY_SIDES: Final[i64] = 2000
"""Hands that are cached: a decision of the highest level uses about 700."""
FURTHEST: Final[i64] = 4
"""Larger leads are evaluated as this one."""
INPUTS: Final[i64] = (PERIODS - 1) * (2 * _HAND + LEADS)
"""For each number of periods to come: our hand, the other hand, the lead."""


class Side:
    """Sums of the network's first layer for the cards that one side keeps."""

    def __init__(self, sums: vec[i64]) -> None:
        self.sums = sums


class KeptCards:
    """Evaluates positions between periods; one instance serves one decision."""

    def __init__(self, network: Network, options: Options) -> None:
        self.network = network
        self.options = options
        self.features = Features()
        self._cards = buffer(ALL_CARDS)
        self._cards_sums = buffer(network.first_pairs)
        self._sides: dict[tuple[int, int, bool], Side] = {}
        """By the cards, the periods to come and whether they are the other side's."""
        self._mine: i64 = 0
        self._theirs: i64 = 0
        self._left: i64 = 0
        """The cards of the position, and for how many periods; 0 before the first."""
        self._known: i64 = 0
        """A bit mask of the leads that were evaluated."""
        self._payoffs = float_buffer(LEADS)
        self._goals = float_buffer(LEADS)

    def take(self, mine: i64, theirs: i64, left: i64) -> None:
        """Set the positions: the sides keep these cards, bit masks, for ``left`` periods."""
        if mine == self._mine and theirs == self._theirs and left == self._left:
            return
        self._mine, self._theirs, self._left = mine, theirs, left
        self._known = 0
        one, other = self._side(mine, False).sums, self._side(theirs, True).sums
        i: i64
        for i in range(self.network.first_pairs):
            self._cards_sums[i] = one[i] + other[i]
        self.network.add_row(self.network.inputs, self._cards_sums)

    def _side(self, cards: i64, is_other: bool) -> "Side":
        """The cards that one side keeps, described once: most are used again and again."""
        key = (int(cards), int(self._left), is_other)
        known = self._sides.get(key)
        if known is None:
            if len(self._sides) == MANY_SIDES:
                self._sides.clear()
            known = Side(buffer(self.network.first_pairs))
            self.features.clear()
            self.describe(cards, self._left, is_other, self.features)
            self.network.add(self.features, known.sums)
            self._sides[key] = known
        return known

    def payoff(self, lead: i64) -> float:
        """Expected payoff for this side with this lead, -1..1."""
        if lead > 2 * self._left:
            return 1.0
        if lead < -2 * self._left:
            return -1.0
        return self._payoffs[self._evaluate(lead)]

    def goals(self, lead: i64) -> float:
        """Goals that this side is expected to gain in the periods to come with this lead."""
        return self._goals[self._evaluate(lead)]

    def _evaluate(self, lead: i64) -> i64:
        """Evaluate the position with a lead unless that is done; return its index in the buffers."""
        at = max(-FURTHEST, min(FURTHEST, lead)) + FURTHEST
        if (self._known >> at) & 1 == 1:
            return at
        self._known |= bit(at)
        network = self.network
        copy_numbers(self._cards_sums, network.sums, network.first_pairs)
        network.add_row(lead_row(lead, self._left), network.sums)
        network.finish()
        self._payoffs[at] = float(max(-ONE, min(ONE, network.outputs[PAYOFF]))) / float(ONE)
        self._goals[at] = float(network.outputs[GOALS]) / float(ONE)
        return at

    def describe(self, cards: i64, left: i64, is_other: bool, features: Features) -> None:
        """Add the features of one side's cards."""
        start = (left - 1) * (2 * _HAND + LEADS) + (_HAND if is_other else i64(0))
        sum_of_points: i64 = 0
        suit: i64
        rank: i64
        count: i64 = 0
        aces = buffer(2)
        tens = buffer(2)
        for suit in range(SUITS):
            ace: i64 = 0
            ten: i64 = 0
            middle: i64 = 0
            low: i64 = 0
            for rank in range(ACE + 1):
                card = 4 * rank + suit
                if (cards >> card) & 1 == 1:
                    self._cards[count] = card
                    count += 1
                    sum_of_points += points(card)
                    if rank == ACE:
                        ace = 1
                    elif rank >= TEN:
                        ten += 1
                    elif rank >= TEN - 3:
                        middle += 1
                    elif low < 3:
                        low += 1
            features.add(start + _SUIT + ((ace * 5 + ten) * 4 + middle) * 4 + low)
            colour: i64 = 1 if suit == 1 or suit == 2 else 0
            aces[colour] += ace
            tens[colour] += ten
        for colour in range(2):
            features.add(start + _COLOUR + aces[colour] * 9 + tens[colour])
        digit: i64
        for digit in range(8):
            if (sum_of_points >> digit) & 1 == 1:
                features.add(start + _POINTS + digit)
        features.add(start + _POINTS + 8 + min(39, sum_of_points // 4))
        self._describe_triples(count, start + _TRIPLE, features)

    def _describe_triples(self, count: i64, start: i64, features: Features) -> None:
        """The best three cards for a line, by the sum of their two pairs and more so by the lower of these; then the
        best of the rest.
        """
        cards, pair_values = self._cards, self.options.pair_values
        triple: i64
        i: i64
        j: i64
        for triple in range(TRIPLES):
            if count < 3:
                return
            best: i64 = -1
            centre: i64 = 0
            one: i64 = 0
            other: i64 = 0
            high: i64 = 0
            low: i64 = 0
            for i in range(count):
                most: i64 = -1
                second: i64 = -1
                with_most: i64 = 0
                with_second: i64 = 0
                row = ALL_CARDS * cards[i]
                for j in range(count):
                    if j != i:
                        value = pair_values[row + cards[j]]
                        if value > most:
                            second, with_second = most, with_most
                            most, with_most = value, j
                        elif value > second:
                            second, with_second = value, j
                if 2 * second + most > best:
                    best = 2 * second + most
                    centre, one, other, high, low = i, with_most, with_second, most, second
            features.add(start + triple * _TRIPLE_SIZE + low)
            features.add(start + triple * _TRIPLE_SIZE + PAIR_VALUES + high)
            rest: i64 = 0
            for i in range(count):
                if i != centre and i != one and i != other:
                    cards[rest] = cards[i]
                    rest += 1
            count = rest


def kept_cards(options: Options) -> KeptCards:
    """A new evaluator with the game's network, whatever the options."""
    return KeptCards(networks("turn_based_hockey")[NETWORK].share(), options)


def lead_row(lead: i64, left: i64) -> i64:
    """The feature of a lead."""
    return (left - 1) * (2 * _HAND + LEADS) + 2 * _HAND + max(-FURTHEST, min(FURTHEST, lead)) + FURTHEST
