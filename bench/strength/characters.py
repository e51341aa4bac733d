"""The cost and the effect of characters, and whether twenty games tell two of them apart.

Each plays against the same player without a character, on mirrored deals. In addition to the lead in Elo, how many
moves of each kind that it likes or avoids a side plays in a game, as the character and without it. Then, for each other
character of the game, how many samples of twenty fresh games go to the right one of the two: to the nearer mean of what
each plays of every kind in a game, learned from as many other games. The table goes into docs/strength.md.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from statistics import fmean, pstdev
from typing import TypeAlias

from ai.arena import Match, Play, begin_pair
from ai.characters import characters_of, kinds_of
from ai.levels import LEVELS, Level, Player
from bench.report import lead_cells
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import Variant
from engines.rng import Rng

PLAYERS = (LEVELS[2], LEVELS[-1])
"""Who is the characters."""
HEADS = (
    "game",
    "level",
    "character",
    "games",
    "Elo",
    "95 %",
    "in a game, as the character and without",
    "told in 20 games from",
)
LOOKED_AT = 20
"""Games by which two characters are told apart."""
SAMPLES = 200
"""How often that is tried for each of the two."""

Counts: TypeAlias = Counter[str]
"""What a side played of each kind in a game, in thousandths."""


def rows() -> Iterator[Row]:
    """Every character of every game."""
    for key, variant in VARIANTS.items():
        for level in PLAYERS:
            for character in characters_of(key):
                labels = (variant.name, level.name, character)
                yield Row(f"{key}/{level.key}/{character}", labels, partial(measure, variant, level, character))


def measure(variant: Variant, level: Level, character: str, wanted: Wanted) -> Iterator[object]:
    """Play one match, and count; then as many games of every other character."""
    match, (own, plain) = played(variant.key, level, character, wanted.pairs)
    yield len(match.games)
    yield from lead_cells(match)
    likings = characters_of(variant.key)[character].likings
    yield ", ".join(
        f"{kind.replace('_', ' ')} {a_game(own, kind):.1f} and {a_game(plain, kind):.1f}" for kind in likings
    )
    others = [other for other in characters_of(variant.key) if other != character]
    told = {other: told_apart(own, played(variant.key, level, other, wanted.pairs)[1][0]) for other in others}
    yield ", ".join(f"{other} {100 * share:.0f} %" for other, share in told.items())


@cache
def played(key: str, level: Level, character: str, pairs: int) -> tuple[Match, tuple[list[Counts], list[Counts]]]:
    """A match of the level as this character against itself without, and what either side played in each game."""
    variant = VARIANTS[key]
    options, players = next(iter(variant.presets.values())), (replace(level, character=character), level)
    results, counts = [], (list[Counts](), list[Counts]())
    for pair in range(pairs):
        plays = begin_pair(key, options, players, "characters", pair)
        results.append((plays[0].play_out(), plays[1].play_out()))
        for play in plays:
            for games, of_game in zip(counts, counted(variant, play), strict=True):
                games.append(of_game)
    return Match(tuple(results)), counts


def counted(variant: Variant, play: Play) -> tuple[Counts, Counts]:
    """What the first player and the second played of each kind, in a game that is over: replayed from its moves."""
    kinds_in = kinds_of(variant.key)
    assert kinds_in is not None
    again = Play((variant, variant), play.options, (Player(), Player()), play.seed, play.first_side)
    found: tuple[Counts, Counts] = (Counter(), Counter())
    for seat, *actions in play.moves:
        kinds = kinds_in(again.state, seat, actions)
        found[0 if seat % 2 == play.first_side else 1].update(
            {kind: round(1000 * amount) for kind, amount in kinds.items()}
        )
        again.carry_out(seat, actions)
    return found


def a_game(games: Sequence[Counts], kind: str) -> float:
    """How much of a kind a side plays in a game."""
    return fmean(counts[kind] for counts in games) / 1000


def told_apart(one: Sequence[Counts], other: Sequence[Counts]) -> float:
    """The share of samples of fresh games that go to the player whose they are: the first half of each player's games
    says what it plays on average, the samples are drawn from the second half.

    Each kind is measured in its standard deviations from game to game.
    """
    known, fresh = zip(*((games[: len(games) // 2], games[len(games) // 2 :]) for games in (one, other)), strict=True)
    kinds = sorted({kind for games in known for counts in games for kind in counts})
    spread = {kind: fmean(pstdev(counts[kind] for counts in games) for games in known) or 1.0 for kind in kinds}

    def middle(games: Sequence[Counts]) -> list[float]:
        return [fmean(counts[kind] for counts in games) / spread[kind] for kind in kinds]

    means, right = [middle(games) for games in known], 0
    for player, games in enumerate(fresh):
        rng = Rng("told apart")
        for _ in range(SAMPLES):
            seen = middle([games[rng.below(len(games))] for _ in range(LOOKED_AT)])
            far = [sum((a - b) ** 2 for a, b in zip(seen, mean, strict=True)) for mean in means]
            right += far[player] < far[1 - player]
    return right / (2 * SAMPLES)


STUDY = Study(__doc__, "characters", HEADS, rows, {"pairs": (300, "mirrored pairs of games in a match")})
main = STUDY.main
