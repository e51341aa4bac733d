"""Fields that games have in common. A name has one type and one meaning in all games; only the bounds differ."""

from typing import Final

from engines.fields import Field, Flag, Integer, ListOf, Maybe

GOALS: Final = Integer(0, 9999, name="Goals")
SCORE: Final = ListOf(GOALS, 2, 2, help="Goals by side.")
OVERTIME: Final = Flag("Overtime is being played.")
BY_SHOOTOUT: Final = Flag("It was won in the shootout.")
WINNER: Final = Maybe(Integer(0, 1, "The side that has won; null if none has."))


def each(field: Field, help: str) -> ListOf:
    """A list of two: one value for each seat."""
    return ListOf(field, 2, 2, help=help)


def period_count(most: int) -> Integer:
    """The number of periods without overtime."""
    return Integer(1, most, "Periods of regulation time.")


def period_number(most: int, least: int = 0) -> Integer:
    """The number of a period; ``least`` is 0 where a game without a period exists."""
    return Integer(least, most, "Counted from 1, 0 before the first; overtime counts on, a shootout does not.")


def goals_by_period(most: int, least: int = 0) -> ListOf:
    """The goals of each period."""
    both = ListOf(GOALS, 2, 2, name="PeriodGoals")
    help = "Goals by side in each period so far; all overtime together is the last."
    return ListOf(both, least, most, help=help)


def hand_sizes(most: int, seats: int = 2) -> ListOf:
    """The number of cards in each hand."""
    return ListOf(Integer(0, most, name="HandSize"), 2, seats, help="Cards in the hand of each seat.")
