"""The shuffles of docs/fairness.md, which says which number of a shuffle is which card."""

import re
from pathlib import Path

from engines import VARIANTS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
PACK = re.search(r"\| 0 to 53 \| `(.*)` \|", DOCUMENT)[1].split()


def backwards(size):
    """An order that is easy to follow: the last number first."""
    return list(range(size))[::-1]


def new_game(key, **options):
    variant = VARIANTS[key]
    return variant, variant.new_game(variant.resolve_options(None, options)[1])


def dealt(variant, state, *firsts):
    """Deal each shuffle with these numbers first, or backwards; returns the events."""
    state.log = []
    for first in firsts:
        rest = backwards(int(state.shuffle_needed()))
        state.deal_order([*first, *(number for number in rest if number not in first)])
    return [variant.codec.dump_event(tuple(event), 0) for event in state.log]


def cards_of_the_cut(key):
    """The cards that seats 0 and 1 draw if the queen of hearts and the three of spades are the first two."""
    shown = [str(event) for event in dealt(*new_game(key), [PACK.index("QH"), PACK.index("3S")])]
    (cut,) = [event for event in shown if "QH" in event]
    return re.findall(r"'([2-9TJQKA][CDHS])'", cut)


def hand(variant, state, seat):
    return set(variant.codec.private(variant.observe(state, seat))["hand"])
