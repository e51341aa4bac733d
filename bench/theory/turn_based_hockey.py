"""Secret line-ups of Turn-Based Hockey."""

from typing import Final

from bench.theory.small_games import SmallGame
from engines import VARIANTS
from engines.cards import parse_card
from engines.turn_based_hockey.rules import kind


def secret_line_ups(first: str, second: str) -> SmallGame:
    """Turn-Based Hockey after a tied face-off in the only period: both set up secretly, and know each other's hands."""
    hands, face_off = [first.split(), second.split()], ["2H", "2D"]
    position = {
        "node": "lineup_both",
        "period": 1,
        "periods": 1,
        "deck": sorted([*hands[0], *hands[1], *face_off], key=parse_card),
        "hands": hands,
        "played_periods": [{"face_off": face_off}],
        "options": {"overtime": "none", "shootout": False},
    }
    variant = VARIANTS["turn_based_hockey"]
    title = f"Turn-Based Hockey, secret line-ups of {first} and {second}"
    start = variant.codec.load_state(position)
    return SmallGame(
        "turn_based_hockey", variant, title, start, kind=lambda card: int(kind(card, joker_chemistry=False))
    )


SMALL_GAMES: Final = (secret_line_ups("TC JC QC KC TH AH", "TS JS QS KS TD AS"),)
"""Cards of ten points and one suit are equal in a line-up, hence the tens to kings; no line-up of these hands is safe
against all of the other's, so that perfect play has to mix.
"""
