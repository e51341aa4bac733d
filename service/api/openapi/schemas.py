"""JSON Schemas: from Structs and from the fields that games declare, and the parts of them that have a name of their
own.

The name of a part is the ``title`` that a declaration gives: the ``name`` of a game's field, ``Meta(title=...)`` of a
Struct's field, the metadata of a field of a request. Such a part becomes a component, so that generated clients use
that name; its description stays where it is used. A title at the top of a component repeats the component's own name.

At the end, those of one variant: its moves, options, table, views and events.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, Final

import msgspec

from engines.api import Variant
from engines.fields import ANNOUNCER, DEFENDER, PLAYER, Field, Speaker
from service.model.answer import Answer
from service.model.events import SERVICE_EVENTS
from service.model.levels import LEVEL

JSON = dict[str, Any]
JSON_TYPES = {str: "string", int: "integer", bool: "boolean"}


def ref(name: str) -> JSON:
    """A reference to a schema of the document."""
    return ref_to("schemas", name)


def ref_to(kind: str, name: str) -> JSON:
    """A reference to a component of the document."""
    return {"$ref": f"#/components/{kind}/{name}"}


def rewritten(part: Any, change: Callable[[JSON], JSON]) -> Any:
    """A part of a document after the ``change`` of each of its objects, the innermost first."""
    if isinstance(part, list):
        return [rewritten(each, change) for each in part]
    if not isinstance(part, dict):
        return part
    return change({key: rewritten(value, change) for key, value in part.items()})


def references(part: Any) -> Iterator[tuple[str, str]]:
    """Kind and name of the components that a part of a document refers to."""
    if isinstance(part, list):
        for each in part:
            yield from references(each)
    elif isinstance(part, dict):
        if "$ref" in part:
            kind, _, name = part["$ref"].removeprefix("#/components/").partition("/")
            yield kind, name
        for each in part.values():
            yield from references(each)


def about(schema: JSON) -> JSON:
    """The description of a schema, if it has one."""
    return {"description": schema["description"]} if "description" in schema else {}


# -- from Structs


_NAMES = {"GameView": "Game", "Record": "GameRecord", "Version": "ServiceVersion"}
"""Schemas with another name in the contract than in the code: ``Record`` and ``Version`` are types in some
languages.
"""


def name_of(kind: type) -> str:
    """The name of the schema of a response or a request."""
    return _NAMES.get(kind.__name__, kind.__name__)


def struct_schemas(kinds: Iterable[type[Answer]]) -> dict[str, JSON]:
    """The schemas of these responses and of all Structs inside them, by name."""
    _, found = msgspec.json.schema_components(list(kinds), ref_template="#/components/schemas/{name}")
    for schema in found.values():
        if "description" in schema:  # a docstring, which is indented as in its file up to Python 3.12
            schema["description"] = cleandoc(schema["description"])
    return {
        _NAMES.get(name, name): rewritten(_with_defaults_required(schema), _tidied) for name, schema in found.items()
    }


def _with_defaults_required(schema: JSON) -> JSON:
    """A default is for the code that builds a response: readers always find the field."""
    if "properties" not in schema:
        return schema
    given = [
        name for name, field in schema["properties"].items() if "default" in field or name in schema.get("required", ())
    ]
    properties = {
        name: {key: value for key, value in field.items() if key != "default"}
        for name, field in schema["properties"].items()
    }
    return schema | {"properties": properties, "required": given}


def _tidied(schema: JSON) -> JSON:
    """The output of msgspec, as OpenAPI documents usually have it: enumerations with a type, null as a type. A level is
    its number, as in views.
    """
    if schema.get("format") == LEVEL:
        return {"type": "integer", "minimum": 1} | about(schema)
    if "$ref" in schema:
        place, _, name = schema["$ref"].rpartition("/")
        return about(schema) | {"$ref": f"{place}/{_NAMES.get(name, name)}"}
    if "enum" in schema:
        if len(schema["enum"]) == 1:
            (only,) = schema.pop("enum")
            return {"type": JSON_TYPES[type(only)], "const": only} | schema
        kinds = {JSON_TYPES[type(value)] for value in schema["enum"]}
        return {"type": kinds.pop()} | schema if len(kinds) == 1 else schema
    choices = schema.get("anyOf", [])
    if len(choices) == 2 and {"type": "null"} in choices:
        return _or_null(schema, next(choice for choice in choices if choice != {"type": "null"}))
    return schema


def _or_null(schema: JSON, choice: JSON) -> JSON:
    """A choice between a schema and null, as a list of types if the schema has a type of its own."""
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if "type" not in choice:
        return rest | {"anyOf": [choice, {"type": "null"}]}
    either = {
        "type": [choice["type"], "null"],
        **{key: value for key, value in choice.items() if key != "type"},
        **rest,
    }
    return either | {"enum": [*choice["enum"], None]} if "enum" in choice else either


# -- from the fields of games


def object_schema(description: str, optional: tuple[str, ...] = (), /, **properties: JSON) -> JSON:
    """An object of a response; clients must expect additional fields later."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": description, "properties": properties, "required": required}


