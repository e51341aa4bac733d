"""Server-sent events: what a seat may know, as it happens, from where its client left off; and tickets to open them
with.
"""

import json
import signal
import time
from pathlib import Path

import pytest
import requests

from engines.api import SPECTATOR
from engines.rng import Rng
from service.config import Settings
from service.live import news, streams as live
from service.model import timestamps
from service.model.game import seats_to_act, version_of
from service.store.connection import CHANNEL
from service.store.games import Request
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.service.client import PERSON, choose_dealer
from tests.service.live.test_waiting import asked_view, in_background, wait_until_held
from tests.service.ops.test_supervisor import health
from tests.service.supervised import Supervised


def parsed(text):
    """The messages of a stream: their ids and data."""
    blocks = [
        dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        for block in text.split("\n\n")
        if block
    ]
    return [(version_of(block["id"]), json.loads(block["data"])) for block in blocks if "id" in block]


class Reader:
    """Reads a stream as it comes."""

    def __init__(self, api, path, **options):
        self.response = api.get(path, **options)
        assert self.response.status_code == 200, self.response.text
        self.chunks = self.response.iter_encoded()
        assert next(self.chunks) == b"retry: 2000\n"

    def next(self):
        """The next message; signs of life are passed over."""
        while not (found := parsed(next(self.chunks).decode())):
            pass
        return found[0]

    def close(self):
        self.response.close()


@pytest.fixture
def read(api):
    readers = []

    def start(path, **options):
        readers.append(Reader(api, path, **options))
        return readers[-1]

    yield start
    for reader in readers:
        reader.close()


def path_of(game, query=""):
    return f"/v1/games/{game['id']}/stream{query}"


def resign(api, game):
    return api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"]).json


@pytest.mark.parametrize("seat", ["0", "1", None])
def test_a_stream_sends_the_events_of_the_list_a_version_at_a_time(api, game, seat):
    resign(api, game)
    token = game["tokens"].get(seat)
    messages = parsed(api.get(path_of(game), token=token).text)
    listed = api.get(f"/v1/games/{game['id']}/events", token=token).json
    assert [event for _, data in messages for event in data["events"]] == listed["events"]
    assert [number for number, _ in messages] == [data["version"] for _, data in messages] == [1, 2, 3]
    assert messages[-1][1]["revision"] == listed["revision"]


def test_a_move_is_sent_as_it_happens_and_the_end_of_the_game_ends_the_stream(api, game, read):
    view, token = asked_view(api, game)
    stream = read(path_of(game, f"?after={game['version']}"))
    answer = in_background(stream.next)
    moved = api.move(view, token).json
    version, data = answer()
    assert (version, data["version"]) == (moved["version"], moved["version"])
    assert data["events"][0]["data"]["seat"] == view["you"]["seat"]
    over = resign(api, game)
    assert stream.next()[0] == over["version"]
    assert list(stream.chunks) == []


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_stream_goes_on_after_the_last_id_its_client_knows(api, game, how):
    resign(api, game)
    known = {"headers": {"Last-Event-ID": "2"}} if how == "header" else {}
    answer = api.get(path_of(game, "?after=0" if known else "?after=2"), **known)
    assert [number for number, _ in parsed(answer.text)] == [3]


def test_a_client_that_knows_the_whole_of_a_finished_game_is_asked_not_to_come_back(api, game):
    over = resign(api, game)
    assert api.get(path_of(game), headers={"Last-Event-ID": str(over["version"])}).status_code == 204


@pytest.mark.parametrize("known", ["99", "-1", "1.5", "x", "1" * 20, "²"])
def test_an_id_that_is_no_version_of_the_game_is_refused(api, game, known):
    answer = api.get(path_of(game), headers={"Last-Event-ID": known.encode().decode("latin-1")})
    assert (answer.status_code, answer.json["code"]) == (422, "stream/unknown_version")
    assert str(game["version"]) in answer.json["detail"]


@pytest.mark.parametrize("filled_in", ["string", "<string>"])
def test_an_id_that_a_tool_fills_in_for_any_text_is_none(api, game, filled_in):
    resign(api, game)
    answer = api.get(path_of(game, "?after=2"), headers={"Last-Event-ID": filled_in})
    assert [number for number, _ in parsed(answer.text)] == [3]


