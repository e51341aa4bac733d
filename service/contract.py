"""The contract: openapi.yaml, made from the views, the request schemas and the games' forms."""

import re
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from typing import Any, TypeVar

import yaml
from flask import Flask
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from ai.levels import LEVELS
from engines import VARIANTS
from engines.api import Variant
from engines.fields import Field
from service import examples, operations
from service.config import Settings
from service.errors import PROBLEMS
from service.reading import Blueprint
from service.schemas import GIVER, ProblemSchema

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

JSON = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest without its own errors: ``errors`` answers them, ``with_problems`` documents them."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Leave errors to ``errors.register``."""

    def handle_http_exception(self, error: HTTPException) -> Any:
        """Never called: see ``_register_error_handlers``."""
        raise error


View = TypeVar("View", bound=Callable[..., Any])


def with_problems(blueprint: Blueprint, *codes: str) -> Callable[[View], View]:
    """Document that an operation can answer with the problems of these codes."""

    def decorate(view: View) -> View:
        by_status: dict[int, list[str]] = {}
        for code in codes:
            by_status.setdefault(PROBLEMS[code][0], []).append(code)
        for status, alike in sorted(by_status.items(), reverse=True):
            view = blueprint.alt_response(
                status,
                schema=ProblemSchema,
                content_type="application/problem+json",
                description="; ".join(f"`{code}`: {PROBLEMS[code][1]}" for code in alike),
                examples={code: {"$ref": f"#/components/examples/{_dotted(code)}"} for code in alike},
            )(view)
        return view

    return decorate


def _dotted(code: str) -> str:
    """A problem's code as a name of a component, which may have no slash."""
    return code.replace("/", ".")


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


def schemas() -> dict[str, JSON]:
    """Every schema that is not a plain marshmallow one, by name."""
    found = _common_schemas()
    moves = move_schemas()
    for key, schema in moves.items():
        found[f"{camel(key)}Move"] = schema
    found["Move"] = union("One move; its `type` says which.", "type", {key: f"{camel(key)}Move" for key in moves})
    for variant in VARIANTS.values():
        found |= _variant_schemas(variant)
    found["GameView"] = union("A game as one seat, or a spectator, sees it.", "variant", {key: f"{camel(key)}GameView" for key in VARIANTS})
    for name, (description, properties) in VIEWS_WITH_MORE.items():
        found |= {f"{camel(key)}{name}": extended(f"{camel(key)}GameView", properties) for key in VARIANTS}
        found[name] = union(description, "variant", {key: f"{camel(key)}{name}" for key in VARIANTS})
    return found


def move_schemas() -> dict[str, JSON]:
    """One schema for each move type of the service. Games that share a type share its fields; how a card is written may differ."""
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        for form in variant.moves:
            schema = form.schema()
            found[form.type] = _shared(found[form.type], schema) if form.type in found else schema
    return found


def _shared(one: JSON, other: JSON) -> JSON:
    if one["properties"].keys() != other["properties"].keys():
        raise ValueError(f"two games give a move {one['properties']['type']['const']!r} different fields: one of them needs another name")
    fields = {name: _either(schema, other["properties"][name]) for name, schema in one["properties"].items()}
    return one | {"properties": fields, "description": _joined(one["description"], other["description"])}


def _either(one: JSON, other: JSON) -> JSON:
    if one == other:
        return one
    return {"anyOf": [*one.get("anyOf", [one]), other]}


def _joined(one: str, other: str) -> str:
    return one if other in one else f"{one} {other}"


