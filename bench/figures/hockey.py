"""Hockey: ``Measured by random play`` in section 6 of its rules document, both policies."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from bench.figures.policies import Policy, measure, one_of, uniform
from bench.figures.table import Figure, row_figures, table_after
from engines import VARIANTS
from engines.hockey.rules import PLAY, HockeyState, rank
from engines.rng import Rng

DOCUMENT_GAMES = 20_000
COLUMNS = {
    "goals per game (both sides, most seen)": ("goals", "games"),
    "goals per period": ("goals of periods", "periods"),
    "tied after three periods": ("tied", "games"),
    "draws": ("draws", "games"),
    "decisions per game, mean (max)": ("decisions", "games"),
}


def figures(games: int) -> Iterator[Figure]:
    """Every figure of the table but the extremes."""
    variant = VARIANTS["hockey"]
    for row in table_after("hockey.md", "### Measured by random play"):
        name, new_game = f"{row['Preset']} {row['policy']}", partial(variant.new_game, variant.presets[row["Preset"]])
        counts = measure(new_game, POLICIES[row["policy"]], counters, games, name)
        yield from row_figures(name, row, COLUMNS, DOCUMENT_GAMES, counts)


def matcher(state: HockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """Match whenever possible, a wild card too; wild cards else only against a breakaway, or to score; else a random
    plain card.
    """
    actions = state.legal_actions(seat)
    if state.node != PLAY:
        return one_of(actions, rng)
    wild = [card for card in actions if (state.options.wild_ranks >> rank(card)) & 1]
    plain = [card for card in actions if card not in wild]
    matching = [card for card in actions if state.top >= 0 and rank(card) == rank(state.top)]
    if matching:
        return one_of(matching, rng)
    side = state.seat % 2
    if wild and (state.holder == 1 - side or (state.holder == side and state.options.wild_scores and state.top >= 0)):
        return one_of(wild, rng)
    return one_of(plain or wild, rng)


POLICIES: Mapping[str, Policy] = {"uniform": uniform, "matcher": matcher}


def counters(state: HockeyState) -> Counter[str]:
    """Of a game."""
    periods = int(state.options.periods)
    sides = [sum(int(state.goals[2 * period + side]) for period in range(periods)) for side in (0, 1)]
    return Counter(
        {
            "games": 1,
            "periods": periods,
            "goals": int(state.score(0) + state.score(1)),
            "goals of periods": sum(sides),
            "tied": sides[0] == sides[1],
            "draws": state.score(0) == state.score(1),
            "decisions": int(state.ply),
        }
    )
