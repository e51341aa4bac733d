"""The switches of 2.6: held to the table of docs/rules/blades-of-steel.md, and refused where they have no meaning."""

import pytest

from engines.api import InvalidOption
from engines.blades_of_steel.options import options_from
from engines.blades_of_steel.rules import BladesState
from engines.rng import Rng
from tests.engines.table import small_deck, step


@pytest.mark.parametrize("deck_end", ["immediate", "finish_turn"])
def test_small_games_play_by_the_same_rules(deck_end):
    options = options_from({"deck_end": deck_end, "overtime": "none"}, small_deck("239A", "CDHS"), 3)
    for seed in range(20):
        state, rng = BladesState(options), Rng(f"small {seed}")
        while state.to_act() >= -1:
            step(state, rng)
        assert state.ply <= 16
        assert state.draw_pile() == 0


def test_a_small_game_that_cannot_be_begun_is_refused():
    with pytest.raises(InvalidOption, match="two hands of 6 leave nothing to draw from 12 cards"):
        options_from({}, small_deck("234", "CDHS"))
    with pytest.raises(InvalidOption, match="cards of one rank cannot be cut"):
        options_from({}, small_deck("A", "CDHS"), 1)
