"""Whether an observation that a client sends is possible: every count and every turn must add up."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from engines.api import InvalidObservation
from engines.cards import card_texts, parse_card
from engines.fields import quoted
from engines.hockey import rules
from engines.hockey.rules import HockeyState, Options
from engines.hockey.state_json import decisions_made, hand_sizes

Seen = Mapping[str, Any]


def check_seen(seen: Seen, options: Options) -> None:
    """Check what the observation says for itself; ``check_reconstruction`` looks at the position that follows from it.

    Raises InvalidObservation naming the field, and saying what would add up.
    """
    if seen["seat"] is not None and seen["seat"] >= options.seats:
        refuse("seat", f"{seen['seat']}; the seats are 0 to {options.seats - 1}")
    if seen["node"] in ("cut", "choose_dealer"):
        _check_before_first_period(seen)
    else:
        _check_period(seen, options)
    _check_chooser(seen, options)
    if seen["node"] not in ("play", "game_over", "starting_pile"):
        _check_nothing(seen, ("hand", "played", "starting_pile", "refused"), "the cards of a period are not yet dealt")
    elif seen["node"] == "starting_pile":
        _check_nothing(seen, ("played", "starting_pile"), "the starting pile is not yet laid out")
    _check_cards(seen, options)
    _check_starting_pile(seen, options)
    _check_turns(seen, options)


def check_reconstruction(seen: Seen, state: HockeyState) -> None:
    """Check the position that the cards played lead to."""
    if state.plays < len(seen["played"]):
        refuse("played", f"{len(seen['played'])} cards; the goal of card {state.plays} ended the game")
    if seen["node"] == "play":
        _check_goes_on(seen, state)
    if seen["node"] == "game_over":
        _check_is_over(seen, state)
    if seen["seat"] is not None:
        size = hand_sizes(state)[seen["seat"]]
        if len(seen["hand"]) != size:
            refuse("hand", f"{len(seen['hand'])} cards; {_when(state)} seat {seen['seat']} holds {size}")
    expected = decisions_made(state)
    may_have_chosen = not state.options.random_dealer and seen["chooser"] is None and state.dealer >= 0
    if seen["ply"] is not None and seen["ply"] not in (expected, expected + may_have_chosen):
        refuse("ply", f"{seen['ply']}; the periods and the cards played make {expected}")


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


def _check_before_first_period(seen: Seen) -> None:
    if seen["period"] != 0:
        refuse("period", f"{seen['period']}; at the node {seen['node']} no period has begun, so it is 0")
    _check_nothing(seen, ("dealer", "goals"), "no period has begun")


def _check_period(seen: Seen, options: Options) -> None:
    period, goals = seen["period"], seen["goals"]
    last = options.periods + 1 if options.has_overtime else options.periods
    if not 1 <= period <= last:
        refuse(
            "period",
            f"{period}; with these options it is 1 to {last}{', overtime included' if options.has_overtime else ''}",
        )
    if seen["dealer"] is None or seen["dealer"] >= options.seats:
        refuse("dealer", f"{quoted(seen['dealer'])}; this period is dealt by one of the seats 0 to {options.seats - 1}")
    if goals and len(goals) != period:
        refuse("goals", f"{len(goals)} periods; in period {period} there are {period}, the present one included")
    if period > options.periods and sum(both[0] for both in goals[:-1]) != sum(both[1] for both in goals[:-1]):
        refuse("goals", f"{goals[:-1]} is no tie, and only a tie leads to overtime")


def _check_chooser(seen: Seen, options: Options) -> None:
    chooser, node = seen["chooser"], seen["node"]
    if chooser is not None and node == "cut":
        refuse("chooser", f"{chooser}; the cut is yet to come, so it is null")
    if options.random_dealer and (chooser is not None or node == "choose_dealer"):
        field = "node" if node == "choose_dealer" else "chooser"
        refuse(field, f"{seen[field]}; with first_dealer random no seat chooses")
    if node == "choose_dealer" and chooser is None:
        refuse("chooser", "null; at the node choose_dealer it is the winner of the cut, 0 or 1")
    if chooser is not None and seen["dealer"] is not None:
        first_dealer = (seen["dealer"] - (seen["period"] - 1)) % int(options.seats)
        if first_dealer not in (chooser, (chooser + 1) % int(options.seats)):
            refuse(
                "dealer",
                f"{seen['dealer']}; seat {chooser} named itself or the next seat, and the deal moves "
                "on one seat a period",
            )


def _check_nothing(seen: Seen, fields: Sequence[str], why: str) -> None:
    for field in fields:
        if seen[field] not in (None, []):  # dealer 0 is a seat
            refuse(field, f"{quoted(seen[field])}; {why}, so there is none")


def _check_cards(seen: Seen, options: Options) -> None:
    """No card is in two places, and all belong to the pack."""
    deck = {int(card) for card in options.deck}
    places: dict[str, str] = {}
    for field, cards in (
        ("starting_pile", seen["starting_pile"]),
        ("played", played_cards(seen)),
        ("hand", seen["hand"]),
    ):
        for i, card in enumerate(cards):
            where = f"{field}[{i}]"
            if parse_card(card) not in deck:
                refuse(where, f"{card} is not in the pack")
            if card in places:
                refuse(where, f"{card} is at {places[card]} already")
            places[card] = where
    if seen["seat"] is None and seen["hand"]:
        refuse("hand", f"{len(seen['hand'])} cards; a spectator holds none")
    for i, card in enumerate(seen["refused"]):
        if parse_card(card) not in deck:
            refuse(f"refused[{i}]", f"{card} is not in the pack")


def _check_starting_pile(seen: Seen, options: Options) -> None:
    pile, refused = seen["starting_pile"], seen["refused"]
    if options.starting_pile == 0:
        _check_nothing(seen, ("starting_pile", "refused"), "with these options no pile is laid out")
        if seen["node"] == "starting_pile":
            refuse("node", "starting_pile; with these options no pile is laid out")
        return
    if options.only_top_seen:
        _check_nothing(seen, ("refused",), "with only_top_seen a pile that is dealt again is not seen")
    if seen["node"] in ("play", "game_over"):
        known = 1 if options.only_top_seen else int(options.starting_pile)
        if len(pile) != known:
            last = ", of which the last was seen" if options.only_top_seen else ""
            refuse(
                "starting_pile",
                f"{len(pile)} cards; with these options the pile began with {options.starting_pile}{last}",
            )
        if not _is_acceptable(pile, options):
            refuse(
                "starting_pile",
                f"{' '.join(pile)} would have been dealt again: no wild rank and no two equal ranks may be in it",
            )
    if refused and (len(refused) < rules.PILE_START or _is_acceptable(refused, options)):
        refuse(
            "refused",
            f"{' '.join(refused)} would not have been refused: four cards at a time, with a wild rank "
            "or two equal ranks",
        )
    _check_refused_stayed_undealt(seen, options)


def _check_refused_stayed_undealt(seen: Seen, options: Options) -> None:
    """A refused pile goes back into the undealt pack when the first hands are already out."""
    sizes = options.overtime_deals if seen["period"] > options.periods else options.deals
    first_deal = int(sizes[0] * options.seats)
    dealt_first = set(played_cards(seen)[:first_deal])
    if len(seen["played"]) < first_deal:
        dealt_first |= set(seen["hand"])
    for i, card in enumerate(seen["refused"]):
        if card in dealt_first:
            refuse(f"refused[{i}]", f"{card} was dealt in the first hands, before the pile was laid out")
    known = {*seen["refused"], *seen["starting_pile"]}
    undealt = len(options.deck) - first_deal
    if len(known) > undealt:
        refuse(
            "refused", f"{len(known)} cards with the starting pile; after the first hands only {undealt} are undealt"
        )


def cards_under_top(seen: Seen, options: Options) -> list[str]:
    """Cards that may lie unseen under the top of the starting pile (ruling 31); none without ``only_top_seen``."""
    if not (seen["starting_pile"] and options.only_top_seen):
        return []
    seen_cards = {*seen["starting_pile"], *played_cards(seen), *seen["hand"]}
    pile = list(seen["starting_pile"])
    for card in card_texts(options.deck, len(options.deck)):
        if len(pile) < options.starting_pile and card not in seen_cards and _is_acceptable([*pile, card], options):
            pile.append(card)
    if len(pile) < options.starting_pile:
        refuse("played", "too few ranks are left: no three unseen cards could lie under the top of the starting pile")
    return pile[1:]


def _is_acceptable(pile: Sequence[str], options: Options) -> bool:
    ranks = [rules.rank(parse_card(card)) for card in pile]
    return len(set(ranks)) == len(ranks) and not any((options.wild_ranks >> rank) & 1 for rank in ranks)


def _check_turns(seen: Seen, options: Options) -> None:
    most = len(options.deck) - int(options.starting_pile)
    if len(seen["played"]) > most:
        refuse("played", f"{len(seen['played'])} cards; a period has {most} plays")
    for i, play in enumerate(seen["played"]):
        seat = (seen["dealer"] + 1 + i) % int(options.seats)
        if play["seat"] != seat:
            refuse(
                f"played[{i}].seat",
                f"{play['seat']}; seats play in turn, after dealer {seen['dealer']}, so it was {seat}",
            )


def _check_goes_on(seen: Seen, state: HockeyState) -> None:
    if state.is_decided():
        refuse("node", "play; the goal in overtime ended the game, so it is game_over")
    if not any(hand_sizes(state)):
        refuse("node", f"play; all {len(seen['played'])} cards of the period are played")


def _check_is_over(seen: Seen, state: HockeyState) -> None:
    options = state.options
    is_tied = state.totals[0] == state.totals[1]
    if not state.is_decided() and any(hand_sizes(state)):
        refuse("node", f"game_over; {_when(state)} there are cards to play, so it is play")
    if state.period < options.periods or (state.period == options.periods and is_tied and options.has_overtime):
        refuse(
            "node", f"game_over; another period follows period {state.period} at {state.totals[0]}-{state.totals[1]}"
        )


def _when(state: HockeyState) -> str:
    return f"after {state.plays} plays, in deal {state.deal_number}," if state.deal_number else "before the deal"


def played_cards(seen: Seen) -> list[str]:
    """The cards played this period, without their seats."""
    return [play["card"] for play in seen["played"]]
