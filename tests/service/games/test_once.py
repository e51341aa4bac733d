"""Idempotency-Key: a request that is sent again is carried out once and answered with the same secrets; nothing stored
reveals them.
"""

from uuid import uuid4

import pytest

from service.api.operation import PUBLISHED_KEYS
from service.games import create
from service.games.update import Games, Once
from service.store.games import AS_BYTES, unpack
from service.store.keys import key
from service.store.waiting import KEEP_FOUND_S, Waiting
from service.store.webhooks import KeyRing
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, Client
from tests.service.use_cases import games_of

SECRETS = ("id", "tokens", "owner_token", "join_code")
NEW = {"variant": "hockey", "seats": [PERSON, OPEN]}
QUICK = {"variant": "hockey"}


def new_key():
    return {"Idempotency-Key": f'"{uuid4()}"'}


def test_a_retry_gets_the_same_game_with_the_same_secrets(api):
    key = new_key()
    first, second = (api.post("/v1/games", NEW, headers=key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert {name: first.json[name] for name in SECRETS} == {name: second.json[name] for name in SECRETS}
    assert (first.headers.get("Idempotent-Replayed"), second.headers["Idempotent-Replayed"]) == (None, "true")
    assert second.headers["Location"] == f"/v1/games/{first.json['id']}"
    assert len(api.get("/v1/games").json["games"]) == 1


def test_the_secrets_of_a_request_with_a_key_work(api):
    game = api.post("/v1/games", NEW, headers=new_key()).json
    path = f"/v1/games/{game['id']}"
    assert api.get(path, token=game["tokens"]["0"]).json["you"]["seat"] == 0
    assert api.post(f"{path}/join", {"join_code": game["join_code"]}).json["you"]["seat"] == 1
    assert api.post(f"{path}/abort", token=game["owner_token"]).json["status"] == "aborted"


def test_a_retry_shows_the_game_as_it_is_now(api):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]})
    again = api.post("/v1/games", NEW, headers=key).json
    assert (game["status"], again["status"], again["version"]) == ("open", "active", game["version"] + 1)


def test_another_body_with_the_same_key_is_refused(api):
    key = new_key()
    api.post("/v1/games", NEW, headers=key)
    answer = api.post("/v1/games", NEW | {"public": False}, headers=key)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency/mismatch")


def test_the_order_of_fields_is_not_another_body(api):
    key = new_key()
    first = api.post("/v1/games", NEW, headers=key).json
    assert api.post("/v1/games", dict(reversed(NEW.items())), headers=key).json["id"] == first["id"]


def test_the_same_key_from_another_address_is_the_same_request(api, app, contract):
    """A phone that changes networks sends it again from there."""
    key, elsewhere = new_key(), Client(app, contract)
    elsewhere.http.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    first, second = (caller.post("/v1/games", NEW, headers=key).json for caller in (api, elsewhere))
    assert {name: first[name] for name in SECRETS} == {name: second[name] for name in SECRETS}
    path, join = f"/v1/games/{first['id']}/join", {"join_code": first["join_code"]}
    key_of_join = new_key()
    joined, again = (caller.post(path, join, headers=key_of_join) for caller in (api, elsewhere))
    assert joined.json["token"] == again.json["token"]


def test_the_same_key_with_another_api_key_is_another_request(api, store):
    key, callers = new_key(), [{"X-Api-Key": KeyRing(store.client).create(name)[1]} for name in ("one", "other")]
    first, second, third = (api.post("/v1/games", NEW, headers=key | caller).json for caller in (*callers, {}))
    assert not [
        name for name in ("id", "owner_token", "join_code") if len({game[name] for game in (first, second, third)}) != 3
    ]


def test_the_same_key_gives_other_secrets_in_another_service(api, store):
    """Ids are public: without the salt of the service, a key that can be guessed would be found from one."""
    key = new_key()
    first = api.post("/v1/games", NEW, headers=key).json
    store.client.flushall()
    second = api.post("/v1/games", NEW, headers=key).json
    assert not [name for name in SECRETS if first[name] == second[name]]


