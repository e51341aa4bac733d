"""Idempotency-Key: a request that is sent again is carried out once and answered with the same secrets; nothing stored
reveals them.
"""

from uuid import uuid4

import pytest

from engines import VARIANTS
from service.games import create, quick
from service.games.once import FIRST, Once, carry_out_once
from service.model.problem import Problem
from service.model.tokens import digest
from service.store.api_keys import KeyRing
from service.store.history import AS_BYTES, dump_payload
from service.store.once import ATTEMPT_MS, KEEP_REQUEST_S, Begun
from service.store.packing import unpack
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, Client
from tests.service.use_cases import games_of

SECRETS = ("id", "tokens", "owner", "join_code")
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
    assert api.post(f"{path}/join", {"code": game["join_code"]}).json["you"]["seat"] == 1
    assert api.post(f"{path}/abort", token=game["owner"]).json["status"] == "aborted"


def test_a_retry_shows_the_game_as_it_is_now(api):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    api.post(f"/v1/games/{game['id']}/join", {"code": game["join_code"]})
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
    path, join = f"/v1/games/{first['id']}/join", {"code": first["join_code"]}
    key_of_join = new_key()
    joined, again = (caller.post(path, join, headers=key_of_join) for caller in (api, elsewhere))
    assert joined.json["token"] == again.json["token"]


def test_the_same_key_with_another_api_key_is_another_request(api, store):
    key, callers = new_key(), [{"X-Api-Key": KeyRing(store.client).create(name)[1]} for name in ("one", "other")]
    first, second, third = (api.post("/v1/games", NEW, headers=key | caller).json for caller in (*callers, {}))
    assert all(len({game[name] for game in (first, second, third)}) == 3 for name in ("id", "owner", "join_code"))


def test_a_refused_request_does_not_use_up_its_key(api):
    key = new_key()
    assert api.post("/v1/games", NEW | {"seats": [PERSON] * 3}, headers=key).json["code"] == "seats/invalid"
    assert api.post("/v1/games", NEW, headers=key).status_code == 201


@pytest.mark.parametrize(
    "key", ["", "7", '"short"', "a" * 129, '"unfinished-string-0001', "två-hundra-nycklar", "a key with spaces in it"]
)
def test_a_key_that_can_be_guessed_or_is_no_string_is_refused(api, key):
    answer = api.post("/v1/games", NEW, headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json["code"]) == (400, "idempotency/invalid_key")


def test_quotation_marks_may_be_left_out(api):
    text = str(uuid4())
    first, second = (api.post("/v1/games", NEW, headers={"Idempotency-Key": key}).json for key in (text, f'"{text}"'))
    assert first["id"] == second["id"]


def test_joining_twice_with_one_key_takes_one_seat(api):
    game = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN])
    key, path = new_key(), f"/v1/games/{game['id']}/join"
    body = {"code": game["join_code"], "name": "Ida"}
    first, second = (api.post(path, body, headers=key) for _ in range(2))
    assert (first.status_code, second.status_code, second.headers["Idempotent-Replayed"]) == (201, 201, "true")
    assert (first.json["token"], first.json["you"]["seat"]) == (second.json["token"], second.json["you"]["seat"])
    assert [seat["kind"] for seat in second.json["seats"]] == ["person", "person", "open", "open"]


def test_two_players_of_one_app_behind_one_address_who_join_without_a_key_get_two_seats(api):
    game = api.create(variant="hockey", preset="partnership", seats=[PERSON, OPEN, OPEN, OPEN], open_to_all=True)
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
    api.post(f"/v1/games/{game['id']}/join", {"code": game["join_code"]})
    assert list(store.client.scan_iter("*:once:*")) == []


