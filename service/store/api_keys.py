"""API keys: made by the operator, told once, stored as digests in the hash ``faceoff:keys`` (digest -> what is known of the key)."""

import json
import secrets
from dataclasses import asdict, dataclass
from typing import Any, Final

import redis

from service.model.timestamps import now_ms, time_text
from service.model.tokens import ID_ALPHABET, digest

KEYS: Final = "faceoff:keys"
PREFIX: Final = "k_"


@dataclass(frozen=True)
class ApiKey:
    """What is known of a key; the key itself is not."""

    id: str
    name: str
    created_at: str


def is_key_id(text: str) -> bool:
    """Whether it is the id of a key rather than of a game."""
    return text.startswith(PREFIX)


class KeyRing:
    """The keys of this service."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client

    def create(self, name: str) -> tuple[ApiKey, str]:
        """Make a key for ``name``; its text is returned this once."""
        made = ApiKey(PREFIX + "".join(secrets.choice(ID_ALPHABET) for _ in range(10)), name, time_text(now_ms()))
        text = f"key_{secrets.token_urlsafe(32)}"
        self._client.hset(KEYS, digest(text), json.dumps(asdict(made)))
        return made, text

    def find(self, text: str) -> ApiKey | None:
        """The key of this text; None if there is none, or none any more."""
        found = self._client.hget(KEYS, digest(text))
        return None if found is None else ApiKey(**json.loads(found))

    def all(self) -> list[ApiKey]:
        """Every key, oldest first."""
        found = [ApiKey(**json.loads(text)) for text in self._client.hvals(KEYS)]
        return sorted(found, key=lambda key: (key.created_at, key.id))

    def revoke(self, key_id: str) -> bool:
        """Make a key worthless; False if there is none of this id."""
        for stored, text in self._client.hgetall(KEYS).items():
            if json.loads(text)["id"] == key_id:
                return bool(self._client.hdel(KEYS, stored))
        return False
