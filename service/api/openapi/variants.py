"""Schemas that depend on the variants: moves, options, tables, views and events of each game, and unions of them."""

from collections.abc import Mapping
from typing import Final

from engines import VARIANTS
from engines.api import Variant
from engines.fields import ANNOUNCER, DEFENDER, PLAYER, EventFields, Speaker
from service.api.openapi.schemas import (
    JSON,
    answer_schema,
    camel,
    extended,
    object_schema,
    ref,
    struct_schemas,
    union,
    with_named_parts,
)
from service.model.events import SERVICE_EVENTS

VIEW = "GameView"
EVENT = "Event"
VIEWS_WITH_MORE = ("CreatedGame", "JoinedGame", "PlayedGame", "QuickGame")
"""Views with a few more fields. Each is a union over the variants as GameView is: generators of clients read no other
kind.
"""

ONLY_BY_VARIANT = ("LegalMove", "Card")
"""Parts that the contract has for each variant only."""


def by_variant(plain: dict[str, JSON]) -> dict[str, JSON]:
    """The moves, and in place of the plain views those of each variant."""
    found = move_schemas()
    for variant in VARIANTS.values():
        own = _variant_schemas(variant, plain[VIEW]) | _choice_schemas(variant, plain) | _card_schemas(variant, plain)
        found |= with_named_parts(own, camel(variant.key))
    for name in ("CardList", "PositionMoves"):
        found[name] = _over_variants(plain[name]["description"], name)
    found |= event_schemas(plain[EVENT])
    found[VIEW] = _over_variants(plain[VIEW]["description"], VIEW)
    for name in VIEWS_WITH_MORE:
        more = {
            field: schema
            for field, schema in plain[name]["properties"].items()
            if field not in plain[VIEW]["properties"]
        }
        for key in VARIANTS:
            typed = more | (
                {"events": more["events"] | {"items": ref(f"{camel(key)}{EVENT}")}} if "events" in more else {}
            )
            found[f"{camel(key)}{name}"] = extended(f"{camel(key)}{VIEW}", typed)
        found[name] = _over_variants(plain[name]["description"], name)
    return found


def _over_variants(description: str, name: str) -> JSON:
    return union(description, "variant", {key: f"{camel(key)}{name}" for key in VARIANTS})


def move_schemas() -> dict[str, JSON]:
    """One schema for each kind of move of each game, and the unions of them."""
    found: dict[str, JSON] = {}
    by_type: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        own = {kind.type: f"{camel(variant.key)}{camel(kind.type)}Move" for kind in variant.moves}
        found |= with_named_parts({own[kind.type]: kind.schema() for kind in variant.moves}, camel(variant.key))
        found[f"{camel(variant.key)}Move"] = union(f"A move of {variant.name}, identified by its `type`.", "type", own)
        for kind, name in own.items():
            by_type.setdefault(kind, []).append(name)
    every = {kind: names[0] if len(names) == 1 else f"{camel(kind)}Move" for kind, names in by_type.items()}
    for kind, names in by_type.items():
        if len(names) > 1:
            found[every[kind]] = {
                "description": f"`{kind}` of several variants.",
                "anyOf": [ref(name) for name in names],
            }
    found["Move"] = union("A move of any variant, identified by its `type`.", "type", every)
    return found


def _choice_schemas(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """A legal move, where there may be one a described choice, and what may be played in a position of a variant."""
    name = camel(variant.key)
    found = {f"{name}LegalMove": _with(plain["LegalMove"], move=ref(f"{name}Move"))}
    if variant.described_moves:
        kinds = {kind.type: kind for kind in variant.moves}
        types = list(variant.described_moves)
        fields = sorted({field for kind in types for field in kinds[kind].fields})
        found[f"{name}Choice"] = _with(
            plain["Choice"],
            type={"type": "string", "enum": types, "title": "ChoiceType"},
            field={"type": "string", "enum": fields, "title": "ChoiceField"},
            candidates={"type": "array", "items": answer_schema(variant.card)},
            example=ref(f"{name}Move"),
        )
    asked = plain["PositionMoves"]
    found[f"{name}PositionMoves"] = _with(
        asked, variant={"type": "string", "const": variant.key}, **_played(variant, asked["properties"])
    )
    return found


def _played(variant: Variant, plain: JSON) -> JSON:
    """The fields with what a seat may play."""
    name = camel(variant.key)
    return {
        "legal_moves": plain["legal_moves"] | {"items": ref(f"{name}LegalMove")},
        "choice": {
            "anyOf": [ref(f"{name}Choice" if variant.described_moves else "Choice"), {"type": "null"}],
            "description": plain["choice"]["description"],
        },
    }


def _card_schemas(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """The cards of a variant and what is printed on them."""
    name = camel(variant.key)
    facts = {"description": plain["Card"]["properties"]["facts"]["description"]} | answer_schema(variant.card_facts)
    return {
        f"{name}CardFacts": facts,
        f"{name}Card": _with(plain["Card"], id=answer_schema(variant.card), facts=ref(f"{name}CardFacts")),
        f"{name}CardList": _with(
            plain["CardList"],
            variant={"type": "string", "const": variant.key},
            preset=ref(f"{name}Preset"),
            options=ref(f"{name}Options"),
            cards={"type": "array", "items": ref(f"{name}Card")},
        ),
    }


def _with(schema: JSON, **typed: JSON) -> JSON:
    """The schema of an object with some of its fields typed more closely; they keep their descriptions."""
    described = {
        name: (
            {"description": schema["properties"][name]["description"]}
            if "description" in schema["properties"][name]
            else {}
        )
        | field
        for name, field in typed.items()
    }
    return schema | {"properties": schema["properties"] | described}


def preset_texts(variant: Variant) -> str:
    """The presets of a variant as a sentence each."""
    return " ".join(f"`{name}`: {text}" for name, text in variant.preset_texts.items())


def _variant_schemas(variant: Variant, view: JSON) -> dict[str, JSON]:
    name = camel(variant.key)
    plain = view["properties"]
    private = answer_schema(variant.private)["properties"]
    beside_hand = {key: schema for key, schema in private.items() if key != "hand"}
    you = object_schema(
        plain["you"]["description"],
        seat={"type": "integer", "minimum": 0, "description": "Your seat."},
        **beside_hand,
    )
    options = {key: answer_schema(field) for key, field in variant.options.items()}
    typed = {
        "variant": {"type": "string", "const": variant.key},
        "preset": ref(f"{name}Preset") | {"description": plain["preset"]["description"]},
        "options": ref(f"{name}Options"),
        "you": {"anyOf": [ref(f"{name}You"), {"type": "null"}]},
        "table": ref(f"{name}Table"),
        "hand": {"description": plain["hand"]["description"]}
        | private.get("hand", {"type": "array", "items": answer_schema(variant.card)}),
    } | _played(variant, plain)
    return {
        f"{name}Preset": {"type": "string", "enum": list(variant.presets), "description": preset_texts(variant)},
        f"{name}You": you,
        f"{name}Options": object_schema(plain["options"]["description"], **options),
        f"{name}Table": {"description": f"Public state of a game of {variant.name}."} | answer_schema(variant.table),
        f"{name}{VIEW}": view
        | {
            "description": f"A game of {variant.name} as one seat, or a spectator, sees it.",
            "properties": plain | typed,
        },
    }


# -- events


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
