"""TODO service/workers/connections.py."""

import redis

from service.config import Settings
from service.store.connection import connect
from service.store.games import GameStore, Lifetimes
from service.store.tasks import MatchStore, TaskLimits, TaskStore
from service.tasks.suggestions import Bounds

# -- connections


def make_store(settings: Settings, client: "redis.Redis | None" = None) -> GameStore:
    """The store that the settings name, over a client of its own if none is given."""
    lifetimes = Lifetimes(settings.open_ttl_s, settings.active_ttl_s, settings.finished_ttl_s)
    return GameStore(client or connect(settings.redis_url), lifetimes)


def make_suggestions(settings: Settings) -> TaskStore:
    """The store of suggestions that the settings name."""
    limits = TaskLimits(settings.max_suggestions, settings.max_suggestions_each, settings.suggestion_ttl_s)
    return TaskStore(connect(settings.redis_url), "suggestion", limits)


def make_matches(settings: Settings) -> MatchStore:
    """The store of matches that the settings name."""
    return MatchStore(connect(settings.redis_url), TaskLimits(settings.max_matches, settings.max_matches_each, settings.match_ttl_s))


def bounds_of(settings: Settings) -> Bounds:
    """What one decision may cost."""
    return Bounds(settings.max_simulations, settings.max_think_ms)
