"""Clients that send slowly, half, wrongly or not at all, and that do not read: all others are served as if they were
not there.
"""

import http.client
import json
import os
import re
import resource
import select
import socket
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from service.api.responses import USUAL_HEADERS
from service.config import MOST_WAITING
from tests.patience import AT_ONCE_S, PATIENCE_S
from tests.ports import free_port
from tests.service.supervised import whole_service

MANY = 950
POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    port = free_port()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    with whole_service(tmp_path_factory.mktemp("service"), port, FACEOFF_API_PROCESSES="1"):
        yield port
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def opened(port, count, sent):
    """``count`` connections on which ``sent`` was sent, and that are kept open."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(sent)
        yield


def served_within_s(port, times=5):
    """The longest of some requests of a bystander, each on a new connection."""
    longest = 0.0
    for _ in range(times):
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        connection.request("GET", "/v1/variants", headers={"Connection": "close"})
        assert connection.getresponse().read()
        connection.close()
        longest = max(longest, time.monotonic() - began)
    return longest


def answer_to(port, sent, timeout_s=PATIENCE_S):
    """All that comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout_s) as client:
        client.sendall(sent)
        received = b""
        while chunk := client.recv(65536):
            received += chunk
    return received


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /v1/variants HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        POST + b"Content-Length: 60000\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n{",
        b"",
        b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /health/li",
    ],
    ids=["half heads", "half bodies", "half chunks", "nothing", "answers that are not read", "one request and a half"],
)
def test_no_client_waits_for_many_who_send_half(port, sent):
    with opened(port, MANY, sent):
        assert served_within_s(port) < AT_ONCE_S


def test_more_connections_than_are_held_drop_those_that_have_waited_longest(port):
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as first,
        opened(port, MOST_WAITING + 50, b"GET /"),
    ):
        assert served_within_s(port) < AT_ONCE_S
        assert first.recv(1) == b""


def test_of_too_many_bytes_those_of_the_caller_who_sends_most_are_dropped(port):
    body = b"{" + b" " * 1_900_000
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as first, ExitStack() as stack:
        first.sendall(POST + b"Connection: close\r\nContent-Length: 2\r\n\r\n{")
        others = select.poll()
        for _ in range(48):
            other = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S, ("127.0.0.2", 0)))
            others.register(other, select.POLLRDHUP)
            with suppress(ConnectionError):
                other.sendall(POST + b"Content-Length: 2000000\r\n\r\n" + body)
        assert others.poll(1000 * PATIENCE_S)  # some have been dropped
        assert served_within_s(port) < AT_ONCE_S
        first.sendall(b"}")
        assert first.recv(100).startswith(b"HTTP/1.1 422")


def test_a_head_has_ten_seconds_however_steadily_it_drips(port):
    with socket.create_connection(("127.0.0.1", port), timeout=1) as client:
        began = time.monotonic()
        client.sendall(b"GET / HTTP/1.1\r\n")
        while time.monotonic() - began < 30:
            try:
                client.sendall(b"X: y\r\n")
            except ConnectionError:
                break
            time.sleep(0.2)
        assert 9 < time.monotonic() - began < 25


def test_a_client_that_does_not_read_its_answer_holds_its_thread_for_ten_seconds_at_most(port):
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        assert served_within_s(port) < AT_ONCE_S


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, "request/malformed"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc", 400, "request/malformed"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\nabc", 413, "request/too_large"),
        (POST + b"Content-Length: 99999999999\r\nConnection: close\r\n\r\n{", 413, "request/too_large"),
        (POST + b"Content-Length: -4\r\n\r\n{", 400, "request/malformed"),
        (b"GET / HTTP/1.1\r\nX: " + b"y" * 40_000, 431, "request/headers_too_large"),
        (b"hello\r\n\r\n", 400, "request/malformed"),
    ],
)
def test_bytes_that_are_no_request_are_refused_at_once_with_a_problem(port, sent, status, code):
    head, _, body = answer_to(port, sent).partition(b"\r\n\r\n")
    problem = json.loads(body)
    assert head.split()[1] == str(status).encode()
    assert (problem["status"], problem["code"]) == (status, code)
    for header in USUAL_HEADERS.items():
        assert "{}: {}".format(*header).encode() in head


