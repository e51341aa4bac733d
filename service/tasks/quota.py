"""AI time quota: how many seconds of search one client may use outside games, as a token bucket in Redis
(``faceoff:ai_time:<client id>``).

``limits`` counts requests but not this quota: docs/adr/0013-own-cors-and-ai-time-quota.md.
"""

import math
from dataclasses import dataclass
from typing import Final

import redis
from limits import RateLimitItem

from service.language import ENGLISH
from service.model.problem import Problem
from service.store.scripts import script

KEY: Final = "faceoff:ai_time"


@dataclass(frozen=True)
class QuotaState:
    """State of a client's quota after a request."""

    limit: int
    left: int
    reset_s: int
    """Seconds until the quota is full again; after a refusal, until it covers the request."""


class AiTimeQuota:
    """The quotas of all clients. The amount of ``limit`` is in seconds of AI time; None: no limit."""

    def __init__(self, client: "redis.Redis", limit: RateLimitItem | None) -> None:
        self._limit = limit
        self._take = script(client, "take")

    def reserve(self, client_id: str, ms: int, shares: int = 1) -> QuotaState | None:
        """Take ``ms`` of the client's quota, which is that of ``shares`` clients; None without a limit.

        Raises Problem ``quota/ai_time``, or ``request/invalid`` for more than a full quota.
        """
        if self._limit is None:
            return None
        limit = shared(self._limit, shares)
        seconds = limit.amount
        wanted, allowed = f"{ms / 1000:g}", str(limit).replace(" ", " s ", 1)
        if ms > 1000 * seconds:
            raise Problem("request/invalid", ENGLISH.phrase("ai_time_too_much", wanted=wanted, allowed=allowed))
        wait_ms, left_ms = self._change(client_id, limit, ms)
        if wait_ms:
            state = QuotaState(seconds, left_ms // 1000, math.ceil(wait_ms / 1000))
            left = f"{left_ms / 1000:g}"
            detail = ENGLISH.phrase("ai_time_left", wanted=wanted, left=left, allowed=allowed, seconds=state.reset_s)
            raise Problem("quota/ai_time", detail, quota=state)
        fill_ms = (1000 * seconds - left_ms) * limit.get_expiry() / seconds
        return QuotaState(seconds, left_ms // 1000, math.ceil(fill_ms / 1000))

    def refund(self, client_id: str, ms: int, shares: int = 1) -> None:
        """Return ``ms`` that were reserved and not used."""
        if self._limit is not None:
            self._change(client_id, shared(self._limit, shares), -ms)

    def _change(self, client_id: str, limit: RateLimitItem, ms: int) -> tuple[int, int]:
        wait_ms, left_ms = self._take(
            keys=[f"{KEY}:{client_id}"], args=[1000 * limit.amount, 1000 * limit.get_expiry(), ms]
        )
        return int(wait_ms), int(left_ms)


def shared(limit: RateLimitItem, shares: int) -> RateLimitItem:
    """The limit of a network that has this many shares."""
    return limit if shares == 1 else type(limit)(limit.amount * shares, limit.multiples, limit.namespace)
