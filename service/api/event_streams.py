"""Server-sent events as a response: those of a game, and those of a bot."""

import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Final

from flask import Response, request

from service.api.context import services
from service.api.waiting import reader
from service.live.streams import Message, News, Place, messages
from service.model.answer import Answer, to_json

RETRY_MS: Final = 2000
WINDOW_BITS: Final = 14
"""16 KiB, some views: 128 KiB of memory for each open stream."""
NOISE_BYTES: Final = 64
"""More than the compressed lengths of two hands in the same position differ."""


def stream_response(
    followed_id: str,
    news: Callable[[Place], News[Message, Place] | None],
    place: Place,
    text_of: Callable[[Message], str],
) -> Response:
    """The messages of a stream as they happen, from a place on; raises Problem ``stream/full``."""
    hub, life_s, who, held = services().hub, services().settings.max_stream_s, reader(), ExitStack()
    changes = held.enter_context(hub.follow(followed_id, hub.streams, who))
    is_packed = request.accept_encodings["gzip"] > 0
    stream = messages(hub, changes, news, place, life_s, who)
    lines = _lines(stream, text_of)
    response = Response(packed(lines) if is_packed else lines, content_type="text/event-stream; charset=utf-8")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.call_on_close(held.close)  # also when nothing was ever read from it
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Accept-Encoding"
    response.headers["X-Accel-Buffering"] = "no"  # proxies pass each message on at once
    return response


def sse_text(message_id: object, data: Answer) -> str:
    """A message with its id."""
    return f"id: {message_id}\ndata: {to_json(data).decode()}\n\n"


def packed(lines: Iterable[str]) -> Iterator[bytes]:
    """A stream compressed with gzip, each of its texts at once. What repeats an earlier one, as most of a view does,
    costs few bytes.

    A comment of random length hides what the compressed length would reveal of hidden cards:
    docs/adr/0024-compressed-streams.md.
    """
    packer = zlib.compressobj(level=6, wbits=16 + WINDOW_BITS, memLevel=WINDOW_BITS - 7)
    for text in lines:
        noise = secrets.token_urlsafe(NOISE_BYTES)[: secrets.randbelow(NOISE_BYTES)]
        yield packer.compress(f":{noise}\n{text}".encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def _lines(stream: Iterator[Message | None], text_of: Callable[[Message], str]) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    for message in stream:
        yield ":\n\n" if message is None else text_of(message)
