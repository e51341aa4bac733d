"""The language of a response: the one of ``Accept-Language`` that the service has, else English."""

from flask import Flask, Response, g, request

from engines.language import CODES, ENGLISH


def request_language() -> str:
    """The language for what people read in the response, which then says that it depends on ``Accept-Language``."""
    if "language" not in g:
        g.language = _preferred()
    language: str = g.language
    return language


def _preferred() -> str:
    """The language that the client likes best; ``fr-CA`` is French (RFC 4647, lookup)."""
    for wanted, quality in sorted(request.accept_languages, key=lambda entry: -entry[1]):  # a wildcard comes after what it is as good as
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
    if "language" in g:
        response.headers["Content-Language"] = g.language
        response.vary.add("Accept-Language")
    return response
