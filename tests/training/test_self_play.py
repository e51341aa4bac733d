"""What the training records of the games that it plays."""

import pytest

from ai.arena import Opponent
from ai.choose import choose
from ai.games import make_encoder
from ai.levels import Player
from ai.networks.judge import Judge
from ai.networks.network import ONE, OUTPUTS, network_from_weights
from ai.search.playout import Playout
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.buffers import buffer
from engines.rng import Rng
from training.rivals import PlayerRival
from training.self_play import LearnedRival, play_games

TD_LAMBDA = 0.5


def new_judge(payoff=0):
    """A judge that expects ``payoff`` everywhere and likes all actions alike."""
    encoder = make_encoder("hockey")
    inputs = int(encoder.inputs)
    weights = [0] * (inputs + 1 + 1 + 1 + int(OUTPUTS)) + [0, payoff, 0]
    return Judge(network_from_weights(inputs, 1, 1, weights), encoder)


def record_of(games, payoff=0, others=(), own=1.0):
    variant = VARIANTS["hockey"]
    blank = variant.new_game({**variant.presets["standard"], "periods": 1})
    return play_games(blank, new_judge(payoff), list(others), own, games, Rng(2), TD_LAMBDA)


def test_every_decision_has_its_features_its_actions_and_a_probability():
    record = record_of(3)
    assert record.decisions == len(record.chosen) == len(record.row_starts) == len(record.returns) == len(record.goals)
    assert sum(int(count) for count in record.actions) == len(record.action_starts)
    assert list(record.row_starts) == sorted(record.row_starts)
    assert record.row_starts[0] == record.action_starts[0] == 0
    for chosen, count, probability in zip(record.chosen, record.actions, record.probabilities, strict=True):
        assert 0 <= chosen < count
        assert probability == pytest.approx(1 / count)


def test_returns_are_mixed_from_the_payoff_and_what_was_expected_later():
    """The last decision of a seat has the payoff; each one before it half of the next return and half of the next
    expectation.
    """
    record = record_of(1, payoff=int(ONE) // 4)
    assert set(record.values) == {0.25}
    possible = set()
    for payoff in (-1.0, 0.0, 1.0):
        expected = payoff
        for _ in range(record.decisions):
            possible.add(expected)
            expected = 0.5 * expected + 0.5 * 0.25
    assert not [value for value in record.returns if not any(value == pytest.approx(each) for each in possible)]
    assert len(set(record.returns)) > 10


def test_what_others_decide_is_not_recorded():
    both = record_of(6).decisions
    one = record_of(6, others=[LearnedRival(new_judge())], own=0.0).decisions
    assert 0.35 * both < one < 0.65 * both


class Decided(Opponent):
    """Decides as the heuristic does, and counts."""

    def __init__(self):
        self.moves = []

    def decide(self, variant, observation, rng, should_stop=None):
        decision = choose(variant, observation, Player(), rng)
        self.moves.append(decision.actions)
        return decision


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.has_decisions])
def test_a_player_decides_a_whole_move_at_once(key):
    """Self-play asks action by action; where it plans a whole move, as in a match, it is asked for it once."""
    variant, player, rng, actions = VARIANTS[key], Decided(), Rng(5), buffer(256)
    rival, state, asked = (
        PlayerRival(variant, player),
        variant.new_game(variant.presets[next(iter(variant.presets))]),
        0,
    )
    playout = Playout(rng)
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            playout.deal(state)
            continue
        count, asked = state.fill_distinct_actions(seat, actions), asked + 1
        action = rival.choose(state, seat, actions, count, rng)
        assert action in state.legal_actions(seat)
        state.apply(seat, action)
    assert asked >= len(player.moves) > 0
    assert (asked > len(player.moves)) == bool(VARIANTS[key].described_moves), "only there are moves of several actions"
