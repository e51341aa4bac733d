"""Games that anyone may join without a code, and "play now", which pairs two callers or seats a computer."""

import http.client
import json
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from service.model.game import Game
from tests.games import SECOND_GAME
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, Client, ai, refusal_of
from tests.service.clock import pass_time
from tests.service.live.test_waiting import in_background, wait_until_held
from tests.service.supervised import whole_service
from tests.service.use_cases import sweeper

JOINABLE = {"seats": [PERSON, OPEN], "joinable": True}


def play_now(api, **body):
    answer = api.post("/v1/games/quick", {"variant": "hockey", **body})
    assert answer.status_code == 201, answer.text
    return answer.json


def joinable(api, query=""):
    return [game["id"] for game in api.get(f"/v1/games?joinable=true{query}").json["games"]]


def chosen(answer, *names):
    return {name: answer[name] for name in names}


def sweep(store, queue):
    sweeper(store, queue).sweep()


@pytest.fixture
def let_pass(monkeypatch, store):
    return lambda seconds: pass_time(monkeypatch, store, seconds)


# -- joinable games


def test_a_stranger_finds_an_open_game_and_joins_it_without_a_code(api):
    game = api.create(**JOINABLE)
    api.create(seats=[PERSON, OPEN])
    assert game["joinable"]
    found = api.get("/v1/games?joinable=true").json["games"]
    assert [(entry["id"], entry["joinable"], entry["status"]) for entry in found] == [(game["id"], True, "open")]
    joined = api.post(f"/v1/games/{game['id']}/join", {"name": "Ada"})
    assert (joined.status_code, joined.json["status"], joined.json["joinable"]) == (201, "active", False)
    assert api.get(f"/v1/games/{game['id']}", token=joined.json["token"]).json["you"]["seat"] == 1
    assert joinable(api) == []


def test_the_code_of_an_open_game_works_and_a_wrong_one_does_not(api):
    game = api.create(**JOINABLE)
    path = f"/v1/games/{game['id']}/join"
    assert api.post(path, {"join_code": "WRONGONE"}).json["code"] == "join/wrong_code"
    assert api.post(path, {"join_code": game["join_code"]}).status_code == 201


def test_another_game_is_not_joined_without_its_code(api):
    game = api.create(seats=[PERSON, OPEN])
    answer = api.post(f"/v1/games/{game['id']}/join", {})
    assert refusal_of(answer) == {"status": 403, "code": "join/wrong_code", "pointer": "/join_code"}


def test_who_has_the_code_of_a_private_game_reads_who_invites_to_what(api):
    game = api.create(seats=[PERSON | {"name": "Ida"}, OPEN], public=False, preset="wiggum")
    path = f"/v1/games/{game['id']}/invitation"
    read = api.post(path, {"join_code": game["join_code"].lower()})
    assert read.status_code == 200
    assert chosen(read.json, "id", "variant", "preset", "status", "joinable") == {
        "id": game["id"],
        "variant": "hockey",
        "preset": "wiggum",
        "status": "open",
        "joinable": False,
    }
    assert [seat["name"] for seat in read.json["seats"]] == ["Ida", ""]
    assert api.get(f"/v1/games/{game['id']}").status_code == 404, "the game itself stays private"
    for body in ({}, {"join_code": "WRONGONE"}):
        assert api.post(path, body).json["code"] == "join/wrong_code"
    assert api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}).status_code == 201
    assert api.post(path, {"join_code": game["join_code"]}).json["code"] == "join/no_open_seat"


def test_joinable_games_are_filtered_by_variant_and_preset(api):
    hockey, partners = (
        api.create(**JOINABLE),
        api.create(preset="partnership", **JOINABLE | {"seats": [PERSON, OPEN, OPEN, OPEN]}),
    )
    blades = api.create(variant=SECOND_GAME, **JOINABLE)
    assert joinable(api, f"&variant={SECOND_GAME}") == [blades["id"]]
    assert joinable(api, "&variant=hockey&preset=partnership") == [partners["id"]]
    assert set(joinable(api, "&variant=hockey")) == {hockey["id"], partners["id"]}
    assert joinable(api, "&status=active") == []


