"""Buffers of numbers, allocated once and reused, and operations on bit masks: for the rules and search. Compiled."""

from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

MAX_ACTIONS: Final[i64] = 256
"""Size of buffer that ``fill_actions`` needs; action numbers themselves may be larger."""

ZERO: Final[i64] = 0

Actions: TypeAlias = "vec[i64]"
"""A reused buffer of action numbers."""


def buffer(size: i64) -> vec[i64]:
    """Return ``size`` zeros: a buffer for cards, actions or an order, allocated once and reused."""
    return vec[i64]([ZERO] * int(size))


def pair() -> vec[i64]:
    """Return two zeros: one number for each side."""
    return buffer(2)


def buffer_of(values: list[int]) -> vec[i64]:
    """Return the values as a buffer.

    Interpreted code passes lists to compiled code and lets it make the buffer: an argument that is a buffer is never
    freed (mypyc 2.4: the wrapper of a compiled function takes a reference to the buffer it unpacks and does not give it
    back).
    """
    return vec[i64]([i64(value) for value in values])


def float_buffer(size: i64) -> vec[float]:
    """Return ``size`` zeros: a buffer for values, allocated once and reused."""
    return vec[float]([0.0] * int(size))


def bit(number: i64) -> i64:
    """The mask of one bit, 0 to 61. Compiled, a shifted literal 1 would be a number of 32 bits (mypyc 2.4)."""
    mask: i64 = 1
    mask <<= number
    return mask


def count_bits(mask: i64) -> i64:
    """Number of cards in a bit mask."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def count_bits_of_four(mask: i64) -> i64:
    """Like ``card_count`` for a mask of four bits, such as the cards of one rank, without a loop."""
    pairs = mask - ((mask >> 1) & 5)
    return (pairs & 3) + (pairs >> 2)


def copy_numbers(source: vec[i64], target: vec[i64], count: i64) -> None:
    """Copy the first ``count`` numbers."""
    copy_range(source, target, 0, count)


def copy_range(source: vec[i64], target: vec[i64], start: i64, end: i64) -> None:
    """Copy the numbers from place ``start`` to before ``end``."""
    i: i64
    for i in range(start, end):
        target[i] = source[i]


def append_missing(cards: vec[i64], mask: i64, target: vec[i64], count: i64) -> i64:
    """Append the cards that are not in a bit mask to the first ``count`` of ``target``; return the new count."""
    i: i64
    for i in range(len(cards)):
        if (mask >> cards[i]) & 1 == 0:
            target[count] = cards[i]
            count += 1
    return count


def insert(numbers: vec[i64], count: i64, number: i64) -> None:
    """Insert a number into the first ``count``, which are ascending.

    The loop visits all of them, and no branch depends on their values: processors mispredict such branches, which costs
    more than the steps.
    """
    i: i64
    for i in range(count):
        here = numbers[i]
        numbers[i] = here if here < number else number
        number = number if here < number else here
    numbers[count] = number


def action_buffer() -> Actions:
    """Return a buffer that holds the legal actions of any state, or any order that ``deal`` takes."""
    return buffer(MAX_ACTIONS)
