"""Whether an observation that a client sends is possible: its turns are played again, and everything must add up."""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from engines.api import InvalidObservation
from engines.card_hockey import rules
from engines.card_hockey.rules import CardHockeyState, Options, Side, is_honour, rank
from engines.card_hockey.state_json import decisions_made, load_state
from engines.cards import NOBODY, card_text, parse_card
from engines.fields import quoted

Seen = Mapping[str, Any]

DEFAULTS: Final[Seen] = {
    "options": {},
    "ply": None,
    "node": "flip",
    "period": 1,
    "shootout": False,
    "turn": None,
    "turns_played": None,
    "ready": [False, False],
    "cards": [None, None],
    "faced": [],
    "held": [None, None],
    "carried": [0, 0],
    "goal_cards": [[], []],
    "goals": [],
}
"""What an observation made by hand says if it does not say it; everything else follows from these."""

_COLOURS: Final = ("red", "black")


def reconstruct(seen: Seen) -> CardHockeyState:
    """Return the state that the observation describes, its decks in any order.

    The period, or the shootout since its last shuffle, begins with what was carried into it, and its turns are played
    again. Raises InvalidObservation naming the field that no game could have produced, and saying what would add up.
    """
    in_shootout = seen["shootout"] or seen["node"].startswith("shootout")
    state = load_state(_before_the_first_turn(seen, in_shootout))
    if not seen["node"].endswith("shuffle"):
        state.node = rules.SHOOTOUT_FLIP if in_shootout else rules.FLIP
    for i in range(len(seen["faced"])):
        _play_again(state, seen, i)
    _check_node(seen, state)
    state.ply = decisions_made(state)
    if seen["ply"] not in (None, state.ply):
        refuse(
            "ply",
            f"{seen['ply']}; with flip_mode {rules.FLIP_MODES[state.options.flip_mode]} these turns make "
            f"{int(state.ply)}",
        )
    _make_ready(seen, state)
    return state


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


# -- before the turns


def _before_the_first_turn(seen: Seen, in_shootout: bool) -> dict[str, Any]:
    """The position, at its shuffle, in which the period or the shootout began."""
    start = {name: seen[name] for name in ("options", "deck") if name in seen}
    options = load_state({**start, "node": "shuffle"}).options
    _check_period(seen, options, in_shootout)
    earlier = _earlier_goals(seen, options, in_shootout)
    is_emptied = in_shootout or options.return_goal_cards
    areas = _goal_areas(seen, options, [0 if is_emptied else sum(both[seat] for both in earlier) for seat in (0, 1)])
    _check_carried(seen, options, in_shootout)
    turns = _turns_before(seen, options, in_shootout)
    return {
        **start,
        "node": "shootout_shuffle" if in_shootout else "shuffle",
        "period": seen["period"],
        "turns_played": turns,
        "cards": _cards_before(seen, options, turns),
        "goals": earlier,
        "goal_cards": areas,
        "held": [_held_at_first(seen, seat) if seen["carried"][seat] else None for seat in (0, 1)],
        "serve": seen["carried"],
    }


def _check_period(seen: Seen, options: Options, in_shootout: bool) -> None:
    node, period = seen["node"], seen["period"]
    if period > options.periods or (in_shootout and period < options.periods):
        allowed = str(options.periods) if in_shootout else f"1 to {options.periods}"
        refuse("period", f"{period}; with these options it is {allowed}")
    if in_shootout and not options.has_shootout:
        refuse("node" if node.startswith("shootout") else "shootout", "with these options there is no shootout")
    if node in ("flip", "shootout_flip") and options.flip_mode == rules.AUTO:
        refuse("node", f"{node}; with flip_mode auto no turn waits to be flipped")
    if node.endswith("shuffle") and seen["faced"]:
        refuse(
            "faced",
            f"{len(seen['faced'])} turns; at the node {node} the decks are yet to be shuffled, so there is none",
        )


def _earlier_goals(seen: Seen, options: Options, in_shootout: bool) -> list[list[int]]:
    """The goals of the periods before the turns that are played again."""
    goals, period = seen["goals"], seen["period"]
    if goals and len(goals) != period:
        refuse("goals", f"{len(goals)} periods; in period {period} there are {period}, the present one included")
    count = period if in_shootout else period - 1
    earlier = [list(both) for both in goals[:count]] or [[0, 0]] * count
    for seat, colour in enumerate(_COLOURS):
        honours = sum(map(is_honour, _cards(options, seat)))
        scored = [both[seat] for both in earlier]
        most = max(scored, default=0) if options.return_goal_cards else sum(scored)
        if most > honours:
            refuse("goals", f"{most} for {colour}; it has {honours} honours, and a goal card is out of play")
    if in_shootout and sum(both[0] for both in earlier) != sum(both[1] for both in earlier):
        refuse("goals", f"{earlier} is no tie, and only a tie leads to the shootout")
    return earlier


def _goal_areas(seen: Seen, options: Options, counts: list[int]) -> list[list[str]]:
    """The goal cards of earlier periods: those that were not faced in this one."""
    areas = []
    for seat, colour in enumerate(_COLOURS):
        faced = [pair[seat] for pair in seen["faced"]]
        area = [card for card in seen["goal_cards"][seat] if card not in faced]
        own = _cards(options, seat)
        for card in area:
            if parse_card(card) not in own or not is_honour(parse_card(card)):
                refuse(f"goal_cards[{seat}]", f"{card} is no honour of {colour}'s")
        if len(area) != counts[seat]:
            refuse(
                f"goal_cards[{seat}]",
                f"{len(area)} cards not faced in this period; the goals before it make {counts[seat]}",
            )
        areas.append(area)
    return areas


