"""Options, moves, tables and observations described as data.

A field checks a JSON value and says, in the terms of the caller's document, what would be right; the same field writes
its JSON Schema for the contract. Each game lists its fields; nothing else defines its JSON.

A field with a ``name`` is a type of its own in the contract, so that generated clients have a good name for it. Objects
have names, lists of values and of lists inside other lists, and texts and numbers that have few values or are items of
a list. The name is the ``title`` of the field's schema.
"""

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, Final, Literal, ParamSpec, Protocol, TypeVar

from engines.cards import CARD_TEXTS, DECK_SIZE, JOKERS, NULL, RANKS, SUITS
from engines.language import ENGLISH, PhraseText, shared

MOST_FAULTS: Final = 20
"""Faults that are looked for in one value."""


@dataclass(frozen=True)
class Fault:
    """One fault of a value: where it is, and the text."""

    path: tuple[str | int, ...]
    """Field names and list indexes that lead from the checked value to the part."""
    message: str
    """Quotes the part and says what would be right."""

    def inside(self, part: str | int) -> "Fault":
        """The same fault, with a path that begins at the value that contains this one."""
        return Fault((part, *self.path), self.message)


class FieldError(ValueError):
    """``where`` names the field; the text quotes the value and says what would be right.

    ``faults`` are all faults of the value, at most ``MOST_FAULTS``; the text names the first.
    """

    def __init__(self, where: str, message: str) -> None:
        super().__init__(_phrase("fault", where=where, message=message) if where else message)
        self.where = where
        self.faults = [Fault((), message)]


class _Faults:
    """Collects what is wrong with the parts of a value."""

    def __init__(self) -> None:
        self.first: FieldError | None = None
        self.found: list[Fault] = []

    def add(self, error: FieldError, part: str | int) -> bool:
        """Record a fault; True if there are enough of them."""
        self.first = self.first or error
        self.found += [fault.inside(part) for fault in error.faults[: MOST_FAULTS - len(self.found)]]
        return len(self.found) >= MOST_FAULTS

    def refuse(self) -> None:
        """Raise the first error, with all faults, if there is one."""
        if self.first is not None:
            self.first.faults = self.found
            raise self.first


class Field(Protocol):
    """One kind of JSON value."""

    def check(self, value: Any, where: str) -> Any:
        """Return ``value`` if it fits this field, else raise FieldError naming ``where``."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of this field."""


def quoted(value: Any) -> str:
    """The value as the client may have written it, shortened to fit a sentence."""
    text = repr(value) if isinstance(value, str) else _as_json(value)
    return text if len(text) <= 60 else text[:57] + "..."


def wanted(field: Field) -> str:
    """A short description of the values of a field: its help, if it has one, and the kind of value."""
    schema = field.schema()
    help = str(schema.get("description", "")).rstrip(".")
    kind = _kind_text(schema)
    return f"{help[0].lower()}{help[1:]} ({kind})" if help else kind


def _kind_text(schema: Mapping[str, Any]) -> str:
    """The kind of value that a schema accepts."""
    kinds = schema.get("type", "object")
    or_null = ", or null" if isinstance(kinds, list) else ""
    kind = kinds[0] if isinstance(kinds, list) else kinds
    if "enum" in schema:
        return f"one of {', '.join(str(value) for value in schema['enum'] if value is not None)}{or_null}"
    if kind == "integer":
        bounds = _range_text(schema.get("minimum"), schema.get("maximum"))
        return f"a whole number{f', {bounds}' if bounds else ''}{or_null}"
    if kind == "array":
        bounds = _range_text(schema.get("minItems", 0), schema.get("maxItems"))
        return f"a list{f' of {bounds} items' if bounds else ''}{or_null}"
    if "examples" in schema:
        return f"a text such as {schema['examples'][0]}{or_null}"
    if "properties" in schema:
        return f"an object with {', '.join(schema['properties'])}{or_null}"
    return {"boolean": "true or false", "string": "a text"}.get(kind, "see the contract") + or_null


def _range_text(low: int | None, high: int | None) -> str:
    if high is None:
        return f"at least {low}" if low else ""
    if low is None:
        return f"at most {high}"
    return f"{low}" if low == high else f"{low} to {high}"


def _as_json(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_as_json(name)}: {_as_json(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_json, value))}]"
    if isinstance(value, str):
        return '"' + repr(value)[1:-1].replace('"', '\\"') + '"'
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)


