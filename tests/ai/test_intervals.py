"""Intervals cover what they say, also for few pairs and one-sided ones, and ratings are sums of leads."""

import math
from itertools import pairwise

import pytest

from ai.arena import Game, Match
from ai.intervals import elo, points_interval, sum_of
from ai.levels import LEVELS
from ai.strength import Lead, Strength, measured, ratings
from engines import VARIANTS
from engines.rng import Rng

TRIALS = 1000


def won(rng, chance):
    return float(rng.chance() < chance)


def independent(rng, points):
    return (won(rng, points) + won(rng, points)) / 2


def often_drawn(rng, points):
    """At an even match half of the games are drawn; the mean points are the same."""
    decided = 1 - min(points, 1 - points)
    return (
        sum(won(rng, (points - (1 - decided) / 2) / decided) if rng.chance() < decided else 0.5 for _ in range(2)) / 2
    )


def mirrored(rng, points):
    """The cards help one side in one game and the other in the next: a pair is even far more often than by chance."""
    luck = min(points, 1 - points) * (1 if won(rng, 0.5) else -1)
    return (won(rng, points + luck) + won(rng, points - luck)) / 2


def alike(rng, points):
    """Both games of a pair always end alike, as if there were half as many games."""
    return won(rng, points)


@pytest.mark.parametrize("pairs", [1, 3, 10, 40])
@pytest.mark.parametrize("points", [0.03, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("kind", [independent, often_drawn, mirrored, alike])
def test_the_interval_covers_the_true_points_in_93_of_100_matches(kind, points, pairs):
    rng = Rng(f"{kind.__name__}/{points}/{pairs}")
    covered = 0
    for _ in range(TRIALS):
        low, high = points_interval([kind(rng, points) for _ in range(pairs)])
        covered += low <= points <= high
    assert covered >= 0.93 * TRIALS


def rounded(*pairs):
    low, high = points_interval(pairs)
    return round(low, 3), round(high, 3)


def test_six_of_six_do_not_show_who_is_stronger():
    """Three pairs, as one gets heads three times running with a fair coin."""
    assert rounded(1, 1, 1) == (0.31, 1.0)
    assert rounded(0, 0, 0) == (0.0, 0.69)


def test_one_pair_says_next_to_nothing():
    assert rounded(1) == (0.055, 1.0)
    assert rounded(0) == (0.0, 0.945)
    assert rounded(0.5) == (0.0, 1.0)
    assert points_interval([]) == (0.0, 1.0)


def test_more_pairs_say_more_also_where_all_come_out_alike():
    assert rounded(*[1] * 40) == (0.891, 1.0)
    assert rounded(*[0.5] * 40) == (0.441, 0.559)
    assert rounded(*[1, 0] * 20) == (0.341, 0.659)


def test_with_many_pairs_it_is_that_of_their_spread():
    pairs = [0.0] * 50 + [0.5] * 160 + [1.0] * 90
    mean = sum(pairs) / 300
    margin = 1.96 * math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / 300 / 299)
    assert points_interval(pairs) == pytest.approx((mean - margin, mean + margin), abs=0.004)


@pytest.mark.parametrize("pairs", [[1, 1, 0.5], [0.75], [0.25, 1, 0, 0.5, 0.5]])
def test_the_interval_seen_from_the_other_side_is_its_mirror_image(pairs):
    low, high = points_interval(pairs)
    assert points_interval([1 - pair for pair in pairs]) == pytest.approx((1 - high, 1 - low))


def test_a_match_has_the_interval_of_its_pairs():
    won, drawn = Game(1.0, 1), Game(0.5, 0)
    match = Match(((won, won), (won, drawn)))
    assert match.interval == points_interval([1.0, 0.75])


def test_elo_follows_from_points_and_has_no_bound_at_the_ends():
    assert elo(0.5) == 0
    assert round(elo(10 / 11)) == 400
    assert elo(0.25) == -elo(0.75)
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)


def test_margins_of_a_sum_add_in_quadrature_on_each_side():
    assert sum_of([(100, 70, 140), (60, 20, 90)]) == (160, 110, 210)
    assert sum_of([(100, 70, 140)]) == (100, 70, 140)


def step(first, lead, preset="standard", second=None, measured="2026-01-01"):
    players = {"first": KEYS[first], "second": KEYS[first - 1 if second is None else second]}
    return {"variant": "x", "preset": preset, **players, "games": 10, "elo": lead, "measured": measured}


KEYS = ("random", *(level.key for level in LEVELS))


def test_a_rating_is_the_sum_of_the_leads_from_random_play_up():
    rows = [
        step(1, [100, 70, 140]),
        step(2, [60, 20, 90], measured="2026-01-02"),
        step(2, [500, 400, 600], second=0),
        step(1, [1, 0, 2], preset="other"),
    ]
    assert ratings(rows) == {
        ("x", "rookie"): Strength(100, 70, 140, Lead(100, 70, 140, "random", 10), 10, "standard", "2026-01-01"),
        ("x", "minor"): Strength(160, 110, 210, Lead(60, 20, 90, "rookie", 10), 20, "standard", "2026-01-02"),
    }


def test_no_rating_stands_on_a_lead_that_is_missing_or_without_bound():
    assert set(ratings([step(1, [1, 0, 2]), step(3, [1, 0, 2])])) == {("x", "rookie")}
    without_bound = [step(1, [1, 0, 2]), step(2, [None, 5, None]), step(3, [1, 0, 2])]
    assert set(ratings(without_bound)) == {("x", "rookie")}


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.has_decisions])
def test_the_levels_that_were_measured_are_rated_and_higher_levels_higher(key):
    found = [measured()[key, level.key] for level in LEVELS if (key, level.key) in measured()]
    assert len(found) >= 2
    assert [strength.lead.over for strength in found] == list(KEYS)[: len(found)]
    assert all(below.elo + above.lead.elo == above.elo for below, above in pairwise(found))
    assert all(strength.low < strength.elo < strength.high for strength in found)
    assert all(below.elo < above.elo for below, above in pairwise(found))
