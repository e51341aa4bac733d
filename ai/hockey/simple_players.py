"""Players of Hockey that follow one sentence (``ai.simple_players``)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.hockey.skills import is_wild
from ai.simple_players import SimplePlayer, any_of
from engines.hockey.rules import CHOOSE_DEALER, NO_CARD, HockeyState, rank
from engines.rng import Rng


def match_or(last: str, other: Callable[[HockeyState, int, Sequence[int]], Sequence[int]]) -> SimplePlayer:
    """Matches the top card, else defends with a wild card, else plays an ``other`` card, which ``last`` names."""

    def pick(state: HockeyState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        if state.node == CHOOSE_DEALER:
            return any_of(actions, rng)
        wild = [card for card in actions if is_wild(state, card)]
        plain = [card for card in actions if card not in wild]
        matching = [card for card in plain if state.top != NO_CARD and rank(card) == rank(state.top)]
        defends = wild if state.holder == 1 - seat % 2 else []
        return any_of(matching or defends or other(state, seat, plain or wild), rng)

    return SimplePlayer(f"Match the top card if you can, jacks only to defend, else {last}.", pick)


def held_ranks(state: HockeyState, seat: int) -> list[int]:
    """The ranks of the seat's hand."""
    hand = state.hands[seat]
    return [int(rank(hand.cards[place])) for place in range(hand.size)]


def any_card(state: HockeyState, seat: int, cards: Sequence[int]) -> Sequence[int]:
    """All of the cards."""
    return cards


def of_a_pair(state: HockeyState, seat: int, cards: Sequence[int]) -> Sequence[int]:
    """The cards of a rank that the seat holds twice, if there are any."""
    held = held_ranks(state, seat)
    return [card for card in cards if held.count(rank(card)) > 1] or cards


def most_played(state: HockeyState, seat: int, cards: Sequence[int]) -> Sequence[int]:
    """The cards of the rank that has been played or is held most often."""
    seen = held_ranks(state, seat) + [rank(state.played[place]) for place in range(state.plays)]
    most = max(seen.count(rank(card)) for card in cards)
    return [card for card in cards if seen.count(rank(card)) == most]


PLAYERS: Final[Mapping[str, SimplePlayer]] = {
    "any_card": match_or("any card", any_card),
    "pairs": match_or("one of a pair", of_a_pair),
    "most_played": match_or("the rank that you have seen most of", most_played),
}
