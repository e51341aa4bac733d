"""What things cost in exact numbers: requests to Redis, changes that wait for its disk, and bytes of memory."""

import random
import re
import secrets
import statistics
import sys
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import redis

from engines import VARIANTS
from engines.hockey import rules
from faceoff_client import random_move
from service.app import create_app
from service.model import timestamps
from service.model.game import Turn
from service.ops.embedded_redis import EmbeddedRedis
from service.store.queue import JOB_FUNCTION, QUEUES, SafeJob
from service.workers.ai_jobs import prepare_worker
from tests.patience import wait_until
from tests.service.burst import BurstWorker
from tests.service.client import PERSON, Client, ai
from tests.service.games.test_records import played
from tests.service.redis_cluster import ON_CLUSTER
from tests.service.tasks.test_batches import AT_ONCE, asked_of, lines_of
from tests.service.use_cases import create_game

pytestmark = pytest.mark.skipif(bool(ON_CLUSTER), reason="counts those of one server")
READS = {
    "HMGET",
    "HGET",
    "HGETALL",
    "GET",
    "EXISTS",
    "XRANGE",
    "ZREVRANGEBYLEX",
    "ZRANGEBYSCORE",
    "LRANGE",
    "TIME",
    "INFO",
    "SMEMBERS",
}
ABOUT_THE_CONNECTION = {"HELLO", "CLIENT", "SCRIPT", "PING", "SELECT"}
COMMAND = re.compile(rb"\*\d+\r\n\$\d+\r\n([A-Za-z]+)")


class Asked:
    """The requests to one server, each with its commands; those of a pipeline are one request."""

    def __init__(self, monkeypatch, server):
        self.requests = []
        send = redis.connection.AbstractConnection.send_packed_command

        def noted(connection, command, check_health=True):
            data = b"".join([command] if isinstance(command, bytes) else command)
            names = [name.decode().upper() for name in COMMAND.findall(data)]
            if getattr(connection, "path", None) == str(server.socket) and not ABOUT_THE_CONNECTION & set(names):
                self.requests.append(names)
            return send(connection, command, check_health)

        monkeypatch.setattr(redis.connection.AbstractConnection, "send_packed_command", noted)

    def by(self, act):
        """The requests of a call, and what it returned."""
        self.requests = []
        result = act()
        return self.requests, result


def changes(requests):
    """Requests that may have to wait for the disk."""
    return [names for names in requests if not set(names) <= READS]


@pytest.fixture
def asked(monkeypatch, redis_server):
    return Asked(monkeypatch, redis_server)


def test_a_move_writes_once_in_a_game_that_this_process_has_seen(api, game, asked):
    requests, played = asked.by(lambda: api.move(game, game["token"]))
    assert played.status_code == 200
    assert requests == [["EVALSHA"]]


@pytest.mark.parametrize(("kept_ms", "commands"), [(10**15, 9), (1, 13)])
def test_the_first_move_of_a_game_is_nine_commands_and_in_a_new_half_minute_thirteen(
    api, game, store, monkeypatch, kept_ms, commands
):
    monkeypatch.setattr("service.store.games.KEPT_MS", kept_ms)
    before = processed(store)
    assert api.move(game, game["token"]).status_code == 200
    assert processed(store) - before == commands


def test_the_events_since_a_version_are_one_read_more_than_the_game(api, game, asked):
    api.move(game, game["token"])
    requests, read = asked.by(lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}"))
    assert len(read.json["events"]) >= 1
    assert requests == [["HMGET"], ["LRANGE"]]


def test_turns_are_claimed_by_five_commands_however_many_they_are_and_three_find_none(store, queue):
    assert store.agenda.claim_turns("g_1") == []  # the server learns the script
    games = [create_game(store, seats=[PERSON, ai(1)], options={"first_dealer": "random"}).game for _ in range(20)]
    claim, counts = [game for game in games if game.ai], []
    for expected in (sorted(game.id for game in claim), []):
        before = processed(store)
        assert sorted(store.agenda.claim_turns(games[0].id)) == expected
        counts.append(processed(store) - before - 1)
    assert counts == [5, 3]


def processed(store):
    """The commands of the server until now, those of scripts too."""
    return store.client.info("stats")["total_commands_processed"] + 1  # with this one


