"""The pages of a small contract of two games, word for word as in ``reference.txt``: what the reference says of
operations, schemas and notifications.
"""

from pathlib import Path
from types import SimpleNamespace

from service.api.pages import reference
from service.api.pages.reference import INTRODUCTION, Reference

ID = {"type": "string", "minLength": 1, "maxLength": 8}
CARD = {"type": "string", "enum": ["9H", "QS"]}
MOVE = {
    "discriminator": {"propertyName": "type", "mapping": {"play": "#/components/schemas/Play"}},
    "oneOf": [{"$ref": "#/components/schemas/Play"}],
}
PLAY = {"properties": {"type": {"const": "play"}, "card": {"$ref": "#/components/schemas/Card"}}, "required": ["type"]}
GAME = {
    "description": "A game.",
    "properties": {
        "id": ID,
        "seats": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 0}},
        "ply": {"type": "integer", "minimum": 0, "maximum": 9, "default": 0, "description": "Decisions so far."},
        "level": {"type": ["integer", "null"], "maximum": 6, "default": 1, "description": "Default: the lowest."},
        "at": {"type": "string", "format": "date-time"},
        "code": {"type": "string", "pattern": "[A-Z]+", "minLength": 4},
        "scores": {"type": "object", "additionalProperties": {"type": "number"}},
        "options": {"type": "object"},
        "any": {},
        "either": {"anyOf": [{"type": "boolean"}, {"$ref": "#/components/schemas/Move"}]},
        "typed": {"type": "string", "anyOf": [{"minLength": 1}]},
    },
    "required": ["id", "ply"],
    "additionalProperties": False,
}
SEATED = {"allOf": [{"$ref": "#/components/schemas/Game"}, {"properties": {"token": {"type": "string"}}}]}
CREATE = {
    "operationId": "create",
    "summary": "Create a game.",
    "description": "It has an id.",
    "tags": ["games"],
    "security": [{"token": [], "key": []}, {"key": []}, {}],
    "parameters": [{"$ref": "#/components/parameters/Wait"}],
    "requestBody": {
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/Move"},
                "example": {"type": "l'été", "n": [1]},
            }
        }
    },
    "responses": {
        "201": {
            "description": "Made.",
            "headers": {"Location": {"$ref": "#/components/headers/Location"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}, "example": {"id": "g"}}},
        },
        "409": {"$ref": "#/components/responses/Refused"},
    },
}
READ = {
    "operationId": "read",
    "summary": "Read a game",
    "description": "As it is.",
    "tags": ["games"],
    "responses": {"200": {"description": "It.", "content": {"text/plain": {"schema": {}, "example": "a\nb"}}}},
}
CHANGED = {
    "operationId": "game_changed",
    "summary": "A game has changed.",
    "description": "Sent to you.",
    "parameters": [{"name": "webhook-id", "in": "header", "schema": ID, "required": True, "description": "Its id."}],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Seated"}}},
    },
}
DOCUMENT = {
    "info": {"title": "Small"},
    "tags": [{"name": "games", "description": "All of them."}, {"name": "none", "description": "Nothing."}],
    "paths": {
        "/games": {"post": CREATE, "summary": "no method"},
        "/games/{id}": {"parameters": [{"name": "id", "in": "path", "required": True, "schema": ID}], "get": READ},
    },
    "webhooks": {"changed": {"post": CHANGED}},
    "components": {
        "schemas": {"Game": GAME, "Seated": SEATED, "Move": {"description": "Differs."}},
        "securitySchemes": {
            "token": {"type": "http", "description": "Yours."},
            "key": {"type": "apiKey", "name": "X-Api-Key", "description": "Its."},
        },
        "parameters": {
            "Wait": {
                "name": "wait",
                "in": "query",
                "required": True,
                "schema": {"type": "integer"},
                "description": "s.",
            }
        },
        "headers": {"Location": {"description": "Where it is."}},
        "responses": {
            "Refused": {"description": "a/b; c/d", "content": {"application/problem+json": {"schema": {}}}},
        },
    },
}
BY_VARIANT = {
    "first": {"Game": GAME, "Seated": SEATED, "Move": MOVE, "Play": PLAY, "Card": CARD, "Same": ID},
    "second": {"Game": GAME, "Move": MOVE, "Play": PLAY, "Card": {"const": "cut"}, "Same": ID},
}


def test_the_pages_of_a_small_contract_are_as_written(monkeypatch):
    games = {key: SimpleNamespace(name=f"{key.title()} Game") for key in BY_VARIANT}
    monkeypatch.setattr(reference, "VARIANTS", games)
    made = Reference(DOCUMENT, BY_VARIANT)
    pages = made.texts() | {"overview": made.overview("GUIDES").replace(INTRODUCTION, "INTRODUCTION")}
    pages["sidebar"] = made.sidebar("operations/read")
    text = "".join(f"===== {name}\n{page.rstrip()}\n" for name, page in pages.items())
    assert text == Path(__file__).with_name("reference.txt").read_text()
    assert made.calls() == {"POST /games": "create", "GET /games/{id}": "read"}
