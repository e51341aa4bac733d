"""Rate limits of a caller, one for each kind of request, so that reads never prevent a move; and the caller's AI time
quota: how many seconds of search it may use outside games.

The default limits are for callers that the operator does not know (``is_known``): the others are not counted until a
limit is set. Requests are counted in Redis; while Redis is away each process counts for itself, and no request fails
because of it. The quota is a token bucket of our own: docs/adr/0013-own-cors-and-ai-time-quota.md.
"""

import logging
import math
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import redis
from flask import Flask, current_app, g
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import RateLimiter, SlidingWindowCounterRateLimiter

from service.api.auth import (
    address_callers,
    api_key,
    client_id,
    counted_as,
    doubt_of_proxies,
    is_known,
    is_proxied,
    services,
    this_g,
    this_request,
)
from service.api.problems import problem_response
from service.api.responses import Response, reader
from service.config import Settings, SettingsError, is_default, variable_name
from service.language import ENGLISH
from service.model.answer import refusal
from service.model.callers import Caller
from service.process.threads import aside
from service.store.connection import LOST_REPLY
from service.store.keys import load_script, script
from service.tasks.task import Client

log = logging.getLogger(__name__)
BUCKETS: Final = ("create", "join", "read", "move", "suggest", "match", "record")
"""The kinds of requests."""
PREFIX: Final = "faceoff:limit"
AI_TIME: Final = "faceoff:ai_time"
_DROP_STALE: Final = load_script("windows_drop_stale").encode()
MOST_READERS: Final = 20_000
"""Networks whose reads a process times at once; beyond that, the one known longest is forgotten."""
NOTHING: Final = (0.0, 0.0)
"""The state of a caller that has not read: no seconds."""
AWAY_S: Final = 2.0
"""For this long after Redis has not responded, requests are counted in this process without asking it."""


@dataclass(frozen=True)
class QuotaState:
    """State of a client's quota after a request."""

    limit: int
    left: int
    reset_s: int
    """Seconds until the quota is full again; after a refusal, until it covers the request."""

    @property
    def headers(self) -> dict[str, str]:
        """The headers that report it."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.reset_s),
        }


def register(app: Flask, settings: Settings, client: "redis.Redis") -> None:
    """Counts requests and refuses those over the limit of their bucket, and keeps the AI time quota. Raises
    SettingsError if a limit cannot be parsed, or if there are several where one is allowed.
    """
    limits = {name: found for name in BUCKETS if (found := _limits_of(settings, f"limit_{name}"))}
    counters, read_time, reported = _Counters(client), _ReadTime(_limit_of(settings, "limit_read_time")), {""}
    ai_time = _limit_of(settings, "limit_ai_time")
    app.extensions["ai_time"] = AiTimeQuota(client, ai_time) if ai_time else None
    app.extensions["read_time"] = read_time
    app.teardown_request(read_time.end)

    @app.before_request
    def count() -> Response | None:
        """Count the request; return the refusal if it is over the limit."""
        request = this_request()
        if request.path.startswith(UNLIMITED) or request.method == "OPTIONS" or (endpoint := request.endpoint) is None:
            return None
        operation = getattr(app.view_functions[endpoint], "operation", None)
        bucket = operation.limit if operation else "read"
        again_s = read_time.begin(address_callers()) if bucket == "read" else 0
        if again_s and not _is_exempt("limit_read_time"):
            return refused(bucket, read_time.allowed, again_s)
        if bucket not in limits or not request.path.startswith("/v1/") or not (callers := _counted_under(bucket)):
            return None
        refused_by, g.standing = counters.take(limits[bucket], callers)
        return None if refused_by is None else refused(bucket, str(refused_by), g.standing.reset_s)

    @app.after_request
    def report(response: Response) -> Response:
        """Add the caller's remaining limit to the headers; log once if the request shows wrong settings of proxies."""
        request, standing, is_refused = this_request(), this_g().get("standing"), response.status_code == 429
        if standing is not None and "RateLimit-Limit" not in response.headers:
            response.headers.update(standing.headers)
        if settings.proxy_hops or is_refused or is_proxied(request):
            doubt = doubt_of_proxies(request, settings, is_refused)
            if doubt not in reported:
                reported.add(doubt)
                log.warning(doubt)
        return response


def _counted_under(bucket: str) -> Sequence[Caller]:
    """As whom the caller is counted under the limit of a bucket; nobody if that does not count it, or if its API key
    cannot be looked up: the request may not need Redis.
    """
    with suppress(redis.RedisError):
        if not _is_exempt(f"limit_{bucket}"):
            return [replace(caller, name=f"{bucket}:{caller.name}") for caller in counted_as()]
    return ()


UNLIMITED: Final = "/health/"
"""Requests of the operator's own programs. The time of pages, contracts and files counts as that of reads."""


