"""The primary that sentinels name: docs/adr/0026-redis-with-replicas.md.

Every connection goes to the server that most of the sentinels name, and to a primary only. When the sentinels
name another one, the connections to the old one are cut, also those that wait for a message or a job. Without a
majority of the sentinels the primary is unknown, so no connection is used.
"""

import logging
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.address import Address

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""The sentinels are asked this often."""
CONFIRMED_S: Final = 2.0
"""What they said is believed for this long."""
AGAIN_S: Final = 0.1
"""Requests that do not believe it any more ask no more often than this."""
ANSWER_WITHIN_S: Final = 0.5
"""A sentinel that takes longer counts as away."""
SPARED_S: Final = 5.0
"""One that is away is not asked for this long, unless the others are too few."""

ServerAddress = tuple[str, int]


class Primary:
    """The address of one primary, shared by all connections of a process."""

    def __init__(self, address: Address) -> None:
        self._name = address.name
        options = {
            "socket_timeout": ANSWER_WITHIN_S,
            "socket_connect_timeout": ANSWER_WITHIN_S,
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
        """Cut this connection as soon as its server is not the primary any more."""
        with self._starting:
            self._connections.add(connection)

    def _watch(self) -> None:
        if self._watcher is None or not self._watcher.is_alive():  # none in this process yet
            with self._starting:
                if self._watcher is None or not self._watcher.is_alive():
                    self._watcher = threading.Thread(target=self._look_often, name="sentinels", daemon=True)
                    self._watcher.start()

    def _look_often(self) -> None:
        while self._connections:  # without one there is nothing to watch; the next one starts another thread
            time.sleep(LOOK_S)
            try:
                self._ask(LOOK_S / 2)
            except Exception:
                log.exception("sentinels: an answer could not be read")

    def _ask(self, not_within_s: float) -> None:
        """Ask the sentinels, unless that was done just now. The newest configuration counts: after a failover, one of
        them knows it first.

        Those that did not answer a moment ago are asked only if the others are too few.
        """
        with self._asking:
            began = time.monotonic()
            if began - self._asked_at < not_within_s:
                return
            answers: list[tuple[int, bool, ServerAddress]] = []
            reasons: list[str] = []
            for sentinel in sorted(self._sentinels, key=lambda sentinel: self._failed_at[sentinel]):
                if 2 * len(answers) > len(self._sentinels) and began - self._failed_at[sentinel] < SPARED_S:
                    continue
                try:
                    answers.append(self._answer_of(sentinel))
                    self._failed_at[sentinel] = float("-inf")
                except redis.RedisError as error:
                    reasons.append(str(error))
                    self._failed_at[sentinel] = time.monotonic()
            self._asked_at = time.monotonic()
            if 2 * len(answers) <= len(self._sentinels):
                self._reason = f"{len(answers)} of {len(self._sentinels)} sentinels answer ({'; '.join(reasons)})"
                return
            epoch, _, address = max(answers)
            up = any(is_up for other, is_up, _ in answers if other == epoch)
            self._reason = f"{address[0]}:{address[1]} is down"
            self._known_at = began
            before, self._address = self._address, address if up else None
        if before != self._address and self._was_known:
            log.warning("primary %s: %s", self._name, f"now at {address[0]}:{address[1]}" if up else self._reason)
        self._was_known = True
        if up:
            self._cut_others(address)

    def _answer_of(self, sentinel: Any) -> tuple[int, bool, ServerAddress]:
        """Epoch of the sentinel's configuration, whether the primary is up, and its address.

        During a failover, the state is that of the old primary, under the new epoch already; only the address is that
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

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """As in redis-py, which has said HELLO when this returns; the answer contains the server's role."""
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
    """The same, to wherever the primary is when it connects."""

    _sock: Any

    def __init__(self, primary: Primary, **options: Any) -> None:
        self._primary = primary
        super().__init__(**options)
        primary.add(self)

    def connect(self) -> None:
        """Connect, unless this is connected to the primary already."""
        if self._sock is not None and self._primary.address() != (self.host, self.port):
            self.disconnect()  # type: ignore[attr-defined]
        super().connect()  # type: ignore[misc]

    def _connect(self) -> Any:
        self.host, self.port = self._primary.address()
        return super()._connect()  # type: ignore[misc]

    def cut_unless(self, address: ServerAddress) -> None:
        """End what another thread waits for here, unless this is a connection to ``address``. It finds the connection
        lost.
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
