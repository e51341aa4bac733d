"""Request bodies and queries, and the kinds of fields that they are made of. Unknown fields are refused, numbers are
strict.
"""

import json
import re
from typing import Any, Final

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, missing, pre_load, validate, validates_schema
from marshmallow.validate import Length, OneOf

from engines import VARIANTS
from engines.fields import MOST_FAULTS
from service.games.create import MAX_WAIT_S
from service.model.answer import wrong_field
from service.model.game import FORM, START, STATUSES, GameSettings
from service.store.bots import as_seen
from service.tasks.suggestions import BUDGETS

# -- fields

MAX_NUMBER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly; the store's own limit is 2**64 - 1."""


class Pattern(validate.Regexp):
    """The whole text must match: anchored as JSON Schema needs it, without the final newline that Python would
    allow.
    """

    def __init__(self, form: str, error: str) -> None:
        super().__init__(f"^({form})$", error=error)
        self._form = re.compile(form)

    def __call__(self, value: Any) -> Any:
        if self._form.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class Shown(validate.Length):
    """Of a text that people are shown, in pages, terminals and logs: its length, no control characters, and something
    that is seen.

    Refused are the categories Cc, Zl and Zp, what turns the direction of the text around it, and what nobody sees:
    fillers and blanks of no width. Joiners stay: emoji need them.
    """

    regex = re.compile(
        r"^[^\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
        r"\u2060-\u206f\u2800\u3164\ufeff\uffa0]*$"
    )
    """For the contract too."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if not self.regex.fullmatch(value):
            found = next(char for char in value if not self.regex.fullmatch(char))
            raise ValidationError(f"Must not have control characters or invisible ones; U+{ord(found):04X} is one.")
        if value and not as_seen(value):
            raise ValidationError("Must have a character that is seen, not blanks alone.")
        return value


class PlayerName(Shown):
    """Of the name of a player, who is not taken for a computer."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if COMPUTERS_NAME.match(as_seen(value)):
            raise ValidationError(f"{value!r} is how computers are named; choose another name.")
        return value


COMPUTERS_NAME: Final = re.compile(r"(computer|ordinateur) ?[(\d]")


class Real(fields.Float):
    """A number; texts are refused."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return float(super()._validated(value))


class Flag(fields.Boolean):
    """True or false; 0 and 1 are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A whole number in a query, in plain digits: ``int`` would accept ``1_000`` and the digits of all scripts as
    well.
    """

    def _validated(self, value: Any) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


class Items(fields.List[Any]):
    """A list of at most ``most`` items. A longer one is refused unread, and reading ends when ``MOST_FAULTS`` items are
    wrong.
    """

    def __init__(self, item: Any, *, most: int, least: int | None = None, **options: Any) -> None:
        super().__init__(item, validate=validate.Length(min=least, max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate(value)
        found: list[Any] = []
        faults: dict[int, Any] = {}
        for place, item in enumerate(value):
            try:
                found.append(self.inner.deserialize(item, **options))
            except ValidationError as error:
                faults[place] = error.messages
                if len(faults) == MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return found


class Entries(fields.Dict):
    """An object with at most ``most`` entries; a larger one is refused unread."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(metadata={"maxProperties": most}, **options)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> dict[Any, Any]:
        if isinstance(value, dict) and len(value) > self._most:
            raise ValidationError(f"More than {self._most} entries.")
        return dict(super()._deserialize(value, attr, data, **options))  # type: ignore[no-untyped-call]


# -- one field in a line: what the contract says about it, then what is checked


def _contract(**metadata: Any) -> dict[str, Any]:
    """Metadata of a field, without empty values."""
    return {name: value for name, value in metadata.items() if value}


def string(
    description: str = "",
    check: validate.Validator | None = None,
    *,
    title: str = "",
    example: str = "",
    pattern: str = "",
    **options: Any,
) -> fields.String:
    """A text."""
    metadata = _contract(title=title, description=description, example=example, pattern=pattern)
    return fields.String(validate=check, metadata=metadata, **options)


def integer(
    description: str = "", least: int | None = None, most: int | None = None, *, example: int = 0, **options: Any
) -> fields.Integer:
    """A whole number of a body."""
    metadata = _contract(description=description, example=example)
    within = None if least is None else validate.Range(least, most)
    return fields.Integer(strict=True, validate=within, metadata=metadata, **options)


