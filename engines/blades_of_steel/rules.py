"""The rules of Blades of Steel: docs/rules/blades-of-steel.md as a state machine. Compiled; no text, no JSON, no
randomness of its own.

Cards are numbered as in ``engines.cards``. A stack, shot or block is at most three cards, packed into one number, as is
an action: see ``packed_cards``. Pack and hand size are parameters, so that a few ranks make a small game that can be
solved exactly.

A whole game, of twelve cards and hands of four:

    >>> from engines.blades_of_steel.options import options_from
    >>> from engines.cards import parse_cards
    >>> from engines.example import Example
    >>> deck = parse_cards("9C 9S 9H 9D TC TS TH TD AH AS KC KH".split())
    >>> game = Example("blades_of_steel", BladesState(options_from({"overtime": "none"}, deck, hand_size=4)), seed=684)
    face_off: cards 9D TD, winner 1

Black cards are laid face down, to block with later:

    >>> game.hand(1)
    'TH TS KC AH'
    >>> game.play(1, {"type": "stack", "cards": ["KC"]})
    stacks_defence: seat 1, count 1
    >>> game.hand(0)
    '9S TD KH AS'
    >>> game.play(0, {"type": "stack", "cards": ["9S", "AS"]})
    stacks_defence: seat 0, count 2

A red ace with a card of its suit is a breakaway, which a black ace stops:

    >>> game.hand(1)
    '9C TH TS AH'
    >>> game.play(1, {"type": "shoot", "cards": ["AH", "TH"]})
    shoots: seat 1, kind breakaway, cards AH TH
    >>> game.play(0, {"type": "block", "from": "stack", "cards": ["AS"]})
    blocked: seat 0, kind star_goalie, from stack, cards AS

Nothing stops both red nines. Then seat 1 draws the last card of the pile, which ends the game:

    >>> game.hand(0)
    '9D 9H TD KH'
    >>> game.play(0, {"type": "shoot", "cards": ["9D", "9H"]})
    shoots: seat 0, kind great_one, cards 9D 9H
    scores: seat 0, score 1 0
    pack_out: overtime_pack 0, score 1 0
    game_over: winner 0, score 1 0
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, NOT_GATHERED, OVER, State, Unseen
from engines.blades_of_steel.packed_cards import (
    NO_CARD,
    NO_CARDS,
    Cards,
    action_of,
    card_at,
    cards_of,
    join_cards,
    kind_of,
    mask_of,
    number_of,
)
from engines.buffers import Actions, bit, buffer, buffer_of, copy_numbers, copy_range, count_bits
from engines.rng import Rng

NINE: Final[i64] = 7
ACE: Final[i64] = 12
SUITS: Final[i64] = 4
MAX_DECK: Final[i64] = 52
MAX_GOALS: Final[i64] = 13
"""Goals of a side in one pack: it has no more pairs of red cards."""
RANKS_AS_WRITTEN: Final = (0, 1, 2, 3, 4, 5, 6, 7, 12, 9, 11, 10, 8)
"""The ranks in the order of their characters, ``2`` to ``9`` then ``A J K Q T``: canonical order (3.2, ruling 26)."""

# The kinds of actions: an action is ``action_of(kind, cards)``.
STACK: Final[i64] = 0
SHOOT: Final[i64] = 1
CHANGE_LINES: Final[i64] = 2
NO_BLOCK: Final[i64] = 3
BLOCK_FROM_HAND: Final[i64] = 4
BLOCK_FROM_STACK: Final[i64] = 5
FACE_DOWN: Final[i64] = 6
"""What the other seat sees of a stack: this kind, and the number of cards in place of the cards."""

# The levels of 2.1; 0 is no combination.
HIGH_CARD: Final[i64] = 1
FLUSH: Final[i64] = 2
PAIR: Final[i64] = 3  # one_timer, star_defence
WITH_ACE: Final[i64] = 4  # breakaway, star_goalie
GREAT_ONE: Final[i64] = 5
SHOT_KINDS: Final = ("", "high_card", "flush", "one_timer", "breakaway", "great_one")
BLOCK_KINDS: Final = ("", "high_card", "flush", "star_defence", "star_goalie")

# Nodes of 3.2; `draw` and `pack_over` are automatic: no seat is asked there.
CUT: Final[i64] = 0
DEAL: Final[i64] = 1
ACTION: Final[i64] = 2
ANSWER: Final[i64] = 3
GAME_OVER: Final[i64] = 4
NODE_NAMES: Final = ("cut", "deal", "action", "answer", "game_over")

# Events of section 7, declared in ``events`` in this order. What is logged is stored with a game: combinations with
# seat, level, source and cards, discards with seat, whether they are open, and cards.
FACE_OFF: Final[i64] = 0
STACKS_DEFENCE: Final[i64] = 1
STACK_DISCARDED: Final[i64] = 2
SHOOTS: Final[i64] = 3
WEAK_BLOCK: Final[i64] = 4
BLOCKED: Final[i64] = 5
SCORES: Final[i64] = 6
CHANGES_LINES: Final[i64] = 7
PACK_OUT: Final[i64] = 8
OVERTIME_START: Final[i64] = 9
GAME_ENDS: Final[i64] = 10


# -- cards


def rank(card: i64) -> i64:
    """Rank of a card, 0 (two) to 12 (ace)."""
    return card >> 2


def suit(card: i64) -> i64:
    """Suit of a card: clubs, diamonds, hearts, spades."""
    return card & 3


def is_red(card: i64) -> bool:
    """True if a card is a heart or a diamond."""
    return card & 3 == 1 or card & 3 == 2


def canonical_order(mask: i64) -> list[int]:
    """The cards of a bit mask in the order of their two characters (ruling 26)."""
    cards: list[int] = []
    for of_rank in RANKS_AS_WRITTEN:
        for of_suit in range(SUITS):
            card = of_rank * SUITS + of_suit
            if (mask >> card) & 1 == 1:
                cards.append(int(card))
    return cards


# -- combinations (2.1)


def level_of_pair(low: i64, high: i64) -> i64:
    """Level of two cards of one colour, 0 if they are not a combination."""
    if rank(low) == rank(high):
        return GREAT_ONE if rank(low) == NINE and is_red(low) else PAIR
    return WITH_ACE if rank(high) == ACE and suit(low) == suit(high) and is_red(high) else i64(0)


def value_of(level: i64, top_rank: i64, below: i64 = 0) -> i64:
    """The strength of a combination; ``below`` are the ranks below the highest that count, at most 8 bits."""
    return (level << 12) | (top_rank << 8) | below


def level_of(value: i64) -> i64:
    """The level of a ``strength``."""
    return value >> 12


def strength(cards: i64, card_by_card: bool) -> i64:
    """The strength of a combination: a block stops a shot if it is at least as strong. 0 if ``cards``, of one colour,
    are not a combination.

    The level counts most, then the highest rank; of three cards, where equal levels are compared ``card_by_card``, the
    other ranks. No combination is as strong as The Great One, and the second card of a breakaway never counts (ruling
    3).
    """
    low, high = card_at(cards, 0), card_at(cards, 1)
    if high == NO_CARD:
        return value_of(WITH_ACE, ACE) if rank(low) == ACE and not is_red(low) else i64(0)
    highest = card_at(cards, 2)
    if highest == NO_CARD:
        level = level_of_pair(low, high)
        return value_of(level, rank(high)) if level > 0 else i64(0)
    return strength_of_three(low, high, highest, card_by_card)


def strength_of_three(low: i64, middle: i64, high: i64, card_by_card: bool) -> i64:
    """``strength`` of three cards of one colour, ascending: always a flush or a high card (ruling 5)."""
    level = FLUSH if suit(low) == suit(high) and suit(middle) == suit(high) else HIGH_CARD
    below = (rank(middle) << 4) | rank(low) if card_by_card else i64(0)
    return value_of(level, rank(high), below)


class Options:
    """The switches of 2.6, the pack and the size of a hand."""

    def __init__(self, numbers: Mapping[str, Any], deck: list[int], hand_size: i64) -> None:
        self.finish_turn: bool = numbers["finish_turn"]
        self.card_by_card: bool = numbers["card_by_card"]
        self.whole_stack: bool = numbers["whole_stack"]
        self.weak_blocks: bool = numbers["weak_blocks"]
        self.open_discards: bool = numbers["open_discards"]
        self.sudden_death: bool = numbers["sudden_death"]
        self.overtime_limit: i64 = numbers["overtime_limit"]
        self.deck = buffer_of(deck)
        """The cards of the pack, ascending."""
        self.hand_size = hand_size


class Side:
    """The cards and goals of one seat."""

    def __init__(self) -> None:
        self.reds = Cards()
        self.blacks = Cards()
        """The hand, by colour."""
        self.stack = Cards()
        """The stacked defence."""
        self.goals: i64 = 0
        self.goal_pile = buffer(MAX_GOALS)
        """The shots of this pack that were goals, each as the number of its cards."""
        self.goals_in_pack: i64 = 0
        self.hidden_lines: i64 = 0
        """With `top_only`, bit mask of the cards in the discards that only this seat has seen, while changing lines."""
        self.hidden_stacks: i64 = 0
        """The same for cards of replaced stacks, which all seats know to be black."""

    def clear(self) -> None:
        """Return all cards to the pack; goals are kept as numbers (ruling 27)."""
        self.clear_hand()
        self.stack.size = 0
        self.goals_in_pack = 0
        self.hidden_lines = 0
        self.hidden_stacks = 0

    def clear_hand(self) -> None:
        """Empty the hand."""
        self.reds.size = 0
        self.blacks.size = 0

    def hand_size(self) -> i64:
        """Number of cards in the hand."""
        return self.reds.size + self.blacks.size

    def hand(self) -> i64:
        """The hand as a bit mask."""
        return self.reds.mask() | self.blacks.mask()

    def add(self, card: i64) -> None:
        """Take a card into the hand."""
        if is_red(card):
            self.reds.add(card)
        else:
            self.blacks.add(card)

    def copy_from(self, other: "Side") -> None:
        """Become a copy of ``other``."""
        self.reds.copy_from(other.reds)
        self.blacks.copy_from(other.blacks)
        self.stack.copy_from(other.stack)
        self.goals = other.goals
        self.goals_in_pack = other.goals_in_pack
        self.hidden_lines = other.hidden_lines
        self.hidden_stacks = other.hidden_stacks
        copy_numbers(other.goal_pile, self.goal_pile, other.goals_in_pack)


class BladesState(State):
    """A game of Blades of Steel: the whole truth, hidden cards included (3.1)."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.node = CUT
        self.overtime: i64 = 0
        """Number of the overtime pack; 0 in regulation."""
        self.seat: i64 = NO_SIDE
        """Seat to move; NO_SIDE before the face-off is won and after the end."""
        self.sides: list[Side] = [Side(), Side()]
        self.stock = buffer(MAX_DECK)
        """The draw pile: ``stock[i]`` for stock_at <= i < the size of the deck."""
        self.stock_at: i64 = 0
        self.discards = buffer(MAX_DECK)
        """The discard pile from the bottom: bit masks of cards discarded together, which lie in canonical order (ruling
        26).
        """
        self.discard_groups: i64 = 0
        self.gone: i64 = 0
        """Bit mask of the cards in the discards and the goal piles."""
        self.shot = NO_CARDS
        """The shot that waits for its answer, as one number."""
        self.shot_strength: i64 = 0

    # -- whose turn

    def to_act(self) -> i64:
        if self.node == ACTION:
            return self.seat
        if self.node == ANSWER:
            return 1 - self.seat
        return OVER if self.node == GAME_OVER else CHANCE

    def draw_pile(self) -> i64:
        """Number of cards in the draw pile."""
        return len(self.options.deck) - self.stock_at

    # -- decisions

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if seat < 0 or seat != self.to_act():
            return 0
        side = self.sides[seat]
        if self.node == ACTION:
            count = self._fill_stacks(side.blacks, actions)
            count = self._fill_shots(side.reds, actions, count)
            actions[count] = action_of(CHANGE_LINES)
            return count + 1
        actions[0] = action_of(NO_BLOCK)
        count = self._fill_blocks(side.blacks, BLOCK_FROM_HAND, actions, 1)
        if self.options.whole_stack:
            return self._fill_whole_stack(side.stack, actions, count)
        return self._fill_blocks(side.stack, BLOCK_FROM_STACK, actions, count)

    def _fill_stacks(self, blacks: Cards, actions: Actions) -> i64:
        """Any one, two or three black cards (2.3 line 2, ruling 8)."""
        cards, size = blacks.cards, blacks.size
        count: i64 = 0
        i: i64
        j: i64
        for i in range(size):
            actions[count] = action_of(STACK, join_cards(cards[i]))
            count += 1
        for j in range(size):
            upper = action_of(STACK, join_cards(NO_CARD, cards[j]))
            for i in range(j):
                actions[count] = upper | join_cards(cards[i])
                count += 1
        return self._fill_any_three(blacks, STACK, actions, count)

    def _fill_shots(self, reds: Cards, actions: Actions, start: i64) -> i64:
        """The combinations of red cards: some of two, and any three (2.1)."""
        cards, size = reds.cards, reds.size
        count = start
        i: i64
        j: i64
        for j in range(1, size):
            lowest: i64 = i64(0) if rank(cards[j]) == ACE else j - 1  # equal ranks are next to each other
            for i in range(lowest, j):
                if level_of_pair(cards[i], cards[j]) > 0:
                    actions[count] = action_of(SHOOT, join_cards(cards[i], cards[j]))
                    count += 1
        return self._fill_any_three(reds, SHOOT, actions, count)

    def _fill_any_three(self, held: Cards, kind: i64, actions: Actions, start: i64) -> i64:
        """All actions of this kind with three of the cards."""
        cards, size = held.cards, held.size
        count = start
        i: i64
        j: i64
        k: i64
        for k in range(2, size):
            for j in range(1, k):
                upper = action_of(kind, join_cards(NO_CARD, cards[j], cards[k]))
                for i in range(j):
                    actions[count] = upper | join_cards(cards[i])
                    count += 1
        return count

    def _fill_blocks(self, blacks: Cards, source: i64, actions: Actions, start: i64) -> i64:
        """The combinations in ``blacks`` that stop the shot; with `weak_blocks` all of them."""
        cards, size = blacks.cards, blacks.size
        needed: i64 = i64(1) if self.options.weak_blocks else self.shot_strength
        count = start
        i: i64
        j: i64
        k: i64
        for i in range(size):
            if rank(cards[i]) == ACE and value_of(WITH_ACE, ACE) >= needed:
                actions[count] = action_of(source, join_cards(cards[i]))
                count += 1
        for j in range(1, size):  # equal ranks are next to each other, and there are two at most
            if rank(cards[j]) == rank(cards[j - 1]) and value_of(PAIR, rank(cards[j])) >= needed:
                actions[count] = action_of(source, join_cards(cards[j - 1], cards[j]))
                count += 1
        if level_of(needed) > FLUSH:
            return count
        card_by_card = self.options.card_by_card
        for k in range(size):
            for j in range(k):
                for i in range(j):
                    if strength_of_three(cards[i], cards[j], cards[k], card_by_card) >= needed:
                        actions[count] = action_of(source, join_cards(cards[i], cards[j], cards[k]))
                        count += 1
        return count

    def _fill_whole_stack(self, stack: Cards, actions: Actions, start: i64) -> i64:
        """With `stack_spend: whole` all stacked cards are one block, as strong as its best combination (ruling 24)."""
        value = self.strength_of_stack(stack)
        if value == 0 or (value < self.shot_strength and not self.options.weak_blocks):
            return start
        actions[start] = action_of(BLOCK_FROM_STACK, stack.joined())
        return start + 1

    def strength_of_block(self, kind: i64, cards: i64) -> i64:
        """Strength of a block with cards of the hand or of the present stack, 0 of none."""
        if kind == BLOCK_FROM_STACK and self.options.whole_stack:
            return self.strength_of_stack(self.sides[1 - self.seat].stack)
        return strength(cards, self.options.card_by_card)

    def strength_of_stack(self, stack: Cards) -> i64:
        """Strength of the best combination among the stacked cards, 0 without one."""
        cards = stack.cards
        card_by_card = self.options.card_by_card
        best: i64 = 0
        i: i64
        for i in range(stack.size):
            best = max(best, strength(join_cards(cards[i]), card_by_card))
        for i in range(1, stack.size):
            best = max(best, strength(join_cards(cards[i - 1], cards[i]), card_by_card))
        if stack.size == 3:
            best = max(best, strength(stack.joined(), card_by_card))
        return best

    def seen_as(self, action: i64, viewer: i64) -> i64:
        """The other seat's stack is face down: only its number of cards is visible."""
        if kind_of(action) == STACK and viewer != self.seat:
            return action_of(FACE_DOWN, number_of(cards_of(action)))
        return action

    def apply(self, seat: i64, action: i64) -> None:
        self.ply += 1
        kind, cards = kind_of(action), cards_of(action)
        if kind == STACK:
            self._stack(cards)
        elif kind == SHOOT:
            self._shoot(cards)
        elif kind == CHANGE_LINES:
            self._change_lines()
        elif kind == NO_BLOCK:
            self._goal()
        else:
            self._block(kind, cards)

    def _stack(self, cards: i64) -> None:
        """Lay black cards face down; an earlier stack is first discarded, openly and completely (2.3 line 2, ruling
        11).
        """
        side = self.sides[self.seat]
        if side.stack.size > 0:
            old = side.stack.mask()
            side.stack.size = 0
            self._discard(old)
            if not self.options.open_discards:
                side.hidden_stacks |= all_but_last(old)
            self._log_discards(STACK_DISCARDED, old)
        side.blacks.remove_all(cards)
        side.stack.add_all(cards)
        self.emit(STACKS_DEFENCE, self.seat, side.stack.size)
        self._next_turn()

    def _shoot(self, cards: i64) -> None:
        """Lay a shot face up; the other seat is asked for its answer if the window opens."""
        self.sides[self.seat].reds.remove_all(cards)
        self.shot = cards
        self.shot_strength = strength(cards, self.options.card_by_card)
        self._log_combination(SHOOTS, self.seat, level_of(self.shot_strength), NO_CARD, cards)
        if self.opens_window():
            self.node = ANSWER
        else:
            self._goal()

    def opens_window(self) -> bool:
        """Whether the present shot is to be answered. Public, because otherwise it would reveal something about the
        hand: any seat with cards is asked (3.3).
        """
        defender = self.sides[1 - self.seat]
        return level_of(self.shot_strength) < GREAT_ONE and defender.hand_size() + defender.stack.size > 0

    def _change_lines(self) -> None:
        """Discard the whole hand; nothing is drawn until the seat's next turn."""
        side = self.sides[self.seat]
        old = side.hand()
        side.clear_hand()
        self._discard(old)
        if not self.options.open_discards:
            side.hidden_lines |= all_but_last(old)
        self._log_discards(CHANGES_LINES, old)
        self._next_turn()

    def _block(self, kind: i64, cards: i64) -> None:
        """Spend a combination of the hand or the stack: a save, or with `weak_blocks` possibly still a goal (2.3 line
        3).
        """
        defender = self.sides[1 - self.seat]
        value = self.strength_of_block(kind, cards)
        if kind == BLOCK_FROM_HAND:
            defender.blacks.remove_all(cards)
        else:  # the rest stays stacked (ruling 9)
            defender.stack.remove_all(cards)
        saves = value >= self.shot_strength
        self._log_combination(BLOCKED if saves else WEAK_BLOCK, 1 - self.seat, level_of(value), kind, cards)
        if not saves:  # ruling 25
            self._discard(mask_of(cards))
            self._goal()
            return
        self._discard(mask_of(self.shot))  # first the shot (ruling 26)
        self._discard(mask_of(cards))
        self.shot = NO_CARDS
        self._next_turn()

    def _goal(self) -> None:
        """The shot goes in and out of play; in overtime this ends the game (2.3 line 3, 2.5)."""
        side = self.sides[self.seat]
        side.goals += 1
        side.goal_pile[side.goals_in_pack] = self.shot
        side.goals_in_pack += 1
        self.gone |= mask_of(self.shot)
        self.shot = NO_CARDS
        if self.log is not None:
            self.log.append((int(SCORES), int(self.seat), *self._score()))
        if self.overtime > 0:
            self._end_game()
        else:
            self._next_turn()

    def _discard(self, mask: i64) -> None:
        """Lay cards together on the discard pile."""
        self.discards[self.discard_groups] = mask
        self.discard_groups += 1
        self.gone |= mask

    # -- the course of the game

    def _next_turn(self) -> None:
        """The other seat draws and moves, unless this was the last turn of `finish_turn` (2.3 line 4)."""
        if self.draw_pile() == 0:
            self._pack_over()
            return
        self.seat = 1 - self.seat
        self._draw()

    def _draw(self) -> None:
        """Fill the hand; drawing the last card ends the pack at once, except with `finish_turn` (2.3 line 1, ruling
        16).
        """
        side = self.sides[self.seat]
        end: i64 = len(self.options.deck)
        size = side.hand_size()
        while size < self.options.hand_size and self.stock_at < end:
            side.add(self.stock[self.stock_at])
            self.stock_at += 1
            size += 1
        self.node = ACTION
        if self.stock_at == end and not self.options.finish_turn:
            self._pack_over()

    def _pack_over(self) -> None:
        """More goals win; a tie is followed by a whole new pack, while the limit allows (2.5)."""
        if self.log is not None:
            self.log.append((int(PACK_OUT), int(self.overtime), *self._score()))
        is_tied = self.sides[0].goals == self.sides[1].goals
        if is_tied and self.options.sudden_death and self.overtime < self.options.overtime_limit:
            self.overtime += 1
            self.emit(OVERTIME_START, self.overtime)
            self._new_pack()
        else:
            self._end_game()

    def _new_pack(self) -> None:
        """Collect all cards (ruling 27); the next step is the cut."""
        for side in self.sides:
            side.clear()
        self.stock_at = 0
        self.discard_groups = 0
        self.gone = 0
        self.seat = NO_SIDE
        self.node = CUT

    def _end_game(self) -> None:
        self.node = GAME_OVER
        self.seat = NO_SIDE
        if self.log is not None:
            self.log.append((int(GAME_ENDS), int(self.winner()), *self._score()))

    # -- chance

    def shuffle_needed(self) -> i64:
        return len(self.options.deck)

    def deal(self, order: vec[i64]) -> None:
        if self.node == CUT:
            self._cut(self.options.deck[order[0]], self.options.deck[order[1]])
        else:
            self._deal(order)

    def _cut(self, first: i64, second: i64) -> None:
        """Seats 0 and 1 cut; the higher rank plays first, equal ranks cut again (2.2 line 1, ruling 22)."""
        if rank(first) == rank(second):
            return
        self.seat = 0 if rank(first) > rank(second) else 1
        self.node = DEAL
        if self.log is not None:
            self.log.append((int(FACE_OFF), int(first), int(second), int(self.seat)))

    def _deal(self, order: vec[i64]) -> None:
        """Deal one card at a time, beginning with the winner of the face-off (2.2 line 2)."""
        stock, deck = self.stock, self.options.deck
        first, second = self.sides[self.seat], self.sides[1 - self.seat]
        i: i64
        for i in range(len(deck)):
            stock[i] = deck[order[i]]
        for i in range(self.options.hand_size):
            first.add(stock[2 * i])
            second.add(stock[2 * i + 1])
        self.stock_at = 2 * self.options.hand_size
        self._draw()

    # -- outcome

    def score(self, side: i64) -> i64:
        return self.sides[side].goals

    # -- the log

    def _score(self) -> list[int]:
        return [int(self.sides[0].goals), int(self.sides[1].goals)]

    def _log_discards(self, event: i64, mask: i64) -> None:
        """Log cards of the seat to move that go to the discards, and whether all seats may inspect them."""
        if self.log is not None:
            self.log.append(
                (int(event), int(self.seat), 1 if self.options.open_discards else 0, *canonical_order(mask))
            )

    def _log_combination(self, event: i64, seat: i64, level: i64, source: i64, cards: i64) -> None:
        if self.log is not None:
            self.log.append((int(event), int(seat), int(level), int(source), *canonical_order(mask_of(cards))))

    # -- information, 3.1

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Deal the cards that the seat has not seen: black ones into stacks, the rest into hands and draw pile.

        With `top_only` unseen cards go into the discards too, black ones where a stack was replaced; the canonical
        order of cards discarded together is not taken into account.
        """
        remembered = self.remembered()
        if unseen.count == NOT_GATHERED:
            self._gather_unseen(seat, remembered, unseen)
        cards, blacks, dealt = unseen.order, unseen.free, i64(0)
        copy_numbers(unseen.cards, cards, unseen.count)
        other: i64
        i: i64
        for other in range(2):  # these must be black
            if other != seat:
                side = self.sides[other]
                size = side.stack.size
                hidden = count_bits(side.hidden_stacks)
                if rng is not None:
                    draw_first(cards, dealt, dealt + size + hidden, blacks, rng)
                side.stack.size = 0
                side.stack.take(cards, dealt, 1, size)
                side.hidden_stacks = mask_between(cards, dealt + size, hidden)
                dealt += size + hidden
        if rng is not None:
            rng.mix(cards, dealt, unseen.count)
        for other in range(2):
            if other != seat:
                side = self.sides[other]
                size = side.hand_size()
                hidden = count_bits(side.hidden_lines)
                side.clear_hand()
                for i in range(dealt, dealt + size):
                    side.add(cards[i])
                side.hidden_lines = mask_between(cards, dealt + size, hidden)
                dealt += size + hidden
        if not self.options.open_discards:
            self._cover_discards(remembered)
        for i in range(self.draw_pile()):
            self.stock[self.stock_at + i] = cards[dealt + i]

    def discard_pile(self) -> i64:
        """All discards as a bit mask."""
        pile: i64 = 0
        i: i64
        for i in range(self.discard_groups):
            pile |= self.discards[i]
        return pile

    def top_discard(self) -> i64:
        """The top of the discards as a bit mask, empty if there are none."""
        if self.discard_groups == 0:
            return 0
        last = self.discards[self.discard_groups - 1]
        return last if last & (last - 1) == 0 else last & ~all_but_last(last)

    def remembered(self) -> i64:
        """Bit mask of discards that all seats have seen and that are covered now (`top_only`)."""
        if self.options.open_discards:
            return 0
        covered = self.discard_pile() & ~self.top_discard()
        for side in self.sides:
            covered &= ~(side.hidden_lines | side.hidden_stacks)
        return covered

    def _gather_unseen(self, seat: i64, remembered: i64, unseen: Unseen) -> None:
        """Note the cards whose place is not known: not in the seat's hand and stack, among the discards seen, in a goal
        pile or in the shot. The black ones come first.
        """
        seen = mask_of(self.shot) | remembered
        seen |= self.discard_pile() if self.options.open_discards else self.top_discard()
        i: i64
        for side in self.sides:
            for i in range(side.goals_in_pack):
                seen |= mask_of(side.goal_pile[i])
        if seat >= 0:
            own = self.sides[seat]
            seen |= own.hand() | own.stack.mask() | own.hidden_lines | own.hidden_stacks
        count: i64 = 0
        for colour in range(2):
            for i in range(len(self.options.deck)):
                card = self.options.deck[i]
                if (seen >> card) & 1 == 0 and is_red(card) == (colour == 1):
                    unseen.cards[count] = card
                    count += 1
            if colour == 0:
                unseen.free = count
        unseen.count = count

    def _cover_discards(self, remembered: i64) -> None:
        """Put all discards but the top, in any order, below it (`top_only`)."""
        covered, top = remembered, self.top_discard()
        for side in self.sides:
            covered |= side.hidden_lines | side.hidden_stacks
        self.gone = covered | top
        i: i64
        for side in self.sides:
            for i in range(side.goals_in_pack):
                self.gone |= mask_of(side.goal_pile[i])
        self.discard_groups = 0
        if covered != 0:
            self.discards[0] = covered
            self.discard_groups = 1
        if top != 0:
            self.discards[self.discard_groups] = top
            self.discard_groups += 1

    # -- copies

    def clone(self) -> State:
        copy = BladesState(self.options)
        copy.copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BladesState)
        self.ply = other.ply
        self.log = None
        self.node = other.node
        self.overtime = other.overtime
        self.seat = other.seat
        self.sides[0].copy_from(other.sides[0])
        self.sides[1].copy_from(other.sides[1])
        self.stock_at = other.stock_at
        self.discard_groups = other.discard_groups
        self.gone = other.gone
        self.shot = other.shot
        self.shot_strength = other.shot_strength
        copy_range(other.stock, self.stock, other.stock_at, len(other.options.deck))
        copy_numbers(other.discards, self.discards, other.discard_groups)


def all_but_last(mask: i64) -> i64:
    """The cards of a bit mask that the last one of them hides when they are discarded together (ruling 26)."""
    return mask & ~bit(canonical_order(mask)[-1])


def draw_first(cards: vec[i64], start: i64, end: i64, drawn_from: i64, rng: Rng) -> None:
    """Draw ``cards[start:end]`` at random from those before the place ``drawn_from``."""
    i: i64
    for i in range(start, end):
        other = i + rng.below(drawn_from - i)
        card = cards[other]
        cards[other] = cards[i]
        cards[i] = card


def mask_between(cards: vec[i64], start: i64, count: i64) -> i64:
    """``count`` cards from a place on, as a bit mask."""
    mask: i64 = 0
    i: i64
    for i in range(start, start + count):
        mask |= bit(cards[i])
    return mask
