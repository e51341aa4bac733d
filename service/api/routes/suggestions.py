"""/v1/suggestions: what a computer would play in a position that somebody else keeps."""

from typing import Any

from flask import Response

from service.api.auth import client_id, key_if_required, reader_digest
from service.api.limits import reserve_ai_time
from service.api.openapi.problem_docs import ANY, BODY, KEYED, with_problems
from service.api.parsing import Blueprint
from service.api.requests import SuggestionRequest
from service.api.responses import task_of_request, task_response
from service.api.services import services
from service.api.waiting import wait_for_end
from service.store.tasks import Task
from service.tasks import suggestions
from service.tasks.views import suggestion_view
from service.workers.connections import bounds_of

blueprint = Blueprint(
    "suggestions", __name__, url_prefix="/v1/suggestions", description="What a computer would play in a position of your own game."
)


ASKING = ("level/unknown", "budget/invalid", "suggestion/too_many", "suggestion/full", "quota/ai_time")


FETCHING = ("auth/unknown_token", "suggestion/not_found")


LATER = "It is being worked out: look at `links.self` again, or longer with `Prefer: wait=10`."


@blueprint.post("")
@key_if_required
@blueprint.arguments(SuggestionRequest)
@blueprint.response(200, "Suggestion")
@blueprint.alt_response(202, schema="Suggestion", description=LATER)
@with_problems(
    blueprint, *ANY, *BODY, "auth/unknown_token", "variant/unknown", "observation/invalid", "suggestion/not_asked", *ASKING, *KEYED
)
def create_suggestion(body: dict[str, Any]) -> Response:
    """Ask what a computer would play.

    `observation` is what one seat sees: its `seat`, the `options` and `ply` of a view, the fields of the view's `table`, the `hand`
    and what stands in `you`. Much of it may be left out; what is given must add up. With `Prefer: wait=10` the answer is held until
    it is worked out. Asked with a token, it is shown to that token only.
    """
    task = suggestions.suggest(suggestion_service(), body.pop("variant"), body.pop("observation"), body, reader_digest(), client_id())
    return suggestion_response(wait_for_end(services().suggestions, task))


@blueprint.get("/<suggestion_id>")
@blueprint.response(200, "Suggestion")
@with_problems(blueprint, *ANY, *FETCHING)
def get_suggestion(suggestion_id: str) -> Response:
    """See a suggestion.

    With `Prefer: wait=10` the answer is held until it is worked out.
    """
    store = services().suggestions
    return task_response(suggestion_view(wait_for_end(store, task_of_request(store, suggestion_id))))


@blueprint.delete("/<suggestion_id>")
@blueprint.response(200, "Suggestion", description="It as it was; it is gone now.")
@with_problems(blueprint, *ANY, *FETCHING)
def delete_suggestion(suggestion_id: str) -> Response:
    """Delete a suggestion.

    One that is not worked out yet is cancelled. It cannot be seen any more.
    """
    store = services().suggestions
    return task_response(suggestion_view(store.delete(task_of_request(store, suggestion_id))))


def suggestion_service() -> suggestions.Suggestions:
    """The suggestions of the current app."""
    return suggestions.Suggestions(services().suggestions, services().queue, bounds_of(services().settings), reserve_ai_time)


def suggestion_response(task: Task) -> Response:
    """What a suggestion that was just asked comes to, or where to look for it."""
    response = task_response(suggestion_view(task), 202 if task.is_open else 200)
    response.headers["Location"] = f"/v1/suggestions/{task.id}"
    return response
