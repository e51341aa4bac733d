"""What one seat of Turn-Based Hockey knows (rules 3.1), and complete states made from it. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import NO_SIDE, Observation, State
from engines.buffers import bit, buffer, copy_numbers
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LINEUP_BOTH,
    MAX_PERIODS,
    NO_CARD,
    PLACES,
    SEATS,
    Options,
    TurnBasedHockeyState,
)


class TurnBasedHockeyObservation(Observation):
    """Everything ``seat`` may know and remember; SPECTATOR holds no hand. The discards are open (ruling 16)."""

    def __init__(self, options: Options, seat: i64) -> None:
        super().__init__(seat)
        self.options = options
        self.ply: i64 = 0
        self.node: i64 = 0
        self.period: i64 = 0
        self.setting_up = NO_SIDE
        self.hand_sizes = buffer(SEATS)
        self.hand = buffer(ALL_CARDS)
        """The own cards, ascending; ``hand_sizes[seat]`` of them, a secret choice not yet laid open included."""
        self.stock_size: i64 = 0
        self.committed = buffer(SEATS)
        """By seat, 1 if it has made the secret choice of this node."""
        self.face_offs = buffer(SEATS * MAX_PERIODS)
        """As in the state, those hidden from the seat NO_CARD."""
        self.lineups = buffer(SEATS * PLACES * MAX_PERIODS)
        """As in the state, as far as ``placed`` goes."""
        self.placed = buffer(SEATS)
        """By seat, how many cards of this period's line-up the observer sees: all six, none, or of its own those it has
        placed.
        """
        self.goals = buffer(SEATS * MAX_PERIODS)
        self.totals = buffer(SEATS)
        self.shootout_rounds: i64 = 0
        self.shootout_cards = buffer(SEATS)
        self._unseen = buffer(ALL_CARDS)

    def blank_state(self) -> State:
        return TurnBasedHockeyState(self.options)

    def lineup_is_open(self, seat: i64) -> bool:
        """True if a seat's line-up of this period is open."""
        return self.placed[seat] == PLACES and self.node != LINEUP_BOTH

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Deal the cards the seat has not seen into the other hand and the stock, uniformly, and let the other choose
        blindly.

        A secret choice that the other seat has made is any card, or any line-up, of the hand it gets.
        ``observe(state, seat)`` equals this observation for every result.
        Source: uniform determinization as in Cowling, Powley, Whitehouse 2012, Information Set MCTS.
        """
        assert isinstance(state, TurnBasedHockeyState)
        self._copy_public_to(state)
        cards = self._unseen
        seen = self.seen()
        hidden: i64 = 0
        i: i64
        for i in range(len(self.options.deck)):
            card = self.options.deck[i]
            if (seen >> card) & 1 == 0:
                cards[hidden] = card
                hidden += 1
        rng.mix(cards, 0, hidden)
        at: i64 = 0
        for seat in range(SEATS):
            mask: i64 = 0
            for i in range(self.hand_sizes[seat]):
                if seat == self.seat:
                    mask |= bit(self.hand[i])
                else:
                    mask |= bit(cards[at])
                    at += 1
            state.hold(seat, mask)
            if seat != self.seat and self.committed[seat] == 1:
                self._choose_blindly(state, seat, cards, at - self.hand_sizes[seat])
        for i in range(self.stock_size):
            state.pack[state.dealt + i] = cards[at + i]

    def _choose_blindly(self, state: TurnBasedHockeyState, seat: i64, cards: vec[i64], start: i64) -> None:
        """Commit the first cards of the hand as it was dealt, from ``cards[start]`` on: they are in random order."""
        if self.node == FACE_OFF:
            state.face_offs[state.face_off_at(seat)] = cards[start]
            return
        at = state.lineup_at(seat)
        place: i64
        for place in range(PLACES):
            state.lineups[at + place] = cards[start + place]
            state.placed_cards[seat] |= bit(cards[start + place])
        state.placed[seat] = PLACES

    def seen(self) -> i64:
        """Bit mask of the cards whose place is known: the own hand, and what was laid open since the pack was
        shuffled.
        """
        seen: i64 = 0
        i: i64
        if self.seat >= 0:
            for i in range(self.hand_sizes[self.seat]):
                seen |= bit(self.hand[i])
        first: i64 = 1
        if self.period > self.options.periods and self.options.overtime_needs_shuffle:
            first = self.period
        period: i64
        for period in range(first, self.period + 1):
            for seat in range(SEATS):
                face_off = self.face_offs[SEATS * (period - 1) + seat]
                if face_off != NO_CARD:
                    seen |= bit(face_off)
                at = PLACES * (SEATS * (period - 1) + seat)
                for i in range(PLACES if period < self.period else self.placed[seat]):
                    seen |= bit(self.lineups[at + i])
        return seen

    def _copy_public_to(self, state: TurnBasedHockeyState) -> None:
        """Copy all that needs no guess."""
        state.ply = self.ply
        state.log = None
        state.node = self.node
        state.period = self.period
        state.setting_up = self.setting_up
        state.dealt = len(self.options.deck) - self.stock_size
        state.shootout_rounds = self.shootout_rounds
        copy_numbers(self.face_offs, state.face_offs, SEATS * self.period)
        copy_numbers(self.lineups, state.lineups, SEATS * PLACES * self.period)
        copy_numbers(self.placed, state.placed, SEATS)
        copy_numbers(self.goals, state.goals, SEATS * self.period)
        copy_numbers(self.totals, state.totals, SEATS)
        copy_numbers(self.shootout_cards, state.shootout_cards, SEATS)
        place: i64
        for seat in range(SEATS):
            state.placed_cards[seat] = 0
            for place in range(self.placed[seat]):
                state.placed_cards[seat] |= bit(self.lineups[state.lineup_at(seat) + place])


def observe(state: State, seat: i64) -> TurnBasedHockeyObservation:
    """Return all that ``seat`` (or SPECTATOR) may know and remember at ``state``."""
    assert isinstance(state, TurnBasedHockeyState)
    seen = TurnBasedHockeyObservation(state.options, seat)
    seen.ply = state.ply
    seen.node = state.node
    seen.period = state.period
    seen.setting_up = state.setting_up
    seen.stock_size = state.stock_size()
    seen.shootout_rounds = state.shootout_rounds
    copy_numbers(state.face_offs, seen.face_offs, SEATS * state.period)
    if state.period > 1:
        copy_numbers(state.lineups, seen.lineups, SEATS * PLACES * (state.period - 1))
    copy_numbers(state.goals, seen.goals, SEATS * state.period)
    copy_numbers(state.totals, seen.totals, SEATS)
    copy_numbers(state.shootout_cards, seen.shootout_cards, SEATS)
    place: i64
    for owner in range(SEATS):
        seen.hand_sizes[owner] = state.hands[owner].size
        seen.committed[owner] = 1 if state.has_committed(owner) else 0
        if owner != seat and state.node == FACE_OFF:
            seen.face_offs[state.face_off_at(owner)] = NO_CARD
        if owner == seat or state.lineup_is_open(owner):
            seen.placed[owner] = state.placed[owner]
            for place in range(state.placed[owner]):
                seen.lineups[state.lineup_at(owner) + place] = state.lineups[state.lineup_at(owner) + place]
    if seat >= 0:
        copy_numbers(state.hands[seat].cards, seen.hand, state.hands[seat].size)
    return seen
