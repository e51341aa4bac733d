"""The Faceoff service: a stateless API over games in Redis.

Pages of the origins that the operator configures may call the API from a browser; why not Flask-CORS:
docs/adr/0013-own-cors-and-ai-time-quota.md.
"""

import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from flask import Flask, Request
from flask.sessions import NullSession, SecureCookieSessionInterface
from prometheus_client import make_wsgi_app
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter, MapAdapter, Rule
from werkzeug.wsgi import get_host

from service.api import limits, problems
from service.api.auth import Services, header, this_g, this_request
from service.api.operation import require_json
from service.api.problems import problem_response
from service.api.responses import Response
from service.api.routes import ROUTES, pages
from service.config import Settings, SettingsError
from service.games.catalogue import load_decks
from service.games.update import Games
from service.live.hub import Hub
from service.live.streams import Streams
from service.process.telemetry import REQUESTS, all_metrics, caused_by, log_request, start_tracing
from service.store.connection import RESPONSE_WITHIN_S
from service.store.queue import AiQueue, QueueMetrics, queue_client
from service.store.store import Store, require_format
from service.store.webhooks import KeyRing
from service.tasks.task import Tasks
from service.webhooks.outbound import reach_of
from service.workers.sweeper import make_sweeper

# -- CORS

ORIGIN = re.compile(r"https?://[^/\s,?#@]+")
LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
EXPOSED = (
    "Date, ETag, Location, Idempotent-Replayed, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, "
    "RateLimit-Reset, Retry-After, X-Request-Id"
)
ACCEPTED = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Api-Key, X-Request-Id"
METHODS = "GET, POST, PATCH, DELETE"
PREFLIGHT_S = 24 * 3600


def allow_origins(app: Flask, settings: Settings) -> None:
    """Allow pages of the origins in ``cors_origins``; raises SettingsError if one of them is not an origin.

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
        origin = header("HTTP_ORIGIN")
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
            response.vary_by("Origin")
        request = this_request()
        origin = header("HTTP_ORIGIN")
        if origin is not None and origin != request.host_url.rstrip("/") and may_call(origin):
            response.headers["Access-Control-Allow-Origin"] = "*" if everyone else origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Allow-Headers"] = ACCEPTED
                response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)
        return response


# -- the app

REQUEST_ID_CHARS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
MAX_REQUEST_ID: Final = 64
KNOWN_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Methods that become labels of metrics; any other method is ``other``."""


class Name(BaseConverter):
    """A part of an address: an id or a name. Anything else, such as the rest of a key in Redis, is not routed."""

    regex = r"[A-Za-z0-9_.~-]{1,80}"


class Route(Rule):
    """A rule without the functions for ``url_for``, which nothing uses: to compile them took most of the start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., Any]:
        return lambda *_, **values: None


class NoSessions(SecureCookieSessionInterface):
    """The same empty session for all."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """As in Flask."""
        return self._none


class App(Flask):
    """Flask without coroutines, sessions, and hooks of blueprints."""

    response_class = Response
    url_rule_class = Route
    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged. Flask would inspect a dozen of them on every request, 4 % of a view."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As in Flask, which finds the host twice and looks for a WebSocket, and so in half the instructions."""
        if request is None:
            return None
        environ = request.environ
        if "HTTP_UPGRADE" in environ:
            return super().create_url_adapter(request)
        request.host = get_host(environ)
        path = environ["PATH_INFO"].encode("latin1").decode(errors="replace")
        query = environ["QUERY_STRING"].encode("latin1").decode(errors="replace")
        url = environ["wsgi.url_scheme"], environ["REQUEST_METHOD"], path, query
        return self.url_map.bind(request.host, environ["SCRIPT_NAME"], "", *url)

    def preprocess_request(self) -> Any:
        """As in Flask: the hooks before a request."""
        return next((response for hook in self.before_request_funcs[None] if (response := hook()) is not None), None)

    def process_response(self, response: Any) -> Any:
        """As in Flask: the hooks after a request."""
        for hook in reversed(self.after_request_funcs[None]):
            response = hook(response)
        return response

    def do_teardown_request(self, exc: Any = None) -> None:
        """As in Flask: the hooks after a response."""
        for hook in self.teardown_request_funcs[None]:
            hook(exc)

    def make_default_options_response(self) -> Any:
        """List the methods of exactly this address: ``/v1/games/quick`` would also match as the id of a game."""
        response: Any = super().make_default_options_response()
        rule = this_request().url_rule
        if rule is not None:
            response.allow.clear()
            response.allow.update(
                chain.from_iterable(one.methods or () for one in self.url_map.iter_rules() if one.rule == rule.rule)
            )
        return response


