"""What problems have in common: the code of a status, when to come again, and how much of a request they repeat."""

import pytest
import redis
from marshmallow import ValidationError

from service.api import problems
from service.api.problems import PROBLEMS, unread_problem
from service.games.update import Games


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "request/malformed"),
        (404, "request/not_found"),
        (405, "request/method"),
        (413, "request/too_large"),
        (414, "request/address_too_long"),
        (415, "request/media_type"),
        (418, "request/malformed"),
        (422, "request/invalid"),
        (431, "request/headers_too_large"),
        (499, "request/malformed"),
        (500, "server/error"),
        (501, "server/error"),
    ],
)
def test_a_status_of_gunicorn_or_flask_has_its_code(status, code):
    found = unread_problem(status, "Why.")
    assert (found.code, found.status, found.detail) == (code, PROBLEMS[code].status, "Why.")
    assert len(found.request_id) == 16


@pytest.mark.parametrize(
    ("error", "seconds"),
    [(redis.ConnectionError("x" * 400), "2"), (redis.OutOfMemoryError("command not allowed"), "30")],
)
def test_a_store_that_does_not_respond_says_when_to_come_again_and_the_log_why(
    app, monkeypatch, caplog, error, seconds
):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(Games, "load", fail)
    answer = app.test_client().get("/v1/games/g_aaaaaaaaaaaaaaaaaaaa")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, seconds)
    assert f" {seconds} s" in answer.json["detail"]
    reason = str(error)[:300]
    assert f": {reason}" in caplog.text
    assert f"{reason}x" not in caplog.text


def test_a_name_that_a_client_made_long_is_cut(api):
    refused = api.post("/v1/games", {"variant": "hockey", "x" * 100: 1}).json
    assert [error["pointer"] for error in refused["errors"]] == ["/" + "x" * 60]
    assert "x" * 61 not in refused["detail"]


@pytest.mark.parametrize("field", ["ticket", "token", "join_code", "client_seed"])
def test_nothing_in_a_field_that_holds_a_secret_is_repeated(app, field):
    messages = {field: {"inner": ["Wrong."], 0: ["Wrong."]}, "name": {0: ["Wrong."]}}
    given = {field: {"inner": "hidden-1", 0: "hidden-2"}, "name": ["shown"]}
    with app.test_request_context("/v1/games"):
        found = problems._answer_invalid(ValidationError(messages, data=given)).get_data(as_text=True)
        plain = problems._answer_invalid(ValidationError({field: ["Wrong."]}, data={field: "hidden-3"}))
    assert "hidden" not in found + plain.get_data(as_text=True)
    assert "'shown': Wrong." in found


def test_whatever_fails_is_a_problem_with_the_id_of_its_request(app, monkeypatch):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for error in (RuntimeError("secret"), RecursionError()):

        def fail(*_, error=error, **__):
            raise error

        monkeypatch.setattr(Games, "load", fail)
        path = "/v1/games/g_aaaaaaaaaaaaaaaaaaaa/join"
        answer = app.test_client().post(path, json={}, headers={"X-Request-Id": "ask-7"})
        status, code = (500, "server/error") if type(error) is RuntimeError else (400, "request/malformed")
        assert (answer.status_code, answer.json["code"], answer.json["request_id"]) == (status, code, "ask-7")
        assert "secret" not in answer.text


def test_a_summary_is_the_first_sentence_and_facts_that_are_empty_are_left_out(app):
    with app.test_request_context("/v1/games"):
        found = problems.problem("request/invalid", "seat: 9 is none", "r", field="seat", rule="", rule_url=None)
        assert (found.errors[0].pointer, found.errors[0].message) == ("/seat", "9 is none")
        plain = problems.problem("request/invalid", "Why.", "r", field=None)
    assert not plain.errors


@pytest.mark.parametrize(
    ("sent", "is_token"),
    [
        (f"Bearer {'x' * 200}", True),
        (f"bearer  {'x' * 199}", True),
        (f"Bearer {'x' * 201}", False),
        ("Bearer ", False),
        ("Bearer", False),
        ("Basic eHg6eXk=", False),
    ],
)
def test_a_token_is_a_bearer_of_200_characters_at_most(api, game, sent, is_token):
    refused = api.get(f"/v1/games/{game['id']}", headers={"Authorization": sent})
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert refused.json["detail"].startswith("Authorization is not") is not is_token
