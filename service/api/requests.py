"""Request bodies and queries, and the record of a game, which goes both ways. Unknown fields are refused, numbers are strict."""

import json
import re
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, pre_load, validate

from engines import VARIANTS
from service.games.transcripts import RECORD_FORMAT
from service.model import shuffles

MAX_PACE_MS = 2000


NAME = validate.Length(min=1, max=40)


DAY_S = 24 * 3600


JOIN_CODE_EXAMPLE = "K7QW2M9P"


MAX_VERSION = 2**53 - 1
"""What every JSON reader can hold; the store's own limit is 2**64 - 1."""


CURSOR_PATTERN = "[0-9]{13}:g_[a-z2-7]{20}"
"""In the contract only: another cursor has a problem code of its own."""


class Pattern(validate.Regexp):
    """The whole text is of this form: anchored as JSON Schema needs it, with no newline behind it, as Python would allow."""

    def __init__(self, form: str, error: str) -> None:
        super().__init__(f"^({form})$", error=error)
        self._form = re.compile(form)

    def __call__(self, value: Any) -> Any:
        if self._form.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


HEX_256 = Pattern("[0-9a-f]{64}", "must be 64 characters 0 to 9, a to f")


CLIENT_SEED_FORM = "16 to 64 letters, digits, - or _, chosen at random."


CLIENT_SEED = Pattern("[A-Za-z0-9_-]{16,64}", f"must be {CLIENT_SEED_FORM}")


GIVER = Pattern("owner|[0-7]", "must be owner or the number of a seat")


MOMENT = Pattern("[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}[.][0-9]{3}Z", "must be of the form 2026-01-02T19:30:00.000Z")


SEED = Pattern("[ -~]{1,100}", "must be 1 to 100 printable ASCII characters")


