"""Whole games in the browser, by tapping what is legal, of one period where there are any; test_transfer.py plays three
periods of Hockey.
"""

from itertools import cycle

import pytest

from engines import VARIANTS

LOOKS = ({"language": "fr", "size": "phone", "scheme": "dark"}, {}, {"size": "phone"}, {"language": "fr"})
GAMES = {"partnership": ("hockey", {"preset": "partnership"}, {"scheme": "dark"})} | {
    key: (key, {}, look) for key, look in zip([key for key in VARIANTS if key != "hockey"], cycle(LOOKS))
}
COMPUTER = {"kind": "ai", "level": 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_tapping_what_is_legal(visit, name):
    variant, settings, wishes = GAMES[name]
    visitor = visit(**wishes)
    seats = [{"kind": "person", "name": "Ida"}] + [COMPUTER] * (3 if name == "partnership" else 1)
    short = {"options": {"periods": 1}} if "periods" in VARIANTS[variant].options else {}
    visitor.create(variant, seats, **settings, **short)
    visitor.start_tapping(6)
    visitor.wait_for_taps(6)
    visitor.shoot(f"table-{name}")
    assert visitor.violations() == []
    visitor.start_tapping()
    assert visitor.wait_for_result()
    visitor.shoot(f"after-{name}")
    assert visitor.violations() == []
