"""Players of Turn-Based Hockey that follow one sentence (``ai.simple_players``)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.simple_players import SimplePlayer
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, LD, LW, RD, RW, C, G, TurnBasedHockeyState, points

PARTNER: Final[Mapping[int, int]] = {C: LW, RW: C, G: LD, RD: G}
"""The place, filled earlier, that forms a pair with each place."""


def lines_by(
    sentence: str,
    face_off: Callable[[Sequence[int]], int],
    fits: Callable[[TurnBasedHockeyState, int, int], int],
) -> SimplePlayer:
    """Begins each line with its highest card, then takes the card that best ``fits`` the previous one."""

    def pick(state: TurnBasedHockeyState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        if state.node == FACE_OFF:
            return face_off(actions)
        place = int(state.placed[seat])
        if place not in PARTNER:
            return highest(actions)
        before = int(state.lineups[state.lineup_at(seat) + PARTNER[place]])
        return max(actions, key=lambda card: fits(state, card, before))

    return SimplePlayer(sentence, pick)


def highest(cards: Sequence[int]) -> int:
    """The card with most points."""
    return max(cards, key=lambda card: int(points(card)))


def lowest(cards: Sequence[int]) -> int:
    """The card with fewest points."""
    return min(cards, key=lambda card: int(points(card)))


def value_with(state: TurnBasedHockeyState, card: int, before: int) -> int:
    """The value of the pair, as the rules count it."""
    return int(state.options.pair(card, before))


def suit_with(state: TurnBasedHockeyState, card: int, before: int) -> int:
    """The same with triple weight of chemistry, which is seen at a glance."""
    return 3 * int(state.options.pair(card, before)) - 2 * int(points(card)) - 2 * int(points(before))


PLAYERS: Final[Mapping[str, SimplePlayer]] = {
    "best_for_all": lines_by(
        "The highest card for the face-off; the best pairs from left to right.", highest, value_with
    ),
    "best_for_lines": lines_by(
        "The lowest card for the face-off; the best pairs from left to right.", lowest, value_with
    ),
    "suits": lines_by(
        "The lowest card for the face-off; high cards, and above all cards of one suit next to each other.",
        lowest,
        suit_with,
    ),
}
