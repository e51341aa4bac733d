"""How a player that is not the strongest, or has a style, chooses among moves whose values it knows: it slightly
misjudges them.

The perceived value of a move is its value, plus the preferences of the player's habits and style, plus an error of
about the player's ``blur``. A move that is worse than the best by more than the player's ``bound`` is never taken.
Errors are in goals, so a move that wins a goal is found even if goals hardly matter any more; from the third level up,
a goal that the best move scores at once is never missed (``CAREFUL_BOUND``). Source: noise on evaluations as in GNU
Backgammon's levels; here the noise is bounded.
"""

from collections.abc import Sequence
from typing import Final

from ai.heuristic import Heuristic
from ai.levels import Player
from ai.styles import Bias, Preferences, preferences_of
from engines.api import State
from engines.rng import Rng

STYLE_BOUND: Final = 0.12
"""Goals that a style may cost in a decision without other errors."""
LEAST_GOAL: Final = 0.02
"""Payoff of a goal below which nothing is at stake any more."""
USUAL_SPREAD: Final = 0.2
USUAL_LOGIT: Final = 0.02
"""The value for a game that has no ``Preferences``."""
CAREFUL_BOUND: Final = 0.5
"""Largest bound of a player that never misses a goal which the best move scores at once, however little it may
matter.
"""
CARE_OF_SOLVER: Final = 2.0
"""Whole moves of several actions are compared as such by solvers; other players err in every action."""
MISTAKE: Final = 0.05
"""Goals that a move has to give away to be called a mistake."""


class Judgement:
    """The perception of values by one player."""

    def __init__(self, variant_key: str, heuristic: Heuristic, player: Player, rng: Rng) -> None:
        self._heuristic = heuristic
        self._rng = rng
        preferences = preferences_of(variant_key)
        self._error = player.blur * (preferences.spread if preferences is not None else USUAL_SPREAD)
        self._logit = preferences.logit if preferences is not None else USUAL_LOGIT
        self._bound = max(player.bound, STYLE_BOUND if player.style else 0.0)
        self._preferences: Preferences | None = None
        self._bias: Bias = {}
        self.erred = False
        """True if a move was taken that gives away more than ``MISTAKE``."""
        if preferences is not None and (player.habits or player.style):
            self._preferences, self._bias = preferences, _bias_of(preferences, player)

    @property
    def is_sharp(self) -> bool:
        """True if the player sees every value correctly."""
        return self._error == 0.0 and not self._bias

    def values_by_network(
        self, state: State, seat: int, actions: Sequence[int], payoffs: Sequence[float], logits: Sequence[int]
    ) -> dict[int, float]:
        """The value of each action to a network: the lower of the values by its payoff and by its logit, its share in
        play.

        Either alone overvalues some poor actions. ``logits`` in 1/1024.
        """
        goal = self._goal(state, seat)
        best, likeliest = max(payoffs), max(logits)
        shares = [best - self._logit * goal * (likeliest - logit) / 1024 for logit in logits]
        return {action: min(payoff, share) for action, payoff, share in zip(actions, payoffs, shares, strict=True)}

    def _goal(self, state: State, seat: int) -> float:
        return max(LEAST_GOAL, float(self._heuristic.goal(state, seat)))

    def take(
        self, state: State, seat: int, moves: Sequence[Sequence[int]], values: Sequence[float], care: float = 1.0
    ) -> int:
        """The index of the chosen move among several with these expected payoffs.

        The first is the choice of a sharp player: no other has a higher value. Errors are divided by ``care``.
        """
        if self.is_sharp or len(moves) == 1:
            return 0
        goal = self._goal(state, seat)
        best = max(values)
        has_to_score = self._bound <= CAREFUL_BOUND and self._scores(state, seat, moves[0])
        taken, highest = 0, float("-inf")
        for place, move in enumerate(moves):
            if has_to_score and not self._scores(state, seat, move):
                continue
            loss = (best - values[place]) / goal if place else 0.0
            seems = self._liking(state, seat, move) + self._error / care * self._noise() - loss
            if loss <= self._bound and seems > highest:
                taken, highest = place, seems
        self.erred = self.erred or (taken > 0 and (best - values[taken]) / goal > MISTAKE)
        return taken

    def _scores(self, state: State, seat: int, move: Sequence[int]) -> bool:
        return self._heuristic.scores(state, seat, move[0])

    def _liking(self, state: State, seat: int, move: Sequence[int]) -> float:
        return self._preferences.goals(self._bias, state, seat, move) if self._preferences is not None else 0.0

    def _noise(self) -> float:
        """About standard normal, never beyond 3, and the same on every machine: three uniform numbers."""
        if self._error == 0.0:
            return 0.0
        return 2.0 * (self._rng.chance() + self._rng.chance() + self._rng.chance()) - 3.0


def _bias_of(preferences: Preferences, player: Player) -> Bias:
    """The player's preferences: its share of the beginner's habits, and its style. Raises ValueError if the game has no
    such style.
    """
    found = {kind: player.habits * goals for kind, goals in preferences.beginner.items()} if player.habits else {}
    if player.style:
        if player.style not in preferences.styles:
            raise ValueError(
                f"{player.style!r} is not a style of this game; known are: {', '.join(preferences.styles)}"
            )
        for kind, goals in preferences.styles[player.style].items():
            found[kind] = found.get(kind, 0.0) + goals
    return found
