"""Intervals cover what they say, also for few pairs and one-sided ones, and ratings are sums of leads."""

import math
from collections import Counter
from itertools import combinations_with_replacement, pairwise, product
from math import factorial, prod
from statistics import fmean

import pytest

from ai.arena import Game, Match
from ai.intervals import elo, points_interval, sum_of
from ai.levels import LEVELS
from ai.strength import Lead, Strength, measured, ratings
from engines import VARIANTS


def independent(points):
    return {0: (1 - points) ** 2, 0.5: 2 * points * (1 - points), 1: points**2}


def often_drawn(points):
    """At an even match half of the games are drawn; the mean points are the same."""
    drawn = min(points, 1 - points)
    game = {0: 1 - points - drawn / 2, 0.5: drawn, 1: points - drawn / 2}
    pair = Counter()
    for first, second in product(game, game):
        pair[(first + second) / 2] += game[first] * game[second]
    return pair


def mirrored(points):
    """The cards help one side in one game and the other in the next: a pair is even far more often than by chance."""
    luck = min(points, 1 - points)
    helped, hindered = points + luck, points - luck
    won, lost = helped * hindered, (1 - helped) * (1 - hindered)
    return {0: lost, 0.5: 1 - won - lost, 1: won}


def alike(points):
    """Both games of a pair always end alike, as if there were half as many games."""
    return {0: 1 - points, 1: points}


def matches(pair, pairs):
    """Every match of this many pairs, as their results, with its probability: nothing is left to chance."""
    for results in combinations_with_replacement([result for result, chance in pair.items() if chance > 0], pairs):
        chances = (pair[result] ** number / factorial(number) for result, number in Counter(results).items())
        yield results, factorial(pairs) * prod(chances)


KINDS = (independent, often_drawn, mirrored, alike)
POINTS = (0.03, 0.25, 0.5, 0.6, 0.75, 0.9)


@pytest.mark.parametrize("pairs", [1, 2, 3, 4, 5, 6, 8, 10, 14])
@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_covers_the_true_points_as_often_as_it_says(kind, pairs):
    """In 95 of 100 matches; as an interval of counts it cannot keep that everywhere, but no point falls below 93."""
    covered = {}
    for points in POINTS:
        bounds = ((points_interval(results), chance) for results, chance in matches(kind(points), pairs))
        covered[points] = sum(chance for (low, high), chance in bounds if low <= points <= high)
    assert min(covered.values()) > 0.925, covered
    assert fmean(covered.values()) > 0.949, covered


def half_mirrored(points):
    """As mirrored deals are: the spread is 0.87 of that of independent games where the sides are even."""
    return {result: (independent(points)[result] * 3 + mirrored(points)[result]) / 4 for result in (0, 0.5, 1)}


@pytest.mark.parametrize("points", [0.25, 0.5, 0.6, 0.75])
@pytest.mark.parametrize("kind", [independent, often_drawn, half_mirrored, alike])
def test_the_interval_of_ten_pairs_is_hardly_wider_than_the_truth(kind, points):
    """Than that of the normal distribution with the true spread."""
    pair = kind(points)
    spread = math.sqrt(sum(chance * (result - points) ** 2 for result, chance in pair.items()))
    width = 0
    for results, chance in matches(pair, 10):
        low, high = points_interval(results)
        width += chance * (high - low)
    assert width < 1.15 * 2 * 1.96 * spread / math.sqrt(10)


def rounded(*pairs):
    low, high = points_interval(pairs)
    return round(low, 3), round(high, 3)


def test_six_of_six_do_not_show_who_is_stronger():
    """Three pairs, as one gets heads three times running with a fair coin."""
    assert rounded(1, 1, 1) == (0.349, 1.0)
    assert rounded(0, 0, 0) == (0.0, 0.651)


def test_one_pair_says_next_to_nothing():
    assert rounded(1) == rounded(0) == rounded(0.5) == (0.0, 1.0)
    assert points_interval([]) == (0.0, 1.0)


def test_more_pairs_say_more_also_where_all_come_out_alike():
    assert rounded(*[1] * 40) == (0.911, 1.0)
    assert rounded(*[0.5] * 40) == (0.475, 0.525)
    assert rounded(*[1, 0] * 20) == (0.351, 0.649)


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
    rated = [level.key for level in LEVELS if (key, level.key) in measured()]
    found = [measured()[key, level] for level in rated]
    assert len(found) >= 2
    assert [strength.lead.over for strength in found] == ["random", *rated[:-1]]
    assert not [(below, above) for below, above in pairwise(found) if below.elo + above.lead.elo != above.elo]
    assert not [strength for strength in found if not (strength.low < strength.elo < strength.high)]
    assert not [(below, above) for below, above in pairwise(found) if not below.elo < above.elo]
