"""The computer opponents: one row for each level, the same for every game.

A level is defined by work, a number of simulations, and by what it has learned of the game (``ai.skills``); never by
time, or it would be weaker on a busy machine. What it has not learned it misjudges, in the same way for a whole game
(``ai.judgement``). ``cap_ms`` only protects the machine. How strong the levels are: ``ai.strength``.
"""

from dataclasses import dataclass, replace
from typing import Final, Self


@dataclass(frozen=True, kw_only=True)
class Player:
    """How a computer decides: with how much search, and how carefully."""

    simulations: int = 0
    """Simulations of the search for one decision; 0: the heuristic answers alone."""
    noise: float = 0.0
    """Share of the moves that are drawn at random among the legal ones. No level has any; random play has nothing
    else.
    """
    grasp: float = 1.0
    """How much of the skills of a game it has: 0 what the weakest level has, 1 all
    (``ai.skills``).
    """
    nature: str = ""
    """Which of the players with this grasp it is: what it does not see, and its taste. Any text, the same for a whole
    game.
    """
    learned: bool = False
    """Whether the game's network decides where there is one, instead of the search or the heuristic."""
    looks_ahead: bool = False
    """Whether a learned player uses its ``simulations`` where the game has a solver of its own. Else the network
    decides alone.
    """
    mixes: bool = True
    """Whether the network draws among the good moves, so that its cards cannot be read from them. Else it plays the
    likeliest, and a solver samples the same hands for every generator.
    """
    exact: bool = False
    """Whether it calculates instead of searching where all cards that matter are known."""
    character: str = ""
    """The key of one of the game's characters (``ai.characters``): what it likes to do where the moves are about as
    good. Empty: none.
    """
    cap_ms: int = 100
    """Longest time for one decision; the caller's ``should_stop`` keeps it. Answers to persons are timed by
    ``ai.timing``.
    """

    def with_nature(self, nature: str) -> Self:
        """Another of the players with this grasp, in a twentieth of the time of ``replace``."""
        player = object.__new__(type(self))
        vars(player).update(vars(self), nature=nature)
        return player

    def at_its_best(self) -> Self:
        """The player without its errors: the same search, every skill and no random moves."""
        return replace(self, noise=0.0, grasp=1.0)


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
        return _NUMBERS.get(self.key, 0)


RANDOM: Final = Level("random", "random", "Any legal move. The zero of the scale, not an opponent.", noise=1.0)


LEVELS: Final = (
    Level(
        "rookie",
        "Rookie",
        "Has heard the rules: takes most of what is there to be taken.",
        grasp=0.0,
        learned=True,
    ),
    Level(
        "minor",
        "Minor",
        "Takes nearly all that is there to be taken; has begun to learn the rest.",
        grasp=0.2,
        learned=True,
    ),
    Level(
        "junior",
        "Junior",
        "Misses little that is plain, and plays as well as one who follows a good rule of thumb.",
        grasp=0.4,
        learned=True,
    ),
    Level(
        "pro",
        "Pro",
        "Has learned most of the game's skills.",
        simulations=1000,
        grasp=0.6,
        learned=True,
        cap_ms=500,
    ),
    Level(
        "all_star",
        "All-Star",
        "Has more than two thirds of the game's skills, and plays an open end exactly.",
        simulations=1000,
        grasp=0.8,
        learned=True,
        exact=True,
        cap_ms=1500,
    ),
    Level(
        "legend",
        "Legend",
        "Sees what each move is worth, looks ahead as far as helps, and cannot be read from its cards.",
        simulations=4000,
        learned=True,
        looks_ahead=True,
        exact=True,
        cap_ms=3000,
    ),
)


_NUMBERS: Final = {level.key: number for number, level in enumerate(LEVELS, 1)}


def level_by_key(key: str) -> Level | None:
    """The level with this key, or None."""
    return level_by_number(_NUMBERS.get(key, 0))


def level_by_number(number: int) -> Level | None:
    """The level with this number, or None."""
    return LEVELS[number - 1] if 0 < number <= len(LEVELS) else None