def test_a_refused_request_does_not_use_up_its_key(api):
    key = new_key()
    assert api.post("/v1/games", NEW | {"seats": [PERSON] * 3}, headers=key).json["code"] == "seats/invalid"
    assert api.post("/v1/games", NEW, headers=key).status_code == 201


@pytest.mark.parametrize(
    "key",
    [
        *("", "7", '"short"', "a" * 129, '"unfinished-string-0001', "två-hundra-nycklar", "a key with spaces in it"),
        *(f'"{PUBLISHED_KEYS[0]}"', PUBLISHED_KEYS[0].upper(), "idempotencyKey_example"),
    ],
)
def test_a_key_that_can_be_guessed_or_is_no_string_is_refused(api, key):
    answer = api.post("/v1/games", NEW, headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json["code"]) == (400, "idempotency/invalid_key")


@pytest.mark.parametrize("placeholder", ["string", "stringstringstring", "stringstringstri", "<string>"])
def test_what_tools_send_for_any_text_is_no_key(api, placeholder):
    """Postman makes it of the type and the least length: everyone who tries "Create a game" would get the same game."""
    games = [api.post("/v1/games", NEW, headers={"Idempotency-Key": placeholder}).json["id"] for _ in range(2)]
    assert len(set(games)) == 2


@pytest.mark.parametrize(("length", "status"), [(15, 400), (16, 201), (128, 201), (129, 400)])
def test_a_key_has_16_to_128_characters(api, length, status):
    for text in ("k" * length, f'"{"k" * length}"'):
        assert api.post("/v1/games", NEW, headers={"Idempotency-Key": text}).status_code == status


def test_quotation_marks_may_be_left_out(api):
    text = str(uuid4())
    first, second = (api.post("/v1/games", NEW, headers={"Idempotency-Key": key}).json for key in (text, f'"{text}"'))
    assert first["id"] == second["id"]


def test_joining_twice_with_one_key_takes_one_seat(api):
    game = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN])
    key, path = new_key(), f"/v1/games/{game['id']}/join"
    body = {"join_code": game["join_code"], "name": "Ida"}
    first, second = (api.post(path, body, headers=key) for _ in range(2))
    assert (first.status_code, second.status_code, second.headers["Idempotent-Replayed"]) == (201, 201, "true")
    assert (first.json["token"], first.json["you"]["seat"]) == (second.json["token"], second.json["you"]["seat"])
    assert [seat["kind"] for seat in second.json["seats"]] == ["person", "person", "open", "open"]


def test_two_players_of_one_app_behind_one_address_who_join_without_a_key_get_two_seats(api):
    game = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN], joinable=True)
    first, second = (api.post(f"/v1/games/{game['id']}/join", {}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json["you"]["seat"] != second.json["you"]["seat"]
    assert first.json["token"] != second.json["token"]
    assert "Idempotent-Replayed" not in second.headers


def test_without_a_key_nothing_is_kept_from_which_a_token_follows(api, store):
    """The body of a join and its caller can be guessed: with a salt that is stored, so can what is derived from
    them.
    """
    game = api.create(**NEW)
    api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]})
    names = store.client.hkeys(key("requests", game["id"]))
    assert len(names) == 2
    assert [store.games.request(game["id"], name).payload for name in names] == [None, None]


def test_a_retry_of_the_last_join_is_answered_though_no_seat_is_open_any_more(api):
    game, key = api.create(**NEW), new_key()
    answers = [
        api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, headers=key) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json["token"] == answers[1].json["token"]


def test_a_wrong_code_can_be_corrected_with_the_same_key(api):
    game, key = api.create(**NEW), new_key()
    path = f"/v1/games/{game['id']}/join"
    assert api.post(path, {"join_code": "WRONGONE"}, headers=key).json["code"] == "join/wrong_code"
    assert api.post(path, {"join_code": game["join_code"]}, headers=key).status_code == 201


