"""What one seat of Hockey knows (rules 3.1), and complete states made from it. Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import NO_SIDE, Observation, State
from engines.buffers import bit, buffer, copy_numbers
from engines.hockey.rules import (
    MAX_DECK,
    MAX_PERIODS,
    MAX_SEATS,
    NO_CARD,
    PILE_START,
    PILE_TOP,
    HockeyState,
    Options,
    rank,
)
from engines.rng import Rng

NOT_COUNTED: Final[i64] = -1


class HockeyObservation(Observation):
    """Everything ``seat`` may know and remember; SPECTATOR holds no hand. Every seat has seen the cards played (rulings
    17 and 31).
    """

    def __init__(self, options: Options, seat: i64) -> None:
        super().__init__(seat)
        self.options = options
        self.ply: i64 = 0
        self.node: i64 = 0
        self.chooser = NO_SIDE
        self.dealer = NO_SIDE
        self.period: i64 = 0
        self.deal_number: i64 = 0
        self.deal_began: i64 = 0
        self.to_play = NO_SIDE
        """Seat to play, NO_SIDE outside the node `play`."""
        self.holder = NO_SIDE
        self.top = NO_CARD
        self.pile_size: i64 = 0
        self.hand_sizes = buffer(MAX_SEATS)
        self.safe_ranks = buffer(MAX_SEATS)
        """Per seat, the public safeties of ruling 15 as a bit mask over ranks."""
        self.hand = buffer(MAX_DECK)
        """The own cards, ascending; ``hand_sizes[seat]`` of them."""
        self.undealt: i64 = 0
        self.played = buffer(MAX_DECK)
        self.plays: i64 = 0
        self.pile_start = buffer(PILE_START)
        """The cards that began the pile, bottom to top; with ``only_top_seen`` only the last one is known (ruling
        31).
        """
        self.has_pile_start = False
        self.seen_undealt: i64 = 0
        """Bit mask of cards shown in refused starting piles of this period."""
        self.goals = buffer(2 * MAX_PERIODS)
        self.totals = buffer(2)
        self._unseen = buffer(MAX_DECK)
        self._hidden = NOT_COUNTED
        """The first determinization collects the unseen cards, and how many of them may be in a hand."""
        self._order = buffer(MAX_DECK)
        """The same cards as the present determinization deals them."""

    def blank_state(self) -> State:
        return HockeyState(self.options)

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Deal the cards the seat has not seen into the other hands and the undealt pack, uniformly.

        In the first deal of a period, cards shown in a refused starting pile stay in the undealt pack: they were there
        when the hands were already out. With ``only_top_seen``, unseen cards also lie under the top of the starting
        pile. ``observe(state, seat)`` equals this observation for every result. Source: uniform determinization as in
        Cowling, Powley, Whitehouse 2012, Information Set MCTS.
        """
        assert isinstance(state, HockeyState)
        self._copy_public_to(state)
        if self._hidden == NOT_COUNTED:
            self._hidden = self._find_unseen(self._unseen)
        cards = self._order
        hidden = self._hidden
        copy_numbers(self._unseen, cards, MAX_DECK)
        at: i64 = 0
        i: i64
        if self.hidden_in_pile() > 0:
            at = PILE_TOP
            self._mix_pile(cards, hidden, rng)
            copy_numbers(cards, state.pile_start, at)
        rng.mix(cards, at, hidden)
        for seat in range(self.options.seats):
            hand = state.hands[seat]
            hand.size = 0
            state.safe_ranks[seat] = self.safe_ranks[seat]
            for i in range(self.hand_sizes[seat]):
                if seat == self.seat:
                    hand.add(self.hand[i])
                else:
                    hand.add(cards[at])
                    at += 1
        state.stock_at = len(self.options.deck) - self.undealt
        if hidden < at + self.undealt:  # cards held back were appended unmixed
            rng.mix(cards, at, at + self.undealt)
        for i in range(self.undealt):
            state.stock[state.stock_at + i] = cards[at + i]

    def hidden_in_pile(self) -> i64:
        """Number of cards under the top of the starting pile that nobody has seen (ruling 31)."""
        return PILE_TOP if self.has_pile_start and self.options.only_top_seen else i64(0)

    def _mix_pile(self, cards: vec[i64], count: i64, rng: Rng) -> None:
        """Draw the hidden cards of the starting pile to the front: evenly among those with which it was not dealt
        again.
        """
        i: i64
        acceptable = False
        while not acceptable:
            acceptable = True
            ranks = self.options.wild_ranks | bit(rank(self.pile_start[PILE_TOP]))
            for i in range(PILE_TOP):
                j = i + rng.below(count - i)
                card = cards[j]
                cards[j] = cards[i]
                cards[i] = card
                if (ranks >> rank(card)) & 1 == 1:
                    acceptable = False
                ranks |= bit(rank(card))

    def _find_unseen(self, cards: vec[i64]) -> i64:
        """Fill ``cards`` with the unseen ones; return how many may be in a hand: the others, known to be undealt,
        follow them.
        """
        seen = self.seen()
        held_back = self.seen_undealt & ~seen if self.deal_number == 1 else i64(0)
        deck = self.options.deck
        count: i64 = 0
        i: i64
        for i in range(len(deck)):
            card = deck[i]
            if ((seen | held_back) >> card) & 1 == 0:
                cards[count] = card
                count += 1
        hidden = count
        for i in range(len(deck)):
            card = deck[i]
            if (held_back >> card) & 1 == 1:
                cards[count] = card
                count += 1
        return hidden

    def seen(self) -> i64:
        """Bit mask of the cards whose place is known: own hand, played, starting pile."""
        seen: i64 = 0
        i: i64
        if self.seat >= 0:
            for i in range(self.hand_sizes[self.seat]):
                seen |= bit(self.hand[i])
        for i in range(self.plays):
            seen |= bit(self.played[i])
        if self.has_pile_start:
            for i in range(self.hidden_in_pile(), PILE_START):
                seen |= bit(self.pile_start[i])
        return seen

    def _copy_public_to(self, state: HockeyState) -> None:
        state.ply = self.ply
        state.log = None
        state.node = self.node
        state.chooser = self.chooser
        state.dealer = self.dealer
        state.period = self.period
        state.deal_number = self.deal_number
        state.deal_began = self.deal_began
        state.seat = self.to_play
        state.holder = self.holder
        state.top = self.top
        state.pile_size = self.pile_size
        state.plays = self.plays
        state.has_pile_start = self.has_pile_start
        state.seen_undealt = self.seen_undealt
        copy_numbers(self.played, state.played, self.plays)
        copy_numbers(self.pile_start, state.pile_start, PILE_START)
        copy_numbers(self.goals, state.goals, 2 * MAX_PERIODS)
        copy_numbers(self.totals, state.totals, 2)


