"""Hockey: ``Measured by random play`` in section 6 of its rules document, both policies."""

from collections.abc import Callable, Iterator

from bench.figures.table import Figure, mean_figure, table_after
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.buffers import action_buffer
from engines.hockey.rules import PLAY, HockeyState, rank
from engines.rng import Rng

DOCUMENT_GAMES = 20_000

Policy = Callable[[HockeyState, list[int], Rng], int]


def uniform(state: HockeyState, actions: list[int], rng: Rng) -> int:
    """Every card equally likely."""
    return actions[rng.below(len(actions))]


def matcher(state: HockeyState, actions: list[int], rng: Rng) -> int:
    """Match whenever possible, a wild card too; wild cards else only against a breakaway, or to score; else a random
    plain card.
    """
    if state.node != PLAY:
        return uniform(state, actions, rng)
    wild = [card for card in actions if (state.options.wild_ranks >> rank(card)) & 1]
    plain = [card for card in actions if card not in wild]
    matching = [card for card in actions if state.top >= 0 and rank(card) == rank(state.top)]
    if matching:
        return uniform(state, matching, rng)
    side = state.seat % 2
    if wild and (state.holder == 1 - side or (state.holder == side and state.options.wild_scores and state.top >= 0)):
        return uniform(state, wild, rng)
    return uniform(state, plain or wild, rng)


POLICIES: dict[str, Policy] = {"uniform": uniform, "matcher": matcher}


def figures(games: int) -> Iterator[Figure]:
    """Every figure of the table but the extremes."""
    for row in table_after("hockey.md", "### Measured by random play"):
        name = f"{row['Preset']} {row['policy']}"
        played = [play(row["Preset"], POLICIES[row["policy"]], Rng(f"{name} {i}")) for i in range(games)]
        goals, per_period, tied, draws, decisions = zip(*played, strict=True)
        for column, values in (
            ("goals per game (both sides, most seen)", goals),
            ("goals per period", per_period),
            ("tied after three periods", tied),
            ("draws", draws),
            ("decisions per game, mean (max)", decisions),
        ):
            yield mean_figure(f"{name}: {column.partition(' (')[0]}", row[column], DOCUMENT_GAMES, values)


def play(preset: str, policy: Policy, rng: Rng) -> tuple[float, float, float, float, float]:
    """One game: goals, goals per regulation period, tied after regulation, drawn, decisions."""
    state = VARIANTS["hockey"].new_game(VARIANTS["hockey"].presets[preset])
    assert isinstance(state, HockeyState)
    order = action_buffer()
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            rng.shuffle(order, state.shuffle_needed())
            state.deal(order)
        else:
            state.apply(seat, policy(state, state.legal_actions(seat), rng))
    periods = int(state.options.periods)
    sides = [sum(state.goals[2 * period + side] for period in range(periods)) for side in (0, 1)]
    goals = state.score(0) + state.score(1)
    return goals, sum(sides) / periods, sides[0] == sides[1], state.score(0) == state.score(1), int(state.ply)
