"""What the headers of requests and responses say."""

from engines.language import CODES
from service.api.openapi.schemas import JSON, ref_to
from service.api.operation import Operation
from service.model.revision import FORM

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
            "there is an event, or, beside `If-None-Match`, the game has changed. Above the server's maximum, usually "
            "30, the maximum applies: `Preference-Applied` says for how long the response could be delayed. A time "
            "that is not a whole number of seconds is ignored. While too many requests are held, moves and results "
            "are answered at once, and long polls with 503 `wait/full`. `return=minimal` answers a move with 204."
        ),
        "required": False,
        "schema": {"type": "string"},
        "example": "wait=10",
    },
    "Accept-Language": {
        "name": "Accept-Language",
        "description": "Language of the texts for people: of moves, events, cards, suggestions and problems. `fr-CA` "
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


def of_answer(operation: Operation, status: str) -> JSON:
    """The headers of an answer, beside those that every server sends."""
    language = ("Content-Language",) if operation.has_texts and status != "204" else ()
    limits = RATE_LIMITS if operation.is_limited else ()
    return _refs("X-Request-Id", *language, *HEADERS_OF_STATUS.get(status, ()), *operation.response_headers, *limits)


def of_problem(status: str) -> JSON:
    """The headers of a problem."""
    return _refs("X-Request-Id", "Content-Language", *HEADERS_OF_STATUS.get(status, ()))


def _refs(*names: str) -> JSON:
    return {name: ref_to("headers", name) for name in names}
