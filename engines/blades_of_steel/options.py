"""The switches of rules 2.6 as data, and their conversion to the numbers of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import InvalidOption
from engines.blades_of_steel.rules import Options
from engines.cards import DECK_SIZE, FULL_DECK, SUITS, card_texts, small_deck_in
from engines.declared import Option, completed, numbers_of, option_fields, shown_options, standard_game
from engines.fields import Flag, Integer, OneOf, by_identity, remembered

HAND_SIZE: Final = 6
MAX_OVERTIMES: Final = 20

SWITCHES: Final = (
    Option(
        "deck_end",
        OneOf(
            ("immediate", "finish_turn"),
            "Whether the player who takes the last card still makes one action.",
            "DeckEndRule",
        ),
        "immediate",
        "finish_turn",
        (False, True),
        changes_cards=False,
    ),
    Option(
        "compare",
        OneOf(
            ("top", "all"),
            "How equal levels of three cards are compared: by the highest card, or card by card.",
            "Comparison",
        ),
        "top",
        "card_by_card",
        (False, True),
    ),
    Option(
        "stack_spend",
        OneOf(
            ("used", "whole"),
            "What a block from the stack turns up and discards: its own cards, or the whole stack.",
            "StackSpending",
        ),
        "used",
        "whole_stack",
        (False, True),
    ),
    Option(
        "weak_blocks",
        Flag("The defender may also spend a combination that does not stop the shot."),
        False,
        "weak_blocks",
    ),
    Option(
        "discards",
        OneOf(("open", "top_only"), "What is shown of the discard pile.", "DiscardVisibility"),
        "open",
        "open_discards",
        (True, False),
        changes_cards=False,
    ),
    Option(
        "overtime",
        OneOf(
            ("sudden_death", "none"), "What follows a tie: packs that the first goal ends, or a draw.", "OvertimeRule"
        ),
        "sudden_death",
        "sudden_death",
        (True, False),
        changes_cards=False,
    ),
    Option(
        "overtime_limit",
        Integer(1, MAX_OVERTIMES, "Overtime packs before a draw is declared."),
        5,
        "overtime_limit",
        changes_cards=False,
    ),
)
OPTIONS: Final = option_fields(SWITCHES)
STANDARD: Final = standard_game(SWITCHES)
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": STANDARD}
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The game as published: one pack, and a tie is played on until the next goal."
}


@remembered
def options_from(options: Mapping[str, Any], deck: Sequence[int] = FULL_DECK, hand_size: int = HAND_SIZE) -> Options:
    """Return the switches for the rules; ``deck`` and ``hand_size`` define a small game.

    Raises InvalidOption if the deal leaves no card to draw or every cut would be a tie.

    >>> options_from({"deck_end": "finish_turn"}, range(12), 3).finish_turn
    True
    """
    chosen = completed(SWITCHES, options)
    if len(deck) <= 2 * hand_size:
        raise InvalidOption(
            f"hand_size: two hands of {hand_size} leave nothing to draw from {len(deck)} cards: deal fewer, or take "
            "more",
            field="hand_size",
        )
    if len({card // len(SUITS) for card in deck}) == 1:
        raise InvalidOption(
            "deck: cards of one rank cannot be cut for the face-off: take two ranks or more", field="deck", rule="2.2"
        )
    return Options(numbers_of(SWITCHES, chosen), sorted(deck), hand_size)


def options_in(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation in JSON."""
    hand_size = {"hand_size": data["hand_size"]} if "hand_size" in data else {}
    return options_from(data.get("options", {}), **small_deck_in(data), **hand_size)


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse: the switches, and the pack and hand size if they are not those of the rules."""
    found: dict[str, Any] = {"options": shown_options(SWITCHES, options)}
    if len(options.deck) != DECK_SIZE:
        found["deck"] = card_texts(options.deck, len(options.deck))
    if options.hand_size != HAND_SIZE:
        found["hand_size"] = int(options.hand_size)
    return found
