"""Rollouts by a network: deals weighed by what the others played, and actions that fall behind."""

from dataclasses import replace

import pytest

from ai import choose
from ai.encoders import make_encoder
from ai.heuristics import make_heuristic
from ai.levels import LEVELS
from ai.networks import make_judge
from ai.search.rollouts import MOST_ACTIONS, Rollouts
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation

HOCKEY = VARIANTS["hockey"]
LEGEND = LEVELS[-1]
JACK = 9
"""The wild rank."""


def positions(preset, seed=7, choices=2):
    """Every decision with at least so many actions of a game played at random."""
    state, rng = HOCKEY.new_game(HOCKEY.presets[preset]), Rng(seed)
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
            continue
        actions = state.distinct_actions(seat)
        if len(actions) >= choices:
            yield state, seat
        state.apply(seat, actions[rng.below(len(actions))])


def rollouts_at(state, seat, seed=1):
    return Rollouts(HOCKEY.observe(state, seat), make_heuristic("hockey"), make_judge("hockey", state), Rng(seed))


@pytest.mark.parametrize("preset", ["standard", "partnership", "original", "stockham"])
def test_played_on_from_the_beginning_of_the_deal_the_position_is_the_same(preset):
    encoder, seen = make_encoder("hockey"), 0
    for state, _ in positions(preset):
        earlier = state.clone()
        for number in range(encoder.rewind(state, earlier)):
            earlier.apply(earlier.to_act(), encoder.past_action(state, number))
            seen += 1
        found, expected = (dump(each) for each in (earlier, state))
        assert found == expected
    assert seen > 100


def dump(state):
    """The state as JSON; cards of a hand have no order, and of the top only the rank matters."""
    known = HOCKEY.codec.dump_state(state)
    return known | {"hands": [sorted(hand) for hand in known["hands"]]} | ({"top": known["top"][0]} if known.get("top") else {})


def test_of_many_actions_the_likeliest_are_followed_each_as_often_until_it_falls_behind():
    state, seat = next(positions("partnership", choices=4))
    found = rollouts_at(state, seat)
    count = int(found.count)
    assert 4 <= count <= int(MOST_ACTIONS)
    logits = [found.logits[place] for place in range(count)]
    assert logits == sorted(logits, reverse=True)
    found.run(10 * count, 10**9)
    assert {int(found.visits[place]) for place in range(count)} == {10}
    found.run(500, 10**9)
    visits = [int(found.visits[place]) for place in range(count)]
    assert sum(visits) == found.simulations
    assert found.is_done or found.simulations >= 500
    assert all(visit % 50 == 0 for place, visit in enumerate(visits) if found.is_behind[place])
    assert not found.is_behind[found.order()[0]]


def test_a_slice_ends_after_its_decisions_and_the_rest_follows():
    state, seat = next(positions("partnership", choices=4))
    whole, sliced = rollouts_at(state, seat), rollouts_at(state, seat)
    whole.run(40, 10**9)
    while sliced.simulations < 40:
        sliced.run(40, 1)
    assert [whole.value(place) for place in range(int(whole.count))] == [sliced.value(place) for place in range(int(sliced.count))]


def test_a_goal_that_can_be_scored_is_found():
    """The side is on a breakaway, and holds the card that matches the top."""
    for state, seat in (each for seed in range(20) for each in positions("partnership", seed)):
        top = HOCKEY.codec.dump_state(state)["top"]
        scoring = [action for action in state.distinct_actions(seat) if top and action // 4 == state.top // 4 != JACK]
        if scoring and state.holder == seat % 2:
            decision = choose(HOCKEY, HOCKEY.observe(state, seat), replace(LEGEND, simulations=100), Rng(2))
            assert decision.actions[0] // 4 == scoring[0] // 4
            assert decision.simulations > 0
            return
    raise AssertionError("no goal to be scored")


def test_they_are_followed_only_where_that_is_worth_the_time_and_asked_for():
    state, seat = next(positions("standard"))
    assert choose(HOCKEY, HOCKEY.observe(state, seat), LEGEND, Rng(2)).simulations == 0
    state, seat = next(positions("partnership"))
    observation = HOCKEY.observe(state, seat)
    assert choose(HOCKEY, observation, replace(LEGEND, looks_ahead=False), Rng(2)).simulations == 0
    decision = choose(HOCKEY, observation, replace(LEGEND, simulations=50), Rng(2))
    assert 50 <= decision.simulations < 60
    assert decision.candidates[0].visits >= max(candidate.visits for candidate in decision.candidates[1:])


def test_when_there_is_no_time_the_network_decides():
    state, seat = next(positions("partnership", choices=4))
    decision = choose(HOCKEY, HOCKEY.observe(state, seat), LEGEND, Rng(2), lambda: True)
    assert decision.stopped
    assert decision.simulations < 1200
