"""The parts of a state of Turn-Based Hockey in JSON. Cards are text, no seat is null, a line-up is LW C RW LD G RD.

An observation is the table, the seat's own cards and the options, so a client can send back what it was shown. One
written by hand needs seat, hand, the open cards of the periods so far, and secret choices made; the standard game is
the default. The rest is computed, and compared where it is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import NO_SIDE
from engines.cards import (
    CARD_TEXTS,
    card_or_none,
    card_text,
    card_texts,
    number_or_none,
    parse_card,
    parse_cards,
    put_cards,
)
from engines.declared import Codec, Part, about_game, pack_of, refuse, refuse_stray_cards
from engines.fields import Flag, Integer, ListOf, Maybe, ObjectField, OneOf
from engines.shared_fields import OVERTIME, SCORE, goals_by_period, hand_sizes, period_count, period_number
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.events import EVENTS
from engines.turn_based_hockey.moves import CARD, PLACES, decode_move, describe_choice, encode_actions
from engines.turn_based_hockey.options import SWITCHES, dump_options, options_in
from engines.turn_based_hockey.rules import NODE_NAMES, Options, TurnBasedHockeyState

SEATS: Final = (0, 1)
_PACK: Final = len(CARD_TEXTS)
_DEALT: Final = tuple(node for node in range(len(NODE_NAMES)) if node not in (rules.DEAL, rules.OVERTIME_DEAL))
"""The nodes at which cards of the present pack have been dealt."""


def _open_face_off(state: TurnBasedHockeyState, period: int) -> list[str] | None:
    """Both cards of a period's face-off, once they are open; none in overtime."""
    is_open = period < state.period or state.face_off_is_open()
    if not is_open or not 1 <= period <= state.options.periods:
        return None
    return card_texts(state.face_offs, 2 * period, 2 * (period - 1))


def _lineup(state: TurnBasedHockeyState, period: int, seat: int) -> list[str]:
    """The cards placed in a line-up, including secret ones."""
    start = PLACES * (2 * (period - 1) + seat)
    return card_texts(state.lineups, start + (PLACES if period < state.period else int(state.placed[seat])), start)


def _open_lineup(state: TurnBasedHockeyState, period: int, seat: int) -> list[str]:
    return _lineup(state, period, seat) if period < state.period or state.lineup_is_open(seat) else []


def _open_of_period(state: TurnBasedHockeyState, period: int) -> dict[str, Any]:
    return {"face_off": _open_face_off(state, period), "lineups": [_open_lineup(state, period, seat) for seat in SEATS]}


def _all_of_period(state: TurnBasedHockeyState, period: int) -> dict[str, Any]:
    """For the store: with secret choices."""
    return {
        "face_off": [card_or_none(state.face_offs[2 * (period - 1) + seat]) for seat in SEATS],
        "lineups": [_lineup(state, period, seat) for seat in SEATS],
    }


def _face_off_winner(state: TurnBasedHockeyState) -> int | None:
    is_seen = _open_face_off(state, int(state.period)) is not None
    return number_or_none(state.face_off_winner()) if is_seen else None


