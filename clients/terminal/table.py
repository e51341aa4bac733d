"""The table: rows as a game draws them in ``games/``, or for any other game what its variant declares, with cards as
cards and players by name.
"""

import importlib.util
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from clients.terminal.cards import card, is_card, words
from faceoff_client.names import is_seat, player_text, players as players_of

JSON = dict[str, Any]
Part = Mapping[str, Any]
"""The JSON Schema of a value, as far as the variant has one."""

Rows = Sequence[tuple[str, Text]]
"""What belongs to whom or what, from the top of the table to the player."""
SHOWN_ELSEWHERE = frozenset({"node", "score", "hand", "period", "periods", "overtime", "shootout", "hand_sizes"})
MOST_FACTS = 16
MOST_BACKS = 10
TABLE_COLUMNS = 2
END = re.compile(r"end_(\d)")


def table_of(view: JSON, variant: JSON, names: Mapping[str, str]) -> Table:
    """The table of a game; ``names`` are those of its cards."""
    drawing = drawing_of(view["variant"])
    if view["status"] == "open" or drawing is None:
        return laid_out(facts_of(view, variant)[:MOST_FACTS], players_of(view))
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(no_wrap=True, ratio=1)
    for name, row in drawing.rows(view, players_of(view), names):
        table.add_row(Text(name), Fitted(row))
    return table


def drawing_of(variant: str) -> Any:
    """The module that draws a game; None if there is none."""
    name = f"clients.terminal.games.{variant}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def backs(count: int) -> str:
    """Cards face down."""
    return "▮" * count if count <= MOST_BACKS else f"▮ × {count}"


def chips(cards: Iterable[str | None]) -> Text:
    """Cards in a row."""
    return Text(" ").join(card(value) for value in cards if value)


def rink(puck: int, left: str, right: str) -> Text:
    """A rink with the puck in a zone: 0 is the end of the player at the left, 1 the centre, 2 the other end."""
    zones = ("  ●  " if zone == puck else "     " for zone in range(3))
    return Text(f"{left} ┃{'│'.join(zones)}┃ {right}")


def joined(*parts: str | Text) -> Text:
    """The parts that say something, apart from each other."""
    return Text("   ").join(Text(part) if isinstance(part, str) else part for part in parts if part)


class Fact(NamedTuple):
    """Something on the table, under its name for people."""

    title: str
    value: Any
    part: Part = {}


def facts_of(view: JSON, variant: JSON) -> list[Fact]:
    """Everything except the player's hand, in the declared order, without empty values."""
    own, table = view["you"] or {}, view["table"]
    private = [Fact(f"Your {part['title'].lower()}", own.get(name), part) for name, part in shown(variant["you"])]
    public = [Fact(part["title"], table.get(name), part) for name, part in shown(variant["table"])]
    return [fact for fact in private + public if not is_usual(fact.value, fact.part)]


def shown(parts: JSON) -> list[tuple[str, Part]]:
    """The declared fields that are not shown elsewhere on the screen."""
    return [(name, part) for name, part in parts.items() if name not in SHOWN_ELSEWHERE]


def is_usual(value: Any, part: Part) -> bool:
    """True if there is nothing to show: null, no, none, or lists of nothing."""
    if isinstance(value, list):
        return all(is_usual(item, part.get("items", {})) for item in value)
    if isinstance(value, dict):
        return all(is_usual(item, part.get("properties", {}).get(name, {})) for name, item in value.items())
    return value is None or value is False or (value == 0 and not is_seat(part))


def laid_out(facts: Sequence[Fact], players: Sequence[str]) -> Table:
    """Labelled facts in columns, each on one line; of a long one the end is shown."""
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(TABLE_COLUMNS):
        table.add_column(style="dim", no_wrap=True)
        table.add_column(no_wrap=True, ratio=1)
    cells = [(Text(fact.title), Fitted(value_text(fact.value, fact.part, players))) for fact in facts]
    for at in range(0, len(cells), TABLE_COLUMNS):
        table.add_row(*(part for cell in cells[at : at + TABLE_COLUMNS] for part in cell))
    return table


class Fitted:
    """A text on one line; its beginning is cut off if it does not fit, as the newest is last."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        surplus = self.text.cell_len - options.max_width
        yield Text.assemble(("…", "dim"), self.text[surplus + 1 :]) if surplus > 0 else self.text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(4, max(4, self.text.cell_len))


def value_text(value: Any, part: Part, players: Sequence[str]) -> Text:
    """A value of any shape on one line, with the players' names for their seats."""
    if value is None or value == []:
        return Text("-", "dim")
    if isinstance(value, dict):
        return object_text(value, part.get("properties", {}), players)
    if isinstance(value, list):
        # what each seat has, and anything but cards in a row, is separated by a stroke
        between = " " if all(map(is_card, value)) else " | "
        return Text(between).join(value_text(item, part.get("items", {}), players) for item in value)
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, int):
        return Text(player_text(players, value, part) if is_seat(part) else str(value))
    return card(value) if is_card(value) else Text(word_text(value, players))


def object_text(value: JSON, parts: Mapping[str, Part], players: Sequence[str]) -> Text:
    """The fields that are not null, each after its name; the player at a ``seat`` needs none."""
    texts = []
    for name, field in value.items():
        if name == "seat" and players:
            texts.append(Text(players[field]))
        elif field is not None:
            texts.append(Text.assemble((f"{words(name)} ", "dim"), value_text(field, parts.get(name, {}), players)))
    return Text(" ").join(texts)


def word_text(value: str, players: Sequence[str]) -> str:
    """A text of the API as words; a player's end of the rink by name."""
    end = END.fullmatch(value)
    return f"{players[int(end[1])]}'s end" if end else words(value)
