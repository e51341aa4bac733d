"""Responses: JSON, who may keep it, and what a client has of it already."""

from flask import Response, request
from werkzeug.datastructures import ETags

from service.api.compression import compressed
from service.api.hooks import add_vary, this_request
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
