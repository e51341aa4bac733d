"""The way in to the computer opponents: it sees an observation only, is repeatable, can be paused, plays every
preset.
"""

import inspect
import json

import pytest

from ai.choose import Decision, choose
from ai.levels import LEVELS, RANDOM, Player
from ai.search.ismcts import MAX_NODES, Search
from engines import VARIANTS
from engines.api import CHANCE, OVER, Observation, State
from engines.rng import Rng, permutation

SEARCH = Player(simulations=20)
HEURISTIC = Player()
EVERY_PRESET = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]


def deal(state, rng):
    while state.to_act() == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))


def play(variant, preset, level, seed=1):
    """A whole game of ``level`` against itself; yields the state before and the decision at each."""
    state, rng = variant.new_game(variant.presets[preset]), Rng(seed)
    deal(state, rng)
    while (seat := state.to_act()) != OVER:
        decision = choose(variant, variant.observe(state, seat), level, rng)
        yield state, seat, decision
        for action in decision.actions:
            state.apply(seat, action)
        deal(state, rng)


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
@pytest.mark.parametrize("level", [RANDOM, HEURISTIC, SEARCH], ids=["random", "heuristic", "search"])
def test_every_kind_of_player_plays_every_preset_legally_to_the_end(key, preset, level):
    small = Player(simulations=2) if level is SEARCH else level
    for state, seat, decision in play(VARIANTS[key], preset, small):
        assert decision.actions[0] in state.legal_actions(seat)
        before = state.clone()
        for action in decision.actions:
            assert action in before.legal_actions(seat)
            before.apply(seat, action)
        assert before.ply > state.ply or not before.may_act(seat)


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
@pytest.mark.parametrize("level", [HEURISTIC, SEARCH], ids=["heuristic", "search"])
def test_hidden_cards_do_not_change_the_choice(key, preset, level):
    """The game as it is and as the seat may imagine it: the same observation and generator, the same decision."""
    variant = VARIANTS[key]
    others = 0
    for number, (state, seat, _) in enumerate(play(variant, preset, RANDOM)):
        if number % 29:
            continue
        imagined = variant.observe(state, seat).determinize(Rng(number))
        others += json.dumps(variant.codec.dump_state(imagined)) != json.dumps(variant.codec.dump_state(state))
        decisions = [choose(variant, variant.observe(seen, seat), level, Rng("same")) for seen in (state, imagined)]
        assert decisions[0] == decisions[1]
    assert others


def test_no_parameter_can_carry_a_state():
    parameters = inspect.signature(choose).parameters.values()
    assert [parameter.name for parameter in parameters] == [
        "variant",
        "observation",
        "player",
        "rng",
        "should_stop",
        "explain",
    ]
    assert not issubclass(Observation, State)


@pytest.mark.parametrize("key", VARIANTS)
def test_the_same_generator_gives_the_same_game(key):
    preset = next(iter(VARIANTS[key].presets))
    games = [
        [decision for _, _, decision in play(VARIANTS[key], preset, Player(simulations=3), seed=5)] for _ in range(2)
    ]
    assert games[0] == games[1]


def first_decision(key="hockey"):
    """A decision with several different cards."""
    variant = VARIANTS[key]
    for state, seat, _ in play(variant, next(iter(variant.presets)), RANDOM):
        if len(state.distinct_actions(seat)) > 3:
            return variant, variant.observe(state, seat)
    raise AssertionError


def test_a_pause_ends_the_search_with_the_best_so_far():
    variant, observation = first_decision()
    pauses = []

    def should_stop():
        pauses.append(1)
        return len(pauses) == 2

    decision = choose(variant, observation, Player(simulations=100_000), Rng(1), should_stop)
    assert decision.stopped
    assert 0 < decision.simulations < 100_000
    assert decision.actions[0] == decision.candidates[0].action


def test_a_search_that_is_not_paused_makes_its_simulations():
    variant, observation = first_decision()
    decision = choose(variant, observation, SEARCH, Rng(1), lambda: False)
    assert (decision.simulations, decision.stopped) == (20, False)
    assert sum(candidate.visits for candidate in decision.candidates) == 20


def test_a_forced_move_costs_no_simulation():
    forced = [
        (decision, state.distinct_actions(seat))
        for state, seat, decision in play(VARIANTS["hockey"], "standard", Player(simulations=1))
        if len(state.distinct_actions(seat)) == 1
    ]
    assert forced
    assert not [
        (decision, actions)
        for decision, actions in forced
        if not (decision.simulations == 0 and decision.candidates[0].action == actions[0])
    ]


def test_a_seat_that_has_nothing_to_decide_is_refused():
    variant = VARIANTS["hockey"]
    state = variant.new_game(variant.presets["standard"])
    deal(state, Rng(1))
    with pytest.raises(ValueError, match="nothing to decide"):
        choose(variant, variant.observe(state, 1 - state.to_act()), HEURISTIC, Rng(1))


def test_candidates_have_their_value_and_their_reason():
    variant, observation = first_decision()
    for level in (HEURISTIC, SEARCH):
        decision = choose(variant, observation, level, Rng(1), explain=True)
        assert isinstance(decision, Decision)
        assert not [
            candidate for candidate in decision.candidates if not (-1 <= candidate.value <= 1 and candidate.reason)
        ]
        assert len({candidate.action for candidate in decision.candidates}) == len(decision.candidates)


def test_the_tree_is_bounded():
    variant, observation = first_decision()
    from ai.games import make_heuristic

    search = Search(observation, make_heuristic(variant.key), Rng(1), 10)
    search.run(60, 10**9)
    assert search.simulations == 60
    assert search.tree.size == 10
    assert Search(observation, make_heuristic(variant.key), Rng(1), 10**9).tree.capacity == MAX_NODES


def test_levels_are_numbered_from_one_and_named():
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert len({level.name for level in LEVELS}) == len(LEVELS) >= 4
    assert not [level for level in LEVELS if not (level.description and level.cap_ms)]
    assert [level.simulations for level in LEVELS] == sorted(level.simulations for level in LEVELS)
