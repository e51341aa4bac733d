"""The plain contract: all games with the same types, in the part of OpenAPI 3.0 that client generators agree on.

It is merged from the exact schemas of all games: one Event, one Move, one Game, whose fields are optional where only
some have them. The rules of tests/contract_tools/spectral.yaml and docs/adr/0067-a-plain-contract.md name the
constructs that it does not use, and why.

Merging makes one schema for what several games or events declare under one name: all their values fit it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from service.api.openapi.requests import RECORD_TO_CHECK
from service.api.openapi.schemas import JSON, VIEW, VIEWS_WITH_MORE, about, camel, ref

# -- merged schemas

_BOUNDS: Final = {
    f"{bound}{of}": widest for of in ("imum", "Items", "Length") for bound, widest in (("min", min), ("max", max))
}


OR_TYPE: Final = "x-or-type"
"""The other type that a field of a request may have, for those who make types of both, as our SDKs do."""


def merged(schemas: Mapping[str, JSON]) -> JSON:
    """The schema that accepts every value of these. They are given by the places at which they are declared.

    Lists of values are joined, bounds widen, and a field of an object is required if it always is. Null may be allowed
    in some. Keywords that only some have, such as a description, are left out. Raises ValueError naming two places if
    their types differ, because a name has one type for a client.

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
        **_agreed(OR_TYPE, given),
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
    """The only type of all, other than null."""
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


SAME: Final = dict.fromkeys(VIEWS_WITH_MORE, VIEW)
"""Exact schemas that are another one with additional fields: in the plain contract these are optional there."""
_KEPT: Final = ("type", "const", "enum", "description", "default", "required")
_OF_REQUESTS: Final = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
"""Bounds are for senders: a reader of responses that checks them fails when they widen."""
_ABOUT: Final = {
    "CardFacts": "What is printed on the card.",
    "EventData": "Details of an event. Which fields there are depends on its `type`.",
    "Move": "A move, identified by its `type`. Which fields there are depends on it; others are refused.",
    "Observation": "What one seat of a game sees. Which fields there are depends on the variant; others are refused.",
    "Options": "The options of a game. Which there are depends on the variant.",
    "OptionChanges": "Options that differ from the preset. Which there are depends on the variant; others are refused.",
    "Table": "Public state of a game. Which fields there are depends on the variant.",
    "You": "What your seat alone knows. Which fields there are depends on the variant.",
}
"""The text for objects that differ by variant or type."""


