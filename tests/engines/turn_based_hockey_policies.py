"""The policies of the table "Measured by random play" in docs/rules/turn-based-hockey.md, and the figures of its columns.

As a script it prints the table's rows: ``python -m tests.engines.turn_based_hockey_policies [games]``.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from engines.api import CHANCE, OVER, buffer
from engines.rng import Rng, permutation
from engines.turn_based_hockey.options import STANDARD, options_from
from engines.turn_based_hockey.rules import FACE_OFF, LINEUP_SECOND, PLACES, RD, TurnBasedHockeyState, points

UNIFORM, REPLY = "uniform", "reply"
CANDIDATES = 400
"""Random line-ups of which the face-off winner takes the best."""
ROWS = [(UNIFORM, jokers, compare) for jokers in (False, True) for compare in ("points", "rank")] + [
    (REPLY, jokers, "points") for jokers in (False, True)
]


def take_turn(state: TurnBasedHockeyState, rng: Rng, policy: str = UNIFORM) -> None:
    """One shuffle, or one decision of one seat."""
    seat = int(state.to_act())
    if seat == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
        return
    if state.node == FACE_OFF:
        actions = state.legal_actions(seat)
        state.apply(seat, actions[rng.below(len(actions))])
    else:
        cards = best_reply(state, seat, rng) if policy == REPLY and state.node == LINEUP_SECOND else random_lineup(state, seat, rng)
        for card in cards:
            state.apply(seat, card)


def random_lineup(state: TurnBasedHockeyState, seat: int, rng: Rng) -> list[int]:
    cards = buffer(54)
    count = state.fill_actions(seat, cards)
    rng.mix(cards, 0, count)
    return [int(cards[i]) for i in range(PLACES)]


def best_reply(state: TurnBasedHockeyState, seat: int, rng: Rng) -> list[int]:
    """The best of 400 random line-ups against the open one: most goals ahead, then fewest points spent."""
    start = int(state.lineup_at(1 - seat))
    theirs = [int(state.lineups[start + place]) for place in range(PLACES)]
    candidates = [random_lineup(state, seat, rng) for _ in range(CANDIDATES)]
    return max(candidates, key=lambda mine: (goals(state, mine, theirs) - goals(state, theirs, mine), -sum(points(card) for card in mine)))


def goals(state: TurnBasedHockeyState, mine: list[int], theirs: list[int]) -> int:
    pair, (lw, c, rw, *_), (ld, g, rd) = state.options.pair, mine, theirs[RD - 2 :]
    return int(pair(lw, c) >= pair(rd, g)) + int(pair(rw, c) >= pair(ld, g))


def figures(options: Mapping[str, Any], policy: str, games: int) -> dict[str, float]:
    """The columns of the table, and the goals a period of the winner and of the loser of its face-off."""
    total, most, most_decisions, most_rounds = Counter[str](), 0, 0, 0
    rng = Rng(f"{policy} {sorted(options.items())}")
    for _ in range(games):
        state = TurnBasedHockeyState(options_from(options))
        state.log = []
        while state.to_act() != OVER:
            take_turn(state, rng, policy)
        count(state, total)
        both = int(state.score(0) + state.score(1))
        decisions = sum(event[0] in (0, 3) for event in state.log) + sum(event[0] == 0 for event in state.log)
        total["goals"] += both
        total["decisions"] += decisions
        most, most_decisions, most_rounds = max(most, both), max(most_decisions, decisions), max(most_rounds, int(state.shootout_rounds))
    return {
        "goals per game": total["goals"] / games,
        "most goals": most,
        "goals per period": total["goals"] / total["periods"],
        "tied after period 3": total["tied"] / games,
        "shootout": total["shootouts"] / games,
        "tied face-offs": total["tied face-offs"] / total["face-offs"],
        "clinched after period 2": total["clinched"] / games,
        "decisions": total["decisions"] / games,
        "most decisions": most_decisions,
        "goals of the face-off winner": total["winner"] / max(total["won"], 1),
        "goals of the face-off loser": total["loser"] / max(total["won"], 1),
        "most shootout rounds": most_rounds,
        "equal pairs": total["equal"] / total["shots"],
    }


def count(state: TurnBasedHockeyState, total: Counter[str]) -> None:
    """Add what a finished game's log tells."""
    winner = -1
    for event in state.log or []:
        kind = event[0]
        total["periods"] += kind == 9
        total["face-offs"] += kind == 0
        total["tied face-offs"] += kind == 1
        total["clinched"] += kind == 10
        total["shootouts"] += kind == 12 and event[1] == 1
        total["tied"] += kind == 9 and event[1] == 3 and event[2] == event[3]
        total["shots"] += kind == 5
        total["equal"] += kind == 5 and event[5] == event[8]
        if kind == 0:
            winner = event[3]
            total["won"] += winner >= 0
        elif kind == 11:
            winner = -1
        elif kind == 6 and winner >= 0:
            total["winner" if event[1] == winner else "loser"] += 1


def main(games: int) -> None:
    for policy, jokers, compare in ROWS:
        row = figures({**STANDARD, "jokers": jokers, "compare": compare}, policy, games if policy == UNIFORM else games // 10)
        cells = "  ".join(f"{name} {value:.4g}" for name, value in row.items())
        sys.stdout.write(f"{policy} jokers={jokers} {compare}: {cells}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
