"""Registered bots: programs of others that take seats through the API. Register, change, renew the token, delete, and
list.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, convert

from engines import VARIANTS
from service.games import bot_events, invitations
from service.games.catalogue import find_variant
from service.games.update import Games, Once
from service.model.answer import (
    Answer,
    Count,
    Positive,
    Problem,
    SeatNumber,
    Timestamp,
    VariantKey,
    about,
    extend,
)
from service.model.game import Game
from service.model.timestamps import now_ms, time_text
from service.model.tokens import digest, new_id, new_token
from service.store import bots as stored
from service.store.bots import BotStore
from service.store.readable import Unreadable

CHANGE_ATTEMPTS = 20


def register_bot(
    bots: BotStore, wanted: Mapping[str, Any], key_id: str | None, client_id: str, once: Once
) -> tuple[stored.Bot, str]:
    """Register a bot: returns it and its token. A repeated request returns the existing bot with the same token."""
    bot_id = new_id("bot", once.draw)
    token = new_token(bot_id, once.draw)
    bot = stored.Bot(
        **_checked({"variants": VARIANTS, **wanted}),
        id=bot_id,
        created_at=time_text(now_ms()),
        token_digest=digest(token),
        client_id=client_id,
        key_id=key_id,
        fingerprint=once.fingerprint,
    )
    known = bot if bots.register(bot) else find_bot(bots, bot_id)
    if known != bot:  # the same if redis-py has sent it again
        once.repeats(known.fingerprint)
    return known, token


def find_bot(bots: BotStore, bot_id: str) -> stored.Bot:
    """The bot; raises Problem ``bot/not_found``."""
    bot = bots.find(bot_id)
    if bot is None:
        raise Problem(
            "bot/not_found", f"There is no bot {bot_id!r}, or it was deleted, or it has not been online for too long."
        )
    return bot


def require_token(bot: stored.Bot, token: str | None) -> str:
    """The bot's token; raises Problem unless ``token`` is it."""
    if token is None:
        raise Problem(
            "auth/missing", "Send the bot's token, given when it was registered, as Authorization: Bearer <token>."
        )
    if not is_token(bot, token):
        raise Problem(
            "auth/unknown_token",
            f"This is not the token of bot {bot.id}; send the one given when it was registered or renewed.",
        )
    return token


def is_token(bot: stored.Bot, token: str) -> bool:
    """True if this is the bot's token."""
    return secrets.compare_digest(digest(token), bot.token_digest)


def change_bot(bots: BotStore, bot: stored.Bot, wanted: Mapping[str, Any]) -> stored.Bot:
    """Change the settings given when the bot was registered. Existing invitations and games are not affected."""
    return _changed(bots, bot, _checked(wanted))


def renew_token(games: Games, bot: stored.Bot, token: str) -> stored.Bot:
    """Give the bot this token, and the seats of its games new tokens derived from it. The old ones are no longer valid.

    An attempt that failed halfway is completed by another one with the same token. The seat of a game that cannot be
    read now gets its token when the bot asks for its games (``games_of_bot``).
    """
    bot = _changed(games.store.bots, bot, {"token_digest": digest(token)})
    for change in _seats(games.store.bots, bot):
        invitations.renew_seat(games, bot, token, change.game_id, change.seat)
    return bot


def delete_bot(games: Games, bot: stored.Bot) -> None:
    """Delete the bot and decline its open invitations. The tokens of its seats remain valid, so that it can finish its
    games.
    """
    bots = games.store.bots
    for change in _seats(bots, bot):
        try:
            invitations.decline(games, bot, change.game_id, change.seat, "The bot was deleted.")
        except (Problem, Unreadable):  # it plays, or the game is over
            pass
    _retried(bots, bot, bots.delete)


def _seats(bots: BotStore, bot: stored.Bot) -> list[stored.Change]:
    """The seats of everything that is not over: invitations and games."""
    return [change for change in bots.seats(bot.id) if not bot_events.is_over(change)]


def _changed(bots: BotStore, bot: stored.Bot, changes: Mapping[str, Any]) -> stored.Bot:
    before = _retried(bots, bot, lambda bot: bots.change(bot, replace(bot, **changes)))
    return replace(before, **changes)


def _retried(bots: BotStore, bot: stored.Bot, attempt: Callable[[stored.Bot], bool]) -> stored.Bot:
    """Change the bot; returns it as it was at the successful attempt. An attempt fails if the bot was changed
    meanwhile.
    """
    for _ in range(CHANGE_ATTEMPTS):
        if attempt(bot):
            return bot
        bot = find_bot(bots, bot.id)
    raise RuntimeError(f"bot {bot.id}: {CHANGE_ATTEMPTS} conflicts in a row")