_PLAYED: Final = ObjectField(
    {
        "face_off": Maybe(
            ListOf(CARD, 2, 2, unique=True, help="Both face-off cards; null before they are revealed, and in overtime.")
        ),
        "lineups": ListOf(
            ListOf(CARD, 0, PLACES, unique=True, name="OpenLineup"),
            2,
            2,
            help="The line-up of each seat, in the order LW, C, RW, LD, G, RD; empty while it is not open.",
        ),
    },
    name="PlayedPeriod",
)
PARTS: Final[Sequence[Part[TurnBasedHockeyState]]] = (
    Part("node", OneOf(NODE_NAMES, "What the game waits for.", "Node"), lambda s: NODE_NAMES[s.node], stored=True),
    Part("period", period_number(rules.MAX_PERIODS), lambda s: int(s.period), stored=True),
    Part("periods", period_count(rules.PERIODS), lambda s: int(s.options.periods)),
    Part("overtime", OVERTIME, lambda s: s.in_overtime()),
    Part("hand_sizes", hand_sizes(_PACK), lambda s: [int(hand.size) for hand in s.hands]),
    Part(
        "stock",
        Integer(0, _PACK, "Undealt cards."),
        lambda s: int(s.stock_size()),
        stored=lambda s: card_texts(s.pack, len(s.options.deck), s.dealt) if s.node in _DEALT else [],
    ),
    Part(
        "committed",
        ListOf(
            Flag(),
            2,
            2,
            help="By seat: its secret choice is made, and final. The cards stay in the hand until it is revealed.",
        ),
        lambda s: [s.has_committed(seat) for seat in SEATS],
    ),
    Part(
        "face_off_winner",
        Maybe(Integer(0, 1, "The seat that won this period's face-off; null after a tie, and before it.")),
        _face_off_winner,
    ),
    Part(
        "setting_up",
        Maybe(Integer(0, 1, "The seat to set up an open line-up; null where both set up secretly.")),
        lambda s: number_or_none(s.setting_up),
    ),
    Part(
        "played_periods",
        ListOf(_PLAYED, 0, rules.MAX_PERIODS, help="What is open of each period, the present one included."),
        lambda s: [_open_of_period(s, period) for period in range(1, int(s.period) + 1)],
        stored=lambda s: [_all_of_period(s, period) for period in range(1, int(s.period) + 1)],
        given=True,
    ),
    Part(
        "goals",
        goals_by_period(rules.MAX_PERIODS),
        lambda s: [[int(s.goals[2 * i]), int(s.goals[2 * i + 1])] for i in range(s.period)],
        stored=True,
    ),
    Part("score", SCORE, lambda s: [int(s.totals[seat]) for seat in SEATS], follows_from="goals"),
    Part(
        "shootout_rounds",
        Integer(0, help="Rounds of the shootout so far."),
        lambda s: int(s.shootout_rounds),
        stored=True,
    ),
    Part(
        "shootout_cards",
        ListOf(CARD, 0, 2, unique=True, help="The cards of the shootout's last round, by seat."),
        lambda s: card_texts(s.shootout_cards, 2) if s.shootout_rounds > 0 else [],
        stored=True,
    ),
    Part(
        "hand",
        ListOf(CARD, 0, _PACK, unique=True, help="The seat's own cards, ascending."),
        own=lambda s, seat: card_texts(s.hands[seat].cards, s.hands[seat].size),
    ),
    Part(
        "commitment",
        ListOf(
            CARD,
            0,
            PLACES,
            unique=True,
            help="The seat's own secret choice: a face-off card, or a line-up, still in the hand; empty without one.",
        ),
        own=lambda s, seat: [card_text(card) for card in s.secret_choice(seat)],
    ),
    Part("hands", stored=lambda s: [card_texts(hand.cards, hand.size) for hand in s.hands]),
)


# -- states


def load(data: Mapping[str, Any]) -> TurnBasedHockeyState:
    """A state from its JSON; positions for tests may leave out any field.

    Defaults: the standard game, at the face-off of the first period; hands (one or all), what was played in earlier
    periods and ``stock`` filled with the cards left over, in their order; goals from the line-ups. Raises ValueError if
    a card of the pack is in two places or in none.
    """
    return _load_rest(_load_course(data, options_in(data)), data)


def _load_rest(state: TurnBasedHockeyState, data: Mapping[str, Any]) -> TurnBasedHockeyState:
    """A state whose course is loaded."""
    if state.node in _DEALT:
        _load_cards(state, data)
    _load_goals(state, data)
    state.shootout_rounds = data.get("shootout_rounds", 0)
    put_cards(state.shootout_cards, parse_cards(data.get("shootout_cards", ())))
    state.ply = data.get("ply", _decisions_made(state))
    return state


def _load_course(data: Mapping[str, Any], options: Options) -> TurnBasedHockeyState:
    """A state without hands and goals: what was played, and who is asked."""
    state = TurnBasedHockeyState(options)
    state.node = NODE_NAMES.index(data.get("node", "face_off"))
    state.period = data.get("period", 0 if state.node == rules.DEAL else 1)
    if state.node != rules.DEAL:
        _load_played(state, data.get("played_periods", ()))
        _load_setting_up(state)
    return state


