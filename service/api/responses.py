"""Responses: JSON, language, caching, ETags and compression; and how a request is held until it is the caller's turn,
or until a task is over.
"""

import gzip
import re
from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, TypeAlias

import brotli
import flask
from flask import request
from werkzeug.datastructures import ETags, LanguageAccept
from werkzeug.http import parse_accept_header

from engines.language import CODES, ENGLISH as ENGLISH_CODE
from service.api.auth import bearer_token, counted_as, header, is_known, reader_digest, services, this_request
from service.api.static_files import StaticFile, StaticFiles
from service.live.hub import UNWATCHED, Reader
from service.live.news import changed_game, note_waiting, others_at_table
from service.live.streams import Stream
from service.model.answer import Answer, Problem, refusal, to_json
from service.model.game import ACTIVE, OPEN, Game, is_place, means, seats_to_act, version_of, word_of
from service.model.tokens import digest
from service.store.tasks import Task

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from werkzeug.datastructures import Headers

_NO_TAGS = ETags()
USUAL_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""For every response with a body and no other value: it is not a page, whatever a browser would guess."""


class Response(flask.Response):
    """Flask's response, with ``Vary`` and the usual headers added at its end.

    Werkzeug checks each header that is added, and copies and checks all of them again before they are sent: with the
    usual ones a tenth of a move.
    """

    varies: tuple[str, ...] = ()
    """The headers of the request on which it depends."""

    def vary_by(self, *names: str) -> None:
        """Add headers of the request to ``Vary``."""
        self.varies += names

    @property
    def _is_simple(self) -> bool:
        """True if it is sent as it is: its status has a body, and it has one."""
        return self.status_code == 200 and bool(self.response)

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> "Headers":
        """As in Werkzeug."""
        return self.headers if self._is_simple else super().get_wsgi_headers(environ)

    def get_app_iter(self, environ: "WSGIEnvironment") -> Iterable[bytes]:
        """As in Werkzeug; bytes that are at hand need no iterator, and a stream is for the server."""
        if isinstance(self.response, Stream) and environ["REQUEST_METHOD"] != "HEAD":
            return self.response
        if self._is_simple and isinstance(self.response, list) and environ["REQUEST_METHOD"] != "HEAD":
            return self.response
        return super().get_app_iter(environ)

    def get_wsgi_response(self, environ: "WSGIEnvironment") -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """As in Werkzeug, with ``Vary`` and the usual headers."""
        body, status, headers = super().get_wsgi_response(environ)
        if self.varies:
            headers.append(("Vary", ", ".join(dict.fromkeys(self.varies))))
        if self.status_code != 204:
            given = {name for name, _ in headers}
            headers += [usual for usual in USUAL_HEADERS.items() if usual[0] not in given]
        return body, status, headers


def json_response(answer: Answer | bytes, status: int = 200) -> Response:
    """The response body as JSON, unless it is bytes already."""
    body = answer if isinstance(answer, bytes) else to_json(answer)
    return Response(body, status=status, content_type="application/json")


def not_modified(tag: str) -> Response:
    """The response for a caller that has the version of the ETag."""
    return tagged(Response(status=304), tag)


def no_store(response: Response) -> Response:
    """A response with secrets, which must not be cached."""
    response.headers["Cache-Control"] = "no-store"
    return response


def private(response: Response) -> Response:
    """A response for one token, which caches must revalidate."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary_by("Authorization")
    return response


def tagged(response: Response, tag: str) -> Response:
    """The same with an ETag of everything that it depends on."""
    response.headers.add("ETag", tag)
    response.headers.add("Cache-Control", "private, no-cache")
    response.vary_by("Authorization")
    return response


