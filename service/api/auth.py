"""The sender of a request: its token, its API key, and the seat or role that they give in a game.

Also the context of a request: the services of its app, and Flask's objects.

Flask's ``request`` and ``g`` look the current object up at every access, which took 6 % of a move: a function that
needs one of them more than once gets the object itself, from the context variable under them.
"""

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv4Address, ip_address
from typing import cast
from urllib.parse import urlsplit

from flask import Request
from flask.ctx import _AppCtxGlobals
from flask.globals import _cv_app, _cv_request

from service.api.static_files import StaticFiles, static_files
from service.config import Settings
from service.games.update import Games
from service.live.hub import Hub
from service.live.streams import Streams
from service.model.answer import Problem, refusal
from service.model.callers import Caller, callers_at
from service.model.game import Game, Role
from service.model.tokens import MEMBER, OWNER, SEAT, VIEWER, digest, role_in
from service.store.store import Store
from service.store.tasks import Task, not_found
from service.store.webhooks import ApiKey, KeyRing
from service.tasks.task import Tasks


@dataclass(frozen=True)
class Services:
    """The stores and tasks of an app."""

    settings: Settings
    games: Games
    hub: Hub
    streams: Streams
    tasks: Tasks
    keys: KeyRing

    @cached_property
    def files(self) -> StaticFiles:
        """Pages, contracts and the web client: under gunicorn those of its master."""
        return static_files(self.settings)

    @property
    def store(self) -> Store:
        """The store of games."""
        return self.games.store


def services() -> Services:
    """The services of the current app."""
    return cast(Services, _cv_app.get().app.extensions["faceoff"])


def this_request() -> Request:
    """The current request."""
    return _cv_request.get().request


def this_g() -> _AppCtxGlobals:
    """Flask's ``g``: values of the current request."""
    return _cv_app.get().g


def header(name: str) -> str | None:
    """A header of the current request, by its name in WSGI such as ``HTTP_PREFER``.

    A move asks for ten: looked up by their HTTP names in ``headers``, they took a hundredth of its instructions.
    """
    found: str | None = this_request().environ.get(name)
    return found


MAX_TOKEN = 200
OWN_ADDRESSES = ("127.0.0.1", "::1")
PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP")
"""Names of headers as in WSGI."""
_PORT = re.compile(r"^(?:([0-9.]+)|\[([0-9a-fA-F:.]+)\])(?::[0-9]+)?$")
"""Some proxies write the port as well: ``192.0.2.1:5123``, ``[2001:db8::1]:5123``."""


def bearer_token() -> str | None:
    """The token of the request, or None without one. Raises Problem for another kind of authorization."""
    given = header("HTTP_AUTHORIZATION")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or len(token) > MAX_TOKEN:
        raise refusal("auth/unknown_token", "no_bearer")
    return token.strip()


def reader_digest() -> str:
    """SHA-256 of the only token that may read the response to this request; empty if there is none."""
    kept = this_g()
    try:
        return kept.reader_digest  # type: ignore[no-any-return] # a move asks six times
    except AttributeError:
        token = bearer_token()
        kept.reader_digest = found = digest(token) if token else ""
        return found


def client_id() -> str:
    """Rate-limit identity: the API key id, otherwise the client address (IPv6 truncated to /64)."""
    return counted_as()[0].name


def counted_as() -> Sequence[Caller]:
    """All identities under which the caller is counted, each with its number of shares; an IPv6 address has several."""
    key = api_key()
    if key is not None:
        return (Caller(key.id),)
    return [Caller(digest(f"address {caller.name}"), caller.shares) for caller in address_callers()]


def is_on_this_machine() -> bool:
    """True if the caller is on this machine without a proxy, and not a page of a site whose name resolves here."""
    request = this_request()
    return request.remote_addr in OWN_ADDRESSES and not is_proxied(request) and _names_this_machine()


def is_proxied(request: Request) -> bool:
    """True if a proxy has sent the request, or somebody who says so."""
    return not request.environ.keys().isdisjoint(PROXY_HEADERS)


