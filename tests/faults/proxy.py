"""A proxy in front of a Redis server that treats commands and replies as networks and full servers do::

    with RedisProxy(redis_server.url) as proxy:
        api = Client(create_app(replace(settings, redis_url=proxy.url)), contract)
        proxy.lose_reply("EVALSHA game_pair")      # carried out, and the connection is lost before the reply
        proxy.cut("EVALSHA game_commit", skip=1)   # the second one never reaches the server
        proxy.before("HSET", lambda: api.post(...))  # someone else acts between two commands

A pattern is a regular expression for the beginning of the command's text, or a function of the ``Command``, such as
``is_write``. Each rule acts ``times`` times, after it has passed ``skip`` commands, and returns itself, so that
``rule.acted`` counts how often it did. The service's client sends a command again whose connection was lost
(``service.store.connection``): it is in ``seen`` twice then.
"""

import re
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

import redis

from tests.faults.resp import Command, load_scripts, value_end, words_of, writing_names

Pattern = str | Callable[[Command], bool]
FOREVER: Final = 1 << 30
OOM: Final = "OOM command not allowed when used memory > 'maxmemory'."
_REFUSED: Final = b"*1\r\n$7\r\nREFUSED\r\n"
"""Sent in place of a refused command: the server counts it as an error, so that it does not carry out a transaction
with it.
"""


def is_write(command: Command) -> bool:
    """A pattern: every command that changes something."""
    return command.is_write


@dataclass
class Rule:
    """What happens to the commands that match."""

    kind: str
    """``before``, ``delay``, ``cut``, ``refuse``, ``after`` or ``lose``: in this order, if several match."""
    pattern: Pattern
    times: int = 1
    skip: int = 0
    value: Any = None
    """What is called, the seconds of a delay, the words of a refusal."""
    acted: int = 0

    def takes(self, command: Command) -> bool:
        """Whether it acts on this command; counts it."""
        matches = self.pattern(command) if callable(self.pattern) else re.match(self.pattern, command.text)
        if not matches or self.acted >= self.times:
            return False
        self.skip -= 1
        if self.skip >= 0:
            return False
        self.acted += 1
        return True


class _Cut(Exception):
    """Both connections end."""


@dataclass
class _Link:
    """One client's connection, and its own to the server."""

    number: int
    client: socket.socket
    server: socket.socket
    commands: list[Command] = field(default_factory=list)
    is_silent: bool = False
    has_ended: bool = False


