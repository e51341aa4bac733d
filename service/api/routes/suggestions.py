"""/v1/suggestions, /v1/games/<id>/hint and /v1/positions: what a computer would play in a position of the client's own
game or in one's seat, and what may be played.
"""

from service.api.auth import api_key, client_id, reader_digest, seat_in, task_of_request
from service.api.limits import reserve_ai_time
from service.api.operation import COMPUTER, SEAT, TOKEN_AND_KEY, Call, Needs, Reply, Routes
from service.api.requests import HintRequest, PositionRequest, SuggestionRequest
from service.api.responses import private
from service.api.waiting import wait_for_end
from service.games.positions import PositionMoves, position_moves
from service.model.problem import Problem
from service.store.tasks import SUGGESTION, Task, not_found
from service.tasks import suggestions
from service.tasks.suggestions import Suggestion, suggestion_view
from service.tasks.task import Client

routes = Routes("suggestions", "Ask what a computer would play in any position.", "/v1/suggestions", ("tasks",))
hints = Routes("hints", "Ask what a computer would play in your seat.", "/v1/games", ("player",))
positions = Routes("positions", "Ask what may be played in any position.", "/v1/positions", ("tasks",))
ASKING = (*COMPUTER, "store/full", "task/too_many", "task/full", "quota/ai_time")
LATER = Reply(Suggestion, "The suggestion was accepted. Poll `links.self`, with `Prefer: wait=10` to wait for it.")
READER = Needs(("auth/unknown_token", "task/not_found"))
"""Who has the token with which the suggestion was asked for, if any."""


@routes.post(
    "",
    needs=TOKEN_AND_KEY,
    body=SuggestionRequest,
    answers={200: Suggestion, 202: LATER},
    refuses=("variant/unknown", "observation/invalid", *ASKING),
    creates="/v1/suggestions",
    waits=True,
    texts=True,
    cache=private,
    limit="suggest",
)
def create_suggestion(call: Call) -> tuple[Suggestion, int]:
    """Create a suggestion.

    Suggests a move for a position. `observation` is the position as one seat sees it. For all variants it is made of a
    view in the same way: the view's `options`, `ply` and `hand`, all fields of its `you` (the `seat` is one of them),
    and all fields of its `table`. Many fields are optional; the given ones must be consistent. A suggestion is a
    stateless way to a computer opponent: with `mistakes` and a `level` or `rating`, it plays like that computer in a
    game. In a variant without decisions (`has_decisions`), the only move is suggested. With `Prefer: wait=10` the
    response is delayed until the suggestion is done, for at most 10 seconds. If you send a token, only that token can
    read the suggestion.
    """
    variant, observation = call.body.pop("variant"), call.body.pop("observation")
    task = suggestions.suggest(call.services.tasks, variant, observation, call.body, task_client(call, reader_digest()))
    return asked(call, wait_for_end(task, call.wait_s()))


@routes.get(
    "/<suggestion_id>",
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


@routes.delete(
    "/<suggestion_id>",
    needs=READER,
    answers={200: Reply(Suggestion, "The deleted suggestion.")},
    texts=True,
    cache=private,
)
def delete_suggestion(call: Call, suggestion_id: str) -> Suggestion:
    """Delete a suggestion.

    Cancels the suggestion if it is not done yet.
    """
    suggestion = require_reader(call, task_of_request(SUGGESTION, suggestion_id))
    return suggestion_view(call.services.tasks.store.delete(suggestion), call.language)


@hints.post(
    "/<game_id>/hint",
    needs=SEAT,
    body=HintRequest,
    body_required=False,
    answers={200: Suggestion, 202: LATER},
    refuses=("move/not_your_turn", "game/over", "game/not_started", "task/not_found", *ASKING),
    creates="/v1/suggestions",
    waits=True,
    texts=True,
    cache=private,
    limit="suggest",
)
def ask_hint(call: Call, game_id: str) -> tuple[Suggestion, int]:
    """Ask for a hint.

    Suggests a move for your seat, based only on what your seat may know. Only your token can read it. With `Prefer:
    wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    digest = reader_digest()
    asking = Client(digest, reserve_ai_time, digest)  # limited per seat
    task = suggestions.hint(call.services.tasks, game, seat, call.body, asking)
    return asked(call, require_reader(call, wait_for_end(task, call.wait_s())))


def require_reader(call: Call, task: Task) -> Task:
    """The suggestion; raises Problem for a hint whose token was renewed, or whose game is gone."""
    if "game" in task.request:
        try:
            seat_in(call.games.load(task.request["game"]))
        except Problem:
            raise not_found(task.id) from None
    return task


def task_client(call: Call, reader: str = "") -> Client:
    """Who asks for a suggestion or an analysis. A backend with an API key may serve many players from one address."""
    most_open = None if api_key() is None else call.settings.max_suggestions_key
    return Client(client_id(), reserve_ai_time, reader, most_open=most_open)


def asked(call: Call, task: Task) -> tuple[Suggestion, int]:
    """What a suggestion that was just asked comes to, or where to look for it."""
    return suggestion_view(task, call.language), 202 if task.is_open else 200


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
