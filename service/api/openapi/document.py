"""The contract: openapi.yaml, made from the declarations of the operations, the Structs of the responses, the request
schemas and the games' fields.

``python -m service.api.openapi.document openapi.yaml`` writes it; into a folder, it writes the contract of each game
with its exact types.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from engines import VARIANTS
from engines.language import CODES
from service.api import answers
from service.api.openapi.plain import Plain
from service.api.openapi.requests import RECORD_TO_CHECK, REQUESTS_BY_VARIANT, complete, requests_of
from service.api.openapi.schemas import (
    JSON,
    TYPED,
    camel,
    is_same,
    name_of,
    ref,
    ref_to,
    references,
    rewritten,
    struct_schemas,
    typed_by,
    with_named_parts,
)
from service.api.operation import EVENT_STREAM, JSON_TYPE, Content, Operation, Reply
from service.api.problems import PROBLEMS
from service.api.routes import ROUTES
from service.config import VERSION, Settings
from service.games import bot_events
from service.games.record import Scoresheet
from service.live.news import GameUpdate
from service.model.answer import Answer
from service.model.game import FORM
from service.webhooks.deliveries import GameChanged
from service.webhooks.outbound import CALL_WITHIN_S

# -- headers

_TEXTS: dict[str, str] = {
    "X-Request-Id": "Id of the request in the logs: the one you sent, if any.",
    "ETag": "Identifies the content of the response: the game's version with a word that no other has, who sees it, "
    "and in which language. Send it as `If-None-Match`.",
    "Location": "Address of the created resource.",
    "Content-Language": "Language of the texts for people: of moves, events, cards, suggestions and problems.",
    "Preference-Applied": "The preference that was applied.",
    "Idempotent-Replayed": "`true` if the same request had already been processed.",
    "Retry-After": "Seconds to wait before a retry.",
    "WWW-Authenticate": "How to authenticate.",
    "RateLimit-Limit": "Quota of the caller, if there is one.",
    "RateLimit-Remaining": "Remaining quota.",
    "RateLimit-Reset": "Seconds until the quota is reset.",
}
HEADERS: dict[str, JSON] = {name: {"description": text, "schema": {"type": "string"}} for name, text in _TEXTS.items()}
HEADERS["Content-Language"]["schema"]["enum"] = list(CODES)
RATE_LIMITS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
HEADERS_OF_STATUS: dict[str, tuple[str, ...]] = {
    "202": ("Retry-After",),
    "401": ("WWW-Authenticate",),
    "429": ("Retry-After", *RATE_LIMITS),
    "503": ("Retry-After",),
}
_REQUEST_TEXTS: dict[str, str] = {
    "Idempotency-Key": "Makes the request safe to repeat while the service has what it made, and play now for 24 "
    "hours: a retry with the same key and body has the same answer, with the same secrets, and "
    "`Idempotent-Replayed: true`, also from another address. A string of 16 to 128 printable ASCII "
    "characters in quotation marks; they may be left out. It must be impossible to guess, such as a random "
    "UUID: anyone who knows the key and the request can get its secrets. Use a new key for every new request.",
    "Prefer": (
        "`wait=10` delays the response for at most 10 seconds: until it is your turn, the result is available, "
        "there is an event, or, with `If-None-Match`, the game has changed. Above the server's maximum, usually "
        "30, the maximum applies: `Preference-Applied` says for how long the response could be delayed. A time "
        "that is not a whole number of seconds is ignored. While too many requests are held, moves and results "
        "are answered at once, and long polls with 503 `wait/full`."
    ),
    "Accept-Language": "Language of the texts for people: of moves, events, cards, suggestions and problems. `fr-CA` "
    "means French. The response is in English if the service has none of the languages, as is a problem whose texts "
    "have no translation. `Content-Language` says what it is in. Codes, fields and records are the same in every "
    "language.",
    "If-None-Match": "The `ETag` of the response that you have.",
    "Last-Event-ID": "The id of the last message that you have: a revision of the game, or the number of a bot's "
    "event. Has precedence over `after`.",
}
_FORMS: dict[str, JSON] = {
    "Idempotency-Key": {"minLength": 16, "maxLength": 258},
    "Last-Event-ID": {"pattern": f"^({FORM})?$"},
}
REQUEST_HEADERS: dict[str, JSON] = {
    name: {"name": name, "description": text, "required": False, "schema": {"type": "string"} | _FORMS.get(name, {})}
    for name, text in _REQUEST_TEXTS.items()
}


def of_answer(operation: Operation, status: str) -> JSON:
    """The headers of a response, in addition to those that every server sends."""
    language = ("Content-Language",) if operation.has_texts and status != "204" else ()
    limits = RATE_LIMITS if operation.is_limited else ()
    return _refs("X-Request-Id", *language, *HEADERS_OF_STATUS.get(status, ()), *operation.response_headers, *limits)


def _refs(*names: str) -> JSON:
    return {name: ref_to("headers", name) for name in names}


EXAMPLES: Final = Path(__file__).with_name("examples.json")
"""Recorded from the service by ``python -m tests.service.api.examples``."""
TITLE = "Faceoff"
PROBLEM_TYPE: Final = "application/problem+json"
DESCRIPTION = (
    "Play hockey card games against people and computer opponents. The guides, the reference and the exact types of "
    "each game are at `/docs`."
)
INFO = {
    "description": DESCRIPTION,
    "contact": {"name": "The people who run this server"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
SERVERS = [{"url": "/", "description": "This server."}]
SECURITY_SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, or of the game's owner, from the response that created or joined the "
        "game; or of a bot.",
    },
    "key": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Api-Key",
        "description": "An API key, if the service requires one. It also identifies the caller for rate limits.",
    },
}


# -- the documents


@cache
def examples() -> dict[str, Any]:
    """``operations``: the ``parameters`` of address and query, as texts; the body ``asked``, if there is one; and the
    ``answers``, by status, followed by the media type if it is not JSON. ``problems``: the request, empty where any
    will do, and the body, by code. ``game_changed``: what a webhook gets.
    """
    recorded: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return recorded


def example_of(operation: str) -> dict[str, Any]:
    """The recorded examples of an operation. Raises LookupError for a new one."""
    if operation not in examples()["operations"]:
        raise LookupError(
            f"{operation} has no example: call it in tests/service/api/examples.py, then run `make contract`"
        )
    found: dict[str, Any] = examples()["operations"][operation]
    return found


@lru_cache(maxsize=1)
def described(settings: Settings) -> tuple[JSON, dict[str, dict[str, JSON]]]:
    """A document with the schemas that are the same for all variants, and all schemas of each of them."""
    plugin = MarshmallowPlugin(lambda schema: name_of(schema if isinstance(schema, type) else type(schema)))
    spec = APISpec(TITLE, VERSION, "3.1.0", [plugin], info=INFO, servers=SERVERS)
    for routes in ROUTES:
        spec.tag({"name": routes.tag, "description": routes.description})
    found = operations()
    used = Counter(codes for operation in found for codes in _by_status(operation.problems).values())
    shared = {codes for codes, times in used.items() if times > 1}
    for path, same_path in groupby(found, key=lambda operation: operation.path):
        described = {operation.method.lower(): _operation(operation, shared) for operation in same_path}
        spec.path(_PATH_PARAMETER.sub(r"{\2}", path), operations=described, parameters=_path_parameters(path))
    structs = with_named_parts(struct_schemas(sorted(_answers_of(found), key=lambda kind: kind.__name__)))
    for name, schema in structs.items():
        spec.components.schema(name, schema)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in REQUEST_HEADERS.items():
        spec.components.parameter(name, "header", parameter)
    for name, scheme in SECURITY_SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    document = spec.to_dict()
    for item in document["paths"].values():
        _show_parameters(item)
    document["components"]["responses"] = dict(sorted((_name(codes), _problem_response(codes)) for codes in shared))
    checked = document["paths"]["/v1/records"]["post"]["requestBody"]["content"][JSON_TYPE]
    checked["schema"] = ref(RECORD_TO_CHECK)
    complete(document["components"]["schemas"], settings)
    named = with_named_parts(document["components"]["schemas"] | {"paths": document["paths"]})
    document["paths"] = named.pop("paths")
    schemas = dict(sorted(named.items()))
    document["webhooks"] = {"game.changed": {"post": _game_changed()}}
    by_variant: dict[str, dict[str, JSON]] = {}
    for key, variant in VARIANTS.items():
        typed = typed_by(variant, schemas) | requests_of(variant, schemas)
        others = (typed.keys() & schemas) - TYPED - set(REQUESTS_BY_VARIANT)
        if clash := {name for name in others if not is_same(typed[name], schemas[name])}:
            raise ValueError(f"{key}: there are two types called {', '.join(clash)}")
        by_variant[key] = dict(sorted((schemas | typed).items()))
    first = {name: document[name] for name in ("openapi", "info", "servers", "tags")}
    document["components"]["schemas"] = schemas
    return first | document, by_variant


@lru_cache(maxsize=8)
def exact_contract(settings: Settings, variant: str) -> JSON:
    """The contract with the types of one game. Cached; not to be changed."""
    document, by_variant = described(settings)
    components = document["components"] | {"schemas": by_variant[variant]}
    found: JSON = rewritten(document | {"components": components}, _without_examples)
    return with_what_it_needs(found)


def _without_examples(part: JSON) -> JSON:
    """An object of the document without the examples of bodies and addresses, which are of one game each."""
    hidden = ("example", "examples") if "schema" in part and part.get("in") != "header" else ()
    return {key: each for key, each in part.items() if key not in hidden}


@lru_cache(maxsize=1)
def contract(settings: Settings) -> JSON:
    """The plain contract of a service with these settings. Cached; not to be changed."""
    document, by_variant = described(settings)
    plain = Plain(by_variant, document["components"]["schemas"])
    paths = {
        path: {method: part if method == "parameters" else _plain_operation(part) for method, part in item.items()}
        for path, item in document["paths"].items()
    }
    found: JSON = {
        "openapi": "3.0.3",
        **{name: document[name] for name in ("info", "servers", "tags")},
        "paths": plain.part(paths),
        "components": plain.part(_plain_components(document["components"])),
        "x-webhooks": plain.part(document["webhooks"]),
    }
    found["info"] = found["info"] | {"license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"}}
    found["components"]["schemas"] = plain.components()
    return with_what_it_needs(found)


OFTEN: Final = frozenset({*RATE_LIMITS, "X-Request-Id", "Content-Language"})
"""Headers that nearly every answer has."""


def _plain_operation(operation: JSON) -> JSON:
    """An operation with one response for all problems, and without the headers that nearly all responses have."""
    responses: JSON = {}
    for status, response in operation["responses"].items():
        if status >= "400":
            continue
        found = dict(response)
        if headers_left := {name: each for name, each in found.pop("headers").items() if name not in OFTEN}:
            found["headers"] = headers_left
        if stream := response.get("content", {}).get(EVENT_STREAM):
            message = stream["example"]
            found["content"] = {EVENT_STREAM: stream | {"example": "id: {id}\ndata: {data}\n\n".format(**message)}}
        responses[status] = found
    if any(JSON_TYPE in response.get("content", ()) for response in responses.values()):
        responses.pop("204", None)  # only sent to clients that ask for it: all others would have to test for no body
    return operation | {"responses": responses | {"default": ref_to("responses", "Problem")}}


def _plain_components(components: JSON) -> JSON:
    problem = {
        "description": "A problem. Its `code` says which; /problems/{code} is a page about it.",
        "content": {PROBLEM_TYPE: {"schema": ref("Problem")}},
    }
    kept = {name: each for name, each in components["headers"].items() if name not in OFTEN}
    first = {"responses": {"Problem": problem}, "headers": kept}
    return first | {name: components[name] for name in ("parameters", "securitySchemes")}


def _for_audience(document: JSON, audience: str) -> JSON:
    """The document with only the operations of an audience."""
    names = {operation.name for operation in operations() if audience in operation.audiences}
    paths: JSON = {}
    for path, item in document["paths"].items():
        kept = {key: each for key, each in item.items() if key != "parameters" and each["operationId"] in names}
        if kept:
            paths[path] = {key: each for key, each in item.items() if key in (*kept, "parameters")}
    tags = {tag for item in paths.values() for key, each in item.items() if key != "parameters" for tag in each["tags"]}
    webhooks = () if "create_webhook" in names else ("webhooks", "x-webhooks")
    rest = {key: each for key, each in document.items() if key not in webhooks}
    return with_what_it_needs(rest | {"paths": paths, "tags": [tag for tag in document["tags"] if tag["name"] in tags]})


def with_what_it_needs(document: JSON) -> JSON:
    """The document with only the components that it refers to."""
    components = document["components"]
    needed: set[tuple[str, ...]] = set()
    more = set(references({key: each for key, each in document.items() if key != "components"}))
    while more:
        needed |= more
        more = {one for kind, name in more for one in references(components[kind][name])} - needed
    found = {
        kind: {name: each for name, each in named.items() if (kind, name) in needed or kind == "securitySchemes"}
        for kind, named in components.items()
    }
    return document | {"components": {kind: named for kind, named in found.items() if named}}


# -- operations

_PATH_PARAMETER = re.compile(r"<(\w+:)?(\w+)>")


def operations() -> list[Operation]:
    """All operations in the order of their declaration, those of the same address together."""
    found = [operation for routes in ROUTES for operation in routes.operations]
    addresses = list(dict.fromkeys(operation.path for operation in found))
    return sorted(found, key=lambda operation: addresses.index(operation.path))


def _path_parameters(path: str) -> list[JSON]:
    whole: JSON = {"type": "integer", "minimum": 0}
    text: JSON = {"type": "string", "minLength": 1}
    return [
        {"in": "path", "name": name, "required": True, "schema": whole if kind == "int:" else text}
        for kind, name in _PATH_PARAMETER.findall(path)
    ]


def _show_parameters(item: JSON) -> None:
    """Add the examples of the parameters in address and query; those of the address are the first operation's."""
    for operation in [part for key, part in item.items() if key != "parameters"]:
        sent = example_of(operation["operationId"])["parameters"]
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
            if parameter.get("name") in sent:
                value, is_text = sent[parameter["name"]], parameter["schema"]["type"] not in ("integer", "boolean")
                parameter.setdefault("example", value if is_text else json.loads(value))


