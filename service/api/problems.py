"""Domain errors and their responses.

Use cases raise ``Problem`` with a stable code, engines raise their exceptions; here each becomes RFC 9457 problem+json,
with the status and title that ``problems.md`` lists.
"""

import inspect
import logging
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import redis
from flask import Flask, current_app, g, request
from marshmallow import ValidationError
from msgspec.structs import replace
from werkzeug.exceptions import HTTPException, UnsupportedMediaType
from werkzeug.routing import Rule

from engines import VARIANTS
from engines.api import IllegalMove, InvalidMove, InvalidObservation, InvalidOption, Refusal
from engines.fields import MOST_FAULTS, quoted
from engines.language import ENGLISH, Phrases, shared
from service.api import answers
from service.api.responses import Response, in_language, request_language
from service.games.catalogue import rule_url
from service.games.views import game_view
from service.language import ENGLISH as ENGLISH_PHRASES, phrases
from service.model.answer import Problem, to_json
from service.store.readable import GAME, Unreadable
from service.store.space import RETRY_AFTER_S as FULL_RETRY_AFTER_S, is_refusal

log = logging.getLogger(__name__)


class ProblemKind(NamedTuple):
    """The constant facts about a problem. Cause and remedy are Markdown."""

    status: int
    title: str
    cause: str
    remedy: str


def _read_kinds() -> dict[str, ProblemKind]:
    """The kinds by their codes: each a section of ``problems.md``, a heading and two paragraphs."""
    kinds = {}
    page = (Path(__file__).parent / "problems.md").read_text(encoding="utf-8")
    for section in page.split("\n## ")[1:]:
        heading, cause, remedy = (" ".join(part.split()) for part in section.split("\n\n"))
        code, status, title = re.split(r":? ", heading, maxsplit=2)
        kinds[code] = ProblemKind(int(status), title, cause, remedy)
    return kinds


PROBLEMS: Final = _read_kinds()
_REFUSALS: dict[type[Refusal], str] = {
    InvalidMove: "move/invalid",
    IllegalMove: "move/illegal",
    InvalidOption: "options/invalid",
    InvalidObservation: "observation/invalid",
}
_HTTP_CODES = {
    400: "request/malformed",
    404: "request/not_found",
    405: "request/method",
    413: "request/too_large",
    414: "request/address_too_long",
    415: "request/media_type",
    422: "request/invalid",
    431: "request/headers_too_large",
}
RETRY_AFTER_S = 2
UNREADABLE_RETRY_AFTER_S: Final = 60
"""An operator has to start another release, or to restore a backup."""
MOST_NAME = 60
"""Characters of a name from the body that are repeated in texts."""
MOST_REASON = 300
"""Characters of Redis' reason in the log."""
_SECRET = re.compile(r"\b[bg]_[a-z2-7]{20}\.[\w-]+|\b[tk]_[\w-]{16,}")
_WHOLE = "_schema"
"""Marshmallow's name in its messages for the whole object, which is not a field."""
_NEVER_QUOTED = {"ticket", "token", "join_code", "client_seed"}
"""Fields that hold secrets."""


def problem(code: str, detail: str, request_id: str, says: Phrases = ENGLISH_PHRASES, **facts: Any) -> answers.Problem:
    """The body for a problem: status, title and type follow from the code. ``says`` translates its texts."""
    kind = PROBLEMS[code]
    detail = _without_secrets(says.translate(detail))
    more = {name: fact for name, fact in facts.items() if fact not in (None, "")}
    field = more.pop("field", None)
    if "errors" in more:
        more["errors"] = [replace(fault, message=says.translate(fault.message)) for fault in more["errors"]]
    elif field is not None:
        message = re.sub(rf"^{re.escape(field)}\s?: ", "", detail)  # French has a space that does not break
        more["errors"] = [answers.FieldError(pointer=pointer(field), message=message)]
    return answers.Problem(
        type=f"/problems/{code}",
        title=phrases(says.code).named(kind.title),
        status=kind.status,
        detail=detail,
        code=code,
        request_id=request_id,
        **more,
    )


def pointer(path: str) -> str:
    """The JSON pointer (RFC 6901) of a field named ``path`` in texts; the root is the empty string.

    >>> pointer("seats[0].level"), pointer("preset"), pointer("")
    ('/seats/0/level', '/preset', '')
    """
    return _pointer(part for part in re.split(r"[.\[\]]+", path) if part)


def _pointer(parts: Iterable[str | int]) -> str:
    return "".join("/" + _cut(part).replace("~", "~0").replace("/", "~1") for part in parts)


