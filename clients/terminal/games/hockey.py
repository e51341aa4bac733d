"""The table of Hockey: the hands, the cards that were played last, and who is on breakaway."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from clients.terminal.cards import card
from clients.terminal.table import Rows, backs, joined
from faceoff_client.names import side_name

SHOWN = 4
"""Cards of the pile."""


def rows(view: Mapping[str, Any], players: Sequence[str], _: Mapping[str, str]) -> Rows:
    """The others, the pile, and the player."""
    table = view["table"]
    own = view["you"]["seat"] if view["you"] else 0
    seats = [(own + place) % len(players) for place in range(1, len(players) + 1)]
    *others, mine = [(players[seat], hand(table, seat, seat == own)) for seat in seats]
    played = [Text.assemble((f"{players[one['seat']]} ", "dim"), card(one["card"])) for one in table["played"][-SHOWN:]]
    top = played or ([card(table["top"])] if table["top"] else [])
    if table["top"] is None and played:
        top = [*played, Text("and the pile is cleared")]
    holder = table["holder"]
    colour = "bold green" if holder == own % 2 else "bold red"
    breakaway = "" if holder is None else Text(f"Breakaway: {side_name(view, holder)}", colour)
    deal = f"{table['deal']} of {len(table['deals'])}, {table['undealt']} cards to come" if table["deal"] else ""
    middle = [("Pile", joined(*top, breakaway)), ("Deal", Text(deal))]
    return [*others, *((name, row) for name, row in middle if row), mine]


def hand(table: Mapping[str, Any], seat: int, is_own: bool) -> Text:
    """The cards of a seat, face down; the player's own are shown below."""
    return joined("" if is_own else backs(table["hand_sizes"][seat]), "dealer" if table["dealer"] == seat else "")
