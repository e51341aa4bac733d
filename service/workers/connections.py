"""Stores and Redis clients, made from the settings."""

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.config import Settings
from service.games.update import Games
from service.store.address import parse_address, queue_address
from service.store.connection import RESPONSE_WITHIN_S, client_at, impatient_client
from service.store.copies import Copies
from service.store.store import Store
from service.store.tasks import ANALYSIS, MATCH, SUGGESTION, TaskLimits, TaskStore
from service.tasks.task import Bounds, Tasks
from service.workers.queue import AiQueue


def make_copies(settings: Settings) -> Copies:
    """What a backup reads and a restore writes, by clients of its own."""
    return Copies(Store(settings), client_at(parse_address(settings.redis_url), socket_timeout=RESPONSE_WITHIN_S))


def make_tasks(settings: Settings, games: Games, queue: AiQueue, store: Store) -> Tasks:
    """The tasks of this process."""
    return Tasks(TaskStore(store.client, task_limits(settings), store.space), queue, games, bounds_of(settings))


def task_limits(settings: Settings) -> dict[str, TaskLimits]:
    """How many tasks of each kind there may be."""
    suggestions = TaskLimits(settings.max_suggestions, settings.max_suggestions_each, settings.suggestion_ttl_s)
    matches = TaskLimits(settings.max_matches, settings.max_matches_each, settings.match_ttl_s)
    return {SUGGESTION: suggestions, ANALYSIS: suggestions, MATCH: matches}


def bounds_of(settings: Settings) -> Bounds:
    """The most that one task may cost."""
    return Bounds(settings.max_simulations, settings.max_think_ms, settings.max_match_pairs, settings.match_workers)


def queue_client(settings: Settings, response_within_s: float | None = None) -> "redis.Redis":
    """A client for RQ: it returns bytes. Without a time-out it serves blocking reads, as those of a worker."""
    retry = Retry(ExponentialBackoff(base=0.05, cap=0.5), 3, (redis.ConnectionError,))
    return client_at(queue_address(settings), socket_timeout=response_within_s, retry=retry)


def listener_client(settings: Settings) -> "redis.Redis":
    """A client for messages. It fails at once, so that its user reconnects."""
    return impatient_client(parse_address(settings.redis_url), RESPONSE_WITHIN_S, decode_responses=True)
