"""The connection to Redis: one server, the primary that sentinels name, or a cluster.

The addresses that ``REDIS_URL`` and ``QUEUE_REDIS_URL`` may name:

- ``redis://[user:password@]host[:6379][/db]``, ``rediss://`` for TLS, ``unix:///path``: one server
- ``redis+sentinel://[user:password@]host[:26379],host2,host3/name[/db]``: the primary that these sentinels watch as
  ``name``. The user and password are those of the servers; ``?sentinel_username=&sentinel_password=`` are those of the
  sentinels
- ``redis+cluster://[user:password@]host[:6379],host2``: the cluster to which these nodes belong

``rediss+sentinel://`` and ``rediss+cluster://`` use TLS for every connection. Further options of redis-py may follow,
as in ``?ssl_ca_certs=/etc/redis/ca.pem``.

With sentinels (docs/adr/0026-redis-with-replicas.md), every connection goes to the server that most of the sentinels
name, and to a primary only. When the sentinels name another one, the connections to the old one are closed, also those
that wait for a message or a job. Without a majority of the sentinels the primary is unknown, so no connection is used.

A reply that no failover can undo is one after WAIT on the same connection, when replicas have what was written or read.
WAIT is about what its own connection has written, and a repetition or a read writes nothing. So a message without
subscribers is published before it: replicas receive messages in the order of the writes.
docs/adr/0026-redis-with-replicas.md says why reads wait too.
"""

import hashlib
import inspect
import logging
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from weakref import WeakSet, finalize

import redis
from redis.backoff import EqualJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.connection import parse_url
from redis.driver_info import DriverInfo
from redis.exceptions import RedisClusterException
from redis.retry import Retry

from service.config import Settings, SettingsError, variable_name
from service.process.threads import start_loop

log = logging.getLogger(__name__)


# -- addresses

SINGLE: Final = "single"
SENTINEL: Final = "sentinel"
CLUSTER: Final = "cluster"
FORMS: Final = (
    "redis://host:6379/0, rediss://, unix:///path, redis+sentinel://host,host2,host3/name or redis+cluster://host,host2"
)
_PORTS: Final = {SENTINEL: 26379, CLUSTER: 6379}
_OPTIONS: Final = (
    inspect.signature(redis.Redis).parameters.keys()
    | inspect.signature(redis.SSLConnection).parameters.keys()
    | {"timeout", "sentinel_username", "sentinel_password"}
)


@dataclass(frozen=True)
class Address:
    """A parsed address."""

    kind: str
    options: dict[str, Any]
    """Arguments of redis-py's connection pools, including the address of a single server."""
    nodes: tuple[tuple[str, int], ...] = ()
    """The sentinels, or nodes of the cluster."""
    name: str = ""
    """The name of the primary that the sentinels watch."""
    sentinel_options: dict[str, Any] | None = None
    """Arguments of the connections to the sentinels."""


def parse_address(url: str, variable: str = "REDIS_URL") -> Address:
    """Parse an address. Raises SettingsError, which names ``variable`` and never repeats a password."""
    scheme, _, rest = url.partition("://")
    try:
        return _read(scheme, rest)
    except SettingsError as refusal:
        reason = str(refusal)
    except ValueError:  # the text of urlsplit's errors may contain the password
        reason = "cannot be read: what it names is not host or host:port"
    raise SettingsError(f"{variable}: {shown_address(url)!r} {reason}")


