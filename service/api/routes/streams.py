"""/v1/games/{id}/stream and /tickets: a game's events as server-sent events."""

from functools import partial
from typing import Any

from flask import Response, request

from service.api.answers import EventMessage, GameUpdate, Ticket
from service.api.auth import bearer_token, reader_digest, token_needed, viewer_of
from service.api.event_streams import sse_text, stream_response
from service.api.languages import request_language
from service.api.requests import StreamQuery
from service.api.responses import json_response
from service.api.routing import ANY, LOOKING, Routes, answers, problems, query
from service.api.services import services
from service.api.waiting import place_in
from service.live.hub import Reader
from service.live.streams import Stream, StreamMessage, Viewer, game_news
from service.live.tickets import new_ticket, token_of_ticket
from service.model.game import Game
from service.model.revision import word_of
from service.store.games import commits_after

blueprint = Routes("streams", "Follow a game with server-sent events.", "/v1/games")


@blueprint.get("/<game_id>/stream")
@query(StreamQuery)
@answers(200, EventMessage, "Events as they happen, until the game is over.", media_type="text/event-stream")
@answers(204, description="The game is over and you have all of its events: do not reconnect.")
@problems(*ANY, *LOOKING, "request/invalid", "stream/full", "stream/unknown_version", "ticket/unknown")
def stream_events(query: dict[str, Any], game_id: str) -> Response:
    """Stream events.

    Sends the events as server-sent events, as your seat may know them. The id of a message is a revision, its data are
    the events of that version. With `view=true` the view comes with them, so that you need not get it again. With
    `Accept-Encoding: gzip` the stream is compressed, which makes views small. The service closes a stream from time to
    time: reconnect with the last id as `Last-Event-ID`, as browsers do, or as `after`. If the game does not have that
    revision any more, the stream begins with the first event and says so: `from_start`. Browsers cannot send a token:
    POST to `/tickets` first and open the stream with `?ticket=`. `EventSource` then reconnects by itself with the same
    ticket. It stops (`readyState` is `CLOSED`) after 204, or when the ticket has expired: get a new ticket then.
    """
    game = services().games.load(game_id)
    if "ticket" in query:
        token_digest = token_of_ticket(game, query["ticket"])
    else:
        viewer_of(game)
        token_digest = reader_digest()
    after = place_in(game, request.headers.get("Last-Event-ID", "") or query["after"])
    if game.is_over and after == game.revision:
        return Response(status=204)
    return stream_response(partial(_open_stream, game, token_digest, after, query["view"]), _message_text)


@blueprint.post("/<game_id>/tickets")
@token_needed
@answers(201, Ticket)
@problems(*ANY, *LOOKING, "auth/missing")
def create_ticket(game_id: str) -> Response:
    """Create a ticket.

    A ticket replaces your token in a URL that a browser opens without headers: `/stream?ticket=`. It is for this game's
    stream only and shows what your token shows. It can be used again and again for `expires_in_s` seconds, and ends
    with its token and its game.
    """
    life_s = services().settings.ticket_s
    ticket = new_ticket(services().games.load(game_id), bearer_token(), life_s)
    response = json_response(Ticket(ticket=ticket, expires_in_s=life_s), 201)
    response.headers["Cache-Control"] = "no-store"
    return response


def _open_stream(
    game: Game, token_digest: str, after: str, has_views: bool, reader: Reader
) -> Stream[StreamMessage, str | None]:
    role, store, hub = game.tokens.get(token_digest), services().store.games, services().hub
    seat = role if isinstance(role, int) else None
    is_known = not word_of(after) or after == game.revision or commits_after(store, game.id, after, 0) is not None
    news = partial(game_news, store, hub, Viewer(game.id, seat, token_digest, request_language(), has_views))
    return Stream(hub, game.id, news, after if is_known else None, services().settings.max_stream_s, reader)


def _message_text(message: StreamMessage) -> str:
    update = GameUpdate(
        events=message.events,
        version=message.version,
        revision=message.revision,
        from_start=message.from_start,
        view=message.view,
    )
    return sse_text(message.revision, update)
