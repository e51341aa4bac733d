"""The table of Card Hockey: the two cards that face each other, and the puck in its zone."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from clients.terminal.cards import card
from clients.terminal.table import Rows, chips, joined, rink


def rows(view: Mapping[str, Any], players: Sequence[str], _: Mapping[str, str]) -> Rows:
    """The other side, the rink, and the player."""
    table = view["table"]
    own = view["you"]["seat"] if view["you"] else 0
    puck = "DNO".index(table["puck"])
    across = rink(puck if own == 0 else 2 - puck, players[own], players[1 - own])
    return [(players[1 - own], side(table, 1 - own)), ("Puck", across), (players[own], side(table, own))]


def side(table: Mapping[str, Any], seat: int) -> Text:
    """What lies before a seat."""
    turned = card(table["cards"][seat]) if table["cards"] else Text("-")
    deuces, goals = table["held_deuces"][seat], table["goal_cards"][seat]
    penalty = Text.assemble("penalty ", chips(deuces), f", turns to serve: {table['serve'][seat]}") if deuces else ""
    return joined(
        turned,
        f"deck {table['deck_sizes'][seat]}",
        "ready" if table["ready"][seat] else "",
        penalty,
        Text.assemble("goals ", chips(goals)) if goals else "",
    )
