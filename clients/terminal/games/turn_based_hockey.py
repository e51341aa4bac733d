"""The table of Turn-Based Hockey: the line-ups of the period against each other, and the face-off."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from clients.terminal.cards import card
from clients.terminal.table import Rows, backs, joined

SLOTS = ("LW", "C", "RW", "LD", "G", "RD")


def rows(view: Mapping[str, Any], players: Sequence[str], _: Mapping[str, str]) -> Rows:
    """The other side, the ice, and the player."""
    table, you = view["table"], view["you"]
    own = you["seat"] if you else 0
    played = [period for period in table["played_periods"] if period["face_off"] or any(period["lineups"])]
    shown = played[-1] if played else {"face_off": None, "lineups": [[], []]}
    other = joined(backs(table["hand_sizes"][1 - own]), "has chosen" if table["committed"][1 - own] else "")
    ice = [
        (f"{players[1 - own]} on the ice", line(shown["lineups"][1 - own])),
        ("Face-off", duel(view, shown, players)),
    ]
    if table["shootout_cards"]:
        ice.append(("Shootout", facing(table["shootout_cards"], players)))
    chosen = you["commitment"] if you else []
    ice.append((f"{players[own]} on the ice", line(shown["lineups"][own] or (chosen if len(chosen) > 1 else []))))
    ready = Text.assemble("chosen ", *(card(code) for code in chosen)) if len(chosen) == 1 else Text()
    return [(players[1 - own], other), *((name, row) for name, row in [*ice, (players[own], ready)] if row)]


def line(cards: Sequence[str]) -> Text:
    """A line-up by positions."""
    return joined(*(Text.assemble((f"{slot} ", "dim"), card(code)) for slot, code in zip(SLOTS, cards, strict=False)))


def facing(cards: Sequence[str], players: Sequence[str]) -> Text:
    """Two cards that were shown at the same time."""
    return joined(*(Text.assemble((f"{name} ", "dim"), card(code)) for name, code in zip(players, cards, strict=False)))


def duel(view: Mapping[str, Any], shown: Mapping[str, Any], players: Sequence[str]) -> Text:
    """The face-off of the period."""
    if not shown["face_off"]:
        return Text("each chooses a card in secret" if view["table"]["node"] == "face_off" else "")
    winner = view["table"]["face_off_winner"]
    return joined(facing(shown["face_off"], players), "" if winner is None else f"won by {players[winner]}")
