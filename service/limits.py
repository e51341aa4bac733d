"""How often one caller may ask: a bucket each for creating, for reading and for moves, so that reads never cost anybody a move.

Off unless set. Counted in Redis; while that is away each process counts for itself, and no request fails for it.
"""

import time
from ipaddress import IPv6Address, ip_address

import redis
from flask import Flask, Response, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import parse_many

from service.config import Settings, SettingsError, variable_name
from service.errors import problem_response
from service.routes.common import api_key

MOVES = frozenset({"games.play_move", "games.resign"})
READS = frozenset({"streams.create_ticket"})
STRATEGY = "sliding-window-counter"
PREFIX = "faceoff:limit"


def register(app: Flask, settings: Settings, client: "redis.Redis") -> None:
    """Count every request under /v1 and refuse those over the limit of their bucket. Raises SettingsError for a limit that is none."""
    allowed = {name: _checked(settings, f"limit_{name}") for name in ("create", "read", "move")}
    if not any(allowed.values()):
        return
    limiter = Limiter(
        lambda: f"{_bucket()}:{_caller()}",
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
        again_s = _seconds_left(limiter)
        what = {"create": "requests that create something", "read": "reads", "move": "moves"}[_bucket()]
        detail = f"Allowed are {error.description} of {what} for each caller; try again in {again_s} s."
        return problem_response("limit/exceeded", detail, {"Retry-After": str(again_s)})

    def tell(response: Response) -> Response:
        limit = limiter.current_limit
        if limit is not None:
            try:
                response.headers["RateLimit-Limit"] = str(limit.limit.amount)
                response.headers["RateLimit-Remaining"] = str(limit.remaining)
                response.headers["RateLimit-Reset"] = str(_seconds_left(limiter))
            except redis.RedisError:
                pass  # the answer is worth more than its headers
        return response

    app.register_error_handler(RateLimitExceeded, refuse)
    app.after_request(tell)


def _checked(settings: Settings, name: str) -> str:
    text: str = getattr(settings, name)
    try:
        return text if not text or parse_many(text) else ""
    except ValueError:
        raise SettingsError(f"{variable_name(name)}: {text!r} is not a limit; write one as in 600/minute, or nothing for none") from None


def _is_counted() -> bool:
    return request.path.startswith("/v1/") and request.method != "OPTIONS"


def _bucket() -> str:
    if request.endpoint in MOVES:
        return "move"
    return "read" if request.method in ("GET", "HEAD") or request.endpoint in READS else "create"


def _caller() -> str:
    """Whose bucket: that of the API key, or of the address. Whoever has an IPv6 address has a /64 full of them."""
    key = api_key()
    if key is not None:
        return key.id
    address = ip_address(request.remote_addr or "0.0.0.0")
    return str(IPv6Address(int(address) >> 64 << 64) if address.version == 6 else address)


def _seconds_left(limiter: Limiter) -> int:
    limit = limiter.current_limit
    return 1 if limit is None else max(1, limit.reset_at - int(time.time()))
