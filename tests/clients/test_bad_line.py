"""The Python SDK on a bad line: against a server that answers what services under load, proxies and strangers do."""

import email.utils
import json
import math
import pickle
import random
import time
from contextlib import contextmanager
from itertools import islice, pairwise

import pytest
import requests

from clients.bot.bot import Bot, at_random
from faceoff_client import Client, Failed, Problem, Unreachable, game, streams, tasks, transport
from tests.clients import scripted
from tests.clients.scripted import Scripted, message, page, problem, stream

GAME = "g_aaaaaaaaaaaaaaaaaaaa"
TOKEN = f"{GAME}.secret"
SAVED = {"id": GAME, "token": TOKEN, "tokens": {}, "owner_token": None, "join_code": None, "commitment": "", "seen": 0}
JSON = {"Content-Type": "application/json"}
MOVE = {"type": "pass"}


def view(version=1, **more):
    """As much of a view as the SDK reads."""
    return {
        "id": GAME,
        "variant": "hockey",
        "version": version,
        "ply": 0,
        "etag": f'"{version}"',
        "status": "active",
        "you": {"seat": 0},
        "legal_moves": [],
        "choice": None,
        "fairness": {"commitment": "", "client_seeds": {}},
    } | more


MY_TURN = view(2, legal_moves=[{"move": MOVE, "text": "pass"}])


def update(version, *types):
    events = [{"version": version, "type": kind, "data": {}} for kind in types]
    return {"version": version, "revision": f"{version}-abcd", "events": events}


class Over(BaseException):
    """The time is over, for what does not end by itself."""


class Clock:
    """The time of the client and of the server, which passes while the client pauses."""

    def __init__(self):
        self.now, self._ends = 1000.0, math.inf
        self.time = time.time

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        if self.now + seconds > self._ends:
            raise Over
        self.now += seconds

    @contextmanager
    def ends_in(self, seconds):
        self._ends = self.now + seconds
        with pytest.raises(Over):
            yield


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    for module in (transport, streams, game, tasks, scripted):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def serve():
    opened = []

    def serve(answer, **options):
        opened.append(Scripted(answer, **options))
        return opened[-1]

    yield serve
    for server in opened:
        server.close()


def is_view(request):
    return request.path == f"/v1/games/{GAME}"


def in_game(answer):
    """A script in which the view of the game is there, and everything else is answered by ``answer``."""
    return lambda request: (200, JSON, view()) if is_view(request) else answer(request)


def client_of(server, **options):
    session = requests.Session()
    session.trust_env = False  # a thread that is left alone would read the environment while pytest changes it
    return Client(server.address, **({"patience_s": 5, "session": session} | options))


def game_of(server, **saved):
    return client_of(server).resume(SAVED | saved)


def pauses(requests):
    return [later.at - earlier.at for earlier, later in pairwise(requests)]


def assert_growing(found):
    """Pauses with jitter, each half as long as it may be at least."""
    assert not [
        (pause, least) for pause, least in zip(found, (0.12, 0.25, 0.5, 1), strict=False) if not pause >= least
    ], found


# -- waiting


def test_a_wait_that_the_service_does_not_hold_was_asked_again_without_a_pause(serve, clock):
    server = serve(lambda request: (304, {}, b"") if "If-None-Match" in request.headers else (200, JSON, view()))
    game = game_of(server)
    began = clock.now
    assert not game.wait(2)
    assert clock.now - began == pytest.approx(2)
    assert len(server.requests) <= 8
    assert_growing(pauses(server.requests[1:])[:-1])


def test_a_wait_that_the_service_does_not_hold_ends_with_the_news(serve, clock):
    server = serve(lambda request: (200, JSON, MY_TURN) if len(server.requests) > 3 else (304, {}, b""))
    first = serve(lambda request: (200, JSON, view()))
    game = game_of(first)
    game._api.address = server.address
    assert game.wait()
    assert len(server.requests) == 4


