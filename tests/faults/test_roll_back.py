"""A store that goes back, as after a failover that loses commits: the same version is another game then, and every
client learns so.
"""

import json

import pytest

from service.games.ai_turns import commit_turn, think
from service.webhooks import deliveries
from tests.faults.snapshots import Snapshot, of_bucket
from tests.service.client import PERSON, ai
from tests.service.games.test_bots import accept, events as bot_events, register, seat_for
from tests.service.live.test_streams import parsed, path_of
from tests.service.live.test_waiting import asked_view, in_background, wait_until_held
from tests.service.use_cases import games_of
from tests.service.webhooks.test_webhooks import hook


def path(game):
    return f"/v1/games/{game['id']}"


def moves_of(view):
    return [legal["move"] for legal in view["legal_moves"]]


@pytest.fixture
def back(store):
    """Let the store go back to where it is now."""
    return Snapshot(store.client)


@pytest.fixture
def twice(api, game, store):
    """A game in which a move was made, lost, and another one made: what the one who waits has read of the first, and
    the moves.
    """
    first, second = moves_of(game)[:2]
    before = Snapshot(store.client)
    api.move(game, game["token"], first)
    read = [api.get(path(game) + part, token=game["waiting"]) for part in ("", "/events", "?version=3")]
    before.restore()
    assert api.move(game, game["token"], second).json["version"] == read[0].json["version"]
    return game | {"read": read, "second": second}


def played(store, game):
    return [moved.move for moved in store.games.history(game["id"]).moves(1000)]


# -- what is stored (R5)


def test_the_answer_to_a_move_that_was_lost_is_not_written_over_the_move_played_instead(
    api, store, queue, play_computer
):
    created = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"})
    token = created["tokens"]["0"]
    play_computer(created["id"])
    view = api.get(path(created), token=token).json
    before, (first, second) = Snapshot(store.client), moves_of(view)[:2]
    api.move(view, token, first)
    thinking = think(store.games.load(view["id"]), lambda _: lambda: False)
    before.restore()
    assert api.move(view, token, second).status_code == 200
    commit_turn(games_of(store, queue), thinking)
    assert played(store, view)[-1] == second
    assert store.games.load(view["id"]).ai is not None, "it is asked again"


def test_a_remembered_game_of_a_lost_commit_is_not_written_over_what_was_played_instead(api, app, store, game, back):
    first, second = moves_of(game)[:2]
    api.move(game, game["token"], first)
    waiting = api.get(path(game), token=game["waiting"]).json
    memory = app.extensions["faceoff"].games.memory
    lost = memory.find(game["id"])
    assert lost.version == waiting["version"]
    back.restore()
    assert api.move(game, game["token"], second).json["version"] == lost.version
    memory.remember(lost)
    api.move(waiting, game["waiting"])
    assert second in played(store, game)
    assert first not in played(store, game)


# -- what is shown (R6)


def test_a_view_of_the_same_version_that_has_changed_is_modified(api, twice):
    known = {"If-None-Match": twice["read"][0].headers["ETag"]}
    again = api.get(path(twice), token=twice["waiting"], headers=known)
    assert (again.status_code, again.json["version"]) == (200, twice["read"][0].json["version"])
    assert (
        api.get(path(twice), token=twice["waiting"], headers={"If-None-Match": again.headers["ETag"]}).status_code
        == 304
    )


def test_a_request_that_waits_for_the_next_version_is_answered(api, twice):
    known = {"If-None-Match": twice["read"][0].headers["ETag"], "Prefer": "wait=10"}
    assert api.get(path(twice), token=twice["waiting"], headers=known).status_code == 200


def test_a_request_that_is_held_meanwhile_is_answered(api, app, game, back):
    lost = api.move(game, game["token"]).json
    read = api.get(path(game), token=game["waiting"])
    held = in_background(
        lambda: api.get(
            path(game), token=game["waiting"], headers={"If-None-Match": read.headers["ETag"], "Prefer": "wait=20"}
        )
    )
    wait_until_held(app)
    back.restore()
    again = api.move(game, game["token"], moves_of(game)[1]).json
    assert again["version"] == lost["version"]
    assert held().status_code == 200


def test_events_after_a_place_that_was_lost_begin_with_the_first_and_say_so(api, twice):
    page = twice["read"][1].json
    later = api.get(f"{path(twice)}/events?after={page['revision']}", token=twice["waiting"]).json
    whole = api.get(f"{path(twice)}/events", token=twice["waiting"]).json
    assert later == whole | {"from_start": True}
    assert later["events"] != page["events"]
    assert api.get(f"{path(twice)}/events?after={later['revision']}", token=twice["waiting"]).json["events"] == []


