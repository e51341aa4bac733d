"""The language of a response: the one of ``Accept-Language`` that the service has, else English."""

from flask import Flask, Response

from engines.language import CODES, ENGLISH
from service.api.hooks import add_vary, this_g, this_request


def request_language() -> str:
    """The language for what people read in the response, which then says that it depends on ``Accept-Language``."""
    kept = this_g()
    if "language" not in kept:
        kept.language = _preferred()
    language: str = kept.language
    return language


def _preferred() -> str:
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


def register(app: Flask) -> None:
    """Name the language in every response whose texts depend on it."""
    app.after_request(_name_language)


def _name_language(response: Response) -> Response:
    language = this_g().get("language")
    if language is not None:
        response.headers["Content-Language"] = language
        add_vary(response, "Accept-Language")
    return response
