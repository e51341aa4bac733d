"""The variant suite under the switches that change the flow, what is offered, or what is seen in Blades of Steel."""

from dataclasses import replace

import pytest

from engines.blades_of_steel import VARIANT
from engines.blades_of_steel.options import STANDARD
from tests.engines.variant_suite import CHECKS, Rules

CHANGES = {
    "finish_turn": {"deck_end": "finish_turn"},
    "whole_and_weak": {"stack_spend": "whole", "weak_blocks": True, "compare": "all"},
    "weak_blocks": {"weak_blocks": True, "deck_end": "finish_turn"},
    "top_only": {"discards": "top_only"},
    "top_only_whole": {"discards": "top_only", "stack_spend": "whole", "weak_blocks": True},
    "no_overtime": {"overtime": "none"},
    "one_overtime": {"overtime_limit": 1, "compare": "all"},
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", CHANGES)
def test_variant_suite_under_other_switches(name, check):
    check(Rules(replace(VARIANT, presets={name: STANDARD | CHANGES[name]}), name))
