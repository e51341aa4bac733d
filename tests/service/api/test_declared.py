"""What an operation declares to refuse, it refuses: who may not call it, and keys that cannot be used. That it answers
with nothing else is held in every test, by a fixture of conftest.py.
"""

import pytest

from service.api.openapi.document import examples, operations
from service.games.update import Games
from service.model.answer import Problem
from tests.service.client import PERSON

OF_A_GAME = [operation for operation in operations() if operation.needs.role]
ONCE = [operation for operation in operations() if operation.once and "<bot_id>" not in operation.path]


def called(api, operation, game_id="", **options):
    """The code of the problem that an operation answers with, for seat 0 and with the body of its example."""
    path = operation.path.replace("<game_id>", game_id).replace("<int:seat>", "0")
    body = examples()["operations"][operation.name].get("asked") if operation.body else None
    return api.request(operation.method, path, json=body, **options).json["code"]


def named(operation):
    return operation.name


@pytest.mark.parametrize("operation", OF_A_GAME, ids=named)
def test_a_token_of_nobody_here_is_refused_as_declared(api, operation):
    game, other = (api.create(seats=[PERSON, PERSON]) for _ in range(2))
    unknown = f"{game['id']}.{other['tokens']['0'].partition('.')[2]}"
    assert called(api, operation, game["id"], token=unknown) == "auth/unknown_token"
    assert called(api, operation, game["id"], token=other["tokens"]["0"]) == "auth/foreign_token"
    gone = "g_aaaaaaaaaaaaaaaaaaaa"
    assert called(api, operation, gone, token=f"{gone}.{'x' * 43}") == "game/not_found"
    if operation.needs.first is not None:
        assert called(api, operation, gone) == "auth/missing"


@pytest.mark.parametrize("operation", ONCE, ids=named)
def test_a_key_that_cannot_be_used_is_refused_as_declared(api, operation):
    game = api.create(seats=[PERSON, PERSON])
    token = game["owner_token"] if "<game_id>" in operation.path else None
    found = called(api, operation, game["id"], headers={"Idempotency-Key": "order 7"}, token=token)
    assert found == "idempotency/invalid_key"


def test_what_an_operation_does_not_declare_is_found(app, monkeypatch, declared_is_what_happens):
    def refuse(*_):
        raise Problem("bot/offline", "Gone.")

    monkeypatch.setattr(Games, "load", refuse)
    assert app.test_client().get("/v1/games/g_aaaaaaaaaaaaaaaaaaaa").json["code"] == "bot/offline"
    assert declared_is_what_happens == ["get_game answers bot/offline, which it does not declare"]
    declared_is_what_happens.clear()  # or this test fails of it


def test_a_computer_for_a_seat_that_waits_for_no_bot_is_refused_as_declared(api):
    game = api.create(seats=[PERSON, {"kind": "open"}])
    refused = api.post(f"/v1/games/{game['id']}/seats/1/ai", {}, token=game["owner_token"])
    assert (refused.status_code, refused.json["code"]) == (409, "invitation/closed")
