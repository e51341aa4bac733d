"""Shuffles follow the published recipe."""

import hashlib
import hmac
from collections import Counter

from service import fairness

SEED = "00" * 31 + "2a"


def test_the_commitment_is_the_published_digest():
    assert fairness.commitment("g_x", SEED) == hashlib.sha256(f"faceoff-v1|g_x|{SEED}".encode()).hexdigest()


def test_a_shuffle_can_be_made_again_from_the_recipe_alone():
    blocks = b"".join(hmac.new(bytes.fromhex(SEED), f"g_x|shuffle|3|{block}".encode(), "sha256").digest() for block in range(10))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    order = list(range(52))
    for i in range(51, 0, -1):
        while (word := words.pop(0)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert fairness.shuffle("g_x", SEED, 3, 52) == order


def test_every_shuffle_is_a_permutation_and_differs_by_number_game_and_seed():
    orders = [
        fairness.shuffle("g_x", SEED, 0, 52),
        fairness.shuffle("g_x", SEED, 1, 52),
        fairness.shuffle("g_y", SEED, 0, 52),
        fairness.shuffle("g_x", fairness.new_seed(), 0, 52),
    ]
    assert all(sorted(order) == list(range(52)) for order in orders)
    assert len({tuple(order) for order in orders}) == 4


def test_all_orders_of_three_come_about_equally_often():
    counts = Counter(tuple(fairness.shuffle("g_x", SEED, number, 3)) for number in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())  # five standard deviations of 1000


def test_a_decisions_seed_differs_from_game_to_game_and_from_decision_to_decision():
    seeds = {fairness.decision_seed(game, SEED, ply, seat) for game in ("g_x", "g_y") for ply in range(3) for seat in range(2)}
    assert len(seeds) == 12
