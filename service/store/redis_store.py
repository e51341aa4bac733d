"""The store of games over one Redis client."""

import redis

from service.store.connection import check_writable
from service.store.games import RedisGames
from service.store.interface import Lifetimes
from service.store.once import RedisOnce
from service.store.public_list import LOBBY, RedisPublicList
from service.store.replicas import NO_REPLICAS, Replicas
from service.store.tickets import RedisTickets
from service.store.turns import RedisTurns
from service.store.waiting import RedisWaiting
from service.store.webhooks import RedisWebhooks


class RedisStore:
    """``interface.Store`` in Redis."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes, replicas: Replicas = NO_REPLICAS) -> None:
        self.client = client
        self.games = RedisGames(client, lifetimes, replicas)
        self.turns = RedisTurns(client)
        self.public_list = RedisPublicList(client, self.games)
        self.lobby = RedisPublicList(client, self.games, LOBBY, lambda game: game.is_joinable)
        self.waiting = RedisWaiting(client)
        self.webhooks = RedisWebhooks(client, lifetimes)
        self.tickets = RedisTickets(client)
        self.once = RedisOnce(client)

    def ping(self) -> None:
        """Raise RedisError unless Redis responds and can be written to."""
        check_writable(self.client)
