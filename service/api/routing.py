"""Decorators of routes: what a view takes and answers.

They parse the request and note the rest on the view function. The document in ``service.api.openapi`` is written from
these notes; nothing here depends on it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, TypeVar, cast

from flask import Blueprint
from marshmallow import Schema

from service.api.parsing import parsed_body, parsed_query
from service.api.requests import NoQuery
from service.model.answer import Answer

View = TypeVar("View", bound=Callable[..., Any])
JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Body:
    """The request body of an operation."""

    schema: type[Schema]
    required: bool


@dataclass(frozen=True)
class Reply:
    """An answer of an operation."""

    status: int
    kind: type[Answer] | type[Schema] | type[str] | None
    """What it holds; None for an empty body."""
    description: str
    media_type: str
    item: type[Answer] | None
    """Of lines of JSON: what each line holds."""


@dataclass
class Operation:
    """What is known of a view beside its function."""

    body: Body | None = None
    query: type[Schema] | None = None
    replies: list[Reply] = field(default_factory=list)
    problems: tuple[str, ...] = ()


class Routes(Blueprint):
    """A blueprint whose operations form a tag of the document."""

    def __init__(self, name: str, description: str, url_prefix: str | None = None) -> None:
        super().__init__(name, __name__, url_prefix=url_prefix)
        self.description = description


def operation_of(view: Callable[..., Any]) -> Operation | None:
    """The notes on a view; None for one that is not part of the document."""
    return getattr(view, "operation", None)


def _noted(view: Callable[..., Any]) -> Operation:
    if not hasattr(view, "operation"):
        view.operation = Operation()  # type: ignore[attr-defined]
    operation: Operation = view.operation  # type: ignore[attr-defined]
    return operation


def _with_argument(view: View, parse: Callable[[Schema], Any], schema: Schema) -> View:
    """The view with what ``parse`` finds as a further argument."""

    @wraps(view)
    def parsed(*arguments: Any, **named: Any) -> Any:
        return view(*arguments, parse(schema), **named)

    return cast(View, parsed)


def body(schema: type[Schema], *, required: bool = True) -> Callable[[View], View]:
    """Pass the request body, parsed by ``schema``, as the first argument; ``required`` is for the document only."""

    def take(view: View) -> View:
        _noted(view).body = Body(schema, required)
        return _with_argument(view, parsed_body, schema())

    return take


def query(schema: type[Schema]) -> Callable[[View], View]:
    """Pass the query parameters, parsed by ``schema``, as the first argument; unknown ones are refused."""

    def take(view: View) -> View:
        _noted(view).query = schema
        return _with_argument(view, parsed_query, schema())

    return take


def no_query(view: View) -> View:
    """Refuse all query parameters."""
    _noted(view)
    none = NoQuery()

    @wraps(view)
    def checked(*arguments: Any, **named: Any) -> Any:
        parsed_query(none)
        return view(*arguments, **named)

    return cast(View, checked)


def answers(
    status: int,
    kind: type[Answer] | type[Schema] | type[str] | None = None,
    description: str = "OK",
    *,
    media_type: str = JSON_TYPE,
    item: type[Answer] | None = None,
) -> Callable[[View], View]:
    """Note an answer of the view."""

    def note(view: View) -> View:
        _noted(view).replies.insert(0, Reply(status, kind, description, media_type, item))
        return view

    return note


def problems(*codes: str) -> Callable[[View], View]:
    """Note the codes of the problems that the view can answer with."""

    def note(view: View) -> View:
        _noted(view).problems = codes
        return view

    return note


# -- problems that many operations have in common

ANY: Final = ("store/unavailable", "limit/exceeded")
ADDING: Final = (*ANY, "store/full")
BODY: Final = ("request/malformed", "request/invalid", "request/too_large", "request/media_type")
COMPUTER: Final = ("level/unknown", "rating/unknown", "style/unknown")
KEYED: Final = ("key/missing", "key/unknown")
LOOKING: Final = ("auth/unknown_token", "auth/foreign_token", "game/not_found")
SITTING: Final = ("auth/missing", *LOOKING, "auth/not_a_seat")
IDEMPOTENT: Final = ("idempotency/invalid_key", "idempotency/mismatch", "idempotency/running")
