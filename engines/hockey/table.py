"""The parts of a state of Hockey in JSON. Cards are text, bit masks are lists, no seat and no side are null.

An observation is the table, the seat's own hand and the options, so a client can send back what it was shown. With
``only_top_seen`` it adds the cards that were seen before and are covered now (ruling 31). One written by hand needs
seat, dealer, hand, starting pile and the cards played, from period 2 on also the period and the goals of those before;
the standard game and the node `play` are the defaults. The rest is computed, and compared where it is given.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from operator import getitem, itemgetter
from typing import Any, Final

from engines.cards import (
    CARD_TEXTS,
    DECK_SIZE,
    NULL,
    card_or_none,
    card_texts,
    mask_texts,
    number_or_none,
    parse_card,
    parse_cards,
    parse_number,
    put_cards,
)
from engines.declared import Codec, Part, about_game, pack_of, refuse, refuse_stray_cards
from engines.fields import RANK, Card, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.hockey import rules
from engines.hockey.events import EVENTS, dump_event
from engines.hockey.moves import decode_move, encode_actions
from engines.hockey.options import SWITCHES, dump_options, options_in, ranks_of
from engines.hockey.rules import NODE_NAMES, PILE_START, HockeyState, Options
from engines.shared_fields import OVERTIME, SCORE, goals_by_period, hand_sizes, period_count, period_number

_SEAT: Final = Integer(0, 3)
_RANKS: Final = ListOf(RANK, unique=True, name="Ranks")
_DEALT: Final = (rules.STARTING_PILE, rules.PLAY, rules.GAME_OVER)
"""The nodes at which cards of this period have been dealt; before them the pack has no order yet."""


def _pile(state: HockeyState) -> list[str]:
    """The cards of the starting pile."""
    return card_texts(state.pile_start, PILE_START if state.has_pile_start else 0)


def _may_be_inspected(state: HockeyState) -> bool:
    """Whether the starting pile is open: with ``only_top_seen`` in the first deal only (ruling 31)."""
    return not state.options.only_top_seen or state.deal_number == 1


_PLAYS: Final = [{card: {"seat": seat, "card": card} for card in CARD_TEXTS} for seat in range(4)]
"""Every play there can be, by seat and card: nobody changes what is seen, and a view lists up to 52."""


def _plays(state: HockeyState) -> list[dict[str, Any]]:
    """The cards played this period, with the seats."""
    seats = int(state.options.seats)
    in_turn = islice(cycle(_PLAYS[:seats]), (int(state.dealer) + 1) % seats, None)
    return list(map(getitem, in_turn, card_texts(state.played, state.plays)))


def _safe_ranks(state: HockeyState) -> list[list[str]]:
    """The public safeties of each seat."""
    return [ranks_of(state.safe_ranks[seat]) for seat in range(state.options.seats)]


PARTS: Final[Sequence[Part[HockeyState]]] = (
    Part("node", OneOf(NODE_NAMES, "What the game waits for.", "Node"), lambda s: NODE_NAMES[s.node], stored=True),
    Part(
        "chooser", Maybe(Integer(0, 1, "The seat that won the cut.")), lambda s: number_or_none(s.chooser), stored=True
    ),
    Part(
        "dealer",
        Maybe(Integer(0, 3, "The seat that deals this period.")),
        lambda s: number_or_none(s.dealer),
        stored=True,
    ),
    Part("period", period_number(rules.MAX_PERIODS), lambda s: int(s.period), stored=True),
    Part("periods", period_count(5), lambda s: int(s.options.periods)),
    Part("overtime", OVERTIME, lambda s: s.in_overtime()),
    Part(
        "deal",
        Integer(0, DECK_SIZE, "Deal of this period, counted from 1; 0 before the first."),
        lambda s: int(s.deal_number),
    ),
    Part(
        "deals",
        ListOf(
            Integer(1, DECK_SIZE, name="DealSize"), 1, DECK_SIZE, help="Cards per seat in each deal of this period."
        ),
        lambda s: list(map(int, s.deal_sizes())),
    ),
    Part(
        "to_play",
        Maybe(Integer(0, 3, "The seat to play a card.")),
        lambda s: int(s.seat) if s.node == rules.PLAY else None,
    ),
    Part("holder", Maybe(Integer(0, 1, "The side on breakaway.")), lambda s: number_or_none(s.holder), stored=True),
    Part(
        "top",
        Maybe(Card(help="Top of the pile, the card that can be matched; null on an empty table.")),
        lambda s: card_or_none(s.top),
        stored=True,
    ),
    Part("table_empty", Flag("There is no card to match."), lambda s: s.top == rules.NO_CARD),
    Part("pile_size", Integer(0, DECK_SIZE, "Cards in the pile."), lambda s: int(s.pile_size), stored=True),
    Part(
        "starting_pile",
        ListOf(
            Card(),
            0,
            PILE_START,
            unique=True,
            help="The cards that began this period's pile, bottom to top. "
            "With `only_top_seen`, they are on the table in the first deal alone, and later in an observation.",
        ),
        lambda s: _pile(s) if _may_be_inspected(s) else [],
        remembered=lambda s, seat: _pile(s),
        stored=_pile,
    ),
    Part(
        "refused",
        ListOf(
            Card(),
            0,
            DECK_SIZE,
            unique=True,
            help="Cards shown this period in starting piles that had to be dealt again; with `only_top_seen` as those "
            "of the starting pile.",
        ),
        lambda s: mask_texts(s.seen_undealt) if _may_be_inspected(s) else [],
        remembered=lambda s, seat: mask_texts(s.seen_undealt),
        stored=lambda s: mask_texts(s.seen_undealt),
        any_order=True,
    ),
    Part("hand_sizes", hand_sizes(DECK_SIZE, seats=4), lambda s: [int(hand.size) for hand in s.hands]),
    Part("undealt", Integer(0, DECK_SIZE, "Cards of the pack not yet dealt this period."), lambda s: int(s.undealt())),
    Part(
        "played",
        ListOf(
            ObjectField({"seat": _SEAT, "card": Card()}, name="PlayedCard"),
            0,
            DECK_SIZE,
            help="The cards played this period, in order; none on the table with `only_top_seen`.",
        ),
        lambda s: [] if s.options.only_top_seen else _plays(s),
        remembered=lambda s, seat: _plays(s),
        stored=lambda s: card_texts(s.played, s.plays),
        given=True,
    ),
    Part(
        "safe_ranks",
        ListOf(
            _RANKS,
            2,
            4,
            help="Ranks each seat has played in this deal without being matched: its public safeties; none on the "
            "table with `only_top_seen`.",
        ),
        lambda s: [[] for _ in s.hands] if s.options.only_top_seen else _safe_ranks(s),
        remembered=lambda s, seat: _safe_ranks(s),
        any_order=True,
    ),
    Part(
        "goals",
        goals_by_period(rules.MAX_PERIODS),
        lambda s: [[int(s.goals[2 * i]), int(s.goals[2 * i + 1])] for i in range(s.period)],
        stored=True,
    ),
    Part("score", SCORE, lambda s: [int(s.totals[0]), int(s.totals[1])], follows_from="goals"),
    Part(
        "hand",
        ListOf(Card(), 0, DECK_SIZE, unique=True, help="The seat's own cards, ascending."),
        own=lambda s, seat: card_texts(s.hands[seat].cards, s.hands[seat].size),
    ),
    Part("hands", stored=lambda s: [card_texts(hand.cards, hand.size) for hand in s.hands]),
    Part("stock", stored=lambda s: card_texts(s.stock, len(s.options.deck), s.stock_at) if s.node in _DEALT else []),
)


# -- states


def load(data: Mapping[str, Any], options: Options | None = None) -> HockeyState:
    """A state from its JSON, with the ``options`` that are in it; positions for tests may leave out any field.

    Defaults: the standard game, at a play, in the first period, dealt by the last seat so that seat 0 began; hands (one
    or all) and ``stock`` filled with the cards left over, in their order; the rest is derived from the cards
    ``played``. Raises ValueError if a card of the pack is in two places or in none.
    """
    state = HockeyState(options_in(data) if options is None else options)
    state.node = NODE_NAMES.index(data.get("node", "play"))
    has_begun = state.node not in (rules.CUT, rules.CHOOSE_DEALER)
    state.chooser = parse_number(data.get("chooser"))
    state.dealer = parse_number(data.get("dealer", state.options.seats - 1 if has_begun else None))
    state.period = data.get("period", 1 if has_begun else 0)
    if state.node in _DEALT:
        _load_period(state, data)
    _load_goals(state, data)
    state.ply = data.get("ply", _decisions_made(state))
    return state


def _load_period(state: HockeyState, data: Mapping[str, Any]) -> None:
    pile = parse_cards(data.get("starting_pile", []))
    if pile:
        state.has_pile_start = True
        put_cards(state.pile_start, pile)
        state.top = pile[-1]
        state.pile_size = len(pile)
    for text in data.get("refused", []):
        state.seen_undealt |= 1 << parse_card(text)
    played = parse_cards(data.get("played", []))
    state.replay(played)
    state.holder = parse_number(data.get("holder", state.holder))
    if "top" in data:
        state.top = NULL if data["top"] is None else parse_card(data["top"])
    state.pile_size = data.get("pile_size", state.pile_size)
    _load_cards(state, data, pile + played)
    if state.node == rules.GAME_OVER:
        state.seat = NULL


def _load_cards(state: HockeyState, data: Mapping[str, Any], face_up: list[int]) -> None:
    """Fill the hands and the undealt pack."""
    given = [
        None if hand is None else parse_cards(hand) for hand in data.get("hands", [None] * int(state.options.seats))
    ]
    stock = parse_cards(data.get("stock", []))
    known = face_up + stock
    for hand in given:
        known += hand or []
    deck, placed = pack_of(state.options).values(), set(known)
    left = [] if placed.issuperset(deck) else [card for card in deck if card not in placed]
    is_complete = len(known) == len(placed) == len(deck) - len(left)
    if None in given:
        for seat, size in enumerate(_hand_sizes(state)):
            if given[seat] is None:
                given[seat], left = left[:size], left[size:]
    for held, cards in zip(state.hands, given, strict=True):
        held.add_each(cards or [])
    if "stock" not in data:
        stock, left = left, []
    state.stock_at = len(deck) - len(stock)
    if left or not is_complete:
        raise ValueError("every card of the pack must lie in one place: hands, stock, played or starting_pile")
    put_cards(state.stock, stock, int(state.stock_at))


def _hand_sizes(state: HockeyState) -> list[int]:
    """The number of cards each seat must hold, from the deal and the turns taken in it."""
    if state.deal_number == 0:
        return [0] * int(state.options.seats)
    seats, size = int(state.options.seats), int(state.deal_sizes()[state.deal_number - 1])
    first, turns = int(state.dealer + 1 + state.deal_began), int(state.plays - state.deal_began)
    return [size - (turns + seats - 1 - (seat - first) % seats) // seats for seat in range(seats)]


def _load_goals(state: HockeyState, data: Mapping[str, Any]) -> None:
    """Goals by period, as far as given; otherwise those made by the cards played."""
    for i, both in enumerate(data.get("goals", [])):
        state.goals[2 * i], state.goals[2 * i + 1] = both
    goals = list(state.goals)
    state.totals[0], state.totals[1] = sum(goals[::2]), sum(goals[1::2])


def _decisions_made(state: HockeyState) -> int:
    """The ply that follows from the period, its plays and the choice of the dealer."""
    earlier = max(int(state.period) - 1, 0) * (len(state.options.deck) - int(state.options.starting_pile))
    choice = 1 if state.chooser != NULL and state.dealer != NULL else 0
    return earlier + int(state.plays) + choice


# -- observations from outside: every count and every turn must be consistent

Seen = Mapping[str, Any]


_SUPPOSED: Final[Seen] = {
    "ply": None,
    "node": "play",
    "chooser": None,
    "dealer": None,
    "starting_pile": [],
    "refused": [],
    "played": [],
    "goals": [],
    "hand": [],
}
"""Defaults of an observation made by hand; everything else is derived from these fields."""


def reconstruct(data: Seen) -> HockeyState:
    """A state as the seat sees it; ``load`` fills the other hands.

    Raises InvalidObservation, which names the field that no game could have produced and says what would be consistent.
    """
    options = options_in(data)
    begun = data.get("node", "play") not in ("cut", "choose_dealer")
    seen = {**_SUPPOSED, "period": 1 if begun else 0, **data}
    _check_seen(seen, options)
    same = ("options", "deck", "node", "chooser", "dealer", "period", "refused", "starting_pile")
    state = load(
        {
            **{name: seen[name] for name in same if name in seen},
            "hands": [seen["hand"] if seat == seen["seat"] else None for seat in range(int(options.seats))],
            "played": _played_cards(seen),
            "goals": seen["goals"][: max(seen["period"] - 1, 0)],
        },
        options,
    )
    _check_reconstruction(seen, state)
    state.ply = state.ply if seen["ply"] is None else seen["ply"]
    return state


def _check_seen(seen: Seen, options: Options) -> None:
    """Check what needs no position; ``_check_reconstruction`` checks the reconstructed position.

    Raises InvalidObservation, which names the field and says what would be consistent.
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


