"""How strong a program is: it plays mirrored deals against a level until its rating is known within 30 Elo.

The program reads each decision as a text that ends with an empty line, and answers with a line: the number of a move,
or the move as JSON. With ``--mcp`` it calls the tools of docs/agents.md instead, at the address in FACEOFF_MCP_URL,
which also replaces ``{url}`` in the command; what to do is on its standard input.

It is started again for every game: the second of a pair has the same cards with the seats exchanged, so a program that
kept what it saw in the first would know what its opponent holds. The level is the one whose rating is nearest to that
of a short match against the middle one.
"""

import argparse
import time
from functools import partial
from statistics import fmean
from typing import Final, cast

from ai.arena import Match, match_of, pair_seed
from ai.intervals import elo
from ai.levels import LEVELS, RANDOM, Player
from ai.strength import strength_of
from bench.agents.programs import play_by_lines, play_by_tools
from bench.agents.table import AgentGame, Table
from bench.report import MATCH, match_cells, table
from engines import VARIANTS

FIRST: Final = 10
"""Pairs of the short match."""
MIDDLE: Final = LEVELS[3]


def rungs(key: str) -> dict[str, tuple[Player, int]]:
    """What a game has a rating of, by name."""
    found: dict[str, tuple[Player, int]] = {"random": (RANDOM, 0)}
    for level in LEVELS:
        if (strength := strength_of(key, level.key)) is not None:
            found[level.key] = (level, strength.elo)
    return found


def play_pair(
    command: str, key: str, against: str, patience_s: float, seed: str, pair: int, *, is_mcp: bool
) -> tuple[AgentGame, AgentGame]:
    """Both games of a pair, each with a program of its own."""
    first, second = (
        play_game(command, key, against, patience_s, pair_seed(seed, pair), side, is_mcp=is_mcp) for side in (0, 1)
    )
    return first, second


def play_game(
    command: str, key: str, against: str, patience_s: float, seed: str, side: int, *, is_mcp: bool
) -> AgentGame:
    """A game of the program on a side."""
    level, _ = rungs(key)[against]
    played, began = Table(VARIANTS[key], level, against, seed, side), time.monotonic()
    if is_mcp:
        play_by_tools(command, played, key, patience_s)
    else:
        play_by_lines(command, played, patience_s)
    return played.result(began)


def nearest(key: str, rating: float) -> str:
    """The player of a game whose rating is nearest."""
    found = rungs(key)
    within = min(max(rating, 0), max(other for _, other in found.values()))  # all games won or lost: no bound
    return min(found, key=lambda name: abs(found[name][1] - within))


def costs(match: Match) -> str:
    """What a game took, and what was wrong, in words."""
    each = [game.cost for game in cast("list[AgentGame]", match.games)]
    means = [fmean(getattr(cost, name) for cost in each) for name in ("calls", "read", "written", "seconds")]
    a_game = "A game took {:.0f} calls, {:.0f} bytes read, {:.0f} bytes written and {:.2f} s".format(*means)
    wrong = [sum(getattr(cost, name) for cost in each) for name in ("illegal", "none", "late")]
    return "{}. Errors in {} games: {} illegal, {} none, {} too late.".format(a_game, len(each), *wrong)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="the program with its arguments, quoted")
    parser.add_argument("--mcp", action="store_true", help="it calls the tools")
    keys = [key for key in VARIANTS if VARIANTS[key].has_decisions]
    parser.add_argument("--game", choices=keys, default=keys[0])
    parser.add_argument("--against", help="random or the key of a level, instead of the nearest")
    parser.add_argument("--margin", type=float, default=30.0, help="Elo to each side, at which it ends (%(default)s)")
    parser.add_argument("--pairs", type=int, default=1000, help="at most (%(default)s)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds for a decision (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="pairs at once (%(default)s)")
    parser.add_argument("--seed", default="agents", help="of the deals (%(default)s)")
    wanted = parser.parse_args()

    def against(name: str, pairs: int, seed: str) -> Match:
        play = partial(play_pair, wanted.command, wanted.game, name, wanted.patience, seed, is_mcp=wanted.mcp)
        return match_of(play, pairs, wanted.processes, lambda match: match.is_known_within(wanted.margin))

    rated = rungs(wanted.game)
    name = wanted.against
    if name is None:
        tried = against(MIDDLE.key, FIRST, f"{wanted.seed}/first")
        name = nearest(wanted.game, rated[MIDDLE.key][1] + elo(tried.points))
    elif name not in rated:
        parser.error(f"--against is one of {', '.join(rated)}")
    match = against(name, wanted.pairs, wanted.seed)
    rating = [f"{rated[name][1] + elo(share):.0f}" for share in (match.points, *match.interval)]
    print("\n".join(table(("against", *MATCH), [(name, *match_cells(match))])))
    game = VARIANTS[wanted.game].name
    print(f"Rating in {game}: {rating[0]} ({rating[1]} to {rating[2]}); {name} has {rated[name][1]}.")
    print(costs(match))


if __name__ == "__main__":
    main()
