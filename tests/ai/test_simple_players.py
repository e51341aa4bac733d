"""Players that follow one sentence: every game with decisions has three, which use nothing that their seat may not
know.
"""

import pickle

import pytest

from ai.arena import play_match
from ai.levels import RANDOM
from ai.play import next_seat
from ai.simple_players import simple_players_of
from bench.strength import simple
from engines import VARIANTS
from engines.api import OVER
from engines.rng import Rng

GAMES = [key for key, variant in VARIANTS.items() if variant.has_decisions]
PLAYERS = [(key, name) for key in GAMES for name in simple_players_of(key)]


@pytest.mark.parametrize("key", GAMES)
def test_a_game_with_decisions_has_three_or_more_with_a_sentence_each(key):
    sentences = [player.sentence for player in simple_players_of(key).values()]
    assert len(set(sentences)) == len(sentences) >= 3
    assert all(sentence.endswith(".") and len(sentence) <= 120 for sentence in sentences)


def test_a_game_without_decisions_has_none():
    assert [key for key in VARIANTS if not simple_players_of(key)] == [key for key in VARIANTS if key not in GAMES]


@pytest.mark.parametrize(("key", "name"), PLAYERS)
def test_its_move_is_the_same_whatever_the_others_hold(key, name):
    variant, player, shuffles = VARIANTS[key], simple_players_of(key)[name], Rng(name)
    for preset in variant.presets.values():
        state = variant.new_game(preset)
        while (seat := next_seat(state, shuffles)) != OVER:
            observation = variant.observe(state, seat)
            moves = []
            for sample in range(3):
                other = variant.observe(observation.determinize(Rng(f"{state.ply} {sample}")), seat)
                moves.append(player.decide(variant, other, Rng(f"{state.ply}")).actions)
            assert moves[0] == moves[1] == moves[2]
            for action in moves[0]:
                state.apply(seat, action)


@pytest.mark.parametrize(("key", "name"), PLAYERS)
def test_it_beats_random_play(key, name):
    variant = VARIANTS[key]
    match = play_match(variant, next(iter(variant.presets.values())), simple_players_of(key)[name], RANDOM, 12)
    assert match.interval[0] > 0.5


def test_the_players_of_the_study_can_be_sent_to_another_process():
    players = pickle.loads(pickle.dumps([row.measure.args[1] for row in simple.rows()]))
    assert [(player.key, player.name) for player in players] == PLAYERS
