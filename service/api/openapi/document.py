"""The contract: openapi.yaml, made from the notes on the routes, the Structs of the answers, the request schemas and
the games' fields.
"""

import inspect
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from werkzeug.routing import IntegerConverter, Rule

from service.api import answers
from service.api.openapi import operations
from service.api.openapi.examples import examples
from service.api.openapi.requests import complete
from service.api.openapi.schemas import JSON, ref, struct_schemas, with_named_parts
from service.api.openapi.shared_responses import share_problems
from service.api.openapi.variants import ONLY_BY_VARIANT, by_variant
from service.api.operation import JSON_TYPE, Kind, Operation, Reply, Routes, operation_of
from service.api.problems import PROBLEMS
from service.api.requests import NoQuery, TranscriptSchema
from service.config import Settings
from service.games import bot_events
from service.games.scoresheet import Scoresheet
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
def contract(app: Flask, settings: Settings) -> JSON:
    """The contract of an app with these settings. Kept; not to be changed."""
    spec = APISpec(TITLE, VERSION, "3.1.0", [MarshmallowPlugin()], info=INFO, servers=SERVERS)
    found = _operations(app)
    for routes in _tags(app):
        spec.tag({"name": routes.tag, "description": routes.description})
    for path, same_path in groupby(found, key=lambda entry: _path(entry[0])):
        entries = list(same_path)
        described = {_method(rule): _operation(app, rule, noted) for rule, noted in entries}
        spec.path(path, operations=described, parameters=_path_parameters(entries[0][0]))
    plain = with_named_parts(
        struct_schemas(sorted(_answers_of([noted for _, noted in found]), key=lambda kind: kind.__name__))
    )
    for name, schema in (plain | by_variant(plain)).items():
        if name in ONLY_BY_VARIANT:
            continue
        spec.components.schema(name, schema)
    codes = sorted({code for _, noted in found for code in noted.problems}, key=list(PROBLEMS).index)
    provoked = examples()["problems"]
    for code in codes:
        spec.components.example(_dotted(code), {"summary": PROBLEMS[code].title, "value": provoked[code]["body"]})
    for name, header in operations.HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in operations.REQUEST_HEADERS.items():
        spec.components.parameter(name, "header", parameter)
    for name, scheme in SECURITY_SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    document = spec.to_dict()
    share_problems(document)
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


def _tags(app: Flask) -> list[Routes]:
    return list(dict.fromkeys(operation.routes for _, operation in _operations(app)))


def documented_operations(app: Flask) -> list[tuple[str, str, tuple[str, ...]]]:
    """The tag, the name and the problems of every documented operation, in their order."""
    return [(noted.routes.tag, rule.endpoint.rpartition(".")[2], noted.problems) for rule, noted in _operations(app)]


def _operations(app: Flask) -> list[tuple[Rule, Operation]]:
    """Every documented route with its notes, in the order in which the routes were registered."""
    views = app.view_functions
    found = [(rule, operation_of(views[rule.endpoint])) for rule in app.url_map.iter_rules()]
    first = {_path(rule): place for place, (rule, _) in reversed(list(enumerate(found)))}
    return sorted(
        [(rule, noted) for rule, noted in found if noted is not None], key=lambda entry: first[_path(entry[0])]
    )


def _path(rule: Rule) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


def _method(rule: Rule) -> str:
    return next(method.lower() for method in sorted(rule.methods or ()) if method not in ("HEAD", "OPTIONS"))


def _path_parameters(rule: Rule) -> list[JSON]:
    whole: JSON = {"type": "integer", "minimum": 0}
    text: JSON = {"type": "string", "minLength": 1}
    return [
        {
            "in": "path",
            "name": name,
            "required": True,
            "schema": whole if isinstance(converter, IntegerConverter) else text,
        }
        for name, converter in rule._converters.items()
    ]


def _answers_of(noted: Iterable[Operation]) -> set[type[Answer]]:
    """All answers of the service."""
    found: set[Any] = {kind for operation in noted for kind in operation.kinds}
    found |= {reply.item for operation in noted for reply in operation.replies.values()}
    found |= {answers.Problem, GameChanged, answers.GameUpdate, Scoresheet, *bot_events.KINDS}
    return {kind for kind in found if isinstance(kind, type) and issubclass(kind, Answer)}


def _operation(app: Flask, rule: Rule, noted: Operation) -> JSON:
    """The operation behind a route."""
    name = rule.endpoint.rpartition(".")[2]
    example = examples()["operations"][name]
    view = app.view_functions[rule.endpoint]
    summary, _, description = (inspect.getdoc(view) or "").partition("\n\n")
    operation: JSON = {
        "tags": [noted.routes.tag],
        "summary": summary,
        "description": description,
        "operationId": name,
        "security": _security(set(noted.problems)),
    }
    parameters: list[JSON | str] = (
        [{"in": "query", "schema": noted.query}] if noted.query not in (None, NoQuery) else []
    )
    parameters += noted.request_headers  # names of components
    if parameters:
        operation["parameters"] = parameters
    if noted.body:
        content = {"schema": noted.body, "example": example["asked"]}
        operation["requestBody"] = {"required": noted.body_required, "content": {JSON_TYPE: content}}
    responses = _replies(name, noted.replies, example) | _problems(noted.problems)
    for status, response in responses.items():
        headers = operations.headers_of(noted, status)
        response["headers"] = {header: {"$ref": f"#/components/headers/{header}"} for header in headers}
    return operation | {"responses": {status: responses[status] for status in sorted(responses)}}


def _replies(name: str, replies: Mapping[int, Reply], example: JSON) -> dict[str, JSON]:
    found: dict[str, JSON] = {}
    for number, reply in replies.items():
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
        if status < "300" and name in operations.LINKS:
            found[status]["links"] = operations.LINKS[name]
    return found


def _schema_of(kind: Kind, reply: Reply) -> JSON:
    if kind is str:
        return {"type": "string"} | ({"contentSchema": ref(reply.item.__name__)} if reply.item else {})
    return ref("Record" if kind is TranscriptSchema else kind.__name__)


def _problems(codes: Iterable[str]) -> dict[str, JSON]:
    """The responses for the problems of these codes, by status."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(str(PROBLEMS[code].status), []).append(code)
    return {
        status: {
            "description": "; ".join(f"[`{code}`](/problems/{code}): {PROBLEMS[code].title}" for code in alike),
            "content": {
                "application/problem+json": {
                    "schema": ref("Problem"),
                    "examples": {code: {"$ref": f"#/components/examples/{_dotted(code)}"} for code in alike},
                }
            },
        }
        for status, alike in by_status.items()
    }


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
def contract_yaml(app: Flask, settings: Settings) -> str:
    """The contract as YAML. Kept, as it takes a second or two."""
    return yaml.dump(contract(app, settings), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
