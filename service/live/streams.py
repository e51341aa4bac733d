"""Events as they happen: those of a game for one viewer, until the game is over, and those of a bot. No HTTP.

What a stream is about is a function, its news: given a place, such as a revision, what has come after it.
"""

import base64
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Final, Generic, TypeVar

import redis
from msgspec import UNSET, Meta, UnsetType, structs

from service.games.bot_events import BotEvent, events_after
from service.games.events import EventList, events_view
from service.games.update import Games
from service.games.views import GameView, game_view
from service.language import ENGLISH
from service.live.hub import Changes, Hub, Reader
from service.model.game import Game
from service.model.problem import Problem
from service.model.revision import START
from service.model.timestamps import now_ms
from service.model.tokens import game_not_found
from service.store.bots import Bot, BotStore
from service.store.store import Store

HEARTBEAT_S: Final = 15.0
LIFE_SPREAD: Final = 0.2
"""Streams live up to this fraction shorter or longer than set, so that those opened together do not all end
together.
"""
REDIS_PAUSE_S: Final = 1.0
"""Pause before the next attempt while Redis does not respond."""


Message = TypeVar("Message")
Place = TypeVar("Place")


@dataclass(frozen=True)
class News(Generic[Message, Place]):
    """All messages since a place, and the place after them."""

    messages: list[Message]
    place: Place
    is_last: bool = False
    """Whether the stream ends with them."""


def messages(
    hub: Hub,
    changes: Changes,
    news: Callable[[Place], News[Message, Place] | None],
    place: Place,
    life_s: float,
    reader: Reader,
) -> Iterator[Message | None]:
    """The messages of a stream, from a place on; None is a heartbeat. ``changes`` are those of the game or bot that is
    followed, each of which may be ``news``.
    """
    ends = time.monotonic() + life_s * (1 + LIFE_SPREAD * (secrets.randbelow(401) - 200) / 200)
    beat = time.monotonic() + HEARTBEAT_S
    is_last = False
    while not reader.has_gone():
        try:
            left = ends - time.monotonic()
            timeout_s = max(0.0, min(left, beat - time.monotonic()))
            found = hub.wait(changes, partial(news, place), timeout_s, reader)
            if found is not None:
                place, is_last = found.place, found.is_last
                yield from found.messages
            elif time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT_S
                yield None
        except redis.RedisError:  # keep the stream: a browser does not try again after a refused reconnection
            time.sleep(REDIS_PAUSE_S)
            yield None
        except Problem:  # the game has expired, or the bot was deleted
            return
        if is_last or left <= 0 or hub.stopping:
            return


# -- a game


class GameUpdate(EventList, kw_only=True):
    """The events of one version and, with `view=true`, the view."""

    view: Annotated[
        GameView | UnsetType,
        Meta(description="Your view at this version. Of several messages that are sent at once, the last has it."),
    ] = UNSET


@dataclass(frozen=True)
class Viewer:
    """Who follows a game. Those who are alike share what is made for them."""

    game_id: str
    seat: int | None
    token_digest: str
    """Of the token with which the stream was opened; empty without one."""
    language: str
    has_views: bool = False


def game_news(games: Games, hub: Hub, viewer: Viewer, place: str | None) -> News[GameUpdate, str | None] | None:
    """The messages after a place that the game has; ``None`` stands for one that it does not have."""
    sent = START if place is None else place
    if games.store.games.revision(viewer.game_id) == sent:
        return None
    news = hub.share(viewer.game_id, (viewer, sent), partial(_load_news, games, viewer, sent))
    if place is None and news.messages:
        first, *others = news.messages
        return replace(news, messages=[structs.replace(first, from_start=True), *others])
    return news


