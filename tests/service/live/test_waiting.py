"""Long polls and ``Prefer: wait``: held until something happens, and no longer."""

import threading
import time
from dataclasses import replace
from ipaddress import IPv6Address

import pytest

from service.live.hub import Reader, Watched
from service.model.answer import Problem
from service.model.callers import Caller, callers_at
from service.store.connection import CHANNEL
from service.store.games import Request
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.service.client import PERSON, ai


def in_background(call):
    """Start ``call`` in a thread; the returned function waits for its answer."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(call()), daemon=True)
    thread.start()

    def answer():
        thread.join(PATIENCE_S)
        assert answers, "no answer came"
        return answers[0]

    return answer


def wait_until_held(app, count=1):
    hub = app.extensions["faceoff"].hub
    wait_until(lambda: hub.waits.taken >= count, "the request is not held")


def known(api, game, token=None):
    """The headers of a client that has the current view."""
    return {"If-None-Match": api.get(f"/v1/games/{game['id']}", token=token).json["etag"]}


def asked_view(api, game):
    token = game["tokens"][str(game["to_act"][0])]
    return api.get(f"/v1/games/{game['id']}", token=token).json, token


def test_a_long_poll_answers_when_a_player_moves(api, app, game):
    view, token = asked_view(api, game)
    answer = in_background(
        lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=10"})
    )
    wait_until_held(app)
    moved = api.move(view, token).json
    assert answer().json["version"] == moved["version"]


def test_a_long_poll_answers_at_once_when_there_is_news_already(api, game):
    began = time.monotonic()
    assert api.get(f"/v1/games/{game['id']}/events?after=1", headers={"Prefer": "wait=10"}).json["events"]
    assert time.monotonic() - began < AT_ONCE_S


def test_a_long_poll_in_which_nothing_happens_is_an_empty_list(api, game):
    answer = api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=1"})
    revision = api.get(f"/v1/games/{game['id']}/events").json["revision"]
    assert answer.json == {"events": [], "version": game["version"], "revision": revision}


def test_a_move_is_held_until_it_is_the_callers_turn_again(api, app, game):
    view, token = asked_view(api, game)
    answer = in_background(lambda: api.move(view, token, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    reply_view, reply_token = asked_view(api, api.get(f"/v1/games/{game['id']}").json | {"tokens": game["tokens"]})
    api.move(reply_view, reply_token)
    held = answer()
    assert held.headers["Preference-Applied"] == "wait=10"
    assert held.json["to_act"] == [view["you"]["seat"]]
    assert [event["type"] for event in held.json["events"]] != []
    assert {event["version"] for event in held.json["events"]} == {view["version"] + 1, view["version"] + 2}


def test_a_held_move_brings_the_computers_answer(api, app, play_computer):
    game = api.create(seats=[PERSON, ai(1)])
    token = game["tokens"]["0"]
    while not game["legal_moves"]:
        play_computer(game["id"])
        game = api.get(f"/v1/games/{game['id']}", token=token).json
    answer = in_background(lambda: api.move(game, token, headers={"Prefer": "respond-async, wait=10"}))
    wait_until_held(app)
    play_computer(game["id"])
    assert answer().json["to_act"] == [0]


def test_a_new_game_is_held_until_the_computer_has_chosen(api, app, store, play_computer):
    answer = in_background(
        lambda: [api.post("/v1/games", {"variant": "hockey"}, headers={"Prefer": "wait=10"}).json for _ in range(6)]
    )
    played = set()
    while len(played) < 6:
        for game in api.get("/v1/games").json["games"]:
            play_computer(game["id"])
            played.add(game["id"])
    assert [game["to_act"] for game in answer()] == [[0]] * 6


def test_a_held_move_ends_with_the_game(api, app, game):
    view, token = asked_view(api, game)
    answer = in_background(lambda: api.move(view, token, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"][str(1 - view["you"]["seat"])])
    assert answer().json["status"] == "finished"


def test_a_move_without_preference_is_answered_at_once(api, game):
    view, token = asked_view(api, game)
    assert "Preference-Applied" not in api.move(view, token).headers


def test_at_the_cap_polls_are_refused_and_moves_are_not_held(api, app, game):
    hub = app.extensions["faceoff"].hub
    hub.waits.most = 0
    view, token = asked_view(api, game)
    refused = api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=10"})
    assert (refused.status_code, refused.json["code"]) == (503, "wait/full")
    assert refused.headers["Retry-After"]
    assert api.move(view, token, headers={"Prefer": "wait=10"}).status_code == 200


def test_at_the_cap_a_task_is_answered_as_it_is(api, app, game):
    app.extensions["faceoff"].hub.waits.most = 0
    _, token = asked_view(api, game)
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {"time_ms": 1000}, token=token)
    began = time.monotonic()
    answer = api.get(f"/v1/suggestions/{asked.json['id']}", headers={"Prefer": "wait=20"}, token=token)
    assert time.monotonic() - began < AT_ONCE_S
    assert (answer.status_code, answer.json["status"]) == (200, "queued")


def test_the_view_is_held_until_the_game_changes(api, app, game):
    headers = known(api, game, game["waiting"]) | {"Prefer": "wait=10"}
    answer = in_background(lambda: api.get(f"/v1/games/{game['id']}", token=game["waiting"], headers=headers))
    wait_until_held(app)
    moved = api.move(game, game["token"]).json
    held = answer()
    assert (held.status_code, held.headers["Preference-Applied"]) == (200, "wait=10")
    assert (held.json["version"], held.headers["ETag"]) == (moved["version"], held.json["etag"])
    assert held.json == api.get(f"/v1/games/{game['id']}", token=game["waiting"]).json


def test_a_view_that_does_not_change_is_not_modified_when_the_time_is_over(api, game):
    began = time.monotonic()
    answer = api.get(f"/v1/games/{game['id']}", headers=known(api, game) | {"Prefer": "wait=1"})
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (304, "wait=1")
    assert 1 <= time.monotonic() - began < AT_ONCE_S


@pytest.mark.parametrize(
    ("path", "headers"),
    [("", {}), ("", {"If-None-Match": '"1"'}), ("?version=2", {"If-None-Match": '"2"'})],
    ids=["without an ETag", "with an old one", "of an earlier version"],
)
def test_a_view_that_cannot_change_or_has_changed_is_answered_at_once(api, game, path, headers):
    began = time.monotonic()
    api.get(f"/v1/games/{game['id']}{path}", headers=headers | {"Prefer": "wait=10"})
    assert time.monotonic() - began < AT_ONCE_S


def test_two_people_play_with_one_call_a_turn_each(api, app, game):
    """A move is held until the other has answered; who moves second waits with the view."""
    calls = []

    def turn(view, token):
        calls.append("move")
        return api.move(view, token, headers={"Prefer": "wait=10"}).json

    path, headers = f"/v1/games/{game['id']}", known(api, game, game["waiting"]) | {"Prefer": "wait=10"}
    view = in_background(lambda: api.get(path, token=game["waiting"], headers=headers).json)
    wait_until_held(app)
    tokens, views = [game["token"], game["waiting"]], [game, None]
    pending = in_background(lambda: turn(views[0], tokens[0]))
    views[1] = view()
    for number in range(1, 7):
        mover = number % 2
        wait_until_held(app)
        answer = in_background(lambda mover=mover: turn(views[mover], tokens[mover]))
        views[1 - mover], pending = pending(), answer
        assert views[1 - mover]["to_act"] == [views[1 - mover]["you"]["seat"]]
    assert len(calls) == 7
    api.post(f"{path}/resign", token=tokens[1])
    assert pending()["status"] == "finished"


def test_a_view_held_when_its_game_is_deleted_says_so(api, app, game, store):
    headers = known(api, game) | {"Prefer": "wait=10"}
    answer = in_background(lambda: api.get(f"/v1/games/{game['id']}", headers=headers))
    wait_until_held(app)
    store.games.delete(game["id"])
    store.client.publish(CHANNEL, f"{game['id']} 0")
    assert answer().json["code"] == "game/not_found"


def test_at_the_cap_a_view_to_be_held_is_refused_and_any_other_is_not(api, app, game):
    app.extensions["faceoff"].hub.waits.most = 0
    path, current = f"/v1/games/{game['id']}", known(api, game)
    refused = api.get(path, headers=current | {"Prefer": "wait=10"})
    assert (refused.status_code, refused.json["code"]) == (503, "wait/full")
    assert refused.headers["Retry-After"]
    assert api.get(path, headers=current).status_code == 304
    assert api.get(path, headers={"If-None-Match": '"1"', "Prefer": "wait=10"}).status_code == 200


@pytest.fixture
def shortest_wait(app):
    """No request is held for more than a second."""
    parts = app.extensions["faceoff"]
    app.extensions["faceoff"] = replace(parts, settings=replace(parts.settings, max_wait_s=1))


@pytest.mark.parametrize(
    "asked", ["wait=1", "wait=31", "wait=999", "wait=99999999999", "Wait=2", 'respond-async, wait="5"', "wait = 7"]
)
def test_a_longer_wait_is_the_longest_everywhere(api, game, shortest_wait, asked):
    path, current = f"/v1/games/{game['id']}", known(api, game)
    view = api.get(path, headers=current | {"Prefer": asked})
    assert (view.status_code, view.headers["Preference-Applied"]) == (304, "wait=1")
    assert api.move(game, game["token"], headers={"Prefer": asked}).headers["Preference-Applied"] == "wait=1"


def test_a_longer_wait_for_events_is_the_longest_too(api, game, shortest_wait):
    began, path = time.monotonic(), f"/v1/games/{game['id']}/events?after={game['version']}"
    answer = api.get(path, headers={"Prefer": "wait=31"})
    assert (answer.json["events"], answer.headers["Preference-Applied"]) == ([], "wait=1")
    assert 1 <= time.monotonic() - began < AT_ONCE_S


@pytest.mark.parametrize(
    "asked", ["wait=abc", "wait=-1", "wait=1.5", "wait=", "wait", "waiting=5", "wait=²".encode().decode("latin-1")]
)
def test_a_preference_that_is_no_number_of_seconds_is_ignored_everywhere(api, game, asked):
    path, current = f"/v1/games/{game['id']}", known(api, game)
    for answer in (
        api.get(path, headers=current | {"Prefer": asked}),
        api.get(f"{path}/events?after={game['version']}", headers={"Prefer": asked}),
        api.move(game, game["token"], headers={"Prefer": asked}),
    ):
        assert answer.status_code in (200, 304)
        assert "Preference-Applied" not in answer.headers


@pytest.mark.parametrize("query", ["after=99", "after=9007199254740991"])
def test_events_after_a_version_that_is_not_yet_are_refused_as_by_the_stream(api, game, query):
    refused = api.get(f"/v1/games/{game['id']}/events?{query}")
    assert (refused.status_code, refused.json["code"]) == (422, "stream/unknown_version")
    stream = api.get(f"/v1/games/{game['id']}/stream?{query}")
    assert (refused.json["code"], refused.json["detail"]) == (stream.json["code"], stream.json["detail"])


def test_two_who_wait_for_the_same_game_are_both_woken(api, app, game):
    view, token = asked_view(api, game)
    path = f"/v1/games/{game['id']}/events?after={game['version']}"
    answers = [in_background(lambda: api.get(path, headers={"Prefer": "wait=10"})) for _ in range(2)]
    wait_until_held(app, 2)
    api.move(view, token)
    assert [bool(answer().json["events"]) for answer in answers] == [True, True]


def test_a_change_without_events_moves_the_version_on(api, store):
    """Else a client would ask again and again from where it is, and be answered at once each time."""
    game = api.create(seats=[PERSON, PERSON])
    quiet = store.games.load(game["id"])
    store.games.commit(quiet, Request("quiet"))
    answer = api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=5"})
    assert (answer.json["events"], answer.json["version"]) == ([], game["version"] + 1)


STRANGER, ANOTHER = ({"REMOTE_ADDR": address} for address in ("192.0.2.1", "192.0.2.2"))


def test_one_stranger_cannot_take_all_places_and_all_others_still_wait(api, app, game):
    hub, other = app.extensions["faceoff"].hub, api.create(seats=[PERSON, PERSON])
    hub.waits.most_each = 1
    path, other_path = (f"/v1/games/{one['id']}/events?after={one['version']}" for one in (game, other))
    wait = {"Prefer": "wait=10"}
    held = [in_background(lambda: api.get(other_path, headers=wait, environ_overrides=STRANGER))]
    wait_until_held(app)
    refused = api.get(path, headers=wait, environ_overrides=STRANGER)
    assert (refused.status_code, refused.json["code"]) == (503, "wait/full")
    assert "Your address has 1 requests waiting here" in refused.json["detail"]
    held += [
        in_background(lambda options=options: api.get(path, headers=wait, **options))
        for options in ({"environ_overrides": ANOTHER}, {}, {})
    ]
    wait_until_held(app, 4)
    (view, token), began = asked_view(api, game), time.monotonic()
    assert api.move(view, token, headers={"Prefer": "wait=10"}, environ_overrides=STRANGER).status_code == 200
    assert time.monotonic() - began < AT_ONCE_S, "not held, but carried out"
    api.move(*asked_view(api, other))
    assert [answer().status_code for answer in held] == [200] * 4
    assert hub.waits.taken == 0
    assert api.get(path, environ_overrides=STRANGER).status_code == 200


def test_places_are_kept_for_readers_with_a_token_and_no_network_takes_those(app):
    places = app.extensions["faceoff"].hub.waits
    places.most, places.most_each = 8, 4
    strangers = [Reader([*callers_at(IPv6Address(f"2001:db8:1:{n:x}::"))]) for n in range(300)]
    members = [replace(stranger, has_token=True) for stranger in strangers]
    taken = [reader for reader in strangers + members if is_taken(places, reader)]
    assert len(taken) == 6
    another = [Reader([Caller(f"192.0.2.{n}")], has_token=n == 2) for n in range(4)]
    assert [is_taken(places, reader) for reader in another] == [False, False, True, False]
    assert is_taken(places, Reader())


def is_taken(places, reader):
    try:
        places.take(reader)
    except Problem:
        return False
    return True


def test_a_reader_that_leaves_one_of_its_places_may_take_that_one_again_and_no_more(app):
    places, reader = app.extensions["faceoff"].hub.waits, Reader([Caller("192.0.2.1")])
    places.most_each = 3
    for _ in range(3):
        places.take(reader)
    places.leave(reader)
    places.take(reader)
    with pytest.raises(Problem, match="3 requests waiting"):
        places.take(reader)
    for _ in range(3):
        places.leave(reader)
    assert places.taken == 0


class Client(Watched):
    """A connection whose client may go."""

    tell = None

    def watch(self, tell):
        self.tell = tell

    def go(self):
        self.has_gone = True
        self.tell()


def test_no_process_waits_for_a_client_that_has_gone(api, app, game):
    client = Client()
    path = f"/v1/games/{game['id']}/events?after={game['version']}"
    answer = in_background(
        lambda: api.get(path, headers={"Prefer": "wait=30"}, environ_overrides={"faceoff.connection": client})
    )
    wait_until_held(app)
    wait_until(lambda: client.tell)
    began = time.monotonic()
    client.go()
    assert answer().json["events"] == []
    assert time.monotonic() - began < AT_ONCE_S
    assert (app.extensions["faceoff"].hub.waits.taken, client.tell) == (0, None)
