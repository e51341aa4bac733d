"""Looks at stored games: views that are made once, and never out of date."""

import pytest

from engines import VARIANTS
from engines.language import CODES
from service.games.kept_views import KEPT, GameViews, views_of
from service.games.views import game_view
from service.model.answer import to_json
from service.store.keys import key
from tests.service.client import PERSON
from tests.service.use_cases import create_game, games_of, resign


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_look_shows_every_seat_its_own_view(store, variant):
    game = create_game(store, variant, seats=[PERSON, PERSON]).game
    look = games_of(store).look(game.id)
    assert (look.id, look.version, look.public, look.tokens) == (game.id, game.version, True, game.tokens)
    views = {(seat, code): look.view(seat, code, bool) for seat in (0, 1, None) for code in CODES}
    assert views == {(seat, code): to_json(game_view(game, seat, code)) for seat, code in views}
    assert len(set(views.values())) == len(views)


def test_a_view_is_made_once_while_the_game_is_the_same(store, monkeypatch):
    game = create_game(store, seats=[PERSON, PERSON]).game
    made = []
    monkeypatch.setattr("service.games.kept_views.game_view", lambda *of: made.append(of[1]) or game_view(*of))
    for seat in (0, 1, 0, None, 1, None):
        games_of(store).look(game.id).view(seat, "en", bool)
    assert made == [0, 1, None]
    resign(store, game.id, 0)
    assert b'"status":"finished"' in games_of(store).look(game.id).view(1, "en", bool)
    assert made == [0, 1, None, 1]


def test_the_game_of_a_look_is_the_caller_s_own(store):
    look = games_of(store).look(create_game(store, seats=[PERSON, PERSON]).game.id)
    changed = look.game()
    changed.status = "aborted"
    assert look.game().status == "active"
    assert b'"status":"active"' in look.view(0, "en", bool)


def test_a_game_of_the_same_version_with_another_content_is_another_game(store):
    """As after a failover or a restored backup."""
    game = create_game(store, seats=[PERSON, PERSON], public=False).game
    before = games_of(store).look(game.id)
    document = store.games.stored(game.id).json().replace(b"Player 1", b"Somebody")
    store.client.hset(key("game", game.id), "game", document)
    after = games_of(store).look(game.id)
    assert before.version == after.version
    assert b"Player 1" in before.view(0, "en", bool)
    assert b"Player 1" not in after.view(0, "en", bool)


def test_only_the_last_looks_are_kept(store):
    for _ in range(KEPT + 10):
        games_of(store).look(create_game(store, seats=[PERSON, PERSON]).game.id)
    assert views_of.cache_info().currsize == KEPT
    assert isinstance(views_of(store.games.stored(next(store.games.ids()))), GameViews)


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