@pytest.mark.parametrize("text", ["1", "yes", "True", ""])
def test_joinable_is_true_or_false(api, text):
    assert api.get(f"/v1/games?joinable={text}").json["code"] == "request/invalid"


def test_a_game_that_was_aborted_is_not_joinable(api):
    game = api.create(**JOINABLE)
    api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"])
    assert joinable(api) == []


@pytest.mark.parametrize("body", [{"public": False, "seats": [PERSON, OPEN]}, {"seats": [PERSON, ai()]}, {}])
def test_only_a_public_game_with_an_open_seat_is_joinable(api, body):
    answer = api.post("/v1/games", {"variant": "hockey", "joinable": True} | body)
    assert refusal_of(answer) == {"status": 422, "code": "seats/invalid", "pointer": "/joinable"}


# -- play now


def test_two_callers_who_want_the_same_game_are_paired(api):
    first, second = play_now(api, name="Ida"), play_now(api, name="Ada")
    assert (first["status"], second["status"], first["id"]) == ("open", "active", second["id"])
    assert (first["you"]["seat"], second["you"]["seat"]) == (0, 1)
    assert [seat["name"] for seat in second["seats"]] == ["Ida", "Ada"]
    assert second["fallback_at"] is None
    view = api.get(f"/v1/games/{first['id']}", token=first["token"]).json
    assert (view["status"], view["you"]["seat"]) == ("active", 0)


def test_callers_who_want_different_games_are_not_paired(api):
    wishes = [{}, {"options": {"periods": 1}}, {"variant": SECOND_GAME}, {"preset": "original"}]
    assert len({play_now(api, **wish)["id"] for wish in wishes}) == 4


def test_the_same_options_in_other_words_are_the_same_game(api):
    first = play_now(api)
    assert play_now(api, preset="standard", options={"periods": first["options"]["periods"]})["id"] == first["id"]


def test_twenty_callers_at_once_play_ten_games(app, contract):
    answers = at_once(20, lambda number: play_now(Client(app, contract), name=f"P{number}"))
    games = {}
    for answer in answers:
        games.setdefault(answer["id"], []).append(answer["you"]["seat"])
    assert (len(games), {tuple(sorted(seats)) for seats in games.values()}) == (10, {(0, 1)})
    api = Client(app, contract)
    assert {entry["id"] for entry in api.get("/v1/games").json["games"]} == set(games), (
        "a game that no caller needs is gone"
    )


def test_a_computer_comes_when_no_player_does(api, store, queue, let_pass):
    game = play_now(api, wait_s=20, level=2)
    sweep(store, queue)
    assert api.get(f"/v1/games/{game['id']}").json["status"] == "open"
    let_pass(21)
    sweep(store, queue)
    view = api.get(f"/v1/games/{game['id']}", token=game["token"]).json
    assert (view["status"], view["seats"][1]["kind"], view["seats"][1]["level"], view["fallback_at"]) == (
        "active",
        "ai",
        2,
        None,
    )
    events = api.get(f"/v1/games/{game['id']}/events").json["events"]
    assert next(event["data"] for event in events if event["type"] == "seat_filled") == {"seat": 1, "level": 2}
    assert play_now(api)["id"] != game["id"], "no caller is paired with a game that has begun"


def test_no_player_is_paired_with_one_whose_wait_is_over(api, let_pass):
    game = play_now(api, wait_s=20)
    let_pass(21)
    assert play_now(api)["id"] != game["id"]


def test_no_player_is_paired_with_one_who_has_given_up(api):
    game = play_now(api)
    assert api.post(f"/v1/games/{game['id']}/abort", token=game["token"]).json["status"] == "aborted"
    after = play_now(api)
    assert after["id"] != game["id"]
    assert after["status"] == "open"


def test_without_a_wait_a_waiting_opponent_is_taken_and_else_a_computer(api):
    alone = play_now(api, wait_s=0, level=1)
    assert (alone["status"], alone["seats"][1]["level"]) == ("active", 1)
    waiting = play_now(api)
    assert play_now(api, wait_s=0)["id"] == waiting["id"]


