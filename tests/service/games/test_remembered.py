"""Remembered games save reading, and are never what a refusal, a move or a view is based on if the stored game is
another.
"""

import random

import pytest

from engines import VARIANTS
from engines.language import CODES
from faceoff_client import random_move
from service.app import create_app
from service.games.views import game_view, view_json
from service.model.answer import to_json
from service.model.game import version_of
from service.store.games import Overtaken, Request
from service.store.keys import key
from tests.service.client import PERSON, Client, ai
from tests.service.use_cases import create_game, games_of, resign


@pytest.fixture
def remembered(app):
    return app.extensions["faceoff"].games.memory


@pytest.fixture
def elsewhere(settings, contract):
    """Another process of the service."""
    return Client(create_app(settings), contract)


# -- what is remembered


def test_only_the_games_that_were_used_last_are_remembered(store, monkeypatch):
    monkeypatch.setattr("service.games.update.MOST_REMEMBERED", 3)
    games = games_of(store)
    ids = [create_game(store, seats=[PERSON, PERSON]).game.id for _ in range(5)]
    for game_id in (*ids[:-1], ids[1], ids[-1]):
        games.load(game_id)
    assert [games.memory.find(game_id) is not None for game_id in ids] == [False, True, False, True, True]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_played_on_remembered_games_is_the_stored_one(api, remembered, store, variant):
    """Every move but the first is played on what the move before has left."""
    game, rng = api.create(variant=variant, seats=[PERSON, PERSON]), random.Random(variant)
    tokens = game["tokens"]
    for _ in range(30):
        if game["status"] != "active":
            break
        seat = game["to_act"][0]
        known, stored = remembered.find(game["id"]), store.games.load(game["id"])
        assert (known.revision, known.dump(), known.view_state()) == (
            stored.revision,
            stored.dump(),
            stored.view_state(),
        )
        assert (known.document, known.committed_view_state) == (stored.document, stored.committed_view_state)
        view = api.get(f"/v1/games/{game['id']}", token=tokens[str(seat)]).json
        move = {"ply": view["ply"], "move": random_move(view, rng)}
        assert api.post(f"/v1/games/{game['id']}/moves", move, token=tokens[str(seat)]).status_code == 200
        game = api.get(f"/v1/games/{game['id']}").json


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_copy_shares_nothing_that_is_changed_in_place(store, variant):
    game = create_game(store, variant, seats=[PERSON, PERSON]).game
    copied, written_once = game.copy(), {"options", "_committed_view_state", "given", "uninvited"}
    for name in (*game.__struct_fields__, *vars(game)):
        if isinstance(getattr(game, name), (list, dict)) and name not in written_once:
            assert getattr(copied, name) is not getattr(game, name), f"{name}: Game.copy has to copy it"
    assert copied.state is not game.state
    assert not [(own, other) for own, other in zip(copied.seats, game.seats, strict=True) if own is other]
    assert (copied.dump(), copied.changed_view_state()) == (game.dump(), {})


def test_the_game_is_remembered_that_a_person_sees_after_a_computer_s_answer(api, remembered, play_computer):
    created = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"})
    play_computer(created["id"])
    view = api.get(f"/v1/games/{created['id']}", token=created["tokens"]["0"]).json
    assert remembered.find(created["id"]).version == view["version"]


# -- moves


def test_a_move_is_played_on_the_stored_game_if_it_has_changed(api, elsewhere, store, game):
    """A computer takes over the other player's seat, in another process: the decision stays the same."""
    path = f"/v1/games/{game['id']}"
    other = 1 - game["you"]["seat"]
    assert elsewhere.post(f"{path}/seats/{other}/ai", token=game["waiting"]).status_code == 200
    played = api.move(game, game["token"]).json
    assert played["version"] == game["version"] + 2
    assert store.games.load(game["id"]).seats[other].kind == "ai"


def test_what_the_stored_game_refuses_is_refused(api, elsewhere, game):
    path = f"/v1/games/{game['id']}"
    elsewhere.post(f"{path}/resign", token=game["waiting"])
    refused = api.move(game, game["token"])
    assert (refused.status_code, refused.json["code"]) == (409, "game/over")


def test_a_token_that_was_renewed_elsewhere_is_known(api, elsewhere, game):
    seat = game["you"]["seat"]
    renewed = elsewhere.post(f"/v1/games/{game['id']}/seats/{seat}/token", token=game["token"]).json["token"]
    assert api.move(game, game["token"]).json["code"] == "auth/unknown_token"
    assert api.move(game, renewed).status_code == 200


