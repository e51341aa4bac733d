"""The generator: the same bits for the same seed, everywhere, and spread evenly enough for play."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from engines.rng import Rng, permutation

# Written down so that interpreted and compiled, and every machine, give the same: games stay repeatable.
FIRST_NUMBERS = {
    0: [3925464531, 3166720335, 1667772830],
    1: [3695196170, 3887813623, 2326536078],
    "face-off": [714134836, 620789894, 1867373455],
}
FIRST_MIX = [8, 6, 7, 5, 11, 12, 10, 9, 14, 13]
FIRST_PERMUTATION = [11, 2, 10, 8, 5, 7, 6, 4, 0, 12, 9, 1, 3]


def numbers(seed: int | str, count: int) -> list[int]:
    rng = Rng(seed)
    return [int(rng.next_32()) for _ in range(count)]


@pytest.mark.parametrize("seed", FIRST_NUMBERS)
def test_known_numbers(seed):
    assert numbers(seed, 3) == FIRST_NUMBERS[seed]


def test_known_permutation():
    assert [int(place) for place in permutation(Rng("face-off"), 13)] == FIRST_PERMUTATION


def test_equal_seeds_give_equal_streams_and_others_do_not():
    assert numbers("a", 1000) == numbers("a", 1000)
    assert len({tuple(numbers(seed, 4)) for seed in range(2000)}) == 2000
    assert numbers(7, 5) == numbers("7", 5)


def test_numbers_have_32_bits_and_all_bits_are_used():
    drawn = numbers("bits", 4000)
    assert not [number for number in drawn if not (0 <= number < 2**32)]
    for bit in range(32):
        assert 1850 < sum((number >> bit) & 1 for number in drawn) < 2150


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_below_is_even(bound):
    rng, each = Rng(f"below {bound}"), 400
    counts = Counter(int(rng.below(bound)) for _ in range(bound * each))
    assert sorted(counts) == list(range(bound))
    chi_squared = sum((count - each) ** 2 / each for count in counts.values())
    assert chi_squared < bound - 1 + 4 * (2 * bound) ** 0.5


def test_chance_lies_between_0_and_1():
    rng = Rng("chance")
    drawn = [rng.chance() for _ in range(4000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1
    assert 0.48 < sum(drawn) / len(drawn) < 0.52


def test_shuffle_is_a_permutation_and_every_card_comes_everywhere():
    rng, places = Rng("shuffle"), Counter()
    for _ in range(2600):
        order = [int(place) for place in permutation(rng, 13)]
        assert sorted(order) == list(range(13))
        places.update(enumerate(order))
    assert len(places) == 169
    assert 130 < min(places.values()) <= max(places.values()) < 275


def test_all_orders_of_three_are_equally_likely():
    rng = Rng("orders")
    counts = Counter(tuple(int(place) for place in permutation(rng, 3)) for _ in range(3000))
    assert len(counts) == 6
    assert max(counts.values()) - min(counts.values()) < 110


def test_mix_shuffles_a_part_and_leaves_the_rest():
    items = vec[i64]([i64(item) for item in range(20)])
    Rng("mix").mix(items, 5, 15)
    mixed = [int(item) for item in items]
    assert mixed[:5] + mixed[15:] == [0, 1, 2, 3, 4, 15, 16, 17, 18, 19]
    assert sorted(mixed[5:15]) == list(range(5, 15)) != mixed[5:15]
    assert mixed[5:15] == FIRST_MIX
