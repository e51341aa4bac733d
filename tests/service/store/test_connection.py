"""Connections to Redis: how often one is tried, for how long a server that does not respond is left alone, and what
counts as one that takes changes. Nothing is connected.
"""

from types import SimpleNamespace

import pytest
import redis

from service.store import connection
from service.store.connection import OfPrimary, check_writable, client_at, connect, impatient_client, parse_address
from tests.service.clock import set_monotonic


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr("redis.retry.sleep", lambda _: None)
    return set_monotonic(monkeypatch, connection)


@pytest.fixture
def tried(clock):
    """Calls of something that fails; counts how often it is called."""
    retry = connection._Retry()
    calls = []

    def call(error=None, within=None):
        def do():
            calls.append(error)
            if within:
                within()
            if error:
                raise error

        return retry.call_with_retry(do, lambda _: None)

    call.calls = calls
    return call


def test_a_lost_connection_is_tried_eight_times_more_within_two_seconds(tried):
    with pytest.raises(redis.ConnectionError):
        tried(redis.ConnectionError())
    assert len(tried.calls) == 9


def test_a_server_that_does_not_respond_is_not_asked_again_for_half_a_second(tried, clock):
    with pytest.raises(redis.TimeoutError):
        tried(redis.TimeoutError())
    assert len(tried.calls) == 1
    clock.now = 1000.4
    with pytest.raises(redis.ConnectionError, match="did not respond a moment ago"):
        tried()
    assert len(tried.calls) == 1
    clock.now = 1000.5
    tried()
    assert len(tried.calls) == 2


def test_a_call_within_another_is_part_of_it(tried):
    with pytest.raises(redis.ConnectionError):
        tried(within=lambda: tried(redis.ConnectionError()))
    assert len(tried.calls) == 18, "nine calls of each, not nine times nine"


def test_a_client_has_its_time_outs_and_shares_a_few_connections():
    pool = connect("redis://10.0.0.1:6379/3").connection_pool
    options = pool.connection_kwargs
    assert isinstance(pool, redis.BlockingConnectionPool)
    assert (pool.max_connections, pool.timeout) == (32, 2)
    names = ("host", "port", "db", "socket_timeout", "socket_connect_timeout", "decode_responses")
    assert [options[name] for name in names] == ["10.0.0.1", 6379, 3, 2, 1, True]
    assert options["health_check_interval"] == 30
    assert isinstance(options["retry"], connection._Retry)
    assert issubclass(pool.connection_class, OfPrimary)


def test_an_impatient_client_tries_once():
    options = impatient_client(parse_address("rediss://10.0.0.1"), within_s=0.7).connection_pool.connection_kwargs
    assert (options["socket_timeout"], options["retry"]._retries) == (0.7, 0)
    pool = client_at(parse_address("unix:///tmp/x"), socket_timeout=9).connection_pool
    assert issubclass(pool.connection_class, redis.UnixDomainSocketConnection)


@pytest.mark.parametrize(
    ("answer", "is_primary"),
    [
        ({"role": "master"}, True),
        (["server", "redis", "role", "master"], True),
        ({"role": "replica"}, False),
        (["server", "redis", "role", "replica"], False),
    ],
)
def test_a_server_takes_changes_if_it_is_a_primary_and_a_replica_is_left(answer, is_primary):
    left = []
    pool = SimpleNamespace(disconnect=lambda inuse_connections: left.append(inuse_connections))
    client = SimpleNamespace(execute_command=lambda command: answer, connection_pool=pool)
    if is_primary:
        check_writable(client)
        assert left == []
    else:
        with pytest.raises(redis.ConnectionError, match="is a replica"):
            check_writable(client)
        assert left == [False]


@pytest.mark.parametrize(("state", "serves"), [("ok", True), ("fail", False)])
def test_a_cluster_takes_changes_if_it_serves_every_key(state, serves):
    class Cluster(redis.RedisCluster):
        def __init__(self):
            pass

        def __del__(self):
            pass

        def cluster_info(self, target_nodes):
            return {"cluster_state": state}

    if serves:
        check_writable(Cluster())
    else:
        with pytest.raises(redis.ConnectionError, match="does not serve every key"):
            check_writable(Cluster())
