"""/v1/games/<id>/analysis: how good one's moves were."""

from typing import Any

from flask import Response

from service.api.operation import NOT_MODIFIED, SEAT, Call, Reply, Routes
from service.api.responses import json_response, private, released_to_one
from service.api.routes.suggestions import task_client
from service.api.waiting import hold_until_over
from service.model.game import Game
from service.tasks.analyses import Analysis, Progress, analysis_of, analysis_view, ask_for_analysis

routes = Routes("analyses", "How good your moves were, after a game.", "/v1/games", ("player", "tasks"))
LATER = Reply(Analysis, "The analysis is not done. Get it again, with `Prefer: wait=10` to wait for it.")


@routes.post(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={200: Analysis, 202: LATER},
    refuses=(
        "store/full",
        "game/not_over",
        "rules/changed",
        "request/invalid",
        "task/too_many",
        "task/full",
        "quota/ai_time",
    ),
    waits=True,
    texts=True,
    tagged=True,
    cache=private,
)
def ask_analysis(call: Call, game_id: str) -> Any:
    """Ask for the analysis of your moves.

    Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend
    only on what your seat could know. That takes a few seconds; with `Prefer: wait=10` the response is delayed until it
    is done, for at most 10 seconds. The analysis is kept with the game, so asking again starts nothing. Its seconds
    count towards your AI time quota once.
    """
    game, seat = call.load(game_id)
    return _answer(call, game, seat, ask_for_analysis(call.services.tasks, game, seat, task_client(call)))


@routes.get(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={200: Analysis, 202: LATER, 304: NOT_MODIFIED},
    refuses=("game/not_over", "task/not_found"),
    waits=True,
    texts=True,
    cache=private,
)
def get_analysis(call: Call, game_id: str) -> Any:
    """Get the analysis of your moves.

    Ask for it first, with POST. Until it is done, the status is 202 and `moves` has the decisions that are graded so
    far. With `Prefer: wait=10` the response is delayed until it is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    return _answer(call, game, seat, analysis_of(call.services.tasks, game, seat))


def _answer(call: Call, game: Game, seat: int, progress: Progress) -> Response | tuple[Analysis, int]:
    """The analysis of the caller's seat, delayed as ``Prefer: wait`` says until it is done."""
    if progress.task is not None and hold_until_over(progress.task, call.wait_s()):
        game, seat = call.load(game.id)
        progress = analysis_of(call.services.tasks, game, seat)
    view = analysis_view(game, seat, progress, call.language)
    if progress.task is None:
        return released_to_one(json_response(view))
    return view, 202 if progress.task.is_open else 200
