"""How long the loop of an API process waits for a client, and whom it gives up: its turns one by one, and a clock that
is set.
"""

import os
import socket
import time
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from service.config import MOST_WAITING
from service.ops import api_worker
from service.ops.api_worker import ApiWorker, Connection
from tests.service.clock import set_monotonic

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\n"
DOCS = Path(__file__).parents[3] / "docs"


class Loop:
    """A worker without threads: what they should answer is noted."""

    def __init__(self, clock, stack):
        self.clock = clock
        self.stack = stack
        self.listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=200))
        self.listener.setblocking(False)
        self.worker = ApiWorker(1, os.getpid(), [self.listener], None, 30, Config(), None)
        self.worker.poller = stack.enter_context(api_worker.selectors.DefaultSelector())
        stack.callback(self.worker.tmp.close)
        stack.callback(self.worker.murder_keepalived, force=True)
        self.answers = []
        self.worker.tpool = SimpleNamespace(submit=self.answers.append, look=lambda: None)
        self.worker.method_queue.defer = lambda call, *given: call(*given)

    def client(self, address="127.0.0.1"):
        """A client that has connected, and its connection."""
        known = set(self.worker.waiting)
        client = self.connect(address)
        self.worker.accept(self.listener)
        (connection,) = set(self.worker.waiting) - known
        self.stack.callback(connection.close)
        return client, connection

    def connect(self, address="127.0.0.1"):
        client = socket.create_connection(self.listener.getsockname(), 5, (address, 0))
        return self.stack.enter_context(client)

    def send(self, client, data):
        """The loop takes up what a client sends."""
        client.sendall(data)
        before = sum(map(received, self.worker.waiting)), len(self.answers)
        deadline = time.time() + 5
        while before == (sum(map(received, self.worker.waiting)), len(self.answers)) and time.time() < deadline:
            for key, _ in self.worker.poller.select(0.1):
                key.data(key.fileobj)

    def finish(self, connection, is_kept, behind=b""):
        """A thread has answered a request, ``behind`` which more has arrived."""
        connection.parser.unreader.take_buffered()
        if behind:
            connection.parser.unreader.unread(behind)
        self.worker._finish(connection, is_kept)

    def waits_until(self, connection, at):
        """Whether it is given up at this time and not before."""
        held = []
        for now in (at - 0.01, at):
            self.clock.now = now
            self.worker.next_look = 0
            self.worker.murder_keepalived()
            held.append(connection in self.worker.waiting)
        return held == [True, False]


def received(connection):
    """The bytes that have arrived, and what they are known to be."""
    arrival = connection.arrival
    return arrival.size + arrival.has_head if arrival else -1


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, api_worker, sleep=time.sleep)


@pytest.fixture
def loop(clock):
    with ExitStack() as stack:
        yield Loop(clock, stack)


def test_a_client_has_ten_seconds_to_begin_a_request(loop):
    client, connection = loop.client()
    assert loop.waits_until(connection, 1010)
    assert (client.recv(1), loop.worker.nr_conns) == (b"", 0)


def test_a_head_has_ten_seconds_from_its_first_byte(loop):
    client, connection = loop.client()
    for loop.clock.now, sent in ((1005, b"P"), (1009, b"OST / HTTP/1.1\r\n")):
        loop.send(client, sent)
    assert loop.waits_until(connection, 1015)


def test_a_body_has_twenty_seconds_from_its_head(loop):
    client, connection = loop.client()
    for loop.clock.now, sent in ((1005, POST), (1009, b"Content-Length: 9\r\n\r\n"), (1020, b"{")):
        loop.send(client, sent)
    assert loop.waits_until(connection, 1029)
    assert loop.worker.buffered == 0


def test_the_bytes_of_a_request_that_is_answered_are_kept_by_gunicorn_alone(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"Content-Length: 2\r\n\r\n{}")
    assert (len(loop.answers), connection.arrival) == (1, None)
    assert connection.parser.unreader.buf.getvalue().endswith(b"\r\n\r\n{}")


