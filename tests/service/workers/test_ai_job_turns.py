"""How a worker holds the turn that it plays, and what it does with an answer: with fakes, and a clock that is set."""

from types import SimpleNamespace

import pytest

from service.model.answer import Problem
from service.store.agenda import TURN
from service.tasks import task
from service.workers import ai_jobs
from service.workers.ai_jobs import HeldTurn, TurnLost, play_due_turns, play_game
from tests.service.clock import set_monotonic

NOW_MS = 1_764_000_000_000


class Agenda:
    """Notes what is claimed and postponed."""

    def __init__(self):
        self.calls, self.has_turn = [], True

    def claim(self, kind, thing, again_ms, within_ms):
        self.calls.append(("claim", kind, thing, again_ms, within_ms))
        return self.has_turn

    def postpone(self, kind, thing, ms):
        self.calls.append((kind, thing, ms))
        return self.has_turn


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(ai_jobs, "now_ms", lambda: NOW_MS)
    clock = set_monotonic(monkeypatch, ai_jobs)
    monkeypatch.setattr(task, "time", ai_jobs.time)
    return clock


@pytest.fixture
def held(clock):
    held = HeldTurn(Agenda(), "g_a")
    held.calls = held._agenda.calls
    return held


def test_a_turn_is_taken_for_three_seconds_unless_another_worker_plays_it(held):
    assert held.take()
    assert held.calls == [("claim", TURN, "g_a", 3000, 2000)]
    held._agenda.has_turn = False
    assert not held.take()


@pytest.mark.parametrize(("wait_ms", "held_ms"), [(0, 3000), (1000, 3000), (1001, 3001), (2000, 4000)])
def test_a_turn_is_held_for_three_seconds_or_two_beyond_its_answer(held, wait_ms, held_ms):
    held.hold(wait_ms)
    assert held.calls == [(TURN, "g_a", held_ms)]
    held._agenda.has_turn = False
    with pytest.raises(TurnLost):
        held.hold()


def test_a_turn_is_held_before_a_wait_that_is_longer_than_it_is(held):
    held.take()
    held.hold_if_needed(250)
    assert len(held.calls) == 1
    held.hold_if_needed(350)
    assert held.calls[1:] == [(TURN, "g_a", 3000)]


@pytest.fixture
def play(monkeypatch, clock):
    """Play turns of a game whose answers are due at some times; returns what happened."""
    done = []
    agenda = Agenda()

    def think(game, make_should_stop):
        play.should_stop = make_should_stop(SimpleNamespace(cap_ms=500))
        clock.now += play.takes_s
        return play.turns.pop(0) if play.turns else None

    def commit(_, turn):
        done.append("commit")
        return SimpleNamespace(ai="asked" if play.turns else None, has_people=play.has_people)

    monkeypatch.setattr(ai_jobs, "think", think)
    monkeypatch.setattr(ai_jobs, "commit_turn", commit)
    monkeypatch.setattr(ai_jobs, "sleep_until", lambda at_ms: done.append(("sleep", at_ms - NOW_MS)))
    monkeypatch.setattr(ai_jobs.timer, "call_at", lambda at_ms, call: done.append(("timer", at_ms - NOW_MS, call)))
    games = SimpleNamespace(
        load=lambda game_id: SimpleNamespace(id=game_id, ai=play.asked, has_people=play.has_people),
        queue=SimpleNamespace(
            serve_people=lambda: done.append("a person's turn"), wake=lambda game: done.append(("call", game.id))
        ),
        store=SimpleNamespace(agenda=agenda),
        wake=lambda game: done.append("wake"),
    )

    def turns(due, is_short):
        return [SimpleNamespace(game=SimpleNamespace(id="g_a"), due_ms=NOW_MS + ms, is_short=is_short) for ms in due]

    def run(*due, is_short=False):
        play.turns = turns(due, is_short)
        play_game(games, "g_a")
        return [what for what in done if what != "a person's turn"]

    def run_claimed(*claims, due=(), is_short=True):
        """A job for turns that people wait for, which claims these games."""
        play.turns, left = turns(due, is_short), [*claims, []]
        agenda.claim_turns = lambda game_id: left.pop(0) if left else []
        play_due_turns(games, "g_a")
        return done

    agenda.leave = lambda game_id: done.append("leave") or play.is_due
    agenda.give_back = lambda game_id, since: done.append(("give back", game_id))
    monkeypatch.setattr(ai_jobs, "answers_at_once", lambda game: game.id not in play.searches)
    play = SimpleNamespace(
        asked=SimpleNamespace(since="asked"),
        takes_s=0.1,
        has_people=False,
        agenda=agenda,
        done=done,
        games=games,
        run=run,
        run_claimed=run_claimed,
        searches=(),
        is_due=False,
    )
    return play