def test_a_move_played_elsewhere_counts_once(api, elsewhere, game):
    first = elsewhere.move(game, game["token"])
    again = api.move(game, game["token"])
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json["version"] == first.json["version"]


def test_a_remembered_game_opens_to_its_own_tokens_only(api, game):
    for token, status in ((game["waiting"], 409), (f"{game['id']}.wrong", 401)):
        assert api.move(game, token).status_code == status
    assert api.move(game, game["token"]).status_code == 200


def test_a_game_of_the_same_version_with_another_content_is_not_overwritten(api, remembered, store, game):
    """As after a failover that lost a commit, when others have played on."""
    known = remembered.find(game["id"])
    other = store.games.load(game["id"])
    other.seats[0].name = "Somebody"
    stored = {"game": other.dump(), "revision": f"{other.version}-else"}
    store.client.hset(key("game", game["id"]), mapping=stored)
    assert known.version == store.games.load(game["id"]).version
    assert api.move(game, game["token"]).status_code == 200
    assert store.games.load(game["id"]).seats[0].name == "Somebody"


def test_the_store_refuses_a_game_that_is_not_its_own(store):
    game = create_game(store, seats=[PERSON, PERSON]).game
    game.word = "else"
    with pytest.raises(Overtaken):
        store.games.commit(game, Request("change"))


def test_a_game_that_has_expired_is_not_found(api, store, game):
    store.games.delete(game["id"])
    assert api.move(game, game["token"]).status_code == 404
    assert version_of(store.games.revision(game["id"])) == 0


def test_a_refused_move_leaves_nothing_behind(api, remembered, store, game):
    wrong = {"ply": game["ply"], "move": {"type": "none"}}
    assert api.post(f"/v1/games/{game['id']}/moves", wrong, token=game["token"]).status_code == 422
    assert remembered.find(game["id"]).dump() == store.games.load(game["id"]).dump()
    assert api.move(game, game["token"]).status_code == 200


# -- views


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_seat_is_shown_its_own_view(store, variant):
    game = create_game(store, variant, seats=[PERSON, PERSON]).game
    views = {(seat, code): view_json(game, seat, code) for seat in (0, 1, None) for code in CODES}
    assert views == {(seat, code): to_json(game_view(game, seat, code)) for seat, code in views}
    assert len(set(views.values())) == len(views)


def test_a_view_is_made_once_while_the_game_is_the_same(store, monkeypatch):
    game, games = create_game(store, seats=[PERSON, PERSON]).game, games_of(store)
    made = []
    monkeypatch.setattr("service.games.views.game_view", lambda *of: made.append(of[1]) or game_view(*of))
    for seat in (0, 1, 0, None, 1, None):
        view_json(games.load(game.id), seat)
    assert made == [0, 1, None]
    resign(store, game.id, 0)
    assert b'"status":"finished"' in view_json(games.load(game.id), 1)
    assert made == [0, 1, None, 1]


def test_a_view_is_made_again_after_a_change_by_this_process(store):
    game, games = create_game(store, seats=[PERSON, PERSON]).game, games_of(store)
    assert b'"status":"active"' in view_json(games.load(game.id), 0)
    changed = games.update(game.id, lambda game: setattr(game, "status", "aborted")).game
    assert b'"status":"aborted"' in view_json(changed, 0)
    assert view_json(games.load(game.id), 0) is view_json(changed, 0)


def test_a_game_of_the_same_version_with_another_content_is_shown_as_it_is(store):
    """As after a failover or a restored backup."""
    game, games = create_game(store, seats=[PERSON, PERSON], public=False).game, games_of(store)
    assert b"Player 1" in view_json(games.load(game.id), 0)
    document = store.games.stored(game.id).json().replace(b"Player 1", b"Somebody")
    store.client.hset(key("game", game.id), "game", document)
    assert games.load(game.id).version == game.version
    assert b"Player 1" not in view_json(games.load(game.id), 0)


@pytest.mark.parametrize("public", [True, False])
def test_who_may_look_is_asked_at_every_look(api, public):
    game = api.create(seats=[PERSON, PERSON], public=public, options={"first_dealer": "random"})
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    for _ in range(2):
        hands = [api.get(path, token=tokens[seat]).json["hand"] for seat in "01"]
        assert hands[0] != hands[1]
        assert api.get(path, token=tokens["0"]).json["you"]["seat"] == 0
        if public:
            assert api.get(path).json["hand"] == []
            assert api.get(path, token=game["id"] + ".wrong").status_code == 401
        else:
            assert api.get(path).status_code == api.get(path, token=game["id"] + ".wrong").status_code == 404
