"""The variant suite under the switches that change the course of Turn-Based Hockey."""

from dataclasses import replace

import pytest

from engines.turn_based_hockey import VARIANT
from tests.engines.variant_suite import CHECKS, Rules
from tests.turn_based_hockey.table import FLOWS

EVERY_FLOW = replace(VARIANT, presets=FLOWS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("flow", [flow for flow in FLOWS if flow != "standard"])
def test_variant_suite(flow, check):
    check(Rules(EVERY_FLOW, flow))
