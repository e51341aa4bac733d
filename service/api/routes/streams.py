"""How clients learn of changes: /v1/games/{id}/stream and /tickets, a game's events as server-sent events, in which
those of a bot come too; and /v1/webhooks, URLs that are notified when a game changes.
"""

from flask import request
from marshmallow.validate import Length

from service.api.answers import EventMessage, Ticket, WebhookList
from service.api.auth import bearer_token, key_holder, need_token, reader_digest, services, viewer_of
from service.api.fields import ID, RequestSchema, place_field, query_flag, string
from service.api.operation import EVENT_STREAM, KEYED, MEMBER, VIEWER, Call, Needs, Reply, Routes
from service.api.responses import Response, no_store, place_in, reader, sent_header
from service.live.news import Seen, Viewer, source_of
from service.live.streams import Place, Source
from service.live.tickets import new_ticket, token_of_ticket
from service.model.answer import Problem, extend
from service.model.game import word_of
from service.store.webhooks import is_key_id, owner_id_of
from service.webhooks import subscriptions
from service.webhooks.outbound import reach_of
from service.webhooks.subscriptions import CreatedWebhook, webhook_view


class StreamQuery(RequestSchema):
    """Where the stream starts, and on whose behalf."""

    after = place_field("The last `revision` that you have, or its version. `Last-Event-ID` has precedence.")
    view = query_flag("`true` to get your view of the game with its latest message. Default: events only.")
    away = query_flag("`true` to be told, as a player, which other players are away. Default: not.")
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


def stream_response(source: Source[Place], place: Place) -> Response:
    """The messages of a stream as they happen, from a place on; raises Problem ``stream/full``."""
    is_packed = request.accept_encodings["gzip"] > 0
    stream = services().streams.open(source, place, reader(), is_packed)
    response = Response(stream, content_type="text/event-stream; charset=utf-8")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary_by("Authorization", "Accept-Encoding")
    response.headers["X-Accel-Buffering"] = "no"  # proxies pass each message on at once
    return response


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
    viewer = Viewer(game.id, seat, token_digest, call.language, query["view"], query["away"])
    is_known = not word_of(after) or after == game.revision or store.commits_after(game.id, after, 0) is not None
    return stream_response(source_of(call.games, game, viewer), Seen(after if is_known else None))


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