class Plain:
    """The plain schemas, from the exact ones of all variants by their names."""

    def __init__(self, by_variant: Mapping[str, dict[str, JSON]], common: dict[str, JSON]) -> None:
        self._common = common
        self._trees = {key: _Trees(schemas) for key, schemas in by_variant.items()}
        self._objects: dict[str, dict[tuple[int, bool], tuple[str, JSON]]] = {}
        """All objects that have one name, with their places; those with the same fields once, and once if null."""

    def part(self, part: Any) -> Any:
        """A part of a document, with plain schemas instead of its exact ones."""
        if isinstance(part, list):
            return [self.part(each) for each in part]
        if not isinstance(part, dict):
            return part
        return {
            key: value
            if key in ("example", "examples")
            else self._content(value)
            if key == "schema"
            else self.part(value)
            for key, value in part.items()
        }

    def _content(self, schema: JSON) -> JSON:
        """A schema outside the components; what it refers to becomes one of them. A stream of messages is text: the
        description says what each contains.
        """
        if schema == ref(RECORD_TO_CHECK):
            return self._content(ref("GameRecord"))
        message = self._message(schema)
        if message:
            text = "Each message or line holds an object of the schema `x-message`, in JSON."
            return {"type": "string", "description": text, "x-message": self._content(message)}
        found = {key: tree.whole(schema) for key, tree in self._trees.items()}
        for key, node in found.items():
            self._note(node, key)
        return written(merged(found), is_request=True)

    def _message(self, schema: JSON) -> JSON:
        """The content of each message of a stream or each line of a text; empty for other schemas."""
        whole = self._common[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        held = whole.get("properties", {}).get("data", {}) if "id" in whole.get("properties", {}) else whole
        found: JSON = held.get("contentSchema", {})
        return found

    def _note(self, node: JSON, place: str) -> None:
        """Collect all objects inside that have a name."""
        if "title" in node and "properties" in node:
            known = self._objects.setdefault(node["title"], {})
            same = (id(node["properties"]), "null" in node["type"])
            if same in known:
                return
            known[same] = (f"{place} {len(known)}", node)
        for name, child in _children(node):
            self._note(child, f"{place}.{name}")

    def _component(self, name: str, node: JSON) -> JSON:
        """An object as a component, with the descriptions of the schema that is the same for all variants. One that may
        be null in some place has no type: docs/adr/0076-null-to-the-letter.md.
        """
        common, is_request = self._common.get(name, {}), name.endswith("Request")
        texts = {field: about(part) for field, part in common.get("properties", {}).items()}
        found = {
            "type": "object" if node["type"] == "object" else "",
            "description": _ABOUT.get(name) or common.get("description") or node.get("description"),
            "properties": {
                field: written(part | texts.get(field, {}), is_request) for field, part in node["properties"].items()
            },
            "required": node.get("required"),
        }
        return {key: part for key, part in found.items() if part} | {"additionalProperties": not is_request}

    def components(self) -> dict[str, JSON]:
        """The schemas that the parts of the document refer to."""
        found = {name: merged(dict(nodes.values())) for name, nodes in self._objects.items()}
        plain: dict[str, JSON] = {}
        while missing := found.keys() - plain.keys():
            for name in missing:
                found |= _named(name, found[name])
                plain[name] = self._component(name, found[name])
        return dict(sorted(plain.items()))


def _children(node: JSON) -> Iterator[tuple[str, JSON]]:
    yield from node.get("properties", {}).items()
    if "items" in node:
        yield "items", node["items"]
    if isinstance(node.get("additionalProperties"), dict):
        yield "values", node["additionalProperties"]


class _Trees:
    """The schemas of one variant with all references resolved. Objects have their names as titles."""

    def __init__(self, schemas: dict[str, JSON]) -> None:
        self.schemas = schemas
        self.known: dict[str, JSON] = {}

    def named(self, name: str) -> JSON:
        """The schema of this name."""
        if name not in self.known:
            tree = self.whole(self.schemas[name])
            if "properties" in tree:
                tree["title"] = SAME.get(name, name.removesuffix("Input"))
            self.known[name] = tree
        return self.known[name]

    def whole(self, schema: JSON) -> JSON:
        """The schema without references, unions, and keywords that the plain contract does not use."""
        said = about(schema)
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2]) | said
        if "discriminator" in schema:
            members = {each["$ref"].rpartition("/")[2]: self.whole(each) for each in schema["oneOf"]}
            return merged(members) | said
        if "allOf" in schema:
            first, *more = (self.whole(each) for each in schema["allOf"])
            for each in more:
                first = first | {"properties": first["properties"] | each["properties"]}
            return first | said
        if "anyOf" in schema and "type" not in schema:
            choice, *others = (self.whole(each) for each in schema["anyOf"])
            if others != [{"type": "null"}]:
                raise ValueError(f"a value of several types has no plain schema: {schema}")
            return choice | {"type": [choice["type"], "null"]} | said
        found = {key: value for key, value in schema.items() if key in (*_KEPT, *_OF_REQUESTS)}
        if found.get("type") == ["integer", "string"]:  # in a query, where everything is text
            found = {key: value for key, value in found.items() if key not in _OF_REQUESTS} | {"type": "string"}
        elif found.get("type") == ["string", "integer"]:  # a level, which typed clients send by its number
            found |= {"type": "integer", OR_TYPE: "string"}
        if "properties" in schema:
            found["properties"] = {name: self.whole(field) for name, field in schema["properties"].items()}
        if "items" in schema:
            found["items"] = self.whole(schema["items"])
        if isinstance(schema.get("additionalProperties"), dict):
            found["additionalProperties"] = self.whole(schema["additionalProperties"])
        return found


def _named(parent: str, node: JSON) -> dict[str, JSON]:
    """The objects inside without a name; each gets one from its place, as title."""
    found: dict[str, JSON] = {}
    for name, child in _children(node):
        inner = child
        while "items" in inner:
            inner = inner["items"]
        if "properties" in inner and "title" not in inner:
            inner["title"] = parent + camel(name)
            found[inner["title"]] = inner
    return found


# -- as OpenAPI 3.0 has it


def written(node: JSON, is_request: bool) -> JSON:
    """A part of a schema, with references instead of the objects inside."""
    types = node.get("type")
    nullable = isinstance(types, list) and "null" in types
    kind = next(one for one in types if one != "null") if isinstance(types, list) else types
    said = _description(node, is_request)
    if "properties" in node:
        target = ref(node["title"])  # next to a reference nothing is read
        return {"allOf": [target], "nullable": True, **said} if nullable else target
    found: JSON = {"type": kind} if kind else {}
    if OR_TYPE in node:
        found[OR_TYPE] = node[OR_TYPE]
    if nullable:
        found["nullable"] = True
    if kind == "array":
        found["items"] = written(node.get("items", {}), is_request)
    if isinstance(node.get("additionalProperties"), dict):
        found["additionalProperties"] = written(node["additionalProperties"], is_request)
    elif kind == "object":
        found["additionalProperties"] = True
    if is_request:
        found |= {name: node[name] for name in _OF_REQUESTS if name in node}
    return found | said


def _description(node: JSON, is_request: bool) -> JSON:
    """The description with the known values: a list of values in the schema would refuse later ones."""
    sentences = [node["description"]] if "description" in node else []
    values = [node["const"]] if "const" in node else [value for value in node.get("enum", ()) if value is not None]
    missing = [value for value in values if f"`{value}`" not in "".join(sentences)]
    if missing:
        sentences.append(("One of " if len(values) > 1 else "") + ", ".join(f"`{value}`" for value in values) + ".")
    if is_request and "default" in node and "Default:" not in "".join(sentences):
        sentences.append(f"Default: `{node['default']}`.")
    return {"description": " ".join(sentences)} if sentences else {}