@pytest.mark.parametrize("after", [9, 2])
def test_a_place_is_lost_however_far_the_game_has_come_since(api, game, store, back, after):
    """Ahead of the game, and behind it."""
    view, token = asked_view(api, game)
    lost = api.move(view, token).json
    place = api.get(f"{path(game)}/events").json["revision"]
    back.restore()
    if after == 2:
        view, token = asked_view(api, api.move(view, token, moves_of(view)[1]).json | {"tokens": game["tokens"]})
        assert api.move(view, token).json["version"] == lost["version"] + 1
    page = api.get(f"{path(game)}/events?after={place}").json
    assert page["from_start"]
    assert page["events"][0]["version"] == 1


def test_a_stream_reopened_at_a_place_that_was_lost_begins_with_the_first_event_and_says_so(api, twice):
    known = {"Last-Event-ID": twice["read"][1].json["revision"]}
    api.post(f"{path(twice)}/resign", token=twice["token"])
    messages = [data for _, data in parsed(api.get(path_of(twice), headers=known).text)]
    assert [data["version"] for data in messages] == [1, 2, 3, 4]
    assert [data.get("from_start") for data in messages] == [True, None, None, None]
    assert [event for data in messages for event in data["events"]] == api.get(f"{path(twice)}/events").json["events"]


def test_an_open_stream_ends_when_what_it_has_sent_is_lost_even_if_the_game_has_gone_on(api, app, game, back):
    lost = api.move(game, game["token"]).json
    stream = api.get(path_of(game, f"?after={lost['version']}"), buffered=False)
    chunks = stream.iter_encoded()
    next(chunks)
    rest = in_background(lambda: list(chunks))
    back.restore()
    api.move(game, game["token"], moves_of(game)[1])
    assert rest() == []


def test_a_client_that_knows_the_version_alone_goes_on_from_it(api, twice):
    listed = api.get(f"{path(twice)}/events?after={twice['version']}").json
    assert {event["version"] for event in listed["events"]} == {twice["version"] + 1}
    assert "from_start" not in listed


def test_an_earlier_view_that_has_changed_is_modified(api, twice):
    view, token = asked_view(api, api.get(path(twice)).json | {"tokens": twice["tokens"]})
    api.move(view, token)
    known = {"If-None-Match": twice["read"][2].headers["ETag"]}
    assert api.get(path(twice) + "?version=3", token=twice["waiting"], headers=known).status_code == 200


# -- who gets the events (R6, R7)


def test_a_bot_whose_feed_did_not_go_back_gets_what_is_played_instead(api, store):
    bot = register(api)
    bot_events(api, bot)
    game = api.create(seats=[PERSON, seat_for(bot)], options={"first_dealer": "random"})
    tokens = game["tokens"] | {"1": accept(api, bot, game).json["token"]}
    view, token = asked_view(api, api.get(path(game)).json | {"tokens": tokens})
    while view["to_act"] != [0] or len(view["legal_moves"]) < 2:
        api.move(view, token)
        view, token = asked_view(api, api.get(path(game)).json | {"tokens": tokens})
    before, (first, second) = Snapshot(store.client), moves_of(view)[:2]
    after_first = api.move(view, token, first).json
    if after_first["to_act"] == [1]:
        answering, bots_token = asked_view(api, after_first | {"tokens": tokens})
        api.move(answering, bots_token)
    last = bot_events(api, bot)["last"]
    before.restore(of_bucket(game["id"]))
    again = api.move(view, token, second).json
    assert again["to_act"] == [1], "the test needs a move after which the bot is asked"
    found = bot_events(api, bot, last)["events"]
    assert [(event["type"], event["version"]) for event in found] == [("your_turn", again["version"])]


def test_a_webhook_gets_what_is_played_instead_under_another_id(api, store, game, monkeypatch):
    sent = []
    monkeypatch.setattr(deliveries, "check_target", lambda *_: None)
    monkeypatch.setattr(
        deliveries,
        "post",
        lambda _, body, headers: sent.append((headers["webhook-id"], json.loads(body)["data"])) or 200,
    )
    hook(api, game, "https://93.184.216.34/")
    before = Snapshot(store.client)
    for move in moves_of(game)[:2]:
        before.restore()
        api.move(game, game["token"], move)
        deliveries.deliver_due(store, game["id"], True, lambda _, __, call: call())
    ids, messages = zip(*sent, strict=True)
    assert [message["version"] for message in messages] == [game["version"] + 1] * 2
    assert ids[0] != ids[1], "else its receiver takes the second one for a repetition"