def released(response: Response) -> Response:
    """A response that changes only with a release and contains no secret: sets a content-hash ETag and answers 304; may
    be compressed.
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


def static_file(files: StaticFiles, file: StaticFile) -> Response:
    """A static file, compressed as the client accepts, or 304."""
    coding = accepted_coding(file.places)
    response = Response(files.content(file, coding), content_type=file.content_type)
    response.headers["Cache-Control"] = "public, no-cache"
    response.vary_by("Accept-Encoding")
    if coding:
        response.headers["Content-Encoding"] = coding
    response.set_etag(f"{file.tag}:{coding}" if coding else file.tag)
    response.make_conditional(this_request())
    return response


_FILLED_IN: Final = re.compile("(string)+s?t?r?i?n?|<string>")
"""Default texts of tools: Postman sends ``stringstringstring`` for one with at least 16 characters."""


def sent_header(name: str) -> str | None:
    """A header of the request, None without it: values that tools fill in count as not sent."""
    text = this_request().headers.get(name)
    return None if text is None or _FILLED_IN.fullmatch(text) else text


def known_tags() -> ETags:
    """The ETags that the caller has (``If-None-Match``). Most requests have none, and then nothing is parsed."""
    request = this_request()
    return request.if_none_match if "HTTP_IF_NONE_MATCH" in request.environ else _NO_TAGS


def is_current(tag: str) -> bool:
    """True if the caller has the version of the ETag already."""
    known = known_tags()
    return bool(known) and known.contains_weak(tag[1:-1])


# -- language


def request_language() -> str:
    """The language that the client prefers; ``fr-CA`` is French (RFC 4647, lookup)."""
    return _preferred_language(header("HTTP_ACCEPT_LANGUAGE") or "")


@lru_cache(256)
def _preferred_language(text: str) -> str:
    accepted = parse_accept_header(text, LanguageAccept)
    for wanted, quality in sorted(accepted, key=lambda entry: -entry[1]):
        # a wildcard comes after equal languages
        code = wanted.replace("_", "-").partition("-")[0].lower()
        if quality > 0 and code in CODES:
            return code
        if quality > 0 and code == "*":
            break
    return ENGLISH_CODE


def in_language(response: Response, language: str) -> Response:
    """Name the language of a response whose texts depend on it."""
    response.headers.add("Content-Language", language)
    response.vary_by("Accept-Language")
    return response


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

Views and moves are not compressed, because some hold tokens, and all contain hidden cards next to names that others
chose: the length could reveal them. Event streams are, in steps: docs/adr/0072-lengths-in-steps.md.
"""
LEAST_COMPRESSED: Final = 500
"""Bytes. A shorter response is not compressed."""
Coder: TypeAlias = Callable[[bytes], bytes]
CODINGS: Final[Mapping[str, Coder]] = {
    # from 5 on it searches for distant repetitions: 7 % less than 4 in about the same time
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=6, mtime=0),
}
"""Supported codings, the best one first."""
BEST_CODINGS: Final[Mapping[str, Coder]] = {
    "br": partial(brotli.compress, quality=10),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
"""For what is compressed by a build: a tenth less than with the others, in thirty times the time. Brotli 11 would take
a fiftieth off, in two and a half times as long."""


def accepted_coding(offered: Container[str] = CODINGS) -> str:
    """The coding of those offered that the client likes best; empty if it accepts none."""
    accepted = this_request().accept_encodings
    coding = max(CODINGS, key=lambda coding: accepted[coding])
    return coding if coding in offered and accepted[coding] else ""


def compressed(response: Response) -> Response:
    """A response of these types, compressed as the client accepts."""
    response.vary_by("Accept-Encoding")
    is_large = (response.content_length or 0) >= LEAST_COMPRESSED
    if response.status_code == 200 and is_large and response.mimetype in COMPRESSED and (coding := accepted_coding()):
        tag, _ = response.get_etag()
        response.set_data(CODINGS[coding](response.get_data()))
        response.headers["Content-Encoding"] = coding
        if tag:
            response.set_etag(f"{tag}:{coding}")
            response.make_conditional(this_request())
    return response


# -- waiting


def _preference(name: str, value: str) -> re.Pattern[str]:
    """A regular expression for a preference in ``Prefer`` with a value of this form (RFC 7240)."""
    return re.compile(rf"""(?:^|[,;\s]){name}\s*=\s*"?({value})"?(?:$|[,;\s])""", re.I)


WAIT = _preference("wait", "[0-9]+")
MINIMAL = _preference("return", "minimal")


def reader(is_member: bool = True) -> Reader:
    """The reader of the response to this request. Callers with an API key or on this machine may hold as many requests
    as there are places.

    ``is_member``: the token or ticket of the request was found to be one of what it waits for.
    """
    request = this_request()
    has_token = is_member and (bearer_token() is not None or "ticket" in request.args)
    return Reader(() if is_known() else counted_as(), has_token, request.environ.get("faceoff.connection", UNWATCHED))


def wait_for_end(task: Task, wait_s: int) -> Task:
    """Hold the request until the task or the time is over, and return the task in its state then."""
    return (
        services().tasks.store.load(task.kind, task.id) if task.is_open and hold_until_over(task.id, wait_s) else task
    )


def hold_until_over(task_id: str, wait_s: int) -> bool:
    """Hold the request until the task or the time is over; not at all at the cap of waiters. Returns whether it was
    held.
    """
    if not wait_s:
        return False
    store = services().tasks.store
    try:
        services().hub.wait_until(task_id, lambda: store.is_over(task_id), wait_s, reader(is_member=False))
    except Problem:
        return False
    return True


def preferred_wait_s() -> int:
    """Seconds of ``Prefer: wait=n``, at most what the settings allow; 0 without it.

    RFC 7240 requires that a preference that is not understood, such as ``wait=soon``, is ignored.
    """
    text = header("HTTP_PREFER")
    found = text and WAIT.search(text)
    return min(int(found[1].lstrip("0")[:9] or 0), services().settings.max_wait_s) if found else 0


def prefers_minimal() -> bool:
    """Whether the client needs no body: ``Prefer: return=minimal``."""
    text = header("HTTP_PREFER")
    return text is not None and MINIMAL.search(text) is not None


def wait_for_change(game: Game, wait_s: float) -> Game:
    """Hold the request until the game changes or the time is over, and return the game as it is then; raises Problem
    ``wait/full`` at the cap of waiters.

    Nothing was carried out, so it can be refused: after an immediate response, a client would ask again without a
    pause. A player who hangs up is away, and is back with the next such request.
    """
    presence, who, holder = services().games.store.presence, reader(), reader_digest()
    seat = game.tokens.get(holder)
    if isinstance(seat, int) and others_at_table(game, seat):
        presence.ask(game.id, seat)
    changed = _hold(game, wait_s, who, holder, lambda _: False)
    if who.connection.has_gone and isinstance(seat, int) and others_at_table(changed, seat):
        presence.leave(game.id, seat)
    return changed


def _hold(game: Game, wait_s: float, who: Reader, holder: str, waits: Callable[[Game], bool]) -> Game:
    """Hold the request until the game changes to one for which it no longer ``waits``, or the time is over, and return
    the game as it is then. ``holder``: the SHA-256 of the reader's token, which the request may have created.
    """
    hub, games = services().hub, services().games

    def is_awaited() -> bool:
        nonlocal game
        changed = changed_game(games, game, holder)
        game = changed or game
        return changed is not None and not waits(changed)

    hub.wait_until(game.id, is_awaited, wait_s, who)
    if who.connection.has_gone:
        note_waiting(games.store, game, holder, waits=False)
    return game


def place_in(game: Game, text: str) -> str:
    """The place in the events that ``text`` names, a revision or a version; raises Problem for a version that the game
    has not reached.

    It may be a revision that the game does not have: the store may have lost it (``commits_after`` checks).
    """
    if not is_place(text) or (not word_of(text) and version_of(text) > game.version):
        raise refusal("stream/unknown_version", "stream_version", version=repr(text), game=game.id, last=game.version)
    return game.revision if means(text, game.revision) else text


def wait_for_turn(game: Game, seat: int, wait_s: int) -> Game:
    """Hold the request until ``seat`` is asked again, or the game or the time is over; not at all at the cap of
    waiters.

    An open game is shown at once, since others need its join code; unless only bots have to accept.
    """
    return _wait_while(
        game,
        lambda game: game.waits_for_bots or (game.status == ACTIVE and seat not in seats_to_act(game)),
        wait_s,
        reader_digest(),
    )


def wait_for_start(game: Game, wait_s: int, token: str) -> Game:
    """The same for the holder of a token, until the game is no longer open, or waits for promised seeds."""
    return _wait_while(game, lambda game: game.status == OPEN and game.reveal_by is None, wait_s, digest(token))


def _wait_while(game: Game, waits: Callable[[Game], bool], wait_s: int, holder: str) -> Game:
    try:
        return _hold(game, wait_s, reader(), holder, waits) if wait_s and waits(game) else game
    except Problem as refused:
        if refused.code != "wait/full":
            raise
        return game
