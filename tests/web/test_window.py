"""One screen: in no decision a control, a card, the table, the score or the prompt is outside the window or covered."""

import pytest

from tests.web.window import GAMES, LONG_NAMES, NAMES, SETTINGS, draw_behind, misfits, record, telling

DECISIONS, SHOWN = 60, 5
"""Recorded of a game; and shown, as different as possible."""
MOST_LAYOUTS = 20
"""At one change of a table with motion; 11 to 16 in Turn-Based Hockey, and 36 where each flight is one."""


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


def test_a_change_of_the_table_asks_the_browser_for_few_layouts(visit, address):
    """Frames stay short on a slow phone. Counted, not timed."""
    game_id, decisions = record(address, "turn_based_hockey", NAMES[:2], most=DECISIONS)
    ida = visit(size="phone", animations="full")
    ida.page.emulate_media(reduced_motion="no-preference")
    draw_behind(ida, game_id)
    inspector = ida.context.new_cdp_session(ida.page)
    inspector.send("Performance.enable")

    def counted():
        return {one["name"]: one["value"] for one in inspector.send("Performance.getMetrics")["metrics"]}

    first, *rest = decisions
    ida.page.evaluate("decision => show(decision)", first["en"])
    before = counted()
    for decision in rest:
        ida.page.evaluate("decision => show(decision)", decision["en"])
    now = counted()
    assert now["LayoutCount"] - before["LayoutCount"] <= MOST_LAYOUTS * len(rest)
