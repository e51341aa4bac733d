"""The computer opponents: one row a level, the same for every game.

A level is defined by work, a number of simulations, and by a share of careless moves; never by time, or it would grow weaker on a
busy machine. ``cap_ms`` only protects the machine. How strong the levels are: ``ai.strength``.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Player:
    """How a computer decides: with how much search, how carefully, and with what memory."""

    simulations: int = 0
    """Of the search, for one decision; 0: the heuristic answers alone."""
    noise: float = 0.0
    """Share of the moves that are drawn at random among the legal ones."""
    counts_cards: bool = True
    """Whether it remembers which cards are gone."""
    learned: bool = False
    """Whether the game's network decides where there is one, instead of the search or the heuristic."""
    mixes: bool = True
    """Whether the network draws among the good moves, so that its cards cannot be read from them. Else it plays the likeliest."""
    exact: bool = False
    """Whether it calculates instead of searching where all cards that matter are known."""
    style: str = ""
    """The key of one of the game's styles (``ai.styles``): what it likes to do where the moves are about as good. Empty: none."""
    cap_ms: int = 100
    """Longest time for one decision; the caller's ``should_stop`` keeps it. Answers to persons are timed by ``ai.timing``."""


@dataclass(frozen=True)
class Level(Player):
    """A player with a name: one of the opponents that are offered."""

    number: int
    name: str
    description: str


RANDOM: Final = Level(0, "random", "Any legal move. The zero of the scale, not an opponent.", noise=1.0)


LEVELS: Final = (
    Level(
        1,
        "Rookie",
        "Knows the rules and little more: forgets the cards, and four moves in five are any legal one.",
        noise=0.8,
        counts_cards=False,
    ),
    Level(
        2,
        "Minor",
        "Plays by the natural priorities one time in three, and forgets the cards.",
        noise=0.62,
        counts_cards=False,
    ),
    Level(
        3,
        "Junior",
        "Counts the cards and plays by the natural priorities every other time.",
        noise=0.46,
    ),
    Level(
        4,
        "Pro",
        "Looks ahead a little; careless one move in three.",
        simulations=300,
        noise=0.3,
        cap_ms=500,
    ),
    Level(
        5,
        "All-Star",
        "Looks ahead; careless now and then.",
        simulations=1000,
        noise=0.15,
        learned=True,
        exact=True,
        cap_ms=1500,
    ),
    Level(
        6,
        "Legend",
        "Looks ahead as far as helps, and is never careless.",
        simulations=4000,
        learned=True,
        exact=True,
        cap_ms=3000,
    ),
)


def level_by_number(number: int) -> Level | None:
    """The level with this number, or None."""
    return next((level for level in LEVELS if level.number == number), None)