def shown_address(url: str) -> str:
    """An address without user, password and options."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}".partition("?")[0] if separator else "the value"


def queue_address(settings: Settings) -> Address:
    """The address of the queues. Raises SettingsError for a cluster, on which RQ does not run."""
    name = "queue_redis_url" if settings.queue_redis_url else "redis_url"
    address = parse_address(getattr(settings, name), variable_name(name))
    if address.kind == CLUSTER:
        raise SettingsError(
            "QUEUE_REDIS_URL: the queues cannot be on a cluster; set it to a single server (redis://host:6379/0) "
            "or to sentinels (redis+sentinel://host,host2,host3/name)"
        )
    return address


def _read(scheme: str, rest: str) -> Address:
    """The address ``scheme://rest``. SettingsError has only the reason; ValueError is for a wrong host or port."""
    base, plus, kind = scheme.partition("+")
    if base not in ("redis", "rediss", "unix") or (plus and (kind not in _PORTS or base == "unix")) or not rest:
        raise SettingsError(f"is not an address of Redis; write {FORMS}")
    parts = urlsplit(f"//{rest}")
    hosts = parts.netloc.rpartition("@")[2]
    options = _options(base, parts)
    if base == "unix":
        if hosts or not parts.path:
            raise SettingsError("has no absolute path: write unix:///path/to/redis.sock")
        return Address(SINGLE, options | {"path": unquote(parts.path)})
    path = unquote(parts.path).strip("/")
    if kind == SENTINEL:
        return _of_sentinels(options, _nodes(hosts, kind), path)
    if kind == CLUSTER:
        if path or options.get("db"):
            raise SettingsError("names a database, which a cluster does not have")
        return Address(CLUSTER, options, _nodes(hosts, kind))
    if path and not path.isdecimal():
        raise SettingsError(f"names the database {path!r}, which is not a number")
    if "," in hosts:
        raise SettingsError("names several servers: write redis+sentinel:// or redis+cluster:// for them")
    place = {"host": parts.hostname, "port": parts.port, "db": int(path) if path else None}
    return Address(SINGLE, {name: value for name, value in place.items() if value is not None} | options)


def _options(base: str, parts: SplitResult) -> dict[str, Any]:
    """The class of connections, user, password and further options of redis-py."""
    for name, _ in parse_qsl(parts.query):
        if name not in _OPTIONS:
            raise SettingsError(f"has the option {name!r}, which does not exist")
    try:
        options: dict[str, Any] = parse_url(f"{base}://?{parts.query}")  # type: ignore[no-untyped-call]
    except ValueError as error:  # names the option, not its value
        raise SettingsError(f"cannot be read: {error}") from None
    login = {"username": parts.username, "password": parts.password}
    return options | {name: unquote(value) for name, value in login.items() if value}


def _nodes(hosts: str, kind: str) -> tuple[tuple[str, int], ...]:
    nodes = []
    for text in hosts.split(","):
        parts = urlsplit(f"//{text}")
        if not parts.hostname or parts.path:
            raise SettingsError(f"names {text!r} among its hosts, which is not host or host:port")
        nodes.append((parts.hostname, parts.port or _PORTS[kind]))
    return tuple(nodes)


def _of_sentinels(options: dict[str, Any], nodes: tuple[tuple[str, int], ...], path: str) -> Address:
    """``path`` is the name of a primary, and optionally the number of a database. TLS also applies to the sentinels."""
    name, slash, db = path.partition("/")
    if not name or (slash and not db.isdecimal()):
        raise SettingsError(
            "does not say which primary: write redis+sentinel://host,host2,host3/name, with /db after it if needed"
        )
    if slash:
        options["db"] = int(db)
    of_sentinels = {option: value for option, value in options.items() if option.startswith("ssl_")}
    if "connection_class" in options:
        of_sentinels["ssl"] = True
    for option in ("username", "password"):
        if f"sentinel_{option}" in options:
            of_sentinels[option] = options.pop(f"sentinel_{option}")
    return Address(SENTINEL, options, nodes, name, of_sentinels)


# -- the primary that sentinels name

LOOK_S: Final = 0.5
"""Time between two queries of the sentinels."""
CONFIRMED_S: Final = 2.0
"""How long their answer is valid."""
AGAIN_S: Final = 0.1
"""If it is no longer valid, requests query at most this often."""
REPLY_WITHIN_S: Final = 0.5
"""A sentinel that takes longer counts as away."""
SPARED_S: Final = 5.0
"""One that is away is not queried for this long, unless the others are too few."""

ServerAddress = tuple[str, int]


