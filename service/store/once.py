"""Requests that are carried out once, in Redis. Why the records hold no secret:
docs/adr/0016-secrets-from-the-key.md.
"""

import redis

from service.store.interface import ATTEMPT_MS, KEEP_REQUEST_S, Begun
from service.store.keys import key
from service.store.scripts import script


class RedisOnce:
    """``interface.OnceStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._begin, self._note, self._end = (script(client, name) for name in ("begin_once", "note_once", "end_once"))

    def begin(self, slot: str, fingerprint: str, salt: str, attempt: str) -> Begun:
        result, *kept = self._begin(
            keys=[key("once", slot)], args=[fingerprint, salt, attempt, ATTEMPT_MS, KEEP_REQUEST_S]
        )
        return Begun(result, *kept)

    def note(self, slot: str, attempt: str, note: str) -> None:
        self._note(keys=[key("once", slot)], args=[attempt, note])

    def end(self, slot: str, attempt: str, *, is_done: bool) -> None:
        self._end(keys=[key("once", slot)], args=[attempt, "1" if is_done else ""])
