"""The switches of rules 2.6 as data, and their way into what the rules work with."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import InvalidOption
from engines.blades_of_steel.rules import Options
from engines.cards import DECK_SIZE, SUITS, parse_card
from engines.fields import Field, FieldError, Flag, Integer, OneOf, by_identity, check_options, remembered

FULL_DECK: Final = tuple(range(DECK_SIZE))
HAND_SIZE: Final = 6
MAX_OVERTIMES: Final = 20

OPTIONS: Final[Mapping[str, Field]] = {
    "deck_end": OneOf(
        ("immediate", "finish_turn"),
        "Whether the player who takes the last card still makes one action.",
        "DeckEndRule",
    ),
    "compare": OneOf(
        ("top", "all"),
        "How equal levels of three cards are compared: by the highest card, or card by card.",
        "Comparison",
    ),
    "stack_spend": OneOf(
        ("used", "whole"),
        "What a block from the stack turns up and discards: its own cards, or the whole stack.",
        "StackSpending",
    ),
    "weak_blocks": Flag("The defender may also spend a combination that does not stop the shot."),
    "discards": OneOf(("open", "top_only"), "What is shown of the discard pile.", "DiscardVisibility"),
    "overtime": OneOf(
        ("sudden_death", "none"), "What follows a tie: packs that the first goal ends, or a draw.", "OvertimeRule"
    ),
    "overtime_limit": Integer(1, MAX_OVERTIMES, "Overtime packs before a draw is declared."),
}

STANDARD: Final[Mapping[str, Any]] = {
    "deck_end": "immediate",
    "compare": "top",
    "stack_spend": "used",
    "weak_blocks": False,
    "discards": "open",
    "overtime": "sudden_death",
    "overtime_limit": 5,
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": STANDARD}
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The game as published: one pack, and a tie is played on until the next goal."
}


def complete_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options``, what is missing filled up from the standard game; all combinations of the switches are
    allowed.

    Raises InvalidOption if a value does not fit its field.
    """
    try:
        return {**STANDARD, **check_options(OPTIONS, dict(options))}
    except FieldError as error:
        raise InvalidOption(error.args[0], field=error.where) from error


@remembered
def options_from(options: Mapping[str, Any], deck: Sequence[int] = FULL_DECK, hand_size: int = HAND_SIZE) -> Options:
    """Return the switches for the rules; ``deck`` and ``hand_size`` make a small game.

    Raises InvalidOption if the deal leaves no card to draw, or all cuts would be ties.

    >>> options_from({"deck_end": "finish_turn"}, small_deck("234A", "DHS"), 3).finish_turn
    True
    """
    chosen = complete_options(options)
    if len(deck) <= 2 * hand_size:
        raise InvalidOption(
            f"hand_size: two hands of {hand_size} leave nothing to draw from {len(deck)} cards: deal fewer, or take "
            "more",
            field="hand_size",
        )
    if len({card // len(SUITS) for card in deck}) == 1:
        raise InvalidOption(
            "deck: cards of one rank cannot be cut for the face-off: take two ranks or more",
            field="deck",
            rule="2.2",
        )
    return Options(
        finish_turn=chosen["deck_end"] == "finish_turn",
        card_by_card=chosen["compare"] == "all",
        whole_stack=chosen["stack_spend"] == "whole",
        weak_blocks=chosen["weak_blocks"],
        open_discards=chosen["discards"] == "open",
        sudden_death=chosen["overtime"] == "sudden_death",
        overtime_limit=chosen["overtime_limit"],
        deck=sorted(deck),
        hand_size=hand_size,
    )


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse of ``options_from``, without the pack and the size of a hand."""
    return {
        "deck_end": "finish_turn" if options.finish_turn else "immediate",
        "compare": "all" if options.card_by_card else "top",
        "stack_spend": "whole" if options.whole_stack else "used",
        "weak_blocks": options.weak_blocks,
        "discards": "open" if options.open_discards else "top_only",
        "overtime": "sudden_death" if options.sudden_death else "none",
        "overtime_limit": int(options.overtime_limit),
    }


def small_deck(ranks: str, suits: str) -> list[int]:
    """The cards of these ranks and suits, ascending: a pack for a game small enough to be solved exactly.

    >>> small_deck("2A", "CD")
    [0, 1, 48, 49]
    """
    return sorted(parse_card(rank + suit) for rank in ranks for suit in suits)
