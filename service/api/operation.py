"""An operation of the API, declared once: who may call it, its input, its responses and its problems.

The declaration determines the checks before the view function is called, the headers of its response, its limits and,
in the contract, its parameters, headers, security and problems. The docstring of the view function is the text of the
contract, which ``service.api.openapi`` writes from this; nothing here depends on it.

A view function is called with a ``Call`` and the parts of the address. It returns a Struct; a game, which is shown to
the caller; ``Shown``, a game for someone else or with additional fields; None for an empty body; or its own Response,
such as a stream. It may set the status of the call.

The parsing of requests: bodies, in JSON as JSON Schema understands it, queries, and the Idempotency-Key.
"""

import inspect
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, partial, wraps
from typing import Any, Final, TypeAlias, TypeVar

from flask import Blueprint, Request as FlaskRequest
from marshmallow import Schema
from werkzeug.exceptions import UnsupportedMediaType

from service.api.auth import (
    Services,
    api_key,
    member_in,
    need_key,
    need_token,
    owner_in,
    seat_in,
    services,
    this_request,
    viewer_of,
)
from service.api.fields import RequestSchema
from service.api.problems import UnknownCoding
from service.api.responses import (
    Response,
    in_language,
    is_current,
    json_response,
    not_modified,
    preferred_wait_s,
    private,
    request_language,
    sent_header,
    tagged,
)
from service.games.update import Once
from service.games.views import GameView, game_view, view_json, view_tag
from service.model.answer import Answer, Problem
from service.model.game import Game
from service.process.threads import aside
from service.store.games import dump_payload
from service.store.store import Store
from service.store.tasks import POLL_AFTER_S
from service.tasks.task import TaskView

# -- bodies


def parsed_body(schema: RequestSchema, most_bytes: int) -> Any:
    """The body of the request by ``schema``, ``{}`` if there is none. Raises ValidationError, and Problem if it is too
    long or not JSON.
    """
    environ = this_request().environ
    length = int(environ.get("CONTENT_LENGTH") or 0)
    if length > most_bytes:
        raise Problem("request/too_large", f"The body may have at most {most_bytes} bytes.")
    # It has arrived whole: docs/adr/0092-a-stream-costs-its-bytes.md
    return schema.load_text(environ["wsgi.input"].read(length)) if length else schema.load({})


def parsed_query(schema: Schema) -> Any:
    """The query parameters by ``schema``, of a repeated parameter the first. Raises ValidationError."""
    request = this_request()
    return schema.load(request.args.to_dict()) if request.query_string else dict(_without_parameters(schema))


@cache
def _without_parameters(schema: Schema) -> Any:
    """The query without parameters by ``schema``: the defaults. Raises ValidationError if one is missing."""
    return schema.load({})


def require_json(request: FlaskRequest) -> None:
    """Refuse a body that is not JSON; raises UnsupportedMediaType."""
    environ = request.environ
    if environ.get("CONTENT_LENGTH") in (None, "", "0"):
        return
    coding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if coding.lower() != "identity":
        raise UnknownCoding(coding)
    if request.method in ("POST", "PATCH") and environ.get("CONTENT_TYPE") != JSON_TYPE and not request.is_json:
        raise UnsupportedMediaType


# -- the header ``Idempotency-Key``: draft-ietf-httpapi-idempotency-key-header

KEY_HEADER: Final = "Idempotency-Key"
MIN_KEY: Final = 16
MAX_KEY: Final = 128
PUBLISHED_KEYS: Final = ("4c6e2f3a-98b1-4a57-8f0e-6f2d1c9b7a35", "idempotency_key_example", "idempotencykey_example")
"""The example of an earlier contract, and those of generated guides: clients that use one would share what they create,
and its tokens.
"""
_QUOTED: Final = re.compile(r'"((?:[ !#-\[\]-~]|\\["\\])*)"')
_BARE: Final = re.compile(r"[!#-+\--:<-~]*")
"""A string without its quotation marks, as many clients send it; never with a space, comma, semicolon or quotation
mark.
"""


