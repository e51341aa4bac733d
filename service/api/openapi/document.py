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

from ai.levels import LEVELS
from ai.styles import styles_of
from engines import VARIANTS
from service.api import answers
from service.api.openapi import operations
from service.api.openapi.examples import examples
from service.api.openapi.named_parts import with_named_parts
from service.api.openapi.schemas import JSON, camel, object_schema, ref, struct_schemas, union
from service.api.openapi.shared_responses import share_problems
from service.api.openapi.variants import ONLY_BY_VARIANT, by_variant
from service.api.operation import JSON_TYPE, Kind, Operation, Reply, Routes, operation_of
from service.api.problems import PROBLEMS
from service.api.requests import CONTRIBUTOR, NoQuery, TranscriptSchema
from service.config import Settings
from service.games import bot_events
from service.games.scoresheet import Scoresheet
from service.model.answer import Answer
from service.tasks.suggestions import BUDGETS
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


_WITH_A_COMPUTER: list[JSON] = [
    {"properties": {name: {"type": "integer"}}, "required": [name]} for name in ("level", "rating")
]
_NEEDS_LEVEL: JSON = {"anyOf": [{"properties": {"mistakes": {"const": False}}}, *_WITH_A_COMPUTER]}


def _only_one_of(*names: str) -> dict[str, JSON]:
    """``dependentSchemas`` that forbid two of these fields together."""
    return {one: {"propertyNames": {"not": {"enum": [other for other in names if other != one]}}} for one in names}


_ONE_BUDGET: JSON = {"dependentSchemas": _only_one_of(*BUDGETS) | {"mistakes": _NEEDS_LEVEL}}
_NOTHING_BUT_STYLE: dict[str, JSON] = {
    name: {"propertyNames": {"enum": [name, "style"]}} for name in ("level", "rating")
}
_NOT_RANDOM: JSON = {"properties": {"level": {"minimum": 1}}}
_ONE_SEED: JSON = {"dependentSchemas": _only_one_of("seed_digest", "client_seed")}
AMONG_FIELDS: dict[str, JSON] = {
    "AcceptRequest": _ONE_SEED,
    "JoinRequest": _ONE_SEED,
    "HintRequest": _ONE_BUDGET,
    "SuggestionRequest": _ONE_BUDGET,
    "QuickRequest": {"dependentSchemas": _only_one_of("level", "rating")},
    "PlayerRequest": {
        "minProperties": 1,
        "dependentSchemas": _NOTHING_BUT_STYLE | {"style": _NOT_RANDOM, "bot": {"maxProperties": 1}},
    },
}
"""Rules between the fields of a request."""
LEVELLED = ("SeatRequest", "TakeOverRequest", "QuickRequest", "HintRequest", "SuggestionRequest", "PlayerRequest")
STYLED = ("SeatRequest", "QuickRequest", "HintRequest", "SuggestionRequest", "PlayerRequest")
BOUNDS = {
    ("HintRequest", "simulations"): "max_simulations",
    ("HintRequest", "time_ms"): "max_think_ms",
    ("SuggestionRequest", "simulations"): "max_simulations",
    ("SuggestionRequest", "time_ms"): "max_think_ms",
    ("PlayerRequest", "simulations"): "max_simulations",
    ("MatchRequest", "pairs"): "max_match_pairs",
    ("CreateGameRequest", "expire_after_s"): "max_ttl_s",
}
"""Numbers whose maximum is a setting of the operator: each server's contract has its own."""
BOT_EVENT = "BotEvent"
SEAT_FIELDS: dict[str, tuple[list[str], list[str]]] = {
    "person": (["name"], []),
    "ai": (["name", "level", "rating", "style"], []),
    "open": (["name"], []),
    "bot": (["bot"], ["bot"]),
}
"""The fields of a requested seat by its kind, and those that are required."""
REQUESTS_BY_VARIANT = {
    "CreateGameRequest": "A new game.",
    "QuickRequest": "The game to play, and how long to wait for an opponent.",
    "MatchRequest": "A series of games between computers, or with bots.",
    "SuggestionRequest": "A position as one seat sees it, and the search budget.",
    "PositionRequest": "A position as one seat sees it.",
}


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
    _complete(document["components"]["schemas"], settings)
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


