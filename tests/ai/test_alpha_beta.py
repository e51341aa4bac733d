"""Exact play: against a minimax without cuts, in the last deals of Hockey, and where not everything is known."""

import json

import pytest

from ai.choose import choose
from ai.games import make_heuristic
from ai.heuristic import Heuristic
from ai.levels import LEVELS, Player
from ai.search.alpha_beta import MAX_DEPTH, STOP_EVERY, AlphaBeta
from engines import VARIANTS
from engines.api import CHANCE, OVER, State
from engines.cards import card_text
from engines.hockey.rules import HockeyState
from engines.rng import Rng
from tests.engines.table import step
from tests.hockey.table import keen_step, texts

HOCKEY = VARIANTS["hockey"]
NO_LIMIT = 10**9
EXACT = Player(simulations=20, exact=True)
SEARCH = Player(simulations=20)


def last_deals(preset, count, cards, seed="endings", **changes):
    """Positions of keen random games in the last deal of a period, with this many cards in the hand of the seat to
    play.
    """
    rng, found = Rng(f"{seed} {preset}"), []
    while len(found) < count:
        state = HOCKEY.new_game({**HOCKEY.presets[preset], **changes})
        while (seat := state.to_act()) != OVER:
            if seat != CHANCE and state.period > 0 and state.undealt() == 0 and state.hands[seat].size == cards:
                found.append(state.clone())
            (keen_step if rng.below(3) > 0 else step)(state, rng)
    return found[:count]


def minimax(state) -> float:
    """Payoff of side 0 to the end of the period: every legal card tried, nothing cut, nothing reused."""
    if state.to_act() == OVER:
        return state.payoff(0)
    if state.to_act() == CHANCE:
        return make_heuristic("hockey").estimate(state)
    seat = state.to_act()
    values = []
    for action in state.legal_actions(seat):
        after = state.clone()
        after.apply(seat, action)
        values.append(minimax(after))
    return max(values) if seat % 2 == 0 else min(values)


def solve(state, limit=NO_LIMIT) -> dict[int, float | None]:
    """The value of every distinct action for the side to act."""
    solver = AlphaBeta(state, make_heuristic("hockey"), limit)
    return {action: solver.value(action) for action in state.distinct_actions(state.to_act())}


# -- the values


@pytest.mark.parametrize("preset", HOCKEY.presets)
def test_every_action_has_the_value_of_minimax(preset):
    for state in last_deals(preset, 8, cards=2 if HOCKEY.presets[preset]["seats"] == 4 else 3):
        seat = state.to_act()
        for action, value in solve(state).items():
            after = state.clone()
            after.apply(seat, action)
            assert value == pytest.approx((1 if seat % 2 == 0 else -1) * minimax(after), abs=1e-12)


@pytest.mark.parametrize("preset", [preset for preset, options in HOCKEY.presets.items() if options["seats"] == 2])
def test_a_full_last_deal_ends_as_calculated_if_both_sides_play_exactly(preset):
    cards = HOCKEY.presets[preset]["deals"][-1]
    state = next(state for state in last_deals(preset, 20, cards) if state.plays == state.deal_began)
    side = 1 if state.to_act() % 2 == 0 else -1
    expected = max(solve(state).values())
    while (seat := state.to_act()) not in (CHANCE, OVER):
        state.apply(seat, choose(HOCKEY, HOCKEY.observe(state, seat), EXACT, Rng(1)).actions[0])
    end = state.payoff(0) if state.to_act() == OVER else make_heuristic("hockey").estimate(state)
    assert side * end == pytest.approx(expected, abs=1e-12)


def test_a_goal_that_can_be_forced_is_found():
    """The Jack's breakaway can only be answered with fives. After the five comes a breakaway of the other side, stolen
    by the Jack.
    """
    state = HOCKEY.codec.load_state(
        {
            "deck": ["5C", "5D", "5H", "JC"],
            "options": {"deals": [2], "periods": 1},
            "hands": [["5C", "JC"], ["5D", "5H"]],
            "dealer": 1,
        }
    )
    assert by_rank(solve(state)) == {"5": 0.0, "J": 1.0}


def by_rank(values):
    return {card_text(action)[0]: round(value, 12) for action, value in values.items()}


def test_values_are_the_same_compiled_and_interpreted():
    state = last_deals("standard", 15, 6)[14]
    assert by_rank(solve(state)) == {"2": -0.593581112009, "5": 0.0, "J": 0.0, "K": 0.0}


# -- its bounds


def test_positions_are_bounded():
    state = last_deals("standard", 1, 6)[0]
    solver = AlphaBeta(state, make_heuristic("hockey"), 50)
    assert [solver.value(action) for action in state.distinct_actions(state.to_act())][-1] is None
    assert solver.ran_over
    assert solver.positions == 50


def test_a_solver_stops_when_its_time_is_over():
    state, asked = last_deals("standard", 1, 6)[0], []
    solver = AlphaBeta(state, make_heuristic("hockey"), NO_LIMIT, lambda: len(asked) == 3 or asked.append(1) or False)
    assert [solver.value(action) for action in state.distinct_actions(state.to_act())][-1] is None
    assert solver.positions == 3 * STOP_EVERY


