"""Networks: integer arithmetic that is the same everywhere, files that say what they hold, and players that need
nothing else.
"""

import json
import math
from array import array
from dataclasses import replace
from hashlib import blake2b
from importlib.resources import files
from itertools import islice

import pytest

import ai.trained
from ai.calibration import Calibration, calibration
from ai.choose import choose
from ai.encoder import Encoder, Features
from ai.games import make_encoder, make_heuristic, module_of
from ai.levels import LEVELS, RANDOM, Player
from ai.networks.judge import EXPONENTIALS, Judge
from ai.networks.network import GOALS, ONE, OUTPUTS, PAYOFF, POLICY, network_from_weights
from ai.play import next_seat
from ai.trained import make_judge, networks, read_networks
from bench.strength.calibration import difference
from engines import VARIANTS, is_compiled
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation
from tests.ai.positions import digests
from tests.games import LEARNED, SOLVED
from tests.pins import assert_pinned, pins
from training.calibrate import games as stated_games, increasing

PRESETS = [(key, preset) for key in LEARNED for preset in VARIANTS[key].presets]
PINNED = pins("network")
"""Decisions of every network that decides."""
LARGEST_FILE = 1_000_000


def random_network(inputs, seed="weights"):
    """A network of 8 and 4 units with weights between -1 and 1."""
    rng = Rng(seed)
    count = inputs * 8 + 8 + 8 * 4 + 4 + 4 * OUTPUTS + OUTPUTS
    return network_from_weights(inputs, 8, 4, [int(rng.below(2 * ONE)) - ONE for _ in range(count)])


def features(*rows):
    found = Features()
    for row in rows:
        found.add(row)
    return found


def positions(key, preset, seed=1, step=7):
    """Decisions of a random game: state and seat."""
    state, rng = VARIANTS[key].new_game(VARIANTS[key].presets[preset]), Rng(seed)
    number = 0
    while (seat := next_seat(state, rng)) != OVER:
        number += 1
        if number % step == 0 and len(state.distinct_actions(seat)) > 1:
            yield state, seat
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])


def test_a_network_adds_rows_and_cuts_off_below_zero():
    """Two inputs, two units and one: by hand, 1.0 is 1024."""
    one = int(ONE)
    first = [one, -one, 2 * one, one, 0, 512]  # rows 0 and 1, biases
    second = [one, 2 * one, -512]
    last = [one, 512, -one, 0, 0, 100]
    network = network_from_weights(2, 2, 1, first + second + last)
    network.set_position(features(0))  # sums 1, -0.5: only the first unit is active, and the next layer has 1 - 0.5
    network.finish()
    assert list(network.outputs) == [512, 256, -412]
    network.set_action(features(1))  # sums 3, 0.5: 3 + 2 * 0.5 - 0.5 = 3.5
    assert list(network.outputs) == [3584, 1792, -3484]
    network.set_action(features(1, 1))  # what is there twice counts twice: 5, 1.5, 5 + 3 - 0.5 = 7.5
    assert network.outputs[POLICY] == 7.5 * ONE


def test_the_outputs_are_the_same_interpreted_and_compiled():
    """Pinned, as both kinds of run come by here."""
    network, rng, seen = random_network(200), Rng(3), blake2b(digest_size=8)
    for _ in range(50):
        network.set_position(features(*(rng.below(200) for _ in range(30))))
        network.set_action(features(*(rng.below(200) for _ in range(5))))
        seen.update(repr([int(network.outputs[i]) for i in (POLICY, PAYOFF, GOALS)]).encode())
    assert seen.hexdigest() == "9027c6fe036bb7c5"


def test_a_network_wants_as_many_weights_as_it_has():
    with pytest.raises(ValueError, match="3 weights for a network of 2, 2 and 1, which has 15"):
        network_from_weights(2, 2, 1, [1, 2, 3])


def test_a_shared_network_has_sums_of_its_own():
    network = random_network(20)
    other = network.share()
    network.set_position(features(1, 2))
    other.set_position(features(3))
    network.finish()
    before = list(network.outputs)
    other.finish()
    assert list(network.outputs) == before != list(other.outputs)
    other.set_position(features(1, 2))
    other.finish()
    assert list(other.outputs) == before


def test_weights_that_could_leave_32_bits_are_refused():
    network_from_weights(0, 2, 1, [0, 0, 16000, -16000, 32767, 0, 0, 0, 0, 0, 0])
    with pytest.raises(ValueError, match="the weights of unit 0 of the second layer are too large"):
        network_from_weights(0, 2, 1, [0, 0, 16400, -16400, 0, 0, 0, 0, 0, 0, 0])