class Request(Schema):
    """Base of everything a client sends."""

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = ", ".join(self.fields) or "none"
        self.error_messages |= {"type": f"Not a JSON object; its fields are {known}.", "unknown": f"Unknown field; known are {known}."}

    @pre_load
    def refuse_half_characters(self, data: Any, **_: Any) -> Any:
        """JSON can write half of a surrogate pair (``"\\ud800"``); nothing can store, hash or send it as text."""
        try:
            json.dumps(data if isinstance(data, dict) else None, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            around = ascii(error.object[max(0, error.start - 12) : error.end + 12])
            raise ValidationError(f"{around} holds half of a surrogate pair, which is no character") from error
        return data


class Real(fields.Float):
    """A number; a text that could be read as one is none."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return float(super()._validated(value))


class Flag(fields.Boolean):
    """True or false; 0 and 1 are numbers."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A whole number in an address, in plain digits: ``int`` would read ``1_000`` and the digits of all scripts as well."""

    def _validated(self, value: Any) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


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
    public = Flag(
        load_default=True,
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
    time_limit_s = fields.Integer(
        strict=True,
        validate=validate.Range(min=5, max=7 * DAY_S),
        metadata={
            "description": "Seconds that a person has for a decision; then the heuristic answers for the seat, and an event says so. "
            "No limit if not given."
        },
    )
    absent_after_s = fields.Integer(
        strict=True,
        validate=validate.Range(min=5, max=7 * DAY_S),
        metadata={
            "description": "A person who has been asked for so many seconds counts as absent: others may hand the seat to a computer. "
            "The service's setting if not given."
        },
    )
    expire_after_s = fields.Integer(
        strict=True,
        validate=validate.Range(min=60),
        metadata={
            "description": "The running game is kept for so many seconds after its last change; the service's setting if not given. "
            "`expires_at` of the view says until when."
        },
    )
    seed_digest = fields.String(
        validate=HEX_256,
        metadata={
            "description": "SHA-256 of a seed of your own that is to enter every shuffle. The game waits, open, until you hand in "
            "the seed: POST /v1/games/{id}/fairness."
        },
    )


class JoinRequest(Request):
    """The wish to take an open seat."""

    code = fields.String(required=True, validate=validate.Length(min=1, max=64), metadata={"example": JOIN_CODE_EXAMPLE})
    name = fields.String(validate=NAME)
    seat = fields.Integer(strict=True, validate=validate.Range(min=0), metadata={"description": "The first open seat if not given."})
    client_seed = fields.String(
        validate=CLIENT_SEED,
        metadata={
            "description": f"A seed of your own that enters every shuffle: {CLIENT_SEED_FORM} Choose it after you have seen the game's "
            "`fairness.commitment`."
        },
    )


class SeedRequest(Request):
    """The seed that the creator of a game has promised."""

    client_seed = fields.String(required=True, validate=CLIENT_SEED, metadata={"description": CLIENT_SEED_FORM})


class CardsQuery(Request):
    """Whose cards."""

    preset = fields.String(metadata={"description": "A preset of the variant; its first one if not given."})


class TakeOverRequest(Request):
    """Which computer goes on playing a seat."""

    level = fields.Integer(
        strict=True, validate=validate.Range(min=1), metadata={"description": "See the variant's levels; the middle one if not given."}
    )


class GameQuery(Request):
    """Which version of a game."""

    at = QueryNumber(
        validate=validate.Range(min=1, max=MAX_VERSION),
        metadata={"description": "See the game as it was at this version, as your seat saw it then."},
    )


class MoveRequest(Request):
    """A move: the decision it answers and one of the legal moves."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=0),
        metadata={"description": "The `ply` of the view that asked for the move."},
    )
    move = fields.Raw(required=True, allow_none=False)


class HintRequest(Request):
    """How long to think: by `level`, `simulations` or `time_ms`, one of them; the strongest level if none is given."""

    level = fields.Integer(
        strict=True, validate=validate.Range(min=1), metadata={"description": "As this level thinks, without its careless moves."}
    )
    simulations = fields.Integer(strict=True, validate=validate.Range(min=1), metadata={"description": "A search of so many simulations."})
    time_ms = fields.Integer(
        strict=True, validate=validate.Range(min=1), metadata={"description": "As many simulations as the time allows."}
    )
    seed = fields.String(
        validate=SEED,
        metadata={
            "description": "The same position, simulations and seed have the same answer, unless it says `stopped`; `faceoff` if not given."
        },
    )


class SuggestionRequest(HintRequest):
    """A position as one seat sees it, and how long to think about it."""

    variant = fields.String(required=True, metadata={"description": "A key of GET /v1/variants."})
    observation = fields.Dict(required=True)


class PlayerRequest(Request):
    """A player of a match: a `level`, or settings."""

    level = fields.Integer(
        strict=True, validate=validate.Range(min=0), metadata={"description": "A level of the variant; 0 plays at random. Stands alone."}
    )
    simulations = fields.Integer(
        strict=True, validate=validate.Range(min=0), metadata={"description": "Of the search for one decision; 0: the heuristic alone."}
    )
    noise = Real(
        validate=validate.Range(min=0, max=1), metadata={"description": "Share of the decisions that are drawn at random; 0 if not given."}
    )
    counts_cards = Flag(metadata={"description": "Whether it remembers which cards are gone; true if not given."})
    exact = Flag(
        metadata={"description": "Whether it calculates instead of searching where all cards that matter are known; false if not given."},
    )


class MatchRequest(Request):
    """Two players and how many pairs of games they play: both games of a pair have the same shuffles, with the sides exchanged."""

    variant = fields.String(required=True, metadata={"description": "A key of GET /v1/variants."})
    preset = fields.String(metadata={"description": "A preset of the variant; its first one if not given."})
    options = fields.Dict(keys=fields.String(), metadata={"description": "Options that differ from the preset's."})
    first = fields.Nested(PlayerRequest, required=True)
    second = fields.Nested(PlayerRequest, required=True)
    pairs = fields.Integer(strict=True, required=True, validate=validate.Range(min=1), metadata={"example": 100})
    seed = fields.String(load_default="arena", validate=SEED, metadata={"description": "The same seed gives the same games."})


class EventsQuery(Request):
    """Which events, and how long to wait for them."""

    after = QueryNumber(
        load_default=0, validate=validate.Range(min=0, max=MAX_VERSION), metadata={"description": "The last version you know."}
    )
    wait = QueryNumber(
        load_default=0,
        validate=validate.Range(min=0, max=30),
        metadata={"description": "Seconds to hold the request until something happens (long poll)."},
    )


class StreamQuery(Request):
    """From where a stream begins, and who asks."""

    after = QueryNumber(
        load_default=0,
        validate=validate.Range(min=0, max=MAX_VERSION),
        metadata={"description": "The last version you know; `Last-Event-ID` goes before it."},
    )
    ticket = fields.String(
        validate=validate.Length(max=100), metadata={"description": "Of POST /v1/games/{game_id}/tickets, in place of a token."}
    )


class WebhookRequest(Request):
    """Where to tell of a game's changes."""

    game_id = fields.String(
        validate=validate.Length(min=1, max=64), metadata={"description": "Not given: of all games that are made with your API key."}
    )
    url = fields.String(
        required=True,
        validate=validate.Length(min=1, max=500),
        metadata={"description": "An https address that takes POST.", "example": "https://play.example/hooks/faceoff"},
    )


class WebhooksQuery(Request):
    """Whose webhooks."""

    game_id = fields.String(validate=validate.Length(min=1, max=64), metadata={"description": "Not given: those of your API key."})


class GamesQuery(Request):
    """Which page of the public games."""

    cursor = fields.String(
        validate=validate.Length(max=100), metadata={"description": "`next` of the page before.", "pattern": f"^({CURSOR_PATTERN})?$"}
    )
    limit = QueryNumber(load_default=20, validate=validate.Range(min=1, max=100))
    status = fields.String(validate=validate.OneOf(["open", "active", "finished", "aborted"]))
    variant = fields.String(validate=validate.OneOf(list(VARIANTS)), metadata={"description": "A key of GET /v1/variants."})


class RecordSeat(Request):
    """Who sat at a seat when the game was over."""

    seat = fields.Integer(strict=True, required=True, validate=validate.Range(min=0))
    side = fields.Integer(strict=True, required=True, validate=validate.Range(min=0, max=1))
    kind = fields.String(required=True, validate=validate.OneOf(["person", "ai", "open"]))
    name = fields.String(required=True, validate=validate.Length(max=40))
    level = fields.Integer(strict=True, required=True, allow_none=True)


class RecordMove(Request):
    """A move as it was played."""

    version = fields.Integer(strict=True, required=True, validate=validate.Range(min=1))
    ply = fields.Integer(strict=True, required=True, validate=validate.Range(min=0))
    seat = fields.Integer(strict=True, required=True, validate=validate.Range(min=0, max=7))
    move = fields.Dict(required=True, keys=fields.String())


class RecordEvent(Request):
    """Something that happened, as everybody saw it."""

    version = fields.Integer(strict=True, required=True, validate=validate.Range(min=1))
    at = fields.String(required=True, validate=MOMENT)
    type = fields.String(required=True)
    data = fields.Dict(required=True, keys=fields.String())
    text = fields.String(required=True)


class RecordFairness(Request):
    """What the shuffles followed from: see docs/fairness.md."""

    scheme = fields.String(required=True, validate=validate.OneOf([shuffles.SCHEME]))
    commitment = fields.String(required=True, validate=HEX_256)
    seed = fields.String(required=True, validate=HEX_256)
    seed_digest = fields.String(required=True, allow_none=True, validate=HEX_256)
    client_seeds = fields.Dict(
        required=True,
        keys=fields.String(validate=GIVER),
        values=fields.String(validate=CLIENT_SEED),
    )
    shuffles = fields.Integer(strict=True, required=True, validate=validate.Range(min=0))


class RecordResult(Request):
    """How the game ended."""

    winner = fields.Integer(strict=True, required=True, allow_none=True, validate=validate.Range(min=0, max=1))
    reason = fields.String(required=True, validate=validate.OneOf(["score", "shootout", "draw", "resignation"]))
    score = fields.List(fields.Integer(strict=True), required=True, validate=validate.Length(equal=2))


class GameRecordSchema(Request):
    """A game that is over, complete: who played, every shuffle's source, every move, and what happened."""

    format = fields.String(required=True, validate=validate.OneOf([RECORD_FORMAT]))
    id = fields.String(required=True, validate=Pattern("[A-Za-z0-9_-]{1,64}", "must be the id of a game"))
    variant = fields.String(required=True)
    rules_version = fields.Integer(strict=True, required=True)
    deck_digest = fields.String(
        required=True, allow_none=True, metadata={"description": "SHA-256 of the deck file, where the variant has such."}
    )
    preset = fields.String(required=True)
    options = fields.Dict(required=True, keys=fields.String())
    created_at = fields.String(required=True, validate=MOMENT)
    status = fields.String(required=True, validate=validate.OneOf(["finished", "aborted"]))
    seats = fields.List(fields.Nested(RecordSeat), required=True, validate=validate.Length(min=2, max=8))
    result = fields.Nested(RecordResult, required=True, allow_none=True)
    fairness = fields.Nested(RecordFairness, required=True)
    sheet = fields.Dict(
        required=True, keys=fields.String(), metadata={"description": "What stands on the game sheet: drawn from the events."}
    )
    moves = fields.List(fields.Nested(RecordMove), required=True)
    events = fields.List(fields.Nested(RecordEvent), required=True)


class NoQuery(Request):
    """An operation without query parameters."""
