"""Every use case under some of its faults; and faults planted on purpose, which the promises must notice.

``faceoff bench faults`` tries all of them, and says how to repeat one.
"""

import random
from itertools import islice

import pytest

from bench.reliability.faults.ground import Ground
from bench.reliability.faults.injected import FAULTS
from bench.reliability.faults.run import Case, all_cases, carry_out
from bench.reliability.faults.use_cases import USE_CASES
from service.games import play
from service.games.update import Memory, Once
from service.model.game import Game
from service.store.agenda import Agenda
from service.store.games import History
from tests.faults.clocks import needs_clocks

pytestmark = needs_clocks
SEED = 1
EACH = 3
"""Cases of each use case: a tenth of a minute in all."""


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    with Ground(tmp_path_factory.mktemp("ground")) as ground:
        yield ground


@pytest.mark.parametrize("use_case", USE_CASES)
def test_every_promise_holds_under_some_faults(ground, use_case):
    cases = [case for case in all_cases(ground, f"^{use_case}: ") if not FAULTS[case.fault].is_remembered]
    random.Random(f"{SEED} {use_case}").shuffle(cases)
    broken = [
        f"{case.name} [{case.at}]: {how}" for case in islice(cases, EACH) for how in carry_out(ground, case).broken
    ]
    assert not broken, "\n".join([*broken, "repeat one with: faceoff bench faults --only '<its name>$'"])


# -- planted: what the promises notice


def plant_lost_moves(patch, ground):
    patch.setattr(History, "moves", lambda self, version: [])


def plant_old_tokens_that_open(patch, ground):
    load, known = Game.load, {}

    def load_with_all_tokens(*stored):
        game = load(*stored)
        game.tokens = known[game.id] = known.get(game.id, {}) | game.tokens
        return game

    patch.setattr(Game, "load", load_with_all_tokens)
    patch.setattr(Memory, "remember", lambda self, game: game)  # so that it is loaded


def plant_one_validator_for_all(patch, ground):
    def tag(response):
        response.headers["ETag"] = '"same"'
        return response

    for app in ground.apps:
        patch.setitem(app.after_request_funcs, None, [*app.after_request_funcs[None], tag])


def plant_requests_that_are_forgotten(patch, ground):
    patch.setattr(Once, "of_key", lambda *_: Once())


def plant_computers_that_never_answer(patch, ground):
    patch.setattr(Agenda, "claim", lambda *_, **__: False)
    patch.setattr(Agenda, "claim_turns", lambda *_, **__: [])


def plant_keys_that_stay(patch, ground):
    resign = play.resign
    patch.setattr(
        play, "resign", lambda games, *rest: (games.store.client.set("{g00}:kept:x", 1), resign(games, *rest))[1]
    )


@pytest.mark.parametrize(
    ("plant", "case", "promise"),
    [
        (plant_lost_moves, Case("move", "nothing"), "nothing acknowledged is lost"),
        (plant_old_tokens_that_open, Case("renewal of a seats token", "nothing"), "no token that was renewed"),
        (plant_one_validator_for_all, Case("move", "nothing"), "two viewers never share"),
        (plant_requests_that_are_forgotten, Case("create", "an answer is lost"), "nothing happens twice"),
        (plant_computers_that_never_answer, Case("create", "nothing"), "a computer has not answered"),
        (plant_keys_that_stay, Case("resignation", "nothing"), "nothing grows"),
    ],
)
def test_a_planted_fault_is_noticed(ground, monkeypatch, plant, case, promise):
    plant(monkeypatch, ground)
    assert [how for how in carry_out(ground, case).broken if promise in how]
