"""How requests are read: bodies, in JSON as JSON Schema understands it, queries, and the key of one that may be sent
again.
"""

import json
import re
from functools import cache
from typing import Any, Final, NoReturn

from flask import Request
from marshmallow import Schema
from werkzeug.exceptions import UnsupportedMediaType

from service.api.auth import api_key
from service.api.context import services, this_request
from service.games.once import Once
from service.model.problem import Problem
from service.store.history import dump_payload


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


# -- the header ``Idempotency-Key``: draft-ietf-httpapi-idempotency-key-header


KEY_HEADER: Final = "Idempotency-Key"
MIN_KEY: Final = 16
MAX_KEY: Final = 128
_QUOTED: Final = re.compile(r'"((?:[ !#-\[\]-~]|\\["\\])*)"')
_BARE: Final = re.compile(r"[!#-+\--:<-~]*")
"""A string without its quotation marks, as many clients send it; never with a space, comma, semicolon or quotation
mark.
"""


def once_of_request(body: dict[str, Any]) -> Once:
    """How this request with its parsed ``body`` is carried out once. Raises Problem ``idempotency/invalid_key``.

    The key identifies it, wherever the request comes from: a phone that changes networks sends the same request from
    another address.
    """
    request = this_request()
    text = request.headers.get(KEY_HEADER)
    if text is None:
        return Once()
    secret = f"{_key_of(text)}\n{request.headers['X-Api-Key'] if api_key() else ''}"
    address = f"{request.method} {request.path}"
    return Once.of_key(secret, services().store.salt(), address, dump_payload(body))


def _key_of(text: str) -> str:
    """The key: a string as RFC 8941 has it, or the same without quotation marks."""
    quoted = _QUOTED.fullmatch(text.strip())
    key = re.sub(r"\\(.)", r"\1", quoted[1]) if quoted else text.strip()
    if (quoted or _BARE.fullmatch(key)) and MIN_KEY <= len(key) <= MAX_KEY:
        return key
    detail = (
        f"{KEY_HEADER}: send {MIN_KEY} to {MAX_KEY} printable ASCII characters that cannot be guessed, in quotation "
        "marks: a UUID"
    )
    raise Problem("idempotency/invalid_key", detail)
