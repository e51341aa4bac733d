"""The variant suite under every switch of Card Hockey."""

from dataclasses import replace
from typing import Any

import pytest

from engines.card_hockey import VARIANT
from engines.card_hockey.options import STANDARD
from tests.engines.variant_suite import CHECKS, Rules, check_determinizations

SWITCHES: dict[str, dict[str, Any]] = {
    "either": {"flip_mode": "either"},
    "auto": {"flip_mode": "auto"},
    "no_shootout": {"shootout": False},
    "one_period": {"periods": 1, "penalty_turns": 1},
    "five_periods": {"periods": 5, "penalty_turns": 4, "flip_mode": "either"},
    "penalty_ends_on_goal": {"penalty_ends_on_goal": True, "flip_mode": "either"},
    "cannot_draw": {"period_end": "cannot_draw", "penalty_turns": 4},
    "return_goal_cards": {"return_goal_cards": True, "switch_ends": True, "flip_mode": "either"},
    "auto_everything": {
        "flip_mode": "auto",
        "return_goal_cards": True,
        "period_end": "cannot_draw",
        "penalty_ends_on_goal": True,
    },
}
SWITCHED = replace(VARIANT, presets={name: STANDARD | changes for name, changes in SWITCHES.items()})
NOTHING_HIDDEN = ("auto", "auto_everything")
"""Games that only ever stand still at a shuffle or at their end: there two determinizations cannot differ."""


CASES = [
    (name, check)
    for name in SWITCHES
    for check in CHECKS
    if check is not check_determinizations or name not in NOTHING_HIDDEN
]


@pytest.mark.parametrize(("preset", "check"), CASES, ids=lambda part: part if isinstance(part, str) else part.__name__)
def test_variant_suite_under_every_switch(preset, check):
    check(Rules(SWITCHED, preset))
