"""Knowledge of Blades of Steel: docs/rules/blades-of-steel.md, section 6. Compiled.

A shot is worth the chance that the other seat cannot stop it, counted from the cards that are unseen; a stack, a block and whatever is
kept are worth what such cards brought in games, by weights that were fitted to the goals that followed.
"""

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristics.base import Heuristic, Values
from engines.api import Actions, State, bit
from engines.blades_of_steel.rules import (
    ACE,
    ACTION,
    ANSWER,
    CHANGE_LINES,
    FLUSH,
    GREAT_ONE,
    HIGH_CARD,
    NO_BLOCK,
    NO_CARDS,
    PAIR,
    SHOOT,
    STACK,
    WITH_ACE,
    BladesState,
    Cards,
    Side,
    cards_of,
    is_red,
    kind_of,
    level_of,
    level_of_pair,
    mask_of,
    rank,
    strength,
    suit,
)
from engines.rng import Rng

RANKS: Final[i64] = 13
TABLE_WIDTH: Final[i64] = 7
"""Binomial coefficients are needed for hands of up to six cards."""
LARGEST: Final[i64] = 60

# What kept cards are worth, in goals: the coefficients of a linear model of the goals that followed, fitted to 83,000 turns.
KEPT_RED: Final = 0.03
KEPT_BLACK: Final = -0.14
"""A black card that is no block only keeps a better one from being drawn."""
KEPT_RED_ACE: Final = 0.16
KEPT_SHOT: Final = 0.16
"""A shot of two cards."""
HAND_BLOCK_TOP: Final = 0.41
STACK_BLOCK_TOP: Final = 0.31
"""How much the ace more than the two is worth as the highest card of a block below level 4."""
FULL_WORTH: Final = 16.0
"""Below so many cards to draw, kept cards are worth less, in proportion."""
LAST_DEFENCE: Final = 0.5
"""Share of a block's worth if the other seat has the last turn."""
BLOCK_DRAWN: Final = 0.3
"""What a shot is worth that costs the other seat a block."""
SHOT_THAT_BEATS: Final = 0.65
"""What a shot is worth, at a horizon, that no single block of the other seat stops."""
OF_THE_MOVER: Final = 0.75
OF_THE_OTHER: Final = 0.55
"""Shares of a block's worth at a horizon, where the present shot is counted by itself."""
VARIANCE: Final = 0.15
VARIANCE_PER_CARD: Final = 0.055
"""Variance of the goals to come, and how it grows with the cards to draw."""


def make(counts_cards: bool) -> Heuristic:
    """Return a new heuristic for Blades of Steel."""
    return BladesHeuristic(counts_cards)


def binomials() -> vec[float]:
    """``n`` over ``k`` at ``n * TABLE_WIDTH + k``."""
    table = vec[float]([0.0] * int(LARGEST * TABLE_WIDTH))
    for n in range(int(LARGEST)):
        value = 1.0
        for k in range(int(TABLE_WIDTH)):
            table[n * TABLE_WIDTH + k] = value
            value = value * float(n - k) / float(k + 1) if n > k else 0.0
    return table


def best_block(blacks: Cards) -> i64:
    """Strength of the best block among these cards, as if levels were compared by the highest card; 0 without one."""
    cards, size = blacks.cards, blacks.size
    if size == 0:
        return 0
    if rank(cards[size - 1]) == ACE:
        return (WITH_ACE << 12) | (ACE << 8)
    i: i64 = size - 1
    clubs: i64 = 0
    while i > 0:
        if rank(cards[i]) == rank(cards[i - 1]):
            return (PAIR << 12) | (rank(cards[i]) << 8)
        i -= 1
    if size < 3:
        return 0
    for i in range(size):
        if suit(cards[i]) == 0:
            clubs += 1
    top_club: i64 = -1
    top_spade: i64 = -1
    for i in range(size):
        if suit(cards[i]) == 0:
            top_club = rank(cards[i])
        else:
            top_spade = rank(cards[i])
    flush: i64 = -1
    if clubs >= 3:
        flush = top_club
    if size - clubs >= 3 and top_spade > flush:
        flush = top_spade
    if flush >= 0:
        return (FLUSH << 12) | (flush << 8)
    return (HIGH_CARD << 12) | (rank(cards[size - 1]) << 8)


