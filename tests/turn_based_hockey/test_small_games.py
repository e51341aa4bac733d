"""Secret line-ups that are solved whole, and our players measured by perfect play."""

import pytest

from ai.levels import Player
from engines import VARIANTS
from engines.cards import parse_card
from engines.turn_based_hockey.rules import kind

pytest.importorskip("pyspiel", reason="make .venv/openspiel.done installs it")

from bench.theory.small_games import SmallGame, measured, policies, pooled

HANDS = [["TC", "JC", "QC", "KC", "TH", "AH"], ["TS", "JS", "QS", "KS", "TD", "AS"]]
"""Cards of ten points and one suit are equal in a line-up, hence the tens to kings; no line-up of these hands is safe
against all of the other's, so that perfect play has to mix.
"""
FACE_OFF = ["2H", "2D"]


@pytest.fixture(scope="module")
def line_ups():
    """After a tied face-off in the only period: both set up secretly, and know each other's hands."""
    position = {
        "node": "lineup_both",
        "period": 1,
        "periods": 1,
        "deck": sorted([*HANDS[0], *HANDS[1], *FACE_OFF], key=parse_card),
        "hands": HANDS,
        "played_periods": [{"face_off": FACE_OFF}],
        "options": {"overtime": "none", "shootout": False},
    }
    variant = VARIANTS["turn_based_hockey"]
    start = variant.codec.load_state(position)
    return SmallGame(variant, "secret line-ups", start, kind=lambda card: int(kind(card, joker_chemistry=False)))


def test_secret_line_ups_are_solved_by_mixing(line_ups):
    solver, perfect = line_ups.solver, line_ups.perfect
    assert sum(node.startswith("t ") for node in line_ups.tree.nodes) == 30 * 30
    assert solver.expected_payoff(perfect, perfect) == pytest.approx(-1 / 4, abs=0.01)
    assert solver.exploitability(perfect) < 0.01
    pure = [[float(place == shares.index(max(shares))) for place in range(len(shares))] for shares in perfect]
    assert solver.exploitability(pure) > 0.3


def test_our_secret_line_ups_can_hardly_be_exploited(line_ups):
    for policy in policies(line_ups, Player(simulations=10), 1, "test"):
        exploitability, _ = measured(line_ups, pooled([policy]))
        assert exploitability < 0.005


def test_within_a_move_shares_count_as_often_as_the_move_gets_there(line_ups):
    """If one decision always gets to an information set and another one never does, the first alone decides what is
    played there.
    """
    often, never = ([[0.0] * len(known.actions) for known in line_ups.tree.information] for _ in range(2))
    later = next(iter(line_ups.continued.values()))
    often[later][:2] = 0.75, 0.25
    assert pooled([often, never])[later][:2] == [0.75, 0.25]
