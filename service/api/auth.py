"""TODO service/api/auth.py."""

from collections.abc import Callable
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeVar, cast

from flask import g, request

from service.api.services import parts
from service.model.game import GameRecord
from service.model.problem import Problem
from service.model.tokens import OWNER, digest, role_of
from service.store.api_keys import ApiKey

MAX_TOKEN = 200


View = TypeVar("View", bound=Callable[..., Any])


def bearer_token() -> str | None:
    """The token of the request; None if there is none. Raises Problem for another kind of authorization."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or len(token) > MAX_TOKEN:
        raise Problem("auth/unknown_token", "Authorization is not of the form Bearer <token>.")
    return token.strip()


def holder() -> str:
    """Who alone may see what this request asks for: SHA-256 of its token, empty without one."""
    token = bearer_token()
    return digest(token) if token else ""


def caller() -> str:
    """Whose share of the service this request takes: its API key's, or its address's. Whoever has an IPv6 address has a /64 of them."""
    key = api_key()
    if key is not None:
        return key.id
    address = ip_address(request.remote_addr or "0.0.0.0")
    return digest(f"address {IPv6Address(int(address) >> 64 << 64) if address.version == 6 else address}")


def api_key() -> ApiKey | None:
    """The API key that the request carries, looked up once; None without one, or if it is not known."""
    if "api_key" not in g:
        text = request.headers.get("X-Api-Key")
        g.api_key = parts().keys.find(text) if text else None
    return cast(ApiKey | None, g.api_key)


def key_holder() -> ApiKey:
    """The API key of the request; raises Problem without one, or if it is not known."""
    key = api_key()
    if key is None and "X-Api-Key" in request.headers:
        raise Problem("key/unknown", "X-Api-Key: this service does not know the key, or it has been revoked.")
    if key is None:
        raise Problem("key/missing", "Send the API key that the operator of this service gave you as X-Api-Key.")
    return key


def key_if_required(view: View) -> View:
    """Refuse requests without an API key where the settings ask for one, and everywhere those with a wrong one."""

    @wraps(view)
    def checked(*arguments: Any, **named: Any) -> Any:
        if "X-Api-Key" in request.headers or parts().settings.require_key:
            key_holder()
        return view(*arguments, **named)

    return cast(View, checked)


def token_needed(view: View) -> View:
    """Refuse requests without a token before anything is looked up, so that the refusal tells nothing."""

    @wraps(view)
    def checked(*arguments: Any, **named: Any) -> Any:
        need_token()
        return view(*arguments, **named)

    return cast(View, checked)


def need_token() -> None:
    """Raise Problem for a request without a token."""
    if bearer_token() is None:
        raise Problem("auth/missing", "Send a token of the game, as given to you, as Authorization: Bearer <token>.")


def viewer_of(game: GameRecord) -> int | None:
    """The seat that the request may look for; None for spectators and the owner."""
    role = role_of(game, bearer_token())
    return None if role is None or role == OWNER else cast(int, role)
