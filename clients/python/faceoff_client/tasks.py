"""Tasks that take longer than a request: suggestions, batches of them, analyses and matches."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from faceoff_client.errors import Failed
from faceoff_client.transport import OPEN

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.operations import Operations

LOOK_S = 1.0
"""Interval between requests for the progress of a match."""


def suggestion_answer(
    api: Operations, asked: t.Suggestion, token: str | None, timeout_s: float | None
) -> t.SuggestionAnswer:
    """Wait for a suggestion. Raises Failed if there is no answer, and TimeoutError; then it is cancelled."""
    if asked["status"] in OPEN:
        asked = api.get_suggestion(asked["id"], token=token, wait_s=_limit_s(timeout_s))
    if asked["status"] in OPEN:
        api.cancel_suggestion(asked["id"], token=token)
        raise TimeoutError(f"suggestion {asked['id']} is not done after {timeout_s:g} s")
    if asked["answer"] is None:
        raise Failed(f"suggestion {asked['id']} is {asked['status']}")
    return asked["answer"]


def batch_answers(
    api: Operations, found: t.Batch | str, token: str | None, timeout_s: float | None
) -> list[t.BatchAnswer]:
    """Wait for a batch of suggestions. Raises Failed if there are no answers, and TimeoutError; then it is deleted."""
    if not isinstance(found, str) and found["status"] in OPEN:
        found = api.get_batch(found["id"], token=token, wait_s=_limit_s(timeout_s))
    if isinstance(found, str):
        return [json.loads(line) for line in found.splitlines()]
    if found["status"] in OPEN:
        api.delete_batch(found["id"], token=token)
        raise TimeoutError(f"batch {found['id']} is not done after {timeout_s:g} s")
    raise Failed(f"batch {found['id']} is {found['status']}")


def finished_analysis(api: Operations, game_id: str, token: str, timeout_s: float | None) -> t.Analysis:
    """Ask for the analysis of a seat and wait for it. Raises Failed if it has failed, and TimeoutError, after which it
    continues.
    """
    found = api.create_analysis(game_id, token=token)
    if found["status"] in OPEN:
        found = api.get_analysis(game_id, token=token, wait_s=_limit_s(timeout_s))
    if found["status"] in OPEN:
        raise TimeoutError(f"the analysis of game {game_id} is not done after {timeout_s:g} s")
    if found["status"] != "done":
        raise Failed(f"the analysis of game {game_id} is {found['status']}")
    return found


def _limit_s(timeout_s: float | None) -> float:
    return math.inf if timeout_s is None else timeout_s


class Match:
    """The handle of a match: many games between two computers."""

    def __init__(self, api: Operations, state: t.Match, token: str | None = None) -> None:
        self._api = api
        self._token = token
        self.state = state
        """The latest response about the match."""

    def __repr__(self) -> str:
        state, progress = self.state, self.state["progress"]
        return f"<Match {self.id} {state['variant']} {state['status']} {progress['done']}/{progress['of']}>"

    @property
    def id(self) -> str:
        return self.state["id"]

    @property
    def is_over(self) -> bool:
        return self.state["status"] not in OPEN

    @property
    def result(self) -> t.MatchResult | None:
        """The result of the pairs so far, from the first player's point of view; None until one is finished."""
        return self.state["result"]

    def progress(self) -> Iterator[t.Match]:
        """The match as it goes on: yields whenever more pairs are finished, and at the end."""
        yield self.state
        while not self.is_over:
            time.sleep(LOOK_S)
            done = self.state["progress"]["done"]
            self.refresh()
            if self.is_over or self.state["progress"]["done"] > done:
                yield self.state

    def wait(self, on_progress: Callable[[t.Match], object] | None = None) -> t.MatchResult:
        """Wait for the end and return the result. Raises Failed if the match has failed or was cancelled before its
        first pair ended.
        """
        if on_progress:
            for state in self.progress():
                on_progress(state)
        if not self.is_over:
            self.refresh(math.inf)
        if self.state["status"] == "failed" or self.state["result"] is None:
            raise Failed(f"match {self.id} is {self.state['status']}")
        return self.state["result"]

    def refresh(self, wait_s: float = 0) -> t.Match:
        """Fetch the state again; with ``wait_s`` as soon as the match is over, or after that time."""
        self.state = self._api.get_match(self.id, wait_s=wait_s)
        return self.state

    def cancel(self) -> t.Match:
        """Stop the match; its finished games are kept."""
        self.state = self._api.cancel_match(self.id, token=cast("str", self._token))
        return self.state

    def games(self) -> Iterator[t.MatchGame]:
        """The finished games, each with its shuffles and moves."""
        for line in self._api.list_match_games(self.id).splitlines():
            yield cast("t.MatchGame", json.loads(line))
