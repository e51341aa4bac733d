"""A game of a match can be put down, taken up again elsewhere, and played again from its seed and moves."""

import json

import pytest

from ai.arena import LOOK, Game, Match, begin_pair, pair_seed, play_match, play_pair, shuffle_of
from ai.intervals import elo
from ai.levels import LEVELS, RANDOM, Player
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng

PLAYERS = (Player(simulations=3), LEVELS[0])


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_put_down_after_every_decision_ends_as_one_played_in_one_go(key):
    options = next(iter(VARIANTS[key].presets.values()))
    games = []
    for number in (0, 1):
        play = begin_pair(key, options, PLAYERS, "arena", 0)[number]
        while not play.is_over:
            play.decide()
            dumped = json.loads(json.dumps(play.dump()))
            play = begin_pair(key, options, PLAYERS, "arena", 0)[number]
            play.resume(dumped)
        games.append(play.game())
    assert tuple(games) == play_pair(key, options, PLAYERS, "arena", 0)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_follows_from_its_seed_and_moves(key):
    variant = VARIANTS[key]
    options = next(iter(variant.presets.values()))
    play = begin_pair(key, options, (LEVELS[0], LEVELS[0]), "arena", 3)[1]
    play.play_out()
    state = variant.new_game(options)
    moves, shuffles = iter(play.moves), 0
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.deal_order(shuffle_of(pair_seed("arena", 3), shuffles, state.shuffle_needed()))
            shuffles += 1
            continue
        seat, *actions = next(moves)
        for action in actions:
            state.apply(seat, action)
    assert variant.codec.dump_state(state) == variant.codec.dump_state(play.state)
    assert (shuffles, next(moves, None)) == (len(play.shuffles), None)


def test_a_pause_that_ends_nothing_changes_nothing():
    """A worker looks up between slices of a search; the figures stay those of the seed."""
    variant = VARIANTS["hockey"]
    options = {**variant.presets["standard"], "periods": 1}
    play = begin_pair("hockey", options, PLAYERS, "arena", 0)[0]
    looks = []
    while not play.is_over:
        play.decide(lambda: looks.append(1) is not None)
    assert looks
    assert play.game() == play_pair("hockey", options, PLAYERS, "arena", 0)[0]


@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_that_is_enough_ends_at_the_next_look_with_the_games_of_a_longer_one(processes):
    variant = VARIANTS["hockey"]
    options = {**variant.presets["standard"], "periods": 1}
    longer = play_match(variant, options, LEVELS[0], RANDOM, 2 * LOOK + 1)
    asked = []
    ended = play_match(
        variant,
        options,
        LEVELS[0],
        RANDOM,
        2 * LOOK + 1,
        processes=processes,
        enough=lambda match: asked.append(len(match.pairs)) or len(asked) == 2,
    )
    assert asked == [LOOK, 2 * LOOK]
    assert ended.pairs == longer.pairs[: 2 * LOOK]


@pytest.mark.parametrize("chance", [0.5, 0.65, 0.8])
def test_a_match_that_ends_when_it_is_known_well_enough_covers_the_truth_as_often(chance):
    """To look again and again, and end where the interval is short, misleads where chance makes it short: by so much
    that 95 of 100 become 93.
    """
    rng, covered, trials = Rng(f"known {chance}"), 0, 600
    for _ in range(trials):
        pairs = []
        while not Match(tuple(pairs)).is_known_within(50):
            pairs += [tuple(Game(float(rng.chance() < chance), 0) for _ in range(2)) for _ in range(25)]
        low, high = Match(tuple(pairs)).interval
        covered += low <= chance <= high
        assert elo(high) - elo(low) <= 100
    assert covered >= 0.93 * trials
