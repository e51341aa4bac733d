"""A name has one type wherever it is used, so that a client of several games needs no union of games to read it."""

from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from engines import VARIANTS
from engines.fields import ObjectField
from service.api.openapi.plain import merged
from service.api.openapi.schemas import JSON, struct_schemas
from service.model.events import SERVICE_EVENTS

SCOPES: Final[Mapping[str, Mapping[str, JSON]]] = {
    "table": {key: game.table.schema() for key, game in VARIANTS.items()},
    "private": {key: game.private.schema() for key, game in VARIANTS.items()},
    "observation": {key: game.observation.schema() for key, game in VARIANTS.items()},
    "options": {key: ObjectField(game.options).schema() for key, game in VARIANTS.items()},
    "card facts": {key: game.card_facts.schema() for key, game in VARIANTS.items()},
    "moves": {f"{key}.{move.type}": move.schema() for key, game in VARIANTS.items() for move in game.moves},
    "events": {f"{key}.{event.type}": event.schema() for key, game in VARIANTS.items() for event in game.events}
    | struct_schemas(SERVICE_EVENTS.values()),
}
"""The objects of each kind, by the places at which they are declared."""
NAMES: Final = [
    (scope, name)
    for scope, objects in SCOPES.items()
    for name in dict.fromkeys(name for schema in objects.values() for name in schema["properties"])
]


def declarations(scope: str, name: str) -> dict[str, JSON]:
    """The schemas of a name, by the places at which they are declared."""
    return {
        f"{place}.{name}": schema["properties"][name]
        for place, schema in SCOPES[scope].items()
        if name in schema["properties"]
    }


@pytest.mark.parametrize(("scope", "name"), NAMES, ids=lambda part: part)
def test_one_name_has_one_type(scope: str, name: str) -> None:
    merged(declarations(scope, name))


@pytest.mark.parametrize("scope", SCOPES)
def test_the_objects_of_a_scope_are_one_object(scope: str) -> None:
    whole = merged(SCOPES[scope])
    assert set(whole["properties"]) == {name for known, name in NAMES if known == scope}


def named_types(schema: JSON, place: str) -> Iterator[tuple[str, str, JSON]]:
    """The types inside a schema that have a name, with their places."""
    if "title" in schema:
        yield schema["title"], place, schema
    if "items" in schema:
        yield from named_types(schema["items"], f"{place}[]")
    for name, field in schema.get("properties", {}).items():
        yield from named_types(field, f"{place}.{name}")


def test_types_of_one_name_are_one_type() -> None:
    found: dict[str, dict[str, JSON]] = {}
    for scope, objects in SCOPES.items():
        for place, schema in objects.items():
            for name, where, named in named_types(schema, f"{scope} of {place}"):
                found.setdefault(name, {})[where] = named
    for schemas in found.values():
        merged(schemas)
    assert {"Goals", "Node", "ShotKind"} <= found.keys()
