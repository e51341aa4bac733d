"""Schemas inside schemas that have a name of their own: each becomes a component, so that generated clients call it by
that name.

The name is the ``title`` that a declaration gives: the ``name`` of a game's field, ``Meta(title=...)`` of a Struct's
field, the metadata of a field of a request. A part's description stays where it is used. A title at the top of a
component is the component's own name and says nothing new.
"""

from typing import Any

from engines.fields import SHARED_NAMES
from service.api.openapi.schemas import JSON, ref


def with_named_parts(schemas: dict[str, JSON], prefix: str = "", closed: str = "") -> dict[str, JSON]:
    """The schemas with references in place of their named parts, and these parts.

    ``prefix`` comes before the names of a variant's own types. ``closed`` comes behind those of objects that refuse
    unknown fields: the same type in an answer is open for fields that are added later.
    """
    parts = _Parts(prefix, closed)
    return {name: parts.inside(schema) for name, schema in schemas.items()} | parts.found


_VALUES = frozenset({"example", "examples", "default", "const", "enum", "mapping"})
"""Keywords whose values are no schemas."""


class _Parts:
    def __init__(self, prefix: str, closed: str) -> None:
        self.prefix = prefix
        self.closed = closed
        self.found: dict[str, JSON] = {}

    def inside(self, schema: Any) -> Any:
        """The schema with references in place of the named parts inside it."""
        if isinstance(schema, list):
            return [self._part(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        return {
            key: part
            if key in _VALUES
            else {name: self._part(field) for name, field in part.items()}
            if key == "properties"
            else self._part(part)
            for key, part in schema.items()
            if key != "title"
        }

    def _part(self, schema: Any) -> Any:
        if not isinstance(schema, dict) or "title" not in schema:
            return self.inside(schema)
        name = self._name(schema)
        described = {"description": schema["description"]} if "description" in schema else {}
        whole = {key: part for key, part in self.inside(schema).items() if key != "description"}
        component = _not_null(whole)
        known = self.found.setdefault(name, component)
        if _sorted(known) != _sorted(component):
            raise ValueError(f"two types are called {name}: {known} and {component}")
        return described | ({"anyOf": [ref(name), {"type": "null"}]} if component != whole else ref(name))

    def _name(self, schema: JSON) -> str:
        name: str = schema["title"]
        return (
            name
            if name in SHARED_NAMES
            else self.prefix + name + (self.closed if schema.get("additionalProperties") is False else "")
        )


def _not_null(schema: JSON) -> JSON:
    """The schema without the null that it allows."""
    types = schema.get("type")
    if not isinstance(types, list) or "null" not in types:
        return schema
    (kind,) = (one for one in types if one != "null")
    rest = {key: part for key, part in schema.items() if key not in ("type", "enum")}
    return (
        {"type": kind}
        | ({"enum": [value for value in schema["enum"] if value is not None]} if "enum" in schema else {})
        | rest
    )


def _sorted(schema: JSON) -> JSON:
    """Declarations of one type may list its values in any order."""
    return schema | ({"enum": sorted(schema["enum"])} if "enum" in schema else {})
