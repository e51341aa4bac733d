"""Every sentence that is said of a game is true of its table, in every language."""

from itertools import islice

import pytest

import engines.api
from engines import VARIANTS
from engines.language import CODES
from tests.engines.table import module_of
from tests.engines.told import common_faults, told_games

IS_COMPILED = engines.api.__file__.endswith(".so")
COUNT = 200 if IS_COMPILED else 40
"""Games of each variant: all of them run again with the compiled engines, where they take seconds."""


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "told")])
def test_what_is_said_of_200_random_games_is_true(key):
    of_game = module_of(key, "told").faults
    for seed, told in told_games(key, COUNT):
        for code in CODES:
            lines = told[code]
            faults = [*common_faults(lines, code), *of_game(lines, code)]
            found = [f"{line.text} {dict(line.event)}: {why}" for line, why in islice(faults, 5)]
            assert found == [], f"{key}, seed {seed!r}"