def test_a_body_that_was_not_read_is_discarded_in_large_parts(loop, monkeypatch):
    client, connection = loop.client()
    loop.send(client, POST + b"Content-Length: 50000\r\n\r\n" + b"x" * 50_000)
    parts = []

    def refuse(request, _):
        read = request.body.reader.read
        request.body.reader.read = lambda size: parts.append(size) or read(size)
        return True

    monkeypatch.setattr(loop.worker, "handle_request", refuse)
    assert loop.worker.handle(connection)
    assert 0 < len(parts) < 5


def test_a_connection_that_is_kept_has_the_time_of_the_settings_to_begin_another_request(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"\r\n")
    loop.clock.now = 1100
    loop.finish(connection, True)
    assert loop.waits_until(connection, 1100 + loop.worker.cfg.keepalive)


def test_a_connection_that_is_kept_while_the_process_ends_has_two_seconds(loop):
    client, connection = loop.client()
    loop.worker.cfg.set("keepalive", 5)
    loop.send(client, POST + b"\r\n")
    loop.worker.alive = False
    loop.finish(connection, True)
    assert loop.waits_until(connection, 1002)


def test_a_request_that_has_begun_behind_another_has_ten_seconds(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"\r\nGET")
    loop.finish(connection, True, behind=b"GET")
    assert loop.worker.buffered == 3
    assert loop.waits_until(connection, 1010)
    assert loop.worker.buffered == 0


def test_after_the_last_answer_a_client_has_two_seconds_and_what_it_sends_is_thrown_away(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"Connection: close\r\n\r\n")
    loop.finish(connection, False)
    assert client.recv(1) == b""
    client.sendall(POST)
    for key, _ in loop.worker.poller.select(5):
        key.data(key.fileobj)
    assert (loop.worker.buffered, len(loop.answers)) == (0, 1)
    assert loop.waits_until(connection, 1002)


def test_a_process_that_ends_waits_for_no_connection_beyond_its_deadline(loop, called):
    _, first = loop.client()
    loop.clock.now = 1004
    _, second = loop.client()
    loop.worker._cap_keepalive(1012)
    assert loop.waits_until(first, 1010)
    assert loop.waits_until(second, 1012)


def test_connections_are_looked_through_every_half_second_or_when_all_are_to_go(loop):
    loop.worker.murder_keepalived()
    _, connection = loop.client()
    connection.timeout = 1000.1
    for loop.clock.now, is_held in ((1000.4, True), (1000.5, False)):
        loop.worker.murder_keepalived()
        assert (connection in loop.worker.waiting) == is_held
    _, connection = loop.client()
    loop.worker.murder_keepalived(force=True)
    assert connection not in loop.worker.waiting


def test_of_more_connections_than_may_wait_the_first_is_given_up(loop, monkeypatch):
    monkeypatch.setattr(api_worker, "MOST_WAITING", 2)
    connections = [loop.client()[1] for _ in range(2)]
    assert list(loop.worker.waiting) == connections
    last = loop.client()[1]
    assert list(loop.worker.waiting) == [connections[1], last]
    assert f"more than {MOST_WAITING:,} connections wait" in (DOCS / "reliability.md").read_text()


def test_of_too_many_bytes_the_largest_request_of_the_caller_with_most_is_given_up(loop, monkeypatch):
    monkeypatch.setattr(api_worker, "MOST_BUFFERED_BYTES", 40)
    clients = [loop.client(address) for address in ("127.0.0.1", "127.0.0.2", "127.0.0.2")]
    for (client, _), count in zip(clients, (15, 12, 13), strict=True):
        loop.send(client, b"G" * count)
    assert (len(loop.worker.waiting), loop.worker.buffered) == (3, 40)
    loop.send(clients[0][0], b"G")
    assert list(loop.worker.waiting) == [clients[0][1], clients[1][1]]
    assert loop.worker.buffered == 28


def test_a_turn_of_the_loop_accepts_sixty_four(loop):
    for _ in range(66):
        loop.connect()
    loop.worker.accept(loop.listener)
    assert (len(loop.worker.waiting), loop.worker.nr_conns) == (64, 64)
    loop.worker.accept(loop.listener)
    assert len(loop.worker.waiting) == 66


