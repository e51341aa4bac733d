"""What the views share: the parts of the app, tokens, preferences, ETags, waiting."""

import secrets

from flask import Response, request
from werkzeug.datastructures import ETags

from service.api.auth import reader_digest
from service.api.compression import compressible
from service.api.hooks import this_request
from service.api.languages import request_language
from service.api.services import services
from service.api.waiting import preferred_wait_s
from service.games.views import GameView, game_view
from service.model.answer import Answer, to_json
from service.model.game import Game
from service.store.tasks import Task, not_found

POLL_AFTER_S = 1
_NO_TAGS = ETags()


def task_of_request(kind: str, task_id: str) -> Task:
    """The task, if the request may see it; raises Problem."""
    task = services().tasks.store.load(kind, task_id)
    if task.reader_digest and not secrets.compare_digest(task.reader_digest, reader_digest()):
        raise not_found(kind, task_id)
    return task


def seat_view(game: Game, seat: int | None) -> GameView:
    """The view of a seat, or of a spectator for None, in the language of the request."""
    return game_view(game, seat, request_language())


def json_response(answer: Answer, status: int = 200) -> Response:
    """The answer as JSON."""
    return Response(to_json(answer), status=status, content_type="application/json")


def task_response(view: Answer, status: int = 200, *, may_wait: bool = False) -> Response:
    """The view of a task, which may be for one token only; with 202, when to look again. ``may_wait``: ``Prefer: wait``
    was honoured.
    """
    response = json_response(view, status)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    if may_wait and (wait_s := preferred_wait_s()):
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    if status == 202:
        response.headers["Retry-After"] = str(POLL_AFTER_S)
    return response


def view_response(view: GameView, status: int = 200) -> Response:
    """A view with its ETag."""
    return tagged_json(to_json(view), view.etag, status)


def tagged_json(body: bytes, tag: str, status: int = 200) -> Response:
    """JSON that belongs to one viewer, so that caches must ask again. ``tag``: of all that it depends on."""
    return _with_tag(Response(body, status=status, content_type="application/json"), tag)


def not_modified(tag: str) -> Response:
    """The answer for a caller who has what the tag names."""
    return _with_tag(Response(status=304), tag)


def _with_tag(response: Response, tag: str) -> Response:
    response.headers.extend((("ETag", tag), ("Cache-Control", "private, no-cache"), ("Vary", "Authorization")))
    return response


def cacheable(response: Response, private: bool = False) -> Response:
    """A response that changes only with a release and holds no secret: sets a content-hash ETag and answers 304; may be
    compressed.
    """
    response.headers["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    if private:
        response.headers["Vary"] = "Authorization"
    response.add_etag()
    response.make_conditional(request)
    return compressible(response)


def known_tags() -> ETags:
    """The tags of what the caller has (``If-None-Match``). Most have none, and nothing is parsed then."""
    request = this_request()
    return request.if_none_match if "HTTP_IF_NONE_MATCH" in request.environ else _NO_TAGS


def is_known(tag: str, known: ETags) -> bool:
    """Whether the caller has what the tag names already."""
    return bool(known) and known.contains_weak(tag[1:-1])
