"""Requests that count as reading change nothing in Redis: no caller fills it, or uses computers' time, by looking."""

import re

import pytest
import redis

from tests.service.client import PERSON, ai
from tests.service.games.test_bots import register
from tests.service.tasks.test_suggestions import observation_of

ONLINE, SEEN = re.compile(rb"\{bots\}:online:"), re.compile(rb"\{g\d\d\}:seen:")
NOTES_PRESENCE = {
    "bots.list_bot_games": ONLINE,
    "bots.list_bot_events": ONLINE,
    "bots.stream_bot_events": ONLINE,
    "streams.stream_events": SEEN,
}
"""A bot that listens is online, a player who follows the table is not away: it is noted under their own name, the same
few bytes however often they ask.
"""


@pytest.fixture
def shelf(api):
    """What can be read: by endpoint its address, and the token and the body to send."""
    created = api.create(seats=[PERSON, PERSON], options={"first_dealer": "random"})
    seat = str(created["to_act"][0])
    token = created["tokens"][seat]
    over = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"})
    api.post(f"/v1/games/{over['id']}/resign", token=over["tokens"]["0"])
    api.post(f"/v1/games/{over['id']}/analysis", token=over["tokens"]["0"])
    bot = register(api)
    hint = api.post(f"/v1/games/{created['id']}/suggestions", token=token).json
    match = api.post(
        "/v1/matches", {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1}
    ).json
    game, ended = f"/v1/games/{created['id']}", f"/v1/games/{over['id']}"
    position = {"variant": "hockey", "observation": observation_of()}
    return {
        "variants.list_variants": ("/v1/variants",),
        "variants.get_variant": ("/v1/variants/hockey",),
        "variants.list_cards": ("/v1/variants/hockey/cards",),
        "games.list_games": ("/v1/games",),
        "games.get_game": (game, token),
        "games.list_game_cards": (f"{game}/cards", token),
        "games.list_events": (f"{game}/events", token),
        "streams.stream_events": (f"{ended}/stream", over["tokens"]["0"]),
        "streams.create_ticket": (f"{game}/tickets", token),
        "webhooks.list_webhooks": (f"/v1/webhooks?game_id={created['id']}", token),
        "lifecycle.get_fairness": (f"{ended}/fairness",),
        "bots.list_bots": ("/v1/bots",),
        "bots.get_bot": (f"/v1/bots/{bot['id']}",),
        "bots.list_bot_games": (f"/v1/bots/{bot['id']}/games", bot["token"]),
        "bots.list_bot_events": (f"/v1/bots/{bot['id']}/events", bot["token"]),
        "bots.stream_bot_events": (f"/v1/bots/{bot['id']}/stream", bot["token"]),
        "records.get_record": (f"{ended}/record",),
        "records.get_sheet": (f"{ended}/sheet",),
        "analyses.get_analysis": (f"{ended}/analysis", over["tokens"]["0"]),
        "suggestions.get_suggestion": (f"/v1/suggestions/{hint['id']}", token),
        "positions.list_legal_moves": ("/v1/positions/legal-moves", None, position),
        "matches.get_match": (f"/v1/matches/{match['id']}",),
        "matches.list_match_games": (f"/v1/matches/{match['id']}/games",),
    }


def readings(app):
    """The method and the endpoint of every route that counts as reading."""
    return sorted(
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"OPTIONS"}
        if rule.rule.startswith("/v1/") and app.view_functions[rule.endpoint].operation.limit == "read"
    )


def writes(client):
    """The commands that were sent since the last reset, in scripts or not, and that may write."""
    flags = client.command()
    names = (name.removeprefix("cmdstat_").partition("|")[0] for name in client.info("commandstats"))
    return {name for name in names if "write" in flags[name]["flags"]}


def test_no_route_that_counts_as_reading_writes_to_redis(api, app, shelf, redis_server):
    with redis.Redis.from_url(redis_server.url) as client:
        found = {}
        for method, endpoint in readings(app):
            assert endpoint in shelf, f"{endpoint}: say in `shelf` what it reads"
            path, token, body = (*shelf[endpoint], None, None)[:3]
            keys = {key: client.dump(key) for key in client.scan_iter()}
            client.config_resetstat()
            answer = api.http.open(
                path,
                method=method,
                json=body,
                headers={"Authorization": f"Bearer {token}"} if token else {},
                buffered=False,
            )
            written = writes(client)
            answer.close()
            assert answer.status_code == (201 if endpoint == "streams.create_ticket" else 200), (endpoint, answer.text)
            if endpoint in NOTES_PRESENCE:
                new = {*client.scan_iter()} - keys.keys()
                assert [key for key in new if not NOTES_PRESENCE[endpoint].match(key)] == [], endpoint
            elif written or {key: client.dump(key) for key in client.scan_iter()} != keys:
                found[f"{method} {endpoint}"] = written
    assert found == {}
