"""The skills of Ice Cold Ice Hockey (``ai.skills``), in the order of a coach."""

from collections.abc import Sequence
from typing import Final

from ai.ice_cold_ice_hockey.reasons import card_of, in_detail, is_answer, sets_up, taken_to, thrown, versus
from ai.ice_cold_ice_hockey.values import class_of
from ai.skills import Skill, each_for_itself, of_each
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState

LOGIT: Final = 0.025
ZONES: Final = 3


def situation(state: IceColdState, seat: int) -> Sequence[int]:
    """What is asked, where the puck is, the card that is to be answered or what may be played on top, who leads, and
    in which ways the seat can go on.
    """
    about = state.top if state.node == n.ATTACK else state.played
    lead = int(state.totals[seat] - state.totals[1 - seat])
    ways = {way(state, seat, action) for action in state.distinct_actions(seat)}
    return int(state.node), int(state.zone_for(seat)), int(about), (lead > 0) - (lead < 0), *sorted(ways)


def way(state: IceColdState, seat: int, action: int) -> int:
    """How the seat goes on: by an inside shot, a play, one of the dumps, an answer, a discard, or an action without a
    card.
    """
    if is_chance(state, seat, action):
        return -1
    return action // n.DUMP_CENTER if action < n.CARD_ACTIONS else action


def is_chance(state: IceColdState, seat: int, action: int) -> int:
    """1 for an inside shot, and an answer that cannot be penalised."""
    if action < n.DUMP_CENTER:
        return int(state.deck.kind[action] == n.INSIDE_SHOT)
    return int(is_answer(action) and state.deck.may_be_penalised[card_of(action)] == 0)


def plan(state: IceColdState, seat: int, action: int) -> int:
    """How the seat goes on; no answer is told from none, and no shot that needs a card from another play."""
    if is_answer(action):
        return int(n.DECLINE)
    return action // n.DUMP_CENTER if action < n.CARD_ACTIONS else action


def spent(state: IceColdState, seat: int, action: int) -> int:
    """The class of a card that is thrown away, by what it is worth in the hand; -1 if none is."""
    is_played = action < n.DUMP_CENTER or is_answer(action) or action >= n.CARD_ACTIONS
    return -1 if is_played else int(class_of(state.deck, card_of(action)))


def leads_to(state: IceColdState, seat: int, action: int) -> int:
    """Where a play takes the puck, as the seat reads it, and whether the seat could take an inside shot there that it
    holds; -1 for other actions.
    """
    deck = state.deck
    if action >= n.DUMP_CENTER or deck.kind[action] > n.SKATE:
        return -1
    return 2 * int(deck.destination[ZONES * action + state.zone_for(seat)]) + sets_up(state, seat, action)


def risk(state: IceColdState, seat: int, action: int) -> int:
    """The icons by which a play may be answered; of an answer, what it brings, and whether it may be penalised."""
    deck, card = state.deck, card_of(action)
    if is_answer(action):
        return 2 * int(deck.outcome[card]) + int(deck.may_be_penalised[card])
    return -1 - int(deck.follow_ons[card] & (n.ON_DEFENCE | n.ON_PENALTY_DEFENCE)) if action < n.DUMP_CENTER else -1


SKILLS: Final = (
    Skill(
        "chance",
        "Takes an inside shot, and answers with what cannot be penalised, when it can.",
        of_each(is_chance),
        (0.6, 0.78, 0.92, 0.985, 1.0),
        versus,
    ),
    Skill(
        "way",
        "Knows when to play a card, to dump the puck, to shoot and to answer.",
        of_each(plan),
        (0.68, 0.76, 0.88, 0.95, 0.985),
        versus,
    ),
    Skill(
        "keep",
        "Spends the cards that it needs least, and keeps its shots and blocks.",
        of_each(spent),
        (0.1, 0.3, 0.55, 0.7, 0.92),
        thrown,
    ),
    Skill(
        "set_up",
        "Moves the puck to where it can take the inside shot that it holds.",
        of_each(leads_to),
        (0.1, 0.25, 0.48, 0.65, 0.92),
        taken_to,
    ),
    Skill(
        "risk",
        "Weighs which plays can be answered, and which answers may be penalised.",
        of_each(risk),
        (0.0, 0.08, 0.2, 0.45, 0.86),
        versus,
    ),
    Skill("count", "Counts the cards that are gone.", each_for_itself, (0.0, 0.02, 0.1, 0.3, 0.78), in_detail),
)
