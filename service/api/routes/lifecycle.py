"""/v1/games/{id}: abort, rematch, a computer for a seat and the way back, a new token for a seat, and the fairness of
the shuffles.
"""

from service.api.answers import OwnerToken, SeatToken
from service.api.auth import member_in, owner_in, seat_in
from service.api.fields import CLIENT_SEED, CLIENT_SEED_FORM, RequestSchema, level_field, seed_digest_field, string
from service.api.limits import counted_in_stock, reserve_ai_time
from service.api.operation import INVITED_BOT, MEMBER, ONCE, OWNER, RUNNING, SEAT, VIEWER, Call, Reply, Routes
from service.api.responses import no_store
from service.games import lifecycle, play
from service.games.play import OwnSeed
from service.games.replay import FairnessProof, fairness_proof
from service.games.views import GameView
from service.model import tokens
from service.model.game import Game


class RematchRequest(RequestSchema):
    """The request for a rematch."""

    seed_digest = seed_digest_field()


class SeedRequest(RequestSchema):
    """The seed that was promised for your seat or, with the owner's token, by the creator."""

    client_seed = string(CLIENT_SEED_FORM, CLIENT_SEED, required=True)


class TakeOverRequest(RequestSchema):
    """Which computer takes over the seat."""

    level = level_field("Level of the computer for your own seat. Default: the middle one.")


routes = Routes(
    "lifecycle",
    "Abort a game, ask for a rematch, let a computer take over a seat, verify the shuffles.",
    "/v1/games",
    ("player",),
)


@routes.post(
    "/<game_id>/abort",
    needs=MEMBER,
    answers={200: GameView},
    refuses=("auth/not_the_owner", "game/over", "abort/too_late"),
)
def abort_game(call: Call, game_id: str) -> Game:
    """Abort a game.

    The owner can abort a game before its first move; if several persons or bots play, only before cards are dealt:
    after that, resign. A game of `/quick`, which has no owner, is aborted by a player until it begins: while the
    opponent, or a promised seed, is awaited. The game ends without a winner.
    """
    return lifecycle.abort(call.games, game_id, member_in)


@routes.post(
    "/<game_id>/rematch",
    needs=SEAT,
    body=RematchRequest,
    body_required=False,
    answers={
        201: Reply(GameView, "Your view of the new game."),
        200: Reply(GameView, "Your view of the rematch, which already exists."),
    },
    refuses=("store/full", "game/too_many", "rematch/not_finished", *INVITED_BOT),
    creates="/v1/games/{answer.id}",
)
def ask_rematch(call: Call, game_id: str) -> Game:
    """Ask for a rematch.

    Creates a game with the same settings and the sides exchanged. Every player moves up by one seat, so partners stay
    partners, and all tokens of this game are valid for the new one. The new game's id is in the view's `rematch_id`
    and in an event. A game has one rematch: later requests return it, and make another one only after it was deleted or
    has expired.

    If you promise a seed with `seed_digest`, players who promised one in this game may do so again with the same
    request: until then, for at most `absent_after_s` seconds, the rematch is `open`.
    """
    game, is_new = lifecycle.rematch(call.games, game_id, seat_in, OwnSeed.of(call.body), counted_in_stock())
    call.status = 201 if is_new else 200
    return game


@routes.post(
    "/<game_id>/seats/<int:seat>/ai",
    needs=MEMBER,
    body=TakeOverRequest,
    body_required=False,
    answers={200: GameView},
    refuses=(
        "level/unknown",
        "seat/not_found",
        "seat/not_a_person",
        "seat/not_absent",
        "seat/not_yours",
        *RUNNING,
        "invitation/closed",
        "quota/ai_time",
    ),
)
def take_over_seat(call: Call, game_id: str, seat: int) -> Game:
    """Let a computer take over a seat.

    The seat's own player can do this at any time, and chooses the level. The owner and the other seats can do it when
    it has been the seat's turn for `absent_after_s` seconds; the level is the game's `absent_level` then. The player's
    token can still view the game, but cannot play until its player returns.
    """
    return lifecycle.take_over(call.games, game_id, seat, member_in, call.body.get("level"), reserve_ai_time)


@routes.post(
    "/<game_id>/seats/<int:seat>/return",
    needs=SEAT,
    answers={200: GameView},
    refuses=("seat/not_found", "seat/not_yours", *RUNNING),
)
def return_to_seat(call: Call, game_id: str, seat: int) -> Game:
    """Return to your seat.

    You play again the seat that a computer has taken over. What the computer has not played yet, you decide. The
    request can be repeated: nothing changes if you play the seat already.
    """
    return lifecycle.return_to_seat(call.games, game_id, seat, seat_in)


@routes.post(
    "/<game_id>/seats/<int:seat>/token",
    needs=MEMBER,
    answers={201: Reply(SeatToken, "The new token. It is not shown again.")},
    refuses=("seat/not_found", "seat/not_a_person", "seat/not_yours"),
    once=ONCE,
    cache=no_store,
)
def renew_token(call: Call, game_id: str, seat: int) -> SeatToken:
    """Renew the token of a seat.

    For a player who fears that others know the token: send the old one. For a seat that was created with a player, the
    owner can do it too, for one who has lost it; a player who joined renews alone. The old token is no longer valid,
    and what was opened with it ends: streams, tickets, held requests, suggestions and webhooks. Send an
    `Idempotency-Key`: if the response is lost, only a retry with it has the new token. If there is a rematch, renew the
    token there as well.
    """
    token = lifecycle.renew_token(call.games, game_id, member_in, seat, call.once())
    return SeatToken(seat=seat, token=token)


@routes.post(
    "/<game_id>/owner/token",
    needs=OWNER,
    answers={201: Reply(OwnerToken, "The new token. It is not shown again.")},
    once=ONCE,
    cache=no_store,
)
def renew_owner_token(call: Call, game_id: str) -> OwnerToken:
    """Renew the token of the owner.

    For an owner who fears that others know it: send the old one, which is no longer valid then, and an
    `Idempotency-Key`, as for the token of a seat. If there is a rematch, renew the token there as well.
    """
    return OwnerToken(owner_token=lifecycle.renew_token(call.games, game_id, owner_in, tokens.OWNER, call.once()))


@routes.get("/<game_id>/fairness", needs=VIEWER, answers={200: FairnessProof}, refuses=("rules/changed",))
def get_fairness(call: Call, game_id: str) -> FairnessProof:
    """Get the proof of fair shuffles.

    Returns the commitment to the shuffles, and after the end of the game the seed and every order. `/web/fairness.md`
    explains how to verify them with SHA-256 and HMAC, and has test vectors.
    """
    game, _ = call.load(game_id)
    return fairness_proof(call.store.games, game)


@routes.post(
    "/<game_id>/seed",
    needs=MEMBER,
    body=SeedRequest,
    answers={200: GameView},
    refuses=("seed/not_promised", "seed/mismatch", "game/over"),
)
def reveal_seed(call: Call, game_id: str) -> Game:
    """Reveal the promised seed.

    Takes the seed whose SHA-256 you gave as `seed_digest` when you created the game, with the owner's token, or when
    you took your seat, with the token of the seat. Reveal it when `fairness.reveal_by` is set, and keep the `promises`
    of the others that you are shown then: a seed that is not among them may have been chosen for yours. The game starts
    when all seeds are revealed.
    """
    return play.reveal(call.games, game_id, member_in, call.body["client_seed"])
