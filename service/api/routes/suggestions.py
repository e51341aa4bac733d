"""/v1/suggestions: what a computer would play in a position of the client's own game."""

from typing import Any

from flask import Response

from service.api.auth import api_key, client_id, key_if_required, reader_digest, seat_in
from service.api.languages import request_language
from service.api.limits import reserve_ai_time
from service.api.requests import SuggestionRequest
from service.api.responses import task_of_request, task_response
from service.api.routing import ADDING, ANY, BODY, COMPUTER, KEYED, Routes, answers, body, problems
from service.api.services import services
from service.api.waiting import wait_for_end
from service.model.problem import Problem
from service.store.tasks import SUGGESTION, Task, not_found
from service.tasks import suggestions
from service.tasks.suggestions import Suggestion, suggestion_view
from service.tasks.task import Client

blueprint = Routes("suggestions", "Ask what a computer would play in any position.", "/v1/suggestions")
ASKING = (*COMPUTER, "budget/invalid", "suggestion/too_many", "suggestion/full", "quota/ai_time")
FETCHING = ("auth/unknown_token", "suggestion/not_found")
LATER = "The suggestion was accepted. Poll `links.self`, with `Prefer: wait=10` to wait for it."


@blueprint.post("")
@key_if_required
@body(SuggestionRequest)
@answers(200, Suggestion)
@answers(202, Suggestion, LATER)
@problems(
    *ADDING,
    *BODY,
    "auth/unknown_token",
    "variant/unknown",
    "observation/invalid",
    "suggestion/not_asked",
    *ASKING,
    *KEYED,
)
def create_suggestion(body: dict[str, Any]) -> Response:
    """Create a suggestion.

    Suggests a move for a position. `observation` is the position as one seat sees it. For all variants it is made of a
    view in the same way: the view's `options`, `ply` and `hand`, all fields of its `you` (the `seat` is one of them),
    and all fields of its `table`. Many fields are optional; the given ones must be consistent. A suggestion is a
    stateless way to a computer opponent: with `mistakes` and a `level` or `rating`, it plays like that computer in a
    game. In a variant without decisions (`has_decisions`), the only move is suggested. With `Prefer: wait=10` the
    response is delayed until the suggestion is done, for at most 10 seconds. If you send a token, only that token can
    read the suggestion.
    """
    variant, observation = body.pop("variant"), body.pop("observation")
    task = suggestions.suggest(services().tasks, variant, observation, body, task_client(reader_digest()))
    return suggestion_response(wait_for_end(task))


@blueprint.get("/<suggestion_id>")
@answers(200, Suggestion)
@problems(*ANY, *FETCHING)
def get_suggestion(suggestion_id: str) -> Response:
    """Get a suggestion.

    With `Prefer: wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    suggestion = require_reader(wait_for_end(task_of_request(SUGGESTION, suggestion_id)))
    return task_response(suggestion_view(suggestion, request_language()), may_wait=True)


@blueprint.delete("/<suggestion_id>")
@answers(200, Suggestion, "The deleted suggestion.")
@problems(*ANY, *FETCHING)
def delete_suggestion(suggestion_id: str) -> Response:
    """Delete a suggestion.

    Cancels the suggestion if it is not done yet.
    """
    suggestion = require_reader(task_of_request(SUGGESTION, suggestion_id))
    return task_response(suggestion_view(services().tasks.store.delete(suggestion), request_language()))


def require_reader(task: Task) -> Task:
    """The suggestion; raises Problem for a hint whose token was renewed, or whose game is gone."""
    game_id = suggestions.game_of_hint(task)
    if game_id is not None:
        try:
            seat_in(services().games.load(game_id))
        except Problem:
            raise not_found(SUGGESTION, task.id) from None
    return task


def task_client(reader: str = "") -> Client:
    """Who asks for a suggestion or an analysis. A backend with an API key may serve many players from one address."""
    most_open = None if api_key() is None else services().settings.max_suggestions_key
    return Client(client_id(), reserve_ai_time, reader, most_open=most_open)


def suggestion_response(task: Task) -> Response:
    """What a suggestion that was just asked comes to, or where to look for it."""
    response = task_response(suggestion_view(task, request_language()), 202 if task.is_open else 200, may_wait=True)
    response.headers["Location"] = f"/v1/suggestions/{task.id}"
    return response
