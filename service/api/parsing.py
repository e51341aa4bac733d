"""How request bodies are read: JSON as JSON Schema understands it."""

import json
import re
from typing import Any, NoReturn

from flask import Request as HttpRequest, request
from webargs.core import missing
from webargs.flaskparser import FlaskParser, is_json_request
from werkzeug.exceptions import UnsupportedMediaType

from service.model.problem import Problem


class _Parser(FlaskParser):
    def load_json(self, req: HttpRequest, schema: Any) -> Any:
        """The body of the request; ``missing`` without one."""
        if not is_json_request(req) or not req.get_data(cache=True):
            return missing
        return read_json(req.get_data(cache=True))


PARSER = _Parser()


def require_json() -> None:
    """Refuse a body that is not JSON; raises UnsupportedMediaType."""
    if request.content_length and not request.is_json and request.method in ("POST", "PATCH"):
        raise UnsupportedMediaType


def read_json(body: bytes) -> Any:
    """The value of a JSON text, in which ``3.0`` is the whole number 3 as in JSON Schema. Raises Problem if it is not JSON."""
    try:
        return json.loads(body.decode(), parse_float=_number, parse_constant=_refuse_constant)
    except ValueError as error:
        raise Problem("request/malformed", f"The body is not JSON in UTF-8: {_fault(error)}") from error


def _fault(error: ValueError) -> str:
    """What is wrong with a JSON text."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    if isinstance(error, _Constant):
        return str(error)
    return "a number has too many digits"


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


class _Constant(ValueError):
    """NaN or an infinity, which JSON does not have."""


def _refuse_constant(name: str) -> NoReturn:
    raise _Constant(f"{name} is not a JSON value")


def cursor_of(query: dict[str, Any], form: str) -> str:
    """The cursor of a query, empty for the first page; raises Problem ``cursor/invalid`` unless it is of the form of this list's."""
    cursor = str(query.get("cursor", ""))
    if cursor and not re.fullmatch(form, cursor):
        raise Problem("cursor/invalid", f"cursor: {cursor!r} is not `next` of a page of this list", field="cursor")
    return cursor
