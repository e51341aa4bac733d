"""What the views share: the parts of the app, tokens, preferences, ETags, waiting."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeVar, cast

from flask import Response, current_app, g, jsonify, request
from prometheus_client import CollectorRegistry

from service.config import Settings
from service.games import OWNER, digest, role_of, seats_to_act
from service.hub import Hub
from service.jobs import AiQueue
from service.keys import ApiKey, KeyRing
from service.problem import Problem
from service.record import ACTIVE, GameRecord
from service.store import GameStore
from service.task_store import MatchStore, Task, TaskStore
from service.thought import ThoughtBudget

MAX_TOKEN = 200
POLL_AFTER_S = 1

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Parts:
    """What the app is made of."""

    settings: Settings
    store: GameStore
    queue: AiQueue
    hub: Hub
    suggestions: TaskStore
    matches: MatchStore
    queue_metrics: CollectorRegistry
    keys: KeyRing
    thought: ThoughtBudget


def parts() -> Parts:
    """The parts of the current app."""
    return cast(Parts, current_app.extensions["faceoff"])


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


def task_of_request(tasks: TaskStore, task_id: str) -> Task:
    """The task, if the request may see it; raises Problem."""
    task = tasks.load(task_id)
    if task.holder and not secrets.compare_digest(task.holder, holder()):
        raise tasks.not_found(task_id)
    return task


def wait_for_end(tasks: TaskStore, task: Task) -> Task:
    """Hold the request as ``Prefer: wait`` says until the task is over; at the cap of waiters, not at all."""
    wait_s = preferred_wait_s()
    if wait_s and task.is_open:
        try:
            parts().hub.wait_until(task.id, lambda: tasks.is_over(task.id), wait_s)
        except Problem:
            return task
        return tasks.load(task.id)
    return task


def task_response(view: dict[str, Any], status: int = 200) -> Response:
    """The view of a task, which may be for one token only; with 202, when to look again."""
    response = jsonify(view)
    response.status_code = status
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    if wait_s := preferred_wait_s():
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    if status == 202:
        response.headers["Retry-After"] = str(POLL_AFTER_S)
    return response


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


def preferred_wait_s() -> int:
    """Seconds of ``Prefer: wait=n``, at most what the settings allow; 0 without it."""
    found = re.search(r"(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])", request.headers.get("Prefer", ""))
    return min(int(found[1]), parts().settings.max_wait_s) if found else 0


def wait_for_turn(game: GameRecord, seat: int, wait_s: int) -> GameRecord:
    """Hold the request until ``seat`` is asked again, the game is over, or the time is; at the cap of waiters, not at all."""
    deadline = time.monotonic() + wait_s
    while game.status == ACTIVE and seat not in seats_to_act(game):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            if not parts().hub.wait_past(game.id, game.version, left):
                break
        except Problem:
            break
        game = parts().store.load(game.id)
    return game


def view_response(view: dict[str, Any], version: int, status: int = 200) -> Response:
    """A view with its ETag; it belongs to one caller, so caches must ask again."""
    response = jsonify(view)
    response.status_code = status
    response.headers["ETag"] = f'"{version}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


def lasting(response: Response, private: bool = False) -> Response:
    """An answer that changes with an upgrade at most: its ETag is a digest of it, and whoever has it already gets a 304."""
    response.headers["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    if private:
        response.headers["Vary"] = "Authorization"
    response.add_etag()
    response.make_conditional(request)
    return response


def is_known(version: int) -> bool:
    """Whether the caller has this version already (``If-None-Match``)."""
    return request.if_none_match.contains_weak(str(version)) if request.if_none_match else False
