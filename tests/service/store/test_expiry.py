"""How long things are kept in Redis: what belongs to someone ends, an index does not, and what is used again lives on
from then.
"""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from service.app import create_app
from service.model.timestamps import now_ms
from service.store.games import KEPT_MS
from service.store.keys import key
from service.store.tasks import ANALYSIS, MATCH, SUGGESTION, key_of
from service.store.webhooks import Delivery
from tests.faults.processes import dies_at_write
from tests.service.client import OPEN, PERSON, Client
from tests.service.clock import pass_time
from tests.service.games.test_bots import accept, events, register, seat_for
from tests.service.redis_cluster import one_server
from tests.service.store.test_store import webhook_of

OF_GAMES = r"\{(games|g\d\d)\}:due:\w+|\{g\d\d\}:(ended|idle|watched)|faceoff:public:.*|faceoff:salt"
INDEXES = OF_GAMES + r"|\{bots\}:all|\{tasks\}:due:\w+"
WEEK_S = 7 * 24 * 3600


@pytest.fixture
def api(settings, contract):
    """An app that counts AI time."""
    return Client(create_app(replace(settings, limit_ai_time="100/hour")), contract)


@pytest.fixture
def bot(api):
    """A bot with a game and an invitation."""
    made = register(api)
    events(api, made)
    accept(api, made, api.create(seats=[PERSON, seat_for(made)]))
    api.create(seats=[PERSON, seat_for(made)])
    return made


@pytest.fixture
def match(tasks):
    """A match with a pair that is being played, one that is saved half, and one that is finished."""
    task = tasks.store.open(MATCH, {"pairs": 3}, "", "client")
    for _ in range(3):
        tasks.store.claim_part(task)
    tasks.store.save_part(task, 1, [])
    tasks.store.finish_part(task, 2, [], [])
    return task


def keys_of(client, pattern):
    """The time to live of all keys like ``pattern``."""
    return {name: client.ttl(name) for name in client.scan_iter(pattern) if not name.startswith(("rq:", "{faceoff}:"))}


def shorten(client, pattern):
    """Let everything like ``pattern`` end in a minute."""
    names = keys_of(client, pattern)
    assert names
    for name in names:
        client.expire(name, 60)
    return names


def test_what_belongs_to_someone_ends_and_an_index_does_not(api, tasks, store, game, bot, match):
    assert api.post(f"/v1/games/{game['id']}/suggestions", {"level": 1}, token=game["token"]).status_code == 202
    api.move(game, game["token"])
    api.create(seats=[PERSON, OPEN], joinable=True)
    api.post("/v1/games/quick", {"variant": "hockey"}, headers={"Idempotency-Key": str(uuid4())})
    store.webhooks.keep(webhook_of(game["id"]))
    store.webhooks.keep_delivery(game["id"], webhook_of(game["id"]), Delivery())
    tasks.store.finish_part(tasks.store.open(ANALYSIS, {}, "", "client"), 0, {})
    kept = keys_of(store.client, "*")
    kinds = {re.sub(r"\{.*\}:|faceoff:", "", name).partition(":")[0] for name in kept}
    assert kinds >= {
        "game",
        "commits",
        "requests",
        "webhooks",
        "deliveries",
        "found",
        "waiting",
        "due",
        "ai_time",
        "public",
    }
    assert kinds >= {"bot", "name", "of", "places", "seats", "feed", "task", "open"}
    assert {name for name, left_s in kept.items() if left_s < 0} == {
        name for name in kept if re.fullmatch(INDEXES, name)
    }


def test_a_game_lives_on_from_its_last_change(api, store, game, monkeypatch):
    store.webhooks.keep(webhook_of(game["id"]))
    names = shorten(store.client, f"*:{game['id']}")
    assert {name.split(":")[1] for name in names} == {"game", "commits", "requests", "webhooks"}
    pass_time(monkeypatch, store, KEPT_MS // 1000)
    api.move(game, game["token"])
    assert min(keys_of(store.client, f"*:{game['id']}").values()) > WEEK_S - 60


@one_server  # whose writes are seen
def test_deliveries_are_stored_together_with_their_expiry(store, game, settings):
    """In one script: a server that dies between two commands would keep them without an expiry."""
    with dies_at_write(None, settings.redis_url, counts=lambda _: True) as life:
        store.webhooks.keep_delivery(game["id"], webhook_of(game["id"]), Delivery())
    sent = [[command.words[0] for command in commands] for commands in life.writes]
    about_the_store = {name for names in sent for name in names} - {b"CLIENT", b"HELLO", b"PING", b"SCRIPT"}
    assert about_the_store == {b"EVALSHA"}
    assert store.client.ttl(key("deliveries", game["id"])) > WEEK_S - 60


def test_a_task_is_kept_for_its_full_time_after_its_end(tasks):
    task = tasks.store.open(SUGGESTION, {}, "", "client")
    shorten(tasks.store.client, f"*:{task.id}")
    tasks.store.close(task, "done")
    assert tasks.store.client.ttl(key_of(task.id)) > tasks.store.limits[SUGGESTION].life_s - 60


def test_parts_that_are_claimed_or_saved_are_kept_longer_than_their_task(tasks, match):
    shorten(tasks.store.client, f"*:{match.id}:*")
    tasks.store.claim_part(match)
    tasks.store.save_part(match, 0, [])
    tasks.store.finish_part(match, 1, [], [])
    assert min(keys_of(tasks.store.client, f"*:{match.id}:*").values()) > tasks.store.limits[MATCH].life_s + 60


def test_all_that_is_stored_for_a_bot_ends_together(api, store, bot):
    """Only being online, or a change of its own, lets a bot live on: a name that outlived it, or ended before it, could
    be another's.
    """
    of_bot = f"{{bots}}:*:{bot['id']}"
    api.create(seats=[PERSON, seat_for(bot)])
    for names in (of_bot, "{bots}:name:*", "{bots}:of:*"):
        shorten(store.client, names)
    store.client.expire(f"{{bots}}:online:{bot['id']}", 15)
    api.create(seats=[PERSON, seat_for(bot)])
    # places end with the last of them
    others = {f"{{bots}}:{kind}:{bot['id']}" for kind in ("places", "online")}
    kept = [keys_of(store.client, names) for names in (of_bot, "{bots}:name:*", "{bots}:of:*")]
    assert {left_s for found in kept for name, left_s in found.items() if name not in others} <= {59, 60}
    api.request("PATCH", f"/v1/bots/{bot['id']}", json={"description": "Shoots."}, token=bot["token"])
    kept = [keys_of(store.client, names) for names in (of_bot, "{bots}:name:*", "{bots}:of:*")]
    assert min(left_s for found in kept for name, left_s in found.items() if name not in others) > WEEK_S


def test_a_game_that_is_over_is_deleted_when_its_time_is_over(api, store, game):
    """Its place among those that may be deleted before says when it ended: another setting counts for it too."""
    api.post(f"/v1/games/{game['id']}/resign", token=game["token"])
    (left_s,) = {store.client.ttl(key("game", game["id"]))}
    ends = {
        name: at
        for index in store.client.scan_iter("*:ended")
        for name, at in store.client.zrange(index, 0, -1, withscores=True)
    }
    assert abs(ends[game["id"]] - now_ms()) < 60_000
    assert left_s > WEEK_S