def flag(description: str, **options: Any) -> Flag:
    """True or false in a body."""
    return Flag(metadata={"description": description}, **options)


def mapping(description: str = "", **options: Any) -> fields.Dict:
    """An object of any fields."""
    return fields.Dict(metadata=_contract(description=description), **options)


def query_number(description: str = "", least: int = 0, most: int = MAX_NUMBER, **options: Any) -> QueryNumber:
    """A whole number of a query."""
    return QueryNumber(validate=validate.Range(least, most), metadata=_contract(description=description), **options)


def query_flag(description: str) -> fields.Boolean:
    """``true`` or ``false`` in a query; ``false`` without it."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


def place_field(description: str) -> fields.String:
    """After which revision of a game a list or stream of events begins. A number is a version: clients may know no
    more.
    """
    number = {"type": ["integer", "string"], "minimum": 0, "maximum": MAX_NUMBER, "default": 0}
    form = Pattern(FORM, "Must be a version, or a revision as in 7-kQ3_.")
    return fields.String(load_default=START, validate=form, metadata={"description": description} | number)


def cursor_field(form: str) -> fields.String:
    """Where a page begins. ``PageQuery`` refuses another form."""
    return string("`next` of the previous page.", validate.Length(max=100), pattern=f"^({form})?$")


MOST_SEATS = 8
NAME = PlayerName(min=1, max=40)
ID = Length(min=1, max=64)
BOT_ID = Length(min=1, max=40)
MAX_BOT_NAME = 30
MAX_BOT_GAMES = 100
JOIN_CODE_EXAMPLE = "K7QW-2M9P-X4TD"
HEX_256 = Pattern("[0-9a-f]{64}", "must be 64 characters 0 to 9, a to f")
CLIENT_SEED_FORM = "16 to 64 letters, digits, - or _, chosen at random."
CLIENT_SEED = Pattern("[A-Za-z0-9_-]{16,64}", f"must be {CLIENT_SEED_FORM}")
SEED = Pattern("[ -~]{1,100}", "must be 1 to 100 printable ASCII characters")

_as_it_is = json.JSONEncoder(ensure_ascii=False).encode
"""A value as JSON text; made once, as ``json.dumps`` makes an encoder for each value."""


class Request(Schema):
    """Base of everything a client sends."""

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = ", ".join(self.fields) or "none"
        self.error_messages |= {
            "type": f"Not a JSON object; its fields are {known}.",
            "unknown": f"Unknown field; known are {known}.",
        }
        for field in self.fields.values():
            field.error_messages |= {"required": f"This field is missing{_what_belongs_here(field)}."}

    @pre_load
    def refuse_half_characters(self, data: Any, **_: Any) -> Any:
        """JSON can write half of a surrogate pair (``"\\ud800"``); nothing can store, hash or send it as text."""
        try:
            _as_it_is(data if isinstance(data, dict) else None).encode()
        except UnicodeEncodeError as error:
            around = ascii(error.object[max(0, error.start - 12) : error.end + 12])
            raise ValidationError(f"{around} holds half of a surrogate pair, which is not a character") from error
        return data


def _what_belongs_here(field: fields.Field[Any]) -> str:
    """The first sentence about the field in the contract, as the end of a message."""
    description = str(field.metadata.get("description", ""))
    first = re.split(r"(?<=\w)[.;] ", description)[0].removesuffix(".")
    return f": {first if first[1:2].isupper() else first[:1].lower() + first[1:]}" if first else ""


# -- what several requests have


class Choice(Request):
    """What is played."""

    variant = string("Key of the variant, see GET /v1/variants.", required=True)
    preset = string("A preset of the variant. Default: the first one.")
    options = mapping("Options that differ from the preset.", keys=fields.String())


def rating_field(description: str) -> fields.Integer:
    """The bounds are those of the variant, so they are checked where it is known."""
    return integer(f"{description}, see the variant's `ratings`.", 0, example=300)


def style_field(description: str) -> fields.String:
    """The styles are those of the variant, so they are checked where it is known."""
    return string(f"{description}, one of the variant's `styles`.", example="patient")


def seed_digest_field() -> fields.String:
    """The promise of a seed, with any request that takes a seat."""
    description = (
        "SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST "
        "/v1/games/{id}/seed as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without "
        "one, the shuffles are fair only if you trust the operator."
    )
    return string(description, HEX_256)


class WithSeed(Request):
    """A request that takes a seat, and promises a seed or gives it at once."""

    seed_digest = seed_digest_field()
    client_seed = string(
        f"A seed of your own, given at once: {CLIENT_SEED_FORM} Instead of `seed_digest`, which also protects you "
        "from players who come after you.",
        CLIENT_SEED,
    )

    @validates_schema
    def refuse_both(self, data: dict[str, Any], **_: Any) -> None:
        """A seed that is given needs no promise."""
        if "seed_digest" in data and "client_seed" in data:
            raise ValidationError("Give seed_digest or client_seed, not both.", "client_seed")


class PageQuery(Request):
    """Which page of a list: with a ``cursor``."""

    @validates_schema
    def know_cursor(self, data: dict[str, Any], **_: Any) -> None:
        """A cursor of another form has a problem code of its own."""
        cursor = data.get("cursor", "")
        if not re.fullmatch(self.fields["cursor"].metadata["pattern"], cursor):
            raise wrong_field("cursor/invalid", "cursor", f"{cursor!r} is not `next` of a page of this list")


# -- games


class SeatRequest(Request):
    """A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code."""

    kind = string(
        "Who sits there: person, ai, open or bot.",
        OneOf(["person", "ai", "open", "bot"]),
        title="SeatKind",
        required=True,
    )
    name = string(
        "Display name. Default for a computer: its level's name, or `Computer` and its rating. Bots have theirs.", NAME
    )
    level = integer("Level of the computer, see the variant's levels. Only for `ai`, which needs this or `rating`.", 1)
    rating = rating_field("Rating of the computer, instead of a level")
    style = style_field("How the computer plays")
    bot_id = string(
        "The id of the bot, see GET /v1/bots. It is invited, and the game starts when it accepts.",
        BOT_ID,
        example="b_k2v6rq3xw7mz4nty5lba",
    )


def _setting_fields() -> dict[str, fields.Integer]:
    """The settings of a game as fields of a request, with the bounds and descriptions of their declaration."""
    found = {}
    for name, declared in msgspec.json.schema_components([GameSettings])[1]["GameSettings"]["properties"].items():
        bounds = declared | declared.get("anyOf", [{}])[0]
        found[name] = integer(declared["description"], bounds.get("minimum"), bounds.get("maximum"))
    return found


class CreateGameRequest(Choice):
    """A new game."""

    class Meta(Request.Meta):
        include = _setting_fields()

    seats = Items(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        metadata={
            "description": "One entry per seat, in order. Default: one person against computers of the middle level."
        },
    )
    public = flag("Whether anyone with the id may watch and the game is on the public list.", load_default=True)
    joinable = flag(
        "Whether anyone may take an open seat without the join code. Only for a public game with an open seat. The "
        "list of joinable games has it while one of its players follows it.",
        load_default=False,
    )
    seed_digest = seed_digest_field()


class JoinRequest(WithSeed):
    """A request for an open seat."""

    join_code = string("The join code. Not needed if the game is `joinable`.", ID, example=JOIN_CODE_EXAMPLE)
    name = string(check=NAME)
    seat = integer("The seat to take. Default: the first open seat.", 0)


class QuickRequest(Choice):
    """The game to play, and how long to wait for an opponent."""

    name = string("Your display name.", NAME)
    wait_s = integer(
        "Seconds to wait for an opponent, before a computer takes the seat.", 0, MAX_WAIT_S, load_default=30
    )
    level = integer("Level of that computer, see the variant's levels. Default: the middle one.", 1)
    rating = rating_field("Rating of that computer, instead of a level")
    style = style_field("How that computer plays")
    seed_digest = seed_digest_field()


class RematchRequest(Request):
    """The request for a rematch."""

    seed_digest = seed_digest_field()


class SeedRequest(Request):
    """The seed that was promised for your seat or, with the owner's token, by the creator."""

    client_seed = string(CLIENT_SEED_FORM, CLIENT_SEED, required=True)


