"""The policies of the table "Measured by random play" in docs/rules/turn-based-hockey.md."""

from collections.abc import Mapping, Sequence

from bench.figures.policies import Policy, one_of
from engines.buffers import buffer
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, LINEUP_SECOND, PLACES, RD, TurnBasedHockeyState, points

CANDIDATES = 400
"""Random line-ups of which the face-off winner takes the best."""


def uniform(state: TurnBasedHockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """Any card for the face-off, any line-up."""
    if state.node == FACE_OFF:
        return one_of(state.legal_actions(seat), rng)
    return random_lineup(state, seat, rng)


def reply(state: TurnBasedHockeyState, seat: int, rng: Rng) -> Sequence[int]:
    """The same, but the best of some line-ups against one that is open."""
    return best_reply(state, seat, rng) if state.node == LINEUP_SECOND else uniform(state, seat, rng)


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
    return max(
        candidates,
        key=lambda mine: (goals(state, mine, theirs) - goals(state, theirs, mine), -sum(points(card) for card in mine)),
    )


def goals(state: TurnBasedHockeyState, mine: list[int], theirs: list[int]) -> int:
    pair, (lw, c, rw, *_), (ld, g, rd) = state.options.pair, mine, theirs[RD - 2 :]
    return int(pair(lw, c) >= pair(rd, g)) + int(pair(rw, c) >= pair(ld, g))


POLICIES: Mapping[str, Policy] = {"uniform": uniform, "reply": reply}
