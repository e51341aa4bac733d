"""Hockey."""

from bench.strength.ceiling import Unseen
from bench.strength.habits import Habit, changed, remembers
from engines.hockey.rules import HockeyState

SEARCHED = ("standard", "original", "partnership", "wiggum")
HABITS = (
    remembers(),
    Habit("with a pair, counts on matching again", changed("HockeyHeuristic._chance_to_match_again", lambda *_: 0.0)),
    Habit("keeps the second card of a pair as a safety", changed("SAFETY_KEPT", 0.0)),
    Habit("keeps Jacks for when they count", changed("WILD_KEPT", 0.0)),
    Habit("goes for breakaways, and ends the other side's", changed("BREAKAWAY", 0.0)),
)


def deck_of(state: HockeyState) -> tuple[int, int]:
    """Where in the stock the cards lie that are still to be dealt."""
    return int(state.stock_at), len(state.options.deck)


UNSEEN = (
    Unseen("partnership", "the partner's hand", deck_of, lambda state, seat: state.hands[1 - seat % 2 :: 2]),
    Unseen("partnership", "the opponents' hands", deck_of, lambda state, seat: (state.hands[(seat + 2) % 4],)),
)