def _answers_of(found: Iterable[Operation]) -> set[type[Answer]]:
    """All answers of the service."""
    kinds: set[Any] = {answers.Problem, GameChanged, GameUpdate, Scoresheet, *bot_events.KINDS}
    for operation in found:
        kinds |= {*operation.kinds, *(reply.item for reply in operation.answers.values())}
    return {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Answer)}


def _operation(operation: Operation, shared: Container[tuple[str, ...]]) -> JSON:
    """An operation, with references to the ``shared`` responses for problems."""
    example = example_of(operation.name)
    summary, _, description = operation.text.partition("\n\n")
    described: JSON = {
        "tags": [operation.routes.tag],
        "summary": summary,
        "description": description,
        "operationId": operation.name,
        "security": _security(set(operation.problems)),
    }
    has_query = operation.query is not None
    parameters: list[JSON | str] = [{"in": "query", "schema": operation.query}] if has_query else []
    parameters += operation.request_headers  # names of components
    if parameters:
        described["parameters"] = parameters
    if operation.body:
        content = {"schema": operation.body, "example": example["asked"]}
        described["requestBody"] = {"required": operation.body_required, "content": {JSON_TYPE: content}}
    responses = _replies(operation, example)
    for status, codes in _by_status(operation.problems).items():
        responses[status] = ref_to("responses", _name(codes)) if codes in shared else _problem_response(codes)
    return described | {"responses": dict(sorted(responses.items()))}


