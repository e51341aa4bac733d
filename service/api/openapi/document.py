"""The contract: openapi.yaml, made from the views, the request schemas and the games' forms."""

import re
from copy import deepcopy
from functools import lru_cache
from typing import Any

import yaml
from flask import Flask
from flask_smorest import Api

from ai.levels import LEVELS
from engines import VARIANTS
from service.api.openapi import examples, operations
from service.api.openapi.answers import schemas
from service.api.openapi.json_schema import JSON, camel, ref, union
from service.api.openapi.problem_docs import _dotted
from service.api.problems import PROBLEMS
from service.api.requests import GIVER, ProblemSchema
from service.config import Settings

TITLE = "Faceoff"


API_VERSION = "1.0.0"


DESCRIPTION = """\
Play hockey card games against people and computer opponents.

Create a game with `POST /v1/games`, keep the token of your seat, and play the moves that the view lists in `legal_moves`:
a client that only echoes `legal_moves[i].move` can play every listed game. Each view carries a `version` (also its `ETag`
and the id of its events) and a `ply`, the number of the decision that a move answers. Errors are
`application/problem+json` with a stable `code`.
"""


CONFIG = {
    "API_TITLE": TITLE,
    "API_VERSION": API_VERSION,
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": DESCRIPTION,
            "contact": {"name": "The people who run this server"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This server."}],
    },
}


METHODS = ("get", "post", "put", "patch", "delete")


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest without its own errors: ``problems`` answers them, ``with_problems`` documents them."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Leave errors to ``problems.register``."""


def register_schemas(api: Api) -> None:
    """Add the schemas that come from the games to the contract."""
    for name, schema in schemas().items():
        api.spec.components.schema(name, schema)
    for code in PROBLEMS:
        api.spec.components.example(_dotted(code), {"summary": PROBLEMS[code][1], "value": examples.problem_example(code)})
    for name, header in operations.HEADERS.items():
        api.spec.components.header(name, header)
    for name, parameter in operations.REQUEST_HEADERS.items():
        api.spec.components.parameter(name, "header", parameter)
    api.spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat, or the owner's, as given when the game was created or joined.",
        },
    )
    api.spec.components.security_scheme(
        "key",
        {
            "type": "apiKey",
            "in": "header",
            "name": "X-Api-Key",
            "description": "An API key, where the service asks for one. Sent elsewhere, it says whose limits a request counts against.",
        },
    )


# -- the document


_BUDGETS = ("level", "simulations", "time_ms")


_ONE_BUDGET: JSON = {
    "dependentSchemas": {one: {"propertyNames": {"not": {"enum": [other for other in _BUDGETS if other != one]}}} for one in _BUDGETS}
}


AMONG_FIELDS: dict[str, JSON] = {
    "HintRequest": _ONE_BUDGET,
    "SuggestionRequest": _ONE_BUDGET,
    "PlayerRequest": {"minProperties": 1, "dependentSchemas": {"level": {"maxProperties": 1}}},
}
"""What the fields of a request demand of each other."""


LEVELLED = ("SeatRequest", "HandOverRequest", "HintRequest", "SuggestionRequest", "PlayerRequest")


BOUNDS = {
    ("HintRequest", "simulations"): "max_simulations",
    ("HintRequest", "time_ms"): "max_think_ms",
    ("SuggestionRequest", "simulations"): "max_simulations",
    ("SuggestionRequest", "time_ms"): "max_think_ms",
    ("PlayerRequest", "simulations"): "max_simulations",
    ("MatchRequest", "pairs"): "max_match_pairs",
    ("CreateGameRequest", "expire_after_s"): "max_ttl_s",
}
"""Numbers whose bound is a setting of the operator: each server's contract says its own."""


REQUESTS_BY_VARIANT = {
    "CreateGameRequest": "A new game.",
    "MatchRequest": "Computers against each other, on mirrored deals.",
    "SuggestionRequest": "A position as one seat sees it, and how long to think about it.",
}


def contract(app: Flask, settings: Settings) -> JSON:
    """The contract of an app with these settings."""
    api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    document: JSON = deepcopy(api.spec.to_dict())  # the app keeps what is finished here
    components = document["components"]
    described = components["schemas"]
    described["MoveRequest"]["properties"]["move"] = ref("Move")
    described["Transcript"]["properties"]["variant"]["enum"] = list(VARIANTS)
    described["Problem"]["properties"]["code"]["enum"] = list(PROBLEMS)
    described["Problem"]["properties"]["view"] = ref("GameView")
    for name, rules in AMONG_FIELDS.items():
        described[name] |= rules
    described["RecordFairness"]["properties"]["client_seeds"]["propertyNames"] = {"pattern": GIVER.regex.pattern}
    for name in LEVELLED:
        described[name]["properties"]["level"]["maximum"] = len(LEVELS)
    for (name, field), setting in BOUNDS.items():
        described[name]["properties"][field]["maximum"] = getattr(settings, setting)
    described |= _requests_by_variant(described) | _seat_requests(described["SeatRequest"])
    names = _view_names(app)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                _finish_operation(operation, names[method.upper(), path], limited=path.startswith("/v1/"))
    document["webhooks"] = {"game.changed": {"post": _game_changed()}}
    del components["responses"]["DEFAULT_ERROR"], described["PaginationMetadata"]
    told = str(document["paths"])
    components["examples"] = {name: example for name, example in components["examples"].items() if f"/{name}'" in told}
    first = {name: document[name] for name in ("openapi", "info", "servers", "tags")}
    return first | document


