"""Requests that create secrets and carry an Idempotency-Key: carried out once, and answered with the same secrets
again.

Only digests of secrets are stored, so the service cannot look them up for a retry. It derives them: HMAC-SHA256 with
the key as its key, over a random salt that is stored and the purpose of the secret. The service stores the salt and a
digest of the key, but neither the key nor a secret. See docs/adr/0016-secrets-from-the-key.md.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from engines.api import Refusal
from service.language import ENGLISH
from service.model.problem import Problem
from service.model.tokens import Draw, at_random, derived, digest
from service.store.once import OnceStore

MIN_KEY: Final = 16
MAX_KEY: Final = 128
T = TypeVar("T")


@dataclass(frozen=True)
class Once:
    """Identifies a request by the secret that only its caller knows."""

    secret: str
    """The Idempotency-Key and, if the caller has one, the API key. Never stored."""
    content: str
    """What the request asks for: path and body."""

    @property
    def slot(self) -> str:
        """Where the request is stored."""
        return digest(f"once\n{self.secret}")

    def draw(self, salt: str) -> Draw:
        """The secrets that follow from the request and ``salt``."""
        return derived(self.secret.encode(), salt)

    @property
    def fingerprint(self) -> str:
        """Identifies the content. Reveals nothing of it without the key, as it may contain a join code."""
        return hmac.digest(self.secret.encode(), f"content\n{self.content}".encode(), "sha256").hex()


@dataclass(frozen=True)
class Attempt:
    """How a request is to be carried out."""

    draw: Draw = at_random
    """Gives its secrets."""
    is_done: bool = False
    """Whether it was carried out before, so that the answer is to be given again and nothing is to change."""
    note: str = ""
    """What an earlier attempt has noted."""
    keep_note: Callable[[str], None] = lambda note: None
    """Keeps a note for later attempts, which is no secret: what else they need to continue, or to give the answer
    again.
    """


FIRST: Final = Attempt()
"""A request without an Idempotency-Key."""


def carry_out_once(store: OnceStore, once: Once | None, act: Callable[[Attempt], T]) -> tuple[T, bool]:
    """The result of ``act``, and whether the request had been carried out before.

    ``act`` must be able to continue an attempt that died halfway: it gets the same secrets again. Without a key it is
    just called. Raises Problem ``idempotency/mismatch`` if the key came with another content, ``idempotency/running``
    while the first attempt runs.
    """
    if once is None:
        return act(FIRST), False
    attempt = secrets.token_hex(8)
    begun = store.begin(once.slot, once.fingerprint, secrets.token_hex(32), attempt)
    if begun.result == "mismatch":
        detail = ENGLISH.phrase("key_used")
        raise Problem("idempotency/mismatch", detail)
    if begun.result == "running":
        raise Problem("idempotency/running", ENGLISH.phrase("still_running"))
    draw = once.draw(begun.salt)
    if begun.result == "done":
        return act(Attempt(draw, is_done=True, note=begun.note)), True
    try:
        result = act(Attempt(draw, note=begun.note, keep_note=lambda note: store.note(once.slot, attempt, note)))
    except (Problem, Refusal):  # refused: nothing has changed, and the key may be used again
        store.end(once.slot, attempt, is_done=False)
        raise
    store.end(once.slot, attempt, is_done=True)
    return result, False
