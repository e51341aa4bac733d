"""The kinds of fields that requests are made of."""

import re
from typing import Any

from marshmallow import ValidationError, fields, validate

from engines.fields import MOST_FAULTS
from service.model.revision import FORM, START

MAX_NUMBER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly; the store's own limit is 2**64 - 1."""


class Pattern(validate.Regexp):
    """The whole text must match: anchored as JSON Schema needs it, without the final newline that Python would
    allow.
    """

    def __init__(self, form: str, error: str) -> None:
        super().__init__(f"^({form})$", error=error)
        self._form = re.compile(form)

    def __call__(self, value: Any) -> Any:
        if self._form.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class Shown(validate.Length):
    """Of a text that people are shown, in pages, terminals and logs: its length, and no control characters.

    Refused are the categories Cc, Zl and Zp, and what turns the direction of the text around it. Joiners stay: emoji
    need them.
    """

    regex = re.compile(r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$")
    """For the contract too."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if not self.regex.fullmatch(value):
            found = next(char for char in value if not self.regex.fullmatch(char))
            raise ValidationError(f"Must not have control characters; U+{ord(found):04X} is one.")
        return value


class Real(fields.Float):
    """A number; texts are refused."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return float(super()._validated(value))


class Flag(fields.Boolean):
    """True or false; 0 and 1 are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A whole number in a query, in plain digits: ``int`` would accept ``1_000`` and the digits of all scripts as
    well.
    """

    def _validated(self, value: Any) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


class Items(fields.List[Any]):
    """A list of at most ``most`` items. A longer one is refused unread, and reading ends when ``MOST_FAULTS`` items are
    wrong.
    """

    def __init__(self, item: Any, *, most: int, least: int | None = None, **options: Any) -> None:
        super().__init__(item, validate=validate.Length(min=least, max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate(value)
        found: list[Any] = []
        faults: dict[int, Any] = {}
        for place, item in enumerate(value):
            try:
                found.append(self.inner.deserialize(item, **options))
            except ValidationError as error:
                faults[place] = error.messages
                if len(faults) == MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return found


class Entries(fields.Dict):
    """An object with at most ``most`` entries; a larger one is refused unread."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(metadata={"maxProperties": most}, **options)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> dict[Any, Any]:
        if isinstance(value, dict) and len(value) > self._most:
            raise ValidationError(f"More than {self._most} entries.")
        return dict(super()._deserialize(value, attr, data, **options))  # type: ignore[no-untyped-call]


# -- one field in a line: what the contract says about it, then what is checked


def _contract(**said: Any) -> dict[str, Any]:
    """Metadata of a field, without what is not said."""
    return {name: value for name, value in said.items() if value}


def string(
    description: str = "",
    check: validate.Validator | None = None,
    *,
    title: str = "",
    example: str = "",
    pattern: str = "",
    **options: Any,
) -> fields.String:
    """A text."""
    said = _contract(title=title, description=description, example=example, pattern=pattern)
    return fields.String(validate=check, metadata=said, **options)


def integer(
    description: str = "", least: int | None = None, most: int | None = None, *, example: int = 0, **options: Any
) -> fields.Integer:
    """A whole number of a body."""
    said = _contract(description=description, example=example)
    within = None if least is None else validate.Range(least, most)
    return fields.Integer(strict=True, validate=within, metadata=said, **options)


def flag(description: str, **options: Any) -> Flag:
    """True or false in a body."""
    return Flag(metadata={"description": description}, **options)


def mapping(description: str = "", **options: Any) -> fields.Dict:
    """An object of any fields."""
    return fields.Dict(metadata=_contract(description=description), **options)


def query_number(description: str = "", least: int = 0, most: int = MAX_NUMBER, **options: Any) -> QueryNumber:
    """A whole number of a query."""
    return QueryNumber(validate=validate.Range(least, most), metadata=_contract(description=description), **options)


def query_flag(description: str) -> fields.Boolean:
    """``true`` or ``false`` in a query; ``false`` without it."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


def place_field(description: str) -> fields.String:
    """After which revision of a game a list or stream of events begins. A number is a version: clients may know no
    more.
    """
    number = {"type": ["integer", "string"], "minimum": 0, "maximum": MAX_NUMBER, "default": 0}
    form = Pattern(FORM, "Must be a version, or a revision as in 7-kQ3_.")
    return fields.String(load_default=START, validate=form, metadata={"description": description} | number)


def cursor_field(form: str) -> fields.String:
    """Where a page begins. ``PageQuery`` refuses another form."""
    return string("`next` of the previous page.", validate.Length(max=100), pattern=f"^({form})?$")