def test_events_that_the_service_does_not_hold_were_asked_for_without_a_pause(serve, clock):
    news = {"version": 2, "revision": "2-abcd", "events": [{"type": "passes"}]}

    def answer(request):
        return (
            200,
            JSON,
            news if len(server.requests) > 3 else news | {"events": [], "revision": request.query["after"]},
        )

    server, began = serve(answer), clock.now
    assert client_of(server).api.list_events(GAME, after="1-abcd", wait_s=10)["version"] == 2
    left = [began + 10 - request.at for request in server.requests]
    assert [request.headers["Prefer"] for request in server.requests] == [f"wait={int(seconds)}" for seconds in left]
    assert_growing(pauses(server.requests))


@pytest.mark.parametrize("after", ["1-abcd", 1])
def test_a_change_without_events_ends_a_wait_for_events(serve, after):
    def answer(request):
        return 200, JSON, {"version": 2, "revision": "2-abcd" if len(server.requests) > 1 else "1-abcd", "events": []}

    server = serve(answer)
    assert client_of(server).api.list_events(GAME, after=after, wait_s=10)["version"] == 2
    assert len(server.requests) == 2


def test_where_the_waiters_places_are_full_turns_had_ended(serve, clock):
    """``wait/full`` refuses the wait alone."""

    def answer(request):
        if "If-None-Match" not in request.headers:
            return 200, JSON, view()
        if "Prefer" in request.headers:
            return problem(503, "wait/full", Retry_After="1")
        return (200, JSON, MY_TURN) if len(server.requests) > 6 else (304, {}, b"")

    server = serve(answer)
    assert next(game_of(server).turns())["version"] == 2
    waits = [request for request in server.requests if "Prefer" in request.headers]
    assert len(waits) == 3
    assert min(pauses(waits)) >= 1


def test_where_the_waiters_places_are_full_my_bot_had_ended(serve, clock):
    """The bot of docs/bots.md reads its events without a handle."""

    def answer(request):
        if "Prefer" in request.headers:
            return problem(503, "wait/full", Retry_After="1")
        return 200, JSON, {"events": [{"id": 1}] if len(server.requests) > 4 else [], "last": 0}

    server = serve(answer)
    assert client_of(server, patience_s=1).api.list_bot_events("b_1", after=0, wait_s=20, token="b_1.t")["events"]
    assert ["Prefer" in request.headers for request in server.requests] == [True, False] * 3


def test_a_suggestion_that_is_not_held_was_asked_for_33_times_in_97_ms(serve, clock):
    asked = {"id": "s_1", "status": "queued", "answer": None}

    def answer(request):
        if len(server.requests) > 3:
            return 200, JSON, asked | {"status": "done", "answer": {"move": MOVE}}
        return 202, JSON | {"Retry-After": "1"}, asked

    server = serve(answer)
    assert client_of(server).suggest("hockey", {})["move"] == MOVE
    assert [request.method for request in server.requests] == ["POST", "GET", "GET", "GET"]
    assert min(pauses(server.requests)) >= 1


def test_a_suggestion_is_cancelled_in_time_though_it_is_not_held(serve, clock):
    def answer(request):
        if request.method == "DELETE":
            return 204, {}, b""
        return 202, JSON | {"Retry-After": "1"}, {"id": "s_1", "status": "queued", "answer": None}

    server = serve(answer)
    with pytest.raises(TimeoutError):
        client_of(server).suggest("hockey", {}, timeout_s=2)
    assert len(server.requests) <= 5


LINES = {"Content-Type": "application/x-ndjson"}
QUEUED = 202, JSON | {"Retry-After": "1"}, {"id": "b_1", "status": "queued"}


@pytest.mark.parametrize("queued", [0, 3])
def test_a_batch_is_read_as_lines_whether_it_was_held_or_not(serve, clock, queued):
    lines = b'{"move": {"type": "pass"}}\n{"move": {"type": "flip"}}   \n'
    server = serve(lambda request: QUEUED if len(server.requests) <= queued else (200, LINES, lines))
    found = client_of(server).suggest_batch("hockey", [{"observation": {}, "seed": "1"}, {"observation": {}}], level=3)
    assert [line["move"]["type"] for line in found] == ["pass", "flip"]
    assert [request.method for request in server.requests] == ["POST"] + ["GET"] * queued


