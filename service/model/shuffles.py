"""Shuffles that can be verified: a secret seed, to which the service commits when a game is created, determines every
order.

Recipe (web/fairness.md has it step by step, with test vectors): the commitment is SHA-256 of ``faceoff-v1|<game
id>|<seed in hex>``. Shuffle number k of n cards is Fisher-Yates from the last place down; place i swaps with the next
number below i + 1 from a stream of 32-bit big-endian words, the blocks ``HMAC-SHA256(key, "<game
id>|shuffle|<k>|<block>")``, words too large for a uniform choice are skipped. The key is the seed; if players gave
their own seeds it is ``HMAC-SHA256(seed, "<game id>|clients|<who>=<their seed>|...")``, the creator's first, then by
seat. In a game of a prepared deal the text of the deal takes the place of the game's id, and the seed follows from it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from engines.api import CHANCE, State

SCHEME: Final = "faceoff-v1"
RECIPE: Final = "/web/fairness.md"
"""URL of the verification recipe."""

OWNER_SEED: Final = "owner"
"""The contributor of the creator's seed; the others are numbers of seats."""


def new_seed() -> str:
    """256 random bits in hex: too many to find the seed of a commitment by search."""
    return secrets.token_hex(32)


def seed_of_deal(deal: str) -> str:
    """The seed of a prepared deal, in hex: anyone who knows its text knows every card."""
    return hashlib.sha256(f"{SCHEME}|deal|{deal}".encode()).hexdigest()


@lru_cache(128)
def commitment(game_id: str, seed: str) -> str:
    """The commitment, published at the start: it binds the service to the seed without revealing it."""
    return hashlib.sha256(f"{SCHEME}|{game_id}|{seed}".encode()).hexdigest()


def seed_digest(client_seed: str) -> str:
    """SHA-256 of a seed's text, in hex: a creator promises the seed with it, without revealing it."""
    return hashlib.sha256(client_seed.encode()).hexdigest()


def shuffle_key(game_id: str, seed: str, client_seeds: Mapping[str, str]) -> str:
    """The key of every shuffle, in hex: the seed, combined with the players' own seeds if there are any."""
    if not client_seeds:
        return seed
    given = "|".join(
        f"{who}={client_seeds[who]}"
        for who in sorted(client_seeds, key=lambda who: -1 if who == OWNER_SEED else int(who))
    )
    return hmac.new(bytes.fromhex(seed), f"{game_id}|clients|{given}".encode(), hashlib.sha256).hexdigest()


def deal(state: State, game_id: str, key: str, number: int) -> list[list[int]]:
    """Deal until a seat is asked, from shuffle ``number`` on; returns the orders dealt."""
    orders: list[list[int]] = []
    while state.to_act() == CHANCE:
        orders.append(shuffle(game_id, key, number + len(orders), int(state.shuffle_needed())))
        state.deal_order(orders[-1])
    return orders


def shuffle(game_id: str, key: str, number: int, size: int) -> list[int]:
    """Return the permutation of ``range(size)`` of shuffle ``number``, counted from 0."""
    words = _words(key, f"{game_id}|shuffle|{number}")
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return order


def decision_seed(game_id: str, seed: str, ply: int, seat: int) -> str:
    """Seed of a computer's own randomness at one decision: independent of the shuffles, the same if a worker searches
    again.
    """
    return hmac.new(bytes.fromhex(seed), f"{game_id}|decision|{ply}|{seat}".encode(), hashlib.sha256).hexdigest()


def nature(game_id: str, seed: str, seat: int) -> str:
    """Which of the computers of its strength plays a seat, for the whole game: ``Player.nature``."""
    return hmac.new(bytes.fromhex(seed), f"{game_id}|nature|{seat}".encode(), hashlib.sha256).hexdigest()


def _words(key: str, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(key), f"{label}|{block}".encode(), hashlib.sha256).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
