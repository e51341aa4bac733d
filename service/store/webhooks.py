"""API keys and webhooks in Redis, with the state of deliveries.

- ``faceoff:keys`` hash: the field is the digest of a key, the value its ``ApiKey``
- ``{g07}:webhooks:<owner>`` hash: the field is the id of a webhook, the value its ``Subscription``
- ``{g07}:deliveries:<owner>`` hash: the field is the id of a webhook, the value its ``Delivery``

A key is created by the operator and shown once.
"""

import secrets
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import redis
from msgspec import Struct
from msgspec.structs import replace

from service.model.game import START, Game
from service.model.timestamps import now_ms, time_text
from service.model.tokens import digest, new_id
from service.store.keys import all_indexes, key, of_each, script
from service.store.readable import if_readable, read_json

# -- API keys


KEYS: Final = "faceoff:keys"
PREFIX: Final = "k_"


@dataclass(frozen=True)
class ApiKey:
    """A key as stored, without its text."""

    id: str
    name: str
    created_at: str


def is_key_id(text: str) -> bool:
    """True if this is the id of a key, not of a game."""
    return text.startswith(PREFIX)


class KeyRing:
    """The API keys of this service."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client

    def create(self, name: str) -> tuple[ApiKey, str]:
        """Create a key for ``name`` and return it with its text, which is not stored."""
        made = ApiKey(new_id("key", length=10), name, time_text(now_ms()))
        text = f"key_{secrets.token_urlsafe(32)}"
        self._client.hset(KEYS, digest(text), msgspec.json.encode(made))
        return made, text

    def find(self, text: str) -> ApiKey | None:
        """The key with this text; None if it does not exist or was revoked."""
        found = self._client.hget(KEYS, digest(text))
        return None if found is None else read_key(digest(text), found)

    def all(self) -> list[ApiKey]:
        """Every key, oldest first."""
        return sorted(self._by_digest().values(), key=lambda key: (key.created_at, key.id))

    def revoke(self, key_id: str) -> bool:
        """Delete a key; False if there is no key with this id."""
        for stored, known in self._by_digest().items():
            if known.id == key_id:
                self._client.hdel(KEYS, stored)
                return True
        return False

    def _by_digest(self) -> dict[str, ApiKey]:
        found = {stored: if_readable(read_key, stored, text) for stored, text in self._client.hgetall(KEYS).items()}
        return {stored: known for stored, known in found.items() if known is not None}


def read_key(text_digest: str, document: str | bytes) -> ApiKey:
    """The key of a document, by the digest of its text; raises Unreadable."""
    return read_json("key", text_digest, document, ApiKey)


# -- webhooks


class Subscription(Struct, frozen=True):
    """A webhook as stored. A game's is visible only to the token that created it, and ends with that; an API key's is
    for all games that were created with the key.
    """

    id: str
    """Ends with the id of its owner."""
    url: str
    secret: str
    role: str
    """The digest of the token of the game; for a webhook of an API key a constant."""
    created_at: str

    @property
    def owner_id(self) -> str:
        """The game or API key that it belongs to."""
        return owner_id_of(self.id)

    def has_ended(self, game: Game) -> bool:
        """True if the token of the game that created it is no longer valid."""
        return self.owner_id == game.id and self.role not in game.tokens


class Delivery(Struct, frozen=True):
    """State of the deliveries of a webhook for a game: last delivered revision, failures in a row, next attempt."""

    revision: str = START
    failures: int = 0
    next_ms: int = 0
    given_up: bool = False


class WebhookStore:
    """Webhooks of games and API keys, and the state of their deliveries."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._keep = script(client, "webhook_keep")

    def keep(self, webhook: Subscription, most: int | None = None) -> bool:
        """Store a webhook of a game, for as long as the game, or of an API key until it is deleted; False if there are
        ``most`` of its role.
        """
        document = msgspec.json.encode(webhook).decode()
        if not self.write("webhooks", webhook.owner_id, webhook.id, document, most):
            return False
        self._mark_watched(webhook.owner_id)
        return True

    def write(self, kind: str, owner_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        """Store a webhook, or the state of its deliveries, with ``keep``."""
        of_game = [] if is_key_id(owner_id) else [key("game", owner_id)]
        return bool(self._keep(keys=[key(kind, owner_id), *of_game], args=[webhook_id, document, most or ""]))

    def of(self, *owner_ids: str) -> list[Subscription]:
        """All webhooks of these games and API keys, oldest first, without those that cannot be read."""
        documents = [each for owner_id in owner_ids for each in self._client.hgetall(key("webhooks", owner_id)).items()]
        found = filter(None, (if_readable(read_webhook, *each) for each in documents))
        return sorted(found, key=lambda webhook: (webhook.created_at, webhook.id))

    def delete(self, webhook: Subscription) -> None:
        """Delete a webhook."""
        for kind in ("webhooks", "deliveries"):
            self._client.hdel(key(kind, webhook.owner_id), webhook.id)
        self._mark_watched(webhook.owner_id)

    def delivery(self, game_id: str, webhook: Subscription) -> Delivery:
        """The state of a webhook's deliveries for a game; raises Unreadable. Failures are counted for the owner: while
        the receiver of a key's webhook fails, all games of the key wait.
        """
        found = self._delivery(webhook.owner_id, webhook.id)
        if game_id == webhook.owner_id:
            return found
        return replace(found, revision=self._delivery(game_id, webhook.id).revision)

    def _delivery(self, owner_id: str, webhook_id: str) -> Delivery:
        document = self._client.hget(key("deliveries", owner_id), webhook_id)
        return Delivery() if document is None else read_json("delivery", webhook_id, document, Delivery)

    def keep_delivery(self, game_id: str, webhook: Subscription, delivery: Delivery) -> None:
        """Store the state of a webhook's deliveries for a game."""
        for owner_id in dict.fromkeys((game_id, webhook.owner_id)):
            self.write("deliveries", owner_id, webhook.id, msgspec.json.encode(delivery).decode())

    def _mark_watched(self, owner_id: str) -> None:
        """Record in every bucket whether an API key has webhooks; repeat if that has changed in the meantime. For a
        game, its commit finds out.
        """
        if not is_key_id(owner_id):
            return
        is_watched = None
        while is_watched != (is_watched := bool(self._client.exists(key("webhooks", owner_id)))):
            of_each(self._client, "sadd" if is_watched else "srem", all_indexes("watched"), owner_id)


def read_webhook(webhook_id: str, document: str | bytes) -> Subscription:
    """The webhook of a document; raises Unreadable."""
    return read_json("webhook", webhook_id, document, Subscription)


def owner_id_of(webhook_id: str) -> str:
    """The id of the game or key in the id of a webhook."""
    return webhook_id.partition(".")[2]