def test_a_version_ahead_of_the_game_is_refused_in_the_query_too(api, game):
    assert api.get(path_of(game, "?after=99")).json["code"] == "stream/unknown_version"
    assert api.get(path_of(game, "?after=x")).json["code"] == "request/invalid"


def test_a_stream_in_which_nothing_happens_shows_signs_of_life(game, read, monkeypatch):
    """No empty line, which some clients take for a message: findings/event-stream-messages-without-data.sh."""
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.05)
    stream = read(path_of(game, f"?after={game['version']}"))
    assert [next(stream.chunks) for _ in range(2)] == [b":\n"] * 2


def test_all_who_follow_a_game_alike_share_one_look_at_it(api, game, read, monkeypatch):
    looks = []
    path, token = path_of(game, f"?after={game['version']}"), game["tokens"]["0"]
    followers = [read(path) for _ in range(3)] + [read(path, token=token) for _ in range(2)]
    view, mover = asked_view(api, game)
    waiting = [in_background(follower.next) for follower in followers]
    monkeypatch.setattr(news, "events_view", counted(news.events_view, looks))
    api.move(view, mover)
    assert {answer()[0] for answer in waiting} == {view["version"] + 1}
    assert len(looks) < len(followers)


def counted(function, calls):
    def count(*arguments):
        calls.append(arguments)
        return function(*arguments)

    return count


def test_a_stream_ends_when_the_store_has_lost_what_it_sent(game, read, store):
    stream = read(path_of(game, f"?after={game['version']}"))
    rest = in_background(lambda: list(stream.chunks))
    (key,) = store.client.scan_iter(f"*:game:{game['id']}")
    store.client.hset(key, "revision", "1-lost")
    store.client.publish(CHANNEL, f"{game['id']} 1")
    assert rest() == []


@pytest.fixture
def let_streams_live(app):
    def let(seconds):
        app.extensions["faceoff"].streams.life_s = seconds

    return let


def test_a_stream_ends_by_itself_in_the_end(game, read, let_streams_live):
    let_streams_live(0.1)
    assert list(read(path_of(game, f"?after={game['version']}")).chunks) == []


def test_streams_and_polls_end_at_once_when_the_process_is_stopped(api, app, game, read):
    stream = read(path_of(game, f"?after={game['version']}"))
    rest = in_background(lambda: list(stream.chunks))
    poll = in_background(
        lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=20"})
    )
    wait_until_held(app)
    began = time.monotonic()
    app.extensions["faceoff"].hub.stop()
    assert (rest(), poll().json["events"]) == ([], [])
    assert time.monotonic() - began < AT_ONCE_S


def test_at_the_cap_streams_are_refused_and_polls_and_moves_are_not(api, app, game, read):
    app.extensions["faceoff"].streams.slots.most = 1
    first = read(path_of(game))
    refused = api.get(path_of(game))
    assert (refused.status_code, refused.json["code"]) == (503, "stream/full")
    assert int(refused.headers["Retry-After"]) > 0
    view, token = asked_view(api, game)
    assert api.move(view, token, headers={"Prefer": "wait=0"}).status_code == 200
    assert api.get(f"/v1/games/{game['id']}/events?after=0", headers={"Prefer": "wait=1"}).status_code == 200
    first.close()
    read(path_of(game))


def test_one_stranger_cannot_take_all_streams(api, app, game, read):
    app.extensions["faceoff"].streams.slots.most_each = 2
    stranger = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.1"}}
    first, _ = (read(path_of(game), **stranger) for _ in range(2))
    refused = api.get(path_of(game), **stranger)
    assert (refused.status_code, refused.json["code"]) == (503, "stream/full")
    assert "Your address has 2 streams open here" in refused.json["detail"]
    for options in ({"environ_overrides": {"REMOTE_ADDR": "192.0.2.2"}}, {}, {}, {}):
        read(path_of(game), **options)
    first.close()
    read(path_of(game), **stranger)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_stream_without_a_reader_leaves_its_place(app, api, game, method):
    app.test_client().open(path_of(game), method=method, buffered=False).close()
    assert app.extensions["faceoff"].streams.slots.taken == 0


