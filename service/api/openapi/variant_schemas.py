"""Schemas that depend on the variants: moves, options, tables and views of each game, and the unions of them."""

from engines import VARIANTS
from engines.api import Variant
from service.api.openapi.event_schemas import EVENT, event_schemas
from service.api.openapi.json_schema import JSON, answer_schema, camel, extended, object_schema, ref, union

VIEW = "GameView"
VIEWS_WITH_MORE = ("CreatedGame", "JoinedGame", "PlayedGame", "QuickGame")
"""Views with a few more fields. Each is a union over the variants as GameView is: generators of clients read no other kind."""


def by_variant(plain: dict[str, JSON]) -> dict[str, JSON]:
    """The moves, and in place of the plain views those of each variant."""
    moves = move_schemas()
    found = {f"{camel(key)}Move": schema for key, schema in moves.items()}
    found["Move"] = union("A move, identified by its `type`.", "type", {key: f"{camel(key)}Move" for key in moves})
    for variant in VARIANTS.values():
        found |= _variant_schemas(variant, plain[VIEW])
    found |= event_schemas(plain[EVENT])
    found[VIEW] = _over_variants(plain[VIEW]["description"], VIEW)
    for name in VIEWS_WITH_MORE:
        more = {field: schema for field, schema in plain[name]["properties"].items() if field not in plain[VIEW]["properties"]}
        for key in VARIANTS:
            typed = more | ({"events": more["events"] | {"items": ref(f"{camel(key)}{EVENT}")}} if "events" in more else {})
            found[f"{camel(key)}{name}"] = extended(f"{camel(key)}{VIEW}", typed)
        found[name] = _over_variants(plain[name]["description"], name)
    return found


def _over_variants(description: str, name: str) -> JSON:
    return union(description, "variant", {key: f"{camel(key)}{name}" for key in VARIANTS})


def move_schemas() -> dict[str, JSON]:
    """One schema for each move type of the service. Games that share a type share its fields; how a card is written may differ."""
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        for kind in variant.moves:
            schema = kind.schema()
            found[kind.type] = _shared(found[kind.type], schema) if kind.type in found else schema
    return found


def _shared(one: JSON, other: JSON) -> JSON:
    if one["properties"].keys() != other["properties"].keys():
        raise ValueError(f"two games give a move {one['properties']['type']['const']!r} different fields: one of them needs another name")
    fields = {name: _either(schema, other["properties"][name]) for name, schema in one["properties"].items()}
    return one | {"properties": fields, "description": _joined(one["description"], other["description"])}


def _either(one: JSON, other: JSON) -> JSON:
    if one == other:
        return one
    return {"anyOf": [*one.get("anyOf", [one]), other]}


def _joined(one: str, other: str) -> str:
    return one if other in one else f"{one} {other}"


def _variant_schemas(variant: Variant, view: JSON) -> dict[str, JSON]:
    name = camel(variant.key)
    plain = view["properties"]
    private = answer_schema(variant.private)["properties"]
    beside_hand = {key: schema for key, schema in private.items() if key != "hand"}
    you = object_schema(plain["you"]["description"], seat={"type": "integer", "minimum": 0, "description": "Your seat."}, **beside_hand)
    options = {key: answer_schema(field) for key, field in variant.options.items()}
    typed = {
        "variant": {"type": "string", "const": variant.key},
        "preset": {"type": "string", "enum": list(variant.presets), "description": plain["preset"]["description"]},
        "options": ref(f"{name}Options"),
        "you": {"anyOf": [you, {"type": "null"}]},
        "table": ref(f"{name}Table"),
        "hand": {"description": plain["hand"]["description"]} | private.get("hand", {"type": "array", "items": {"type": "string"}}),
    }
    return {
        f"{name}Options": object_schema(plain["options"]["description"], **options),
        f"{name}Table": {"description": f"Public state of a game of {variant.name}."} | answer_schema(variant.table),
        f"{name}{VIEW}": view | {
            "description": f"A game of {variant.name} as one seat, or a spectator, sees it.",
            "properties": plain | typed,
        },
    }
