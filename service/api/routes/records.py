"""Records of finished games: the record of a game, its scoresheet, and the check of any record. A record goes both
ways: it is an answer, and the body that a check takes.
"""

import threading
from typing import Final

import msgspec
from marshmallow import fields
from marshmallow.validate import Length, OneOf

from service.api.fields import (
    CLIENT_SEED,
    DEAL,
    HEX_256,
    MOST_SEATS,
    Entries,
    Items,
    Pattern,
    RequestSchema,
    VisibleText,
    integer,
    mapping,
    string,
    team_field,
)
from service.api.operation import VIEWER, Call, Routes
from service.api.responses import Response, compressed, json_response, private
from service.games import record
from service.games.record import RECORD_FORMAT, Scoresheet
from service.model import shuffles

MOST_RECORDED = 20_000
"""Moves or events of a record."""
CONTRIBUTOR = Pattern("owner|[0-7]", "must be owner or the number of a seat")
TIMESTAMP = Pattern(
    "[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}[.][0-9]{3}Z", "must be of the form 2026-01-02T19:30:00.000Z"
)


class RecordSeat(RequestSchema):
    """A seat and its player at the end of the game."""

    seat = integer("", 0, required=True)
    side = integer("", 0, 1, required=True)
    kind = string("", OneOf(["person", "ai", "open", "bot"]), title="SeatKind", required=True)
    name = string("", VisibleText(max=40), required=True)
    level = integer(required=True, allow_none=True)
    rating = integer("The rating by which a computer was asked for, if it was.", allow_none=True)
    character = string("The character that a computer is, if it was asked for.", Length(max=40), allow_none=True)
    bot_id = string("The id of the bot, if the seat belongs to one.", Length(max=40), allow_none=True)
    team = team_field()


class RecordMove(RequestSchema):
    """A move."""

    version = integer("", 1, required=True)
    ply = integer("", 0, required=True)
    seat = integer("", 0, 7, required=True)
    move = mapping(required=True, keys=fields.String())


class RecordEvent(RequestSchema):
    """An event as a spectator saw it."""

    version = integer("", 1, required=True)
    at = string("", TIMESTAMP, required=True)
    type = string(required=True)
    data = mapping(required=True, keys=fields.String())
    text = string(required=True)
    speaker = integer("", 0, required=True, allow_none=True)


class RecordFairness(RequestSchema):
    """The source of the shuffles, see docs/fairness.md."""

    scheme = string("", OneOf([shuffles.SCHEME]), title="FairnessScheme", required=True)
    commitment = string("", HEX_256, required=True)
    seed = string("", HEX_256, required=True)
    promises = Entries(most=MOST_SEATS + 1, required=True, keys=string("", CONTRIBUTOR), values=string("", HEX_256))
    client_seeds = Entries(
        most=MOST_SEATS + 1, required=True, keys=string("", CONTRIBUTOR), values=string("", CLIENT_SEED)
    )
    shuffles = integer("", 0, required=True)
    deal = string("The text of a prepared deal, from which the seed follows, if it was one.", DEAL)


class RecordResult(RequestSchema):
    """How the game ended."""

    winner = integer("", 0, 1, required=True, allow_none=True)
    reason = string(
        "", OneOf(["score", "shootout", "draw", "resignation", "forfeit"]), title="ResultReason", required=True
    )
    score = Items(integer(), required=True, least=2, most=2)


class Record(RequestSchema):
    """The complete record of a finished game: players, source of the shuffles, moves and events."""

    format = string("", OneOf([RECORD_FORMAT]), title="RecordFormat", required=True)
    id = string("", Pattern("[A-Za-z0-9_-]{1,64}", "must be the id of a game"), required=True)
    variant = string(title="VariantKey", required=True)
    rules_version = integer(required=True)
    deck_digest = string("SHA-256 of the deck file, if the variant has one.", required=True, allow_none=True)
    preset = string(required=True)
    options = mapping(required=True, keys=fields.String())
    created_at = string("", TIMESTAMP, required=True)
    status = string("", OneOf(["finished", "aborted"]), title="RecordStatus", required=True)
    seats = Items(fields.Nested(RecordSeat), required=True, least=2, most=MOST_SEATS)
    result = fields.Nested(RecordResult, required=True, allow_none=True)
    fairness = fields.Nested(RecordFairness, required=True)
    sheet = mapping("The game sheet, computed from the events.", required=True, keys=fields.String())
    moves = Items(fields.Nested(RecordMove), required=True, most=MOST_RECORDED)
    events = Items(fields.Nested(RecordEvent), required=True, most=MOST_RECORDED)


CHECKS: Final = threading.Semaphore(1)
"""A record takes six to fifteen times its size in memory while it is checked. Two at once would not be done sooner."""

routes = Routes("records", "Records of finished games.", "/v1", ("player", "tasks"))


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
    most_body="max_record_bytes",
    answers={200: record.RecordCheck},
    refuses=("variant/unknown", "task/full"),
    at_once=CHECKS,
    limit="record",
    audiences=("tasks",),
)
def check_record(call: Call) -> record.RecordCheck:
    """Check a record.

    Takes a record as it was downloaded. Replays the moves from its seed and lists what is wrong. Checks the commitment,
    the promised seeds, the options, every move, the number of shuffles, the events, the result and the scoresheet, but
    not the players and times. `unproven` says what a record cannot prove about its shuffles. Nothing is stored.
    """
    return record.check_record(call.body)
