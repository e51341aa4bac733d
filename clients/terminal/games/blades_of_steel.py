"""The table of Blades of Steel: hands, stacked defences, goals, and the shot that waits for its answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from clients.terminal.cards import words
from clients.terminal.table import Rows, backs, chips, joined


def rows(view: Mapping[str, Any], players: Sequence[str], _: Mapping[str, str]) -> Rows:
    """The other side, the middle, and the player."""
    table, you = view["table"], view["you"]
    own = you["seat"] if you else 0
    sides = []
    for seat in (1 - own, own):
        known = you and seat == own
        stack = chips(you["stack"]) if known else Text(backs(table["stack_sizes"][seat]))
        goals = Text(" | ").join(map(chips, table["goal_piles"][seat]))
        parts = (
            "" if known else backs(table["hand_sizes"][seat]),
            Text.assemble("stack ", stack) if stack else "no stack",
            Text.assemble("goals ", goals) if goals else "",
        )
        sides.append((players[seat], joined(*parts)))
    shot = Text.assemble(chips(table["shot"]), f" {words(table['shot_kind'] or '')}") if table["shot"] else None
    discarded = Text.assemble("last discard ", chips(table["discards"][-1:])) if table["discards"] else ""
    middle = [("Piles", joined(f"draw pile {table['draw_pile']}", f"discards {table['discard_size']}", discarded))]
    return [sides[0], *([("Shot", shot)] if shot else []), *middle, sides[1]]