def test_requests_may_follow_each_other_without_waiting_and_in_chunks(port):
    whole = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
    chunked = POST + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'
    last = whole.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    received = answer_to(port, whole + chunked + whole + last)
    assert received.count(b"HTTP/1.1 200") == 3
    assert received.count(b"HTTP/1.1 422") == 1


def test_a_client_that_waits_for_a_word_to_go_on_gets_it(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        client.sendall(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 100")
        client.sendall(b"{}")
        received = b""
        while chunk := client.recv(65536):
            received += chunk
        assert b"HTTP/1.1 422" in received


def one_of(*usual, most_bytes):
    """Something usual, or any bytes."""
    return st.one_of(st.sampled_from(usual), st.binary(max_size=most_bytes))


METHODS = one_of(b"GET", b"POST", b"PUT", b"DELETE", b"HEAD", b"OPTIONS", b"PATCH", b"BREW", b"get", most_bytes=5)
PATHS = one_of(
    b"/v1/games", b"/v1/records", b"/v1/games/g_x/stream?after=1", b"*", b"//", b"/%", b"http://x/", most_bytes=40
)
NAMES = one_of(
    b"Content-Length",
    b"Transfer-Encoding",
    b"Content-Type",
    b"Host",
    b"Expect",
    b"Authorization",
    b"Prefer",
    most_bytes=9,
)
VALUES = one_of(b"2", b"-1", b"chunked", b"application/json", b"100-continue", b"gzip", b"wait=1", most_bytes=20)
BODIES = one_of(b"{}", b"[]", b"2\r\n{}\r\n0\r\n\r\n", b'{"variant": "hockey"}', most_bytes=60)


@settings(max_examples=int(os.environ.get("RAW_CASES", "200")), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    method=METHODS,
    path=PATHS,
    headers=st.lists(st.tuples(NAMES, VALUES), max_size=4),
    body=BODIES,
    raw=st.binary(max_size=30),
)
def test_whatever_bytes_are_sent_no_answer_is_the_fault_of_the_service(port, method, path, headers, body, raw):
    head = b"".join([method, b" ", path, b" HTTP/1.1\r\n", *(b"%s: %s\r\n" % header for header in headers)])
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        with suppress(ConnectionError, OSError):
            client.sendall(head + b"\r\n" + body + raw)
            client.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionError):
            while chunk := client.recv(65536):
                answer += chunk
    assert not answer or re.match(rb"HTTP/1\.1 [1-4]\d\d ", answer), answer[:200]


CHUNKED = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (CHUNKED + b"2\r\n{}\r\n0\r\nAuthorization: x\r\nContent-Length: 7\r\n\r\n", b"422"),
        (CHUNKED + b"2 \r\n{}\r\n0\r\n\r\n", b"422"),
        (CHUNKED + b"10001\r\n{}" + 65535 * b" " + b"\r\n0\r\n\r\n", b"413"),
        (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"400"),
    ],
    ids=["trailers", "a blank", "too long for its route", "two framings"],
)
def test_a_body_in_chunks_is_read_whole_or_refused_by_its_length(port, sent, status):
    assert answer_to(port, sent).startswith(b"HTTP/1.1 " + status)


def test_one_word_to_go_on_is_sent_and_none_before_a_refusal(port):
    head = POST + b"Connection: close\r\nExpect: 100-continue\r\n"
    assert answer_to(port, head + b"Content-Length: 2\r\n\r\n{}").count(b"100 Continue") == 0  # it is here already
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        client.sendall(head + b"Content-Length: 2\r\n\r\n")
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"{}")
        assert client.recv(100).startswith(b"HTTP/1.1 422")
    refused = answer_to(port, POST + b"Expect: 100-continue\r\nContent-Length: 99000000\r\n\r\n")
    assert refused.startswith(b"HTTP/1.1 413")
    assert b"Connection: close" in refused


def test_a_connection_that_is_said_to_be_kept_is_kept_however_much_of_the_body_was_not_read(port):
    body = b"{}".ljust(1_000_000)
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        for path, status in ((b"/v1/games", b"413"), (b"/v1/nothing", b"404")):
            client.sendall(POST.replace(b"/v1/games", path) + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            answer = http.client.HTTPResponse(client)
            answer.begin()
            assert (b"%d" % answer.status, answer.headers["Connection"]) == (status, "keep-alive")
            answer.read()
