"""The contract: openapi.yaml, made from the notes on the routes, the Structs of the answers, the request schemas and
the games' fields.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from service.api import answers
from service.api.openapi import headers
from service.api.openapi.examples import examples
from service.api.openapi.links import LINKS
from service.api.openapi.requests import complete
from service.api.openapi.schemas import JSON, camel, ref, ref_to, struct_schemas, with_named_parts
from service.api.openapi.variants import ONLY_BY_VARIANT, by_variant
from service.api.operation import JSON_TYPE, Kind, Operation, Reply
from service.api.problems import PROBLEMS
from service.api.requests import NoQuery
from service.api.routes.all import ROUTES
from service.config import Settings
from service.games import bot_events
from service.games.scoresheet import Scoresheet
from service.live.streams import GameUpdate
from service.model.answer import Answer
from service.version import VERSION
from service.webhooks.safe_http import CALL_WITHIN_S
from service.webhooks.subscriptions import GameChanged

TITLE = "Faceoff"
DESCRIPTION = """\
Play hockey card games against people and computer opponents.

Create a game with `POST /v1/games`, keep the token of your seat, and play the moves that the view lists in
`legal_moves`: a client that echoes `legal_moves[i].move` plays. Where `legal_moves` is empty, look at `choice`: if it
is set, send a move of its `type` whose `field` is a list of different `candidates`, one for each of the `slots`, as its
`example` shows. If it is null, it is not your turn: wait with `GET /v1/games/{game_id}/events?after={version}&wait=20`.

Each view carries a `version`, an `etag` to wait for the next one with `If-None-Match`, and a `ply`, the number of the
decision that a move answers. Pages and streams of events name a `revision`, the version with a word of its own, to go
on from. Errors are `application/problem+json` with a stable `code`.

