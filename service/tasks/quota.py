"""How long one caller may let computers think: a bucket of time in Redis that fills up by and by (``faceoff:thought:<caller>``)."""

import math
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import redis
from limits import RateLimitItem

from service.model.problem import Problem

KEY = "faceoff:thought"


@dataclass(frozen=True)
class Quota:
    """How a bucket stands, for whoever took from it."""

    limit: int
    left: int
    reset_s: int
    """Until it is full again; of one that has not enough, until it has."""


class ThoughtBudget:
    """The buckets of all callers. ``limit`` is how many seconds one of them may take in which time; None: no limit."""

    def __init__(self, client: "redis.Redis", limit: RateLimitItem | None) -> None:
        self._limit = limit
        self._take: Any = client.register_script(files("service.store").joinpath("lua", "take.lua").read_text())

    def take(self, caller: str, ms: int) -> Quota | None:
        """Count that a computer is to think so long; None without a limit.

        Raises Problem ``quota/ai_time``, or ``budget/invalid`` for more than the bucket ever holds.
        """
        if self._limit is None:
            return None
        seconds = self._limit.amount
        wanted, allowed = f"This takes up to {ms / 1000:g} s of thought", str(self._limit).replace(" ", " s ", 1)
        if ms > 1000 * seconds:
            raise Problem("budget/invalid", f"{wanted}, and a caller has {allowed}: ask for less")
        wait_ms, left_ms = self._change(caller, ms)
        if wait_ms:
            quota = Quota(seconds, left_ms // 1000, math.ceil(wait_ms / 1000))
            detail = f"{wanted}, and of your {allowed} {left_ms / 1000:g} s are left; try again in {quota.reset_s} s."
            raise Problem("quota/ai_time", detail, quota=quota)
        fill_ms = (1000 * seconds - left_ms) * self._limit.get_expiry() / seconds
        return Quota(seconds, left_ms // 1000, math.ceil(fill_ms / 1000))

    def give_back(self, caller: str, ms: int) -> None:
        """Undo ``take``: nobody has thought."""
        if self._limit is not None:
            self._change(caller, -ms)

    def _change(self, caller: str, ms: int) -> tuple[int, int]:
        assert self._limit is not None
        wait_ms, left_ms = self._take(keys=[f"{KEY}:{caller}"], args=[1000 * self._limit.amount, 1000 * self._limit.get_expiry(), ms])
        return int(wait_ms), int(left_ms)
