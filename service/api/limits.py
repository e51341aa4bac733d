"""Rate limits of a caller, one for each kind of request, so that reads never cost a move; and the caller's AI time quota.

The default limits are for callers that the operator does not know: those with an API key and those of this machine are not counted until
a limit is set. Counted in Redis; while Redis is away each process counts requests for itself, and no request fails for that.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import redis
from flask import Flask, Response, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many
from limits.storage import RedisStorage

from service.api.auth import client_id, is_known
from service.api.problems import problem_response, quota_headers
from service.api.services import services
from service.config import Settings, SettingsError, is_default, variable_name
from service.language import ENGLISH
from service.tasks.quota import AiTimeQuota, QuotaState

log = logging.getLogger(__name__)
BUCKETS: Final = ("create", "join", "read", "move", "suggest", "match", "record")
"""The kinds of requests."""
BUCKET_OF: Final = {
    "games.join_game": "join",
    "games.play_move": "move",
    "games.resign": "move",
    "bots.accept_invitation": "move",
    "bots.decline_invitation": "move",
    "streams.create_ticket": "read",
    "positions.list_legal_moves": "read",
    "suggestions.create_suggestion": "suggest",
    "hints.ask_hint": "suggest",
    "matches.create_match": "match",
    "records.check_record": "record",
}
STRATEGY = "sliding-window-counter"
PREFIX = "faceoff:limit"


def register(app: Flask, settings: Settings, client: "redis.Redis") -> None:
    """Count every request under /v1 and refuse those over the limit of their bucket. Raises SettingsError if a limit cannot be parsed."""
    allowed = {name: _checked(settings, f"limit_{name}") for name in BUCKETS}
    app.after_request(_add_quota_headers)
    if not settings.proxy_hops:
        app.before_request(_UnknownProxy().look)
    if not any(allowed.values()):
        return
    limiter = Limiter(
        lambda: f"{_bucket()}:{client_id()}",
        application_limits=[lambda: allowed[_bucket()]],
        strategy=STRATEGY,
        storage_uri=f"{_Counters.STORAGE_SCHEME[0]}://",
        storage_options={"client": client},  # type: ignore[dict-item]
        in_memory_fallback_enabled=True,
        swallow_errors=True,
    )
    limiter.request_filter(lambda: not _is_counted() or _is_exempt(f"limit_{_bucket()}"))  # before it looks for limits
    limiter.init_app(app)

    def refuse(error: RateLimitExceeded) -> Response:
        return refused(str(error.description), _seconds_left(limiter))

    def add_limit_headers(response: Response) -> Response:
        limit = limiter.current_limit
        if limit is not None and "RateLimit-Limit" not in response.headers:
            try:
                response.headers.update(quota_headers(QuotaState(limit.limit.amount, limit.remaining, _seconds_left(limiter))))
            except redis.RedisError:
                pass  # the answer is worth more than its headers
        return response

    app.register_error_handler(RateLimitExceeded, refuse)
    app.after_request(add_limit_headers)


class _Counters(RedisStorage):
    """The counters of requests, in the service's own client of one server or of a cluster."""

    STORAGE_SCHEME = ["faceoff"]

    def __init__(self, uri: str, client: "redis.Redis", **options: Any) -> None:
        super(RedisStorage, self).__init__(uri, **options)
        self.key_prefix = PREFIX
        self.target_server = "redis"
        self.dependency = redis
        self.storage = client
        self.initialize_storage(uri)


class _UnknownProxy:
    """Reports once that a proxy speaks for the callers, while the settings know of none."""

    def __init__(self) -> None:
        self._is_reported = False

    def look(self) -> None:
        if "X-Forwarded-For" in request.headers and not self._is_reported:
            self._is_reported = True
            log.warning(
                "Requests come through a proxy (X-Forwarded-For), but FACEOFF_PROXY_HOPS is 0: all of its callers count as one. "
                "Set it to the number of proxies."
            )


def refused(allowed: str, again_s: int) -> Response:
    """The answer to a request over the limit of its bucket."""
    detail = ENGLISH.said("limit_exceeded", allowed=allowed, requests=ENGLISH.said(f"requests_{_bucket()}"), seconds=again_s)
    return problem_response("limit/exceeded", detail, {"Retry-After": str(again_s)})


def ai_time_quota(settings: Settings, client: "redis.Redis") -> AiTimeQuota:
    """The AI time quota of ``limit_ai_time``. Raises SettingsError if it cannot be parsed or names several limits."""
    text = _checked(settings, "limit_ai_time")
    limits: list[RateLimitItem] = parse_many(text) if text else []
    if len(limits) > 1:
        raise SettingsError(f"{variable_name('limit_ai_time')}: {text!r} are several limits; write one, as in 600/hour")
    return AiTimeQuota(client, limits[0] if limits else None)


@contextmanager
def reserve_ai_time(ms: int) -> Iterator[None]:
    """Reserve ``ms`` of the AI time quota of this request's caller and refund it if the body raises.

    Raises Problem ``quota/ai_time``.
    """
    if _is_exempt("limit_ai_time"):
        yield
        return
    quota, client = services().ai_time, client_id()
    g.quota = quota.reserve(client, ms)
    try:
        yield
    except Exception:
        quota.refund(client, ms)
        raise


def _add_quota_headers(response: Response) -> Response:
    quota = g.get("quota")
    if quota is not None and response.status_code < 400:
        response.headers.update(quota_headers(quota))
    return response


def _checked(settings: Settings, name: str) -> str:
    text: str = getattr(settings, name)
    try:
        return text if not text or parse_many(text) else ""
    except ValueError:
        raise SettingsError(f"{variable_name(name)}: {text!r} is not a limit; write one as in 600/minute, or leave it empty") from None


def _is_counted() -> bool:
    return request.path.startswith("/v1/") and request.method != "OPTIONS"


def _is_exempt(name: str) -> bool:
    """Whether a limit does not count this caller: it is a default, and the operator knows the caller."""
    return is_default(services().settings, name) and is_known()


def _bucket() -> str:
    return BUCKET_OF.get(request.endpoint or "", "read" if request.method in ("GET", "HEAD") else "create")


def _seconds_left(limiter: Limiter) -> int:
    limit = limiter.current_limit
    return 1 if limit is None else max(1, limit.reset_at - int(time.time()))