def test_a_batch_that_has_failed_is_not_asked_for_again(serve, clock):
    failed = 200, JSON, {"id": "b_1", "status": "failed"}
    server = serve(lambda request: QUEUED if request.method == "POST" else failed)
    with pytest.raises(Failed, match="b_1 is failed"):
        client_of(server).suggest_batch("hockey", [])
    assert len(server.requests) == 2


def test_a_batch_is_deleted_when_the_time_is_over(serve, clock):
    server = serve(lambda request: (204, {}, b"") if request.method == "DELETE" else QUEUED)
    with pytest.raises(TimeoutError):
        client_of(server).suggest_batch("hockey", [], timeout_s=2)
    assert server.requests[-1].method == "DELETE"


def test_a_match_that_is_not_held_is_asked_for_with_pauses(serve, clock):
    def answer(request):
        is_over = len(server.requests) > 3
        return 200, JSON, {"id": "m_1", "status": "failed" if is_over else "running", "result": None, "token": "t"}

    server = serve(answer)
    with pytest.raises(Failed):
        client_of(server).match("hockey", 1, 2, 1).wait()
    assert_growing(pauses(server.requests[1:]))


# -- streams


def test_streams_that_end_at_once_were_opened_5_times_a_second_for_ever(serve, clock):
    server = serve(in_game(lambda request: stream(b"retry: 2000\n\n")))
    with clock.ends_in(3):
        list(game_of(server).events())
    assert_growing(pauses(streams_of(server)))
    assert len(streams_of(server)) <= 5


def test_where_streams_end_at_once_again_and_again_events_are_polled(serve, clock, monkeypatch):
    monkeypatch.setattr("faceoff_client.transport.LONGEST_PAUSE_S", 0.5)

    def answer(request):
        return stream(b": \n\n") if request.path.endswith("/stream") else (200, JSON, update(2, "passes"))

    assert next(game_of(serve(in_game(answer))).events())["type"] == "passes"


def test_after_a_new_message_a_stream_is_opened_again_soon(serve, clock):
    server = serve(in_game(lambda request: stream(message(update(len(server.requests), "passes")))))
    assert len(list(islice(game_of(server).events(), 5))) == 5
    assert max(pauses(streams_of(server))) < 0.6


def test_a_message_that_comes_again_and_again_is_nothing_new(serve, clock):
    server = serve(in_game(lambda request: stream(message(update(1, "passes")))))
    with clock.ends_in(3):
        list(game_of(server, seen="1-abcd").events())
    assert len(streams_of(server)) <= 5


def test_the_sample_bot_opened_streams_that_end_at_once_23_times_a_second(serve, clock):
    def answer(request):
        return stream(b": \n\n") if request.path.endswith("/stream") else (200, JSON, {"last": 1, "games": []})

    server = serve(answer)
    with clock.ends_in(3):
        bot_of(server).run()
    assert_growing(pauses(streams_of(server)))
    assert len(streams_of(server)) <= 5


def test_the_sample_bot_pauses_before_a_stranger_at_the_address(serve, clock):
    server = serve(lambda request: page(404))
    with clock.ends_in(2):
        bot_of(server).run()
    assert_growing(pauses(server.requests))


def test_behind_a_proxy_of_http_1_0_a_message_was_read_after_512_bytes(serve):
    def answer(request):
        return stream(message(update(1, "passes")), b": still here\n\n", pause_s=2)

    server = serve(in_game(answer), protocol="HTTP/1.0")
    game, began = game_of(server), time.monotonic()
    assert next(game.events())["type"] == "passes"
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_lines_of_a_stream_end_as_the_standard_allows(serve, end):
    whole = "\ufeff".encode() + message(update(1, "passes", "brüllt"), end) + message(update(2, "stops"), end)
    pieces = [whole[place : place + 7] for place in range(0, len(whole), 7)]
    server = serve(in_game(lambda request: stream(*pieces)))
    assert [event["type"] for event in islice(game_of(server).events(), 3)] == ["passes", "brüllt", "stops"]


