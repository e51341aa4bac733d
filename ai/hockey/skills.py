"""The skills of Hockey (``ai.skills``), in the order of a coach."""

from collections.abc import Sequence
from typing import Final

from ai.skills import Skill
from engines.api import State
from engines.hockey.rules import CHOOSE_DEALER, NO_CARD, HockeyState, rank

LOGIT: Final = 0.021


def situation(state: State, seat: int) -> Sequence[int]:
    """The rank on top, and whose breakaway it is."""
    assert isinstance(state, HockeyState)
    top = -1 if state.top == NO_CARD else int(rank(state.top))
    return top, int(state.holder) if state.holder < 0 else int(state.holder) ^ (seat & 1)


def is_wild(state: HockeyState, card: int) -> bool:
    """Whether the card is of a wild rank, as the jacks are."""
    return bool((state.options.wild_ranks >> rank(card)) & 1)


def matches(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a card of the rank on top."""
    assert isinstance(state, HockeyState)
    if state.node == CHOOSE_DEALER or state.top == NO_CARD:
        return [0] * len(actions)
    return [int(rank(card) == rank(state.top) and not is_wild(state, card)) for card in actions]


def wild(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a wild card."""
    assert isinstance(state, HockeyState)
    return [int(state.node != CHOOSE_DEALER and is_wild(state, card)) for card in actions]


def held(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """How many cards of the rank the seat holds."""
    assert isinstance(state, HockeyState)
    if state.node == CHOOSE_DEALER:
        return [int(action) for action in actions]
    ranks = ranks_held(state, seat)
    return [ranks.count(int(rank(card))) for card in actions]


def gone(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """How many cards of the rank the seat holds or saw played."""
    assert isinstance(state, HockeyState)
    if state.node == CHOOSE_DEALER:
        return [int(action) for action in actions]
    ranks = ranks_held(state, seat) + [int(rank(state.played[place])) for place in range(state.plays)]
    return [ranks.count(int(rank(card))) for card in actions]


def ranks_held(state: HockeyState, seat: int) -> list[int]:
    """The ranks of the seat's hand."""
    hand = state.hands[seat]
    return [int(rank(hand.cards[place])) for place in range(hand.size)]


SKILLS: Final = (
    Skill("match", "Matches the top card: opens, scores, stops.", matches, (0.63, 0.8, 0.94, 1.0, 1.0)),
    Skill("wild", "Keeps its wild cards for defence.", wild, (0.6, 0.8, 0.95, 1.0, 1.0)),
    Skill("pairs", "Leads a rank it holds more of, so that the others hold less.", held, (0.5, 0.7, 0.9, 1.0, 1.0)),
    Skill("gone", "Remembers what was played, and leads what is nearly gone.", gone, (0.44, 0.48, 0.52, 0.61, 0.87)),
)
