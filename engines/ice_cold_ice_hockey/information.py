"""What one seat of Ice Cold Ice Hockey knows (16.4), and complete states made from it. Compiled.

A seat that remembers knows more than 16.4 lists: when the discards become the new deck, every card that is not among
them is in a hand (or set aside). Until it is seen again it is known not to be in the deck; to a player that is a card
the opponent holds.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import Observation, State
from engines.buffers import buffer, copy_numbers
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.state import IceColdState, Options
from engines.rng import Rng

NOT_COUNTED: Final[i64] = -1


class IceColdObservation(Observation):
    """Everything ``seat`` may know and remember; SPECTATOR holds no hand. The discard pile is open (ruling 66)."""

    def __init__(self, options: Options, seat: i64) -> None:
        super().__init__(seat)
        self.options = options
        self.table = IceColdState(options)
        """All that is public; its hands, its deck and the cards set aside are empty."""
        self.hand = Hand(n.HAND_ROOM)
        """The own cards."""
        self.hand_sizes = buffer(2)
        self.held = buffer(2)
        """Per seat, how many of its cards it has held since the deck was last reshuffled, those shown not counted."""
        self.stock_size: i64 = 0
        self.aside_size: i64 = 0
        self._hidden = buffer(n.DECK_SIZE)
        self._kept = buffer(n.DECK_SIZE)
        self._all_hidden = buffer(n.DECK_SIZE)
        self._all_kept = buffer(n.DECK_SIZE)
        """The unseen cards, which the first determinization collects."""
        self._hidden_size = NOT_COUNTED
        self._kept_size = NOT_COUNTED

    def blank_state(self) -> State:
        return IceColdFlow(self.options)

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Deal the cards the seat has not seen, uniformly among all deals that fit what it knows.

        Cards held since the deck was last reshuffled go to the hands, as many as each has kept, and to the cards set
        aside; all others to the hands, the deck and, before that shuffle, to the cards set aside. ``observe(state,
        seat)`` equals this observation for every result. Source: uniform determinization as in Cowling, Powley,
        Whitehouse 2012, Information Set MCTS.
        """
        assert isinstance(state, IceColdState)
        state.copy_table(self.table)
        if self._kept_size == NOT_COUNTED:
            self._kept_size = self._fill_unseen(self._all_kept, n.HELD)
            self._hidden_size = self._fill_unseen(self._all_hidden, n.HIDDEN)
        kept = self._kept_size
        hidden = self._hidden_size
        copy_numbers(self._all_kept, self._kept, kept)
        copy_numbers(self._all_hidden, self._hidden, hidden)
        rng.mix(self._kept, 0, kept)
        rng.mix(self._hidden, 0, hidden)
        seat: i64
        i: i64
        for seat in range(2):
            hand = state.hands[seat]
            if seat == self.seat:
                hand.copy_from(self.hand)
                continue
            hand.size = 0
            self._add_shown(hand, seat)
            for _i in range(self.held[seat]):
                kept -= 1
                hand.add(self._kept[kept])
            while hand.size < self.hand_sizes[seat]:
                hidden -= 1
                hand.add(self._hidden[hidden])
        state.aside_size = self.aside_size
        for i in range(self.aside_size):
            if kept > 0:
                kept -= 1
                state.aside[i] = self._kept[kept]
            else:
                hidden -= 1
                state.aside[i] = self._hidden[hidden]
        state.stock_size = self.stock_size
        for i in range(self.stock_size):
            hidden -= 1
            state.stock[i] = self._hidden[hidden]

    def _fill_unseen(self, unseen: vec[i64], place: i64) -> i64:
        """Write the cards of this place that are not in the own hand, return how many; none before the first
        shuffle.
        """
        cards = self.options.deck.cards
        places = self.table.places
        count: i64 = 0
        i: i64
        for i in range(len(cards)):
            if places[cards[i]] == place and not self.hand.holds(cards[i]):
                unseen[count] = cards[i]
                count += 1
        return count

    def _add_shown(self, hand: Hand, seat: i64) -> None:
        """Cards taken in defensive mode are known to be there."""
        cards = self.options.deck.cards
        i: i64
        for i in range(len(cards)):
            if self.table.places[cards[i]] == n.SHOWN + seat:
                hand.add(cards[i])


def observe(state: State, seat: i64) -> IceColdObservation:
    """Return all that ``seat`` (or SPECTATOR) may know and remember at ``state``."""
    assert isinstance(state, IceColdState)
    seen = IceColdObservation(state.options, seat)
    seen.table.copy_table(state)
    if seat >= 0:
        seen.hand.copy_from(state.hands[seat])
    other: i64
    i: i64
    for other in range(2):
        hand = state.hands[other]
        seen.hand_sizes[other] = hand.size
        for i in range(hand.size):
            if state.places[hand.cards[i]] == n.HELD:
                seen.held[other] += 1
    seen.stock_size = state.stock_size
    seen.aside_size = state.aside_size
    return seen
