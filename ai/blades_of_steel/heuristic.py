"""Knowledge of Blades of Steel: docs/rules/blades-of-steel.md, section 6. Compiled.

The value of a shot is the chance that the other seat cannot stop it, computed from the unseen cards. The value of kept
cards comes from linear models of the goals that followed, fitted to 100,000 turns of this heuristic against itself,
with a seventh of the actions drawn at random.
"""

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from ai.blades_of_steel.unseen import BLACK, CLUBS, HAND, RANKS, SPADES, UnseenHands
from ai.blades_of_steel.values import (
    best_block,
    best_shot,
    top_rank,
    values_after_an_action,
    values_to_move,
    values_to_wait,
)
from ai.heuristic import Heuristic, Values, either, lead_of
from engines.api import State
from engines.blades_of_steel.packed_cards import CARD_BITS, CARD_FIELD, NO_CARDS, cards_of, kind_of, number_of
from engines.blades_of_steel.rules import (
    ACTION,
    ANSWER,
    BLOCK_FROM_HAND,
    BLOCK_FROM_STACK,
    CHANGE_LINES,
    FLUSH,
    GREAT_ONE,
    HIGH_CARD,
    PAIR,
    SHOOT,
    STACK,
    WITH_ACE,
    BladesState,
    Side,
    level_of,
    strength,
)
from engines.buffers import Actions
from engines.rng import Rng

# Goals, from the same fits as the tables below.
THEIR_TURN: Final = 0.34
"""The cost of the other seat moving next."""
THEIR_STACK: Final = 0.18
DRAWN_BLOCK: Final = 0.3
"""The value of a shot that is stopped: it costs the other seat a block."""
SHOT_THAT_BEATS: Final = 0.54
"""At a horizon: the value of a shot that nothing of the other seat stops. More towards the end, when nothing is gained
by waiting.
"""
SHOT_THAT_BEATS_LATE: Final = 1.0
LAST_SHOT_THAT_BEATS: Final = 0.81
LAST_DEFENCE: Final = 0.5
"""Share of their value that blocks have in the other seat's last turn."""
FULL_VALUE: Final = 16.0
"""Below this many cards to draw, the value of kept cards decreases in proportion."""
VARIANCE: Final = 0.15
VARIANCE_PER_CARD: Final = 0.055
"""Variance of the goals to come, and how it grows with the cards to draw."""

# Chances that a stack stops a shot.
ONE_CARD_STOPS: Final = 0.5
TWO_CARDS_STOP_THREE: Final = 0.55
TWO_CARDS_STOP_TWO: Final = 0.4
THREE_CARDS_STOP_HIGH_CARD: Final = 0.6
THREE_CARDS_STOP_FLUSH: Final = 0.45
THREE_CARDS_STOP_TWO: Final = 0.3

HORIZON: Final[i64] = 3
"""Minimum number of decisions that a simulation plays before it is estimated; with 5 or 7 the search is weaker."""
PRIOR_VISITS: Final[i64] = 50


def make(counts_cards: bool) -> Heuristic:
    """Return a new heuristic for Blades of Steel."""
    return BladesHeuristic(counts_cards)