def test_another_join_of_the_game_with_the_same_key_is_refused(api):
    game, key = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN]), new_key()
    path, body = f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}
    api.post(path, body, headers=key)
    answer = api.post(path, body | {"name": "Ida"}, headers=key)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency/mismatch")


@pytest.mark.parametrize("waits", [True, False])
def test_another_wish_to_play_now_with_the_same_key_is_refused(api, waits):
    if waits:
        api.post("/v1/games/quick", QUICK)
    key = new_key()
    api.post("/v1/games/quick", QUICK, headers=key)
    answer = api.post("/v1/games/quick", QUICK | {"name": "Ida"}, headers=key)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency/mismatch")


def test_one_key_serves_one_request_of_one_kind(api):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    answer = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, headers=key)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency/mismatch")


def test_a_retry_of_play_now_is_not_paired_with_its_own_game(api):
    key = new_key()
    first, second = (api.post("/v1/games/quick", QUICK, headers=key) for _ in range(2))
    assert (second.status_code, second.json["status"], second.headers["Idempotent-Replayed"]) == (201, "open", "true")
    assert {name: first.json[name] for name in ("id", "token")} == {name: second.json[name] for name in ("id", "token")}


def test_a_retry_of_play_now_gets_the_seat_that_it_took(api):
    waiting, key = api.post("/v1/games/quick", QUICK).json, new_key()
    first, second = (api.post("/v1/games/quick", QUICK, headers=key).json for _ in range(2))
    assert first["id"] == second["id"] == waiting["id"]
    assert (first["token"], first["you"]["seat"]) == (second["token"], second["you"]["seat"])


def test_a_retry_of_a_match_gets_the_same_match(api):
    key, match = new_key(), {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1}
    first, second = (api.post("/v1/matches", match, headers=key | {"Prefer": "wait=1"}) for _ in range(2))
    assert (first.status_code, second.status_code, second.headers["Idempotent-Replayed"]) == (202, 202, "true")
    assert first.json["id"] == second.json["id"]
    assert "Preference-Applied" not in first.headers, "only the calls that get a match wait for its end"
    assert api.post("/v1/matches", match | {"pairs": 2}, headers=key).json["code"] == "idempotency/mismatch"


def test_of_twenty_equal_requests_at_once_one_creates_a_game(app, contract):
    key = new_key()
    answers = at_once(20, lambda _: Client(app, contract).post("/v1/games", NEW, headers=key))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["id"] for answer in answers}) == 1
    assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
    assert len(Client(app, contract).get("/v1/games").json["games"]) == 1


def test_twenty_equal_requests_to_play_now_at_once_get_one_seat(app, contract):
    key = new_key()
    answers = at_once(20, lambda _: Client(app, contract).post("/v1/games/quick", QUICK, headers=key))
    assert {answer.status_code for answer in answers} == {201}
    assert len({(answer.json["id"], answer.json["token"]) for answer in answers}) == 1
    assert [game["status"] for game in Client(app, contract).get("/v1/games").json["games"]] == ["open"]


def test_nothing_in_redis_shows_a_secret_or_the_key(api, store):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, headers=new_key()).json
    everything = "\n".join(_dumped(store.client))
    secrets = [
        key["Idempotency-Key"].strip('"'),
        game["owner_token"],
        game["tokens"]["0"],
        game["join_code"],
        joined["token"],
    ]
    assert [secret for secret in secrets if secret.rpartition(".")[2] in everything] == []


def _dumped(client):
    for name in client.scan_iter():
        kind = client.type(name)
        if kind == "list":
            yield f"{name} {client.execute_command('LRANGE', name, 0, -1, **AS_BYTES)}"
        elif kind == "hash":
            values = client.execute_command("HVALS", name, **AS_BYTES)
            yield f"{name} {client.hkeys(name)} {[unpack(value) for value in values]}"
        else:
            read = {"string": client.get, "set": client.smembers}
            yield f"{name} {read[kind](name) if kind in read else client.zrange(name, 0, -1)}"