def once_of_request(body: dict[str, Any]) -> Once:
    """The identity of this request with its parsed ``body``, so that it is carried out once. Raises Problem
    ``idempotency/invalid_key``.

    The key identifies it, from wherever it is sent: a phone that changes networks sends the same request from another
    address.
    """
    request = this_request()
    text = sent_header(KEY_HEADER)
    if text is None:
        return Once()
    secret = f"{_key_of(text)}\n{request.headers['X-Api-Key'] if api_key() else ''}"
    address = f"{request.method} {request.path}"
    return Once.of_key(secret, services().store.salt(), address, dump_payload(body))


def _key_of(text: str) -> str:
    """The key: a string as RFC 8941 has it, or the same without quotation marks."""
    quoted = _QUOTED.fullmatch(text.strip())
    key = re.sub(r"\\(.)", r"\1", quoted[1]) if quoted else text.strip()
    if key.lower() in PUBLISHED_KEYS:
        raise Problem("idempotency/invalid_key", f"{KEY_HEADER}: {key} is a published example; send a key of your own")
    if (quoted or _BARE.fullmatch(key)) and MIN_KEY <= len(key) <= MAX_KEY:
        return key
    detail = (
        f"{KEY_HEADER}: send {MIN_KEY} to {MAX_KEY} printable ASCII characters that cannot be guessed, in quotation "
        "marks: a UUID"
    )
    raise Problem("idempotency/invalid_key", detail)


View = TypeVar("View", bound=Callable[..., Any])
Content: TypeAlias = type[Answer] | type[Schema] | type[str]
"""The type of a body: a Struct, a request schema, or text."""
JSON_TYPE: Final = "application/json"
EVENT_STREAM: Final = "text/event-stream"
PATIENCE_S: Final = 10.0
_NO_QUERY: Final = RequestSchema()
AUDIENCES: Final = ("player", "bots", "tasks", "operator")
"""Who uses an operation, as in ``/openapi.json?for=player``: players, bots and backends, tasks, operators."""


# -- who may call


@dataclass(frozen=True)
class Needs:
    """What an operation requires of its caller, and how it refuses others."""

    codes: tuple[str, ...] = ()
    first: Callable[[], object] | None = None
    """Refuses before anything is parsed or looked up, so that a refusal reveals nothing."""
    role: Callable[[Game], Any] | None = None
    """The role of the caller in the game of the address; raises Problem without one. Code that changes or shows a game
    asks again with that version, in which the token may have been renewed.
    """


LOOKING: Final = ("auth/unknown_token", "auth/foreign_token", "game/not_found")
KEYED: Final = ("key/missing", "key/unknown")

ANYONE: Final = Needs()
VIEWER: Final = Needs(LOOKING, role=viewer_of)
"""Anyone for a public game, otherwise a holder of a token of it."""
MEMBER: Final = Needs(("auth/missing", *LOOKING), need_token, member_in)
"""A holder of a token of the game."""
SEAT: Final = Needs((*MEMBER.codes, "auth/not_a_seat"), need_token, seat_in)
OWNER: Final = Needs((*MEMBER.codes, "auth/not_the_owner"), need_token, owner_in)
KEY: Final = Needs(KEYED, need_key)
"""A holder of an API key, if the settings require one."""
TOKEN_AND_KEY: Final = Needs(("auth/unknown_token", *KEYED), need_key)
"""The same; a token may be sent, which then owns what is created."""


# -- responses


@dataclass(frozen=True)
class Reply:
    """A response of an operation."""

    kind: Content | Mapping[str, Content] | None = None
    """Its content, as JSON or by media type; None for an empty body."""
    description: str = "OK"
    item: type[Answer] | None = None
    """For lines of JSON: the content of each line."""

    @property
    def contents(self) -> Mapping[str, Content]:
        """Its content, by media type."""
        if self.kind is None:
            return {}
        return self.kind if isinstance(self.kind, Mapping) else {JSON_TYPE: self.kind}


