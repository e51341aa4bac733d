"""The parts of a state of Card Hockey in JSON. Cards are text, pairs are red's and black's, no seat is null.

An observation is the table and the options, so a client can send back what it was shown. One written by hand needs the
seat and the cards faced in this period; from period 2 on also the period, the turns played, the goals, the goal cards
and the penalties carried into it. The rest is computed by replaying the turns, and compared where it is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.card_hockey import rules
from engines.card_hockey.events import EVENTS
from engines.card_hockey.moves import MOST_TURNS, decode_move, encode_actions, turn_to_flip
from engines.card_hockey.options import FLIP_MODES, SWITCHES, dump_options, options_in
from engines.card_hockey.rules import (
    MAX_DECK,
    MAX_PENALTY_TURNS,
    MAX_PERIODS,
    MAX_TURNS,
    NODE_NAMES,
    RED,
    ZONES,
    CardHockeyState,
    Side,
    is_honour,
    rank,
)
from engines.cards import (
    DECK_SIZE,
    NULL,
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
from engines.fields import Card, Flag, Integer, ListOf, Maybe, OneOf, quoted
from engines.shared_fields import SCORE, each, goals_by_period, period_count, period_number

_TURNS_TO_SERVE: Final = Integer(0, int(MAX_PENALTY_TURNS) - 1, name="TurnsToServe")
_PLY: Final = Integer(
    0, MOST_TURNS, "Number of decisions made in the game: the turns played, or none with `flip_mode` auto."
)


PARTS: Final[Sequence[Part[CardHockeyState]]] = (
    Part("node", OneOf(NODE_NAMES, "What the game waits for.", "Node"), lambda s: NODE_NAMES[s.node], stored=True),
    Part("period", period_number(int(MAX_PERIODS), least=1), lambda s: int(s.period), stored=True),
    Part("periods", period_count(int(MAX_PERIODS)), lambda s: int(s.options.periods)),
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
        each(Flag(), "Seats that have flipped for this turn and wait for the other."),
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
        ListOf(
            Card(), 0, 2, help="The cards of the last turn, open on the table, red's first; empty before the first."
        ),
        lambda s: [card_text(side.open_card) for side in s.sides() if side.open_card != NULL],
        stored=lambda s: [card_or_none(side.open_card) for side in s.sides()],
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
        lambda s: list(map(list, zip(*(card_texts(side.faced, s.period_turns) for side in s.sides()), strict=True))),
        stored=True,
    ),
    Part(
        "held_deuces",
        each(ListOf(Card(), 0, 1, name="HeldDeuce"), "The deuce of the penalty each seat serves; empty without one."),
        lambda s: [[] if side.held == NULL else [card_text(side.held)] for side in s.sides()],
        stored=lambda s: [card_or_none(side.held) for side in s.sides()],
    ),
    Part(
        "serve",
        each(_TURNS_TO_SERVE, "Turns each seat has still to serve."),
        lambda s: [int(side.serve) for side in s.sides()],
        stored=True,
    ),
    Part(
        "carried",
        each(_TURNS_TO_SERVE, "Turns each seat had still to serve when the period began."),
        lambda s: [int(side.carried) for side in s.sides()],
        stored=True,
    ),
    Part(
        "deck_sizes",
        each(Integer(0, int(MAX_DECK), name="DeckSize"), "Cards in each deck."),
        lambda s: [int(side.left()) for side in s.sides()],
    ),
    Part(
        "goal_cards",
        each(ListOf(Card(), 0, int(MAX_DECK), unique=True, name="GoalCards"), "Cards in each goal area, ascending."),
        lambda s: [mask_texts(side.goal_cards) for side in s.sides()],
        stored=True,
        any_order=True,
    ),
    Part(
        "goals",
        goals_by_period(int(MAX_PERIODS), least=1),
        lambda s: [[int(s.goals[2 * i]), int(s.goals[2 * i + 1])] for i in range(s.period)],
        stored=True,
    ),
    Part("score", SCORE, lambda s: [int(side.goals) for side in s.sides()], follows_from="goals"),
    Part(
        "shootout_winner",
        Maybe(Integer(0, 1, "The side that won the shootout, which adds no goal to the score.")),
        lambda s: number_or_none(s.shootout_winner),
        stored=True,
    ),
    Part("hand", ListOf(Card(), 0, 0, help="Always empty, as in a view: no seat holds cards.")),
    Part("decks", stored=lambda s: [card_texts(side.deck, side.end, side.top) for side in s.sides()]),
)


# -- states


def load(data: Mapping[str, Any]) -> CardHockeyState:
    """A state from its JSON; positions for tests may leave out any field.

    Defaults: the standard game, at a turn to flip in the first period, with the puck at neutral, no goals and no
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