def _check_reconstruction(seen: Seen, state: HockeyState) -> None:
    """Check the position to which the cards played lead."""
    if state.plays < len(seen["played"]):
        refuse("played", f"{len(seen['played'])} cards; the goal of card {state.plays} ended the game")
    sizes = _hand_sizes(state)
    if seen["node"] == "play":
        _check_goes_on(seen, state, sizes)
    if seen["node"] == "game_over":
        _check_is_over(seen, state, sizes)
    if seen["seat"] is not None:
        size = sizes[seen["seat"]]
        if len(seen["hand"]) != size:
            refuse("hand", f"{len(seen['hand'])} cards; {_when(state)} seat {seen['seat']} holds {size}")
    expected = _decisions_made(state)
    may_have_chosen = not state.options.random_dealer and seen["chooser"] is None and state.dealer >= 0
    if seen["ply"] is not None and seen["ply"] not in (expected, expected + may_have_chosen):
        refuse("ply", f"{seen['ply']}; the periods and the cards played make {expected}")


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
        refuse("goals", f"{goals[:-1]} is not a tie, and only a tie leads to overtime")


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
    """Check that no card is in two places and all belong to the pack."""
    places = ("starting_pile", seen["starting_pile"]), ("played", _played_cards(seen)), ("hand", seen["hand"])
    refuse_stray_cards(pack_of(options), places)
    if seen["seat"] is None and seen["hand"]:
        refuse("hand", f"{len(seen['hand'])} cards; a spectator holds none")
    if seen["refused"]:
        refuse_stray_cards(pack_of(options), [("refused", seen["refused"])])


