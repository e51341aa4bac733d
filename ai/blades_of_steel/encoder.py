"""The features of Blades of Steel for its networks. Compiled.

Ranks have an order here, so each rank has its own features: how many of its cards are in the seat's hand, stacked and
unseen. Combinations have level and highest card, and so have the cards that an action keeps; shots also the chance that
the unseen cards stop them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.blades_of_steel.combinations import best_block, best_shot, top_rank
from ai.blades_of_steel.unseen import BLACK, CERTAIN, HAND, HAND_SIZES, RANKS, RED, UnseenHands
from ai.encoder import NONE, Covered, Encoder, Features, between, most, network_by, reached
from engines.api import State
from engines.blades_of_steel.options import STANDARD, dump_options
from engines.blades_of_steel.packed_cards import (
    CARD_BITS,
    CARD_FIELD,
    NO_CARDS,
    Cards,
    cards_of,
    kind_of,
    number_of,
)
from engines.blades_of_steel.rules import (
    ACE,
    ANSWER,
    BLOCK_FROM_HAND,
    BLOCK_FROM_STACK,
    CHANGE_LINES,
    FLUSH,
    NO_BLOCK,
    SHOOT,
    STACK,
    SUITS,
    WITH_ACE,
    BladesState,
    Side,
    is_red,
    level_of,
    rank,
    strength,
    suit,
)
from engines.buffers import buffer, count_bits_of_four

COVERED: Final = (Covered("standard", [STANDARD], ["overtime_limit"]),)
"""The game as published, with any number of overtime packs."""
network_of: Final = network_by(dump_options, COVERED)
STACK_SIZES: Final[i64] = 4
CHANCES: Final[i64] = 16
"""Steps of a chance."""
LEADS: Final[i64] = 9
"""Goals that a seat leads by, -4 to 4."""
FEW_LEADS: Final[i64] = 5
PILES: Final[i64] = 20
"""Steps of the draw pile; all of overtime is one for the lead."""
PILE_STEPS: Final = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 20, 25, 30, 35])
FEW_PILES: Final[i64] = 10
FEW_PILE_STEPS: Final = vec[i64]([1, 2, 3, 4, 5, 8, 12, 18, 27])
TURNS: Final[i64] = 24
"""Cards left to draw at a later turn, from none."""
COMBINATIONS: Final[i64] = 6 * RANKS
"""Levels and highest cards."""
KINDS: Final[i64] = 6
"""Number of kinds of actions."""

POSITIONS: Final[i64] = 2600
INPUTS: Final[i64] = 5612
"""Features of positions, and with those of actions."""


def make() -> Encoder:
    """Return a new encoder for Blades of Steel."""
    return BladesEncoder()


def turn_of(cards: i64) -> i64:
    """A step of the cards left at a turn; 0 if it does not take place."""
    return i64(0) if cards <= 0 else most(cards, TURNS - 1)


def feature_of(combination: i64) -> i64:
    """The number of a combination among ``COMBINATIONS``, 0 for none."""
    return level_of(combination) * RANKS + top_rank(combination)


class BladesEncoder(Encoder):
    """Cards by rank, combinations of the seat's own cards, and chances of blocks from the unseen ones."""

    def __init__(self) -> None:
        super().__init__(INPUTS, "standard")
        self.kept = Side()
        """What a seat keeps after an action."""
        self.spare = Cards()
        self.unseen = UnseenHands()
        self.few_piles: i64 = 0
        self.chances = buffer(COMBINATIONS)
        """By shot, the chance that the hand of the other seat stops it; -1 until it is computed."""

    def network(self, state: State) -> str:
        assert isinstance(state, BladesState)
        return network_of(state.options)

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, BladesState)
        own, other = state.sides[seat], state.sides[1 - seat]
        self.unseen.find(state, seat)
        i: i64
        for i in range(COMBINATIONS):
            self.chances[i] = -1
        answers: i64 = 1 if state.node == ANSWER else 0
        overtime: i64 = 1 if state.overtime > 0 else 0
        pile = state.draw_pile()
        piles = reached(pile, PILE_STEPS)
        self.few_piles = reached(pile, FEW_PILE_STEPS)
        lead = own.goals - other.goals
        features.two(between(lead, 4), LEADS, PILES - 1 if overtime == 1 else piles, PILES)
        features.two(overtime, 2, piles, PILES)
        features.one(answers, 2)
        self._add_ranks(own, features)
        self._add_own(own, features)
        self._add_other(own, other, answers, features)
        left = pile if answers == 1 else pile - (HAND - other.hand_size())
        features.two(TURNS * answers + turn_of(left), 2 * TURNS, between(lead, 2), FEW_LEADS)
        if answers == 1:
            stops: i64 = 1 if best_block(own.blacks) >= state.shot_strength else 0
            if best_block(own.stack) >= state.shot_strength:
                stops += 2
            features.two(stops, 4, feature_of(state.shot_strength), COMBINATIONS)

    def _add_ranks(self, own: Side, features: Features) -> None:
        """Two features for each rank: its red cards and its black ones."""
        hand, stack = own.hand(), own.stack.mask()
        reds, blacks = features.block(RANKS * 9), features.block(RANKS * 27)
        i: i64
        for i in range(RANKS):
            held = (hand >> (SUITS * i)) & 15
            stacked = (stack >> (SUITS * i)) & 15
            features.add(reds + 9 * i + 3 * count_bits_of_four(held & RED) + self.unseen.number(i, RED))
            number = 9 * count_bits_of_four(held & BLACK) + 3 * count_bits_of_four(stacked)
            features.add(blacks + 27 * i + number + self.unseen.number(i, BLACK))

    def _add_own(self, own: Side, features: Features) -> None:
        """The seat's combinations: the best ones and what is left without these."""
        low = suit_count(own.reds, 1)
        features.two(low, 7, own.reds.size - low, 7)
        low = suit_count(own.blacks, 0)
        features.two(low, 7, own.blacks.size - low, 7)
        features.two(7 * own.reds.size + own.blacks.size, 7 * 7, own.stack.size, STACK_SIZES)
        shot, block, rest = best_shot(own.reds), best_block(own.blacks), NONE
        features.one(feature_of(shot), COMBINATIONS)
        if shot > 0:
            take_out(own.reds, shot, self.spare)
            rest = feature_of(best_shot(self.spare))
        features.one(rest, COMBINATIONS)
        features.one(feature_of(block), COMBINATIONS)
        rest = NONE
        if block > 0:
            take_out(own.blacks, block, self.spare)
            rest = feature_of(best_block(self.spare))
        features.one(rest, COMBINATIONS)
        features.two(own.stack.size, STACK_SIZES, feature_of(best_block(own.stack)), COMBINATIONS)

    def _add_other(self, own: Side, other: Side, answers: i64, features: Features) -> None:
        """Chances of what the other seat may hold."""
        stacked = most(other.stack.size, STACK_SIZES - 1)
        sizes = STACK_SIZES * most(other.hand_size(), HAND) + stacked
        features.two(answers, 2, sizes, HAND_SIZES * STACK_SIZES)
        features.two(self.unseen.number(ACE, BLACK), 3, sizes, HAND_SIZES * STACK_SIZES)
        shot = best_shot(own.reds)
        features.two(sizes, HAND_SIZES * STACK_SIZES, level_of(shot), 6)
        blacks: i64 = 0
        pairs: i64 = 0
        i: i64
        for i in range(RANKS):
            number = self.unseen.number(i, BLACK)
            blacks += number
            pairs += number >> 1
        features.one(blacks, 27)
        features.one(most(self.unseen.count - blacks, 26), 27)
        features.one(pairs, 14)
        is_known = shot > 0 and answers == 0
        features.one(CHANCES * stacked + self._chance(other, shot) if is_known else NONE, CHANCES * STACK_SIZES)

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, BladesState)
        kind, cards = kind_of(action), cards_of(action)
        own, other, kept = state.sides[seat], state.sides[1 - seat], self.kept
        kept.reds.copy_from(own.reds)
        kept.blacks.copy_from(own.blacks)
        kept.stack.copy_from(own.stack)
        if kind == STACK:
            kept.blacks.remove_all(cards)
            kept.stack.size = 0
            kept.stack.add_all(cards)
        elif kind == SHOOT:
            kept.reds.remove_all(cards)
        elif kind == CHANGE_LINES:
            kept.clear_hand()
        elif kind == BLOCK_FROM_HAND:
            kept.blacks.remove_all(cards)
        elif kind == BLOCK_FROM_STACK:
            kept.stack.remove_all(cards)
        pile = state.draw_pile()
        lead = between(own.goals - other.goals, 2)
        features.at = POSITIONS
        features.two(FEW_LEADS * kind + lead, KINDS * FEW_LEADS, self.few_piles, FEW_PILES)
        ranks = features.block(KINDS * RANKS * 2)
        lost = cards
        while lost != NO_CARDS:
            card = (lost & CARD_FIELD) - 1
            features.add(ranks + (RANKS * kind + rank(card)) * 2 + (1 if is_red(card) else 0))
            lost >>= CARD_BITS
        answers: i64 = 1 if kind >= NO_BLOCK else 0
        self._add_kept(kind, answers, features)
        shooting = features.block(CHANCES * (6 * STACK_SIZES + FEW_LEADS + FEW_PILES) + COMBINATIONS)
        stacking = features.block(STACK_SIZES * (5 * 5 + COMBINATIONS))
        blocking = features.block(2 * COMBINATIONS + 6 * 6)
        left = pile - (HAND - (kept.hand_size() if answers == 1 else other.hand_size()))
        features.two(kind, KINDS, turn_of(left), TURNS)
        features.two(kind, KINDS, turn_of(left - (i64(0) if answers == 1 else HAND - kept.hand_size())), TURNS)
        if kind == SHOOT:
            features.at = shooting
            shot = strength(cards, False)
            chance = self._chance(other, shot)
            features.two(CHANCES * level_of(shot) + chance, 6 * CHANCES, most(other.stack.size, 3), STACK_SIZES)
            features.one(feature_of(shot), COMBINATIONS)
            features.two(lead, FEW_LEADS, chance, CHANCES)
            features.two(self.few_piles, FEW_PILES, chance, CHANCES)
        elif kind == STACK:
            features.at = stacking
            new, old = best_block(kept.stack), best_block(own.stack)
            features.two(5 * level_of(new) + level_of(old), 5 * 5, own.stack.size, STACK_SIZES)
            features.two(number_of(cards), STACK_SIZES, feature_of(new), COMBINATIONS)
        elif kind >= BLOCK_FROM_HAND:
            features.at = blocking
            block = strength(cards, False)
            features.two(kind - BLOCK_FROM_HAND, 2, feature_of(block), COMBINATIONS)
            features.two(level_of(block), 6, level_of(state.shot_strength), 6)

    def _add_kept(self, kind: i64, answers: i64, features: Features) -> None:
        """What is left after an action."""
        kept = self.kept
        features.two(7 * kind + kept.reds.size, 7 * KINDS, kept.blacks.size, 7)
        block, stacked = best_block(kept.blacks), best_block(kept.stack)
        features.two(answers, 2, feature_of(best_shot(kept.reds)), COMBINATIONS)
        features.two(answers, 2, feature_of(block), COMBINATIONS)
        features.two(answers, 2, feature_of(stacked), COMBINATIONS)
        features.two(25 * answers + 5 * level_of(block) + level_of(stacked), 2 * 25, kept.stack.size, STACK_SIZES)

    # -- chances

    def _chance(self, other: Side, shot: i64) -> i64:
        """The step of the chance that the hand of the other seat stops a shot."""
        at = feature_of(shot)
        if self.chances[at] < 0:
            self.chances[at] = self.unseen.chance_of_block(other.hand_size(), shot)
        return most((self.chances[at] * CHANCES) // CERTAIN, CHANCES - 1)


def suit_count(cards: Cards, low_suit: i64) -> i64:
    """The number of these cards that are of the lower suit of their colour."""
    count: i64 = 0
    i: i64
    for i in range(cards.size):
        if suit(cards.cards[i]) == low_suit:
            count += 1
    return count


def take_out(cards: Cards, combination: i64, rest: Cards) -> None:
    """Set ``rest`` to the cards without the highest ones that make a combination of this strength; only one where an
    ace is enough.
    """
    rest.copy_from(cards)
    top, level = top_rank(combination), level_of(combination)
    number: i64 = 3 if level <= FLUSH else 2
    if level == WITH_ACE:
        number = 1
    at = rest.size - 1
    while at >= 0 and number > 0:
        if rank(rest.cards[at]) <= top:
            rest.remove(rest.cards[at])
            number -= 1
        at -= 1
