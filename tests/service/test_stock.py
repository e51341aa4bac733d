"""What one caller may have of the store: games that stand, places of a bot; and what is deleted first for room."""

from dataclasses import replace

import pytest

from service.app import create_app
from service.store.keys import index
from service.store.space import LEAST_ROOM, SpaceState
from service.store.store import Store
from tests.service.client import PERSON, Client
from tests.service.test_bots import events, register, seat_for

NEW = {"variant": "hockey", "seats": [PERSON, PERSON]}


@pytest.fixture
def counted(settings, contract):
    """An app that counts callers of this machine, each of whom may have three games."""
    app = create_app(replace(settings, trust_loopback=False, max_games_each=3))
    yield Client(app, contract)
    app.extensions["faceoff"].hub.stop()


def create(api, caller="192.0.2.1"):
    return api.post("/v1/games", NEW, environ_overrides={"REMOTE_ADDR": caller})


def test_a_caller_has_so_many_games_at_once_and_others_are_not_refused_for_it(counted):
    assert [create(counted).status_code for _ in range(3)] == [201] * 3
    refused = create(counted)
    assert (refused.status_code, refused.json["code"]) == (429, "game/too_many")
    assert "one caller may have now, 3" in refused.json["detail"]
    assert refused.headers["Retry-After"] == "10"
    assert create(counted, "198.51.100.7").status_code == 201


def test_games_that_are_over_do_not_count(counted, store):
    games = [create(counted).json for _ in range(3)]
    counted.post(f"/v1/games/{games[0]['id']}/resign", token=games[0]["tokens"]["0"])
    for name in store.client.scan_iter("{callers}:games:*"):  # they were counted two minutes ago
        for game in games:
            store.client.zincrby(name, -120_000, game["id"])
    assert create(counted).status_code == 201
    assert create(counted).status_code == 429


def test_a_refused_game_does_not_count(counted):
    for _ in range(5):
        wrong = NEW | {"options": {"periods": 99}}
        assert counted.post("/v1/games", wrong, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 422
    assert [create(counted).status_code for _ in range(4)] == [201, 201, 201, 429]


def test_the_same_request_counts_once(counted):
    for _ in range(5):
        answer = counted.post(
            "/v1/games",
            NEW,
            headers={"Idempotency-Key": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"},
            environ_overrides={"REMOTE_ADDR": "192.0.2.1"},
        )
        assert answer.status_code == 201
    assert [create(counted).status_code for _ in range(3)] == [201, 201, 429]


@pytest.mark.parametrize(("used", "room"), [(0, 1.0), (0.8, 1.0), (0.85, 0.5), (0.89, LEAST_ROOM), (0.95, LEAST_ROOM)])
def test_the_fuller_the_store_the_fewer_games_a_caller_may_have(used, room):
    state = SpaceState("ok", int(1000 * used), 1000, None)
    assert state.room == pytest.approx(room, abs=0.01)


def test_where_room_is_needed_games_in_which_nobody_has_moved_go_first(app, api, store, monkeypatch):
    idle = [api.create(seats=[PERSON, PERSON])["id"] for _ in range(3)]
    played = api.create(seats=[PERSON, PERSON], options={"first_dealer": "random"})
    token = played["tokens"][str(played["to_act"][0])]
    view = api.get(f"/v1/games/{played['id']}", token=token).json
    assert api.move(view, token).status_code == 200
    for game_id in idle:  # created some time ago
        store.client.zadd(index("idle", game_id), {game_id: 1})
    looks = iter([True, False])
    monkeypatch.setattr(SpaceState, "is_memory_low", property(lambda _: next(looks, False)))
    assert store.evict() == 3
    assert [api.get(f"/v1/games/{game_id}").status_code for game_id in idle] == [404] * 3
    assert api.get(f"/v1/games/{played['id']}", token=token).status_code == 200


def test_a_new_game_is_not_deleted_before_its_players_could_come(api, store, monkeypatch):
    made = api.create(seats=[PERSON, PERSON])
    looks = iter([True, False])
    monkeypatch.setattr(SpaceState, "is_memory_low", property(lambda _: next(looks, False)))
    assert store.evict() == 0
    assert api.get(f"/v1/games/{made['id']}").status_code == 200


def test_a_shorter_life_of_finished_games_counts_for_those_that_are_over_already(api, settings, game):
    api.post(f"/v1/games/{game['id']}/resign", token=game["token"])
    shorter = Store(replace(settings, finished_ttl_s=60))
    name = index("ended", game["id"])
    shorter.client.zincrby(name, -61_000, game["id"])
    shorter.tidy()
    assert api.get(f"/v1/games/{game['id']}").status_code == 404


def test_one_stranger_takes_a_quarter_of_a_bots_places(counted):
    bot = register(counted, max_games=8)
    events(counted, bot)
    asked = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}

    def invite(caller):
        return counted.post("/v1/games", asked, environ_overrides={"REMOTE_ADDR": caller})

    assert [invite("192.0.2.1").status_code for _ in range(2)] == [201] * 2
    refused = invite("192.0.2.1")
    assert (refused.status_code, refused.json["code"]) == (409, "bot/full")
    assert "take at most 2" in refused.json["detail"]
    assert invite("198.51.100.7").status_code == 201
