"""/v1/games/<id>/analysis: how good one's moves were."""

from flask import Response

from service.api.auth import game_to_play, seat_in, token_needed
from service.api.languages import request_language
from service.api.responses import cacheable, json_response, task_response
from service.api.routes.suggestions import task_client
from service.api.routing import ADDING, ANY, SITTING, Routes, answers, problems
from service.api.services import services
from service.api.waiting import hold_until_over
from service.model.game import Game
from service.tasks.analyses import Analysis, Progress, analysis_of, analysis_view, ask_for_analysis

blueprint = Routes("analyses", "How good your moves were, after a game.", "/v1/games")
BUSY = ("analysis/too_many", "analysis/full", "quota/ai_time")


LATER = "The analysis is not done. Get it again, with `Prefer: wait=10` to wait for it."


@blueprint.post("/<game_id>/analysis")
@token_needed
@answers(200, Analysis)
@answers(202, Analysis, LATER)
@problems(*ADDING, *SITTING, "analysis/not_over", "rules/changed", "budget/invalid", *BUSY)
def ask_analysis(game_id: str) -> Response:
    """Ask for the analysis of your moves.

    Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend
    only on what your seat could know. That takes a few seconds; with `Prefer: wait=10` the response is delayed until it
    is done, for at most 10 seconds. The analysis is kept with the game, so asking again starts nothing. Its seconds
    count towards your AI time quota once.
    """
    game = game_to_play(game_id)
    return _answer(game, ask_for_analysis(services().tasks, game, seat_in(game), task_client()))


@blueprint.get("/<game_id>/analysis")
@token_needed
@answers(200, Analysis)
@answers(304, description="Not modified.")
@answers(202, Analysis, LATER)
@problems(*ANY, *SITTING, "analysis/not_over", "analysis/not_found")
def get_analysis(game_id: str) -> Response:
    """Get the analysis of your moves.

    Ask for it first, with POST. Until it is done, the status is 202 and `moves` has the decisions that are graded so
    far. With `Prefer: wait=10` the response is delayed until it is done, for at most 10 seconds.
    """
    game = game_to_play(game_id)
    return _answer(game, analysis_of(services().tasks, game, seat_in(game)))


def _answer(game: Game, progress: Progress) -> Response:
    """The analysis of the caller's seat, delayed as ``Prefer: wait`` says until it is done."""
    if progress.task is not None and hold_until_over(progress.task):
        game = game_to_play(game.id)
        progress = analysis_of(services().tasks, game, seat_in(game))
    view = analysis_view(game, seat_in(game), progress, request_language())
    if progress.task is None:
        return cacheable(json_response(view), private=True)
    return task_response(view, 202 if progress.task.is_open else 200, may_wait=True)
