"""Everything that is stored, over one Redis client."""

import logging
import secrets
from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import redis

from service.config import Settings, SettingsError, disk_of
from service.model.game import FORMATS, READ, WITHOUT_REVISION, format_of
from service.model.timestamps import now_ms
from service.store.agenda import Agenda, earliest
from service.store.bots import BotStore
from service.store.connection import CLUSTER, Replicas, check_writable, connect, impatient_client, parse_address
from service.store.games import GameStore, unpack
from service.store.keys import ENDED, IDLE, SALT, all_indexes
from service.store.presence import Presence
from service.store.public_list import SETS, tidy
from service.store.space import Space
from service.store.stock import Stock
from service.store.tasks import TaskStore
from service.store.waiting import Waiting
from service.store.webhooks import WebhookStore

log = logging.getLogger(__name__)

TIDY_EVERY_MS: Final = 60_000
LOOKED_AT: Final = 20
"""Number of games whose format is checked when a process starts."""
EVICTED_AT_ONCE: Final = 32
MOST_EVICTED: Final = 10 * EVICTED_AT_ONCE
"""Games that one sweep deletes at most; the next one follows within a second."""
ENDED_AT_ONCE: Final = 5000
KEPT_MS: Final = {IDLE: 600_000, ENDED: 60_000}
"""What is deleted when memory is low, in this order, and the minimum time for which it is kept: an opponent may come
and make the first move, and the players may read the result.
"""


def require_format(settings: Settings) -> None:
    """Raise SettingsError if another release has written the games of the store: none of some has a format that we
    read. A store that does not respond is looked at by the next process; what this one cannot read it says of each
    game.
    """
    formats = set()
    try:
        with impatient_client(parse_address(settings.redis_url), within_s=1) as client:
            for name in islice(client.scan_iter("*:game:*", count=1000), LOOKED_AT):
                revision, document = client.hmget(name, "revision", "game")
                if document is None:  # it has just expired
                    continue
                with suppress(Exception):  # a damaged one has no format
                    formats.add(WITHOUT_REVISION if revision is None else format_of(unpack(document)))
    except redis.RedisError as error:
        log.info("the format of the games was not looked at: %s", type(error).__name__)
    if formats.isdisjoint(READ) and formats:
        wrote, ours = FORMATS.get(found := min(formats), "a newer release"), " and ".join(map(str, READ))
        raise SettingsError(
            f"the games of this store have format {found}, of {wrote}, and this release reads format {ours}: "
            "play them to their end with that release, or start this one with another data folder or REDIS_URL"
        )


class Store:
    """Everything that is stored about games, bots and tasks, and what a sweeper does for all of it."""

    def __init__(self, settings: Settings, client: "redis.Redis | None" = None) -> None:
        """``client`` is a new one unless it is given. Raises SettingsError."""
        if settings.wait_replicas and parse_address(settings.redis_url).kind == CLUSTER:
            raise SettingsError(
                "FACEOFF_WAIT_REPLICAS: a cluster (redis+cluster://) cannot wait for replicas; use "
                "sentinels, or leave it at 0"
            )
        client = client or connect(settings.redis_url)
        self.client: Any = client
        self._finished_ms = 1000 * settings.finished_ttl_s
        self.space = Space(client, disk_of(settings))
        self.agenda = Agenda(client)
        replicas = Replicas(client, settings.wait_replicas, settings.wait_ms)
        self.games = GameStore(client, self.agenda, settings, replicas)
        self.stock = Stock(client, settings, self.space)
        self.waiting = Waiting(client)
        self.presence = Presence(client)
        self.webhooks = WebhookStore(client)
        self.bots = BotStore(client, self.agenda, settings, self.space)
        self.tasks = TaskStore(client, settings, self.space)
        self._tidied_ms = 0

    def salt(self) -> str:
        """A random text of this service, the same for all of its processes; without Redis, nothing can be derived from
        it.
        """
        while not (salt := self.client.get(SALT)):
            self.client.set(SALT, secrets.token_hex(32), nx=True)
        return str(salt)

    def tidy(self) -> None:
        """About once a minute, remove expired entries from lists: Redis deletes only the keys."""
        now = now_ms()
        if 0 <= now - self._tidied_ms < TIDY_EVERY_MS:
            return
        self._tidied_ms = now
        for game_id in self._oldest(ENDED, self._finished_ms, ENDED_AT_ONCE):  # also if it was to be kept for longer
            self.games.delete(game_id, ENDED)
        tidy(self.client, [*SETS, *all_indexes(IDLE)])
        self.agenda.gather()

    def evict(self) -> int:
        """While memory is low, delete games in which nobody has moved, then games that are over, the oldest first;
        returns how many.
        """
        evicted: Counter[str] = Counter()
        while self.space.look().is_memory_low and evicted.total() < MOST_EVICTED:
            for stands, kept_ms in KEPT_MS.items():
                if first := self._oldest(stands, kept_ms, EVICTED_AT_ONCE):
                    break
            else:
                break
            evicted[stands] += sum(self.games.delete(game_id, stands) for game_id in first)
        if evicted:
            log.warning(
                "memory is low: deleted %d games in which nobody had moved, and %d that were over, before their time",
                *(evicted[stands] for stands in KEPT_MS),
            )
        return evicted.total()

    def _oldest(self, stands: str, kept_ms: int, most: int) -> list[str]:
        """Up to ``most`` games that have been in this state, ``IDLE`` or ``ENDED``, for this long, those with the
        longest time first. The lists drop a deleted one when they find it.
        """
        return earliest(self.client, all_indexes(stands), kept_ms, most)[:most]

    def ping(self) -> None:
        """Raise RedisError unless Redis responds and can be written to."""
        check_writable(self.client)
