"""What luck leaves: the search that sees other hands, not the deck, against the same search that does not.

No player can know this much, and one who judges others by their play knows a part of it at most: so this bounds what
any opponent could gain by better beliefs. (A player with a better plan for hands that it does not know could gain
something besides.) Where partners play, the partner's hand alone bounds what signals could convey. Writes its section
of docs/strength.md.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ai.arena import Match, Play, pair_seed
from ai.levels import Player
from bench.report import MATCH, match_cells
from bench.strength.games import of_games
from bench.strength.open_hands import Unseen
from bench.study import Row, Study, Wanted
from engines import VARIANTS

SIMULATIONS = 300


def rows() -> Iterator[Row]:
    """Those of the games' modules."""
    for key, several in of_games("UNSEEN").items():
        for unseen in several:
            game, player = f"{VARIANTS[key].name}, `{unseen.preset}`", f"{SIMULATIONS} simulations"
            labels = (game, f"{player}, sees {unseen.sees}", player)
            yield Row(f"{key}/{unseen.preset}/{unseen.sees}", labels, partial(measure, key, unseen))


def measure(key: str, unseen: Unseen, wanted: Wanted) -> Iterator[object]:
    """The match, in mirrored pairs."""
    return match_cells(play_pairs(key, unseen, wanted.pairs, SIMULATIONS))


def play_pairs(key: str, unseen: Unseen, pairs: int, simulations: int) -> Match:
    """The search that sees more against the same search that does not."""
    variant, player = VARIANTS[key], Player(simulations=simulations, exact=True)
    rules, options = (replace(variant, observe=unseen.observe), variant), variant.presets[unseen.preset]
    seeds = [pair_seed("ceiling", pair) for pair in range(pairs)]
    played = [[Play(rules, options, (player, player), seed, side).play_out() for side in (0, 1)] for seed in seeds]
    return Match(tuple((first, second) for first, second in played))


STUDY = Study(
    __doc__,
    "ceiling",
    ("game", "player", "against", *MATCH),
    rows,
    {"pairs": (300, "mirrored pairs of games in a match")},
)
main = STUDY.main