def test_a_stream_is_for_one_caller_and_no_cache_keeps_it(game, read):
    headers = read(path_of(game)).response.headers
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert headers["Vary"] == "Authorization, Accept-Encoding, Accept-Language, Origin"


@pytest.mark.parametrize("watched", ["seat", "spectator"])
def test_a_stream_is_the_same_bytes_whatever_the_other_seats_hold(api, game, store, let_streams_live, watched):
    let_streams_live(0.0)
    truth = store.games.load(game["id"])
    seat = seats_to_act(truth)[0]
    token = game["tokens"][str(seat)] if watched == "seat" else None
    before = api.get(path_of(game), token=token).data
    (key,) = store.client.scan_iter(f"*:game:{game['id']}")
    for number in range(5):
        imagined = store.games.load(game["id"])
        imagined.state = truth.variant.observe(truth.state, seat if watched == "seat" else SPECTATOR).determinize(
            Rng(number)
        )
        store.client.hset(key, "game", imagined.dump())
        assert api.get(path_of(game), token=token).data == before


# -- under the real server


SERVER = ("-m", "gunicorn", "wsgi:app", "--config", "python:service.ops.gunicorn_conf", "--threads", "8")


@pytest.fixture
def server(request, tmp_path, settings, free_port, monkeypatch):
    """Gunicorn with three streams and one poll at most, on the store of the tests; with options that a test may
    give.
    """
    addresses = (("REDIS_URL", settings.redis_url), ("QUEUE_REDIS_URL", settings.queue_redis_url))
    caps = (("FACEOFF_MAX_STREAMS", "3"), ("FACEOFF_MAX_WAITERS", "1"))
    for name, value in (*addresses, *(caps if not hasattr(request, "param") or request.param else ())):
        monkeypatch.setenv(name, value)
    server = Supervised([*SERVER, "--bind", f"127.0.0.1:{free_port}", *getattr(request, "param", ())], tmp_path)
    wait_until(lambda: health(free_port) == 200, lambda: f"not ready:\n{server.output}")
    yield server
    server.end()


@pytest.mark.parametrize("server", [("--max-requests", "40", "--max-requests-jitter", "0")], indirect=True)
def test_a_process_that_has_answered_enough_is_replaced_and_no_request_or_stream_is_cut_off(game, server, free_port):
    url = f"http://127.0.0.1:{free_port}"
    before = set(server.find_all("gunicorn"))
    streams = [requests.get(f"{url}{path_of(game, '?after=1')}", stream=True, timeout=PATIENCE_S) for _ in range(2)]
    ended = [in_background(lambda stream=stream: [number for number, _ in parsed(stream.text)]) for stream in streams]
    statuses = [requests.get(f"{url}/v1/games/{game['id']}", timeout=PATIENCE_S).status_code for _ in range(50)]
    assert set(statuses) == {200}
    assert [numbers() for numbers in ended] == [[game["version"]]] * 2, (
        "what came before the end, and then an end as it should be"
    )
    wait_until(lambda: len(set(server.find_all("gunicorn")) - before) == 1 and len(server.find_all("gunicorn")) == 2)


def test_full_of_streams_the_server_still_serves_moves_and_stopped_it_ends_them_at_once(api, game, server, free_port):
    url = f"http://127.0.0.1:{free_port}"
    path = f"{url}{path_of(game, '?after=2')}"
    streams = [requests.get(path, stream=True, timeout=PATIENCE_S) for _ in range(4)]
    assert [stream.status_code for stream in streams] == [200, 200, 200, 503]
    view, token = asked_view(api, game)
    body = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
    moved = requests.post(
        f"{url}/v1/games/{game['id']}/moves",
        json=body,
        headers={"Authorization": f"Bearer {token}"},
        timeout=PATIENCE_S,
    )
    assert moved.status_code == 200
    server.signal(signal.SIGTERM)
    began = time.monotonic()
    received = [[number for number, _ in parsed(stream.text)] for stream in streams[:3]]
    assert received == [[moved.json()["version"]]] * 3
    assert time.monotonic() - began < AT_ONCE_S
    assert server.status() == 0