def _phrase(phrase: str, **values: Any) -> PhraseText:
    """A fault in English that can be translated."""
    return shared(ENGLISH).phrase(phrase, **values)


def _range_phrase(low: int | None, high: int | None) -> PhraseText:
    """The allowed range; at least one of the two bounds is given."""
    if low is None:
        return _phrase("at_most", high=high)
    return _phrase("at_least", low=low) if high is None else _phrase("low_to_high", low=low, high=high)


_NOT: Final = {bool: "not_bool", int: "not_int", str: "not_str", list: "not_list", dict: "not_dict"}


def check_type(value: Any, kind: type, where: str) -> None:
    """Raise FieldError unless ``value`` has exactly this JSON type."""
    if type(value) is not kind:  # strict: true is not a number
        raise FieldError(where, _phrase(_NOT[kind], value=quoted(value)))


@dataclass(frozen=True)
class Integer:
    """A whole number in a closed range."""

    low: int | None = None
    high: int | None = None
    help: str = ""
    name: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, int, where)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            allowed = _range_phrase(self.low, self.high)
            raise FieldError(where, _phrase("out_of_range", value=quoted(value), range=allowed))
        return value

    def of_number(self, number: int) -> Any:
        return number

    def schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.low, "maximum": self.high}
        return _described(
            {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None},
            self.help,
            self.name,
        )


@dataclass(frozen=True)
class Flag:
    """True or false."""

    help: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, bool, where)
        return value

    def of_number(self, number: int) -> Any:
        return number == 1

    def schema(self) -> dict[str, Any]:
        return _described({"type": "boolean"}, self.help)


@dataclass(frozen=True)
class OneOf:
    """One of a few texts or numbers."""

    values: tuple[Any, ...]
    help: str = ""
    name: str = ""
    numbers: tuple[int, ...] = ()
    """The numbers of the values in the rules, if they are not their indexes."""

    def check(self, value: Any, where: str) -> Any:
        if not any(type(value) is type(allowed) and value == allowed for allowed in self.values):
            raise FieldError(
                where,
                _phrase("not_one_of", value=quoted(value), known=", ".join(str(allowed) for allowed in self.values)),
            )
        return value

    def of_number(self, number: int) -> Any:
        return self.values[self.numbers.index(number) if self.numbers else number]

    def schema(self) -> dict[str, Any]:
        kinds = {"integer" if isinstance(value, int) else "string" for value in self.values}
        return _described({"type": kinds.pop()} if len(kinds) == 1 else {}, self.help, self.name) | {
            "enum": list(self.values)
        }


@dataclass(frozen=True)
class Text:
    """A text whose form is not described."""

    help: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, str, where)
        return value

    def schema(self) -> dict[str, Any]:
        return _described({"type": "string"}, self.help)


@dataclass(frozen=True)
class Card:
    """A card's two characters."""

    jokers: bool = False
    help: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """All cards."""
        return CARD_TEXTS if self.jokers else CARD_TEXTS[:DECK_SIZE]

    def check(self, value: Any, where: str) -> Any:
        check_type(value, str, where)
        if value not in CARD_TEXTS or (not self.jokers and value in JOKERS):
            raise FieldError(where, f"{quoted(value)} is not a card; write rank then suit, as in QH or TD")
        return value

    def of_number(self, number: int) -> Any:
        return CARD_TEXTS[number]

    def schema(self) -> dict[str, Any]:
        pattern = "^([2-9TJQKA][CDHS]|X[RB])$" if self.jokers else "^[2-9TJQKA][CDHS]$"
        examples = CARD_TEXTS[42:DECK_SIZE:9]
        name = "CardOrJokerCode" if self.jokers else "CardCode"
        return _described({"type": "string", "pattern": pattern, "examples": list(examples)}, self.help, name)


