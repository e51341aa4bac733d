"""Checks the shuffles of a finished game, by the recipe ``faceoff-v1`` that every service has at ``/web/fairness.md``."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from faceoff_client import types as t

SCHEME = "faceoff-v1"


def fairness_faults(proof: t.FairnessProof, commitment: str) -> list[str]:
    """What is wrong with the shuffles of a game that is over; empty if they are fair.

    ``commitment`` is the one that you were shown at the start: the proof cannot show that it has not been exchanged.
    """
    game, seed = proof["game"], proof["seed"]
    if proof["scheme"] != SCHEME:
        return [f"the scheme {proof['scheme']!r} is unknown here; a newer version of this package may know it"]
    if seed is None:
        return ["the seed is revealed when the game is over"]
    faults = []
    if proof["commitment"] != commitment:
        faults.append("the commitment is another one than at the start")
    if hashlib.sha256(f"{SCHEME}|{game}|{seed}".encode()).hexdigest() != proof["commitment"]:
        faults.append("the seed does not match the commitment")
    key = _key(game, bytes.fromhex(seed), proof["client_seeds"])
    for number, shuffle in enumerate(proof["orders"]):
        if shuffle["shuffle"] != number or shuffle["order"] != _order(game, key, number, shuffle["size"]):
            faults.append(f"shuffle {number} does not follow from the seed")
    if len(proof["orders"]) != proof["shuffles"]:
        faults.append(f"{proof['shuffles']} shuffles were dealt, but {len(proof['orders'])} are shown")
    return faults


def _key(game: str, seed: bytes, client_seeds: dict[str, str]) -> bytes:
    if not client_seeds:
        return seed
    given = sorted(client_seeds.items(), key=lambda item: -1 if item[0] == "owner" else int(item[0]))
    return _digest(seed, "|".join([game, "clients", *(f"{who}={what}" for who, what in given)]))


def _order(game: str, key: bytes, number: int, size: int) -> list[int]:
    """Fisher-Yates from the end, without modulo bias."""
    words = _words(game, key, number)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 - 2**32 % bound)
        order[last], order[word % bound] = order[word % bound], order[last]
    return order


def _words(game: str, key: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        found = _digest(key, f"{game}|shuffle|{number}|{block}")
        yield from (int.from_bytes(found[at : at + 4]) for at in range(0, 32, 4))
        block += 1


def _digest(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