@pytest.mark.parametrize("server", [()], indirect=True)
def test_a_stream_costs_a_file_and_no_thread(game, server, free_port):
    url = f"http://127.0.0.1:{free_port}{path_of(game, '?after=2')}"
    process = Path("/proc", str(max(server.find_all("gunicorn"))))

    def counted(number):
        streams = [requests.get(url, stream=True, timeout=PATIENCE_S) for _ in range(number)]
        assert {stream.status_code for stream in streams} == {200}
        return streams, len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))

    first, files, threads = counted(1)
    others, more_files, more_threads = counted(50)
    assert 50 <= more_files - files < 70, "a thread that answers may have opened a connection to Redis"
    assert more_threads - threads < 20, "those that answer begin when they are needed"
    for stream in first + others:
        stream.close()


def test_a_client_that_hangs_up_makes_room_at_once(game, server, free_port):
    url = f"http://127.0.0.1:{free_port}{path_of(game, '?after=2')}"
    streams = [requests.get(url, stream=True, timeout=PATIENCE_S) for _ in range(3)]
    assert requests.get(url, stream=True, timeout=PATIENCE_S).status_code == 503
    streams[0].close()
    wait_until(lambda: requests.get(url, stream=True, timeout=PATIENCE_S).status_code == 200)
    for stream in streams:
        stream.close()


# -- tickets


def ticket(api, game, token):
    answer = api.post(f"/v1/games/{game['id']}/tickets", token=token)
    assert (answer.status_code, answer.json["expires_in_s"]) == (201, Settings().ticket_s)
    return answer.json["ticket"]


def dealt_to(text):
    return {
        event["data"]["seat"]
        for _, data in parsed(text)
        for event in data["events"]
        if event["type"] == "deal" and "cards" in event["data"]
    }


@pytest.mark.parametrize("who", ["0", "1", "owner"])
def test_a_ticket_lets_see_what_its_token_lets_see(api, game, who, store):
    created = api.create(seats=[PERSON, PERSON], public=False)
    game = choose_dealer(api, created)
    resign(api, game)
    made = ticket(api, game, created["owner_token"] if who == "owner" else game["tokens"][who])
    text = api.get(path_of(game, f"?ticket={made}")).text
    assert dealt_to(text) == ({int(who)} if who != "owner" else set())


def test_a_browser_comes_back_with_the_same_ticket_and_misses_nothing(api, game, let_streams_live):
    """As EventSource does: the same address again, with the last id that it has in a header."""
    let_streams_live(0.0)
    address = path_of(game, f"?after=0&ticket={ticket(api, game, game['tokens']['0'])}")
    headers, received = {}, []
    for _ in range(5):
        answer = api.get(address, headers=headers)
        assert answer.status_code == 200
        received += parsed(answer.text)
        headers = {"Last-Event-ID": str(received[-1][0])}
        view, mover = asked_view(api, api.get(f"/v1/games/{game['id']}").json | {"tokens": game["tokens"]})
        api.move(view, mover)
    over = resign(api, game)
    received += parsed(api.get(address, headers=headers).text)
    assert [number for number, _ in received] == list(range(1, over["version"] + 1))
    assert api.get(address, headers={"Last-Event-ID": str(over["version"])}).status_code == 204


def test_a_ticket_ends_with_its_token_and_with_its_game(api, game, store):
    private = api.create(seats=[PERSON, PERSON], public=False)
    for_renewed, for_deleted = ticket(api, game, game["tokens"]["0"]), ticket(api, private, private["tokens"]["0"])

    loaded = store.games.load(game["id"])
    loaded.tokens = {digest: role for digest, role in loaded.tokens.items() if role != 0}
    store.games.commit(loaded, Request("renew"))
    refused = api.get(path_of(game, f"?ticket={for_renewed}"))
    assert (refused.status_code, refused.json["code"]) == (401, "ticket/unknown")

    store.games.delete(private["id"])
    assert api.get(path_of(private, f"?ticket={for_deleted}")).json["code"] == "game/not_found"


