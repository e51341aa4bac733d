"""The switches of rules 2.5, and their conversion to the numbers of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import InvalidOption
from engines.card_hockey.rules import (
    AUTO,
    BOTH,
    DEUCE,
    EITHER,
    MAX_PENALTY_TURNS,
    MAX_PERIODS,
    Options,
    is_honour,
    is_red,
    rank,
)
from engines.cards import DECK_SIZE, FULL_DECK, card_texts, parse_card, small_deck_in
from engines.declared import Option, completed, numbers_of, option_fields, shown_options, standard_game
from engines.fields import Flag, Integer, OneOf, by_identity, remembered
from engines.shared_fields import period_count

FLIP_MODES: Final = ("both", "either", "auto")

SWITCHES: Final = (
    Option(
        "flip_mode",
        OneOf(
            FLIP_MODES,
            "Who must act for a turn to be played: both seats, either one, or neither: the game then plays itself.",
            "FlipMode",
        ),
        "both",
        "flip_mode",
        (BOTH, EITHER, AUTO),
        changes_cards=False,
    ),
    Option(
        "shootout",
        Flag("Equal goals are settled by a shootout; without it they are a draw."),
        True,
        "has_shootout",
        changes_cards=False,
    ),
    Option("periods", period_count(int(MAX_PERIODS)), 3, "periods", changes_cards=False),
    Option(
        "penalty_turns",
        Integer(1, int(MAX_PENALTY_TURNS), "Turns a deuce is faced, the first included."),
        3,
        "penalty_turns",
    ),
    Option("penalty_ends_on_goal", Flag("A goal against a seat ends its penalty."), False, "penalty_ends_on_goal"),
    Option(
        "period_end",
        OneOf(
            ("deck_empty", "cannot_draw"),
            "A period ends when a deck is empty, or only when a seat that needs a new card has none.",
            "PeriodEndRule",
        ),
        "deck_empty",
        "ends_when_cannot_draw",
        (False, True),
        changes_cards=False,
    ),
    Option(
        "return_goal_cards", Flag("Goal cards go back into the deck for the next period."), False, "return_goal_cards"
    ),
    Option(
        "switch_ends",
        Flag("Ends are exchanged between periods; for show only."),
        False,
        "switch_ends",
        changes_cards=False,
    ),
)
OPTIONS: Final = option_fields(SWITCHES)
STANDARD: Final = standard_game(SWITCHES)
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": STANDARD}
"""The rules document names no presets: the only one is the defaults."""
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The game as published: three periods, and a shootout after a tie."
}


@remembered
def options_from(options: Mapping[str, Any], deck: Sequence[int] = FULL_DECK) -> Options:
    """Return the switches as numbers; ``deck`` is a smaller pack for a small game.

    >>> len(options_from({}).red)
    26
    """
    chosen = completed(SWITCHES, options)
    red = [card for card in sorted(deck) if is_red(card)]
    black = [card for card in sorted(deck) if not is_red(card)]
    _check_pack(chosen, red, black)
    return Options(numbers_of(SWITCHES, chosen), red, black)


def options_in(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation in JSON."""
    return options_from(data.get("options", {}), **small_deck_in(data))


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse: the switches, and the pack if it is not the full one."""
    cards = card_texts(options.red, len(options.red)) + card_texts(options.black, len(options.black))
    small = {} if len(cards) == DECK_SIZE else {"deck": sorted(cards, key=parse_card)}
    return {"options": shown_options(SWITCHES, options), **small}


def _check_pack(chosen: Mapping[str, Any], red: Sequence[int], black: Sequence[int]) -> None:
    """Check that no deck can be empty before a turn, and that a shootout can end: both hold for the full pack."""
    for colour, cards in (("red", red), ("black", black)):
        if all(rank(card) == DEUCE or is_honour(card) for card in cards):  # goals and penalties could use them all up
            text = f"deck: {len(cards)} {colour} cards; each colour needs one from three to ten"
            raise InvalidOption(text, field="deck", rule="2.3")
    if chosen["shootout"] and not any(is_honour(card) for card in (*red, *black)):
        text = "deck: there is no honour in it, and without one no shootout can be won"
        raise InvalidOption(text, field="deck", rule="2.4")