def test_a_caller_is_the_widest_network_of_its_address_and_one_without_an_address_is_none():
    for address, name in (
        (("192.0.2.1", 1), "192.0.2.1"),
        (("2001:db8:1:203::4", 1), "2001:db8:1::/48"),
        ("", ""),
        (("a folder",), ""),
    ):
        assert Connection.caller.fget(SimpleNamespace(client=address)) == name


MUCH = b"x" * 20_000_000
"""More than a connection takes at once."""


def unread(loop):
    """A client that reads nothing of a long answer, and its connection."""
    client, connection = loop.client()
    loop.send(client, POST + b"\r\n")
    connection.parser.unreader.take_buffered()  # as the thread that answers
    assert not connection.send(MUCH)
    return client, connection


def test_what_a_client_does_not_take_at_once_is_sent_as_it_takes_it_before_the_connection_is_used_again(loop):
    client, connection = unread(loop)
    assert loop.worker.buffered == len(connection.unsent) > 0
    loop.worker.finish(connection, True)
    assert connection not in loop.worker.waiting
    received = 0
    while received < len(MUCH):
        received += len(client.recv(1 << 20))
        for key, _ in loop.worker.poller.select(0):
            key.data(key.fileobj)
    assert (loop.worker.buffered, connection in loop.worker.waiting, loop.worker.sending) == (0, True, {})
    loop.send(client, POST + b"\r\n")
    assert len(loop.answers) == 2


def test_a_client_that_takes_nothing_of_its_answer_for_ten_seconds_is_given_up(loop):
    _, connection = unread(loop)
    for loop.clock.now, is_held in ((1009.9, True), (1010, False)):
        loop.worker.next_look = 0
        loop.worker.murder_keepalived()
        assert (connection in loop.worker.sending) is is_held
    assert (loop.worker.buffered, loop.worker.nr_conns) == (0, 0)
    assert loop.worker.poller.get_map().keys() == {loop.worker.hang_ups.fileno()} & loop.worker.poller.get_map().keys()


def test_of_too_many_bytes_that_are_not_taken_the_largest_answer_is_given_up(loop, monkeypatch):
    _, first = unread(loop)
    monkeypatch.setattr(api_worker, "MOST_BUFFERED_BYTES", len(first.unsent) + 1000)
    _, second = unread(loop)
    assert len(loop.worker.sending) == 1
    assert loop.worker.buffered == sum(len(one.unsent) for one in (first, second) if one in loop.worker.sending)


def test_a_client_that_hangs_up_while_it_is_watched_is_told_of_once(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"\r\n")
    gone = []
    connection.watch(lambda: gone.append(connection.has_gone))
    loop.worker._lose(0)
    assert gone == []
    client.shutdown(socket.SHUT_WR)
    loop.worker._lose(0)
    loop.worker._lose(0)
    assert (gone, loop.worker.watched) == ([True], {})


def test_a_stream_is_told_when_its_client_is_given_up(loop):
    _, connection = unread(loop)
    told = []
    connection.watch(lambda: told.append(connection.has_gone))
    loop.worker._drop(connection)
    assert (told, connection.send(b"x")) == ([True], False)


def test_a_client_that_is_not_watched_any_more_is_not_told_of(loop):
    client, connection = loop.client()
    loop.send(client, POST + b"\r\n")
    connection.watch(pytest.fail)
    connection.watch(None)
    client.shutdown(socket.SHUT_WR)
    loop.worker._lose(0)
    assert (connection.has_gone, loop.worker.watched) == (False, {})


