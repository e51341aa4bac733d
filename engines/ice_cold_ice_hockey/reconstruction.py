"""Reconstructs a state from an observation that a client sends, and checks that it is possible: every card is in one
place, and the pending question can be asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.declared import refuse, refuse_stray_cards
from engines.fields import by_identity, quoted
from engines.ice_cold_ice_hockey.loading import load_public, parse_penalty
from engines.ice_cold_ice_hockey.options import options_in
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.penalties import are_due
from engines.ice_cold_ice_hockey.rules.state import IceColdState, Options, penalised, shots_of
from engines.ice_cold_ice_hockey.rules.windows import destination, opens
from engines.ice_cold_ice_hockey.texts import card_text, parse_cards

Seen = Mapping[str, Any]
_WINDOWS: Final = (
    n.DEFEND,
    n.COUNTER,
    n.INSIDE_SHOT_RESPONSE,
    n.OUTSIDE_SHOT_RESPONSE,
    n.KEEP_IN,
    n.POWER_PLAY_RESPONSE,
)
_PENDING: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "defend": (("move_puck",),),
    "counter": (("defence_effect",),),
    "inside_shot_response": (("shot",),),
    "outside_shot_response": (("shot",),),
    "keep_in": (("to_centre",), ("deep_check",)),
    "power_play_response": (("power_play_result",), ("major_inside",), ("major_result",)),
    "skater_discard": ((), ("serve",)),
    "goalie_return": ((), ("serve",)),
}
"""What can be pending at a decision; nothing at nodes that are not listed, anything at a shuffle."""
_ATTACKER_WORK: Final = {
    "move_puck",
    "to_centre",
    "deep_check",
    "chase",
    "flip",
    "empty_net_check",
    "ice_discard",
    "touch_up",
    "shot",
}
_ANSWERER_WORK: Final = {"defence_effect", "foul", "cheap_shot", "penalty_shot"}
_DECISIONS: Final = n.NODE_NAMES[n.ATTACK : n.GAME_OVER]


def reconstruct(data: Seen) -> IceColdFlow:
    """The state that an observation describes; ``redeal`` places the cards that the seat cannot see.

    Raises InvalidObservation, which names the field that no game could have produced and says what would be consistent.
    """
    options, seat = options_in(data), data["seat"]
    seen = {"asked": seat if data.get("node", "attack") in _DECISIONS else None, **data}
    _check_cards(seen, options)
    _check_period(seen, options)
    _check_pending(seen)
    state = IceColdFlow(options)
    load_public(state, seen)
    state.ply = data.get("ply", 0)
    own = parse_cards(data.get("hand", []))
    counts = _count_cards(seen, state, len(own))
    _check_counts(state, counts, seat, own)
    _place_cards(state, counts, seat, own)
    _check_question(state)
    return state


# -- the fields of the observation by themselves


def _check_cards(seen: Seen, options: Options) -> None:
    """Check that no card is in two places and all belong to the game."""
    own, hand, held, shown = seen["seat"], seen.get("hand", []), seen.get("held", []), seen.get("shown", [[], []])
    if own is None and hand:
        refuse("hand", f"{len(hand)} cards; a spectator holds none")
    of_others = [(f"shown[{seat}]", shown[seat]) for seat in (0, 1) if seat != own]
    held_elsewhere = [card for card in held if card not in hand]
    places = [("discards", seen.get("discards", [])), ("hand", hand), *of_others, ("held", held_elsewhere)]
    refuse_stray_cards(_pack_of(options), places)
    if own is None:
        return
    for i, card in enumerate(shown[own]):
        if card not in hand:
            refuse(f"shown[{own}][{i}]", f"{card} is not in the seat's own hand")
    for i, card in enumerate(held):
        if card in shown[own]:
            refuse(f"held[{i}]", f"{card} is at shown[{own}] already")


@by_identity
def _pack_of(options: Options) -> Mapping[str, int]:
    """The cards of the deck by their texts."""
    return {card_text(card): int(card) for card in options.deck.cards}


def _check_period(seen: Seen, options: Options) -> None:
    period, goals = seen.get("period", 0 if seen.get("node") == "shuffle" else 1), seen.get("goals")
    last = options.periods + (0 if options.tie_rule == n.TIE else 1)
    if options.tie_rule != n.PLAYOFF and period > last:
        refuse("period", f"{period}; with these options it is 1 to {last}, overtime included")
    columns = min(period, int(options.periods) + 1)
    if goals is not None and len(goals) != columns:
        refuse("goals", f"{len(goals)} periods; in period {period} there are {columns}, all overtime counted as one")
    if period > options.periods:
        regulation = (goals or [])[: int(options.periods)]
        if sum(both[0] for both in regulation) != sum(both[1] for both in regulation):
            refuse("goals", f"{regulation} is not a tie, and only a tie leads to overtime")
        if goals and max(goals[-1]) > (0 if seen.get("node", "attack") != "game_over" else 1):
            refuse("goals", f"{goals[-1]} in overtime; the first goal ends the game")


def _check_pending(seen: Seen) -> None:
    node, pending = seen.get("node", "attack"), tuple(seen.get("pending", ()))
    if node not in ("second_pass", "reserve") and pending not in _PENDING.get(node, ((),)):
        right = " or ".join(quoted(list(work)) for work in _PENDING.get(node, ((),)))
        refuse("pending", f"{quoted(list(pending))}; at the node {node} it is {right}")
    work = set(pending)
    if work & _ATTACKER_WORK and seen.get("attacker") is None:
        refuse("attacker", f"null; the pending work {quoted(list(pending))} belongs to an action")
    if work & _ANSWERER_WORK and (seen.get("answer") is None or seen.get("answerer") is None):
        refuse("answer", f"null; the pending work {quoted(list(pending))} follows from an answer")
    if "shot" in work and seen.get("shot_kind") is None:
        refuse("shot_kind", "null; a shot is pending")
    if "serve" in work and not seen.get("to_serve"):
        refuse("to_serve", "empty; the pending work is to serve a penalty")
    if any(name.startswith(("power_play", "major")) for name in pending):
        _check_serving(seen, pending)
    if "draw_bonus" in work and not (seen.get("awards") and seen["awards"][0]["count"]):
        refuse("awards", "there is none with cards to draw, and the pending work is to draw one")


def _check_serving(seen: Seen, pending: tuple[str, ...]) -> None:
    serving = seen.get("serving")
    if serving is None:
        refuse("serving", f"null; the pending work {quoted(list(pending))} is part of a power play")
    major = any(name.startswith("major") for name in pending)
    if serving["major"] != major:
        refuse(
            "serving", f"{quoted(serving)}; the pending work {quoted(list(pending))} is not part of such a power play"
        )
    shots = n.MAJOR_CARDS if major else shots_of(parse_penalty(serving))
    if seen.get("shot_number", 0) >= shots:
        refuse("shot_number", f"{seen['shot_number']}; there are {shots}, counted from 0")
    if seen.get("shot_kind") not in ("outside", "inside"):
        refuse("shot_kind", f"{quoted(seen.get('shot_kind'))}; on a power play it is outside or inside")


# -- how many cards lie where


@dataclass
class _Counts:
    """How many cards lie where no seat, or only one, sees them."""

    hands: list[int]
    held: list[int]
    """The cards of each hand that it has held since the deck was last reshuffled."""
    aside: int
    deck: int


def _count_cards(seen: Seen, state: IceColdState, own: int) -> _Counts:
    """The defaults are as after both hands were refilled; ``own`` cards are in the seat's own hand."""
    cards, dealt = len(state.deck.cards), state.period > 0
    bases = [int(state.base(seat)) if dealt else 0 for seat in (0, 1)]
    hands = seen.get("hand_sizes", [own if seat == seen["seat"] else bases[seat] for seat in (0, 1)])
    aside = cards - int(state.options.overtime_cards) if dealt and state.is_short_overtime() else 0
    deck = cards - sum(hands) - int(state.discard_count) - aside if dealt else 0
    return _Counts(hands, seen.get("held_counts", [0, 0]), aside, deck)


