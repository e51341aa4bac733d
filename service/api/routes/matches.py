"""/v1/matches: levels or settings of computers against each other, many games at once."""

from typing import Any

from flask import Response

from service.api.auth import client_id, key_if_required, reader_digest
from service.api.limits import reserve_ai_time
from service.api.openapi.json_schema import ref
from service.api.openapi.problem_docs import ANY, BODY, KEYED, with_problems
from service.api.parsing import Blueprint
from service.api.requests import MatchRequest
from service.api.responses import task_of_request, task_response
from service.api.services import services
from service.api.waiting import wait_for_end
from service.tasks import matches
from service.tasks.views import match_view
from service.workers.connections import bounds_of

blueprint = Blueprint("matches", __name__, url_prefix="/v1/matches", description="Computers against each other, many games at once.")


FETCHING = ("auth/unknown_token", "match/not_found")


@blueprint.post("")
@key_if_required
@blueprint.arguments(MatchRequest)
@blueprint.response(202, "Match", description="It is being played: look at `links.self` for the progress.")
@with_problems(
    blueprint,
    *ANY,
    *BODY,
    "auth/unknown_token",
    "variant/unknown",
    "options/invalid",
    "level/unknown",
    "budget/invalid",
    "match/invalid",
    "match/too_many",
    "match/full",
    "quota/ai_time",
    *KEYED,
)
def create_match(body: dict[str, Any]) -> Response:
    """Let two computers play many games: pairs with the same shuffles and the sides exchanged.

    Asked with a token, the match is shown to that token only.
    """
    settings = services().settings
    match_service = matches.Matches(
        services().matches, services().queue, bounds_of(settings), reserve_ai_time, settings.max_match_pairs, settings.match_workers
    )
    match = matches.start_match(match_service, body, reader_digest(), client_id())
    response = task_response(match_view(match, {}), 202)
    response.headers["Location"] = f"/v1/matches/{match.id}"
    return response


@blueprint.get("/<match_id>")
@blueprint.response(200, "Match")
@with_problems(blueprint, *ANY, *FETCHING)
def get_match(match_id: str) -> Response:
    """See how a match stands.

    With `Prefer: wait=10` the answer is held until it is over.
    """
    store = services().matches
    match = wait_for_end(store, task_of_request(store, match_id))
    return task_response(match_view(match, store.results(match_id)))


@blueprint.post("/<match_id>/cancel")
@blueprint.response(200, "Match")
@with_problems(blueprint, *ANY, *FETCHING)
def cancel_match(match_id: str) -> Response:
    """Stop a match; the games that are finished stay.

    One that is over stays as it is.
    """
    store = services().matches
    match = matches.cancel(store, task_of_request(store, match_id))
    return task_response(match_view(match, store.results(match_id)))


@blueprint.delete("/<match_id>")
@blueprint.response(200, "Match", description="It as it was; it is gone now.")
@with_problems(blueprint, *ANY, *FETCHING)
def delete_match(match_id: str) -> Response:
    """Delete a match with its games.

    One that is being played is stopped. It cannot be seen any more: to stop a match and keep its games, POST to `/cancel`.
    """
    store = services().matches
    match = matches.cancel(store, task_of_request(store, match_id))
    results = store.results(match_id)
    return task_response(match_view(store.delete(match), results))


@blueprint.get("/<match_id>/games")
@blueprint.response(
    200, {"type": "string", "contentSchema": ref("MatchGame")}, content_type="application/x-ndjson", description="One MatchGame a line."
)
@with_problems(blueprint, *ANY, *FETCHING)
def list_match_games(match_id: str) -> Response:
    """Download the finished games as lines of JSON.

    Each has its shuffles and moves, so that it can be played again.
    """
    store = services().matches
    return Response(matches.game_lines(store, task_of_request(store, match_id)), content_type="application/x-ndjson")
