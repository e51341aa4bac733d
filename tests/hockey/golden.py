"""The golden game: random play that matches where it can."""

from engines.hockey.options import STANDARD
from tests.engines.golden import event_line
from tests.hockey.table import random_game

SEED = "golden 40"


def lines():
    yield f"Hockey, standard game, seed {SEED!r}, random play that matches where it can, as seat 0 sees it."
    for event in random_game(STANDARD, SEED, keen=True).events():
        yield event_line("hockey", STANDARD, event)
