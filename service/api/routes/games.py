"""/v1/games: create, list, see, join, play, resign, and the events of a game."""

import re
from collections.abc import Callable
from typing import Any

from flask import Response, jsonify
from marshmallow import RAISE

from service.api.auth import api_key, bearer_token, key_if_required, token_needed, viewer_of
from service.api.openapi.problem_docs import ANY, BODY, KEYED, LOOKING, SITTING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import CURSOR_PATTERN, CreateGameRequest, EventsQuery, GameQuery, GamesQuery, JoinRequest, MoveRequest
from service.api.responses import is_known, lasting, view_response
from service.api.services import parts
from service.api.waiting import preferred_wait_s, wait_for_turn
from service.games import create, play
from service.games.catalogue import cards_view
from service.games.replay import game_at
from service.games.views import events_view, game_view, summary
from service.model import tokens
from service.model.game import GameRecord
from service.model.problem import Problem

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Create, join and play games.")


CURSOR = re.compile(CURSOR_PATTERN)


@blueprint.post("")
@key_if_required
@blueprint.arguments(CreateGameRequest)
@blueprint.response(201, "CreatedGame", description="The view of the first person's seat, with the tokens, shown this once.")
@with_problems(blueprint, *ANY, *BODY, "variant/unknown", "options/invalid", "seats/invalid", "level/unknown", "expiry/too_long", *KEYED)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game.

    It starts at once unless a seat is open. Keep the tokens: they are not shown again. With `Prefer: wait=10` the answer is held
    until it is your turn.
    """
    key = api_key()
    created = create.create_game(
        parts().store,
        parts().queue,
        body["variant"],
        body.get("preset"),
        body.get("options"),
        body.get("seats", []),
        body["public"],
        body.get("pace_ms", parts().settings.ai_pace_ms),
        time_limit_s=body.get("time_limit_s"),
        absent_after_s=body.get("absent_after_s", parts().settings.absent_after_s),
        expire_after_s=_lifetime(body.get("expire_after_s")),
        seed_digest=body.get("seed_digest"),
        key_id=None if key is None else key.id,
    )
    tokens = {str(seat): token for seat, token in created.tokens.items()}
    secrets = {"tokens": tokens, "owner": created.owner, "join_code": created.join_code}
    response = _when_asked(created.game, min(created.tokens, default=None), lambda game: secrets)
    response.status_code = 201
    response.headers["Location"] = f"/v1/games/{created.game.id}"
    return response


def _lifetime(asked_s: int | None) -> int | None:
    longest = parts().settings.max_ttl_s
    if asked_s is not None and asked_s > longest:
        raise Problem("expiry/too_long", f"expire_after_s: {asked_s} is out of range; allowed is 60 to {longest}", field="expire_after_s")
    return asked_s


@blueprint.get("")
@blueprint.arguments(GamesQuery, location="query", unknown=RAISE)
@blueprint.response(200, "GameList")
@with_problems(blueprint, *ANY, "request/invalid", "cursor/invalid")
def list_games(query: dict[str, Any]) -> Response:
    """List public games, newest first.

    A page has up to `limit` games; `next` is the `cursor` of the page after it, null on the last one.
    """
    cursor = query.get("cursor", "")
    if cursor and not CURSOR.fullmatch(cursor):
        raise Problem("cursor/invalid", f"cursor: {cursor!r} is not `next` of a page of this list", field="cursor")
    found, following = parts().store.public_games(
        cursor,
        query["limit"],
        lambda game: query.get("status", game.status) == game.status and query.get("variant", game.variant_key) == game.variant_key,
    )
    return jsonify({"games": [summary(game) for game in found], "next": following})


@blueprint.get("/<game_id>")
@blueprint.arguments(GameQuery, location="query", unknown=RAISE)
@blueprint.response(200, "GameView")
@blueprint.alt_response(304, description="Nothing has changed.")
@with_problems(blueprint, *ANY, *LOOKING, "request/invalid", "version/unknown", "rules/changed")
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """See a game as your seat sees it, or as a spectator without a token.

    Send `If-None-Match` with the last ETag and the answer is 304 while nothing has changed. With `at` you see an earlier version: what
    your seat saw then, and no more.
    """
    game = parts().store.load(game_id)
    seat = viewer_of(game)
    if "at" in query:
        game = game_at(parts().store, game, query["at"])
    if is_known(game.version):
        return view_response({}, game.version, 304)
    return view_response(game_view(game, seat), game.version)


@blueprint.get("/<game_id>/cards")
@blueprint.response(200, "CardList")
@blueprint.alt_response(304, description="Nothing has changed.")
@with_problems(blueprint, *ANY, *LOOKING)
def list_game_cards(game_id: str) -> Response:
    """List the cards that the game is played with.

    What each of them does is told as the game's options have it.
    """
    game = parts().store.load(game_id)
    viewer_of(game)
    return lasting(jsonify(cards_view(game.variant, game.preset, game.options)), private=True)


@blueprint.post("/<game_id>/join")
@blueprint.arguments(JoinRequest)
@blueprint.response(201, "JoinedGame", description="Your view, with the token of your seat, shown this once.")
@with_problems(blueprint, *ANY, *BODY, "game/not_found", "join/no_open_seat", "join/wrong_code")
def join_game(body: dict[str, Any], game_id: str) -> Response:
    """Take an open seat with the join code; the game starts when the last one is taken.

    With `Prefer: wait=10` the answer is held until it is your turn.
    """
    joined = create.join_game(
        parts().store, parts().queue, game_id, body["code"], body.get("name"), body.get("seat"), body.get("client_seed")
    )
    response = _when_asked(joined.game, joined.seat, lambda game: {"token": joined.token})
    response.status_code = 201
    return response


@blueprint.post("/<game_id>/moves")
@token_needed
@blueprint.arguments(MoveRequest)
@blueprint.response(200, "PlayedGame", description="Your view after the move and the events since.")
@with_problems(
    blueprint,
    *ANY,
    *BODY,
    *SITTING,
    "move/invalid",
    "move/illegal",
    "move/stale",
    "move/not_your_turn",
    "game/over",
    "game/not_started",
    "seat/handed_over",
)
def play_move(body: dict[str, Any], game_id: str) -> Response:
    """Play a move: answer the decision that `ply` names.

    Sending the same move again is safe: it counts once, and the answer says `Idempotent-Replayed: true`. With
    `Prefer: wait=10` the answer is held until it is your turn again.
    """
    seat = tokens.seat_of(parts().store.load(game_id), bearer_token())
    played = play.play_move(parts().store, parts().queue, game_id, seat, body["ply"], body["move"])
    response = _when_asked(played.game, seat, lambda game: {"events": _events_of(game, played.version, seat)})
    if played.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _when_asked(game: GameRecord, seat: int | None, beside: Callable[[GameRecord], dict[str, Any]]) -> Response:
    """The view of ``seat`` with the fields ``beside`` it, held as ``Prefer: wait`` says until the seat is asked."""
    wait_s = 0 if seat is None else preferred_wait_s()
    if seat is not None and wait_s:
        game = wait_for_turn(game, seat, wait_s)
    response = view_response(game_view(game, seat) | beside(game), game.version)
    if wait_s:
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    return response


def _events_of(game: GameRecord, first: int, seat: int) -> list[dict[str, Any]]:
    """The events from version ``first`` to that of ``game``."""
    stored = parts().store.events_after(game.id, first - 1)
    return events_view(game, [commit for commit in stored if commit.version <= game.version], seat)


@blueprint.post("/<game_id>/resign")
@token_needed
@blueprint.response(200, "GameView")
@with_problems(blueprint, *ANY, *SITTING, "game/over", "game/not_started", "seat/handed_over")
def resign(game_id: str) -> Response:
    """Give up: the other side wins.

    The game is over at once, for the partner in a game of four as well.
    """
    seat = tokens.seat_of(parts().store.load(game_id), bearer_token())
    game = play.resign(parts().store, parts().queue, game_id, seat)
    return view_response(game_view(game, seat), game.version)


@blueprint.get("/<game_id>/events")
@blueprint.arguments(EventsQuery, location="query", unknown=RAISE)
@blueprint.response(200, "EventList")
@with_problems(blueprint, *ANY, *LOOKING, "request/invalid", "wait/full")
def list_events(query: dict[str, Any], game_id: str) -> Response:
    """List what has happened after a version, as your seat may know it.

    With `wait` the request is held until the version changes. A change may come without events: go on from `version` in any case.
    """
    store = parts().store
    game = store.load(game_id)
    seat = viewer_of(game)
    if game.version <= query["after"] and query["wait"]:
        parts().hub.wait_past(game_id, game.version, min(query["wait"], parts().settings.max_wait_s))
    commits = store.events_after(game_id, query["after"])
    version = commits[-1].version if commits else query["after"]
    return view_response({"events": events_view(game, commits, seat), "version": version}, version)
