"""/v1/games/<id>/analysis: how good one's moves were."""

from flask import Response

from service.api.auth import api_key, client_id, game_to_play, seat_in, token_needed
from service.api.languages import request_language
from service.api.limits import reserve_ai_time
from service.api.responses import json_response, lasting, task_response
from service.api.routing import ADDING, SITTING, Routes, answers, problems
from service.api.services import services
from service.api.waiting import hold_until_over
from service.tasks.analyses import Analyses, analysis_of
from service.tasks.analysis_view import Analysis, analysis_view

blueprint = Routes("analyses", "How good your moves were, after a game.", "/v1/games")
BUSY = ("analysis/too_many", "analysis/full", "quota/ai_time")


@blueprint.get("/<game_id>/analysis")
@token_needed
@answers(200, Analysis)
@answers(304, description="Not modified.")
@answers(202, Analysis, "The analysis is not done. Ask again, with `Prefer: wait=10` to wait for it.")
@problems(*ADDING, *SITTING, "analysis/not_over", "rules/changed", "budget/invalid", *BUSY)
def get_analysis(game_id: str) -> Response:
    """Get the analysis of your moves.

    Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend only on what your
    seat could know. The first request starts the analysis, which takes a few seconds; until it is done, the status is 202 and `moves`
    has the decisions that are graded so far. With `Prefer: wait=10` the response is delayed until it is done, for at most 10 seconds.
    The analysis is kept with the game. Its seconds count towards your AI time quota once.
    """
    game = game_to_play(game_id)
    seat = seat_in(game)
    settings, store = services().settings, services().analyses
    analyses = Analyses(store, services().store.games, services().queue, reserve_ai_time)
    most_open = settings.max_suggestions_each if api_key() is None else settings.max_suggestions_key
    progress = analysis_of(analyses, game, seat, client_id(), most_open)
    if progress.task is not None and hold_until_over(store, progress.task):
        progress = analysis_of(analyses, game, seat, client_id(), most_open)
    view = analysis_view(game, seat, progress, request_language())
    if progress.task is None:
        return lasting(json_response(view), private=True)
    return task_response(view, 202 if progress.task.is_open else 200, may_wait=True)
