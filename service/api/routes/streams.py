"""/v1/games/{id}/stream and /tickets: a game's events as server-sent events."""

from functools import partial

from flask import Response, request

from service.api.answers import EventMessage, Ticket
from service.api.auth import reader_digest, viewer_of
from service.api.event_streams import sse_text, stream_response
from service.api.operation import EVENT_STREAM, MEMBER, VIEWER, Call, Reply, Routes
from service.api.requests import StreamQuery
from service.api.responses import no_store
from service.api.waiting import place_in
from service.live.streams import Viewer, game_news, new_ticket, token_of_ticket
from service.model.revision import word_of

routes = Routes("streams", "Follow a game with server-sent events.", "/v1/games", ("player",))


@routes.get(
    "/<game_id>/stream",
    needs=VIEWER,
    query=StreamQuery,
    answers={
        200: Reply({EVENT_STREAM: EventMessage}, "Events as they happen, until the game is over."),
        204: Reply(description="The game is over and you have all of its events: do not reconnect."),
    },
    refuses=("stream/full", "stream/unknown_version", "ticket/unknown"),
    texts=True,
)
def stream_events(call: Call, game_id: str) -> Response | None:
    """Stream events.

    Sends the events as server-sent events, as your seat may know them. The id of a message is a revision, its data are
    the events of that version. With `view=true` the view comes with them, so that you need not get it again. With
    `Accept-Encoding: gzip` the stream is compressed, which makes views small. The service closes a stream from time to
    time: reconnect with the last id as `Last-Event-ID`, as browsers do, or as `after`. If the game does not have that
    revision any more, the stream begins with the first event and says so: `from_start`. Browsers cannot send a token:
    POST to `/tickets` first and open the stream with `?ticket=`. `EventSource` then reconnects by itself with the same
    ticket. It stops (`readyState` is `CLOSED`) after 204, or when the ticket has expired: get a new ticket then.
    """
    game, query = call.games.load(game_id), call.query
    if "ticket" in query:
        token_digest = token_of_ticket(game, query["ticket"])
    else:
        viewer_of(game)
        token_digest = reader_digest()
    after = place_in(game, request.headers.get("Last-Event-ID", "") or query["after"])
    if game.is_over and after == game.revision:
        return None
    role, store = game.tokens.get(token_digest), call.store.games
    seat = role if isinstance(role, int) else None
    viewer = Viewer(game.id, seat, token_digest, call.language, query["view"])
    news = partial(game_news, call.games, call.services.hub, viewer)
    is_known = not word_of(after) or after == game.revision or store.commits_after(game.id, after, 0) is not None
    return stream_response(game.id, news, after if is_known else None, lambda update: sse_text(update.revision, update))


@routes.post("/<game_id>/tickets", needs=MEMBER, answers={201: Ticket}, cache=no_store, limit="read")
def create_ticket(call: Call, game_id: str) -> Ticket:
    """Create a ticket.

    A ticket replaces your token in a URL that a browser opens without headers: `/stream?ticket=`. It is for this game's
    stream only and shows what your token shows. It can be used again and again for `expires_in_s` seconds, and ends
    with its token and its game.
    """
    life_s = call.settings.ticket_s
    game, _ = call.load(game_id)
    return Ticket(ticket=new_ticket(game, reader_digest(), life_s), expires_in_s=life_s)