_OF_EACH_SEAT: Final = ("ready", "cards", "held_deuces", "serve", "carried", "goal_cards", "decks")


def _load_side(side: Side, own: Mapping[str, Any], faced: Sequence[int]) -> None:
    """Place the cards of one seat: in the goal area, held, faced or in the deck as given; the others have been
    played.
    """
    put_cards(side.faced, faced)
    last = card_or_none(faced[-1]) if faced else None
    side.open_card = _parse_card_or_none(own.get("cards", last))
    side.is_ready = own.get("ready", False)
    side.held = _parse_card_or_none(own.get("held_deuces"))
    side.serve = own.get("serve", 0)
    for text in own.get("goal_cards", []):
        side.goal_cards |= 1 << parse_card(text)
    side.gather()
    side.carried = own.get("carried", 0 if faced else side.serve)
    free = [int(side.deck[i]) for i in range(side.end) if side.deck[i] not in faced]
    deck = [parse_card(text) for text in own["decks"]] if "decks" in own else free
    if len(set(deck)) != len(deck) or not set(deck) <= set(free):
        raise ValueError("decks: every card must lie in one place, and with its own seat")
    if (side.held == NULL) != (side.serve == 0):
        raise ValueError("serve: a seat holds a deuce just as long as it has turns to serve")
    put_cards(side.deck, deck)
    side.end = len(deck)


def _parse_card_or_none(text: str | None) -> int:
    return NULL if text is None else parse_card(text)


def decisions_made(state: CardHockeyState) -> int:
    """The ply that follows from the turns played."""
    return 0 if state.options.flip_mode == rules.AUTO else int(state.turns)


# -- observations from outside: the turns are replayed; no seat decides anything, so few other checks are needed

_COLOURS: Final = ("red", "black")


def reconstruct(data: Mapping[str, Any]) -> CardHockeyState:
    """The position of an observation, with its decks in any order: the period, or the shootout since its last shuffle,
    starts from what was carried into it, and its turns are replayed.
    """
    node, faced = data.get("node", "flip"), data.get("faced", [])
    in_shootout = data.get("shootout", False) or node.startswith("shootout")
    state = load(_before_the_first_turn(data, in_shootout))
    _check_start(data, state, in_shootout)
    if not node.endswith("shuffle"):
        state.node = rules.SHOOTOUT_FLIP if in_shootout else rules.FLIP
    for i, both in enumerate(faced):
        if not state.is_flip():
            refuse("faced", f"{len(faced)} turns; {_what_is_over(state)} after {i} of them")
        for seat, side in enumerate(state.sides()):
            _bring_up(side, both[seat], i, seat)
        state.resolve()
    if node != NODE_NAMES[state.node]:
        refuse("node", f"{node}; after the {len(faced)} turns of `faced` it is {NODE_NAMES[state.node]}")
    mode, state.ply = FLIP_MODES[state.options.flip_mode], decisions_made(state)
    if state.is_flip() and mode == "auto":
        refuse("node", f"{node}; with flip_mode auto no turn waits to be flipped")
    if data.get("ply", state.ply) != state.ply:
        refuse("ply", f"{data['ply']}; with flip_mode {mode} these turns make {int(state.ply)}")
    ready = data.get("ready", [False, False])
    if any(ready) and (mode != "both" or not state.is_flip() or all(ready)):
        refuse("ready", "a seat is ready only while it waits for the other, with flip_mode both")
    state.red.is_ready, state.black.is_ready = ready
    return state


