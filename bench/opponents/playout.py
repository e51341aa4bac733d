"""Play without looking ahead: chance dealt by a generator, every decision at random."""

from engines.api import State
from engines.buffers import action_buffer
from engines.rng import Rng


class Playout:
    """Plays states on with one generator; holds the buffers that this needs, so one is made and kept."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.actions = action_buffer()
        self.order = action_buffer()

    def deal(self, state: State) -> None:
        """Carry out the shuffle that the state waits for."""
        self.rng.shuffle(self.order, state.shuffle_needed())
        state.deal(self.order)
