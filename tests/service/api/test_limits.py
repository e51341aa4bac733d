"""Quotas: a bucket each for creating, reading and moves, and no request lost because the counting fails."""

import itertools
import secrets
import time
from dataclasses import replace

import pytest
from limits import parse

from service.api.limits import AiTimeQuota
from service.app import create_app
from service.config import Settings, SettingsError
from service.model.answer import Problem
from service.ops.embedded_redis import EmbeddedRedis
from service.store.webhooks import KeyRing
from tests.patience import wait_until
from tests.service.at_once import at_once
from tests.service.client import OPEN, PERSON, Client, ai
from tests.service.live.test_waiting import asked_view

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
    assert not [answer for answer in headers if not (0 < int(answer["RateLimit-Reset"]) <= 61)]
    assert "Retry-After" not in headers[0]


def test_too_many_are_refused_with_the_time_to_come_back(limited):
    refused = exhaust(lambda: limited.get("/v1/variants"))
    assert refused.json["code"] == "limit/exceeded"
    assert "5 per 1 minute" in refused.json["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"]
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
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
    ],
)
def test_addresses_have_buckets_and_a_network_of_ipv6_has_one(limited, first, second, shared):
    exhaust(lambda: limited.get("/v1/variants", environ_overrides={"REMOTE_ADDR": first}))
    status = limited.get("/v1/variants", environ_overrides={"REMOTE_ADDR": second}).status_code
    assert status == (429 if shared else 200)


@pytest.mark.parametrize(
    ("address", "allowed"), [("2001:db8:1::{:x}", 5), ("2001:db8:1:{:x}::", 10), ("2001:db8:1:{:x}00::", 20)]
)
def test_a_network_of_ipv6_has_the_shares_of_a_few_callers_however_many_addresses_it_has(limited, address, allowed):
    callers = [{"REMOTE_ADDR": address.format(number)} for number in range(40)]
    statuses = [limited.get("/v1/variants", environ_overrides=caller).status_code for caller in callers]
    assert statuses.count(200) == allowed


def test_the_ai_time_of_a_network_of_ipv6_is_that_of_a_few_callers(limited_by):
    limited = limited_by(limit_ai_time="3/hour", max_matches=99, max_matches_each=99)
    match = {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1}
    answers = [
        limited.post("/v1/matches", match, environ_overrides={"REMOTE_ADDR": f"2001:db8:1:{n:x}00::1"})
        for n in range(40)
    ]
    assert answers[0].status_code == 202
    assert "12 s per 1 hour" in next(answer.json["detail"] for answer in answers if answer.status_code == 429)


def test_only_the_operators_proxies_may_name_another_address(settings, contract):
    for hops, status in ((0, 429), (1, 200)):
        api = Client(
            create_app(replace(settings, limit_read=f"{5 + hops}/minute", proxy_hops=hops, trust_loopback=False)),
            contract,
        )
        exhaust(lambda api=api: api.get("/v1/variants", headers={"X-Forwarded-For": "192.0.2.1"}))
        assert api.get("/v1/variants", headers={"X-Forwarded-For": "192.0.2.2"}).status_code == status


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("192.0.2.1:5123", "192.0.2.1:5124", True),
        ("192.0.2.1:5123", "192.0.2.2:5123", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("[2001:db8::1]:5123", "2001:db8::2", True),
        ("unknown", "_hidden", True),
        ("unknown", "192.0.2.1", False),
        ("", "unknown", True),
    ],
)
def test_what_proxies_write_for_an_address_is_understood_or_counts_as_the_proxy(
    settings, contract, first, second, shared
):
    api = Client(create_app(replace(settings, limit_read="5/minute", proxy_hops=1, trust_loopback=False)), contract)
    exhaust(lambda: api.get("/v1/variants", headers={"X-Forwarded-For": first}))
    assert api.get("/v1/variants", headers={"X-Forwarded-For": second}).status_code == (429 if shared else 200)


