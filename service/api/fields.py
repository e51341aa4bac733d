"""The fields of request bodies and queries, and what several requests share; other requests are declared in the modules
of their routes. Unknown fields are refused, numbers are strict.
"""

import json
import re
from contextlib import suppress
from typing import Any, Final, NoReturn

from marshmallow import RAISE, Schema, ValidationError, fields, missing, validate, validates_schema
from marshmallow.validate import Length

from ai.levels import level_by_key
from engines.fields import MOST_FAULTS
from service.model.answer import Problem, wrong_field
from service.model.game import FORM, START
from service.store.bots import as_seen

# -- fields

MAX_NUMBER = 2**53 - 1
"""The largest integer that every JSON reader represents exactly; the store's own limit is 2**64 - 1."""


class Pattern(validate.Regexp):
    """The whole text must match: anchored for JSON Schema, and without the final newline that Python would allow."""

    def __init__(self, form: str, error: str) -> None:
        super().__init__(f"^({form})$", error=error)
        self._form = re.compile(form)

    def __call__(self, value: Any) -> Any:
        if self._form.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class VisibleText(validate.Length):
    """Checks a text that is shown to people, in pages, terminals and logs: its length, no control characters, and at
    least one visible character.

    Refused are the categories Cc, Zl and Zp, characters that change the direction of the text around it, and invisible
    ones: fillers and blanks of no width. Joiners are allowed: emoji need them.
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


class PlayerName(VisibleText):
    """Checks the name of a player, which must not look like that of a computer."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if COMPUTERS_NAME.match(as_seen(value)):
            raise ValidationError(f"{value!r} is how computers are named; choose another name.")
        return value


class TeamName(PlayerName):
    """Checks the name of a team, which has no bar: in phrases one separates the forms."""

    regex = re.compile(PlayerName.regex.pattern.replace("[^", "[^|"))


COMPUTERS_NAME: Final = re.compile(r"(computer|ordinateur) ?[(\d]")


class Real(fields.Float):
    """A number; texts are refused."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return float(super()._validated(value))


class StrictBoolean(fields.Boolean):
    """True or false; 0 and 1 are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class LevelField(fields.Integer):
    """A level by its key or its number. An unknown one is refused where levels are looked up, with the known ones."""

    def _validated(self, value: Any) -> Any:
        return value if isinstance(value, str) else super()._validated(value)

    def _validate(self, value: Any) -> None:
        known = level_by_key(value) if isinstance(value, str) else None
        if known is not None or not isinstance(value, str):
            super()._validate(value if known is None else known.number)


class QueryNumber(fields.Integer):
    """A whole number in a query, in plain digits: ``int`` would also accept ``1_000`` and the digits of all scripts."""

    def _validated(self, value: Any) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


