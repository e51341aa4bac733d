"""What the views of one app work with."""

from dataclasses import dataclass
from typing import cast

from flask import current_app
from prometheus_client import CollectorRegistry

from service.config import Settings
from service.games.update import Games
from service.live.hub import Hub
from service.store.api_keys import KeyRing
from service.store.store import Store
from service.tasks.quota import AiTimeQuota
from service.tasks.task import Tasks
from service.workers.queue import AiQueue


@dataclass(frozen=True)
class Services:
    """The stores, queues and limits of an app."""

    settings: Settings
    games: Games
    queue: AiQueue
    hub: Hub
    tasks: Tasks
    queue_metrics: CollectorRegistry
    keys: KeyRing
    ai_time: AiTimeQuota

    @property
    def store(self) -> Store:
        """The store of games."""
        return self.games.store


def services() -> Services:
    """The services of the current app."""
    return cast(Services, current_app._get_current_object().extensions["faceoff"])  # type: ignore[attr-defined]