def _check_carried(seen: Seen, options: Options, in_shootout: bool) -> None:
    for seat, turns in enumerate(seen["carried"]):
        most = 0 if in_shootout or seen["period"] == 1 else int(options.penalty_turns) - 1
        if turns > most:
            refuse(f"carried[{seat}]", f"{turns}; into this period it is at most {most}")
        card = _held_at_first(seen, seat) if turns else None
        if turns and (
            card is None or parse_card(card) not in _cards(options, seat) or rank(parse_card(card)) != rules.DEUCE
        ):
            field = f"faced[0][{seat}]" if seen["faced"] else f"held[{seat}]"
            refuse(field, f"{quoted(card)}; with {turns} turns carried it is the deuce that {_COLOURS[seat]} serves")


def _cards_before(seen: Seen, options: Options, turns: int) -> list[str | None]:
    """The open cards of the turn before a break; once a turn is played they follow from it."""
    cards: list[str | None] = seen["cards"]
    if seen["faced"] or cards == [None, None]:
        return [None, None]
    if turns == 0:
        refuse("cards", f"{quoted(cards)}; no turn is played, so they are null")
    for seat, card in enumerate(cards):
        if card is None or parse_card(card) not in _cards(options, seat):
            refuse(f"cards[{seat}]", f"{quoted(card)} is no card of {_COLOURS[seat]}'s")
        if seen["carried"][seat] and card != seen["held"][seat]:
            refuse(
                f"cards[{seat}]", f"{card}; {_COLOURS[seat]} was serving a penalty and faced {seen['held'][seat]} again"
            )
    return cards


def _held_at_first(seen: Seen, seat: int) -> str | None:
    """The deuce of a penalty carried into the period: faced in its first turn."""
    card: str | None = seen["faced"][0][seat] if seen["faced"] else seen["held"][seat]
    return card


def _turns_before(seen: Seen, options: Options, in_shootout: bool) -> int:
    """Turns of the periods before, from whatever field has them."""
    counts = {"turns_played": seen["turns_played"]}
    if seen["turn"] is not None:
        counts["turn"] = seen["turn"] - 1
    if options.flip_mode != rules.AUTO:
        counts["ply"] = seen["ply"]
    known = [(field, count) for field, count in counts.items() if count is not None]
    low, high = _bounds_before(seen["period"], options, in_shootout)
    here = len(seen["faced"])
    if not known:
        if low > 0:
            refuse(
                "turns_played",
                "this field is missing; from period 2 on it cannot be worked out, and here it "
                f"is at least {low + here}",
            )
        return 0
    field, turns = known[0]
    if turns < low + here or (high is not None and turns > high + here):
        allowed = (
            f"at least {low + here}" if high is None else f"{low + here} to {high + here}" if low < high else str(here)
        )
        refuse(field, f"{seen[field]}; with {here} turns here, the number of turns played is {allowed}")
    return int(turns) - here


def _bounds_before(period: int, options: Options, in_shootout: bool) -> tuple[int, int | None]:
    """Fewest and most turns of all periods before this one, or before the shootout (3.3)."""
    first, later, most = [], [], []
    for seat in (0, 1):
        cards = _cards(options, seat)
        deuces = sum(rank(card) == rules.DEUCE for card in cards)
        extra = int(options.penalty_turns) - 1
        away = 0 if options.return_goal_cards else sum(map(is_honour, cards))
        first.append(len(cards))
        later.append(len(cards) - away - (1 if deuces and extra else 0))
        most.append(len(cards) + deuces * extra)
    periods = period if in_shootout else period - 1
    low = min(first) + (periods - 1) * min(later) if periods else 0
    return low, None if in_shootout else periods * min(most)


def _cards(options: Options, seat: int) -> list[int]:
    return [int(card) for card in (options.red if seat == rules.RED else options.black)]


# -- the turns


def _play_again(state: CardHockeyState, seen: Seen, i: int) -> None:
    """Play turn ``i`` of those in ``faced``, its cards brought to the top of the decks."""
    if not state.is_flip():
        refuse("faced", f"{len(seen['faced'])} turns; {_what_is_over(state)} after {i} of them")
    for seat, side in enumerate((state.red, state.black)):
        text = seen["faced"][i][seat]
        if side.held == NOBODY and not side.bring_up(parse_card(text)):
            refuse(f"faced[{i}][{seat}]", f"{text} {_why_not_in_deck(side, text, seat)}")
        if side.held != NOBODY and side.held != parse_card(text):
            refuse(
                f"faced[{i}][{seat}]",
                f"{text}; {_COLOURS[seat]} was serving a penalty and faced {card_text(side.held)} again",
            )
    state.resolve()


def _why_not_in_deck(side: Side, text: str, seat: int) -> str:
    if parse_card(text) not in [int(card) for card in side.cards]:
        return f"is no card of {_COLOURS[seat]}'s"
    return "is not in the deck: it was turned over before in this period, or is in the goal area"


def _what_is_over(state: CardHockeyState) -> str:
    if state.node == rules.GAME_OVER:
        return "the game was over"
    return "the decks had to be shuffled again" if state.in_shootout() else "the period was over"


def _check_node(seen: Seen, state: CardHockeyState) -> None:
    node = rules.NODE_NAMES[state.node]
    if seen["node"] != node:
        refuse("node", f"{seen['node']}; after the {len(seen['faced'])} turns of `faced` it is {node}")


def _make_ready(seen: Seen, state: CardHockeyState) -> None:
    if not any(seen["ready"]):
        return
    if state.options.flip_mode != rules.BOTH or not state.is_flip() or all(seen["ready"]):
        refuse(
            "ready", f"{quoted(seen['ready'])}; a seat is ready only while it waits for the other, with flip_mode both"
        )
    state.red.is_ready, state.black.is_ready = seen["ready"]
