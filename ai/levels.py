"""The computer opponents: one row a level, the same for every game.

A level is defined by work, so many simulations, and by a share of careless moves; never by time, or it would grow weaker on a
busy machine. ``cap_ms`` only protects the machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict


class Strength(TypedDict):
    """A measured lead in Elo over the level below, with its 95 % interval."""

    elo: int
    low: int
    high: int
    games: int
    measured: str
    note: NotRequired[str]


@dataclass(frozen=True)
class Level:
    """One opponent."""

    number: int
    name: str
    description: str
    simulations: int = 0
    """Of the search, for one decision; 0: the heuristic answers alone."""
    noise: float = 0.0
    """Share of the decisions that are drawn at random among the legal ones."""
    counts_cards: bool = True
    """Whether it remembers which cards are gone."""
    cap_ms: int = 100
    """Longest time for one decision; the caller's ``pause`` keeps it."""
    strength: Mapping[str, Strength] = field(default_factory=dict)
    """By game, where it was measured."""


RANDOM: Final = Level(0, "random", "Any legal move. The zero of the scale, not an opponent.", noise=1.0)


def over_the_level_below(elo: int, low: int, high: int, games: int) -> Strength:
    """A result of ``python -m ai.arena`` on Hockey's standard game."""
    return Strength(elo=elo, low=low, high=high, games=games, measured="2026-11-21", note="standard game, against the level below")


LEVELS: Final = (
    Level(
        1,
        "rookie",
        "Knows the rules and little more; forgets the cards and plays carelessly most of the time.",
        noise=0.6,
        counts_cards=False,
        strength={"hockey": over_the_level_below(138, 113, 165, 600)},
    ),
    Level(
        2,
        "minor",
        "Plays by the natural priorities, forgets the cards, careless now and then.",
        noise=0.3,
        counts_cards=False,
        strength={"hockey": over_the_level_below(100, 73, 128, 600)},
    ),
    Level(
        3,
        "junior",
        "Counts the cards and seldom plays carelessly.",
        noise=0.1,
        strength={"hockey": over_the_level_below(244, 214, 279, 600)},
    ),
    Level(
        4,
        "pro",
        "Counts the cards and looks ahead a little; seldom careless.",
        simulations=100,
        noise=0.1,
        cap_ms=500,
        strength={"hockey": over_the_level_below(36, 9, 64, 600)},
    ),
    Level(
        5,
        "all-star",
        "Looks ahead.",
        simulations=1000,
        cap_ms=1500,
        strength={"hockey": over_the_level_below(57, 33, 82, 600)},
    ),
    Level(
        6,
        "legend",
        "Looks ahead as far as helps; not yet shown to be stronger than the level below.",
        simulations=5000,
        cap_ms=3000,
        strength={"hockey": over_the_level_below(13, -45, 72, 80)},
    ),
)


def level_number(number: int) -> Level | None:
    """The level of this number, None if there is none."""
    return next((level for level in LEVELS if level.number == number), None)