def test_answers_that_are_due_are_committed_one_after_the_other(play):
    assert play.run(0, -5, -1) == 3 * ["commit"] + ["wake"]


def test_after_a_second_another_job_goes_on(play):
    play.takes_s = 0.6
    assert play.run(0, 0, 0, 0) == 2 * ["commit"] + ["wake"]


def test_a_search_holds_its_turn_every_third_of_a_second_and_ends_at_its_time_cap(play, clock):
    play.takes_s = 0
    play.run()
    for clock.now, holds, stops in ((1000.2, 0, False), (1000.375, 1, False), (1000.5, 1, True), (1000.75, 2, True)):
        assert play.should_stop() is stops
        assert len(play.agenda.calls) == 1 + holds


def test_people_go_first_between_the_turns_of_computers_and_during_their_search_whose_time_does_not_run_then(
    play, clock
):
    play.run(0, 0)
    assert play.done == ["commit", "a person's turn", "commit", "wake"]
    play.done.clear()
    play.games.queue.serve_people = lambda: setattr(clock, "now", clock.now + 5)
    assert not play.should_stop()


def test_an_answer_that_is_due_later_is_given_to_the_timer_which_commits_it(play):
    ((what, at_ms, call),) = play.run(400)
    assert (what, at_ms, play.agenda.calls[-1]) == ("timer", 400, (TURN, "g_a", 3000))
    play.done.clear()
    call()
    assert play.done == ["commit", "wake"]


def test_a_worker_waits_itself_for_a_short_answer(play):
    assert play.run(2, is_short=True) == [("sleep", 2), "commit", "wake"]


def test_turns_that_are_claimed_together_are_decided_first_and_then_committed_each_at_its_time(play):
    claimed = play.run_claimed(["g_a", "g_b"], ["g_c"], due=(2, 3, 1))
    assert claimed == [("sleep", 2), "commit", ("sleep", 3), "commit", ("sleep", 1), "commit"]


def test_an_answer_at_a_pace_is_given_to_the_timer_and_its_turn_held(play):
    ((what, at_ms, _),) = play.run_claimed(["g_a"], due=(400,), is_short=False)
    assert (what, at_ms, play.agenda.calls) == ("timer", 400, [(TURN, "g_a", 3000)])


def test_before_its_search_a_worker_commits_what_it_has_and_leaves_other_searches_to_others(play):
    play.searches, play.has_people = ("g_a", "g_c"), True
    claimed = play.run_claimed(["g_a", "g_b", "g_c"], due=(2, 0), is_short=True)
    expected = [("sleep", 2), "commit", "leave", ("give back", "g_c"), ("call", "g_c"), ("sleep", 0), "commit"]
    assert claimed == expected


def test_another_worker_is_called_for_what_is_due_when_a_search_begins(play):
    play.searches, play.is_due = ("g_a",), True
    assert play.run_claimed(["g_a"], due=(0,))[:2] == ["leave", ("call", "g_a")]


def test_after_a_second_another_job_claims_what_is_due(play):
    play.takes_s, play.is_due = 1.1, True
    assert play.run_claimed(["g_a"], ["g_b"], due=(0, 0)) == [("sleep", 0), "commit", "leave", ("call", "g_a")]


def test_a_game_that_waits_for_no_computer_or_is_played_by_another_worker_is_left(play):
    play.asked = None
    assert play.run(0) == []
    assert play.agenda.calls == []
    play.asked, play.agenda.has_turn = "asked", False
    assert play.run(0) == []
    play.agenda.has_turn = True
    assert play.run() == []


def test_a_game_that_is_gone_or_whose_turn_is_lost_ends_the_job(play):
    def gone(_):
        raise Problem("game/not_found", "It has expired.")

    play.games.load = gone
    assert play.run(0) == []


def test_an_answer_that_cannot_be_committed_any_more_ends_nothing_else(play, monkeypatch):
    def gone(*_):
        raise Problem("game/not_found", "It has expired.")

    monkeypatch.setattr(ai_jobs, "commit_turn", gone)
    ai_jobs._finish_turn(play.games, SimpleNamespace(game=SimpleNamespace(id="g_a")))
    assert play.done == []
