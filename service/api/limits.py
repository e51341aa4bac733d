"""How often one caller may ask: a bucket for each kind of request, so that reads never cost anybody a move; and how long to think.

Off unless set. Counted in Redis; while that is away each process counts for itself, and no request fails for it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import redis
from flask import Flask, Response, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many

from service.api.auth import caller
from service.api.problems import problem_response, quota_headers
from service.api.services import parts
from service.config import Settings, SettingsError, variable_name
from service.model.problem import Problem
from service.tasks.quota import Quota, ThoughtBudget

BUCKETS: Final = {
    "create": "requests that create something",
    "read": "reads",
    "move": "moves",
    "suggest": "suggestions and hints",
    "match": "matches",
}
"""The kinds of requests, and what they are called. Suggestions and matches without a limit of their own have that of ``create``."""


BUCKET_OF: Final = {
    "games.play_move": "move",
    "games.resign": "move",
    "streams.create_ticket": "read",
    "suggestions.create_suggestion": "suggest",
    "hints.ask_hint": "suggest",
    "matches.create_match": "match",
}


STRATEGY = "sliding-window-counter"


PREFIX = "faceoff:limit"


def register(app: Flask, settings: Settings, client: "redis.Redis") -> None:
    """Count every request under /v1 and refuse those over the limit of their bucket. Raises SettingsError for a limit that is none."""
    allowed = {name: _checked(settings, f"limit_{name}") for name in BUCKETS}
    allowed |= {name: allowed[name] or allowed["create"] for name in ("suggest", "match")}
    app.after_request(_tell_quota)
    if not any(allowed.values()):
        return
    limiter = Limiter(
        lambda: f"{_bucket()}:{caller()}",
        application_limits=[lambda: allowed[_bucket()]],
        application_limits_exempt_when=lambda: not _is_counted(),
        strategy=STRATEGY,
        storage_uri="redis://",
        storage_options={"connection_pool": client.connection_pool, "key_prefix": PREFIX},  # type: ignore[dict-item]
        in_memory_fallback_enabled=True,
        swallow_errors=True,
    )
    limiter.init_app(app)

    def refuse(error: RateLimitExceeded) -> Response:
        return refused(str(error.description), _seconds_left(limiter))

    def tell(response: Response) -> Response:
        limit = limiter.current_limit
        if limit is not None and "RateLimit-Limit" not in response.headers:
            try:
                response.headers.update(quota_headers(Quota(limit.limit.amount, limit.remaining, _seconds_left(limiter))))
            except redis.RedisError:
                pass  # the answer is worth more than its headers
        return response

    app.register_error_handler(RateLimitExceeded, refuse)
    app.after_request(tell)


def refused(allowed: str, again_s: int) -> Response:
    """The answer to a request over the limit of its bucket."""
    detail = f"Allowed are {allowed} of {BUCKETS[_bucket()]} for each caller; try again in {again_s} s."
    return problem_response("limit/exceeded", detail, {"Retry-After": str(again_s)})


def thought_budget(settings: Settings, client: "redis.Redis") -> ThoughtBudget:
    """The buckets of time to think. Raises SettingsError for a limit that is none, or several at once."""
    text = _checked(settings, "limit_thought")
    limits: list[RateLimitItem] = parse_many(text) if text else []
    if len(limits) > 1:
        raise SettingsError(f"{variable_name('limit_thought')}: {text!r} are several limits; write one, as in 600/hour")
    return ThoughtBudget(client, limits[0] if limits else None)


@contextmanager
def charged(ms: int) -> Iterator[None]:
    """Let the caller of this request pay for so much thought, unless what follows refuses to think. Raises Problem ``quota/ai_time``."""
    budget, who = parts().thought, caller()
    g.quota = budget.take(who, ms)
    try:
        yield
    except Problem:
        budget.give_back(who, ms)
        raise


def _tell_quota(response: Response) -> Response:
    quota = g.get("quota")
    if quota is not None and response.status_code < 400:
        response.headers.update(quota_headers(quota))
    return response


def _checked(settings: Settings, name: str) -> str:
    text: str = getattr(settings, name)
    try:
        return text if not text or parse_many(text) else ""
    except ValueError:
        raise SettingsError(f"{variable_name(name)}: {text!r} is not a limit; write one as in 600/minute, or nothing for none") from None


def _is_counted() -> bool:
    return request.path.startswith("/v1/") and request.method != "OPTIONS"


def _bucket() -> str:
    return BUCKET_OF.get(request.endpoint or "", "read" if request.method in ("GET", "HEAD") else "create")


def _seconds_left(limiter: Limiter) -> int:
    limit = limiter.current_limit
    return 1 if limit is None else max(1, limit.reset_at - int(time.time()))
