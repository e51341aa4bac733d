"""Players of Turn-Based Hockey that follow one sentence (``ai.simple_players``)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.simple_players import SimplePlayer
from ai.turn_based_hockey.skills import PARTNER, beats
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, TurnBasedHockeyState, points


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


def answers() -> SimplePlayer:
    """Answers an open line-up card by card, as cheaply as it can; else it plays as ``suits``."""

    def pick(state: TurnBasedHockeyState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        if state.node == FACE_OFF:
            return middle(actions)
        if not state.lineup_is_open(1 - seat):
            return int(SUITS.pick(state, seat, actions, rng))
        place = int(state.placed[seat])
        if place not in PARTNER:
            return highest(actions)
        found = [card for card, beat in zip(actions, beats(state, seat, actions), strict=True) if beat]
        return lowest(found or actions)

    return SimplePlayer(
        "A middling card for the face-off; against a line-up that it sees the lowest cards that beat it, else suits.",
        pick,
    )


def middle(cards: Sequence[int]) -> int:
    """The card in the middle of the hand by points."""
    return sorted(cards, key=lambda card: (int(points(card)), card))[len(cards) // 2]


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


SUITS: Final = lines_by(
    "The lowest card for the face-off; high cards, and above all cards of one suit next to each other.",
    lowest,
    suit_with,
)
PLAYERS: Final[Mapping[str, SimplePlayer]] = {
    "best_for_all": lines_by(
        "The highest card for the face-off; the best pairs from left to right.", highest, value_with
    ),
    "best_for_lines": lines_by(
        "The lowest card for the face-off; the best pairs from left to right.", lowest, value_with
    ),
    "suits": SUITS,
    "answers": answers(),
}
