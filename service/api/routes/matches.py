"""/v1/matches: levels, settings or bots against each other, many games at once."""

import secrets

from flask import Response

from service.api.answers import CreatedMatch
from service.api.auth import bearer_token, client_id, need_token, reader_digest, task_of_request
from service.api.limits import reserve_ai_time
from service.api.operation import COMPUTER, ONCE, TASK, TOKEN_AND_KEY, Call, Needs, Reply, Routes
from service.api.requests import MatchRequest
from service.api.responses import private
from service.api.waiting import wait_for_end
from service.language import ENGLISH
from service.model.answer import extend
from service.model.problem import Problem
from service.model.tokens import OWNER, digest, new_id, new_token
from service.store.tasks import MATCH, Exists
from service.tasks.bot_matches import cancel
from service.tasks.match_views import Match, MatchGame, game_lines, match_view
from service.tasks.matches import start_match
from service.tasks.task import Client

routes = Routes("matches", "Series of games between computers and bots.", "/v1/matches", ("tasks",))
LINES = "application/x-ndjson"
READER = Needs(("auth/unknown_token", "task/not_found"))
"""Who has the token with which the match was created, if any."""
ENDER = Needs(("auth/missing", *READER.codes, "auth/not_the_owner"), need_token)
"""Who has that token, or the one that was given with the match."""


@routes.post(
    "",
    needs=TOKEN_AND_KEY,
    body=MatchRequest,
    answers={202: Reply(CreatedMatch, "The match was accepted. Get it with its `id`. Its token is not shown again.")},
    refuses=(
        "task/not_found",
        "variant/unknown",
        "options/invalid",
        *COMPUTER,
        *TASK,
        "bot/unknown",
        "bot/not_yours",
        "bot/other_variant",
        "bot/offline",
    ),
    creates="/v1/matches/{answer.id}",
    once=ONCE,
    cache=private,
    limit="match",
)
def create_match(call: Call) -> CreatedMatch:
    """Create a match.

    Two players play pairs of games with the sides exchanged. Between computers, both games of a pair have the same
    shuffles. If you send a token, only that token can read and cancel the match. Otherwise anyone who knows its id can
    read it, and the `token` of the response can cancel it. It is deleted after a while.

    With a `bot_id`, the games are ordinary games: the bot is invited to each and plays through the API, so it must be
    online. You must send its token or the API key that registered it, unless it is `open_to_matches`. Every game has
    shuffles of its own: a program could remember the other game of the pair, and would know the hidden cards. A bot
    that does not accept or answer within `answer_s` seconds forfeits the game. While a bot is offline and no game runs,
    the match waits as long, then it has `failed`. The match leaves one of the bot's places free for people.
    """
    tasks, once = call.services.tasks, call.once()
    match_id = new_id("match", once.draw)
    token = None if bearer_token() else new_token(match_id, once.draw, OWNER)
    client = Client(client_id(), reserve_ai_time, reader_digest(), digest(token) if token else "", once.fingerprint)
    try:
        match = start_match(tasks, call.body, client, match_id)
    except (Problem, Exists):  # refused perhaps because it was carried out before
        known = tasks.store.find(match_id) if once.request else None
        if known is None:
            raise
        once.require_same(known.request["fingerprint"])
        match, call.is_repeated = known, True
    return extend(CreatedMatch, match_view(match), token=token)


@routes.get("/<match_id>", needs=READER, answers={200: Match}, waits=True, cache=private)
def get_match(call: Call, match_id: str) -> Match:
    """Get a match.

    With `Prefer: wait=10` the response is delayed until the match is over, for at most 10 seconds.
    """
    return match_view(wait_for_end(task_of_request(MATCH, match_id), call.wait_s()))


@routes.post("/<match_id>/cancel", needs=ENDER, answers={200: Match}, cache=private)
def cancel_match(call: Call, match_id: str) -> Match:
    """Cancel a match.

    Finished games are kept. A match that is over does not change. Send the token that the match was created with, or
    the one that you got then.
    """
    match = task_of_request(MATCH, match_id)
    owner = match.request["owner"]
    if owner and not secrets.compare_digest(owner, reader_digest()):
        raise Problem("auth/not_the_owner", ENGLISH.phrase("send_match_token"))
    cancel(call.services.tasks, match)
    return match_view(call.services.tasks.store.load(MATCH, match.id))


@routes.get(
    "/<match_id>/games",
    needs=READER,
    answers={200: Reply({LINES: str}, "One MatchGame per line.", item=MatchGame)},
)
def list_match_games(call: Call, match_id: str) -> Response:
    """Download the games of a match.

    Returns the finished games as lines of JSON, each with its shuffles and moves, so that it can be replayed.
    """
    lines = game_lines(call.services.tasks.store, task_of_request(MATCH, match_id))
    return Response(lines, content_type=LINES)
