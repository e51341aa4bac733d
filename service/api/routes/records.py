"""Records of finished games: the record of a game, its scoresheet, and the check of any record."""

import msgspec
from flask import Response, request

from service.api.context import services
from service.api.operation import VIEWER, Call, Routes
from service.api.record import Record
from service.api.responses import compressed, json_response, private
from service.games import record
from service.games.scoresheet import Scoresheet

routes = Routes("records", "Records of finished games.", "/v1", ("player", "tasks"))


@routes.blueprint.before_request
def allow_long_records() -> None:
    """A record is longer than any other body."""
    request.max_content_length = services().settings.max_record_bytes


def _private(response: Response) -> Response:
    return compressed(private(response))


@routes.get("/games/<game_id>/record", needs=VIEWER, answers={200: Record}, refuses=("game/not_over",), cache=_private)
def get_record(call: Call, game_id: str) -> Response:
    """Get the record of a finished game.

    The players, the source of the shuffles, every move and event, and the scoresheet. `POST /v1/records` checks it as
    it is. Its texts are always English, so that they can be checked; the game's scoresheet and events have them in your
    language.
    """
    game, _ = call.load(game_id)
    return json_response(msgspec.json.encode(record.make_record(call.store.games, game)))


@routes.get(
    "/games/<game_id>/sheet",
    needs=VIEWER,
    answers={200: Scoresheet},
    refuses=("game/not_over",),
    texts=True,
    cache=_private,
)
def get_sheet(call: Call, game_id: str) -> Scoresheet:
    """Get the scoresheet of a finished game.

    The line score, goals, penalties and statistics of its record, with texts in the language of `Accept-Language`.
    """
    game, _ = call.load(game_id)
    return record.sheet_of(call.store.games, game, call.language)


@routes.post(
    "/records",
    body=Record,
    answers={200: record.RecordCheck},
    refuses=("variant/unknown",),
    limit="record",
    parts=("tasks",),
)
def check_record(call: Call) -> record.RecordCheck:
    """Check a record.

    Takes a record as it was downloaded. Replays the moves from its seed and lists what is wrong. Checks the commitment,
    the promised seeds, the options, every move, the number of shuffles, the events, the result and the scoresheet, but
    not the players and times. `unproven` says what a record cannot prove about its shuffles. Nothing is stored.
    """
    return record.check_record(call.body)