NOT_MODIFIED: Final = Reply(description="Not modified.")
ONCE: Final = ("idempotency/invalid_key", "idempotency/mismatch")
BODY: Final = ("request/malformed", "request/invalid", "request/too_large", "request/media_type")
TASK: Final = ("store/full", "task/too_many", "task/full", "quota/ai_time")
COMPUTER: Final = ("level/unknown", "rating/unknown", "character/unknown")
RUNNING: Final = ("game/over", "game/not_started")
INVITED_BOT: Final = ("bot/unknown", "bot/offline", "bot/full")


class Shown:
    """A game as one seat sees it, or a spectator for None, with the fields that the operation adds to a view."""

    def __init__(self, game: Game, seat: int | None, **more: Any) -> None:
        self.id = game.id
        self.game = game
        self.seat = seat
        self.more = more


@dataclass(frozen=True, kw_only=True)
class Operation:
    """The declaration of an operation."""

    routes: "Routes"
    method: str
    path: str
    name: str
    text: str
    """Its text in the contract: a sentence, and after an empty line more."""
    needs: Needs = ANYONE
    body: type[RequestSchema] | None = None
    most_body: str = "max_body_bytes"
    """The setting of the bytes that a body may have."""
    body_required: bool = True
    """For the contract only: without a body, its fields are missing."""
    query: type[Schema] | None = None
    """The query parameters; without it, none are known."""
    answers: Mapping[int, Reply]
    """Its responses, by status; the first is the usual one."""
    refuses: tuple[str, ...] = ()
    """Codes of problems, in addition to those that follow from the rest."""
    uses_store: bool = True
    waits: bool = False
    """Whether ``Prefer: wait`` delays the response."""
    once: tuple[str, ...] = ()
    """For an operation with an Idempotency-Key, the problems of the key."""
    replays: bool = False
    """Whether a repeated request is marked as such without a key."""
    texts: bool = False
    """Whether its texts are in the language of the request, as in all views."""
    tagged: bool = False
    """Whether its response has an ETag, as all views do, and everything that can be answered with 304."""
    creates: str = ""
    """The address of what it creates, with fields of its response, as in ``/v1/bots/{answer.id}``."""
    cache: Callable[[Response], Response] | None = None
    """Who may cache its responses, a function of ``service.api.responses``."""
    audiences: tuple[str, ...] = ()
    """Some of ``AUDIENCES``: by default those of its ``Routes``."""
    at_once: threading.Semaphore | None = None
    """Bounds the calls that a process carries out at once, including the parsing of their bodies; others wait for
    ``PATIENCE_S``.
    """
    limit: str
    """The limit that counts it, of ``service.api.limits``: by default ``read`` or ``create``, by its method."""

    @cached_property
    def status(self) -> int:
        """The usual status."""
        return next(iter(self.answers))

    @cached_property
    def kinds(self) -> tuple[Content, ...]:
        """All its responses."""
        return tuple(kind for reply in self.answers.values() for kind in reply.contents.values())

    @cached_property
    def view_kind(self) -> type[GameView] | None:
        """The view with which it answers, if it does."""
        return next((kind for kind in self.kinds if issubclass(kind, GameView)), None)

    @cached_property
    def has_texts(self) -> bool:
        """True if it answers in the language of the request."""
        return self.texts or self.view_kind is not None

    @property
    def is_limited(self) -> bool:
        """True if its calls are counted."""
        return self.path.startswith("/v1/")

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """The codes of all problems that it answers with."""
        everywhere = ("store/unavailable", "store/unreadable") if self.uses_store else ()
        limited = ("limit/exceeded",) if self.is_limited else ()
        asked = BODY if self.body else ("request/invalid",)
        own = (*self.needs.codes, *self.refuses)
        unreadable = ("game/unreadable",) if {"game/not_found", "invitation/not_found"} & {*own} else ()
        return (*everywhere, *limited, *asked, *self.once, *unreadable, *own)

    @cached_property
    def request_headers(self) -> tuple[str, ...]:
        """The headers that it reads, in addition to those of the security."""
        declared = {
            "If-None-Match": 304 in self.answers,
            "Prefer": self.waits,
            "Last-Event-ID": any(EVENT_STREAM in reply.contents for reply in self.answers.values()),
            "Idempotency-Key": bool(self.once),
            "Accept-Language": self.has_texts,
        }
        return tuple(name for name, is_read in declared.items() if is_read)

    @cached_property
    def response_headers(self) -> tuple[str, ...]:
        """The headers of its responses, in addition to those of their status and of the language."""
        declared = {
            "Location": bool(self.creates),
            "ETag": self.tagged or self.view_kind is not None or 304 in self.answers,
            "Preference-Applied": self.waits,
            "Idempotent-Replayed": bool(self.once) or self.replays,
            "Retry-After": any(issubclass(kind, TaskView) for kind in self.kinds),
        }
        return tuple(name for name, is_sent in declared.items() if is_sent)


