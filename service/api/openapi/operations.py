"""What the headers of requests and responses say, and links from one operation to the next."""

from typing import Any

from engines.language import CODES
from service.api.operation import Operation
from service.model.revision import FORM

JSON = dict[str, Any]
HEADERS: dict[str, JSON] = {
    "X-Request-Id": {
        "description": "Id of the request in the logs: the one you sent, if any.",
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "Identifies the content of the response: the game's version with a word that no other has, "
        "who sees it, and in which language. Send it as `If-None-Match`.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "Address of the created resource.", "schema": {"type": "string"}},
    "Content-Language": {
        "description": "Language of the texts for people: of moves, events, cards, hints and problems.",
        "schema": {"type": "string", "enum": list(CODES)},
    },
    "Preference-Applied": {"description": "The preference that was applied.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` if the same request had already been processed.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait before a retry.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "How to authenticate.", "schema": {"type": "string"}},
    "RateLimit-Limit": {"description": "Quota of the caller, if there is one.", "schema": {"type": "string"}},
    "RateLimit-Remaining": {"description": "Remaining quota.", "schema": {"type": "string"}},
    "RateLimit-Reset": {"description": "Seconds until the quota is reset.", "schema": {"type": "string"}},
}
RATE_LIMITS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
HEADERS_OF_STATUS: dict[str, tuple[str, ...]] = {
    "202": ("Retry-After",),
    "401": ("WWW-Authenticate",),
    "429": ("Retry-After", *RATE_LIMITS),
    "503": ("Retry-After",),
}
REQUEST_HEADERS: dict[str, JSON] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "description": "Makes the request safe to repeat for 24 hours: a retry with the same key and body has the "
        "same answer, with the same secrets, and `Idempotent-Replayed: true`, also from another "
        "address. A string of 16 to 128 printable ASCII characters in quotation marks; they may be "
        "left out. It must be impossible to guess, such as a random UUID: who knows the key and the "
        "request can get its secrets. Use a new key for every new request.",
        "required": False,
        "schema": {"type": "string", "minLength": 16, "maxLength": 258},
        "example": '"4c6e2f3a-98b1-4a57-8f0e-6f2d1c9b7a35"',
    },
    "Prefer": {
        "name": "Prefer",
        "description": (
            "`wait=10` delays the response for at most 10 seconds: until it is your turn, the result is available, "
            "or, beside `If-None-Match`, the game has changed. Above the server's maximum, usually 30, the maximum "
            "applies: `Preference-Applied` says for how long the response could be delayed. A time that is not a "
            "whole number of seconds is ignored. While too many requests are held, moves and results are answered "
            "at once, and long polls with 503 `wait/full`. `return=minimal` answers a move with 204."
        ),
        "required": False,
        "schema": {"type": "string"},
        "example": "wait=10",
    },
    "Accept-Language": {
        "name": "Accept-Language",
        "description": "Language of the texts for people: of moves, events, cards, hints and problems. `fr-CA` "
        "means French. The response is in English if the service has none of the languages, and "
        "says in `Content-Language` what it is in. Codes, fields and records are the same in every "
        "language.",
        "required": False,
        "schema": {"type": "string"},
        "example": "fr-CA, fr;q=0.9, en;q=0.5",
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "description": "The `ETag` of the response that you have.",
        "required": False,
        "schema": {"type": "string"},
        "example": '"7-kQ3_.seat0.en"',
    },
    "Last-Event-ID": {
        "name": "Last-Event-ID",
        "description": "The id of the last message that you have: a revision of the game, or the number of a bot's "
        "event. Has precedence over `after`.",
        "required": False,
        "schema": {"type": "string", "pattern": f"^({FORM})?$"},
        "example": "7-kQ3_",
    },
}
_THIS_GAME = {"game_id": "$response.body#/id"}
_SAME_GAME = {"game_id": "$request.path.game_id"}
_FIRST_MOVE = {"ply": "$response.body#/ply", "move": "$response.body#/legal_moves/0/move"}


def _lead(operation: str, parameters: JSON, body: Any = None) -> JSON:
    return {"operationId": operation, "parameters": parameters} | ({} if body is None else {"requestBody": body})


