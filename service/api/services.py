"""TODO service/api/services.py."""

from dataclasses import dataclass
from typing import cast

from flask import current_app
from prometheus_client import CollectorRegistry

from service.config import Settings
from service.live.hub import Hub
from service.store.api_keys import KeyRing
from service.store.games import GameStore
from service.store.tasks import MatchStore, TaskStore
from service.tasks.quota import AiTimeQuota
from service.workers.queue import AiQueue


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
    ai_time: AiTimeQuota


def parts() -> Parts:
    """The parts of the current app."""
    return cast(Parts, current_app.extensions["faceoff"])
