"""A small seedable random number generator with the same output interpreted and compiled.

Multiply-with-carry (Marsaglia 1994): the multiplier makes both ``A * 2**32 - 1`` and ``A * 2**31 - 1`` prime, so the
period is about 2**60, and every intermediate stays below 2**62: a signed 64-bit integer holds it without masks or
wrap-around. Good for games and search; never a source of secrets.
"""

from hashlib import blake2b
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import buffer

MULTIPLIER: Final[i64] = 698_769_069
LOW_32: Final[i64] = 0xFFFF_FFFF


class Rng:
    """A stream of 32-bit numbers; equal seeds give equal streams, on every machine."""

    state: i64

    def __init__(self, seed: int | str = 0) -> None:
        """Start the stream named ``seed``: any integer or text, spread well by a hash."""
        digest = blake2b(str(seed).encode(), digest_size=8).digest()
        low = int.from_bytes(digest[:4], "big") | 1  # a zero state would stay zero
        carry = int.from_bytes(digest[4:], "big") % int(MULTIPLIER)
        self.state = (carry << 32) | low

    def next_32(self) -> i64:
        """Return the next number, 0 <= n < 2**32."""
        state = self.state
        state = MULTIPLIER * (state & LOW_32) + (state >> 32)
        self.state = state
        return (state >> 32) ^ (state & LOW_32)

    def below(self, bound: i64) -> i64:
        """Return a number 0 <= n < bound, for bounds up to 2**30; the bias of at most bound / 2**32 is accepted."""
        return (self.next_32() * bound) >> 32

    def chance(self) -> float:
        """Return a number 0 <= x < 1."""
        return float(self.next_32()) / 4294967296.0

    def shuffle(self, order: vec[i64], size: i64) -> None:
        """Write a random permutation of ``range(size)`` into the first ``size`` places of ``order``."""
        state = self.state
        i: i64
        for i in range(size):
            state = MULTIPLIER * (state & LOW_32) + (state >> 32)
            j = (((state >> 32) ^ (state & LOW_32)) * (i + 1)) >> 32  # below(i + 1), with the state at hand
            order[i] = order[j]
            order[j] = i
        self.state = state

    def mix(self, items: vec[i64], start: i64, end: i64) -> None:
        """Shuffle ``items[start:end]`` in place."""
        i: i64
        for i in range(start + 1, end):
            j = start + self.below(i + 1 - start)
            item = items[i]
            items[i] = items[j]
            items[j] = item


def permutation(rng: Rng, size: i64) -> vec[i64]:
    """Return a new random permutation of ``range(size)``, the form that ``State.deal`` takes."""
    order = buffer(size)
    rng.shuffle(order, size)
    return order
