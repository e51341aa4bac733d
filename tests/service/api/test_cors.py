"""Cross-origin requests, for the origins that the operator names."""

from dataclasses import replace

import pytest

from service.app import create_app
from service.config import SettingsError
from tests.service.client import Client

HOME = "https://play.example"


@pytest.fixture
def api_for(settings, contract):
    return lambda origins: Client(create_app(replace(settings, cors_origins=origins)), contract)


def test_without_the_setting_no_page_of_another_machine_may_read_answers(api):
    assert "Access-Control-Allow-Origin" not in api.get("/v1/variants", headers={"Origin": HOME}).headers


def test_a_named_origin_may_read_answers_and_the_headers_that_matter(api_for):
    answer = api_for(f"{HOME}, http://localhost:5173").get("/v1/variants", headers={"Origin": HOME})
    assert answer.headers["Access-Control-Allow-Origin"] == HOME
    assert "Origin" in answer.headers["Vary"]
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "Location", "Idempotent-Replayed", "RateLimit-Limit", "Retry-After", "X-Request-Id"} <= set(exposed)
    assert "Date" in exposed, "deadlines are by the clock of the service"
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://play.example.evil.example", "http://play.example", "null"]
)
def test_other_origins_may_not(api_for, origin):
    answer = api_for(HOME).get("/v1/variants", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Origin" in answer.headers["Vary"]


def test_a_star_means_every_origin(api_for):
    assert api_for("*").get("/v1/variants", headers={"Origin": HOME}).headers["Access-Control-Allow-Origin"] == "*"


def test_refusals_can_be_read_too(api_for):
    assert (
        api_for(HOME).get("/v1/games/g_nope", headers={"Origin": HOME}).headers["Access-Control-Allow-Origin"] == HOME
    )


def test_a_game_keeps_its_own_vary(api_for):
    api = api_for(HOME)
    assert api.get(f"/v1/games/{api.create()['id']}").headers["Vary"] == "Authorization, Accept-Language, Origin"


def test_a_preflight_allows_what_clients_send(settings):
    app = create_app(replace(settings, cors_origins=HOME))
    headers = {
        "Origin": HOME,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    answer = app.test_client().options("/v1/games", headers=headers)
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    assert {"Authorization", "Content-Type", "Prefer", "X-Api-Key"} <= set(
        answer.headers["Access-Control-Allow-Headers"].split(", ")
    )


def test_a_page_gets_a_ticket_and_opens_a_stream_with_it(api_for):
    """What a browser sends for ``fetch`` and ``EventSource``; ``test_browser`` lets a real one do so."""
    api = api_for(HOME)
    game = api.create(public=False)
    tickets, stream = f"/v1/games/{game['id']}/tickets", f"/v1/games/{game['id']}/stream"
    asks = {"Origin": HOME, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    allowed = api.http.options(tickets, headers=asks)
    assert (allowed.status_code, allowed.headers["Access-Control-Allow-Origin"]) == (200, HOME)
    assert "Authorization" in allowed.headers["Access-Control-Allow-Headers"]
    ticket = api.post(tickets, token=game["owner_token"], headers={"Origin": HOME})
    opened = api.get(
        f"{stream}?ticket={ticket.json['ticket']}", headers={"Origin": HOME, "Accept": "text/event-stream"}
    )
    assert (opened.status_code, opened.mimetype) == (200, "text/event-stream")
    for answer in (ticket, opened):
        assert answer.headers["Access-Control-Allow-Origin"] == HOME
        assert answer.headers["Cache-Control"] == "no-store"
    opened.close()
    wrong = api.get(f"{stream}?ticket=t_wrong", headers={"Origin": HOME})
    assert (wrong.status_code, wrong.headers["Access-Control-Allow-Origin"]) == (404, HOME)


LOOPBACK = ["http://localhost:5173", "https://localhost", "http://127.0.0.1:3000", "http://[::1]:8080"]
NO_LOOPBACK = [
    HOME,
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://localhost@evil.example",
    "null",
]


def preflight(app, origin):
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    return app.test_client().options("/v1/games", headers=headers)


@pytest.mark.parametrize("origin", LOOPBACK)
def test_without_the_setting_pages_of_this_machine_may_call(app, api, origin):
    allowed = preflight(app, origin)
    assert (allowed.status_code, allowed.headers["Access-Control-Allow-Origin"]) == (200, origin)
    created = api.post("/v1/games", {"variant": "hockey"}, headers={"Origin": origin})
    assert created.headers["Access-Control-Allow-Origin"] == origin


@pytest.mark.parametrize("origin", NO_LOOPBACK)
def test_a_refused_preflight_names_the_setting(app, origin):
    refused = preflight(app, origin)
    assert (refused.status_code, refused.mimetype) == (403, "application/problem+json")
    assert refused.json["code"] == "cors/not_allowed"
    assert "FACEOFF_CORS_ORIGINS" in refused.json["detail"]
    assert origin in refused.json["detail"]
    assert "Access-Control-Allow-Origin" not in refused.headers
    assert "Origin" in refused.headers["Vary"]


@pytest.mark.parametrize("closed", ["none", ""])
def test_with_none_no_page_of_another_origin_may_call_not_even_of_this_machine(settings, api_for, closed):
    for origin in (LOOPBACK[0], "none"):
        answer = api_for(closed).get("/v1/variants", headers={"Origin": origin})
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Origin" not in answer.headers["Vary"], "a cache keeps one answer for all"
    refused = preflight(create_app(replace(settings, cors_origins=closed)), LOOPBACK[0])
    assert (refused.status_code, refused.json["code"]) == (403, "cors/not_allowed")


def test_loopback_may_be_named_beside_other_origins(settings):
    app = create_app(replace(settings, cors_origins=f"{HOME}, loopback"))
    assert [preflight(app, origin).status_code for origin in (HOME, LOOPBACK[0], "https://evil.example")] == [
        200,
        200,
        403,
    ]


def test_options_that_are_no_preflight_are_answered_as_before(app):
    answer = app.test_client().options("/v1/games", headers={"Origin": HOME})
    assert answer.status_code == 200, answer.text
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize(
    "origin",
    [
        "play.example",
        "https://play.example/",
        "https://*.example/x",
        "ftp://play.example",
        "none, https://play.example",
    ],
)
def test_what_is_no_origin_is_refused_by_name(settings, origin):
    with pytest.raises(SettingsError, match="FACEOFF_CORS_ORIGINS"):
        create_app(replace(settings, cors_origins=origin))