class BladesHeuristic(Heuristic):
    """Chances of a block from the unseen cards, and the value of kept cards."""

    def __init__(self, counts_cards: bool = True) -> None:
        super().__init__(counts_cards)
        self.slowest_us = 40
        self.prior_visits = PRIOR_VISITS
        self.after_an_action = values_after_an_action()
        self.to_move = values_to_move()
        self.to_wait = values_to_wait()
        self.kept = Side()
        """What a seat keeps after an action."""
        self.unseen = UnseenHands()

    # -- ratings

    def goal(self, state: State, seat: i64) -> float:
        assert isinstance(state, BladesState)
        lead, left = float(lead_of(state, seat)), state.draw_pile()
        return payoff_of(state, lead + 0.5, left) - payoff_of(state, lead - 0.5, left)

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, BladesState)
        i: i64
        if state.node == ANSWER:
            for i in range(count):
                values[i] = self._value_of_answer(state, seat, actions[i])
            return
        self.unseen.find(state, seat, self.counts_cards)
        for i in range(count):
            values[i] = self._value_of_action(state, seat, actions[i])

    def _value_of_action(self, state: BladesState, seat: i64, action: i64) -> float:
        """Expected payoff of a stack, a shot or a line change."""
        kind, cards = kind_of(action), cards_of(action)
        kept, other = self.kept, state.sides[1 - seat]
        kept.copy_from(state.sides[seat])
        if kind == STACK:
            kept.blacks.remove_all(cards)
            put_stack(kept, cards)
        elif kind == CHANGE_LINES:
            kept.clear_hand()
        else:
            kept.reds.remove_all(cards)
        left = state.draw_pile() - (state.options.hand_size - other.hand_size())
        lead = float(lead_of(state, seat)) + self._value_kept(state, other, left)
        if kind != SHOOT:
            return payoff_of(state, lead, left)
        stopped = self._chance_to_stop(other, strength(cards, False))
        scored = 1.0 if state.overtime > 0 else payoff_of(state, lead + 1.0, left)
        return (1.0 - stopped) * scored + stopped * payoff_of(state, lead + DRAWN_BLOCK * fade(left), left)

    def _value_kept(self, state: BladesState, other: Side, left: i64) -> float:
        """The value of the kept cards, in goals, when the other seat is to draw and ``left`` cards are left."""
        finishes = state.options.finish_turn
        if state.draw_pile() == 0 or (left <= 0 and not finishes):
            return 0.0  # this was the last turn
        values = self.after_an_action
        if left <= 0 or (left <= state.options.hand_size - self.kept.hand_size() and not finishes):
            return LAST_DEFENCE * values.defence(self.kept) - THEIR_TURN  # the other seat has the last one
        value = values.of(self.kept) - THEIR_TURN
        return fade(left) * (value - THEIR_STACK if other.stack.size > 0 else value)

    def _value_of_answer(self, state: BladesState, seat: i64, action: i64) -> float:
        """Expected payoff of a block, or of none: the seat is to draw and move next, if anything is left."""
        kind, cards = kind_of(action), cards_of(action)
        kept = self.kept
        kept.copy_from(state.sides[seat])
        if kind == BLOCK_FROM_HAND:
            kept.blacks.remove_all(cards)
        elif kind == BLOCK_FROM_STACK:
            kept.stack.remove_all(cards)
        lead = float(lead_of(state, seat))
        if state.strength_of_block(kind, cards) < state.shot_strength:
            if state.overtime > 0:
                return -1.0
            lead -= 1.0
        left = state.draw_pile() - (state.options.hand_size - kept.hand_size())
        if left > 0 or (state.options.finish_turn and state.draw_pile() > 0):
            lead += fade(left) * self.after_an_action.of(kept)
        return payoff_of(state, lead, left)

    # -- chances

    def _chance_to_stop(self, defender: Side, shot: i64) -> float:
        """Chance that a shot is stopped by what the other seat may hold."""
        if level_of(shot) == GREAT_ONE:
            return 0.0
        return either(
            self._chance_in_hand(min(defender.hand_size(), HAND), shot),
            chance_in_stack(defender.stack.size, shot),
        )

    def _chance_in_hand(self, hand: i64, shot: i64) -> float:
        """Chance that ``hand`` unseen cards hold a block that stops a shot; aces, pairs and threes are treated as
        independent.
        """
        unseen, level, top = self.unseen, level_of(shot), top_rank(shot)
        if hand == 0 or hand > unseen.count:
            return 0.0
        chance = 1.0 - float(unseen.hands_without_ace(hand)) / float(unseen.hands(hand))
        if level == WITH_ACE:
            return chance
        chance = either(chance, 1.0 - exp(-self._expected_pairs(hand, top if level == PAIR else i64(0))))
        if level == PAIR:
            return chance
        if level == HIGH_CARD:
            return either(chance, self._chance_of_three(hand, BLACK, top))
        return either(chance, either(self._chance_of_three(hand, CLUBS, top), self._chance_of_three(hand, SPADES, top)))

    def _expected_pairs(self, hand: i64, from_rank: i64) -> float:
        """Expected number of black pairs of at least this rank in a hand."""
        if hand < 2:
            return 0.0
        unseen = self.unseen
        pairs: i64 = 0
        i: i64
        for i in range(from_rank, RANKS):
            pairs += unseen.number(i, BLACK) >> 1
        return float(pairs * unseen.choices(unseen.count - 2, hand - 2)) / float(unseen.hands(hand))

    def _chance_of_three(self, hand: i64, suits: i64, from_rank: i64) -> float:
        """Chance of at least three cards of these suits with one of at least this rank among them."""
        return float(self.unseen.hands_with_three(hand, suits, from_rank)) / float(self.unseen.hands(hand))

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        """True if the other seat cannot hold a block that stops the shot."""
        assert isinstance(state, BladesState)
        if kind_of(action) != SHOOT:
            return False
        self.unseen.find(state, seat, self.counts_cards)
        return self._chance_to_stop(state.sides[1 - seat], strength(cards_of(action), False)) == 0.0

    # -- simulations

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """Usually block; usually shoot, rather with two cards than with three; otherwise any action."""
        assert isinstance(state, BladesState)
        if count == 1:
            return actions[0]
        if state.node == ANSWER:
            return actions[rng.below(count)] if rng.below(8) == 0 else actions[1 + rng.below(count - 1)]
        first = count
        while first > 0 and kind_of(actions[first - 1]) != STACK:
            first -= 1
        shots = count - first - 1  # the last action is to change lines
        if shots <= 0 or rng.below(4) == 0:
            return actions[rng.below(count)]
        return actions[first] if number_of(cards_of(actions[first])) == 2 else actions[first + rng.below(shots)]

    def is_horizon(self, state: State, since: i64) -> bool:
        """True at the beginning of a turn, some decisions later."""
        assert isinstance(state, BladesState)
        return state.node == ACTION and state.ply >= since + HORIZON

    def estimate(self, state: State) -> float:
        assert isinstance(state, BladesState)
        payoff = payoff_of(state, self._lead_of_mover(state), state.draw_pile())
        return payoff if state.seat == 0 else -payoff

    def lead(self, state: State) -> float:
        assert isinstance(state, BladesState)
        lead = self._lead_of_mover(state)
        return lead if state.seat == 0 else -lead

    def _lead_of_mover(self, state: BladesState) -> float:
        """Estimate from the lead, whether the present shot will go in, and what both sides hold."""
        mover, other = state.sides[state.seat], state.sides[1 - state.seat]
        left = state.draw_pile()
        beats = best_shot(mover.reds) > max(best_block(other.blacks), best_block(other.stack))
        lead = float(lead_of(state, state.seat))
        full = fade(left)
        if left > state.options.hand_size - other.hand_size() or (state.options.finish_turn and left > 0):
            lead += full * (self.to_move.of(mover) - self.to_wait.of(other))
            if beats:
                lead += full * SHOT_THAT_BEATS + (1.0 - full) * SHOT_THAT_BEATS_LATE
        elif beats:
            lead += LAST_SHOT_THAT_BEATS
        return lead