def _check_starting_pile(seen: Seen, options: Options) -> None:
    pile, refused = seen["starting_pile"], seen["refused"]
    if options.starting_pile == 0:
        _check_nothing(seen, ("starting_pile", "refused"), "with these options no pile is laid out")
        if seen["node"] == "starting_pile":
            refuse("node", "starting_pile; with these options no pile is laid out")
        return
    if seen["node"] in ("play", "game_over"):
        if len(pile) != options.starting_pile:
            text = f"{len(pile)} cards; with these options the pile began with {options.starting_pile}"
            refuse("starting_pile", text)
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
    """Check a refused pile: it goes back into the undealt pack if the first hands have already been dealt."""
    sizes = options.overtime_deals if seen["period"] > options.periods else options.deals
    first_deal = int(sizes[0] * options.seats)
    dealt_first = set(_played_cards(seen)[:first_deal])
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


def _is_acceptable(pile: Sequence[str], options: Options) -> bool:
    ranks = [rules.rank(parse_card(card)) for card in pile]
    return len(set(ranks)) == len(ranks) and not any((options.wild_ranks >> rank) & 1 for rank in ranks)


def _check_turns(seen: Seen, options: Options) -> None:
    seats = int(options.seats)
    given, first = list(map(itemgetter("seat"), seen["played"])), (seen["dealer"] or 0) + 1
    in_turn = list(islice(cycle(range(seats)), first, first + len(given)))
    for i, seat in enumerate(in_turn if given != in_turn else ()):
        if given[i] != seat:
            refuse(
                f"played[{i}].seat",
                f"{given[i]}; seats play in turn, after dealer {seen['dealer']}, so it was {seat}",
            )


