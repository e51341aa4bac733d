"""What to call instead where an address does not take a method."""

import inspect
from collections.abc import Iterable
from typing import Final

from flask import current_app, request
from werkzeug.routing import Rule

INSTEAD: Final = (
    (("POST", "PUT", "PATCH"), "/v1/games/<game_id>", "To play a move: POST {path}/moves."),
    (
        ("DELETE",),
        "/v1/games/<game_id>",
        "To give up: POST {path}/resign. To end a game that has not begun: POST {path}/abort.",
    ),
    (
        ("GET",),
        "/v1/games/<game_id>/moves",
        "The legal moves are in the view: GET {above}. The moves so far: GET {above}/events.",
    ),
    (("GET",), "/v1/records", "The record of a finished game: GET /v1/games/<game_id>/record."),
    (("GET",), "/v1/suggestions", "One suggestion: GET /v1/suggestions/<suggestion_id>."),
    (("GET",), "/v1/matches", "One match: GET /v1/matches/<match_id>."),
    (
        ("PUT", "PATCH"),
        "/v1/webhooks/<webhook_id>",
        "To change a webhook, delete it and create another: POST /v1/webhooks.",
    ),
)
"""Methods, an address, and the calls that do what a client may have wanted; ``{above}`` is the path without its last
part.
"""


def method_detail(allowed: Iterable[str]) -> str:
    """What the address of the request takes, and the calls that do what may have been wanted."""
    path = request.path
    rules = {method: _rule(path, method) for method in sorted(set(allowed) - {"HEAD", "OPTIONS"})}
    calls = "; ".join(f"{method} {path}{_summary(rule)}" for method, rule in rules.items())
    detail = (
        f"{path} does not take {request.method}. It takes {calls}."
        if calls
        else f"{path} does not take {request.method}."
    )
    addresses = {rule.rule for rule in rules.values() if rule}
    hints = [text for methods, address, text in INSTEAD if request.method in methods and address in addresses]
    return " ".join(
        [detail, *(hint.replace("{path}", path).replace("{above}", path.rpartition("/")[0]) for hint in hints)]
    )


def _rule(path: str, method: str) -> Rule | None:
    found, _ = current_app.url_map.bind("").match(path, method=method, return_rule=True)
    return found


def _summary(rule: Rule | None) -> str:
    """The first sentence of the operation, as in the contract."""
    summary = inspect.getdoc(current_app.view_functions[rule.endpoint]) if rule else None
    return f" ({summary.partition(chr(10))[0].rstrip('.')})" if summary else ""
