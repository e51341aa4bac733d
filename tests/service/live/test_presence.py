"""Who is away: what the others at the table are told when a player's last connection ends, and what it costs."""

import pytest

from service.live.hub import Watched
from service.live.news import Seen, Viewer, game_news
from service.model.timestamps import now_ms
from service.model.tokens import digest
from service.store.connection import CHANNEL
from service.store.presence import GRACE_MS, RENEW_S, THERE_MS
from tests.patience import wait_until
from tests.service.client import OPEN, PERSON, ai
from tests.service.clock import pass_time
from tests.service.live.test_streams import path_of, read  # noqa: F401
from tests.service.live.test_waiting import in_background, known, wait_until_held
from tests.service.use_cases import games_of


@pytest.fixture
def let_pass(monkeypatch, store):
    """Time passes, and those who follow a game look at it."""

    def let_pass(game, seconds):
        pass_time(monkeypatch, store, seconds)
        store.client.publish(CHANNEL, f"{game['id']} 0")

    return let_pass


@pytest.fixture
def follow(game, read):  # noqa: F811
    return lambda seat: read(path_of(game, f"?away=true&after={game['version']}"), token=game["tokens"][str(seat)])


def away(stream):
    """Who is away, as the next message says, which is not about the game."""
    _, message = stream.next()
    assert message["events"] == []
    return message["away"]


def seen_ms(store, game, seat):
    """For how many ms a player still counts as there; None if nothing is known."""
    (name,) = [*store.client.scan_iter(f"*:seen:{game['id']}:{seat}")] or [None]
    return name and int(store.client.get(name)) - now_ms()


def test_who_has_left_is_away_for_the_others_after_five_seconds_and_back_at_once(api, game, follow, let_pass):
    before = known(api, game)
    ida, ole = follow(0), follow(1)
    assert (away(ida), away(ole)) == ([], []), "of whom nothing is known is not away"
    told = in_background(lambda: away(ida))
    ole.close()
    let_pass(game, 5)
    assert told() == [1]
    told = in_background(lambda: away(ida))
    assert away(follow(1)) == []
    assert told() == []
    assert known(api, game) == before, "the game has not changed"


def test_who_comes_to_the_table_learns_who_is_away(store, game, follow, let_pass):
    store.presence.see(game["id"], 1, ())  # by a process that is killed
    let_pass(game, THERE_MS // 1000 - 1)
    assert away(follow(0)) == []
    let_pass(game, THERE_MS // 1000)
    assert away(follow(0)) == [1]


def test_a_player_with_another_connection_is_not_away(store, game, follow):
    follow(1)
    follow(1).close()
    wait_until(lambda: seen_ms(store, game, 1) > GRACE_MS, "the other stream does not renew it")


def test_a_player_who_hangs_up_a_held_request_is_away_until_the_next_one(api, app, game, store, follow, let_pass):
    client, token = Watched(), game["tokens"]["1"]
    held = {"token": token, "headers": known(api, game, token) | {"Prefer": "wait=30"}}

    def get():
        return api.get(f"/v1/games/{game['id']}", **held, environ_overrides={"faceoff.connection": client})

    answer = in_background(get)
    wait_until_held(app)
    client.has_gone = True
    store.client.publish(CHANNEL, f"{game['id']} 0")
    answer()
    assert 0 < seen_ms(store, game, 1) <= GRACE_MS
    let_pass(game, 5)
    ida = follow(0)
    assert away(ida) == [1]
    told = in_background(lambda: away(ida))
    client.has_gone = False
    get_again = in_background(get)
    assert told() == []
    assert seen_ms(store, game, 1) is None, "who then thinks about a move is not away"
    client.has_gone = True
    store.client.publish(CHANNEL, f"{game['id']} 0")
    get_again()


@pytest.mark.parametrize("seats", [[PERSON, ai()], [PERSON, OPEN]])
def test_nothing_is_noted_of_spectators_and_of_a_player_without_others(api, store, read, seats):  # noqa: F811
    alone, game = api.create(seats=seats), api.create(seats=[PERSON, PERSON])
    read(path_of(alone, f"?away=true&after={alone['version']}"), token=alone["tokens"]["0"]).close()
    read(path_of(game, f"?away=true&after={game['version']}")).close()
    read(path_of(game, f"?away=true&after={game['version']}"), token=game["owner_token"]).close()
    assert [*store.client.scan_iter("*:seen:*")] == []


def test_a_move_costs_nothing_more_and_an_open_stream_two_notes_a_minute(api, store, game, monkeypatch):
    games, token = games_of(store), game["tokens"]["0"]
    viewer = Viewer(game["id"], 0, digest(token), "en", has_away=True)
    revision = games.load(game["id"]).revision
    first = game_news(games, viewer, Seen(revision))
    assert (first.place, first.again_s) == (Seen(revision, ()), RENEW_S)
    store.presence.see(game["id"], 1, ())
    pass_time(monkeypatch, store, int(RENEW_S))
    assert game_news(games, viewer, first.place).again_s == RENEW_S, "the other one is just about to renew it"
    store.presence.leave(game["id"], 1)
    assert game_news(games, viewer, first.place).again_s <= GRACE_MS / 1000
    api.move(game, game["token"])
    monkeypatch.setattr(type(store.presence), "see", lambda *_: pytest.fail("noted again"))
    moved = game_news(games, viewer, first.place)
    assert (moved.place, moved.again_s) == (Seen(games.load(game["id"]).revision, ()), RENEW_S)
