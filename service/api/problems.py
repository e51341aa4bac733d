"""Domain errors and their answers: the only file with status codes.

Use cases raise ``Problem`` with a stable code, engines raise their refusals; here each becomes RFC 9457 problem+json.
"""

import logging
import secrets
from typing import Any

import redis
from flask import Flask, Response, g, json, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from engines.api import IllegalMove, InvalidMove, InvalidObservation, InvalidOption, Refusal
from engines.fields import quoted
from service.games.views import game_view
from service.model.problem import Problem
from service.tasks.quota import QuotaState

log = logging.getLogger(__name__)


PROBLEMS: dict[str, tuple[int, str]] = {
    "request/malformed": (400, "The request cannot be read"),
    "request/invalid": (422, "The request does not have the form the contract describes"),
    "request/too_large": (413, "The request body is too large"),
    "request/address_too_long": (414, "The address is too long"),
    "request/headers_too_large": (431, "The headers are too large"),
    "request/media_type": (415, "The request body is not JSON"),
    "request/not_acceptable": (406, "The answer has none of the forms asked for"),
    "request/not_found": (404, "There is nothing at this address"),
    "request/method": (405, "This address does not take this method"),
    "auth/missing": (401, "A token is needed"),
    "auth/unknown_token": (401, "The token is not known"),
    "auth/foreign_token": (403, "The token belongs elsewhere"),
    "auth/not_a_seat": (403, "The token is not that of a seat"),
    "auth/not_the_owner": (403, "The token is not the owner's"),
    "key/missing": (401, "An API key is needed"),
    "key/unknown": (401, "The API key is not known"),
    "limit/exceeded": (429, "Too many requests"),
    "quota/ai_time": (429, "AI time quota exceeded"),
    "variant/not_found": (404, "There is no such game"),
    "variant/unknown": (422, "There is no such variant"),
    "options/invalid": (422, "The options do not fit"),
    "seats/invalid": (422, "The seats do not fit"),
    "level/unknown": (422, "There is no such level"),
    "game/not_found": (404, "There is no such game"),
    "version/unknown": (404, "The game has no such version"),
    "rules/changed": (409, "The game was played by other rules"),
    "game/over": (409, "The game is over"),
    "game/not_started": (409, "The game has not started"),
    "abort/too_late": (409, "The game has begun"),
    "rematch/not_finished": (409, "A rematch follows a finished game"),
    "seat/not_found": (404, "There is no such seat"),
    "seat/not_a_person": (409, "The seat is a computer's"),
    "seat/not_absent": (409, "The seat's player is not absent"),
    "seat/taken_over": (409, "Seat taken over by a computer"),
    "seed/not_promised": (409, "No seed is waited for"),
    "seed/mismatch": (422, "The seed is not the one promised"),
    "expiry/too_long": (422, "The game cannot be kept so long"),
    "record/not_over": (409, "The game is not over"),
    "join/no_open_seat": (409, "No seat is open"),
    "join/wrong_code": (403, "The join code is wrong"),
    "move/invalid": (422, "The move is not understood"),
    "move/illegal": (409, "The move is not allowed"),
    "move/not_your_turn": (409, "It is another seat's turn"),
    "move/stale": (409, "The move answers another decision"),
    "observation/invalid": (422, "No game could look like this"),
    "budget/invalid": (422, "The time to think does not fit"),
    "suggestion/not_asked": (422, "The seat has nothing to decide"),
    "suggestion/not_found": (404, "There is no such suggestion"),
    "suggestion/too_many": (429, "You have too many suggestions open"),
    "suggestion/full": (503, "Too many suggestions are open"),
    "match/invalid": (422, "The match does not fit"),
    "match/not_found": (404, "There is no such match"),
    "match/too_many": (429, "You have too many matches open"),
    "match/full": (503, "Too many matches are open"),
    "cursor/invalid": (400, "The cursor is not one of ours"),
    "metrics/forbidden": (403, "Metrics are not for callers from elsewhere"),
    "wait/full": (503, "Too many requests are waiting"),
    "stream/full": (503, "Too many streams are open"),
    "stream/unknown_version": (422, "The game has no such version"),
    "ticket/unknown": (401, "The ticket is not good any more"),
    "webhook/invalid_url": (422, "The address of the webhook is not one"),
    "webhook/target_refused": (422, "The webhook may not go there"),
    "webhook/too_many": (409, "There are too many webhooks already"),
    "webhook/not_found": (404, "There is no such webhook"),
    "store/unavailable": (503, "The store cannot be reached"),
    "server/error": (500, "Something went wrong here"),
}


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


def problem_body(code: str, detail: str, request_id: str) -> dict[str, Any]:
    """What every problem says."""
    status, title = PROBLEMS[code]
    return {"type": f"/problems/{code}", "title": title, "status": status, "detail": detail, "code": code, "request_id": request_id}


