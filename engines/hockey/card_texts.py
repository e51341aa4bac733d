"""What the cards of Hockey do under the switches: the table of rules 2.3."""

from collections.abc import Mapping
from typing import Any

from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card


def describe_cards(options: Mapping[str, Any]) -> list[CardDescription]:
    """Plain cards and wild ones."""
    kinds = {"plain": _plain(options), "wild": _wild(options)}
    found = []
    for text in CARD_TEXTS[:DECK_SIZE]:
        kind = "wild" if text[0] in options["wild_ranks"] else "plain"
        found.append(describe_card(text, kind, kinds[kind]))
    return found


def _plain(options: Mapping[str, Any]) -> str:
    kept = " and the scorer is at once on breakaway again" if options["goal_keeps_breakaway"] else ""
    return (
        f"Matches a card of its rank on top of the pile: a breakaway; played on breakaway, a goal{kept}. "
        f"Against the other side's breakaway a match {options['rematch']} it. Any other card lets the own breakaway go."
    )


def _wild(options: Mapping[str, Any]) -> str:
    scores = "played on breakaway it is a goal, unless the table is empty" if options["wild_scores"] else "it never scores"
    return (
        f"Opens a breakaway whenever it is played; {scores}. Against the other side's breakaway it {options['wild_counter']} it. "
        "A card of its rank on top of it is a match."
    )