def test_an_odd_number_of_units_and_large_sums_are_calculated_as_by_hand():
    """Pairs of numbers never touch each other, whatever their signs: compared with plain sums in Python."""
    rng = Rng(11)
    for first, second in ((1, 1), (3, 5), (7, 2), (64, 33)):
        weights = [
            rng.below(1401) - 700 for _ in range(21 * first + (first + 1) * second + (second + 1) * int(OUTPUTS))
        ]
        network = network_from_weights(20, first, second, weights)
        assert network.weights() == weights
        for _ in range(20):
            rows = [rng.below(20) for _ in range(rng.below(30))]
            network.set_position(features(*rows))
            network.finish()
            assert [int(output) for output in network.outputs] == plainly(weights, 20, first, second, rows)


def plainly(weights, inputs, first, second, rows):
    """The outputs without pairs."""
    upper = (inputs + 1) * first
    last = upper + (first + 1) * second
    sums = [sum(weights[row * first + i] for row in [*rows, inputs]) for i in range(first)]
    active = [min(max(0, total), 65535) for total in sums] + [1024]
    hidden = [
        max(0, sum(one * weights[upper + i * second + j] for i, one in enumerate(active)) >> 10) for j in range(second)
    ] + [1024]
    return [sum(one * weights[last + 3 * j + k] for j, one in enumerate(hidden)) >> 10 for k in range(3)]


def test_the_exponentials_are_those_of_the_library():
    assert len(EXPONENTIALS) == 1024
    assert not [
        (i, number) for i, number in enumerate(EXPONENTIALS) if not abs(number - 2**20 * math.exp(-i / 64)) <= 0.51
    ]


class TwoChoices(Encoder):
    """No features at all."""

    def __init__(self):
        super().__init__(1)

    def encode(self, state, seat, features):
        pass

    def encode_action(self, state, seat, action, features):
        pass


def test_actions_are_drawn_by_the_exponential_of_their_logits():
    judge = Judge(random_network(1), TwoChoices())
    judge.logits[0], judge.logits[1], judge.logits[2] = 0, ONE, -20 * ONE
    judge.count = 3
    judge.weigh(ONE)
    assert judge.weights[0] / judge.weights[1] == pytest.approx(math.exp(-1), abs=1e-4)
    assert judge.weights[2] == 0
    drawn = [judge.draw(rng) for rng in [Rng(5)] for _ in range(4000)]
    assert drawn.count(0) / 4000 == pytest.approx(1 / (1 + math.e), abs=0.03)
    judge.weigh(4 * ONE)
    assert judge.weights[0] / judge.weights[1] == pytest.approx(math.exp(-4), abs=1e-4)


def test_networks_are_read_one_after_the_other():
    first, second = [1] * (2 + 1 + 1 + 1 + 6), [2] * (1 + 1 + 1 + 1 + 6)
    described = {
        "one": {"inputs": 2, "first": 1, "second": 1, "weights": 11},
        "other": {"inputs": 1, "first": 1, "second": 1, "weights": 10},
    }
    found = read_networks(described, array("h", first + second).tobytes())
    assert [network.weights() for network in found.values()] == [first, second]
    with pytest.raises(ValueError, match="22 weights, expected 21"):
        read_networks(described, array("h", [*first, *second, 3]).tobytes())


@pytest.mark.parametrize("key", LEARNED)
def test_the_weights_are_small_and_say_how_they_were_made(key):
    description = json.loads(files("ai").joinpath(key, "networks.json").read_text())
    assert len(files("ai").joinpath(key, "networks.bin").read_bytes()) < LARGEST_FILE
    for name, network in description["networks"].items():
        assert network["command"] == f"make train GAME={key} ONLY={name}"
        assert {"seed", "date", "presets", "decisions", "curve"} <= network.keys()
        assert network["inputs"] == networks(key)[name].inputs
        assert key in SOLVED or network["inputs"] == make_encoder(key).inputs


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_two_states_with_one_observation_have_one_encoding(key, preset):
    """What is hidden is dealt again: not a feature changes."""
    encoder, others = make_encoder(key), 0
    for number, (state, seat) in enumerate(positions(key, preset)):
        imagined = VARIANTS[key].observe(state, seat).determinize(Rng(number))
        others += VARIANTS[key].codec.dump_state(imagined) != VARIANTS[key].codec.dump_state(state)
        assert encoded(encoder, state, seat) == encoded(encoder, imagined, seat)
    assert others


@pytest.mark.parametrize("key", LEARNED)
def test_features_are_those_that_the_weights_were_trained_for(key):
    """Pinned, with the network that plays; they change with an encoder, which then needs new weights."""
    encoder, named = make_encoder(key), set()

    def shown(setting, state, seat):
        network = encoder.network(state)
        named.add(network)
        return network, encoded(encoder, state, seat) if network else []

    assert_pinned("features", key, digests(key, 300, 30, shown))
    assert named - {""} == {name for name, network in networks(key).items() if network.inputs == encoder.inputs}