def unread_problem(status: int, detail: str) -> tuple[int, dict[str, Any]]:
    """The status and body for a request that the server could not read as HTTP, and so never came to the app."""
    code = _code_of(status)
    return PROBLEMS[code][0], problem_body(code, detail, secrets.token_hex(8))


def _code_of(status: int) -> str:
    return _HTTP_CODES.get(status, "server/error" if status >= 500 else "request/malformed")


def problem_response(code: str, detail: str, headers: dict[str, str] | None = None, **facts: Any) -> Response:
    """The answer for a problem: status, title and type follow from the code."""
    status = PROBLEMS[code][0]
    body = problem_body(code, detail, g.get("request_id", ""))
    body |= {name: fact for name, fact in facts.items() if fact not in (None, "")}
    response = Response(json.dumps(body), status=status, content_type="application/problem+json")
    response.headers.update(headers or {})
    if status in (429, 503):
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_S))
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="faceoff"'
    return response


def register(app: Flask) -> None:
    """Answer every error of the app as a problem."""
    app.register_error_handler(Problem, _answer_problem)
    app.register_error_handler(Refusal, _answer_refusal)
    app.register_error_handler(redis.RedisError, _answer_redis)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(RecursionError, _answer_nested)
    app.register_error_handler(Exception, _answer_unexpected)


def _answer_problem(error: Problem) -> Response:
    facts = dict(error.extra)
    quota, game = facts.pop("quota", None), facts.pop("game", None)
    headers = {} if quota is None else quota_headers(quota) | {"Retry-After": str(quota.reset_s)}
    if game is not None:  # overtaken: show what is, so that the client can go on at once
        facts |= {"view": game_view(game, facts.pop("seat")), "current_version": game.version}
    return problem_response(error.code, error.detail, headers, **facts)


def quota_headers(quota: QuotaState) -> dict[str, str]:
    """The RateLimit headers of a quota."""
    return {"RateLimit-Limit": str(quota.limit), "RateLimit-Remaining": str(quota.left), "RateLimit-Reset": str(quota.reset_s)}


def _answer_refusal(error: Refusal) -> Response:
    code = next(code for kind, code in _REFUSALS.items() if isinstance(error, kind))
    return problem_response(code, str(error), rule=error.rule, field=error.field)


def _answer_redis(error: redis.RedisError) -> Response:
    log.warning("store unavailable: %s", type(error).__name__)
    return problem_response("store/unavailable", f"The store does not answer just now; try again in {RETRY_AFTER_S} seconds.")


def _answer_http(error: HTTPException) -> Response:
    status = error.code or 500
    code = _code_of(status)
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    messages = getattr(error, "data", {}).get("messages")
    if messages:
        errors = list(_pointers(messages, getattr(getattr(error, "exc", None), "data", None)))
        return problem_response(code, "; ".join(f"{e['pointer']}: {e['message']}" for e in errors), headers, errors=errors)
    return problem_response(code, _http_detail(error, status), headers)


def _answer_nested(error: RecursionError) -> Response:
    return problem_response("request/malformed", "The body is nested too deeply: nothing here is deeper than a few levels.")


def _http_detail(error: HTTPException, status: int) -> str:
    if isinstance(error, RequestEntityTooLarge):
        return f"The body may have at most {request.max_content_length} bytes."
    if status == 404:
        return f"{request.path} is not an address of this service; /docs lists them."
    if status == 405:
        return f"{request.path} does not take {request.method}."
    if status == 415:
        return "Send JSON with Content-Type: application/json."
    return error.description or "The request cannot be read."


def _pointers(messages: Any, given: Any, path: str = "") -> "list[dict[str, str]]":
    """Flatten marshmallow's nested messages into JSON pointers with a sentence each, which quotes what was given there."""
    if isinstance(messages, dict):
        parts = [name for name in messages if name not in ("json", "query", "headers", "_schema")]
        found = [entry for name in parts for entry in _pointers(messages[name], _part(given, name), f"{path}/{name}")]
        return found + [entry for name in messages if name not in parts for entry in _pointers(messages[name], given, path)]
    if isinstance(messages, list):
        return [entry for message in messages for entry in _pointers(message, given, path)]
    quote = f"{quoted(given)}: " if isinstance(given, str | int | float) else ""
    return [{"pointer": path or "/", "message": f"{quote}{messages}"}]


def _part(given: Any, name: str | int) -> Any:
    """The field or item of what was given; None if it has no such."""
    try:
        return given[name]
    except (KeyError, IndexError, TypeError):
        return None


def _answer_unexpected(error: Exception) -> Response:
    log.exception("unexpected error: %s", type(error).__name__)
    return problem_response("server/error", f"This is our fault; quote the request id {g.get('request_id', '')}.")