@dataclass(frozen=True)
class ListOf:
    """A list of items of one kind; ``unique`` rejects duplicates."""

    item: Field
    low: int = 0
    high: int | None = None
    unique: bool = False
    help: str = ""
    name: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, list, where)
        if len(value) < self.low or (self.high is not None and len(value) > self.high):
            wanted = str(self.low) if self.low == self.high else _range_phrase(self.low, self.high)
            raise FieldError(where, _phrase("wrong_length", items=len(value), range=wanted))
        if self._fits(value):
            return value
        faults, known = _Faults(), set[str]()
        for i, item in enumerate(value):
            try:
                self.item.check(item, f"{where}[{i}]")
                if self.unique:
                    _note_once(item, known, f"{where}[{i}]")
            except FieldError as error:
                if faults.add(error, i):
                    break
        faults.refuse()
        return value

    def _fits(self, value: list[Any]) -> bool:
        """True if nothing is wrong with the items, as nearly always: to name their places takes longer than to check
        them.
        """
        try:
            for item in value:
                self.item.check(item, "")
        except FieldError:
            return False
        return not self.unique or len({_known_by(item) for item in value}) == len(value)

    def schema(self) -> dict[str, Any]:
        bounds: dict[str, Any] = {"minItems": self.low} if self.low else {}
        if self.high is not None:
            bounds["maxItems"] = self.high
        if self.unique:
            bounds["uniqueItems"] = True
        return _described({"type": "array", "items": self.item.schema()} | bounds, self.help, self.name)


def _note_once(item: Any, known: set[str], where: str) -> None:
    """Add an item to those known; raises FieldError if it is a duplicate."""
    text = _known_by(item)
    if text in known:
        raise FieldError(where, _phrase("listed_twice", value=quoted(item)))
    known.add(text)


def _known_by(item: Any) -> str:
    """The text by which an item of a list is found again."""
    return item if isinstance(item, str) else repr(item)


@dataclass(frozen=True)
class Maybe:
    """The field, or null."""

    field: Field

    def check(self, value: Any, where: str) -> Any:
        return None if value is None else self.field.check(value, where)

    def of_number(self, number: int) -> Any:
        return None if number == NULL else value_of(self.field, iter((number,)))

    def schema(self) -> dict[str, Any]:
        schema = self.field.schema()
        if "enum" in schema:
            return schema | {"type": [schema["type"], "null"], "enum": [*schema["enum"], None]}
        return schema | {"type": [schema["type"], "null"]}


@dataclass(frozen=True)
class ObjectField:
    """An object with named fields; all are required unless listed in ``optional``, others are refused."""

    fields: Mapping[str, Field]
    optional: tuple[str, ...] = ()
    help: str = ""
    name: str = ""

    def check(self, value: Any, where: str) -> Any:
        check_type(value, dict, where)
        if self._fits(value):
            return value
        prefix = f"{where}." if where else ""
        faults = _Faults()
        for name in value:
            if name not in self.fields and faults.add(self._unknown(name, prefix), name):
                break
        for name, item in self.fields.items():
            try:
                if name in value:
                    item.check(value[name], f"{prefix}{name}")
                elif name not in self.optional:
                    raise FieldError(f"{prefix}{name}", f"this field is missing: {wanted(item)}")
            except FieldError as error:
                if faults.add(error, name):
                    break
        faults.refuse()
        return value

    def _fits(self, value: dict[str, Any]) -> bool:
        """True if nothing is wrong with the fields, as in ``ListOf``."""
        try:
            for name, item in self.fields.items():
                if name in value:
                    item.check(value[name], "")
                elif name not in self.optional:
                    return False
        except FieldError:
            return False
        return value.keys() <= self.fields.keys()

    def _unknown(self, name: str, prefix: str) -> FieldError:
        known = f"known are {', '.join(self.fields)}" if self.fields else "there are none"
        return FieldError(f"{prefix}{name[:60]}", f"unknown field; {known}")

    def schema(self) -> dict[str, Any]:
        required = [name for name in self.fields if name not in self.optional]
        return _described(
            {
                "type": "object",
                "properties": {name: item.schema() for name, item in self.fields.items()},
                "required": required,
                "additionalProperties": False,
            },
            self.help,
            self.name,
        )


@dataclass(frozen=True)
class _TypedObject:
    """An object whose ``type`` determines its other fields; those in ``optional`` may be left out."""

    type: str
    help: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    optional: tuple[str, ...] = ()

    def check(self, value: Mapping[str, Any], where: str) -> None:
        """Raise FieldError unless ``value``, whose type fits, has exactly these fields and all of them fit."""
        ObjectField(self.fields, self.optional).check(
            {name: part for name, part in value.items() if name != "type"}, where
        )

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of the object, with its type as a constant."""
        described = ObjectField({"type": OneOf((self.type,)), **self.fields}, self.optional, help=self.help).schema()
        return described | {"properties": described["properties"] | {"type": {"type": "string", "const": self.type}}}


RANK: Final = OneOf(tuple(RANKS), name="Rank")


def card_facts(**more: Field) -> ObjectField:
    """The facts of a card of the pack: suit and rank, which jokers do not have, its colour, and ``more`` of a game."""
    common = {
        "rank": RANK,
        "suit": OneOf(tuple(SUITS), name="Suit"),
        "color": OneOf(("red", "black"), name="CardColor"),
    }
    return ObjectField({**common, **more}, optional=("rank", "suit"))


CARD: Final = Card()
CARD_FACTS: Final = card_facts()


class MoveFields(_TypedObject):
    """A type of move."""


Speaker = Literal["", "player", "defender"]
ANNOUNCER: Final = ""
"""No player: the text is a sentence about the game."""
PLAYER: Final = "player"
"""The player at the event's ``seat``."""
DEFENDER: Final = "defender"
"""The opponent whose turn was before that of the event's ``seat``: the shot has met that player's card."""


