"""/v1/positions: what may be played in a position of the client's own game."""

from typing import Any

from flask import Response

from service.api.languages import request_language
from service.api.requests import PositionRequest
from service.api.responses import json_response
from service.api.routing import ANY, BODY, Routes, answers, body, problems
from service.games.positions import PositionMoves, position_moves

blueprint = Routes("positions", "Ask what may be played in any position.", "/v1/positions")


@blueprint.post("/legal-moves")
@body(PositionRequest)
@answers(200, PositionMoves)
@problems(*ANY, *BODY, "variant/unknown", "observation/invalid")
def list_legal_moves(body: dict[str, Any]) -> Response:
    """List the legal moves of a position.

    `observation` is the position as one seat sees it, as for POST /v1/suggestions. `legal_moves`, `choice` and `to_act`
    are those of a view. Nothing is stored.
    """
    return json_response(position_moves(body["variant"], body["observation"], request_language()))