def _requests_by_variant(plain: dict[str, JSON]) -> dict[str, JSON]:
    """Requests that name a variant, as one schema for each: with its presets and options, or the observation that belongs to it."""
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        name = camel(variant.key)
        found[f"{name}Observation"] = variant.observation.schema() | {"description": f"What one seat of {variant.name} sees."}
        found[f"{name}OptionChanges"] = {
            "type": "object",
            "description": "Options that differ from the preset's.",
            "properties": {key: form.schema() for key, form in variant.options.items()},
            "additionalProperties": False,
        }
        typed = {
            "variant": {"type": "string", "const": variant.key},
            "preset": {"type": "string", "enum": list(variant.presets), "description": "The first one if not given."},
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
    """The request for a seat as one schema for each kind: only a computer has a level, and must have one."""
    found: dict[str, JSON] = {}
    for kind in plain["properties"]["kind"]["enum"]:
        properties = plain["properties"] | {"kind": {"type": "string", "const": kind}}
        required = ["kind", "level"]
        if kind != "ai":
            del properties["level"]
            required = ["kind"]
        found[f"{camel(kind)}Seat"] = plain | {"properties": properties, "required": required}
    kinds = {kind: f"{camel(kind)}Seat" for kind in plain["properties"]["kind"]["enum"]}
    return found | {"SeatRequest": union("Who sits at a seat: a person, a computer, or whoever comes with the join code.", "kind", kinds)}


def _game_changed() -> JSON:
    """The one call that goes from us to a client."""
    names = {
        "webhook-id": "The same for every attempt.",
        "webhook-timestamp": "Seconds since 1970.",
        "webhook-signature": "`v1,` and base64.",
    }
    return {
        "operationId": "game_changed",
        "summary": "Tell that a game has changed.",
        "description": (
            "Signed as https://www.standardwebhooks.com describes. Answer with any 2xx within 5 s; other answers are tried again for "
            "about two days, 410 ends the webhook. Redirects are not followed."
        ),
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": about}
            for name, about in names.items()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("GameChanged"), "example": examples.game_changed()}},
        },
        "responses": {"200": {"description": "Heard."}},
    }


def _view_names(app: Flask) -> dict[tuple[str, str], str]:
    """The name of the view behind each method and path."""
    return {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)): rule.endpoint.rpartition(".")[2]
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
    }


def _finish_operation(operation: JSON, name: str, *, limited: bool) -> None:
    """What holds for every operation alike: its id, who may call it, headers, examples, no unnamed problems; statuses in order."""
    operation["operationId"] = name
    responses = operation["responses"]
    responses.pop("default", None)
    operation["responses"] = {status: responses[status] for status in sorted(responses)}
    operation["security"] = _security({code for answer in responses.values() for code in _codes(answer)})
    if name in operations.TOKEN_OR_KEY:
        operation["security"].append({"key": []})
    example = examples.examples()[name]
    if "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = example.asked
    for status, answer in responses.items():
        answer["headers"] = {
            header: {"$ref": f"#/components/headers/{header}"} for header in operations.headers_of(name, status, limited=limited)
        }
        if status < "300":
            for form, content in answer.get("content", {}).items():
                content["example"] = example.answers[status if form == "application/json" else f"{status} {form}"]
            if name in operations.LINKS:
                answer["links"] = operations.LINKS[name]
    for header in operations.REQUEST_HEADERS_OF.get(name, ()):
        operation.setdefault("parameters", []).append({"$ref": f"#/components/parameters/{header}"})


def _codes(answer: JSON) -> list[str]:
    """The problems that an answer can be."""
    return list(answer.get("content", {}).get("application/problem+json", {}).get("examples", ()))


def _security(codes: set[str]) -> list[JSON]:
    """Who may call an operation that can answer with these problems."""
    ways: list[JSON] = [{"token": []}] if "auth/missing" in codes else [{}, {"token": []}] if "auth/unknown_token" in codes else [{}]
    if "key/missing" in codes:
        ways += [way | {"key": []} for way in ways]
    return ways if ways != [{}] else []


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
