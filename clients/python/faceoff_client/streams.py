"""The events of a game, or of a bot, as they happen: server-sent events, resumed where they stopped; a long poll where
streams do not get through.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

import requests
import urllib3.exceptions

from faceoff_client.errors import Problem, Unreachable
from faceoff_client.transport import HOLD_S, Attempts, Elsewhere, Silent

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.operations import Operations

Place = int | str
"""Where to continue: the revision of a game, as in ``7-kQ3_``, or its version; of a bot, the number of an event."""
SILENT_S = 25.0
"""A stream that sends nothing for this long is dead: the service sends a comment every 15 seconds."""
ENDED = frozenset({"finished", "aborted"})


def version_of(place: Place) -> int:
    """The version in a revision, or the version itself."""
    return int(str(place).partition("-")[0])


def follow_game(
    api: Operations, game_id: str, token: str | None, after: Place, *, with_views: bool = False
) -> Iterator[t.GameUpdate]:
    """Messages to the end of the game: the events of one version, or of several; from a stream also the view and
    who is away, if requested.

    Raises Problem, or Unreachable when the service has been away longer than the patience of the client.
    """

    def polled(after: Place) -> Iterator[t.GameUpdate]:
        while True:
            page = api.list_events(game_id, after=str(after), wait_s=HOLD_S, token=token)
            is_news = page["revision"] != after
            if is_news:
                yield cast("t.GameUpdate", page)
                after = page["revision"]
            if not is_news or any(event["type"] in ("game_finished", "aborted") for event in page["events"]):
                view = api.get_game(game_id, token=token)
                if view["status"] in ENDED and view["version"] == page["version"]:
                    return

    path = f"/v1/games/{quote(game_id, safe='')}/stream{'?view=true&away=true' if with_views else ''}"
    for message in _followed(api, path, token, after, "revision", polled):
        yield message
        if message.get("view", {}).get("status") in ENDED:
            return


def follow_bot(api: Operations, bot_id: str, token: str, after: int) -> Iterator[t.BotEvent]:
    """The events of a bot, without end. Raises Problem or Unreachable as ``follow_game`` does."""

    def polled(after: Any) -> Iterator[t.BotEvent]:
        while True:
            page = api.list_bot_events(bot_id, after=after, wait_s=HOLD_S, token=token)
            yield from page["events"]
            after = page["last"]

    return _followed(api, f"/v1/bots/{quote(bot_id, safe='')}/stream", token, after, "id", polled)


def _followed(
    api: Operations,
    path: str,
    token: str | None,
    after: Place,
    place: str,
    polled: Callable[[Place], Iterator[Any]],
) -> Iterator[Any]:
    """The messages of one stream after another, until one is answered with 204; each has its ``place``. Messages of
    ``polled`` where there are no streams, or if a stream is full, silent, or ends repeatedly before anything new.
    """
    attempts = Attempts(api.patience_s)
    while True:
        # Some proxies hold back what they compress.
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", "Last-Event-ID": str(after)}
        began, has_received = time.monotonic(), False
        try:
            with api.stream(path, token=token, headers=headers, read_s=SILENT_S) as response:
                if response.status_code == 204:
                    return
                if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
                    break
                for message in _messages(response, place):
                    has_received = True
                    if message is None:
                        continue
                    if message[place] != after:
                        attempts.progressed()
                    yield message
                    after = message[place]
        except Silent:
            if not has_received:
                break
        except (Problem, Unreachable) as error:
            if isinstance(error, Problem) and error.code == "stream/full":
                break
            attempts.failed(error)
            continue
        if not attempts.came_back(time.monotonic() - began):
            break
    yield from polled(after)


def _messages(response: requests.Response, place: str) -> Iterator[Any]:
    """The messages until the stream ends or breaks off; None for each other line. Raises Silent, or Elsewhere for
    anything but a message of a Faceoff service.
    """
    # reads what has come, however little; without chunks, requests would wait for 512 bytes
    raw: Any = response.raw
    raw.auto_close, raw.decode_content = False, True
    lines, data = io.TextIOWrapper(raw, "utf-8-sig", "replace", newline=None), list[str]()
    while True:
        try:
            line = lines.readline()
        except urllib3.exceptions.ReadTimeoutError:
            raise Silent("the stream is silent") from None
        except (urllib3.exceptions.HTTPError, OSError):
            return
        if line.startswith("data:"):
            data.append(line[5:])
        elif line == "\n" and data:
            yield _message("".join(data), place)
            data = []
        elif line.endswith("\n"):
            yield None
        else:  # the end, possibly within a line
            return


def _message(text: str, place: str) -> Any:
    try:
        message = json.loads(text)
    except ValueError:
        message = None
    if not isinstance(message, dict) or place not in message:
        raise Elsewhere("the stream has a message that is not one of the service: is it a Faceoff?")
    return message