class TakeOverRequest(Request):
    """Which computer takes over the seat."""

    level = integer("Level of the computer for your own seat, see the variant's levels. Default: the middle one.", 1)


class MoveRequest(Request):
    """A move: the decision it answers and one of the legal moves."""

    ply = integer("The view's `ply`.", 0, required=True)
    move = fields.Raw(
        required=True, allow_none=False, metadata={"description": "The `move` of one of the view's `legal_moves`."}
    )


class GamesQuery(PageQuery):
    """Which page of the public games to list."""

    cursor = cursor_field("[0-9]{13}:g_[a-z2-7]{20}")
    limit = query_number("", 1, 100, load_default=20)
    status = string("", OneOf(STATUSES), title="GameStatus")
    variant = string("Key of the variant, see GET /v1/variants.", OneOf(list(VARIANTS)), title="VariantKey")
    preset = string("A preset of the variant.", Length(max=40))
    joinable = query_flag(
        "`true` for the games that anyone may join without a code and whose player waits. Default: all."
    )


class GameQuery(Request):
    """Which version of a game to get."""

    version = query_number("The version to get, as your seat saw it then. Default: the latest.", 1)


class CardsQuery(Request):
    """Which cards to list."""

    preset = string("A preset of the variant. Default: the first one.")


class EventsQuery(Request):
    """Which events to list."""

    after = place_field("The last `revision` that you have, or its version.")


