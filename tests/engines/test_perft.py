"""Perft: how many ways a game can go on for so many decisions. Three ways of walking the tree must agree, and the
number stay what it is.

A count that changes means that the rules changed; it has to be found out which side is right, and the number set anew
by hand.
"""

import json

import pytest

from engines import VARIANTS
from engines.api import CHANCE, OVER, Codec, State
from engines.rng import Rng, permutation
from tests.engines.variant_suite import asked

COUNTS = {
    "hockey": (2, 10, 50, 200, 800, 2400),
    "blades_of_steel": (9, 109, 634, 6239),
    "card_hockey": (1, 1, 1, 1, 1, 1),
    "turn_based_hockey": (21, 441, 8820),
    "ice_cold_ice_hockey": (7, 42, 74, 484, 2145, 8663),
}
"""Ways to make 1, 2, 3 ... decisions from the first deal, each a single action of the first seat asked."""
MOST_BY_JSON = 700
"""Deeper is too slow through JSON."""


def settled(state: State, shuffles: int) -> int:
    """Deal until somebody is asked; returns the number of shuffles so far: shuffle k is the same on every way."""
    while state.to_act() == CHANCE:
        state.deal(permutation(Rng(f"perft {shuffles}"), state.shuffle_needed()))
        shuffles += 1
    return shuffles


def by_clones(state: State, depth: int, shuffles: int) -> int:
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return 1
    count = 0
    for action in state.legal_actions(asked(state)[0]):
        after = state.clone()
        after.apply(asked(state)[0], action)
        count += by_clones(after, depth - 1, shuffles)
    return count


def by_copies(states: list[State], depth: int, shuffles: int) -> int:
    """As the search walks: one state a level, copied over."""
    state = states[depth]
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return 1
    seat, count = asked(state)[0], 0
    for action in state.legal_actions(seat):
        states[depth - 1].copy_from(state)
        states[depth - 1].apply(seat, action)
        count += by_copies(states, depth - 1, shuffles)
    return count


def by_json(codec: Codec, state: State, depth: int, shuffles: int) -> int:
    """As the service does: every state through its JSON, every action through its move where there is a list of
    moves.
    """
    shuffles = settled(state, shuffles)
    if depth == 0 or state.to_act() == OVER:
        return 1
    seat, count = asked(state)[0], 0
    text = json.dumps(codec.dump_state(state))
    moves = codec.list_moves(state, seat)
    for actions in [codec.decode_move(state, seat, move) for move in moves] or [
        [action] for action in state.legal_actions(seat)
    ]:
        after = codec.load_state(json.loads(text))
        for action in actions:
            after.apply(seat, action)
        count += by_json(codec, after, depth - 1, shuffles)
    return count


@pytest.mark.parametrize(
    ("key", "depth", "expected"),
    [(key, d, count) for key, counts in COUNTS.items() for d, count in enumerate(counts, 1)],
)
def test_the_tree_has_its_size_whichever_way_it_is_walked(key, depth, expected):
    variant = VARIANTS[key]

    def new_game():
        return variant.new_game(next(iter(variant.presets.values())))

    assert by_clones(new_game(), depth, 0) == expected
    states = [new_game() for _ in range(depth + 1)]
    assert by_copies(states, depth, 0) == expected
    if expected <= MOST_BY_JSON:
        assert by_json(variant.codec, new_game(), depth, 0) == expected


def test_every_game_is_counted():
    assert COUNTS.keys() == VARIANTS.keys()