class Primary:
    """The address of one primary, shared by all connections of a process."""

    def __init__(self, address: Address) -> None:
        self._name = address.name
        options = {
            "socket_timeout": REPLY_WITHIN_S,
            "socket_connect_timeout": REPLY_WITHIN_S,
            **(address.sentinel_options or {}),
        }
        self._sentinels: list[Any] = [
            redis.Redis(host, port, decode_responses=True, retry=Retry(NoBackoff(), 0), **options)
            for host, port in address.nodes
        ]
        self._failed_at = dict.fromkeys(self._sentinels, float("-inf"))
        self._address: ServerAddress | None = None
        self._was_known = False
        self._reason = "the sentinels were not asked yet"
        self._known_at = self._asked_at = float("-inf")
        self._asking = threading.Lock()
        self._watcher: threading.Thread | None = None
        self._starting = threading.Lock()
        self._connections: WeakSet[Any] = WeakSet()

    def address(self) -> ServerAddress:
        """Host and port of the primary. Raises redis.ConnectionError while no majority of the sentinels knows one that
        is up.
        """
        self._watch()
        if time.monotonic() - self._known_at > CONFIRMED_S or self._address is None:
            self._ask(AGAIN_S)
        address = self._address
        if address is None or time.monotonic() - self._known_at > CONFIRMED_S:
            raise redis.ConnectionError(f"primary {self._name!r}: {self._reason}")
        return address

    def add(self, connection: Any) -> None:
        """Close this connection as soon as its server is no longer the primary."""
        with self._starting:
            self._connections.add(connection)

    def _watch(self) -> None:
        with self._starting:
            if self._watcher is None or not self._watcher.is_alive():  # none in this process yet
                # without a connection there is nothing to watch; the next one starts another thread
                self._watcher = start_loop(self._look_again, "sentinels", lambda: not self._connections)

    def _look_again(self) -> None:
        time.sleep(LOOK_S)
        self._ask(LOOK_S / 2)

    def _ask(self, not_within_s: float) -> None:
        """Query the sentinels, unless that was done just now. The newest configuration is used: after a failover, one
        of them has it first.

        Those that did not respond recently are queried only if the others are too few.
        """
        with self._asking:
            began = time.monotonic()
            if began - self._asked_at < not_within_s:
                return
            replies: list[tuple[int, bool, ServerAddress]] = []
            reasons: list[str] = []
            for sentinel in sorted(self._sentinels, key=lambda sentinel: self._failed_at[sentinel]):
                if 2 * len(replies) > len(self._sentinels) and began - self._failed_at[sentinel] < SPARED_S:
                    continue
                try:
                    replies.append(self._reply_of(sentinel))
                    self._failed_at[sentinel] = float("-inf")
                except redis.RedisError as error:
                    reasons.append(str(error))
                    self._failed_at[sentinel] = time.monotonic()
            self._asked_at = time.monotonic()
            if 2 * len(replies) <= len(self._sentinels):
                self._reason = f"{len(replies)} of {len(self._sentinels)} sentinels answer ({'; '.join(reasons)})"
                return
            epoch, _, address = max(replies)
            up = any(is_up for other, is_up, _ in replies if other == epoch)
            self._reason = f"{address[0]}:{address[1]} is down"
            self._known_at = began
            before, self._address = self._address, address if up else None
        if before != self._address and self._was_known:
            log.warning("primary %s: %s", self._name, f"now at {address[0]}:{address[1]}" if up else self._reason)
        self._was_known = True
        if up:
            self._cut_others(address)

    def _reply_of(self, sentinel: Any) -> tuple[int, bool, ServerAddress]:
        """Epoch of the sentinel's configuration, whether the primary is up, and its address.

        During a failover, the state is that of the old primary, already under the new epoch; only the address is that
        of the new one.
        """
        pipeline = sentinel.pipeline(transaction=False)
        pipeline.execute_command("SENTINEL", "MASTER", self._name)
        pipeline.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._name)
        state, (host, port) = pipeline.execute()
        is_old = (host, port) != (state["ip"], state["port"])
        is_down = not {"s_down", "o_down"}.isdisjoint(state["flags"].split(","))
        return int(state["config-epoch"]), is_old or not is_down, (host, int(port))

    def _cut_others(self, address: ServerAddress) -> None:
        with self._starting:
            connections = list(self._connections)
        for connection in connections:
            connection.cut_unless(address)