def test_health_is_never_refused(limited):
    assert [limited.get("/health/ready").status_code for _ in range(8)] == [200] * 8


def test_redis_away_fails_no_request_that_does_not_need_it(tmp_path, contract, monkeypatch):
    with EmbeddedRedis(tmp_path) as server:
        api = Client(create_app(Settings(redis_url=server.url, background=False, **LIMITS)), contract)
        assert api.get("/v1/variants").status_code == 200
        server.kill()
        keys = [{}, {"X-Api-Key": "any"}, {"X-Api-Key": "any"}]
        answers = at_once(3, lambda number: api.get("/v1/variants", headers=keys[number]))
        assert [answer.status_code for answer in answers] == [200] * 3
        monkeypatch.setattr("service.api.limits.AWAY_S", 600.0)  # so that Redis is waited for once more
        assert exhaust(lambda: api.get("/v1/variants")).json["code"] == "limit/exceeded"


def test_when_redis_was_away_a_process_counts_by_itself_for_a_while(tmp_path, contract, monkeypatch):
    monkeypatch.setattr("service.api.limits.AWAY_S", 600.0)
    with EmbeddedRedis(tmp_path) as server:
        api = Client(create_app(Settings(redis_url=server.url, background=False, **LIMITS)), contract)
        server.kill()
        assert [api.get("/v1/variants").headers["RateLimit-Remaining"] for _ in range(2)] == ["4", "3"]
        server.start()
        assert api.get("/v1/variants").headers["RateLimit-Remaining"] == "2"


# -- suggestions, hints and matches


MATCH = {"variant": "hockey", "first": {"level": 1}, "second": {"level": 2}, "pairs": 1}


@pytest.fixture
def limited_by(settings, contract):
    """The API of a service with these settings."""
    return lambda **changed: Client(create_app(replace(settings, **changed)), contract)


@pytest.fixture
def asked(api):
    """A game in which a seat is asked: its hint's address, and the token."""
    view, token = asked_view(api, api.create(seats=[PERSON, PERSON]))
    return f"/v1/games/{view['id']}/suggestions", token


def hint(api, asked, **body):
    return api.post(asked[0], {"time_ms": 1000, **body}, token=asked[1])


def test_suggestions_and_matches_have_buckets_of_their_own(limited_by, asked):
    limited = limited_by(limit_create="2/minute", limit_suggest="1/minute", limit_match="1/minute")
    assert [hint(limited, asked).status_code for _ in range(2)] == [202, 429]
    assert [limited.post("/v1/matches", MATCH).status_code for _ in range(2)] == [202, 429]
    assert limited.create()


STRANGER = {"REMOTE_ADDR": "192.0.2.1"}
SUGGESTED = {"variant": "hockey", "observation": {}}


@pytest.mark.parametrize(
    ("address", "body", "most"),
    [
        ("/v1/games", {"variant": "hockey", "seats": [PERSON, OPEN]}, 60),
        ("/v1/games/g_aaaaaaaaaaaaaaaaaaaa/join", {"join_code": "K7QW2M9P"}, 30),
        ("/v1/suggestions", SUGGESTED, 60),
        ("/v1/matches", MATCH | {"pairs": 0}, 10),
        ("/v1/records", {}, 20),
    ],
)
def test_strangers_have_limits_by_default(api, address, body, most):
    statuses = [api.post(address, body, environ_overrides=STRANGER).status_code for _ in range(most + 1)]
    assert [status == 429 for status in statuses] == [False] * most + [True]


