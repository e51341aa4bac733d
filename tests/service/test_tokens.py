"""A renewed token is worth nothing from the moment of its renewal: in no request, however far it had come, and in nothing made with it."""

import pytest

from service.app import create_app
from service.store.games import RedisGames
from tests.service.client import PERSON, Client, choose_dealer
from tests.service.test_waiting import asked_view, in_background, wait_until_held


@pytest.fixture
def elsewhere(settings, contract):
    """Another process of the service."""
    return Client(create_app(settings), contract)


@pytest.fixture
def meanwhile(monkeypatch):
    """Let something happen once between the check of the next request and its commit."""

    def before_the_commit(happen):
        commit, left = RedisGames.commit, [happen]

        def overtaken(games, game, request):
            if left:
                left.pop()()
            return commit(games, game, request)

        monkeypatch.setattr(RedisGames, "commit", overtaken)

    return before_the_commit


def renew(api, game, seat, token):
    """The new token of a seat."""
    answer = api.post(f"/v1/games/{game['id']}/seats/{seat}/token", token=token)
    assert answer.status_code == 201, answer.text
    return answer.json["token"]


@pytest.fixture
def owned(api):
    """A game of two people, its dealer chosen, with all of its tokens."""
    created = api.create(seats=[PERSON, PERSON])
    return choose_dealer(api, created) | {"owner": created["owner"]}


# -- changes


def test_a_renewed_token_does_not_move_in_a_process_that_has_kept_the_game(api, elsewhere, owned):
    view, token = asked_view(api, owned)
    renew(elsewhere, owned, view["you"]["seat"], owned["owner"])
    refused = api.move(view, token)
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert api.get(f"/v1/games/{owned['id']}").json["ply"] == view["ply"]


@pytest.mark.parametrize("path", ["moves", "resign", "seats/{seat}/ai"])
def test_a_token_that_is_renewed_before_the_commit_changes_nothing(api, elsewhere, owned, meanwhile, path):
    view, token = asked_view(api, owned)
    seat = view["you"]["seat"]
    body = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]} if path == "moves" else {}
    meanwhile(lambda: renew(elsewhere, owned, seat, owned["owner"]))
    refused = api.post(f"/v1/games/{owned['id']}/{path.format(seat=seat)}", body, token=token)
    assert (refused.status_code, refused.json["code"]) == (401, "auth/unknown_token")
    assert api.get(f"/v1/games/{owned['id']}").json["version"] == view["version"] + 1, "the renewal alone"


def test_nobody_returns_with_a_token_that_is_renewed_before_the_commit(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}/seats/0"
    api.post(f"{path}/ai", token=owned["tokens"]["0"])
    meanwhile(lambda: renew(elsewhere, owned, 0, owned["owner"]))
    assert api.post(f"{path}/return", token=owned["tokens"]["0"]).json["code"] == "auth/unknown_token"
    assert api.get(f"/v1/games/{owned['id']}").json["seats"][0]["kind"] == "ai"


def test_nobody_names_a_rematch_with_a_token_that_is_renewed_before_the_commit(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}"
    api.post(f"{path}/resign", token=owned["tokens"]["0"])
    meanwhile(lambda: renew(elsewhere, owned, 0, owned["owner"]))
    assert api.post(f"{path}/rematch", token=owned["tokens"]["0"]).json["code"] == "auth/unknown_token"
    assert api.get(path).json["rematch"] is None


def test_a_rematch_has_the_tokens_that_are_valid_when_it_is_named(api, elsewhere, owned, meanwhile):
    path = f"/v1/games/{owned['id']}"
    api.post(f"{path}/resign", token=owned["tokens"]["0"])
    new = []
    meanwhile(lambda: new.append(renew(elsewhere, owned, 1, owned["owner"])))
    there = api.post(f"{path}/rematch", token=owned["tokens"]["0"]).json
    assert api.get(f"/v1/games/{there['id']}", token=owned["tokens"]["1"]).json["code"] == "auth/foreign_token"
    assert api.get(f"/v1/games/{there['id']}", token=new[0]).json["you"]["seat"] == 0


def test_a_move_that_is_sent_again_with_a_renewed_token_is_not_answered(api, owned):
    view, token = asked_view(api, owned)
    api.move(view, token)
    renew(api, owned, view["you"]["seat"], owned["owner"])
    for move in (view["legal_moves"][0]["move"], {"type": "another"}):
        assert api.move(view, token, move).json["code"] == "auth/unknown_token"


def test_a_wrong_token_takes_no_kept_game_away(api, app, owned):
    view, token = asked_view(api, owned)
    kept = app.extensions["faceoff"].games.kept._games
    for wrong in (f"{owned['id']}.wrong", owned["owner"]):
        api.move(view, wrong)
        assert owned["id"] in kept


# -- requests that are held


def test_a_long_poll_with_a_token_that_is_renewed_meanwhile_is_refused(api, app, owned):
    path = f"/v1/games/{owned['id']}/events?after={owned['version']}&wait=10"
    answer = in_background(lambda: api.get(path, token=owned["tokens"]["0"]))
    wait_until_held(app)
    renew(api, owned, 0, owned["owner"])
    assert answer().json["code"] == "auth/unknown_token"


def test_a_held_move_with_a_token_that_is_renewed_meanwhile_shows_no_later_hand(api, app, owned):
    view, token = asked_view(api, owned)
    answer = in_background(lambda: api.move(view, token, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    renew(api, owned, view["you"]["seat"], owned["owner"])
    api.post(f"/v1/games/{owned['id']}/resign", token=owned["tokens"][str(1 - view["you"]["seat"])])
    assert answer().json["code"] == "auth/unknown_token"