@pytest.mark.parametrize("data", [b"<p>Hello</p>", b"[]", b"{}"])
def test_a_message_of_a_stream_that_is_not_of_the_service_was_a_raw_error(serve, data):
    server = serve(in_game(lambda request: stream(b"data: " + data + b"\n\n")))
    with pytest.raises(Unreachable, match="is it a Faceoff"):
        next(game_of(server).events())
    assert len(streams_of(server)) == 1


def test_a_stream_that_is_not_even_answered_is_replaced_by_polls(serve, monkeypatch):
    monkeypatch.setattr("faceoff_client.streams.SILENT_S", 0.3)

    def answer(request):
        if request.path.endswith("/stream"):
            time.sleep(2)
            return None
        return 200, JSON, update(2, "passes")

    assert next(game_of(serve(in_game(answer))).events())["type"] == "passes"


def bot_of(server):
    return Bot(client_of(server), "b_1.secret", at_random(random.Random(1)), lambda text: None)


def streams_of(server):
    return [request for request in server.requests if request.path.endswith("/stream")]


# -- events that were read


UPDATES = [update(1, "game_started", "deals", "faces_off"), update(2, "passes", "scores"), update(3, "aborted")]
ALL = ["game_started", "deals", "faces_off", "passes", "scores", "aborted"]


def story(request):
    """The events after a place, by a stream or a page."""
    after = request.query.get("after", request.headers.get("Last-Event-ID", "0")).partition("-")[0]
    later = [message for message in UPDATES if message["version"] > int(after)]
    if request.path.endswith("/stream"):
        return stream(*map(message, later)) if later else (204, {}, b"")
    events = [event for message in later for event in message["events"]]
    return 200, JSON, {"version": 3, "revision": "3-abcd", "events": events}


@pytest.mark.parametrize("read", range(1, len(ALL)))
@pytest.mark.parametrize("follow", [True, False], ids=["stream", "page"])
def test_break_inside_events_and_calling_it_again_had_repeated_events(serve, read, follow):
    game = game_of(serve(in_game(story)))
    found = [event["type"] for event in islice(game.events(follow=follow), read)]
    again = client_of(serve(in_game(story))).resume(json.loads(json.dumps(game.saved())))
    assert found + [event["type"] for event in game.events()] == ALL
    assert found + [event["type"] for event in again.events(follow=not follow)] == ALL


def test_what_was_begun_is_forgotten_by_a_client_that_does_not_know_of_it(serve):
    """An earlier release passes on what it does not know, and goes on with the place alone."""
    game = game_of(serve(in_game(story)))
    assert len(list(islice(game.events(), 2))) == 2
    later = client_of(serve(in_game(story))).resume(game.saved() | {"seen": "1-abcd"})
    assert [event["type"] for event in later.events()] == ALL[3:]


def test_events_that_were_read_of_a_page_of_several_versions_are_left_out_of_several_messages(serve):
    game = game_of(serve(in_game(story)))
    assert len(list(islice(game.events(follow=False), 4))) == 4
    again = client_of(serve(in_game(story))).resume(game.saved())
    assert [message["events"] for message in islice(game.updates(), 1)] == [[]]
    assert [event["type"] for event in again.events()] == [event["type"] for event in game.events()] == ALL[4:]


@pytest.mark.parametrize("read", range(1, len(ALL)))
def test_updates_go_on_where_events_have_stopped(serve, read):
    game = game_of(serve(in_game(story)))
    found = [event["type"] for event in islice(game.events(), read)]
    assert found + [event["type"] for message in game.updates() for event in message["events"]] == ALL


def test_a_view_that_left_before_the_move_that_was_sent_had_asked_for_it_again(serve):
    """As that of the other seat's choice, where both choose at once."""
    other = {**update(3, "commits"), "view": MY_TURN | {"version": 3, "etag": '"3"'}}
    own = {**update(4, "plays"), "view": MY_TURN | {"version": 4, "etag": '"4"', "ply": 1}}

    def answer(request):
        if request.path.endswith("/moves"):
            return 204, {}, b""
        return stream(message(other), message(own)) if request.path.endswith("/stream") else (200, JSON, MY_TURN)

    game = client_of(serve(answer)).resume(SAVED)
    assert game.is_my_turn
    game.send(MOVE)
    assert not game.is_my_turn
    assert [(found["version"], game.is_my_turn) for found in islice(game.updates(), 2)] == [(3, False), (4, True)]