def _check_counts(state: IceColdState, counts: _Counts, seat: int | None, own: list[int]) -> None:
    held = state.cards_in(n.HELD)
    if state.period == 0:
        _check_nothing_dealt(state, counts)
    if seat is not None and counts.hands[seat] != len(own):
        refuse("hand_sizes", f"{counts.hands[seat]} cards of seat {seat}; its hand has {len(own)}")
    if counts.deck < 0:
        refuse("hand_sizes", f"hands, discards and cards set aside are {-counts.deck} more than the cards of the game")
    _check_held(state, counts, len(held))
    if state.pass_number > state.passes():
        refuse("pass", f"{state.pass_number}; this period has {state.passes()}")
    if state.node in (n.SECOND_PASS, n.RESERVE) and counts.deck:
        refuse("deck_size", f"{counts.deck} cards; it is reshuffled when it is empty")
    for other in (0, 1):
        _check_hand(state, counts, other)
        own_held = len(set(held) & set(own))
        if other == seat and own_held != counts.held[seat]:
            refuse("held_counts", f"{counts.held[seat]} of seat {seat}; {own_held} of its own cards are held")


def _check_nothing_dealt(state: IceColdState, counts: _Counts) -> None:
    if sum(counts.hands) or any(place != n.HIDDEN for place in state.places):
        refuse("period", "0; before the first period no cards are dealt, so none may lie anywhere")
    if state.node != n.SHUFFLE:
        refuse("period", f"0; at the node {n.NODE_NAMES[state.node]} a period has begun")


