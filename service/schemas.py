"""Request bodies and queries (unknown fields are refused, numbers and booleans are strict), and the plain answers."""

from marshmallow import RAISE, Schema, fields, validate

MAX_PACE_MS = 2000
NAME = validate.Length(min=1, max=40)
JOIN_CODE_EXAMPLE = "K7QW2M9P"


class Request(Schema):
    """Base of everything a client sends."""

    class Meta:
        unknown = RAISE


class SeatRequest(Request):
    """Who sits at a seat: a person, a computer of a level, or whoever comes with the join code."""

    kind = fields.String(required=True, validate=validate.OneOf(["person", "ai", "open"]))
    name = fields.String(validate=NAME, metadata={"description": "Shown to everybody; the level's name for a computer if not given."})
    level = fields.Integer(
        strict=True, validate=validate.Range(min=1), metadata={"description": "For `ai` only: see the variant's levels."}
    )


class CreateGameRequest(Request):
    """A new game."""

    variant = fields.String(required=True, metadata={"description": "A key of GET /v1/variants."})
    preset = fields.String(metadata={"description": "A preset of the variant; its first one if not given."})
    options = fields.Dict(keys=fields.String(), metadata={"description": "Options that differ from the preset's."})
    seats = fields.List(
        fields.Nested(SeatRequest),
        validate=validate.Length(max=8),
        metadata={"description": "One entry a seat, in order. Not given: one person against computers of the middle level."},
    )
    public = fields.Boolean(
        load_default=True,
        truthy={True},
        falsy={False},
        metadata={"description": "Whether anybody with the id may watch and the game stands on the public list."},
    )
    pace_ms = fields.Integer(
        strict=True,
        validate=validate.Range(min=0, max=MAX_PACE_MS),
        metadata={
            "description": "A computer's answer to a person falls due so many ms after it was asked, whatever it holds; "
            "the service's setting if not given."
        },
    )


class JoinRequest(Request):
    """The wish to take an open seat."""

    code = fields.String(required=True, validate=validate.Length(min=1, max=64), metadata={"example": JOIN_CODE_EXAMPLE})
    name = fields.String(validate=NAME)
    seat = fields.Integer(strict=True, validate=validate.Range(min=0), metadata={"description": "The first open seat if not given."})


class MoveRequest(Request):
    """A move: the decision it answers and one of the legal moves."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=0),
        metadata={"description": "The `ply` of the view that asked for the move."},
    )
    move = fields.Raw(required=True, allow_none=False)


class EventsQuery(Request):
    """Which events, and how long to wait for them."""

    after = fields.Integer(load_default=0, validate=validate.Range(min=0), metadata={"description": "The last version you know."})
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=30),
        metadata={"description": "Seconds to hold the request until something happens (long poll)."},
    )


class StreamQuery(Request):
    """From where a stream begins, and who asks."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0),
        metadata={"description": "The last version you know; `Last-Event-ID` goes before it."},
    )
    ticket = fields.String(
        validate=validate.Length(max=100), metadata={"description": "Of POST /v1/games/{game_id}/tickets, in place of a token."}
    )


class WebhookRequest(Request):
    """Where to tell of a game's changes."""

    game_id = fields.String(required=True, validate=validate.Length(min=1, max=64))
    url = fields.String(
        required=True,
        validate=validate.Length(min=1, max=500),
        metadata={"description": "An https address that takes POST.", "example": "https://play.example/hooks/faceoff"},
    )


class WebhooksQuery(Request):
    """Whose webhooks."""

    game_id = fields.String(required=True, validate=validate.Length(min=1, max=64))


class GamesQuery(Request):
    """Which page of the public games."""

    cursor = fields.String(validate=validate.Length(max=100), metadata={"description": "`next` of the page before."})
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))
    status = fields.String(validate=validate.OneOf(["open", "active", "finished", "aborted"]))
    variant = fields.String(metadata={"description": "A key of GET /v1/variants."})


class FieldError(Schema):
    """One field that does not fit."""

    pointer = fields.String(required=True, metadata={"description": "JSON pointer into the body or query."})
    message = fields.String(required=True)


class ProblemSchema(Schema):
    """RFC 9457 problem details with a stable `code`; clients decide by `code`, people read `detail`."""

    type = fields.String(required=True, metadata={"description": "`/problems/<code>`, an address that explains the code."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "What was wrong and what would be right."})
    code = fields.String(required=True)
    request_id = fields.String(required=True)
    rule = fields.String(metadata={"description": "Paragraph of the rules document, for `move/illegal`."})
    field = fields.String(metadata={"description": "The field that is wrong."})
    errors = fields.List(fields.Nested(FieldError))
    current_version = fields.Integer(metadata={"description": "The game's present version, where the request was overtaken."})
    view = fields.Dict(metadata={"description": "Your present view of the game, where the request was overtaken: see GameView."})


class Health(Schema):
    """A sign of life."""

    status = fields.String(required=True, validate=validate.OneOf(["ok"]))


class Version(Schema):
    """What runs here."""

    name = fields.String(required=True)
    version = fields.String(required=True)
    api = fields.String(required=True)
    compiled = fields.Boolean(required=True, metadata={"description": "Whether rules and search run compiled."})