def _load_played(state: TurnBasedHockeyState, played: Sequence[Mapping[str, Any]]) -> None:
    """Lay out what was played; missing cards are NO_CARD for now."""
    for period in range(1, int(state.period) + 1):
        entry = played[period - 1] if period <= len(played) else {}
        for seat in SEATS:
            text = (entry.get("face_off") or [None, None])[seat]
            state.face_offs[2 * (period - 1) + seat] = rules.NO_CARD if text is None else parse_card(text)
            lineup = [parse_card(text) for text in (entry.get("lineups") or [[], []])[seat] or []]
            start = PLACES * (2 * (period - 1) + seat)
            put_cards(state.lineups, lineup + [int(rules.NO_CARD)] * (PLACES - len(lineup)), start)
            if period == state.period:
                state.placed[seat] = len(lineup)
                state.placed_cards[seat] = sum(1 << card for card in lineup)


def _load_setting_up(state: TurnBasedHockeyState) -> None:
    """Who is asked for an open line-up follows from the face-off (2.3)."""
    if state.node in (rules.LINEUP_FIRST, rules.LINEUP_SECOND):
        winner = state.face_off_winner()
        if winner == NO_SIDE:
            raise ValueError("played_periods: after a tied face-off neither seat sets up first")
        state.setting_up = winner if state.node == rules.LINEUP_SECOND else 1 - winner


def _load_cards(state: TurnBasedHockeyState, data: Mapping[str, Any]) -> None:
    """Fill the hands, the gaps in what was played, and the stock, in this order."""
    deck = [int(card) for card in state.options.deck]
    given = [None if hand is None else parse_cards(hand) for hand in data.get("hands", (None, None))]
    stock = parse_cards(data.get("stock", ()))
    known = [*_laid_down(state), *stock, *(card for hand in given for card in hand or [])]
    chosen = [state.secret_choice(seat) for seat in SEATS]
    placed = {*known, *chosen[0], *chosen[1]}
    left = [card for card in deck if card not in placed]
    for seat in SEATS:
        hand = given[seat]
        if hand is None:
            missing = _hand_size(state, seat) - len(chosen[seat])
            hand, left = chosen[seat] + left[:missing], left[missing:]
            known += hand
        state.hold(seat, sum(1 << card for card in set(hand)))
    known += _fill_gaps(state, left)
    if "stock" not in data:
        stock, left = left, []
        known += stock
    state.dealt = len(deck) - len(stock)
    if left or sorted(known) != deck:
        raise ValueError("every card of the pack must lie in one place: hands, stock or played")
    put_cards(state.pack, stock, int(state.dealt))


def _fill_gaps(state: TurnBasedHockeyState, left: list[int]) -> list[int]:
    """Put cards of ``left`` in place of missing ones that were played in an earlier period of this pack; return those
    used.
    """
    used: list[int] = []
    for period in range(int(state.first_period_of_pack()), int(state.period)):
        for buffer, start, end in (
            (state.face_offs, 2 * (period - 1), 2 * period),
            (state.lineups, 12 * (period - 1), 12 * period),
        ):
            for at in range(start, end):
                if buffer[at] == rules.NO_CARD and left:
                    used.append(left.pop(0))
                    buffer[at] = used[-1]
    return used


def _load_goals(state: TurnBasedHockeyState, data: Mapping[str, Any]) -> None:
    """Goals by period as given, otherwise from the line-ups of the periods that are over."""
    goals = data.get("goals", ())
    for period in range(1, int(state.period) + 1):
        both = goals[period - 1] if period <= len(goals) else _goals_of(state, period)
        for seat in SEATS:
            state.goals[2 * (period - 1) + seat] = both[seat]
            state.totals[seat] += both[seat]


# -- what is derived from a position


def _goals_of(state: TurnBasedHockeyState, period: int) -> list[int]:
    """The goals of a period's line-ups; none while one of them is incomplete."""
    one, two = (
        [int(state.lineups[PLACES * (2 * (period - 1) + seat) + place]) for place in range(PLACES)] for seat in SEATS
    )
    if rules.NO_CARD in one + two or (period == state.period and state.node not in (rules.SHOOTOUT, rules.GAME_OVER)):
        return [0, 0]
    return [goals_against(state.options, mine, theirs) for mine, theirs in ((one, two), (two, one))]


