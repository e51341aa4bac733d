"""Requests with an Idempotency-Key: carried out once, and answered with the same secrets again.

Only digests of secrets are stored, so the service cannot look them up for a retry: they follow from the key. What was
made under an id that follows from it remembers the request; nothing else is stored. See
docs/adr/0063-no-records-of-attempts.md.
"""

import hmac
from dataclasses import dataclass, field
from functools import cache

from service.language import ENGLISH
from service.model.problem import Problem
from service.model.tokens import Draw, at_random, derived, digest
from service.store.history import Request


@dataclass(frozen=True)
class Once:
    """Where the secrets of a request come from, and how the request is known again."""

    draw: Draw = field(default_factory=lambda: cache(at_random))
    """Without an Idempotency-Key at random, and the same again for the same purpose."""
    request: Request | None = None
    """None without an Idempotency-Key: the request is never taken for another one."""

    @classmethod
    def of_key(cls, secret: str, salt: str, address: str, content: str) -> "Once":
        """For the key of a client, followed by its API key, and what is asked for at an address.

        Ids are public, so without the ``salt`` of the service a key that can be guessed could be found from them. The
        content may contain a join code, so its fingerprint reveals nothing without the key.
        """
        asked = hmac.digest(secret.encode(), f"content\n{address}\n{content}".encode(), "sha256").hex()
        return cls(derived(secret.encode(), f"{salt}\n{address}"), Request(f"key:{digest(secret)[:32]}", asked[:32]))

    @property
    def fingerprint(self) -> str | None:
        """Identifies what is asked for with a key; None without one."""
        return self.request.payload if self.request else None

    def require_same(self, fingerprint: str | None) -> None:
        """Raise Problem ``idempotency/mismatch`` if something else was asked for with this key before."""
        if fingerprint != self.fingerprint:
            raise Problem("idempotency/mismatch", ENGLISH.phrase("key_used"))