def test_default_limits_count_neither_keys_nor_this_machine_but_the_clients_of_a_proxy(api, store):
    key = {"X-Api-Key": KeyRing(store.client).create("league")[1]}
    for options in ({}, {"environ_overrides": STRANGER, "headers": key}):
        assert {api.post("/v1/records", {}, **options).status_code for _ in range(30)} == {422}
    proxied = {"X-Forwarded-For": "192.0.2.7"}
    assert exhaust(lambda: [api.post("/v1/records", {}, headers=proxied) for _ in range(5)][-1]).status_code == 429


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "evil.example:80"])
def test_a_page_whose_name_leads_to_this_machine_is_a_stranger(api, host):
    assert (
        exhaust(lambda: [api.post("/v1/records", {}, headers={"Host": host}) for _ in range(5)][-1]).status_code == 429
    )


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.0.2.1"])
def test_a_caller_on_this_machine_calls_it_by_its_address_or_localhost(api, host):
    assert {api.post("/v1/records", {}, headers={"Host": host}).status_code for _ in range(30)} == {422}


def test_reads_of_a_stranger_may_take_two_seconds_of_a_process_in_eight(api, game, monkeypatch):
    seconds = itertools.count(step=0.25)  # what each look at the clock of the thread adds
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))
    path = f"/v1/games/{game['id']}/events?after=0"
    refused = exhaust(lambda: api.get(path, environ_overrides=STRANGER))
    assert refused.json["code"] == "limit/exceeded"
    assert "2 s per 8 second of reads" in refused.json["detail"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 8
    assert api.get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.2"}).status_code == 200
    assert api.get(path).status_code == 200
    assert api.move(game, game["token"], environ_overrides=STRANGER).status_code == 200


def test_the_time_of_pages_and_contracts_counts_as_that_of_reads(app, monkeypatch):
    client, seconds = app.test_client(), itertools.count(step=0.25)
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))
    refused = exhaust(lambda: client.get("/docs", environ_base=STRANGER))
    assert refused.json["code"] == "limit/exceeded"
    assert client.get("/health/live", environ_base=STRANGER).status_code == 200


def test_the_time_of_reads_runs_out_and_comes_back(settings, contract, monkeypatch):
    api = Client(create_app(replace(settings, limit_read_time="2/1second")), contract)
    seconds = itertools.count(step=3)
    with monkeypatch.context() as patch:
        patch.setattr(time, "thread_time", lambda: next(seconds))
        assert [api.get("/v1/variants").status_code for _ in range(2)] == [200, 429]
    wait_until(lambda: api.get("/v1/variants").status_code == 200)


def test_an_empty_limit_is_off(limited_by):
    limited = limited_by(limit_record="")
    assert {limited.post("/v1/records", {}, environ_overrides=STRANGER).status_code for _ in range(30)} == {422}


def test_strangers_have_ten_minutes_of_ai_time_an_hour(api):
    paid = api.post("/v1/matches", MATCH, environ_overrides=STRANGER)
    assert (paid.status_code, paid.headers["RateLimit-Limit"]) == (202, "600")
    assert "RateLimit-Limit" not in api.post("/v1/matches", MATCH).headers


@pytest.mark.parametrize(
    ("hops", "headers", "reports"),
    [
        (0, {}, 0),
        (0, {"X-Forwarded-For": "192.0.2.1"}, 1),
        (0, {"Via": "1.1 proxy"}, 1),
        (0, {"X-Real-IP": "192.0.2.1"}, 1),
        (1, {}, 1),
        (1, {"X-Forwarded-For": "192.0.2.1"}, 0),
        (2, {"X-Forwarded-For": "192.0.2.1"}, 1),
        (2, {"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}, 0),
    ],
)
def test_a_number_of_proxies_that_requests_do_not_agree_with_is_reported_once(
    settings, contract, caplog, hops, headers, reports
):
    api = Client(create_app(replace(settings, proxy_hops=hops, trust_loopback=False)), contract)
    for _ in range(3):
        api.get("/v1/variants", headers=headers)
    assert len([text for text in caplog.messages if "FACEOFF_PROXY_HOPS" in text]) == reports


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "play.example"])
def test_a_caller_at_a_loopback_address_is_not_exempt_as_a_proxy_may_have_it(settings, contract, caplog, host):
    """The plainest proxy adds no header, and sends the name that its operator or its client chose."""
    api = Client(create_app(replace(settings, trust_loopback=False)), contract)
    statuses = [api.post("/v1/records", {}, headers={"Host": host}).status_code for _ in range(22)]
    assert statuses == [422] * 20 + [429] * 2
    (warned,) = [text for text in caplog.messages if "FACEOFF_PROXY_HOPS" in text]
    assert "FACEOFF_TRUST_LOOPBACK=true" in warned


