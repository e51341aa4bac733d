"""What cannot be read is not "not found": it says so by its own code, is named once, and stops nothing else."""

import logging

import pytest

from service.store.games import AS_BYTES
from service.store.keys import key
from service.store.readable import Unreadable, name_once
from service.store.webhooks import KEYS, KeyRing, Subscription
from tests.faults import damage
from tests.service.client import PERSON
from tests.service.games.test_bots import accept, events, games_of, register, seat_for
from tests.service.process.test_metrics import rise  # noqa: F401


@pytest.fixture(autouse=True)
def nothing_named():
    name_once.cache_clear()


@pytest.mark.parametrize("harm", [damage.game_unreadable, damage.revision_unreadable, damage.game_of_a_newer_format])
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/events"), ("GET", "/stream"), ("GET", "/cards"), ("POST", "/resign"), ("POST", "/moves")],
)
def test_a_game_that_cannot_be_read_says_so(app, api, store, game, harm, method, path):
    harm(store.client, game["id"])
    app.extensions["faceoff"].games.memory.forget()
    body = {"json": {"ply": 0, "move": {"type": "play", "card": "2C"}} if path == "/moves" else {}}
    path = f"/v1/games/{game['id']}{path}"
    answer = api.request(method, path, token=game["token"], headers={"Accept-Language": "fr"}, **body)
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "game/unreadable", "60")
    assert game["id"] in answer.json["detail"]


def test_it_is_named_once_in_the_log_and_counted_once(api, store, game, caplog, rise):  # noqa: F811
    damage.game_unreadable(store.client, game["id"])
    rise("faceoff_unreadable_total", kind="game")
    for _ in range(3):
        api.get(f"/v1/games/{game['id']}", token=game["token"])
    named = [record for record in caplog.records if game["id"] in record.getMessage()]
    assert [(record.levelno, record.exc_info) for record in named] == [(logging.ERROR, None)]
    assert rise("faceoff_unreadable_total", kind="game") == 1


def test_a_list_of_games_goes_on_without_it(api, store):
    good, bad = (api.create(seats=[PERSON, PERSON])["id"] for _ in range(2))
    damage.game_unreadable(store.client, bad)
    assert [game["id"] for game in api.get("/v1/games").json["games"]] == [good]


@pytest.fixture
def bot(api):
    """A bot that is online."""
    bot = register(api)
    events(api, bot)
    return bot


def game_with(api, bot):
    game = api.create(seats=[PERSON, seat_for(bot)])
    assert accept(api, bot, game).status_code == 201
    return game


def test_a_bot_has_its_other_games_and_its_token_is_renewed(app, api, store, bot):
    bad, good = (game_with(api, bot)["id"] for _ in range(2))
    damage.game_unreadable(store.client, bad)
    app.extensions["faceoff"].games.memory.forget()
    assert [game["game_id"] for game in games_of(api, bot)] == [good]
    renewed = api.post(f"/v1/bots/{bot['id']}/token", token=bot["token"])
    assert renewed.status_code == 201
    assert [game["game_id"] for game in games_of(api, bot | renewed.json)] == [good]


def test_a_seat_of_a_game_that_can_be_read_again_gets_the_token_that_its_bot_has_now(app, api, store, bot):
    game = game_with(api, bot)
    name = key("game", game["id"])
    document = store.client.execute_command("HGET", name, "game", **AS_BYTES)
    damage.game_unreadable(store.client, game["id"])
    app.extensions["faceoff"].games.memory.forget()
    renewed = api.post(f"/v1/bots/{bot['id']}/token", token=bot["token"]).json
    store.client.hset(name, "game", document)
    (found,) = games_of(api, bot | renewed)
    assert api.get(f"/v1/games/{game['id']}", token=found["token"]).status_code == 200


BROKEN = ["not what it was", damage.GARBAGE, b'{"id": "\xff"}']
"""Documents: no JSON, no UTF-8, and JSON but for bytes that are not UTF-8."""


@pytest.mark.parametrize("document", BROKEN)
def test_a_bot_that_cannot_be_read_hides_no_other(api, store, document):
    good, bad = register(api), register(api, name="Other")
    damage.bot_unreadable(store.client, bad["id"], document)
    assert [bot["id"] for bot in api.get("/v1/bots").json["bots"]] == [good["id"]]
    answer = api.get(f"/v1/bots/{bad['id']}")
    assert (answer.status_code, answer.json["code"]) == (503, "store/unreadable")


@pytest.mark.parametrize("document", BROKEN)
def test_a_key_that_cannot_be_read_hides_no_other_and_can_be_told_from_an_unknown_one(api, store, document):
    ring = KeyRing(store.client)
    good, bad = ring.create("League"), ring.create("Other")
    documents = store.client.hgetall(KEYS)
    store.client.hset(KEYS, next(name for name, text in documents.items() if bad[0].id in text), document)
    assert [key.id for key in ring.all()] == [good[0].id]
    assert ring.revoke(good[0].id)
    answer = api.post("/v1/games", {"variant": "hockey"}, headers={"X-Api-Key": bad[1]})
    assert (answer.status_code, answer.json["code"]) == (503, "store/unreadable")


@pytest.mark.parametrize("document", BROKEN)
def test_a_webhook_that_cannot_be_read_hides_no_other(store, game, document):
    for number in (1, 2):
        store.webhooks.keep(Subscription(f"w_{number}.{game['id']}", "https://faceoff.test", "secret", "role", "now"))
    store.client.hset(key("webhooks", game["id"]), f"w_1.{game['id']}", document)
    store.client.hset(key("deliveries", game["id"]), f"w_2.{game['id']}", document)
    (webhook,) = store.webhooks.of(game["id"])
    assert webhook.id == f"w_2.{game['id']}"
    with pytest.raises(Unreadable):
        store.webhooks.delivery(game["id"], webhook)


@pytest.mark.parametrize("field", ["request", "status", "created_at", "holder"])
def test_a_task_that_cannot_be_read_says_so(api, store, game, field):
    path = f"/v1/games/{game['id']}/suggestions"
    asked = api.post(path, token=game["token"]).json["id"]
    damage.task_unreadable(store.client, asked, field)
    answer = api.get(f"/v1/suggestions/{asked}", token=game["token"])
    assert (answer.status_code, answer.json["code"]) == (503, "store/unreadable")


def test_what_is_no_text_is_sent_back_as_it_was(store):
    store.client.set("stored", damage.GARBAGE)
    store.client.set("again", store.client.get("stored"))
    assert store.client.execute_command("GET", "again", **AS_BYTES) == damage.GARBAGE