def test_an_ending_that_is_too_long_is_searched():
    state = last_deals("standard", 1, 8, deals=[6, 6, 6, 8])[0]
    assert make_heuristic("hockey").has_perfect_information(state, state.to_act())
    decision = choose(HOCKEY, HOCKEY.observe(state, state.to_act()), EXACT, Rng(1))
    assert (decision.simulations, decision.exact) == (20, False)


class Endless(State):
    """One seat and one action, without end."""

    def to_act(self):
        return 0

    def fill_actions(self, seat, actions):
        actions[0] = 7
        return 1

    def apply(self, seat, action):
        self.ply += 1

    def clone(self):
        return Endless()

    def copy_from(self, other):
        self.ply = other.ply


def test_depth_is_bounded():
    solver = AlphaBeta(Endless(), Heuristic(), NO_LIMIT)
    assert solver.value(7) is None
    assert solver.positions == MAX_DEPTH


# -- where it is used


@pytest.mark.parametrize("preset", HOCKEY.presets)
def test_a_position_is_open_where_only_one_deal_of_the_hidden_cards_is_left(preset):
    rng, open_positions = Rng(f"open {preset}"), 0
    state = HOCKEY.new_game(HOCKEY.presets[preset])
    while (seat := state.to_act()) != OVER:
        if seat != CHANCE and state.period > 0:
            observation = HOCKEY.observe(state, seat)
            deals = [hands(observation.determinize(rng)) for _ in range(8)]
            is_open = make_heuristic("hockey").has_perfect_information(state, seat)
            assert is_open == all(deal == deals[0] for deal in deals)
            open_positions += is_open and len(state.distinct_actions(seat)) > 1
        step(state, rng)
    assert (open_positions > 0) == (HOCKEY.presets[preset]["seats"] == 2)


def hands(state: HockeyState):
    return [texts([hand.cards[i] for i in range(hand.size)]) for hand in state.hands]


def test_cards_shown_in_refused_starting_piles_can_open_a_first_deal():
    """All that is left in the pack has been seen there, so the unseen cards are the other hand."""
    first = {"options": HOCKEY.presets["wiggum"], "starting_pile": ["3C", "4C", "5C", "6C"]}
    stock = HOCKEY.codec.dump_state(HOCKEY.codec.load_state(first))["stock"]
    heuristic = make_heuristic("hockey")
    assert heuristic.has_perfect_information(HOCKEY.codec.load_state({**first, "refused": stock}), 0)
    assert not heuristic.has_perfect_information(HOCKEY.codec.load_state({**first, "refused": stock[1:]}), 0)


def test_a_player_who_forgets_cards_never_knows_them_all():
    state = last_deals("standard", 1, 6)[0]
    assert make_heuristic("hockey").has_perfect_information(state, state.to_act())


def test_exact_levels_answer_with_exact_values():
    state = last_deals("standard", 1, 6)[0]
    decision = choose(HOCKEY, HOCKEY.observe(state, state.to_act()), EXACT, Rng(1))
    assert (decision.simulations, decision.stopped, decision.exact) == (20, False, True)
    assert {candidate.action: candidate.value for candidate in decision.candidates} == solve(state)
    assert decision.candidates[0].value == max(solve(state).values())


def test_among_equals_the_search_decides():
    """Against exact play they are the same; against a player who errs they are not."""
    state = last_deals("standard", 1, 6)[0]
    candidates = choose(HOCKEY, HOCKEY.observe(state, state.to_act()), EXACT, Rng(1)).candidates
    equals = [candidate.visits for candidate in candidates if candidate.value == candidates[0].value]
    assert len(equals) > 1
    assert equals == sorted(equals, reverse=True)


def test_other_levels_search_the_last_deal_too():
    state = last_deals("standard", 1, 6)[0]
    decision = choose(HOCKEY, HOCKEY.observe(state, state.to_act()), SEARCH, Rng(1))
    assert (decision.simulations, decision.exact) == (20, False)


def test_the_strongest_levels_play_endings_exactly():
    assert [level.exact for level in LEVELS] == sorted(level.exact for level in LEVELS)
    assert LEVELS[-2].exact


@pytest.mark.parametrize("preset", HOCKEY.presets)
def test_hidden_cards_do_not_change_an_exact_choice(preset):
    """In the last two deals: the game as it is and as the seat may imagine it."""
    cards = HOCKEY.presets[preset]["deals"][-1]
    rng, compared = Rng(f"hidden {preset}"), 0
    state = HOCKEY.new_game(HOCKEY.presets[preset])
    while state.to_act() != OVER:
        seat = state.to_act()
        if seat != CHANCE and state.period > 0 and state.undealt() <= 2 * cards:
            imagined = HOCKEY.observe(state, seat).determinize(rng)
            compared += json.dumps(HOCKEY.codec.dump_state(imagined)) != json.dumps(HOCKEY.codec.dump_state(state))
            decisions = [choose(HOCKEY, HOCKEY.observe(seen, seat), EXACT, Rng("same")) for seen in (state, imagined)]
            assert decisions[0] == decisions[1]
        step(state, rng)
    assert compared