def answer_schema(field: Field) -> JSON:
    """A field's schema in responses: open for fields that are added later."""
    found: JSON = rewritten(field.schema(), opened)
    return found


def opened(schema: JSON) -> JSON:
    """An object of a schema that does not refuse unknown fields."""
    return {name: part for name, part in schema.items() if (name, part) != ("additionalProperties", False)}


# -- of several variants


def camel(name: str) -> str:
    """``line_change`` as ``LineChange``."""
    return "".join(part.capitalize() for part in name.split("_"))


def union(description: str, by: str, names: dict[str, str]) -> JSON:
    """One of several schemas, identified by a field."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": {key: ref(name)["$ref"] for key, name in names.items()}},
    }


# -- schemas inside schemas that have a name of their own


def with_named_parts(schemas: dict[str, JSON], closed: str = "") -> dict[str, JSON]:
    """The schemas with references in place of their named parts, and these parts.

    ``closed`` comes behind the names of objects that refuse unknown fields: the same type in an answer is open for
    fields that are added later.
    """
    parts = _Parts(closed)
    return {name: parts.inside(schema) for name, schema in schemas.items()} | parts.found


_VALUES = frozenset({"example", "examples", "default", "const", "enum", "mapping"})
"""Keywords whose values are not schemas."""


class _Parts:
    def __init__(self, closed: str) -> None:
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
        name = schema["title"] + (self.closed if schema.get("additionalProperties") is False else "")
        whole = {key: part for key, part in self.inside(schema).items() if key != "description"}
        component = _not_null(whole)
        known = self.found.setdefault(name, component)
        if not is_same(known, component):
            raise ValueError(f"two types are called {name}: {known} and {component}")
        return about(schema) | ({"anyOf": [ref(name), {"type": "null"}]} if component != whole else ref(name))


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


def is_same(one: JSON, other: JSON) -> bool:
    """True if two schemas are the same type: declarations may list its values in any order."""
    return _sorted(one) == _sorted(other)


def _sorted(schema: JSON) -> JSON:
    return schema | ({"enum": sorted(schema["enum"])} if "enum" in schema else {})


# -- schemas of a variant


VIEW: Final = "Game"
EVENT: Final = "Event"
VIEWS_WITH_MORE: Final = ("CreatedGame", "JoinedGame", "PlayedGame", "QuickGame")
"""Views with additional fields."""
TYPED: Final = {VIEW, EVENT, *VIEWS_WITH_MORE, "Move", "Choice", "PositionMoves", "Card", "CardList", "GameRecord"}
"""The schemas of all variants that each of them types more exactly, apart from requests."""


def typed_by(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """The schemas that a variant types more exactly than ``plain``, those of all variants, and those that it adds."""
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
    """The legal moves in a position of a variant, and the described choice if there may be one."""
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
    facts = about(plain["Card"]["properties"]["facts"]) | answer_schema(variant.card_facts)
    return {
        "CardFacts": facts,
        "Card": _with(plain["Card"], id=answer_schema(variant.card), facts=ref("CardFacts")),
        "CardList": _with(plain["CardList"], variant=only(variant), preset=ref("PresetKey"), options=ref("Options")),
    }


def _with(schema: JSON, **typed: JSON) -> JSON:
    """The schema of an object with some of its fields typed more exactly; they keep their descriptions."""
    fields = schema["properties"]
    return schema | {"properties": fields | {name: about(fields[name]) | field for name, field in typed.items()}}


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
    text = f"An event of a game of {variant.name}, identified by its `type`."
    return with_named_parts(found) | {EVENT: union(text, "type", names)}


def _name(kind: str) -> str:
    return f"{camel(kind)}{EVENT}"


def _typed(envelope: JSON, kind: str, event: JSON, speaker: Speaker) -> dict[str, JSON]:
    """The event, and its data as a schema of its own: ``event`` describes its fields in addition to its type."""
    name = _name(kind)
    speaker_schema = {"type": "null"} if speaker == ANNOUNCER else {"type": "integer", "minimum": 0}
    properties = envelope["properties"] | {
        "type": {"type": "string", "const": kind},
        "data": ref(f"{name}Data"),
        "speaker": speaker_schema | {"description": WHO_SPEAKS[speaker]},
    }
    data = event | {
        "description": f"Details of the event `{kind}`.",
        "properties": {field: schema for field, schema in event["properties"].items() if field != "type"},
        "required": [field for field in event["required"] if field != "type"],
    }
    return {name: envelope | {"description": event["description"], "properties": properties}, f"{name}Data": data}