def test_with_prefer_wait_the_answer_comes_when_the_opponent_does(app, contract):
    first, second = Client(app, contract), Client(app, contract)
    waiting = in_background(lambda: first.post("/v1/games/quick", {"variant": "hockey"}, headers={"Prefer": "wait=20"}))
    wait_until_held(app)
    began = time.monotonic()
    paired, answer = play_now(second), waiting()
    assert time.monotonic() - began < AT_ONCE_S
    assert (answer.json["id"], answer.json["status"]) == (paired["id"], "active")
    assert answer.headers["Preference-Applied"] == "wait=20"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"wait_s": 301}, "request/invalid"),
        ({"level": 99}, "level/unknown"),
        ({"preset": "partnership"}, "seats/invalid"),
        ({"variant": "chess"}, "variant/unknown"),
    ],
)
def test_a_game_that_cannot_be_played_now_is_refused(api, body, code):
    answer = api.post("/v1/games/quick", {"variant": "hockey"} | body)
    assert (answer.status_code, answer.json["code"]) == (422, code)


@pytest.mark.parametrize(
    ("joinable", "status", "kinds", "is_joinable"),
    [
        (True, "open", "person open", True),
        (True, "open", "open open", True),
        (True, "open", "person bot", False),
        (True, "active", "person open", False),
        (False, "open", "person open", False),
    ],
)
def test_a_game_can_be_joined_while_it_is_open_and_has_an_open_seat(joinable, status, kinds, is_joinable):
    seats = [SimpleNamespace(kind=kind) for kind in kinds.split()]
    assert Game.is_joinable.fget(SimpleNamespace(joinable=joinable, status=status, seats=seats)) is is_joinable


def test_a_game_that_cannot_be_joined_by_anyone_is_refused_with_what_it_lacks(api):
    lacking = {"give public: true": {"public": False, "seats": [PERSON, OPEN]}, "give a seat of kind open": {}}
    for what, body in lacking.items():
        answer = api.post("/v1/games", {"variant": "hockey", "joinable": True, **body})
        assert answer.status_code == 422
        assert what in answer.json["detail"]


# -- who is offered: real connections


@pytest.fixture(scope="module")
def metrics_port():
    return free_port()


@pytest.fixture(scope="module")
def port(tmp_path_factory, metrics_port):
    port = free_port()
    more = {"FACEOFF_API_PROCESSES": "1", "FACEOFF_METRICS_PORT": str(metrics_port)}
    with whole_service(tmp_path_factory.mktemp("service"), port, **more):
        yield port


@contextmanager
def answer_to(port, method, path, body=None, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request(method, path, body and json.dumps(body), headers)
    with connection.getresponse() as answer:
        assert answer.status in (200, 201)
        yield answer
    connection.close()


def asked(port, *request):
    with answer_to(port, *request) as answer:
        return answer.read().decode()


def quick_game(port):
    return json.loads(asked(port, "POST", "/v1/games/quick", {"variant": "hockey", "wait_s": 300}))


def test_a_player_who_has_closed_the_stream_is_not_paired_and_one_who_follows_it_is(port, metrics_port):
    gone = quick_game(port)
    with answer_to(port, "GET", f"/v1/games/{gone['id']}/stream", token=gone["token"]):
        pass
    wait_until(lambda: "\nfaceoff_streams 0.0\n" in asked(metrics_port, "GET", "/metrics"), patience_s=AT_ONCE_S)
    waits = quick_game(port)
    assert waits["status"] == "open"
    assert waits["id"] != gone["id"]
    with answer_to(port, "GET", f"/v1/games/{waits['id']}/stream", token=waits["token"]):
        paired = quick_game(port)
    assert (paired["status"], paired["id"]) == ("active", waits["id"])


def test_a_joinable_game_is_listed_until_its_creator_closes_the_stream(port):
    body = {"variant": "hockey", "seats": [PERSON, OPEN], "joinable": True}
    game = json.loads(asked(port, "POST", "/v1/games", body))
    listed = lambda: json.loads(asked(port, "GET", "/v1/games?joinable=true"))["games"]  # noqa: E731
    with answer_to(port, "GET", f"/v1/games/{game['id']}/stream", token=game["tokens"]["0"]):
        assert [entry["id"] for entry in listed()] == [game["id"]]
    wait_until(lambda: not listed(), patience_s=AT_ONCE_S)
