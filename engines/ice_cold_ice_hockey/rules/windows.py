"""Who may answer what (section 8, 9.1, 9.2 and 16.3 of the rules). Compiled."""

from mypy_extensions import i64

from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState


def is_answer(state: IceColdState, node: i64, seat: i64, card: i64) -> bool:
    """True if ``card`` is a legal answer of ``seat`` in the window ``node`` (8.1, 8.4, 8.5, 9.1, 9.2, 11.5)."""
    deck = state.deck
    kind = deck.kind[card]
    zone = state.zone_for(seat)
    if node == n.DEFEND:
        return (
            kind == n.DEFENCE
            and is_called_for(state, state.played, card)
            and deck.works_in(card, acting_zone(state, seat, card))
        )
    if node == n.COUNTER:  # as against a skate (ruling 12)
        return kind == n.DEFENCE and is_called_for(state, state.answer, card) and deck.works_in(card, zone)
    if not deck.works_in(card, zone):
        return False
    if node == n.KEEP_IN:
        return kind == n.KEPT_IN
    if node == n.INSIDE_SHOT_RESPONSE:
        if kind == n.IS_BLOCKED:
            return deck.follow_ons[state.played] & n.ON_IS_BLOCK != 0
        return kind == n.DEFENCE and is_called_for(state, state.played, card)
    return kind == (n.OS_BLOCKED if node == n.OUTSIDE_SHOT_RESPONSE or state.shot == n.OUTSIDE else n.IS_BLOCKED)


def is_called_for(state: IceColdState, below: i64, card: i64) -> bool:
    """True if the card below shows D, or P-only D and the defence card on top of it has P."""
    icons = state.deck.follow_ons[below]
    return icons & n.ON_DEFENCE != 0 or (icons & n.ON_PENALTY_DEFENCE != 0 and state.deck.may_be_penalised[card] == 1)


def acting_zone(state: IceColdState, seat: i64, card: i64) -> i64:
    """The zone where a defence card of ``seat`` acts, as ``seat`` reads it: the table in 8.1."""
    if state.deck.kind[state.played] == n.PASS and state.deck.steals[card] == 0:
        return 2 - destination(state)
    return state.zone_for(seat)


def destination(state: IceColdState) -> i64:
    """Where the Pass or Skate that was played takes the puck, as the attacker reads it."""
    return state.deck.destination[3 * state.played + state.zone_for(state.attacker)]


def opens(state: IceColdState, node: i64, seat: i64) -> bool:
    """True if ``seat`` is asked: it has a card, and by public information it could have an answer (16.3)."""
    if state.hands[seat].size == 0:
        return False
    deck = state.deck
    first = n.DEFENCE
    last = n.IS_BLOCKED
    if node in (n.DEFEND, n.COUNTER):
        last = n.DEFENCE
    elif node == n.KEEP_IN:
        first = n.KEPT_IN
        last = n.KEPT_IN
    elif node != n.INSIDE_SHOT_RESPONSE:
        first = n.OS_BLOCKED
    i: i64
    for i in range(deck.kind_start[first], deck.kind_start[last + 1]):
        card = deck.by_kind[i]
        if state.places[card] != n.DISCARDED and is_answer(state, node, seat, card):
            return True
    return False


def asks(state: IceColdState, node: i64, seat: i64) -> None:
    """Open the window if it applies."""
    if opens(state, node, seat):
        state.ask(node, seat)


def fill_answers(state: IceColdState, actions: Actions, first_action: i64) -> i64:
    """Write an action ``first_action + card`` for every legal answer in the hand of the seat that is asked; return how
    many.
    """
    hand = state.hands[state.seat]
    count: i64 = 0
    i: i64
    for i in range(hand.size):
        if is_answer(state, state.node, state.seat, hand.cards[i]):
            actions[count] = first_action + hand.cards[i]
            count += 1
    return count
