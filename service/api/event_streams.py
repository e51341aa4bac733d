"""Server-sent events as a response: those of a game, and those of a bot."""

import select
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar

from flask import Response, request

from service.live.streams import Stream
from service.model.answer import Answer, to_json

RETRY_MS: Final = 2000
Message = TypeVar("Message")


def stream_response(open_stream: Callable[[Callable[[], bool]], Stream[Message]], text_of: Callable[[Message], str]) -> Response:
    """The messages of a stream as they happen. ``open_stream`` gets a function that tells whether the reader has gone."""
    connection = request.environ.get("gunicorn.socket")
    stream = open_stream(partial(_has_hung_up, connection))
    response = Response(_lines(stream, text_of), content_type="text/event-stream; charset=utf-8")
    response.call_on_close(stream.close)  # also when nothing was ever read from it
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization"
    response.headers["X-Accel-Buffering"] = "no"  # proxies pass each message on at once
    return response


def sse_text(number: int, data: Answer) -> str:
    """A message with its id."""
    return f"id: {number}\ndata: {to_json(data).decode()}\n\n"


def _has_hung_up(connection: socket.socket | None) -> bool:
    """Whether the reader has closed its end; not to be seen under servers that do not show the connection, or outside Linux."""
    if connection is None or not hasattr(select, "POLLRDHUP"):
        return False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


def _lines(stream: Stream[Message], text_of: Callable[[Message], str]) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    for message in stream:
        yield ":\n\n" if message is None else text_of(message)
