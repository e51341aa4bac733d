"""Players of the service as opponents in training."""

from ai.arena import AnyPlayer, decide
from engines.api import State, Variant
from engines.buffers import Actions
from engines.rng import Rng
from training.self_play import Rival


class PlayerRival(Rival):
    """A player that decides as in a match: a whole move at once."""

    def __init__(self, variant: Variant, player: AnyPlayer) -> None:
        super().__init__()
        self.variant = variant
        self.player = player
        self.planned: list[int] = []
        """The rest of the move already decided."""

    def choose(self, state: State, seat: int, actions: Actions, count: int, rng: Rng) -> int:
        if not self.planned:
            self.planned = list(decide(self.variant, self.variant.observe(state, seat), self.player, rng).actions)
        return self.planned.pop(0)
