"""Every problem that the service answers with: its code, status and title, what causes it, and what to do.

The codes are stable. `/problems/<code>` shows the texts, which are Markdown, with an example
(``openapi/problem_examples.py``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.api.bot_problems import BOT_PROBLEMS


@dataclass(frozen=True)
class ProblemKind:
    """What is always the same about a problem."""

    status: int
    title: str
    cause: str
    remedy: str


PROBLEMS: Final[Mapping[str, ProblemKind]] = {
    "request/malformed": ProblemKind(
        400,
        "Malformed request",
        "The body is not JSON in UTF-8, is nested too deeply, or the request is not valid HTTP.",
        "Send one JSON object in UTF-8, written by a JSON library. `detail` names the place where reading failed.",
    ),
    "request/invalid": ProblemKind(
        422,
        "Invalid request",
        "A field of the body or a query parameter is unknown, is missing, or has a value that does not fit.",
        "Correct the fields in `errors`: each entry has a JSON pointer to the field and a sentence that says what "
        "would be right.",
    ),
    "request/too_large": ProblemKind(
        413,
        "Request body too large",
        "The body has more bytes than the service accepts. The operator sets the limit with `FACEOFF_MAX_BODY_BYTES`.",
        "Send a shorter body: the [API reference](/docs) shows what each operation needs.",
    ),
    "request/address_too_long": ProblemKind(
        414,
        "Request URL too long",
        "The first line of the request, which contains the address with its query, is too long.",
        "Shorten the address. The longest that the service needs is that of a stream with a ticket, about 200 "
        "characters.",
    ),
    "request/headers_too_large": ProblemKind(
        431,
        "Request headers too large",
        "A header is too long, or there are too many of them.",
        "Send fewer headers. Check whether a browser or a proxy adds large cookies: the service reads none.",
    ),
    "request/media_type": ProblemKind(
        415,
        "Unsupported media type",
        "The request has a body that is not declared as JSON.",
        "Send `Content-Type: application/json`. With curl, that is `-H 'Content-Type: application/json'` or `--json`.",
    ),
    "request/not_acceptable": ProblemKind(
        406,
        "Not acceptable",
        "The service has the resource in none of the media types of the `Accept` header.",
        "Accept one of the types that `detail` lists, or leave the header out.",
    ),
    "request/not_found": ProblemKind(
        404,
        "Address not found",
        "The service has no such address.",
        "Compare the path with the [API reference](/docs). Follow the addresses in `links` of a response instead "
        "of composing them.",
    ),
    "request/method": ProblemKind(
        405,
        "Method not allowed",
        "The address exists, but not with this HTTP method.",
        "Use a method of the `Allow` header.",
    ),
    "cors/not_allowed": ProblemKind(
        403,
        "Origin not allowed",
        "A web page of another origin asked, through its browser, whether it may call the service, and it may not.",
        "Ask the operator to add the origin of your page to `FACEOFF_CORS_ORIGINS`, or call the service from your "
        "own server.",
    ),
    "auth/missing": ProblemKind(
        401,
        "Token required",
        "The operation needs a token, and the request has none.",
        "Send `Authorization: Bearer <token>` with the token of your seat, from the response that created or "
        "joined the game.",
    ),
    "auth/unknown_token": ProblemKind(
        401,
        "Unknown token",
        "The game does not know the token, or the header is not of the form `Bearer <token>`. The owner of a game "
        "can renew the token of a seat; the old one is then unknown.",
        "Send the token exactly as you got it. If it was renewed, ask the owner of the game for the new one.",
    ),
    "auth/foreign_token": ProblemKind(
        403,
        "Token of another game",
        "The token belongs to another game than the one in the address. The part of a token before the dot is the "
        "id of its game.",
        "Send the token of this game. A rematch keeps the tokens of the first game; a new game has its own.",
    ),
    "auth/not_a_seat": ProblemKind(
        403,
        "Seat token required",
        "The request has the owner's token, and only a player may do this.",
        "Send the token of a seat: one of `tokens` in the response that created the game, or `token` in the one "
        "that joined it.",
    ),
    "auth/not_the_owner": ProblemKind(
        403,
        "Owner token required",
        "The request has the token of a seat, and only the owner of the game may do this. Or only who created a "
        "match may.",
        "Send the token `owner` of the response that created the game, or the `token` of the one that created the "
        "match.",
    ),
    "key/missing": ProblemKind(
        401,
        "API key required",
        "The service, or this operation, needs an API key, and the request has none.",
        "Send the key that the operator gave you as `X-Api-Key`. For the webhooks of one game, the token of that "
        "game is enough.",
    ),
    "key/unknown": ProblemKind(
        401,
        "Unknown API key",
        "The service does not know the API key, or the operator has revoked it.",
        "Check that the key was copied completely, or ask the operator for a new one.",
    ),
    "limit/exceeded": ProblemKind(
        429,
        "Rate limit exceeded",
        "You have sent more requests in a short time than the operator allows one caller.",
        "Wait for the seconds in `Retry-After`. Use long polls (`wait`), streams or webhooks instead of frequent "
        "requests.",
    ),
    "quota/ai_time": ProblemKind(
        429,
        "AI time quota exceeded",
        "Suggestions, hints, analyses and matches would use more computing time than is left of your quota.",
        "Wait for the seconds in `Retry-After`, or ask for a smaller budget. The `RateLimit` headers say what is "
        "left of the quota.",
    ),
    "variant/not_found": ProblemKind(
        404,
        "Variant not found",
        "The address contains the key of a variant that the service does not have.",
        "Use a `key` of [`GET /v1/variants`](/docs/operations/list_variants). Keys are lower-case words with "
        "underscores between them.",
    ),
    "variant/unknown": ProblemKind(
        422,
        "Unknown variant",
        "`variant` in the body is not the key of a variant that the service has.",
        "Use a `key` of [`GET /v1/variants`](/docs/operations/list_variants). Keys are lower-case words with "
        "underscores between them.",
    ),
    "options/invalid": ProblemKind(
        422,
        "Invalid options",
        "The preset is unknown, an option is unknown or has a value that it cannot have, or the options contradict "
        "each other.",
        "Correct the option in `field`. `rule_url` leads to the rule, if one forbids the value; the variant's page "
        "lists its options.",
    ),
    "seats/invalid": ProblemKind(
        422,
        "Invalid seats",
        "The seats do not fit the game: their number differs from that of the options, or an entry contradicts itself.",
        "Send one entry for each seat, in order, or leave `seats` out to play against computers.",
    ),
    "level/unknown": ProblemKind(
        422,
        "Unknown level",
        "There is no computer opponent of this level.",
        "Use a number of `levels` of the variant.",
    ),
    "rating/unknown": ProblemKind(
        422,
        "Unknown rating",
        "There is no computer opponent of this rating: it is outside the range of the variant, or the variant's "
        "levels are not rated.",
        "Use a number from `lowest` to `highest` of the variant's `ratings`, or a `level`.",
    ),
    "style/unknown": ProblemKind(
        422,
        "Unknown style",
        "The computer opponents of the variant have no such style.",
        "Use a `style` of the variant's `styles`, or leave it out.",
    ),
    "game/not_found": ProblemKind(
        404,
        "Game not found",
        "There is no game of this id, it has expired, or it is private and the request has no token of it.",
        "Check the id. Send your token for a private game. Games expire some time after the last change, see "
        "`expires_at` of a view.",
    ),
    "version/unknown": ProblemKind(
        404,
        "Version not found",
        "The game has not reached the version in `at`.",
        "Ask for a version from 1 to the `version` of the game.",
    ),
    "rules/changed": ProblemKind(
        409,
        "Rules version mismatch",
        "The game was played by another version of the rules than the service has now, so that it cannot be replayed.",
        "Read the latest view, without `at`.",
    ),
    "game/over": ProblemKind(
        409,
        "Game over",
        "The game is finished or was aborted, and can no longer be changed.",
        "Read `status` and `result` of the game. Players can ask for a rematch.",
    ),
    "game/not_started": ProblemKind(
        409,
        "Game not started",
        "A seat is open, or the creator has not yet handed in the promised seed.",
        "Wait until `status` is `active`: with a long poll of the events, a stream or a webhook.",
    ),
    "abort/too_late": ProblemKind(
        409,
        "Game already begun",
        "A game can be aborted only before its first move and, if several persons or bots play, only before cards "
        "are dealt.",
        "Resign, or let a computer take over your seat.",
    ),
    "rematch/not_finished": ProblemKind(
        409,
        "Game not finished",
        "A rematch can be asked for only after the game is finished.",
        "Finish the game, or resign, and then ask again.",
    ),
    "seat/not_found": ProblemKind(
        404,
        "Seat not found",
        "The game has no seat of this number.",
        "Use a `seat` of `seats` of the game. Seats are numbered from 0.",
    ),
    "seat/not_a_person": ProblemKind(
        409,
        "Seat not played by a person",
        "The operation is for seats of persons, and a computer plays this one, or it is open.",
        "Look at `kind` in `seats` of the game.",
    ),
    "seat/not_absent": ProblemKind(
        409,
        "Player not absent",
        "A computer takes over another player's seat only if the game has waited long enough for that player.",
        "Wait for the time that `detail` names. Players can hand over their own seat at any time.",
    ),
    "seat/taken_over": ProblemKind(
        409,
        "Seat taken over by a computer",
        "A computer plays for you, so your moves are not accepted.",
        "Return to your seat with [`POST "
        "/v1/games/{game_id}/seats/{number}/return`](/docs/operations/return_to_seat), then play.",
    ),
    "seed/not_promised": ProblemKind(
        409,
        "No seed promised",
        "No seed was promised with this token: the request that created the game, or took the seat, had no "
        "`seed_digest`.",
        "Send `seed_digest` when you create or join a game, and reveal the seed when `fairness.reveal_by` is set.",
    ),
    "seed/mismatch": ProblemKind(
        422,
        "Seed mismatch",
        "The SHA-256 digest of `client_seed` is not the `seed_digest` that was promised.",
        "Send the very text whose digest you have promised, without a line break at the end.",
    ),
    "seat/not_yours": ProblemKind(
        403,
        "Token of another seat",
        "Only the player of the seat in the address may do this, and the token is another one.",
        "Send the token of that seat, or the number of yours, which is `you.seat` in your view.",
    ),
    "idempotency/invalid_key": ProblemKind(
        400,
        "Invalid idempotency key",
        "`Idempotency-Key` is not a string of 16 to 128 printable ASCII characters.",
        "Send a random UUID in quotation marks: a new one for every new request, the same one when you repeat a "
        "request.",
    ),
    "idempotency/mismatch": ProblemKind(
        422,
        "Idempotency key used for another request",
        "The `Idempotency-Key` was used within 24 hours for a request with another path or body.",
        "Use a new key for every new request. To repeat a request, send exactly the same body.",
    ),
    "idempotency/running": ProblemKind(
        409,
        "Request still running",
        "A request with this `Idempotency-Key` is being carried out.",
        "Send it again in a second. You then get the response of the first request.",
    ),
    "expiry/too_long": ProblemKind(
        422,
        "Expiry too long",
        "`expire_after_s` is more than the operator allows.",
        "Send at most the seconds that `detail` names, or leave the field out.",
    ),
    "record/not_over": ProblemKind(
        409,
        "Game not over",
        "The record of a game contains its hidden cards, so it is available only after the end.",
        "Wait until `status` is `finished` or `aborted`. Until then, the events have what you may know.",
    ),
    "analysis/not_over": ProblemKind(
        409,
        "Analysis not available yet",
        "An analysis shows the best moves, so it is available only after the end of the game.",
        "Wait until `status` is `finished` or `aborted`. Until then, ask for a hint.",
    ),
    "analysis/not_found": ProblemKind(
        404,
        "Analysis not found",
        "No analysis of this seat was requested.",
        "Ask with [`POST /v1/games/{game_id}/analysis`](/docs/operations/ask_analysis), then get it.",
    ),
    "analysis/too_many": ProblemKind(
        429,
        "Too many open analyses",
        "You have as many analyses queued or running as one caller may have.",
        "Wait until one of them is done.",
    ),
    "analysis/full": ProblemKind(
        503,
        "Analysis queue full",
        "The service has as many analyses queued or running as it accepts.",
        "Wait for the seconds in `Retry-After` and ask again.",
    ),
    "join/no_open_seat": ProblemKind(
        409,
        "No open seat",
        "Every seat of the game is taken, or the seat that you asked for is.",
        "Look for another game with [`GET /v1/games?joinable=true`](/docs/operations/list_games), or let "
        "[`POST /v1/games/quick`](/docs/operations/play_now) pair you.",
    ),
    "join/wrong_code": ProblemKind(
        403,
        "Wrong join code",
        "The code is not the join code of this game, or it is missing.",
        "Send `code` as the creator of the game gave it to you. Games that are `joinable` need none.",
    ),
    "move/invalid": ProblemKind(
        422,
        "Invalid move",
        "The move is not one of this variant: its `type` is unknown, or a field is missing, unknown or does not fit.",
        "Send the `move` of an entry of `legal_moves` as it is. `errors` has a JSON pointer to each part at fault.",
    ),
    "move/illegal": ProblemKind(
        409,
        "Illegal move",
        "The move is well formed, but the rules do not allow it now.",
        "Send the `move` of an entry of `legal_moves`. `rule` and `rule_url` name the rule that forbids the move.",
    ),
    "move/not_your_turn": ProblemKind(
        409,
        "Not your turn",
        "Another seat is to act.",
        "Wait until your seat is in `to_act`: with `Prefer: wait` after a move, a long poll of the events, or a "
        "stream.",
    ),
    "move/stale": ProblemKind(
        409,
        "Stale move",
        "`ply` is not the number of the current decision: the game has gone on since your view, or your move was "
        "answered already.",
        "Continue from `view`, which is your current view of the game. Send its `ply` with the next move.",
    ),
    "observation/invalid": ProblemKind(
        422,
        "Inconsistent observation",
        "No position of the variant looks like this observation: a field does not fit, or two of them contradict "
        "each other.",
        "Correct the field in `field`. `hand` and `table` of a view have the form that an observation needs.",
    ),
    "budget/invalid": ProblemKind(
        422,
        "Invalid search budget",
        "The budget has more than one of `level`, `rating`, `simulations` and `time_ms`, is more than the service "
        "allows, or has `mistakes` without a level or a rating.",
        "Send one of these fields, within its maximum in the [API reference](/docs/schemas/HintRequest).",
    ),
    "suggestion/not_asked": ProblemKind(
        422,
        "Seat not to move",
        "The seat has nothing to decide in this position.",
        "Ask when the seat is in `to_act`, and describe the position as that seat sees it.",
    ),
    "suggestion/not_found": ProblemKind(
        404,
        "Suggestion not found",
        "There is no suggestion of this id, it has expired, or it was asked for with a token that the request does "
        "not have.",
        "Send the token with which you asked. Results are kept for a limited time: ask again.",
    ),
    "suggestion/too_many": ProblemKind(
        429,
        "Too many open suggestions",
        "You have as many suggestions queued or running as one caller may have.",
        "Wait for one of them, or delete one, and ask again.",
    ),
    "suggestion/full": ProblemKind(
        503,
        "Suggestion queue full",
        "The service has as many suggestions queued or running as it accepts.",
        "Wait for the seconds in `Retry-After` and ask again.",
    ),
    "match/invalid": ProblemKind(
        422,
        "Invalid match",
        "A player of the match is empty or has a level or rating beside settings, or the match has more pairs than "
        "the service allows.",
        "Give each player a `level`, a `rating`, or settings such as `simulations`, and at most the number of "
        "pairs that `detail` names.",
    ),
    "match/not_found": ProblemKind(
        404,
        "Match not found",
        "There is no match of this id, it has expired, or it was asked for with a token that the request does not "
        "have.",
        "Send the token with which you asked. Results are kept for a limited time.",
    ),
    "match/too_many": ProblemKind(
        429,
        "Too many open matches",
        "You have as many matches queued or running as one caller may have.",
        "Wait for one of them, or cancel one, and ask again.",
    ),
    "match/full": ProblemKind(
        503,
        "Match queue full",
        "The service has as many matches queued or running as it accepts.",
        "Wait for the seconds in `Retry-After` and ask again.",
    ),
    **{code: ProblemKind(*facts) for code, facts in BOT_PROBLEMS.items()},
    "cursor/invalid": ProblemKind(
        400,
        "Invalid cursor",
        "`cursor` is not the `next` of a page of this list.",
        "Start without a cursor, and pass `next` of each page as it is.",
    ),
    "metrics/forbidden": ProblemKind(
        403,
        "Metrics not available to remote callers",
        "The operator has set no token for the metrics, so they are answered only on the server's own machine.",
        "As the operator, set `FACEOFF_METRICS_TOKEN` and send it as `Authorization: Bearer <token>`.",
    ),
    "wait/full": ProblemKind(
        503,
        "Too many waiting requests",
        "As many requests wait for changes of games as the service holds at once.",
        "Wait for the seconds in `Retry-After` and ask again, or ask without `wait`.",
    ),
    "stream/full": ProblemKind(
        503,
        "Too many open streams",
        "As many event streams are open as the service holds at once.",
        "Wait for the seconds in `Retry-After` and connect again, or use long polls of the events.",
    ),
    "stream/unknown_version": ProblemKind(
        422,
        "Unknown version",
        "`Last-Event-ID` or `after` is not a revision, nor a version that the game has reached.",
        "Send the id of the last message of a stream of this game, or leave it out to start at the beginning.",
    ),
    "ticket/unknown": ProblemKind(
        401,
        "Unknown or expired ticket",
        "The ticket has expired, belongs to another game, or was never issued.",
        "Create a new one with [`POST /v1/games/{game_id}/tickets`](/docs/operations/create_ticket).",
    ),
    "webhook/invalid_url": ProblemKind(
        422,
        "Invalid webhook URL",
        "`url` is not an https address with a host name, or it contains credentials, a fragment or unusual characters.",
        "Send an address such as `https://play.example/hooks/faceoff`.",
    ),
    "webhook/target_refused": ProblemKind(
        422,
        "Webhook target not allowed",
        "The host of `url` does not resolve, or resolves to an address that is not public.",
        "Use a host that is reachable from the internet. For tests on your own machine, use a tunnel.",
    ),
    "webhook/too_many": ProblemKind(
        409,
        "Too many webhooks",
        "The game, or your API key, has as many webhooks as it may have.",
        "Delete one of them. To be notified of all your games, register one webhook with an API key.",
    ),
    "webhook/not_found": ProblemKind(
        404,
        "Webhook not found",
        "There is no webhook of this id that belongs to the sender of the request.",
        "List your webhooks with [`GET /v1/webhooks`](/docs/operations/list_webhooks).",
    ),
    "store/unavailable": ProblemKind(
        503,
        "Store unavailable",
        "The service cannot reach its store just now. Nothing was changed, or it is not known whether the change "
        "was stored.",
        "Wait for the seconds in `Retry-After`, then repeat the request. Moves and requests with an "
        "`Idempotency-Key` are safe to repeat.",
    ),
    "store/full": ProblemKind(
        503,
        "Store full",
        "The memory of the store is nearly used up, or its disk is full. Nothing new is accepted, so that running "
        "games can go on.",
        "Wait for the seconds in `Retry-After`, then repeat the request. Moves in games that run are still "
        "accepted, unless they get `store/unavailable`.",
    ),
    "server/error": ProblemKind(
        500,
        "Internal error",
        "The service has an error. It is not your request's fault.",
        "Report it to the operator with the `request_id`. Repeating the request may help.",
    ),
}