def best_shot(reds: Cards) -> i64:
    """Strength of the best shot among these cards, as if levels were compared by the highest card; 0 without one."""
    cards, size = reds.cards, reds.size
    best: i64 = 0
    i: i64
    j: i64
    for j in range(1, size):
        lowest: i64 = 0 if rank(cards[j]) == ACE else j - 1
        for i in range(lowest, j):
            level = level_of_pair(cards[i], cards[j])
            if level > 0 and (level << 12) | (rank(cards[j]) << 8) > best:
                best = (level << 12) | (rank(cards[j]) << 8)
    if best > 0 or size < 3:
        return best
    hearts: i64 = 0
    top_heart: i64 = -1
    top_diamond: i64 = -1
    for i in range(size):
        if suit(cards[i]) == 2:
            hearts += 1
            top_heart = rank(cards[i])
        else:
            top_diamond = rank(cards[i])
    flush: i64 = -1
    if hearts >= 3:
        flush = top_heart
    if size - hearts >= 3 and top_diamond > flush:
        flush = top_diamond
    if flush >= 0:
        return (FLUSH << 12) | (flush << 8)
    return (HIGH_CARD << 12) | (rank(cards[size - 1]) << 8)


class BladesHeuristic(Heuristic):
    """Chances of a block from the unseen cards, and the worth of what is kept."""

    def __init__(self, counts_cards: bool = True) -> None:
        super().__init__(counts_cards)
        self.choose = binomials()
        self.side = Side()
        """What a seat keeps after an action."""
        self.w = vec[float]([0.015, -0.083, 0.236, 0.07, -0.38, -0.08, 0.29, 0.91, 0.53, -0.2, 0.05, 0.27, 0.72, 0.32, -0.05])
        self.e = vec[float]([
            0.026, -0.10, 0.23, 0.0, -0.29, -0.05, 0.28, 0.92, 0.42, -0.09, 0.08, 0.29, 0.62, 0.17, 0.0,
            0.02, -0.108, 0.2, 0.08, -0.29, -0.06, 0.24, 0.60, 0.43, -0.12, 0.09, 0.27, 0.47, 0.22, 0.0, 0.0, 0.0, 0.0,
            0.54, 0.46, 0.81, -0.26, -0.15, -0.07, -0.2, 0.03, 0.12,
        ])
        self.last: float = 0.5
        self.full: float = 16.0
        self.horizon: i64 = 6
        self.pick_mode: i64 = 1
        self.plausible: i64 = 1
        self.beats: float = 0.65
        self.mover: float = 0.75
        self.other: float = 0.55
        self.drawn: float = 0.3
        self.stops: float = 1.0
        self.unseen: i64 = 0
        """Bit mask of the cards the seat has not seen."""
        self.unseen_total: i64 = 0
        self.unseen_reds: i64 = 0

    # -- ratings

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, BladesState)
        self._count_unseen(state, seat)
        lead = float(state.sides[seat].goals - state.sides[1 - seat].goals)
        i: i64
        for i in range(count):
            values[i] = self._value(state, seat, actions[i], lead)

    def _count_unseen(self, state: BladesState, seat: i64) -> None:
        """Find the cards that are neither the own ones nor gone; without memory only the own ones and the shot are known."""
        own, other = state.sides[seat], state.sides[1 - seat]
        seen = own.hand() | own.stack.mask() | mask_of(state.shot)
        if self.counts_cards:
            seen |= state.gone & ~(other.hidden_lines | other.hidden_stacks)
        unseen: i64 = 0
        total: i64 = 0
        reds: i64 = 0
        deck = state.options.deck
        i: i64
        for i in range(len(deck)):
            card = deck[i]
            if (seen >> card) & 1 == 0:
                unseen |= bit(card)
                total += 1
                if is_red(card):
                    reds += 1
        self.unseen = unseen
        self.unseen_total = total
        self.unseen_reds = reds

    def _value(self, state: BladesState, seat: i64, action: i64, lead: float) -> float:
        """Expected payoff of an action."""
        kind, cards = kind_of(action), cards_of(action)
        other = state.sides[1 - seat]
        kept = self.side
        kept.copy_from(state.sides[seat])
        draws = state.draw_pile()
        if state.node == ANSWER:
            if kind == NO_BLOCK:
                lead -= 1.0
            elif kind == NO_BLOCK + 1:
                kept.blacks.remove_all(cards)
            else:
                kept.stack.remove_all(cards)
            return self._payoff(state, lead + self._worth_to_draw(state, kept, draws), draws)
        draws -= state.options.hand_size - other.hand_size()
        if kind == SHOOT:
            kept.reds.remove_all(cards)
            kept_worth = self._worth(state, kept, draws)
            stopped = self._chance_to_stop(state, other, strength(cards, state.options.card_by_card))
            blocked = self._payoff(state, lead + kept_worth + self.drawn * self.fade(draws), draws) if stopped > 0.0 else 0.0
            if state.overtime > 0:
                return (1.0 - stopped) + stopped * blocked
            return (1.0 - stopped) * self._payoff(state, lead + 1.0 + kept_worth, draws) + stopped * blocked
        if kind == STACK:
            kept.blacks.remove_all(cards)
            kept.stack.size = 0
            while cards != NO_CARDS:
                kept.stack.add((cards & 63) - 1)
                cards >>= 6
        elif kind == CHANGE_LINES:
            kept.clear_hand()
        return self._payoff(state, lead + self._worth(state, kept, draws), draws)

    def _payoff(self, state: BladesState, lead: float, draws: i64) -> float:
        """Expected payoff of a lead in goals: a normal model of the goals still to fall; in overtime the next one decides."""
        if state.overtime > 0:
            return max(-1.0, min(1.0, lead))
        spread = sqrt(VARIANCE + VARIANCE_PER_CARD * float(draws if draws > 0 else 0))
        return 2.0 / (1.0 + exp(-1.7 * lead / spread)) - 1.0

    def _worth(self, state: BladesState, kept: Side, draws: i64) -> float:
        """Goals that cards are worth to a seat that has acted; ``draws`` are left when the other has drawn."""
        if draws <= 0:
            return 0.0
        defence = self._defence(kept)
        if draws <= state.options.hand_size - kept.hand_size():
            return self.last * defence
        return self.fade(draws) * (self._attack(kept) + defence)

    def _worth_to_draw(self, state: BladesState, kept: Side, draws: i64) -> float:
        """The same for a seat that is about to draw and move."""
        draws -= state.options.hand_size - kept.hand_size()
        if draws <= 0:
            return 0.0
        return self.fade(draws) * (self._attack(kept) + self._defence(kept))

    def _attack(self, kept: Side) -> float:
        """What cards are worth besides blocking."""
        w = self.w
        worth = w[0] * float(kept.reds.size) + w[1] * float(kept.blacks.size)
        at = kept.reds.size - 1
        while at >= 0 and rank(kept.reds.cards[at]) == ACE:
            worth += w[2]
            at -= 1
        if level_of(best_shot(kept.reds)) >= PAIR:
            worth += w[3]
        return worth

    def _defence(self, kept: Side) -> float:
        w = self.w
        worth = self._block_worth(best_block(kept.blacks), 4)
        if kept.stack.size > 0:
            stack = best_block(kept.stack)
            worth += self._block_worth(stack, 9) if stack > 0 else w[14] * float(kept.stack.size)
        return worth

    def _block_worth(self, block: i64, at: i64) -> float:
        level = level_of(block)
        if level == 0:
            return 0.0
        if level == WITH_ACE:
            return self.w[at + 3]
        return self.w[at + level - 1] + self.w[at + 4] * float((block >> 8) & 15) / 12.0

    def fade(self, draws: i64) -> float:
        """Share of their full worth that kept cards have with so many cards left to draw."""
        if draws <= 0:
            return 0.0
        return min(1.0, float(draws) / self.full)

    # -- chances

    def _chance_to_stop(self, state: BladesState, defender: Side, shot: i64) -> float:
        """Chance that a shot is stopped by what the other seat may hold."""
        if level_of(shot) == GREAT_ONE:
            return 0.0
        hand = defender.hand_size()
        misses = 1.0 - self._chance_of_hand(hand if hand < TABLE_WIDTH else TABLE_WIDTH - 1, shot)
        return 1.0 - misses * (1.0 - self.stops * self._chance_of_stack(state, defender, shot))

    def _chance_of_stack(self, state: BladesState, defender: Side, shot: i64) -> float:
        """Chance that a stack stops a shot: by its size, what is usually stacked, and what it has let in."""
        size = defender.stack.size
        if size == 0:
            return 0.0
        if defender.let_in != NO_CARDS and shot >= strength(defender.let_in, state.options.card_by_card):
            return 0.05
        level = level_of(shot)
        if size == 1:
            return 0.5
        if size == 2:
            return 0.55 if level <= FLUSH else 0.4
        return 0.6 if level == HIGH_CARD else 0.45 if level == FLUSH else 0.3

    def _chance_of_hand(self, hand: i64, shot: i64) -> float:
        """Chance that so many of the unseen cards hold a block that stops a shot; its parts are taken as independent."""
        total = self.unseen_total
        if hand == 0 or hand > total:
            return 0.0
        level, top = level_of(shot), (shot >> 8) & 15
        all_hands = self.choose[total * TABLE_WIDTH + hand]
        aces: i64 = ((self.unseen >> (ACE * 4)) & 1) + ((self.unseen >> (ACE * 4 + 3)) & 1)
        misses = self.choose[(total - aces) * TABLE_WIDTH + hand] / all_hands
        if level >= WITH_ACE:
            return 1.0 - misses
        misses *= exp(-self._expected_pairs(hand, top if level == PAIR else 0, all_hands))
        if level == PAIR:
            return 1.0 - misses
        if level == HIGH_CARD:
            return 1.0 - misses * (1.0 - self._chance_of_three(hand, 9, top, all_hands))
        clubs = self._chance_of_three(hand, 1, top, all_hands)
        spades = self._chance_of_three(hand, 8, top, all_hands)
        return 1.0 - misses * (1.0 - clubs) * (1.0 - spades)

    def _expected_pairs(self, hand: i64, from_rank: i64, all_hands: float) -> float:
        """Expected number of black pairs of at least this rank in a hand."""
        if hand < 2:
            return 0.0
        pairs: i64 = 0
        i: i64
        for i in range(from_rank, RANKS):
            if (self.unseen >> (4 * i)) & 9 == 9:
                pairs += 1
        return float(pairs) * self.choose[(self.unseen_total - 2) * TABLE_WIDTH + hand - 2] / all_hands

    def _chance_of_three(self, hand: i64, suits: i64, from_rank: i64, all_hands: float) -> float:
        """Chance of at least three cards of these suits, a bit mask, with one of at least this rank among them."""
        low: i64 = 0
        high: i64 = 0
        i: i64
        for i in range(RANKS):
            cards = (self.unseen >> (4 * i)) & suits
            number = (cards & 1) + (cards >> 3)
            if i < from_rank:
                low += number
            else:
                high += number
        others = self.unseen_total - low - high
        hands = 0.0
        for i in range(3, hand + 1):
            with_any = self.choose[(low + high) * TABLE_WIDTH + i] - self.choose[low * TABLE_WIDTH + i]
            hands += with_any * self.choose[others * TABLE_WIDTH + hand - i]
        return hands / all_hands

    # -- words

    def reason(self, state: State, seat: i64, action: i64) -> str:
        """What the action is for."""
        assert isinstance(state, BladesState)
        kind, cards = kind_of(action), cards_of(action)
        if kind == SHOOT:
            self._count_unseen(state, seat)
            stopped = self._chance_to_stop(state, state.sides[1 - seat], strength(cards, state.options.card_by_card))
            return f"scores in {round(100 * (1.0 - stopped))} of 100"
        if kind == STACK:
            self.side.stack.size = 0
            while cards != NO_CARDS:
                self.side.stack.add((cards & 63) - 1)
                cards >>= 6
            return "a block for the next shot" if best_block(self.side.stack) > 0 else "makes room, and looks like a block"
        if kind == CHANGE_LINES:
            return "better cards may come"
        return "the shot is let in" if kind == NO_BLOCK else "a save"

    # -- simulations

    def is_plausible(self, state: State, seat: i64) -> bool:
        if self.plausible == 0:
            return True
        """Nobody lets a shot in that a stack stops: what it has let in tells what it is not."""
        assert isinstance(state, BladesState)
        other: i64
        for other in range(2):
            side = state.sides[other]
            if other != seat and side.let_in != NO_CARDS and best_block(side.stack) >= strength(side.let_in, False):
                return False
        return True

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        if self.pick_mode == 0:
            return actions[rng.below(count)]
        """Mostly block, mostly shoot, and with two cards rather than with three; else anything."""
        assert isinstance(state, BladesState)
        if state.node == ANSWER:
            return actions[rng.below(count)] if count < 2 or rng.below(8) == 0 else actions[1 + rng.below(count - 1)]
        first = count - 1
        while first > 0 and kind_of(actions[first - 1]) == SHOOT:
            first -= 1
        if first == count - 1 or rng.below(4) == 0:
            return actions[rng.below(count)]
        if cards_of(actions[first]) < bit(12):
            return actions[first]
        return actions[first + rng.below(count - 1 - first)]

    def is_horizon(self, state: State, since: i64) -> bool:
        """A turn, some decisions on."""
        assert isinstance(state, BladesState)
        return state.node == ACTION and state.ply >= since + self.horizon

    def estimate(self, state: State) -> float:
        """The lead, the present shot, and what both sides hold."""
        assert isinstance(state, BladesState)
        mover, other = state.sides[state.seat], state.sides[1 - state.seat]
        draws = state.draw_pile()
        lead = float(mover.goals - other.goals)
        block = max(best_block(other.blacks), best_block(other.stack))
        shot = best_shot(mover.reds)
        full = self.fade(draws)
        if draws > state.options.hand_size - other.hand_size():
            if shot > block:
                lead += self.e[33] + self.e[34] * (1.0 - full)
            lead += full * (self._held(mover, 0) - self._held(other, 15) + self._shot_worth(shot))
        elif shot > block:
            lead += self.e[35]
        payoff = self._payoff(state, lead, draws)
        return payoff if state.seat == 0 else -payoff

    def _shot_worth(self, shot: i64) -> float:
        level = level_of(shot)
        if level == 0:
            return 0.0
        top = 1.0 if level >= WITH_ACE else float((shot >> 8) & 15) / 12.0
        return self.e[35 + level] + (self.e[41] * top if level <= 3 else 0.0)

    def _held(self, side: Side, at: i64) -> float:
        e = self.e
        worth = e[at] * float(side.reds.size) + e[at + 1] * float(side.blacks.size)
        i = side.reds.size - 1
        while i >= 0 and rank(side.reds.cards[i]) == ACE:
            worth += e[at + 2]
            i -= 1
        if at > 0 and level_of(best_shot(side.reds)) >= PAIR:
            worth += e[at + 3]
        worth += self._level_worth(best_block(side.blacks), at + 4)
        return worth + self._level_worth(best_block(side.stack), at + 9)

    def _level_worth(self, block: i64, at: i64) -> float:
        level = level_of(block)
        if level == 0:
            return 0.0
        if level == WITH_ACE:
            return self.e[at + 3]
        return self.e[at + level - 1] + self.e[at + 4] * float((block >> 8) & 15) / 12.0
