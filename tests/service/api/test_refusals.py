"""What a refusal says to a client: one way to name fields, what to send or call instead, no secrets; and the pages
about the codes.
"""

import ast
import re
from pathlib import Path

import pytest

import service
from service.api.problems import PROBLEMS
from service.model.tokens import new_token
from tests.service.client import ai, refusal_of
from tests.service.games.test_bots import register

PERSON = {"kind": "person"}
POINTERS = [
    ("/v1/games", {"variant": "hockey", "seats": [{"kind": "person", "level": 1}, ai()]}, "/seats/0/level"),
    ("/v1/games", {"variant": "hockey", "options": {"deals": [26, 0]}}, "/options/deals/1"),
    ("/v1/games", {"variant": "hockey", "preset": "nhl"}, "/preset"),
    ("/v1/games", {"variant": "chess"}, "/variant"),
    (
        "/v1/suggestions",
        {"variant": "hockey", "observation": {"seat": 0, "hand": ["9H", "1Q"]}, "level": 1},
        "/observation/hand/1",
    ),
    ("/v1/matches", {"variant": "hockey", "first": {"level": 99}, "second": {"level": 1}, "pairs": 1}, "/first/level"),
]


@pytest.mark.parametrize(
    ("path", "body", "pointer"), POINTERS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_error_has_a_json_pointer_that_leads_to_what_is_wrong(api, path, body, pointer):
    answer = api.post(path, body).json
    named = [error["pointer"] for error in answer["errors"]]
    assert named == [pointer]


def test_a_move_is_named_by_a_pointer_too(api):
    game, token = turn(api)
    answer = api.move(game, token, {"type": "play", "card": "1Q"}).json
    (error,) = answer["errors"]
    assert error["pointer"] == "/move/card"
    assert f"move.card: {error['message']}" == answer["detail"]


def test_the_root_of_a_body_is_the_empty_string(api):
    (error,) = api.post("/v1/games", data="7", content_type="application/json").json["errors"]
    assert error["pointer"] == ""


def test_an_odd_name_of_a_field_is_escaped_in_its_pointer(api):
    (error,) = api.post("/v1/games", {"variant": "hockey", "a/b~c.d": 1}).json["errors"]
    assert error["pointer"] == "/a~1b~0c.d"


def turn(api):
    """A game in which it is a person's turn, with the person's token."""
    game = api.create(options={"first_dealer": "random"}, seats=[PERSON, PERSON])
    token = game["tokens"][str(game["to_act"][0])]
    return api.get(f"/v1/games/{game['id']}", token=token).json, token


def test_an_entry_of_the_legal_moves_is_answered_with_what_to_send(api):
    game, token = turn(api)
    answer = api.move(game, token, game["legal_moves"][0])
    assert refusal_of(answer) == {"status": 422, "code": "move/invalid", "pointer": "/move"}
    assert "send its `move`" in answer.json["detail"]
    assert api.move(game, token, game["legal_moves"][0]["move"]).status_code == 200


PYTHON = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|\['|codec|sys\.|\bdict\b")


@pytest.mark.parametrize(
    "body",
    [
        b'{"variant": "\xff"}',
        b'{"variant": ',
        b'{"pace_ms": ' + b"9" * 5000 + b"}",
        b'{"variant": "hockey", "options": {"wild_ranks": true}}',
        b'{"variant": "hockey", "options": {"seats": ["a", null]}}',
        b'{"variant": "hockey", "options": {"seats": {"a": false}}}',
        b'{"variant": "hockey", "public": null}',
        b'{"variant": "hockey", "seats": [{"kind": ["ai"]}]}',
    ],
    ids=lambda body: body[:50].decode(errors="replace"),
)
def test_texts_have_no_python_in_them(api, body):
    answer = api.post("/v1/games", data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert not PYTHON.search(answer.json["detail"]), answer.json["detail"]


def test_the_open_seats_are_named_as_people_write_them(api):
    game = api.create(
        options={"seats": 4, "deals": [13], "overtime_deals": [13]},
        seats=[PERSON, {"kind": "open"}, {"kind": "open"}, ai()],
    )
    answer = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "seat": 0}).json
    assert answer["detail"] == "seat: 0 is not open; open: 1, 2"


INSTEAD = [
    ("PUT", "/v1/games/{id}", ["GET /v1/games/{id} (Get a game)", "To play a move: POST /v1/games/{id}/moves."]),
    ("DELETE", "/v1/games/{id}", ["POST /v1/games/{id}/resign", "POST /v1/games/{id}/abort"]),
    ("GET", "/v1/games/{id}/moves", ["POST /v1/games/{id}/moves", "GET /v1/games/{id}.", "GET /v1/games/{id}/events"]),
    ("DELETE", "/v1/games", ["GET /v1/games (", "POST /v1/games ("]),
    ("GET", "/v1/records", ["POST /v1/records (", "GET /v1/games/<game_id>/record"]),
]


@pytest.mark.parametrize(
    ("method", "path", "calls"), INSTEAD, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_wrong_method_is_answered_with_the_calls_that_may_have_been_meant(api, app, method, path, calls):
    game_id = api.create()["id"]
    answer = app.test_client().open(path.replace("{id}", game_id), method=method)
    assert (answer.status_code, answer.json["code"]) == (405, "request/method")
    assert [call for call in calls if call.replace("{id}", game_id) not in answer.json["detail"]] == []


def test_a_secret_in_a_query_is_not_repeated(api, app):
    game = api.create()
    token = game["tokens"]["0"]
    guess = new_token(game["id"])
    address = f"/v1/games/{game['id']}"
    for path in (
        f"{address}?token={token}",
        f"{address}/events?token={token}",
        f"{address}/stream?ticket={token * 3}",
        f"{address}/stream?ticket={guess}",
        f"/v1/games?cursor={token}",
        f"/v1/games?limit={token}",
        f"/v1/games?key=k_{'a' * 32}",
        f"/v1/games/{token}",
        f"/v1/nothing/{token}",
    ):
        answer = app.test_client().get(path)
        assert answer.status_code >= 400
        assert token.partition(".")[2][:16] not in answer.text
        assert guess.partition(".")[2][:16] not in answer.text
        assert "aaaaaaaa" not in answer.text


REFUSING = ("Problem", "refusal", "wrong_field", "problem_response")


def test_every_code_that_is_raised_has_a_section_in_problems_md_and_the_reverse():
    raised = set()
    for path in Path(service.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSING:
                raised |= {code for argument in node.args[:1] for code in codes_in(argument)}
            elif isinstance(node, ast.Constant) and path.name == "problems.py":
                raised |= set(codes_in(node))  # tables of codes by status and by refusal
    assert len(raised) > 50
    assert raised == {*PROBLEMS}


def codes_in(node):
    """The codes that an expression can be: texts and choices of texts, so that a search for a code finds where it is
    raised.
    """
    if isinstance(node, ast.IfExp):
        yield from codes_in(node.body)
        yield from codes_in(node.orelse)
    elif isinstance(node, ast.Constant) and re.fullmatch("[a-z]+/[a-z_]+", str(node.value)):
        yield node.value


LONG = "x" * 300


@pytest.mark.parametrize(
    ("method", "path", "sent", "most"),
    [
        ("GET", f"/openapi.yaml?for={LONG}", {}, 40),
        ("GET", f"/docs/{LONG}", {}, 60),
        ("OPTIONS", "/v1/games", {"headers": {"Origin": LONG, "Access-Control-Request-Method": "POST"}}, 100),
    ],
)
def test_of_a_long_text_that_is_refused_only_the_first_characters_are_repeated(app, method, path, sent, most):
    detail = app.test_client().open(path, method=method, **sent).json["detail"]
    assert "x" * most in detail
    assert "x" * (most + 1) not in detail


def test_of_an_address_that_is_refused_only_the_first_characters_are_repeated(api):
    game = api.create(seats=[PERSON, PERSON])
    body = {"url": f"ftp://{LONG}", "game_id": game["id"]}
    detail = api.post("/v1/webhooks", body, token=game["tokens"]["0"]).json["detail"]
    assert f"'ftp://{'x' * 74}' " in detail


def test_of_a_place_in_a_bots_events_that_is_refused_only_the_first_characters_are_repeated(api):
    bot = register(api)
    refused = api.get(
        f"/v1/bots/{bot['id']}/stream", token=bot["token"], headers={"Last-Event-ID": LONG, "Accept": "*/*"}
    )
    assert (refused.status_code, refused.json["code"]) == (422, "stream/unknown_version")
    assert refused.json["detail"].startswith(f"'{'x' * 20}' is not the number")
