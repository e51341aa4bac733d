"""Whether an observation that a client sends is possible: every card is in one place, and what is asked can be
asked.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from engines.api import SPECTATOR, InvalidObservation
from engines.fields import quoted
from engines.ice_cold_ice_hockey.information import IceColdObservation
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.penalties import are_due
from engines.ice_cold_ice_hockey.rules.state import IceColdState, Options, penalised, shots_of
from engines.ice_cold_ice_hockey.rules.windows import opens
from engines.ice_cold_ice_hockey.texts import card_text, parse_card

Seen = Mapping[str, Any]
WINDOWS: Final = (
    n.DEFEND,
    n.COUNTER,
    n.INSIDE_SHOT_RESPONSE,
    n.OUTSIDE_SHOT_RESPONSE,
    n.KEEP_IN,
    n.POWER_PLAY_RESPONSE,
)
PENDING: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "defend": (("move_puck",),),
    "counter": (("defence_effect",),),
    "inside_shot_response": (("shot",),),
    "outside_shot_response": (("shot",),),
    "keep_in": (("to_centre",), ("deep_check",)),
    "power_play_response": (("power_play_result",), ("major_inside",), ("major_result",)),
    "skater_discard": ((), ("serve",)),
    "goalie_return": ((), ("serve",)),
}
"""What can be pending at a decision; nothing at those that are not listed, anything at a shuffle."""
ATTACKER_WORK: Final = {
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
ANSWERER_WORK: Final = {"defence_effect", "foul", "cheap_shot", "penalty_shot"}


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


# -- what the observation says for itself


def check_seen(seen: Seen, options: Options) -> None:
    """Check cards, period and pending work as they are given; ``check_position`` looks at the position they make.

    Raises InvalidObservation naming the field, and saying what would add up.
    """
    _check_cards(seen, options)
    _check_period(seen, options)
    _check_pending(seen)


def _check_cards(seen: Seen, options: Options) -> None:
    """No card is in two places, and all belong to the game."""
    deck = {int(card) for card in options.deck.cards}
    own = None if seen["seat"] is None else seen["seat"]
    shown = seen.get("shown", [[], []])
    places: dict[str, str] = {}
    if own is None and seen.get("hand"):
        refuse("hand", f"{len(seen['hand'])} cards; a spectator holds none")
    for field, cards in (("discards", seen.get("discards", [])), ("hand", seen.get("hand", []))):
        _note_places(places, field, cards, deck)
    for seat in (0, 1):
        for i, card in enumerate(shown[seat]):
            if seat == own and card not in seen.get("hand", []):
                refuse(f"shown[{seat}][{i}]", f"{card} is not in the own hand")
        if seat != own:
            _note_places(places, f"shown[{seat}]", shown[seat], deck)
    in_hand = {*seen.get("hand", []), *(shown[own] if own is not None else [])}
    apart = [card for card in seen.get("held", []) if card not in in_hand]
    _note_places(places, "held", apart, deck)
    if own is not None:
        for i, card in enumerate(seen.get("held", [])):
            if card in shown[own]:
                refuse(f"held[{i}]", f"{card} is at shown[{own}] already")


def _note_places(places: dict[str, str], field: str, cards: Iterable[str], deck: set[int]) -> None:
    for i, card in enumerate(cards):
        where = f"{field}[{i}]"
        if parse_card(card) not in deck:
            refuse(where, f"{card} is not in this game")
        if card in places:
            refuse(where, f"{card} is at {places[card]} already")
        places[card] = where


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
            refuse("goals", f"{regulation} is no tie, and only a tie leads to overtime")
        if goals and max(goals[-1]) > (0 if seen.get("node", "attack") != "game_over" else 1):
            refuse("goals", f"{goals[-1]} in overtime; the first goal ends the game")


def _check_pending(seen: Seen) -> None:
    node, pending = seen.get("node", "attack"), tuple(seen.get("pending", ()))
    if node not in ("second_pass", "reserve") and pending not in PENDING.get(node, ((),)):
        right = " or ".join(quoted(list(work)) for work in PENDING.get(node, ((),)))
        refuse("pending", f"{quoted(list(pending))}; at the node {node} it is {right}")
    work = set(pending)
    if work & ATTACKER_WORK and seen.get("attacker") is None:
        refuse("attacker", f"null; the pending work {quoted(list(pending))} belongs to an action")
    if work & ANSWERER_WORK and (seen.get("answer") is None or seen.get("answerer") is None):
        refuse("answer", f"null; the pending work {quoted(list(pending))} follows from an answer")
    if "shot" in work and seen.get("shot") is None:
        refuse("shot", "null; a shot is pending")
    if "serve" in work and not seen.get("to_serve"):
        refuse("to_serve", "empty; the pending work is to serve a penalty")
    if any(name.startswith(("power_play", "major")) for name in pending):
        _check_serving(seen, pending)
    if "draw_bonus" in work and not (seen.get("awards") and seen["awards"][0]["cards"]):
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
    shots = 3 if major else shots_of(4 * parse_card(serving["card"]))
    if seen.get("shot_number", 0) >= shots:
        refuse("shot_number", f"{seen['shot_number']}; there are {shots}, counted from 0")
    if seen.get("shot") not in ("outside", "inside"):
        refuse("shot", f"{quoted(seen.get('shot'))}; on a power play it is outside or inside")


# -- the position that it makes


def check_position(observation: IceColdObservation) -> None:
    """Check counts of cards, and that what is asked could be asked of this seat."""
    known = observation.table
    _check_counts(observation)
    for seat in (0, 1):
        known.hands[seat].size = observation.hand_sizes[seat]  # for questions about sizes; the cards are not looked at
    known.stock_size = observation.stock_size
    try:
        _check_question(known)
    finally:
        known.hands[0].size = known.hands[1].size = known.stock_size = 0


def _check_counts(observation: IceColdObservation) -> None:
    known, own = observation.table, observation.seat
    if known.period == 0 and (
        known.discard_count or sum(observation.hand_sizes) or any(place != n.HIDDEN for place in known.places)
    ):
        refuse("period", "0; before the first period no cards are dealt, so none may lie anywhere")
    if known.period == 0 and known.node != n.SHUFFLE:
        refuse("period", f"0; at the node {n.NODE_NAMES[known.node]} a period has begun")
    if own != SPECTATOR and observation.hand_sizes[own] != observation.hand.size:
        refuse("hand_sizes", f"{observation.hand_sizes[own]} cards of seat {own}; its hand has {observation.hand.size}")
    if observation.stock_size < 0:
        refuse(
            "hand_sizes",
            f"hands, discards and cards set aside are {-observation.stock_size} more than the cards of the game",
        )
    held = [int(card) for card in known.deck.cards if known.places[card] == n.HELD]
    if held and known.pass_number == 1 and not known.time_expired:
        refuse("held", f"{len(held)} cards; the deck has not been reshuffled in this period")
    apart = len(held) - sum(int(count) for count in observation.held)
    if apart not in ({0, int(observation.aside_size)} if known.time_expired else {0}):
        refuse("held_counts", f"{[int(count) for count in observation.held]}; {len(held)} cards are held")
    if known.node == n.SECOND_PASS or (known.node == n.RESERVE) or known.pass_number > known.passes():
        if known.pass_number > known.passes():
            refuse("pass", f"{known.pass_number}; this period has {known.passes()}")
        if observation.stock_size:
            refuse("deck", f"{observation.stock_size} cards; it is reshuffled when it is empty")
    for seat in (0, 1):
        _check_hand(observation, seat, held)


def _check_hand(observation: IceColdObservation, seat: int, held: list[int]) -> None:
    known, size = observation.table, int(observation.hand_sizes[seat])
    shown = sum(1 for card in known.deck.cards if known.places[card] == n.SHOWN + seat)
    if size > known.options.hand_limit:
        refuse("hand_sizes", f"{size}; a hand has at most {known.options.hand_limit} cards")
    if shown + observation.held[seat] > size:
        refuse("hand_sizes", f"{size} of seat {seat}; {shown} shown and {observation.held[seat]} held are more")
    if seat == observation.seat:
        own = sum(1 for card in held if observation.hand.holds(card))
        if own != observation.held[seat]:
            refuse("held_counts", f"{observation.held[seat]} of seat {seat}; {own} of the own cards are held")


def _check_question(known: IceColdState) -> None:
    """What is asked, and of whom, follows from the rest of the table."""
    if known.node < n.ATTACK or known.node == n.GAME_OVER:
        if known.seat >= 0:
            refuse("asked", f"{known.seat}; at the node {n.NODE_NAMES[known.node]} no seat is asked")
        return
    if known.seat < 0:
        refuse("asked", f"null; at the node {n.NODE_NAMES[known.node]} a seat is asked")
    if known.control < 0 and known.top != n.FRESH:
        refuse("top", "while play is stopped a sequence is fresh, so it is null")
    if known.node in WINDOWS:
        _check_window(known)
    elif known.node in _CHECKS:
        _CHECKS[int(known.node)](known)


def _check_window(known: IceColdState) -> None:
    asked = int(known.seat)
    if known.node == n.POWER_PLAY_RESPONSE:
        if penalised(known.serving) != asked:
            refuse("asked", f"{asked}; the penalised team answers, seat {penalised(known.serving)}")
    elif known.node == n.COUNTER:
        if known.answerer != 1 - asked or known.attacker < 0:
            refuse("answerer", f"{known.answerer}; seat {asked} is asked to counter the other team's card")
    elif known.attacker != 1 - asked:
        refuse("attacker", f"{known.attacker}; seat {asked} is asked to answer the other team")
    played = known.deck.kind[known.played]
    for node, kinds in ((n.DEFEND, (n.PASS, n.SKATE)), (n.INSIDE_SHOT_RESPONSE, (n.INSIDE_SHOT,))):
        if known.node == node and (
            known.played == 0 or played not in kinds or known.places[known.played] != n.DISCARDED
        ):
            refuse("played", "the card to be answered is on the discard pile and of the kind that is asked about")
    if known.node == n.DEFEND and known.deck.destination[3 * known.played + known.zone_for(known.attacker)] < 0:
        refuse("zone", f"{card_text(known.played)} cannot be played there")
    if known.node == n.COUNTER and (known.answer == 0 or known.deck.kind[known.answer] != n.DEFENCE):
        refuse("answer", "the card that is to be countered is a defence card")
    if not opens(known, known.node, asked):
        refuse("node", f"{n.NODE_NAMES[known.node]}; seat {asked} publicly cannot hold an answer, so it is not asked")


def _check_attack(known: IceColdState) -> None:
    if known.control != known.seat:
        refuse("control", f"{known.control}; the team that is asked to attack has control, seat {known.seat}")
    if known.zone == n.CENTRE and known.hands[known.seat].size == 0:
        refuse("hand_sizes", "without a card at centre ice there is no attack: the period is over")
    _check_settled(known)


def _check_settled(known: IceColdState) -> None:
    """SETTLE has been run: hands are refilled, awards paid, penalties served."""
    if are_due(known):
        refuse("penalties", "they have fallen due, so they are served before anything else is asked")
    if known.penalty_count and known.extra != known.control:
        refuse(
            "extra_skater", f"{known.extra}; with penalties pending the team in control has it, seat {known.control}"
        )
    if known.award_count:
        refuse("awards", "momentum is paid before anything else is asked")
    if known.time_expired:
        refuse("time_expired", "true; the clock has run out, so neither team attacks any more")
    for seat in (0, 1):
        if known.hands[seat].size < known.base(seat) and known.can_draw():
            refuse("hand_sizes", f"{known.hands[seat].size} of seat {seat}; it is refilled to {known.base(seat)} first")


def _check_touch_up(known: IceColdState) -> None:
    if known.attacker != 1 - known.seat:
        refuse("attacker", f"{known.attacker}; the other team has iced the puck")
    if known.zone_for(1 - known.seat) != 0 or known.control >= 0:
        refuse("zone", "after icing play is stopped in the zone of the team that iced the puck")
    if known.penalty_count != known.called_before:
        refuse("called_before", f"{known.called_before}; a check that calls a penalty leaves no choice")


def _check_ice_discard(known: IceColdState) -> None:
    if known.attacker != known.seat or known.played == 0 or not known.deck.ices[known.played]:
        refuse("played", "the team that is asked has just iced the puck with a card")
    if known.hands[known.seat].size == 0:
        refuse("hand_sizes", "without a card there is nothing to discard")


def _check_trim(known: IceColdState) -> None:
    if known.award_count == 0 or known.awards[0] & 1 == known.seat:
        refuse("awards", "a team goes down to its base hand when the other is to be paid")
    if not known.is_above_base(known.seat):
        refuse("hand_sizes", f"{known.hands[known.seat].size} of seat {known.seat}; that is not above its base")


def _check_draw(known: IceColdState) -> None:
    if known.award_count == 0 or known.awards[0] & 1 != known.seat or known.awards[0] < 2:
        refuse("awards", "the team that is asked is paid the first award, and it has cards left")
    if known.hands[known.seat].size >= known.options.hand_limit or not known.can_draw():
        refuse("hand_sizes", "no card can be drawn, so it is not asked")


def _check_skater(known: IceColdState) -> None:
    if known.hands[known.seat].size <= known.normal_hand():
        refuse("hand_sizes", f"{known.hands[known.seat].size} of seat {known.seat}; that is not above its base")


def _check_take(known: IceColdState) -> None:
    card = known.discards[known.discard_count - 1] if known.discard_count else 0
    if known.attacker != known.seat or known.control != 1 - known.seat or known.is_above_base(known.seat):
        refuse("control", "in defensive mode the other team has the puck, and the hand is not above its base")
    if card == 0 or known.deck.kind[card] != n.DEFENCE or known.deck.mark[card] != n.NO_MARK:
        refuse("discards", "the last card is the one turned up: a defence card without a mark")


def _check_return(known: IceColdState) -> None:
    if not known.goalie_out[known.seat]:
        refuse("goalies_out", f"seat {known.seat} is asked, so its goalie is out")
    if not known.trails(known.seat):
        refuse("goals", f"seat {known.seat} does not trail, so its goalie must return")
    if known.control >= 0:
        refuse("control", f"{known.control}; a goalie returns only while play is stopped")


def _check_pull(known: IceColdState) -> None:
    if known.control >= 0:
        refuse("control", f"{known.control}; this is asked only while play is stopped")
    if not may_pull(known, known.seat):
        refuse("node", "goalie_pull; late in the last period, trailing, before a face-off that is not in the own zone")


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