class StreamQuery(Request):
    """Where the stream starts, and on whose behalf."""

    after = place_field("The last `revision` that you have, or its version. `Last-Event-ID` has precedence.")
    view = query_flag("`true` to get your view of the game with its latest message. Default: events only.")
    ticket = string("Ticket from POST /v1/games/{game_id}/tickets, instead of a token.", Length(max=100))


# -- suggestions and matches


class GameSuggestionRequest(Request):
    """The search budget: one of `level`, `rating`, `simulations` and `time_ms`. Default: the strongest level."""

    level = integer("Search like this level, see `mistakes`.", 1)
    rating = rating_field("Search like a computer of this rating")
    style = style_field("Prefer the moves of this style")
    mistakes = flag(
        "Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as "
        "weak as in games only with them. Needs `level` or `rating`.",
        load_default=False,
    )
    simulations = integer("Number of simulations of the search.", 1)
    time_ms = integer("Time limit of the search in milliseconds.", 1)
    seed = string(
        "Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it "
        "is `stopped`. Default: `faceoff`.",
        SEED,
    )

    @validates_schema
    def refuse_contradictions(self, data: dict[str, Any], **_: Any) -> None:
        """One budget, and mistakes only of a computer that makes some."""
        given = [name for name in BUDGETS if name in data]
        if len(given) > 1:
            only = f"give only one of {', '.join(BUDGETS[:-1])} and {BUDGETS[-1]}"
            raise ValidationError(f"{' and '.join(given)} are given; {only}", given[1])
        if data["mistakes"] and not {"level", "rating"} & data.keys():
            raise ValidationError("only a level or a rating makes mistakes; give one as well", "mistakes")


class PositionRequest(Request):
    """A position as one seat sees it."""

    variant = string("Key of the variant, see GET /v1/variants.", required=True)
    observation = mapping("Everything that one seat knows of the position.", required=True)


class SuggestionRequest(PositionRequest, GameSuggestionRequest):
    """A position as one seat sees it, and the search budget."""


class PlayerRequest(Request):
    """A player of a match: a `level`, a `rating`, a `bot_id`, or settings."""

    bot_id = string("The id of a bot that is yours or `open_to_matches`. Excludes the other fields.", BOT_ID)
    level = integer("A level of the variant, or 0 for random play. Excludes the other fields but `style`.", 0)
    rating = rating_field("A rating, instead of a level")
    style = style_field("How the computer plays")
    simulations = integer("Simulations of the search for one decision. 0 for no search.", 0)
    noise = Real(
        validate=validate.Range(min=0, max=1),
        metadata={"description": "Fraction of the decisions that are drawn at random. Default: 0."},
    )
    counts_cards = flag("Whether the player remembers which cards are gone. Default: true.")
    exact = flag(
        "Whether the player solves positions exactly where all relevant cards are known. Default: false.",
    )

    @validates_schema
    def refuse_contradictions(self, data: dict[str, Any], **_: Any) -> None:
        """A bot is named alone, and a level or a rating has no settings."""
        if not data:
            raise ValidationError("this player is empty; give a level, a rating, a bot, or simulations")
        for name, allowed in (("bot_id", {"bot_id"}), ("level", {"level", "style"}), ("rating", {"rating", "style"})):
            if name in data and (others := data.keys() - allowed):
                kind, more = name.removesuffix("_id"), " and ".join(sorted(others))
                raise ValidationError(f"a {kind} has no {more}; give only one of them")
        if data.get("level") == 0 and "style" in data:
            raise ValidationError("level 0 plays at random and has no style; leave it out", "style")