class OfPrimary:
    """A connection that refuses to talk to a replica, whose data may be old. A mixin for redis-py's connections."""

    _sock: Any

    def connect(self) -> None:
        """As in redis-py, which prepares to try again before it sees that it is connected."""
        if self._sock is None:
            super().connect()  # type: ignore[misc]

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """As in redis-py, which has sent HELLO when this returns; the reply contains the server's role."""
        super().on_connect_check_health(check_health=check_health)  # type: ignore[misc]
        greeting = getattr(self, "handshake_metadata", None) or {}
        role = greeting.get("role", greeting.get(b"role"))
        if role not in (None, "master", b"master"):
            raise redis.ConnectionError("the server is a replica")

    def read_response(self, *arguments: Any, **named: Any) -> Any:
        """As in redis-py. A server that has become a replica counts as away: the next attempt reconnects."""
        try:
            return super().read_response(*arguments, **named)  # type: ignore[misc]
        except redis.ReadOnlyError as error:
            self.disconnect()  # type: ignore[attr-defined]
            raise redis.ConnectionError("the server is a replica now") from error


class OfSentinels(OfPrimary):
    """The same, to the primary at the time of connecting."""

    def __init__(self, primary: Primary, **options: Any) -> None:
        self._primary = primary
        super().__init__(**options)
        primary.add(self)

    def connect(self) -> None:
        """Connect, unless this is connected to the primary already."""
        if self._sock is not None and self._primary.address() != (self.host, self.port):
            self.disconnect()  # type: ignore[attr-defined]
        super().connect()

    def _connect(self) -> Any:
        self.host, self.port = self._primary.address()
        return super()._connect()  # type: ignore[misc]

    def cut_unless(self, address: ServerAddress) -> None:
        """Interrupt what another thread waits for on this connection, unless it is a connection to ``address``: the
        thread sees a lost connection.
        """
        if (self.host, self.port) != address:
            with suppress(OSError, AttributeError):  # closed by its own thread meanwhile
                self._sock.shutdown(socket.SHUT_RDWR)


_primaries: Final[dict[tuple[str, Sequence[ServerAddress]], Primary]] = {}
_making: Final = threading.Lock()


def primary_of(address: Address) -> Primary:
    """The primary at this address: one for all connections of a process."""
    known = address.name, address.nodes
    with _making:
        if known not in _primaries:
            _primaries[known] = Primary(address)
        return _primaries[known]


# -- connections

CHANNEL: Final = "faceoff:changed"
"""Every change of a game or task is published here as ``<id> <version>``."""

MAX_CONNECTIONS: Final = 32
"""Per process; each is needed for less than a millisecond at a time."""
CONNECTION_WITHIN_S: Final = 2
CONNECT_WITHIN_S: Final = 1
RESPONSE_WITHIN_S: Final = 2
TRIES: Final = 8
CLUSTER_TRIES: Final = 1
"""Number of retries. Each queries the nodes of the cluster again, which takes a second if one of them does not
respond.
"""
DRIVER: Final = DriverInfo()
"""The library name that connections report; redis-py would look up its version for each, half a millisecond."""
AWAY_S: Final = 0.5
"""For this long after a time-out every command fails at once, so that a request with several commands waits for only
one of them.
"""
T = TypeVar("T")


class _Retry(Retry):
    """Retries when the connection is lost, for one to two seconds: a server that was killed may be back by then.

    There is no retry if a server does not respond: the command may have been carried out, and the next one would wait
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


class _Pool(redis.BlockingConnectionPool):
    """Without redis-py's search for deprecated arguments in each call."""

    get_connection = inspect.unwrap(redis.BlockingConnectionPool.get_connection)


def connect(url: str) -> "redis.Redis":
    """Return a client with time-outs that retries a lost connection (commits carry their request id).

    Hundreds of streams may wake up at once. They share a few connections and wait for one; redis-py's default pool
    would raise an error. Raises SettingsError for an address that cannot be read, and redis.RedisError for a cluster
    that does not respond.
    """
    return client_at(
        parse_address(url),
        _Pool,
        retry=_Retry(),
        max_connections=MAX_CONNECTIONS,
        timeout=CONNECTION_WITHIN_S,
        decode_responses=True,
        encoding_errors="surrogateescape",  # bytes that are not text reach the reader, which refuses only that entry
        socket_timeout=RESPONSE_WITHIN_S,
        health_check_interval=30,
    )