class Items(fields.List[Any]):
    """A list of at most ``most`` items. A longer one is refused without reading it, and reading stops after
    ``MOST_FAULTS`` wrong items. Each item takes the place of the one that was read: a record is not in memory twice.
    """

    def __init__(self, item: Any, *, most: int, least: int | None = None, **options: Any) -> None:
        super().__init__(item, validate=validate.Length(min=least, max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate(value)
        faults: dict[int, Any] = {}
        for place, item in enumerate(value):
            try:
                value[place] = self.inner.deserialize(item, **options)
            except ValidationError as error:
                faults[place] = error.messages
                if len(faults) == MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return value


class Entries(fields.Dict):
    """An object with at most ``most`` entries; a larger one is refused without reading it."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(metadata={"maxProperties": most}, **options)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> dict[Any, Any]:
        if isinstance(value, dict) and len(value) > self._most:
            raise ValidationError(f"More than {self._most} entries.")
        return dict(super()._deserialize(value, attr, data, **options))  # type: ignore[no-untyped-call]


# -- one field on each line: its text in the contract, then its checks


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


def flag(description: str, **options: Any) -> StrictBoolean:
    """True or false in a body."""
    return StrictBoolean(metadata={"description": description}, **options)


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
    """The revision of a game after which a list or stream of events begins. A number is a version: clients may not know
    more.
    """
    number = {"type": ["integer", "string"], "minimum": 0, "maximum": MAX_NUMBER, "default": 0}
    form = Pattern(FORM, "Must be a version, or a revision as in 7-kQ3_.")
    return fields.String(load_default=START, validate=form, metadata={"description": description} | number)


def cursor_field(form: str) -> fields.String:
    """Where a page begins. ``PageQuery`` refuses any other form."""
    return string("`next` of the previous page.", validate.Length(max=100), pattern=f"^({form})?$")


MOST_SEATS = 8
NAME = PlayerName(min=1, max=40)
TEAM_NAME = TeamName(min=1, max=24)
COLOUR = Pattern("#[0-9a-f]{6}", "must be # and six characters 0 to 9, a to f")
ID = Length(min=1, max=64)
BOT_ID = Length(min=1, max=40)
MAX_BOT_NAME = 30
MAX_BOT_GAMES = 100
JOIN_CODE_EXAMPLE = "K7QW-2M9P-X4TD"
HEX_256 = Pattern("[0-9a-f]{64}", "must be 64 characters 0 to 9, a to f")
CLIENT_SEED_FORM = "16 to 64 letters, digits, - or _, chosen at random."
CLIENT_SEED = Pattern("[A-Za-z0-9_-]{16,64}", f"must be {CLIENT_SEED_FORM}")
DEAL = Pattern("[a-z0-9][a-z0-9-]{0,39}", "must be 1 to 40 lower-case letters, digits or -, not - first")
SEED_FORM = "[ -~]{1,100}"
SEED = Pattern(SEED_FORM, "must be 1 to 100 printable ASCII characters")


def refuse_half_characters(body: Any) -> None:
    """JSON can write half of a surrogate pair (``"\\ud800"``); nothing can store, hash or send it as text."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        around = ascii(error.object[max(0, error.start - 12) : error.end + 12])
        raise ValidationError(f"{around} holds half of a surrogate pair, which is not a character") from error


# -- the JSON of requests


def read_json(body: bytes) -> Any:
    """The value of a JSON text, in which ``3.0`` is the whole number 3 as in JSON Schema. Raises Problem if it is not
    JSON.
    """
    try:
        value = _decoder.decode(body.decode())
        if b"\\u" in body:
            refuse_half_characters(value)
        return value
    except json.JSONDecodeError as error:
        raise _malformed(f"{error.msg} at line {error.lineno}, column {error.colno}") from error
    except UnicodeDecodeError as error:
        raise _malformed(f"byte {error.start} is not UTF-8") from error
    except ValueError as error:
        raise _malformed("a number has too many digits") from error


def _malformed(fault: str) -> Problem:
    return Problem("request/malformed", f"The body is not JSON in UTF-8: {fault}")


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse_constant(name: str) -> NoReturn:
    """For NaN and the infinities, which JSON does not have."""
    raise _malformed(f"{name} is not a JSON value")


_decoder: Final = json.JSONDecoder(parse_float=_number, parse_constant=_refuse_constant)
"""Made once: ``json.loads`` makes one for each text."""


class RequestSchema(Schema):
    """Base of everything a client sends."""

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        has_parts = any(isinstance(field, fields.Nested | fields.List) for field in self.fields.values())
        self._is_flat = not has_parts and not any(self._hooks.values())
        known = ", ".join(self.fields) or "none"
        self.error_messages |= {
            "type": f"Not a JSON object; its fields are {known}.",
            "unknown": f"Unknown field; known are {known}.",
        }
        for field in self.fields.values():
            field.error_messages |= {"required": f"This field is missing{_what_belongs_here(field)}."}

    def load_text(self, text: bytes) -> Any:
        """The same for a value in JSON."""
        return self.load(read_json(text))

    def load(self, data: Any, **options: Any) -> Any:
        """As in marshmallow, which takes twice the instructions to be ready for faults: most requests have none."""
        if self._is_flat and isinstance(data, dict) and data.keys() <= self.fields.keys():
            with suppress(ValidationError):
                found = {
                    name: field.deserialize(data.get(name, missing), name, data) for name, field in self.fields.items()
                }
                return {name: value for name, value in found.items() if value is not missing}
        return super().load(data, **options)


def _what_belongs_here(field: fields.Field[Any]) -> str:
    """The first sentence about the field in the contract, as the end of a message."""
    description = str(field.metadata.get("description", ""))
    first = re.split(r"(?<=\w)[.;] ", description)[0].removesuffix(".")
    return f": {first if first[1:2].isupper() else first[:1].lower() + first[1:]}" if first else ""


# -- what several requests share


class WithVariant(RequestSchema):
    """What is played."""

    variant = string("Key of the variant, see GET /v1/variants.", required=True)
    preset = string("A preset of the variant. Default: the first one.")
    options = mapping("Options that differ from the preset.", keys=fields.String())


def level_field(description: str, least: int = 1) -> LevelField:
    """The level of a computer, at least the one of this number."""
    text = f"{description} By its key or its number, as in `pro` or 4, see the variant's `levels`."
    metadata = {"type": ["string", "integer"], "description": text}
    return LevelField(strict=True, validate=validate.Range(least), metadata=metadata)


def rating_field(description: str) -> fields.Integer:
    """The bounds are those of the variant, so they are checked once it is known."""
    return integer(f"{description}, see the variant's `ratings`.", 0, example=300)


def character_field(description: str) -> fields.String:
    """The characters are those of the variant, so they are checked once it is known."""
    return string(f"{description}, one of the variant's `characters`.", example="deacon")


class TeamRequest(RequestSchema):
    """The team of a player. Bots have none."""

    name = string("Its name, for texts about the goals and victories of its side.", TEAM_NAME, required=True)
    colours = Items(
        string(check=COLOUR, title="Colour", example="#0b3d91"),
        required=True,
        least=2,
        most=2,
        metadata={"description": "Its two colours: the first for areas, the second for a stripe."},
    )


def team_field() -> fields.Nested:
    """A player's team, in any request that describes a seat."""
    return fields.Nested(TeamRequest)


def seed_digest_field() -> fields.String:
    """The promise of a seed, in any request that takes a seat."""
    description = (
        "SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST "
        "/v1/games/{id}/seed as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without "
        "one, the shuffles are fair only if you trust the operator."
    )
    return string(description, HEX_256)


class WithSeed(RequestSchema):
    """A request that takes a seat, and promises a seed or gives it at once."""

    seed_digest = seed_digest_field()
    client_seed = string(
        f"A seed of your own, given at once: {CLIENT_SEED_FORM} Instead of `seed_digest`, which also protects you "
        "from players who come after you.",
        CLIENT_SEED,
    )

    @validates_schema
    def refuse_both(self, data: dict[str, Any], **_: Any) -> None:
        """A seed that is given at once needs no promise."""
        if "seed_digest" in data and "client_seed" in data:
            raise ValidationError("Give seed_digest or client_seed, not both.", "client_seed")


class PageQuery(RequestSchema):
    """Which page of a list: with a ``cursor``."""

    @validates_schema
    def know_cursor(self, data: dict[str, Any], **_: Any) -> None:
        """A cursor of another form has a problem code of its own."""
        cursor = data.get("cursor", "")
        if not re.fullmatch(self.fields["cursor"].metadata["pattern"], cursor):
            raise wrong_field("cursor/invalid", "cursor", f"{cursor!r} is not `next` of a page of this list")
