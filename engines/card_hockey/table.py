"""The parts of a state of Card Hockey in JSON. Cards are text, pairs are red's and black's, no seat is null.

An observation is the table, with the options beside it, so a client can send back what it was shown. One written by
hand needs the seat and the cards faced in this period; from period 2 on the period, the turns played, the goals, the
goal cards and the penalties carried into it. The rest is worked out by playing the turns again, and compared where it
is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.card_hockey import rules
from engines.card_hockey.events import EVENTS
from engines.card_hockey.moves import MOST_TURNS, decode_move, encode_actions, turn_to_flip
from engines.card_hockey.options import FLIP_MODES, SWITCHES, about_options, options_in
from engines.card_hockey.rules import (
    MAX_DECK,
    MAX_PENALTY_TURNS,
    MAX_PERIODS,
    MAX_TURNS,
    NODE_NAMES,
    ZONES,
    CardHockeyState,
    Options,
    Side,
    is_honour,
    rank,
)
from engines.cards import (
    NOBODY,
    card_or_none,
    card_text,
    card_texts,
    mask_texts,
    number_or_none,
    parse_card,
    parse_number,
    put_cards,
)
from engines.declared import Codec, Part, about_game, refuse
from engines.fields import Card, Field, Flag, Integer, ListOf, Maybe, OneOf, quoted

_TURNS_TO_SERVE: Final = Integer(0, int(MAX_PENALTY_TURNS) - 1, name="TurnsToServe")
_GOALS: Final = Integer(0, 999, name="Goals")
_BOTH_SIDES: Final = ListOf(_GOALS, 2, 2, name="PeriodGoals")
_PLY: Final = Integer(
    0, MOST_TURNS, "Number of decisions made in the game: the turns played, or none with `flip_mode` auto."
)


def _both(field: Field, help: str) -> ListOf:
    """One of a kind for each seat, red's first."""
    return ListOf(field, 2, 2, help=help)


PARTS: Final[Sequence[Part[CardHockeyState]]] = (
    Part("node", OneOf(NODE_NAMES, "What the game waits for.", "Node"), lambda s: NODE_NAMES[s.node], stored=True),
    Part(
        "period",
        Integer(1, int(MAX_PERIODS), "Counted from 1; it stays the last one in the shootout."),
        lambda s: int(s.period),
        stored=True,
    ),
    Part("periods", Integer(1, int(MAX_PERIODS), "Periods of regulation time."), lambda s: int(s.options.periods)),
    Part("shootout", Flag("The shootout has begun."), lambda s: s.in_shootout()),
    Part(
        "turn",
        Maybe(Integer(1, MOST_TURNS, "The turn to flip now, as the move names it; null while no seat flips.")),
        turn_to_flip,
    ),
    Part(
        "turns_played",
        Integer(0, MOST_TURNS, "Turns played in the game, those of the shootout included."),
        lambda s: int(s.turns),
        stored=True,
    ),
    Part(
        "ready",
        _both(Flag(), "Seats that have flipped for this turn and wait for the other."),
        lambda s: [side.is_ready for side in s.sides()],
        stored=True,
    ),
    Part(
        "puck",
        OneOf(ZONES, "Its zone, named from red's side: defensive, neutral, offensive.", "Zone"),
        lambda s: ZONES[s.puck],
        stored=True,
    ),
    Part(
        "ends_switched",
        Flag("The teams have changed ends in this period; for show only, the zones keep their names."),
        lambda s: s.options.switch_ends and s.period % 2 == 0,
    ),
    Part(
        "cards",
        _both(Maybe(Card()), "The cards of the last turn, open on the table; null before the first."),
        lambda s: [card_or_none(side.open_card) for side in s.sides()],
        stored=True,
    ),
    Part(
        "faced",
        ListOf(
            ListOf(Card(), 2, 2, name="TurnCards"),
            0,
            int(MAX_TURNS),
            help="The cards of each turn of this period, or of the shootout since its last shuffle; a deuce being "
            "served is there again.",
        ),
        lambda s: [[card_text(side.faced[i]) for side in s.sides()] for i in range(s.period_turns)],
        stored=True,
    ),
    Part(
        "held",
        _both(Maybe(Card()), "The deuce of the penalty each seat serves."),
        lambda s: [card_or_none(side.held) for side in s.sides()],
        stored=True,
    ),
    Part(
        "serve",
        _both(_TURNS_TO_SERVE, "Turns each seat has still to serve."),
        lambda s: [int(side.serve) for side in s.sides()],
        stored=True,
    ),
    Part(
        "carried",
        _both(_TURNS_TO_SERVE, "Turns each seat had still to serve when the period began."),
        lambda s: [int(side.carried) for side in s.sides()],
        stored=True,
    ),
    Part(
        "deck_sizes",
        _both(Integer(0, int(MAX_DECK), name="DeckSize"), "Cards in each deck."),
        lambda s: [int(side.left()) for side in s.sides()],
    ),
    Part(
        "goal_cards",
        _both(ListOf(Card(), 0, int(MAX_DECK), unique=True, name="GoalCards"), "Cards in each goal area, ascending."),
        lambda s: [mask_texts(side.goal_cards) for side in s.sides()],
        stored=True,
        any_order=True,
    ),
    Part(
        "goals",
        ListOf(_BOTH_SIDES, 1, int(MAX_PERIODS), help="Goals of both sides in each period so far."),
        lambda s: [[int(s.goals[2 * i]), int(s.goals[2 * i + 1])] for i in range(s.period)],
        stored=True,
    ),
    Part(
        "score",
        _both(_GOALS, "Goals of both sides; a shootout does not count."),
        lambda s: [int(side.goals) for side in s.sides()],
    ),
    Part(
        "shootout_winner",
        Maybe(Integer(0, 1, "The side that won the shootout.")),
        lambda s: number_or_none(s.shootout_winner),
        stored=True,
    ),
    Part("hand", ListOf(Card(), 0, 0, help="Always empty, as in a view: no seat holds cards.")),
    Part("decks", stored=lambda s: [card_texts(side.deck, side.end, side.top) for side in s.sides()]),
)