def client_at(
    address: Address, pool: type[redis.ConnectionPool] = redis.ConnectionPool, **options: Any
) -> "redis.Redis":
    """Return a client for ``address``, with these options of redis-py; those of the address take precedence."""
    options = {"socket_connect_timeout": CONNECT_WITHIN_S, **options, **address.options}
    kind = options.pop("connection_class", redis.Connection)
    if address.kind == CLUSTER:
        return _cluster(address, options, uses_tls=issubclass(kind, redis.SSLConnection))
    base: type = OfPrimary
    if address.kind == SENTINEL:
        base, options["primary"] = OfSentinels, primary_of(address)
    to_primary = type(f"{base.__name__}{kind.__name__}", (base, kind), {})  # by TCP, TLS or a socket
    connections = pool(connection_class=to_primary, driver_info=DRIVER, **options)
    return _closing(redis.Redis.from_pool(connections), connections.disconnect)


class _Cluster(redis.RedisCluster):
    """Does not retry on a node that did not respond in time, as ``_Retry``."""

    ERRORS_ALLOW_RETRY = tuple(  # type: ignore[assignment]
        kind for kind in redis.RedisCluster.ERRORS_ALLOW_RETRY if kind is not redis.TimeoutError
    )


def _cluster(address: Address, options: dict[str, Any], uses_tls: bool) -> "redis.Redis":
    """A client of a cluster, with the methods of ``redis.Redis`` that our stores use."""
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
    return _closing(cast("redis.Redis", client), client.nodes_manager.close)


def _closing(client: "redis.Redis", close: Callable[[], object]) -> "redis.Redis":
    """The client, whose connections are all closed when it is discarded: its own ``__del__`` may run after that of a
    socket.
    """
    finalize(client, close).atexit = False
    return client


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
    hello: Any = client.execute_command("HELLO")  # type: ignore[no-untyped-call]
    facts = hello if isinstance(hello, dict) else dict(zip(hello[::2], hello[1::2], strict=True))
    if facts["role"] != "master":
        client.connection_pool.disconnect(inuse_connections=False)  # it was a primary when they were opened
        raise redis.ConnectionError("the server is a replica")


# -- replies that no failover can undo

WAIT_CHANNEL: Final = "faceoff:wait"


class Unconfirmed(redis.TimeoutError):
    """Too few replicas have what the primary wrote or read, so a failover may undo it: as with a lost reply, it is
    unknown whether the change was made. The request may be repeated.
    """


LOST_REPLY: Final = (redis.ConnectionError, redis.TimeoutError)
"""Errors after which it is unknown whether a command was or will be carried out: nothing related is undone."""


@dataclass(frozen=True)
class Replicas:
    """How many replicas must have a game before a response shows it, and how long this may take."""

    client: Any
    count: int
    within_ms: int

    def ask(self, *command: Any, **options: Any) -> Any:
        """The reply to a command. Raises Unconfirmed if the replicas do not have everything that it wrote or read."""
        if not self.count:
            return self.client.execute_command(*command, **options)
        pipeline = self.client.pipeline(transaction=False)  # one connection and one round trip
        pipeline.execute_command(*command, **options)
        return self.execute(pipeline)[0]

    def execute(self, pipeline: Any) -> list[Any]:
        """The replies to the commands of a pipeline. Raises Unconfirmed as ``ask`` does."""
        if not self.count:
            return list(pipeline.execute())
        pipeline.publish(WAIT_CHANNEL, "")
        pipeline.execute_command("WAIT", self.count, self.within_ms)
        *replies, _, confirmed = list(pipeline.execute())
        if int(confirmed) < self.count:
            raise Unconfirmed(f"{confirmed} of {self.count} replicas have the game after {self.within_ms} ms")
        return replies

    def script(self, text: str) -> Callable[..., Any]:
        """A Lua script, called with its keys and arguments, whose reply is returned as by ``ask``."""
        return script_of(self.ask, text)


def script_of(ask: Callable[..., Any], text: str) -> Callable[..., Any]:
    """A Lua script, called with its keys and arguments. ``ask`` sends a command."""
    name = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def call(keys: Sequence[str], args: Sequence[Any]) -> Any:
        try:
            return ask("EVALSHA", name, len(keys), *keys, *args)
        except redis.exceptions.NoScriptError:  # a new server
            return ask("EVAL", text, len(keys), *keys, *args)

    return call