class _Counters:
    """Counts the requests of all callers in sliding windows: in Redis, or in this process while Redis is away."""

    def __init__(self, client: "redis.Redis") -> None:
        self._shared = SlidingWindowCounterRateLimiter(_SharedCounters(client))
        self._own = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._away_until = 0.0

    def take(
        self, limits: Sequence[RateLimitItem], callers: Sequence[Caller]
    ) -> tuple[RateLimitItem | None, QuotaState]:
        """Count a request under each limit of all identities of its caller, the shortest limit of the narrowest
        identity first.

        Returns the limit that refuses it, and the caller's state.
        """
        if time.monotonic() >= self._away_until:
            try:
                return _take(self._shared, limits, callers)
            except redis.RedisError as error:
                log.warning("requests are counted by process, as Redis is away: %s", type(error).__name__)
                self._away_until = time.monotonic() + AWAY_S
        return _take(self._own, limits, callers)


class _ReadTime:
    """The processor time that this process has recently spent on the reads of each address: a leaky bucket for each
    identity of a caller.

    Counted without Redis, so that it does not slow down views. The caller is identified only if it would be refused.
    """

    def __init__(self, limit: RateLimitItem | None) -> None:
        self.allowed = str(limit).replace(" ", " s ", 1)
        self._most = limit.amount if limit else math.inf
        self._leak = limit.amount / limit.get_expiry() if limit else 1.0
        self._spent: dict[str, tuple[float, float]] = {}
        """The seconds in the bucket of each caller for one share, and the time of that value."""
        self._lock = threading.Lock()

    def begin(self, callers: Sequence[Caller]) -> int:
        """Time this request, a read; return the seconds until these callers may read, 0 for now."""
        this_g().read = time.thread_time(), callers
        return self.again_s(callers)

    def again_s(self, callers: Sequence[Caller]) -> int:
        """The seconds until these callers may read, 0 for now."""
        again_s = 0
        for caller in callers:
            spent, at = self._spent.get(caller.name, NOTHING)
            if spent > self._most:
                again_s = max(again_s, math.ceil((spent - self._most) / self._leak - (time.monotonic() - at)))
        return again_s

    def end(self, _: BaseException | None) -> None:
        """Count the request that has ended, if it was a read."""
        if (read := this_g().get("read")) is not None:
            began, callers = read
            self._count(callers, time.thread_time() - began)

    def paced(self, parts: Iterator[str], callers: Sequence[Caller], is_exempt: bool, ends: float) -> Iterator[str]:
        """The parts of a response, each of which counts as a read when it is made, and waits until one is allowed."""
        while True:
            while not is_exempt and (again_s := self.again_s(callers)):
                with aside():
                    time.sleep(again_s)
            began = time.thread_time()
            part = next(parts, None)
            self._count(callers, time.thread_time() - began)
            if part is None:
                return
            if time.monotonic() > ends:
                raise TimeoutError("the client takes too long to read the answer")
            yield part

    def _count(self, callers: Sequence[Caller], took: float) -> None:
        now = time.monotonic()
        with self._lock:
            for caller in callers:
                spent, at = self._spent.get(caller.name, NOTHING)
                left = spent - (now - at) * self._leak
                self._spent[caller.name] = max(0.0, left) + took / caller.shares, now
            while len(self._spent) > MOST_READERS:
                del self._spent[next(iter(self._spent))]


def answer_in_parts(parts: Iterator[str], content_type: str) -> Response:
    """A response whose parts are made while it is sent. It takes a place like a stream, lasts at most as long as one,
    and its time counts as that of reads; raises Problem ``stream/full``. If it lasts too long it is cut off: the client
    sees that the last chunk is missing.
    """
    places, who = services().streams.slots, reader(is_member=False)
    ends = time.monotonic() + services().settings.max_stream_s
    read_time: _ReadTime = current_app.extensions["read_time"]
    paced = read_time.paced(parts, address_callers(), _is_exempt("limit_read_time"), ends)
    places.take(who)
    response = Response(paced, content_type=content_type)
    response.call_on_close(partial(places.leave, who))
    return response


def _take(
    counters: RateLimiter, limits: Sequence[RateLimitItem], callers: Sequence[Caller]
) -> tuple[RateLimitItem | None, QuotaState]:
    counted = ((shared(limit, caller.shares), caller.name) for caller in callers for limit in limits)
    refused_by, name = next(
        ((limit, name) for limit, name in counted if not counters.hit(limit, name)), (None, callers[0].name)
    )
    shown = refused_by or limits[0]
    window = counters.get_window_stats(shown, name)
    return refused_by, QuotaState(shown.amount, window.remaining, max(1, int(window.reset_time + 1) - int(time.time())))


def shared(limit: RateLimitItem, shares: int) -> RateLimitItem:
    """The limit of a caller that has this many shares."""
    return limit if shares == 1 else type(limit)(limit.amount * shares, limit.multiples, limit.namespace)


class _SharedCounters(RedisStorage):
    """Counters in the service's own client of one server or of a cluster."""

    STORAGE_SCHEME = ["faceoff"]
    SCRIPT_ACQUIRE_SLIDING_WINDOW = b"%s%s" % (_DROP_STALE, RedisStorage.SCRIPT_ACQUIRE_SLIDING_WINDOW)

    def __init__(self, client: "redis.Redis") -> None:
        uri = f"{self.STORAGE_SCHEME[0]}://"
        super(RedisStorage, self).__init__(uri)
        self.key_prefix = PREFIX
        self.target_server = "redis"
        self.dependency = redis
        self.storage = client
        self.initialize_storage(uri)


