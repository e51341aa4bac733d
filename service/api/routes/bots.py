"""/v1/bots: programs that play through the API; and their invitations to seats of games."""

from functools import partial
from typing import Any

from flask import request
from marshmallow import fields, missing
from marshmallow.validate import OneOf

from engines import VARIANTS
from service.api.answers import BotEventList, BotEventMessage, BotGameList, BotList, JoinedGame
from service.api.auth import api_key_id, bearer_token, client_id, key_holder, need_token, owner_in, seat_of
from service.api.fields import (
    BOT_ID,
    MAX_BOT_GAMES,
    MAX_BOT_NAME,
    Items,
    PageQuery,
    PlayerName,
    RequestSchema,
    VisibleText,
    WithSeed,
    cursor_field,
    flag,
    integer,
    query_flag,
    query_number,
    string,
)
from service.api.limits import counted_in_stock
from service.api.operation import EVENT_STREAM, INVITED_BOT, KEY, ONCE, OWNER, Call, Needs, Reply, Routes, Shown
from service.api.responses import Response, no_store, reader, sent_header
from service.api.routes.streams import stream_response
from service.games import bots, invitations
from service.games.bot_events import events_after
from service.games.bots import Bot, RegisteredBot
from service.games.play import OwnSeed
from service.games.views import GameView
from service.live.news import bot_news, last_change
from service.live.streams import Source
from service.model.answer import Problem
from service.model.game import Game
from service.model.tokens import new_token
from service.store import bots as stored


class RegisterBotRequest(RequestSchema):
    """A bot. By default it plays all variants, up to 4 games at once, and only its owner may put it into matches."""

    name = string(
        "Its name. No two bots have names that differ in upper and lower case only.",
        PlayerName(min=1, max=MAX_BOT_NAME),
        example="Wrister",
        required=True,
    )
    description = string("What it says about itself.", VisibleText(max=500), load_default="")
    variants = Items(
        fields.String(),
        least=1,
        most=20,
        metadata={"description": "Keys of the variants that it plays, see GET /v1/variants."},
    )
    max_games = integer("How many games and invitations it takes at once.", 1, MAX_BOT_GAMES, load_default=4)
    open_to_matches = flag("Whether anyone may put it into matches, or its owner only.", load_default=False)


class ChangeBotRequest(RegisterBotRequest):
    """What is to change about a bot."""

    def __init__(self) -> None:
        super().__init__(partial=True)
        for field in self.fields.values():
            field.load_default = missing


class BotsQuery(PageQuery):
    """Which page of the bots to list."""

    cursor = cursor_field("[0-9]{13}:b_[a-z2-7]{20}")
    limit = query_number("", 1, 100, load_default=20)
    variant = string("Only bots that play this variant.", OneOf(list(VARIANTS)), title="VariantKey")
    online = query_flag("`true` for the bots that are online.")


class BotEventsQuery(RequestSchema):
    """Which events to list."""

    after = query_number("Number of the last event that you have.", load_default=0)


class BotStreamQuery(RequestSchema):
    """Where the stream starts."""

    after = query_number("Number of the last event that you have. `Last-Event-ID` has precedence.", load_default=0)


class InviteRequest(RequestSchema):
    """Which bot to invite."""

    bot_id = string("The id of the bot, see GET /v1/bots.", BOT_ID, required=True)


class AcceptRequest(WithSeed):
    """What a bot adds when it accepts."""


class DeclineRequest(RequestSchema):
    """Why a bot declines."""

    reason = string("For the owner of the game, who sees it.", VisibleText(min=1, max=200))


routes = Routes("bots", "Programs that play through this API: register one, invite one to a game.", audiences=("bots",))
BOT = Needs(("auth/missing", "auth/unknown_token", "bot/not_found"), need_token)
"""The bot of the address."""
BOT_OR_KEY = Needs((*BOT.codes, "key/unknown"))
"""The bot of the address, or a holder of the API key that registered it."""
INVITED = Needs(("auth/missing", "auth/unknown_token", "invitation/not_found"), need_token)
"""A bot that is invited to the seat."""


@routes.post(
    "/v1/bots",
    needs=KEY,
    body=RegisterBotRequest,
    answers={201: Reply(RegisteredBot, "The bot with its token, which is not shown again.")},
    refuses=("store/full", "variant/unknown", "bot/name_taken", "bot/too_many", "bot/not_found"),
    creates="/v1/bots/{answer.id}",
    once=ONCE,
    cache=no_store,
)
def register_bot(call: Call) -> RegisteredBot:
    """Register a bot.

    A bot is a program that plays through this API, under a name of its own. Keep the token: with it the program follows
    its events, accepts invitations and gets the tokens of its seats. People invite the bot while it is online: while
    its stream or a long poll is open, or was a few seconds ago. A bot that is not online for 90 days is deleted, unless
    the operator has set another time.
    """
    store = call.store.bots
    bot, token = bots.register_bot(store, call.body, api_key_id(), client_id(), call.once())
    return bots.registered_view(store, bot, token)


