"""Positions that people would complain about: files of positions with their right or wrong moves, one a line, by theme.

``tests/<game>/positions/<theme>.txt`` holds the positions of a theme. A line is a position in cells:

    standard | plays AJ B6 | hand 9 6 6 J K | best 6 | The match of the card that was shot is a goal.

The first cell is a preset, and after commas the options that differ from it (``standard, rematch cancels``). The last
says why. ``best`` and ``avoid`` name moves, separated by commas: the position is solved by a best move, if any is
named, and by none to avoid. The other cells are fields of the observation of the seat that is asked: a name and a
value; a field that is not written has the value that follows from the rest, as in an observation that a client writes
by hand. Lists are written with spaces, lists of lists with commas, lists of those with semicolons, as in ``goal_piles
2D 6D JH, 6H 8H QH; -``; ``-`` is null and the empty list, ``yes`` and ``no`` are flags. A game may have shorter cells,
or other moves: ``bench/positions/<game>.py``.

Source: Extended Position Description of chess, with ``bm`` and ``am``, and suites by theme such as the STS.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ai.games import make_heuristic
from engines import VARIANTS
from engines.api import Observation, State, Variant
from engines.fields import Field, Flag, Integer, ListOf, Maybe, ObjectField, OneOf

TESTS: Final = Path(__file__).parents[2] / "tests"
LISTS: Final = (None, ",", ";")
"""What separates the items of a list, of a list of lists, and of a list of those."""
NOTHING: Final = "-"
FLAGS: Final = {"no": False, "yes": True}
ANSWERS: Final = ("best", "avoid")

Cells = dict[str, str]
"""The values of a line by their names."""


class PositionError(ValueError):
    """A line that is not a position; the text names the file, the line, the cell and the fault."""


def score_read(text: str) -> list[int]:
    """``1-0``."""
    one, dash, other = text.partition("-")
    if not (dash and one.isdigit() and other.isdigit()):
        raise ValueError(f"score: {text!r} is no score; write 1-0")
    return [int(one), int(other)]


class ShortForm:
    """How the positions of a game are written; a game with a form of its own overrides what differs."""

    unimportant: tuple[str, ...] = ("ply", "chooser")
    """Fields that no decision depends on."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._heuristic = make_heuristic(variant.key)

    def read(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        """The fields of an observation that these cells describe. Raises ValueError that begins with the cell."""
        return {"seat": 0, **{name: self.field_read(name, text) for name, text in cells.items()}}

    def check_cells(self, cells: Cells, known: Sequence[str]) -> None:
        """Raise ValueError if a cell is not one of those known, for a game whose cells are not the fields."""
        unknown = [name for name in cells if name not in known]
        if unknown:
            raise ValueError(f"{unknown[0]}: not a cell of {self.variant.name}; known are {', '.join(known)}")

    def field_read(self, name: str, text: str) -> Any:
        """The value of a field of the observation."""
        fields = self._fields()
        if name not in fields:
            raise ValueError(f"{name}: not a field of an observation; known are {', '.join(fields)}")
        return named_value(fields, name, text)

    def write(self, seen: Mapping[str, Any]) -> Cells:
        """The shortest cells that ``read`` makes this observation of; without its options."""
        load, dump = self.variant.codec.load_observation, self.variant.codec.dump_observation
        wanted = {name: value for name, value in seen.items() if name not in self.unimportant}
        kept = dict(wanted)
        for name in [name for name in wanted if name not in ("seat", "options")]:
            fewer = {other: value for other, value in kept.items() if other != name}
            try:
                is_same = wanted.items() <= dump(load(fewer)).items()
            except ValueError:
                continue
            kept = fewer if is_same else kept
        fields = self._fields()
        return {name: text_of(fields[name], value) for name, value in kept.items() if name != "options"}

    def _fields(self) -> Mapping[str, Field]:
        assert isinstance(self.variant.observation, ObjectField)
        return self.variant.observation.fields

    def actions(self, state: State, seat: int, text: str) -> list[int]:
        """The actions of a move as it is written: its type, then its values. Raises ValueError if it is illegal."""
        kind, *words = text.split()
        fields = next((move.fields for move in self.variant.moves if move.type == kind), None)
        if fields is None:
            raise ValueError(f"{kind!r} is not a move; known are {', '.join(move.type for move in self.variant.moves)}")
        move: dict[str, Any] = {"type": kind}
        for name, field in fields.items():
            taken = len(words) if isinstance(field, ListOf) else 1
            if words:
                move[name] = value_of(field, " ".join(words[:taken]))
            words = words[taken:]
        return self.variant.codec.decode_move(state, seat, move)

    def move_text(self, state: State, seat: int, actions: Sequence[int]) -> str:
        """The inverse of ``actions``."""
        move = self.variant.codec.encode_actions(state, seat, actions)
        fields = next(kind.fields for kind in self.variant.moves if kind.type == move["type"])
        return " ".join([move["type"], *(text_of(fields[name], move[name]) for name in fields if name in move)])

    def is_move(self, state: State, seat: int, text: str, actions: Sequence[int]) -> bool:
        """Whether these actions are the move that is written, or equivalent."""
        same = self._heuristic.equivalence_class
        return [same(action) for action in self.actions(state, seat, text)] == [same(action) for action in actions]

    def others(self, state: State, seat: int) -> list[list[int]]:
        """Moves that a position found in a game is to be compared with, where the game's solver would not try them."""
        return []

    def theme(self, state: State, seat: int, best: int) -> str:
        """The theme of a position found in a game, by the best action; the name of a file."""
        return "found"


@dataclass(frozen=True)
class Position:
    """A line."""

    variant: Variant
    theme: str
    place: str
    """The file and the line."""
    line: str
    observation: Observation
    best: tuple[str, ...]
    avoid: tuple[str, ...]
    why: str

    def is_solved_by(self, actions: Sequence[int]) -> bool:
        """Whether the move is one of the best, and none to avoid."""
        form, state, seat = form_of(self.variant), self.observation.known, int(self.observation.seat)
        is_best = not self.best or any(form.is_move(state, seat, text, actions) for text in self.best)
        return is_best and not any(form.is_move(state, seat, text, actions) for text in self.avoid)


def form_of(variant: Variant) -> ShortForm:
    """The form of a game: that of its module, if there is one."""
    name = f"{__name__}.{variant.key}"
    if find_spec(name) is None:
        return ShortForm(variant)
    form = import_module(name).make(variant)
    assert isinstance(form, ShortForm)
    return form


def positions_of(key: str) -> list[Position]:
    """All positions of a game, by theme. Raises PositionError for the first line that is none."""
    files = sorted((TESTS / key / "positions").glob("*.txt"))
    return [position for file in files for position in _positions_in(VARIANTS[key], file)]


def _positions_in(variant: Variant, file: Path) -> Iterator[Position]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield read_position(variant, file.stem, f"{file.relative_to(TESTS.parent)}:{number}", line)


def read_position(variant: Variant, theme: str, place: str, line: str) -> Position:
    """The position of a line. Raises PositionError."""
    try:
        return _read(variant, theme, place, line)
    except ValueError as error:
        raise PositionError(f"{place}: {error}") from error


def _read(variant: Variant, theme: str, place: str, line: str) -> Position:
    preset, *middle, why = (cell.strip() for cell in line.split("|"))
    options = _read_options(variant, preset)
    cells: Cells = {}
    for cell in middle:
        name, _, text = cell.partition(" ")
        if name in cells or not text:
            raise ValueError(f"{name or 'a cell'}: {'written twice' if name in cells else 'nothing is written in it'}")
        cells[name] = text.strip()
    best, avoid = (tuple(move.strip() for move in cells.pop(name, "").split(",") if move.strip()) for name in ANSWERS)
    form = form_of(variant)
    seen = {**form.read(options, cells), "options": options}
    observation = variant.codec.load_observation(seen)
    state, seat = observation.known, int(observation.seat)
    if not best and not avoid:
        raise ValueError("best: no move is named, and none to avoid")
    if not state.may_act(seat):
        raise ValueError(f"seat: {seat} is not asked")
    for name, moves in (("best", best), ("avoid", avoid)):
        for move in moves:
            try:
                form.actions(state, seat, move)
            except ValueError as error:
                raise ValueError(f"{name}: {move}: {error}") from error
    if not why.endswith("."):
        raise ValueError("the last cell is no sentence that says why")
    return Position(variant, theme, place, line, observation, best, avoid, why)


def _read_options(variant: Variant, cell: str) -> dict[str, Any]:
    """``standard``, or ``standard, rematch cancels, periods 1``."""
    preset, *changes = (part.strip() for part in cell.split(","))
    named = dict(change.partition(" ")[::2] for change in changes)
    changed = {
        name: named_value(variant.options, name, text) for name, text in named.items() if name in variant.options
    }
    return variant.resolve_options(preset, {**named, **changed})[1]


def written(position: Observation, variant: Variant, moves: Mapping[str, Sequence[str]], why: str) -> str:
    """The line of a position, with its moves under ``best`` and ``avoid``."""
    seen = dict(variant.codec.dump_observation(position))
    cells = [_written_options(variant, seen["options"])]
    cells += [f"{name} {text}" for name, text in form_of(variant).write(seen).items()]
    cells += [f"{name} {', '.join(texts)}" for name, texts in moves.items() if texts]
    return " | ".join([*cells, why])


def _written_options(variant: Variant, options: Mapping[str, Any]) -> str:
    """The preset with the fewest differences, and those."""
    differences = {
        preset: [name for name, value in options.items() if complete.get(name) != value]
        for preset, complete in variant.presets.items()
    }
    preset = min(differences, key=lambda name: len(differences[name]))
    changed = [f"{name} {text_of(variant.options[name], options[name])}" for name in differences[preset]]
    return ", ".join([preset, *changed])


def named_value(fields: Mapping[str, Field], name: str, text: str) -> Any:
    """``value_of`` with an error that names the cell."""
    try:
        return value_of(fields[name], text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def value_of(field: Field, text: str) -> Any:
    """The JSON value of a field from its text. Raises ValueError; what the value may be is checked later."""
    if isinstance(field, Maybe):
        return None if text == NOTHING else value_of(field.field, text)
    if isinstance(field, ListOf) and text[:1] not in ("[", "{"):
        parts = [] if text == NOTHING else text.split(LISTS[_depth(field) - 1])
        return [value_of(field.item, part.strip()) for part in parts]
    if isinstance(field, ListOf | ObjectField):
        return json.loads(text)
    if isinstance(field, Flag):
        if text not in FLAGS:
            raise ValueError(f"{text!r} is neither yes nor no")
        return FLAGS[text]
    if isinstance(field, OneOf):
        return next((value for value in field.values if str(value) == text), text)
    return int(text) if isinstance(field, Integer) else text


def text_of(field: Field, value: Any) -> str:
    """The inverse of ``value_of``."""
    if isinstance(field, Maybe):
        return NOTHING if value is None else text_of(field.field, value)
    if isinstance(field, ListOf) and _depth(field) > 0:
        separator = (" ", ", ", "; ")[_depth(field) - 1]
        return separator.join(text_of(field.item, item) for item in value) or NOTHING
    if isinstance(field, ListOf | ObjectField):
        return json.dumps(value)
    if isinstance(field, Flag):
        return next(text for text, flag in FLAGS.items() if flag == value)
    return str(value)


def _depth(field: Field) -> int:
    """How many lists are inside each other; 0 where there are objects, which are written as JSON."""
    if isinstance(field, ListOf):
        inner = _depth(field.item)
        return inner + 1 if inner or not isinstance(field.item, ListOf | ObjectField) else 0
    return 0
