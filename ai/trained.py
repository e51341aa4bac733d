"""The trained networks, by game: ``ai/<key>/networks.bin`` with its description ``networks.json``; made by
``training``.

The file of a game holds its networks one after the other, each as signed 16-bit numbers, low byte first.
"""

import json
import sys
from array import array
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ai.encoder import Encoder
from ai.games import make_encoder, make_heuristic
from ai.heuristic import Heuristic
from ai.networks.judge import Judge
from ai.networks.network import Network, network_from_weights
from engines.api import State

_IDLE: dict[Network, list[Judge]] = {}
"""Judges that a decision is done with, by their network: their buffers serve the next one."""
FORMAT = 1
"""The version of the files' format."""


@cache
def networks(key: str) -> Mapping[str, Network]:
    """The networks of a game by name, read once per process; empty if none was trained."""
    described = description(key)
    if not described:
        return {}
    return read_networks(described["networks"], files("ai").joinpath(key, "networks.bin").read_bytes())


@cache
def description(key: str) -> Mapping[str, Any]:
    """The description of the networks of a game; empty if none was trained."""
    described = files("ai").joinpath(key, "networks.json")
    if not described.is_file():
        return {}
    found: dict[str, Any] = json.loads(described.read_text())
    if found["format"] != FORMAT:
        raise ValueError(f"{key}/networks.json: format {found['format']!r}, expected {FORMAT}")
    return found


def read_networks(described: Mapping[str, Mapping[str, int]], weights: bytes) -> dict[str, Network]:
    """Networks by name from their sizes and the bytes of a file; raises ValueError if the length is another."""
    numbers = array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    found = {}
    at = 0
    for name, sizes in described.items():
        count = sizes["weights"]
        found[name] = network_from_weights(
            sizes["inputs"], sizes["first"], sizes["second"], list(numbers[at : at + count])
        )
        at += count
    if at != len(numbers):
        raise ValueError(f"{len(numbers)} weights, expected {at}")
    return found


def trained_network(key: str, state: State) -> Network | None:
    """The network of a game for the options of ``state``; None if none was trained for them.

    Raises ValueError if its features are not those of the game's encoder.
    """
    known = networks(key)
    encoder = _naming_encoder(key) if known else None
    network = known.get(encoder.network(state)) if encoder is not None else None
    if encoder is not None and network is not None and network.inputs != encoder.inputs:
        raise ValueError(
            f"{key}: the network was trained on {network.inputs} features, the encoder has "
            f"{encoder.inputs}: train it again"
        )
    return network


@cache
def _naming_encoder(key: str) -> Encoder | None:
    """An encoder that is used only to name networks: one that encodes has its own buffers."""
    return make_encoder(key)


def make_judge(key: str, state: State) -> Judge | None:
    """A judge of positions with the options of ``state``; None if no network was trained for them."""
    return _judge(key, trained_network(key, state))


def brain(key: str, state: State, learned: bool = True) -> tuple[Heuristic, Judge | None]:
    """A new heuristic for the options of ``state``, and the judge for them, if the player has ``learned``. Without one,
    the heuristic rates by the network for these options, or by the nearest.
    """
    heuristic, judge, encoder = make_heuristic(key), make_judge(key, state), _naming_encoder(key)
    if encoder is not None and (judge is None or not learned):
        heuristic.judge = judge or _judge(key, networks(key).get(encoder.nearest))
    return heuristic, judge if learned else None


def rating_heuristic(key: str, state: State) -> Heuristic:
    """A new heuristic that only rates."""
    return brain(key, state, learned=False)[0]


def _judge(key: str, network: Network | None) -> Judge | None:
    if network is None:
        return None
    idle = _IDLE.setdefault(network, [])
    try:
        judge = idle.pop()
    except IndexError:
        encoder = make_encoder(key)
        return None if encoder is None else Judge(network.share(), encoder, idle)
    judge.encoder.forget()
    return judge
