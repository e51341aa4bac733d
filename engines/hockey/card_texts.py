"""What the cards of Hockey do under the switches: the table of rules 2.3."""

from collections.abc import Mapping
from typing import Any

from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card
from engines.language import Phrases


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Plain cards and wild ones."""
    kinds = {"plain": _plain(options, phrases), "wild": _wild(options, phrases)}
    found = []
    for text in CARD_TEXTS[:DECK_SIZE]:
        kind = "wild" if text[0] in options["wild_ranks"] else "plain"
        found.append(describe_card(text, phrases, kind, kinds[kind]))
    return found


def _plain(options: Mapping[str, Any], phrases: Phrases) -> str:
    again = phrases("breakaway_again") if options["goal_keeps_breakaway"] else ""
    return phrases("plain", again=again, counters=phrases(options["rematch"]))


def _wild(options: Mapping[str, Any], phrases: Phrases) -> str:
    scores = phrases("wild_scores" if options["wild_scores"] else "wild_never_scores")
    return phrases("wild", scores=scores, counters=phrases(options["wild_counter"]))
