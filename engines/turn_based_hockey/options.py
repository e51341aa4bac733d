"""The switches of rules 2.5 as data, and their conversion to the numbers of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import InvalidOption
from engines.cards import DECK_SIZE, JOKERS, card_texts, parse_card, parse_cards
from engines.declared import Option, completed, numbers_of, option_fields, shown_options, standard_game
from engines.fields import Flag, OneOf, by_identity, remembered
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.rules import Options

SWITCHES: Final = (
    Option("jokers", Flag("Two jokers, the injured players, are in the pack."), False, "jokers"),
    Option(
        "compare",
        OneOf(
            ("points", "rank", "points_then_rank"),
            "How cards compare in face-offs and in the shootout: tens to kings are equal in points. The third way: in "
            "points in face-offs, by rank in the shootout.",
            "Comparison",
        ),
        "points",
        "compare",
        (rules.BY_POINTS, rules.BY_RANK, rules.POINTS_THEN_RANK),
    ),
    Option(
        "early_clinch",
        Flag("The game ends as soon as the trailing side can no longer draw level."),
        True,
        "early_clinch",
        changes_cards=False,
    ),
    Option(
        "overtime",
        OneOf(("once", "none"), "What follows a tie: one period with six new cards each, or none.", "OvertimeRule"),
        "once",
        "overtime",
        (True, False),
        changes_cards=False,
    ),
    Option(
        "shootout",
        Flag("A tie that is left is broken by a shootout, one card each; else it is a draw."),
        True,
        "shootout",
        changes_cards=False,
    ),
    Option("joker_chemistry", Flag("A joker counts as a card of its colour without a suit."), False, "joker_chemistry"),
)
OPTIONS: Final = option_fields(SWITCHES)
STANDARD: Final = standard_game(SWITCHES)
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": STANDARD}
"""The rules document has only this one: everything else is a switch."""
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The game as published, without jokers: a tie leads to overtime, then to a shootout."
}


@remembered
def options_from(
    options: Mapping[str, Any],
    deck: Sequence[int] | None = None,
    periods: int = int(rules.PERIODS),
    hand_size: int | None = None,
) -> Options:
    """Return the switches as numbers.

    ``deck``, ``periods`` and ``hand_size`` define a smaller game; the defaults are the full pack and as many cards as
    the periods need. Raises InvalidOption if the pack is too small or has no two cards that differ in a shootout.

    >>> options_from({"jokers": True}).hand_size, len(options_from({"jokers": True}).deck)
    (21, 54)
    """
    chosen = completed(SWITCHES, options)
    cards = sorted(full_deck(chosen["jokers"]) if deck is None else deck)
    size = int(rules.PERIOD_CARDS) * periods if hand_size is None else hand_size
    numbers = numbers_of(SWITCHES, chosen)
    _check_size(cards, chosen["jokers"], periods, size, numbers["compare"] != rules.BY_POINTS)
    return Options(numbers, list(cards), periods, size)


def options_in(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation in JSON, and the size of its game."""
    deck = parse_cards(data["deck"]) if "deck" in data else None
    return options_from(data.get("options", {}), deck, data.get("periods", int(rules.PERIODS)), data.get("hand_size"))


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse: the switches; the pack, the periods and the hand size if they are not those of the full game."""
    about: dict[str, Any] = {"options": shown_options(SWITCHES, options)}
    if len(options.deck) != len(full_deck(options.jokers)):
        about["deck"] = card_texts(options.deck, len(options.deck))
    if options.periods != rules.PERIODS:
        about["periods"] = int(options.periods)
    if options.hand_size != rules.PERIOD_CARDS * options.periods:
        about["hand_size"] = int(options.hand_size)
    return about


def full_deck(jokers: bool) -> list[int]:
    """The pack of 52 cards, or 54 with the jokers."""
    return list(range(DECK_SIZE + len(JOKERS) if jokers else DECK_SIZE))


def _check_size(cards: Sequence[int], jokers: bool, periods: int, hand_size: int, by_rank: bool) -> None:
    """A game needs cards for its periods and for overtime; the full game always has them (2.2, ruling 19)."""
    least = int(rules.PERIOD_CARDS) * periods
    if not 1 <= periods <= rules.PERIODS:
        _refuse("periods", f"{periods} is out of range; allowed is 1 to {rules.PERIODS}")
    if hand_size < least:
        _refuse("hand_size", f"{hand_size} cards; {periods} periods take {least} of each seat")
    if len(cards) < 2 * max(hand_size, int(rules.PLACES)):
        _refuse("deck", f"{len(cards)} cards; two hands of {hand_size} are dealt from it")
    if {parse_card(joker) in cards for joker in JOKERS} != {jokers}:
        _refuse("deck", "it holds both jokers where jokers is on, and none where it is off")
    if len({int(rules.scale_value(card, by_rank)) for card in cards}) == 1:
        _refuse("deck", "all its cards are equal, so that no shootout would end")


def _refuse(field: str, text: str) -> None:
    raise InvalidOption(f"{field}: {text}", field=field, rule="2.2")
