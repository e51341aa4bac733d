"""The language of a response: the one of ``Accept-Language`` that the service has, else English."""

from flask import Response

from engines.language import CODES, ENGLISH
from service.api.hooks import add_vary, this_request


def request_language() -> str:
    """The language that the client likes best; ``fr-CA`` is French (RFC 4647, lookup)."""
    accepted = this_request().accept_languages
    for wanted, quality in sorted(accepted, key=lambda entry: -entry[1]):
        # a wildcard comes after what it is as good as
        code = wanted.replace("_", "-").partition("-")[0].lower()
        if quality > 0 and code in CODES:
            return code
        if quality > 0 and code == "*":
            break
    return ENGLISH


def in_language(response: Response, language: str) -> Response:
    """Name the language of a response whose texts depend on it."""
    response.headers["Content-Language"] = language
    add_vary(response, "Accept-Language")
    return response
