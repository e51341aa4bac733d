"""The loop of an API process: whatever one connection does, the others are served, and a loop that fails ends its
process at once.

Real gunicorn processes. They are stopped while clients connect, so that one turn of the loop meets all that has
happened meanwhile.
"""

import errno
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from types import SimpleNamespace

import pytest
import requests

from service.config import MOST_WAITING
from service.ops.api_worker import ApiWorker
from tests.faults.clients import RawClient
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.ops.test_hostile_clients import POST, served_within_s
from tests.service.supervised import whole_service

RESETS = 24


class Service:
    """A running service, whose loop fails when the file ``fails`` appears, and that starts no thread while there is
    ``no_thread``.
    """

    def __init__(self, supervised, port, folder):
        self.port = port
        self.fails, self.no_thread = folder / "fails", folder / "no-thread"
        self._supervised = supervised

    def processes(self):
        """Their ids."""
        master = self._supervised.find("gunicorn")
        return sorted(pid for pid, process in self._supervised.session().items() if process.parent == master)

    def open_stream(self):
        """A connection on which the events of a game of two people come."""
        body = {"variant": "hockey", "seats": [{"kind": "person"}, {"kind": "person"}]}
        game = requests.post(f"http://127.0.0.1:{self.port}/v1/games", json=body, timeout=PATIENCE_S).json()
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        client.sendall(f"GET /v1/games/{game['id']}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert client.recv(65536).startswith(b"HTTP/1.1 200")
        return client


@contextmanager
def stopped(processes):
    """They do nothing meanwhile, and find all that has happened at once."""
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in processes:
        os.kill(pid, signal.SIGCONT)


@contextmanager
def service_of(folder, processes):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[1], 65536), before[1]))
    port = free_port()
    signs = {"FAILS_AT": str(folder / "fails"), "NO_THREAD": str(folder / "no-thread")}
    worker = "--worker-class tests.service.ops.failing_worker.FailingWorker"
    with whole_service(folder, port, FACEOFF_API_PROCESSES=str(processes), GUNICORN_CMD_ARGS=worker, **signs) as (
        supervised,
        _,
    ):
        service = Service(supervised, port, folder)
        wait_until(lambda: len(service.processes()) == processes)  # one is enough to be ready
        yield service
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    with service_of(tmp_path_factory.mktemp("pair"), 2) as service:
        yield service


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    with service_of(tmp_path_factory.mktemp("single"), 1) as service:
        yield service


def is_open(stream):
    """Whether the service has not closed it."""
    stream.setblocking(False)
    with suppress(BlockingIOError):
        while stream.recv(65536):
            pass
        return False
    return True


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: x\r\n\r\n",
        POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n",
        POST + b"Content-Length: 60000\r\n\r\n{",
        b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n",
        b"",
    ],
    ids=["no length", "waits for 100", "half a body", "whole", "nothing"],
)
def test_connections_that_are_reset_end_neither_a_process_nor_a_stream(pair, sent):
    processes = pair.processes()
    for one, other in (processes, processes[::-1]):
        with stopped([other]), pair.open_stream() as stream:
            with stopped([one]):
                for _ in range(RESETS):
                    RawClient(pair.port).send(sent).reset()
            assert served_within_s(pair.port, 1) < AT_ONCE_S
            assert is_open(stream)


def test_a_connection_that_is_dropped_in_the_turn_in_which_its_bytes_arrive_ends_no_process(single):
    processes = single.processes()
    address = ("127.0.0.1", single.port)
    with ExitStack() as stack:
        first = [stack.enter_context(socket.create_connection(address)) for _ in range(MOST_WAITING)]
        assert served_within_s(single.port, 1) < AT_ONCE_S  # all of them have been accepted
        with stopped(processes):
            for _ in range(50):
                stack.enter_context(socket.create_connection(address))
            for client in first:
                client.sendall(b"G")
        assert served_within_s(single.port) < AT_ONCE_S
    assert single.processes() == processes


def test_a_request_for_which_no_thread_can_be_started_is_answered_later_and_ends_no_process(single):
    processes = single.processes()
    with ExitStack() as stack:
        for _ in range(8):  # so that all threads are taken
            stack.enter_context(single.open_stream())
        single.no_thread.touch()
        client = stack.enter_context(socket.create_connection(("127.0.0.1", single.port), timeout=PATIENCE_S))
        client.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.5)
        single.no_thread.unlink()
        assert served_within_s(single.port) < AT_ONCE_S
        assert client.recv(100).startswith(b"HTTP/1.1 200")
    assert single.processes() == processes


def test_without_a_file_for_another_connection_a_process_goes_on(single):
    (process,) = single.processes()
    _, most = resource.prlimit(process, resource.RLIMIT_NOFILE)
    resource.prlimit(process, resource.RLIMIT_NOFILE, (1, most))
    with socket.create_connection(("127.0.0.1", single.port), timeout=PATIENCE_S) as client:
        client.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.5)
        resource.prlimit(process, resource.RLIMIT_NOFILE, (most, most))
        assert client.recv(100).startswith(b"HTTP/1.1 200")
    assert single.processes() == [process]


@pytest.mark.parametrize("number", [errno.ENOBUFS, errno.ENOMEM, errno.ENFILE, errno.EPERM])
def test_whatever_the_system_says_when_a_connection_is_accepted_the_loop_goes_on(number):
    def accept():
        raise OSError(number, "as if")

    ApiWorker.accept(SimpleNamespace(waiting={}), SimpleNamespace(accept=accept))


def test_a_process_whose_loop_fails_ends_at_once_though_a_stream_is_open(single):
    processes = single.processes()
    with single.open_stream() as stream:
        single.fails.touch()
        wait_until(lambda: not single.fails.exists())
        assert served_within_s(single.port) < AT_ONCE_S
        assert not is_open(stream)
    assert single.processes() != processes


def test_a_process_that_gunicorn_stops_at_once_waits_for_no_thread():
    """As when the supervisor was killed: the next start of the service would wait for its streams."""
    waits = "threading.Thread(target=time.sleep, args=(600,)).start()"
    quits = (
        f"import threading, time; from service.ops.api_worker import ApiWorker; {waits}; ApiWorker.handle_quit(None)"
    )
    assert subprocess.run([sys.executable, "-c", quits], check=False, timeout=PATIENCE_S).returncode == 0
