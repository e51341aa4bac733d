"""API keys: created by the operator, shown once, stored as digests in the hash ``faceoff:keys`` (digest ->
``ApiKey``).
"""

import secrets
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import redis

from service.model.timestamps import now_ms, time_text
from service.model.tokens import digest, new_id

KEYS: Final = "faceoff:keys"
PREFIX: Final = "k_"


@dataclass(frozen=True)
class ApiKey:
    """A key as stored, without its text."""

    id: str
    name: str
    created_at: str


def is_key_id(text: str) -> bool:
    """Whether this is the id of a key, not of a game."""
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
        return None if found is None else msgspec.json.decode(found, type=ApiKey)

    def all(self) -> list[ApiKey]:
        """Every key, oldest first."""
        found = [msgspec.json.decode(text, type=ApiKey) for text in self._client.hvals(KEYS)]
        return sorted(found, key=lambda key: (key.created_at, key.id))

    def revoke(self, key_id: str) -> bool:
        """Delete a key; False if there is no key with this id."""
        for stored, text in self._client.hgetall(KEYS).items():
            if msgspec.json.decode(text, type=ApiKey).id == key_id:
                self._client.hdel(KEYS, stored)
                return True
        return False