def _replies(operation: Operation, example: JSON) -> dict[str, JSON]:
    found: dict[str, JSON] = {}
    for number, reply in operation.answers.items():
        status = str(number)
        found[status] = {"description": reply.description}
        if reply.contents:
            found[status]["content"] = {
                form: {
                    "schema": _schema_of(kind, reply),
                    "example": example["answers"][status if form == JSON_TYPE else f"{status} {form}"],
                }
                for form, kind in reply.contents.items()
            }
        found[status]["headers"] = of_answer(operation, status)
    return found


def _schema_of(kind: Content, reply: Reply) -> JSON:
    if kind is str:
        return {"type": "string"} | ({"contentSchema": ref(name_of(reply.item))} if reply.item else {})
    return ref(name_of(kind))


def _by_status(codes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Codes of problems by their status."""
    found: dict[str, tuple[str, ...]] = {}
    for code in codes:
        status = str(PROBLEMS[code].status)
        found[status] = (*found.get(status, ()), code)
    return found


def _problem_response(codes: Sequence[str]) -> JSON:
    """The response for problems of one status."""
    more = HEADERS_OF_STATUS.get(str(PROBLEMS[codes[0]].status), ())
    return {
        "description": "; ".join(f"[`{code}`](/problems/{code}): {PROBLEMS[code].title}" for code in codes),
        "content": {PROBLEM_TYPE: {"schema": ref("Problem")}},
        "headers": _refs("X-Request-Id", "Content-Language", *more),
    }


def _name(codes: Iterable[str]) -> str:
    """``auth/missing`` and ``key/unknown`` together are ``AuthMissingOrKeyUnknown``."""
    return "Or".join(camel(code.replace("/", "_")) for code in codes)


def _security(codes: set[str]) -> list[JSON]:
    """Who may call an operation that can answer with these problems."""
    ways: list[JSON] = (
        [{"token": []}] if "auth/missing" in codes else [{}, {"token": []}] if "auth/unknown_token" in codes else [{}]
    )
    if "key/missing" in codes:
        ways += [way | {"key": []} for way in ways]
    if {"auth/missing", "key/unknown"} <= codes:  # one of them is enough
        ways.append({"key": []})
    return ways if ways != [{}] else []


# -- webhooks


def _game_changed() -> JSON:
    """The only request that the service sends to a client."""
    names = {
        "webhook-id": "Id of the notification, the same for every attempt.",
        "webhook-timestamp": "Time of the attempt in seconds since 1970.",
        "webhook-signature": "`v1,` and the signature in base64.",
    }
    return {
        "operationId": "game_changed",
        "summary": "A game has changed.",
        "description": (
            "Sent to webhooks and signed as described on https://www.standardwebhooks.com. Respond with any 2xx "
            f"status within {CALL_WITHIN_S:.0f} seconds. Other responses are retried for about two days; 410 "
            "disables the webhook. Redirects are not followed."
        ),
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": about}
            for name, about in names.items()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("GameChanged"), "example": examples()["game_changed"]}},
        },
        "responses": {"200": {"description": "Received."}},
    }


# -- as YAML


_Written: Final = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
"""Uses libyaml if PyYAML has it: the same text in a third of the time."""


_NUMBER: Final = re.compile(r"[-+]?[0-9.]+e[-+]?[0-9]+|0o[0-7]+", re.IGNORECASE)
"""What YAML 1.2 reads as a number, but PyYAML, which implements YAML 1.1, writes unquoted."""


class _Dumper(_Written):  # type: ignore[misc, valid-type]
    """YAML as people write it: long texts as blocks, no anchors, and examples like JSON, in a tenth of the lines."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text_node(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else "'" if _NUMBER.fullmatch(value) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _object_node(dumper: yaml.SafeDumper, value: JSON) -> yaml.MappingNode:
    node = dumper.represent_dict(value)
    for key, part in node.value:
        if key.value == "example" and isinstance(part, yaml.CollectionNode):
            part.flow_style = True
    return node


_Dumper.add_representer(str, _text_node)
_Dumper.add_representer(dict, _object_node)


def contract_text(settings: Settings, form: str = "yaml", variant: str = "", audience: str = "") -> str:
    """The plain contract, or the one with the exact types of a variant, as ``yaml`` or ``json``."""
    document = exact_contract(settings, variant) if variant else contract(settings)
    if audience:
        document = _for_audience(document, audience)
    if form == "json":
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def write(target: Path) -> None:
    """Write the contract into a file, or that of each game with its exact types into a folder."""
    if target.is_dir():
        for key in VARIANTS:
            (target / f"{key}.yaml").write_text(contract_text(Settings(), variant=key))
    else:
        target.write_text(contract_text(Settings()))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
