"""The Faceoff service: a stateless API over games in Redis."""

import secrets
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

import redis
from flask import Flask, Response, g, request
from werkzeug.exceptions import UnsupportedMediaType
from werkzeug.middleware.proxy_fix import ProxyFix

from service import cli, contract, cors, errors, limits
from service.config import Settings
from service.decks import load_decks
from service.hub import Hub
from service.jobs import AiQueue, Sweeper, make_store, queue_client
from service.keys import KeyRing
from service.logs import log_request
from service.routes import games as game_routes
from service.routes import meta as meta_routes
from service.routes import streams as stream_routes
from service.routes import variants as variant_routes
from service.routes import webhooks as webhook_routes
from service.routes.common import Parts
from service.webhook_jobs import WebhookQueue

REQUEST_ID_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
MAX_REQUEST_ID = 64


def create_app(settings: Settings) -> Flask:
    """Make the app: connections open when they are first used. Raises SettingsError for a deck file that is none."""
    app = Flask("service", static_folder=None)
    app.config |= contract.CONFIG
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]
    load_decks(settings.decks)
    store = make_store(settings)
    queue = AiQueue(queue_client(settings))
    listener = redis.Redis.from_url(settings.redis_url, decode_responses=True, socket_connect_timeout=1)
    hub = Hub(store, listener, settings.max_waiters, settings.max_streams)
    app.extensions["faceoff"] = Parts(settings, store, queue, hub, KeyRing(store.client))

    app.before_request(_begin_request)
    app.after_request(_end_request)
    cors.register(app, settings)
    limits.register(app, settings, store.client)
    api = contract.ProblemApi(app)
    contract.register_schemas(api)
    for resource in (variant_routes, game_routes, stream_routes, webhook_routes, meta_routes):
        api.register_blueprint(resource.blueprint)
    app.register_blueprint(meta_routes.pages)
    errors.register(app)
    app.cli.add_command(cli.commands)
    if settings.proxy_hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxy_hops)  # type: ignore[method-assign]
    if settings.background:
        Sweeper(store, queue, settings.ai_deadline_s, [WebhookQueue(store, queue_client(settings)).call_due]).start()
    return app


def end_waiting_on_signals(app: Flask) -> None:
    """Let streams and long polls go as soon as the server is told to stop: it would wait for them as long as it waits for anything.

    Call it once the server has set its own handlers; they are called after ours. A signal nobody handles stays as it is.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # only there can handlers be set
    hub = app.extensions["faceoff"].hub
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        handler = signal.getsignal(number)
        if callable(handler):

            def stop(number: int, frame: FrameType | None, handler: Callable[[int, FrameType | None], object] = handler) -> None:
                hub.stop()
                handler(number, frame)

            signal.signal(number, stop)


def _begin_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    usable = 0 < len(given) <= MAX_REQUEST_ID and REQUEST_ID_CHARS.issuperset(given)
    g.request_id = given if usable else secrets.token_hex(8)
    g.began = time.monotonic()
    if request.content_length and not request.is_json and request.method == "POST":
        raise UnsupportedMediaType


def _end_request(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.request_id
    response.headers.setdefault("Cache-Control", "no-cache")
    log_request(request, response, g.began)
    return response
