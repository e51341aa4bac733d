"""Long polls and ``Prefer: wait``: held until something happens, and no longer."""

import threading
import time

from service.store.interface import Request
from tests.service.client import PERSON, ai

PATIENCE_S = 10


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
    deadline = time.monotonic() + PATIENCE_S
    while hub.waiting < count:
        assert time.monotonic() < deadline, "the request is not held"
        time.sleep(0.005)


def asked_view(api, game):
    token = game["tokens"][str(game["to_act"][0])]
    return api.get(f"/v1/games/{game['id']}", token=token).json, token


def test_a_long_poll_answers_when_somebody_moves(api, app, game):
    view, token = asked_view(api, game)
    answer = in_background(lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}&wait=10"))
    wait_until_held(app)
    moved = api.move(view, token).json
    assert answer().json["version"] == moved["version"]


def test_a_long_poll_answers_at_once_when_there_is_news_already(api, game):
    began = time.monotonic()
    assert api.get(f"/v1/games/{game['id']}/events?after=1&wait=10").json["events"]
    assert time.monotonic() - began < 5


def test_a_long_poll_in_which_nothing_happens_is_an_empty_list(api, game):
    answer = api.get(f"/v1/games/{game['id']}/events?after={game['version']}&wait=1")
    assert answer.json == {"events": [], "version": game["version"]}


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
    answer = in_background(lambda: [api.post("/v1/games", {"variant": "hockey"}, headers={"Prefer": "wait=10"}).json for _ in range(6)])
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
    hub.max_waiters = 0
    view, token = asked_view(api, game)
    refused = api.get(f"/v1/games/{game['id']}/events?after={game['version']}&wait=10")
    assert (refused.status_code, refused.json["code"]) == (503, "wait/full")
    assert refused.headers["Retry-After"]
    assert api.move(view, token, headers={"Prefer": "wait=10"}).status_code == 200


def test_two_who_wait_for_the_same_game_are_both_woken(api, app, game):
    view, token = asked_view(api, game)
    path = f"/v1/games/{game['id']}/events?after={game['version']}&wait=10"
    answers = [in_background(lambda: api.get(path)) for _ in range(2)]
    wait_until_held(app, 2)
    api.move(view, token)
    assert [bool(answer().json["events"]) for answer in answers] == [True, True]


def test_a_change_without_events_moves_the_version_on(api, store):
    """Else a client would ask again and again from where it is, and be answered at once each time."""
    game = api.create(seats=[PERSON, PERSON])
    quiet = store.games.load(game["id"])
    store.games.commit(quiet, Request("quiet"))
    answer = api.get(f"/v1/games/{game['id']}/events?after={game['version']}&wait=5")
    assert answer.json == {"events": [], "version": game["version"] + 1}
