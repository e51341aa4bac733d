"""Connections to Redis: to one server, to the primary that sentinels name, or to a cluster. ``address`` reads where
that is.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import redis
from redis.backoff import EqualJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import RedisClusterException
from redis.retry import Retry

from service.store.address import CLUSTER, SENTINEL, Address, parse_address
from service.store.sentinels import OfPrimary, OfSentinels, primary_of

CHANNEL: Final = "faceoff:changed"
"""Every change of a game or task is published here as ``<id> <version>``."""

MAX_CONNECTIONS: Final = 32
"""Per process; each is needed for less than a millisecond at a time."""
CONNECTION_WITHIN_S: Final = 2
CONNECT_WITHIN_S: Final = 1
RESPONSE_WITHIN_S: Final = 2
TRIES: Final = 8
CLUSTER_TRIES: Final = 1
"""Further attempts. Each asks for the nodes of the cluster again, which takes a second where one of them does not
respond.
"""
AWAY_S: Final = 0.5
"""For this long after a time-out every command fails at once, so that a request with several commands waits for one of
them only.
"""
T = TypeVar("T")


class _Retry(Retry):
    """Tries again where the connection is lost, for one to two seconds: a server that was killed may be back by then.

    A server that does not respond is not asked again: a command may have been carried out, and the next one would wait
    as long. One instance serves all connections of a client.
    """

    def __init__(self) -> None:
        super().__init__(EqualJitterBackoff(base=0.05, cap=0.4), TRIES, (redis.ConnectionError,))
        self._away_until = 0.0
        self._of_thread = threading.local()

    def __deepcopy__(self, memo: object) -> "_Retry":
        return self

    def call_with_retry(self, do: Callable[[], T], fail: Callable[..., Any], *arguments: Any, **named: Any) -> T:
        """Call ``do`` until it succeeds. A call within another, such as connecting for a command, is part of it."""
        if getattr(self._of_thread, "is_trying", False):
            return do()
        if time.monotonic() < self._away_until:
            raise redis.ConnectionError("Redis did not respond a moment ago")
        self._of_thread.is_trying = True
        try:
            return super().call_with_retry(do, fail, *arguments, **named)
        except redis.TimeoutError:
            self._away_until = time.monotonic() + AWAY_S
            raise
        finally:
            self._of_thread.is_trying = False


def connect(url: str) -> "redis.Redis":
    """Return a client with time-outs that retries a lost connection (commits carry their request id).

    Hundreds of streams may wake at once. They share a few connections and wait for one; redis-py's default pool would
    raise an error. Raises SettingsError for an address that cannot be read, and redis.RedisError for a cluster that
    does not respond.
    """
    return client_at(
        parse_address(url),
        redis.BlockingConnectionPool,
        retry=_Retry(),
        max_connections=MAX_CONNECTIONS,
        timeout=CONNECTION_WITHIN_S,
        decode_responses=True,
        socket_timeout=RESPONSE_WITHIN_S,
        health_check_interval=30,
    )


def client_at(
    address: Address, pool: type[redis.ConnectionPool] = redis.ConnectionPool, **options: Any
) -> "redis.Redis":
    """Return a client of what is at ``address``, with these options of redis-py; those of the address count more."""
    options = {"socket_connect_timeout": CONNECT_WITHIN_S, **options, **address.options}
    kind = options.pop("connection_class", redis.Connection)
    if address.kind == CLUSTER:
        return _cluster(address, options, uses_tls=issubclass(kind, redis.SSLConnection))
    if address.kind == SENTINEL:
        options["primary"] = primary_of(address)
    return redis.Redis.from_pool(pool(connection_class=_connection_class(address, kind), **options))


def _connection_class(address: Address, kind: type) -> type[redis.Connection]:
    """Connections of a kind of redis-py, by TCP, TLS or a socket, that talk to a primary only."""
    base = OfSentinels if address.kind == SENTINEL else OfPrimary
    return type(f"{base.__name__}{kind.__name__}", (base, kind), {})


class _Cluster(redis.RedisCluster):
    """Does not ask a node again that did not respond in time, as ``_Retry``."""

    ERRORS_ALLOW_RETRY = tuple(  # type: ignore[assignment]
        kind for kind in redis.RedisCluster.ERRORS_ALLOW_RETRY if kind is not redis.TimeoutError
    )


def _cluster(address: Address, options: dict[str, Any], uses_tls: bool) -> "redis.Redis":
    """A client of a cluster, which offers what our stores use of ``redis.Redis``."""
    for name in ("retry", "timeout", "max_connections", "db"):
        options.pop(name, None)
    nodes = [ClusterNode(host, port) for host, port in address.nodes]  # type: ignore[no-untyped-call]
    options |= {"ssl": True} if uses_tls else {}
    try:
        client: Any = _Cluster(
            startup_nodes=nodes, retry=Retry(EqualJitterBackoff(base=0.05, cap=0.4), CLUSTER_TRIES), **options
        )
    except RedisClusterException as error:
        raise redis.ConnectionError(f"the cluster does not respond: {error}") from error
    initialize = client.nodes_manager.initialize

    def initialize_or_away(*arguments: Any, **named: Any) -> Any:
        """As in redis-py, whose exception here is not a RedisError."""
        try:
            return initialize(*arguments, **named)
        except RedisClusterException as error:
            raise redis.ConnectionError(f"the cluster does not respond: {error}") from error

    client.nodes_manager.initialize = initialize_or_away
    return cast("redis.Redis", client)


def impatient_client(address: Address, within_s: float, **options: Any) -> "redis.Redis":
    """A client that fails at once, or after this time."""
    return client_at(address, socket_timeout=within_s, retry=Retry(NoBackoff(), 0), **options)


def check_writable(client: "redis.Redis") -> None:
    """Raise RedisError unless Redis responds and is a primary, or a cluster that serves every key."""
    if isinstance(client, redis.RedisCluster):
        state: Any = client.cluster_info(target_nodes=redis.RedisCluster.DEFAULT_NODE)
        if state.get("cluster_state") != "ok":
            raise redis.ConnectionError("the cluster does not serve every key")
        return
    said: Any = client.execute_command("HELLO")  # type: ignore[no-untyped-call]
    facts = said if isinstance(said, dict) else dict(zip(said[::2], said[1::2], strict=True))
    if facts["role"] != "master":
        client.connection_pool.disconnect(inuse_connections=False)  # it was a primary when they were opened
        raise redis.ConnectionError("the server is a replica")