def _complete(described: dict[str, JSON], settings: Settings) -> None:
    """What the classes of the schemas do not know: levels, moves, variants, and the bounds that the operator has
    set.
    """
    described["MoveRequest"]["properties"]["move"] = ref("Move")
    described[BOT_EVENT] = union("An event of a bot, identified by its `type`.", "type", _bot_events(described))
    described["BotEventList"]["properties"]["events"]["items"] = ref(BOT_EVENT)
    for name in ("RegisterBotRequest", "ChangeBotRequest"):
        described[name]["properties"]["variants"]["items"] = ref("VariantKey")
    described["Transcript"]["properties"]["variant"]["enum"] = list(VARIANTS)
    described["ProblemCode"]["enum"] = list(PROBLEMS)
    for name, rules in AMONG_FIELDS.items():
        described[name] |= rules
    for name in ("client_seeds", "promises"):
        described["RecordFairness"]["properties"][name]["propertyNames"] = {"pattern": CONTRIBUTOR.regex.pattern}
    styles = sorted({style.key for variant in VARIANTS for style in styles_of(variant)})
    for name in LEVELLED:
        described[name]["properties"]["level"]["maximum"] = len(LEVELS)
    described["CreateGameRequest"]["properties"]["absent_level"]["maximum"] = len(LEVELS)
    for name in (*STYLED, "Style"):
        style = described[name]["properties"]["style"]
        style |= {"title": "StyleKey", "enum": styles}
        style.pop("example", None)  # of one type there is one schema
    for (name, field), setting in BOUNDS.items():
        described[name]["properties"][field]["maximum"] = getattr(settings, setting)
    described |= _records_by_variant(described["Transcript"])
    described |= _requests_by_variant(described) | _seat_requests(described["SeatRequest"])


def _bot_events(described: dict[str, JSON]) -> dict[str, str]:
    """The names of the schemas of bots' events, by type."""
    return {described[kind.__name__]["properties"]["type"]["const"]: kind.__name__ for kind in bot_events.KINDS}


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


# -- requests, records and webhooks


def _records_by_variant(transcript: JSON) -> dict[str, JSON]:
    """The record of a game as the service answers it, with the moves and events of its variant. A record to check is
    plain.
    """
    found: dict[str, JSON] = {}
    plain = {key: part for key, part in transcript.items() if key != "additionalProperties"}
    for variant in VARIANTS.values():
        name = camel(variant.key)
        move = {"version": {"minimum": 1}, "ply": {"minimum": 0}, "seat": {"minimum": 0}}
        found[f"{name}RecordMove"] = object_schema(
            "A move.", **{field: {"type": "integer"} | bound for field, bound in move.items()}, move=ref(f"{name}Move")
        )
        typed = {
            "variant": {"type": "string", "const": variant.key},
            "preset": ref(f"{name}Preset"),
            "options": ref(f"{name}Options"),
            "moves": {"type": "array", "items": ref(f"{name}RecordMove")},
            "events": {"type": "array", "items": ref(f"{name}Event")},
            "sheet": ref("Scoresheet"),
        }
        about = f"The record of a game of {variant.name}."
        found[f"{name}Record"] = plain | {"description": about, "properties": plain["properties"] | typed}
    names = {key: f"{camel(key)}Record" for key in VARIANTS}
    return found | {"Record": union("The record of a finished game.", "variant", names)}


def _requests_by_variant(plain: dict[str, JSON]) -> dict[str, JSON]:
    """Requests that name a variant, as one schema for each: with its presets and options, or the observation that
    belongs to it.
    """
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        name = camel(variant.key)
        observation = variant.observation.schema() | {"description": f"What one seat of {variant.name} sees."}
        if "options" in observation["properties"]:
            about = {"description": observation["properties"]["options"]["description"]}
            observation["properties"]["options"] = ref(f"{name}OptionChanges") | about
        found |= with_named_parts({f"{name}Observation": observation}, name, closed="Input")
        changes = {
            "type": "object",
            "description": "Options that differ from the preset.",
            "properties": {key: field.schema() for key, field in variant.options.items()},
            "additionalProperties": False,
        }
        found |= with_named_parts({f"{name}OptionChanges": changes}, name)
        typed = {
            "variant": {"type": "string", "const": variant.key},
            "preset": ref(f"{name}Preset") | {"description": "Default: the first one."},
            "options": ref(f"{name}OptionChanges"),
            "observation": ref(f"{name}Observation"),
        }
        for request in REQUESTS_BY_VARIANT:
            properties = {field: typed.get(field, schema) for field, schema in plain[request]["properties"].items()}
            found[f"{name}{request}"] = plain[request] | {"properties": properties}
    for request, description in REQUESTS_BY_VARIANT.items():
        found[request] = union(description, "variant", {key: f"{camel(key)}{request}" for key in VARIANTS})
    return found


def _seat_requests(plain: JSON) -> dict[str, JSON]:
    """The request for a seat as one schema for each kind: only a computer has a level, and only a bot is named by its
    id.
    """
    found: dict[str, JSON] = {}
    for kind in plain["properties"]["kind"]["enum"]:
        fields, required = SEAT_FIELDS[kind]
        properties = {"kind": {"type": "string", "const": kind}} | {name: plain["properties"][name] for name in fields}
        found[f"{camel(kind)}Seat"] = plain | {"properties": properties, "required": ["kind", *required]}
    kinds = {kind: f"{camel(kind)}Seat" for kind in plain["properties"]["kind"]["enum"]}
    one_of_them = {"kind": {"anyOf": _WITH_A_COMPUTER}} | _only_one_of("level", "rating")
    found["AiSeat"]["dependentSchemas"] = one_of_them
    return found | {
        "SeatRequest": union(
            "A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code.",
            "kind",
            kinds,
        )
    }


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