# -- a call


class Call:
    """A request that the declaration of its operation has checked, and the values on which the headers of the response
    depend.
    """

    place: ExitStack
    """Among the calls that the process carries out ``at_once``, if those are limited: one that is held gives it back
    before.
    """

    def __init__(self, operation: Operation, services: Services) -> None:
        self.operation = operation
        self.services = services
        self.settings = services.settings
        self.games = services.games
        self.body: dict[str, Any] = {}
        self.query: dict[str, Any] = {}
        self.status = operation.status
        self.is_repeated = False
        """Whether the request was carried out before."""
        self._once: Once | None = None
        self._waited_s = 0
        self._language = ""

    @property
    def store(self) -> Store:
        """The store of games."""
        return self.games.store

    def load(self, game_id: str) -> tuple[Game, Any]:
        """The game, and the role in it that the operation needs; raises Problem if the caller does not have it."""
        game, role_in = self.games.load(game_id), self.operation.needs.role
        assert role_in is not None, "the operation needs no role"
        return game, role_in(game)

    @property
    def language(self) -> str:
        """The language of the texts in the response, whose headers then name it."""
        if not self._language:
            assert self.operation.has_texts, "declare texts"
            self._language = request_language()
        return self._language

    def wait_s(self) -> int:
        """Seconds of ``Prefer: wait``, 0 without it. A view function that reads this honours it; the response says
        so.
        """
        assert self.operation.waits, "declare waits"
        self._waited_s = preferred_wait_s()
        return self._waited_s

    def once(self) -> Once:
        """The identity of the request, if it has an Idempotency-Key."""
        assert self.operation.once, "declare once"
        self._once = once_of_request(self.body)
        return self._once

    def respond(self, answer: Any) -> Response:
        """The response with the result of a view function, and the headers by the declaration."""
        operation, response = self.operation, self._content(answer)
        if operation.cache is not None:
            response = operation.cache(response)
        elif operation.needs.codes and not operation.view_kind and response.status_code != 204:  # a view is private
            response = private(response)
        if operation.creates and not isinstance(answer, Response):
            response.headers["Location"] = operation.creates.format(answer=answer)
        if self._language:
            in_language(response, self._language)
        if self._waited_s:
            response.headers["Preference-Applied"] = f"wait={self._waited_s}"
        if self.is_repeated or (self._once is not None and self._once.is_repeated):
            response.headers["Idempotent-Replayed"] = "true"
        return response

    def _content(self, answer: Any) -> Response:
        """The response to the result of a view function, without the headers by the declaration."""
        match answer:
            case None:
                response = Response(status=204)
                del response.headers["Content-Type"]  # few bytes: there is one for each move
                return response
            case Response():
                return answer
            case Game():
                return self._view(Shown(answer, viewer_of(answer)))
            case Shown():
                return self._view(answer)
            case TaskView(is_open=True):
                response = json_response(answer, self.status)
                response.headers["Retry-After"] = str(POLL_AFTER_S)
                return response
            case TaskView() if 200 in self.operation.answers:  # it is done
                return json_response(answer)
        return json_response(answer, self.status)

    def _view(self, shown: Shown) -> Response:
        """The view of a game, unless the caller has it already."""
        game, language = shown.game, self.language
        tag = view_tag(game.shown_revision, shown.seat, language)
        if 304 in self.operation.answers and is_current(tag):
            return not_modified(tag)
        if not shown.more:
            return tagged(json_response(view_json(game, shown.seat, language), self.status), tag)
        assert self.operation.view_kind is not None, "declare the view"
        view = game_view(game, shown.seat, language, self.operation.view_kind, **shown.more)
        return tagged(json_response(view, self.status), tag)


