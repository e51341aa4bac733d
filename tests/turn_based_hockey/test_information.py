"""What a seat knows (3.1): commitments and benches stay secret, the rest is dealt evenly, also for observations from
outside.
"""

import json
from collections import Counter

import pytest

from engines.api import OVER, SPECTATOR, observe
from engines.rng import Rng
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.rules import HIDDEN
from tests.engines.table import step
from tests.turn_based_hockey.table import (
    FLOWS,
    Table,
    after_period,
    before_secret_lineups,
    deal,
    random_game,
    tbh,
)

ONE, TWO = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"


def test_unseen_cards_lie_evenly_in_the_other_hand_and_in_the_stock():
    table = tbh()
    own, held = set(table.hand(0)), Counter[str]()
    for guess in table.guesses(0, 600):
        assert set(guess["hands"][0]) == own
        assert len(guess["stock"]) == 10
        held.update(guess["hands"][1])
    assert len(held) == 31
    assert 350 < min(held.values()) <= max(held.values()) < 460  # 406 each expected


def test_before_period_3_the_other_seat_holds_7_of_17_unknown_cards():
    """Section 6: the discards are known."""
    table = random_game({"early_clinch": False}, "period 3", until="face_off")
    rng = Rng("period 3")
    while (table.node(), table.state.period) != ("face_off", 3):
        step(table.state, rng)
    held = {card for guess in table.guesses(0, 100) for card in guess["hands"][1]}
    assert len(held) == 17
    assert len(table.hand(1)) == 7


def test_in_overtime_with_jokers_both_hands_are_known():
    """Section 6: the 12 cards are known to both by elimination."""
    table = after_period(3, 2, 2, jokers=True)
    for seat in (0, 1):
        assert table.guesses(seat, 3) == [codec.dump_state(table.state)] * 3


def test_in_overtime_without_jokers_any_card_may_be_there():
    table = after_period(3, 2, 2)
    deal(table, ONE, TWO)
    held = Counter(card for guess in table.guesses(0, 400) for card in guess["hands"][1])
    assert set(held) == set(codec.dump_state(table.state)["stock"]) | set(TWO.split())


def test_a_committed_face_off_card_is_guessed_from_the_guessed_hand():
    table = tbh("JD", "3S")
    table.move(0, {"type": "face_off", "card": "JD"})
    chosen = Counter()
    for guess in table.guesses(1, 620):
        card, none = guess["played_periods"][0]["face_off"]
        assert none is None
        assert card in guess["hands"][0]
        chosen[card] += 1
    assert len(chosen) == 31
    assert max(chosen.values()) < 45  # 20 each expected


def test_a_committed_lineup_is_guessed_from_the_guessed_hand():
    table = before_secret_lineups(ONE, TWO)
    table.line_up(0, ONE)
    places = Counter()
    for guess in table.guesses(1, 300):
        lineup = guess["played_periods"][0]["lineups"][0]
        assert len(set(lineup)) == 6
        assert set(lineup) <= set(guess["hands"][0])
        places[lineup[0]] += 1
    assert len(places) == 30  # 52 less the seat's own 20 and the two that lie open


def test_a_secret_choice_looks_like_any_other():
    table = tbh(f"JD {ONE}", f"3S {TWO}")
    assert {table.state.seen_as(card, 1) for card in table.state.legal_actions(0)} == {HIDDEN}
    table.face_off("JD", "3S")
    assert table.state.seen_as(5, 0) == 5  # set up openly
    table = before_secret_lineups(ONE, TWO)
    assert {table.state.seen_as(card, 1) for card in table.state.legal_actions(0)} == {HIDDEN}


@pytest.mark.parametrize("flow", FLOWS)
def test_nothing_of_a_commitment_leaks(flow):
    """A seat that chooses otherwise changes nothing that others see, in views, events or refusals, until the other has
    chosen too.
    """
    rng = Rng(f"leaks {flow}")
    for seed in range(6):
        table = random_game(FLOWS[flow], f"leaks {seed}", until="deal")
        while table.state.to_act() != OVER:
            secret = table.node() in ("face_off", "lineup_both")
            if secret and table.asked() == [0, 1]:
                first = int(rng.below(2))
                shown = {after_choosing(table, first, rng) for _ in range(4)}
                assert len(shown) == 1
            step(table.state, rng)


def after_choosing(table: Table, seat: int, rng: Rng) -> str:
    """All that the other seat and a spectator get out of the position in which ``seat`` has chosen somehow."""
    copy = Table(table.state.clone())
    while copy.state.may_act(seat):
        actions = copy.state.legal_actions(seat)
        copy.state.apply(seat, actions[rng.below(len(actions))])
    assert copy.asked() == [1 - seat]
    facts = [[copy.sees(viewer), copy.events(viewer)] for viewer in (1 - seat, SPECTATOR)]
    return json.dumps([facts, copy.state.distinct_actions(1 - seat), int(copy.state.to_act()), int(copy.state.ply)])


def test_a_partly_placed_lineup_is_not_seen_and_survives_observation():
    table = before_secret_lineups(ONE, TWO)
    other, watching = table.sees(1), table.sees(SPECTATOR)
    for count in range(1, 6):
        state = table.state
        state.apply(0, state.legal_actions(0)[-1])
        assert (table.sees(1), table.sees(SPECTATOR)) == (other, watching)
        guess = observe(state, 0).determinize(Rng("partly"))
        assert guess.legal_actions(0) == state.legal_actions(0)
        assert codec.dump_observation(observe(guess, 0)) == codec.dump_observation(observe(state, 0))
        assert len(observe(state, 0).known.placed) == 2
        assert len(table.sees(0)["commitment"]) == count
