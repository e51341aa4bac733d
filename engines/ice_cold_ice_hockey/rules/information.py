"""What a seat knows (16.4): everything but the other hand, the deck and the cards set aside; the discard pile is open
(ruling 66). Compiled.

A seat with a memory knows more than 16.4 lists: when the discards become the new deck, every card that is not among
them is in a hand (or set aside). Until it is seen again it is known not to be in the deck: for a player, a card that
the opponent holds.
"""

from mypy_extensions import i64

from engines.api import NOT_GATHERED, Unseen
from engines.buffers import copy_numbers
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.rng import Rng


def redeal(state: IceColdState, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
    """Deal again the cards that ``seat`` has not seen, uniformly over all deals that fit what it knows.

    Cards held since the deck was last reshuffled go to the hands, as many as each has kept, and to the cards set aside;
    all others, which are ``free``, to the hands, the deck and, before that shuffle, to the cards set aside.
    """
    if unseen.count == NOT_GATHERED:
        unseen.free = _gather(state, seat, n.HIDDEN, unseen, 0)
        unseen.count = _gather(state, seat, n.HELD, unseen, unseen.free)
    cards, free = unseen.order, unseen.free
    hidden, kept = free, unseen.count
    copy_numbers(unseen.cards, cards, kept)
    if rng is not None:
        rng.mix(cards, free, kept)
        rng.mix(cards, 0, free)
    other: i64
    i: i64
    for other in range(2):  # from the ends of both kinds
        if other != seat:
            hand = state.hands[other]
            size = hand.size
            held = _keep_shown(state, hand)
            kept -= held
            hand.take(cards, kept, 1, held)
            more = size - hand.size
            hidden -= more
            hand.take(cards, hidden, 1, more)
    for i in range(state.aside_size):
        if kept > free:
            kept -= 1
            state.aside[i] = cards[kept]
        else:
            hidden -= 1
            state.aside[i] = cards[hidden]
    for i in range(state.stock_size):
        hidden -= 1
        state.stock[i] = cards[hidden]


def _gather(state: IceColdState, seat: i64, place: i64, unseen: Unseen, count: i64) -> i64:
    """Note, after the first ``count``, the cards of this place that are not in the seat's own hand; return the new
    count.
    """
    cards, places = state.deck.cards, state.places
    i: i64
    for i in range(len(cards)):
        card = cards[i]
        if places[card] == place and (seat < 0 or not state.hands[seat].holds(card)):
            unseen.cards[count] = card
            count += 1
    return count


def _keep_shown(state: IceColdState, hand: Hand) -> i64:
    """Leave in a hand only the cards that all seats have seen go there (14.1); return how many others were held."""
    kept: i64 = 0
    held: i64 = 0
    i: i64
    for i in range(hand.size):
        card = hand.cards[i]
        place = state.places[card]
        if place >= n.SHOWN:
            hand.cards[kept] = card
            kept += 1
        elif place == n.HELD:
            held += 1
    hand.size = kept
    return held
