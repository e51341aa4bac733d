"""The prospects of a move: as they are stored, and as a client sees them."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

import ai.prospects
from engines.language import ENGLISH, shared
from service.model.answer import Answer, Interval

DIGITS: Final = 4
EVEN: Final = 0.05
"""A goal difference below it is none, in words."""

StoredEstimate: TypeAlias = list[float]
"""Mean, low, high."""
StoredProspects: TypeAlias = list[StoredEstimate] | None
"""Win probability and goals; None for a move that was tried too seldom for an estimate."""


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


def dump_estimate(estimate: ai.prospects.Estimate) -> StoredEstimate:
    """An estimate for the store."""
    return [round(number, DIGITS) for number in (estimate.mean, estimate.low, estimate.high)]


def dump_prospects(found: ai.prospects.Prospects | None) -> StoredProspects:
    """Prospects for the store."""
    return None if found is None else [dump_estimate(found.win), dump_estimate(found.goals)]


def interval(stored: Sequence[float]) -> Interval:
    """A stored estimate as a client sees it."""
    mean, low, high = stored
    return Interval(mean=mean, low=low, high=high)


def prospects_view(stored: StoredProspects, language: str) -> Prospects | None:
    """Stored prospects as a client sees them."""
    if stored is None:
        return None
    win, goals = map(interval, stored)
    says = shared(ENGLISH).phrase
    difference = "even" if abs(goals.mean) < EVEN else "ahead" if goals.mean > 0 else "behind"
    text = says(
        "prospects" if win.low < win.high else "prospects_exact",
        win=percent(win.mean),
        low=percent(win.low),
        high=percent(win.high),
        goals=says(f"goals_{difference}", count=round(abs(goals.mean), 1), goals=abs(goals.mean)),
    )
    return Prospects(win_probability=win, goals=goals, text=shared(language).translate(text))


def percent(share: float) -> int:
    """A share in cases of 100."""
    return round(100 * share)