def test_behind_a_proxy_loopback_cannot_be_trusted(settings):
    with pytest.raises(SettingsError, match=r"FACEOFF_TRUST_LOOPBACK.*FACEOFF_PROXY_HOPS"):
        create_app(replace(settings, trust_loopback=True, proxy_hops=1))


def test_open_suggestions_and_matches_are_counted_by_key(limited_by, store):
    limited = limited_by(max_matches_each=1)
    keys = [{"X-Api-Key": KeyRing(store.client).create(name)[1]} for name in ("league", "club")]
    statuses = [limited.post("/v1/matches", MATCH, headers=key).status_code for key in (*keys, keys[0], {})]
    assert statuses == [202, 202, 429, 202]


def test_ai_time_is_taken_from_the_quota_and_refused_when_it_is_exceeded(limited_by, asked):
    limited = limited_by(limit_ai_time="3/hour", max_suggestions_each=9)
    paid = hint(limited, asked, time_ms=2000)
    assert (paid.headers["RateLimit-Limit"], paid.headers["RateLimit-Remaining"]) == ("3", "1")
    refused = hint(limited, asked, time_ms=2000)
    assert (refused.status_code, refused.json["code"]) == (429, "quota/ai_time")
    assert 1190 <= int(refused.headers["Retry-After"]) <= 1200  # 1 s of 3 in an hour
    assert (refused.headers["RateLimit-Limit"], refused.headers["RateLimit-Remaining"]) == ("3", "1")
    assert hint(limited, asked, time_ms=900).status_code == 202
    assert limited.create()


def test_a_game_between_computers_costs_ai_time_once_however_often_it_is_sent(limited_by):
    limited = limited_by(limit_ai_time="2/hour")
    body = {"variant": "hockey", "seats": [ai("pro"), ai("pro")]}
    keys = [{"Idempotency-Key": secrets.token_hex(16)} for _ in range(3)]
    answers = [limited.post("/v1/games", body, headers=key) for key in (keys[0], keys[0], keys[1], keys[2], keys[0])]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 201]
    assert answers[3].json["code"] == "quota/ai_time"
    assert limited.create(seats=[PERSON, ai("legend")])


def test_a_game_that_is_left_to_computers_costs_ai_time(limited_by):
    limited = limited_by(limit_ai_time="1/hour")
    games = [limited.create(seats=[PERSON, ai("pro")]) for _ in range(2)]
    left = [
        limited.post(f"/v1/games/{game['id']}/seats/0/ai", {"level": "pro"}, token=game["tokens"]["0"])
        for game in games
    ]
    assert [answer.status_code for answer in left] == [200, 429]
    assert left[1].json["code"] == "quota/ai_time"
    both = limited.create(seats=[PERSON, PERSON])
    assert limited.post(f"/v1/games/{both['id']}/seats/0/ai", token=both["tokens"]["0"]).status_code == 200


def test_the_ai_time_quota_refills_continuously(limited_by, asked, store):
    limited = limited_by(limit_ai_time="2/second")
    assert [hint(limited, asked, time_ms=1900).status_code for _ in range(2)] == [202, 429]
    wait_until(lambda: hint(limited, asked, time_ms=1900).status_code == 202, lambda: "still spent")
    assert [store.client.pttl(key) > 0 for key in store.client.keys("faceoff:ai_time:*")] == [True]


