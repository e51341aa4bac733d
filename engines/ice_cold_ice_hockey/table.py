"""The parts of a state of Ice Cold Ice Hockey in JSON. Cards are two digits, no seat is null.

An observation is the table, the seat's own hand and the options, so a client can send back what it was shown. One
written by hand needs seat and hand. The defaults are as at the first attack of a period with both hands at base, or are
derived from the rest; what is given is compared.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.cards import number_or_none
from engines.declared import Codec, Part
from engines.fields import Field, Flag, Integer, ListOf, Maybe, ObjectField, OneOf
from engines.ice_cold_ice_hockey.events import EVENTS, dump_event
from engines.ice_cold_ice_hockey.loading import STOPPAGE, load
from engines.ice_cold_ice_hockey.moves import decode_move, encode_actions
from engines.ice_cold_ice_hockey.options import OPTIONS, dump_options
from engines.ice_cold_ice_hockey.reconstruction import reconstruct
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState, all_shots_of, calling_card, is_major, penalised
from engines.ice_cold_ice_hockey.texts import ZONES, ActionCard, card_or_none, card_text, card_texts, icon_names
from engines.shared_fields import (
    GOALS,
    OVERTIME,
    SCORE,
    each,
    goals_by_period,
    hand_sizes,
    period_count,
    period_number,
)

_SEAT: Final = Integer(0, 1)
_COUNT: Final = Integer(0, n.DECK_SIZE)
_MANY: Final = Integer(0, 9999, name="Count")
_SEATS: Final = ListOf(Integer(0, 1, name="Seat"), 0, 2, unique=True)
_CARDS: Final = ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, name="ShownCards")
_PENALTY: Final = ObjectField(
    {"seat": _SEAT, "card": ActionCard("The card whose number called it."), "major": Flag()}, name="Penalty"
)
_POWER_PLAY: Final = ObjectField(
    {"seat": _SEAT, "shots": Integer(1, n.MAJOR_SHOTS), "taken": Integer(0, n.MAJOR_SHOTS)}, name="PowerPlay"
)
_SIZES: Final[Mapping[str, Field]] = {
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
    "deck": ListOf(ActionCard(), 1, n.DECK_SIZE, unique=True, help="The cards of a smaller deck; absent for all 64."),
    "sizes": ObjectField(_SIZES, optional=tuple(_SIZES), name="Sizes"),
    "ply": Integer(0, 999_999, "Number of decisions made in the game."),
}
_LINES: Final = ("outside", "inside")


# -- kinds of parts


def _kept(name: str, field: Field, read: Callable[[IceColdState], Any], any_order: bool = False) -> Part[IceColdState]:
    """A part on the table that the store keeps because it cannot be derived from the others."""
    return Part(name, field, read, stored=True, any_order=any_order)


def _team(help: str) -> Maybe:
    """A team, or none."""
    return Maybe(Integer(0, 1, help))


# -- how parts are read


def _both(counts: vec[i64]) -> list[int]:
    """A count of each team."""
    return [int(counts[0]), int(counts[1])]


def _both_flags(flags: vec[i64]) -> list[bool]:
    return [bool(flags[0]), bool(flags[1])]


def _with_bit(mask: i64) -> list[int]:
    """The seats whose bit is set."""
    return [seat for seat in (0, 1) if (mask >> seat) & 1]


def _where(state: IceColdState, place: i64) -> list[str]:
    """The cards that all seats know to be in a place."""
    return [card_text(card) for card in state.cards_in(place)]


def _penalty(code: i64) -> dict[str, Any]:
    """Who is penalised, and by which card."""
    return {"seat": int(penalised(code)), "card": card_text(calling_card(code)), "major": is_major(code)}


def _penalties(codes: vec[i64], count: i64) -> list[dict[str, Any]]:
    return [_penalty(codes[i]) for i in range(count)]


def _goals(state: IceColdState) -> list[list[int]]:
    """Goals of both teams in each period so far."""
    periods = min(state.period, state.options.periods + 1)
    return [[int(state.goals[2 * i]), int(state.goals[2 * i + 1])] for i in range(periods)]


def _base_hand(state: IceColdState, seat: int) -> int:
    """The base hand as shown: an extra skater that is leaving does not count while its team discards (10.5)."""
    leaves = state.node == n.SKATER_DISCARD and state.seat == seat
    return int(state.normal_hand() if leaves else state.base(seat))


def _held_count(state: IceColdState, seat: int) -> int:
    hand = state.hands[seat]
    return sum(1 for i in range(hand.size) if state.places[hand.cards[i]] == n.HELD)


def _power_play(state: IceColdState) -> dict[str, Any] | None:
    """The present power play as a scoreboard shows it."""
    code, taken = state.serving, state.shot_number
    if not code:
        return None
    shots = int(all_shots_of(code))
    return {"seat": int(1 - penalised(code)), "shots": shots, "taken": int(2 * taken if is_major(code) else taken)}


PARTS: Final[Sequence[Part[IceColdState]]] = (
    Part("deck_digest", stored=lambda s: s.deck.digest),
    _kept("node", OneOf(n.NODE_NAMES, "What the game waits for.", "Node"), lambda s: n.NODE_NAMES[s.node]),
    _kept("asked", _team("The seat that decides."), lambda s: number_or_none(s.seat)),
    _kept(
        "pending",
        ListOf(
            OneOf(n.WORK_NAMES, name="PendingWork"), 0, 4, help="What this action still sets off, the next thing first."
        ),
        lambda s: [n.WORK_NAMES[s.work[i]] for i in range(s.work_size)][::-1],
    ),
    _kept("period", period_number(999), lambda s: s.period),
    _kept(
        "pass",
        Integer(1, 9, "How often the period has gone into the deck, this time included."),
        lambda s: s.pass_number,
    ),
    _kept(
        "time_expired",
        Flag("The clock has run out: only the matter in hand is finished, from a reserve deck."),
        lambda s: s.time_expired,
    ),
    _kept(
        "zone",
        OneOf(ZONES, "Where the puck is: in the end of seat 0, at centre ice, in the end of seat 1.", "Zone"),
        lambda s: ZONES[s.zone],
    ),
    _kept(
        "control",
        _team("The team in control of the puck; null while play is stopped."),
        lambda s: number_or_none(s.control),
    ),
    _kept(
        "follow_ons",
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
        any_order=True,
    ),
    _kept(
        "discards",
        ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, help="The discard pile, bottom to top."),
        lambda s: card_texts(s.discards, s.discard_count),
    ),
    _kept(
        "held",
        ListOf(
            ActionCard(),
            0,
            n.DECK_SIZE,
            unique=True,
            help="Cards that have not been in the deck since it was last reshuffled.",
        ),
        lambda s: _where(s, n.HELD),
        any_order=True,
    ),
    _kept("attacker", _team("The team whose action this is or was."), lambda s: number_or_none(s.attacker)),
    _kept(
        "played_card",
        Maybe(ActionCard("The Pass, Skate or Inside Shot of this action.")),
        lambda s: card_or_none(s.played),
    ),
    _kept("answer", Maybe(ActionCard("The last card that answered in this action.")), lambda s: card_or_none(s.answer)),
    _kept("answerer", _team("Who answered."), lambda s: number_or_none(s.answerer)),
    _kept("last_to_draw", Integer(0, 1, "The team that refills its hand last."), lambda s: s.last_to_draw),
    _kept(
        "shot_kind",
        Maybe(OneOf(n.SHOT_NAMES[1:], "What kind of shot it is; null without one.", "ShotKind")),
        lambda s: n.SHOT_NAMES[s.shot] or None,
    ),
    _kept(
        "called_before",
        Integer(0, 99, "Penalties that were pending before the check of a deep dump-out."),
        lambda s: s.called_before,
    ),
    _kept(
        "penalties",
        ListOf(_PENALTY, 0, 40, help="Pending penalties in the order called."),
        lambda s: _penalties(s.penalties, s.penalty_count),
    ),
    _kept(
        "to_serve",
        ListOf(_PENALTY, 0, 40, help="Power plays to come."),
        lambda s: _penalties(s.to_serve, s.to_serve_count),
    ),
    _kept("serving", Maybe(_PENALTY), lambda s: _penalty(s.serving) if s.serving else None),
    _kept(
        "shot_number",
        Integer(0, n.MAJOR_SHOTS, "Shots the power play has used up; of a major, cards."),
        lambda s: s.shot_number,
    ),
    _kept(
        "voided",
        ListOf(
            OneOf(_LINES, name="ShotLine"), 0, 2, unique=True, help="Lines of a major's next card that are blocked."
        ),
        lambda s: [line for line in _LINES if s.voided & n.SHOT_NAMES.index(line)],
        any_order=True,
    ),
    _kept(
        "paid",
        ListOf(Integer(0, 1, name="Seat"), 0, 2, unique=True, help="Teams that have earned their bonus in this major."),
        lambda s: _with_bit(s.paid),
    ),
    _kept(
        "extra_skater", _team("The team with an extra skater for a delayed penalty."), lambda s: number_or_none(s.extra)
    ),
    _kept("goalies_out", each(Flag(), "Teams whose goalie is pulled."), lambda s: _both_flags(s.goalie_out)),
    _kept(
        "skater_cards",
        each(Flag(), "Teams that have drawn a card for an extra skater."),
        lambda s: _both_flags(s.skater_card),
    ),
    _kept(
        "stoppage",
        ObjectField(
            {"return_asked": _SEATS, "returned": _SEATS, "pull_asked": _SEATS},
            help="What is settled about goalies by now.",
            name="Stoppage",
        ),
        lambda s: {name: _with_bit(s.stoppage // mark) for name, mark in STOPPAGE.items()},
    ),
    _kept(
        "awards",
        ListOf(
            ObjectField({"seat": _SEAT, "count": Integer(0, 10)}, name="Award"),
            0,
            16,
            help="Momentum awards not yet paid, in order.",
        ),
        lambda s: [{"seat": int(s.awards[i] & 1), "count": int(s.awards[i] >> 1)} for i in range(s.award_count)],
    ),
    _kept("goals", goals_by_period(n.MAX_PERIODS), _goals),
    _kept("shots_on_goal", each(_MANY, "Shots on goal of both teams."), lambda s: _both(s.shots_on_goal)),
    _kept("power_plays", each(_MANY, "Power plays of both teams."), lambda s: _both(s.power_plays)),
    _kept("power_play_goals", each(GOALS, "Goals of both teams on power plays."), lambda s: _both(s.power_play_goals)),
    _kept("shootout_shots", Integer(0, 9999, "Cards turned over in the shootout."), lambda s: s.shootout_shots),
    _kept("shootout_goals", each(GOALS, "Goals of both teams in the shootout."), lambda s: _both(s.shootout_goals)),
    Part("periods", period_count(5), lambda s: s.options.periods),
    Part("passes", Integer(1, 9, "How often this period goes through the deck."), lambda s: s.passes()),
    Part("overtime", OVERTIME, lambda s: s.is_overtime()),
    Part("deck_size", Integer(0, n.DECK_SIZE, "Cards in the deck."), lambda s: s.stock_size),
    Part("stock", stored=lambda s: card_texts(s.stock, s.stock_size)[::-1]),
    Part(
        "set_aside", Integer(0, n.DECK_SIZE, "Cards set aside unseen in the 5-minute overtime."), lambda s: s.aside_size
    ),
    Part("hand_sizes", hand_sizes(16), lambda s: [int(hand.size) for hand in s.hands]),
    Part(
        "base_hands",
        each(Integer(1, 16, name="BaseHandSize"), "The number each hand is refilled to."),
        lambda s: [_base_hand(s, seat) for seat in (0, 1)],
    ),
    _kept(
        "shown",
        each(_CARDS, "Cards in each hand that every seat has seen go there."),
        lambda s: [_where(s, n.SHOWN + seat) for seat in (0, 1)],
    ),
    Part(
        "held_counts",
        each(Integer(0, n.DECK_SIZE, name="HeldCount"), "How many of the cards under `held` each hand has."),
        lambda s: [_held_count(s, seat) for seat in (0, 1)],
    ),
    Part("power_play", Maybe(_POWER_PLAY), _power_play),
    Part("score", SCORE, lambda s: _both(s.totals), follows_from="goals"),
    Part("saves", each(_MANY, "Saves of both goalies."), lambda s: [int(s.saves(seat)) for seat in (0, 1)]),
    Part(
        "hand",
        ListOf(ActionCard(), 0, 16, unique=True, help="The seat's own cards, ascending."),
        own=lambda s, seat: card_texts(s.hands[seat].cards, s.hands[seat].size),
    ),
    Part("hands", stored=lambda s: [card_texts(hand.cards, hand.size) for hand in s.hands]),
    Part("aside", stored=lambda s: card_texts(s.aside, s.aside_size)),
)

codec: Final = Codec(
    IceColdState,
    _ABOUT,
    PARTS,
    EVENTS,
    dump_options=lambda state: dump_options(state.options),
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
    dump_event=dump_event,
)
