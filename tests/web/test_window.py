"""One screen: in no decision a control, a card, the table, the score or the prompt is outside the window or covered."""

import pytest

from tests.web.window import GAMES, LONG_NAMES, NAMES, SETTINGS, misfits, record, telling

DECISIONS, SHOWN = 60, 5
"""Recorded of a game; and shown, as different as possible."""


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_decision_needs_is_in_the_window_at_once(visit, address, name, setting):
    """On phones upright and sideways, a tablet and a desktop; also in French, with large text and long names."""
    variant, count, settings = GAMES[name]
    names = LONG_NAMES if setting == "hard" else NAMES
    game_id, decisions = record(address, variant, names[:count], most=DECISIONS, **settings)
    assert (
        misfits(visit(language=SETTINGS[setting][0]), game_id, telling(decisions, SHOWN), {setting: SETTINGS[setting]})
        == {}
    )
