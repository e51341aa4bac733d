"""What a computer would play in a position of the client's own game or in one's seat (/v1/suggestions), and what may be
played (/v1/positions).
"""

from service.api.auth import client_id, reader_digest, seat_in, task_of_request
from service.api.limits import reserve_ai_time
from service.api.operation import COMPUTER, SEAT, TASK, TOKEN_AND_KEY, Call, Needs, Reply, Routes
from service.api.requests import GameSuggestionRequest, PositionRequest, SuggestionRequest
from service.api.responses import private
from service.api.waiting import wait_for_end
from service.games.views import PositionMoves, position_moves
from service.model.problem import Problem
from service.store.tasks import CANCELLED, SUGGESTION, Task, not_found
from service.tasks import suggestions
from service.tasks.suggestions import Suggestion, suggestion_view
from service.tasks.task import Client

routes = Routes("suggestions", "Ask what a computer would play, in your seat or in any position.", "/v1", ("tasks",))
positions = Routes("positions", "Ask what may be played in any position.", "/v1/positions", ("tasks",))
ASKED = {
    202: Reply(Suggestion, "The suggestion was accepted. Get it with its `id`, with `Prefer: wait=10` to wait for it."),
    200: Reply(Suggestion, "The suggestion is done."),
}
READER = Needs(("auth/unknown_token", "task/not_found"))
"""Who has the token with which the suggestion was asked for, if any."""


@routes.post(
    "/suggestions",
    needs=TOKEN_AND_KEY,
    body=SuggestionRequest,
    answers=ASKED,
    refuses=("variant/unknown", "observation/invalid", *COMPUTER, *TASK),
    creates="/v1/suggestions/{answer.id}",
    waits=True,
    texts=True,
    cache=private,
    limit="suggest",
)
def create_suggestion(call: Call) -> Suggestion:
    """Create a suggestion for a position.

    Suggests a move for a position. `observation` is the position as one seat sees it. For all variants it is made of a
    view in the same way: the view's `options`, `ply` and `hand`, all fields of its `you` (the `seat` is one of them),
    and all fields of its `table`. Many fields are optional; the given ones must be consistent. A suggestion is a
    stateless way to a computer opponent: with `mistakes` and a `level` or `rating`, it plays like that computer in a
    game. In a variant without decisions (`has_decisions`), the only move is suggested. With `Prefer: wait=10` the
    response is delayed until the suggestion is done, for at most 10 seconds. If you send a token, only that token can
    read the suggestion. It is deleted after a while.
    """
    variant, observation = call.body.pop("variant"), call.body.pop("observation")
    client = Client(client_id(), reserve_ai_time, reader_digest())
    task = suggestions.suggest(call.services.tasks, variant, observation, call.body, client)
    return suggestion_view(wait_for_end(task, call.wait_s()), call.language)


@routes.post(
    "/games/<game_id>/suggestions",
    needs=SEAT,
    body=GameSuggestionRequest,
    body_required=False,
    answers=ASKED,
    refuses=("move/not_your_turn", "game/over", "game/not_started", "task/not_found", *COMPUTER, *TASK),
    creates="/v1/suggestions/{answer.id}",
    waits=True,
    texts=True,
    cache=private,
    limit="suggest",
    parts=("player", "tasks"),
)
def create_game_suggestion(call: Call, game_id: str) -> Suggestion:
    """Create a suggestion for your seat.

    Suggests a move in a game, based only on what your seat may know. Only your token can read it. With `Prefer:
    wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    digest = reader_digest()
    asking = Client(digest, reserve_ai_time, digest)  # limited per seat
    task = suggestions.suggest_in_game(call.services.tasks, game, seat, call.body, asking)
    return suggestion_view(require_reader(call, wait_for_end(task, call.wait_s())), call.language)


@routes.get(
    "/suggestions/<suggestion_id>",
    needs=READER,
    answers={200: Suggestion},
    waits=True,
    texts=True,
    cache=private,
    parts=("player", "tasks"),
)
def get_suggestion(call: Call, suggestion_id: str) -> Suggestion:
    """Get a suggestion.

    With `Prefer: wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    suggestion = require_reader(call, wait_for_end(task_of_request(SUGGESTION, suggestion_id), call.wait_s()))
    return suggestion_view(suggestion, call.language)


@routes.post(
    "/suggestions/<suggestion_id>/cancel",
    needs=READER,
    answers={200: Suggestion},
    texts=True,
    cache=private,
    parts=("player", "tasks"),
)
def cancel_suggestion(call: Call, suggestion_id: str) -> Suggestion:
    """Cancel a suggestion.

    The computer stops thinking. A suggestion that is over does not change.
    """
    suggestion, store = require_reader(call, task_of_request(SUGGESTION, suggestion_id)), call.services.tasks.store
    store.close(suggestion, CANCELLED)
    return suggestion_view(store.load(SUGGESTION, suggestion.id), call.language)


def require_reader(call: Call, task: Task) -> Task:
    """The suggestion; raises Problem if it is for a seat whose token was renewed, or whose game is gone."""
    if "game" in task.request:
        try:
            seat_in(call.games.load(task.request["game"]))
        except Problem:
            raise not_found(task.id) from None
    return task


@positions.post(
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
