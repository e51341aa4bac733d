"""Records of finished games: the record of a game, in three forms, and the check of any record."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from flask import Response, json, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engines import VARIANTS
from service.api.auth import viewer_of
from service.api.openapi.problem_docs import ANY, BODY, LOOKING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import GameRecordSchema, RecordCheck
from service.api.services import parts
from service.games import transcripts
from service.games.scoresheet import sheet_text
from service.model.problem import Problem

blueprint = Blueprint("records", __name__, url_prefix="/v1", description="Records of finished games.")


FORMS: dict[str, Callable[[dict[str, Any]], str]] = {
    "application/json": json.dumps,
    "application/x-ndjson": lambda record: "".join(transcripts.record_lines(record)),
    "text/plain": lambda record: sheet_text(VARIANTS[record["variant"]], record),
}


TEXT = {"type": "string"}


FORM_HELP = "The record: as `Accept` says, JSON, a line for each move and event, or a page."


@blueprint.before_request
def allow_long_records() -> None:
    """A record is longer than any other body."""
    request.max_content_length = parts().settings.max_record_bytes


@blueprint.get("/games/<game_id>/record")
@blueprint.response(200, GameRecordSchema, description=FORM_HELP)
@blueprint.alt_response(200, schema=TEXT, content_type="application/x-ndjson", description=FORM_HELP)
@blueprint.alt_response(200, schema=TEXT, content_type="text/plain", description=FORM_HELP)
@with_problems(blueprint, *ANY, *LOOKING, "record/not_over", "request/not_acceptable")
def get_record(game_id: str) -> Response:
    """Take the record of a game that is over.

    `Accept: application/json` is complete, `application/x-ndjson` the same line by line (the game, then each `move` and `event` in
    order), `text/plain` a game sheet for people: score by period, goals, penalties, statistics and commentary.
    """
    game = parts().store.load(game_id)
    viewer_of(game)
    accepted = request.headers.get("Accept") or "*/*"
    form = parse_accept_header(accepted, MIMEAccept).best_match(FORMS)
    if form is None:
        raise Problem("request/not_acceptable", f"Accept: {accepted[:60]!r} is none of {', '.join(FORMS)}")
    text = FORMS[form](transcripts.make_record(parts().store, game))
    return Response(
        text, content_type=f"{form}; charset=utf-8", headers={"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache"}
    )


@blueprint.post("/records")
@blueprint.arguments(GameRecordSchema)
@blueprint.response(200, RecordCheck)
@with_problems(blueprint, *ANY, *BODY, "variant/unknown")
def check_record(body: dict[str, Any]) -> dict[str, Any]:
    """Check a record: play its moves again from its seed, and say where it does not hold.

    Checked are the commitment, a promised seed, the options, every move, the number of shuffles, the events, the result and the
    game sheet; not who sat where, and when. Nothing is kept.
    """
    check = transcripts.check_record(body)
    return asdict(check) | {"verified": not check.faults}
