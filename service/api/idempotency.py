"""The header ``Idempotency-Key``: draft-ietf-httpapi-idempotency-key-header."""

import re
from typing import Any, Final

from flask import request

from service.api.auth import api_key
from service.api.context import services
from service.games.once import Once
from service.model.problem import Problem
from service.store.history import dump_payload

HEADER: Final = "Idempotency-Key"
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
    text = request.headers.get(HEADER)
    if text is None:
        return Once()
    secret = f"{_parsed(text)}\n{request.headers['X-Api-Key'] if api_key() else ''}"
    address = f"{request.method} {request.path}"
    return Once.of_key(secret, services().store.salt(), address, dump_payload(body))


def _parsed(text: str) -> str:
    """The key: a string as RFC 8941 has it, or the same without quotation marks."""
    quoted = _QUOTED.fullmatch(text.strip())
    key = re.sub(r"\\(.)", r"\1", quoted[1]) if quoted else text.strip()
    if (quoted or _BARE.fullmatch(key)) and MIN_KEY <= len(key) <= MAX_KEY:
        return key
    detail = (
        f"{HEADER}: send {MIN_KEY} to {MAX_KEY} printable ASCII characters that cannot be guessed, in quotation "
        "marks: a UUID"
    )
    raise Problem("idempotency/invalid_key", detail)
