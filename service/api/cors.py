"""Cross-origin requests: pages of the origins that the operator names may call the API from a browser.

Why not Flask-CORS: docs/adr/0013-own-cors-and-ai-time-quota.md.
"""

import re

from flask import Flask, Response, request

from service.config import Settings, SettingsError

ORIGIN = re.compile(r"https?://[^/\s,?#@]+")
EXPOSED = (
    "ETag, Location, Idempotent-Replayed, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, "
    "X-Request-Id"
)
ACCEPTED = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Api-Key, X-Request-Id"
METHODS = "GET, POST, DELETE"
PREFLIGHT_S = 24 * 3600


def register(app: Flask, settings: Settings) -> None:
    """Answer pages of the origins in ``cors_origins``, ``*`` for all. Raises SettingsError if one of them is not an origin."""
    origins = {origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()}
    for origin in origins - {"*"}:
        if not ORIGIN.fullmatch(origin):
            raise SettingsError(f"FACEOFF_CORS_ORIGINS: {origin!r} is not an origin; write one as in https://play.example, or * for all")
    if not origins:
        return

    @app.after_request
    def allow(response: Response) -> Response:
        # No credentials: the page itself sends tokens, the browser never does.
        if "*" not in origins:
            response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin is not None and ("*" in origins or origin in origins):
            response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Allow-Headers"] = ACCEPTED
                response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)
        return response
