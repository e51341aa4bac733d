"""The cost and the effect of characters: each against the same player without one, on mirrored deals.

In addition to the lead in Elo, how many moves of each kind that the character likes or avoids a side plays in a
game, as the character and without it. The table goes into docs/strength.md.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ai.arena import Match, Play, begin_pair
from ai.characters import Character, characters_of, kinds_of
from ai.levels import LEVELS, Level, Player
from bench.report import lead_cells
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import Variant

PLAYERS = (LEVELS[2], LEVELS[-1])
"""Who is the characters."""
HEADS = ("game", "level", "character", "games", "Elo", "95 %", "in a game, as the character and without")


def rows() -> Iterator[Row]:
    """Every character of every game."""
    for key, variant in VARIANTS.items():
        for level in PLAYERS:
            for character in characters_of(key).values():
                labels = (variant.name, level.name, character.key)
                yield Row(f"{key}/{level.key}/{character.key}", labels, partial(measure, variant, level, character))


def measure(variant: Variant, level: Level, character: Character, wanted: Wanted) -> Iterator[object]:
    """Play one match, and count."""
    options, players = next(iter(variant.presets.values())), (replace(level, character=character.key), level)
    played, total = [], (Counter[str](), Counter[str]())
    for pair in range(wanted.pairs):
        plays = begin_pair(variant.key, options, players, "characters", pair)
        played.append((plays[0].play_out(), plays[1].play_out()))
        for play in plays:
            for sums, of_game in zip(total, counted(variant, play), strict=True):
                sums.update(of_game)
    match = Match(tuple(played))
    yield len(match.games)
    yield from lead_cells(match)
    shown = ((kind, *(sums[kind] / 2000 / wanted.pairs for sums in total)) for kind in character.likings)
    yield ", ".join(f"{kind.replace('_', ' ')} {with_it:.1f} and {without:.1f}" for kind, with_it, without in shown)


def counted(variant: Variant, play: Play) -> tuple[Counter[str], Counter[str]]:
    """What the first player and the second played of each kind, in a game that is over: replayed from its moves."""
    kinds_in = kinds_of(variant.key)
    assert kinds_in is not None
    again = Play((variant, variant), play.options, (Player(), Player()), play.seed, play.first_side)
    found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for seat, *actions in play.moves:
        kinds = kinds_in(again.state, seat, actions)
        found[0 if seat % 2 == play.first_side else 1].update(
            {kind: round(1000 * amount) for kind, amount in kinds.items()}
        )
        again.carry_out(seat, actions)
    return found


STUDY = Study(__doc__, "characters", HEADS, rows, {"pairs": (300, "mirrored pairs of games in a match")})
main = STUDY.main
