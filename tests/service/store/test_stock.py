"""How many games may stand for one caller, and which of them go first when the store needs room."""

from dataclasses import replace

import pytest

from service.app import create_app
from service.language import ENGLISH
from service.model.callers import Caller
from service.store.agenda import now_of
from service.store.keys import index
from service.store.space import SpaceState
from service.store.stock import LOOK_AGAIN_S
from service.store.store import Store
from service.store.webhooks import KeyRing
from tests.service.client import OPEN, PERSON, Client
from tests.service.games.test_bots import events, register, seat_for
from tests.service.use_cases import create_game, resign
from tests.stored import game_ids

MB = 1024 * 1024
STRANGER, OTHER = ({"REMOTE_ADDR": f"192.0.2.{number}"} for number in (1, 2))
BODY = {"variant": "hockey"}


@pytest.fixture
def small(settings, contract):
    """A service in which a caller may have two games, and one with a key three."""
    return Client(create_app(replace(settings, max_games_each=2, max_games_key=3)), contract)


def create(api, caller=STRANGER, **headers):
    return api.post("/v1/games", BODY, environ_overrides=caller, headers=headers)


def look_again(store):
    """Let the games of every caller be looked through again."""
    for name in store.client.scan_iter("*:looked"):
        store.client.delete(name)


def test_a_caller_has_no_more_open_and_running_games_than_allowed_and_others_have_theirs(small):
    answers = [create(small) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].json["code"] == "game/too_many"
    assert answers[2].json["detail"] == ENGLISH.phrase("games_too_many", count=2, seconds=LOOK_AGAIN_S)
    assert answers[2].headers["Retry-After"] == str(LOOK_AGAIN_S)
    assert create(small, OTHER).status_code == 201


def test_a_game_that_is_over_or_gone_makes_room(small, store):
    first, second = (create(small).json for _ in range(2))
    store.client.zincrby(next(store.client.scan_iter("{callers}:games:*")), -61_000, second["id"])
    assert create(small).status_code == 429
    small.post(f"/v1/games/{first['id']}/resign", token=first["tokens"]["0"])
    assert create(small).status_code == 429, "looked through a moment ago"
    look_again(store)
    assert create(small).status_code == 201
    store.games.delete(second["id"])
    look_again(store)
    assert [create(small).status_code for _ in range(2)] == [201, 429]


def test_a_game_that_is_refused_does_not_count(small):
    wrong = {"variant": "hockey", "seats": [PERSON, {"kind": "bot", "bot_id": "b_nobody"}]}
    assert [small.post("/v1/games", wrong, environ_overrides=STRANGER).status_code for _ in range(3)] == [422] * 3
    assert [create(small).status_code for _ in range(3)] == [201, 201, 429]


def test_a_request_that_is_repeated_counts_once(small):
    answers = [create(small, **{"Idempotency-Key": "one-and-the-same"}) for _ in range(3)]
    assert {answer.json["id"] for answer in answers} == {answers[0].json["id"]}
    assert [create(small).status_code for _ in range(2)] == [201, 429]


def test_quick_games_and_rematches_count(small):
    game = create(small).json
    small.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    quick = small.post("/v1/games/quick", BODY | {"wait_s": 0}, environ_overrides=STRANGER)
    assert quick.status_code == 201
    assert create(small).status_code == 201, "in the place of the one that is over"
    again = small.post(f"/v1/games/{game['id']}/rematch", token=game["tokens"]["0"], environ_overrides=STRANGER)
    assert (again.status_code, again.json["code"]) == (429, "game/too_many")
    assert small.get(f"/v1/games/{game['id']}").json["rematch_id"] is None


def test_an_api_key_has_a_limit_of_its_own(small, store):
    _, key = KeyRing(store.client).create("a school")
    answers = [create(small, **{"X-Api-Key": key}).status_code for _ in range(4)]
    assert answers == [201, 201, 201, 429]


def test_callers_on_this_machine_are_not_counted_by_default(api, store):
    create(api, {"REMOTE_ADDR": "127.0.0.1"})
    assert list(store.client.scan_iter("{callers}:*")) == []


def test_a_wider_network_has_the_shares_of_a_few_callers(settings, contract):
    api = Client(create_app(replace(settings, max_games_each=1)), contract)
    callers = [{"REMOTE_ADDR": f"2001:db8:1:{number:x}00::1"} for number in range(6)]
    assert [create(api, caller).status_code for caller in callers] == [201] * 4 + [429] * 2


