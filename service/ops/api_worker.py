"""The worker of the API: a few threads, which get complete requests only and never wait for a client.

A thread that waits for a client waits as long as the client likes, and a few hundred incomplete requests would stop the
API. So the loop that accepts connections also reads them, limits how long that may take, and drops those that have
waited longest when there are too many. It sends what a client does not take at once, and an event stream belongs to no
thread (``service.live.streams``). docs/adr/0092-a-stream-costs-its-bytes.md

Only the loop accepts connections: any failure while it serves one connection drops that connection (``_serving``), and
if the loop itself fails, its process ends at once, so that gunicorn starts another (``run``).

``Arrival`` is a request as it arrives: which bytes belong to it, and whether all of them are here. It frames HTTP/1.1;
gunicorn parses it, and sees neither chunks nor ``Expect`` (``Arrival.request``): only one place reads the framing of
bodies, and every limit of a body has its length.
"""

import os
import re
import select
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from itertools import chain
from typing import Any, Final

from gunicorn import http, util
from gunicorn.http import wsgi
from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from service.config import MOST_WAITING, Settings
from service.live.streams import Stream
from service.model.callers import callers_at
from service.process.threads import Threads, aside

# -- arrival of requests

MOST_HEAD_BYTES: Final = 32 * 1024
MOST_CHUNK_LINE_BYTES: Final = 254
MOST_FRAMING_BYTES: Final = 64 * 1024
"""Bytes of the sizes of chunks that a body may have, in addition to one for each byte of the body. A chunk of one byte
may have 256 of them.
"""
MOST_TRAILER_BYTES: Final = 8 * 1024
_LENGTH: Final = re.compile(rb"[0-9]{1,15}")
_CHUNK_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,12}[ \t]*(?:;[^\r\n]*)?")


