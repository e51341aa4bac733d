"""Requests as they arrive: however the bytes are cut, the request ends where it ends, and anything but a request is
refused.
"""

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from service.ops.api_worker import Arrival, Malformed

MOST = 1000
MOST_HEAD = 32 * 1024
HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\n"
LENGTH = HEAD + b"Content-Length: 5\r\n\r\nabcde"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
WHOLE = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    LENGTH,
    CHUNKED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 900 + b"0\r\n\r\n",
    CHUNKED.removesuffix(b"\r\n") + b"Trailer: x\r\n\r\n",
    HEAD + b"Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
]


def arrive(*parts):
    arrival = Arrival(MOST)
    for part in parts:
        try:
            arrival.add(part)
        except Malformed as fault:
            return arrival, fault
    return arrival, None


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(WHOLE), st.lists(st.integers(0, 200), max_size=6))
def test_a_request_is_whole_with_its_last_byte_however_it_is_cut(request, cuts):
    places = sorted({min(cut, len(request) - 1) for cut in cuts} | {0, len(request) - 1, len(request)})
    parts = [request[start:end] for start, end in pairwise(places)]
    arrival, fault = arrive(*parts[:-1])
    assert (fault, arrival.is_whole) == (None, False)
    arrival.add(parts[-1])
    assert arrival.is_whole
    assert arrival.request() == arrive(request)[0].request()


@pytest.mark.parametrize("request_bytes", WHOLE)
def test_what_comes_behind_a_request_is_kept_for_the_next_one(request_bytes):
    arrival, fault = arrive(request_bytes + b"GET /nex")
    assert (fault, arrival.is_whole) == (None, True)
    assert arrival.request() == arrive(request_bytes)[0].request() + b"GET /nex"


@pytest.mark.parametrize(
    ("sent", "status", "says"),
    [
        (HEAD + b"Transfer-Encoding: xchunked\r\n\r\n", 400, "'xchunked' is not known"),
        (HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 400, "'gzip, chunked' is not known"),
        (HEAD + b"Content-Length: -4\r\n\r\n", 400, "'-4' is not a length"),
        (HEAD + b"Content-Length: 4, 4\r\n\r\n", 400, "'4, 4' is not a length"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "'zz' is not the size of a chunk"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400, "'-1' is not the size of a chunk"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * 300, 400, "is not the size of a chunk"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\nabc", 400, "longer than its size"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n", 413, "at most 1000 bytes"),
        (
            HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1f4\r\n" + b"x" * 500 + b"\r\n1f5\r\n",
            413,
            "at most 1000 bytes",
        ),
        (
            HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1;" + b"x" * 250 + b"\r\na\r\n") * 300,
            413,
            "send fewer chunks",
        ),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"x" * 9000, 431, "Trailers"),
        (b"GET / HTTP/1.1\r\nX: " + b"y" * MOST_HEAD, 431, "head of a request"),
    ],
)
def test_what_is_no_request_is_refused_with_the_reason(sent, status, says):
    _, fault = arrive(sent)
    assert fault.status == status
    assert says in str(fault)


def test_a_body_that_is_too_long_is_not_waited_for():
    arrival, fault = arrive(HEAD + b"Content-Length: 1001\r\n\r\n")
    assert (fault, arrival.is_whole, arrival.is_cut) == (None, True, True)


def test_a_client_that_waits_for_a_word_to_go_on_is_known():
    arrival, _ = arrive(HEAD + b"Expect: 100-Continue\r\nContent-Length: 5\r\n\r\n")
    assert arrival.expects_continue
    assert not arrival.is_whole