def test_a_retry_of_the_last_join_is_answered_though_no_seat_is_open_any_more(api):
    game, key = api.create(**NEW), new_key()
    answers = [api.post(f"/v1/games/{game['id']}/join", {"code": game["join_code"]}, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json["token"] == answers[1].json["token"]


def test_a_wrong_code_can_be_corrected_with_the_same_key(api):
    game, key = api.create(**NEW), new_key()
    path = f"/v1/games/{game['id']}/join"
    assert api.post(path, {"code": "WRONGONE"}, headers=key).json["code"] == "join/wrong_code"
    assert api.post(path, {"code": game["join_code"]}, headers=key).status_code == 201


def test_one_key_serves_one_request_of_one_kind(api):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    answer = api.post(f"/v1/games/{game['id']}/join", {"code": game["join_code"]}, headers=key)
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
    assert api.delete(f"/v1/matches/{first.json['id']}", token=first.json["token"]).status_code == 200
    assert api.post("/v1/matches", match, headers=key).json["code"] == "match/not_found"


def test_of_twenty_equal_requests_at_once_one_creates_a_game(app, contract):
    key = new_key()
    answers = at_once(20, lambda _: Client(app, contract).post("/v1/games", NEW, headers=key))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert {answer.json["code"] for answer in answers if answer.status_code == 409} <= {"idempotency/running"}
    assert len({answer.json["id"] for answer in answers if answer.status_code == 201}) == 1
    assert len(Client(app, contract).get("/v1/games").json["games"]) == 1


def test_nothing_in_redis_shows_a_secret_or_the_key(api, store):
    key = new_key()
    game = api.post("/v1/games", NEW, headers=key).json
    joined = api.post(f"/v1/games/{game['id']}/join", {"code": game["join_code"]}, headers=new_key()).json
    everything = "\n".join(_dumped(store.client))
    assert "once:" in everything
    secrets = [
        key["Idempotency-Key"].strip('"'),
        game["owner"],
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


# -- the use case


ONCE = Once("a secret of the caller", "content")


def test_an_attempt_that_died_before_it_noted_its_success_is_continued(store):
    new = create.NewGame(VARIANTS["hockey"], seats=[PERSON, OPEN])
    games, made = games_of(store), []

    def dies(attempt):
        made.append(create.create_game(games, new, attempt))
        raise SystemExit

    with pytest.raises(SystemExit):
        carry_out_once(store.once, ONCE, dies)
    with pytest.raises(Problem, match="being carried out"):
        carry_out_once(store.once, ONCE, dies)
    _later(store, ATTEMPT_MS + 1)
    again, was_done = carry_out_once(store.once, ONCE, lambda attempt: create.create_game(games, new, attempt))
    assert (again.owner, again.tokens, again.join_code) == (made[0].owner, made[0].tokens, made[0].join_code)
    assert (again.game.id, again.game.version, was_done) == (made[0].game.id, 1, False)
    assert len(store.public_list.page("", 10)[0]) == 1


def test_an_attempt_that_was_given_up_changes_nothing_any_more(store):
    once = store.once
    assert once.begin("slot", "content", "salt", "first") == Begun("begun", "salt")
    _later(store, ATTEMPT_MS + 1)
    assert once.begin("slot", "content", "another salt", "second") == Begun("begun", "salt")
    once.note("slot", "first", "too late")
    once.end("slot", "first", is_done=True)
    once.end("slot", "first", is_done=False)
    assert once.begin("slot", "content", "salt", "third").result == "running"
    once.note("slot", "second", "noted")
    once.end("slot", "second", is_done=True)
    assert once.begin("slot", "content", "salt", "fourth") == Begun("done", "salt", "noted")


def _play_now(games, attempt=FIRST):
    return quick.play_now(games, create.NewGame(VARIANTS["hockey"]), None, 60, {"level": 1}, attempt)


@pytest.mark.parametrize("somebody_waits", [True, False])
def test_a_quick_game_whose_attempt_died_is_found_again(store, somebody_waits):
    games, found = games_of(store), []
    waiting = _play_now(games).game.id if somebody_waits else ""

    def dies(attempt):
        found.append(_play_now(games, attempt))
        raise SystemExit

    with pytest.raises(SystemExit):
        carry_out_once(store.once, ONCE, dies)
    _later(store, ATTEMPT_MS + 1)
    again, was_done = carry_out_once(store.once, ONCE, lambda attempt: _play_now(games, attempt))
    assert (again.game.id, again.seat, again.token) == (found[0].game.id, found[0].seat, found[0].token)
    assert (again.game.id == waiting, was_done) == (somebody_waits, False)


def test_a_quick_game_that_another_one_took_meanwhile_is_not_needed_by_a_retry(store):
    games = games_of(store)
    _play_now(games)

    def dies(attempt):
        taken = store.waiting.pair(_group(), "", 0)
        attempt.keep_note(taken)
        create.take_seat(games, taken)
        raise SystemExit

    with pytest.raises(SystemExit):
        carry_out_once(store.once, ONCE, dies)
    _later(store, ATTEMPT_MS + 1)
    again, _ = carry_out_once(store.once, ONCE, lambda attempt: _play_now(games, attempt))
    assert (again.game.status, again.seat) == ("open", 0)


def _group():
    """Where Hockey's usual game waits."""
    return digest(f"hockey {dump_payload(VARIANTS['hockey'].resolve_options(None, {})[1])}")


def _later(store, ms):
    """Let the attempts that run now look ``ms`` older."""
    for name in store.client.scan_iter("*:once:*"):
        store.client.hincrby(name, "until", -ms)


def test_a_key_is_forgotten_after_a_day(store):
    drawn = [carry_out_once(store.once, ONCE, lambda attempt: attempt.draw("x"))[0] for _ in range(2)]
    name = next(store.client.scan_iter("*:once:*"))
    assert KEEP_REQUEST_S - 5 < store.client.ttl(name) <= KEEP_REQUEST_S
    store.client.delete(name)
    third, was_done = carry_out_once(store.once, ONCE, lambda attempt: attempt.draw("x"))
    assert drawn[0] == drawn[1] != third
    assert not was_done
