"""How a player that is not the strongest, or has a character, chooses among moves whose values it knows: it cannot tell
all of them apart.

To it, a move is worth the mean of the moves that its skills do not tell from it (``ai.skills``), plus what its
character likes; among equals its taste decides. Nothing is drawn at random: the same player does the same in the same
situation. Source: classes of actions as in the abstraction of games; the levels of Maia err as people do, not anew in
every move.
"""

from collections.abc import Sequence
from math import inf
from typing import Final

from ai.characters import character_of, kinds_of
from ai.heuristic import Heuristic
from ai.levels import Player
from ai.networks.judge import Judge
from ai.skills import chance_of, skills_of
from engines.api import State
from engines.buffers import buffer, float_buffer

CHARACTER_BOUND: Final = 0.12
"""Goals that a character may cost in a decision, as the player sees it."""
LEAST_GOAL: Final = 0.02
"""Payoff of a goal below which nothing is at stake any more."""
MISTAKE: Final = 0.05
"""Goals that a move has to give away to be called a mistake."""


class Judgement:
    """The perception of values by one player."""

    def __init__(self, variant_key: str, heuristic: Heuristic, player: Player) -> None:
        self._heuristic = heuristic
        self._player = player
        self._skills = skills_of(variant_key)
        self._character = character_of(variant_key, player.character) if player.character else None
        self._kinds = kinds_of(variant_key)
        self.erred = False
        """True if a move was taken that gives away more than ``MISTAKE``."""
        self.is_sharp = player.grasp >= 1.0 and self._character is None
        """True if the player sees every value correctly and likes nothing better."""

    def values_by_network(self, state: State, seat: int, actions: list[int], judge: Judge) -> dict[int, float]:
        """The value of each action to a network that has considered them, in the order in which Legend plays them."""
        return dict(zip(actions, judge.values(self._skills.logit * self._goal(state, seat)), strict=True))

    def _goal(self, state: State, seat: int) -> float:
        return max(LEAST_GOAL, float(self._heuristic.goal(state, seat)))

    def take(
        self,
        state: State,
        seat: int,
        moves: list[list[int]],
        values: list[float],
        payoffs: list[float] | None = None,
    ) -> int:
        """The index of the chosen move among several with these values. The first is the highest: a sharp player takes
        it. ``payoffs`` are what the moves are expected to bring, if that is not their value.
        """
        if self.is_sharp or len(moves) == 1:
            return 0
        goal = self._goal(state, seat)
        seems = self._means(state, seat, [move[0] for move in moves], values)
        if self._character is not None:
            least = highest(seems) - CHARACTER_BOUND * goal
            seems = [
                worth + goal * self._liking(state, seat, move) if worth >= least else -inf
                for move, worth in zip(moves, seems, strict=True)
            ]
        most = highest(seems)
        equal = [place for place, worth in enumerate(seems) if worth == most]
        taken = equal[0] if len(equal) == 1 else self._tastiest(moves, equal)
        brings = values if payoffs is None else payoffs
        self.erred = self.erred or (brings[0] - brings[taken]) / goal > MISTAKE
        return taken

    def _means(self, state: State, seat: int, actions: list[int], values: list[float]) -> list[float]:
        """What each move seems worth: the mean of those that look the same."""
        if self._player.grasp >= 1.0:
            return values
        places: dict[tuple[int, ...], int] = {}
        sums, counts, alike = float_buffer(len(actions)), buffer(len(actions)), list[int]()
        for at, looks in enumerate(self._skills.classes(state, seat, actions, self._player.grasp, self._player.nature)):
            place = places.setdefault(looks, len(places))
            alike.append(place)
            sums[place] += values[at]
            counts[place] += 1
        return [sums[place] / float(counts[place]) for place in alike]

    def _tastiest(self, moves: list[list[int]], equal: list[int]) -> int:
        """Which of equally good moves it takes."""
        tastes = [self._taste(moves[place]) for place in equal]
        return equal[tastes.index(highest(tastes))]

    def _liking(self, state: State, seat: int, move: Sequence[int]) -> float:
        if self._character is None or self._kinds is None:
            return 0.0
        return self._character.liking(self._kinds(state, seat, move))

    def _taste(self, move: Sequence[int]) -> float:
        looks = tuple([int(self._heuristic.equivalence_class(action)) for action in move])
        return chance_of(self._player.nature, "taste", looks)


def highest(numbers: list[float]) -> float:
    """The highest of several numbers: compiled, a third of the time of ``max``."""
    found = numbers[0]
    for number in numbers:
        if number > found:
            found = number
    return found
