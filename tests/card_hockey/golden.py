"""The golden game: events are the same for both seats and for those who watch."""

from engines.card_hockey.options import STANDARD
from tests.card_hockey.table import random_game
from tests.engines.golden import event_line

SEED = "golden 11"


def lines():
    yield f"Card Hockey, default switches, seed {SEED!r}. The Redwings are seat 0, the Blackhawks seat 1."
    for event in random_game(STANDARD, SEED).events():
        yield event_line("card_hockey", STANDARD, event)