@pytest.mark.parametrize(
    ("body", "left"),
    [({"time_ms": 1500}, 98), ({"level": 1, "time_ms": None}, 99), ({"simulations": 9, "time_ms": None}, 95)],
)
def test_a_hint_costs_its_time_or_the_cap_of_its_level(limited_by, asked, body, left):
    limited = limited_by(limit_ai_time="100/hour")
    paid = limited.post(asked[0], {name: amount for name, amount in body.items() if amount}, token=asked[1])
    assert int(paid.headers["RateLimit-Remaining"]) == left


def test_a_match_costs_a_decision_of_each_player_in_every_game(limited_by):
    limited = limited_by(limit_ai_time="100/hour")
    paid = limited.post("/v1/matches", MATCH | {"first": {"simulations": 5}, "pairs": 9})
    # 18 games, 5 s and 0.1 s in each
    assert (paid.status_code, paid.headers["RateLimit-Remaining"]) == (202, str(100 - 92))
    refused = limited.post("/v1/matches", MATCH | {"first": {"simulations": 5}, "pairs": 20})
    assert (refused.status_code, refused.json["code"]) == (422, "request/invalid")
    assert "100 s per 1 hour" in refused.json["detail"]


def test_what_is_refused_costs_no_ai_time(limited_by, asked):
    limited = limited_by(limit_ai_time="100/hour", max_suggestions_each=1)
    assert hint(limited, asked).headers["RateLimit-Remaining"] == "99"
    assert hint(limited, asked).json["code"] == "task/too_many"
    paid = limited.post("/v1/matches", MATCH)
    assert int(paid.headers["RateLimit-Remaining"]) == 98


def test_keys_pay_for_themselves(limited_by, asked, store):
    limited = limited_by(limit_ai_time="1/hour")
    key = {"X-Api-Key": KeyRing(store.client).create("league")[1]}
    statuses = [
        limited.post("/v1/matches", MATCH | {"pairs": 2}, headers=who).status_code for who in ({}, {}, key, key)
    ]
    assert statuses == [202, 429, 202, 429]


@pytest.fixture
def quota(store):
    """Ten seconds of AI time an hour."""
    return AiTimeQuota(store.client, parse("10/hour"))


def take(quota, ms):
    """What is left after ``ms`` were taken; minus the seconds to wait if they are refused."""
    try:
        return quota.reserve("client", ms).left
    except Problem as refused:
        return -refused.extra["quota"].reset_s


def test_a_quota_can_be_used_to_the_end_and_no_further(quota):
    assert [take(quota, ms) for ms in (6_000, 6_000, 4_000)] == [4, -720, 0]
    assert take(quota, 10_000) == -3600


def test_a_quota_says_in_how_many_seconds_it_is_full_again(quota):
    assert [quota.reserve("client", ms).reset_s for ms in (1_000, 5_000)] == [360, 2160]


def test_a_quota_refills_with_time_and_not_beyond_its_amount(quota, store):
    take(quota, 10_000)
    for hours, ms in ((0.1, 1_000), (5, 10_000)):
        store.client.hincrby("faceoff:ai_time:client", "at", -int(hours * 3_600_000))
        assert take(quota, ms) == 0
        assert take(quota, 1_000) < 0


def test_what_is_refunded_fills_a_quota_and_no_more(quota):
    take(quota, 6_000)
    quota.refund("client", 3_000)
    assert take(quota, 0) == 7
    quota.refund("client", 9_000)
    assert take(quota, 10_000) == 0
    assert take(quota, 1_000) < 0


def test_several_limits_of_ai_time_are_refused(settings):
    with pytest.raises(SettingsError, match=r"FACEOFF_LIMIT_AI_TIME.*several"):
        create_app(replace(settings, limit_ai_time="600/hour;60/minute"))


@pytest.mark.parametrize("value", ["often", "60", "0.5/minute", "60/year of the cat"])
def test_a_limit_that_is_none_is_refused_by_name(settings, value):
    with pytest.raises(SettingsError, match=f"FACEOFF_LIMIT_READ.*{value}"):
        create_app(replace(settings, limit_read=value))
