"""Grades of moves: what a move gives away, from the observation alone, with intervals that cover the truth."""

import inspect
import math
from dataclasses import replace
from itertools import islice
from statistics import fmean

import pytest

import ai.outlook
import ai.trained
from ai import grading, play
from ai.choose import choose
from ai.grading import ADVISER, BLUNDER_LOSS, INACCURACY_LOSS, Grade, Stopped, grade, grade_of
from ai.levels import LEVELS, RANDOM, Player
from ai.outlook import PLAYOUTS, TRIED, ByNetwork, outlook
from ai.prospects import FEWEST, Estimate, certain, loss_of, outcomes_of, prospects_of
from ai.reasons import contrast
from bench.strength import grades
from bench.strength.grades import losses, planted
from engines import VARIANTS, is_compiled
from engines.rng import Rng
from tests.games import LEARNED, SOLVED

JUDGED = [key for key in LEARNED if key not in SOLVED]
"""A network decides at the strongest level."""
QUICK = Player(simulations=30)
DECISIVE = [key for key, variant in VARIANTS.items() if variant.has_decisions]

FEWER = 1 if is_compiled() else 6
"""Interpreted, the same tests look at fewer positions with fewer simulations."""


@pytest.fixture(autouse=True)
def less_work(monkeypatch):
    monkeypatch.setattr(grading, "DEALS", grading.DEALS // FEWER)
    monkeypatch.setattr(ai.outlook, "PLAYOUTS", PLAYOUTS // FEWER)
    monkeypatch.setattr(ai.outlook, "SOLUTION", ai.outlook.SOLUTION // FEWER)


@pytest.fixture
def no_networks(monkeypatch):
    """As under options that no network has learned."""
    monkeypatch.setattr(ai.trained, "trained_network", lambda key, state: None)


def positions(key, seed="grading", player=QUICK):
    """A game of quick players: each decision with the state before it."""
    variant = VARIANTS[key]
    state, rng = variant.new_game(next(iter(variant.presets.values()))), Rng(seed)
    for seat, decision in play.decisions(variant, state, player, rng):
        yield state, seat, decision


def decisions(key, most):
    """Some decisions with a choice, spread over a game."""
    found = [
        (state.clone(), seat, decision)
        for state, seat, decision in positions(key)
        if len(state.distinct_actions(seat)) > 2
    ]
    return found[:: max(1, len(found) // most)][:most]


# -- prospects


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("player", [Player(simulations=100, exact=True), Player()], ids=["search", "no search"])
def test_candidates_have_prospects_on_request_and_the_move_stays_the_same(key, player):
    variant, rated = VARIANTS[key], 0
    for state, seat in [(state.clone(), seat) for state, seat, _ in positions(key)][: 40 : 5 * FEWER]:
        observation = variant.observe(state, seat)
        plain, explained = (
            choose(variant, observation, player, Rng("same"), explain=explain) for explain in (False, True)
        )
        assert not [candidate for candidate in plain.candidates if candidate.prospects is not None]
        assert [(candidate.action, candidate.value, candidate.visits) for candidate in explained.candidates] == [
            (candidate.action, candidate.value, candidate.visits) for candidate in plain.candidates
        ]
        assert explained._replace(candidates=()) == plain._replace(candidates=())
        for prospects in (candidate.prospects for candidate in explained.candidates if candidate.prospects):
            rated += 1
            assert 0 <= prospects.win.low <= prospects.win.mean <= prospects.win.high <= 1
            assert prospects.goals.low <= prospects.goals.mean <= prospects.goals.high
    assert rated


@pytest.mark.parametrize("key", JUDGED)
def test_whoever_is_asked_the_move_leads_to_what_legends_network_expects(key):
    variant = VARIANTS[key]
    for state, seat, _ in decisions(key, 12 // FEWER):
        observation = variant.observe(state, seat)
        for player in (Player(), Player(simulations=30), LEVELS[0], LEVELS[-1]):
            decision = choose(variant, observation, player, Rng(1), explain=True)
            if not decision.exact:
                value = outlook(variant, observation, Rng(2)).value(decision.actions)
                assert decision.candidates[0].prospects == value
                assert value.win.low < value.win.mean < value.win.high


@pytest.mark.parametrize("key", JUDGED)
def test_under_options_that_no_network_has_learned_simulations_say_what_a_move_leads_to(key, no_networks):
    variant = VARIANTS[key]
    state, seat, decision = decisions(key, 1)[0]
    observation = variant.observe(state, seat)
    explained = choose(variant, observation, LEVELS[-1], Rng(1), explain=True)
    assert not [candidate for candidate in explained.candidates if candidate.prospects is None]
    assert grade(variant, observation, decision.actions, Rng(1)).prospects is not None


@pytest.mark.parametrize("key", JUDGED)
def test_the_same_move_in_the_same_deal_leads_to_the_same(key):
    variant = VARIANTS[key]
    for state, seat, decision in decisions(key, 3):
        judging = outlook(variant, variant.observe(state, seat), Rng(3))
        move = list(decision.actions)
        found = [one for one, _ in zip(judging.deals([move, move]), range(5), strict=False)]
        assert all(one == two for one, two in found)
        assert len({one for one, _ in found}) > 1 or all(abs(one[0]) == 1.0 for one, _ in found)


@pytest.mark.parametrize("key", JUDGED)
def test_a_hint_and_a_grade_take_a_bounded_number_of_playouts(key, monkeypatch):
    count, deals = [0], ByNetwork.deals

    def counted(judging, moves, *cut):
        for found in deals(judging, moves, *cut):
            count[0] += len(found)
            yield found

    monkeypatch.setattr(ByNetwork, "deals", counted)
    variant = VARIANTS[key]
    for state, seat, decision in decisions(key, 6 // FEWER or 1):
        observation = variant.observe(state, seat)
        choose(variant, observation, LEVELS[-1], Rng(1), explain=True)
        assert count[0] <= max(PLAYOUTS, FEWEST * TRIED)
        count[0] = 0
        grade(variant, observation, decision.actions, Rng(1))
        assert count[0] <= 2 * grading.DEALS
        count[0] = 0


def test_hardly_tried_moves_have_no_prospects():
    assert prospects_of(outcomes_of([(1.0, 2.0)] * (FEWEST - 1)), 0) is None
    assert prospects_of(None, 0) is None


@pytest.mark.parametrize("count", [10, 40, 300])
@pytest.mark.parametrize("chance", [0.1, 0.5, 0.9])
def test_intervals_cover_the_truth_in_about_95_of_100_cases(count, chance):
    rng, covered, goals = Rng(f"{count} {chance}"), 0, 0
    for _ in range(400):
        found = prospects_of(
            outcomes_of([(1.0 if rng.chance() < chance else -1.0, 3 * rng.chance()) for _ in range(count)]), 1
        )
        covered += found.win.low <= chance <= found.win.high
        goals += found.goals.low <= 0.5 <= found.goals.high
    assert covered >= 0.92 * 400
    assert goals >= 0.92 * 400


# -- grades


@pytest.mark.parametrize("key", DECISIVE)
def test_what_a_hint_says_is_no_mistake(key):
    variant = VARIANTS[key]
    grades = []
    for state, seat, _ in decisions(key, 24 // FEWER):
        observation = variant.observe(state, seat)
        hint = choose(variant, observation, ADVISER, Rng("hint"))
        grades.append(grade(variant, observation, hint.actions, Rng("graded")))
    assert not [graded for graded in grades if not (graded is None or graded.grade in (Grade.BEST, Grade.GOOD))]
    if key in JUDGED:
        assert not [graded for graded in grades if not (graded is None or graded.loss == certain(0.0))]


@pytest.mark.parametrize("key", SOLVED)
def test_a_hint_with_any_seed_is_graded_best(key, monkeypatch):
    """It is drawn from the moves that a grade knows: those of one solver, whatever the seed."""
    adviser, variant, differ = replace(ADVISER, simulations=ADVISER.simulations // (4 * FEWER)), VARIANTS[key], 0
    monkeypatch.setattr(grading, "ADVISER", adviser)
    for state, seat, _ in decisions(key, 4):
        observation = variant.observe(state, seat)
        hints = {choose(variant, observation, adviser, Rng(f"seed {number}")).actions for number in range(4)}
        grades = [grade(variant, observation, hint, Rng("graded")) for hint in hints]
        assert {graded.grade for graded in grades if graded is not None} <= {Grade.BEST}
        differ += len(hints) > 1
    assert differ, "some hints are drawn"


@pytest.mark.skipif(not is_compiled(), reason="many playouts to the end")
@pytest.mark.parametrize("key", JUDGED)
def test_planted_blunders_are_found(key):
    """Moves that lose 0.1 of the probability to win or more, as playouts to the end show."""
    assert all(planted(VARIANTS[key], "test", 120, most=300))


def test_moves_are_played_on_only_where_no_one_else_has_chosen_in_secret():
    """A determinization makes a secret choice a random one, against which other moves are good."""
    variant = VARIANTS["turn_based_hockey"]
    chosen = [
        [observation.known.has_committed(1 - observation.seat) for observation, _, _ in islice(found, 20)]
        for found in (
            grades.decisions(variant, Player(), "open", all_open=True),
            grades.decisions(variant, Player(), "open"),
        )
    ]
    assert not any(chosen[0])
    assert any(chosen[1])


@pytest.mark.skipif(not is_compiled(), reason="many playouts to the end")
@pytest.mark.parametrize("key", ["hockey", "blades_of_steel"])
def test_marked_moves_lose_where_legend_plays_on(key):
    """A small sample, in games that are soon over; ``faceoff bench grades`` measures it."""
    said, lost = zip(*islice(losses(VARIANTS[key], "test", 12), 12), strict=True)
    assert fmean(said) > 0.03
    assert fmean(lost) > 0.02


@pytest.mark.parametrize("key", DECISIVE)
def test_random_moves_lose_more_and_are_shown_a_better_one(key):
    variant, rng = VARIANTS[key], Rng("random moves")
    graded = []
    for state, seat, _ in decisions(key, 144 // FEWER):
        observation = variant.observe(state, seat)
        played = choose(variant, observation, RANDOM, rng).actions
        found = grade(variant, observation, played, Rng("graded"))
        if found is None:
            continue
        graded.append(found)
        assert not found.prospects or found.best_prospects.win.mean - found.prospects.win.mean == pytest.approx(
            found.loss.mean, abs=0.03
        )
        after = state.clone()
        for action in found.best:
            assert action in after.legal_actions(seat)
            after.apply(seat, action)
        assert found.reason
        if found.grade is not Grade.BEST:
            assert found.reason == contrast(key, state, seat, found.best, played)
    if is_compiled():  # else they are few
        assert sum(found.loss.mean for found in graded) > 0
        assert any(found.grade not in (Grade.BEST, Grade.GOOD) for found in graded)


def test_what_cannot_be_distinguished_from_the_best_is_no_inaccuracy():
    assert grade_of(Estimate(2 * BLUNDER_LOSS, -0.01, 1.0)) is Grade.GOOD
    assert grade_of(Estimate(INACCURACY_LOSS, 0.01, 0.05)) is Grade.INACCURACY
    assert grade_of(Estimate(BLUNDER_LOSS, 0.05, 0.15)) is Grade.BLUNDER
    assert grade_of(Estimate(-0.02, -0.05, 0.01)) is Grade.BEST
    assert grade_of(Estimate(0.02, 0.015, 0.025)) is Grade.GOOD


@pytest.mark.parametrize("key", DECISIVE)
def test_hidden_cards_do_not_change_a_grade(key):
    """The game as it is and as the seat may imagine it."""
    variant = VARIANTS[key]
    for state, seat, decision in decisions(key, 3):
        imagined = variant.observe(state, seat).determinize(Rng("imagined"))
        grades = [
            grade(variant, variant.observe(seen, seat), decision.actions, Rng("same")) for seen in (state, imagined)
        ]
        assert grades[0] == grades[1]


def test_no_parameter_can_carry_a_state():
    assert list(inspect.signature(grade).parameters) == ["variant", "observation", "actions", "rng", "should_stop"]


def test_a_move_without_a_choice_is_not_graded():
    for key, variant in VARIANTS.items():
        for state, seat, decision in positions(key, player=LEVELS[0]):
            if len(decision.actions) == 1 and len(state.distinct_actions(seat)) == 1:
                assert grade(variant, variant.observe(state, seat), decision.actions, Rng(1)) is None
                break


def test_work_that_is_stopped_has_no_grade():
    state, seat, decision = decisions("hockey", 1)[0]
    with pytest.raises(Stopped):
        grade(VARIANTS["hockey"], VARIANTS["hockey"].observe(state, seat), decision.actions, Rng(1), lambda: True)


@pytest.mark.parametrize(("count", "quantile"), [(10, 2.262), (20, 2.093), (100, 1.984)])
def test_the_interval_of_a_loss_has_the_quantile_of_students_distribution(count, quantile):
    loss = loss_of(outcomes_of([(0.5, 0.0), (-0.5, 0.0)] * (count // 2)))
    margin = loss.high - loss.mean - 0.5 / count
    assert margin / math.sqrt(0.25 / 4 / (count - 1)) == pytest.approx(quantile, rel=0.015)
