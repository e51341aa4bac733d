"""Perft: how many ways a game can go on for a number of decisions, as chess engines are held to their rules. Three ways
of walking the tree must agree, and the numbers stay what they are.

``tests/<game>/perft.txt`` has a row for each position: the preset, the decisions of a random game that lead there, its
score, then the ways to make 1, 2, 3 ... decisions from there, each a single action of the first seat asked, and the
goals of both sides in all the longest of them. A number that changes means that the rules changed: find out which side
is right, and set the row anew by hand; a failure shows it.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from engines import VARIANTS
from engines.api import CHANCE, OVER, Codec, State
from engines.rng import Rng, permutation
from tests.engines.variant_suite import asked

TESTS = Path(__file__).parents[1]
MOST_BY_JSON = 300
"""Deeper is too slow through JSON."""


class Ways(NamedTuple):
    """How many ways there are, and the goals of both sides at the end of all of them."""

    count: int
    goals: int
    goals_against: int


class Row(NamedTuple):
    """A line of a table."""

    key: str
    preset: str
    plies: int
    score: str
    counts: tuple[int, ...]
    goals: str

    @property
    def text(self) -> str:
        return f"{self.preset} {self.plies} {self.score} {' '.join(map(str, self.counts))} {self.goals}"


def rows() -> list[Row]:
    """The rows of all games."""
    found = []
    for path in (path for key in VARIANTS if (path := TESTS / key / "perft.txt").exists()):
        for line in path.read_text().splitlines():
            preset, plies, score, *counts, goals = line.split()
            found.append(Row(path.parent.name, preset, int(plies), score, tuple(map(int, counts)), goals))
    return found


def settled(state: State, shuffles: int) -> int:
    """Deal until a seat is asked; returns the number of shuffles so far: shuffle k is the same on every way."""
    while state.to_act() == CHANCE:
        state.deal(permutation(Rng(f"perft {shuffles}"), state.shuffle_needed()))
        shuffles += 1
    return shuffles


def reached(key: str, preset: str, plies: int) -> tuple[State, int]:
    """The position after this many random decisions, and the number of shuffles before it."""
    variant, rng = VARIANTS[key], Rng(f"perft after {plies}")
    state = variant.new_game(variant.presets[preset])
    shuffles = settled(state, 0)
    for _ in range(plies):
        seat = asked(state)[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[rng.below(len(actions))])
        shuffles = settled(state, shuffles)
    return state, shuffles


def together(ways: Iterable[Ways]) -> Ways:
    return Ways(*map(sum, zip(*ways, strict=True)))


def ended(state: State) -> Ways:
    """The one way that ends here."""
    return Ways(1, int(state.score(0)), int(state.score(1)))


def by_clones(state: State, depth: int, shuffles: int) -> Ways:
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return ended(state)
    ways = []
    for action in state.legal_actions(asked(state)[0]):
        after = state.clone()
        after.apply(asked(state)[0], action)
        ways.append(by_clones(after, depth - 1, shuffles))
    return together(ways)


def by_copies(states: list[State], depth: int, shuffles: int) -> Ways:
    """As the search walks: one state a level, copied over."""
    state = states[depth]
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return ended(state)
    seat, ways = asked(state)[0], []
    for action in state.legal_actions(seat):
        states[depth - 1].copy_from(state)
        states[depth - 1].apply(seat, action)
        ways.append(by_copies(states, depth - 1, shuffles))
    return together(ways)


def by_json(codec: Codec, state: State, depth: int, shuffles: int) -> Ways:
    """As the service does: every state through its JSON, every action through its move where there is a list of
    moves.
    """
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return ended(state)
    seat, ways = asked(state)[0], []
    text = json.dumps(codec.dump_state(state))
    moves = codec.list_moves(state, seat)
    for actions in [codec.decode_move(state, seat, move) for move in moves] or [
        [action] for action in state.legal_actions(seat)
    ]:
        after = codec.load_state(json.loads(text))
        for action in actions:
            after.apply(seat, action)
        ways.append(by_json(codec, after, depth - 1, shuffles))
    return together(ways)


def measured(key: str, preset: str, plies: int, depths: int) -> Row:
    """The row as the engine counts it."""
    start, shuffles = reached(key, preset, plies)
    counts, ways = [], ended(start)
    for depth in range(1, depths + 1):
        ways = by_copies([start.clone() for _ in range(depth + 1)], depth, shuffles)
        assert by_clones(start.clone(), depth, shuffles) == ways
        if ways.count <= MOST_BY_JSON:
            assert by_json(VARIANTS[key].codec, start.clone(), depth, shuffles) == ways
        counts.append(ways.count)
    score = f"{start.score(0)}:{start.score(1)}"
    return Row(key, preset, plies, score, tuple(counts), f"{ways.goals}:{ways.goals_against}")


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.key}-{row.preset}-{row.plies}")
def test_the_tree_has_its_size_whichever_way_it_is_walked(row):
    assert measured(row.key, row.preset, row.plies, len(row.counts)).text == row.text


@pytest.mark.parametrize("key", VARIANTS)
def test_every_preset_is_counted(key):
    missing = VARIANTS[key].presets.keys() - {row.preset for row in rows() if row.key == key}
    lines = [measured(key, preset, plies, 2).text for preset in sorted(missing) for plies in (0, 3)]
    assert not missing, "\n".join((f"hold these against the rules, and write them into tests/{key}/perft.txt:", *lines))