def chance_in_stack(size: i64, shot: i64) -> float:
    """Chance that a stack of this size stops a shot."""
    level = level_of(shot)
    if size == 0:
        return 0.0
    if size == 1:
        return ONE_CARD_STOPS
    if size == 2:
        return TWO_CARDS_STOP_THREE if level <= FLUSH else TWO_CARDS_STOP_TWO
    if level == HIGH_CARD:
        return THREE_CARDS_STOP_HIGH_CARD
    return THREE_CARDS_STOP_FLUSH if level == FLUSH else THREE_CARDS_STOP_TWO


def put_stack(side: Side, cards: i64) -> None:
    """Set the stack of a side to ``cards``."""
    side.stack.size = 0
    while cards != NO_CARDS:
        side.stack.add((cards & CARD_FIELD) - 1)
        cards >>= CARD_BITS


def fade(left: i64) -> float:
    """Share of their full value that kept cards have with this many cards left to draw."""
    if left <= 0:
        return 0.0
    return min(1.0, float(left) / FULL_VALUE)


def payoff_of(state: BladesState, lead: float, left: i64) -> float:
    """Expected payoff of a lead in goals: a normal model of the goals still to come; in overtime the next one
    decides.
    """
    if state.overtime > 0:
        return max(-1.0, min(1.0, lead))
    spread = sqrt(VARIANCE + VARIANCE_PER_CARD * float(left if left > 0 else i64(0)))
    return 2.0 / (1.0 + exp(-1.7 * lead / spread)) - 1.0
