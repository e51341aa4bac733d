"""Shuffles that can be checked afterwards: a secret seed, committed to when the game is made, decides every order.

Recipe: the commitment is SHA-256 of ``faceoff-v1|<game id>|<seed in hex>``. Shuffle number k of n cards is Fisher-Yates from the
last place down; place i swaps with the next number below i + 1 from a stream of 32-bit big-endian words, the blocks
``HMAC-SHA256(seed, "<game id>|shuffle|<k>|<block>")``, words too large for an even choice skipped.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator

SCHEME = "faceoff-v1"


def new_seed() -> str:
    """256 random bits in hex: enough that nobody can search for the seed behind a commitment."""
    return secrets.token_hex(32)


def commitment(game_id: str, seed: str) -> str:
    """What is published at the start: binds the service to the seed without showing it."""
    return hashlib.sha256(f"{SCHEME}|{game_id}|{seed}".encode()).hexdigest()


def shuffle(game_id: str, seed: str, number: int, size: int) -> list[int]:
    """Return the permutation of ``range(size)`` of shuffle ``number``, counted from 0."""
    words = _words(seed, f"{game_id}|shuffle|{number}")
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return order


def decision_seed(game_id: str, seed: str, ply: int, seat: int) -> str:
    """Seed of a computer's own randomness at one decision: independent of the shuffles, the same if a worker searches again."""
    return hmac.new(bytes.fromhex(seed), f"{game_id}|decision|{ply}|{seat}".encode(), hashlib.sha256).hexdigest()


def _words(seed: str, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(seed), f"{label}|{block}".encode(), hashlib.sha256).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
