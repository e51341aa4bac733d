"""The rules of Secret Duel, and what a seat knows of a game."""

from engines.api import CHANCE, NO_SIDE, OVER, Observation, State
from engines.rng import permutation

PACK = [4 * rank + 3 for rank in range(13)]
FACE_DOWN = 99
DEALT, TURNED = 0, 1
EVENT_NAMES = ("dealt", "turned_over")
"""Events."""


class DuelState(State):
    """One game. ``laid`` is the card of each seat that lies face down, ``rounds`` the pairs turned over so far."""

    def __init__(self, cards):
        super().__init__()
        self.cards = cards
        self.hands, self.laid, self.rounds = None, [None, None], []

    def seats(self):
        return 2

    def to_act(self):
        if self.hands is None:
            return CHANCE
        return next((seat for seat in (0, 1) if self.may_act(seat)), OVER)

    def may_act(self, seat):
        return seat in (0, 1) and self.hands is not None and self.laid[seat] is None and bool(self.hands[seat])

    def fill_actions(self, seat, actions):
        if not self.may_act(seat):
            return 0
        for i, card in enumerate(sorted(self.hands[seat])):
            actions[i] = card
        return len(self.hands[seat])

    def apply(self, seat, action):
        self.hands[seat].remove(action)
        self.laid[seat] = int(action)
        if None not in self.laid:
            self.rounds.append(self.laid)
            self.laid = [None, None]
            self.ply += 1
            if self.log is not None:
                self.log.append((TURNED, *self.rounds[-1]))

    def seen_as(self, action, viewer):
        return FACE_DOWN

    def shuffle_needed(self):
        return len(PACK)

    def deal(self, order):
        cards = [PACK[order[i]] for i in range(2 * self.cards)]
        self.hands = [cards[: self.cards], cards[self.cards :]]
        self.emit(DEALT)

    def score(self, side):
        return sum(pair[side] > pair[1 - side] for pair in self.rounds)

    def winner(self):
        return NO_SIDE if self.score(0) == self.score(1) else int(self.score(1) > self.score(0))

    def clone(self):
        copy = DuelState(self.cards)
        copy.copy_from(self)
        return copy

    def copy_from(self, other):
        self.ply, self.log = other.ply, None
        self.hands = None if other.hands is None else [list(hand) for hand in other.hands]
        self.laid, self.rounds = list(other.laid), [list(pair) for pair in other.rounds]


class DuelObservation(Observation):
    """What a seat knows: its hand and its card on the table, that the other has laid one, and the rounds."""

    def __init__(self, seat, cards, dealt, hand, own, laid, rounds):
        super().__init__(seat)
        self.cards, self.dealt, self.hand, self.own, self.laid, self.rounds = cards, dealt, hand, own, laid, rounds

    def blank_state(self):
        return DuelState(self.cards)

    def determinize_into(self, state, rng):
        state.ply, state.log = len(self.rounds), None
        state.rounds = [list(pair) for pair in self.rounds]
        state.hands, state.laid = None, [None, None]
        if not self.dealt:
            return
        gone = {*self.hand, self.own, *(card for pair in self.rounds for card in pair)}
        unseen = [card for card in PACK if card not in gone]
        cards = iter([unseen[place] for place in permutation(rng, len(unseen))])
        left = self.cards - len(self.rounds)
        state.hands = [[], []]
        for seat in (0, 1):
            if seat == self.seat:
                state.hands[seat], state.laid[seat] = list(self.hand), self.own
                continue
            state.hands[seat] = [next(cards) for _ in range(left - self.laid[seat])]
            state.laid[seat] = next(cards) if self.laid[seat] else None


def observe(state, seat):
    """Return all that ``seat`` (or SPECTATOR) may know at ``state``."""
    dealt = state.hands is not None
    own = seat in (0, 1)
    hand = sorted(state.hands[seat]) if own and dealt else []
    laid = [card is not None for card in state.laid]
    return DuelObservation(seat, state.cards, dealt, hand, state.laid[seat] if own else None, laid, [list(pair) for pair in state.rounds])