def goals_against(options: Options, mine: Sequence[int], theirs: Sequence[int]) -> int:
    """The goals that one line-up scores against another: the table in 2.3 line 3."""
    pairs = ((rules.LW, rules.C, rules.RD, rules.G), (rules.RW, rules.C, rules.LD, rules.G))
    return sum(options.pair(mine[a], mine[b]) >= options.pair(theirs[c], theirs[d]) for a, b, c, d in pairs)


def _laid_down(state: TurnBasedHockeyState) -> list[int]:
    """The cards of the present pack that are open."""
    cards: list[int] = []
    for period in range(int(state.first_period_of_pack()), int(state.period) + 1):
        for seat in SEATS:
            if period < state.period or state.face_off_is_open():
                cards.append(int(state.face_offs[2 * (period - 1) + seat]))
            if period < state.period or state.lineup_is_open(seat):
                start = PLACES * (2 * (period - 1) + seat)
                cards += [int(state.lineups[at]) for at in range(start, start + PLACES)]
    return [card for card in cards if card != rules.NO_CARD]


def _choose_secretly(state: TurnBasedHockeyState, seat: int, cards: Sequence[int]) -> None:
    """Let a seat choose these cards of its hand, for the face-off or for the places of its line-up, without further
    effect.
    """
    if state.node == rules.FACE_OFF:
        for card in cards:
            state.face_offs[state.face_off_at(seat)] = card
    elif cards:
        put_cards(state.lineups, cards, int(state.lineup_at(seat)))
        state.placed[seat] = len(cards)
        state.placed_cards[seat] = sum(1 << card for card in cards)


def _hand_size(state: TurnBasedHockeyState, seat: int) -> int:
    """The number of cards a seat must hold, from the period and what it has laid down in it (T33)."""
    laid = int(rules.PLACES) if state.lineup_is_open(seat) else 0
    if state.in_overtime():
        return PLACES - laid
    face_off = 1 if state.face_off_is_open() else 0
    return int(state.options.hand_size - rules.PERIOD_CARDS * (state.period - 1)) - face_off - laid


def _decisions_made(state: TurnBasedHockeyState) -> int:
    """The ply derived from what was played: a face-off, and one line-up decision if it was tied, otherwise two."""
    made = 0
    for period in range(1, int(state.period) + 1):
        first, second = (int(state.face_offs[2 * (period - 1) + seat]) for seat in SEATS)
        faced_off = period <= state.options.periods and (period < state.period or state.face_off_is_open())
        tied = rules.NO_CARD in (first, second) or _scale(state, first) == _scale(state, second)
        made += 1 if faced_off else 0
        if period < state.period or state.node in (rules.SHOOTOUT, rules.GAME_OVER):
            made += 1 if tied else 2
        elif state.node == rules.LINEUP_SECOND:
            made += 1
    return made


def _scale(state: TurnBasedHockeyState, card: int) -> int:
    """The value of a card in a face-off of this game."""
    return int(rules.scale_value(card, state.options.by_rank))


# -- observations from outside: every card, every count and every turn must be consistent

Seen = Mapping[str, Any]

_SUPPOSED: Final[Seen] = {
    "node": None,
    "played_periods": [],
    "hand": [],
    "commitment": [],
    "committed": [False, False],
    "shootout_rounds": 0,
    "shootout_cards": [],
}
"""Defaults of an observation made by hand; everything else is derived from these fields."""
_BLANK: Final[Mapping[str, Any]] = {"face_off": None, "lineups": [[], []]}
"""A period that has just begun."""


def reconstruct(data: Seen) -> TurnBasedHockeyState:
    """A state as the seat sees it; ``load`` fills the other hand.

    Raises InvalidObservation, which names the field that no game could have produced and says what would be consistent.
    """
    options = options_in(data)
    seen = {**_SUPPOSED, **data}
    entries, node = _follow_course(seen, options)
    _check_cards(seen, entries, options)
    position = {name: data[name] for name in ("options", "deck", "periods", "hand_size") if name in data}
    position |= {name: seen[name] for name in ("shootout_rounds", "shootout_cards")}
    position |= {"node": NODE_NAMES[node], "period": len(entries), "played_periods": entries}
    state = _load_course(position, options)
    _check_hand(seen, state)
    _load_rest(state, position | {"hands": [seen["hand"] if seat == seen["seat"] else None for seat in SEATS]})
    _choose_again(seen, state)
    if data.get("ply", state.ply) != state.ply:
        refuse("ply", f"{data['ply']} does not follow from the rest, which makes it {state.ply}")
    return state


