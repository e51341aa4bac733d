"""The computer opponents: one row for each level, the same for every game.

A level is defined by work, a number of simulations, and by how well it judges; never by time, or it would be weaker on
a busy machine. Weaker levels misjudge the values of moves, and never take one that is known to be much worse than the
best (``ai.judgement``); the weakest also have the habits of beginners (``ai.styles``). ``cap_ms`` only protects the
machine. How strong the levels are: ``ai.strength``.
"""

from dataclasses import dataclass, replace
from typing import Final, Self


@dataclass(frozen=True, kw_only=True)
class Player:
    """How a computer decides: with how much search, how carefully, and with what memory."""

    simulations: int = 0
    """Simulations of the search for one decision; 0: the heuristic answers alone."""
    noise: float = 0.0
    """Share of the moves that are drawn at random among the legal ones. No level has any; random play has nothing
    else.
    """
    blur: float = 0.0
    """By how much it misjudges every move, in units of the game: ``Preferences.spread``."""
    bound: float = 0.0
    """Goals that a move may be worse than the best and still be taken."""
    habits: float = 0.0
    """How much it has of the habits of beginners at the game: 1 for all."""
    counts_cards: bool = True
    """Whether it remembers which cards are gone."""
    learned: bool = False
    """Whether the game's network decides where there is one, instead of the search or the heuristic."""
    looks_ahead: bool = False
    """Whether a learned player uses its ``simulations`` where the game has a solver of its own. Else the network
    decides alone.
    """
    mixes: bool = True
    """Whether the network draws among the good moves, so that its cards cannot be read from them. Else it plays the
    likeliest.
    """
    exact: bool = False
    """Whether it calculates instead of searching where all cards that matter are known."""
    style: str = ""
    """The key of one of the game's styles (``ai.styles``): what it likes to do where the moves are about as good.
    Empty: none.
    """
    cap_ms: int = 100
    """Longest time for one decision; the caller's ``should_stop`` keeps it. Answers to persons are timed by
    ``ai.timing``.
    """

    def at_its_best(self) -> Self:
        """The player without its errors: the same search and memory, no misjudged values and no random moves."""
        return replace(self, noise=0.0, blur=0.0, bound=0.0, habits=0.0)


@dataclass(frozen=True)
class Level(Player):
    """A player with a name: one of the opponents that are offered."""

    key: str
    """Identifies the level in requests, in stored games and in ``strength.json``, whatever levels are added."""
    name: str
    description: str

    @property
    def number(self) -> int:
        """Its place among the levels, which people know it by: 1 is the weakest. 0 if it is none of them."""
        return next((place for place, level in enumerate(LEVELS, 1) if level.key == self.key), 0)


RANDOM: Final = Level("random", "random", "Any legal move. The zero of the scale, not an opponent.", noise=1.0)


LEVELS: Final = (
    Level(
        "rookie",
        "Rookie",
        "Misjudges most moves, at times a sure goal too: has a beginner's habits and forgets the cards.",
        blur=7.0,
        bound=0.85,
        habits=1.0,
        counts_cards=False,
    ),
    Level(
        "minor",
        "Minor",
        "Knows a good move from a bad one, with some habits of a beginner, and forgets the cards.",
        blur=3.1,
        bound=0.69,
        habits=0.15,
        counts_cards=False,
    ),
    Level(
        "junior",
        "Junior",
        "Counts the cards; never gives a goal away, but often takes the second best move.",
        blur=2.0,
        bound=0.5,
    ),
    Level(
        "pro",
        "Pro",
        "Looks ahead a little; now and then misjudges the value of a move.",
        simulations=1000,
        blur=1.1,
        bound=0.46,
        cap_ms=500,
    ),
    Level(
        "all_star",
        "All-Star",
        "Sees what most moves lead to; errs only between moves that are nearly as good.",
        simulations=1000,
        blur=0.95,
        bound=0.25,
        learned=True,
        exact=True,
        cap_ms=1500,
    ),
    Level(
        "legend",
        "Legend",
        "Looks ahead as far as helps, and plays what it thinks is best.",
        simulations=4000,
        learned=True,
        looks_ahead=True,
        exact=True,
        cap_ms=3000,
    ),
)


def level_by_key(key: str) -> Level | None:
    """The level with this key, or None."""
    return next((level for level in LEVELS if level.key == key), None)


def level_by_number(number: int) -> Level | None:
    """The level with this number, or None."""
    return LEVELS[number - 1] if 0 < number <= len(LEVELS) else None
