"""The deck file of section 17: parses it, names every fault by row and column, and registers decks by name."""

import csv
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from re import DOTALL, fullmatch
from typing import Final

from engines.fields import quoted
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck, Range

COLUMNS: Final = (
    *("id", "name", "kind", "zones", "destination", "follow_ons", "flags"),
    *("os_result", "is_result", "hv", "hv_event", "facts"),
)
MOST_BONUS: Final = 10

Row = Mapping[str, str]


@dataclass(frozen=True)
class Fault:
    """A fault in one cell; ``row`` counts the lines of the file, the header is row 1. Without column: in the whole row
    or file.
    """

    row: int
    column: str
    text: str

    def __str__(self) -> str:
        where = f"row {self.row}, column {self.column}" if self.column else f"row {self.row}"
        return f"{where}: {self.text}"


class InvalidDeck(ValueError):
    """A deck file that cannot be used; ``faults`` are all of them, in the order of the file."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        listed = "\n".join(f"  {fault}" for fault in faults)
        super().__init__(f"deck {name!r} cannot be played with, faults: {len(faults)}\n{listed}")
        self.faults = tuple(faults)


@dataclass(frozen=True)
class DeckFile:
    """A valid deck file."""

    name: str
    digest: str
    """SHA-256 of the text, in hex."""
    rows: tuple[Row, ...]
    """A row by column for every card, by ID."""

    def card_name(self, card: int) -> str:
        """The display name of a card."""
        return self.rows[card - 1]["name"]

    def is_shared_name(self, card: int) -> bool:
        """Whether another card has the same name."""
        return self.card_name(card) in self._shared_names

    @cached_property
    def deck(self) -> Deck:
        """All its cards as numbers: one object for all games."""
        return make_deck(self)

    @cached_property
    def _shared_names(self) -> frozenset[str]:
        return frozenset(name for name, count in Counter(row["name"] for row in self.rows).items() if count > 1)


# -- flags


@dataclass(frozen=True)
class Flags:
    """The flags of one row, parsed."""

    labels: frozenset[str]
    outcomes: tuple[str, ...]
    bonuses: Mapping[str, int]
    ranges: Mapping[str, tuple[int, int]]


LETTERS: Final = ("D", "P", "S")
LABELS: Final = ("penalty_shot", "breakaway", "across", "ice_puck", "kept_in")
OUTCOMES: Final = ("gain", "loose", "stop")
BONUSES: Final = ("big_hit", "cheap_shot", "fight")
RANGES: Final = ("penalty_range", "major_range", "fight_home", "fight_visitor")
KNOWN_FLAGS: Final = (
    *(*LETTERS, *OUTCOMES, *LABELS),
    *(f"{name}=n" for name in BONUSES),
    *(f"{name}=lo-hi" for name in RANGES),
)


def parse_flags(text: str) -> Flags:
    """Parse the cell; raises ValueError naming what is not understood."""
    parts = parts_of(text)
    bonuses: dict[str, int] = {}
    ranges: dict[str, tuple[int, int]] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if name in BONUSES and equals:
            bonuses[name] = _bonus(part, value)
        elif name in RANGES and equals:
            ranges[name] = _range(part, value)
        elif part not in (*LETTERS, *LABELS, *OUTCOMES):
            raise ValueError(f"{part!r} is not a flag; known are {', '.join(KNOWN_FLAGS)}")
    named = [part.partition("=")[0] for part in parts]
    if len(named) != len(set(named)):
        raise ValueError(f"{text!r} says the same flag twice")
    outcomes = tuple(part for part in parts if part in OUTCOMES)
    return Flags(frozenset(parts) & {*LETTERS, *LABELS}, outcomes, bonuses, ranges)


def _bonus(part: str, value: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= MOST_BONUS:
        raise ValueError(f"{part!r}: a bonus is a number of cards, 1 to {MOST_BONUS}, as in big_hit=2")
    return int(value)


def _range(part: str, value: str) -> tuple[int, int]:
    low, dash, high = value.partition("-")
    if not (dash and low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high) <= n.DECK_SIZE):
        raise ValueError(
            f"{part!r}: a range is two IDs of 1 to {n.DECK_SIZE}, the lower first, as in penalty_range=10-44"
        )
    return int(low), int(high)


def parts_of(text: str) -> list[str]:
    """The flags or icons of a cell."""
    return text.split("|") if text else []


# -- cells and rows


def _check_id(row: Row, line: int) -> None:
    if row["id"] != str(line - 1):
        raise ValueError(f"{row['id']!r} should be {line - 1}: the IDs run from 1 to {n.DECK_SIZE}, one a row")


def _check_name(row: Row, line: int) -> None:
    if not row["name"].strip():
        raise ValueError("is empty; a card has a name")


def _check_zones(row: Row, line: int) -> None:
    zones = row["zones"]
    if not zones and row["kind"] in ("pass", "skate"):
        raise ValueError("is empty; a Pass or Skate that may be used anywhere is entered as DCO")
    if "ice_puck" in parts_of(row["flags"]) and zones != "D":
        raise ValueError(f"{zones!r}: the puck is iced from the defensive zone, D")


def _check_destination(row: Row, line: int) -> None:
    zones, destination = row["zones"], row["destination"]
    if row["kind"] not in ("pass", "skate") or "ice_puck" in parts_of(row["flags"]):
        if destination:
            raise ValueError(f"{destination!r} should be empty: only a Pass or Skate moves the puck somewhere")
        return
    if len(destination) != len(zones) or set(destination) - set(n.ZONE_LETTERS):
        raise ValueError(f"{destination!r} does not give one of D, C, O for each of the zones {zones!r}")
    for start, end in zip(zones, destination, strict=True):
        if start in n.ZONE_LETTERS and n.ZONE_LETTERS.index(end) < n.ZONE_LETTERS.index(start):
            raise ValueError(f"{destination!r}: the puck never moves backwards, from {start} to {end}")


def _check_follow_ons(row: Row, line: int) -> None:
    icons = parts_of(row["follow_ons"])
    for icon in icons:
        if icon not in n.ICON_NAMES:
            raise ValueError(f"{icon!r} is not one of {', '.join(n.ICON_NAMES)}")
    if len(icons) != len(set(icons)):
        raise ValueError(f"{row['follow_ons']!r} says the same icon twice")


def _check_flags(row: Row, line: int) -> None:
    flags, kind = parse_flags(row["flags"]), row["kind"]
    answers = kind in n.KIND_NAMES[n.DEFENCE :]
    if answers and len(flags.outcomes) != 1:
        raise ValueError(f"{row['flags']!r}: a card that answers has one outcome: gain, loose or stop")
    if not answers and flags.outcomes:
        raise ValueError(f"{flags.outcomes[0]!r} is an outcome, and only cards that answer have one")
    if kind == "defence" and "D" not in flags.labels:
        raise ValueError("the D is missing: it is printed on every defence card")
    if kind != "defence" and (wrong := [*sorted(flags.labels & {*LETTERS}), *flags.bonuses, *flags.ranges]):
        raise ValueError(f"{wrong[0]!r} is for defence cards only")
    if kind in n.KIND_NAMES[n.KEPT_IN :] and flags.outcomes == ("stop",):
        raise ValueError("'stop' is for defence cards only")
    if "penalty_shot" in flags.labels and kind != "inside_shot":
        raise ValueError("'penalty_shot' is for inside shots only")
    if "ice_puck" in flags.labels and kind != "pass":
        raise ValueError("'ice_puck' is for a pass only")
    if kind == "defence":
        _check_fouls(flags)


def _check_fouls(flags: Flags) -> None:
    """P goes with a penalty range; a card that stops play is a Cheap Shot or a Fight."""
    if ("P" in flags.labels) != ("penalty_range" in flags.ranges):
        raise ValueError("P and penalty_range=lo-hi go together")
    if ("cheap_shot" in flags.bonuses) != ("major_range" in flags.ranges):
        raise ValueError("cheap_shot=n and major_range=lo-hi go together")
    if "cheap_shot" in flags.bonuses and "P" not in flags.labels:
        raise ValueError("a Cheap Shot may be penalised: P is missing")
    fights = {"fight"} & {*flags.bonuses} | {"fight_home", "fight_visitor"} & {*flags.ranges}
    if fights and len(fights) < 3:
        raise ValueError("fight=n, fight_home=lo-hi and fight_visitor=lo-hi go together")
    if len(fights) == 3:
        home, visitor = flags.ranges["fight_home"], flags.ranges["fight_visitor"]
        if home[0] <= visitor[1] and visitor[0] <= home[1]:
            raise ValueError("fight_home and fight_visitor overlap: it would be undecided who wins")
    stopping = len({"cheap_shot", "fight"} & {*flags.bonuses})
    if flags.outcomes == ("stop",) and stopping != 1:
        raise ValueError("'stop' is for a Cheap Shot or a Fight only")
    if flags.outcomes != ("stop",) and stopping:
        raise ValueError("a Cheap Shot or a Fight stops play: its outcome is stop")
    if "P" in flags.labels and flags.outcomes == ("gain",):
        raise ValueError("a card with P leaves a loose puck or stops play, it never gains control")


_RESULT: Final = (
    rf"({'|'.join(n.RESULT_NAMES)})(\+PPG|\+SHG)?",
    f"is not a result; known are {', '.join(n.RESULT_NAMES)}, with +PPG or +SHG behind them where printed",
)
PATTERNS: Final[Mapping[str, tuple[str, str]]] = {
    "kind": ("|".join(n.KIND_NAMES), f"is not one of {', '.join(n.KIND_NAMES)}"),
    "zones": ("D?C?O?", "is not made of the letters D, C, O in that order; empty means anywhere"),
    "os_result": _RESULT,
    "is_result": _RESULT,
    "hv": ("|".join(n.LETTERS), f"is not one of {', '.join(n.LETTERS)}"),
    "hv_event": ("|".join(n.MARK_NAMES), f"is not one of {', '.join(n.MARK_NAMES)}"),
}
"""By column, the form of a cell, and the fault of a cell of another form."""
CHECKS: Final[Mapping[str, Callable[[Row, int], None]]] = {
    "id": _check_id,
    "name": _check_name,
    "zones": _check_zones,
    "destination": _check_destination,
    "follow_ons": _check_follow_ons,
    "flags": _check_flags,
}
"""By column, rules that involve other cells, or that parse the cell further."""


def _check_cell(row: Row, line: int, column: str) -> None:
    """Raise ValueError naming the fault of a cell."""
    pattern, fault = PATTERNS.get(column, (".*", ""))
    if not fullmatch(pattern, row[column], DOTALL):
        raise ValueError(f"{row[column]!r} {fault}")
    if column in CHECKS:
        CHECKS[column](row, line)


def read_deck_file(name: str, text: str) -> DeckFile:
    """Return the deck that ``text`` describes; raises InvalidDeck with every fault in it."""
    lines = [line for line in csv.reader(text.removeprefix("\ufeff").splitlines()) if line]
    if not lines or tuple(cell.strip() for cell in lines[0]) != COLUMNS:
        raise InvalidDeck(name, [Fault(1, "", f"the header should be {','.join(COLUMNS)}")])
    faults: list[Fault] = []
    rows: list[Row] = []
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(COLUMNS):
            faults.append(Fault(number, "", f"{len(cells)} cells instead of {len(COLUMNS)}"))
            continue
        row = {column: cell.strip() for column, cell in zip(COLUMNS, cells, strict=True)}
        rows.append(row)
        for column in COLUMNS:
            try:
                _check_cell(row, number, column)
            except ValueError as error:
                faults.append(Fault(number, column, str(error)))
    if len(lines) - 1 != n.DECK_SIZE:
        faults.append(Fault(len(lines), "", f"{len(lines) - 1} cards instead of {n.DECK_SIZE}"))
    if not faults:
        faults = _check_fight(rows)
    if faults:
        raise InvalidDeck(name, faults)
    return DeckFile(name, hashlib.sha256(text.encode()).hexdigest(), tuple(rows))


def _check_fight(rows: Sequence[Row]) -> list[Fault]:
    """Check that exactly one card says who wins a fight (ruling 61)."""
    fights = [number for number, row in enumerate(rows, 2) if "fight" in parse_flags(row["flags"]).bonuses]
    if len(fights) == 1:
        return []
    return [
        Fault(number, "flags", "a second Fight: the ranges of one card serve all fights") for number in fights[1:]
    ] or [Fault(1, "flags", "no card is the Fight: fight=n|fight_home=lo-hi|fight_visitor=lo-hi says who wins one")]


# -- decks as numbers


def make_deck(file: DeckFile, ids: Sequence[int] = ()) -> Deck:
    """Return the cards as numbers; ``ids`` are those of a small game, all by default."""
    chosen = sorted(ids) or range(1, n.DECK_SIZE + 1)
    deck = Deck(file.name, file.digest, list(chosen))
    for card, row in enumerate(file.rows, 1):
        _fill(deck, card, row)
    deck.index()
    return deck


def _fill(deck: Deck, card: int, row: Row) -> None:
    flags = parse_flags(row["flags"])
    zones = row["zones"] or n.ZONE_LETTERS
    deck.kind[card] = n.KIND_NAMES.index(row["kind"])
    deck.zones[card] = sum(1 << n.ZONE_LETTERS.index(zone) for zone in zones)
    ends = dict(zip(zones, row["destination"], strict=False))
    for place, zone in enumerate(n.ZONE_LETTERS):
        deck.destination[3 * card + place] = n.ZONE_LETTERS.index(ends[zone]) if zone in ends else n.NO_ZONE
    deck.follow_ons[card] = sum(1 << n.ICON_NAMES.index(icon) for icon in parts_of(row["follow_ons"]))
    deck.outcome[card] = n.OUTCOME_NAMES.index(flags.outcomes[0]) if flags.outcomes else n.NO_OUTCOME
    deck.may_be_penalised[card] = "P" in flags.labels
    deck.steals[card] = "S" in flags.labels
    deck.big_hit[card] = flags.bonuses.get("big_hit", 0)
    deck.cheap_shot[card] = flags.bonuses.get("cheap_shot", 0)
    deck.fight[card] = flags.bonuses.get("fight", 0)
    if "penalty_range" in flags.ranges:
        deck.penalty_low[card], deck.penalty_high[card] = flags.ranges["penalty_range"]
    if "major_range" in flags.ranges:
        deck.major_low[card], deck.major_high[card] = flags.ranges["major_range"]
    deck.may_give_penalty_shot[card] = "penalty_shot" in flags.labels
    deck.ices[card] = "ice_puck" in flags.labels
    for column, results, tags in (
        ("os_result", deck.os_result, deck.os_tag),
        ("is_result", deck.is_result, deck.is_tag),
    ):
        code, _, tag = row[column].partition("+")
        results[card] = n.RESULT_NAMES.index(code)
        tags[card] = n.TAG_NAMES.index(tag)
    deck.letter[card] = n.LETTERS.index(row["hv"])
    deck.mark[card] = n.MARK_NAMES.index(row["hv_event"])
    if "fight" in flags.bonuses:
        deck.fight_home = Range(*flags.ranges["fight_home"])
        deck.fight_visitor = Range(*flags.ranges["fight_visitor"])
        deck.fight_bonus = flags.bonuses["fight"]


# -- decks by name

BUILT_IN: Final = "reconstruction"
"""Our reconstruction of the printed deck, in the folder of this module."""
DECK_FILES: Final[dict[str, DeckFile]] = {}
"""All registered decks, ours first."""


def register_deck(name: str, text: str) -> None:
    """Register the deck file ``text`` as ``name``, for the option `deck`.

    Raises InvalidDeck with every fault, or ValueError for a name that another deck has already.
    """
    file = read_deck_file(name, text)
    if name in DECK_FILES and DECK_FILES[name].digest != file.digest:
        raise ValueError(f"deck {quoted(name)} is known already, with other cards: choose another name")
    DECK_FILES[name] = file


register_deck(BUILT_IN, resources.files(__package__).joinpath("deck.csv").read_text(encoding="utf-8"))