@dataclass(frozen=True)
class EventFields(_TypedObject):
    """A type of event. Optional fields are seen by some viewers only, such as the cards of a deal."""

    speaker: Speaker = ANNOUNCER
    """Who makes the call, by section 7 of the rules document."""

    def speaker_of(self, event: Mapping[str, Any], seats: int) -> int | None:
        """The seat that makes the call of this event; None for the announcer."""
        if self.speaker == ANNOUNCER:
            return None
        seat: int = event["seat"]
        return seat if self.speaker == PLAYER else (seat - 1) % seats


def check_move(moves: Sequence[MoveFields], move: Any) -> MoveFields:
    """Return the entry of ``moves`` that ``move`` fits, or raise FieldError naming the part of it that is not
    understood.
    """
    check_type(move, dict, "move")
    known = ", ".join(kind.type for kind in moves)
    if "type" not in move:
        raise FieldError("move.type", f"this field is missing; known types are {known}")
    for kind in moves:
        if kind.type == move["type"]:
            kind.check(move, "move")
            return kind
    raise FieldError("move.type", f"{quoted(move['type'])} is not a move of this game; known are {known}")


def check_options(fields: Mapping[str, Field], options: Any) -> dict[str, Any]:
    """Return ``options`` if every name is known and every value fits its field; options may be missing."""
    return dict(ObjectField(fields, optional=tuple(fields)).check(options, "options"))


def value_of(field: Field, numbers: Iterator[int]) -> Any:
    """The value of a field from the numbers of the rules, which are in the order of the declared fields.

    A list of fixed length takes one number for each item, any other list all that are left.

    >>> value_of(ObjectField({"seat": Integer(), "cards": ListOf(CARD, 2, 2)}), iter([1, 42, 43]))
    {'seat': 1, 'cards': ['QH', 'QS']}
    """
    if isinstance(field, ObjectField):
        return {name: value_of(part, numbers) for name, part in field.fields.items()}
    if isinstance(field, ListOf) and field.low == field.high:
        return [value_of(field.item, numbers) for _ in range(field.low)]
    if isinstance(field, ListOf):
        return [value_of(field.item, iter((number,))) for number in numbers]
    of_number: Callable[[int], Any] = field.of_number  # type: ignore[attr-defined]
    return of_number(next(numbers))


MOST_REMEMBERED: Final = 256
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def remembered(read: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function of JSON values with a cache of its last results, which callers must not change: every load of a game
    needs the same options.
    """
    known: dict[bytes | str, Result] = {}

    @wraps(read)
    def look_up(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        given: Any = arguments, named
        try:  # version 2 has no references, which equal values may share or not
            text: bytes | str = marshal.dumps(given, 2)
        except ValueError:  # not JSON, as in small games
            text = repr(given)
        found = known.get(text)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[text] = read(*arguments, **named)
        return found

    return look_up


by_identity: Final = lru_cache(MOST_REMEMBERED)
"""The same for a function of one immutable object, such as the options of a state."""


def _described(schema: dict[str, Any], text: str, name: str = "") -> dict[str, Any]:
    return ({"title": name} if name else {}) | schema | ({"description": text} if text else {})


def without_names(schema: Any) -> Any:
    """A field's schema as plain JSON Schema, without the names of types."""
    if isinstance(schema, dict):
        properties = {name: without_names(field) for name, field in schema.get("properties", {}).items()}
        plain = {key: without_names(part) for key, part in schema.items() if key not in ("title", "properties")}
        return plain | ({"properties": properties} if "properties" in schema else {})
    return [without_names(part) for part in schema] if isinstance(schema, list) else schema
