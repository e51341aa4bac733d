"""/v1/games/<id>/hint: what a computer would play in one's seat."""

from typing import Any

from flask import Response

from service.api.auth import game_to_play, reader_digest, seat_in, token_needed
from service.api.limits import reserve_ai_time
from service.api.requests import HintRequest
from service.api.routes.suggestions import ASKING, LATER, require_reader, suggestion_response
from service.api.routing import ADDING, BODY, SITTING, Routes, answers, body, problems
from service.api.services import services
from service.api.waiting import wait_for_end
from service.tasks import suggestions
from service.tasks.suggestions import Suggestion
from service.tasks.task import Client

blueprint = Routes("hints", "Ask what a computer would play in your seat.", "/v1/games")


@blueprint.post("/<game_id>/hint")
@token_needed
@body(HintRequest, required=False)
@answers(200, Suggestion)
@answers(202, Suggestion, LATER)
@problems(
    *ADDING, *BODY, *SITTING, "move/not_your_turn", "game/over", "game/not_started", "suggestion/not_found", *ASKING
)
def ask_hint(body: dict[str, Any], game_id: str) -> Response:
    """Ask for a hint.

    Suggests a move for your seat, based only on what your seat may know. Only your token can read it. With `Prefer:
    wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    game = game_to_play(game_id)
    digest = reader_digest()
    asking = Client(digest, reserve_ai_time, digest)  # limited per seat
    task = suggestions.hint(services().tasks, game, seat_in(game), body, asking)
    return suggestion_response(require_reader(wait_for_end(task)))
