"""/v1/positions: what may be played in a position of the client's own game."""

from service.api.operation import Call, Routes
from service.api.requests import PositionRequest
from service.games.positions import PositionMoves, position_moves

routes = Routes("positions", "Ask what may be played in any position.", "/v1/positions")


@routes.post(
    "/legal-moves",
    body=PositionRequest,
    answers={200: PositionMoves},
    refuses=("variant/unknown", "observation/invalid"),
    texts=True,
    limit="read",
)
def list_legal_moves(call: Call) -> PositionMoves:
    """List the legal moves of a position.

    `observation` is the position as one seat sees it, as for POST /v1/suggestions. `legal_moves`, `choice` and `to_act`
    are those of a view. Nothing is stored.
    """
    return position_moves(call.body["variant"], call.body["observation"], call.language)
