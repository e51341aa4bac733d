"""The match options of section 1 as data, their presets, and their way into the numbers the rules work with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.api import InvalidOption
from engines.fields import Field, FieldError, OneOf, check_options, check_type, quoted, remembered
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, deck_file, deck_names, make_deck, named_deck
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.state import Options


@dataclass(frozen=True)
class DeckName:
    """The name of a deck this installation knows."""

    help: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, str, where)
        if value not in deck_names():
            raise FieldError(where, f"{quoted(value)} is not a deck; known are {', '.join(deck_names())}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.help, "examples": [BUILT_IN]}


OPTIONS: Final[Mapping[str, Field]] = {
    "home": OneOf((0, 1), "The seat that is Home, letter H; the other is Visitor, letter V.", "HomeSeat"),
    "tie_rule": OneOf(
        n.TIE_RULES,
        "What follows a tie: nothing (the rule up to 1982-83), a 5-minute overtime (1983-84 to 2004-05), "
        "that and a shootout (from 2005-06 on), or full periods until a goal.",
        "TieRule",
    ),
    "deck": DeckName("The deck file: our reconstruction of the cards, or one the operator has supplied."),
}

STANDARD: Final[Mapping[str, Any]] = {"home": 0, "tie_rule": "ot_shootout", "deck": BUILT_IN}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "shootout": STANDARD,
    "overtime": {**STANDARD, "tie_rule": "ot"},
    "ties": {**STANDARD, "tie_rule": "tie"},
    "playoff": {**STANDARD, "tie_rule": "playoff"},
}
"""The eras of the tie rules, today's first."""
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "shootout": "The rule from 2005-06 on: a tie leads to a 5-minute overtime, then to a shootout.",
    "overtime": "The rule of 1983-84 to 2004-05: a tie leads to a 5-minute overtime, after which it stands.",
    "ties": "The rule up to 1982-83: a tie stands.",
    "playoff": "A playoff game: a tie leads to full periods until a goal.",
}


@dataclass(frozen=True)
class Sizes:
    """Numbers of the printed game that a small game changes."""

    periods: int = 3
    passes: int = 2
    hand: int = 5
    hand_limit: int = 10
    late_cards: int = 15
    overtime_hand: int = 6
    overtime_cards: int = 40


def complete_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options``, what is missing filled up from the first preset; raises InvalidOption if a value does not fit
    its field.
    """
    try:
        return {**STANDARD, **check_options(OPTIONS, dict(options))}
    except FieldError as error:
        raise InvalidOption(error.args[0], field=error.where) from error


@remembered
def options_from(options: Mapping[str, Any], cards: Sequence[int] = (), sizes: Sizes | None = None) -> Options:
    """Return the options as numbers; ``cards`` are the IDs of a small game and ``sizes`` its sizes.

    >>> options_from({"tie_rule": "playoff"}).tie_rule
    3
    """
    chosen = complete_options(options)
    deck = make_deck(deck_file(chosen["deck"]), cards) if cards else named_deck(chosen["deck"])
    return with_sizes(chosen, deck, sizes or Sizes())


def with_sizes(chosen: Mapping[str, Any], deck: Deck, sizes: Sizes) -> Options:
    """Put options, deck and sizes together; raises InvalidOption if the cards do not suffice."""
    overtime_cards = min(sizes.overtime_cards, len(deck.cards))
    used = overtime_cards if chosen["tie_rule"] in ("ot", "ot_shootout") else len(deck.cards)
    if sizes.hand_limit < max(sizes.hand, sizes.overtime_hand) + 1:
        raise InvalidOption(
            "sizes.hand_limit: a base hand and the card of an extra skater must fit", field="sizes.hand_limit"
        )
    if used <= 2 * sizes.hand_limit:
        raise InvalidOption(
            f"sizes.hand_limit: two hands of {sizes.hand_limit} leave none of {used} cards to be turned over",
            field="sizes.hand_limit",
        )
    return Options(
        home=chosen["home"],
        tie_rule=n.TIE_RULES.index(chosen["tie_rule"]),
        deck=deck,
        periods=sizes.periods,
        passes=sizes.passes,
        hand=sizes.hand,
        hand_limit=sizes.hand_limit,
        late_cards=sizes.late_cards,
        overtime_hand=sizes.overtime_hand,
        overtime_cards=overtime_cards,
    )


def dump_options(options: Options) -> dict[str, Any]:
    """The inverse of ``options_from``, sizes left out."""
    return {"home": int(options.home), "tie_rule": n.TIE_RULES[options.tie_rule], "deck": options.deck.name}


def dump_sizes(options: Options) -> dict[str, Any]:
    """Cards and sizes of a small game, as far as they are not those of the printed one."""
    sizes = {name: int(getattr(options, name)) for name in Sizes.__dataclass_fields__}
    changed = {name: size for name, size in sizes.items() if size != getattr(Sizes(), name)}
    cards = [int(card) for card in options.deck.cards]
    return ({"cards": cards} if len(cards) < n.DECK_SIZE else {}) | ({"sizes": changed} if changed else {})
