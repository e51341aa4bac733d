"""What the styles cost and how they show: each against the same player without a style, on mirrored deals: ``make
styles``.

Beside the lead in Elo, how many moves of each kind that the style likes or avoids a side plays in a game, with the
style and without. The table goes into docs/strength.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai.arena import Match, Play, begin_pair
from ai.intervals import elo
from ai.levels import LEVELS, Player, level_by_number
from ai.styles import preferences_of, styles_of
from bench.report import elo_cells, put_section, table
from engines import VARIANTS
from engines.api import Variant

SEED = "styles"
PLAYERS = (3, LEVELS[-1].number)
"""Levels whose players have the styles."""
HEADS = ("game", "level", "style", "games", "Elo", "95 %", "in a game, with the style and without")


def counted(variant: Variant, play: Play) -> tuple[Counter[str], Counter[str]]:
    """What the first player and the second played of each kind, in a game that is over: replayed from its moves."""
    preferences = preferences_of(variant.key)
    assert preferences is not None
    again = Play((variant, variant), play.options, (Player(), Player()), play.seed, play.first_side)
    found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for seat, *actions in play.moves:
        kinds = preferences.kinds(again.state, seat, actions)
        found[0 if seat % 2 == play.first_side else 1].update(
            {kind: round(1000 * amount) for kind, amount in kinds.items()}
        )
        again.carry_out(seat, actions)
    return found


def rows(key: str, pairs: int) -> Iterator[Sequence[object]]:
    """The table's rows of a game."""
    variant = VARIANTS[key]
    options = next(iter(variant.presets.values()))
    for number in PLAYERS:
        level = level_by_number(number)
        assert level is not None
        for style in styles_of(key):
            played = []
            total: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
            for pair in range(pairs):
                plays = begin_pair(key, options, (replace(level, style=style.key), level), SEED, pair)
                played.append((plays[0].play_out(), plays[1].play_out()))
                for play in plays:
                    for sums, of_game in zip(total, counted(variant, play), strict=True):
                        sums.update(of_game)
            match = Match(tuple(played))
            shares = (match.points, *match.interval)
            shown = ", ".join(
                f"{kind.replace('_', ' ')} {total[0][kind] / 2000 / pairs:.1f} and {total[1][kind] / 2000 / pairs:.1f}"
                for kind in style.bias
            )
            row = (variant.name, level.name, style.key, len(match.games), *elo_cells(*map(elo, shares)), shown)
            print(*row, flush=True)
            yield row


def main() -> None:
    """Play, print, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument(
        "--only", default="", help="the beginning of a variant's key; the section is then left as it is"
    )
    arguments = parser.parse_args()
    keys = [key for key in VARIANTS if key.startswith(arguments.only) and styles_of(key)]
    lines = table(HEADS, [row for key in keys for row in rows(key, arguments.pairs)])
    if not arguments.only:
        put_section("styles", lines)


if __name__ == "__main__":
    main()