def test_only_a_client_of_http_1_1_is_told_to_go_on():
    arrival, _ = arrive(b"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    assert not arrival.expects_continue


def test_gunicorn_gets_a_body_in_chunks_with_its_length_and_without_trailers():
    arrival, _ = arrive(
        IN_CHUNKS + b"3\r\nabc\r\n2 ;x\r\nde\r\n0\r\nAuthorization: x\r\nContent-Length: 9\r\n\r\nGET /"
    )
    assert arrival.request() == HEAD + b"Content-Length: 5\r\n\r\nabcdeGET /"


def test_gunicorn_does_not_get_what_the_loop_has_answered_and_closes_after_a_request_that_is_cut():
    arrival, _ = arrive(HEAD + b"Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx")
    assert arrival.request() == HEAD + b"Content-Length: 1\r\n\r\nx"
    arrival, _ = arrive(HEAD + b"connection: keep-alive\r\nContent-Length: 1001\r\n\r\n")
    assert arrival.request() == HEAD + b"Content-Length: 1001\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    "head", [HEAD + b"Content-Length: 3\r\n", HEAD + b"Transfer-Encoding: chunked\r\n", b"POST / HTTP/1.0\r\n"]
)
def test_a_request_with_two_framings_is_left_for_gunicorn_to_refuse(head):
    sent = head + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    arrival, _ = arrive(sent)
    assert arrival.request() == sent


IN_CHUNKS = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
A_BYTE = b"1;".ljust(252, b"x") + b"\r\na\r\n"
"""A chunk of one byte, with 256 in addition."""


@pytest.mark.parametrize(
    ("longer_by", "status"),
    [
        (lambda more: b"G".ljust(MOST_HEAD + 3 + more, b"y"), 431),
        (lambda more: b"G".ljust(MOST_HEAD + more, b"y") + b"\r\n\r\n", 431),
        (lambda more: IN_CHUNKS + b"1;".ljust(255 + more, b"x"), 400),
        (lambda more: IN_CHUNKS + b"1;".ljust(254 + more, b"x") + b"\r\n", 400),
        (lambda more: IN_CHUNKS + (257 + more) * A_BYTE, 413),
        (lambda more: IN_CHUNKS + b"0\r\n" + (8193 + more) * b"x", 431),
        (lambda more: IN_CHUNKS + b"1f4\r\n" + 500 * b"x" + b"\r\n%x\r\n" % (500 + more), 413),
    ],
    ids=["begun head", "head", "begun size", "size", "all sizes", "begun trailers", "chunks"],
)
def test_a_part_of_a_request_may_be_as_long_as_its_limit_and_no_longer(longer_by, status):
    """32 KiB of head, 254 bytes of a chunk's size, 64 KiB of all sizes and one for each byte of the body, 8 KiB of
    trailers, and here 1000 bytes of body. Where a part is begun, its end may be all that has not arrived.
    """
    _, fault = arrive(longer_by(0))
    assert fault is None
    _, fault = arrive(longer_by(1))
    assert fault.status == status


@pytest.mark.parametrize(
    "parts",
    [(HEAD + b"Content-Length: 1000\r\n\r\n", MOST * b"x"), (IN_CHUNKS + b"3e8\r\n", MOST * b"x" + b"\r\n0\r\n\r\n")],
)
def test_a_body_may_have_as_many_bytes_as_are_allowed(parts):
    for sent in (parts, [b"".join(parts)]):
        arrival, fault = arrive(*sent)
        assert (fault, arrival.is_whole, arrival.is_cut) == (None, True, False)


def test_only_the_first_of_what_is_refused_is_repeated():
    _, fault = arrive(HEAD + b"Content-Length: " + b"-" * 41 + b"\r\n\r\n")
    assert str(fault) == f"Content-Length: {'-' * 40!r} is not a length in bytes."


def test_a_request_has_begun_with_its_first_byte_and_its_head_is_known():
    arrival = Arrival(MOST)
    assert arrival.size == 0
    arrival.add(b"P")
    assert (arrival.size, arrival.has_head, arrival.is_cut) == (1, False, False)
    arrival.add(LENGTH[1:-1])
    assert (arrival.has_head, arrival.is_whole, arrival.expects_continue) == (True, False, False)


def test_the_line_of_a_request_is_no_header():
    arrival, _ = arrive(b"Content-Length: 5\r\n\r\n")
    assert arrival.is_whole
