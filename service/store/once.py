"""Requests that are carried out once, in Redis. Why the records hold no secret: docs/adr/0016-secrets-from-the-key.md."""

from typing import Any

import redis

from service.store.interface import ATTEMPT_MS, KEEP_REQUEST_S, Begun
from service.store.keys import key, load_script


class RedisOnce:
    """``interface.OnceStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._begin: Any = client.register_script(load_script("begin_once"))
        self._note: Any = client.register_script(load_script("note_once"))
        self._end: Any = client.register_script(load_script("end_once"))

    def begin(self, slot: str, fingerprint: str, salt: str, attempt: str) -> Begun:
        result, *kept = self._begin(keys=[key("once", slot)], args=[fingerprint, salt, attempt, ATTEMPT_MS, KEEP_REQUEST_S])
        return Begun(result, *kept)

    def note(self, slot: str, attempt: str, note: str) -> None:
        self._note(keys=[key("once", slot)], args=[attempt, note])

    def end(self, slot: str, attempt: str, *, is_done: bool) -> None:
        self._end(keys=[key("once", slot)], args=[attempt, "1" if is_done else ""])
