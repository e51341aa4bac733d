"""/v1/games/<id>/analysis: how good one's moves were."""

from service.api.auth import client_id
from service.api.limits import reserve_ai_time
from service.api.operation import NOT_MODIFIED, SEAT, TASK, Call, Reply, Routes
from service.api.responses import private, released_to_one
from service.api.waiting import hold_until_over
from service.model.game import Game
from service.tasks.analyses import Analysis, Progress, analysis_of, analysis_view, ask_for_analysis
from service.tasks.task import Client

routes = Routes("analyses", "How good your moves were, after a game.", "/v1/games", ("player", "tasks"))


@routes.post(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={202: Reply(Analysis, "The analysis was accepted."), 200: Reply(Analysis, "The analysis is done.")},
    refuses=("game/not_over", "rules/changed", "request/invalid", *TASK),
    creates="/v1/games/{answer.game_id}/analysis",
    waits=True,
    texts=True,
    cache=private,
)
def create_analysis(call: Call, game_id: str) -> Analysis:
    """Create the analysis of your moves.

    Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend
    only on what your seat could know. That takes a few seconds; with `Prefer: wait=10` the response is delayed until it
    is done, for at most 10 seconds. The analysis is kept with the game, so asking again starts nothing. Its seconds
    count towards your AI time quota once.
    """
    game, seat = call.load(game_id)
    client = Client(client_id(), reserve_ai_time)
    return _view(call, game, seat, ask_for_analysis(call.services.tasks, game, seat, client))


@routes.get(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={200: Analysis, 304: NOT_MODIFIED},
    refuses=("game/not_over", "task/not_found"),
    waits=True,
    texts=True,
    cache=released_to_one,
)
def get_analysis(call: Call, game_id: str) -> Analysis:
    """Get the analysis of your moves.

    Ask for it first, with POST. Until it is done, `moves` has the decisions that are graded so far. With `Prefer:
    wait=10` the response is delayed until it is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    return _view(call, game, seat, analysis_of(call.services.tasks, game, seat))


def _view(call: Call, game: Game, seat: int, progress: Progress) -> Analysis:
    """The analysis of the caller's seat, delayed as ``Prefer: wait`` says until it is done."""
    if progress.task is not None and hold_until_over(progress.task, call.wait_s()):
        game, seat = call.load(game.id)
        progress = analysis_of(call.services.tasks, game, seat)
    return analysis_view(game, seat, progress, call.language)
