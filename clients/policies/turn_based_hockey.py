"""The policies of the table "Measured by random play" in docs/rules/turn-based-hockey.md."""

from engines.api import CHANCE
from engines.buffers import buffer
from engines.rng import Rng, permutation
from engines.turn_based_hockey.rules import FACE_OFF, LINEUP_SECOND, PLACES, RD, TurnBasedHockeyState, points

UNIFORM, REPLY = "uniform", "reply"
CANDIDATES = 400
"""Random line-ups of which the face-off winner takes the best."""


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
        cards = (
            best_reply(state, seat, rng)
            if policy == REPLY and state.node == LINEUP_SECOND
            else random_lineup(state, seat, rng)
        )
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
    return max(
        candidates,
        key=lambda mine: (goals(state, mine, theirs) - goals(state, theirs, mine), -sum(points(card) for card in mine)),
    )


def goals(state: TurnBasedHockeyState, mine: list[int], theirs: list[int]) -> int:
    pair, (lw, c, rw, *_), (ld, g, rd) = state.options.pair, mine, theirs[RD - 2 :]
    return int(pair(lw, c) >= pair(rd, g)) + int(pair(rw, c) >= pair(ld, g))
