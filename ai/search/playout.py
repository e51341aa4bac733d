"""Playouts without looking ahead: chance dealt by a generator, every decision at random."""

from engines.api import CHANCE, State
from engines.buffers import action_buffer
from engines.rng import Rng


class Playout:
    """Plays states to their end with one generator; it owns the buffers, so it is made once and kept."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.actions = action_buffer()
        self.order = action_buffer()

    def run(self, state: State) -> None:
        """Play uniformly random legal actions until the game is over."""
        rng, actions = self.rng, self.actions
        while True:
            seat = state.to_act()
            if seat >= 0:
                state.apply(seat, state.random_action(seat, actions, rng))
            elif seat == CHANCE:
                self.deal(state)
            else:
                return

    def deal(self, state: State) -> None:
        """Carry out the shuffle that the state waits for."""
        self.rng.shuffle(self.order, state.shuffle_needed())
        state.deal(self.order)