class MatchRequest(Choice):
    """Two players and the number of pairs to play. A pair is two games with the sides exchanged."""

    first = fields.Nested(
        PlayerRequest,
        required=True,
        metadata={"description": "A computer, by its `level`, `rating` or `simulations`, or a bot by its `bot_id`."},
    )
    second = fields.Nested(PlayerRequest, required=True, metadata={"description": "Its opponent."})
    pairs = integer("Number of pairs of games, on mirrored deals unless a bot plays.", 1, example=100, required=True)
    seed = string(
        "Seed of the games. The same seed gives the same games. Not used if a player is a bot.",
        SEED,
        load_default="arena",
    )
    answer_s = integer(
        "Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game.",
        5,
        300,
        load_default=30,
    )

    @validates_schema
    def refuse_weak_opponents(self, data: dict[str, Any], **_: Any) -> None:
        """A bot plays ordinary games, in which a seat has a level or a rating."""
        players = {name: data[name] for name in ("first", "second")}
        for name, wanted in players.items():
            in_a_game = "bot_id" in wanted or "rating" in wanted or wanted.get("level", 0) > 0
            if not in_a_game and any("bot_id" in player for player in players.values()):
                raise ValidationError("against a bot, give a level from 1, or a rating", name)


# -- bots and webhooks


class RegisterBotRequest(Request):
    """A bot. By default it plays all variants, up to 4 games at once, and only its owner may put it into matches."""

    name = string(
        "Its name. No two bots have names that differ in upper and lower case only.",
        PlayerName(min=1, max=MAX_BOT_NAME),
        example="Wrister",
        required=True,
    )
    description = string("What it says about itself.", Shown(max=500), load_default="")
    variants = Items(
        fields.String(),
        least=1,
        most=20,
        metadata={"description": "Keys of the variants that it plays, see GET /v1/variants."},
    )
    max_games = integer("How many games and invitations it takes at once.", 1, MAX_BOT_GAMES, load_default=4)
    open_to_matches = flag("Whether anyone may put it into matches, or its owner only.", load_default=False)


class ChangeBotRequest(RegisterBotRequest):
    """What is to change about a bot."""

    def __init__(self) -> None:
        super().__init__(partial=True)
        for field in self.fields.values():
            field.load_default = missing


class BotsQuery(PageQuery):
    """Which page of the bots to list."""

    cursor = cursor_field("[0-9]{13}:b_[a-z2-7]{20}")
    limit = query_number("", 1, 100, load_default=20)
    variant = string("Only bots that play this variant.", OneOf(list(VARIANTS)), title="VariantKey")
    online = query_flag("`true` for the bots that are online.")


class BotEventsQuery(Request):
    """Which events to list."""

    after = query_number("Number of the last event that you have.", load_default=0)


class BotStreamQuery(Request):
    """Where the stream starts."""

    after = query_number("Number of the last event that you have. `Last-Event-ID` has precedence.", load_default=0)


class InviteRequest(Request):
    """Which bot to invite."""

    bot_id = string("The id of the bot, see GET /v1/bots.", BOT_ID, required=True)


class AcceptRequest(WithSeed):
    """What a bot adds when it accepts."""


class DeclineRequest(Request):
    """Why a bot declines."""

    reason = string("For the owner of the game, who sees it.", Shown(min=1, max=200))


class WebhookRequest(Request):
    """Where to send notifications."""

    game_id = string("The game. Default: all games created with your API key.", ID)
    url = string(
        "An https URL that accepts POST requests.",
        Length(min=1, max=500),
        pattern="^https://",
        example="https://play.example/hooks/faceoff",
        required=True,
    )


class WebhooksQuery(Request):
    """Which webhooks to list."""

    game_id = string("The game. Default: the webhooks of your API key.", ID)
