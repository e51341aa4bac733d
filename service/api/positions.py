"""The positions of a batch, read and checked at once: msgspec, told what the fields of an observation accept, takes a
tenth of the time of reading JSON and then each field. What it refuses is read again by the fields, which name faults.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engines import VARIANTS
from engines.fields import Field, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, Text
from service.api.fields import SEED_FORM
from service.tasks.batches import MOST_POSITIONS

NOT_READ: Final = (msgspec.MsgspecError, UnicodeDecodeError, KeyError)
"""What ``read_positions`` raises for what has to be read by the fields."""

Check: TypeAlias = Callable[[Any], object]


def read_positions(variant_key: str, text: msgspec.Raw) -> list[dict[str, Any]]:
    """The positions of a variant, whose observations fit its fields. Raises one of ``NOT_READ``."""
    return list(msgspec.to_builtins(_reader(variant_key).decode(text)))


@cache
def _reader(variant_key: str) -> msgspec.json.Decoder[list[Any]]:
    seed = Annotated[str, Meta(pattern=f"\\A{SEED_FORM}\\Z")] | UnsetType
    position = _struct({"observation": _kind(VARIANTS[variant_key].observation), "seed": (seed, UNSET)}, {})
    return msgspec.json.Decoder(Annotated[list[position], Meta(min_length=1, max_length=MOST_POSITIONS)])  # type: ignore[valid-type]


def _kind(field: Field) -> Any:
    """The type of the values of a field, of which ``_rest`` checks what a type cannot say."""
    match field:
        case Integer():
            return Annotated[int, Meta(ge=field.low, le=field.high)]
        case Flag():
            return bool
        case OneOf():
            return Literal[field.values]
        case object(texts=texts):  # cards
            return Literal[texts]
        case Text():
            return str
        case ListOf():
            return Annotated[list[_kind(field.item)], Meta(min_length=field.low, max_length=field.high)]  # type: ignore[misc]
        case Maybe():
            return _kind(field.field) | None
        case ObjectField():
            kinds = {name: _kind(item) for name, item in field.fields.items()}
            kinds |= {name: (kinds[name] | UnsetType, UNSET) for name in field.optional}
            rest = {name: check for name, item in field.fields.items() if (check := _rest(item)) is not None}
            return _struct(kinds, rest)
    return Any


def _struct(kinds: Mapping[str, Any], rest: Mapping[str, Check]) -> type[msgspec.Struct]:
    """The type of an object that has no other fields, with what the types of its fields do not say."""

    def check(struct: msgspec.Struct) -> None:
        for name, check_rest in rest.items():
            if (value := getattr(struct, name)) is not UNSET:
                check_rest(value)

    fields = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in kinds.items()]
    namespace = {"__post_init__": check} if rest else {}
    return msgspec.defstruct("Object", fields, namespace=namespace, forbid_unknown_fields=True, kw_only=True)


def _rest(field: Field) -> Check | None:
    """What the type of a field does not say, but for the objects in it, if that is anything. Raises ValueError."""
    match field:
        case Integer() | Flag() | OneOf() | Text() | ObjectField() | object(texts=_):
            return None
        case Maybe():
            inner = _rest(field.field)
            return inner and partial(_rest_of_maybe, inner)
        case ListOf():
            inner = _rest(field.item)
            return partial(_rest_of_list, inner, field.unique) if inner or field.unique else None
    return lambda value: field.check(value, "")  # a kind of its own game


def _rest_of_maybe(check: Check, value: Any) -> None:
    if value is not None:
        check(value)


def _rest_of_list(check: Check | None, is_unique: bool, items: list[Any]) -> None:
    if check is not None:
        for item in items:
            check(item)
    if is_unique and len(set(items)) < len(items):
        raise ValueError("an item is there twice")