@routes.get("/v1/bots", query=BotsQuery, answers={200: BotList}, refuses=("cursor/invalid",))
def list_bots(call: Call) -> BotList:
    """List bots.

    Returns the bots registered last first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With
    `online=true` and `variant` the list shows whom you can invite now. A page looks at a bounded number of bots, so it
    may be short or empty; only `next` says whether there are more.
    """
    store, query = call.store.bots, call.query
    found, following = store.page(query.get("cursor", ""), query["limit"], query.get("variant"), query["online"])
    return BotList(bots=bots.bot_views(store, found), next=following)


@routes.get("/v1/bots/<bot_id>", answers={200: Bot}, refuses=("bot/not_found",))
def get_bot(call: Call, bot_id: str) -> Bot:
    """Get a bot.

    Anyone can: it says what the bot plays, and whether it can be invited now.
    """
    store = call.store.bots
    return bots.bot_view(store, bots.find_bot(store, bot_id))


@routes.patch(
    "/v1/bots/<bot_id>",
    needs=BOT_OR_KEY,
    body=ChangeBotRequest,
    answers={200: Bot},
    refuses=("variant/unknown", "bot/name_taken"),
)
def change_bot(call: Call, bot_id: str) -> Bot:
    """Change a bot.

    Changes the fields that you send. Send the bot's token, or the API key that registered it. Games and invitations
    that exist are not affected.
    """
    store = call.store.bots
    return bots.bot_view(store, bots.change_bot(store, _own_bot(call, bot_id), call.body))


@routes.delete("/v1/bots/<bot_id>", needs=BOT_OR_KEY, answers={204: Reply(description="Deleted.")})
def delete_bot(call: Call, bot_id: str) -> None:
    """Delete a bot.

    Send the bot's token, or the API key that registered it. Open invitations are declined. The tokens of the seats that
    the bot has remain valid, so that it can finish its games.
    """
    bots.delete_bot(call.games, _own_bot(call, bot_id))


@routes.post(
    "/v1/bots/<bot_id>/token",
    needs=BOT_OR_KEY,
    answers={201: Reply(RegisteredBot, "The bot with its new token, which is not shown again.")},
    once=("idempotency/invalid_key",),
    cache=no_store,
)
def renew_bot_token(call: Call, bot_id: str) -> RegisteredBot:
    """Renew the token of a bot.

    Send the bot's token, or the API key that registered it. The old token is no longer valid, nor are the tokens of the
    bot's seats: get the new ones with GET `/games`. Send an `Idempotency-Key`: a retry with the same key and token has
    the same answer, with the same new token. Without one, a program that does not get the answer has no valid token any
    more.
    """
    store = call.store.bots
    bot, once = bots.find_bot(store, bot_id), call.once()
    token = new_token(bot.id, once.draw, f"token instead of {bearer_token()}")
    call.is_repeated = bots.is_token(bot, token)  # the key allows it: the token that was sent is no longer valid
    if not call.is_repeated:
        _require_own(bot)
    return bots.registered_view(store, bots.renew_token(call.games, bot, token), token)


@routes.get("/v1/bots/<bot_id>/games", needs=BOT, answers={200: BotGameList}, cache=no_store)
def list_bot_games(call: Call, bot_id: str) -> BotGameList:
    """List the games of a bot.

    Returns the games that the bot plays, with the tokens of its seats, and the invitations that it has not answered:
    everything that a program needs to go on after a restart.
    """
    store = call.store.bots
    bot, token = _bot(call, bot_id)
    last = last_change(store, bot)  # before the games, so that no event is missed
    return BotGameList(games=bots.games_of_bot(call.games, bot, token), last=last)


@routes.get(
    "/v1/bots/<bot_id>/events",
    needs=BOT,
    query=BotEventsQuery,
    answers={200: BotEventList},
    refuses=("stream/unknown_version", "wait/full"),
    waits=True,
)
def list_bot_events(call: Call, bot_id: str) -> BotEventList:
    """List the events of a bot.

    One feed for all games of the bot: invitations, turns, ends of games. An event says how one of your seats stands,
    and a newer event of the same seat replaces it: what you read is never outdated, and numbers are missing between the
    events. No event has a card: get the game to see your hand. With `Prefer: wait=20` the response is delayed until
    there is an event, for at most 20 seconds.
    """
    bot, _ = _bot(call, bot_id)
    after, wait_s = _known(call, bot, call.query["after"]), call.wait_s()
    events, last = events_after(call.store, bot.id, after)
    if wait_s and not events:
        call.services.hub.wait_until(bot.id, lambda: last_change(call.store.bots, bot) != last, wait_s, reader())
        events, last = events_after(call.store, bot.id, after)
    return BotEventList(events=events, last=last)


