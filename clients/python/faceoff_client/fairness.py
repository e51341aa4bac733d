"""Seeds of your own, and the check of the shuffles of a finished game, by the recipe ``faceoff-v1`` of
``/web/fairness.md``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from faceoff_client import types as t

SCHEME = "faceoff-v1"


class OwnSeed(TypedDict):
    """Your part in the shuffles."""

    by: str
    """Who promised it: the number of your seat, or ``owner`` if you created the game."""
    seed: str
    promises: dict[str, str] | None
    """The promises of all players as you were shown them before you revealed your seed; None until then."""


def new_seed() -> str:
    """A seed of your own, for ``create``, ``join``, ``quick`` or ``rematch``."""
    return secrets.token_hex(32)


def seed_digest(seed: str) -> str:
    """The promise of a seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def promise_of(seed: str | None) -> dict[str, str]:
    """The promise of a seed, as a field of a request."""
    return {} if seed is None else {"seed_digest": seed_digest(seed)}


def own_seed(by: str, seed: str | None) -> OwnSeed | None:
    """A seed with who promised it: a seat or the owner."""
    return None if seed is None else {"by": by, "seed": seed, "promises": None}


def fairness_faults(proof: t.FairnessProof, commitment: str, own: OwnSeed | None = None) -> list[str]:
    """Why the shuffles of a game that is over may be unfair; empty if no one could choose them, the operator included.

    ``commitment`` is the one that you were shown at the start, ``own`` your seed, with the promises that you were shown
    before you revealed it: the proof cannot show that they have not been exchanged.
    """
    deal, seed = proof.get("deal"), proof["seed"]
    game = deal or proof["game_id"]
    if proof["scheme"] != SCHEME:
        return [f"the scheme {proof['scheme']!r} is unknown here; a newer version of this package may know it"]
    if seed is None:
        return ["the seed is revealed when the game is over"]
    faults = []
    if proof["commitment"] != commitment:
        faults.append("the commitment is another one than at the start")
    if hashlib.sha256(f"{SCHEME}|{game}|{seed}".encode()).hexdigest() != proof["commitment"]:
        faults.append("the seed does not match the commitment")
    if deal:
        faults.append("the cards follow from the text of a prepared deal: who knew it knew them")
        if hashlib.sha256(f"{SCHEME}|deal|{deal}".encode()).hexdigest() != seed:
            faults.append("the seed does not follow from the deal")
    else:
        faults += _seed_faults(proof["client_seeds"], own)
    key = _key(game, bytes.fromhex(seed), proof["client_seeds"])
    for number, shuffle in enumerate(proof["orders"]):
        if shuffle["shuffle"] != number or shuffle["order"] != _order(game, key, number, shuffle["size"]):
            faults.append(f"shuffle {number} does not follow from the seed")
    if len(proof["orders"]) != proof["shuffles"]:
        faults.append(f"{proof['shuffles']} shuffles were dealt, but {len(proof['orders'])} are shown")
    return faults


def _seed_faults(given: Mapping[str, str], own: OwnSeed | None) -> list[str]:
    """Faults of the players' seeds: yours must be among them, and they must be exactly those that were promised."""
    if own is None:
        return ["you gave no seed: the shuffles are fair only if you trust the operator"]
    faults = []
    if given.get(own["by"]) != own["seed"]:
        faults.append("your seed is not among those of the shuffles")
    promises = own["promises"]
    if promises is None:
        return [*faults, "you were not shown what the others had promised before you revealed your seed"]
    for who in sorted(given.keys() | promises.keys()):
        if who not in promises:
            faults.append(f"the seed of {who} was not promised when you revealed yours")
        elif who not in given:
            faults.append(f"the seed that {who} had promised was left out")
        elif seed_digest(given[who]) != promises[who]:
            faults.append(f"the seed of {who} is not the promised one")
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