def _checked(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a bot in a request: its name on one line, and its variants in our order. Raises Problem."""
    checked = dict(wanted)
    if "name" in wanted:
        checked["name"] = " ".join(wanted["name"].split())
    if "variants" in wanted:
        known = [find_variant(key).key for key in wanted["variants"]]
        checked["variants"] = [key for key in VARIANTS if key in known]
    return checked


# -- what others see


class Bot(Answer, kw_only=True):
    """A registered bot: a program that plays through this API and can be invited to games."""

    id: Annotated[str, about("The bot's id.")]
    name: Annotated[str, about("Its name, which no other bot has.")]
    description: Annotated[str, about("What it says about itself. May be empty.")]
    variants: Annotated[list[VariantKey], about("The variants that it plays.")]
    online: Annotated[bool, about("Whether it listens for events now, or did a few seconds ago.")]
    games: Annotated[Count, about("Number of games that it plays and of invitations that it has.")]
    max_games: Annotated[Positive, about("How many it accepts at once.")]
    open_to_matches: Annotated[bool, about("Whether anyone may put it into matches.")]
    created_at: Annotated[Timestamp, about("When it was registered.")]


class RegisteredBot(Bot, kw_only=True):
    """A bot with its token."""

    token: Annotated[str, about("Token of the bot. It is not shown again.")]


def bot_views(bots: BotStore, found: list[stored.Bot]) -> list[Bot]:
    """Bots as everyone sees them."""
    return [
        convert(
            asdict(bot)
            | {"variants": [key for key in bot.variants if key in VARIANTS], "online": is_online, "games": games},
            Bot,
        )
        for bot, is_online, games in zip(found, bots.are_online(found), bots.count_places(found), strict=True)
    ]


def bot_view(bots: BotStore, bot: stored.Bot) -> Bot:
    """A bot as everyone sees it."""
    return bot_views(bots, [bot])[0]


def registered_view(bots: BotStore, bot: stored.Bot, token: str) -> RegisteredBot:
    """The same with its token."""
    return extend(RegisteredBot, bot_view(bots, bot), token=token)


# -- what the bot sees

BotGameStatus: TypeAlias = Annotated[
    Literal["invited", "waiting", "playing", "taken_over"], Meta(title="BotGameStatus")
]


class BotGame(Answer, kw_only=True):
    """A game that a bot plays, or is invited to."""

    game_id: Annotated[str, about("The game's id.")]
    seat: Annotated[SeatNumber, about("Your seat.")]
    version: Annotated[Positive, about("The game's version.")]
    variant: Annotated[VariantKey, about("The variant's key.")]
    status: Annotated[
        BotGameStatus,
        about(
            "`invited`: accept or decline. `waiting`: you have accepted and the game has not started. `taken_over`: a "
            "computer plays your seat."
        ),
    ]
    your_turn: Annotated[bool, about("Whether you may move now.")]
    token: Annotated[str | None, about("Token of your seat. Null until you have accepted.")]
    expires_at: Annotated[Timestamp | None, about("When the invitation expires. Null if you have accepted.")]
    match_id: Annotated[str | None, about("The id of the match that the game is part of.")]


def games_of_bot(games: Games, bot: stored.Bot, bot_token: str) -> list[BotGame]:
    """Everything of a bot that is not over and can be read, so that it can continue after a restart."""
    found = []
    for change in _seats(games.store.bots, bot):
        try:
            game = invitations.seated_game(games, bot, bot_token, change.game_id, change.seat)
        except Unreadable:
            continue
        except Problem:  # expired
            games.store.bots.forget(bot.id, change.game_id, change.seat)
            continue
        event = bot_events.event_of(game, change.seat, bot.id)
        if not isinstance(event, bot_events.BotUninvited | bot_events.BotGameFinished):
            found.append(_game_view(game, change.seat, event, bot_token))
    return found


def _game_view(game: Game, seat: int, event: bot_events.BotEvent | None, bot_token: str) -> BotGame:
    """A game of a bot whose seat is in the state of the event; None while the game has not started."""
    is_invited = isinstance(event, bot_events.BotInvited)
    status: BotGameStatus = (
        "taken_over" if isinstance(event, bot_events.BotReplaced) else "playing" if event else "waiting"
    )
    return BotGame(
        game_id=game.id,
        seat=seat,
        version=game.version,
        variant=game.variant_key,
        status="invited" if is_invited else status,
        your_turn=isinstance(event, bot_events.BotTurn),
        token=None if is_invited else invitations.seat_token(bot_token, game.id, seat),
        expires_at=event.expires_at if isinstance(event, bot_events.BotInvited) else None,
        match_id=game.match_id,
    )