class RedisProxy:
    """Listens on loopback at ``url``. Connections are served by a thread each, one command at a time."""

    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._writes = writing_names(server_url)
        self._server: dict[str, Any] = redis.ConnectionPool.from_url(server_url).connection_kwargs
        self._lock = threading.Lock()
        self._rules: list[Rule] = []
        self._links: list[_Link] = []
        self._is_silent = False
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/{self._server.get('db', 0)}"
        self.seen: list[Command] = []
        """Every command that has arrived, in this order."""
        self.faults: list[BaseException] = []
        """What a ``before`` or ``after`` has raised; raised again at the end of the context."""

    def __enter__(self) -> Self:
        with redis.Redis.from_url(self._server_url) as client:
            # so that EVALSHA is never answered with NOSCRIPT, and each rule meets what is carried out
            load_scripts(client)
        threading.Thread(target=self._accept, name="proxy", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        self.cut_all()
        if self.faults and error is None:
            raise self.faults[0]

    # -- rules

    def lose_reply(self, pattern: Pattern, times: int = 1, skip: int = 0) -> Rule:
        """The server carries the command out, and the connection is lost before its reply."""
        return self._add(Rule("lose", pattern, times, skip))

    def cut(self, pattern: Pattern, times: int = 1, skip: int = 0) -> Rule:
        """The connection is lost before the command reaches the server."""
        return self._add(Rule("cut", pattern, times, skip))

    def delay(self, pattern: Pattern, seconds: float, times: int = FOREVER, skip: int = 0) -> Rule:
        """The command reaches the server later."""
        return self._add(Rule("delay", pattern, times, skip, seconds))

    def refuse_writes(self, pattern: Pattern = is_write, error: str = OOM, times: int = FOREVER, skip: int = 0) -> Rule:
        """The command is answered with this error and not carried out, and neither is a transaction with it."""
        return self._add(Rule("refuse", pattern, times, skip, error))

    def before(self, pattern: Pattern, call: Callable[[], object], times: int = 1, skip: int = 0) -> Rule:
        """``call`` runs before the server gets the command. It may use other connections through this proxy."""
        return self._add(Rule("before", pattern, times, skip, call))

    def after(self, pattern: Pattern, call: Callable[[], object], times: int = 1, skip: int = 0) -> Rule:
        """``call`` runs when the server has carried the command out, before the client gets the reply."""
        return self._add(Rule("after", pattern, times, skip, call))

    def forget(self) -> None:
        """Drop all rules and what was seen; end the silence."""
        with self._lock:
            self._rules, self.seen = [], []
        self.speak()

    def silence(self, pattern: str | None = None) -> None:
        """Pass nothing on, and keep connections open, until ``speak``: those on which a command of this pattern was
        sent, or all.
        """
        with self._lock:
            self._is_silent = pattern is None
            for link in self._links:
                link.is_silent = pattern is None or any(re.match(pattern, command.text) for command in link.commands)

    def speak(self) -> None:
        """End the silence: what has waited is passed on."""
        with self._lock:
            self._is_silent = False
            for link in self._links:
                link.is_silent = False

    def cut_all(self) -> None:
        """End every connection."""
        with self._lock:
            for link in self._links:
                link.has_ended = True
                with suppress(OSError):  # ended by itself
                    link.client.shutdown(socket.SHUT_RDWR)

    # -- commands seen

    @property
    def texts(self) -> list[str]:
        """The texts of the commands seen."""
        return [command.text for command in self.seen]

    @property
    def writes(self) -> list[Command]:
        """The commands seen that change something."""
        return [command for command in self.seen if command.is_write]

    def count(self, pattern: str) -> int:
        """How many of the commands seen match."""
        return sum(bool(re.match(pattern, text)) for text in self.texts)

    # -- connections

    def _add(self, rule: Rule) -> Rule:
        with self._lock:
            self._rules.append(rule)
        return rule

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            number += 1
            threading.Thread(target=self._serve, args=(client, number), name=f"proxy {number}", daemon=True).start()

    def _serve(self, client: socket.socket, number: int) -> None:
        try:
            with client, self._connect() as server:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                link = _Link(number, client, server)
                with self._lock:
                    link.is_silent = self._is_silent
                    self._links.append(link)
                try:
                    self._pass_on(link)
                finally:
                    with self._lock:
                        self._links.remove(link)
        except (_Cut, OSError):
            pass

    def _connect(self) -> socket.socket:
        if path := self._server.get("path"):
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(path)
            except OSError:  # the server has ended
                server.close()
                raise
            return server
        return socket.create_connection((self._server["host"], self._server["port"]))

    def _pass_on(self, link: _Link) -> None:
        """Until one side ends: take a command, pass it on, take its reply, pass it on. Messages to a listener are
        passed on unasked.
        """
        asked, replies = bytearray(), bytearray()
        current: tuple[Command, list[Rule]] | None = None
        is_listener = False
        while True:
            self._wait_for(link, asked, replies)
            if current and not is_listener and (end := value_end(replies)):
                reply, replies = replies[:end], replies[end:]
                self._reply(link, *current, reply)
                current = None
            elif is_listener and replies:
                link.client.sendall(replies)
                replies.clear()
            while (current is None or is_listener) and (end := value_end(asked)):
                command, asked = self._command(link, asked[:end]), asked[end:]
                is_listener = is_listener or command.name in ("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR")
                current = command, self._ask(link, command)

    def _wait_for(self, link: _Link, asked: bytearray, replies: bytearray) -> None:
        """Wait until one side has sent something, and read it."""
        while True:
            readable, _, _ = select.select([link.client, link.server], [], [], 0.05)
            if link.has_ended:
                raise _Cut
            if readable and not link.is_silent:
                break
            if readable:
                time.sleep(0.01)
        for side, data in ((link.client, asked), (link.server, replies)):
            if side in readable:
                received = side.recv(1 << 16)
                if not received:
                    raise _Cut
                data += received

    def _command(self, link: _Link, request: bytearray) -> Command:
        words = words_of(request)
        command = Command(words, words[0].decode().upper() in self._writes, link.number)
        link.commands.append(command)
        return command

    def _ask(self, link: _Link, command: Command) -> list[Rule]:
        """Pass a command on; returns the rules that act on it."""
        with self._lock:
            self.seen.append(command)
            acting = [rule for rule in self._rules if rule.takes(command)]
        for rule in _of(acting, "before"):
            self._call(rule)
        for rule in _of(acting, "delay"):
            time.sleep(rule.value)
        if _of(acting, "cut"):
            raise _Cut
        if link.has_ended:
            raise _Cut
        link.server.sendall(_REFUSED if _of(acting, "refuse") else _packed(command.words))
        return acting

    def _reply(self, link: _Link, command: Command, acting: list[Rule], reply: bytearray) -> None:
        """Pass a reply on."""
        for rule in _of(acting, "after"):
            self._call(rule)
        if _of(acting, "lose"):
            raise _Cut
        while link.is_silent and not link.has_ended:
            time.sleep(0.01)
        refusals = _of(acting, "refuse")
        link.client.sendall(f"-{refusals[0].value}\r\n".encode() if refusals else reply)

    def _call(self, rule: Rule) -> None:
        try:
            rule.value()
        except BaseException as error:
            self.faults.append(error)
            raise _Cut from error


def _of(rules: list[Rule], kind: str) -> list[Rule]:
    return [rule for rule in rules if rule.kind == kind]


def _packed(words: tuple[bytes, ...]) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)
