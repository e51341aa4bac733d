"""/v1/games/{id}: abort, rematch, a computer for a seat and the way back, a new token for a seat, and the fairness of
the shuffles.
"""

from typing import Any

from flask import Response

from service.api.answers import OwnerToken, SeatToken
from service.api.auth import game_to_view, member_in, owner_in, seat_in, token_needed, viewer_of
from service.api.idempotency import mark_replayed, once_of_request
from service.api.requests import RematchRequest, SeedRequest, TakeOverRequest
from service.api.responses import json_response, seat_view, view_response
from service.api.routing import ADDING, ANY, BODY, IDEMPOTENT, LOOKING, SITTING, Routes, answers, body, problems
from service.api.services import services
from service.games import lifecycle, seeds
from service.games.fairness import FairnessProof, fairness_proof
from service.games.seeds import OwnSeed
from service.games.views import GameView

blueprint = Routes(
    "lifecycle", "Abort a game, ask for a rematch, let a computer take over a seat, verify the shuffles.", "/v1/games"
)
OWNING = ("auth/missing", *LOOKING, "auth/not_the_owner")


@blueprint.post("/<game_id>/abort")
@token_needed
@answers(200, GameView)
@problems(*ANY, *OWNING, "game/over", "abort/too_late")
def abort_game(game_id: str) -> Response:
    """Abort a game.

    The owner can abort a game before its first move; if several persons or bots play, only before cards are dealt:
    after that, resign. A game of `/quick`, which has no owner, is aborted by the player who has no opponent yet. The
    game ends without a winner.
    """
    game = lifecycle.abort(services().games, game_id, member_in)
    return view_response(seat_view(game, viewer_of(game)))


@blueprint.post("/<game_id>/rematch")
@token_needed
@body(RematchRequest, required=False)
@answers(201, GameView, "Your view of the new game.")
@answers(200, GameView, "Your view of the rematch, which already exists.")
@problems(*ADDING, *BODY, *SITTING, "rematch/not_finished")
def ask_rematch(body: dict[str, Any], game_id: str) -> Response:
    """Ask for a rematch.

    Creates a game with the same settings and the sides exchanged. Every player moves up by one seat, so partners stay
    partners, and all tokens of this game are valid for the new one. The new game's id is in the view's `rematch` and in
    an event. A game has one rematch: later requests return it.

    If you promise a seed with `seed_digest`, players who promised one in this game may do so again with the same
    request: until then, for at most `absent_after_s` seconds, the rematch is `open`.
    """
    game, is_new = lifecycle.rematch(services().games, game_id, seat_in, OwnSeed.of(body))
    response = view_response(seat_view(game, seat_in(game)), 201 if is_new else 200)
    response.headers["Location"] = f"/v1/games/{game.id}"
    return response


@blueprint.post("/<game_id>/seats/<int:number>/ai")
@token_needed
@body(TakeOverRequest, required=False)
@answers(200, GameView)
@problems(
    *ANY,
    *BODY,
    "auth/missing",
    *LOOKING,
    "level/unknown",
    "seat/not_found",
    "seat/not_a_person",
    "seat/not_absent",
    "seat/not_yours",
    "game/over",
    "game/not_started",
)
def take_over_seat(body: dict[str, Any], game_id: str, number: int) -> Response:
    """Let a computer take over a seat.

    The seat's own player can do this at any time, and chooses the level. The owner and the other seats can do it when
    it has been the seat's turn for `absent_after_s` seconds; the level is the game's `absent_level` then. The player's
    token can still view the game, but cannot play until its player returns.
    """
    game = lifecycle.take_over(services().games, game_id, number, member_in, body.get("level"))
    return view_response(seat_view(game, viewer_of(game)))


@blueprint.post("/<game_id>/seats/<int:number>/return")
@token_needed
@answers(200, GameView)
@problems(*ANY, *SITTING, "seat/not_found", "seat/not_yours", "game/over", "game/not_started")
def return_to_seat(game_id: str, number: int) -> Response:
    """Return to your seat.

    You play again the seat that a computer has taken over. What the computer has not played yet, you decide. The
    request can be repeated: nothing changes if you play the seat already.
    """
    game = lifecycle.return_to_seat(services().games, game_id, number, seat_in)
    return view_response(seat_view(game, seat_in(game)))


@blueprint.post("/<game_id>/seats/<int:number>/token")
@token_needed
@answers(201, SeatToken, "The new token. It is not shown again.")
@problems(*ANY, *IDEMPOTENT, "auth/missing", *LOOKING, "seat/not_found", "seat/not_a_person", "seat/not_yours")
def renew_token(game_id: str, number: int) -> Response:
    """Renew the token of a seat.

    For a player who fears that others know the token: send the old one. For a seat that was created with a player, the
    owner can do it too, for one who has lost it; a player who joined renews alone. The old token is no longer valid,
    and what was opened with it ends: streams, tickets, held requests, hints and webhooks. Send an `Idempotency-Key`: if
    the response is lost, only a retry with it has the new token. If there is a rematch, renew the token there as well.
    """
    renewed = lifecycle.renew_token(services().games, game_id, member_in, number, once_of_request({}))
    return _secret(SeatToken(seat=number, token=renewed.token), renewed.is_repeated)


@blueprint.post("/<game_id>/owner/token")
@token_needed
@answers(201, OwnerToken, "The new token. It is not shown again.")
@problems(*ANY, *IDEMPOTENT, *OWNING)
def renew_owner_token(game_id: str) -> Response:
    """Renew the token of the owner.

    For an owner who fears that others know it: send the old one, which is no longer valid then, and an
    `Idempotency-Key`, as for the token of a seat. If there is a rematch, renew the token there as well.
    """
    renewed = lifecycle.renew_owner(services().games, game_id, owner_in, once_of_request({}))
    return _secret(OwnerToken(owner=renewed.token), renewed.is_repeated)


def _secret(view: SeatToken | OwnerToken, is_repeated: bool) -> Response:
    response = json_response(view, 201)
    response.headers["Cache-Control"] = "no-store"
    mark_replayed(response, is_repeated)
    return response


@blueprint.get("/<game_id>/fairness")
@answers(200, FairnessProof)
@problems(*ANY, *LOOKING, "rules/changed")
def get_fairness(game_id: str) -> Response:
    """Get the proof of fair shuffles.

    Returns the commitment to the shuffles, and after the end of the game the seed and every order. `/web/fairness.md`
    explains how to verify them with SHA-256 and HMAC, and has test vectors.
    """
    game, _ = game_to_view(game_id)
    return json_response(fairness_proof(services().store.games, game))


@blueprint.post("/<game_id>/fairness")
@token_needed
@body(SeedRequest)
@answers(200, GameView)
@problems(*ANY, *BODY, "auth/missing", *LOOKING, "seed/not_promised", "seed/mismatch", "game/over")
def give_seed(body: dict[str, Any], game_id: str) -> Response:
    """Reveal the promised seed.

    Takes the seed whose SHA-256 you gave as `seed_digest` when you created the game, with the owner's token, or when
    you took your seat, with the token of the seat. Reveal it when `fairness.reveal_by` is set, and keep the `promises`
    of the others that you are shown then: a seed that is not among them may have been chosen for yours. The game starts
    when all seeds are revealed.
    """
    game = seeds.reveal(services().games, game_id, member_in, body["client_seed"])
    return view_response(seat_view(game, viewer_of(game)))