@pytest.mark.parametrize(("used", "most"), [(0, 40), (79, 40), (85, 20), (89, 4), (95, 4)])
def test_the_fuller_the_store_the_fewer_games_a_caller_may_have(settings, store, used, most):
    store.stock._settings = replace(settings, max_games_each=40)
    store.space.state = lambda: SpaceState("ok", used * MB, 100 * MB, None)
    assert store.stock._most(Caller("someone")) == pytest.approx(most, abs=1)


# -- what goes first


@pytest.fixture
def low(store, monkeypatch):
    """Memory is low until this many games are deleted."""

    def set_low(until):
        state, before = store.space.look(), store.games.delete
        left = [until]

        def drop(game_id, stands):
            left[0] -= 1
            return before(game_id, stands)

        monkeypatch.setattr(store.games, "delete", drop)
        monkeypatch.setattr("service.store.store.EVICTED_AT_ONCE", 1)
        low, ok = (replace(state, memory=used * MB, most_memory=100 * MB) for used in (85, 50))
        monkeypatch.setattr(store.space, "look", lambda: low if left[0] > 0 else ok)

    return set_low


def stood(store, stands, game_id, seconds):
    store.client.zincrby(index(stands, game_id), -1000 * seconds, game_id)


def ids(store):
    return set(game_ids(store))


def test_when_memory_is_low_games_in_which_nobody_has_moved_go_before_those_that_are_over(store, low):
    over, waiting, running = (create_game(store, seats=[PERSON, kind]).game.id for kind in (PERSON, OPEN, PERSON))
    resign(store, over, 0)
    stood(store, "ended", over, 100)
    stood(store, "idle", waiting, 700)
    stood(store, "idle", running, 800)
    low(2)
    store.evict()
    assert ids(store) == {over}


def test_a_game_that_was_just_made_or_in_which_somebody_has_moved_is_not_deleted(api, store, low):
    played = api.create(seats=[PERSON, PERSON], options={"first_dealer": "random"})
    token = played["tokens"][str(played["to_act"][0])]
    moved = api.move(api.get(f"/v1/games/{played['id']}", token=token).json, token)
    assert moved.status_code == 200, moved.text
    assert store.client.zscore(index("idle", played["id"]), played["id"]) is None
    fresh = api.create(seats=[PERSON, OPEN])
    stood(store, "idle", fresh["id"], 500)
    low(10)
    assert store.evict() == 0
    assert ids(store) == {played["id"], fresh["id"]}


def test_a_shorter_life_of_finished_games_counts_for_those_that_have_ended_before(settings, redis_server):
    before = Store(replace(settings, finished_ttl_s=30 * 24 * 3600))
    old, young = (create_game(before, seats=[PERSON, PERSON]).game.id for _ in range(2))
    for game_id, hours in ((old, 30), (young, 2)):
        resign(before, game_id, 0)
        stood(before, "ended", game_id, 3600 * hours)
    after = Store(replace(settings, finished_ttl_s=24 * 3600))
    after.tidy()
    assert ids(after) == {young}
    state = after.space.look()
    after.space.look = lambda: replace(state, memory=85 * MB, most_memory=100 * MB)
    assert after.evict() == 1
    assert ids(after) == set()


def test_a_game_that_ended_before_the_clock_was_set_back_can_be_deleted(store):
    game_id = create_game(store, seats=[PERSON, PERSON]).game.id
    resign(store, game_id, 0)
    stood(store, "ended", game_id, -3600)
    at_ms = now_of(store.client)
    store.agenda._move_entries(at_ms + 3600_000, at_ms)
    stood(store, "ended", game_id, 61)
    state = store.space.look()
    store.space.look = lambda: replace(state, memory=85 * MB, most_memory=100 * MB)
    assert store.evict() == 1


def test_what_has_expired_is_forgotten(store):
    game_id = create_game(store, seats=[PERSON, OPEN]).game.id
    store.client.delete(f"{index('game', game_id)}:{game_id}")
    store.tidy()
    assert store.client.zscore(index("idle", game_id), game_id) is None


@pytest.fixture
def counted(settings, contract):
    """An app that counts callers of this machine, each of whom may have three games."""
    app = create_app(replace(settings, trust_loopback=False, max_games_each=3))
    yield Client(app, contract)
    app.extensions["faceoff"].hub.stop()


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
