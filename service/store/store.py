"""The store of games over one Redis client."""

from typing import Final

import redis

from service.model.timestamps import now_ms
from service.store.bots import BotLimits, BotStore
from service.store.connection import check_writable
from service.store.disk import NO_DISK, Disk
from service.store.ended import EndedGames
from service.store.games import GameStore, Lifetimes
from service.store.public_list import LOBBY, PublicList
from service.store.replicas import NO_REPLICAS, Replicas
from service.store.space import Level, Space
from service.store.turns import TurnStore
from service.store.waiting import WaitingStore
from service.store.webhooks import WebhookStore

TIDY_EVERY_MS: Final = 60_000


class Store:
    """Everything that is stored about games and bots."""

    def __init__(
        self,
        client: "redis.Redis",
        lifetimes: Lifetimes,
        bot_limits: BotLimits,
        disk: Disk = NO_DISK,
        replicas: Replicas = NO_REPLICAS,
    ) -> None:
        self.client = client
        self.space = Space(client, disk)
        self.games = GameStore(client, lifetimes, replicas)
        self.turns = TurnStore(client)
        self.public_list = PublicList(client, self.games.load_each)
        self.lobby = PublicList(client, self.games.load_each, LOBBY, lambda game: game.is_joinable)
        self.waiting = WaitingStore(client)
        self.webhooks = WebhookStore(client, lifetimes)
        self.bots = BotStore(client, bot_limits, self.space)
        self.ended = EndedGames(client, self.games, self.public_list, self.space, lifetimes.finished_s)
        self._tidied_ms = 0

    def look_after(self) -> None:
        """What a sweeper does for the store: complete the public list of a cluster, pack and delete games that are
        over.
        """
        try:
            self.games.list_due()
        finally:
            self.ended.look_after()

    def tidy(self) -> None:
        """About once a minute, forget what has expired, of which Redis deletes the keys only."""
        now = now_ms()
        if 0 <= now - self._tidied_ms < TIDY_EVERY_MS:
            return
        self._tidied_ms = now
        self.ended.forget_expired()
        self.public_list.tidy()
        self.lobby.tidy()

    def require_space(self) -> None:
        """Raise Problem ``store/full`` unless new games are accepted."""
        self.space.require()

    def space_level(self) -> Level:
        """How full the store is, one of the levels of ``space``."""
        return self.space.state().level

    def ping(self) -> None:
        """Raise RedisError unless Redis responds and can be written to."""
        check_writable(self.client)