# -- declarations


class Routes:
    """Operations that form a tag of the contract. The arguments of their decorators are the fields of ``Operation``."""

    def __init__(self, tag: str, description: str, prefix: str = "", audiences: tuple[str, ...] = ()) -> None:
        self.tag = tag
        self.description = description
        self.prefix = prefix
        self.audiences = audiences
        self.blueprint = Blueprint(tag, __name__, url_prefix=prefix)
        self.operations: list[Operation] = []
        self.get = partial(self._declared, "GET")
        self.post = partial(self._declared, "POST")
        self.patch = partial(self._declared, "PATCH")
        self.delete = partial(self._declared, "DELETE")

    def _declared(self, method: str, path: str, **declared: Any) -> Callable[[View], View]:
        def declare(view: View) -> View:
            facts = {"audiences": self.audiences, "limit": "read" if method == "GET" else "create"} | declared
            facts["answers"] = {
                status: kind if isinstance(kind, Reply) else Reply(kind) for status, kind in facts["answers"].items()
            }
            address, text = f"{self.prefix}{path}", inspect.getdoc(view) or ""
            operation = Operation(routes=self, method=method, path=address, name=view.__name__, text=text, **facts)
            self.operations.append(operation)
            self.blueprint.add_url_rule(path, view_func=_carried_out(operation, view), methods=[method])
            return view

        return declare


@contextmanager
def _limited(at_once: threading.Semaphore) -> Iterator[None]:
    """Carry out the body when there is a free slot; raises Problem ``task/full`` if there is none within
    ``PATIENCE_S``.
    """
    with aside():
        is_free = at_once.acquire(timeout=PATIENCE_S)
    if not is_free:
        raise Problem("task/full", "Other requests of this kind, which need much memory, take too long.")
    try:
        yield
    finally:
        at_once.release()


def _carried_out(operation: Operation, view: Callable[..., Any]) -> Callable[..., Response]:
    """The view function for Flask: everything in the declaration of the operation, around ``view``."""
    first = operation.needs.first
    body = operation.body() if operation.body else None
    query = operation.query() if operation.query else _NO_QUERY

    @wraps(view)
    def carry_out(**path: Any) -> Response:
        if first is not None:
            first()
        call = Call(operation, services())
        call.query = parsed_query(query)
        if operation.at_once is None:
            return answer(call, path)
        with ExitStack() as call.place:
            call.place.enter_context(_limited(operation.at_once))
            return answer(call, path)

    def answer(call: Call, path: dict[str, Any]) -> Response:
        if body is not None:
            call.body = parsed_body(body, getattr(call.settings, operation.most_body))
        return call.respond(view(call, **path))

    carry_out.operation = operation  # type: ignore[attr-defined]
    return carry_out
