"""/v1/games/<id>/hint: what a computer would play in one's seat."""

from service.api.auth import reader_digest
from service.api.limits import reserve_ai_time
from service.api.operation import SEAT, Call, Routes
from service.api.requests import HintRequest
from service.api.responses import private
from service.api.routes.suggestions import ASKING, LATER, asked, require_reader
from service.api.waiting import wait_for_end
from service.tasks import suggestions
from service.tasks.suggestions import Suggestion
from service.tasks.task import Client

routes = Routes("hints", "Ask what a computer would play in your seat.", "/v1/games")


@routes.post(
    "/<game_id>/hint",
    needs=SEAT,
    body=HintRequest,
    body_required=False,
    answers={200: Suggestion, 202: LATER},
    refuses=(
        "store/full",
        "move/not_your_turn",
        "game/over",
        "game/not_started",
        "suggestion/not_found",
        *ASKING,
    ),
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