def encoded(encoder, state, seat):
    """The features of a position and of each of its actions, in ascending order: a sum has none."""
    features = Features()
    encoder.encode(state, seat, features)
    found = [rows_of(features)]
    for action in state.distinct_actions(seat):
        features.clear()
        encoder.encode_action(state, seat, action, features)
        found.append(rows_of(features))
    assert not [(rows, row) for rows in found for row in rows if not (0 <= row < encoder.inputs)]
    return found


def rows_of(features):
    return sorted(int(features.rows[i]) for i in range(features.count))


COVERED = [
    (key, one)
    for key in LEARNED
    for one in getattr(module_of(key, "kept_cards") or module_of(key, "encoder"), "COVERED", ())
]


@pytest.mark.parametrize(("key", "one"), COVERED, ids=[f"{key}-{one.network}" for key, one in COVERED])
def test_a_switch_or_a_size_that_nobody_has_named_excludes_a_network(key, one):
    for game in one.games:
        assert one.covers({"options": game})
        assert not one.covers({"options": {**game, "a_new_switch": False}})
        assert not one.covers({"options": game, "a_new_size": 3})
    codec = VARIANTS[key].codec
    assert one.any_value - {"options"} <= {*VARIANTS[key].options, *codec.observation_field.schema()["properties"]}


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_preset_has_a_network(key, preset):
    assert make_judge(key, VARIANTS[key].new_game(VARIANTS[key].presets[preset])) is not None


@pytest.mark.parametrize("changes", [{"wild_scores": True}, {"wild_scores": True, "clear_pile": True}])
def test_a_network_of_hockey_decides_under_all_options(changes):
    options = VARIANTS["hockey"].resolve_options(None, changes)[1]
    assert make_judge("hockey", VARIANTS["hockey"].new_game(options)) is not None


@pytest.mark.parametrize("key", SOLVED)
def test_who_looks_ahead_uses_the_solver_and_who_does_not_the_network(key, monkeypatch):
    variant, player = VARIANTS[key], Player(learned=True, simulations=30, looks_ahead=True)
    asked = [
        variant.observe(state, seat)
        for state, seat in positions(key, next(iter(variant.presets)), step=1)
        if not state.placed[seat]
    ]
    played = [choose(variant, observation, player, Rng(number)) for number, observation in enumerate(asked)]
    alone = replace(player, looks_ahead=False)
    assert not [
        (number, observation)
        for number, observation in enumerate(asked)
        if choose(variant, observation, alone, Rng(number)).simulations
    ]
    monkeypatch.setattr(ai.trained, "make_judge", lambda key, state: None)
    assert played == [choose(variant, observation, player, Rng(number)) for number, observation in enumerate(asked)]
    assert not [decision for decision in played if not decision.simulations]


def test_a_game_without_an_encoder_has_no_network():
    assert make_encoder("no_such_game") is None
    assert make_judge("no_such_game", VARIANTS["hockey"].new_game(VARIANTS["hockey"].presets["standard"])) is None


def test_a_network_for_other_features_is_refused(monkeypatch):
    monkeypatch.setattr(ai.trained, "networks", lambda key: {"two": random_network(3)})
    with pytest.raises(ValueError, match="hockey: the network was trained on 3 features, the encoder has"):
        make_judge("hockey", VARIANTS["hockey"].new_game(VARIANTS["hockey"].presets["standard"]))


def games(key, preset, players, seeds, longest=10_000):
    """Payoff of side 0, None if the game is broken off, and every action, in games of one player a side with at most
    this many decisions.
    """
    variant = VARIANTS[key]
    for seed in seeds:
        state, rng, actions = variant.new_game(variant.presets[preset]), Rng(seed), []
        while (seat := state.to_act()) != OVER and len(actions) < longest:
            if seat == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            for action in choose(variant, variant.observe(state, seat), players[seat % 2], rng).actions:
                actions.append(action)
                state.apply(seat, action)
        yield state.payoff(0) if seat == OVER else None, actions


@pytest.mark.parametrize(("key", "preset"), PINNED)
def test_a_learned_player_decides_the_same_interpreted_and_compiled(key, preset):
    """Pinned; it changes with the weights."""
    seen = blake2b(digest_size=8)
    for _, actions in games(key, preset, [Player(learned=True)] * 2, ["pinned 1", "pinned 2"], 120):
        seen.update(repr([int(action) for action in actions]).encode())
    assert seen.hexdigest() == PINNED[key, preset]


