"""Turn-Based Hockey."""

from bench.strength.habits import Habit, changed, remembers

HABITS = (
    remembers(share=0.5),
    Habit("answers the line-up it sees with the best reply", changed("LINEUP_SECOND", -1), share=0.5),
    Habit("wins face-offs to see the other line-up", changed("SEEING", 0.0), share=0.5),
    Habit("saves strong cards for the periods to come", changed("periods_after", lambda state: 0), share=0.5),
)
