"""Random playouts in plain C, by game: the anchor of our speed. The same rules on the same cards, and equal games for
equal seeds.

They are compiled where they are measured; nothing of a release needs them.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, named_deck
from engines.ice_cold_ice_hockey.rules.deck import DECK_SIZE
from engines.rng import Rng

SOURCES = Path(__file__).parent
BUILT = SOURCES.parents[1] / "build" / "c"
COMPILER = "cc"
HAS_COMPILER = shutil.which(COMPILER) is not None
Result = tuple[int, int, int]
"""Decisions of a game, and the goals of both sides."""

_COLUMNS = (
    *(
        "follow_ons",
        "outcome",
        "may_be_penalised",
        "steals",
        "big_hit",
        "cheap_shot",
        "penalty_low",
        "penalty_high",
        "major_low",
    ),
    *("major_high", "may_give_penalty_shot", "ices", "os_result", "os_tag", "is_result", "is_tag", "letter", "mark"),
)


class InC:
    """The playouts of one game's first preset."""

    def __init__(self, key: str) -> None:
        """Compile and load them; raises CalledProcessError where the compiler fails."""
        BUILT.mkdir(parents=True, exist_ok=True)
        library = BUILT / f"{key}.so"
        subprocess.run([COMPILER, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCES / f"{key}.c")], check=True)
        loaded = ctypes.CDLL(str(library))
        if key in _PREPARE:
            _PREPARE[key](loaded)
        self._play = loaded.play_games
        self._play.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]
        self._play.restype = ctypes.c_int64

    def play(self, rng: Rng, games: int) -> list[Result]:
        """Play random games; ``rng`` goes on where the last one ended."""
        results = (ctypes.c_int64 * (3 * games))()
        rng.state = self._play(rng.state, games, results)
        return list(zip(results[::3], results[1::3], results[2::3], strict=True))


def _set_deck(library: ctypes.CDLL) -> None:
    """Hand over the cards of the deck file."""
    deck = named_deck(BUILT_IN)
    numbers: list[int] = []
    for card in range(1, DECK_SIZE + 1):
        ends = [deck.destination[3 * card + zone] for zone in range(3)]
        numbers += [deck.kind[card], deck.zones[card], *ends, *(getattr(deck, column)[card] for column in _COLUMNS)]
    home, visitor = deck.fight_home, deck.fight_visitor
    fights = [home.low, home.high, visitor.low, visitor.high, deck.fight_bonus]
    library.set_deck((ctypes.c_int8 * len(numbers))(*numbers), (ctypes.c_int8 * len(fights))(*fights))


_PREPARE: dict[str, Callable[[ctypes.CDLL], None]] = {"ice_cold_ice_hockey": _set_deck}
GAMES = tuple(sorted(path.stem for path in SOURCES.glob("*.c")))
