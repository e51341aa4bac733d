"""When a computer's answer is due, how much of a search a late one gets, and when a person's time is over."""

from types import SimpleNamespace

import pytest

from ai.levels import LEVELS, level_by_key
from service.games import ai_turns
from service.games.ai_turns import PendingTurn, fraction_after, heuristic_level
from service.model import timestamps
from service.model.game import computer_to_move, persons_asked, seats_to_act
from service.model.timestamps import time_text

NOW_MS = 1_764_000_000_000


@pytest.mark.parametrize(
    ("lag_ms", "fraction"), [(0, 1), (500, 1), (501, 500 / 501), (1000, 0.5), (10_000, 0.05), (99_000, 0.05)]
)
def test_a_turn_that_waits_for_longer_than_half_a_second_gets_fewer_simulations(lag_ms, fraction):
    assert fraction_after(lag_ms) == fraction


@pytest.mark.parametrize(
    ("has_clients", "pace_ms", "due_ms"), [(False, 250, 1040), (True, 250, 1500), (True, 700, 1700)]
)
def test_an_answer_is_due_at_the_pace_of_the_game_or_after_the_time_of_the_level(
    monkeypatch, has_clients, pace_ms, due_ms
):
    """Asked at 1000, begun at 1400; the level takes 100 ms."""
    monkeypatch.setattr(ai_turns, "answer_ms", lambda *_: 100)
    settings = SimpleNamespace(watch_pace_ms=40, pace_ms=pace_ms)
    game = SimpleNamespace(has_clients=has_clients, settings=settings, variant=None, state=None)
    assert ai_turns._due_ms(game, None, 1000, 1400) == due_ms


@pytest.mark.parametrize(("due_ms", "is_short"), [(1003, True), (1004, False)])
def test_a_worker_waits_itself_for_three_milliseconds(due_ms, is_short):
    assert PendingTurn(None, 0, (), 1, 900, 1000, due_ms).is_short is is_short


def test_the_strongest_level_without_a_search_answers_for_those_who_are_late():
    best = heuristic_level()
    assert (best.simulations, best.number) == (0, max(level.number for level in LEVELS if level.simulations == 0))


@pytest.mark.parametrize(("left_ms", "is_late"), [(1, False), (0, True), (-1, True), (90_001, False)])
def test_a_persons_time_is_over_at_its_end(monkeypatch, left_ms, is_late):
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    monkeypatch.setattr(timestamps, "time_ns", lambda: NOW_MS * 1_000_000)
    assert ai_turns._is_late(SimpleNamespace(deadline=time_text(NOW_MS + left_ms))) is is_late
    assert not ai_turns._is_late(SimpleNamespace(deadline=None))


def seated(kinds, asked, waits_for_all, status="active"):
    seats = [SimpleNamespace(kind=kind, sends_moves=kind != "ai") for kind in kinds]
    state = SimpleNamespace(may_act=lambda seat: seat in asked, waits_for_all=lambda: waits_for_all)
    return SimpleNamespace(seats=seats, state=state, status=status)


@pytest.mark.parametrize(
    ("asked", "waits_for_all", "computer", "persons"),
    [
        ([0], False, None, [0]),
        ([1], False, 1, []),
        ([0, 1], False, None, [0]),
        ([0, 1], True, 1, [0]),
        ([1, 3], False, 1, []),
        ([3, 1, 2], True, 1, [2]),
        ([], True, None, []),
    ],
)
def test_a_computer_is_asked_unless_a_person_may_answer_in_its_place(asked, waits_for_all, computer, persons):
    game = seated(["person", "ai", "bot", "ai"], asked, waits_for_all)
    assert (computer_to_move(game), persons_asked(game), seats_to_act(game)) == (computer, persons, sorted(asked))
    over = seated(["person", "ai", "bot", "ai"], asked, waits_for_all, status="finished")
    assert (computer_to_move(over), seats_to_act(over)) == (None, [])


@pytest.mark.parametrize("stopped", [True, False])
def test_searches_that_were_cut_are_counted_and_no_others(stopped):
    def count():
        return ai_turns.telemetry.AI_STOPPED.labels(str(level_by_key("pro").number))._value.get()

    settings = SimpleNamespace(level="pro")
    game = SimpleNamespace(id="g_a", state=SimpleNamespace(ply=3), seats=[settings], has_clients=False)
    before = count()
    ai_turns._measure(PendingTurn(game, 0, (), 1.0, 900, 1000, 1100), SimpleNamespace(simulations=9, stopped=stopped))
    assert count() - before == stopped