def test_a_move_reads_once_and_writes_once(api, app, game, asked):
    app.extensions["faceoff"].games.memory.forget()
    requests, played = asked.by(lambda: api.move(game, game["token"]))
    assert played.status_code == 200
    assert requests == [["HMGET"], ["EVALSHA"]]


def test_a_view_reads_once(api, game, asked):
    requests, shown = asked.by(lambda: api.get(f"/v1/games/{game['id']}", token=game["token"]))
    assert shown.status_code == 200
    assert requests == [["HMGET"]]


def test_a_page_of_public_games_reads_the_list_and_then_all_its_games(api, asked):
    for _ in range(3):
        api.create(seats=[PERSON, PERSON])
    requests, page = asked.by(lambda: api.get("/v1/games?variant=hockey&status=active"))
    assert len(page.json["games"]) >= 3
    assert requests == [["ZREVRANGEBYLEX"], ["HMGET"] * len(page.json["games"])]


class Counted:
    """A WSGI app, and how many functions each request calls: Python's, and those in C that Python calls."""

    def __init__(self, app):
        self.app = app
        self.calls = 0

    def __call__(self, environ, start_response):
        self.calls = 0
        sys.setprofile(self.note)
        try:
            return self.app(environ, start_response)
        finally:
            sys.setprofile(None)

    def note(self, frame, event, _):
        self.calls += event in ("call", "c_call")


IS_COMPILED = rules.__file__.endswith(".so")


@pytest.fixture
def declared_is_what_happens():
    """Not compared here, where function calls are counted."""


def test_a_move_and_a_view_call_few_functions(settings, contract):
    """A bare Flask route with the same calls to Redis takes 880 and 580; ``make bench ONLY=in_process`` counts
    instructions.
    """
    app = create_app(settings)
    app.wsgi_app = counted = Counted(app.wsgi_app)
    api, of_first_views, of_views, of_moves = Client(app, contract), [], [], []
    view = created = api.create(seats=[PERSON, PERSON], options={"first_dealer": "random"}, public=False)
    for _ in range(20):
        token = created["tokens"][str(view["to_act"][0])]
        for calls in (of_first_views, of_views):
            view = api.get(f"/v1/games/{created['id']}", token=token).json
            calls.append(counted.calls)
        view = api.move(view, token).json
        of_moves.append(counted.calls)
    most = (1120, 790, 650) if IS_COMPILED else (1260, 870, 650)
    assert not [
        (calls, bound)
        for calls, bound in zip((of_moves, of_first_views, of_views), most, strict=True)
        if not statistics.median(calls) < bound
    ]


@pytest.mark.skipif(not IS_COMPILED, reason="counts calls of the rules and the decision too")
@pytest.mark.parametrize("key", VARIANTS)
def test_a_position_of_a_batch_calls_few_functions(settings, contract, asked, key):
    """``make bench ONLY=batches`` compares the time with a match. A search for the move would call thousands."""
    app = create_app(settings)
    app.wsgi_app = counted = Counted(app.wsgi_app)
    api, calls = Client(app, contract), []
    for positions in (10, 10, 110, 110):  # the first request makes what is remembered
        requests, answer = asked.by(partial(api.post, "/v1/suggestions/batch", asked_of(key, positions, **AT_ONCE)))
        assert len(lines_of(answer)) == positions
        assert not any({"HSET", "SET"} & set(names) for names in requests)
        calls.append(counted.calls)
    assert (min(calls[2:]) - calls[1]) / 100 < MOST_CALLS[key]


MOST_CALLS = {
    "hockey": 197,
    "blades_of_steel": 560,
    "card_hockey": 402,
    "turn_based_hockey": 332,
    "ice_cold_ice_hockey": 516,
}
"""The most for a position of a batch."""


@pytest.mark.parametrize("created", [{"public": False}, {}, {"joinable": True}])
def test_a_game_is_created_and_listed_by_one_script(api, asked, created):
    api.create()  # the server learns the script
    seats = [PERSON, {"kind": "open"}] if created.get("joinable") else [PERSON, PERSON]
    requests, _ = asked.by(lambda: api.create(seats=seats, **created))
    offered = [["ZREMRANGEBYSCORE", "ZADD", "PEXPIRE"]] if created.get("joinable") else []
    assert requests == [["EVALSHA"], *offered]


