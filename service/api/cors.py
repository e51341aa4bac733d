"""Cross-origin requests: pages of the origins that the operator names may call the API from a browser.

Why not Flask-CORS: docs/adr/0013-own-cors-and-ai-time-quota.md.
"""

import re

from flask import Flask, Response

from service.api.context import this_request
from service.api.problems import problem_response
from service.api.responses import add_vary
from service.config import Settings, SettingsError

ORIGIN = re.compile(r"https?://[^/\s,?#@]+")
LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
EXPOSED = (
    "ETag, Location, Idempotent-Replayed, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, "
    "RateLimit-Reset, Retry-After, X-Request-Id"
)
ACCEPTED = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Api-Key, X-Request-Id"
METHODS = "GET, POST, PATCH, DELETE"
PREFLIGHT_S = 24 * 3600


def register(app: Flask, settings: Settings) -> None:
    """Answer pages of the origins in ``cors_origins``; raises SettingsError if one of them is not an origin.

    A preflight of another origin is refused, with the name of the setting.
    """
    origins = {origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()}
    for origin in origins - {"*", "loopback", "none"}:
        if not ORIGIN.fullmatch(origin):
            detail = (
                "is not an origin; write one as in https://play.example, or loopback for pages of this machine, * "
                "for all, none"
            )
            raise SettingsError(f"FACEOFF_CORS_ORIGINS: {origin!r} {detail}")
    if "none" in origins and len(origins) > 1:
        raise SettingsError("FACEOFF_CORS_ORIGINS: 'none' stands alone")
    everyone, loopback, closed = "*" in origins, "loopback" in origins, origins <= {"none"}

    def may_call(origin: str) -> bool:
        return everyone or origin in origins or (loopback and LOOPBACK.fullmatch(origin) is not None)

    @app.before_request
    def refuse_preflight() -> Response | None:
        request = this_request()
        if request.method != "OPTIONS":
            return None
        origin = request.headers.get("Origin")
        is_preflight = "Access-Control-Request-Method" in request.headers
        if origin is None or not is_preflight or may_call(origin):
            return None
        return problem_response(
            "cors/not_allowed",
            f"Pages of {origin[:100]!r} may not call this service. Its operator can allow them: "
            "FACEOFF_CORS_ORIGINS names the origins whose pages may.",
        )

    @app.after_request
    def allow(response: Response) -> Response:
        # No credentials: the page itself sends tokens, the browser never does.
        if closed:
            return response
        if not everyone:
            add_vary(response, "Origin")
        request = this_request()
        origin = request.headers.get("Origin")
        if origin is not None and origin != request.host_url.rstrip("/") and may_call(origin):
            response.headers["Access-Control-Allow-Origin"] = "*" if everyone else origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Allow-Headers"] = ACCEPTED
                response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)
        return response