def _choose_again(seen: Seen, state: TurnBasedHockeyState) -> None:
    """Make the secret choices: the seat's own one as it was, and for another seat that has chosen any cards of its
    hand.
    """
    committed = _check_committed(seen, state)
    for seat in SEATS:
        if seat == seen["seat"]:
            _choose_secretly(state, seat, [parse_card(card) for card in seen["commitment"]])
        elif committed[seat]:
            cards = [int(state.hands[seat].cards[i]) for i in range(PLACES)]
            _choose_secretly(state, seat, cards[:1] if state.node == rules.FACE_OFF else cards)


def _follow_course(seen: Seen, options: Options) -> tuple[list[Mapping[str, Any]], int]:
    """Return what was played, including the present period, and the node that follows from it.

    Raises InvalidObservation, which names the impossible entry and says what would be consistent.
    """
    if seen["node"] == "deal":
        if seen["played_periods"]:
            text = "at the node deal no period has begun, so there is none"
            refuse("played_periods", f"{len(seen['played_periods'])} periods; {text}")
        return [], int(rules.DEAL)
    entries, course = list(seen["played_periods"]), TurnBasedHockeyState(options)
    node = int(rules.FACE_OFF)  # the first period's
    for number, entry in enumerate(entries, 1):
        where = f"played_periods[{number - 1}]"
        _check_goes_on(where, number, node, course)
        course.period = number
        node = _node_of(where, entry, course)
        if node == rules.GAME_OVER:  # complete: what comes next?
            for seat, goals in zip(SEATS, _goals(entry, options), strict=True):
                course.totals[seat] += goals
            node = int(course.after_period())
        elif number < len(entries):
            refuse(where, f"period {number} is not played out, so no other follows it")
    if node in (rules.FACE_OFF, rules.OVERTIME_DEAL) and (not entries or _is_complete(entries[-1])):
        entries.append(_BLANK)
    if node == rules.OVERTIME_DEAL and (seen["node"] != "overtime_deal" or not options.overtime_needs_shuffle):
        node = int(rules.LINEUP_BOTH)
    return entries, _after_shootout(seen, node, course)


def _check_goes_on(where: str, number: int, node: int, course: TurnBasedHockeyState) -> None:
    """Check that the previous period led to this one."""
    if node in (rules.FACE_OFF, rules.OVERTIME_DEAL):
        return
    score = f"{course.totals[0]}-{course.totals[1]}"
    what = "the game went to a shootout" if node == rules.SHOOTOUT else "the game was over"
    refuse(where, f"there is no period {number}: {what} after period {number - 1} at {score}")


def _node_of(where: str, entry: Mapping[str, Any], course: TurnBasedHockeyState) -> int:
    """The node that a period has come to; GAME_OVER if it is complete."""
    face_off, lineups = entry["face_off"], entry["lineups"]
    for seat, lineup in enumerate(lineups):
        if len(lineup) not in (0, PLACES):
            refuse(
                f"{where}.lineups[{seat}]", f"{len(lineup)} cards; a line-up has {PLACES}, or none while it is not open"
            )
    if course.in_overtime():
        if face_off is not None:
            refuse(f"{where}.face_off", f"{' '.join(face_off)}; overtime has no face-off, so it is null")
        first = int(NO_SIDE)
    elif face_off is None:
        if lineups != [[], []]:
            refuse(f"{where}.lineups", "there are line-ups without a face-off; without one both are empty")
        return int(rules.FACE_OFF)
    else:
        first = _loser(face_off, course)
    if all(lineups):
        return int(rules.GAME_OVER)
    if lineups == [[], []]:
        if first != NO_SIDE:
            return int(rules.LINEUP_FIRST)
        return int(rules.OVERTIME_DEAL if course.in_overtime() else rules.LINEUP_BOTH)
    if first == NO_SIDE:
        refuse(f"{where}.lineups", "one line-up is open; without a face-off won by a seat both are opened together")
    if not lineups[first]:
        refuse(f"{where}.lineups", f"seat {1 - first} won the face-off, so seat {first} sets up first")
    return int(rules.LINEUP_SECOND)