def test_a_ticket_opens_nothing_but_the_stream(api, game):
    made = ticket(api, game, game["tokens"]["0"])
    for path in (f"/v1/games/{game['id']}", f"/v1/games/{game['id']}/events"):
        assert api.get(f"{path}?ticket={made}").json["code"] == "request/invalid"
        assert api.get(path, token=made).json["code"] == "auth/unknown_token"


def test_a_ticket_is_neither_in_a_refusal_nor_in_the_log(api, game, caplog):
    caplog.set_level("DEBUG")
    made = ticket(api, game, game["tokens"]["0"])
    other = api.create()
    addresses = [
        path_of(other, f"?ticket={made}"),
        path_of(game, f"?ticket={made}{'x' * 100}"),
        path_of(game, f"?ticket={made}&after=x"),
        path_of(game, f"?ticket={made}&after=99"),
        f"/v1/nowhere?ticket={made}",
        path_of(game, f"?ticket={made}"),
    ]
    answers = [api.http.get(address, buffered=False) for address in addresses]
    assert [answer.status_code for answer in answers] == [401, 422, 422, 422, 404, 200]
    assert not [answer for answer in answers[:-1] if made in answer.text]
    answers[-1].close()
    assert caplog.records
    assert made not in caplog.text


def test_a_ticket_is_good_for_its_own_game_only(api, game):
    made = ticket(api, game, game["tokens"]["0"])
    other, private = api.create(), api.create(public=False)
    assert api.get(path_of(other, f"?ticket={made}")).json["code"] == "ticket/unknown"
    assert api.get(path_of(private, f"?ticket={made}")).json["code"] == "game/not_found"


def test_a_ticket_is_valid_for_its_time_however_often_it_is_used(api, game, read, monkeypatch):
    made, life_s = ticket(api, game, game["tokens"]["0"]), Settings().ticket_s
    for late_s, status in ((life_s - 5, 200), (life_s - 5, 200), (life_s + 1, 401)):
        monkeypatch.setattr(timestamps, "time_ns", lambda late_s=late_s: time.time_ns() + 10**9 * late_s)
        answer = api.get(path_of(game, f"?ticket={made}"), buffered=False)
        assert answer.status_code == status
        answer.close()


@pytest.mark.parametrize("forge", ["later", "another seat", "shortened", "another alphabet"])
def test_a_ticket_that_was_changed_opens_nothing(api, game, forge):
    made = ticket(api, game, game["tokens"]["0"])
    _, until, proof = made.split("_", 2)
    changed = {
        "later": f"t_{int(until, 16) + 3600:08x}_{proof}",
        "another seat": f"t_{until}_{ticket(api, game, game['tokens']['1']).split('_', 2)[2][::-1]}",
        "shortened": made[:-1],
        "another alphabet": f"t_{until}_{'²' * 43}",
    }[forge]
    assert api.get(path_of(game, f"?ticket={changed}")).json["code"] == "ticket/unknown"


def test_tickets_take_no_room_in_redis(api, store):
    game = api.create(seats=[PERSON, PERSON])
    before = {key: store.client.dump(key) for key in store.client.scan_iter()}
    # of a seat it would be noted that its player is there
    made = {ticket(api, game, game["owner_token"]) for _ in range(10)}
    api.get(path_of(game, f"?ticket={made.pop()}"), buffered=False).close()
    assert {key: store.client.dump(key) for key in store.client.scan_iter()} == before


def test_a_ticket_needs_a_token_of_the_game(api, game):
    path = f"/v1/games/{game['id']}/tickets"
    stranger = api.create()["tokens"]["0"]
    answers = [
        api.post(path),
        api.post(path, token="x"),
        api.post(path, token=stranger),
        api.post("/v1/games/g_nope/tickets", token="x"),
    ]
    assert [answer.json["code"] for answer in answers] == [
        "auth/missing",
        "auth/unknown_token",
        "auth/foreign_token",
        "game/not_found",
    ]
