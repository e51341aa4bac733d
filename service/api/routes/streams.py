"""/v1/games/{id}/stream and /tickets: a game's events as server-sent events."""

import select
import socket
from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import Response, json, jsonify, request
from marshmallow import RAISE

from service.api.auth import bearer_token, token_needed, viewer_of
from service.api.openapi.problem_docs import ANY, LOOKING, with_problems
from service.api.parsing import Blueprint
from service.api.requests import StreamQuery
from service.api.services import services
from service.live.streams import EventStream, StreamMessage
from service.live.tickets import TICKET_S, issue_ticket, redeem_ticket
from service.model.game import Game
from service.model.problem import Problem

blueprint = Blueprint("streams", __name__, url_prefix="/v1/games", description="Follow a game as it is played.")


RETRY_MS = 2000


SEND_WITHIN_S = 10
"""A reader that takes nothing for so long loses its stream, as a blocked write would keep its thread."""


@blueprint.get("/<game_id>/stream")
@blueprint.arguments(StreamQuery, location="query", unknown=RAISE)
@blueprint.response(200, "EventMessage", content_type="text/event-stream", description="Events as they happen, until the game is over.")
@blueprint.alt_response(204, description="The game is over and you know all of it: do not connect again.")
@with_problems(blueprint, *ANY, *LOOKING, "request/invalid", "stream/full", "stream/unknown_version", "ticket/unknown")
def stream_events(query: dict[str, Any], game_id: str) -> Response:
    """Follow a game's events as they happen, as your seat may know them.

    Every message has a version as its id and the events of that version as its data. After a lost connection send the last id as
    `Last-Event-ID` (browsers do it by themselves), or as `after`; a stream also ends now and then by itself. Browsers cannot send a
    token: POST to `/tickets` first and open the stream with `?ticket=`.
    """
    game = services().games.load(game_id)
    seat = redeem_ticket(services().store.tickets, game, query["ticket"]) if "ticket" in query else viewer_of(game)
    after = _last_known(game, query["after"])
    if game.is_over and after == game.version:
        return Response(status=204)
    return _event_stream(game, seat, after)


@blueprint.post("/<game_id>/tickets")
@token_needed
@blueprint.response(201, "Ticket")
@with_problems(blueprint, *ANY, *LOOKING, "auth/missing")
def create_ticket(game_id: str) -> Response:
    """Get a ticket that stands for your token once.

    It goes into an address that a browser opens without headers: `/stream?ticket=`.
    """
    ticket = issue_ticket(services().store.tickets, services().games.load(game_id), bearer_token())
    response = jsonify({"ticket": ticket, "expires_in_s": TICKET_S})
    response.status_code = 201
    response.headers["Cache-Control"] = "no-store"
    return response


def _last_known(game: Game, after: int) -> int:
    """The version that the client knows, of ``Last-Event-ID`` or else of the query."""
    text = request.headers.get("Last-Event-ID", "") or str(after)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= game.version):
        raise Problem("stream/unknown_version", f"{text[:20]!r} is not a version of game {game.id}, which is at {game.version}.")
    return int(text)


def _event_stream(game: Game, seat: int | None, after: int) -> Response:
    connection = request.environ.get("gunicorn.socket")
    if connection is not None:
        connection.settimeout(SEND_WITHIN_S)
    life_s = services().settings.max_stream_s
    stream = EventStream(services().store.games, services().hub, game, seat, after, life_s, partial(_has_hung_up, connection))
    response = Response(_lines(stream), content_type="text/event-stream; charset=utf-8")
    response.call_on_close(stream.close)  # also when nothing was ever read from it
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization"
    response.headers["X-Accel-Buffering"] = "no"  # proxies pass each message on at once
    return response


def _has_hung_up(connection: socket.socket | None) -> bool:
    """Whether the reader has closed its end; not to be seen under servers that do not show the connection, or outside Linux."""
    if connection is None or not hasattr(select, "POLLRDHUP"):
        return False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


def _lines(stream: EventStream) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    for message in stream:
        yield ":\n\n" if message is None else _message_text(message)


def _message_text(message: StreamMessage) -> str:
    return f"id: {message.version}\ndata: {json.dumps({'events': message.events, 'version': message.version})}\n\n"