def _before_the_first_turn(data: Mapping[str, Any], in_shootout: bool) -> dict[str, Any]:
    """The position, at its shuffle, in which the period or the shootout began."""
    faced, period, cards = data.get("faced", []), data.get("period", 1), data.get("cards") or [None, None]
    if len(cards) == 1:
        refuse("cards", "1 card; both seats have turned one over, or neither")
    if len(data.get("goals", [])) not in (0, period):
        text = f"in period {period} there are {period}, the present one included"
        refuse("goals", f"{len(data['goals'])} periods; {text}")
    counted = "turns_played" if "turns_played" in data else "turn" if data.get("turn") else "ply"
    turns = data.get(counted, len(faced)) - (counted == "turn")
    if turns < len(faced) or (turns > len(faced) and period == 1 and not in_shootout):
        text = f"with {len(faced)} turns here, the number of turns played is {len(faced)}"
        refuse(counted, f"{data[counted]}; {text}{' or more' if period > 1 else ''}")
    areas = data.get("goal_cards", [[], []])
    return {
        **{name: data[name] for name in ("options", "deck") if name in data},
        "node": "shootout_shuffle" if in_shootout else "shuffle",
        "period": period,
        "turns_played": turns - len(faced),
        "cards": [None, None] if faced else cards,
        "goals": data.get("goals", [])[: period if in_shootout else period - 1],
        "goal_cards": [[card for card in areas[seat] if card not in [both[seat] for both in faced]] for seat in (0, 1)],
        "held_deuces": _check_carried(data, in_shootout),
        "serve": data.get("carried", [0, 0]),
    }


def _check_start(data: Mapping[str, Any], state: CardHockeyState, in_shootout: bool) -> None:
    """Check that the game can be played to its end from here, whatever the order of the cards."""
    options, node = state.options, data.get("node", "flip")
    if state.period > options.periods or (in_shootout and state.period < options.periods):
        refuse("period", f"{state.period}; with these options it is {'' if in_shootout else '1 to '}{options.periods}")
    if in_shootout and not options.has_shootout:
        refuse("node" if node.startswith("shootout") else "shootout", "with these options there is no shootout")
    if node.endswith("shuffle") and data.get("faced"):
        text = f"at the node {node} the decks are yet to be shuffled, so there is none"
        refuse("faced", f"{len(data['faced'])} turns; {text}")
    for seat, side in enumerate(state.sides()):
        own = [int(card) for card in side.cards]
        area = [card for card in range(DECK_SIZE) if (side.goal_cards >> card) & 1]
        for card in area:
            if card not in own or not is_honour(card):
                refuse(f"goal_cards[{seat}]", f"{card_text(card)} is not an honour of {_COLOURS[seat]}'s")
        count = 0 if in_shootout or options.return_goal_cards else side.goals
        if len(area) != count:
            text = f"{len(area)} cards not faced in this period; the goals before it make {count}"
            refuse(f"goal_cards[{seat}]", text)
    if in_shootout and state.red.goals != state.black.goals:
        refuse("goals", f"{data['goals']} is not a tie, and only a tie leads to the shootout")


def _check_carried(data: Mapping[str, Any], in_shootout: bool) -> list[str | None]:
    """The deuces of the penalties carried into the period: faced in its first turn."""
    options, faced = options_in(data), data.get("faced", [])
    held: list[str | None] = [None, None]
    for seat, turns in enumerate(data.get("carried", [0, 0])):
        most = 0 if in_shootout or data.get("period", 1) == 1 else int(options.penalty_turns) - 1
        if turns > most:
            refuse(f"carried[{seat}]", f"{turns}; into this period it is at most {most}")
        deck = options.red if seat == RED else options.black
        card = faced[0][seat] if faced else next(iter(data.get("held_deuces", [[], []])[seat]), None)
        own = card_texts(deck, len(deck))
        if turns and (card not in own or rank(parse_card(card)) != rules.DEUCE):
            text = f"{quoted(card)}; with {turns} turns carried it is the deuce that {_COLOURS[seat]} serves"
            refuse(f"faced[0][{seat}]" if faced else f"held_deuces[{seat}]", text)
        held[seat] = card if turns else None
    return held


def _bring_up(side: Side, text: str, turn: int, seat: int) -> None:
    """Put the card that a seat faced on top of its deck."""
    card = parse_card(text)
    if side.held == card or (side.held == NULL and side.bring_up(card)):
        return
    where, colour = f"faced[{turn}][{seat}]", _COLOURS[seat]
    if side.held != NULL:
        refuse(where, f"{text}; {colour} was serving a penalty and faced {card_text(side.held)} again")
    if card not in [int(own) for own in side.cards]:
        refuse(where, f"{text} is not a card of {colour}'s")
    refuse(where, f"{text} is not in the deck: it was turned over before in this period, or is in the goal area")


def _what_is_over(state: CardHockeyState) -> str:
    if state.node == rules.GAME_OVER:
        return "the game was over"
    return "the decks had to be shuffled again" if state.in_shootout() else "the period was over"


codec: Final = Codec(
    CardHockeyState,
    about_game(2, SWITCHES, "the defaults", _PLY),
    PARTS,
    EVENTS,
    dump_options=lambda state: dump_options(state.options),
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    private_help="Nothing: all information is shared.",
)
