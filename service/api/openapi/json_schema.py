"""TODO service/api/openapi/json_schema.py."""

from typing import Any

from engines.fields import Field

JSON = dict[str, Any]


# -- schemas of the answers, made from forms


def ref(name: str) -> JSON:
    """A reference to a schema of the contract."""
    return {"$ref": f"#/components/schemas/{name}"}


def text(description: str = "", **more: Any) -> JSON:
    """A text."""
    return {"type": "string", **({"description": description} if description else {}), **more}


def number(description: str = "", low: int | None = 0) -> JSON:
    """A whole number, not negative unless told otherwise."""
    return {"type": "integer", **({} if low is None else {"minimum": low}), **({"description": description} if description else {})}


def moment(description: str) -> JSON:
    """A time stamp, or null."""
    return {"type": ["string", "null"], "format": "date-time", "description": description}


def array(items: JSON, description: str = "") -> JSON:
    """A list."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def record(about: str, optional: tuple[str, ...] = (), /, **properties: JSON) -> JSON:
    """An object of an answer; clients must expect more fields later."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": about, "properties": properties, "required": required}


def maybe(schema: JSON) -> JSON:
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def answer_schema(form: Field) -> JSON:
    """A form's schema as it stands in answers: open for fields that come later."""
    opened: JSON = _opened(form.schema())
    return opened


def _opened(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {name: _opened(part) for name, part in schema.items() if not (name == "additionalProperties" and part is False)}
    return [_opened(part) for part in schema] if isinstance(schema, list) else schema


def camel(name: str) -> str:
    """``blades_of_steel`` as ``BladesOfSteel``."""
    return "".join(part.capitalize() for part in name.split("_"))


def union(description: str, by: str, names: dict[str, str]) -> JSON:
    """One of several schemas, told apart by a field."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": {key: ref(name)["$ref"] for key, name in names.items()}},
    }


def extended(view: str, properties: dict[str, JSON]) -> JSON:
    """A variant's view with a few fields more."""
    return {"allOf": [ref(view), {"type": "object", "properties": properties, "required": list(properties)}]}
