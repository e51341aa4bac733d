"""The documents: the guides, and the API reference with a page for every operation, every schema and every problem.

The reference is generated once from the source of the exact contracts, and needs no scripts. A schema that depends on
the game has a page for each. Why not Swagger UI: docs/adr/0019-own-reference-pages.md.

The guides are the documents of ``docs/`` as pages, in the order of docs/README.md, and the decisions in ``docs/adr``.

The repository and the service use the same text. When it is served, a link to a document leads to its page, a link to a
file without a page is plain text, and the name of an operation or of a problem leads to its page in the reference
(docs/adr/0023-guides-are-served.md).
"""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines import VARIANTS
from service.api.openapi.document import described, examples, operations
from service.api.openapi.schemas import JSON, references, rewritten
from service.api.pages import WEB, Page, json_listing, list_of_pages, listing, table, title_of
from service.api.problems import PROBLEMS
from service.config import Settings

# -- guides

DECISIONS: Final = "adr"
CONTRACT: Final = "openapi.yaml"

_LISTED = re.compile(r"\]\(([\w-]+)\.md\)")
_COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
_PARTS = re.compile(
    r"^ *```.*?^ *```$|^#[^\n]*|(?P<code>`[^`\n]+`)|\[(?P<text>(?:`[^`\n]*`|[^\]`])*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
"""Parts that stay unchanged: listings and headings, code, links and pictures."""


class Guides:
    """All guides and decisions as Markdown, by the end of their address after ``/docs/``. ``calls`` are names of
    operations by method and path.
    """

    def __init__(self, calls: Mapping[str, str]) -> None:
        self._calls = {_without_names(call): name for call, name in calls.items()}
        self.index = self._served("README").partition("\n")[2].strip() + "\n"
        """The purpose of the guides, without a heading."""
        guides = {name: self._served(name) for name in _LISTED.findall(_read("README"))}
        decisions = {
            key: self._served(key)
            for key in sorted(f"{DECISIONS}/{path.stem}" for path in (WEB / "docs" / DECISIONS).glob("0*.md"))
        }
        self.titles = {key: title_of(text) for key, text in guides.items()} | {DECISIONS: "Decisions"}
        """The list in the sidebar of a page."""
        self.texts = _with_neighbours(guides) | _with_neighbours(decisions)
        self.texts[DECISIONS] = self._served(f"{DECISIONS}/README")

    def sidebar(self, here: str = "") -> str:
        """The list of guides, for the sidebar of a page."""
        return list_of_pages("Guides", {f"/docs/{key}": title for key, title in self.titles.items()}, f"/docs/{here}")

    def _served(self, key: str) -> str:
        """The text of a document in the form in which it is served."""

        def mended(part: re.Match[str]) -> str:
            if part["code"]:
                page = self._page_of(part["code"].strip("`"))
                return f"[{part['code']}]({page})" if page else part["code"]
            if not part["target"]:
                return part[0]
            address = address_of(part["target"], posixpath.dirname(key))
            return f"[{part['text']}]({address})" if address else part["text"]

        return _PARTS.sub(mended, _COMMENT.sub("", _read(key)))

    def _page_of(self, code: str) -> str:
        """The page of the operation or problem that the code names; empty if it names none."""
        if code in PROBLEMS:
            return f"/problems/{code}"
        operation = self._calls.get(_without_names(code.partition("?")[0]))
        return f"/docs/operations/{operation}" if operation else ""


@cache
def _files() -> frozenset[str]:
    """All documents, so that no part of an address is ever used as the name of a file."""
    return frozenset(path.relative_to(WEB).as_posix() for path in (WEB / "docs").rglob("*")) | {"docs"}


def _read(key: str) -> str:
    return (WEB / "docs" / f"{key}.md").read_text(encoding="utf-8")


def _with_neighbours(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts with links at their ends to the previous and the next one."""
    keys, found = [*texts], {}
    for place, (key, text) in enumerate(texts.items()):
        around = [("Before", before) for before in keys[place - 1 : place]]
        around += [("Next", after) for after in keys[place + 1 : place + 2]]
        links = " · ".join(f"{word}: [{title_of(texts[other])}](/docs/{other})" for word, other in around)
        found[key] = f"{text}\n---\n\n{links}\n"
    return found


def _without_names(call: str) -> str:
    """``GET /v1/games/{game_id}`` as ``GET /v1/games/{}``: guides may name the parts of an address differently."""
    return re.sub(r"\{\w+\}", "{}", call)


def address_of(target: str, folder: str = "") -> str:
    """The target of a link of a document in this folder of ``docs``; empty if the service has no such page."""
    if re.match(r"\w+:|[#/]", target):
        return target
    file, mark, place = target.partition("#")
    path = posixpath.normpath(posixpath.join("docs", folder, file))
    if path == CONTRACT:
        return f"/{CONTRACT}"
    if path not in _files():
        return ""
    page = path.removesuffix(".md").removesuffix("/README")
    return f"/{page.removeprefix('docs/') if page.startswith('docs/rules') else page}{mark}{place}"


METHODS: Final = ("get", "post", "put", "patch", "delete")
SERVER: Final = "$FACEOFF"
INTRODUCTION: Final = Path(__file__).with_name("introduction.md").read_text(encoding="utf-8")


def document_pages(settings: Settings) -> dict[str, Page]:
    """The overview under an empty key, the guides and decisions, ``operations/<name>`` and ``schemas/<name>``."""
    reference = Reference(*described(settings))
    guides = Guides(reference.calls())
    overview, all_lists = reference.overview(guides.index), guides.sidebar() + reference.sidebar()
    found = {"": Page("/docs", overview, sidebar=_sidebar("Operations", all_lists))}
    sidebar_of_schemas = _sidebar("Operations", reference.sidebar())
    for key, text in reference.texts().items():
        is_schema = key.startswith("schemas/")
        sidebar = sidebar_of_schemas if is_schema else _sidebar("Operations", reference.sidebar(key))
        found[key] = Page(f"/docs/{key}", text, sidebar=sidebar)
    for key, text in guides.texts.items():
        found[key] = Page(f"/docs/{key}", text, sidebar=_sidebar("Guides", guides.sidebar(key)))
    return found


def _sidebar(label: str, lists: str) -> str:
    return f'    <nav class="sidebar" aria-label="{label}">{lists}</nav>\n'


def problem_pages() -> dict[str, Page]:
    """The list of all codes under an empty key, and a page for each: the cause of the problem, the remedy, an example,
    and the operations that can answer with it.
    """
    rows = ([f"[`{code}`](/problems/{code})", str(kind.status), kind.title] for code, kind in PROBLEMS.items())
    intro = (
        "Every error is `application/problem+json` (RFC 9457). Programs should use `code`, which is stable. `type` "
        "is the address of the code's page, and `detail` says what was wrong with this request, and what would be "
        "right."
    )
    found = {"": Page("/problems", f"# Problems\n\n{intro}\n\n{table(['code', 'status', 'title'], rows)}")}
    for code, kind in PROBLEMS.items():
        example = examples()["problems"][code]
        sent = listing(example["request"], "http")
        names = [operation.name for operation in operations() if code in operation.problems]
        answering = [f"- [`{name}`](/docs/operations/{name})\n" for name in names]
        text = (
            f"# {kind.title}\n\n`{code}`, status {kind.status}\n\n"
            f"## Cause\n\n{kind.cause}\n\n## What to do\n\n{kind.remedy}\n\n## Example\n\n"
            + (f"This request\n\n{sent}is answered with\n\n" if example["request"] else "")
            + json_listing(example["body"])
            + "## Operations\n\n"
            + ("".join(answering) or "Any request can be answered with it.\n")
        )
        found[code] = Page(f"/problems/{code}", text)
    return found


class _Operation(NamedTuple):
    method: str
    path: str
    parameters: list[JSON]
    """The parameters of the path and of the operation."""
    described: JSON
    """The operation object of the contract."""

    @property
    def name(self) -> str:
        return str(self.described["operationId"])

    @property
    def title(self) -> str:
        return str(self.described["summary"]).rstrip(".")

    @property
    def call(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def key(self) -> str:
        """The end of the address of its page, after ``/docs/``."""
        return f"operations/{self.name}"

    @property
    def link(self) -> str:
        return f"[{self.title}](/docs/{self.key})"


class Reference:
    """The texts of the reference, generated from a document without games and the schemas of each of them."""

    def __init__(self, document: JSON, by_variant: Mapping[str, dict[str, JSON]]) -> None:
        self._document = document
        common: dict[str, JSON] = document["components"]["schemas"]
        self._schemas = common | _own_schemas(common, by_variant)
        found = [
            _Operation(method.upper(), path, [*item.get("parameters", []), *described.get("parameters", [])], described)
            for path, item in document["paths"].items()
            for method, described in item.items()
            if method in METHODS
        ]
        self._operations = {one.name: one for one in found}
        notified = [item["post"] for item in document["webhooks"].values()]
        self._notifications = [_Operation("POST", "", described["parameters"], described) for described in notified]
        self._users = self._users_of_schemas()

    def texts(self) -> dict[str, str]:
        """Every page except the overview as Markdown."""
        return (
            {one.key: self._operation(one) for one in self._operations.values()}
            | {one.key: self._notification(one) for one in self._notifications}
            | {f"schemas/{name}": self._schema(name) for name in self._schemas}
        )

    def calls(self) -> dict[str, str]:
        """The names of the operations by method and path."""
        return {one.call: one.name for one in self._operations.values()}

    def sidebar(self, here: str = "") -> str:
        """The lists of operations, for the sidebar of a page."""
        return "".join(
            list_of_pages(tag, {f"/docs/{one.key}": one.title for one in tagged}, f"/docs/{here}")
            for tag, _, tagged in self._by_tag()
        )

    def _by_tag(self) -> Iterable[tuple[str, str, list[_Operation]]]:
        for tag in self._document["tags"]:
            tagged = [one for one in self._operations.values() if tag["name"] in one.described["tags"]]
            yield tag["name"], tag["description"], tagged

    def overview(self, guides: str) -> str:
        """The first page, which lists the guides and all of the reference."""
        info = self._document["info"]
        schemes = self._document["components"]["securitySchemes"]
        parts = [
            f"# {info['title']}\n\n## Guides\n\n{guides}\n## API reference\n\n{INTRODUCTION}\n",
            "The commands on these pages are for a shell in which `FACEOFF` is the address of this service, such "
            "as `FACEOFF=http://localhost:8000`, and `TOKEN` your token. `.md` behind the address of a page gives "
            "it as Markdown.\n\n### Authorization\n\n",
            *(f"- `{name}`: {scheme['description']} {_sent(scheme)}\n" for name, scheme in schemes.items()),
        ]
        for tag, description, tagged in self._by_tag():
            rows = ([one.link, f"`{one.call}`"] for one in tagged)
            parts.append(f"\n### {tag.capitalize()}\n\n{description}\n\n{table(['operation', 'request'], rows)}")
        parts += ["### Notifications\n\n", *(f"- {one.link}\n" for one in self._notifications)]
        parts.append(f"\n### Schemas\n\n{', '.join(_link(name) for name in self._schemas if '/' not in name)}\n")
        for key, variant in VARIANTS.items():
            own = (_link(name) for name in self._schemas if name.startswith(f"{key}/"))
            parts.append(f"\n### Types of {variant.name}\n\n{', '.join(own)}\n")
        return "".join(parts)

    def _operation(self, one: _Operation) -> str:
        parameters = self._parameters("Parameters", one.parameters) if one.parameters else ""
        responses = "".join(self._response(status, each) for status, each in one.described["responses"].items())
        return (
            f"# {one.title}\n\n`{one.call}`\n\n{one.described['description']}\n\n"
            f"{_authorization(one.described.get('security', []))}\n\n"
            f"{parameters}{self._body(one)}"
            f"## Command\n\n{listing(_command(one), 'sh')}## Responses\n\n{responses}"
        )

    def _notification(self, one: _Operation) -> str:
        headers = self._parameters("Headers", one.parameters)
        return f"# {one.title}\n\n`POST` to your URL\n\n{one.described['description']}\n\n{headers}{self._body(one)}"

    def _parameters(self, heading: str, parameters: list[JSON]) -> str:
        found = [self._resolved(one) for one in parameters]
        rows = ([_parameter_name(one), _type(one["schema"]), _about(one)] for one in found)
        return f"## {heading}\n\n" + table(["name", "type", "description"], rows)

    def _body(self, one: _Operation) -> str:
        if "requestBody" not in one.described:
            return ""
        content = one.described["requestBody"]["content"]["application/json"]
        needed = "" if one.described["requestBody"].get("required") else ", which may be left out"
        schema = self._resolved(content["schema"])
        return f"## Body\n\nA {_type(content['schema'])}{needed}.\n\n{_content(schema)}{_example(content)}"

    def _response(self, status: str, response: JSON) -> str:
        response = self._resolved(response)
        contents = response.get("content", {})
        if "application/problem+json" in contents:
            return f"### {status}\n\n" + "".join(f"- {one}\n" for one in response["description"].split("; ")) + "\n"
        parts = [f"### {status}\n\n{response['description']}\n\n"]
        for media_type, content in contents.items():
            parts.append(f"`{media_type}`: {_type(content['schema'])}\n\n{_example(content)}")
        headers = response.get("headers", {}).items()
        rows = ([f"`{name}`", self._resolved(header)["description"]] for name, header in headers)
        parts.append(table(["header", "description"], rows))
        return "".join(parts)

    def _resolved(self, part: JSON) -> JSON:
        found: JSON = self._document
        if "$ref" not in part:
            return part
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found

    def _schema(self, name: str) -> str:
        schema = self._schemas[name]
        about = f"{schema['description']}\n\n" if "description" in schema else ""
        users = self._users.get(name)
        key, _, title = name.rpartition("/")
        exact = [
            f"[{variant.name}](/docs/schemas/{other}/{name})"
            for other, variant in VARIANTS.items()
            if f"{other}/{name}" in self._schemas
        ]
        return (
            f"# {title}{f' ({VARIANTS[key].name})' if key else ''}\n\n{about}"
            + (f"The exact type depends on the game: {', '.join(exact)}.\n\n" if exact else "")
            + _content(schema)
            + (f"## Used by\n\n{', '.join(users)}\n" if users else "")
        )

    def _users_of_schemas(self) -> dict[str, list[str]]:
        """Links to the schemas and operations that refer to a schema, by its name."""
        users: dict[str, list[str]] = {}
        described = [(_link(name), schema) for name, schema in self._schemas.items()]
        for link, part in described + [(one.link, one.described) for one in self._operations.values()]:
            for name in _schemas_in(part):
                users.setdefault(name, []).append(link)
        return users


def _own_schemas(common: Mapping[str, JSON], by_variant: Mapping[str, dict[str, JSON]]) -> dict[str, JSON]:
    """The schemas that games have in addition to the common ones: ``key/Name`` for each game, or ``Name`` if it is the
    same in all.
    """
    own = {
        key: {name: schema for name, schema in schemas.items() if common.get(name) is not schema}
        for key, schemas in by_variant.items()
    }
    first, *others = own.values()
    same = {name for name in first.keys() - common.keys() if all(other.get(name) == first[name] for other in others)}
    while different := {name for name in same if (_schemas_in(first[name]) & first.keys()) - same}:
        same -= different
    found = {name: first[name] for name in same}
    for key, schemas in own.items():
        names = schemas.keys() - same
        found |= {f"{key}/{name}": _renamed(schemas[name], {each: f"{key}/{each}" for each in names}) for name in names}
    return dict(sorted(found.items()))


def _renamed(part: JSON, names: Mapping[str, str]) -> JSON:
    """The part of a schema with other names in its references."""

    def renamed(target: Any) -> Any:
        place, found, name = target.partition("#/components/schemas/") if isinstance(target, str) else ("", "", "")
        return f"{found}{names.get(name, name)}" if found and not place else target

    changed: JSON = rewritten(part, lambda each: {key: renamed(value) for key, value in each.items()})
    return changed


def _schemas_in(part: JSON) -> set[str]:
    """The names of the schemas that a part of the contract refers to."""
    return {name for kind, name in references(part) if kind == "schemas"}


def _command(one: _Operation) -> str:
    options = [] if one.method == "GET" else [f"-X {one.method}"]
    if any("token" in way for way in one.described.get("security", [])):
        options.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in one.described:
        example = one.described["requestBody"]["content"]["application/json"]["example"]
        given = json.dumps(example, ensure_ascii=False).replace("'", "'\\''")
        options += ["-H 'Content-Type: application/json'", f"-d '{given}'"]
    return " \\\n  ".join([f'curl "{SERVER}{one.path.replace("{", "$").replace("}", "")}"', *options])


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
    """The text of a schema, one level deep."""
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
    return (table(["field", "type", "description"], rows) or "No fields.\n\n") + closed


def _about(described: JSON) -> str:
    """The description of a parameter or field, with its default."""
    schema = described.get("schema", {})
    text = described.get("description") or schema.get("description", "")
    default = f"Default: `{json.dumps(schema['default'])}`." if "default" in schema and "Default:" not in text else ""
    needed = "Required." if described.get("required") is True and described.get("in") != "path" else ""
    return " ".join(part for part in (text, default, needed) if part)


def _name(target: str) -> str:
    """The name that a reference to a schema ends with."""
    return target.rpartition("/schemas/")[2]


def _link(target: str) -> str:
    name = _name(target)
    return f"[{name.rpartition('/')[2]}](/docs/schemas/{name})"


def _type(schema: JSON) -> str:
    """A short text for a schema."""
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
    if least is None:
        return "" if most is None else f", at most {most}"
    if most is None:
        return f", at least {least}"
    return f", {least}" if least == most else f", {least} to {most}"