def _check_goes_on(seen: Seen, state: HockeyState, hand_sizes: Sequence[int]) -> None:
    if state.is_decided():
        refuse("node", "play; the goal in overtime ended the game, so it is game_over")
    if not any(hand_sizes):
        refuse("node", f"play; all {len(seen['played'])} cards of the period are played")


def _check_is_over(seen: Seen, state: HockeyState, hand_sizes: Sequence[int]) -> None:
    options = state.options
    is_tied = state.totals[0] == state.totals[1]
    if not state.is_decided() and any(hand_sizes):
        refuse("node", f"game_over; {_when(state)} there are cards to play, so it is play")
    if state.period < options.periods or (state.period == options.periods and is_tied and options.has_overtime):
        refuse(
            "node", f"game_over; another period follows period {state.period} at {state.totals[0]}-{state.totals[1]}"
        )


def _when(state: HockeyState) -> str:
    return f"after {state.plays} plays, in deal {state.deal_number}," if state.deal_number else "before the deal"


def _played_cards(seen: Seen) -> list[str]:
    """The cards played this period, without their seats."""
    return list(map(itemgetter("card"), seen["played"]))


codec: Final = Codec(
    HockeyState,
    about_game(4, SWITCHES),
    PARTS,
    EVENTS,
    dump_options=lambda state: dump_options(state.options),
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    dump_event=dump_event,
)
