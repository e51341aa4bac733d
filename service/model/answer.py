"""The base of all responses of the API, and the types that their fields share.

A response is a msgspec Struct, declared in the module of the function that builds it. The Struct determines the JSON,
the types that mypy checks and, with the docstring and the descriptions of its fields, the schema in openapi.yaml. A
type with a ``title`` has a schema of its own there.

A ``Problem`` is the exception that all use cases raise instead.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct

from engines import VARIANTS
from engines.api import Refusal, Variant
from service.language import ENGLISH

VIEW_STEP: Final = 4096
"""Bytes. The length of what depends on a hand is a multiple of a step, so that encrypted packets reveal little about
what the hand allows: docs/adr/0072-lengths-in-steps.md has the figures.
"""
EVENTS_STEP: Final = 512


class Answer(Struct):
    """Base of all responses. Clients must accept fields that are added later."""

    step: ClassVar[int] = 1
    """The length of its JSON is a multiple of this many bytes; in a response with a view, of the view's."""


def about(text: str, **more: Any) -> Meta:
    """The text of a field in the contract, and ``more`` of its schema."""
    return Meta(description=text, **more)


Count = Annotated[int, Meta(ge=0)]
"""A whole number, not negative."""
Positive = Annotated[int, Meta(ge=1)]
Timestamp = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339, in UTC, with milliseconds."""
VariantKey = Annotated[str, Meta(title="VariantKey", extra_json_schema={"enum": list(VARIANTS)})]
Move = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Move"})]
"""A move of any game."""
SeatNumber = Annotated[int, Meta(ge=0, title="SeatNumber")]
PackPlace = Annotated[int, about("A place in the pack before the shuffle, from 0.", ge=0, title="PackPlace")]
Score = Annotated[
    list[Annotated[int, Meta(ge=0, title="ScoredGoals")]], about("Goals by side.", min_length=2, max_length=2)
]
ResultReason: TypeAlias = Annotated[
    Literal["score", "shootout", "draw", "resignation", "forfeit"], Meta(title="ResultReason")
]
Address = Annotated[str, Meta(extra_json_schema={"format": "uri-reference"})]
"""The path of an address of this service."""


class Interval(Answer, kw_only=True):
    """A mean with its 95 % interval."""

    mean: Annotated[float, about("The mean.")]
    low: Annotated[float, about("Lower bound of the interval.")]
    high: Annotated[float, about("Upper bound of the interval.")]


_encoder = msgspec.json.Encoder()


def to_json(answer: Answer) -> bytes:
    """The response as JSON in UTF-8, padded with blanks to a multiple of its step."""
    body, view = _encoder.encode(answer), getattr(answer, "view", UNSET)
    return body.ljust(len(body) + -len(body) % (answer if view is UNSET else view).step)


Extended = TypeVar("Extended", bound=Answer)


def extend(kind: type[Extended], struct: Struct, **more: Any) -> Extended:
    """A response of this type with the fields of ``struct``, and those it adds or replaces."""
    return kind(**(msgspec.structs.asdict(struct) | more))


# -- refusals


class Problem(Exception):
    """A request that is refused: a stable code, a sentence that says what would be right, and extra members.

    ``api/problems.md`` lists the codes. ``extra`` may hold ``field``, ``errors``, ``quota``, or ``game`` and
    ``seat``, whose current view is then part of the answer.
    """

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra


def refusal(
    code: str, phrase: str, extra: Mapping[str, Any] | None = None, /, field: str = "", **values: Any
) -> Problem:
    """A request refused with the text of a phrase and its values, and ``extra`` members; ``field``: the one to
    correct.
    """
    detail = ENGLISH.phrase(phrase, field=field, **values)
    return Problem(code, detail, **(extra or {}), **({"field": field} if field else {}))


def wrong_field(code: str, field: str, says: str) -> Problem:
    """A request that is refused because of one field, whose name begins the sentence."""
    return Problem(code, f"{field}: {says}", field=field)


@contextmanager
def refused_by(variant: Variant) -> Iterator[None]:
    """Add the rules document to a refusal that is raised inside."""
    try:
        yield
    except Refusal as refusal:
        refusal.variant = variant.key
        raise
