"""A game of a match can be put down, taken up again elsewhere, and played again from its seed and moves."""

import json

import pytest

from ai.arena import begin_pair, pair_seed, play_pair, shuffle_of
from ai.levels import LEVELS, Player
from engines import VARIANTS
from engines.api import CHANCE, OVER

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