def _cut(name: str | int) -> str:
    """The name of a field, shortened: a client may have sent a long one."""
    return str(name)[:MOST_NAME]


def _without_secrets(text: str) -> str:
    """The text without tokens, tickets and API keys, wherever the client put them."""
    return _SECRET.sub("(a secret)", text)


def unread_problem(status: int, detail: str) -> answers.Problem:
    """The body for a request that gunicorn rejected before it reached Flask."""
    return problem(_code_of(status), detail, secrets.token_hex(8))


def _code_of(status: int) -> str:
    return _HTTP_CODES.get(status, "server/error" if status >= 500 else "request/malformed")


def problem_response(
    code: str,
    detail: str,
    headers: dict[str, str] | None = None,
    said_by: Callable[[str], Phrases] = phrases,
    **facts: Any,
) -> Response:
    """The response for a problem, with the phrases of ``said_by``. It is in one language: completely in English if one
    of its texts has no translation.
    """
    says = said_by(request_language())
    if not all(map(says.knows, (detail, *(fault.message for fault in facts.get("errors") or ())))):
        says = said_by(ENGLISH)
    body = problem(code, detail, g.get("request_id", ""), says, **facts)
    response = Response(to_json(body), status=body.status, content_type="application/problem+json")
    response.headers.update(headers or {})
    if body.status in (429, 503):
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_S))
    if body.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="faceoff"'
    return in_language(response, says.code)


def register(app: Flask) -> None:
    """Answer every error of the app with a problem."""
    app.register_error_handler(Problem, _answer_problem)
    app.register_error_handler(Refusal, _answer_refusal)
    app.register_error_handler(redis.RedisError, _answer_redis)
    app.register_error_handler(Unreadable, _answer_unreadable)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(ValidationError, _answer_invalid)
    app.register_error_handler(RecursionError, _answer_nested)
    app.register_error_handler(Exception, _answer_unexpected)


def _answer_problem(error: Problem) -> Response:
    facts = dict(error.extra)
    quota, game, again_s = facts.pop("quota", None), facts.pop("game", None), facts.pop("retry_after_s", None)
    headers = {} if again_s is None else {"Retry-After": str(again_s)}
    if quota is not None:
        headers = quota.headers | {"Retry-After": str(quota.reset_s)}
    if game is not None:  # outdated: include the current view, so that the client can continue at once
        facts |= {"view": game_view(game, facts.pop("seat"), request_language()), "current_version": game.version}
    return problem_response(error.code, error.detail, headers, **facts)


def _answer_refusal(error: Refusal) -> Response:
    code = next(code for kind, code in _REFUSALS.items() if isinstance(error, kind))
    errors = [answers.FieldError(pointer=_pointer(fault.path), message=fault.message) for fault in error.faults]
    url = rule_url(error.variant, error.rule) if error.variant and error.rule else ""
    said_by = VARIANTS[error.variant].phrases if error.variant else shared
    facts: dict[str, Any] = {"rule": error.rule, "rule_url": url, "field": error.field, "errors": errors or None}
    return problem_response(code, error.args[0], said_by=said_by, **facts)


def _answer_redis(error: redis.RedisError) -> Response:
    log.warning("store unavailable: %s: %s", type(error).__name__, str(error)[:MOST_REASON])
    if is_refusal(error):
        detail = ENGLISH_PHRASES.phrase("store_read_only", seconds=FULL_RETRY_AFTER_S)
        return problem_response("store/unavailable", detail, {"Retry-After": str(FULL_RETRY_AFTER_S)})
    return problem_response("store/unavailable", ENGLISH_PHRASES.phrase("store_unavailable", seconds=RETRY_AFTER_S))


class UnknownCoding(UnsupportedMediaType):
    """A compressed body."""

    def __init__(self, coding: str) -> None:
        super().__init__(f"Content-Encoding: {coding[:40]!r} is not accepted; send the body as it is.")


def _answer_unreadable(error: Unreadable) -> Response:
    code = "game/unreadable" if error.kind == GAME else "store/unreadable"
    detail = ENGLISH_PHRASES.phrase("unreadable", thing=error.thing)
    return problem_response(code, detail, {"Retry-After": str(UNREADABLE_RETRY_AFTER_S)})


def _answer_http(error: HTTPException) -> Response:
    status = error.code or 500
    code = _code_of(status)
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    if isinstance(error, UnknownCoding):
        headers["Accept-Encoding"] = "identity"
    return problem_response(code, _http_detail(error, status), headers)


