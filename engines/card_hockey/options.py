"""The switches of rules 2.5 as data, and their way into the numbers the rules work with."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import InvalidOption
from engines.card_hockey.rules import (
    DEUCE,
    FLIP_MODES,
    MAX_PENALTY_TURNS,
    MAX_PERIODS,
    Options,
    is_honour,
    is_red,
    rank,
)
from engines.cards import DECK_SIZE
from engines.fields import Field, FieldError, Flag, Integer, OneOf, by_identity, check_options, remembered

FULL_DECK: Final = tuple(range(DECK_SIZE))
PERIOD_ENDS: Final = ("deck_empty", "cannot_draw")

OPTIONS: Final[Mapping[str, Field]] = {
    "flip_mode": OneOf(
        FLIP_MODES,
        "Who must act for a turn to be played: both seats, either one, or neither: the game then plays itself.",
        "FlipMode",
    ),
    "shootout": Flag("Equal goals are settled by a shootout; without it they are a draw."),
    "periods": Integer(1, int(MAX_PERIODS), "Periods of regulation time."),
    "penalty_turns": Integer(1, int(MAX_PENALTY_TURNS), "Turns a deuce is faced, the first included."),
    "penalty_ends_on_goal": Flag("A goal against a seat ends its penalty."),
    "period_end": OneOf(
        PERIOD_ENDS,
        "A period ends when a deck is empty, or only when a seat that needs a new card has none.",
        "PeriodEndRule",
    ),
    "return_goal_cards": Flag("Goal cards go back into the deck for the next period."),
    "switch_ends": Flag("Ends are exchanged between periods; for show only."),
}

STANDARD: Final[Mapping[str, Any]] = {
    "flip_mode": "both",
    "shootout": True,
    "periods": 3,
    "penalty_turns": 3,
    "penalty_ends_on_goal": False,
    "period_end": "deck_empty",
    "return_goal_cards": False,
    "switch_ends": False,
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": STANDARD}
"""The document names no presets: the defaults are the game."""
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The game as published: three periods, and a shootout after a tie."
}


def complete_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options``, what is missing filled up with the defaults; raises InvalidOption if a value does not fit its
    field.

    No two switches contradict each other.
    """
    try:
        return {**STANDARD, **check_options(OPTIONS, dict(options))}
    except FieldError as error:
        raise InvalidOption(error.args[0], field=error.where) from error


@remembered
def options_from(options: Mapping[str, Any], deck: Sequence[int] = FULL_DECK) -> Options:
    """Return the switches as numbers; ``deck`` is a smaller pack for a small game.

    >>> len(options_from({}).red)
    26
    """
    chosen = complete_options(options)
    red = [card for card in sorted(deck) if is_red(card)]
    black = [card for card in sorted(deck) if not is_red(card)]
    _check_pack(chosen, red, black)
    return Options(
        flip_mode=FLIP_MODES.index(chosen["flip_mode"]),
        has_shootout=chosen["shootout"],
        periods=chosen["periods"],
        penalty_turns=chosen["penalty_turns"],
        penalty_ends_on_goal=chosen["penalty_ends_on_goal"],
        ends_when_cannot_draw=chosen["period_end"] == "cannot_draw",
        return_goal_cards=chosen["return_goal_cards"],
        switch_ends=chosen["switch_ends"],
        red=list(red),
        black=list(black),
    )


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse of ``options_from``."""
    return {
        "flip_mode": FLIP_MODES[options.flip_mode],
        "shootout": options.has_shootout,
        "periods": int(options.periods),
        "penalty_turns": int(options.penalty_turns),
        "penalty_ends_on_goal": options.penalty_ends_on_goal,
        "period_end": PERIOD_ENDS[options.ends_when_cannot_draw],
        "return_goal_cards": options.return_goal_cards,
        "switch_ends": options.switch_ends,
    }


def _check_pack(chosen: Mapping[str, Any], red: Sequence[int], black: Sequence[int]) -> None:
    """No deck may ever be empty before a turn, and a shootout must be able to end: both hold for the full pack."""
    for colour, cards in (("red", red), ("black", black)):
        if all(rank(card) == DEUCE or is_honour(card) for card in cards):  # goals and penalties could take them all
            raise InvalidOption(
                f"deck: {len(cards)} {colour} cards; each colour needs one from three to ten",
                field="deck",
                rule="2.3",
            )
    if chosen["shootout"] and not any(is_honour(card) for card in (*red, *black)):
        raise InvalidOption(
            "deck: there is no honour in it, and without one no shootout can be won", field="deck", rule="2.4"
        )
