"""The parts of a state of Ice Cold Ice Hockey in JSON. Cards are two digits, no seat is null.

An observation is the table and the seat's own hand, with the options beside it, so a client can send back what it was
shown. One written by hand needs seat and hand. What is left out is as at the first attack of a period, both hands at
base, or follows from the rest; where it is given it is compared.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.cards import number_or_none, parse_number, put_cards
from engines.declared import Codec, Part, refuse
from engines.fields import Field, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.ice_cold_ice_hockey.events import EVENTS, dump_event
from engines.ice_cold_ice_hockey.moves import decode_move, encode_actions
from engines.ice_cold_ice_hockey.options import OPTIONS, about_options, options_in
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.penalties import are_due
from engines.ice_cold_ice_hockey.rules.state import (
    IceColdState,
    Options,
    all_shots_of,
    calling_card,
    is_major,
    penalised,
    penalty_code,
    shots_of,
)
from engines.ice_cold_ice_hockey.rules.windows import opens
from engines.ice_cold_ice_hockey.texts import (
    ZONES,
    ActionCard,
    card_or_none,
    card_text,
    card_texts,
    icon_names,
    parse_card,
    parse_card_or_none,
    parse_icons,
)

_SEAT: Final = Integer(0, 1)
_COUNT: Final = Integer(0, n.DECK_SIZE)
_GOALS: Final = Integer(0, 9999, name="Goals")
_MANY: Final = Integer(0, 9999, name="Count")
_BOTH: Final = ListOf(_GOALS, 2, 2, name="PeriodGoals")
_SEATS: Final = ListOf(Integer(0, 1, name="Seat"), 0, 2, unique=True)
_CARDS: Final = ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, name="ShownCards")
_PENALTY: Final = ObjectField(
    {"seat": _SEAT, "card": ActionCard("The card whose number called it."), "major": Flag()}, name="Penalty"
)
_POWER_PLAY: Final = ObjectField(
    {"seat": _SEAT, "shots": Integer(1, n.MAJOR_SHOTS), "taken": Integer(0, n.MAJOR_SHOTS)}, name="PowerPlay"
)
_SIZES: Final[Mapping[str, Field]] = {
    "periods": Integer(1, 5),
    "passes": Integer(1, 9),
    "hand": Integer(1, 10),
    "hand_limit": Integer(2, 10),
    "late_cards": _COUNT,
    "overtime_hand": Integer(1, 10),
    "overtime_cards": _COUNT,
}
_ABOUT: Final[Mapping[str, Field]] = {
    "seat": Maybe(Integer(0, 1, "The seat that sees this; null for a spectator.")),
    "options": ObjectField(
        OPTIONS, optional=tuple(OPTIONS), help="The options, as far as they differ from the first preset."
    ),
    "cards": ListOf(
        Integer(1, n.DECK_SIZE, name="CardNumber"),
        1,
        n.DECK_SIZE,
        unique=True,
        help="The IDs of a small game; absent for all 64.",
    ),
    "sizes": ObjectField(_SIZES, optional=tuple(_SIZES), name="Sizes"),
    "ply": Integer(0, 999_999, "Number of decisions made in the game."),
}
_LINES: Final = ("outside", "inside")
_STOPPAGE: Final = {"return_asked": n.ASKED_RETURN, "returned": n.RETURNED, "pull_asked": n.ASKED_PULL}
"""The bits of seat 0."""


# -- pieces


def _team(help: str) -> Maybe:
    """A team, or none."""
    return Maybe(Integer(0, 1, help))


def _both(counts: vec[i64]) -> list[int]:
    """A count of each team."""
    return [int(counts[0]), int(counts[1])]


def _both_flags(flags: vec[i64]) -> list[bool]:
    return [bool(flags[0]), bool(flags[1])]


def _with_bit(mask: i64) -> list[int]:
    """The seats whose bit is set."""
    return [seat for seat in (0, 1) if (mask >> seat) & 1]


def _where(state: IceColdState, place: i64) -> list[str]:
    """The cards that everybody knows to be in a place."""
    return [card_text(card) for card in state.deck.cards if state.places[card] == place]


def _penalty(code: i64) -> dict[str, Any]:
    """Who is penalised, and by which card."""
    return {"seat": int(penalised(code)), "card": card_text(calling_card(code)), "major": is_major(code)}


def _penalties(codes: vec[i64], count: i64) -> list[dict[str, Any]]:
    return [_penalty(codes[i]) for i in range(count)]


def _parse_penalty(penalty: Mapping[str, Any]) -> int:
    """The inverse of ``_penalty``."""
    return int(penalty_code(penalty["seat"], parse_card(penalty["card"]), penalty["major"]))


def _goals(state: IceColdState) -> list[list[int]]:
    """Goals of both teams in each period so far."""
    periods = min(state.period, state.options.periods + 1)
    return [[int(state.goals[2 * i]), int(state.goals[2 * i + 1])] for i in range(periods)]


def _base_hand(state: IceColdState, seat: int) -> int:
    """The base hand as it is shown: an extra skater that leaves does not count any more while its team discards
    (10.5).
    """
    leaves = state.node == n.SKATER_DISCARD and state.seat == seat
    return int(state.normal_hand() if leaves else state.base(seat))


def _held_count(state: IceColdState, seat: int) -> int:
    hand = state.hands[seat]
    return sum(1 for i in range(hand.size) if state.places[hand.cards[i]] == n.HELD)


def _power_play(state: IceColdState) -> dict[str, Any] | None:
    """The present power play in the words of a score board."""
    code, taken = state.serving, state.shot_number
    if not code:
        return None
    shots = int(all_shots_of(code))
    return {"seat": int(1 - penalised(code)), "shots": shots, "taken": int(2 * taken if is_major(code) else taken)}


PARTS: Final[Sequence[Part[IceColdState]]] = (
    Part("deck_digest", stored=lambda s: s.deck.digest),
    Part("node", OneOf(n.NODE_NAMES, "What the game waits for.", "Node"), lambda s: n.NODE_NAMES[s.node], stored=True),
    Part("asked", _team("The seat that decides."), lambda s: number_or_none(s.seat), stored=True),
    Part(
        "pending",
        ListOf(
            OneOf(n.WORK_NAMES, name="PendingWork"),
            0,
            4,
            help="What this action still sets off, the next thing first.",
        ),
        lambda s: [n.WORK_NAMES[s.work[i]] for i in range(s.work_size)][::-1],
        stored=True,
    ),
    Part(
        "period",
        Integer(0, 999, "Counted from 1, 0 before the first; overtime follows the last of regulation."),
        lambda s: int(s.period),
        stored=True,
    ),
    Part(
        "pass",
        Integer(1, 9, "How often the period has gone into the deck, this time included."),
        lambda s: int(s.pass_number),
        stored=True,
    ),
    Part(
        "time_expired",
        Flag("The clock has run out: only the matter in hand is finished, from a reserve deck."),
        lambda s: s.time_expired,
        stored=True,
    ),
    Part(
        "zone",
        OneOf(ZONES, "Where the puck is: in the end of seat 0, at centre ice, in the end of seat 1.", "Zone"),
        lambda s: ZONES[s.zone],
        stored=True,
    ),
    Part(
        "control",
        _team("The team in control of the puck; null while play is stopped."),
        lambda s: number_or_none(s.control),
        stored=True,
    ),
    Part(
        "top",
        Maybe(
            ListOf(
                OneOf(n.ICON_NAMES, name="Icon"),
                0,
                6,
                unique=True,
                help="Kinds that may be played next; null in a fresh sequence.",
            )
        ),
        lambda s: icon_names(s.top),
        stored=True,
        any_order=True,
    ),
    Part(
        "discards",
        ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, help="The discard pile, the oldest card first."),
        lambda s: card_texts(s.discards, s.discard_count),
        stored=True,
    ),
    Part(
        "held",
        ListOf(
            ActionCard(),
            0,
            n.DECK_SIZE,
            unique=True,
            help="Cards that have not been in the deck since it was last reshuffled.",
        ),
        lambda s: _where(s, n.HELD),
        stored=True,
        any_order=True,
    ),
    Part("attacker", _team("The team whose action this is or was."), lambda s: number_or_none(s.attacker), stored=True),
    Part(
        "played",
        Maybe(ActionCard("The Pass, Skate or Inside Shot of this action.")),
        lambda s: card_or_none(s.played),
        stored=True,
    ),
    Part(
        "answer",
        Maybe(ActionCard("The last card that answered in this action.")),
        lambda s: card_or_none(s.answer),
        stored=True,
    ),
    Part("answerer", _team("Who answered."), lambda s: number_or_none(s.answerer), stored=True),
    Part(
        "last_to_draw",
        Integer(0, 1, "The team that refills its hand last."),
        lambda s: int(s.last_to_draw),
        stored=True,
    ),
    Part(
        "shot",
        Maybe(OneOf(n.SHOT_NAMES[1:], "The shot being taken.", "ShotKind")),
        lambda s: n.SHOT_NAMES[s.shot] or None,
        stored=True,
    ),
    Part(
        "called_before",
        Integer(0, 99, "Penalties that were pending before the check of a deep dump-out."),
        lambda s: int(s.called_before),
        stored=True,
    ),
    Part(
        "penalties",
        ListOf(_PENALTY, 0, 40, help="Pending penalties in the order called."),
        lambda s: _penalties(s.penalties, s.penalty_count),
        stored=True,
    ),
    Part(
        "to_serve",
        ListOf(_PENALTY, 0, 40, help="Power plays to come."),
        lambda s: _penalties(s.to_serve, s.to_serve_count),
        stored=True,
    ),
    Part("serving", Maybe(_PENALTY), lambda s: _penalty(s.serving) if s.serving else None, stored=True),
    Part(
        "shot_number",
        Integer(0, n.MAJOR_SHOTS, "Shots the power play has used up; of a major, cards."),
        lambda s: int(s.shot_number),
        stored=True,
    ),
    Part(
        "voided",
        ListOf(
            OneOf(_LINES, name="ShotLine"),
            0,
            2,
            unique=True,
            help="Lines of a major's next card that are blocked.",
        ),
        lambda s: [line for line in _LINES if s.voided & n.SHOT_NAMES.index(line)],
        stored=True,
        any_order=True,
    ),
    Part(
        "paid",
        ListOf(Integer(0, 1, name="Seat"), 0, 2, unique=True, help="Teams that have earned their bonus in this major."),
        lambda s: _with_bit(s.paid),
        stored=True,
    ),
    Part(
        "extra_skater",
        _team("The team with an extra skater for a delayed penalty."),
        lambda s: number_or_none(s.extra),
        stored=True,
    ),
    Part(
        "goalies_out",
        ListOf(Flag(), 2, 2, help="Teams whose goalie is pulled."),
        lambda s: _both_flags(s.goalie_out),
        stored=True,
    ),
    Part(
        "skater_cards",
        ListOf(Flag(), 2, 2, help="Teams that have drawn a card for an extra skater."),
        lambda s: _both_flags(s.skater_card),
        stored=True,
    ),
    Part(
        "stoppage",
        ObjectField(
            {"return_asked": _SEATS, "returned": _SEATS, "pull_asked": _SEATS},
            help="What is settled about goalies by now.",
            name="Stoppage",
        ),
        lambda s: {name: _with_bit(s.stoppage // mark) for name, mark in _STOPPAGE.items()},
        stored=True,
    ),
    Part(
        "awards",
        ListOf(
            ObjectField({"seat": _SEAT, "cards": Integer(0, 10)}, name="Award"),
            0,
            16,
            help="Momentum awards not yet paid, in order.",
        ),
        lambda s: [{"seat": int(s.awards[i] & 1), "cards": int(s.awards[i] >> 1)} for i in range(s.award_count)],
        stored=True,
    ),
    Part(
        "goals",
        ListOf(_BOTH, 0, 6, help="Goals of both teams in each period; all overtime together is the last."),
        _goals,
        stored=True,
    ),
    Part(
        "shots_on_goal",
        ListOf(_MANY, 2, 2, help="Shots on goal of both teams."),
        lambda s: _both(s.shots_on_goal),
        stored=True,
    ),
    Part(
        "power_plays",
        ListOf(_MANY, 2, 2, help="Power plays of both teams."),
        lambda s: _both(s.power_plays),
        stored=True,
    ),
    Part(
        "power_play_goals",
        ListOf(_GOALS, 2, 2, help="Goals of both teams on power plays."),
        lambda s: _both(s.power_play_goals),
        stored=True,
    ),
    Part(
        "shootout_shots",
        Integer(0, 9999, "Cards turned over in the shootout."),
        lambda s: int(s.shootout_shots),
        stored=True,
    ),
    Part(
        "shootout_goals",
        ListOf(_GOALS, 2, 2, help="Goals of both teams in the shootout."),
        lambda s: _both(s.shootout_goals),
        stored=True,
    ),
    Part("periods", Integer(1, 5, "Periods of regulation."), lambda s: int(s.options.periods)),
    Part("passes", Integer(1, 9, "How often this period goes through the deck."), lambda s: int(s.passes())),
    Part("overtime", Flag("The first goal ends the game."), lambda s: s.is_overtime()),
    Part(
        "deck",
        Integer(0, n.DECK_SIZE, "Cards in the deck."),
        lambda s: int(s.stock_size),
        stored=lambda s: card_texts(s.stock, s.stock_size)[::-1],
    ),
    Part(
        "set_aside",
        Integer(0, n.DECK_SIZE, "Cards set aside unseen in the 5-minute overtime."),
        lambda s: int(s.aside_size),
    ),
    Part(
        "hand_sizes",
        ListOf(Integer(0, 16, name="HandSize"), 2, 2, help="Cards in each hand."),
        lambda s: [int(hand.size) for hand in s.hands],
    ),
    Part(
        "base_hands",
        ListOf(Integer(1, 16, name="BaseHandSize"), 2, 2, help="The number each hand is refilled to."),
        lambda s: [_base_hand(s, seat) for seat in (0, 1)],
    ),
    Part(
        "shown",
        ListOf(_CARDS, 2, 2, help="Cards in each hand that everybody has seen go there."),
        lambda s: [_where(s, n.SHOWN + seat) for seat in (0, 1)],
        stored=True,
    ),
    Part(
        "held_counts",
        ListOf(
            Integer(0, n.DECK_SIZE, name="HeldCount"), 2, 2, help="How many of the cards under `held` each hand has."
        ),
        lambda s: [_held_count(s, seat) for seat in (0, 1)],
    ),
    Part("power_play", Maybe(_POWER_PLAY), _power_play),
    Part("score", ListOf(_GOALS, 2, 2, help="Goals of both teams."), lambda s: _both(s.totals)),
    Part(
        "saves", ListOf(_MANY, 2, 2, help="Saves of both goalies."), lambda s: [int(s.saves(seat)) for seat in (0, 1)]
    ),
    Part(
        "hand",
        ListOf(ActionCard(), 0, 16, unique=True, help="The own cards, ascending."),
        own=lambda s, seat: card_texts(s.hands[seat].cards, s.hands[seat].size),
    ),
    Part("hands", stored=lambda s: [card_texts(hand.cards, hand.size) for hand in s.hands]),
    Part("aside", stored=lambda s: card_texts(s.aside, s.aside_size)),
)


# -- states


def load(data: Mapping[str, Any]) -> IceColdFlow:
    """A state from its JSON; of a position for tests anything may be missing.

    Missing means: the first preset, the first pass of period 1, seat 0 to attack at centre ice in a fresh sequence;
    hands (one or both) of the base size and ``deck`` filled with the cards left over, in their order. Raises ValueError
    if a card is in two places or in none, or the deck file is another one than when the state was stored.
    """
    state = IceColdFlow(options_in(data))
    digest = data.get("deck_digest", state.deck.digest)
    if digest != state.deck.digest:
        raise ValueError(
            f"deck_digest: {digest!r} is not the deck {state.deck.name!r} as it is known here: its file has changed"
        )
    _load_public(state, data)
    state.ply = data.get("ply", 0)
    _load_cards(state, data)
    return state


def _load_cards(state: IceColdState, data: Mapping[str, Any]) -> None:
    """Fill hands, deck and the cards set aside."""
    given = [None if hand is None else [parse_card(text) for text in hand] for hand in data.get("hands", [None, None])]
    deck = [parse_card(text) for text in data.get("deck", [])]
    aside = [parse_card(text) for text in data.get("aside", [])]
    discards = [int(state.discards[i]) for i in range(state.discard_count)]
    known = [*discards, *deck, *aside, *(card for hand in given for card in hand or [])]
    begun = state.period > 0
    left = [int(card) for card in state.deck.cards if card not in known] if begun else []
    for seat, cards in enumerate(given):
        size = int(state.base(seat)) if begun else 0
        for card in left[:size] if cards is None else cards:
            state.hands[seat].add(card)
        left = left[size:] if cards is None else left
    if "deck" not in data:
        deck, left = left, []
    cards_in_game = {int(card) for card in state.deck.cards}
    if left or len(known) != len(set(known)) or not set(known) <= cards_in_game:
        raise ValueError("every card must lie in one place: hands, deck, discards or aside")
    put_cards(state.stock, deck[::-1])
    state.stock_size = len(deck)
    put_cards(state.aside, aside)
    state.aside_size = len(aside)


def _load_public(state: IceColdState, data: Mapping[str, Any]) -> None:
    """Set all that is public and does not follow from the rest; what is missing is as at the first attack of seat 0."""
    state.node = n.NODE_NAMES.index(data.get("node", "attack"))
    is_asked = state.node not in (
        n.SHUFFLE,
        n.SECOND_PASS,
        n.RESERVE,
        n.SHOOTOUT,
        n.GAME_OVER,
    )
    state.seat = parse_number(data.get("asked", 0 if is_asked else None))
    pending = data.get("pending", [])
    put_cards(state.work, [n.WORK_NAMES.index(name) for name in reversed(pending)])
    state.work_size = len(pending)
    state.period = data.get("period", 0 if state.node == n.SHUFFLE else 1)
    state.pass_number = data.get("pass", 1)
    state.time_expired = data.get("time_expired", False)
    state.zone = ZONES.index(data.get("zone", "centre"))
    state.control = parse_number(data.get("control", state.seat if state.node == n.ATTACK else None))
    state.top = parse_icons(data.get("top"))
    for card in data.get("discards", []):
        state.discard(parse_card(card))
    for card in data.get("held", []):
        state.places[parse_card(card)] = n.HELD
    for seat, cards in enumerate(data.get("shown", [])):
        for card in cards:
            state.places[parse_card(card)] = n.SHOWN + seat
    _load_action(state, data)
    _load_penalties(state, data)
    _load_score(state, data)


def _load_action(state: IceColdState, data: Mapping[str, Any]) -> None:
    state.attacker = parse_number(data.get("attacker"))
    state.played = parse_card_or_none(data.get("played"))
    state.answer = parse_card_or_none(data.get("answer"))
    state.answerer = parse_number(data.get("answerer"))
    state.last_to_draw = data.get("last_to_draw", 1 - state.options.home)
    state.shot = n.SHOT_NAMES.index(data.get("shot") or "")
    state.called_before = data.get("called_before", 0)


def _load_penalties(state: IceColdState, data: Mapping[str, Any]) -> None:
    penalties = [_parse_penalty(penalty) for penalty in data.get("penalties", [])]
    to_serve = [_parse_penalty(penalty) for penalty in data.get("to_serve", [])]
    put_cards(state.penalties, penalties)
    put_cards(state.to_serve, to_serve)
    state.penalty_count, state.to_serve_count = len(penalties), len(to_serve)
    state.serving = _parse_penalty(data["serving"]) if data.get("serving") else 0
    state.shot_number = data.get("shot_number", 0)
    state.voided = sum(n.SHOT_NAMES.index(name) for name in data.get("voided", []))
    state.paid = sum(1 << seat for seat in data.get("paid", []))
    state.extra = parse_number(data.get("extra_skater"))
    put_cards(state.goalie_out, map(int, data.get("goalies_out", [])))
    put_cards(state.skater_card, map(int, data.get("skater_cards", [])))
    stoppage = data.get("stoppage", {})
    state.stoppage = sum(mark << seat for name, mark in _STOPPAGE.items() for seat in stoppage.get(name, []))
    awards = [2 * award["cards"] + award["seat"] for award in data.get("awards", [])]
    put_cards(state.awards, awards)
    state.award_count = len(awards)


def _load_score(state: IceColdState, data: Mapping[str, Any]) -> None:
    for i, goals in enumerate(data.get("goals", [])):
        put_cards(state.goals, goals, 2 * i)
    put_cards(state.shootout_goals, data.get("shootout_goals", []))
    state.shootout_shots = data.get("shootout_shots", 0)
    for seat in (0, 1):
        state.totals[seat] = sum(state.goals[2 * i + seat] for i in range(n.MAX_PERIODS))
    if state.node == n.GAME_OVER and state.shootout_shots:  # the winner is credited with one goal (ruling 64)
        state.totals[0 if state.shootout_goals[0] > state.shootout_goals[1] else 1] += 1
    put_cards(state.shots_on_goal, data.get("shots_on_goal", _both(state.totals)))
    put_cards(state.power_plays, data.get("power_plays", []))
    put_cards(state.power_play_goals, data.get("power_play_goals", []))


# -- observations from outside: every card is in one place, and what is asked can be asked

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
"""What can be pending at a decision; nothing at those that are not listed, anything at a shuffle."""
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
    """The state that an observation describes; cards that the seat cannot see lie anywhere.

    Raises InvalidObservation naming the field that no game could have produced, and saying what would add up.
    """
    options, seat = options_in(data), data["seat"]
    seen = {"asked": seat if data.get("node", "attack") in _DECISIONS else None, **data}
    _check_cards(seen, options)
    _check_period(seen, options)
    _check_pending(seen)
    state = IceColdFlow(options)
    _load_public(state, seen)
    state.ply = data.get("ply", 0)
    own = [parse_card(text) for text in data.get("hand", [])]
    counts = _count_cards(seen, state, len(own))
    _check_counts(state, counts, seat, own)
    _place_cards(state, counts, seat, own)
    _check_question(state)
    return state


# -- what the observation says for itself


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
    if node not in ("second_pass", "reserve") and pending not in _PENDING.get(node, ((),)):
        right = " or ".join(quoted(list(work)) for work in _PENDING.get(node, ((),)))
        refuse("pending", f"{quoted(list(pending))}; at the node {node} it is {right}")
    work = set(pending)
    if work & _ATTACKER_WORK and seen.get("attacker") is None:
        refuse("attacker", f"null; the pending work {quoted(list(pending))} belongs to an action")
    if work & _ANSWERER_WORK and (seen.get("answer") is None or seen.get("answerer") is None):
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


# -- how many cards lie where


@dataclass
class _Counts:
    """How many cards lie where nobody, or only one seat, sees them."""

    hands: list[int]
    held: list[int]
    """Of the cards in each hand, those that it has held since the deck was last reshuffled."""
    aside: int
    deck: int


def _count_cards(seen: Seen, state: IceColdState, own: int) -> _Counts:
    """What is not given is as after both hands were refilled; ``own`` cards are in the own hand."""
    cards, dealt = len(state.deck.cards), state.period > 0
    bases = [int(state.base(seat)) if dealt else 0 for seat in (0, 1)]
    hands = seen.get("hand_sizes", [own if seat == seen["seat"] else bases[seat] for seat in (0, 1)])
    aside = cards - int(state.options.overtime_cards) if dealt and state.is_short_overtime() else 0
    deck = cards - sum(hands) - int(state.discard_count) - aside if dealt else 0
    return _Counts(hands, seen.get("held_counts", [0, 0]), aside, deck)


def _check_counts(state: IceColdState, counts: _Counts, seat: int | None, own: list[int]) -> None:
    held = [int(card) for card in state.deck.cards if state.places[card] == n.HELD]
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
        refuse("deck", f"{counts.deck} cards; it is reshuffled when it is empty")
    for other in (0, 1):
        _check_hand(state, counts, other)
        own_held = len(set(held) & set(own))
        if other == seat and own_held != counts.held[seat]:
            refuse("held_counts", f"{counts.held[seat]} of seat {seat}; {own_held} of the own cards are held")


def _check_nothing_dealt(state: IceColdState, counts: _Counts) -> None:
    if state.discard_count or sum(counts.hands) or any(place != n.HIDDEN for place in state.places):
        refuse("period", "0; before the first period no cards are dealt, so none may lie anywhere")
    if state.node != n.SHUFFLE:
        refuse("period", f"0; at the node {n.NODE_NAMES[state.node]} a period has begun")


def _check_held(state: IceColdState, counts: _Counts, held: int) -> None:
    """Cards that are held are in the hands; those set aside are, too, once the discards were a reserve deck."""
    if held and state.pass_number == 1 and not state.time_expired:
        refuse("held", f"{held} cards; the deck has not been reshuffled in this period")
    apart = held - sum(counts.held)
    if apart != 0 and not (state.time_expired and apart == counts.aside):
        refuse("held_counts", f"{counts.held}; {held} cards are held")


def _check_hand(state: IceColdState, counts: _Counts, seat: int) -> None:
    size, held, shown = counts.hands[seat], counts.held[seat], len(_where(state, n.SHOWN + seat))
    if size > state.options.hand_limit:
        refuse("hand_sizes", f"{size}; a hand has at most {state.options.hand_limit} cards")
    if shown + held > size:
        refuse("hand_sizes", f"{size} of seat {seat}; {shown} shown and {held} held are more")


def _place_cards(state: IceColdState, counts: _Counts, seat: int | None, own: list[int]) -> None:
    """Put cards where there are some: of those that may lie there, any."""
    cards, places = [int(card) for card in state.deck.cards], state.places
    held = [card for card in cards if places[card] == n.HELD and card not in own]
    hidden = [card for card in cards if places[card] == n.HIDDEN and card not in own]
    for other, hand in enumerate(state.hands):
        in_hand = own
        if other != seat:
            in_hand = [card for card in cards if places[card] == n.SHOWN + other]
            in_hand += [held.pop() for _ in range(counts.held[other])]
            in_hand += [hidden.pop() for _ in range(counts.hands[other] - len(in_hand))]
        for card in in_hand:
            hand.add(card)
    left = held + hidden
    put_cards(state.aside, left[: counts.aside])
    put_cards(state.stock, left[counts.aside : counts.aside + counts.deck])
    state.aside_size, state.stock_size = counts.aside, counts.deck


# -- what is asked


def _check_question(state: IceColdState) -> None:
    """What is asked, and of whom, follows from the rest of the table."""
    if state.node < n.ATTACK or state.node == n.GAME_OVER:
        if state.seat >= 0:
            refuse("asked", f"{state.seat}; at the node {n.NODE_NAMES[state.node]} no seat is asked")
        return
    if state.seat < 0:
        refuse("asked", f"null; at the node {n.NODE_NAMES[state.node]} a seat is asked")
    if state.control < 0 and state.top != n.FRESH:
        refuse("top", "while play is stopped a sequence is fresh, so it is null")
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
        if state.node == node and (
            state.played == 0 or played not in kinds or state.places[state.played] != n.DISCARDED
        ):
            refuse("played", "the card to be answered is on the discard pile and of the kind that is asked about")
    if state.node == n.DEFEND and state.deck.destination[3 * state.played + state.zone_for(state.attacker)] < 0:
        refuse("zone", f"{card_text(state.played)} cannot be played there")
    if state.node == n.COUNTER and (state.answer == 0 or state.deck.kind[state.answer] != n.DEFENCE):
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
    """SETTLE has been run: hands are refilled, awards paid, penalties served."""
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
    if state.attacker != state.seat or state.played == 0 or not state.deck.ices[state.played]:
        refuse("played", "the team that is asked has just iced the puck with a card")
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
    card = state.discards[state.discard_count - 1] if state.discard_count else 0
    if state.attacker != state.seat or state.control != 1 - state.seat or state.is_above_base(state.seat):
        refuse("control", "in defensive mode the other team has the puck, and the hand is not above its base")
    if card == 0 or state.deck.kind[card] != n.DEFENCE or state.deck.mark[card] != n.NO_MARK:
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


codec: Final = Codec(
    IceColdState,
    _ABOUT,
    PARTS,
    EVENTS,
    options_from=options_in,
    dump_options=about_options,
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    dump_event=dump_event,
)
