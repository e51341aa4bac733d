"""Webhooks and the state of their deliveries in Redis."""

from collections.abc import Iterator
from typing import Any

import redis

from service.store.api_keys import is_key_id
from service.store.due import due
from service.store.games import Lifetimes
from service.store.keys import all_indexes, index, key
from service.store.scripts import script


class WebhookStore:
    """Webhooks of games and API keys, as documents, and the state of their deliveries."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes) -> None:
        self._client: Any = client
        self._lifetimes = lifetimes
        self._keep = script(client, "keep_webhook")
        self._claim = script(client, "claim_due")
        self._settle = script(client, "settle")

    def keep(self, owner_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        """Store a webhook of a game, for as long as the game, or of an API key until it is deleted; False if there are
        ``most`` of the role that its document names.
        """
        of_game = [] if is_key_id(owner_id) else [key("game", owner_id)]
        if not self._keep(keys=[key("webhooks", owner_id), *of_game], args=[webhook_id, document, most or ""]):
            return False
        self._mark_watched(owner_id)
        return True

    def all(self, owner_id: str) -> dict[str, str]:
        """The webhooks of a game or an API key, by id."""
        found: dict[str, str] = self._client.hgetall(key("webhooks", owner_id))
        return found

    def delete(self, owner_id: str, webhook_id: str) -> None:
        """Delete a webhook of a game or an API key."""
        self._client.hdel(key("webhooks", owner_id), webhook_id)
        self._client.hdel(key("told", owner_id), webhook_id)
        self._mark_watched(owner_id)

    def delivery(self, owner_id: str, webhook_id: str) -> str | None:
        """The state of a webhook's deliveries for a game, or for all games of an API key."""
        document: str | None = self._client.hget(key("told", owner_id), webhook_id)
        return document

    def keep_delivery(self, owner_id: str, webhook_id: str, document: str) -> None:
        """Store the state of a webhook's deliveries, at least for as long as the game."""
        name = key("told", owner_id)
        life_s = max(self._lifetimes.active_s, self._lifetimes.finished_s, self._client.ttl(key("game", owner_id)))
        pipeline = self._client.pipeline(transaction=True)  # a transaction, so that no key is left without an expiry
        pipeline.hset(name, webhook_id, document)
        pipeline.expire(name, life_s)
        pipeline.execute()

    def claim_due(self, again_ms: int) -> Iterator[str]:
        """Games with deliveries due now. Each is due again after ``again_ms`` unless it was settled."""
        for game_id, _ in due(self._client, "notices"):
            if self._claim(keys=[key("game", game_id), index("notices", game_id)], args=[game_id, again_ms]):
                yield game_id

    def count_due(self) -> int:
        """Number of games with deliveries due now or later."""
        pipeline = self._client.pipeline(transaction=False)
        for name in all_indexes("notices"):
            pipeline.zcard(name)
        return sum(pipeline.execute())

    def settle(self, game_id: str, revision: str, next_ms: int | None) -> None:
        """Note that a revision was delivered, and the time of the next attempt if there is one; at once if the game has
        another.
        """
        keys = [key("game", game_id), index("notices", game_id)]
        self._settle(keys=keys, args=[game_id, revision, "" if next_ms is None else next_ms])

    def _mark_watched(self, owner_id: str) -> None:
        """Note in every bucket whether an API key has webhooks; repeat if that has changed in the meantime. Whether a
        game has some is seen by its commit.
        """
        if not is_key_id(owner_id):
            return
        is_watched = None
        while is_watched != (is_watched := bool(self._client.exists(key("webhooks", owner_id)))):
            pipeline = self._client.pipeline(transaction=False)
            for name in all_indexes("watched"):
                (pipeline.sadd if is_watched else pipeline.srem)(name, owner_id)
            pipeline.execute()
