"""Whether an observation that a client sends is possible: every card, every count and every turn must add up."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from engines.api import NO_SIDE, InvalidObservation
from engines.cards import parse_card
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.rules import Options, TurnBasedHockeyState
from engines.turn_based_hockey.state_json import PLACES, SEATS, goals_against, hand_size

Seen = Mapping[str, Any]
BLANK: Final[Mapping[str, Any]] = {"face_off": None, "lineups": [None, None]}
"""A period that has just begun."""


def follow_course(seen: Seen, options: Options) -> tuple[list[Mapping[str, Any]], int]:
    """Return what was played, the present period included, and the node that follows from it.

    Raises InvalidObservation naming the entry that is not possible, and saying what would add up.
    """
    if seen["node"] == "deal":
        if seen["played"]:
            refuse("played", f"{len(seen['played'])} periods; at the node deal no period has begun, so there is none")
        return [], int(rules.DEAL)
    entries, course = list(seen["played"]), TurnBasedHockeyState(options)
    node = int(rules.FACE_OFF)  # the first period's
    for number, entry in enumerate(entries, 1):
        where = f"played[{number - 1}]"
        _check_goes_on(where, number, node, course)
        course.period = number
        node = _node_of(where, entry, course)
        if node == rules.GAME_OVER:  # played out: what comes next?
            for seat, goals in zip(SEATS, _goals(entry, options), strict=True):
                course.totals[seat] += goals
            node = int(course.after_period())
        elif number < len(entries):
            refuse(where, f"period {number} is not played out, so no other follows it")
    if node in (rules.FACE_OFF, rules.OVERTIME_DEAL) and (not entries or _is_complete(entries[-1])):
        entries.append(BLANK)
    if node == rules.OVERTIME_DEAL and (seen["node"] != "overtime_deal" or not options.overtime_needs_shuffle):
        node = int(rules.LINEUP_BOTH)
    return entries, _after_shootout(seen, node, course)


def _check_goes_on(where: str, number: int, node: int, course: TurnBasedHockeyState) -> None:
    """The period before led to this one."""
    if node in (rules.FACE_OFF, rules.OVERTIME_DEAL):
        return
    score = f"{course.totals[0]}-{course.totals[1]}"
    what = "the game went to a shootout" if node == rules.SHOOTOUT else "the game was over"
    refuse(where, f"there is no period {number}: {what} after period {number - 1} at {score}")


def _node_of(where: str, entry: Mapping[str, Any], course: TurnBasedHockeyState) -> int:
    """The node that a period has come to; GAME_OVER if it is played out."""
    face_off, lineups = entry["face_off"], entry["lineups"]
    if course.in_overtime():
        if face_off is not None:
            refuse(f"{where}.face_off", f"{' '.join(face_off)}; overtime has no face-off, so it is null")
        first = int(NO_SIDE)
    elif face_off is None:
        if lineups != [None, None]:
            refuse(f"{where}.lineups", "there are line-ups without a face-off; without one both are null")
        return int(rules.FACE_OFF)
    else:
        first = _loser(face_off, course)
    if None not in lineups:
        return int(rules.GAME_OVER)
    if lineups == [None, None]:
        if first != NO_SIDE:
            return int(rules.LINEUP_FIRST)
        return int(rules.OVERTIME_DEAL if course.in_overtime() else rules.LINEUP_BOTH)
    if first == NO_SIDE:
        refuse(f"{where}.lineups", "one line-up is open; without a face-off won by a seat both are opened together")
    if lineups[first] is None:
        refuse(f"{where}.lineups", f"seat {1 - first} won the face-off, so seat {first} sets up first")
    return int(rules.LINEUP_SECOND)


def _loser(face_off: Sequence[str], course: TurnBasedHockeyState) -> int:
    for seat in SEATS:
        course.face_offs[course.face_off_at(seat)] = parse_card(face_off[seat])
    winner = int(course.face_off_winner())
    return winner if winner == NO_SIDE else 1 - winner


def _is_complete(entry: Mapping[str, Any]) -> bool:
    return None not in entry["lineups"]


def _goals(entry: Mapping[str, Any], options: Options) -> list[int]:
    one, two = ([parse_card(card) for card in lineup] for lineup in entry["lineups"])
    return [goals_against(options, one, two), goals_against(options, two, one)]


def _after_shootout(seen: Seen, node: int, course: TurnBasedHockeyState) -> int:
    """Check the rounds of the shootout and return the node after them."""
    rounds, cards = seen["shootout"]["rounds"], seen["shootout"]["cards"]
    if len(cards) != (2 if rounds else 0):
        refuse("shootout.cards", f"{len(cards)} cards; it holds those of the last round, two, or none before the first")
    if rounds and node != rules.SHOOTOUT:
        refuse("shootout.rounds", f"{rounds}; the game has not come to a shootout, so it is 0")
    _check_pack(cards, "shootout.cards", course.options)
    if not rounds:
        return node
    first, second = (rules.scale_value(parse_card(card), course.options.by_rank) for card in cards)
    return int(rules.SHOOTOUT if first == second else rules.GAME_OVER)


def check_cards(seen: Seen, entries: Sequence[Mapping[str, Any]], options: Options) -> None:
    """No card is in two places since the pack was shuffled, and all belong to the pack."""
    places: dict[str, str] = {}
    for number, entry in enumerate(entries, 1):
        if number > options.periods and options.overtime_needs_shuffle:
            places.clear()
        where = f"played[{number - 1}]"
        _check_places(entry["face_off"] or (), f"{where}.face_off", places, options)
        for seat in SEATS:
            _check_places(entry["lineups"][seat] or (), f"{where}.lineups[{seat}]", places, options)
    _check_places(seen["hand"], "hand", places, options)


def _check_places(cards: Sequence[str], where: str, places: dict[str, str], options: Options) -> None:
    _check_pack(cards, where, options)
    for i, card in enumerate(cards):
        if card in places:
            refuse(f"{where}[{i}]", f"{card} is at {places[card]} already")
        places[card] = f"{where}[{i}]"


def _check_pack(cards: Sequence[str], where: str, options: Options) -> None:
    deck = {int(card) for card in options.deck}
    for i, card in enumerate(cards):
        if parse_card(card) not in deck:
            refuse(f"{where}[{i}]", f"{card} is not in the pack")


def check_hand(seen: Seen, state: TurnBasedHockeyState) -> None:
    """The hand has its size, and the own secret choice, if there is one, is made of it."""
    seat, hand, commitment = seen["seat"], seen["hand"], seen["commitment"]
    if seat is None:
        for field in ("hand", "commitment"):
            if seen[field]:
                refuse(field, f"{len(seen[field])} cards; a spectator holds none")
        return
    size = hand_size(state, seat) if state.node not in (rules.DEAL, rules.OVERTIME_DEAL) else 0
    if len(hand) != size:
        refuse("hand", f"{len(hand)} cards; {_when(state)} seat {seat} holds {size}")
    for i, card in enumerate(commitment):
        if card not in hand:
            refuse(f"commitment[{i}]", f"{card} is not in the hand; a chosen card stays there until it is laid open")
    most = _most_chosen(state, seat)
    if len(commitment) > most:
        refuse(
            "commitment",
            f"{len(commitment)} cards; {_when(state)} seat {seat} can have chosen {most} that are not open",
        )


def _most_chosen(state: TurnBasedHockeyState, seat: int) -> int:
    """How many cards a seat may have chosen without having laid them open."""
    if state.node == rules.FACE_OFF:
        return 1
    if state.node == rules.LINEUP_BOTH:
        return PLACES
    return PLACES - 1 if seat == state.setting_up else 0


def check_committed(seen: Seen, state: TurnBasedHockeyState) -> list[bool]:
    """Return who has made the secret choice of this node."""
    is_secret = state.node in (rules.FACE_OFF, rules.LINEUP_BOTH)
    needed = 1 if state.node == rules.FACE_OFF else PLACES
    committed = list(seen["committed"])
    own = seen["seat"]
    if own is not None and is_secret:
        committed[own] = len(seen["commitment"]) == needed
    if is_secret and all(committed):
        refuse("committed", "both seats have chosen; then the choices would be open")
    return committed if is_secret else [False, False]


def _when(state: TurnBasedHockeyState) -> str:
    return f"at the node {rules.NODE_NAMES[state.node]} of period {state.period}"


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")
