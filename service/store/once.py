"""Requests that are carried out once, in Redis. Why the records hold no secret:
docs/adr/0016-secrets-from-the-key.md.
"""

from dataclasses import dataclass
from typing import Final

import redis

from service.store.keys import key
from service.store.scripts import script

ATTEMPT_MS: Final = 10_000
"""An attempt at a request with an Idempotency-Key that has not ended after this time counts as dead; a retry continues
it.
"""
KEEP_REQUEST_S: Final = 24 * 3600
"""How long an Idempotency-Key is known."""


@dataclass(frozen=True)
class Begun:
    """What is known of a request with an Idempotency-Key."""

    result: str
    """``begun``: carry it out. ``done``: it was carried out. ``running``: another attempt runs. ``mismatch``: the
    content is another.
    """
    salt: str = ""
    """From which, with the key, its secrets are derived; empty if they are not needed."""
    note: str = ""
    """What the last attempt noted."""


class OnceStore:
    """Requests that are carried out once: those with an Idempotency-Key. A slot is a digest of the key."""

    def __init__(self, client: "redis.Redis") -> None:
        self._begin, self._note, self._end = (script(client, name) for name in ("begin_once", "note_once", "end_once"))

    def begin(self, slot: str, fingerprint: str, salt: str, attempt: str) -> Begun:
        """Begin an attempt, or return what is known of the request. One not known yet is kept for a day, with
        ``salt``.
        """
        result, *kept = self._begin(
            keys=[key("once", slot)], args=[fingerprint, salt, attempt, ATTEMPT_MS, KEEP_REQUEST_S]
        )
        return Begun(result, *kept)

    def note(self, slot: str, attempt: str, note: str) -> None:
        """Keep a note, no secret, for later attempts. Nothing happens if another attempt has begun since."""
        self._note(keys=[key("once", slot)], args=[attempt, note])

    def end(self, slot: str, attempt: str, *, is_done: bool) -> None:
        """Note that the request was carried out, or forget it. Nothing happens if another attempt has begun since."""
        self._end(keys=[key("once", slot)], args=[attempt, "1" if is_done else ""])