_GAME: JSON = {
    "see": _lead("get_game", _THIS_GAME),
    "cards": _lead("list_game_cards", _THIS_GAME),
    "follow": _lead("list_events", _THIS_GAME | {"after": "$response.body#/version"}),
    "stream": _lead("stream_events", _THIS_GAME | {"after": "$response.body#/version"}),
    "play": _lead("play_move", _THIS_GAME, _FIRST_MOVE),
    "hint": _lead("ask_hint", _THIS_GAME, {"level": 1}),
    "take_over": _lead("take_over_seat", _THIS_GAME | {"number": "$response.body#/you/seat"}, {"level": 1}),
    "give_up": _lead("resign", _THIS_GAME),
    "fairness": _lead("get_fairness", _THIS_GAME),
    "ticket": _lead("create_ticket", _THIS_GAME),
}
_NEW_GAME = _GAME | {
    "join": _lead("join_game", _THIS_GAME, {"code": "$response.body#/join_code"}),
    "abort": _lead("abort_game", _THIS_GAME),
    "create_webhook": _lead(
        "create_webhook", {}, {"game_id": "$response.body#/id", "url": "https://play.example/hooks/faceoff"}
    ),
}
_GAME_OVER = {
    "see": _lead("get_game", _THIS_GAME),
    "record": _lead("get_record", _THIS_GAME),
    "analysis": _lead("ask_analysis", _THIS_GAME),
    "fairness": _lead("get_fairness", _THIS_GAME),
    "rematch": _lead("ask_rematch", _THIS_GAME),
}
_SUGGESTION = {
    "see": _lead("get_suggestion", {"suggestion_id": "$response.body#/id"}),
    "delete": _lead("delete_suggestion", {"suggestion_id": "$response.body#/id"}),
}
_MATCH = {
    "see": _lead("get_match", {"match_id": "$response.body#/id"}),
    "games": _lead("list_match_games", {"match_id": "$response.body#/id"}),
    "cancel": _lead("cancel_match", {"match_id": "$response.body#/id"}),
    "delete": _lead("delete_match", {"match_id": "$response.body#/id"}),
}
_BOT = {
    "see": _lead("get_bot", {"bot_id": "$response.body#/id"}),
    "change": _lead("change_bot", {"bot_id": "$response.body#/id"}, {"description": "Shoots on sight."}),
    "renew": _lead("renew_bot_token", {"bot_id": "$response.body#/id"}),
    "follow": _lead("list_bot_events", {"bot_id": "$response.body#/id"}),
    "stream": _lead("stream_bot_events", {"bot_id": "$response.body#/id"}),
    "games": _lead("list_bot_games", {"bot_id": "$response.body#/id"}),
    "delete": _lead("delete_bot", {"bot_id": "$response.body#/id"}),
}
LINKS: dict[str, JSON] = {
    "register_bot": _BOT,
    "renew_bot_token": _BOT,
    "get_bot": {name: _BOT[name] for name in ("change", "delete")},
    "list_bots": {
        "see": _lead("get_bot", {"bot_id": "$response.body#/bots/0/id"}),
        "next": _lead("list_bots", {"cursor": "$response.body#/next"}),
    },
    "list_bot_events": {
        "next": _lead("list_bot_events", {"bot_id": "$request.path.bot_id", "after": "$response.body#/last"})
    },
    "list_bot_games": {
        "follow": _lead("list_bot_events", {"bot_id": "$request.path.bot_id", "after": "$response.body#/last"})
    },
    "accept_invitation": _GAME,
    "list_variants": {
        "details": _lead("get_variant", {"key": "$response.body#/variants/0/key"}),
        "cards": _lead("list_cards", {"key": "$response.body#/variants/0/key"}),
    },
    "list_games": {
        "watch": _lead("get_game", {"game_id": "$response.body#/games/0/id"}),
        "next": _lead("list_games", {"cursor": "$response.body#/next"}),
    },
    "create_game": _NEW_GAME,
    "join_game": _GAME,
    "play_now": _GAME,
    "get_game": _GAME,
    "play_move": _GAME,
    "ask_rematch": _NEW_GAME,
    "give_seed": _NEW_GAME,
    "resign": _GAME_OVER,
    "abort_game": _GAME_OVER,
    "list_events": {"next": _lead("list_events", _SAME_GAME | {"after": "$response.body#/version"})},
    "create_ticket": {"stream": _lead("stream_events", _SAME_GAME | {"ticket": "$response.body#/ticket"})},
    "get_record": {"check": _lead("check_record", {}, "$response.body")},
    "ask_analysis": {"again": _lead("get_analysis", _SAME_GAME)},
    "get_analysis": {"again": _lead("get_analysis", _SAME_GAME)},
    "ask_hint": _SUGGESTION,
    "create_suggestion": _SUGGESTION,
    "get_suggestion": _SUGGESTION,
    "create_match": _MATCH,
    "get_match": _MATCH,
    "cancel_match": _MATCH,
    "create_webhook": {
        "list": _lead("list_webhooks", {"game_id": "$response.body#/game_id"}),
        "delete": _lead("delete_webhook", {"webhook_id": "$response.body#/id"}),
    },
    "list_webhooks": {"delete": _lead("delete_webhook", {"webhook_id": "$response.body#/webhooks/0/id"})},
}
"""Links from the response of one operation to the next operation."""


def headers_of(operation: Operation, status: str) -> list[str]:
    """The headers of a response, beside those that every server sends."""
    if status >= "400":
        return ["X-Request-Id", "Content-Language", *HEADERS_OF_STATUS.get(status, ())]
    language = ("Content-Language",) if operation.has_texts and status != "204" else ()
    limits = RATE_LIMITS if operation.is_limited else ()
    return ["X-Request-Id", *language, *HEADERS_OF_STATUS.get(status, ()), *operation.response_headers, *limits]
