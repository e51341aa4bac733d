"""The match options of section 1 as data, their presets, and their conversion to the numbers of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NoReturn

from engines.api import InvalidOption
from engines.declared import Option, completed, numbers_of, option_fields, shown_options, standard_game
from engines.fields import FieldError, OneOf, by_identity, check_type, quoted, remembered
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, DECK_FILES, make_deck
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import Options
from engines.ice_cold_ice_hockey.texts import card_text, parse_cards
from engines.shared_fields import period_count


@dataclass(frozen=True)
class DeckName:
    """The name of a deck that is installed here."""

    help: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, str, where)
        if value not in DECK_FILES:
            raise FieldError(where, f"{quoted(value)} is not a deck; known are {', '.join(DECK_FILES)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.help, "examples": [BUILT_IN]}


SWITCHES: Final = (
    Option(
        "home",
        OneOf((0, 1), "The seat that is Home, letter H; the other is Visitor, letter V.", "HomeSeat"),
        0,
        "home",
        changes_cards=False,
    ),
    Option("periods", period_count(5), 3, "periods", changes_cards=False),
    Option(
        "tie_rule",
        OneOf(
            ("tie", "ot", "ot_shootout", "playoff"),
            "What follows a tie: nothing (the rule up to 1982-83), a 5-minute overtime (1983-84 to 2004-05), "
            "that and a shootout (from 2005-06 on), or full periods until a goal.",
            "TieRule",
        ),
        "ot_shootout",
        "tie_rule",
        (n.TIE, n.OT, n.OT_SHOOTOUT, n.PLAYOFF),
        changes_cards=False,
    ),
    Option(
        "deck",
        DeckName("The deck file: our reconstruction of the cards, or one the operator has supplied."),
        BUILT_IN,
        "deck",
        parse=lambda name: DECK_FILES[name].deck,
        show=lambda deck: deck.name,
    ),
)
OPTIONS: Final = option_fields(SWITCHES)
STANDARD: Final = standard_game(SWITCHES)
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

    passes: int = 2
    hand: int = 5
    hand_limit: int = 10
    late_cards: int = 15
    overtime_hand: int = 6
    overtime_cards: int = 40


PRINTED: Final = asdict(Sizes())


@remembered
def options_from(options: Mapping[str, Any], cards: Sequence[int] = (), sizes: Sizes | None = None) -> Options:
    """Return the options as numbers; ``cards`` are the IDs of a small game and ``sizes`` its sizes.

    Raises InvalidOption if there are not enough cards.

    >>> options_from({"tie_rule": "playoff"}).tie_rule
    3
    """
    chosen = completed(SWITCHES, options)
    numbers = numbers_of(SWITCHES, chosen)
    if cards:
        numbers["deck"] = make_deck(DECK_FILES[chosen["deck"]], cards)
    all_cards, sizes = len(numbers["deck"].cards), sizes or Sizes()
    overtime_cards = min(sizes.overtime_cards, all_cards)
    used = overtime_cards if chosen["tie_rule"] in ("ot", "ot_shootout") else all_cards
    if sizes.hand_limit < max(sizes.hand, sizes.overtime_hand) + 1:
        _refuse_hand_limit("a base hand and the card of an extra skater must fit")
    if used <= 2 * sizes.hand_limit:
        _refuse_hand_limit(f"two hands of {sizes.hand_limit} leave none of {used} cards to be turned over")
    return Options(numbers | asdict(sizes) | {"overtime_cards": overtime_cards})


def _refuse_hand_limit(why: str) -> NoReturn:
    raise InvalidOption(f"sizes.hand_limit: {why}", field="sizes.hand_limit")


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse of ``options_in``: the switches, and the cards and sizes that are not those of the printed game."""
    deck = [card_text(card) for card in options.deck.cards]
    sizes = {name: int(getattr(options, name)) for name in PRINTED}
    changed = {name: size for name, size in sizes.items() if size != PRINTED[name]}
    small = ({"deck": deck} if len(deck) < n.DECK_SIZE else {}) | ({"sizes": changed} if changed else {})
    return {"options": shown_options(SWITCHES, options), **small}


def options_in(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation in JSON; usually both teams share one deck."""
    options = data.get("options", {})
    if "deck" not in data and "sizes" not in data:
        return options_from(options)
    return options_from(options, parse_cards(data.get("deck", ())), Sizes(**data.get("sizes", {})))