def test_a_move_that_was_sent_and_lost_by_the_service_is_asked_for_again(serve):
    game = client_of(serve(lambda request: (204, {}, b"") if "moves" in request.path else (200, JSON, MY_TURN))).resume(
        SAVED
    )
    game.send(MOVE)
    game.refresh()
    assert game.is_my_turn


def test_break_inside_updates_and_calling_it_again_had_repeated_a_message(serve):
    game = game_of(serve(in_game(story)))
    assert [message["version"] for message in islice(game.updates(), 1)] == [1]
    assert [message["version"] for message in game.updates()] == [2, 3]


def test_the_handle_of_another_seat_and_a_rematch_had_left_out_events_that_the_first_had_read(serve):
    def rematch(request):
        return (200, JSON, view(seats=[{}, {}])) if request.path.endswith("/rematch") else story(request)

    game = game_of(serve(in_game(rematch)), tokens={"1": f"{GAME}.other"})
    assert len(list(islice(game.events(), 1))) == 1
    assert [event["type"] for event in game.for_seat(1).events()] == ALL
    assert [event["type"] for event in game.rematch().events()] == ALL


def test_reading_events_again_does_not_take_the_place_back(serve):
    game = game_of(serve(in_game(story)))
    assert [event["type"] for event in game.events()] == ALL
    assert [event["type"] for event in islice(game.events(0), 2)] == ALL[:2]
    assert list(game.events()) == []


# -- who answers, and what


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("has_place", [True, False])
def test_a_redirect_is_not_followed_and_carries_no_secret(serve, status, has_place):
    other = serve(lambda request: (200, JSON, view()))
    place = {"Location": f"{other.address}/v1/games"} if has_place else {}
    server = serve(lambda request: (status, place, b""))
    with pytest.raises(Unreachable, match="redirects to"):
        client_of(server, api_key="k_secret").create("hockey", seats=[])
    assert (len(server.requests), other.requests) == (1, [])


@pytest.mark.parametrize("headers", [{}, {"Retry_After": "1"}], ids=["without Retry-After", "with it"])
def test_a_429_of_a_proxy_was_taken_for_something_that_is_no_faceoff(serve, clock, headers):
    server = serve(lambda request: page(429, **headers) if len(server.requests) < 2 else (200, JSON, view()))
    assert client_of(server).watch(GAME).id == GAME
    assert pauses(server.requests)[0] >= (1 if headers else 0.12)


def test_a_429_of_a_proxy_is_a_rate_limit_for_the_program_too(serve):
    server = serve(lambda request: page(429, Retry_After="60"))
    with pytest.raises(Problem, match="too many requests") as refused:
        client_of(server).watch(GAME)
    assert (refused.value.code, refused.value.status, refused.value.retry_after_s) == ("limit/exceeded", 429, 60)


def test_a_retry_after_that_is_a_date_was_ignored(serve):
    """Its clock is that of the answer, here an hour ahead of ours."""
    now = time.time() + 3600
    date, later = (email.utils.formatdate(at, usegmt=True) for at in (now, now + 60))
    server = serve(lambda request: problem(429, "limit/exceeded", Date=date, Retry_After=later))
    with pytest.raises(Problem) as refused:
        client_of(server).watch(GAME)
    assert refused.value.retry_after_s == 60


@pytest.mark.parametrize("text", ["soon", "Wed, 99 Foo 99999 99:99:99 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", ""])
def test_a_retry_after_that_is_senseless_or_past_does_not_keep_a_client_waiting(serve, clock, text):
    server = serve(lambda request: page(503, Retry_After=text) if len(server.requests) < 2 else (200, JSON, view()))
    assert client_of(server).watch(GAME).id == GAME


