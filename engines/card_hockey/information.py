"""What a seat of Card Hockey knows (rules 3.1), and complete states made from it. Compiled."""

from mypy_extensions import i64

from engines.api import Observation, State
from engines.buffers import bit
from engines.card_hockey.rules import CardHockeyState, Side
from engines.rng import Rng


class CardHockeyObservation(Observation):
    """Everything ``seat`` may know; all seats know the same. Only the order of the two decks is hidden.

    ``known`` is a state whose decks lie in ascending order, whatever their true order is.
    """

    def __init__(self, known: CardHockeyState, seat: i64) -> None:
        super().__init__(seat)
        self.known = known

    def blank_state(self) -> State:
        return CardHockeyState(self.known.options)

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Shuffle the two decks, uniformly. ``observe(state, seat)`` equals this observation for every result."""
        assert isinstance(state, CardHockeyState)
        state.copy_from(self.known)
        if state.is_flip():  # before a shuffle the gathered cards have no order yet
            rng.mix(state.red.deck, state.red.top, state.red.end)
            rng.mix(state.black.deck, state.black.top, state.black.end)


def observe(state: State, seat: i64) -> CardHockeyObservation:
    """Return all that ``seat`` (or SPECTATOR) may know at ``state``."""
    assert isinstance(state, CardHockeyState)
    known = CardHockeyState(state.options)
    known.copy_from(state)
    sort_deck(known.red)
    sort_deck(known.black)
    return CardHockeyObservation(known, seat)


def sort_deck(side: Side) -> None:
    """Put the cards of the deck in ascending order: nothing is left of the order they will be turned over in."""
    deck: i64 = 0
    i: i64
    for i in range(side.top, side.end):
        deck |= bit(side.deck[i])
    at = side.top
    for i in range(len(side.cards)):
        if (deck >> side.cards[i]) & 1 == 1:
            side.deck[at] = side.cards[i]
            at += 1
