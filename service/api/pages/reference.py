"""What is at ``/docs``: the guides, and the API reference with a page for every operation and every schema of the
contract.

The reference is written from the contract once and needs no scripts. Why not Swagger UI and its like:
docs/adr/0019-own-reference-pages.md.
"""

import difflib
import html
import json
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from flask import Flask

from service.api.openapi.document import contract
from service.api.openapi.json_schema import JSON
from service.api.pages.guides import Guides, address_of
from service.api.pages.page import json_listing, listing, table, to_html, whole_page
from service.config import Settings

METHODS: Final = ("get", "post", "put", "patch", "delete")
SERVER: Final = "$FACEOFF"
FIELDS: Final = ("field", "type", "description")


@lru_cache(maxsize=1)
def book(app: Flask, settings: Settings) -> "Book":
    """The guides, and the reference of an app with these settings."""
    return Book(contract(app, settings))


class Book:
    """All pages, by what is behind ``/docs/``: guides, ``operations/<name>``, ``schemas/<name>``, and the overview
    under an empty name.
    """

    def __init__(self, document: JSON) -> None:
        self._document = document
        self._schemas: dict[str, JSON] = document["components"]["schemas"]
        self._operations = {
            operation["operationId"]: (method.upper(), path, described.get("parameters", []), operation)
            for path, described in document["paths"].items()
            for method, operation in described.items()
            if method in METHODS
        }
        self._guides = Guides({f"{method} {path}": name for name, (method, path, _, _) in self._operations.items()})
        self._html: dict[str, str] = {}

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every page as Markdown."""
        found = {"": self._overview()}
        found |= {f"operations/{name}": self._operation(name) for name in self._operations}
        for event in self._document.get("webhooks", {}).values():
            found[f"operations/{event['post']['operationId']}"] = self._webhook(event["post"])
        return found | {f"schemas/{name}": self._schema(name) for name in self._schemas} | self._guides.texts

    def nearest(self, key: str) -> str:
        """The address that an unknown key may have meant, by its path in the repository or as it is written; empty if
        none is like it.
        """
        like = difflib.get_close_matches(key, self.texts, 1, 0.5)
        return address_of(f"{key}.md") or (f"/docs/{like[0]}" if like else "")

    def page(self, key: str) -> str:
        """A page as HTML, with all guides or all operations beside it."""
        if key not in self._html:
            text = self.texts[key]
            title = text.partition("\n")[0].removeprefix("# ")
            address = f"/docs/{key}" if key else "/docs"
            self._html[key] = whole_page(title, address, to_html(text), beside=self._beside(key))
        return self._html[key]

    def _by_tag(self) -> Iterable[tuple[str, str, list[str]]]:
        for tag in self._document["tags"]:
            names = [
                name for name, (_, _, _, operation) in self._operations.items() if tag["name"] in operation["tags"]
            ]
            yield tag["name"], tag["description"], names

    def _beside(self, key: str) -> str:
        """The list of guides beside a guide, that of operations beside a page of the reference, both beside the
        overview.
        """
        is_guide = key in self._guides.texts
        parts = [self._guides.beside(key)] if is_guide or not key else []
        for tag, _, names in [] if is_guide else self._by_tag():
            items = "".join(self._item(name, key == f"operations/{name}") for name in names)
            parts.append(f"<h2>{html.escape(tag)}</h2><ul>{items}</ul>")
        return f'    <nav class="beside" aria-label="{"Guides" if is_guide else "Operations"}">{"".join(parts)}</nav>\n'

    def _item(self, name: str, is_here: bool) -> str:
        here = ' aria-current="page"' if is_here else ""
        return f'<li><a href="/docs/operations/{name}"{here}>{html.escape(_title(self._operations[name][3]))}</a></li>'

    # -- the overview

    def _overview(self) -> str:
        info = self._document["info"]
        parts = [f"# {info['title']}\n\n## Guides\n\n{self._guides.index}\n## API reference\n\n{info['description']}\n"]
        parts.append(
            "The commands on these pages are for a shell in which `FACEOFF` is the address of this service, such "
            "as `FACEOFF=http://localhost:8000`, and `TOKEN` your token. `.md` behind the address of a page gives "
            "it as Markdown.\n\n"
        )
        parts.append("### Authorization\n\n")
        schemes = self._document["components"]["securitySchemes"]
        parts += [f"- `{name}`: {scheme['description']} {_sent(scheme)}\n" for name, scheme in schemes.items()]
        for tag, description, names in self._by_tag():
            parts.append(f"\n### {tag.capitalize()}\n\n{description}\n\n")
            rows = (
                [f"[{_title(self._operations[name][3])}](/docs/operations/{name})", self._call(name)] for name in names
            )
            parts.append(table(["operation", "request"], rows))
        parts.append("### Notifications\n\n")
        for event in self._document.get("webhooks", {}).values():
            parts.append(f"- [{_title(event['post'])}](/docs/operations/{event['post']['operationId']})\n")
        parts.append("\n### Schemas\n\n")
        parts.append(", ".join(f"[{name}](/docs/schemas/{name})" for name in self._schemas) + "\n")
        return "".join(parts)

    def _call(self, name: str) -> str:
        method, path, _, _ = self._operations[name]
        return f"`{method} {path}`"

    # -- an operation

    def _operation(self, name: str) -> str:
        _, _, of_path, operation = self._operations[name]
        parameters = [self._resolved(one) for one in [*of_path, *operation.get("parameters", [])]]
        rows = ([_parameter_name(one), _type(one["schema"]), _about(one)] for one in parameters)
        parts = [
            f"# {_title(operation)}\n\n{self._call(name)}\n\n{operation['description']}\n\n",
            f"{_authorization(operation.get('security', []))}\n\n",
            "## Parameters\n\n" + table(["name", "type", "description"], rows) if parameters else "",
            self._body(operation),
            "## Command\n\n" + listing(self._command(name), "sh"),
            "## Responses\n\n" + "".join(self._response(status, one) for status, one in operation["responses"].items()),
        ]
        return "".join(parts)

    def _webhook(self, operation: JSON) -> str:
        rows = ([_parameter_name(one), _type(one["schema"]), _about(one)] for one in operation["parameters"])
        parameters = "## Headers\n\n" + table(["name", "type", "description"], rows)
        return (
            f"# {_title(operation)}\n\n`POST` to your "
            f"URL\n\n{operation['description']}\n\n{parameters}{self._body(operation)}"
        )

    def _body(self, operation: JSON) -> str:
        if "requestBody" not in operation:
            return ""
        content = operation["requestBody"]["content"]["application/json"]
        needed = "" if operation["requestBody"].get("required") else ", which may be left out"
        schema = self._resolved(content["schema"])
        return f"## Body\n\nA {_type(content['schema'])}{needed}.\n\n{_content(schema)}{_example(content)}"

    def _command(self, name: str) -> str:
        method, path, _, operation = self._operations[name]
        options = [] if method == "GET" else [f"-X {method}"]
        if any("token" in way for way in operation.get("security", [])):
            options.append('-H "Authorization: Bearer $TOKEN"')
        body = operation.get("requestBody")
        if body:
            given = json.dumps(next(iter(body["content"].values())).get("example"), ensure_ascii=False).replace(
                "'", "'\\''"
            )
            options += ["-H 'Content-Type: application/json'", f"-d '{given}'"]
        return " \\\n  ".join([f'curl "{SERVER}{path.replace("{", "$").replace("}", "")}"', *options])

    def _response(self, status: str, response: JSON) -> str:
        response = self._resolved(response)
        contents = response.get("content", {})
        if "application/problem+json" in contents:
            return f"### {status}\n\n" + "".join(f"- {one}\n" for one in response["description"].split("; ")) + "\n"
        parts = [f"### {status}\n\n{response['description']}\n\n"]
        for media_type, content in contents.items():
            parts.append(f"`{media_type}`: {_type(content['schema'])}\n\n")
            parts.append(_example(content))
        headers = (
            (f"`{name}`", self._resolved(header)["description"]) for name, header in response.get("headers", {}).items()
        )
        parts.append(table(["header", "description"], headers))
        targets = {link["operationId"]: name for name, link in response.get("links", {}).items()}
        if targets:
            parts.append(
                "Next: "
                + ", ".join(f"[{_title(self._operations[one][3])}](/docs/operations/{one})" for one in targets)
                + "\n\n"
            )
        return "".join(parts)

    def _resolved(self, part: JSON) -> JSON:
        found: JSON = self._document
        if "$ref" not in part:
            return part
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found

    # -- a schema

    def _schema(self, name: str) -> str:
        schema = self._schemas[name]
        parts = [f"# {name}\n\n", f"{schema['description']}\n\n" if "description" in schema else ""]
        parts.append(_content(schema))
        used = [f"[{user}](/docs/schemas/{user})" for user in self._schema_users.get(name, [])]
        used += [
            f"[{_title(self._operations[user][3])}](/docs/operations/{user})"
            for user in self._operation_users.get(name, [])
        ]
        return "".join(parts) + ("## Used by\n\n" + ", ".join(used) + "\n" if used else "")

    @cached_property
    def _schema_users(self) -> dict[str, list[str]]:
        return _users((name, _references(schema)) for name, schema in self._schemas.items())

    @cached_property
    def _operation_users(self) -> dict[str, list[str]]:
        return _users((name, _references(operation)) for name, (_, _, _, operation) in self._operations.items())


def _users(found: Iterable[tuple[str, set[str]]]) -> dict[str, list[str]]:
    users: dict[str, list[str]] = {}
    for name, used in found:
        for one in used:
            users.setdefault(one, []).append(name)
    return users


def _references(part: Any) -> set[str]:
    """The names of the schemas that a part of the contract refers to."""
    if isinstance(part, Mapping):
        target = part.get("$ref")
        found = {target.rpartition("/")[2]} if isinstance(target, str) and "/schemas/" in target else set()
        return found.union(*(_references(one) for one in part.values()))
    return set().union(*map(_references, part)) if isinstance(part, list) else set()


def _title(operation: JSON) -> str:
    summary: str = operation["summary"]
    return summary.rstrip(".")


def _parameter_name(parameter: JSON) -> str:
    return f"`{parameter['name']}`" + ("" if parameter["in"] == "query" else f" ({parameter['in']})")


def _sent(scheme: JSON) -> str:
    return "Sent as `Authorization: Bearer <token>`." if scheme["type"] == "http" else f"Sent as `{scheme['name']}`."


def _authorization(ways: list[JSON]) -> str:
    named = [" and ".join(f"`{name}`" for name in way) for way in ways if way]
    if not named:
        return "**Authorization**: none."
    return f"**Authorization**: {', or '.join(dict.fromkeys(named))}{', or none' if {} in ways else ''}."


def _example(content: JSON) -> str:
    example = content.get("example")
    if example is None:
        return ""
    return listing(example) if isinstance(example, str) else json_listing(example)


def _content(schema: JSON) -> str:
    """What a schema says, one level deep."""
    if "discriminator" in schema:
        by = schema["discriminator"]["propertyName"]
        rows = ([f"`{value}`", _link(target)] for value, target in schema["discriminator"]["mapping"].items())
        return f"One of these, identified by `{by}`:\n\n" + table([f"`{by}`", "schema"], rows)
    if "allOf" in schema:
        return "".join(
            f"All fields of {_link(part['$ref'])}.\n\n" if "$ref" in part else _fields(part) for part in schema["allOf"]
        )
    return _fields(schema) if "properties" in schema else f"{_type(schema)}\n\n"


def _fields(schema: JSON) -> str:
    required = schema.get("required", ())
    rows = (
        [f"`{name}`", _type(field), ("" if name in required else "Optional. ") + _about({"schema": field} | field)]
        for name, field in schema["properties"].items()
    )
    closed = "Other fields are refused.\n\n" if schema.get("additionalProperties") is False else ""
    return (table(FIELDS, rows) or "No fields.\n\n") + closed


def _about(described: JSON) -> str:
    """The description of a parameter or field, with its default."""
    schema = described.get("schema", {})
    text = described.get("description") or schema.get("description", "")
    default = f"Default: `{json.dumps(schema['default'])}`." if "default" in schema and "Default:" not in text else ""
    needed = "Required." if described.get("required") is True and described.get("in") != "path" else ""
    return " ".join(part for part in (text, default, needed) if part)


def _link(target: str) -> str:
    name = target.rpartition("/")[2]
    return f"[{name}](/docs/schemas/{name})"


def _type(schema: JSON) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return _link(schema["$ref"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    choices = schema.get("oneOf") or (schema.get("anyOf") if "type" not in schema else None)
    if choices:
        return " or ".join(_type(choice) for choice in choices)
    types = schema.get("type", "any value")
    kinds = [types] if isinstance(types, str) else types
    return " or ".join(_kind(kind, schema) for kind in kinds)


def _kind(kind: str, schema: JSON) -> str:
    if kind == "array":
        return f"array{_bounds(schema, 'minItems', 'maxItems')} of {_type(schema.get('items', {}))}"
    if kind in ("integer", "number"):
        return f"{kind}{_bounds(schema, 'minimum', 'maximum')}"
    if kind == "string":
        form = schema.get("format") or (f"`{schema['pattern']}`" if "pattern" in schema else "")
        return f"string{f' ({form})' if form else ''}{_bounds(schema, 'minLength', 'maxLength')}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return kind


def _bounds(schema: JSON, low: str, high: str) -> str:
    least, most = schema.get(low), schema.get(high)
    if least is None and most is None:
        return ""
    if most is None:
        return f", at least {least}"
    if least is None:
        return f", at most {most}"
    return f", {least}" if least == most else f", {least} to {most}"
