"""Players of the service as rivals in training."""

from ai import choose
from ai.arena import AnyPlayer, Choice
from ai.levels import Player
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
        """The rest of the move that it decided at ``ply``."""
        self.ply = -1

    def choose(self, state: State, seat: int, actions: Actions, count: int, rng: Rng) -> int:
        if state.ply != self.ply:
            self.ply, self.planned = int(state.ply), []
        if not self.planned:
            observation, player = self.variant.observe(state, seat), self.player
            choice: Choice = (
                choose(self.variant, observation, player, rng)
                if isinstance(player, Player)
                else player.decide(self.variant, observation, rng)
            )
            self.planned = list(choice.actions)
        return self.planned.pop(0)