def _loser(face_off: Sequence[str], course: TurnBasedHockeyState) -> int:
    for seat in SEATS:
        course.face_offs[course.face_off_at(seat)] = parse_card(face_off[seat])
    winner = int(course.face_off_winner())
    return winner if winner == NO_SIDE else 1 - winner


def _is_complete(entry: Mapping[str, Any]) -> bool:
    return all(entry["lineups"])


def _goals(entry: Mapping[str, Any], options: Options) -> list[int]:
    one, two = ([parse_card(card) for card in lineup] for lineup in entry["lineups"])
    return [goals_against(options, one, two), goals_against(options, two, one)]


def _after_shootout(seen: Seen, node: int, course: TurnBasedHockeyState) -> int:
    """Check the rounds of the shootout and return the node after them."""
    rounds, cards = seen["shootout_rounds"], seen["shootout_cards"]
    if len(cards) != (2 if rounds else 0):
        refuse("shootout_cards", f"{len(cards)} cards; it holds those of the last round, two, or none before the first")
    if rounds and node != rules.SHOOTOUT:
        refuse("shootout_rounds", f"{rounds}; the game has not come to a shootout, so it is 0")
    refuse_stray_cards(pack_of(course.options), [("shootout_cards", cards)])
    if not rounds:
        return node
    first, second = (rules.scale_value(parse_card(card), course.options.shootout_by_rank) for card in cards)
    return int(rules.SHOOTOUT if first == second else rules.GAME_OVER)


def _check_cards(seen: Seen, entries: Sequence[Mapping[str, Any]], options: Options) -> None:
    """Check that no card is in two places since the pack was shuffled, and all belong to the pack."""
    places: list[tuple[str, Sequence[str]]] = []
    for number, entry in enumerate(entries, 1):
        if number > options.periods and options.overtime_needs_shuffle:
            refuse_stray_cards(pack_of(options), places)
            places = []
        where = f"played_periods[{number - 1}]"
        places.append((f"{where}.face_off", entry["face_off"] or ()))
        places += [(f"{where}.lineups[{seat}]", entry["lineups"][seat]) for seat in SEATS]
    refuse_stray_cards(pack_of(options), [*places, ("hand", seen["hand"])])


def _check_hand(seen: Seen, state: TurnBasedHockeyState) -> None:
    """Check that the hand has its size and contains the seat's own secret choice, if there is one."""
    seat, hand, commitment = seen["seat"], seen["hand"], seen["commitment"]
    if seat is None:
        for field in ("hand", "commitment"):
            if seen[field]:
                refuse(field, f"{len(seen[field])} cards; a spectator holds none")
        return
    size = _hand_size(state, seat) if state.node not in (rules.DEAL, rules.OVERTIME_DEAL) else 0
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
    """The number of cards a seat may have chosen without laying them open."""
    if state.node == rules.FACE_OFF:
        return 1
    if state.node == rules.LINEUP_BOTH:
        return PLACES
    return PLACES - 1 if seat == state.setting_up else 0


def _check_committed(seen: Seen, state: TurnBasedHockeyState) -> list[bool]:
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
    return f"at the node {NODE_NAMES[state.node]} of period {state.period}"


codec: Final = Codec(
    TurnBasedHockeyState,
    about_game(
        2,
        SWITCHES,
        ply=Integer(0, 9999, "Number of decisions made in the game; a simultaneous choice is one."),
        deck=ListOf(CARD, 12, _PACK, unique=True, help="The cards of a smaller pack; absent for the full one."),
        hand_size=Integer(
            7, 27, "Cards dealt to each seat for regulation; absent if they are just those the periods take."
        ),
    ),
    PARTS,
    EVENTS,
    dump_options=lambda state: dump_options(state.options),
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    describe_choice=describe_choice,
)
