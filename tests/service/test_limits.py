"""Quotas: a bucket each for creating, reading and moves, and no request lost because the counting fails."""

from dataclasses import replace

import pytest

from service import create_app
from service.config import Settings, SettingsError
from service.embedded import EmbeddedRedis
from service.keys import KeyRing
from tests.service.client import PERSON, Client
from tests.service.test_waiting import asked_view

LIMITS = {"limit_create": "3/minute", "limit_read": "5/minute", "limit_move": "2/minute"}


@pytest.fixture
def limited(settings, contract):
    return Client(create_app(replace(settings, **LIMITS)), contract)


def exhaust(call):
    """The first answer that is refused."""
    for _ in range(10):
        answer = call()
        if answer.status_code == 429:
            return answer
    raise AssertionError("nothing was refused")


def test_without_settings_nothing_is_counted(api):
    assert not [name for name, _ in api.get("/v1/variants").headers if name.startswith("RateLimit")]


def test_answers_say_how_much_is_left(limited):
    headers = [limited.get("/v1/variants").headers for _ in range(2)]
    assert [answer["RateLimit-Limit"] for answer in headers] == ["5", "5"]
    assert [answer["RateLimit-Remaining"] for answer in headers] == ["4", "3"]
    assert all(0 < int(answer["RateLimit-Reset"]) <= 61 for answer in headers)
    assert "Retry-After" not in headers[0]


def test_too_many_are_refused_and_told_when_to_come_back(limited):
    refused = exhaust(lambda: limited.get("/v1/variants"))
    assert refused.json["code"] == "limit/exceeded"
    assert "5 per 1 minute" in refused.json["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert refused.headers["RateLimit-Remaining"] == "0"


def test_reads_never_cost_a_move_or_a_new_game(limited, api):
    game = limited.create(seats=[PERSON, PERSON])
    view, token = asked_view(api, game)
    exhaust(lambda: limited.get("/v1/variants"))
    assert limited.move(view, token).status_code == 200
    assert limited.create()


def test_moves_and_new_games_have_limits_of_their_own(limited, api):
    game = limited.create(seats=[PERSON, PERSON])
    view, token = asked_view(api, game)
    exhaust(lambda: limited.move(view, token))
    exhaust(lambda: limited.post("/v1/games", {"variant": "hockey"}))
    assert limited.get("/v1/variants").status_code == 200


def test_every_key_has_a_bucket_of_its_own_and_a_made_up_key_has_none(limited, store):
    exhaust(lambda: limited.get("/v1/variants"))
    assert limited.get("/v1/variants", headers={"X-Api-Key": "made up"}).status_code == 429
    key = KeyRing(store.client).create("league")[1]
    assert limited.get("/v1/variants", headers={"X-Api-Key": key}).status_code == 200


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [("192.0.2.1", "192.0.2.2", False), ("2001:db8::1", "2001:db8::2", True), ("2001:db8::1", "2001:db8:0:1::1", False)],
)
def test_addresses_have_buckets_and_a_network_of_ipv6_has_one(limited, first, second, shared):
    exhaust(lambda: limited.get("/v1/variants", environ_overrides={"REMOTE_ADDR": first}))
    status = limited.get("/v1/variants", environ_overrides={"REMOTE_ADDR": second}).status_code
    assert status == (429 if shared else 200)


def test_only_the_operators_proxies_may_name_another_address(settings, contract):
    for hops, status in ((0, 429), (1, 200)):
        api = Client(create_app(replace(settings, limit_read=f"{5 + hops}/minute", proxy_hops=hops)), contract)
        exhaust(lambda api=api: api.get("/v1/variants", headers={"X-Forwarded-For": "192.0.2.1"}))
        assert api.get("/v1/variants", headers={"X-Forwarded-For": "192.0.2.2"}).status_code == status


def test_health_is_never_refused(limited):
    assert [limited.get("/health/ready").status_code for _ in range(8)] == [200] * 8


def test_redis_away_fails_no_request_that_does_not_need_it(tmp_path, contract):
    with EmbeddedRedis(tmp_path) as server:
        api = Client(create_app(Settings(redis_url=server.url, background=False, **LIMITS)), contract)
        assert api.get("/v1/variants").status_code == 200
        server.kill()
        answers = [api.get("/v1/variants", headers={"X-Api-Key": "any"} if number else {}) for number in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        assert exhaust(lambda: api.get("/v1/variants")).json["code"] == "limit/exceeded"


@pytest.mark.parametrize("value", ["often", "60", "0.5/minute", "60/year of the cat"])
def test_a_limit_that_is_none_is_refused_by_name(settings, value):
    with pytest.raises(SettingsError, match=f"FACEOFF_LIMIT_READ.*{value}"):
        create_app(replace(settings, limit_read=value))
