"""What a request has around it: the services of its app, and Flask's objects.

Flask's ``request`` and ``g`` look the current object up at every access, which was 6 % of a move: a function that needs
one of them more than once takes the object itself.
"""

from dataclasses import dataclass
from typing import cast

from flask import Request, current_app, g, request
from flask.ctx import _AppCtxGlobals
from prometheus_client import CollectorRegistry

from service.config import Settings
from service.games.update import Games
from service.live.hub import Hub
from service.store.api_keys import KeyRing
from service.store.store import Store
from service.tasks.task import Tasks


@dataclass(frozen=True)
class Services:
    """The stores and tasks of an app."""

    settings: Settings
    games: Games
    hub: Hub
    tasks: Tasks
    queue_metrics: CollectorRegistry
    keys: KeyRing

    @property
    def store(self) -> Store:
        """The store of games."""
        return self.games.store


def services() -> Services:
    """The services of the current app."""
    return cast(Services, current_app._get_current_object().extensions["faceoff"])  # type: ignore[attr-defined]


def this_request() -> Request:
    """The current request."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]
    return found


def this_g() -> _AppCtxGlobals:
    """What is kept during the current request."""
    found: _AppCtxGlobals = g._get_current_object()
    return found