def _check_held(state: IceColdState, counts: _Counts, held: int) -> None:
    """Check that cards that are held are in the hands; also those set aside, once the discards were a reserve deck."""
    if held and state.pass_number == 1 and not state.time_expired:
        refuse("held", f"{held} cards; the deck has not been reshuffled in this period")
    apart = held - sum(counts.held)
    if apart != 0 and not (state.time_expired and apart == counts.aside):
        refuse("held_counts", f"{counts.held}; {held} cards are held")


def _check_hand(state: IceColdState, counts: _Counts, seat: int) -> None:
    size, held, shown = counts.hands[seat], counts.held[seat], len(state.cards_in(n.SHOWN + seat))
    if size > state.options.hand_limit:
        refuse("hand_sizes", f"{size}; a hand has at most {state.options.hand_limit} cards")
    if shown + held > size:
        refuse("hand_sizes", f"{size} of seat {seat}; {shown} shown and {held} held are more")


def _place_cards(state: IceColdState, counts: _Counts, seat: int | None, own: list[int]) -> None:
    """Give each hand its number of cards of either kind; ``redeal`` deals them and the deck again."""
    held = [card for card in state.cards_in(n.HELD) if card not in own]
    hidden = [card for card in state.cards_in(n.HIDDEN) if card not in own]
    for other, hand in enumerate(state.hands):
        in_hand = own
        if other != seat:
            in_hand = state.cards_in(n.SHOWN + other)
            in_hand += [held.pop() for _ in range(counts.held[other])]
            in_hand += [hidden.pop() for _ in range(counts.hands[other] - len(in_hand))]
        hand.add_each(in_hand)
    state.aside_size, state.stock_size = counts.aside, counts.deck


# -- what is asked


def _check_question(state: IceColdState) -> None:
    """Check the question and the seat that is asked against the rest of the table."""
    if state.node < n.ATTACK or state.node == n.GAME_OVER:
        if state.seat >= 0:
            refuse("asked", f"{state.seat}; at the node {n.NODE_NAMES[state.node]} no seat is asked")
        return
    if state.seat < 0:
        refuse("asked", f"null; at the node {n.NODE_NAMES[state.node]} a seat is asked")
    if state.control < 0 and state.top != n.FRESH:
        refuse("follow_ons", "while play is stopped a sequence is fresh, so it is null")
    if state.node in _WINDOWS:
        _check_window(state)
    elif state.node in _CHECKS:
        _CHECKS[int(state.node)](state)


def _check_window(state: IceColdState) -> None:
    asked = int(state.seat)
    if state.node == n.POWER_PLAY_RESPONSE:
        if penalised(state.serving) != asked:
            refuse("asked", f"{asked}; the penalised team answers, seat {penalised(state.serving)}")
    elif state.node == n.COUNTER:
        if state.answerer != 1 - asked or state.attacker < 0:
            refuse("answerer", f"{state.answerer}; seat {asked} is asked to counter the other team's card")
    elif state.attacker != 1 - asked:
        refuse("attacker", f"{state.attacker}; seat {asked} is asked to answer the other team")
    played = state.deck.kind[state.played]
    for node, kinds in ((n.DEFEND, (n.PASS, n.SKATE)), (n.INSIDE_SHOT_RESPONSE, (n.INSIDE_SHOT,))):
        if state.node == node and (played not in kinds or state.places[state.played] != n.DISCARDED):
            refuse("played_card", "the card to be answered is on the discard pile and of the kind that is asked about")
    if state.node == n.DEFEND and destination(state) == n.NO_ZONE:
        refuse("zone", f"{card_text(state.played)} cannot be played there")
    if state.node == n.COUNTER and state.deck.kind[state.answer] != n.DEFENCE:
        refuse("answer", "the card that is to be countered is a defence card")
    if not opens(state, state.node, asked):
        refuse("node", f"{n.NODE_NAMES[state.node]}; seat {asked} publicly cannot hold an answer, so it is not asked")


