"""Complete trees of small games: every deal, every play, and what a seat cannot distinguish. For measuring players, not
for play.

A game is small by its deck, which every engine takes as a parameter. Chance is enumerated: of all shuffles those that
make a difference, with their probabilities. Actions are the distinct ones of the search.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TypeAlias

from engines.api import CHANCE, OVER, Observation, State

Deal: TypeAlias = tuple[list[int], float]
"""An order for ``State.deal`` and its probability."""
Step: TypeAlias = tuple[int, int]
"""A decision of a seat, as the number of the information set and the place of the action there."""


@dataclass(frozen=True)
class InformationSet:
    """The decisions that a seat cannot distinguish."""

    seat: int
    number: int
    """Among those of its seat, from 1."""
    observation: Observation
    """What the seat sees at the first of them."""
    actions: tuple[int, ...]
    """Its distinct actions there; at the others the actions at the same places are of the same kind."""
    before: Step | None
    """The seat's own decision before; None at its first."""


class GameTree:
    """A game from ``start`` on.

    States are one information set if the names of what the seat sees are equal, and were at all its decisions before,
    and it played the same: seats remember, even where an observation leaves out what is of no use any more. Only so can
    a best response be computed from the end of the game backwards. Raises ValueError if a name hides what a seat may
    do.
    """

    def __init__(
        self,
        start: State,
        observe: Callable[[State, int], Observation],
        deals: Callable[[State], Iterable[Deal]],
        name: Callable[[Observation], str],
    ) -> None:
        self.nodes: list[str] = []
        """A line each in Gambit's format EFG, depth first: https://gambitproject.org/en/latest/formats.efg."""
        self.information: list[InformationSet] = []
        self._observe, self._deals, self._name = observe, deals, name
        self._numbers: dict[tuple[Step | None, str], int] = {}
        self._of_seats = Counter[int]()
        self._visit(start, {})

    def _visit(self, state: State, before: dict[int, Step]) -> None:
        """Add the state and all that follows; ``before`` has each seat's last decision."""
        seat = int(state.to_act())
        if seat == OVER:
            payoff = state.payoff(0)
            self.nodes.append(f't "" {len(self.nodes) + 1} "" {{ {payoff!r} {-payoff!r} }}')
        elif seat == CHANCE:
            deals = list(self._deals(state))
            shares = " ".join(f'"{place}" {probability!r}' for place, (_, probability) in enumerate(deals))
            self.nodes.append(f'c "" 1 "" {{ {shares} }} 0')
            for order, _ in deals:
                after = state.clone()
                after.deal_order(order)
                self._visit(after, before)
        else:
            number = self._information_set(state, seat, before.get(seat))
            known = self.information[number]
            places = " ".join(f'"{place}"' for place in range(len(known.actions)))
            self.nodes.append(f'p "" {seat + 1} {known.number} "" {{ {places} }} 0')
            for place, action in enumerate(state.distinct_actions(seat)):
                after = state.clone()
                after.apply(seat, action)
                self._visit(after, {**before, seat: (number, place)})

    def _information_set(self, state: State, seat: int, before: Step | None) -> int:
        observation = self._observe(state, seat)
        actions = tuple(state.distinct_actions(seat))
        name = self._name(observation)
        number = self._numbers.setdefault((before, name), len(self._numbers))
        if number == len(self.information):
            self._of_seats[seat] += 1
            self.information.append(InformationSet(seat, self._of_seats[seat], observation, actions, before))
        expected = len(self.information[number].actions)
        if len(actions) != expected:
            raise ValueError(f"seat {seat} has {expected} or {len(actions)} actions and cannot know: {name}")
        return number


def distinct_deals(kinds: Sequence[int], blocks: Sequence[Sequence[int]]) -> Iterator[Deal]:
    """The shuffles of a pack that differ: equal ``kinds`` are interchangeable, and so are the places of one block.

    ``kinds[card]`` is the kind of a card, 0 <= card < n, and the blocks are all n places, each once: hands, or single
    places where the order counts. Of shuffles that do not differ the one with the lowest cards first represents all.

    >>> [(order, round(probability, 3)) for order, probability in distinct_deals([7, 7, 8], [[0, 1], [2]])]
    [([0, 1, 2], 0.333), ([0, 2, 1], 0.667)]
    """
    cards = {kind: [card for card, other in enumerate(kinds) if other == kind] for kind in sorted(set(kinds))}
    order = [0] * len(kinds)
    yield from _fill(list(cards.values()), list(blocks), order, 1.0)


def _fill(left: list[list[int]], blocks: list[Sequence[int]], order: list[int], probability: float) -> Iterator[Deal]:
    """Fill the first block in every way, then the others; ``left`` has the cards of each kind that are not dealt
    yet.
    """
    if not blocks:
        yield list(order), probability
        return
    places, size, total = blocks[0], len(blocks[0]), sum(map(len, left))
    for counts in product(*(range(min(len(cards), size) + 1) for cards in left)):
        if sum(counts) != size:
            continue
        chosen = [card for cards, count in zip(left, counts, strict=True) for card in cards[:count]]
        for place, card in zip(places, chosen, strict=True):
            order[place] = card
        ways = prod(comb(len(cards), count) for cards, count in zip(left, counts, strict=True))
        rest = [cards[count:] for cards, count in zip(left, counts, strict=True)]
        yield from _fill(rest, blocks[1:], order, probability * ways / comb(total, size))
