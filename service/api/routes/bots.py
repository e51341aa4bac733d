"""/v1/bots: programs that play through the API; and their invitations to seats of games."""

from functools import partial
from typing import Any

from flask import Response, request

from service.api.answers import BotEventList, BotEventMessage, BotGameList, BotList, JoinedGame
from service.api.auth import (
    api_key,
    bearer_token,
    client_id,
    key_holder,
    key_if_required,
    owner_in,
    token_needed,
)
from service.api.event_streams import sse_text, stream_response
from service.api.idempotency import mark_replayed, once_of_request
from service.api.parsing import cursor_of
from service.api.requests import (
    BOT_CURSOR_PATTERN,
    AcceptRequest,
    BotEventsQuery,
    BotsQuery,
    BotStreamQuery,
    ChangeBotRequest,
    DeclineRequest,
    InviteRequest,
    RegisterBotRequest,
)
from service.api.responses import json_response, seat_view, view_response
from service.api.routing import ADDING, ANY, BODY, IDEMPOTENT, KEYED, LOOKING, Routes, answers, body, problems, query
from service.api.services import services
from service.api.waiting import allowed_wait_s, reader
from service.games import bots, invitations
from service.games.bot_events import events_after
from service.games.bots import Bot, RegisteredBot
from service.games.seeds import OwnSeed
from service.games.views import GameView
from service.live.streams import Stream, bot_news, last_change
from service.model.answer import extend
from service.model.problem import Problem
from service.model.tokens import SEAT, new_token, role_in
from service.store import bots as stored

blueprint = Routes("bots", "Programs that play through this API: register one, invite one to a game.")
BOT = ("auth/missing", "auth/unknown_token", "bot/not_found")
INVITATION = ("auth/missing", "auth/unknown_token", "invitation/not_found", "invitation/closed")


@blueprint.post("/v1/bots")
@key_if_required
@body(RegisterBotRequest)
@answers(201, RegisteredBot, "The bot with its token, which is not shown again.")
@problems(*ADDING, *BODY, *IDEMPOTENT, "variant/unknown", "bot/name_taken", "bot/too_many", "bot/not_found", *KEYED)
def register_bot(body: dict[str, Any]) -> Response:
    """Register a bot.

    A bot is a program that plays through this API, under a name of its own. Keep the token: with it the program follows
    its events, accepts invitations and gets the tokens of its seats. People invite the bot while it is online: while
    its stream or a long poll is open, or was a few seconds ago. A bot that is not online for 90 days is deleted, unless
    the operator has set another time.
    """
    key = api_key()
    key_id = None if key is None else key.id
    registered = bots.register_bot(services().bots, body, key_id, client_id(), once_of_request(body))
    response = _secret(bots.registered_view(services().bots, registered), 201)
    response.headers["Location"] = f"/v1/bots/{registered.bot.id}"
    mark_replayed(response, registered.is_repeated)
    return response


@blueprint.get("/v1/bots")
@query(BotsQuery)
@answers(200, BotList)
@problems(*ANY, "request/invalid", "cursor/invalid")
def list_bots(query: dict[str, Any]) -> Response:
    """List bots.

    Returns the bots registered last first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With
    `online=true` and `variant` the list shows whom you can invite now. A page looks at a bounded number of bots, so it
    may be short or empty; only `next` says whether there are more.
    """
    cursor = cursor_of(query, BOT_CURSOR_PATTERN)
    found, following = services().bots.page(cursor, query["limit"], query.get("variant"), query["online"])
    return json_response(BotList(bots=bots.bot_views(services().bots, found), next=following))


@blueprint.get("/v1/bots/<bot_id>")
@answers(200, Bot)
@problems(*ANY, "bot/not_found")
def get_bot(bot_id: str) -> Response:
    """Get a bot.

    Anyone can: it says what the bot plays, and whether it can be invited now.
    """
    return json_response(bots.bot_view(services().bots, bots.find_bot(services().bots, bot_id)))


@blueprint.patch("/v1/bots/<bot_id>")
@body(ChangeBotRequest)
@answers(200, Bot)
@problems(*ANY, *BODY, *BOT, "key/unknown", "variant/unknown", "bot/name_taken")
def change_bot(body: dict[str, Any], bot_id: str) -> Response:
    """Change a bot.

    Changes the fields that you send. Send the bot's token, or the API key that registered it. Games and invitations
    that exist are not affected.
    """
    bot = bots.change_bot(services().bots, _own_bot(bot_id), body)
    return json_response(bots.bot_view(services().bots, bot))


