"""The faults are what they say they are."""

import socket
import sys
import threading
import time

import pytest
import redis

from service.model.game import version_of
from service.ops.embedded_redis import EmbeddedRedis
from service.store.readable import Unreadable
from tests import children
from tests.faults import damage
from tests.faults.clients import RawClient, request
from tests.faults.clocks import Clock, needs_clocks, stepped
from tests.faults.full import memory_used
from tests.faults.processes import dies_at_write, is_alive, kill, threads_refused
from tests.faults.proxy import RedisProxy, is_write
from tests.faults.snapshots import Snapshot, of_bucket, of_game
from tests.patience import PATIENCE_S, wait_until
from tests.stored import game_ids


@pytest.fixture
def client(settings, proxy):
    """A client of the proxy that does not send anything again."""
    with redis.Redis.from_url(proxy.url, decode_responses=True, retry=None) as client:
        yield client


# -- the proxy


def test_a_lost_reply_is_carried_out_and_redis_py_sends_the_command_again(far_api, proxy):
    lost = proxy.lose_reply("EVALSHA game_commit")
    created = far_api.create(seats=[{"kind": "person"}, {"kind": "person"}])
    assert (lost.acted, proxy.count("EVALSHA game_commit")) == (1, 2)
    assert far_api.get(f"/v1/games/{created['id']}").json["version"] == 1


def test_a_cut_command_does_not_reach_the_server(client, proxy, store):
    proxy.cut("SET goal")
    with pytest.raises(redis.ConnectionError):
        client.set("goal", 1)
    assert store.client.get("goal") is None
    assert client.set("goal", 1)


def test_a_rule_passes_some_and_acts_some_times(client, proxy):
    refused = proxy.refuse_writes("SET", times=2, skip=1)
    answers = []
    for number in range(4):
        try:
            answers.append(client.set("goal", number))
        except redis.OutOfMemoryError as error:
            answers.append(str(error)[:10])
    assert (answers, refused.acted) == ([True, "command no", "command no", True], 2)


def test_a_transaction_with_a_refused_command_is_not_carried_out(client, proxy, store):
    proxy.refuse_writes("SET second")
    with pytest.raises(redis.ResponseError):
        client.pipeline(transaction=True).set("first", 1).set("second", 2).execute()
    assert store.client.mget("first", "second") == [None, None]


def test_someone_else_acts_between_two_commands(client, proxy, store):
    proxy.before("GET score", lambda: store.client.set("score", 2))
    client.set("score", 1)
    assert client.get("score") == "2"
    proxy.after("SET score 3", lambda: store.client.set("score", 4))
    client.set("score", 3)
    assert client.get("score") == "4"


def test_a_silent_proxy_keeps_connections_open_and_passes_on_what_has_waited(client, proxy):
    client.ping()
    proxy.silence()
    waiting = threading.Thread(target=client.set, args=("goal", 1))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    proxy.speak()
    waiting.join()
    assert client.get("goal") == "1"


def test_the_listener_alone_can_be_silent(client, proxy):
    with client.pubsub() as listener:
        listener.subscribe("goals")
        assert listener.get_message(timeout=PATIENCE_S)["type"] == "subscribe"
        client.publish("goals", "1")
        assert listener.get_message(timeout=PATIENCE_S)["data"] == "1"
        proxy.silence("^SUBSCRIBE")
        client.publish("goals", "2")
        assert listener.get_message(timeout=0.2) is None
        proxy.speak()
        assert listener.get_message(timeout=PATIENCE_S)["data"] == "2"


def test_a_delayed_command_is_carried_out_later(client, proxy):
    proxy.delay("SET", 0.1, times=1)
    began = time.monotonic()
    client.set("goal", 1)
    assert time.monotonic() - began > 0.1


def test_scripts_are_shown_by_name_and_the_server_says_what_is_a_write(far_api, proxy):
    created = far_api.create()
    proxy.forget()
    far_api.get(f"/v1/games/{created['id']}")
    assert proxy.writes == []
    far_api.post("/v1/games", {"variant": "hockey"})
    assert any(command.text.startswith("EVALSHA game_commit ") for command in proxy.writes)


def test_what_goes_wrong_in_a_callback_fails_the_test(redis_server):
    def call():
        raise AssertionError("not as it should be")

    with pytest.raises(AssertionError, match="not as it should"), RedisProxy(redis_server.url) as proxy:  # noqa: PT012
        proxy.before("PING", call)
        with redis.Redis.from_url(proxy.url, retry=None) as client, pytest.raises(redis.ConnectionError):
            client.ping()


# -- clocks


@needs_clocks
def test_the_clock_of_redis_steps_while_it_runs_also_in_scripts(tmp_path):
    clock, server = Clock(tmp_path / "clock"), EmbeddedRedis(tmp_path)
    server.command = clock.command(server.command)
    with server, redis.Redis.from_url(server.url) as client:

        def shown():
            times = client.time()[0], client.eval("return redis.call('TIME')[1]", 0)
            return [round((int(now) - time.time() - clock.ahead_s) / 60) for now in times]

        for step in (0, 3600, -7200):
            clock.step(step)
            wait_until(lambda: shown() == [0, 0], shown)


