"""Kept games save reading, and are never what a refusal or a move is based on if the stored game is another."""

import random

import pytest

from engines import VARIANTS
from faceoff_client import random_move
from service.app import create_app
from service.games.kept import MOST, KeptGames
from service.store.games import Overtaken
from service.store.history import Request
from tests.service.client import PERSON, Client, ai
from tests.service.use_cases import create_game

TOKEN = "the digest of a token"


def known(game):
    """The game, in which seat 0 has TOKEN."""
    game.tokens[TOKEN] = 0
    return game


def kept_of(app):
    return app.extensions["faceoff"].games.kept


@pytest.fixture
def elsewhere(settings, contract):
    """Another process of the service."""
    return Client(create_app(settings), contract)


def test_a_game_is_taken_once_for_the_decision_that_it_asks_for(store):
    kept, game = KeptGames(), known(create_game(store, seats=[PERSON, PERSON]).game)
    ply = game.state.ply
    kept.keep(game)
    assert kept.take(game.id, ply + 1, TOKEN) is None
    assert kept.take("g_another", ply, TOKEN) is None
    taken = kept.take(game.id, ply, TOKEN)
    assert taken is game
    assert taken.is_kept
    assert kept.take(game.id, ply, TOKEN) is None


def test_the_newer_game_is_kept(store):
    kept, newer = (
        KeptGames(),
        known(create_game(store, seats=[PERSON, PERSON], options={"first_dealer": "random"}).game),
    )
    older = store.games.load(newer.id)
    newer.version += 1
    kept.keep(newer)
    kept.keep(older)
    assert kept.take(newer.id, newer.state.ply, TOKEN) is newer


def test_only_the_last_games_are_kept_and_none_that_is_over(store):
    kept = KeptGames()
    games = [known(create_game(store, seats=[PERSON, PERSON]).game) for _ in range(MOST + 1)]
    for game in games:
        kept.keep(game)
    assert kept.take(games[0].id, games[0].state.ply, TOKEN) is None
    assert kept.take(games[1].id, games[1].state.ply, TOKEN) is games[1]
    games[2].status = "finished"
    kept.clear()
    kept.keep(games[2])
    assert kept.take(games[2].id, games[2].state.ply, TOKEN) is None


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_played_on_kept_games_is_the_stored_one(api, app, store, key):
    """Every move but the first is played on what the move before has left."""
    game, rng = api.create(variant=key, seats=[PERSON, PERSON]), random.Random(key)
    tokens = game["tokens"]
    for _ in range(30):
        if game["status"] != "active":
            break
        seat = game["to_act"][0]
        kept = kept_of(app)._games[game["id"]]
        stored = store.games.load(game["id"])
        assert (kept.version, kept.dump(), kept.view_state()) == (stored.version, stored.dump(), stored.view_state())
        assert kept.revision == stored.revision
        view = api.get(f"/v1/games/{game['id']}", token=tokens[str(seat)]).json
        move = {"ply": view["ply"], "move": random_move(view, rng)}
        assert api.post(f"/v1/games/{game['id']}/moves", move, token=tokens[str(seat)]).status_code == 200
        game = api.get(f"/v1/games/{game['id']}").json


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


def test_a_move_played_elsewhere_counts_once(api, elsewhere, game):
    first = elsewhere.move(game, game["token"])
    again = api.move(game, game["token"])
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json["version"] == first.json["version"]


def test_a_kept_game_opens_to_its_own_tokens_only(api, game):
    for token, status in ((game["waiting"], 409), (f"{game['id']}.wrong", 401)):
        assert api.move(game, token).status_code == status
    assert api.move(game, game["token"]).status_code == 200


def test_a_game_of_the_same_version_with_another_content_is_not_overwritten(api, app, store, game):
    """As after a failover that lost a commit, when others have played on."""
    kept = kept_of(app)._games[game["id"]]
    other = store.games.load(game["id"])
    other.seats[0].name = "Somebody"
    key = next(store.client.scan_iter(f"*:game:{game['id']}"))
    store.client.hset(key, mapping={"game": other.dump(), "revision": f"{other.version}-else"})
    assert kept.version == store.games.load(game["id"]).version
    assert api.move(game, game["token"]).status_code == 200
    assert store.games.load(game["id"]).seats[0].name == "Somebody"


def test_the_store_refuses_a_kept_game_that_is_not_its_own(store):
    game = create_game(store, seats=[PERSON, PERSON]).game
    game.is_kept = True
    game.word = "else"
    with pytest.raises(Overtaken):
        store.games.commit(game, Request("change"))


def test_a_game_that_has_expired_is_not_found(api, store, game):
    store.games.delete(game["id"])
    assert api.move(game, game["token"]).status_code == 404
    assert store.games.version(game["id"]) == 0


def test_a_refused_move_leaves_nothing_behind(api, app, game):
    wrong = {"ply": game["ply"], "move": {"type": "none"}}
    assert api.post(f"/v1/games/{game['id']}/moves", wrong, token=game["token"]).status_code == 422
    assert game["id"] not in kept_of(app)._games
    assert api.move(game, game["token"]).status_code == 200


def test_the_game_is_kept_that_a_person_sees_after_a_computer_s_answer(api, app, play_computer):
    created = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"})
    play_computer(created["id"])
    view = api.get(f"/v1/games/{created['id']}", token=created["tokens"]["0"]).json
    assert kept_of(app)._games[created["id"]].version == view["version"]
