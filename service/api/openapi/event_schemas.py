"""Schemas of events: one for each kind of event of each game, one for each of the service's own, and the unions of
them.
"""

from collections.abc import Mapping
from typing import Final

from engines import VARIANTS
from engines.fields import ANNOUNCER, DEFENDER, PLAYER, EventFields, Speaker
from service.api.openapi.named_parts import with_named_parts
from service.api.openapi.schemas import JSON, answer_schema, camel, ref, struct_schemas, union
from service.model.events import SERVICE_EVENTS

EVENT = "Event"
WHO_SPEAKS: Final[Mapping[Speaker, str]] = {
    ANNOUNCER: "Always null: the announcer speaks.",
    PLAYER: "The seat of `data`, whose call `text` is.",
    DEFENDER: "The seat that defends, whose call `text` is.",
}


def event_schemas(envelope: JSON) -> dict[str, JSON]:
    """All events. ``envelope`` is what they have in common: each kind has its own ``type`` and ``data``."""
    service = {kind: _name("", kind) for kind in SERVICE_EVENTS}
    structs = struct_schemas(SERVICE_EVENTS.values())
    found: dict[str, JSON] = {}
    for kind, struct in SERVICE_EVENTS.items():
        found |= _typed(service[kind], envelope, kind, _without_type(structs[struct.__name__]), ANNOUNCER)
    by_type: dict[str, list[str]] = {}
    for key, variant in VARIANTS.items():
        own = {kind.type: _name(key, kind.type) for kind in variant.events}
        if clash := own.keys() & service.keys():
            raise ValueError(f"{key}: the service has events of its own called {', '.join(clash)}")
        typed: dict[str, JSON] = {}
        for declared in variant.events:
            typed |= _typed(own[declared.type], envelope, declared.type, _data_of(declared), declared.speaker)
        found |= with_named_parts(typed, camel(key))
        found[f"{camel(key)}{EVENT}"] = union(
            f"An event of a game of {variant.name}, identified by its `type`.", "type", own | service
        )
        for kind, name in own.items():
            by_type.setdefault(kind, []).append(name)
    games = {kind: names[0] if len(names) == 1 else _name("", kind) for kind, names in by_type.items()}
    for kind, names in by_type.items():
        if len(names) > 1:
            found[games[kind]] = {
                "description": f"`{kind}` of several variants.",
                "anyOf": [ref(name) for name in names],
            }
    found[EVENT] = union(envelope["description"], "type", games | service)
    return found


def _name(key: str, kind: str) -> str:
    return f"{camel(key)}{camel(kind)}{EVENT}"


def _typed(name: str, envelope: JSON, kind: str, data: JSON, speaker: Speaker) -> dict[str, JSON]:
    """The event, and its data as a schema of its own."""
    description = data["description"]
    said_by = {"type": "null"} if speaker == ANNOUNCER else {"type": "integer", "minimum": 0}
    properties = envelope["properties"] | {
        "type": {"type": "string", "const": kind},
        "data": ref(f"{name}Data"),
        "speaker": said_by | {"description": WHO_SPEAKS[speaker]},
    }
    about = {"description": f"Details of the event `{kind}`."}
    return {name: envelope | {"description": description, "properties": properties}, f"{name}Data": data | about}


def _data_of(kind: EventFields) -> JSON:
    return _without_type(answer_schema(kind))


def _without_type(schema: JSON) -> JSON:
    properties = {name: field for name, field in schema["properties"].items() if name != "type"}
    return schema | {"properties": properties, "required": [name for name in schema["required"] if name != "type"]}
