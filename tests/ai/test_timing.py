"""How long an answer takes: by game and budget, whatever the position."""

from dataclasses import replace

import pytest

from ai.levels import LEVELS
from ai.timing import LEAST_SEARCH_MS, RESERVE_MS, answer_ms
from engines import VARIANTS

VARIANT_LEVELS = [(key, level) for key in VARIANTS for level in LEVELS]


@pytest.mark.parametrize(("key", "level"), VARIANT_LEVELS, ids=str)
def test_an_answer_takes_longer_than_a_heuristic_and_no_longer_than_the_cap(key, level):
    assert LEAST_SEARCH_MS + RESERVE_MS <= answer_ms(VARIANTS[key], level) <= level.cap_ms + RESERVE_MS


@pytest.mark.parametrize("key", VARIANTS)
def test_a_smaller_budget_takes_no_longer(key):
    times = [answer_ms(VARIANTS[key], replace(LEVELS[-1], simulations=simulations)) for simulations in (0, 100, 1000, 4000)]
    assert times == sorted(times)


def test_where_the_cards_alone_decide_no_time_is_spent():
    assert {answer_ms(VARIANTS["card_hockey"], level) for level in LEVELS} == {LEAST_SEARCH_MS + RESERVE_MS}