class Malformed(Exception):
    """The bytes are not a request that the service reads: the status to answer with, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Arrival:
    """The bytes of one request, possibly followed by the first ones of the next.

    They are read by a generator, which yields False wherever more of the request has to arrive, and ends with it.
    """

    def __init__(self, most_body_bytes: int) -> None:
        self.size = 0
        """Bytes that have arrived."""
        self.is_whole = False
        """Whether all required bytes of the request have arrived: of one that is refused unread, its head."""
        self.is_cut = False
        """Whether the end of the request is missing because it is too long."""
        self.has_head = False
        self.expects_continue = False
        """Whether the client waits for ``100 Continue`` before it sends the body."""
        self._most_body = most_body_bytes
        self._unread = bytearray()
        self._head: list[bytes] = []
        """The lines of the head, for gunicorn."""
        self._body = b""
        self._reading = self._read()

    def add(self, data: bytes) -> None:
        """Process bytes that have arrived; raises Malformed if they are not a request."""
        self.size += len(data)
        self._unread += data
        self.is_whole = next(self._reading, True)

    def end(self) -> None:
        """Stop reading. A waiting generator would keep the bytes until the garbage collector runs."""
        self._reading.close()

    def request(self) -> bytes:
        """The request, and the bytes after it, for gunicorn: with a length instead of chunks and trailers, without the
        ``Expect`` already answered, and closing the connection if it is cut.

        A head with several framings is not changed: gunicorn refuses it.
        """
        return b"\r\n".join([*self._head, b"", self._body + self._unread])

    def _read(self) -> Generator[bool, None, None]:
        while not self._unread.lstrip(b"\r\n"):  # empty lines may precede a request
            self._unread.clear()
            yield False
        self._unread = self._unread.lstrip(b"\r\n")
        too_long = Malformed(431, f"The head of a request may have at most {MOST_HEAD_BYTES} bytes.")
        head = yield from self._read_until(b"\r\n\r\n", MOST_HEAD_BYTES, too_long)
        self.has_head = True
        first, *lines = self._head = head.split(b"\r\n")
        names = [line.partition(b":")[0].lower() for line in lines]
        headers = {name: line.partition(b":")[2].strip() for name, line in zip(names, lines, strict=True)}
        coding, length = headers.get(b"transfer-encoding"), headers.get(b"content-length", b"0")
        is_1_1 = first.endswith(b" HTTP/1.1")
        self.expects_continue = is_1_1 and headers.get(b"expect", b"").lower() == b"100-continue"
        hidden, added = {b"expect"}, []
        if coding is not None:
            if coding.lower() != b"chunked":
                raise Malformed(
                    400, f"Transfer-Encoding: {_shown(coding)} is not known; send chunked, or a Content-Length."
                )
            if names.count(b"transfer-encoding") > 1 or b"content-length" in names or not is_1_1:
                return
            self._body = yield from self._read_chunks()
            hidden.add(b"transfer-encoding")
            added.append(b"Content-Length: %d" % len(self._body))
        elif not _LENGTH.fullmatch(length):
            raise Malformed(400, f"Content-Length: {_shown(length)} is not a length in bytes.")
        elif int(length) > self._most_body:
            self.is_cut = True
            hidden.add(b"connection")
            added.append(b"Connection: close")
        else:
            self._body = yield from self._read_bytes(int(length))
        self._head = [first, *(line for name, line in zip(names, lines, strict=True) if name not in hidden), *added]

    def _read_chunks(self) -> Generator[bool, None, bytes]:
        """The body that comes in chunks, without the trailers after them."""
        body, framing = bytearray(), 0
        while True:
            no_size = Malformed(
                400, f"{_shown(bytes(self._unread[:MOST_CHUNK_LINE_BYTES]))} is not the size of a chunk."
            )
            line = yield from self._read_until(b"\r\n", MOST_CHUNK_LINE_BYTES, no_size)
            if not _CHUNK_SIZE.fullmatch(line):
                raise Malformed(400, f"{_shown(line)} is not the size of a chunk.")
            size = int(line.partition(b";")[0], 16)
            if size == 0:
                break
            if len(body) + size > self._most_body:
                raise Malformed(413, f"The body may have at most {self._most_body} bytes.")
            framing += len(line) + 4
            if framing > MOST_FRAMING_BYTES + len(body):
                raise Malformed(413, "The sizes of the chunks have more bytes than the body; send fewer chunks.")
            chunk = yield from self._read_bytes(size + 2)
            if not chunk.endswith(b"\r\n"):
                raise Malformed(400, "A chunk is longer than its size.")
            body += chunk[:-2]
        left, too_long = MOST_TRAILER_BYTES, Malformed(431, f"Trailers may have at most {MOST_TRAILER_BYTES} bytes.")
        while trailer := (yield from self._read_until(b"\r\n", left, too_long)):
            left -= len(trailer) + 2
        return bytes(body)

    def _read_until(self, mark: bytes, most: int, too_long: Malformed) -> Generator[bool, None, bytes]:
        """The bytes before the mark: ``most`` at most."""
        searched = 0
        while (end := self._unread.find(mark, searched)) == -1 and len(self._unread) < most + len(mark):
            searched = max(0, len(self._unread) - len(mark) + 1)
            yield False
        if not 0 <= end <= most:
            raise too_long
        return (yield from self._read_bytes(end + len(mark)))[:end]

    def _read_bytes(self, number: int) -> Generator[bool, None, bytes]:
        while len(self._unread) < number:
            yield False
        found = bytes(self._unread[:number])
        del self._unread[:number]
        return found


def _shown(value: bytes) -> str:
    return repr(value[:40].decode("latin-1"))


HEAD_S: Final = 10.0
"""Time for a request's head to arrive, after its first byte or after the connection was opened."""
BODY_S: Final = 20.0
"""Time for its body to arrive, after the head."""
WRITE_S: Final = 10.0
"""Time for a client to take some of what is sent to it."""
CLOSE_S: Final = 2.0
"""Time for a client to close its end after the last response; what it still sends is discarded."""
LOOK_EVERY_S: Final = 0.5
MOST_BUFFERED_BYTES: Final = 64 * 1024 * 1024
"""Limit of the bytes of all requests that are arriving and of all answers that are not taken. Beyond it, the largest
connection of the caller with most bytes is dropped.
"""
MOST_UNSENT_BYTES: Final = 256 * 1024
"""What a stream may have waiting to be taken."""
READ_BYTES: Final = 64 * 1024
ACCEPTED_AT_ONCE: Final = 64
MOST_STUCK: Final = 256
"""Threads that may wait for Redis in addition to the usual ones."""
PAUSE_S: Final = 0.05
"""Pause after connections could not be accepted."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Connection(TConn):  # type: ignore[misc]
    """A client's connection, the request that arrives on it, and what is not sent yet."""

    has_gone = False
    """Whether the client has closed its end while it was watched."""

    def __init__(self, worker: "ApiWorker", sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        self.arrival: Arrival | None = None
        """None while a thread answers, and while the connection is being closed."""
        self.is_open = True
        self.unsent = bytearray()
        """What the loop sends when the client takes it."""
        self.counted = 0
        """How many of them the loop has counted."""
        self.then: Callable[[], object] | None = None
        """What the loop does after it has sent all."""
        self.is_chunked = False
        """Whether its stream is framed as HTTP/1.1 does a body of unknown length; otherwise it is ended by its end."""
        self._has_ended = False
        """Whether its stream has."""
        self._sending = threading.Lock()
        self._tell: Callable[[], object] | None = None

    @property
    def size(self) -> int:
        """Bytes of the request that have arrived, and of the answer that are not sent."""
        return (self.arrival.size if self.arrival else 0) + len(self.unsent)

    @property
    def caller(self) -> str:
        """The widest network of the client."""
        try:
            return callers_at(ip_address(self.client[0]))[-1].name
        except (ValueError, IndexError):  # a socket in a folder
            return ""

    def watch(self, tell: Callable[[], object] | None) -> None:
        """Call this in the loop when the client closes its end; None: not any more."""
        number, worker = self.sock.fileno(), self.worker
        was_watched, is_watched = self._tell is not None, tell is not None
        if is_watched and not was_watched:
            worker.watched[number] = self
            worker.hang_ups.register(number, select.EPOLLRDHUP)
        elif was_watched and not is_watched and worker.watched.pop(number, None) is not None:
            worker.hang_ups.unregister(number)
        self._tell = tell

    def lose(self) -> None:
        """The client has closed its end, or is given up."""
        self.has_gone, tell = True, self._tell
        self.watch(None)
        if tell is not None:
            tell()

    def send(self, data: bytes | bytearray) -> bool:
        """Send without waiting: what the client does not take, the loop sends later. False if that is too much."""
        with self._sending:
            is_first = not self.unsent
            if is_first:
                try:
                    data = data[self.sock.send(data) :]
                except BlockingIOError:
                    pass
                except OSError:
                    return False
            if not data:
                return True
            self.unsent += data
        if is_first:
            self.worker.method_queue.defer(self.worker.send_rest, self)
        return len(self.unsent) <= MOST_UNSENT_BYTES

    def send_unsent(self) -> None:
        """Send what the client takes; raises OSError if it has gone."""
        with self._sending:
            del self.unsent[: self.sock.send(self.unsent)]

    # -- of a stream

    def send_part(self, data: bytes) -> bool:
        """As in ``service.live.streams``."""
        return self._has_ended or self.send(self._framed(data))

    def end(self, data: bytes) -> None:
        """The same."""
        if not self._has_ended:
            self._has_ended = True
            self.watch(None)
            self.send((self._framed(data) if data else b"") + (b"0\r\n\r\n" if self.is_chunked else b""))
            self.worker.finish(self, False)

    def _framed(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data) if self.is_chunked else data


class Gathered(bytearray):
    """The bytes of an answer, in the place of a socket."""

    sendall = bytearray.extend


class ApiWorker(ThreadWorker):  # type: ignore[misc]
    """Threads for whole requests, and one loop that waits for them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.most_body = Settings.from_env().max_record_bytes
        self.waiting: dict[Connection, None] = {}
        """Connections that the loop reads from, in the order in which they began to wait."""
        self.buffered = 0
        """Bytes that have arrived on them."""
        self.sending: dict[Connection, None] = {}
        """Connections that the loop sends to."""
        self.next_look = 0.0
        """When connections whose time is over are looked for again."""
        self.hang_ups = select.epoll()
        """Connections whose clients would be told that they have gone."""
        self.watched: dict[int, Connection] = {}

    def run(self) -> None:
        """The loop, until the process is to end. If it fails, open streams must not keep a process alive that accepts
        nothing.
        """
        self.poller.register(self.hang_ups.fileno(), selectors.EVENT_READ, self._lose)
        try:
            super().run()
        except Exception:
            self.log.exception("the loop of the process has failed")
            os._exit(1)
        finally:
            self._end_waiting()  # also if a signal has ended the loop
            self.tpool.shutdown(wait=True)

    def handle_quit(self, *_: object) -> None:
        """Gunicorn stops at once, as when ``make run`` was killed: no stream or poll delays the next start."""
        os._exit(0)

    def _end_waiting(self) -> None:
        """End streams and long polls, for which the process would otherwise wait until its time-out."""
        if services := self.wsgi.extensions.get("faceoff"):
            services.hub.stop()

    def get_thread_pool(self) -> Threads:
        """The threads that answer. Few are quicker than many, of which Python runs one at a time; if Redis does not
        respond, all of them wait for it, and health checks need others.
        """
        return Threads(self.cfg.threads, "answers", MOST_STUCK)

    @contextmanager
    def _serving(self, connection: Connection) -> Iterator[None]:
        """If anything fails in this part of the loop, drop the connection, and only that."""
        try:
            yield
        except OSError:  # the client has gone
            self._drop(connection)
        except Exception:
            self.log.exception("a connection has failed")
            self._drop(connection)

    # -- the life of a connection: wait for a request, answer it, wait for the next one or close

    def accept(self, listener: socket.socket) -> None:
        """Accept new connections; if files or memory are used up, in a later turn of the loop."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                client, address = listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError:
                if self.waiting:
                    self._drop(next(iter(self.waiting)))
                else:
                    time.sleep(PAUSE_S)
                return
            connection = Connection(self, client, address, listener.getsockname())
            self.nr_conns += 1
            with self._serving(connection):
                self._wait_for_request(connection, b"", HEAD_S)

    def _answer_in_thread(self, connection: Connection) -> None:
        is_kept: bool | None = False
        try:
            is_kept = self.handle(connection)
        finally:
            if is_kept is not None:
                self.finish(connection, is_kept)

    def finish(self, connection: Connection, is_kept: bool) -> None:
        """An answer has been given, in any thread."""
        self.method_queue.defer(self._finish, connection, is_kept)

    def _finish(self, connection: Connection, is_kept: bool) -> None:
        """When the answer is sent, wait for the next request, or close."""
        if connection.unsent:
            connection.then = partial(self._finish, connection, is_kept)
            return
        with self._serving(connection):
            if is_kept:
                self._wait_for_request(connection, connection.parser.unreader.take_buffered(), self.cfg.keepalive)
            else:
                self._close(connection)

    def send_rest(self, connection: Connection) -> None:
        """Send what the client did not take, as it takes it."""
        if connection.is_open and connection not in self.sending:
            self.sending[connection] = None
            connection.timeout = time.monotonic() + WRITE_S
            self.poller.register(connection.sock, selectors.EVENT_WRITE, partial(self._send, connection))
            self._count(connection)
            self._drop_largest()

    def _send(self, connection: Connection, client: socket.socket) -> None:
        if connection not in self.sending:  # dropped in this turn of the loop
            return
        with self._serving(connection):
            connection.send_unsent()
            connection.timeout = time.monotonic() + WRITE_S
            self._count(connection)
            if not connection.unsent:
                self._stop_sending(connection)
                if connection.then is not None:
                    connection.then()

    def _count(self, connection: Connection) -> None:
        """Count the bytes that are not sent. A stream adds to them in other threads."""
        self.buffered += len(connection.unsent) - connection.counted
        connection.counted = len(connection.unsent)

    def _stop_sending(self, connection: Connection) -> None:
        if self.sending.pop(connection, self) is None:
            self.poller.unregister(connection.sock)
            connection.unsent.clear()
            self._count(connection)

    # -- clients that hang up

    def _lose(self, _: int) -> None:
        for number, _ in self.hang_ups.poll(0):
            if connection := self.watched.get(number):
                connection.lose()

    def _wait_for_request(self, connection: Connection, data: bytes, idle_s: float) -> None:
        """``data`` has arrived after the previous request; without data, the connection is idle for ``idle_s`` at
        most.
        """
        connection.arrival = Arrival(self.most_body)
        self._wait(connection, HEAD_S if data else idle_s if self.alive else min(idle_s, STOP_KEEPALIVE_LINGER))
        if data:
            self._take(connection, data)

    def _wait(self, connection: Connection, seconds: float) -> None:
        connection.timeout = time.monotonic() + seconds
        self.poller.register(connection.sock, selectors.EVENT_READ, partial(self._read, connection))
        self.waiting[connection] = None
        if len(self.waiting) > MOST_WAITING:
            self._drop(next(iter(self.waiting)))

    def _read(self, connection: Connection, client: socket.socket) -> None:
        """Process what has arrived."""
        if connection not in self.waiting:  # dropped in this turn of the loop
            return
        with self._serving(connection):
            try:
                data = client.recv(READ_BYTES)
            except BlockingIOError:
                return
            if not data:
                self._drop(connection)
            elif connection.arrival is not None:  # otherwise it is being closed
                self._take(connection, data)

    def _take(self, connection: Connection, data: bytes) -> None:
        arrival = connection.arrival
        assert arrival is not None
        had_head, before = arrival.has_head, arrival.size
        try:
            arrival.add(data)
        except Malformed as fault:
            self._refuse(connection, fault)
            return
        finally:
            self.buffered += arrival.size - before
        if arrival.is_whole:
            self._answer(connection, arrival)
        elif arrival.has_head and not had_head:
            connection.timeout = time.monotonic() + BODY_S
            if arrival.expects_continue:
                util.write_nonblock(connection.sock, CONTINUE)
        elif not before:
            connection.timeout = time.monotonic() + HEAD_S
        self._drop_largest()

    def _drop_largest(self) -> None:
        """While there are too many bytes, drop the largest connection of the caller who has most. A proxy counts as one
        caller.
        """
        while self.buffered > MOST_BUFFERED_BYTES:
            held: Counter[str] = Counter()
            for connection in chain(self.waiting, self.sending):
                held[connection.caller] += connection.size
            (caller, _), *_ = held.most_common(1)
            of_caller = (one for one in chain(self.waiting, self.sending) if one.caller == caller)
            self._drop(max(of_caller, key=lambda one: one.size))

    def _answer(self, connection: Connection, arrival: Arrival) -> None:
        """Give the connection to a thread."""
        self._stop_waiting(connection)
        if connection.parser is None:
            connection.parser = RequestParser(self.cfg, connection.sock, connection.client)
        connection.parser.unreader.unread(arrival.request())
        connection.arrival = None  # gunicorn has its bytes
        self.tpool.submit(partial(self._answer_in_thread, connection))

    def _refuse(self, connection: Connection, error: Malformed) -> None:
        """Answer bytes that are not a request, and close."""
        util.write_error(connection.sock, error.status, "", str(error))
        self._stop_waiting(connection)
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        """Close our end. The client's bytes are read until it closes its own, otherwise it may not get the response
        (RFC 9112, section 9.6).
        """
        connection.sock.shutdown(socket.SHUT_WR)
        connection.arrival = None
        self._wait(connection, CLOSE_S)

    def _drop(self, connection: Connection) -> None:
        """Drop the connection, in any state; a second call does nothing."""
        self._stop_waiting(connection)
        self._stop_sending(connection)
        connection.lose()
        if connection.arrival:
            connection.arrival.end()
        if connection.is_open:
            connection.is_open = False
            self.nr_conns -= 1
            connection.close()

    def _stop_waiting(self, connection: Connection) -> None:
        if connection not in self.waiting:
            return
        del self.waiting[connection]
        self.poller.unregister(connection.sock)
        self.buffered -= connection.arrival.size if connection.arrival else 0

    # -- called by gunicorn's loop about every second, and while it stops

    def murder_keepalived(self, force: bool = False) -> None:
        """Drop the connections whose time is over."""
        now = time.monotonic()
        if now < self.next_look and not force:
            return
        self.next_look = now + LOOK_EVERY_S
        self.tpool.look()
        for connection in self.sending:
            self._count(connection)
        for connection in [one for one in chain(self.waiting, self.sending) if force or one.timeout <= now]:
            self._drop(connection)
        self._drop_largest()

    def _cap_keepalive(self, deadline: float) -> None:
        """The process stops: no connection waits beyond the deadline, and no request is held."""
        self._end_waiting()
        for connection in self.waiting:
            connection.timeout = min(connection.timeout, deadline)

    # -- in a thread

    def handle(self, connection: Connection) -> bool | None:
        """Answer the request that has arrived. Returns whether the connection is kept; None: it belongs to a stream."""
        request = None
        try:
            request = next(connection.parser)
            is_kept = self.handle_request(request, connection)
            if is_kept:
                request.body.read()  # gunicorn reads on in parts, and copies the rest each time: 66 ms for 2 MB
            return is_kept and bool(connection.parser.finish_body())
        except (http.errors.NoMoreData, StopIteration, OSError) as reason:
            self.log.debug("Closing a connection: %s", reason)
        except Exception as reason:
            self.handle_error(request, connection.sock, connection.client, reason)
        return False

    def handle_request(self, request: Any, connection: Connection) -> bool | None:
        """The same, after the request was parsed."""
        response, environ = wsgi.create(request, connection.sock, connection.client, connection.server, self.cfg)
        environ |= {"wsgi.multithread": True, "faceoff.connection": connection}
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        if not self.alive:
            response.force_close()
        answer = self.wsgi(environ, response.start_response)
        response.sock = gathered = Gathered()
        if isinstance(answer, Stream):
            self._begin_stream(answer, response, connection)
            return None
        has_body = request.method != "HEAD" and response.status_code not in (204, 304)
        try:
            if response.response_length is not None or not has_body:
                for part in answer:
                    response.write(part)
                response.close()
                connection.send(gathered)
            else:
                self._send_parts(answer, response, connection)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        return not response.should_close()

    def _begin_stream(self, stream: Stream, response: Any, connection: Connection) -> None:
        """Send the head of a stream. From now on it belongs to no thread."""
        response.force_close()
        response.send_headers()
        connection.send(response.sock)
        connection.parser = None
        connection.watch(stream.abandon)
        connection.is_chunked = response.chunked
        try:
            stream.begin(connection)
        except Exception:
            self.log.exception("a stream could not begin")
            stream.end()

    def _send_parts(self, answer: Iterable[bytes], response: Any, connection: Connection) -> None:
        """Send parts as they are made and as the client takes them."""
        connection.sock.settimeout(WRITE_S)
        response.sock = connection.sock
        try:
            with aside():
                for part in answer:
                    response.write(part)
                response.close()
        finally:
            connection.sock.setblocking(False)
