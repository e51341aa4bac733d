"""How request bodies are read: JSON as JSON Schema understands it."""

import json
from functools import cache
from typing import Any, Final, NoReturn

from flask import Request
from marshmallow import Schema
from werkzeug.exceptions import UnsupportedMediaType

from service.api.context import this_request
from service.model.problem import Problem


def parsed_body(schema: Schema) -> Any:
    """The body of the request as ``schema`` has it, ``{}`` if there is none. Raises ValidationError, and Problem if it
    is not JSON.
    """
    request = this_request()
    sent = request.get_data() if request.is_json else b""
    return schema.load(read_json(sent) if sent else {})


def parsed_query(schema: Schema) -> Any:
    """The query parameters as ``schema`` has them, of a parameter that is repeated the first. Raises
    ValidationError.
    """
    request = this_request()
    return schema.load(request.args.to_dict()) if request.query_string else dict(_without_parameters(schema))


@cache
def _without_parameters(schema: Schema) -> Any:
    """What ``schema`` makes of a query without parameters: the defaults. Raises ValidationError if one is missing."""
    return schema.load({})


def require_json(request: Request) -> None:
    """Refuse a body that is not JSON; raises UnsupportedMediaType."""
    if request.content_length and not request.is_json and request.method in ("POST", "PATCH"):
        raise UnsupportedMediaType


def read_json(body: bytes) -> Any:
    """The value of a JSON text, in which ``3.0`` is the whole number 3 as in JSON Schema. Raises Problem if it is not
    JSON.
    """
    try:
        return _decoder.decode(body.decode())
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


_decoder: Final = json.JSONDecoder(parse_float=_number, parse_constant=_refuse_constant)
"""Made once: ``json.loads`` makes one for each text."""
