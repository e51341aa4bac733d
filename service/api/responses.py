"""Responses: JSON, its language, who may keep it, what a client has of it already, and whether it is compressed."""

from typing import Final

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.datastructures import ETags

from engines.language import CODES, ENGLISH
from service.api.context import this_request
from service.model.answer import Answer, to_json

_NO_TAGS = ETags()


def json_response(answer: Answer | bytes, status: int = 200) -> Response:
    """The answer as JSON, unless it is that already."""
    body = answer if isinstance(answer, bytes) else to_json(answer)
    return Response(body, status=status, content_type="application/json")


def not_modified(tag: str) -> Response:
    """The answer for a caller who has what the tag names."""
    return tagged(Response(status=304), tag)


def no_store(response: Response) -> Response:
    """A response with secrets, which nothing may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response


def private(response: Response) -> Response:
    """A response for one token, which caches must ask for again."""
    response.headers["Cache-Control"] = "private, no-cache"
    add_vary(response, "Authorization")
    return response


def tagged(response: Response, tag: str) -> Response:
    """The same with a tag, of all that it depends on."""
    response.headers.extend((("ETag", tag), ("Cache-Control", "private, no-cache"), ("Vary", "Authorization")))
    return response


def released(response: Response) -> Response:
    """A response that changes only with a release and holds no secret: sets a content-hash ETag and answers 304; may be
    compressed.
    """
    response.headers["Cache-Control"] = "public, no-cache"
    return _known_by_content(response)


def released_to_one(response: Response) -> Response:
    """The same for one token."""
    return _known_by_content(private(response))


def _known_by_content(response: Response) -> Response:
    response.add_etag()
    response.make_conditional(request)
    return compressed(response)


def known_tags() -> ETags:
    """The tags of what the caller has (``If-None-Match``). Most have none, and nothing is parsed then."""
    request = this_request()
    return request.if_none_match if "HTTP_IF_NONE_MATCH" in request.environ else _NO_TAGS


def is_known(tag: str) -> bool:
    """Whether the caller has what the tag names already."""
    known = known_tags()
    return bool(known) and known.contains_weak(tag[1:-1])


# -- language


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


def add_vary(response: Response, name: str) -> None:
    """Say that the response depends on this header of the request."""
    before = response.headers.get("Vary")
    if before is None:
        response.headers.add("Vary", name)
    elif name not in before.split(", "):
        response.headers["Vary"] = f"{before}, {name}"


# -- compression


COMPRESSED: Final = (
    "application/yaml",
    "application/json",
    "application/x-ndjson",
    "application/javascript",
    "text/plain",
    "text/html",
    "text/css",
    "text/markdown",
    "text/javascript",
    "image/svg+xml",
)
"""Types of what is large and holds no secret: the contract, pages and what they load, variants, cards, records.

Views and moves are not compressed, because some hold tokens, and all hold hidden cards, beside names that others chose:
the length could reveal them. Event streams are, with noise: docs/adr/0024-compressed-streams.md.
"""
_compress: Final = Compress()


def compressed(response: Response) -> Response:
    """A response of these types, compressed as the client accepts."""
    return _compress.after_request(response)


def set_compression(app: Flask) -> None:
    """Set how responses are compressed."""
    app.config |= {
        "COMPRESS_MIMETYPES": list(COMPRESSED),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        # from here on it looks for distant repetitions: 7 % less than level 4 in about the same time
        "COMPRESS_BR_LEVEL": 5,
        "COMPRESS_REGISTER": False,  # it would add Vary to every answer
    }
    _compress.init_app(app)
