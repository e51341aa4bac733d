"""The features of a position for a network: numbers of active rows of its first layer. Compiled; names no game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engines.api import State
from engines.buffers import buffer
from engines.fields import by_identity

MAX_FEATURES = 512
"""Buffer size for the features of one position and one action."""
NONE: Final[i64] = -1


def most(number: i64, limit: i64) -> i64:
    """``number``, but at most ``limit``."""
    return number if number < limit else limit


def between(number: i64, limit: i64) -> i64:
    """``number``, but at least ``-limit`` and at most ``limit``, counted from 0."""
    return (number if number > -limit else -limit) + limit if number < limit else 2 * limit


def step(value: float, low: float, width: float, count: i64) -> i64:
    """The step of a value: ``count`` steps of this width, the lowest from ``low`` on; values outside get the first or
    the last.
    """
    if value <= low:
        return 0
    return most(i64((value - low) / width), count - 1)


def reached(number: i64, bounds: vec[i64]) -> i64:
    """How many of some ascending bounds a number has reached: a step of what is counted finely where it is small."""
    steps: i64 = 0
    while steps < len(bounds) and number >= bounds[steps]:
        steps += 1
    return steps


class Features:
    """The active features: the first ``count`` of ``rows``. A feature that is there twice counts twice.

    An encoder counts its features through block by block: ``at`` is the first row of the next block.
    """

    def __init__(self) -> None:
        self.rows: vec[i64] = buffer(MAX_FEATURES)
        self.count: i64 = 0
        self.at: i64 = 0

    def clear(self) -> None:
        """Remove all features, and begin with the first block."""
        self.count = 0
        self.at = 0

    def add(self, row: i64) -> None:
        """Add one feature."""
        self.rows[self.count] = row
        self.count += 1

    def block(self, size: i64) -> i64:
        """Pass a block of this size; return its first row."""
        first = self.at
        self.at += size
        return first

    def one(self, number: i64, size: i64) -> None:
        """Add the feature ``number`` of a block of this size; none of it if ``number`` is NONE."""
        if number >= 0:
            self.rows[self.count] = self.at + number  # not by other methods: this is hot
            self.count += 1
        self.at += size

    def two(self, number: i64, size: i64, other: i64, others: i64) -> None:
        """Add a feature for two numbers together, neither of which is NONE."""
        self.rows[self.count] = self.at + number * others + other
        self.count += 1
        self.at += size * others


class Covered:
    """A network, and the options under which it plays: those of ``games`` that it was trained on. Closed by default: a
    switch or a size that is not in ``any_value`` must be as there, so that a new one excludes a network that never saw
    it.
    """

    def __init__(self, network: str, games: Sequence[Mapping[str, Any]], any_value: Sequence[str] = ()) -> None:
        """``any_value`` names what it is shown, or what is of no matter to it."""
        self.network = network
        self.games = games
        self.any_value = frozenset(["options", *any_value])

    def covers(self, about: Mapping[str, Any]) -> bool:
        """Whether it plays the game that a codec dumps so: its ``options`` and, of a small one, its sizes."""
        given = {name: value for name, value in {**about["options"], **about}.items() if name not in self.any_value}
        return any(given == {name: game.get(name) for name in given} for game in self.games)


def network_by(dump_options: Callable[[Any], dict[str, Any]], covered: Sequence[Covered]) -> Callable[[Any], str]:
    """A function of a game's options: the network that covers them, empty if none does."""

    def network_of(options: Any) -> str:
        about = dump_options(options)
        return next((one.network for one in covered if one.covers(about)), "")

    return by_identity(network_of)


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Converts what one seat knows into features. An instance has buffers, so concurrent players must not share it.

    States handed in are determinizations, as in ``Heuristic``: the features may depend only on what ``seat`` knows, so
    two states with the same observation have the same features.
    """

    inputs: i64
    """Number of features: a row is 0 <= row < inputs."""

    def __init__(self, inputs: i64, nearest: str = "") -> None:
        self.inputs = inputs
        self.nearest = nearest
        """Name of the network that rates actions under options that none was trained for."""

    def network(self, state: State) -> str:
        """Name of the network for the options of ``state``; empty if none is to be used."""
        return self.nearest

    def forget(self) -> None:
        """Forget the position: the next one may be of another game."""

    def encode(self, state: State, seat: i64, features: Features) -> None:
        """Add the features of the position for ``seat``, which is to act."""
        raise NotImplementedError

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        """Add the features of a legal action. The last ``encode`` must have been for the same state and seat."""
        raise NotImplementedError
