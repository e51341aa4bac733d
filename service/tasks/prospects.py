"""What a client sees of the prospects of a move."""

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

import ai.prospects
from engines.language import ENGLISH, shared
from service.model.answer import Answer, Interval

DIGITS: Final = 4
EVEN: Final = 0.05
"""A goal difference below it is none, in words."""


class Prospects(Answer, kw_only=True):
    """What a move leads to for its side, if all players then play as the computers do, with 95 % intervals.

    The intervals say how much luck there is in the estimate. They do not count what the computers misjudge.
    """

    win_probability: Annotated[
        Interval, Meta(description="Probability to win the game, from 0 to 1. A draw counts as half a win.")
    ]
    goals: Annotated[
        Interval,
        Meta(description="Expected goal difference from now to the end of the game. Negative: more goals against."),
    ]
    text: Annotated[str, Meta(description="The same in words.")]


def prospects_view(found: ai.prospects.Prospects | None) -> Prospects | None:
    """Prospects as a client sees them, in English."""
    if found is None:
        return None
    view = Prospects(win_probability=interval(found.win), goals=interval(found.goals), text="")
    return prospects_in(ENGLISH, view)


def interval(estimate: ai.prospects.Estimate) -> Interval:
    """An estimate as a client sees it."""
    return Interval(
        mean=round(estimate.mean, DIGITS), low=round(estimate.low, DIGITS), high=round(estimate.high, DIGITS)
    )


def prospects_in(language: str, view: Prospects | None) -> Prospects | None:
    """The prospects with their text in a language."""
    if view is None:
        return None
    says, win, goals = shared(ENGLISH).phrase, view.win_probability, view.goals.mean
    difference = f"goals_{'even' if abs(goals) < EVEN else 'ahead' if goals > 0 else 'behind'}"
    text = says(
        "prospects" if win.low < win.high else "prospects_exact",
        win=percent(win.mean),
        low=percent(win.low),
        high=percent(win.high),
        goals=says(difference, count=round(abs(goals), 1), goals=abs(goals)),
    )
    return replace(view, text=shared(language).translate(text))


def percent(share: float) -> int:
    """A share in cases of 100."""
    return round(100 * share)