def union(description: str, by: str, names: dict[str, str]) -> JSON:
    """One of several schemas, told apart by a field."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": {key: ref(name)["$ref"] for key, name in names.items()}},
    }


def _variant_schemas(variant: Variant) -> dict[str, JSON]:
    name = camel(variant.key)
    options = record("All options, complete.", **{key: answer_schema(form) for key, form in variant.options.items()})
    private = answer_schema(variant.private)["properties"]
    beside_hand = {key: schema for key, schema in private.items() if key != "hand"}
    view = _view_properties() | {
        "variant": {"type": "string", "const": variant.key},
        "preset": {"type": "string", "enum": list(variant.presets)},
        "options": ref(f"{name}Options"),
        "you": maybe(
            record("Your seat and what only you know beside your hand; null for a spectator.", seat=number("Your seat."), **beside_hand)
        ),
        "table": ref(f"{name}Table"),
        "hand": private.get("hand", array(text())),
    }
    return {
        f"{name}Options": options,
        f"{name}Table": {"description": f"What lies open on the table of {variant.name}.", **answer_schema(variant.table)},
        f"{name}GameView": record(f"A game of {variant.name} as one seat, or a spectator, sees it.", **view),
    }


def _view_properties() -> dict[str, JSON]:
    return {
        "id": text("The game's id."),
        "variant": text(),
        "preset": text(),
        "options": {},
        "version": number("Goes up by one with every change; also the ETag and the id of the events.", 1),
        "ply": number("The number of the present decision: a move names the one it answers."),
        "status": {"type": "string", "enum": ["open", "active", "finished", "aborted"]},
        "public": {"type": "boolean"},
        "pace_ms": number("A computer's answer to a person falls due so many ms after it was asked."),
        "created_at": text(format="date-time"),
        "you": {},
        "seats": array(ref("SeatView"), "Every seat, in order."),
        "to_act": array(number(), "Seats that may answer now."),
        "ai": maybe(ref("AiTurn")),
        "table": {},
        "hand": {},
        "legal_moves": array(ref("LegalMove"), "Your moves now; send one of them back as it is."),
        "choice": maybe(ref("Choice")),
        "score": array(number(), "Goals by side.") | {"minItems": 2, "maxItems": 2},
        "result": maybe(ref("Result")),
        "fairness": ref("Fairness"),
        "time_limit_s": {"type": ["integer", "null"], "description": "Seconds that a person has for a decision; null for no limit."},
        "absent_after_s": number("A person who has been asked for so many seconds counts as absent."),
        "asked_at": moment("Since when the present decision has been asked."),
        "deadline": moment("When the heuristic answers for the persons that are asked."),
        "expires_at": text("When the game goes, unless it changes before.", format="date-time"),
        "rematch": {
            "type": ["string", "null"],
            "description": "The id of the rematch, once somebody has asked for one: your token is good for it.",
        },
        "rematch_of": {"type": ["string", "null"], "description": "The id of the game that this is the rematch of."},
        "links": {"type": "object", "additionalProperties": text(), "description": "Addresses that belong to the game."},
    }


def _common_schemas() -> dict[str, JSON]:
    seat = record(
        "Who sits at a seat.",
        seat=number(),
        side=number("0 or 1; partners sit opposite."),
        kind={"type": "string", "enum": ["person", "ai", "open"]},
        name=text(),
        level={"type": ["integer", "null"], "description": "Level of a computer."},
        effort={
            "type": ["number", "null"],
            "description": "The share of its simulations that a computer's last answer had: below 1 when the service was overloaded.",
        },
    )
    fairness: JSON = {
        "scheme": text(),
        "commitment": text("SHA-256 in hex."),
        "seed_digest": {"type": ["string", "null"], "description": "SHA-256 of the seed that the creator has promised."},
        "awaits_seed": {"type": "boolean", "description": "Whether the game waits for that seed."},
        "client_seeds": {
            "type": "object",
            "additionalProperties": text(),
            "description": "Seeds of players that enter the shuffles, by who gave them: `owner` or a seat's number.",
        },
        "shuffles": number("Shuffles dealt so far."),
        "seed": {"type": ["string", "null"], "description": "In hex; null until the game is over."},
    }
    webhook: JSON = {
        "id": text(),
        "game_id": {"type": ["string", "null"], "description": "Null: all games that are made with your API key."},
        "url": text(format="uri"),
        "created_at": text(format="date-time"),
        "status": {"type": "string", "enum": ["active", "failing", "given_up"], "description": "How the last deliveries went."},
        "told_version": maybe(number("The last version that was delivered; null for many games.")),
    }
    found: dict[str, JSON] = {
        "SeatView": seat,
        "LegalMove": record("A move and what it is called.", move=ref("Move"), text=text()),
        "Choice": record(
            "A choice too large to list: fill the slots, in order, with different candidates.",
            type=text("The move's type."),
            slots=array(text()),
            candidates=array(text()),
            count=number("How many moves that makes."),
        ),
        "AiTurn": record(
            "A computer is to move.",
            state={"type": "string", "enum": ["to_move"]},
            seat=number(),
            level=number(low=1),
            since=text(format="date-time"),
        ),
        "Result": record(
            "How the game ended.",
            winner={"type": ["integer", "null"], "description": "The winning side; null for a draw."},
            reason={"type": "string", "enum": ["score", "shootout", "draw", "resignation"]},
            score=array(number()),
        ),
        "Fairness": record("The commitment to every shuffle of the game; the seed is shown when it is over.", **fairness),
        "FairnessProof": record(
            "What the shuffles follow from; seed and orders are shown when the game is over.",
            game=text("The game's id, which is part of the recipe."),
            **fairness,
            recipe=text("Address of the document that says how to check it."),
            orders=array(
                record(
                    "A shuffle.", shuffle=number("Counted from 0."), size=number(), order=array(number(), "A permutation of 0 to size - 1.")
                ),
                "Every order dealt, in turn.",
            ),
        ),
        "Event": record(
            "Something that happened, as you may know it.",
            version=number("The version that brought it; all events of one change share it.", 1),
            at=text(format="date-time"),
            type=text("The event's name in the rules document, or one of the service's own."),
            data={"type": "object", "description": "Facts: seats, cards, counts."},
            text=text("What people would say at the table; may be empty."),
        ),
        "EventList": record("Events after a version.", events=array(ref("Event")), version=number("Pass it as `after` next time.")),
        "EventMessage": record(
            "A server-sent event: what one version brought. Comment lines come every 15 s.",
            id=text("The version; send the last one as `Last-Event-ID`."),
            data=text("An EventList.", contentMediaType="application/json", contentSchema=ref("EventList")),
        ),
        "Ticket": record(
            "Stands for your token once, where a token cannot be sent.",
            ticket=text("Send it as `?ticket=`."),
            expires_in_s=number("How long it is good for.", 1),
        ),
        "Webhook": record("An address that is told when a game changes.", **webhook),
        "CreatedWebhook": record(
            "A new webhook with its secret, shown this once.", **webhook, secret=text("Verifies the signatures, see Standard Webhooks.")
        ),
        "WebhookList": record("Your webhooks of a game, or of your API key.", webhooks=array(ref("Webhook"))),
        "GameChanged": record(
            "What a webhook is told. It shows no cards: look for yourself what your seat sees.",
            type={"type": "string", "const": "game.changed"},
            timestamp=text(format="date-time"),
            data=record(
                "The game as everybody may know it.",
                game_id=text(),
                version=number("The newest; several changes may come as one.", 1),
                status={"type": "string", "enum": ["open", "active", "finished", "aborted"]},
                to_act=array(number(), "Seats that may answer now."),
            ),
        ),
        "GameSummary": record(
            "A game as a line of the list.",
            id=text(),
            variant={"type": "string", "enum": list(VARIANTS)},
            preset=text(),
            status={"type": "string", "enum": ["open", "active", "finished", "aborted"]},
            version=number(),
            ply=number(),
            created_at=text(format="date-time"),
            seats=array(ref("SeatView")),
            score=array(number()),
            result=maybe(ref("Result")),
            links={"type": "object", "additionalProperties": text()},
        ),
        "GameList": record("A page of public games.", games=array(ref("GameSummary")), next={"type": ["string", "null"]}),
    }
    return found | _catalogue_schemas() | _task_schemas()


VIEWS_WITH_MORE: dict[str, tuple[str, dict[str, JSON]]] = {
    "CreatedGame": (
        "A new game, with its secrets.",
        {
            "tokens": {"type": "object", "additionalProperties": text(), "description": "Token of every person's seat, by seat."},
            "owner": text("Token of the game's owner."),
            "join_code": {"type": ["string", "null"], "description": "For whoever is to take an open seat."},
        },
    ),
    "JoinedGame": ("A game whose seat was taken.", {"token": text("Token of your seat.")}),
    "PlayedGame": ("A game after a move.", {"events": array(ref("Event"), "Your move's events and all since.")}),
}
"""Views with a few fields more. Each is a union over the variants as GameView is: generators of clients read no other kind."""


def extended(view: str, properties: dict[str, JSON]) -> JSON:
    """A variant's view with a few fields more."""
    return {"allOf": [ref(view), {"type": "object", "properties": properties, "required": list(properties)}]}


