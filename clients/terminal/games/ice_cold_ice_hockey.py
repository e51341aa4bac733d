"""The table of Ice Cold Ice Hockey: the rink, the card that counts, penalties, and the deck as the clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from clients.terminal.cards import named_card, words
from clients.terminal.table import Rows, backs, joined, rink

ZONES = ("end_0", "centre", "end_1")
VERBS = {
    "dump_in": "dump in with",
    "dump_center": "dump out with",
    "defensive_mode": "defensive mode with",
}
"""What is done with a card, by the type of the move, where that is no word for it."""


def rows(view: Mapping[str, Any], players: Sequence[str], names: Mapping[str, str]) -> Rows:
    """The other side, the rink, and the player."""
    table = view["table"]
    own = view["you"]["seat"] if view["you"] else 0
    zone = ZONES.index(table["zone"])
    puck = rink(zone if own == 0 else 2 - zone, players[own], players[1 - own])
    has_puck = "play is stopped" if table["control"] is None else f"{players[table['control']]} has the puck"
    clock = "the horn" if table["time_expired"] else f"round {table['pass']} of {table['passes']}"
    middle = [
        ("Puck", joined(puck, has_puck)),
        ("Last card", last_card(table, players, names)),
        ("May follow", Text(", ".join(map(words, table["follow_ons"] or [])))),
        ("Penalties", penalties(table, players, names)),
        ("Clock", Text(f"{table['deck_size']} cards in the deck, {clock}")),
    ]
    sides = [(players[seat], side(table, seat, seat == own)) for seat in (1 - own, own)]
    return [sides[0], *((name, row) for name, row in middle if row), sides[1]]


def side(table: Mapping[str, Any], seat: int, is_own: bool) -> Text:
    """The cards and the shots of a seat; the player's own cards are shown below."""
    return joined(
        "" if is_own else backs(table["hand_sizes"][seat]),
        f"shots on goal {table['shots_on_goal'][seat]}",
        "the goalie is pulled" if table["goalies_out"][seat] else "",
        "an extra skater" if table["extra_skater"] == seat else "",
    )


def last_card(table: Mapping[str, Any], players: Sequence[str], names: Mapping[str, str]) -> Text:
    """The card that counts, and whose it is."""
    if table["answer"]:
        return Text.assemble(named_card(table["answer"], names), f" by {players[table['answerer']]}")
    if table["played_card"]:
        return Text.assemble(named_card(table["played_card"], names), f" by {players[table['attacker']]}")
    return named_card(table["discards"][-1], names) if table["discards"] else Text()


def penalties(table: Mapping[str, Any], players: Sequence[str], names: Mapping[str, str]) -> Text:
    """The power play, and the penalties to come."""
    power = table["power_play"]
    now = f"power play for {players[power['seat']]}, {power['taken']} of {power['shots']} shots" if power else ""
    to_come = [
        Text.assemble(f"{players[one['seat']]}: ", named_card(one["card"], names))
        for one in [*table["penalties"], *table["to_serve"]]
    ]
    return joined(now, *to_come)
