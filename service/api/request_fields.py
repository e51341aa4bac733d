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


def query_flag(description: str) -> fields.Boolean:
    """``true`` or ``false`` in a query; ``false`` without it."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


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


def place_field(description: str) -> fields.String:
    """After which revision of a game a list or stream of events begins. A number is a version: clients may know no
    more.
    """
    return fields.String(
        load_default=START,
        validate=Pattern(FORM, "Must be a version, or a revision as in 7-kQ3_."),
        metadata={
            "description": description,
            "type": ["integer", "string"],
            "minimum": 0,
            "maximum": MAX_NUMBER,
            "default": 0,
        },
    )


def after_field(description: str) -> QueryNumber:
    """After which number a list or stream of events begins."""
    return QueryNumber(
        load_default=0, validate=validate.Range(min=0, max=MAX_NUMBER), metadata={"description": description}
    )


def wait_field(what: str) -> QueryNumber:
    """How long a list of events may be delayed."""
    text = f"Seconds to wait for {what} (long poll); above the server's maximum, usually 30, the maximum applies."
    return QueryNumber(load_default=0, validate=validate.Range(min=0, max=MAX_NUMBER), metadata={"description": text})


def cursor_field(form: str) -> fields.String:
    """Where a page begins. Another form has a problem code of its own, so that the contract alone has it."""
    return fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "`next` of the previous page.", "pattern": f"^({form})?$"},
    )
