"""The record of a game, which goes both ways: an answer, and the body that a check takes."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf

from service.api.request_fields import Entries, Items, Pattern, Shown, integer, mapping, string
from service.api.requests import CLIENT_SEED, HEX_256, MOST_SEATS, Request
from service.games.record import RECORD_FORMAT
from service.model import shuffles

MOST_RECORDED = 20_000
"""Moves or events of a record."""
CONTRIBUTOR = Pattern("owner|[0-7]", "must be owner or the number of a seat")
TIMESTAMP = Pattern(
    "[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}[.][0-9]{3}Z", "must be of the form 2026-01-02T19:30:00.000Z"
)


class RecordSeat(Request):
    """A seat and its player at the end of the game."""

    seat = integer("", 0, required=True)
    side = integer("", 0, 1, required=True)
    kind = string("", OneOf(["person", "ai", "open", "bot"]), title="SeatKind", required=True)
    name = string("", Shown(max=40), required=True)
    level = integer(required=True, allow_none=True)
    rating = integer("The rating by which a computer was asked for, if it was.", allow_none=True)
    style = string("The style in which a computer was asked for, if any.", Length(max=40), allow_none=True)
    bot_id = string("The id of the bot, if the seat belongs to one.", Length(max=40), allow_none=True)


class RecordMove(Request):
    """A move."""

    version = integer("", 1, required=True)
    ply = integer("", 0, required=True)
    seat = integer("", 0, 7, required=True)
    move = mapping(required=True, keys=fields.String())


class RecordEvent(Request):
    """An event as a spectator saw it."""

    version = integer("", 1, required=True)
    at = string("", TIMESTAMP, required=True)
    type = string(required=True)
    data = mapping(required=True, keys=fields.String())
    text = string(required=True)
    speaker = integer("", 0, required=True, allow_none=True)


class RecordFairness(Request):
    """The source of the shuffles, see docs/fairness.md."""

    scheme = string("", OneOf([shuffles.SCHEME]), title="FairnessScheme", required=True)
    commitment = string("", HEX_256, required=True)
    seed = string("", HEX_256, required=True)
    promises = Entries(most=MOST_SEATS + 1, required=True, keys=string("", CONTRIBUTOR), values=string("", HEX_256))
    client_seeds = Entries(
        most=MOST_SEATS + 1, required=True, keys=string("", CONTRIBUTOR), values=string("", CLIENT_SEED)
    )
    shuffles = integer("", 0, required=True)


class RecordResult(Request):
    """How the game ended."""

    winner = integer("", 0, 1, required=True, allow_none=True)
    reason = string(
        "", OneOf(["score", "shootout", "draw", "resignation", "forfeit"]), title="ResultReason", required=True
    )
    score = Items(integer(), required=True, least=2, most=2)


class Record(Request):
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
