"""Stores and Redis clients, made from the settings."""

import redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.retry import Retry

from service.config import Settings, SettingsError
from service.store.address import CLUSTER, parse_address, queue_address
from service.store.bots import BotLimits, BotStore
from service.store.connection import RESPONSE_WITHIN_S, client_at, connect
from service.store.disk import disk_of
from service.store.games import Lifetimes
from service.store.replicas import Replicas
from service.store.store import Store
from service.store.tasks import AnalysisStore, MatchStore, TaskLimits, TaskStore
from service.tasks.suggestions import Bounds


def make_store(settings: Settings, client: "redis.Redis | None" = None) -> Store:
    """The store of games, with a new client unless one is given."""
    lifetimes = Lifetimes(settings.open_ttl_s, settings.active_ttl_s, settings.finished_ttl_s)
    if settings.wait_replicas and parse_address(settings.redis_url).kind == CLUSTER:
        raise SettingsError(
            "FACEOFF_WAIT_REPLICAS: a cluster (redis+cluster://) cannot wait for replicas; use "
            "sentinels, or leave it at 0"
        )
    replicas = Replicas(settings.wait_replicas, settings.wait_ms)
    return Store(client or connect(settings.redis_url), lifetimes, disk_of(settings), replicas)


def make_suggestions(settings: Settings, store: Store | None = None) -> TaskStore:
    """The store of suggestions. Like those below it shares the connections of ``store``, or has its own without one."""
    limits = TaskLimits(settings.max_suggestions, settings.max_suggestions_each, settings.suggestion_ttl_s)
    store = store or make_store(settings)
    return TaskStore(store.client, "suggestion", limits, store.space)


def make_analyses(settings: Settings, store: Store | None = None) -> AnalysisStore:
    """The store of analyses, with the limits of suggestions."""
    limits = TaskLimits(settings.max_suggestions, settings.max_suggestions_each, settings.suggestion_ttl_s)
    store = store or make_store(settings)
    return AnalysisStore(store.client, limits, store.space)


def make_matches(settings: Settings, store: Store | None = None) -> MatchStore:
    """The store of matches."""
    limits = TaskLimits(settings.max_matches, settings.max_matches_each, settings.match_ttl_s)
    store = store or make_store(settings)
    return MatchStore(store.client, limits, store.space)


def make_bots(settings: Settings, store: Store | None = None) -> BotStore:
    """The store of registered bots."""
    store = store or make_store(settings)
    return BotStore(store.client, BotLimits(settings.max_bots_each, settings.bot_ttl_s), store.space)


def bounds_of(settings: Settings) -> Bounds:
    """The largest cost of one decision."""
    return Bounds(settings.max_simulations, settings.max_think_ms)


def queue_client(settings: Settings, response_within_s: float | None = None) -> "redis.Redis":
    """A client for RQ: it returns bytes. Without a time-out it serves blocking reads, as those of a worker."""
    retry = Retry(ExponentialBackoff(base=0.05, cap=0.5), 3, (redis.ConnectionError,))
    return client_at(queue_address(settings), socket_timeout=response_within_s, retry=retry)


def listener_client(settings: Settings) -> "redis.Redis":
    """A client for messages. It fails at once, so that its user reconnects."""
    never = Retry(NoBackoff(), 0)
    return client_at(
        parse_address(settings.redis_url), decode_responses=True, socket_timeout=RESPONSE_WITHIN_S, retry=never
    )