def doubt_of_proxies(request: Request, settings: Settings, is_refused: bool) -> str:
    """Signs in a request of wrong settings for proxies, for the log; empty if there are none."""
    hops, named = settings.proxy_hops, request.environ.get("HTTP_X_FORWARDED_FOR", "")
    if hops and (not named or named.count(",") + 1 < hops):
        doubt = (
            f"FACEOFF_PROXY_HOPS is {hops}, but a request names fewer addresses in X-Forwarded-For: it counts as that "
            "of its sender. If a proxy sent it, its callers count as one, or name an address of their choice: let the "
            "proxy add the caller's address."
        )
    elif not hops and is_proxied(request):
        doubt = (
            "Requests come through a proxy (they have X-Forwarded-For, Forwarded, Via or X-Real-IP), but "
            "FACEOFF_PROXY_HOPS is 0: all of its callers count as one. Set it to the number of proxies."
        )
    elif not hops and is_refused and request.remote_addr in OWN_ADDRESSES:
        doubt = (
            "A limit refuses callers at a loopback address, who count as one. If a proxy sends them, let it add to "
            "X-Forwarded-For and set FACEOFF_PROXY_HOPS to the number of proxies. If they are your own programs and "
            "there is no proxy, FACEOFF_TRUST_LOOPBACK=true exempts them from the default limits."
        )
    else:
        return ""
    return doubt if request.path.startswith("/v1/") else ""  # a probe bypasses the proxy


def is_known() -> bool:
    """True if the operator knows the caller: it has an API key, or is on this machine and the operator has declared
    such callers known.
    """
    return (services().settings.trust_loopback and is_on_this_machine()) or api_key() is not None


def _names_this_machine() -> bool:
    """True if the request is for ``localhost`` or an address; a page whose own name resolves here sends that name."""
    host = urlsplit(f"//{this_request().host}").hostname or ""
    with suppress(ValueError):
        return bool(ip_address(host))
    return host == "localhost"


def address_callers() -> Sequence[Caller]:
    """The identities of the caller's address: the one that the trusted proxy reports, or if that is not an address,
    such as ``unknown``, the proxy's own.
    """
    request = this_request()
    before_proxies = request.environ.get("werkzeug.proxy_fix.orig", {}).get("REMOTE_ADDR", "")
    return _callers_of_first(request.remote_addr or "", before_proxies)


@lru_cache(4096)
def _callers_of_first(*texts: str) -> Sequence[Caller]:
    for text in texts:
        with suppress(ValueError):
            return callers_at(ip_address(_PORT.sub(r"\1\2", text.strip())))
    return callers_at(IPv4Address(0))


def api_key() -> ApiKey | None:
    """The API key of the request, looked up once; None without one, or if it is unknown."""
    kept = this_g()
    if "api_key" not in kept:
        text = header("HTTP_X_API_KEY")
        kept.api_key = services().keys.find(text) if text else None
    return cast(ApiKey | None, kept.api_key)


def api_key_id() -> str | None:
    """The id of the API key, stored with what the request creates."""
    key = api_key()
    return None if key is None else key.id


def key_holder() -> ApiKey:
    """The API key of the request; raises Problem without one, or if it is unknown."""
    key = api_key()
    if key is None and "X-Api-Key" in this_request().headers:
        raise Problem("key/unknown", "X-Api-Key: this service does not know the key, or it has been revoked.")
    if key is None:
        raise Problem("key/missing", "Send the API key that the operator of this service gave you as X-Api-Key.")
    return key


def need_key() -> None:
    """Raise Problem for a request with an unknown API key, or without one where the settings require it."""
    if "X-Api-Key" in this_request().headers or services().settings.require_key:
        key_holder()


def need_token() -> None:
    """Raise Problem for a request without a token."""
    if not reader_digest():
        raise refusal("auth/missing", "send_any_token")


def task_of_request(kind: str, task_id: str) -> Task:
    """The task, if the request may see it; raises Problem."""
    task = services().tasks.store.load(kind, task_id)
    if task.reader_digest and not secrets.compare_digest(task.reader_digest, reader_digest()):
        raise not_found(task_id)
    return task


# -- The role of the request's token in one version of a game: another version may have renewed it. Code that changes or
# shows a game asks again with that version, so a role is never outdated.


def seat_in(game: Game) -> int:
    """The seat of the request's token; raises Problem if it has none."""
    role = game.tokens.get(reader_digest())
    return role if isinstance(role, int) else seat_of(game, bearer_token())


def seat_of(game: Game, token: str | None) -> int:
    """The seat of a token, such as a new one; raises Problem if it has none."""
    return role_in(game, token, SEAT)


def member_in(game: Game) -> Role:
    """The seat of the request's token, or OWNER; raises Problem if it has neither."""
    return role_in(game, bearer_token(), MEMBER)


def owner_in(game: Game) -> Role:
    """OWNER; raises Problem unless the request's token is the owner's."""
    return role_in(game, bearer_token(), OWNER)


def viewer_of(game: Game) -> int | None:
    """The seat whose view the request gets; None for spectators and the owner."""
    role = game.tokens.get(reader_digest())
    if role is None:
        role = role_in(game, bearer_token(), VIEWER)
    return None if isinstance(role, str) else role
