"""The headers of every answer to a browser: not to guess what it is, not to run or frame it, and not to name its
address elsewhere.
"""

import gzip
import re

import pytest

SAMPLES = {"key": "hockey", "variant": "hockey", "name": "fairness", "code": "move/illegal"}
"""Values of parameters by name; addresses with others lead to a problem."""


def policy(response):
    """The Content-Security-Policy as words by directive."""
    return {
        name: words
        for name, *words in (part.split() for part in response.headers["Content-Security-Policy"].split(";"))
    }


def assert_guarded(response):
    found = policy(response)
    assert found["default-src"] == found["frame-ancestors"] == ["'none'"]
    assert set(found.get("script-src", [])) <= {"'self'"}
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"


def calls(app, game):
    """Every method of every address of the service."""
    for rule in app.url_map.iter_rules():
        values = SAMPLES | {"game_id": game["id"]}
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found, values=values: values.get(found[1], "1"), rule.rule)
        yield from ((method, path) for method in rule.methods)


def test_every_answer_of_every_address_says_what_a_browser_may_do_with_it(app, game):
    statuses = set()
    for method, path in sorted(calls(app, game)):
        response = app.test_client().open(path, method=method)
        statuses.add(response.status_code)
        assert_guarded(response)
        response.close()
    assert statuses >= {200, 401, 404, 409, 422}


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/fairness", "/rules/hockey", "/problems/move/illegal"])
def test_a_page_takes_nothing_from_elsewhere_and_sends_nothing_there(app, path):
    response = app.test_client().get(path, headers={"Accept": "text/html"})
    assert response.mimetype == "text/html"
    found = policy(response)
    assert found["base-uri"] == found["form-action"] == ["'none'"]
    assert not [word for name in found for word in found[name] if word not in ("'none'", "'self'", "data:")]


def test_a_stream_a_page_not_found_and_a_service_without_redis_are_no_exceptions(app, game, monkeypatch):
    with app.test_client().get(f"/v1/games/{game['id']}/stream") as stream:
        assert stream.mimetype == "text/event-stream"
        assert_guarded(stream)
    assert_guarded(app.test_client().get("/nowhere"))
    monkeypatch.setattr("service.store.games.GameStore.stored", lambda *_: 1 / 0)
    unexpected = app.test_client().get(f"/v1/games/{game['id']}")
    assert unexpected.status_code == 500
    assert_guarded(unexpected)


def test_an_answer_to_a_holder_of_a_token_is_kept_by_no_cache_for_others(api, game):
    for path in (f"/v1/games/{game['id']}/fairness", f"/v1/webhooks?game_id={game['id']}"):
        answer = api.get(path, token=game["tokens"]["0"])
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-cache")
        assert "Authorization" in answer.headers["Vary"]


def test_a_compressed_body_is_refused_by_its_coding(app):
    sent = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = app.test_client().post("/v1/games", data=gzip.compress(b"{}"), headers=sent)
    assert (answer.status_code, answer.json["code"]) == (415, "request/media_type")
    assert "Content-Encoding: 'gzip' is not accepted" in answer.json["detail"]
    assert answer.headers["Accept-Encoding"] == "identity"


def test_head_has_the_headers_of_get_and_no_body(app, game):
    path, token = f"/v1/games/{game['id']}", {"Authorization": f"Bearer {game['token']}"}
    got, head = (app.test_client().open(path, method=method, headers=token) for method in ("GET", "HEAD"))
    passing = {"X-Request-Id"}
    assert (got.status_code, head.status_code, head.data) == (200, 200, b"")
    assert {name: got.headers[name] for name in {*got.headers.keys()} - passing} == {
        name: head.headers[name] for name in {*head.headers.keys()} - passing
    }
    assert int(head.headers["Content-Length"]) == len(got.data) > 0


def test_an_answer_without_a_body_has_a_length(app):
    assert app.test_client().options("/v1/games").headers["Content-Length"] == "0"


def test_no_header_is_sent_twice(app, game):
    for method, path in sorted(calls(app, game)):
        with app.test_client().open(path, method=method) as response:
            names = [name.lower() for name, _ in response.headers]
            assert sorted(set(names)) == sorted(names), (method, path)


def test_a_web_socket_is_refused(app):
    refused = app.test_client().get("/v1/variants", headers={"Connection": "Upgrade", "Upgrade": "websocket"})
    assert (refused.status_code, refused.json["code"]) == (400, "request/malformed")
