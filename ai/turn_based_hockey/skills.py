"""The skills of the game (``ai.skills``), in the order of a coach: for each card of a line-up in turn."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.skills import Skill, each_for_itself
from engines.api import State
from engines.turn_based_hockey.rules import FACE_OFF, LD, LW, RD, RW, C, G, TurnBasedHockeyState, points

LOGIT: Final = 0.043
PARTNER: Final[Mapping[int, int]] = {C: LW, RW: C, G: LD, RD: G}
"""The place, filled earlier, that forms a pair with each place."""
MET: Final[Mapping[int, tuple[int, int]]] = {C: (RD, G), RW: (LD, G), G: (RW, C), RD: (LW, C)}
"""The places of the pair that this pair meets in the other line-up."""


def situation(state: State, seat: int) -> Sequence[int]:
    """The period, the place that is filled, whether the other line-up is open, and the card of the pair so far."""
    assert isinstance(state, TurnBasedHockeyState)
    if state.node == FACE_OFF:
        return int(state.period), -1
    place = int(state.placed[seat])
    before = card_at(state, seat, PARTNER[place]) if place in PARTNER else -1
    return int(state.period), place, int(state.lineup_is_open(1 - seat)), before


def card_at(state: TurnBasedHockeyState, seat: int, place: int) -> int:
    """The card at a place of the seat's line-up of this period."""
    return int(state.lineups[state.lineup_at(seat) + place])


def pair_values(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The value of the pair that each card completes, 0 where it begins one."""
    assert isinstance(state, TurnBasedHockeyState)
    place = -1 if state.node == FACE_OFF else int(state.placed[seat])
    if place not in PARTNER:
        return [0] * len(actions)
    before = card_at(state, seat, PARTNER[place])
    return [int(state.options.pair(card, before)) for card in actions]


def beats(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a card that completes a pair which scores against the open one that it meets, or stops it."""
    assert isinstance(state, TurnBasedHockeyState)
    place = -1 if state.node == FACE_OFF else int(state.placed[seat])
    if place not in PARTNER or not state.lineup_is_open(1 - seat):
        return [0] * len(actions)
    one, other = [card_at(state, 1 - seat, met) for met in MET[place]]
    needed = int(state.options.pair(one, other)) + int(place > RW)  # a tie is a goal
    return [int(value >= needed) for value in pair_values(state, seat, actions)]


def first_points(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card that begins a pair."""
    assert isinstance(state, TurnBasedHockeyState)
    begins = state.node != FACE_OFF and int(state.placed[seat]) not in PARTNER
    return [int(points(card)) if begins else 0 for card in actions]


def second_points(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card that completes a pair."""
    assert isinstance(state, TurnBasedHockeyState)
    completes = state.node != FACE_OFF and int(state.placed[seat]) in PARTNER
    return [int(points(card)) if completes else 0 for card in actions]


def face_off_points(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The points of a card for the face-off."""
    assert isinstance(state, TurnBasedHockeyState)
    return [int(points(card)) if state.node == FACE_OFF else 0 for card in actions]


SKILLS: Final = (
    Skill("beat", "Beats the pair that it sees, where a card does.", beats, (0.55, 0.74, 0.91, 1.0, 1.0)),
    Skill("face_off", "Pays for a face-off what it is worth.", face_off_points, (0.8, 0.83, 0.86, 0.92, 1.0)),
    Skill("begin", "Begins a pair with a card as high as it needs.", first_points, (0.8, 0.83, 0.86, 0.92, 1.0)),
    Skill("chemistry", "Pairs cards of one suit, or of one colour.", pair_values, (0.2, 0.27, 0.37, 0.48, 0.7)),
    Skill(
        "spend", "Completes a pair with a card no higher than it needs.", second_points, (0.2, 0.27, 0.35, 0.48, 0.7)
    ),
    Skill("plan", "Plans the whole line-up, and the periods after it.", each_for_itself, (0.0, 0.03, 0.08, 0.18, 0.42)),
)