# -- states


def load(data: Mapping[str, Any]) -> CardHockeyState:
    """A state from its JSON; of a position for tests anything may be missing.

    Missing means: the standard game, at a turn to flip in the first period, with the puck at neutral, no goals and no
    penalties; in the decks all cards that are nowhere else, ascending. Raises ValueError if a card is in two places or
    with the wrong seat.
    """
    state = CardHockeyState(options_in(data))
    state.node = NODE_NAMES.index(data.get("node", "flip"))
    if state.is_flip() and state.options.flip_mode == rules.AUTO:
        raise ValueError("node: with flip_mode auto no turn waits to be flipped")
    state.period = data.get("period", 1)
    state.puck = ZONES.index(data.get("puck", "N"))
    state.shootout_winner = parse_number(data.get("shootout_winner"))
    faced = data.get("faced", [])
    state.period_turns = len(faced)
    state.turns = data.get("turns_played", len(faced))
    state.ply = data.get("ply", decisions_made(state))
    for i, both in enumerate(data.get("goals", [])):
        state.goals[2 * i], state.goals[2 * i + 1] = both
    for seat, side in enumerate(state.sides()):
        side.goals = sum(state.goals[2 * i + seat] for i in range(MAX_PERIODS))
        own = {name: data[name][seat] for name in _OF_EACH_SEAT if name in data}
        _load_side(side, own, [parse_card(both[seat]) for both in faced])
    return state


_OF_EACH_SEAT: Final = ("ready", "cards", "held", "serve", "carried", "goal_cards", "decks")


def _load_side(side: Side, own: Mapping[str, Any], faced: Sequence[int]) -> None:
    """Place the cards of one seat; those in the goal area, held, faced or in the deck lie there, all others have been
    played.
    """
    put_cards(side.faced, faced)
    last = card_or_none(faced[-1]) if faced else None
    side.open_card = _parse_card_or_none(own.get("cards", last))
    side.is_ready = own.get("ready", False)
    side.held = _parse_card_or_none(own.get("held"))
    side.serve = own.get("serve", 0)
    for text in own.get("goal_cards", []):
        side.goal_cards |= 1 << parse_card(text)
    side.gather()
    side.carried = own.get("carried", 0 if faced else side.serve)
    free = [int(side.deck[i]) for i in range(side.end) if side.deck[i] not in faced]
    deck = [parse_card(text) for text in own["decks"]] if "decks" in own else free
    if len(set(deck)) != len(deck) or not set(deck) <= set(free):
        raise ValueError("decks: every card must lie in one place, and with its own seat")
    if (side.held == NOBODY) != (side.serve == 0):
        raise ValueError("serve: a seat holds a deuce just as long as it has turns to serve")
    put_cards(side.deck, deck)
    side.end = len(deck)


def _parse_card_or_none(text: str | None) -> int:
    return NOBODY if text is None else parse_card(text)


def decisions_made(state: CardHockeyState) -> int:
    """The ply that follows from the turns played."""
    return 0 if state.options.flip_mode == rules.AUTO else int(state.turns)


# -- observations from outside: the turns are played again, and everything must add up

Seen = Mapping[str, Any]

_SUPPOSED: Final[Seen] = {
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


def reconstruct(data: Seen) -> CardHockeyState:
    """Return the state that the observation describes, its decks in any order.

    The period, or the shootout since its last shuffle, begins with what was carried into it, and its turns are played
    again. Raises InvalidObservation naming the field that no game could have produced, and saying what would add up.
    """
    seen = {**_SUPPOSED, **data}
    in_shootout = seen["shootout"] or seen["node"].startswith("shootout")
    state = load(_before_the_first_turn(seen, in_shootout))
    if not seen["node"].endswith("shuffle"):
        state.node = rules.SHOOTOUT_FLIP if in_shootout else rules.FLIP
    for i in range(len(seen["faced"])):
        _play_again(state, seen, i)
    _check_node(seen, state)
    state.ply = decisions_made(state)
    if seen["ply"] not in (None, state.ply):
        refuse(
            "ply",
            f"{seen['ply']}; with flip_mode {FLIP_MODES[state.options.flip_mode]} these turns make {int(state.ply)}",
        )
    _make_ready(seen, state)
    return state


# -- before the turns


def _before_the_first_turn(seen: Seen, in_shootout: bool) -> dict[str, Any]:
    """The position, at its shuffle, in which the period or the shootout began."""
    start = {name: seen[name] for name in ("options", "deck") if name in seen}
    options = load({**start, "node": "shuffle"}).options
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


codec: Final = Codec(
    CardHockeyState,
    about_game(2, SWITCHES, "the defaults", _PLY),
    PARTS,
    EVENTS,
    options_from=options_in,
    dump_options=about_options,
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    private_help="Nothing: all information is shared.",
)