@needs_clocks
def test_the_clock_of_a_process_steps_and_its_monotonic_clock_does_not(tmp_path):
    clock = Clock(tmp_path / "clock")
    program = (
        "import time\nprint(time.time(), time.monotonic(), flush=True)\ninput()\nprint(time.time(), "
        "time.monotonic(), flush=True)"
    )
    with children.start(clock.command([sys.executable, "-c", program]), stdin=-1, stdout=-1, text=True) as process:
        before = [float(word) for word in process.stdout.readline().split()]
        clock.step(-3600)
        after = [float(word) for word in process.communicate("\n")[0].split()]
    assert round((after[0] - before[0]) / 60) == -60
    assert after[1] > before[1]


def test_the_clock_of_this_process_steps(api):
    with stepped(-86_400):
        yesterday = api.create()["created_at"]
    assert yesterday[:10] < api.create()["created_at"][:10]


# -- what is stored


@pytest.mark.parametrize("spoil", [damage.game_unreadable, damage.game_of_a_newer_format])
def test_a_damaged_game_cannot_be_read(store, game, spoil):
    spoil(store.client, game["id"])
    with pytest.raises(Unreadable, match=game["id"]):
        store.games.load(game["id"])


def test_a_damaged_history_cannot_be_read(store, game):
    damage.history_unreadable(store.client, game["id"])
    with pytest.raises(Unreadable, match=game["id"]):
        store.games.events_after(game["id"], 0)


def test_a_game_that_expires_is_gone_at_once(api, store, game):
    damage.expire(store.client, game["id"])
    assert api.get(f"/v1/games/{game['id']}").status_code == 404


def test_a_store_goes_back_as_a_whole_by_bucket_and_by_key(api, store, game):
    before = Snapshot(store.client)
    for pattern in (of_game(game["id"]), of_bucket(game["id"]), "*"):
        moved, later = api.move(game, game["token"]).json, api.create()
        before.restore(pattern)
        assert moved["version"] == game["version"] + 1
        assert version_of(store.games.revision(game["id"])) == game["version"]
        goes_back = pattern == "*" or pattern == of_bucket(later["id"])
        assert bool(version_of(store.games.revision(later["id"]))) != goes_back
        assert store.client.ttl(f"{of_bucket(game['id'])[:-1]}game:{game['id']}") > 0
        before = Snapshot(store.client)


def test_used_up_memory_refuses_what_needs_more(store):
    with memory_used(store.client), pytest.raises(redis.OutOfMemoryError):
        store.client.set("goal", 1)
    assert store.client.set("goal", 1)


# -- clients and processes


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE_S)
        yield listener


def test_a_client_resets_its_connection(listener):
    client = RawClient(listener.getsockname()[1]).half_send(request("POST", "/v1/games", {"variant": "hockey"}))
    server, _ = listener.accept()
    with server:
        assert server.recv(1000).startswith(b"POST /v1/games HTTP/1.1\r\n")
        client.reset()
        with pytest.raises(ConnectionResetError):
            server.recv(1)


def test_a_process_dies_before_each_of_its_writes_and_does_not_clean_up(api, redis_server, store):
    with dies_at_write(None, redis_server.url) as life:
        api.post("/v1/games", {"variant": "hockey"}, headers={"Idempotency-Key": "whole"})
    for number in range(1, len(life.writes) + 1):
        before = set(game_ids(store))
        with dies_at_write(number, redis_server.url) as death:
            api.post("/v1/games", {"variant": "hockey"}, headers={"Idempotency-Key": str(number)})
        assert (death.is_dead, len(death.writes)) == (True, number)
        has_created = any(
            command.text.startswith("EVALSHA game_commit") for writes in life.writes[: number - 1] for command in writes
        )
        assert bool(set(game_ids(store)) - before) == has_created


def test_a_real_process_is_killed_before_a_write(proxy, settings, store):
    program = "import redis, sys\nclient = redis.Redis.from_url(sys.argv[1])\nfor name in 'abcd': client.set(name, 1)"
    process = children.start([sys.executable, "-c", program, proxy.url])
    proxy.before(is_write, lambda: kill(process.pid)(), skip=2)
    proxy.cut(is_write, skip=2)
    assert process.wait() == -9
    assert not is_alive(process.pid)
    assert store.client.mget("a", "b", "c", "d") == ["1", "1", None, None]


def test_a_thread_that_cannot_start():
    ran = []
    with threads_refused("timer"):
        with pytest.raises(RuntimeError, match="can't start"):
            threading.Thread(target=ran.append, args=(1,), name="timer").start()
        threading.Thread(target=ran.append, args=(2,), name="other").start()
        threading.Thread(target=ran.append, args=(3,), name="timer").start()
    wait_until(lambda: sorted(ran) == [2, 3])
