"""Hockey."""

from bench.strength.habits import Habit, changed, remembers

SEARCHED = ("standard", "original", "partnership", "wiggum")
HABITS = (
    remembers(),
    Habit("with a pair, counts on matching again", changed("HockeyHeuristic._chance_to_match_again", lambda *_: 0.0)),
    Habit("keeps the second card of a pair as a safety", changed("SAFETY_KEPT", 0.0)),
    Habit("keeps Jacks for when they count", changed("WILD_KEPT", 0.0)),
    Habit("goes for breakaways, and ends the other side's", changed("BREAKAWAY", 0.0)),
)