Web pages: by default, pages of the server's own machine (`localhost`, `127.0.0.1`, `[::1]`, any port) may call the API
from a browser, except where the service runs in a container. The operator allows other origins with the setting
`FACEOFF_CORS_ORIGINS`; a preflight of an origin that is not allowed gets 403 `cors/not_allowed`. An `EventSource`
cannot send a token: create a ticket with `POST /v1/games/{game_id}/tickets` and open `/stream?ticket=`, which it may
reconnect to by itself.
"""
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


# -- the document


@lru_cache(maxsize=1)
def contract(settings: Settings) -> JSON:
    """The contract of a service with these settings. Kept; not to be changed."""
    spec = APISpec(TITLE, VERSION, "3.1.0", [MarshmallowPlugin()], info=INFO, servers=SERVERS)
    for routes in ROUTES:
        spec.tag({"name": routes.tag, "description": routes.description})
    found = operations()
    used = Counter(codes for operation in found for codes in _by_status(operation.problems).values())
    shared = {codes for codes, times in used.items() if times > 1}
    for path, same_path in groupby(found, key=lambda operation: operation.path):
        described = {operation.method.lower(): _operation(operation, shared) for operation in same_path}
        spec.path(_PATH_PARAMETER.sub(r"{\2}", path), operations=described, parameters=_path_parameters(path))
    plain = with_named_parts(struct_schemas(sorted(_answers_of(found), key=lambda kind: kind.__name__)))
    for name, schema in (plain | by_variant(plain)).items():
        if name in ONLY_BY_VARIANT:
            continue
        spec.components.schema(name, schema)
    codes = sorted({code for operation in found for code in operation.problems}, key=list(PROBLEMS).index)
    provoked = examples()["problems"]
    for code in codes:
        spec.components.example(_dotted(code), {"summary": PROBLEMS[code].title, "value": provoked[code]["body"]})
    for name, header in headers.HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in headers.REQUEST_HEADERS.items():
        spec.components.parameter(name, "header", parameter)
    for name, scheme in SECURITY_SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    document = spec.to_dict()
    document["components"]["responses"] = dict(sorted((_name(codes), _problem_response(codes)) for codes in shared))
    complete(document["components"]["schemas"], settings)
    document["components"]["schemas"] = _with_named_parts(document)
    document["webhooks"] = {"game.changed": {"post": _game_changed()}}
    first = {name: document[name] for name in ("openapi", "info", "servers", "tags")}
    return first | document


def _with_named_parts(document: JSON) -> dict[str, JSON]:
    """The schemas of the document with references in place of their named parts, in the parameters too."""
    paths = document["paths"].values()
    parameters = [
        one for path in paths for part in path.values() if isinstance(part, dict) for one in part.get("parameters", ())
    ]
    described = {str(place): one["schema"] for place, one in enumerate(parameters) if "schema" in one}
    found = with_named_parts(
        document["components"]["schemas"] | {name: {"items": schema} for name, schema in described.items()}
    )
    for name in described:
        parameters[int(name)]["schema"] = found.pop(name)["items"]
    return dict(sorted(found.items()))


# -- operations


_PATH_PARAMETER = re.compile(r"<(\w+:)?(\w+)>")


def operations() -> list[Operation]:
    """All operations in the order of their declaration, those of one address together."""
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


def _answers_of(found: Iterable[Operation]) -> set[type[Answer]]:
    """All answers of the service."""
    kinds: set[Any] = {answers.Problem, GameChanged, GameUpdate, Scoresheet, *bot_events.KINDS}
    for operation in found:
        kinds |= {*operation.kinds, *(reply.item for reply in operation.replies.values())}
    return {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Answer)}


def _operation(operation: Operation, shared: Container[tuple[str, ...]]) -> JSON:
    """An operation, with references to the ``shared`` responses for problems."""
    example = examples()["operations"][operation.name]
    summary, _, description = operation.text.partition("\n\n")
    described: JSON = {
        "tags": [operation.routes.tag],
        "summary": summary,
        "description": description,
        "operationId": operation.name,
        "security": _security(set(operation.problems)),
    }
    has_query = operation.query not in (None, NoQuery)
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
    for number, reply in operation.replies.items():
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
        if status < "300" and operation.name in LINKS:
            found[status]["links"] = LINKS[operation.name]
        found[status]["headers"] = headers.of_answer(operation, status)
    return found


def _schema_of(kind: Kind, reply: Reply) -> JSON:
    if kind is str:
        return {"type": "string"} | ({"contentSchema": ref(reply.item.__name__)} if reply.item else {})
    return ref(kind.__name__)


def _by_status(codes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Codes of problems by their status."""
    found: dict[str, tuple[str, ...]] = {}
    for code in codes:
        status = str(PROBLEMS[code].status)
        found[status] = (*found.get(status, ()), code)
    return found


def _problem_response(codes: Sequence[str]) -> JSON:
    """The response for problems of one status."""
    return {
        "description": "; ".join(f"[`{code}`](/problems/{code}): {PROBLEMS[code].title}" for code in codes),
        "content": {
            "application/problem+json": {
                "schema": ref("Problem"),
                "examples": {code: ref_to("examples", _dotted(code)) for code in codes},
            }
        },
        "headers": headers.of_problem(str(PROBLEMS[codes[0]].status)),
    }


def _name(codes: Iterable[str]) -> str:
    """``auth/missing`` and ``key/unknown`` together are ``AuthMissingOrKeyUnknown``."""
    return "Or".join(camel(code.replace("/", "_")) for code in codes)


def _dotted(code: str) -> str:
    """A problem's code as a name of a component, which may have no slash."""
    return code.replace("/", ".")


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
    """The one call that goes from us to a client."""
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


class _Dumper(yaml.SafeDumper):
    """YAML as people write it: long texts as blocks, nothing shared by anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text_node(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text_node)


@lru_cache(maxsize=1)
def contract_yaml(settings: Settings) -> str:
    """The contract as YAML. Kept, as it takes a second or two."""
    return yaml.dump(contract(settings), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
