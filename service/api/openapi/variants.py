"""The answers of one variant: its moves, options, table, views and events."""

from collections.abc import Mapping
from typing import Final

from engines.api import Variant
from engines.fields import ANNOUNCER, DEFENDER, PLAYER, Speaker
from service.api.openapi.schemas import (
    JSON,
    answer_schema,
    camel,
    object_schema,
    ref,
    struct_schemas,
    union,
    with_named_parts,
)
from service.model.events import SERVICE_EVENTS

VIEW: Final = "Game"
EVENT: Final = "Event"
VIEWS_WITH_MORE: Final = ("CreatedGame", "JoinedGame", "PlayedGame", "QuickGame")
"""Views with a few more fields."""
TYPED: Final = frozenset(
    {
        *(VIEW, EVENT, *VIEWS_WITH_MORE, "Move", "Choice", "PositionMoves", "Card", "CardList"),
        *("CreateGameRequest", "QuickRequest", "MatchRequest", "SuggestionRequest", "PositionRequest", "GameRecord"),
    }
)
"""The schemas of all variants that each of them types more closely."""


def typed_by(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """The schemas that a variant types more closely than ``plain``, those of all variants, and those that it adds."""
    own = _view_schemas(variant, plain[VIEW]) | _choice_schemas(variant, plain) | _card_schemas(variant, plain)
    found = with_named_parts(own) | move_schemas(variant) | event_schemas(variant, plain[EVENT])
    for name in VIEWS_WITH_MORE:
        fields = plain[name]["properties"]
        more = {field: schema for field, schema in fields.items() if field not in plain[VIEW]["properties"]}
        added = {"type": "object", "properties": more, "required": list(more)}
        found[name] = {"description": plain[name]["description"], "allOf": [ref(VIEW), added]}
    return found


def move_schemas(variant: Variant) -> dict[str, JSON]:
    """One schema for each kind of move, and their union."""
    names = {kind.type: f"{camel(kind.type)}Move" for kind in variant.moves}
    found = with_named_parts({names[kind.type]: kind.schema() for kind in variant.moves})
    return found | {"Move": union(f"A move of {variant.name}, identified by its `type`.", "type", names)}


def _choice_schemas(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """What may be played in a position of a variant, and where there may be one a described choice."""
    found: dict[str, JSON] = {}
    if variant.described_moves:
        kinds = {kind.type: kind for kind in variant.moves}
        types = list(variant.described_moves)
        fields = sorted({field for kind in types for field in kinds[kind].fields})
        found["Choice"] = _with(
            plain["Choice"],
            type={"type": "string", "enum": types, "title": "ChoiceType"},
            field={"type": "string", "enum": fields, "title": "ChoiceField"},
            candidates={"type": "array", "items": answer_schema(variant.card)},
        )
    found["PositionMoves"] = _with(plain["PositionMoves"], variant=only(variant))
    return found


def only(variant: Variant) -> JSON:
    """The key of this variant."""
    return {"type": "string", "const": variant.key}


def _card_schemas(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """The cards of a variant and what is printed on them."""
    facts = {"description": plain["Card"]["properties"]["facts"]["description"]} | answer_schema(variant.card_facts)
    return {
        "CardFacts": facts,
        "Card": _with(plain["Card"], id=answer_schema(variant.card), facts=ref("CardFacts")),
        "CardList": _with(plain["CardList"], variant=only(variant), preset=ref("PresetKey"), options=ref("Options")),
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


def _view_schemas(variant: Variant, view: JSON) -> dict[str, JSON]:
    plain = view["properties"]
    private = answer_schema(variant.private)["properties"]
    you = object_schema(
        plain["you"]["description"],
        seat={"type": "integer", "minimum": 0, "description": "Your seat."},
        **{key: schema for key, schema in private.items() if key != "hand"},
    )
    options = {key: answer_schema(field) for key, field in variant.options.items()}
    typed = _with(
        view,
        variant=only(variant),
        preset=ref("PresetKey"),
        options=ref("Options"),
        you={"anyOf": [ref("You"), {"type": "null"}]},
        table=ref("Table"),
        hand=private.get("hand", {"type": "array", "items": answer_schema(variant.card)}),
    )
    presets = (f"`{name}`: {text}" for name, text in variant.preset_texts.items())
    return {
        "PresetKey": {"type": "string", "enum": list(variant.presets), "description": " ".join(presets)},
        "You": you,
        "Options": object_schema(plain["options"]["description"], **options),
        "Table": {"description": f"Public state of a game of {variant.name}."} | answer_schema(variant.table),
        VIEW: typed | {"description": f"A game of {variant.name} as one seat, or a spectator, sees it."},
    }


# -- events


WHO_SPEAKS: Final[Mapping[Speaker, str]] = {
    ANNOUNCER: "Always null: the announcer speaks.",
    PLAYER: "The seat of `data`, whose call `text` is.",
    DEFENDER: "The seat that defends, whose call `text` is.",
}


def event_schemas(variant: Variant, envelope: JSON) -> dict[str, JSON]:
    """All events of a game, and their union. ``envelope`` is what they have in common: each kind has its own ``type``
    and ``data``.
    """
    structs = struct_schemas(SERVICE_EVENTS.values())
    if clash := {kind.type for kind in variant.events} & SERVICE_EVENTS.keys():
        raise ValueError(f"{variant.key}: the service has events of its own called {', '.join(clash)}")
    found: dict[str, JSON] = {}
    for kind in variant.events:
        found |= _typed(envelope, kind.type, answer_schema(kind), kind.speaker)
    for name, struct in SERVICE_EVENTS.items():
        found |= _typed(envelope, name, structs[struct.__name__], ANNOUNCER)
    names = {kind: _name(kind) for kind in [*(kind.type for kind in variant.events), *SERVICE_EVENTS]}
    about = f"An event of a game of {variant.name}, identified by its `type`."
    return with_named_parts(found) | {EVENT: union(about, "type", names)}


def _name(kind: str) -> str:
    return f"{camel(kind)}{EVENT}"


def _typed(envelope: JSON, kind: str, said: JSON, speaker: Speaker) -> dict[str, JSON]:
    """The event, and its data as a schema of its own: what is ``said`` of the event beside its type."""
    name = _name(kind)
    said_by = {"type": "null"} if speaker == ANNOUNCER else {"type": "integer", "minimum": 0}
    properties = envelope["properties"] | {
        "type": {"type": "string", "const": kind},
        "data": ref(f"{name}Data"),
        "speaker": said_by | {"description": WHO_SPEAKS[speaker]},
    }
    data = said | {
        "description": f"Details of the event `{kind}`.",
        "properties": {field: schema for field, schema in said["properties"].items() if field != "type"},
        "required": [field for field in said["required"] if field != "type"],
    }
    return {name: envelope | {"description": said["description"], "properties": properties}, f"{name}Data": data}
