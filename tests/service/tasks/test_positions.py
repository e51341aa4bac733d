"""Positions made of views by the documented recipe: their legal moves, their suggestions, and what is wrong with
others.
"""

import pytest

from engines import VARIANTS
from engines.api import SPECTATOR
from engines.rng import Rng
from service.workers import ai_jobs
from tests.service.burst import work_on_task
from tests.service.client import PERSON, refusal_of

PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
LEGAL_MOVES = "/v1/positions/legal-moves"


def observation_of(view):
    """What POST /v1/suggestions says of `observation`: of every game the same."""
    return {"options": view["options"], "ply": view["ply"], "hand": view["hand"], **view["you"], **view["table"]}


def seat_view(api, game, seat):
    return api.get(f"/v1/games/{game['id']}", token=game["tokens"][str(seat)]).json


def some_move(view, rng):
    """A legal move, as a client without the rules finds one."""
    if view["choice"] is None:
        return view["legal_moves"][rng.below(len(view["legal_moves"]))]["move"]
    cards = list(view["choice"]["candidates"])
    drawn = [cards.pop(rng.below(len(cards))) for _ in view["choice"]["slots"]]
    return {"type": view["choice"]["type"], "cards": drawn}


def positions(api, key, preset, count, step=5):
    """Views of seats that are asked, each some random moves after the one before, until the game is over."""
    seats = int(VARIANTS[key].new_game(VARIANTS[key].resolve_options(preset, None)[1]).seats())
    game, rng = api.create(variant=key, preset=preset, seats=[PERSON] * seats), Rng(f"{key} {preset}")
    for number in range(count * step):
        seat = api.get(f"/v1/games/{game['id']}").json["to_act"][-1:]
        if not seat:
            return
        view = seat_view(api, game, seat[0])
        if number % step == 0:
            yield game, view
            view = seat_view(api, game, seat[0])
        assert api.move(view, game["tokens"][str(seat[0])], some_move(view, rng)).status_code == 200


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_a_view_makes_a_position_with_the_same_legal_moves_and_a_suggestion_that_is_one_of_them(
    api, settings, key, preset
):
    ai_jobs.prepare_worker(settings)
    compared = 0
    for _, view in positions(api, key, preset, count=6):
        own = {"variant": key, "observation": observation_of(view)}
        found = api.post(LEGAL_MOVES, own)
        assert found.status_code == 200, found.text
        same = ("variant", "ply", "to_act", "legal_moves", "choice")
        assert found.json == {"seat": view["you"]["seat"], **{name: view[name] for name in same}}
        asked = api.post("/v1/suggestions", own | {"level": 3}).json
        work_on_task(asked["id"], 0, 0)
        move = api.get(f"/v1/suggestions/{asked['id']}").json["answer"]["move"]
        if view["choice"] is None:
            assert move in [legal["move"] for legal in view["legal_moves"]]
        else:
            assert set(move["cards"]) <= set(view["choice"]["candidates"])
        compared += 1
    assert compared >= 2


@pytest.mark.parametrize("key", VARIANTS)
def test_the_seat_that_waits_and_a_spectator_have_no_legal_moves_but_see_who_is_asked(api, key):
    game, view = next(positions(api, key, next(iter(VARIANTS[key].presets)), count=1))
    asked = view["to_act"]
    for seat in set(range(len(view["seats"]))) - set(asked):
        waiting = seat_view(api, game, seat)
        found = api.post(LEGAL_MOVES, {"variant": key, "observation": observation_of(waiting)}).json
        assert found == found | {"seat": seat, "to_act": asked, "legal_moves": [], "choice": None}
    watched = api.get(f"/v1/games/{game['id']}").json
    looking = {"seat": None, "options": watched["options"], "ply": watched["ply"], **watched["table"]}
    found = api.post(LEGAL_MOVES, {"variant": key, "observation": looking}).json
    assert found == found | {"seat": None, "to_act": asked, "legal_moves": []}


# -- faults


def hockey_observation():
    variant = VARIANTS["hockey"]
    state = variant.new_game(variant.resolve_options(None, None)[1])
    return variant.codec.dump_observation(variant.observe(state, SPECTATOR)) | {"seat": 0, "hand": []}


@pytest.mark.parametrize("path", ["/v1/suggestions", LEGAL_MOVES])
def test_all_faults_of_a_wrong_observation_are_reported_at_once(api, path):
    wrong = hockey_observation() | {
        "puck/ice": 1,
        "hand": ["1Q", "QH", "QH"],
        "played": [{"card": "7C"}],
        "period": "one",
    }
    del wrong["seat"]
    answer = api.post(path, {"variant": "hockey", "observation": wrong})
    assert refusal_of(answer) == {"status": 422, "code": "observation/invalid", "pointer": "/observation/puck~1ice"}
    assert answer.json["detail"].startswith("observation.puck/ice: unknown field; known are seat, options")
    assert answer.json["detail"].endswith("; 5 more faults are listed in errors")
    found = {error["pointer"]: error["message"] for error in answer.json["errors"]}
    assert list(found) == [
        "/observation/puck~1ice",
        "/observation/seat",
        "/observation/period",
        "/observation/played/0/seat",
        "/observation/hand/0",
        "/observation/hand/2",
    ]
    assert found["/observation/seat"] == (
        "this field is missing: the seat that sees this; null for a spectator (a whole number, 0 to 3, or null)"
    )
    assert found["/observation/played/0/seat"] == "this field is missing: a whole number, 0 to 3"
    assert found["/observation/period"].startswith("'one' is not a whole number")


def test_a_single_fault_is_the_whole_text(api):
    answer = api.post(LEGAL_MOVES, {"variant": "hockey", "observation": hockey_observation() | {"hand": ["1Q"]}}).json
    assert answer["detail"] == "observation.hand[0]: '1Q' is not a card; write rank then suit, as in QH or TD"
    assert [error["pointer"] for error in answer["errors"]] == ["/observation/hand/0"]


def test_of_very_many_faults_twenty_are_reported(api):
    wrong = {f"field {number}": number for number in range(3000)}
    answer = api.post(LEGAL_MOVES, {"variant": "hockey", "observation": wrong})
    assert answer.status_code == 422
    assert len(answer.json["errors"]) == 20


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "request/invalid"),
        ({"variant": "chess", "observation": {}}, "variant/unknown"),
        ({"variant": "hockey", "observation": []}, "request/invalid"),
        ({"variant": "hockey", "observation": {}, "level": 1}, "request/invalid"),
        ({"variant": "hockey", "observation": {"seat": 0, "hand": ["QH"] * 2}}, "observation/invalid"),
        (
            {"variant": "hockey", "observation": {"seat": 0, "dealer": 1, "hand": ["QH"], "hand_sizes": [40, 40]}},
            "observation/invalid",
        ),
    ],
    ids=str,
)
def test_what_is_no_position_is_refused(api, asked, code):
    answer = api.post(LEGAL_MOVES, asked)
    assert (answer.status_code, answer.json["code"]) == (422, code)