def observe(state: State, seat: i64) -> HockeyObservation:
    """Return all that ``seat`` (or SPECTATOR) may know and remember at ``state``."""
    assert isinstance(state, HockeyState)
    seen = HockeyObservation(state.options, seat)
    seen.ply = state.ply
    seen.node = state.node
    seen.chooser = state.chooser
    seen.dealer = state.dealer
    seen.period = state.period
    seen.deal_number = state.deal_number
    seen.deal_began = state.deal_began
    seen.to_play = state.seat
    seen.holder = state.holder
    seen.top = state.top
    seen.pile_size = state.pile_size
    seen.undealt = state.undealt()
    seen.plays = state.plays
    seen.has_pile_start = state.has_pile_start
    seen.seen_undealt = state.seen_undealt
    i: i64
    for i in range(state.options.seats):
        seen.hand_sizes[i] = state.hands[i].size
        seen.safe_ranks[i] = state.safe_ranks[i]
    if seat >= 0:
        copy_numbers(state.hands[seat].cards, seen.hand, state.hands[seat].size)
    copy_numbers(state.played, seen.played, state.plays)
    if state.has_pile_start:
        for i in range(seen.hidden_in_pile(), PILE_START):
            seen.pile_start[i] = state.pile_start[i]
    copy_numbers(state.goals, seen.goals, 2 * MAX_PERIODS)
    copy_numbers(state.totals, seen.totals, 2)
    return seen
