"""The kinds of fields that requests are made of."""

import re
from typing import Any

from marshmallow import ValidationError, fields, validate

MAX_VERSION = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly; the store's own limit is 2**64 - 1."""


class Pattern(validate.Regexp):
    """The whole text must match: anchored as JSON Schema needs it, without the final newline that Python would allow."""

    def __init__(self, form: str, error: str) -> None:
        super().__init__(f"^({form})$", error=error)
        self._form = re.compile(form)

    def __call__(self, value: Any) -> Any:
        if self._form.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
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
    """A whole number in a query, in plain digits: ``int`` would accept ``1_000`` and the digits of all scripts as well."""

    def _validated(self, value: Any) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


def query_flag(description: str) -> fields.Boolean:
    """``true`` or ``false`` in a query; ``false`` without it."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


def after_field(description: str) -> QueryNumber:
    """After which version or number a list or stream of events begins."""
    return QueryNumber(load_default=0, validate=validate.Range(min=0, max=MAX_VERSION), metadata={"description": description})


def wait_field(what: str) -> QueryNumber:
    """How long a list of events may be delayed."""
    text = f"Seconds to wait for {what} (long poll); above the server's maximum, usually 30, the maximum applies."
    return QueryNumber(load_default=0, validate=validate.Range(min=0), metadata={"description": text})


def cursor_field(form: str) -> fields.String:
    """Where a page begins. Another form has a problem code of its own, so that the contract alone has it."""
    return fields.String(
        validate=validate.Length(max=100), metadata={"description": "`next` of the previous page.", "pattern": f"^({form})?$"}
    )