def refused(bucket: str, allowed: str, again_s: int) -> Response:
    """The response to a request over the limit of its bucket."""
    requests = ENGLISH.phrase(f"requests.{bucket}")
    detail = ENGLISH.phrase("limit_exceeded", allowed=allowed, requests=requests, seconds=again_s)
    return problem_response("limit/exceeded", detail, {"Retry-After": str(again_s)})


# -- AI time


class AiTimeQuota:
    """The quotas of all clients. The amount of ``limit`` is in seconds of AI time."""

    def __init__(self, client: "redis.Redis", limit: RateLimitItem) -> None:
        self._limit = limit
        self._take = script(client, "bucket_take")

    def reserve(self, client_id: str, ms: int, shares: int = 1) -> QuotaState:
        """Take ``ms`` of the client's quota, which is that of ``shares`` clients.

        Raises Problem ``quota/ai_time``, or ``request/invalid`` for more than a full quota.
        """
        limit = shared(self._limit, shares)
        seconds = limit.amount
        wanted, allowed = f"{ms / 1000:g}", str(limit).replace(" ", " s ", 1)
        if ms > 1000 * seconds:
            raise refusal("request/invalid", "ai_time_too_much", wanted=wanted, allowed=allowed)
        wait_ms, left_ms = self._change(client_id, limit, ms)
        if wait_ms:
            state = QuotaState(seconds, left_ms // 1000, math.ceil(wait_ms / 1000))
            again = {"left": f"{left_ms / 1000:g}", "seconds": f"{state.reset_s}"}
            raise refusal("quota/ai_time", "ai_time_left", {"quota": state}, wanted=wanted, allowed=allowed, **again)
        fill_ms = (1000 * seconds - left_ms) * limit.get_expiry() / seconds
        return QuotaState(seconds, left_ms // 1000, math.ceil(fill_ms / 1000))

    def refund(self, client_id: str, ms: int, shares: int = 1) -> None:
        """Return ``ms`` that were reserved and not used."""
        self._change(client_id, shared(self._limit, shares), -ms)

    def _change(self, client_id: str, limit: RateLimitItem, ms: int) -> tuple[int, int]:
        wait_ms, left_ms = self._take(
            keys=[f"{AI_TIME}:{client_id}"], args=[1000 * limit.amount, 1000 * limit.get_expiry(), ms]
        )
        return int(wait_ms), int(left_ms)


@contextmanager
def reserve_ai_time(ms: int) -> Iterator[None]:
    """Reserve ``ms``, if any, of the AI time quota of this request's caller and refund it if the body refuses; no
    refund if a reply was lost, as the time may be used.

    Raises Problem ``quota/ai_time``.
    """
    quota: AiTimeQuota | None = current_app.extensions["ai_time"]
    if not ms or quota is None or _is_exempt("limit_ai_time"):
        yield
        return
    with ExitStack() as refunds:
        for caller in reversed(counted_as()):  # that of the caller itself last, as its state is shown
            standing = quota.reserve(caller.name, ms, caller.shares)
            refunds.callback(quota.refund, caller.name, ms, caller.shares)
        try:
            yield
        except LOST_REPLY:
            refunds.pop_all()
            raise
        refunds.pop_all()
        g.standing = standing


def _limits_of(settings: Settings, name: str) -> list[RateLimitItem]:
    """The limits in a setting, shortest first; none for an empty one. Raises SettingsError if it cannot be parsed."""
    text: str = getattr(settings, name)
    try:
        return sorted(parse_many(text)) if text else []
    except ValueError:
        raise SettingsError(
            f"{variable_name(name)}: {text!r} is not a limit; write one as in 600/minute, or leave it empty"
        ) from None


def _limit_of(settings: Settings, name: str) -> RateLimitItem | None:
    """The only limit in a setting; None for an empty one. Raises SettingsError also if there are several."""
    limits = _limits_of(settings, name)
    if len(limits) > 1:
        given: str = getattr(settings, name)
        raise SettingsError(f"{variable_name(name)}: {given!r} are several limits; write one, as in 600/hour")
    return limits[0] if limits else None


def counted_in_stock() -> Sequence[Caller]:
    """The identities for which something that the caller creates counts while it exists; none if the caller is not
    counted.
    """
    return () if _is_uncounted("max_games_each") else counted_as()


def task_client(limit: str, **more: Any) -> Client:
    """The caller as one that requests a task; ``limit`` says how many it may have at once."""
    return Client("" if _is_uncounted(limit) else client_id(), reserve_ai_time, **more)


def _is_uncounted(limit: str) -> bool:
    """True if this caller is exempt from limits on what may exist at once; an API key has limits of its own."""
    return api_key() is None and _is_exempt(limit)


def _is_exempt(name: str) -> bool:
    """True if a limit does not count this caller: it is a default, and the operator knows the caller."""
    return is_default(services().settings, name) and is_known()