def _catalogue_schemas() -> dict[str, JSON]:
    links = {"type": "object", "additionalProperties": text()}
    summary: JSON = {"key": {"type": "string", "enum": list(VARIANTS)}, "name": text(), "summary": text()}
    json_schema: JSON = {"type": "object", "description": "A JSON Schema."}
    strength = record(
        "Measured lead over the level below (level 1: over random play), with its 95 % interval.",
        elo=number(low=None),
        low=number(low=None),
        high=number(low=None),
        games=number(),
        preset=text(),
        measured=text("The day.", format="date"),
    )
    return {
        "VariantSummary": record("A game in short.", **summary, presets=array(text()), links=links),
        "VariantList": record("The games.", variants=array(ref("VariantSummary"))),
        "Card": record(
            "A card, and what it does under these options.",
            id=text("As in views and moves."),
            name=text(),
            kind=text("What sort of card it is in this game."),
            text=text("What it does, as the rules say it; may be empty."),
            copies=number("How many of it there are.", 1),
            facts={"type": "object", "description": "What stands on it: suit and rank, zones, results."},
        ),
        "CardList": record(
            "The cards that are played with.",
            variant={"type": "string", "enum": list(VARIANTS)},
            preset=text(),
            options={"type": "object", "description": "All options, complete."},
            cards=array(ref("Card"), "Each once, whatever its copies."),
        ),
        "Preset": record("A named set of options.", name=text(), seats=number(low=2), options={"type": "object"}),
        "MoveKind": record("A kind of move.", type=text(), description=text(), schema=json_schema),
        "Level": record(
            "A computer opponent.",
            level=number(low=1),
            name=text(),
            description=text(),
            simulations=number("Search simulations for one decision; 0 for none."),
            cap_ms=number("Most time it takes for one decision."),
            strength=maybe(strength),
        ),
        "Variant": record(
            "A game with all that can be chosen.",
            **summary,
            credits=text("Who made the game."),
            rules_version=number(low=1),
            presets=array(ref("Preset")),
            options={"type": "object", "additionalProperties": json_schema, "description": "JSON Schema of every option."},
            moves=array(ref("MoveKind")),
            has_decisions={"type": "boolean", "description": "False where the cards alone decide: all levels play the same."},
            levels=array(ref("Level")),
            links=links,
        ),
    }


