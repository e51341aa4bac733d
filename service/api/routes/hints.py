"""/v1/games/<id>/hint: what a computer would play in one's seat."""

from typing import Any

from flask import Response

from service.api.auth import game_to_play, reader_digest, token_needed
from service.api.openapi.problem_docs import ANY, BODY, SITTING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import HintRequest
from service.api.routes.suggestions import ASKING, LATER, suggestion_response, suggestion_service
from service.api.services import services
from service.api.waiting import wait_for_end
from service.tasks import suggestions

blueprint = Blueprint("hints", __name__, url_prefix="/v1/games", description="What a computer would play in your seat.")


@blueprint.post("/<game_id>/hint")
@token_needed
@blueprint.arguments(HintRequest, required=False)
@blueprint.response(200, "Suggestion")
@blueprint.alt_response(202, schema="Suggestion", description=LATER)
@with_problems(blueprint, *ANY, *BODY, *SITTING, "move/not_your_turn", "game/over", "game/not_started", *ASKING)
def ask_hint(body: dict[str, Any], game_id: str) -> Response:
    """Ask what a computer would play in your seat, and why.

    It knows what you know and no more; only your token can see it. With `Prefer: wait=10` the answer is held until it is worked out.
    """
    game, seat = game_to_play(game_id)
    task = suggestions.hint(suggestion_service(), game, seat, body, reader_digest())
    return suggestion_response(wait_for_end(services().suggestions, task))