# -- a process that dies halfway


def dies(*_, **__):
    raise SystemExit


def test_a_creation_whose_process_died_before_it_answered_is_found_again(api, monkeypatch):
    key = new_key()
    monkeypatch.setattr(Games, "announce", dies)
    with pytest.raises(SystemExit):
        api.post("/v1/games", NEW, headers=key)
    monkeypatch.undo()
    (listed,) = api.get("/v1/games").json["games"]
    again = api.post("/v1/games", NEW, headers=key)
    assert (again.json["id"], again.json["version"], again.headers["Idempotent-Replayed"]) == (listed["id"], 1, "true")
    assert api.get(f"/v1/games/{listed['id']}", token=again.json["tokens"]["0"]).json["you"]["seat"] == 0
    assert len(api.get("/v1/games").json["games"]) == 1


def test_a_join_whose_process_died_before_it_answered_takes_one_seat(api, monkeypatch):
    game, key = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN]), new_key()
    path, body = f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}
    monkeypatch.setattr(Games, "announce", dies)
    with pytest.raises(SystemExit):
        api.post(path, body, headers=key)
    monkeypatch.undo()
    again = api.post(path, body, headers=key).json
    assert (again["version"], again["you"]["seat"]) == (2, 1)
    assert [seat["kind"] for seat in again["seats"]] == ["person", "person", "open", "open"]


def test_a_game_that_was_found_by_a_process_that_died_is_joined_by_the_retry(api, monkeypatch):
    waiting, key = api.post("/v1/games/quick", QUICK).json, new_key()
    monkeypatch.setattr(create, "join_game", dies)
    with pytest.raises(SystemExit):
        api.post("/v1/games/quick", QUICK, headers=key)
    monkeypatch.undo()
    again = api.post("/v1/games/quick", QUICK, headers=key).json
    assert (again["id"], again["status"]) == (waiting["id"], "active")


def test_an_own_game_whose_process_died_before_it_waited_waits_after_the_retry(api, monkeypatch):
    key, pair = new_key(), Waiting.pair
    monkeypatch.setattr(Waiting, "pair", lambda self, *rest: pair(self, *rest) if rest[2] is None else dies())
    with pytest.raises(SystemExit):
        api.post("/v1/games/quick", QUICK, headers=key)
    monkeypatch.undo()
    again = api.post("/v1/games/quick", QUICK, headers=key).json
    assert (again["status"], len(api.get("/v1/games").json["games"])) == ("open", 1)
    assert api.post("/v1/games/quick", QUICK).json["id"] == again["id"]


def test_a_found_game_that_another_took_meanwhile_is_not_needed_by_the_retry(api, store, monkeypatch):
    waiting, key = api.post("/v1/games/quick", QUICK).json, new_key()
    monkeypatch.setattr(create, "join_game", dies)
    with pytest.raises(SystemExit):
        api.post("/v1/games/quick", QUICK, headers=key)
    monkeypatch.undo()
    create.join_game(games_of(store), waiting["id"], Once(), is_paired=True)
    again = api.post("/v1/games/quick", QUICK, headers=key).json
    assert (again["status"], again["you"]["seat"]) == ("open", 0)
    assert api.post("/v1/games/quick", QUICK, headers=key).json["id"] == again["id"]


def test_what_a_key_leaves_in_redis_beside_its_games_is_forgotten_after_a_day(api, store):
    """Play now remembers the game that it has found; nothing else remembers a key."""
    api.post("/v1/games", NEW, headers=new_key())
    before = set(store.client.scan_iter("{g*"))
    assert {name for name in before if ":" in name and name.count(":") > 1} == {
        name for name in before if name.rpartition(":")[2].startswith("g_")
    }
    api.post("/v1/games/quick", QUICK, headers=new_key())
    (found,) = store.client.scan_iter("*:found:*")
    assert 0 < store.client.ttl(found) <= KEEP_FOUND_S