@routes.get(
    "/v1/bots/<bot_id>/stream",
    needs=BOT,
    query=BotStreamQuery,
    answers={200: Reply({EVENT_STREAM: BotEventMessage}, "Events as they happen.")},
    refuses=("stream/full", "stream/unknown_version"),
    cache=no_store,
)
def stream_bot_events(call: Call, bot_id: str) -> Response:
    """Stream the events of a bot.

    Sends the same events as `/events` as server-sent events: the id of a message is the number of the event. The bot is
    online while the stream is open. The service closes a stream from time to time: reconnect with the last id as
    `Last-Event-ID`, or as `after`.
    """
    bot, _ = _bot(call, bot_id)
    after = _known(call, bot, sent_header("Last-Event-ID") or call.query["after"])
    news = partial(bot_news, call.store, bot)
    return stream_response(Source(bot.id, bot.token_digest, news), after)


# -- invitations


@routes.post(
    "/v1/games/<game_id>/seats/<int:seat>/bot",
    needs=OWNER,
    body=InviteRequest,
    answers={200: GameView},
    refuses=("seat/not_found", *INVITED_BOT, "bot/other_variant", "invitation/pending", "invitation/closed"),
)
def invite_bot(call: Call, game_id: str, seat: int) -> Game:
    """Invite another bot.

    The owner invites a bot to the seat of one that has declined, has not answered in time, or is no longer wanted. To
    let a computer take the seat instead, POST to `/seats/{seat}/ai`.
    """
    return invitations.invite(call.games, game_id, owner_in, seat, call.body["bot_id"], counted_in_stock())


@routes.post(
    "/v1/games/<game_id>/seats/<int:seat>/accept",
    needs=INVITED,
    body=AcceptRequest,
    body_required=False,
    answers={201: Reply(JoinedGame, "The bot's view, with the token of its seat.")},
    refuses=("invitation/closed",),
    cache=no_store,
    limit="move",
)
def accept_invitation(call: Call, game_id: str, seat: int) -> Shown:
    """Accept an invitation.

    A bot takes the seat to which it is invited. Send the bot's token. The game starts when no seat is open any more.
    The request can be repeated: the response has the same token of the seat again, also during the game.
    """
    bot, token = _bot_of_token(call)
    game, seat_token = invitations.accept(call.games, bot, token, game_id, seat, OwnSeed.of(call.body))
    return Shown(game, seat_of(game, seat_token), token=seat_token)


@routes.post(
    "/v1/games/<game_id>/seats/<int:seat>/decline",
    needs=INVITED,
    body=DeclineRequest,
    body_required=False,
    answers={200: GameView},
    refuses=("invitation/closed",),
    limit="move",
)
def decline_invitation(call: Call, game_id: str, seat: int) -> Shown:
    """Decline an invitation.

    A bot declines, with a reason if it likes. Send the bot's token. The owner of the game can then invite another bot,
    let a computer take the seat, or abort the game.
    """
    bot, _ = _bot_of_token(call)
    return Shown(invitations.decline(call.games, bot, game_id, seat, call.body.get("reason")), None)


# -- the sender


def _bot(call: Call, bot_id: str) -> tuple[stored.Bot, str]:
    """The bot that sends the request, and its token; raises Problem for others."""
    bot = bots.find_bot(call.store.bots, bot_id)
    return bot, bots.require_token(bot, bearer_token())


def _bot_of_token(call: Call) -> tuple[stored.Bot, str]:
    """The same by the token alone, which begins with the id of its bot."""
    token = bearer_token() or ""
    bot = call.store.bots.find(token.partition(".")[0])
    if bot is None:
        raise Problem(
            "auth/unknown_token", "This is not the token of a bot; send the one given when the bot was registered."
        )
    return bot, bots.require_token(bot, token)


def _own_bot(call: Call, bot_id: str) -> stored.Bot:
    """The bot, if the request has its token or the API key that registered it; raises Problem for others."""
    bot = bots.find_bot(call.store.bots, bot_id)
    _require_own(bot)
    return bot


def _require_own(bot: stored.Bot) -> None:
    """Raise Problem unless the request has the bot's token or the API key that registered it."""
    key = key_holder() if "X-Api-Key" in request.headers else None
    if key is None or key.id != bot.key_id:
        bots.require_token(bot, bearer_token())


def _known(call: Call, bot: stored.Bot, number: Any) -> int:
    """The number of an event of the bot's, or 0; raises Problem for others. Also notes that the bot is online."""
    text, last = str(number), last_change(call.store.bots, bot)
    if not (text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= last):
        raise Problem(
            "stream/unknown_version",
            f"{text[:20]!r} is not the number of an event of bot {bot.id}, whose last is {last}.",
        )
    return int(text)