@pytest.mark.parametrize("key", LEARNED)
def test_a_learned_player_beats_random_play_and_searches_nothing(key):
    variant = VARIANTS[key]
    preset = next(iter(variant.presets))
    won = [
        payoff for payoff, _ in games(key, preset, [Player(learned=True), RANDOM], range(12 if is_compiled() else 2))
    ]
    assert sum(won) >= len(won) / 2
    state, seat = next(positions(key, preset))
    decision = choose(
        variant,
        variant.observe(state, seat),
        Player(learned=True) if key in SOLVED else LEVELS[-1],
        Rng(1),
        explain=True,
    )
    assert (decision.simulations, decision.stopped) == (0, False)
    assert len(decision.candidates) == len(state.distinct_actions(seat))
    assert not [candidate for candidate in decision.candidates if not (-1 <= candidate.value <= 1 and candidate.reason)]


@pytest.mark.parametrize("key", LEARNED)
def test_who_asks_for_advice_gets_the_likeliest_move_and_an_opponent_draws_it(key):
    variant = VARIANTS[key]
    drawn_otherwise = 0
    for state, seat in islice(positions(key, next(iter(variant.presets)), step=2), 25):
        observation = variant.observe(state, seat)
        advised = {
            choose(variant, observation, Player(learned=True, mixes=False), Rng(number)).actions for number in range(8)
        }
        assert len(advised) == 1
        drawn = {choose(variant, observation, Player(learned=True), Rng(number)).actions for number in range(8)}
        drawn_otherwise += drawn != advised
    assert drawn_otherwise > 0


@pytest.mark.parametrize("key", LEARNED)
def test_where_the_ending_was_calculated_the_win_probability_is_certain(key):
    variant, heuristic = VARIANTS[key], make_heuristic(key)
    known = (
        each for each in positions(key, next(iter(variant.presets)), step=1) if heuristic.has_perfect_information(*each)
    )
    for state, seat in islice(known, 3):
        found = choose(variant, variant.observe(state, seat), LEVELS[-1], Rng(1), explain=True).candidates
        wins = [candidate.prospects.win for candidate in found if candidate.prospects]
        assert wins
        assert not [win for win in wins if not (win.low == win.mean == win.high)]


# -- calibration


@pytest.mark.parametrize("key", LEARNED)
def test_every_preset_of_a_network_is_calibrated_with_its_present_weights(key):
    found = json.loads(files("ai").joinpath(key, "networks.json").read_text())["calibration"]
    weights = files("ai").joinpath(key, "networks.bin").read_bytes()
    assert found["weights"] == blake2b(weights, digest_size=8).hexdigest(), f"python -m training.calibrate {key}"
    presets = VARIANTS[key].presets
    assert set(found["presets"]) == {
        name for name in presets if make_judge(key, VARIANTS[key].new_game(presets[name])) is not None
    }


@pytest.mark.parametrize(("key", "preset"), PINNED)
def test_a_higher_payoff_is_never_a_lower_probability_to_win(key, preset):
    found = calibration(VARIANTS[key], VARIANTS[key].presets[preset])
    assert found.odds != Calibration().odds
    for ply in (0, int(found.plies / 2), 10_000):
        wins = [found.win(payoff / 100, ply) for payoff in range(-100, 101)]
        assert wins == sorted(wins)
        assert 0.0 < wins[0] < 0.1
        assert 0.9 < wins[-1] < 1.0


def test_where_a_curve_would_fall_its_moves_have_their_share_of_wins_together():
    odds = increasing([-1.0, 0.0, -2.0, 1.0], [10, 10, 1000, 10])
    (pooled,) = set(odds[:3])
    wins = sum(count / (1 + math.exp(-each)) for each, count in [(-1.0, 10), (0.0, 10), (-2.0, 1000)])
    assert 1 / (1 + math.exp(-pooled)) == pytest.approx(wins / 1020, abs=0.001)
    assert odds[3] == 1.0


def test_options_that_were_not_measured_are_taken_for_the_nearest_preset():
    presets = VARIANTS["hockey"].presets
    assert calibration(VARIANTS["hockey"], {**presets["wiggum"], "periods": 2}) == calibration(
        VARIANTS["hockey"], presets["wiggum"]
    )


@pytest.mark.skipif(not is_compiled(), reason="many games")
@pytest.mark.parametrize("key", [key for key in LEARNED if key not in SOLVED])
def test_stated_probabilities_are_about_true(key):
    """A small sample, with room; ``faceoff bench calibration`` measures it."""
    variant = VARIANTS[key]
    played = islice(stated_games(variant, next(iter(variant.presets.values())), "quick"), 60)
    stated = [about for game in played for about in game]
    for low in (0.0, 0.25, 0.5, 0.75):
        of_quarter = [about for about in stated if low <= about.win <= low + 0.25]
        mean, error = difference(of_quarter)
        assert abs(mean) < 0.04 + 3 * error
