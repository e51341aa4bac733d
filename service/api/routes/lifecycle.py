"""/v1/games/{id}: abort, rematch, a computer for a seat, and the fairness of the shuffles."""

from typing import Any

from flask import Response, jsonify

from service.api.auth import bearer_token, token_needed, viewer_of
from service.api.openapi.problem_docs import ANY, BODY, LOOKING, SITTING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import HandOverRequest, SeedRequest
from service.api.responses import view_response
from service.api.services import parts
from service.games import lifecycle
from service.games.views import game_view
from service.model import tokens
from service.model.problem import Problem

blueprint = Blueprint("lifecycle", __name__, url_prefix="/v1/games", description="The course of a game beside its moves.")


OWNING = ("auth/missing", *LOOKING, "auth/not_the_owner")


@blueprint.post("/<game_id>/abort")
@token_needed
@blueprint.response(200, "GameView")
@with_problems(blueprint, *ANY, *OWNING, "game/over", "abort/too_late")
def abort_game(game_id: str) -> Response:
    """Call the game off before its first move.

    The owner may, and nobody wins.
    """
    lifecycle.require_owner(parts().store.load(game_id), bearer_token())
    game = lifecycle.abort(parts().store, parts().queue, game_id)
    return view_response(game_view(game, None), game.version)


@blueprint.post("/<game_id>/rematch")
@token_needed
@blueprint.response(201, "GameView", description="Your view of the new game.")
@blueprint.alt_response(200, schema="GameView", description="Your view of the rematch that there is already.")
@with_problems(blueprint, *ANY, *SITTING, "rematch/not_finished")
def ask_rematch(game_id: str) -> Response:
    """Play the same game again with the sides exchanged.

    Everybody moves on by one seat, so partners stay partners, and every token of this game is good for the new one: no token is handed
    out anew. Both sides learn the new game's id from `rematch` of the view and from an event. There is one rematch of a game: whoever
    asks again is shown it.
    """
    seat = tokens.seat_of(parts().store.load(game_id), bearer_token())
    game, seat_there, is_new = lifecycle.rematch(parts().store, parts().queue, game_id, seat)
    response = view_response(game_view(game, seat_there), game.version, 201 if is_new else 200)
    response.headers["Location"] = f"/v1/games/{game.id}"
    return response


@blueprint.post("/<game_id>/seats/<int:number>/ai")
@token_needed
@blueprint.arguments(HandOverRequest, required=False)
@blueprint.response(200, "GameView")
@with_problems(
    blueprint,
    *ANY,
    *BODY,
    "auth/missing",
    *LOOKING,
    "level/unknown",
    "seat/not_found",
    "seat/not_a_person",
    "seat/not_absent",
    "game/over",
    "game/not_started",
)
def hand_over_seat(body: dict[str, Any], game_id: str, number: int) -> Response:
    """Let a computer go on playing a person's seat.

    The seat's own player may at any time; the owner and the other seats when the seat has been asked for `absent_after_s` without an
    answer. The player's token still shows the seat, but plays it no more.
    """
    game = parts().store.load(game_id)
    role = tokens.role_of(game, bearer_token())
    if role is None:
        raise Problem("auth/missing", "Send the token of a seat, or the owner's, as Authorization: Bearer <token>.")
    game = lifecycle.hand_over(parts().store, parts().queue, game_id, number, role, body.get("level"))
    return view_response(game_view(game, viewer_of(game)), game.version)


@blueprint.get("/<game_id>/fairness")
@blueprint.response(200, "FairnessProof")
@with_problems(blueprint, *ANY, *LOOKING, "rules/changed")
def get_fairness(game_id: str) -> Response:
    """See what the shuffles are committed to.

    After the end you see the seed and every order dealt, and so all that is needed to check them. `/web/fairness.md` is the
    recipe, with test vectors: SHA-256 and HMAC, as any browser has them.
    """
    game = parts().store.load(game_id)
    viewer_of(game)
    return jsonify(lifecycle.fairness_proof(parts().store, game))


@blueprint.post("/<game_id>/fairness")
@token_needed
@blueprint.arguments(SeedRequest)
@blueprint.response(200, "GameView")
@with_problems(blueprint, *ANY, *BODY, *OWNING, "seed/not_promised", "seed/mismatch", "game/over")
def give_seed(body: dict[str, Any], game_id: str) -> Response:
    """Hand in the seed that you promised with `seed_digest` when you created the game.

    It starts then, unless a seat is open.
    """
    lifecycle.require_owner(parts().store.load(game_id), bearer_token())
    game = lifecycle.give_seed(parts().store, parts().queue, game_id, body["client_seed"])
    return view_response(game_view(game, None), game.version)
