"""Views of earlier versions: what each seat saw then, every field of it, and no more."""

import pytest

from engines import VARIANTS
from engines.rng import Rng
from service.games.replay import game_at
from service.games.views import game_view
from service.model.game import seats_to_act
from service.store.games import GameStore
from tests.games import QUICK_GAME
from tests.service.client import OPEN, PERSON, ai, choose_dealer, refusal_of
from tests.service.games.test_secrecy import random_move
from tests.service.use_cases import create_game, play_move


def viewers(game):
    return [*range(len(game.seats)), None]


def played(store, key, preset):
    """A random game between people, and the views of every seat at every version of it."""
    variant = VARIANTS[key]
    seats = int(variant.new_game(variant.presets[preset]).seats())
    game = create_game(store, key, preset, None, [PERSON] * seats, True, time_limit_s=60).game
    seen, rng = {}, Rng(f"time travel {preset}")
    while True:
        seen[game.version] = {viewer: game_view(game, viewer) for viewer in viewers(game)}
        if game.status != "active":
            return game, seen
        asked = seats_to_act(game)
        seat = asked[rng.below(len(asked))]  # simultaneous choices come in any order
        game = play_move(store, game.id, seat, game.state.ply, random_move(variant, game.state, seat, rng)).game


@pytest.mark.parametrize(("key", "preset"), [(key, next(iter(variant.presets))) for key, variant in VARIANTS.items()])
def test_an_earlier_view_is_the_one_that_was_shown_then(store, replayed_view, key, preset):
    game, seen = played(store, key, preset)
    versions = sorted(seen)
    for version in {*versions[:6], *versions[:: max(1, len(versions) // 12)], *versions[-2:]}:
        for viewer, view in seen[version].items():
            assert replayed_view(game, version, viewer) == view


@pytest.fixture
def replayed_view(store):
    return lambda game, version, viewer: game_view(game_at(store.games, store.games.load(game.id), version), viewer)


def test_views_of_the_time_before_a_seat_was_taken_or_handed_over(api, store, play_computer):
    made = api.create(preset="partnership", seats=[PERSON, OPEN, ai(1), ai(1)])
    path = f"/v1/games/{made['id']}"
    joined = api.post(f"{path}/join", {"join_code": made["join_code"], "name": "Ida"}).json
    play_computer(made["id"])
    handed = api.post(f"{path}/seats/1/ai", {"level": 1}, token=joined["token"]).json
    assert api.get(f"{path}?version=1").json["seats"][1]["kind"] == "open"
    assert api.get(f"{path}?version=1").json["status"] == "open"
    then = api.get(f"{path}?version=2", token=joined["token"]).json
    assert (then["seats"][1]["kind"], then["seats"][1]["name"], then["status"]) == ("person", "Ida", "active")
    assert then["hand"] == joined["hand"]
    assert api.get(f"{path}?version={handed['version']}", token=joined["token"]).json == handed


def test_an_earlier_view_of_a_finished_game_does_not_show_the_seed(api):
    game = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{game['id']}"
    api.post(f"{path}/resign", token=game["tokens"]["0"])
    then = api.get(f"{path}?version=1", token=game["tokens"]["1"]).json
    assert (then["fairness"]["seed"], then["result"], then["status"]) == (None, None, "active")
    assert api.get(f"{path}?version=2").json["fairness"]["seed"]


def test_an_earlier_view_shows_the_callers_hand_only(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    path = f"/v1/games/{game['id']}?version={game['version']}"
    hands = [api.get(path, token=token).json["hand"] for token in game["tokens"].values()]
    assert [len(hand) for hand in hands] == [5, 5]
    assert not set(hands[0]) & set(hands[1])
    assert api.get(path).json["hand"] == []


def test_an_earlier_view_depends_on_what_its_seat_knew_only(store, replayed_view):
    """With the other cards exchanged in the store the replay is unchanged: it is made from the moves, not from the
    present state.
    """
    game, seen = played(store, QUICK_GAME, next(iter(VARIANTS[QUICK_GAME].presets)))
    middle = sorted(seen)[len(seen) // 2]
    key = next(key for key in store.client.scan_iter(f"*:game:{game.id}"))
    record = store.games.load(game.id)
    record.state = record.variant.new_game(record.options)
    store.client.hset(key, "game", record.dump())
    assert replayed_view(game, middle, 0) == seen[middle][0]


def test_an_earlier_view_has_the_etag_of_its_version(api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    path = f"/v1/games/{game['id']}?version=1"
    tag = api.get(path).headers["ETag"]
    assert tag == api.get(path).json["etag"] != game["etag"]
    assert api.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_a_version_that_has_not_been_is_refused(api):
    game = api.create()
    answer = api.get(f"/v1/games/{game['id']}?version=7")
    assert refusal_of(answer) == {"status": 404, "code": "version/unknown", "pointer": "/version"}
    last = game["version"]
    assert answer.json["detail"] == f"version: 7 is not a version of game {game['id']}; there are 1 to {last}"


@pytest.mark.parametrize("query", ["version=0", "version=first", "version=-1", "at=1"])
def test_a_version_that_is_none_is_refused(api, query):
    answer = api.get(f"/v1/games/{api.create()['id']}?{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
    assert answer.json["detail"].startswith(f"{query.partition('=')[0]}: ")


def test_a_game_of_other_rules_is_not_played_again(api, store):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    record = store.games.load(game["id"])
    record.rules_version = 99
    store.client.hset(next(store.client.scan_iter(f"*:game:{game['id']}")), "game", record.dump())
    answer = api.get(f"/v1/games/{game['id']}?version=1")
    assert (answer.status_code, answer.json["code"]) == (409, "rules/changed")


def test_a_private_games_past_is_private(api):
    game = api.create(public=False)
    assert api.get(f"/v1/games/{game['id']}?version=1").json["code"] == "game/not_found"


def test_more_versions_than_a_page_of_the_store_holds(store, monkeypatch, replayed_view):
    monkeypatch.setattr(GameStore.events_after, "__defaults__", (7,))
    game, seen = played(store, "hockey", "standard")
    assert len(seen) > 8
    assert replayed_view(game, max(seen), 0) == seen[max(seen)][0]
