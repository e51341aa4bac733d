"""Players that follow one sentence, as a person does who has just heard the rules: the yardstick of the levels.

The sentences of a game are ``ai/<key>/simple_players.py``, with ``PLAYERS`` by name. None works out a chance or
looks ahead. How the levels fare against them: ``bench.strength.simple``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from ai.choose import Candidate, Decision
from ai.games import module_of
from engines.api import Observation, State, Variant
from engines.rng import Rng

Item = TypeVar("Item")
Pick: TypeAlias = Callable[[Any, int, Sequence[int], Rng], int]
"""Takes the state, of which it may use only what the seat knows, the seat, and its distinct actions; returns one."""


@dataclass(frozen=True)
class SimplePlayer:
    """An ``ai.arena.Opponent`` that follows a sentence."""

    sentence: str
    pick: Pick

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Decision:
        """The move for the observing seat, action by action."""
        state, seat = observation.determinize(rng), int(observation.seat)
        ply, actions = state.ply, list[int]()
        while state.ply == ply and state.may_act(seat):
            actions.append(self._action(state, seat, rng))
            state.apply(seat, actions[-1])
        return Decision(tuple(actions), (Candidate(actions[0], 0.0, 0, self.sentence),), 0, False)

    def _action(self, state: State, seat: int, rng: Rng) -> int:
        legal = state.distinct_actions(seat)
        return legal[0] if len(legal) == 1 else self.pick(state, seat, legal, rng)


def any_of(items: Sequence[Item], rng: Rng) -> Item:
    """A random item."""
    return items[int(rng.below(len(items)))]


def simple_players_of(variant_key: str) -> Mapping[str, SimplePlayer]:
    """The simple players of a game by name; none for a game without decisions."""
    table = module_of(variant_key, "simple_players")
    return {} if table is None else table.PLAYERS
