"""The events of a game as they happen: server-sent events, resumed by revision; a long poll where no stream gets
through.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

import requests
import urllib3.exceptions

from faceoff_client.errors import Problem, Unreachable
from faceoff_client.transport import Backoff, Transport

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.operations import Operations

HOLD_S = 20
"""How long the service may delay an answer of ours. A restart, a proxy or a sleeping laptop costs one such request."""
SILENT_S = 25.0
"""A stream that sends nothing for this long is dead: the service sends a comment every 15 seconds."""
ENDED = frozenset({"finished", "aborted"})


def version_of(place: int | str) -> int:
    """The version in a revision, as in ``7-kQ3_``, or the version itself."""
    return int(str(place).partition("-")[0])


class Follower:
    """Iterates over messages: the events of one version, or of several; from a stream also the view, if wanted. Ends
    with the game.

    Raises Problem, or Unreachable when the service has been away for ``patience_s``.
    """

    def __init__(
        self,
        transport: Transport,
        api: Operations,
        game_id: str,
        token: str | None,
        after: int | str,
        with_views: bool = False,
    ) -> None:
        self._transport = transport
        self._api = api
        self._game_id = game_id
        self._token = token
        self._after = after
        self._with_views = with_views
        self._can_stream = True

    def __iter__(self) -> Iterator[t.GameUpdate]:
        backoff = Backoff(self._transport.patience_s)
        while True:
            try:
                with self._open() as response:
                    if response.status_code == 204:
                        return
                    backoff = Backoff(self._transport.patience_s)
                    yield from self._streamed(response)
            except Problem as problem:
                self._can_stream = problem.code != "stream/full"
                if problem.status not in (429, 502, 503, 504) or (
                    self._can_stream and not backoff.pause(problem.retry_after_s)
                ):
                    raise
            except Unreachable:
                if not backoff.pause():
                    raise
            if not self._can_stream:
                yield from self._polled()
                return
            # the service ends streams from time to time; not all readers come back at once
            time.sleep(random.uniform(0.05, 0.25))

    def _open(self) -> requests.Response:
        # Some proxies hold back what they compress.
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", "Last-Event-ID": str(self._after)}
        path = f"/v1/games/{quote(self._game_id, safe='')}/stream{'?view=true' if self._with_views else ''}"
        return self._transport.stream(path, token=self._token, headers=headers, read_s=SILENT_S)

    def _streamed(self, response: requests.Response) -> Iterator[t.GameUpdate]:
        """The messages until the stream ends. One that is not a stream, or on which nothing ever comes through, is the
        last attempt.
        """
        self._can_stream = response.headers.get("Content-Type", "").startswith("text/event-stream")
        if not self._can_stream:
            return
        is_silent, data = True, list[str]()
        try:
            for line in response.iter_lines():
                is_silent = False
                if line.startswith(b"data:"):
                    data.append(line[5:].decode())
                elif not line and data:
                    message = cast("t.GameUpdate", json.loads("\n".join(data)))
                    data = []
                    yield message
                    self._after = message["revision"]
        except requests.ConnectionError as error:
            timed_out = bool(error.args) and isinstance(error.args[0], urllib3.exceptions.ReadTimeoutError)
            self._can_stream = not (is_silent and timed_out)
        except requests.RequestException:
            pass  # the connection broke off

    def _polled(self) -> Iterator[t.GameUpdate]:
        while True:
            page = self._api.list_events(self._game_id, after=self._after, wait=HOLD_S, token=self._token)
            is_news = page["revision"] != self._after
            if is_news:
                yield cast("t.GameUpdate", page)
                self._after = page["revision"]
            if not is_news or any(event["type"] in ("game_finished", "aborted") for event in page["events"]):
                view = self._api.get_game(self._game_id, token=self._token)
                if view["status"] in ENDED and view["version"] == page["version"]:
                    return
