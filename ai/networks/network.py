"""A small multilayer perceptron in integers: the same result on every machine, interpreted and compiled. Knows no game.

The input is sparse: a set of active features, each a row of the first layer. The rows of a position are added up once; those of each
action are added to them. Two hidden layers with rectified linear units follow, then the outputs.

Weights and activations are fixed-point numbers with ``FRACTION`` binary digits after the point; weights have 16 bits, sums 64.
Source of the sparse first layer: Nasu 2018, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from ai.encoders.base import Features
from engines.buffers import buffer, copy_numbers

FRACTION: Final[i64] = 10
ONE: Final[i64] = 1024
"""1.0 as a fixed-point number."""
OUTPUTS: Final[i64] = 3
POLICY: Final[i64] = 0
"""Output: the logit of an action."""
PAYOFF: Final[i64] = 1
"""Output: the expected payoff for the side of the seat."""
GOALS: Final[i64] = 2
"""Output: the expected goal difference at the end of the game, from now on, for the side of the seat."""


class Network:
    """Weights, and the sums of one evaluation: one instance serves one player at a time, but ``weights`` can be shared."""

    def __init__(self, inputs: i64, first: i64, second: i64, weights: list[int]) -> None:
        """``weights``: a row of ``first`` for each input, the first biases; a row of ``second`` for each unit of the first layer, the
        second biases; a row of ``OUTPUTS`` for each unit of the second, the last biases. Raises ValueError if there are not as many.
        """
        self.inputs = inputs
        self.first = first
        self.second = second
        self.first_biases = inputs * first
        self.second_weights = self.first_biases + first
        self.second_biases = self.second_weights + first * second
        self.last_weights = self.second_biases + second
        self.last_biases = self.last_weights + second * OUTPUTS
        expected = self.last_biases + OUTPUTS
        if len(weights) != expected:
            raise ValueError(f"{len(weights)} weights for a network of {inputs}, {first} and {second}, which has {expected}")
        self.weights = vec[i16]([i16(weight) for weight in weights])
        self.position = buffer(first)
        """Sums of the first layer for the position alone."""
        self.sums = buffer(first)
        self.hidden = buffer(second)
        self.outputs = buffer(OUTPUTS)
        """Of the last evaluation, fixed-point."""

    def share(self) -> "Network":
        """A network with the same weights and sums of its own."""
        copy = Network(0, 0, 0, [0] * int(OUTPUTS))
        copy.inputs = self.inputs
        copy.first = self.first
        copy.second = self.second
        copy.first_biases = self.first_biases
        copy.second_weights = self.second_weights
        copy.second_biases = self.second_biases
        copy.last_weights = self.last_weights
        copy.last_biases = self.last_biases
        copy.weights = self.weights
        copy.position = buffer(self.first)
        copy.sums = buffer(self.first)
        copy.hidden = buffer(self.second)
        return copy

    def set_position(self, features: Features) -> None:
        """Evaluate the position; actions are evaluated on top of it."""
        i: i64
        for i in range(self.first):
            self.position[i] = i64(self.weights[self.first_biases + i])
        self.add(features, self.position)
        copy_numbers(self.position, self.sums, self.first)
        self.finish()

    def set_action(self, features: Features) -> None:
        """Evaluate an action in the last position; ``features`` are those of the action."""
        copy_numbers(self.position, self.sums, self.first)
        self.add(features, self.sums)
        self.finish()

    def add(self, features: Features, sums: vec[i64]) -> None:
        """Add the rows of the features to sums of the first layer."""
        weights, first, rows = self.weights, self.first, features.rows
        i: i64
        j: i64
        for i in range(features.count):
            at = rows[i] * first
            for j in range(first):
                sums[j] += i64(weights[at + j])

    def finish(self) -> None:
        """From ``sums`` of the first layer to the outputs."""
        weights, sums, hidden, outputs, second = self.weights, self.sums, self.hidden, self.outputs, self.second
        i: i64
        j: i64
        for j in range(second):
            hidden[j] = i64(weights[self.second_biases + j]) << FRACTION
        for i in range(self.first):
            active = sums[i]
            if active > 0:
                at = self.second_weights + i * second
                for j in range(second):
                    hidden[j] += active * i64(weights[at + j])
        for j in range(OUTPUTS):
            outputs[j] = i64(weights[self.last_biases + j]) << FRACTION
        for i in range(second):
            active = hidden[i] >> FRACTION
            if active > 0:
                at = self.last_weights + i * OUTPUTS
                for j in range(OUTPUTS):
                    outputs[j] += active * i64(weights[at + j])
        for j in range(OUTPUTS):
            outputs[j] = outputs[j] >> FRACTION