@blueprint.delete("/v1/bots/<bot_id>")
@answers(204, description="Deleted.")
@problems(*ANY, *BOT, "key/unknown")
def delete_bot(bot_id: str) -> Response:
    """Delete a bot.

    Send the bot's token, or the API key that registered it. Open invitations are declined. The tokens of the seats that
    the bot has remain valid, so that it can finish its games.
    """
    bots.delete_bot(services().games, _own_bot(bot_id))
    return Response(status=204)


@blueprint.post("/v1/bots/<bot_id>/token")
@answers(201, RegisteredBot, "The bot with its new token, which is not shown again.")
@problems(*ANY, *BOT, "idempotency/invalid_key", "key/unknown")
def renew_bot_token(bot_id: str) -> Response:
    """Renew the token of a bot.

    Send the bot's token, or the API key that registered it. The old token is no longer valid, nor are the tokens of the
    bot's seats: get the new ones with GET `/games`. Send an `Idempotency-Key`: a retry with the same key and token has
    the same answer, with the same new token. Without one, a program that does not get the answer has no valid token any
    more.
    """
    bot, once = bots.find_bot(services().bots, bot_id), once_of_request({})
    token = new_token(bot.id, once.draw, f"token instead of {bearer_token()}")
    is_repeated = bots.is_token(bot, token)  # the key allows it: the token that was sent is no longer valid
    if not is_repeated:
        _require_own(bot)
    registered = bots.renew_token(services().games, bot, token)
    response = _secret(bots.registered_view(services().bots, registered), 201)
    mark_replayed(response, is_repeated)
    return response


@blueprint.get("/v1/bots/<bot_id>/games")
@token_needed
@answers(200, BotGameList)
@problems(*ANY, *BOT)
def list_bot_games(bot_id: str) -> Response:
    """List the games of a bot.

    Returns the games that the bot plays, with the tokens of its seats, and the invitations that it has not answered:
    everything that a program needs to go on after a restart.
    """
    bot, token = _bot(bot_id)
    last = last_change(services().bots, bot)  # before the games, so that no event is missed
    return _secret(BotGameList(games=bots.games_of_bot(services().games, bot, token), last=last))


@blueprint.get("/v1/bots/<bot_id>/events")
@token_needed
@query(BotEventsQuery)
@answers(200, BotEventList)
@problems(*ANY, *BOT, "request/invalid", "stream/unknown_version", "wait/full")
def list_bot_events(query: dict[str, Any], bot_id: str) -> Response:
    """List the events of a bot.

    One feed for all games of the bot: invitations, turns, ends of games. An event says how one of your seats stands,
    and a newer event of the same seat replaces it: what you read is never outdated, and numbers are missing between the
    events. No event has a card: get the game to see your hand. With `wait=20` the response is delayed until there is an
    event, for at most 20 seconds.
    """
    bot, _ = _bot(bot_id)
    after, wait_s = _known(bot, query["after"]), allowed_wait_s(query["wait"])
    store, load_each = services().bots, services().store.games.load_each
    events, last = events_after(store, load_each, bot.id, after)
    if wait_s and not events:
        services().hub.wait_until(bot.id, lambda: last_change(store, bot) != last, wait_s, reader())
        events, last = events_after(store, load_each, bot.id, after)
    response = json_response(BotEventList(events=events, last=last))
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


@blueprint.get("/v1/bots/<bot_id>/stream")
@token_needed
@query(BotStreamQuery)
@answers(200, BotEventMessage, "Events as they happen.", media_type="text/event-stream")
@problems(*ANY, *BOT, "request/invalid", "stream/full", "stream/unknown_version")
def stream_bot_events(query: dict[str, Any], bot_id: str) -> Response:
    """Stream the events of a bot.

    Sends the same events as `/events` as server-sent events: the id of a message is the number of the event. The bot is
    online while the stream is open. The service closes a stream from time to time: reconnect with the last id as
    `Last-Event-ID`, or as `after`.
    """
    bot, _ = _bot(bot_id)
    after = _known(bot, request.headers.get("Last-Event-ID", "") or query["after"])
    life_s = services().settings.max_stream_s
    news = partial(bot_news, services().bots, services().store.games.load_each, bot)
    return stream_response(
        lambda reader: Stream(services().hub, bot.id, news, after, life_s, reader),
        lambda event: sse_text(event.id, event),
    )