def test_the_list_of_public_games_follows_a_game_without_a_call_of_its_own(api, asked):
    game = api.create(seats=[PERSON, PERSON])
    requests, ended = asked.by(lambda: api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"]))
    assert ended.json["status"] == "finished"
    assert requests == [["EVALSHA"]]


LEAVES = ["MULTI", "DEL", "ZCARD", "EXEC"]


def test_a_turn_of_a_computer_waits_for_the_disk_twice_and_nobody_for_the_claim_that_finds_no_other(
    settings, contract, monkeypatch, redis_server, tmp_path, store, asked
):
    with EmbeddedRedis(tmp_path, name="queue", is_durable=False) as other:
        settings = replace(settings, queue_redis_url=other.url)
        api = Client(create_app(settings), contract)
        _, client = prepare_worker(settings)
        view = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"}, public=False)
        rng, token, turns = random.Random(1), view["tokens"]["0"], 0
        worker = BurstWorker(QUEUES, client, SafeJob)
        monkeypatch.setattr("service.workers.ai_jobs.POSTPONED_EVERY_S", 60)  # on a busy machine it would be held again

        def answer():
            worker.empty_queues()  # the answer falls due a little later
            wait_until(lambda: store.games.load(view["id"]).ai is None)

        while turns < 6:
            if view["to_act"] == [1]:
                requests, _ = asked.by(answer)
                turns += 1
                # the turn is taken, the answer committed, and nothing more found; a search is committed by the timer
                expected = 3 * [["EVALSHA"]] if IS_COMPILED else [["EVALSHA"], LEAVES, ["EVALSHA"], ["EVALSHA"]]
                assert changes(requests) == expected or turns == 1, "in the first turn, the server learns the scripts"
                view = api.get(f"/v1/games/{view['id']}", token=token).json
            move = {"ply": view["ply"], "move": random_move(view, rng)}
            view = api.post(f"/v1/games/{view['id']}/moves", move, token=token).json
        client.close()


def test_a_job_is_ten_commands_of_the_queue(settings, store, queue, monkeypatch):
    """With RQ's records of its execution it would be 65."""
    game, played = create_game(store, seats=[PERSON, ai(1)]).game, []
    game.ai = game.ai or Turn(seat=1, since=game.created_at)
    _, client = prepare_worker(settings)
    monkeypatch.setitem(SafeJob.functions, JOB_FUNCTION, played.append)
    worker = BurstWorker(QUEUES, client, SafeJob)
    worker.last_cleaned_at = datetime.now(UTC)

    def play():
        queue.wake(game)
        worker.execute_job(*worker.dequeue_job_and_maintain_ttl(None))

    play()  # the server learns the script, and gets a heartbeat
    monkeypatch.setattr("service.workers.main.HEARTBEAT_EVERY_S", 60)
    before = processed(store)
    play()
    assert processed(store) - before - 1 == 10
    assert played == 2 * [game.id]


MOST_KIB = {"created": 1.6, "50": 4.5, "over": 20, "packed": 8.5}
"""Sizes of a game that has just been created, has 50 versions, is over, and was packed then."""
ROUNDED_UP_B = 32


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_of_each_kind_needs_little_memory(store, monkeypatch, key):
    """At most what tests/<game>/sizes.txt says, where that is less; ``make bench ONLY=sizes`` shows more. Tokens and
    times are those of every run, as they are compressed.
    """
    sizes = []
    monkeypatch.setattr(secrets, "token_bytes", random.Random(1).randbytes)
    monkeypatch.setattr(timestamps, "time_ns", count(10**18, 10**6).__next__)
    game = played(store, key, look=lambda game: sizes.append(used(store, game)))
    assert store.games.pack(game.id)
    found = {"created": sizes[0], "over": sizes[-1], "packed": used(store, game)}
    found |= {"50": sizes[50]} if len(sizes) > 50 else {}
    own = Path(__file__).parents[1] / key / "sizes.txt"
    most = MOST_KIB | {
        name: float(kib) for name, kib in map(str.split, own.read_text().splitlines() if own.exists() else ())
    }
    assert {name: kib for name, kib in found.items() if kib > most[name]} == {}


def used(store, game):
    """KiB of a game's keys, each without what the server's allocator may round it up by: other runs take that more."""
    names = store.client.scan_iter(f"*:{game.id}")
    return sum(store.client.memory_usage(name, samples=0) - ROUNDED_UP_B for name in names) / 1024
