"""Records of finished games: the record of a game, in three forms, and the check of any record."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, json, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engines import VARIANTS
from engines.language import ENGLISH
from service.api.context import services
from service.api.operation import JSON_TYPE, VIEWER, Call, Reply, Routes
from service.api.requests import TranscriptSchema
from service.api.responses import compressed, private
from service.games import record
from service.games.scoresheet import Scoresheet, sheet_text
from service.model.problem import Problem

routes = Routes("records", "Records of finished games.", "/v1")
LINES = "application/x-ndjson"
PAGE = "text/plain"
"""The form for people, in the language of the request; the others are always English, so that they can be
checked.
"""
FORMS: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    JSON_TYPE: lambda found, _: json.dumps(found),
    LINES: lambda found, _: "".join(record.record_lines(found)),
    PAGE: lambda found, language: sheet_text(VARIANTS[found["variant"]], found, language),
}


@routes.blueprint.before_request
def allow_long_records() -> None:
    """A record is longer than any other body."""
    request.max_content_length = services().settings.max_record_bytes


@routes.get(
    "/games/<game_id>/record",
    needs=VIEWER,
    answers={
        200: Reply(
            {JSON_TYPE: TranscriptSchema, LINES: str, PAGE: str},
            "The record as JSON, as lines of JSON or as a text page, depending on `Accept`.",
        )
    },
    refuses=("record/not_over", "request/not_acceptable"),
    texts=True,
)
def get_record(call: Call, game_id: str) -> Response:
    """Get the record of a finished game.

    `Accept: application/json` returns the complete record, `application/x-ndjson` the same as lines of JSON (the game,
    then each `move` and `event` in order), `text/plain` a game sheet: score by period, goals, penalties, statistics and
    commentary. The sheet is in the language of `Accept-Language`; the other forms are always in English, as the check
    of a record expects.
    """
    game, _ = call.load(game_id)
    form = _accepted_form()
    language = call.language if form == PAGE else ENGLISH
    text = FORMS[form](record.make_record(call.store.games, game, language), language)
    headers = {"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache"}
    return compressed(Response(text, content_type=f"{form}; charset=utf-8", headers=headers))


def _private(response: Response) -> Response:
    return compressed(private(response))


@routes.get(
    "/games/<game_id>/sheet",
    needs=VIEWER,
    answers={200: Scoresheet},
    refuses=("record/not_over",),
    texts=True,
    cache=_private,
)
def get_sheet(call: Call, game_id: str) -> Scoresheet:
    """Get the scoresheet of a finished game.

    The line score, goals, penalties and statistics of its record, with texts in the language of `Accept-Language`.
    """
    game, _ = call.load(game_id)
    return record.sheet_of(call.store.games, game, call.language)


def _accepted_form() -> str:
    """The form that the request prefers; raises Problem if it accepts none."""
    accepted = request.headers.get("Accept") or "*/*"
    form = parse_accept_header(accepted, MIMEAccept).best_match(FORMS)
    if form is None:
        raise Problem("request/not_acceptable", f"Accept: {accepted[:60]!r} is none of {', '.join(FORMS)}")
    return form


@routes.post(
    "/records", body=TranscriptSchema, answers={200: record.RecordCheck}, refuses=("variant/unknown",), limit="record"
)
def check_record(call: Call) -> record.RecordCheck:
    """Check a record.

    Replays the moves from the record's seed and lists what is wrong. Checks the commitment, the promised seeds, the
    options, every move, the number of shuffles, the events, the result and the game sheet, but not the players and
    times. `unproven` says what a record cannot prove about its shuffles. Nothing is stored.
    """
    return record.check_record(call.body)