# -- invitations


@blueprint.post("/v1/games/<game_id>/seats/<int:number>/bot")
@token_needed
@body(InviteRequest)
@answers(200, GameView)
@problems(
    *ANY,
    *BODY,
    "auth/missing",
    *LOOKING,
    "auth/not_the_owner",
    "seat/not_found",
    "bot/unknown",
    "bot/other_variant",
    "bot/offline",
    "bot/full",
    "invitation/pending",
    "invitation/closed",
)
def invite_bot(body: dict[str, Any], game_id: str, number: int) -> Response:
    """Invite another bot.

    The owner invites a bot to the seat of one that has declined, has not answered in time, or is no longer wanted. To
    let a computer take the seat instead, POST to `/seats/{number}/ai`.
    """
    game = invitations.invite(services().games, game_id, owner_in, number, body["bot"])
    return view_response(seat_view(game, None))


@blueprint.post("/v1/games/<game_id>/seats/<int:number>/accept")
@token_needed
@body(AcceptRequest, required=False)
@answers(200, JoinedGame, "The bot's view, with the token of its seat.")
@problems(*ANY, *BODY, *INVITATION)
def accept_invitation(body: dict[str, Any], game_id: str, number: int) -> Response:
    """Accept an invitation.

    A bot takes the seat to which it is invited. Send the bot's token. The game starts when no seat is open any more.
    The request can be repeated: the response has the same token of the seat again, also during the game.
    """
    bot, token = _bot_of_token()
    game, seat_token = invitations.accept(services().games, bot, token, game_id, number, OwnSeed.of(body))
    response = view_response(extend(JoinedGame, seat_view(game, role_in(game, seat_token, SEAT)), token=seat_token))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/v1/games/<game_id>/seats/<int:number>/decline")
@token_needed
@body(DeclineRequest, required=False)
@answers(200, GameView)
@problems(*ANY, *BODY, *INVITATION)
def decline_invitation(body: dict[str, Any], game_id: str, number: int) -> Response:
    """Decline an invitation.

    A bot declines, with a reason if it likes. Send the bot's token. The owner of the game can then invite another bot,
    let a computer take the seat, or abort the game.
    """
    bot, _ = _bot_of_token()
    game = invitations.decline(services().games, bot, game_id, number, body.get("reason"))
    return view_response(seat_view(game, None))


# -- who asks


def _bot(bot_id: str) -> tuple[stored.Bot, str]:
    """The bot that sends the request, and its token; raises Problem for others."""
    bot = bots.find_bot(services().bots, bot_id)
    return bot, bots.require_token(bot, bearer_token())


def _bot_of_token() -> tuple[stored.Bot, str]:
    """The same by the token alone, which begins with the id of its bot."""
    token = bearer_token() or ""
    bot = services().bots.find(token.partition(".")[0])
    if bot is None:
        raise Problem(
            "auth/unknown_token", "This is not the token of a bot; send the one given when the bot was registered."
        )
    return bot, bots.require_token(bot, token)


def _own_bot(bot_id: str) -> stored.Bot:
    """The bot, if the request has its token or the API key that registered it; raises Problem for others."""
    bot = bots.find_bot(services().bots, bot_id)
    _require_own(bot)
    return bot


def _require_own(bot: stored.Bot) -> None:
    """Raise Problem unless the request has the bot's token or the API key that registered it."""
    key = key_holder() if "X-Api-Key" in request.headers else None
    if not bots.is_owner(bot, None, None if key is None else key.id):
        bots.require_token(bot, bearer_token())


def _known(bot: stored.Bot, number: Any) -> int:
    """The number of an event of the bot's, or 0; raises Problem for others. Also notes that the bot is online."""
    text, last = str(number), last_change(services().bots, bot)
    if not (text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= last):
        raise Problem(
            "stream/unknown_version",
            f"{text[:20]!r} is not the number of an event of bot {bot.id}, whose last is {last}.",
        )
    return int(text)


def _secret(view: Bot | BotGameList, status: int = 200) -> Response:
    """A response that has tokens."""
    response = json_response(view, status)
    response.headers["Cache-Control"] = "no-store"
    return response
