"""Small games written out whole: every deal, every play, and what a seat cannot distinguish. To measure players by, not
to play with.

A game is small by its deck, which every engine takes as a parameter. Chance is enumerated: of all shuffles those that
make a difference, with their probabilities. Actions are the distinct ones of the search.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import comb, prod
from typing import TypeAlias

from engines.api import CHANCE, OVER, Observation, State

Deal: TypeAlias = tuple[list[int], float]
"""An order for ``State.deal`` and its probability."""


@dataclass
class InformationSet:
    """The decisions that a seat cannot distinguish."""

    seat: int
    observation: Observation
    """What the seat sees at the first of them."""
    actions: tuple[int, ...]
    """Its distinct actions there; at the others the actions at the same places are of the same kind."""
    before: tuple[int, int] | None
    """The seat's own decision before, as information set and place of the action; None at its first."""
    nodes: list[int] = field(default_factory=list)


@dataclass
class GameTree:
    """Nodes are numbered so that parents come before their children; node 0 is the root."""

    asks: list[int] = field(default_factory=list)
    """By node: the information set that decides, or CHANCE, or OVER."""
    children: list[list[int]] = field(default_factory=list)
    probabilities: list[list[float]] = field(default_factory=list)
    """By node: of the children of a CHANCE node, empty elsewhere."""
    payoffs: list[float] = field(default_factory=list)
    """By node: what side 0 gets where the game is OVER, 0 elsewhere."""
    information: list[InformationSet] = field(default_factory=list)


def grow(
    start: State,
    observe: Callable[[State, int], Observation],
    deals: Callable[[State], Iterable[Deal]],
    name: Callable[[Observation], str],
) -> GameTree:
    """Write out the game from ``start`` on.

    States are one information set if the names of what the seat sees are equal, and were at all its decisions before,
    and it played the same: seats remember, even where an observation leaves out what is of no use any more. Only so can
    a best response be worked out from the end of the game backwards. Raises ValueError if a name hides what a seat may
    do.
    """
    grower = _Grower(observe, deals, name)
    grower.visit(start, {})
    return grower.tree


@dataclass
class _Grower:
    observe: Callable[[State, int], Observation]
    deals: Callable[[State], Iterable[Deal]]
    name: Callable[[Observation], str]
    tree: GameTree = field(default_factory=GameTree)
    numbers: dict[tuple[tuple[int, int] | None, str], int] = field(default_factory=dict)

    def visit(self, state: State, before: dict[int, tuple[int, int]]) -> int:
        """Add the state and all that follows; ``before`` has each seat's last decision. Return its node."""
        tree, seat = self.tree, int(state.to_act())
        node = len(tree.asks)
        tree.asks.append(seat)
        tree.children.append([])
        tree.probabilities.append([])
        tree.payoffs.append(state.payoff(0) if seat == OVER else 0.0)
        if seat == CHANCE:
            for order, probability in self.deals(state):
                after = state.clone()
                after.deal_order(order)
                tree.probabilities[node].append(probability)
                tree.children[node].append(self.visit(after, before))
        elif seat != OVER:
            number = self._information_set(state, seat, before.get(seat))
            tree.asks[node] = number
            tree.information[number].nodes.append(node)
            for place, action in enumerate(state.distinct_actions(seat)):
                after = state.clone()
                after.apply(seat, action)
                tree.children[node].append(self.visit(after, {**before, seat: (number, place)}))
        return node

    def _information_set(self, state: State, seat: int, before: tuple[int, int] | None) -> int:
        observation = self.observe(state, seat)
        actions = tuple(state.distinct_actions(seat))
        name = self.name(observation)
        number = self.numbers.setdefault((before, name), len(self.numbers))
        if number == len(self.tree.information):
            self.tree.information.append(InformationSet(seat, observation, actions, before))
        known = self.tree.information[number]
        if len(known.actions) != len(actions):
            raise ValueError(f"seat {seat} has {len(known.actions)} or {len(actions)} actions and cannot know: {name}")
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
