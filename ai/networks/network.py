"""A small multilayer perceptron in integers: the same result on every machine, interpreted and compiled. Names no game.

The input is sparse: a set of active features, each a row of the first layer. The rows of a position are added up once;
those of each action are added to them. Two hidden layers with rectified linear units follow, then the outputs.

Weights and activations are fixed-point numbers with ``FRACTION`` binary digits after the point; weights have 16 bits,
sums 32. Two units share a number of 64 bits, ``high * 2**32 + low``: adding such pairs adds both, and multiplying one
multiplies both, as long as neither overflows its 32 bits. The first layer cannot (at most ``MAX_FEATURES`` weights are
added); for the second, activations are clipped at ``MOST_ACTIVE`` and the weights are checked. Source of the sparse
first layer: Nasu 2018, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from ai.encoder import Features
from engines.buffers import buffer, buffer_of, copy_numbers

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


PAIR_BITS: Final[i64] = 32
LOW: Final[i64] = (1 << 32) - 1
LOW_SIGN: Final[i64] = 1 << 31
TOGETHER: Final[i64] = 4
"""Active units that are added in one pass."""
MOST_ACTIVE: Final[i64] = (1 << 16) - 1
"""Just below 64.0. The maximum in training is below 20."""


def low_of(pair: i64) -> i64:
    """The lower number of a pair."""
    return ((pair & LOW) ^ LOW_SIGN) - LOW_SIGN


def high_of(pair: i64) -> i64:
    """The higher number of a pair."""
    return (pair - low_of(pair)) >> PAIR_BITS


def paired(row: list[int]) -> list[int]:
    """Numbers in pairs, the first one low; an odd one is paired with zero."""
    even = [*row, 0] if len(row) % 2 else row
    return [low + (high << 32) for low, high in zip(even[::2], even[1::2], strict=True)]


def pairs_of(rows: list[list[int]]) -> vec[vec[i64]]:
    """Rows of numbers, each paired."""
    return vec[vec[i64]]([buffer_of(paired(row)) for row in rows])


def unpaired(rows: vec[vec[i64]], width: int) -> list[int]:
    """The numbers of rows of this width, one row after the other."""
    found: list[int] = []
    for row in rows:
        numbers = [part(pair) for pair in row for part in (low_of, high_of)]
        found += [int(number) for number in numbers[:width]]
    return found


class Network:
    """Weights, and the sums of one evaluation: an instance must not be shared by concurrent players, but its weights
    can be.
    """

    def __init__(
        self, inputs: i64, first: i64, second: i64, rows: vec[vec[i64]], upper: vec[vec[i64]], last: vec[i16]
    ) -> None:
        self.inputs = inputs
        self.first = first
        self.second = second
        self.first_pairs = (first + 1) // 2
        """Numbers in a row of the first layer. Rows have buffers of their own: compiled, a loop over a buffer needs no
        checks of bounds, so that an evaluation takes two thirds of the time.
        """
        self.second_pairs = (second + 1) // 2
        self.rows = rows
        """The first layer: a row for each input, then the biases."""
        self.upper = upper
        """The second layer: a row for each unit of the first, then the biases, with ``FRACTION`` more digits."""
        self.last = last
        self.position = buffer(self.first_pairs)
        """Sums of the first layer for the position alone."""
        self.sums = buffer(self.first_pairs)
        self.hidden = buffer(self.second_pairs)
        self.active = buffer(first + TOGETHER)
        """Active units of the first layer, in the last evaluation."""
        self.active_rows = buffer(first + TOGETHER)
        """The row of each in the second layer."""
        self.outputs = buffer(OUTPUTS)
        """The outputs of the last evaluation, fixed-point."""

    def weights(self) -> list[int]:
        """The weights as they were given."""
        first, second = unpaired(self.rows, int(self.first)), unpaired(self.upper, int(self.second))
        biases = len(second) - int(self.second)
        second[biases:] = [bias >> int(FRACTION) for bias in second[biases:]]
        return first + second + [int(weight) for weight in self.last]

    def share(self) -> "Network":
        """A network with the same weights and its own sums."""
        return Network(self.inputs, self.first, self.second, self.rows, self.upper, self.last)

    def set_position(self, features: Features) -> None:
        """Set the position; ``finish`` evaluates it, ``set_action`` actions on top of it."""
        i: i64
        for i in range(self.first_pairs):
            self.position[i] = 0
        self.add_row(self.inputs, self.position)
        self.add(features, self.position)
        copy_numbers(self.position, self.sums, self.first_pairs)

    def set_action(self, features: Features) -> None:
        """Evaluate an action in the last position; ``features`` are those of the action."""
        copy_numbers(self.position, self.sums, self.first_pairs)
        self.add(features, self.sums)
        self.finish()

    def add(self, features: Features, sums: vec[i64]) -> None:
        """Add the rows of the features to sums of the first layer."""
        rows, active, count = self.rows, features.rows, features.count
        together = count - count % TOGETHER
        i: i64
        j: i64
        for i in range(0, together, TOGETHER):
            at_one, at_two, at_three, at_four = active[i], active[i + 1], active[i + 2], active[i + 3]
            for j, one, two, three, four in zip(  # noqa: B905 - as below
                range(self.first_pairs), rows[at_one], rows[at_two], rows[at_three], rows[at_four]
            ):
                sums[j] += one + two + three + four
        for i in range(together, count):
            self.add_row(active[i], sums)

    def add_row(self, row: i64, sums: vec[i64]) -> None:
        """Add one row of the first layer to sums; the biases if ``row`` is the number of inputs."""
        j: i64
        for j, pair in zip(range(self.first_pairs), self.rows[row]):  # noqa: B905 - as below
            sums[j] += pair

    def finish(self) -> None:
        """Compute the outputs from ``sums`` of the first layer."""
        hidden, outputs, last = self.hidden, self.outputs, self.last
        i: i64
        j: i64
        copy_numbers(self.upper[self.first], hidden, self.second_pairs)
        count = self._find_active()
        for i in range(0, count, TOGETHER):
            self._add_active(i)
        at = self.second * OUTPUTS
        for j in range(OUTPUTS):
            outputs[j] = i64(last[at + j]) << FRACTION
        for i in range(self.second):
            pair = hidden[i >> 1]
            active = (low_of(pair) if i & 1 == 0 else high_of(pair)) >> FRACTION
            if active > 0:
                at = i * OUTPUTS
                for j in range(OUTPUTS):
                    outputs[j] += active * i64(last[at + j])
        for j in range(OUTPUTS):
            outputs[j] = outputs[j] >> FRACTION

    def _find_active(self) -> i64:
        """List the active units of the first layer in groups of ``TOGETHER``; the last ones may be none. Return how
        many there are.
        """
        sums, active, rows = self.sums, self.active, self.active_rows
        count: i64 = 0
        i: i64
        for i in range(self.first_pairs):
            pair = sums[i]
            low = low_of(pair)
            high = (pair - low) >> PAIR_BITS
            if low > 0:
                active[count] = low if low < MOST_ACTIVE else MOST_ACTIVE
                rows[count] = 2 * i
                count += 1
            if high > 0:
                active[count] = high if high < MOST_ACTIVE else MOST_ACTIVE
                rows[count] = 2 * i + 1
                count += 1
        while count % TOGETHER != 0:
            active[count] = 0
            rows[count] = 0
            count += 1
        return count

    def _add_active(self, number: i64) -> None:
        """Add to the second layer the contribution of the active units from ``number`` on: several at once, since each
        pass reads and writes it.
        """
        hidden, upper, active, rows = self.hidden, self.upper, self.active, self.active_rows
        one, two, three, four = active[number], active[number + 1], active[number + 2], active[number + 3]
        at_one, at_two, at_three, at_four = rows[number], rows[number + 1], rows[number + 2], rows[number + 3]
        j: i64
        for j, a, b, c, d in zip(  # noqa: B905 - mypyc makes no loop of a strict one
            range(self.second_pairs), upper[at_one], upper[at_two], upper[at_three], upper[at_four]
        ):
            hidden[j] += one * a + two * b + three * c + four * d


def network_from_weights(inputs: int, first: int, second: int, weights: list[int]) -> Network:
    """A network of these sizes with these weights: a row of ``first`` for each input, the first biases; a row of
    ``second`` for each unit of the first layer, the second biases; a row of ``OUTPUTS`` for each unit of the second,
    the last biases. Raises ValueError if the number of weights is another, or if the second layer could overflow 32
    bits.
    """
    expected = (inputs + 1) * first + (first + 1) * second + (second + 1) * int(OUTPUTS)
    if len(weights) != expected:
        raise ValueError(
            f"{len(weights)} weights for a network of {inputs}, {first} and {second}, which has {expected}"
        )
    upper = (inputs + 1) * first
    last = upper + (first + 1) * second
    for j in range(second):
        most = sum(abs(weights[upper + second * i + j]) for i in range(first)) * int(MOST_ACTIVE)
        if most + (abs(weights[upper + second * first + j]) << int(FRACTION)) >= LOW_SIGN:
            raise ValueError(f"the weights of unit {j} of the second layer are too large: its sum could leave 32 bits")
    biases = [weight << int(FRACTION) for weight in weights[last - second : last]]
    return Network(
        inputs,
        first,
        second,
        pairs_of([weights[first * i : first * (i + 1)] for i in range(inputs + 1)]),
        pairs_of([*[weights[upper + second * i : upper + second * (i + 1)] for i in range(first)], biases]),
        vec[i16]([i16(weight) for weight in weights[last:]]),
    )
