"""Links from the response of one operation to the next, for chains of calls; the contract has none."""

from typing import Any

JSON = dict[str, Any]

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
    "suggest": _lead("create_game_suggestion", _THIS_GAME, {"level": 1}),
    "take_over": _lead("take_over_seat", _THIS_GAME | {"seat": "$response.body#/you/seat"}, {"level": 1}),
    "give_up": _lead("resign", _THIS_GAME),
    "fairness": _lead("get_fairness", _THIS_GAME),
    "ticket": _lead("create_ticket", _THIS_GAME),
}
_NEW_GAME = _GAME | {
    "join": _lead("join_game", _THIS_GAME, {"join_code": "$response.body#/join_code"}),
    "abort": _lead("abort_game", _THIS_GAME),
    "create_webhook": _lead(
        "create_webhook", {}, {"game_id": "$response.body#/id", "url": "https://play.example/hooks/faceoff"}
    ),
}
_GAME_OVER = {
    "see": _lead("get_game", _THIS_GAME),
    "record": _lead("get_record", _THIS_GAME),
    "analysis": _lead("create_analysis", _THIS_GAME),
    "fairness": _lead("get_fairness", _THIS_GAME),
    "rematch": _lead("ask_rematch", _THIS_GAME),
}
_SUGGESTION = {
    "see": _lead("get_suggestion", {"suggestion_id": "$response.body#/id"}),
    "cancel": _lead("cancel_suggestion", {"suggestion_id": "$response.body#/id"}),
}
_MATCH = {
    "see": _lead("get_match", {"match_id": "$response.body#/id"}),
    "games": _lead("list_match_games", {"match_id": "$response.body#/id"}),
    "cancel": _lead("cancel_match", {"match_id": "$response.body#/id"}),
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
    "reveal_seed": _NEW_GAME,
    "resign": _GAME_OVER,
    "abort_game": _GAME_OVER,
    "list_events": {"next": _lead("list_events", _SAME_GAME | {"after": "$response.body#/version"})},
    "create_ticket": {"stream": _lead("stream_events", _SAME_GAME | {"ticket": "$response.body#/ticket"})},
    "get_record": {"check": _lead("check_record", {}, "$response.body")},
    "create_analysis": {"again": _lead("get_analysis", _SAME_GAME)},
    "get_analysis": {"again": _lead("get_analysis", _SAME_GAME)},
    "create_game_suggestion": _SUGGESTION,
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
