"""Games over HTTP: people against computers, the first preset of each game to the end and the others for a while; and
people alone with every option that no preset has.

``faceoff bench load`` plays every game at every level against a running service, with its workers.
"""

import random

import pytest

from ai.levels import LEVELS
from engines import VARIANTS
from faceoff_client import random_move
from tests.engines.variant_suite import allows, option_changes
from tests.service.client import PERSON, ai

PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
FIRST_PRESETS = [(key, next(iter(variant.presets))) for key, variant in VARIANTS.items()]
OPTIONS = [
    (key, name, value)
    for key, variant in VARIANTS.items()
    for name, value in option_changes(variant)
    if all(options[name] != value for options in variant.presets.values())
]
"""The values of options that no preset has: those of the presets are played with them."""

MOST_MOVES = 60
"""Moves of games under other options than those of the first preset; the tests of the engines play all of them to the
end.
"""


def play_people(api, body, rng):
    """People in every seat, for a while; returns the last view."""
    made = api.create(**body)
    tokens = made["tokens"]
    game = made
    for _ in range(MOST_MOVES):
        if game["status"] != "active":
            break
        token = tokens[str(rng.choice(game["to_act"]))]
        view = api.get(f"/v1/games/{made['id']}", token=token).json
        game = api.move(view, token, random_move(view, rng)).json
    return game


def seats_of(key, preset):
    return VARIANTS[key].new_game(VARIANTS[key].presets[preset]).seats()


def assert_is_over(api, game):
    """The result follows from the score, and the game is described in words to its last event."""
    assert game["status"] == "finished"
    assert (game["legal_moves"], game["choice"]) == ([], None)
    result = game["result"]
    assert result["score"] == game["score"]
    lead = game["score"][0] - game["score"][1]
    if result["reason"] == "shootout":  # Ice Cold credits its winner with a goal (ruling 64), others do not
        assert lead in (0, 1 if result["winner"] == 0 else -1)
    else:
        by_goals = {-1: (1, "score"), 0: (None, "draw"), 1: (0, "score")}
        assert (result["winner"], result["reason"]) == by_goals[(lead > 0) - (lead < 0)]
    page = {"version": 0}
    while page["version"] < game["version"]:
        page = api.get(f"/v1/games/{game['id']}/events?after={page['version']}").json
        assert any(event["text"] for event in page["events"]), page["events"]
    assert page["events"][-1]["type"] == "game_finished"


@pytest.mark.parametrize(("key", "name", "value"), OPTIONS)
def test_people_play_with_every_value_of_every_option(api, key, name, value):
    """With the first preset that allows the value."""
    variant = VARIANTS[key]
    preset = next(preset for preset in variant.presets if allows(variant, preset, {name: value}))
    seats = variant.new_game(variant.resolve_options(preset, {name: value})[1]).seats()
    body = {"variant": key, "preset": preset, "options": {name: value}, "seats": [PERSON] * seats}
    game = play_people(api, body, random.Random(f"{name} {value}"))
    assert game["status"] == "finished" or game["version"] > MOST_MOVES
    assert game["options"][name] == value


FIRST = LEVELS[0].number
SEARCHING = next(level.number for level in LEVELS if level.simulations)
COMPUTERS = [(*preset, FIRST) for preset in PRESETS] + [(*preset, SEARCHING) for preset in FIRST_PRESETS[:1]]


@pytest.mark.parametrize(("key", "preset", "level"), COMPUTERS)
def test_people_play_every_preset_against_computers(api, play_computer, key, preset, level):
    """How the levels decide is a matter of the tests of each game; ``faceoff bench load`` plays them all."""
    rng = random.Random(level)
    made = api.create(variant=key, preset=preset, seats=[PERSON, ai(level)] * (seats_of(key, preset) // 2))
    game = api.get(f"/v1/games/{made['id']}").json
    assert game["options"] == VARIANTS[key].presets[preset]
    most = 10_000 if (key, preset) in FIRST_PRESETS else MOST_MOVES
    while game["status"] == "active" and game["version"] < most:
        asked = [seat for seat in game["to_act"] if str(seat) in made["tokens"]]
        token = made["tokens"][str(rng.choice(asked)) if asked else "0"]
        if not asked:
            play_computer(made["id"])
        view = api.get(f"/v1/games/{made['id']}", token=token).json
        game = api.move(view, token, random_move(view, rng)).json if asked else view
    if game["version"] < most:
        assert_is_over(api, game)
