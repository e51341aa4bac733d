"""The features of Blades of Steel for its networks. Compiled.

Ranks have an order here, so each rank has its own features: how many of its cards are in the seat's hand, stacked and
unseen. Combinations have level and highest card, and so have the cards that an action keeps; shots also the chance that
the unseen cards stop them.
"""

from typing import Final

from mypy_extensions import i64

from ai.blades_of_steel.combinations import best_block, best_shot, top_rank
from ai.blades_of_steel.unseen import BLACK, CERTAIN, HAND, HAND_SIZES, RANKS, RED, UnseenHands
from ai.encoder import Covered, Encoder, Features, between, most, network_by
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
FEW_PILES: Final[i64] = 10
TURNS: Final[i64] = 24
"""Cards left to draw at a later turn, from none."""
COMBINATIONS: Final[i64] = 6 * RANKS
"""Levels and highest cards."""
KINDS: Final[i64] = 6
"""Number of kinds of actions."""

# Blocks of features, in this order.
LEAD: Final[i64] = 0
PILE: Final[i64] = LEAD + LEADS * PILES
NODE: Final[i64] = PILE + 2 * PILES
RED_RANK: Final[i64] = NODE + 2
BLACK_RANK: Final[i64] = RED_RANK + RANKS * 9
RED_SUITS: Final[i64] = BLACK_RANK + RANKS * 27
BLACK_SUITS: Final[i64] = RED_SUITS + 7 * 7
COLOURS: Final[i64] = BLACK_SUITS + 7 * 7
OWN_SHOT: Final[i64] = COLOURS + 7 * 7 * STACK_SIZES
NEXT_SHOT: Final[i64] = OWN_SHOT + COMBINATIONS
OWN_BLOCK: Final[i64] = NEXT_SHOT + COMBINATIONS
NEXT_BLOCK: Final[i64] = OWN_BLOCK + COMBINATIONS
OWN_STACK: Final[i64] = NEXT_BLOCK + COMBINATIONS
OTHER: Final[i64] = OWN_STACK + STACK_SIZES * COMBINATIONS
OTHER_ACES: Final[i64] = OTHER + 2 * HAND_SIZES * STACK_SIZES
OTHER_SHOT: Final[i64] = OTHER_ACES + 3 * HAND_SIZES * STACK_SIZES
UNSEEN_BLACK: Final[i64] = OTHER_SHOT + HAND_SIZES * STACK_SIZES * 6
UNSEEN_RED: Final[i64] = UNSEEN_BLACK + 27
UNSEEN_PAIRS: Final[i64] = UNSEEN_RED + 27
BEST_CHANCE: Final[i64] = UNSEEN_PAIRS + 14
TURN: Final[i64] = BEST_CHANCE + CHANCES * STACK_SIZES
SHOT: Final[i64] = TURN + 2 * TURNS * FEW_LEADS
POSITIONS: Final[i64] = SHOT + 4 * COMBINATIONS

ACT: Final[i64] = POSITIONS
ACT_LOST: Final[i64] = ACT + KINDS * FEW_LEADS * FEW_PILES
KEPT_COLOURS: Final[i64] = ACT_LOST + KINDS * RANKS * 2
KEPT_SHOT: Final[i64] = KEPT_COLOURS + KINDS * 7 * 7
KEPT_BLOCK: Final[i64] = KEPT_SHOT + 2 * COMBINATIONS
KEPT_STACK: Final[i64] = KEPT_BLOCK + 2 * COMBINATIONS
KEPT_DEFENCE: Final[i64] = KEPT_STACK + 2 * COMBINATIONS
SHOT_CHANCE: Final[i64] = KEPT_DEFENCE + 2 * 5 * 5 * STACK_SIZES
SHOT_OF: Final[i64] = SHOT_CHANCE + 6 * CHANCES * STACK_SIZES
SHOT_LEAD: Final[i64] = SHOT_OF + COMBINATIONS
SHOT_PILE: Final[i64] = SHOT_LEAD + FEW_LEADS * CHANCES
STACK_FOR: Final[i64] = SHOT_PILE + FEW_PILES * CHANCES
STACK_NEW: Final[i64] = STACK_FOR + 5 * 5 * STACK_SIZES
BLOCK_OF: Final[i64] = STACK_NEW + STACK_SIZES * COMBINATIONS
BLOCK_AGAINST: Final[i64] = BLOCK_OF + 2 * COMBINATIONS
TURN_AFTER: Final[i64] = BLOCK_AGAINST + 6 * 6
TURN_THEN: Final[i64] = TURN_AFTER + KINDS * TURNS
INPUTS: Final[i64] = TURN_THEN + KINDS * TURNS


