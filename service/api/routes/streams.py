"""How clients learn of changes: /v1/games/{id}/stream and /tickets, a game's events as server-sent events, in which
those of a bot come too; and /v1/webhooks, URLs that are notified when a game changes.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final

from flask import request
from marshmallow.validate import Length

from service.api.answers import EventMessage, Ticket, WebhookList
from service.api.auth import bearer_token, key_holder, need_token, reader_digest, services, viewer_of
from service.api.fields import ID, RequestSchema, place_field, query_flag, string
from service.api.operation import EVENT_STREAM, KEYED, MEMBER, VIEWER, Call, Needs, Reply, Routes
from service.api.responses import Response, no_store, place_in, reader, sent_header
from service.live import Message, News, Place, Viewer, game_news, messages, new_ticket, note_waiting, token_of_ticket
from service.model.answer import Answer, Problem, extend, to_json
from service.model.game import word_of
from service.store.webhooks import is_key_id, owner_id_of
from service.webhooks import subscriptions
from service.webhooks.outbound import reach_of
from service.webhooks.subscriptions import CreatedWebhook, webhook_view


class StreamQuery(RequestSchema):
    """Where the stream starts, and on whose behalf."""

    after = place_field("The last `revision` that you have, or its version. `Last-Event-ID` has precedence.")
    view = query_flag("`true` to get your view of the game with its latest message. Default: events only.")
    ticket = string("Ticket from POST /v1/games/{game_id}/tickets, instead of a token.", Length(max=100))


class WebhookRequest(RequestSchema):
    """Where to send notifications."""

    game_id = string("The game. Default: all games created with your API key.", ID)
    url = string(
        "An https URL that accepts POST requests.",
        Length(min=1, max=500),
        pattern="^https://",
        example="https://play.example/hooks/faceoff",
        required=True,
    )


class WebhooksQuery(RequestSchema):
    """Which webhooks to list."""

    game_id = string("The game. Default: the webhooks of your API key.", ID)


RETRY_MS: Final = 2000
WINDOW_BITS: Final = 14
"""16 KiB, some views: 128 KiB of memory for each open stream."""
PACKED_STEP: Final = 192
"""The length of a compressed message is a multiple of this many bytes."""
EMPTY_BLOCKS: Final = (b"\x00\x00\x00\xff\xff", b"\x02\x00\x00\x00\xff\xff")
"""Blocks of deflate without data, of 5 and 6 bytes, which begin and end at a whole byte (RFC 1951, 3.2): any length
from 20 bytes on can be made of them.
"""


def stream_response(
    followed_id: str,
    news: Callable[[Place], News[Message, Place] | None],
    place: Place,
    text_of: Callable[[Message], str],
    close: Callable[[], object] = lambda: None,
) -> Response:
    """The messages of a stream as they happen, from a place on, and ``close`` at its end; raises Problem
    ``stream/full``.
    """
    hub, life_s, who, held = services().hub, services().settings.max_stream_s, reader(), ExitStack()
    changes = held.enter_context(hub.follow(followed_id, hub.streams, who))
    held.callback(close)
    is_packed = request.accept_encodings["gzip"] > 0
    stream = messages(hub, changes, news, place, life_s, who)
    lines = _lines(stream, text_of)
    response = Response(packed(lines) if is_packed else lines, content_type="text/event-stream; charset=utf-8")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.call_on_close(held.close)  # also when nothing was ever read from it
    response.vary_by("Authorization", "Accept-Encoding")
    response.headers["X-Accel-Buffering"] = "no"  # proxies pass each message on at once
    return response


def sse_text(message_id: object, data: Answer) -> str:
    """A message with its id."""
    return f"id: {message_id}\ndata: {to_json(data).decode()}\n\n"


def packed(lines: Iterable[str]) -> Iterator[bytes]:
    """A stream compressed with gzip, each of its texts at once. What repeats an earlier one, as most of a view does,
    costs few bytes. The length of each is a multiple of ``PACKED_STEP``: docs/adr/0072-lengths-in-steps.md.
    """
    packer = zlib.compressobj(level=6, wbits=16 + WINDOW_BITS, memLevel=WINDOW_BITS - 7)
    for text in lines:
        chunk = packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
        yield chunk + _nothing(-len(chunk) % PACKED_STEP)
    yield packer.flush()


def _nothing(length: int) -> bytes:
    """Blocks without data of this length, or a step longer where it is one that they do not have, such as 3 or 19."""
    while length % 5 > length // 5:
        length += PACKED_STEP
    short, long = EMPTY_BLOCKS
    return length % 5 * long + (length // 5 - length % 5) * short


def _lines(stream: Iterator[Message | None], text_of: Callable[[Message], str]) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    for message in stream:
        yield ":\n\n" if message is None else text_of(message)


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
    cache=no_store,
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
    after = place_in(game, sent_header("Last-Event-ID") or query["after"])
    if game.is_over and after == game.revision:
        return None
    role, store = game.tokens.get(token_digest), call.store.games
    seat = role if isinstance(role, int) else None
    viewer = Viewer(game.id, seat, token_digest, call.language, query["view"])
    news = partial(game_news, call.games, call.services.hub, viewer)
    is_known = not word_of(after) or after == game.revision or store.commits_after(game.id, after, 0) is not None
    leave = partial(note_waiting, call.store, game, token_digest, waits=False)
    place = after if is_known else None
    return stream_response(game.id, news, place, lambda update: sse_text(update.revision, update), leave)


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


# -- webhooks


webhook_routes = Routes("webhooks", "Get notified when a game changes.", "/v1/webhooks", ("bots",))
MEMBER_OR_KEY = Needs((*MEMBER.codes, *KEYED))


@webhook_routes.post(
    "",
    needs=MEMBER_OR_KEY,
    body=WebhookRequest,
    answers={201: CreatedWebhook},
    refuses=("store/full", "webhook/invalid_url", "webhook/target_refused", "webhook/too_many"),
)
def create_webhook(call: Call) -> CreatedWebhook:
    """Create a webhook.

    The service notifies the URL whenever the game changes. Send a token of the game; the webhook belongs to the token
    and ends when that is renewed, or with the game. Without `game_id` send an API key: the webhook is for all games
    created with the key and their rematches. Notifications contain no cards. Keep the secret, which verifies the
    signatures: it is not shown again.
    """
    owner, url = _owner(call, call.body.get("game_id")), call.body["url"]
    made = subscriptions.create_webhook(call.store, owner, url, reach_of(call.settings))
    return extend(CreatedWebhook, webhook_view(call.store.webhooks, made), secret=made.secret)


@webhook_routes.get("", needs=MEMBER_OR_KEY, query=WebhooksQuery, answers={200: WebhookList})
def list_webhooks(call: Call) -> WebhookList:
    """List webhooks.

    Returns the webhooks that your token has created in a game, or without `game_id` those of your API key. The secrets
    are not shown.
    """
    store = call.store.webhooks
    found = subscriptions.list_webhooks(store, _owner(call, call.query.get("game_id")))
    return WebhookList(webhooks=[webhook_view(store, webhook) for webhook in found])


@webhook_routes.delete(
    "/<webhook_id>", needs=MEMBER_OR_KEY, answers={204: Reply(description="Deleted.")}, refuses=("webhook/not_found",)
)
def delete_webhook(call: Call, webhook_id: str) -> None:
    """Delete a webhook.

    A notification that is being sent may still arrive.
    """
    owner_id = owner_id_of(webhook_id)
    try:
        owner = _owner(call, None if is_key_id(owner_id) else owner_id)
    except Problem as problem:
        raise subscriptions.not_found(webhook_id) if problem.code == "game/not_found" else problem from None
    subscriptions.delete_webhook(call.store.webhooks, owner, webhook_id)


def _owner(call: Call, game_id: str | None) -> subscriptions.Owner:
    """The sender of the request: in the game, or without one the holder of the API key. Raises Problem for neither."""
    if game_id is None:
        return subscriptions.Owner(key_holder().id)
    need_token()
    return subscriptions.game_member(call.games.load(game_id), bearer_token())
