"""Opponents at Ice Cold Ice Hockey: what the heuristic knows, and that it and the search play by it."""

import pytest

from ai import choose
from ai.arena import play_match
from ai.heuristics.ice_cold_ice_hockey import IceColdHeuristic, make
from ai.heuristics.ice_cold_view import View
from ai.levels import RANDOM, Level
from engines import VARIANTS
from engines.api import CHANCE, OVER, action_buffer
from engines.ice_cold_ice_hockey import codec, observe
from engines.ice_cold_ice_hockey import match as numbers
from engines.ice_cold_ice_hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.ice_cold_ice_hockey_table import Table, game, random_game, step

GAME = VARIANTS["ice_cold_ice_hockey"]
HEURISTIC = Level(90, "heuristic", "")
SEARCH = Level(91, "search", "", simulations=100)
SMALL = {"sizes": {"periods": 1, "passes": 1}}
"""A game of one pass."""


def rated(table: Table, heuristic: IceColdHeuristic | None = None) -> dict[str, float]:
    """Every move of whoever is asked with its rating: ``play 15``, ``dump_deep``."""
    state = table.state
    seat = int(state.to_act())
    actions = state.legal_actions(seat)
    values = (heuristic or make(True)).ratings(state, seat, actions)
    return {words(state, seat, action): value for action, value in zip(actions, values, strict=True)}


def words(state, seat: int, action: int) -> str:
    move = codec.encode_actions(state, seat, [action])
    return f"{move['type']} {int(move['card'])}" if "card" in move else move["type"]


def best(table: Table) -> str:
    """The move that is rated best."""
    values = rated(table)
    return max(values, key=values.__getitem__)


def reason(table: Table, move: str, counts_cards: bool = True) -> str:
    state, seat = table.state, int(table.state.to_act())
    action = next(action for action in state.legal_actions(seat) if words(state, seat, action) == move)
    return make(counts_cards).reason(state, seat, action)


def games(**options):
    """Random games of one pass, state by state, with a seat that has to decide."""
    rng = Rng("games")
    for _ in range(8):
        state = codec.load_state({"node": "shuffle", "options": options, **SMALL})
        while state.to_act() != OVER:
            if state.to_act() != CHANCE:
                yield state, int(state.to_act()), rng
            step(state, rng)


# -- what it sees


def test_ratings_and_reasons_use_nothing_that_the_seat_does_not_know():
    for counts_cards in (True, False):
        heuristic = make(counts_cards)
        for state, seat, rng in games():
            actions = state.legal_actions(seat)
            other = observe(state, seat).determinize(rng)
            assert heuristic.ratings(state, seat, actions) == heuristic.ratings(other, seat, actions)
            assert [heuristic.reason(state, seat, a) for a in actions] == [heuristic.reason(other, seat, a) for a in actions]


def test_whoever_does_not_count_does_not_look_at_the_discards():
    table, other = game("33 20", puck="H OZ", discards="5 10 22 23 34"), game("33 20", puck="H OZ", discards="1 2 3 4 6")
    assert reason(table, "outside_shot") != reason(other, "outside_shot")
    assert reason(table, "outside_shot", counts_cards=False) == reason(other, "outside_shot", counts_cards=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_ratings_and_estimates_are_expected_payoffs_with_reasons(preset):
    heuristic = make(True)
    for state, seat, _ in games(**PRESETS[preset]):
        actions = state.legal_actions(seat)
        assert all(-1.0 <= value <= 1.0 for value in heuristic.ratings(state, seat, actions))
        assert all(heuristic.reason(state, seat, action) for action in actions)
        if heuristic.is_horizon(state, 0):
            assert -1.0 <= heuristic.estimate(state) <= 1.0


def test_quick_picks_are_legal_actions():
    heuristic, actions = make(True), action_buffer()
    for state, seat, rng in games():
        count = state.fill_actions(seat, actions)
        assert heuristic.pick(state, seat, actions, count, rng) in state.legal_actions(seat)


@pytest.mark.parametrize("node", numbers.NODE_NAMES[numbers.ATTACK : numbers.GAME_OVER])
def test_every_kind_of_decision_is_rated(node):
    """All 15 of section 16, in random games that stop there; not all options of a decision are worth the same."""
    for number in range(60):
        table = random_game(f"{node} {number}", until=node)
        if table.state.to_act() != OVER and len(table.options()) > 1 and len(set(rated(table).values())) > 1:
            return
    pytest.fail("no such decision was found")


def test_the_chance_of_a_shot_is_the_exact_ratio_of_the_unseen_cards():
    """Of E36: 62 is gone, so nothing blocks; 58 cards are unseen, two with an outside goal and eight with a rebound."""
    table = game("1 2 4 6 7", puck="H OZ", discards="62")
    view = make(True).view(table.state, 0)
    assert view.pool_size == 58
    inside = goals(view, "is_result", 0) / (1 - goals(view, "is_result", 5))
    expected = goals(view, "os_result", 0) + goals(view, "os_result", 5) * inside
    assert view.chance_to_score(False, False) == pytest.approx(expected)
    assert reason(table, "outside_shot") == f"scores in {round(100 * expected)} of 100 cases"


def goals(view: View, line: str, result: int) -> float:
    """Share of a result in a line of the unseen cards."""
    cards = [int(view.pool[i]) for i in range(view.pool_size)]
    return sum(getattr(view.deck, line)[card] == result for card in cards) / len(cards)


# -- strength


def test_it_beats_random_play():
    """Measured: 90 % of mirrored games."""
    options = GAME.resolve_options(None, None)[1]
    assert play_match(GAME, options, HEURISTIC, RANDOM, 15).won_of_decided >= 0.75


def test_the_search_plays_to_the_end_of_a_small_game():
    rng = Rng("search")
    state = codec.load_state({"node": "shuffle", **SMALL})
    while state.to_act() != OVER:
        seat = int(state.to_act())
        if seat == CHANCE or state.ply % 10 != 0:
            step(state, rng)
            continue
        decision = choose(GAME, observe(state, seat), SEARCH, rng)
        assert decision.actions[0] in state.legal_actions(seat)
        state.apply(seat, decision.actions[0])
