"""Whether an observation from outside could have come about: every card lies in one place, and what is asked can be asked."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from engines.api import SPECTATOR, InvalidObservation
from engines.fields import quoted
from engines.ice_cold_ice_hockey.information import IceColdObservation
from engines.ice_cold_ice_hockey.rules import state as numbers
from engines.ice_cold_ice_hockey.rules.deck import CENTRE, DEFENCE, FRESH, INSIDE_SHOT, NO_MARK, PASS, SKATE
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.penalties import are_due
from engines.ice_cold_ice_hockey.rules.state import DISCARDED, HELD, HIDDEN, PLAYOFF, TIE, Match, Options, penalised
from engines.ice_cold_ice_hockey.rules.windows import opens
from engines.ice_cold_ice_hockey.texts import card_text, parse_card

Seen = Mapping[str, Any]
WINDOWS: Final = (
    numbers.DEFEND,
    numbers.COUNTER,
    numbers.INSIDE_SHOT_RESPONSE,
    numbers.OUTSIDE_SHOT_RESPONSE,
    numbers.KEEP_IN,
    numbers.POWER_PLAY_RESPONSE,
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
ATTACKER_WORK: Final = {"move_puck", "to_centre", "deep_check", "chase", "flip", "empty_net_check", "ice_discard", "touch_up", "shot"}
ANSWERER_WORK: Final = {"defence_effect", "foul", "cheap_shot", "penalty_shot"}


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


# -- what the observation says for itself


def check_facts(seen: Seen, options: Options) -> None:
    """Check cards, period and pending work as they are given; ``check_position`` looks at the position they make.

    Raises InvalidObservation naming the field, and saying what would add up.
    """
    _check_cards(seen, options)
    _check_period(seen, options)
    _check_pending(seen)


def _check_cards(seen: Seen, options: Options) -> None:
    """No card lies in two places, and all belong to the game."""
    deck = {int(card) for card in options.deck.cards}
    own = None if seen["seat"] is None else seen["seat"]
    shown = seen.get("shown", [[], []])
    places: dict[str, str] = {}
    if own is None and seen.get("hand"):
        refuse("hand", f"{len(seen['hand'])} cards; somebody who only watches holds none")
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
                refuse(f"held[{i}]", f"{card} lies at shown[{own}] already")


def _note_places(places: dict[str, str], field: str, cards: Iterable[str], deck: set[int]) -> None:
    for i, card in enumerate(cards):
        where = f"{field}[{i}]"
        if parse_card(card) not in deck:
            refuse(where, f"{card} is not in this game")
        if card in places:
            refuse(where, f"{card} lies at {places[card]} already")
        places[card] = where


def _check_period(seen: Seen, options: Options) -> None:
    period, goals = seen.get("period", 0 if seen.get("node") == "shuffle" else 1), seen.get("goals")
    last = options.periods + (0 if options.tie_rule == TIE else 1)
    if options.tie_rule != PLAYOFF and period > last:
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
        right = " or ".join(str(list(work)) for work in PENDING.get(node, ((),)))
        refuse("pending", f"{list(pending)}; at the node {node} it is {right}")
    work = set(pending)
    if work & ATTACKER_WORK and seen.get("attacker") is None:
        refuse("attacker", f"null; the pending work {list(pending)} is that of somebody's action")
    if work & ANSWERER_WORK and (seen.get("answer") is None or seen.get("answerer") is None):
        refuse("answer", f"null; the pending work {list(pending)} follows from an answer")
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
        refuse("serving", f"null; the pending work {list(pending)} is part of a power play")
    major = any(name.startswith("major") for name in pending)
    if serving["major"] != major:
        refuse("serving", f"{quoted(serving)}; the pending work {list(pending)} is not part of such a power play")
    shots = 3 if major else numbers.shots_of(4 * parse_card(serving["card"]))
    if seen.get("shot_number", 0) >= shots:
        refuse("shot_number", f"{seen['shot_number']}; there are {shots}, counted from 0")
    if seen.get("shot") not in ("outside", "inside"):
        refuse("shot", f"{quoted(seen.get('shot'))}; on a power play it is outside or inside")


# -- the position that it makes


def check_position(observation: IceColdObservation) -> None:
    """Check counts of cards, and that what is asked could be asked of this seat."""
    match = observation.table
    _check_counts(observation)
    for seat in (0, 1):
        match.hands[seat].size = observation.hand_sizes[seat]  # for questions about sizes; the cards are not looked at
    match.stock_size = observation.stock_size
    try:
        _check_question(match)
    finally:
        match.hands[0].size = match.hands[1].size = match.stock_size = 0


def _check_counts(observation: IceColdObservation) -> None:
    match, own = observation.table, observation.seat
    if match.period == 0 and (match.discard_count or sum(observation.hand_sizes) or any(place != HIDDEN for place in match.places)):
        refuse("period", "0; before the first period no cards are dealt, so none may lie anywhere")
    if match.period == 0 and match.node != numbers.SHUFFLE:
        refuse("period", f"0; at the node {numbers.NODE_NAMES[match.node]} a period has begun")
    if own != SPECTATOR and observation.hand_sizes[own] != observation.hand.size:
        refuse("hand_sizes", f"{observation.hand_sizes[own]} cards of seat {own}; its hand has {observation.hand.size}")
    if observation.stock_size < 0:
        refuse("hand_sizes", f"hands, discards and cards set aside are {-observation.stock_size} more than the cards of the game")
    held = [int(card) for card in match.deck.cards if match.places[card] == HELD]
    if held and match.pass_number == 1 and not match.time_expired:
        refuse("held", f"{len(held)} cards; the deck has not been made anew in this period")
    apart = len(held) - sum(int(count) for count in observation.held)
    if apart not in ({0, int(observation.aside_size)} if match.time_expired else {0}):
        refuse("held_counts", f"{[int(count) for count in observation.held]}; {len(held)} cards are held")
    if match.node == numbers.SECOND_PASS or (match.node == numbers.RESERVE) or match.pass_number > match.passes():
        if match.pass_number > match.passes():
            refuse("pass", f"{match.pass_number}; this period has {match.passes()}")
        if observation.stock_size:
            refuse("deck", f"{observation.stock_size} cards; it is made anew when it is empty")
    for seat in (0, 1):
        _check_hand(observation, seat, held)


def _check_hand(observation: IceColdObservation, seat: int, held: list[int]) -> None:
    match, size = observation.table, int(observation.hand_sizes[seat])
    shown = sum(1 for card in match.deck.cards if match.places[card] == numbers.SHOWN + seat)
    if size > match.options.hand_limit:
        refuse("hand_sizes", f"{size}; a hand has at most {match.options.hand_limit} cards")
    if shown + observation.held[seat] > size:
        refuse("hand_sizes", f"{size} of seat {seat}; {shown} shown and {observation.held[seat]} held are more")
    if seat == observation.seat:
        own = sum(1 for card in held if observation.hand.holds(card))
        if own != observation.held[seat]:
            refuse("held_counts", f"{observation.held[seat]} of seat {seat}; {own} of the own cards are held")


def _check_question(match: Match) -> None:
    """What is asked, and of whom, follows from the rest of the table."""
    if match.node < numbers.ATTACK or match.node == numbers.GAME_OVER:
        if match.seat >= 0:
            refuse("asked", f"{match.seat}; at the node {numbers.NODE_NAMES[match.node]} nobody is asked")
        return
    if match.seat < 0:
        refuse("asked", f"null; at the node {numbers.NODE_NAMES[match.node]} a seat is asked")
    if match.control < 0 and match.top != FRESH:
        refuse("top", "while play is stopped a sequence is fresh, so it is null")
    if match.node in WINDOWS:
        _check_window(match)
    elif match.node in _CHECKS:
        _CHECKS[int(match.node)](match)


def _check_window(match: Match) -> None:
    asked = int(match.seat)
    if match.node == numbers.POWER_PLAY_RESPONSE:
        if penalised(match.serving) != asked:
            refuse("asked", f"{asked}; the penalised team answers, seat {penalised(match.serving)}")
    elif match.node == numbers.COUNTER:
        if match.answerer != 1 - asked or match.attacker < 0:
            refuse("answerer", f"{match.answerer}; seat {asked} is asked to counter the other team's card")
    elif match.attacker != 1 - asked:
        refuse("attacker", f"{match.attacker}; seat {asked} is asked to answer the other team")
    played = match.deck.kind[match.played]
    for node, kinds in ((numbers.DEFEND, (PASS, SKATE)), (numbers.INSIDE_SHOT_RESPONSE, (INSIDE_SHOT,))):
        if match.node == node and (match.played == 0 or played not in kinds or match.places[match.played] != DISCARDED):
            refuse("played", "the card that is to be answered lies on the discard pile, and is of the kind that is asked about")
    if match.node == numbers.DEFEND and match.deck.destination[3 * match.played + match.zone_for(match.attacker)] < 0:
        refuse("zone", f"{card_text(match.played)} cannot be played there")
    if match.node == numbers.COUNTER and (match.answer == 0 or match.deck.kind[match.answer] != DEFENCE):
        refuse("answer", "the card that is to be countered is a defence card")
    if not opens(match, match.node, asked):
        refuse("node", f"{numbers.NODE_NAMES[match.node]}; seat {asked} publicly cannot hold an answer, so it is not asked")


def _check_attack(match: Match) -> None:
    if match.control != match.seat:
        refuse("control", f"{match.control}; the team that is asked to attack has control, seat {match.seat}")
    if match.zone == CENTRE and match.hands[match.seat].size == 0:
        refuse("hand_sizes", "without a card at centre ice there is no attack: the period is over")
    _check_settled(match)


def _check_settled(match: Match) -> None:
    """SETTLE has been run: hands are refilled, awards paid, penalties served."""
    if are_due(match):
        refuse("penalties", "they have fallen due, so they are served before anything else is asked")
    if match.penalty_count and match.extra != match.control:
        refuse("extra_skater", f"{match.extra}; with penalties pending the team in control has it, seat {match.control}")
    if match.award_count:
        refuse("awards", "momentum is paid before anything else is asked")
    if match.time_expired:
        refuse("time_expired", "true; the clock has run out, so nobody attacks any more")
    for seat in (0, 1):
        if match.hands[seat].size < match.base(seat) and match.can_draw():
            refuse("hand_sizes", f"{match.hands[seat].size} of seat {seat}; it is refilled to {match.base(seat)} first")


def _check_touch_up(match: Match) -> None:
    if match.attacker != 1 - match.seat:
        refuse("attacker", f"{match.attacker}; the other team has iced the puck")
    if match.zone_for(1 - match.seat) != 0 or match.control >= 0:
        refuse("zone", "after icing play is stopped in the zone of the team that iced the puck")
    if match.penalty_count != match.called_before:
        refuse("called_before", f"{match.called_before}; a check that calls a penalty leaves no choice")


def _check_ice_discard(match: Match) -> None:
    if match.attacker != match.seat or match.played == 0 or not match.deck.ices[match.played]:
        refuse("played", "the team that is asked has just iced the puck with a card")
    if match.hands[match.seat].size == 0:
        refuse("hand_sizes", "without a card there is nothing to discard")


def _check_trim(match: Match) -> None:
    if match.award_count == 0 or match.awards[0] & 1 == match.seat:
        refuse("awards", "a team goes down to its base hand when the other is to be paid")
    if not match.is_above_base(match.seat):
        refuse("hand_sizes", f"{match.hands[match.seat].size} of seat {match.seat}; that is not above its base")


def _check_draw(match: Match) -> None:
    if match.award_count == 0 or match.awards[0] & 1 != match.seat or match.awards[0] < 2:
        refuse("awards", "the team that is asked is paid the first award, and it has cards left")
    if match.hands[match.seat].size >= match.options.hand_limit or not match.can_draw():
        refuse("hand_sizes", "no card can be drawn, so it is not asked")


def _check_skater(match: Match) -> None:
    if match.hands[match.seat].size <= match.normal_hand():
        refuse("hand_sizes", f"{match.hands[match.seat].size} of seat {match.seat}; that is not above its base")


def _check_take(match: Match) -> None:
    card = match.discards[match.discard_count - 1] if match.discard_count else 0
    if match.attacker != match.seat or match.control != 1 - match.seat or match.is_above_base(match.seat):
        refuse("control", "in defensive mode the other team has the puck, and the hand is not above its base")
    if card == 0 or match.deck.kind[card] != DEFENCE or match.deck.mark[card] != NO_MARK:
        refuse("discards", "the last card is the one turned up: a defence card without a mark")


def _check_return(match: Match) -> None:
    if not match.goalie_out[match.seat]:
        refuse("goalies_out", f"seat {match.seat} is asked, so its goalie is out")
    if not match.trails(match.seat):
        refuse("goals", f"seat {match.seat} does not trail, so its goalie must return")
    if match.control >= 0:
        refuse("control", f"{match.control}; a goalie returns only while play is stopped")


def _check_pull(match: Match) -> None:
    if match.control >= 0:
        refuse("control", f"{match.control}; this is asked only while play is stopped")
    if not may_pull(match, match.seat):
        refuse("node", "goalie_pull; late in the last period, trailing, before a face-off that is not in the own zone")


_CHECKS: Final = {
    int(numbers.ATTACK): _check_attack,
    int(numbers.TOUCH_UP): _check_touch_up,
    int(numbers.ICE_DISCARD): _check_ice_discard,
    int(numbers.MOMENTUM_TRIM): _check_trim,
    int(numbers.MOMENTUM_DRAW): _check_draw,
    int(numbers.SKATER_DISCARD): _check_skater,
    int(numbers.DEFENSIVE_MODE_TAKE): _check_take,
    int(numbers.GOALIE_RETURN): _check_return,
    int(numbers.GOALIE_PULL): _check_pull,
}