def create_app(settings: Settings) -> Flask:
    """Create the app. Connections are opened on first use. Raises SettingsError for a wrong setting or deck file."""
    app = App("service", static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.converters["default"] = Name
    app.url_map.merge_slashes = False  # werkzeug would redirect to an address made from the Host header
    load_decks(settings.decks)
    reach_of(settings)
    store = Store(settings)
    games = Games(store, AiQueue(queue_client(settings, RESPONSE_WITHIN_S)))
    tasks = Tasks(games, settings)
    hub = Hub(settings)
    streams = Streams(hub, settings, store.games.revisions)
    app.extensions["faceoff"] = Services(settings, games, hub, streams, tasks, KeyRing(store.client))

    app.before_request(_begin_request)
    app.after_request(_end_request)
    allow_origins(app, settings)
    limits.register(app, settings, store.client)
    for routes in ROUTES:
        app.register_blueprint(routes.blueprint)
    app.register_blueprint(pages.blueprint)
    problems.register(app)
    if settings.tracing:
        start_tracing(app)
    if settings.proxy_hops and settings.trust_loopback:
        raise SettingsError(
            "FACEOFF_TRUST_LOOPBACK: callers at a loopback address may be those of the proxy (FACEOFF_PROXY_HOPS)"
        )
    if settings.proxy_hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxy_hops)  # type: ignore[method-assign]
    serve_operators(app, settings)
    if settings.background:
        make_sweeper(tasks).start()
    return app


def serve_operators(app: Flask, settings: Settings) -> None:
    """Answer requests on the port for metrics with metrics, and nothing else. The port comes from the connection: the
    content of a request is written by a client or proxy.
    """
    serve_metrics = make_wsgi_app(all_metrics(QueueMetrics(settings)))
    serve_callers, port = app.wsgi_app, (settings.metrics_port,)

    def choose(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        connection = environ.get("gunicorn.socket")
        is_operators = connection is not None and connection.getsockname()[1:2] == port
        return (serve_metrics if is_operators else serve_callers)(environ, start_response)

    if settings.metrics_port:
        app.wsgi_app = choose  # type: ignore[method-assign]


def app_of_environment(**changes: Any) -> Flask:
    """The app with the settings of the environment and ``changes``. A wrong setting, or a store that another release
    has written, is printed and ends the process.
    """
    try:
        app = create_app(replace(Settings.from_env(), **changes))
        require_format(app.extensions["faceoff"].settings)
        return app
    except SettingsError as error:
        print(error, file=sys.stderr)
        sys.exit(4)  # gunicorn does not start another process after this status


def _begin_request() -> None:
    request, kept = this_request(), this_g()
    given = header("HTTP_X_REQUEST_ID") or ""
    usable = 0 < len(given) <= MAX_REQUEST_ID and REQUEST_ID_CHARS.issuperset(given)
    kept.request_id = given if usable else secrets.token_hex(8)
    caused_by.set(kept.request_id)
    kept.began = time.monotonic()
    require_json(request)


def _end_request(response: Response) -> Response:
    request, kept = this_request(), this_g()
    response.headers.add("X-Request-Id", kept.request_id)
    log_request(request, response, kept.began)
    route = request.url_rule.rule if request.url_rule else "none"
    is_held = "yes" if "wait=" in (header("HTTP_PREFER") or "").lower() else "no"
    method = request.method if request.method in KNOWN_METHODS else "other"
    _timer(method, route, response.status_code, is_held).observe(time.monotonic() - kept.began)
    return response


_timer: Final = lru_cache(1024)(REQUESTS.labels)
"""The histogram of these labels. There are as many as routes and statuses, and a lookup takes longer than an
observation.
"""
