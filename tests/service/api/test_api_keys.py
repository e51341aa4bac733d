"""API keys: stored as digests, asked for where the operator wants it, and invalid once revoked."""

from dataclasses import replace

import pytest

from service.app import create_app
from service.store.webhooks import KeyRing
from tests.service.client import Client

VARIANT = {"variant": "hockey"}


@pytest.fixture
def ring(store):
    return KeyRing(store.client)


@pytest.fixture
def closed(settings, contract):
    """The API of a service that asks for keys."""
    return Client(create_app(replace(settings, require_key=True)), contract)


def create(api, key=None):
    return api.post("/v1/games", VARIANT, headers={} if key is None else {"X-Api-Key": key})


def test_keys_are_stored_as_digests_only(ring, store):
    made, text = ring.create("league")
    assert text not in str(store.client.hgetall("faceoff:keys"))
    assert ring.find(text) == made


def test_games_need_a_key_where_the_operator_asks_for_one(closed, ring):
    refused = create(closed)
    assert (refused.status_code, refused.json["code"]) == (401, "key/missing")
    game = create(closed, ring.create("league")[1])
    assert game.status_code == 201
    assert closed.get(f"/v1/games/{game.json['id']}").status_code == 200


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/suggestions", {"variant": "hockey", "observation": {"seat": 0}}),
        ("/v1/matches", {"variant": "hockey", "first": {"level": 1}, "second": {"level": 2}, "pairs": 1}),
    ],
)
def test_suggestions_and_matches_need_one_too(closed, ring, path, body):
    assert closed.post(path, body).json["code"] == "key/missing"
    assert closed.post(path, body, headers={"X-Api-Key": ring.create("league")[1]}).status_code != 401


@pytest.mark.parametrize("asks", [True, False])
def test_a_wrong_key_is_refused_whether_or_not_one_is_needed(api, closed, asks):
    for key in ("key_nonsense", ""):
        refused = create(closed if asks else api, key)
        assert (refused.status_code, refused.json["code"]) == (401, "key/unknown")
        assert key not in refused.text or not key


def test_a_revoked_key_is_refused(closed, ring):
    made, text = ring.create("league")
    assert ring.revoke(made.id)
    assert create(closed, text).json["code"] == "key/unknown"
    assert not ring.revoke(made.id)