def _http_detail(error: HTTPException, status: int) -> str:
    if status == 404:
        return ENGLISH_PHRASES.phrase("no_address", path=request.path)
    if status == 405:
        return method_detail(getattr(error, "valid_methods", None) or ())
    if status == 415 and not isinstance(error, UnknownCoding):
        return "Send JSON with Content-Type: application/json."
    return error.description or "The request cannot be read."


def _answer_invalid(error: ValidationError) -> Response:
    faults = list(islice(_faults(error.messages, error.data), MOST_FAULTS))
    texts = [f"{_path(parts)}: {message}" if parts else message for parts, message in faults]
    detail = "; ".join(text.removesuffix(".") for text in texts) + "."
    errors = [answers.FieldError(pointer=_pointer(parts), message=message) for parts, message in faults]
    return problem_response("request/invalid", detail, errors=errors)


def _path(parts: Sequence[str | int]) -> str:
    """A field as it is named in texts."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_cut(part)}" for part in parts).removeprefix(".")


def _faults(messages: Any, given: Any, parts: tuple[str | int, ...] = ()) -> Iterator[tuple[Sequence[str | int], str]]:
    """Flatten marshmallow's nested messages: for each fault the parts of its path and a sentence that quotes the
    input.
    """
    if isinstance(messages, dict):
        for name in sorted(messages, key=lambda name: name == _WHOLE):
            if name == _WHOLE:
                yield from _faults(messages[name], given, parts)
            else:
                yield from _faults(messages[name], _part(given, name), (*parts, name))
    else:
        for message in messages:
            can_quote = isinstance(given, str | int | float) and _NEVER_QUOTED.isdisjoint(parts)
            is_quoted = can_quote and not message.startswith("Unknown field")
            yield parts, _without_secrets(f"{quoted(given)}: {message}" if is_quoted else message)


def _part(given: Any, name: str | int) -> Any:
    """A field or item of the input; None if it does not have it."""
    try:
        return given[name]
    except (KeyError, IndexError, TypeError):
        return None


def _answer_nested(error: RecursionError) -> Response:
    return problem_response(
        "request/malformed", "The body is nested too deeply; no request needs more than a few levels."
    )


def _answer_unexpected(error: Exception) -> Response:
    log.exception("unexpected error: %s", type(error).__name__)
    return problem_response("server/error", ENGLISH_PHRASES.phrase("server_error", request=g.get("request_id", "")))


# -- alternatives for an address that does not accept a method


INSTEAD: Final = {
    "POST PUT PATCH /v1/games/<game_id>": "To play a move: POST {path}/moves.",
    "DELETE /v1/games/<game_id>": "To give up: POST {path}/resign. To end a game that has not begun: POST "
    "{path}/abort.",
    "GET /v1/games/<game_id>/moves": "The legal moves are in the view: GET {above}. The moves so far: GET "
    "{above}/events.",
    "GET /v1/records": "The record of a finished game: GET /v1/games/<game_id>/record.",
    "GET /v1/suggestions": "One suggestion: GET /v1/suggestions/<suggestion_id>.",
    "GET /v1/matches": "One match: GET /v1/matches/<match_id>.",
    "PUT PATCH /v1/webhooks/<webhook_id>": "To change a webhook, delete it and create another: POST /v1/webhooks.",
}
"""By method and address, the calls that a client may have intended; ``{above}`` is the path without its last part."""


def method_detail(allowed: Iterable[str]) -> str:
    """The methods that the address of the request accepts, and the calls that the client may have intended."""
    path, routes = request.path, current_app.url_map.bind("")
    methods = sorted(set(allowed) - {"HEAD", "OPTIONS"})
    rules = {method: routes.match(path, method=method, return_rule=True)[0] for method in methods}
    calls = "; ".join(f"{method} {path}{_summary(rule)}" for method, rule in rules.items())
    takes = f" It takes {calls}." if calls else ""
    wanted = {f"{request.method} {rule.rule}" for rule in rules.values()}
    hints = [
        hint.format(path=path, above=path.rpartition("/")[0])
        for call, hint in INSTEAD.items()
        if wanted & {f"{method} {call.split()[-1]}" for method in call.split()[:-1]}
    ]
    return " ".join([f"{path} does not take {request.method}.{takes}", *hints])


def _summary(rule: Rule) -> str:
    """The first sentence of the operation, as in the contract."""
    summary = inspect.getdoc(current_app.view_functions[rule.endpoint])
    return f" ({summary.partition(chr(10))[0].rstrip('.')})" if summary else ""