def make() -> Encoder:
    """Return a new encoder for Blades of Steel."""
    return BladesEncoder()


def step_of_pile(cards: i64) -> i64:
    """A step of the draw pile: the last cards count one by one."""
    if cards <= 12:
        return cards
    if cards <= 15:
        return 13
    if cards <= 19:
        return 14
    return most(cards // 5 + 11, PILES - 2)


def coarse_pile(cards: i64) -> i64:
    """The same with fewer steps."""
    if cards <= 4:
        return cards
    return 5 if cards <= 7 else 6 if cards <= 11 else 7 if cards <= 17 else 8 if cards <= 26 else 9


def turn_of(cards: i64) -> i64:
    """A step of the cards left at a turn; 0 if it does not take place."""
    return i64(0) if cards <= 0 else most(cards, TURNS - 1)


def feature_of(combination: i64) -> i64:
    """The number of a combination among ``COMBINATIONS``, 0 for none."""
    return level_of(combination) * RANKS + top_rank(combination)


class BladesEncoder(Encoder):
    """Cards by rank, combinations of the seat's own cards, and chances of blocks from the unseen ones."""

    def __init__(self) -> None:
        super().__init__(INPUTS)
        self.nearest = "standard"
        self.kept = Side()
        """What a seat keeps after an action."""
        self.spare = Cards()
        self.unseen = UnseenHands()
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
        lead = between(own.goals - other.goals, 4)
        features.add(NODE + answers)
        features.add(LEAD + PILES * lead + (PILES - 1 if overtime == 1 else step_of_pile(pile)))
        features.add(PILE + PILES * overtime + step_of_pile(pile))
        self._add_ranks(own, features)
        self._add_own(own, features)
        self._add_other(state, own, other, answers, features)
        if answers == 1:
            stops: i64 = 0
            if best_block(own.blacks) >= state.shot_strength:
                stops += 1
            if best_block(own.stack) >= state.shot_strength:
                stops += 2
            features.add(SHOT + COMBINATIONS * stops + feature_of(state.shot_strength))
            left = pile
        else:
            left = pile - (HAND - other.hand_size())
        features.add(TURN + (TURNS * answers + turn_of(left)) * FEW_LEADS + between(own.goals - other.goals, 2))

    def _add_ranks(self, own: Side, features: Features) -> None:
        """Two features for each rank: its red cards and its black ones."""
        hand, stack = own.hand(), own.stack.mask()
        i: i64
        for i in range(RANKS):
            held = (hand >> (SUITS * i)) & 15
            stacked = (stack >> (SUITS * i)) & 15
            features.add(RED_RANK + 9 * i + 3 * count_bits_of_four(held & RED) + self.unseen.number(i, RED))
            blacks = 9 * count_bits_of_four(held & BLACK) + 3 * count_bits_of_four(stacked)
            blacks += self.unseen.number(i, BLACK)
            features.add(BLACK_RANK + 27 * i + blacks)

    def _add_own(self, own: Side, features: Features) -> None:
        """The seat's combinations: the best ones and what is left without these."""
        features.add(COLOURS + (7 * own.reds.size + own.blacks.size) * STACK_SIZES + own.stack.size)
        low = suit_count(own.reds, 1)
        features.add(RED_SUITS + 7 * low + own.reds.size - low)
        low = suit_count(own.blacks, 0)
        features.add(BLACK_SUITS + 7 * low + own.blacks.size - low)
        shot, block = best_shot(own.reds), best_block(own.blacks)
        features.add(OWN_SHOT + feature_of(shot))
        features.add(OWN_BLOCK + feature_of(block))
        features.add(OWN_STACK + COMBINATIONS * own.stack.size + feature_of(best_block(own.stack)))
        if shot > 0:
            take_out(own.reds, shot, self.spare)
            features.add(NEXT_SHOT + feature_of(best_shot(self.spare)))
        if block > 0:
            take_out(own.blacks, block, self.spare)
            features.add(NEXT_BLOCK + feature_of(best_block(self.spare)))

    def _add_other(self, state: BladesState, own: Side, other: Side, answers: i64, features: Features) -> None:
        """Chances of what the other seat may hold."""
        sizes = STACK_SIZES * most(other.hand_size(), HAND) + most(other.stack.size, STACK_SIZES - 1)
        features.add(OTHER + HAND_SIZES * STACK_SIZES * answers + sizes)
        features.add(OTHER_ACES + HAND_SIZES * STACK_SIZES * self.unseen.number(ACE, BLACK) + sizes)
        shot = best_shot(own.reds)
        features.add(OTHER_SHOT + 6 * sizes + level_of(shot))
        blacks: i64 = 0
        pairs: i64 = 0
        i: i64
        for i in range(RANKS):
            number = self.unseen.number(i, BLACK)
            blacks += number
            pairs += number >> 1
        features.add(UNSEEN_BLACK + blacks)
        features.add(UNSEEN_RED + most(self.unseen.count - blacks, 26))
        features.add(UNSEEN_PAIRS + pairs)
        if shot > 0 and answers == 0:
            features.add(BEST_CHANCE + CHANCES * most(other.stack.size, STACK_SIZES - 1) + self._chance(other, shot))

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
        features.add(ACT + (FEW_LEADS * kind + lead) * FEW_PILES + coarse_pile(pile))
        lost = cards
        while lost != NO_CARDS:
            card = (lost & CARD_FIELD) - 1
            features.add(ACT_LOST + (RANKS * kind + rank(card)) * 2 + (1 if is_red(card) else 0))
            lost >>= CARD_BITS
        self._add_kept(kind, features)
        answers: i64 = 1 if kind >= NO_BLOCK else 0
        left = pile - (HAND - (kept.hand_size() if answers == 1 else other.hand_size()))
        features.add(TURN_AFTER + TURNS * kind + turn_of(left))
        features.add(TURN_THEN + TURNS * kind + turn_of(left - (i64(0) if answers == 1 else HAND - kept.hand_size())))
        if kind == SHOOT:
            shot = strength(cards, False)
            chance = self._chance(other, shot)
            size = most(other.stack.size, STACK_SIZES - 1)
            features.add(SHOT_OF + feature_of(shot))
            features.add(SHOT_CHANCE + (CHANCES * level_of(shot) + chance) * STACK_SIZES + size)
            features.add(SHOT_LEAD + CHANCES * lead + chance)
            features.add(SHOT_PILE + CHANCES * coarse_pile(pile) + chance)
        elif kind == STACK:
            new, old = best_block(kept.stack), best_block(own.stack)
            features.add(STACK_FOR + (5 * level_of(new) + level_of(old)) * STACK_SIZES + own.stack.size)
            features.add(STACK_NEW + COMBINATIONS * number_of(cards) + feature_of(new))
        elif kind >= BLOCK_FROM_HAND:
            block = strength(cards, False)
            features.add(BLOCK_OF + COMBINATIONS * (kind - BLOCK_FROM_HAND) + feature_of(block))
            features.add(BLOCK_AGAINST + 6 * level_of(block) + level_of(state.shot_strength))

    def _add_kept(self, kind: i64, features: Features) -> None:
        """What is left after an action."""
        kept = self.kept
        answers: i64 = 1 if kind >= NO_BLOCK else 0
        features.add(KEPT_COLOURS + (7 * kind + kept.reds.size) * 7 + kept.blacks.size)
        features.add(KEPT_SHOT + COMBINATIONS * answers + feature_of(best_shot(kept.reds)))
        block, stacked = best_block(kept.blacks), best_block(kept.stack)
        features.add(KEPT_BLOCK + COMBINATIONS * answers + feature_of(block))
        features.add(KEPT_STACK + COMBINATIONS * answers + feature_of(stacked))
        levels = 25 * answers + 5 * level_of(block) + level_of(stacked)
        features.add(KEPT_DEFENCE + STACK_SIZES * levels + kept.stack.size)

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
