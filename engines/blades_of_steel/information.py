"""What one seat of Blades of Steel knows (rules 3.1), and complete states made from it. Compiled."""

from mypy_extensions import i64

from engines.api import NO_SIDE, Observation, State
from engines.blades_of_steel.packed_cards import NO_CARDS, Cards, mask_of
from engines.blades_of_steel.rules import (
    ANSWER,
    CUT,
    MAX_DECK,
    MAX_GOALS,
    BladesState,
    Options,
    Side,
    all_but_last,
    is_red,
    strength,
)
from engines.buffers import bit, buffer, copy_numbers, count_bits
from engines.rng import Rng


class SeenSide:
    """What everybody sees of one seat."""

    def __init__(self) -> None:
        self.hand_size: i64 = 0
        self.stack_size: i64 = 0
        self.goals: i64 = 0
        self.goal_pile = buffer(MAX_GOALS)
        self.goals_in_pack: i64 = 0
        self.hidden_lines: i64 = 0
        """With `top_only`, how many cards of changed lines only this seat has seen."""
        self.hidden_stacks: i64 = 0
        """The same for replaced stacks: black cards."""


class BladesObservation(Observation):
    """Everything ``seat`` may know and remember; SPECTATOR holds no cards."""

    def __init__(self, options: Options, seat: i64) -> None:
        super().__init__(seat)
        self.options = options
        self.ply: i64 = 0
        self.node = CUT
        self.overtime: i64 = 0
        self.to_move = NO_SIDE
        self.sides: list[SeenSide] = [SeenSide(), SeenSide()]
        self.own = Side()
        """The own hand and stack, and which discards only this seat has seen; the rest of it is not used."""
        self.draw_pile: i64 = 0
        self.discards = buffer(MAX_DECK)
        """As in the state, where the discards are open; else the top alone, if there is one."""
        self.discard_groups: i64 = 0
        self.discard_size: i64 = 0
        self.remembered: i64 = 0
        """Bit mask of discards that this seat has seen and that are covered now (`top_only`)."""
        self.shot = NO_CARDS
        self._unseen = buffer(MAX_DECK)
        """The cards whose place is not known, the black ones first; filled when they are first dealt."""
        self._unseen_blacks: i64 = 0
        self._unseen_count: i64 = -1
        self._cards = buffer(MAX_DECK)
        self._dealt: i64 = 0
        """How many of ``_cards`` are dealt; of the black ones before, of all the others after ``_mix_rest``."""

    def blank_state(self) -> State:
        return BladesState(self.options)

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Deal the cards the seat has not seen: black ones into stacks, the rest into hands and draw pile, uniformly.

        With `top_only` unseen cards go into the discards too, black ones where a stack was replaced; that cards
        discarded together lie in canonical order is left out of account. ``observe(state, seat)`` equals this
        observation for every result. Source: uniform determinization as in Cowling, Powley, Whitehouse 2012,
        Information Set MCTS.
        """
        assert isinstance(state, BladesState)
        self._copy_public_to(state)
        self._start_dealing()
        seat: i64
        for seat in range(2):  # what must be black
            side, seen = state.sides[seat], self.sides[seat]
            if seat == self.seat:
                side.stack.copy_from(self.own.stack)
                side.hidden_stacks = self.own.hidden_stacks
                continue
            side.stack.size = 0
            self._deal_blacks(side.stack, seen.stack_size, rng)
            side.hidden_stacks = self._deal_black_mask(seen.hidden_stacks, rng)
        rng.mix(self._cards, self._dealt, self._unseen_count)
        for seat in range(2):
            side, seen = state.sides[seat], self.sides[seat]
            if seat == self.seat:
                side.reds.copy_from(self.own.reds)
                side.blacks.copy_from(self.own.blacks)
                side.hidden_lines = self.own.hidden_lines
                continue
            side.clear_hand()
            self._deal_hand(side, seen.hand_size)
            side.hidden_lines = self._deal_mask(seen.hidden_lines)
        if not self.options.open_discards:
            self._cover_discards(state)
        self._deal_stock(state)

    def _start_dealing(self) -> None:
        if self._unseen_count < 0:
            self._find_unseen()
        copy_numbers(self._unseen, self._cards, self._unseen_count)
        self._dealt = 0

    def _find_unseen(self) -> None:
        """Fill ``_unseen``, black cards first."""
        seen = self.seen()
        count: i64 = 0
        i: i64
        for colour in range(2):
            for i in range(len(self.options.deck)):
                card = self.options.deck[i]
                if (seen >> card) & 1 == 0 and is_red(card) == (colour == 1):
                    self._unseen[count] = card
                    count += 1
            if colour == 0:
                self._unseen_blacks = count
        self._unseen_count = count

    def seen(self) -> i64:
        """Bit mask of the cards whose place is known: own hand and stack, discards seen, goal piles, the shot."""
        seen = (
            self.own.hand() | self.own.stack.mask() | self.own.hidden_lines | self.own.hidden_stacks | self.remembered
        )
        seen |= mask_of(self.shot)
        i: i64
        for i in range(self.discard_groups):
            seen |= self.discards[i]
        for side in self.sides:
            for i in range(side.goals_in_pack):
                seen |= mask_of(side.goal_pile[i])
        return seen

    def _next_black(self, rng: Rng) -> i64:
        """Any of the black cards that are not yet dealt."""
        cards, at = self._cards, self._dealt
        other = at + rng.below(self._unseen_blacks - at)
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card
        self._dealt += 1
        return card

    def _deal_blacks(self, cards: Cards, count: i64, rng: Rng) -> None:
        _i: i64
        for _i in range(count):
            cards.add(self._next_black(rng))

    def _deal_black_mask(self, count: i64, rng: Rng) -> i64:
        mask: i64 = 0
        _i: i64
        for _i in range(count):
            mask |= bit(self._next_black(rng))
        return mask

    def _deal_hand(self, side: Side, count: i64) -> None:
        i: i64
        for i in range(count):
            side.add(self._cards[self._dealt + i])
        self._dealt += count

    def _deal_mask(self, count: i64) -> i64:
        mask: i64 = 0
        i: i64
        for i in range(count):
            mask |= bit(self._cards[self._dealt + i])
        self._dealt += count
        return mask

    def _deal_stock(self, state: BladesState) -> None:
        state.stock_at = len(self.options.deck) - self.draw_pile
        i: i64
        for i in range(self.draw_pile):
            state.stock[state.stock_at + i] = self._cards[self._dealt + i]

    def _cover_discards(self, state: BladesState) -> None:
        """Put all discards but the top, in any order, below it (`top_only`)."""
        covered = self.remembered
        for side in state.sides:
            covered |= side.hidden_lines | side.hidden_stacks
        top = self.discards[0] if self.discard_groups > 0 else 0
        state.discard_groups = 0
        if covered != 0:
            state.discards[0] = covered
            state.discard_groups = 1
        if top != 0:
            state.discards[state.discard_groups] = top
            state.discard_groups += 1
        state.gone |= covered

    def _copy_public_to(self, state: BladesState) -> None:
        state.ply = self.ply
        state.log = None
        state.node = self.node
        state.overtime = self.overtime
        state.seat = self.to_move
        state.shot = self.shot
        state.shot_strength = strength(self.shot, self.options.card_by_card) if self.node == ANSWER else i64(0)
        state.discard_groups = self.discard_groups
        gone: i64 = 0
        i: i64
        for i in range(self.discard_groups):
            state.discards[i] = self.discards[i]
            gone |= self.discards[i]
        seat: i64
        for seat in range(2):
            side, seen = state.sides[seat], self.sides[seat]
            side.goals = seen.goals
            side.goals_in_pack = seen.goals_in_pack
            for i in range(seen.goals_in_pack):
                side.goal_pile[i] = seen.goal_pile[i]
                gone |= mask_of(seen.goal_pile[i])
        state.gone = gone


def observe(state: State, seat: i64) -> BladesObservation:
    """Return all that ``seat`` (or SPECTATOR) may know and remember at ``state``."""
    assert isinstance(state, BladesState)
    seen = BladesObservation(state.options, seat)
    seen.ply = state.ply
    seen.node = state.node
    seen.overtime = state.overtime
    seen.to_move = state.seat
    seen.draw_pile = state.draw_pile()
    seen.shot = state.shot
    hidden: i64 = 0
    other: i64
    for other in range(2):
        side, shown = state.sides[other], seen.sides[other]
        shown.hand_size = side.hand_size()
        shown.stack_size = side.stack.size
        shown.goals = side.goals
        shown.goals_in_pack = side.goals_in_pack
        copy_numbers(side.goal_pile, shown.goal_pile, side.goals_in_pack)
        shown.hidden_lines = count_bits(side.hidden_lines)
        shown.hidden_stacks = count_bits(side.hidden_stacks)
        hidden |= side.hidden_lines | side.hidden_stacks
    if seat >= 0:
        own = state.sides[seat]
        seen.own.reds.copy_from(own.reds)
        seen.own.blacks.copy_from(own.blacks)
        seen.own.stack.copy_from(own.stack)
        seen.own.hidden_lines = own.hidden_lines
        seen.own.hidden_stacks = own.hidden_stacks
    _see_discards(state, seen, hidden)
    return seen


def _see_discards(state: BladesState, seen: BladesObservation, hidden: i64) -> None:
    """Open discards lie there one by one; else the seat sees the top, and remembers what it saw go there."""
    pile: i64 = 0
    i: i64
    for i in range(state.discard_groups):
        pile |= state.discards[i]
    seen.discard_size = count_bits(pile)
    if state.options.open_discards:
        copy_numbers(state.discards, seen.discards, state.discard_groups)
        seen.discard_groups = state.discard_groups
    elif pile != 0:
        last = state.discards[state.discard_groups - 1]
        top = last & ~all_but_last(last)
        seen.discards[0] = top
        seen.discard_groups = 1
        seen.remembered = pile & ~hidden & ~top