def _check_attack(state: IceColdState) -> None:
    if state.control != state.seat:
        refuse("control", f"{state.control}; the team that is asked to attack has control, seat {state.seat}")
    if state.zone == n.CENTRE and state.hands[state.seat].size == 0:
        refuse("hand_sizes", "without a card at centre ice there is no attack: the period is over")
    _check_settled(state)


def _check_settled(state: IceColdState) -> None:
    """Check that SETTLE has run: hands are refilled, awards paid, penalties served."""
    if are_due(state):
        refuse("penalties", "they have fallen due, so they are served before anything else is asked")
    if state.penalty_count and state.extra != state.control:
        refuse(
            "extra_skater", f"{state.extra}; with penalties pending the team in control has it, seat {state.control}"
        )
    if state.award_count:
        refuse("awards", "momentum is paid before anything else is asked")
    if state.time_expired:
        refuse("time_expired", "true; the clock has run out, so neither team attacks any more")
    for seat in (0, 1):
        if state.hands[seat].size < state.base(seat) and state.can_draw():
            refuse("hand_sizes", f"{state.hands[seat].size} of seat {seat}; it is refilled to {state.base(seat)} first")


def _check_touch_up(state: IceColdState) -> None:
    if state.attacker != 1 - state.seat:
        refuse("attacker", f"{state.attacker}; the other team has iced the puck")
    if state.zone_for(1 - state.seat) != 0 or state.control >= 0:
        refuse("zone", "after icing play is stopped in the zone of the team that iced the puck")
    if state.penalty_count != state.called_before:
        refuse("called_before", f"{state.called_before}; a check that calls a penalty leaves no choice")


def _check_ice_discard(state: IceColdState) -> None:
    if state.attacker != state.seat or not state.deck.ices[state.played]:
        refuse("played_card", "the team that is asked has just iced the puck with a card")
    if state.hands[state.seat].size == 0:
        refuse("hand_sizes", "without a card there is nothing to discard")


def _check_trim(state: IceColdState) -> None:
    if state.award_count == 0 or state.awards[0] & 1 == state.seat:
        refuse("awards", "a team goes down to its base hand when the other is to be paid")
    if not state.is_above_base(state.seat):
        refuse("hand_sizes", f"{state.hands[state.seat].size} of seat {state.seat}; that is not above its base")


def _check_draw(state: IceColdState) -> None:
    if state.award_count == 0 or state.awards[0] & 1 != state.seat or state.awards[0] < 2:
        refuse("awards", "the team that is asked is paid the first award, and it has cards left")
    if state.hands[state.seat].size >= state.options.hand_limit or not state.can_draw():
        refuse("hand_sizes", "no card can be drawn, so it is not asked")


def _check_skater(state: IceColdState) -> None:
    if state.hands[state.seat].size <= state.normal_hand():
        refuse("hand_sizes", f"{state.hands[state.seat].size} of seat {state.seat}; that is not above its base")


def _check_take(state: IceColdState) -> None:
    card = state.discards[state.discard_count - 1] if state.discard_count else n.NO_CARD
    if state.attacker != state.seat or state.control != 1 - state.seat or state.is_above_base(state.seat):
        refuse("control", "in defensive mode the other team has the puck, and the hand is not above its base")
    if state.deck.kind[card] != n.DEFENCE or state.deck.mark[card] != n.NO_MARK:
        refuse("discards", "the last card is the one turned up: a defence card without a mark")


def _check_return(state: IceColdState) -> None:
    if not state.goalie_out[state.seat]:
        refuse("goalies_out", f"seat {state.seat} is asked, so its goalie is out")
    if not state.trails(state.seat):
        refuse("goals", f"seat {state.seat} does not trail, so its goalie must return")
    if state.control >= 0:
        refuse("control", f"{state.control}; a goalie returns only while play is stopped")


def _check_pull(state: IceColdState) -> None:
    if state.control >= 0:
        refuse("control", f"{state.control}; this is asked only while play is stopped")
    if not may_pull(state, state.seat):
        refuse("node", "goalie_pull; late in the last period, trailing, before a face-off that is not in its own zone")


_CHECKS: Final = {
    int(n.ATTACK): _check_attack,
    int(n.TOUCH_UP): _check_touch_up,
    int(n.ICE_DISCARD): _check_ice_discard,
    int(n.MOMENTUM_TRIM): _check_trim,
    int(n.MOMENTUM_DRAW): _check_draw,
    int(n.SKATER_DISCARD): _check_skater,
    int(n.DEFENSIVE_MODE_TAKE): _check_take,
    int(n.GOALIE_RETURN): _check_return,
    int(n.GOALIE_PULL): _check_pull,
}