def test_a_stream_ends_as_its_framing_says_and_what_comes_late_is_not_sent(loop):
    for is_chunked, sent in ((True, b"2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), (False, b"abc")):
        client, connection = loop.client()
        loop.send(client, POST + b"\r\n")
        connection.is_chunked = is_chunked
        assert connection.send_part(b"ab")
        connection.end(b"c")
        connection.end(b"d")
        assert connection.send_part(b"e")
        received = b""
        while more := client.recv(100):
            received += more
        assert received == sent


@pytest.fixture
def called(loop, monkeypatch):
    """What ends with the loop, in order."""
    called = []
    monkeypatch.setattr(os, "_exit", lambda status: called.append(("exit", status)))
    hub = SimpleNamespace(stop=partial(called.append, "hub"))
    loop.worker.wsgi = SimpleNamespace(extensions={"faceoff": SimpleNamespace(hub=hub)})
    loop.worker.tpool = SimpleNamespace(shutdown=lambda wait: called.append(("shutdown", wait)), look=lambda: None)
    return called


def test_a_process_that_stops_ends_streams_and_polls_before_it_waits_for_its_threads(loop, called):
    """At SIGTERM, after its last request, or when gunicorn's first process has gone."""
    worker = loop.worker
    worker.method_queue.init()
    worker.notify = lambda: None
    worker.alive = False
    worker.run()
    assert called[:2] == ["hub", ("shutdown", False)]
    assert called[-1] == ("shutdown", True)


@pytest.mark.parametrize(("ending", "status"), [(LookupError, 1), (SystemExit, None)])
def test_a_loop_that_fails_ends_its_process_at_once_and_a_signal_does_in_order(
    loop, called, monkeypatch, ending, status
):
    logged = []
    loop.worker.log = SimpleNamespace(exception=logged.append)

    def fail(_):
        raise ending

    monkeypatch.setattr(ThreadWorker, "run", fail)
    with pytest.raises(SystemExit) if status is None else nullcontext():
        loop.worker.run()
    assert called == [("exit", status)] * (status is not None) + ["hub", ("shutdown", True)]
    assert logged == ["the loop of the process has failed"] * (status is not None)


@pytest.mark.parametrize(("error", "is_logged"), [(ConnectionResetError(), False), (LookupError(), True)])
def test_whatever_fails_at_a_connection_drops_that_one_and_only_a_fault_is_logged(loop, error, is_logged):
    logged = []
    loop.worker.log = SimpleNamespace(exception=logged.append)
    (client, connection), (_, other) = loop.client(), loop.client()
    with loop.worker._serving(connection):
        raise error
    assert (list(loop.worker.waiting), logged) == ([other], ["a connection has failed"] * is_logged)
    assert client.recv(1) == b""
    loop.worker._drop(connection)
    assert loop.worker.nr_conns == 1, "dropped once"


def test_where_no_connection_can_be_accepted_the_one_that_waits_longest_is_given_up_or_a_moment_passes(
    loop, monkeypatch
):
    second = [loop.client()[1] for _ in range(2)][1]
    slept = []
    api_worker.time.sleep = slept.append

    def accept():
        raise OSError(24, "Too many open files")

    full = SimpleNamespace(accept=accept)
    for left in ([second], [], []):
        loop.worker.accept(full)
        assert list(loop.worker.waiting) == left
    assert slept == [0.05]


def test_a_client_that_hangs_up_is_dropped_and_bytes_that_are_no_request_are_answered_and_the_end_closed(
    loop, monkeypatch
):
    client, connection = loop.client()
    client.close()
    for key, _ in loop.worker.poller.select(5):
        key.data(key.fileobj)
    assert (loop.worker.waiting, loop.worker.nr_conns) == ({}, 0)
    refused = []
    monkeypatch.setattr(api_worker.util, "write_error", lambda _, status, reason, text: refused.append((status, text)))
    client, connection = loop.client()
    loop.send(client, POST + b"Content-Length: x\r\n\r\n")
    assert (refused, loop.worker.buffered) == ([(400, "Content-Length: 'x' is not a length in bytes.")], 0)
    assert client.recv(1) == b""
    assert loop.waits_until(connection, 1002)


def test_a_client_that_waits_for_a_word_to_go_on_gets_it_with_its_head(loop):
    client, _ = loop.client()
    loop.send(client, POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    loop.send(client, b"{}")
    assert len(loop.answers) == 1


def test_requests_that_arrive_have_64_mib_together():
    assert api_worker.MOST_BUFFERED_BYTES == 64 * 1024 * 1024