def _task_schemas() -> dict[str, JSON]:
    head: JSON = {
        "id": text(),
        "status": {
            "type": "string",
            "enum": ["queued", "running", "done", "cancelled", "failed"],
            "description": "`failed`: again and again nobody finished it.",
        },
        "created_at": text(format="date-time"),
        "variant": {"type": "string", "enum": list(VARIANTS)},
    }
    links = {"type": "object", "additionalProperties": text()}
    real = {"type": "number"}
    interval = record("A figure with its 95 % interval.", mean=real, low=real, high=real)
    candidate = record(
        "A move that was considered.",
        move=ref("Move"),
        text=text("What the move is called."),
        value=real | {"minimum": -1, "maximum": 1, "description": "Expected outcome for the own side: 1 won, 0 drawn, -1 lost."},
        visits=number("How often the search tried it; 0 without a search."),
        reason=text("Why, in the game's words."),
    )
    player = record(
        "A player of a match.",
        level={"type": ["integer", "null"], "description": "0 plays at random; null for settings of one's own."},
        name=text(),
        simulations=number(),
        noise=real,
        counts_cards={"type": "boolean"},
        exact={"type": "boolean"},
    )
    return {
        "Candidate": candidate,
        "SuggestionAnswer": record(
            "What a computer would play.",
            move=ref("Move"),
            text=text("What the move is called."),
            candidates=array(
                ref("Candidate"),
                "The best first; where a habit could be exploited, the move is drawn among them. "
                "Where a choice is too large to list, the move alone.",
            ),
            simulations=number("Simulations of the search; 0 without one."),
            stopped={"type": "boolean", "description": "The time ended the search before its simulations were done."},
            exact={"type": "boolean", "description": "The values were calculated, as all cards that matter were known."},
        ),
        "Suggestion": record(
            "What a computer would play in a position, as soon as it is worked out.",
            **head,
            seat=number("The seat that is to move."),
            ply=number("The decision that the move answers."),
            budget=record(
                "How long to think: the one that is not null.",
                level={"type": ["integer", "null"]},
                simulations={"type": ["integer", "null"]},
                time_ms={"type": ["integer", "null"]},
            ),
            seed=text(),
            answer=maybe(ref("SuggestionAnswer")),
            links=links,
        ),
        "MatchPlayer": player,
        "MatchResult": record(
            "What the finished pairs come to for the first player.",
            games=number(),
            wins=number(),
            draws=number(),
            losses=number(),
            points=interval | {"description": "Mean points a game, 1 for a win and half a point for a draw, with its 95 % interval."},
            elo=interval | {"description": "The Elo difference that the points stand for, with its 95 % interval."},
            goal_difference=real,
        ),
        "Match": record(
            "Computers against each other.",
            **head,
            preset=text(),
            options={"type": "object"},
            first=ref("MatchPlayer"),
            second=ref("MatchPlayer"),
            pairs=number(low=1),
            seed=text(),
            progress=record("How far it is.", pairs=number("Pairs finished."), share=real | {"minimum": 0, "maximum": 1}),
            result=maybe(ref("MatchResult")),
            links=links,
        ),
        "MatchGame": record(
            "A finished game of a match with all that is needed to play it again: a line of the download.",
            variant=head["variant"],
            rules_version=number(low=1),
            options={"type": "object"},
            pair=number("The pair, counted from 0."),
            first_side=number("The side of the first player."),
            points=real | {"description": "Of the first player: 1 won, 0.5 drawn, 0 lost."},
            goals=number("Goal difference from the first player's side.", None),
            score=array(number(), "Goals by side."),
            seed=text("What the shuffles and decisions of the pair were drawn from."),
            shuffles=array(array(number()), "Every shuffle, in order."),
            moves=array(
                record("A move.", seat=number(), ply=number("The decision it answered."), move=ref("Move")), "Every move, in order."
            ),
        ),
    }


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
    described["GameRecord"]["properties"]["variant"]["enum"] = list(VARIANTS)
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
