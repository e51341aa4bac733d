"""One schema for what several games or events declare under one name: every value of theirs fits it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.api.openapi.schemas import JSON

_BOUNDS: Final = {
    f"{bound}{of}": widest for of in ("imum", "Items", "Length") for bound, widest in (("min", min), ("max", max))
}


def merged(schemas: Mapping[str, JSON]) -> JSON:
    """The schema that is as wide as these together. They are given by the places at which they are declared.

    Lists of values are joined, bounds widen, and a field of an object is required if it always is. Null may be allowed
    in some. What is only said in some, such as a description, is left out. Raises ValueError naming two places if their
    types differ, because a client reads one name in one way.

    >>> merged({"hockey": {"type": "integer", "maximum": 5}, "shinny": {"type": ["integer", "null"], "maximum": 3}})
    {'type': ['integer', 'null'], 'maximum': 5}
    """
    nullable = any("null" in schema.get("type", ()) for schema in schemas.values())
    schemas = {place: schema for place, schema in schemas.items() if schema.get("type") != "null"}
    if not schemas:
        return {"type": "null"}
    given = list(schemas.values())
    kind = _kind(schemas)
    values = [_values(schema) for schema in given]
    enum = [] if None in values else list(dict.fromkeys(value for known in values for value in known or ()))
    found: JSON = {
        **_agreed("title", given),
        "type": [kind, "null"] if nullable else kind,
        **({"enum": [*enum, None] if nullable else enum} if enum else {}),
        **_agreed("additionalProperties", given),
        **_agreed("default", given),
        **{
            name: widest(schema[name] for schema in given)
            for name, widest in _BOUNDS.items()
            if all(name in schema for schema in given)
        },
    }
    if kind == "array":
        found["items"] = merged(
            {f"{place}[]": schema["items"] for place, schema in schemas.items() if "items" in schema}
        )
    if any("properties" in schema for schema in given):
        found |= _merged_fields(schemas)
    return found | _agreed("description", given)


def _merged_fields(schemas: Mapping[str, JSON]) -> JSON:
    """The fields of these objects."""
    names = dict.fromkeys(name for schema in schemas.values() for name in schema.get("properties", {}))
    properties = {
        name: merged(
            {
                f"{place}.{name}": schema.get("properties", {})[name]
                for place, schema in schemas.items()
                if name in schema.get("properties", {})
            }
        )
        for name in names
    }
    required = [name for name in names if all(name in schema.get("required", ()) for schema in schemas.values())]
    return {"properties": properties, "required": required}


def _kind(schemas: Mapping[str, JSON]) -> str:
    """The one type of all, beside null."""
    found: dict[str, str] = {}
    for place, schema in schemas.items():
        types = schema.get("type")
        kinds = [kind for kind in (types if isinstance(types, list) else [types]) if kind not in ("null", None)]
        if len(kinds) != 1:
            raise ValueError(f"{place} is of no one type")
        (kind,) = kinds
        found.setdefault(kind, place)
    if len(found) > 1:
        raise ValueError(" but ".join(f"{place} is of type {kind}" for kind, place in found.items()))
    return next(iter(found))


def _values(schema: JSON) -> list[Any] | None:
    """The values that a schema lists, without null; None if it lists none."""
    if "const" in schema:
        return [schema["const"]]
    return [value for value in schema["enum"] if value is not None] if "enum" in schema else None


def _agreed(keyword: str, schemas: Iterable[JSON]) -> JSON:
    """The keyword, if it is the same in all."""
    first, *others = (schema.get(keyword) for schema in schemas)
    return {keyword: first} if first is not None and all(other == first for other in others) else {}
