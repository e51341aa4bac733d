"""How long an answer takes: by game and budget, whatever the position."""

from dataclasses import replace

import pytest

from ai import timing
from ai.levels import LEVELS
from ai.timing import AT_ONCE_MS, LEAST_SEARCH_MS, RESERVE_MS, answer_ms
from engines import VARIANTS
from tests.games import LEARNED, LUCK_ONLY, SOLVED

VARIANT_LEVELS = [(key, level) for key in VARIANTS for level in LEVELS]


def answer_time(key, player, preset=None):
    variant = VARIANTS[key]
    return answer_ms(variant, variant.new_game(variant.presets[preset or next(iter(variant.presets))]), player)


@pytest.fixture
def compiled(monkeypatch):
    """Interpreted, nearly everything takes the longest time there is."""
    monkeypatch.setattr(timing, "is_compiled", lambda: True)


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setattr(timing, "is_compiled", lambda: False)


@pytest.mark.parametrize(("key", "level"), VARIANT_LEVELS, ids=str)
@pytest.mark.usefixtures("interpreted")
def test_an_answer_takes_longer_than_a_heuristic_and_no_longer_than_the_cap(key, level):
    assert LEAST_SEARCH_MS + RESERVE_MS <= answer_time(key, level) <= level.cap_ms + RESERVE_MS


@pytest.mark.parametrize(("key", "level"), VARIANT_LEVELS, ids=str)
@pytest.mark.usefixtures("compiled")
def test_an_answer_comes_at_once_or_has_time_for_a_search(key, level):
    assert answer_time(key, level) in (AT_ONCE_MS, *range(LEAST_SEARCH_MS + RESERVE_MS, level.cap_ms + RESERVE_MS + 1))


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.usefixtures("compiled")
def test_the_levels_that_do_not_search_answer_at_once(key):
    assert {answer_time(key, level) for level in LEVELS if level.simulations == 0} == {AT_ONCE_MS}


@pytest.mark.parametrize("key", VARIANTS)
def test_a_smaller_budget_takes_no_longer(key):
    times = [answer_time(key, replace(LEVELS[-1], simulations=simulations)) for simulations in (0, 100, 1000, 4000)]
    assert times == sorted(times)


@pytest.mark.parametrize("key", LUCK_ONLY)
@pytest.mark.usefixtures("compiled")
def test_where_the_cards_alone_decide_no_time_is_spent(key):
    assert {answer_time(key, level) for level in LEVELS} == {AT_ONCE_MS}


@pytest.mark.usefixtures("compiled")
def test_a_network_takes_no_longer_than_the_search_would_and_far_less_where_it_decides_alone():
    shares = [answer_time(key, LEVELS[-1]) / answer_time(key, replace(LEVELS[-1], learned=False)) for key in LEARNED]
    assert max(shares) <= 1
    assert min(shares) < 1 / 2


@pytest.mark.parametrize("key", SOLVED)
def test_a_solver_takes_its_time_whatever_was_learned(key):
    assert answer_time(key, LEVELS[-1]) == answer_time(key, replace(LEVELS[-1], learned=False))
