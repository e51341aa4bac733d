"""/v1/matches: levels, settings or bots against each other, many games at once."""

import secrets
from typing import Any

from flask import Response

from service.api.answers import CreatedMatch
from service.api.auth import api_key, bearer_token, client_id, key_if_required, reader_digest, token_needed
from service.api.idempotency import mark_replayed, once_of_request
from service.api.limits import reserve_ai_time
from service.api.requests import MatchRequest
from service.api.responses import task_of_request, task_response
from service.api.routing import ADDING, ANY, BODY, COMPUTER, IDEMPOTENT, KEYED, Routes, answers, body, problems
from service.api.services import services
from service.api.waiting import wait_for_end
from service.language import ENGLISH
from service.model.answer import extend
from service.model.problem import Problem
from service.model.tokens import OWNER, digest, new_match_id, new_token
from service.store.tasks import MATCH, Exists, Task
from service.tasks.bot_matches import cancel
from service.tasks.match_views import Match, MatchGame, game_lines, match_view
from service.tasks.matches import Creator, start_match
from service.tasks.task import Client

blueprint = Routes("matches", "Series of games between computers and bots.", "/v1/matches")
FETCHING = ("auth/unknown_token", "match/not_found")
ENDING = (*FETCHING, "auth/missing", "auth/not_the_owner")


@blueprint.post("")
@key_if_required
@body(MatchRequest)
@answers(202, CreatedMatch, "The match was accepted. Poll `links.self` for its progress. Its token is not shown again.")
@problems(
    *ADDING,
    *BODY,
    *IDEMPOTENT,
    "match/not_found",
    "auth/unknown_token",
    "variant/unknown",
    "options/invalid",
    *COMPUTER,
    "budget/invalid",
    "match/invalid",
    "match/too_many",
    "match/full",
    "quota/ai_time",
    "bot/unknown",
    "bot/not_yours",
    "bot/other_variant",
    "bot/offline",
    *KEYED,
)
def create_match(body: dict[str, Any]) -> Response:
    """Create a match.

    Two players play pairs of games with the sides exchanged. Between computers, both games of a pair have the same
    shuffles. If you send a token, only that token can read, cancel and delete the match. Otherwise anyone who knows its
    id can read it, and the `token` of the response can cancel and delete it.

    With a `bot`, the games are ordinary games: the bot is invited to each and plays through the API, so it must be
    online. You must send its token or the API key that registered it, unless it is `open_to_matches`. Every game has
    shuffles of its own: a program could remember the other game of the pair, and would know the hidden cards. A bot
    that does not accept or answer within `answer_s` seconds forfeits the game. While a bot is offline and no game runs,
    the match waits as long, then it has `failed`. The match leaves one of the bot's places free for people.
    """
    tasks = services().tasks

    once = once_of_request(body)
    match_id = new_match_id(once.draw)
    token = None if bearer_token() else new_token(match_id, once.draw, OWNER)
    key = api_key()
    client = Client(
        client_id(), reserve_ai_time, reader_digest(), token=bearer_token(), key_id=None if key is None else key.id
    )
    creator = Creator(digest(token) if token else "", once.fingerprint)
    try:
        match, is_repeated = start_match(tasks, body, client, creator, match_id), False
    except (Problem, Exists):  # refused perhaps because it was carried out before
        known = tasks.store.find(match_id) if once.request else None
        if known is None:
            raise
        once.require_same(known.request["fingerprint"])
        match, is_repeated = known, True
    response = task_response(extend(CreatedMatch, match_view(match), token=token), 202)
    response.headers["Location"] = f"/v1/matches/{match.id}"
    mark_replayed(response, is_repeated)
    return response


@blueprint.get("/<match_id>")
@answers(200, Match)
@problems(*ANY, *FETCHING)
def get_match(match_id: str) -> Response:
    """Get a match.

    With `Prefer: wait=10` the response is delayed until the match is over, for at most 10 seconds.
    """
    return task_response(match_view(wait_for_end(task_of_request(MATCH, match_id))), may_wait=True)


@blueprint.post("/<match_id>/cancel")
@token_needed
@answers(200, Match)
@problems(*ANY, *ENDING)
def cancel_match(match_id: str) -> Response:
    """Cancel a match.

    Finished games are kept. A match that is over does not change. Send the token that the match was created with, or
    the one that you got then.
    """
    match = _match_to_end(match_id)
    cancel(services().tasks, match)
    return task_response(match_view(services().tasks.store.load(MATCH, match.id)))


def _match_to_end(match_id: str) -> Task:
    """The match, if the request may end it; raises Problem. One of an earlier version of the service has no token of
    its own.
    """
    match = task_of_request(MATCH, match_id)
    owner = match.request.get("owner", "")
    if owner and not secrets.compare_digest(owner, reader_digest()):
        raise Problem("auth/not_the_owner", ENGLISH.phrase("send_match_token"))
    return match


@blueprint.delete("/<match_id>")
@token_needed
@answers(200, Match, "The deleted match.")
@problems(*ANY, *ENDING)
def delete_match(match_id: str) -> Response:
    """Delete a match.

    Deletes the match and its games, and stops it if it is running. To stop a match and keep its games, POST to
    `/cancel`. Send the token as for that.
    """
    match = _match_to_end(match_id)
    cancel(services().tasks, match)
    return task_response(match_view(services().tasks.store.delete(match)))


@blueprint.get("/<match_id>/games")
@answers(200, str, "One MatchGame per line.", media_type="application/x-ndjson", item=MatchGame)
@problems(*ANY, *FETCHING)
def list_match_games(match_id: str) -> Response:
    """Download the games of a match.

    Returns the finished games as lines of JSON, each with its shuffles and moves, so that it can be replayed.
    """
    lines = game_lines(services().tasks.store, task_of_request(MATCH, match_id))
    return Response(lines, content_type="application/x-ndjson")