def _load_news(games: Games, viewer: Viewer, sent: str) -> News[GameUpdate, str | None]:
    """One message for each version since the last one sent, also for a version without events: the view has changed."""
    game, store = games.load(viewer.game_id), games.store.games
    updates: list[GameUpdate] = []
    last = sent
    while last != game.revision:
        commits = [commit for commit in store.commits_after(game.id, last) or () if commit.version <= game.version]
        if not commits:
            break
        for commit in commits:
            events = events_view(game, [commit], viewer.seat, viewer.language)
            updates.append(GameUpdate(events=events, version=commit.version, revision=commit.revision))
        last = commits[-1].revision
    if viewer.token_digest and viewer.token_digest not in game.tokens:
        return News(_until_renewal(updates, viewer.seat), last, is_last=True)
    if viewer.has_views and updates and updates[-1].version == game.version:
        updates[-1] = structs.replace(updates[-1], view=game_view(game, viewer.seat, viewer.language))
    # without messages, the store has lost what the client has seen: it comes back with a place that the game does not
    # have
    return News(updates, last, is_last=game.is_over or not updates)


def _until_renewal(updates: Sequence[GameUpdate], seat: int | None) -> list[GameUpdate]:
    """The messages that the reader may see whose token was renewed: up to that; none if it is not among them."""
    for number, message in enumerate(updates, 1):
        if any(event.type == "token_renewed" and event.data["seat"] == seat for event in message.events):
            return list(updates[:number])
    return []


# -- a bot


def bot_news(store: Store, bot: Bot, after: int) -> News[BotEvent, int] | None:
    """The events after the one with number ``after``. While this is asked for, the bot counts as online.

    Without messages, the news was about something that is over by now, such as a turn that was answered.
    """
    if last_change(store.bots, bot) == after:
        return None
    events, last = events_after(store, bot.id, after)
    return News(events, last)


def last_change(bots: BotStore, bot: Bot) -> int:
    """The number of the last change of the bot's seats. The bot counts as online for some seconds after this.

    Raises Problem if the bot was deleted, or its token was renewed since ``bot`` was loaded.
    """
    number = bots.see(bot)
    if number is None:
        raise Problem("auth/unknown_token", f"Bot {bot.id} was deleted, or its token was renewed.")
    return number


# -- tickets
#
# A ticket replaces a token in the address of a game's stream, because a browser's EventSource cannot send headers. It
# connects to the same address again whenever a stream ends, so a ticket can be used again: for one game, with what its
# token may see, until a time that stands in it. Nothing is stored: a ticket is that time and an HMAC of game and time,
# whose key is the digest of the token that it replaces. So it has the rights of its token, and none after that is
# renewed. docs/adr/0052-tickets-are-computed.md

_FORM: Final = re.compile(r"t_([0-9a-f]{8})_[\w-]{43}", re.ASCII)


def new_ticket(game: Game, token_digest: str, life_s: int) -> str:
    """A ticket that replaces a token of the game."""
    return _ticket(game.id, token_digest, f"{now_ms() // 1000 + life_s:08x}")


def token_of_ticket(game: Game, ticket: str) -> str:
    """The digest of the token that a ticket replaces; raises Problem if the ticket is not valid, or its token no longer
    is.
    """
    found = _FORM.fullmatch(ticket)
    if found and int(found[1], 16) > now_ms() // 1000:
        for token_digest in game.tokens:
            if hmac.compare_digest(_ticket(game.id, token_digest, found[1]), ticket):
                return token_digest
    if not game.public:
        raise game_not_found(game.id)
    raise Problem("ticket/unknown", ENGLISH.phrase("ticket_unknown", game=game.id), field="ticket")


def _ticket(game_id: str, token_digest: str, until: str) -> str:
    """The ticket for a game until ``until``, seconds since 1970 in 8 hexadecimal digits."""
    proof = hmac.digest(token_digest.encode(), f"ticket\n{game_id}\n{until}".encode(), "sha256")
    return f"t_{until}_{base64.urlsafe_b64encode(proof).rstrip(b'=').decode()}"
