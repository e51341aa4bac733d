"""Records of finished games: the record of a game, in three forms, and the check of any record."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, json, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engines import VARIANTS
from engines.language import ENGLISH
from service.api.auth import game_to_view
from service.api.compression import compressible
from service.api.languages import request_language
from service.api.requests import TranscriptSchema
from service.api.responses import json_response
from service.api.routing import ANY, BODY, LOOKING, Routes, answers, body, problems
from service.api.services import services
from service.games import record as records
from service.games.scoresheet import Scoresheet, sheet_text
from service.model.problem import Problem

blueprint = Routes("records", "Records of finished games.", "/v1")
PAGE = "text/plain"
"""The form for people, in the language of the request; the others are always English, so that they can be
checked.
"""
FORMS: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "application/json": lambda record, _: json.dumps(record),
    "application/x-ndjson": lambda record, _: "".join(records.record_lines(record)),
    PAGE: lambda record, language: sheet_text(VARIANTS[record["variant"]], record, language),
}
FORM_HELP = "The record as JSON, as lines of JSON or as a text page, depending on `Accept`."


@blueprint.before_request
def allow_long_records() -> None:
    """A record is longer than any other body."""
    request.max_content_length = services().settings.max_record_bytes


@blueprint.get("/games/<game_id>/record")
@answers(200, TranscriptSchema, FORM_HELP)
@answers(200, str, FORM_HELP, media_type="application/x-ndjson")
@answers(200, str, FORM_HELP, media_type="text/plain")
@problems(*ANY, *LOOKING, "record/not_over", "request/not_acceptable")
def get_record(game_id: str) -> Response:
    """Get the record of a finished game.

    `Accept: application/json` returns the complete record, `application/x-ndjson` the same as lines of JSON (the game,
    then each `move` and `event` in order), `text/plain` a game sheet: score by period, goals, penalties, statistics and
    commentary. The sheet is in the language of `Accept-Language`; the other forms are always in English, as the check
    of a record expects.
    """
    game, _ = game_to_view(game_id)
    form = _accepted_form()
    language = request_language() if form == PAGE else ENGLISH
    text = FORMS[form](records.make_record(services().store.games, game, language), language)
    headers = {"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache"}
    return compressible(Response(text, content_type=f"{form}; charset=utf-8", headers=headers))


@blueprint.get("/games/<game_id>/sheet")
@answers(200, Scoresheet)
@problems(*ANY, *LOOKING, "record/not_over")
def get_sheet(game_id: str) -> Response:
    """Get the scoresheet of a finished game.

    The line score, goals, penalties and statistics of its record, with texts in the language of `Accept-Language`.
    """
    game, _ = game_to_view(game_id)
    response = json_response(records.sheet_of(services().store.games, game, request_language()))
    response.headers["Vary"] = "Authorization"
    response.headers["Cache-Control"] = "private, no-cache"
    return compressible(response)


def _accepted_form() -> str:
    """The form that the request prefers; raises Problem if it accepts none."""
    accepted = request.headers.get("Accept") or "*/*"
    form = parse_accept_header(accepted, MIMEAccept).best_match(FORMS)
    if form is None:
        raise Problem("request/not_acceptable", f"Accept: {accepted[:60]!r} is none of {', '.join(FORMS)}")
    return form


@blueprint.post("/records")
@body(TranscriptSchema)
@answers(200, records.RecordCheck)
@problems(*ANY, *BODY, "variant/unknown")
def check_record(body: dict[str, Any]) -> Response:
    """Check a record.

    Replays the moves from the record's seed and lists what is wrong. Checks the commitment, the promised seeds, the
    options, every move, the number of shuffles, the events, the result and the game sheet, but not the players and
    times. `unproven` says what a record cannot prove about its shuffles. Nothing is stored.
    """
    return json_response(records.check_record(body))