def test_a_proxy_that_says_when_the_service_is_back_is_believed(serve, clock):
    server = serve(lambda request: page(503, Retry_After="1") if len(server.requests) < 2 else (200, JSON, view()))
    client_of(server).watch(GAME)
    assert pauses(server.requests)[0] >= 1


def test_an_answer_that_was_cut_off_unseen_was_taken_for_something_that_is_no_faceoff(serve):
    """Without a length, as behind a proxy of HTTP/1.0, nothing else shows the end."""

    def answer(request):
        if len(server.requests) > 1:
            return 200, JSON, view()
        return 200, JSON, lambda send: send(json.dumps(view()).encode()[:50])

    server = serve(answer, protocol="HTTP/1.0")
    assert client_of(server).watch(GAME).id == GAME


# -- what is sent again


def test_a_delete_whose_answer_was_lost_was_not_found(serve):
    server = serve(lambda request: problem(404, "bot/not_found") if len(server.requests) > 1 else None)
    assert client_of(server).api.delete_bot("b_1", token="b_1.secret") is None
    assert len(server.requests) == 2


@pytest.mark.parametrize("before", [None, problem(429, "limit/exceeded")], ids=["never asked", "refused before"])
def test_a_delete_of_what_is_not_there_is_not_found(serve, before):
    """No attempt can have done it."""
    server = serve(lambda request: before if before and len(server.requests) < 2 else problem(404, "bot/not_found"))
    with pytest.raises(Problem, match="bot/not_found"):
        client_of(server).api.delete_bot("b_1", token="b_1.secret")


def test_a_change_that_sets_fields_is_sent_again(serve):
    server = serve(lambda request: (200, JSON, {"id": "b_1"}) if len(server.requests) > 1 else None)
    assert client_of(server).api.change_bot("b_1", {"name": "Puck"}, token="b_1.secret")["id"] == "b_1"


def test_what_might_be_done_twice_is_not_sent_again(serve):
    server = serve(lambda request: (200, JSON, view()) if is_view(request) else None)
    with pytest.raises(Unreachable):
        game_of(server).resign()
    assert [request.method for request in server.requests] == ["GET", "POST"]


# -- secrets and errors


@pytest.mark.parametrize("end", ["\n", "\r\n", " "])
def test_a_token_or_key_that_was_read_with_the_end_of_its_line_is_sent_without(serve, end):
    server = serve(lambda request: (200, JSON, view()))
    client = client_of(server, api_key="k_secret" + end)
    client.resume(SAVED | {"token": TOKEN + end})
    client.api.create_game({"variant": "hockey"}, idempotency_key="0123456789abcdef" + end)
    sent = [request.headers for request in server.requests]
    assert (sent[0]["Authorization"], sent[0]["X-Api-Key"]) == (f"Bearer {TOKEN}", "k_secret")
    assert sent[1]["Idempotency-Key"] == '"0123456789abcdef"'


@pytest.mark.parametrize("secret", ["sec\nret", "secr\u00e9t", "secre\x7ft", "\u2603secret"])
def test_an_error_about_a_token_had_shown_it(serve, secret):
    server = serve(lambda request: (200, JSON, view()))
    with pytest.raises(ValueError, match="Authorization") as refused:
        client_of(server).resume(SAVED | {"token": secret})
    assert "sec" not in str(refused.value)
    with pytest.raises(ValueError, match="X-Api-Key") as refused:
        client_of(server, api_key=secret).watch(GAME)
    assert "sec" not in str(refused.value)
    assert server.requests == []


def test_problems_could_not_be_pickled():
    found = Problem({"code": "move/stale", "detail": "Too late.", "view": view()}, 409, 2)
    again = pickle.loads(pickle.dumps(found))
    assert (str(again), again.code, again.status, again.retry_after_s) == (
        "Too late. (move/stale)",
        "move/stale",
        409,
        2,
    )
    assert again.view == found.view
    away = pickle.loads(pickle.dumps(Unreachable("away", 3)))
    assert (str(away), away.retry_after_s) == ("away", 3)
