"""Registered bots in Redis: who they are, whether they are online, their places, and the feed of events of each.

All keys are in one slot, so that a script may use them together:

- ``{bots}:bot:<id>`` hash: document, number of the last event
- ``{bots}:name:<name in lower case>`` id of the bot that has the name
- ``{bots}:all`` sorted set of ``<ms of registration>:<id>``
- ``{bots}:of:<client>`` sorted set of the bots that a client has registered, by the time at which they stop counting
- ``{bots}:online`` sorted set of bots by the time until which they count as online
- ``{bots}:places:<id>`` sorted set of seats, ``<game>:<number>``, by the time until which each takes one of the bot's
  places
- ``{bots}:entries:<id>`` hash of how each seat stands, with the revision of its game
- ``{bots}:feed:<id>`` and ``{bots}:events:<id>`` the newest event of each seat

A bot and everything about it is deleted when it has not been online for ``life_s``.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import redis

from service.language import ENGLISH
from service.model.problem import Problem
from service.model.timestamps import now_ms, parse_time_ms
from service.store import newest_first
from service.store.connection import CHANNEL
from service.store.due import due, set_aside_in
from service.store.keys import index, key
from service.store.scripts import script
from service.store.space import Space

log = logging.getLogger(__name__)

ONLINE_MS: Final = 15_000
"""A bot counts as online for this long after its stream or long poll was last seen."""
MAX_EVENTS: Final = 100
"""Events of one page."""
KEPT_OVER: Final = 500
"""Events that a feed keeps; beyond that, those of seats that take no place any more are dropped, oldest first."""
ALL: Final = "{bots}:all"
ONLINE: Final = "{bots}:online"
OF_A_BOT: Final = ("bot", "places", "entries", "feed", "events")
"""What is stored for a bot under its id and deleted with it."""

# phases of a bot's seat
INVITED: Final = "invited"
SEATED: Final = "seated"
"""The bot has accepted, the game has not started."""
PLAYING: Final = "playing"
REPLACED: Final = "replaced"
"""A computer has taken over."""
OVER: Final = "over"


@dataclass(frozen=True)
class Bot:
    """A bot as stored."""

    id: str
    name: str
    description: str
    variants: list[str]
    max_games: int
    open_to_matches: bool
    created_at: str
    token_digest: str
    client_id: str
    """Rate-limit identity of the client that registered it, whose bots are limited."""
    key_id: str | None = None
    """The API key that registered it."""
    fingerprint: str | None = None
    """Of the request that registered it, if that had an Idempotency-Key."""


@dataclass(frozen=True)
class SeatNews:
    """How a seat of a bot stands at a revision of its game."""

    bot: str
    game_id: str
    seat: int
    revision: str
    phase: str
    detail: str = "-"
    """Distinguishes two states of the same phase: the decision, the invitation."""
    event: bytes = b""
    """The event for the bot, as JSON; empty for none."""
    until_ms: int | None = None
    """Until when the seat takes one of the bot's places; None if it takes none."""
    only_first: bool = False
    """Whether the event is for the beginning of the phase only."""

    @property
    def entry(self) -> str:
        """The seat, as the store names it."""
        return f"{self.game_id}:{self.seat}"


@dataclass(frozen=True)
class FedEvent:
    """An event of a feed."""

    number: int
    text: str


@dataclass(frozen=True)
class BotLimits:
    """How many bots one client may register, and how long a bot is kept that does not come online."""

    per_client: int
    life_s: int


class BotStore:
    """All bots of a service."""

    def __init__(self, client: "redis.Redis", limits: BotLimits, space: Space | None = None) -> None:
        self._client: Any = client
        self._space = space
        self.limits = limits
        self._save, self._delete, self._see = (script(client, f"{name}_bot") for name in ("save", "delete", "see"))
        self._reserve, self._tell, self._settle = (
            script(client, name) for name in ("reserve_bot", "tell_bot", "settle")
        )

    # -- who they are

    def register(self, bot: Bot) -> bool:
        """Store a new bot; False if it was stored before. Raises Problem ``bot/name_taken``, ``bot/too_many`` or
        ``store/full``.
        """
        if self._space is not None:
            self._space.require()
        return self._saved(bot, "", bot.name) == "ok"

    def change(self, before: Bot, after: Bot) -> bool:
        """Store a changed bot; False if it is no longer as ``before``. Raises Problem ``bot/name_taken``."""
        if self._saved(after, _dump(before), before.name) != "ok":
            return False
        self._wake_streams(after)
        return True

    def _saved(self, bot: Bot, before: str, old_name: str) -> str:
        keys = [key_of("bot", bot.id), name_key(bot.name), name_key(old_name), ALL, key_of("of", bot.client_id)]
        result = self._save(
            keys=keys, args=[bot.id, before, _dump(bot), member_of(bot), self.limits.life_s, self.limits.per_client]
        )
        if result == "name_taken":
            raise Problem(
                "bot/name_taken",
                f"name: another bot is called {bot.name!r}; names differ in more than upper and lower case",
                field="name",
            )
        if result == "too_many":
            raise Problem(
                "bot/too_many",
                f"You have registered {self.limits.per_client} bots, which is the limit of one "
                "caller: delete one first.",
            )
        return str(result)

    def find(self, bot_id: str) -> Bot | None:
        """The bot with this id; None if it does not exist."""
        text = self._client.hget(key_of("bot", bot_id), "bot")
        return None if text is None else msgspec.json.decode(text, type=Bot)

    def delete(self, bot: Bot) -> bool:
        """Delete a bot and its feed; False if it is no longer as ``bot``: it may have another name now."""
        name, *others = (key_of(kind, bot.id) for kind in OF_A_BOT)
        keys = [name, name_key(bot.name), ALL, ONLINE, key_of("of", bot.client_id), *others]
        if not self._delete(keys=keys, args=[bot.id, _dump(bot), member_of(bot)]):
            return False
        self._wake_streams(bot)
        return True

    def _wake_streams(self, bot: Bot) -> None:
        """Let streams look at once whether the token with which they were opened is still valid."""
        self._client.publish(CHANNEL, f"{bot.id} 0")

    def page(self, before: str, limit: int, variant: str | None, online: bool) -> tuple[list[Bot], str | None]:
        """Up to ``limit`` bots, newest first, and the cursor of the next page, which may be empty; None at the end.

        ``variant``: only those that play it. ``online``: only those that are online. Bots on the way that have expired
        are removed from the list.
        """

        def load(members: Sequence[str]) -> Iterator[Bot | None]:
            bots = self._load_listed(members)
            there = [bot for bot in bots if bot is not None]
            listening = (
                {bot.id for bot, is_online in zip(there, self.are_online(there), strict=True) if is_online}
                if online
                else set()
            )
            for bot in bots:
                is_wanted = (
                    bot is not None
                    and (variant is None or variant in bot.variants)
                    and (not online or bot.id in listening)
                )
                yield bot if is_wanted else None

        return newest_first.page(self._client, [ALL], before, limit, load)

    def _load_listed(self, members: Sequence[str]) -> list[Bot | None]:
        """The bots of members of the list; None for those that have expired, which are removed from it."""
        pipeline = self._client.pipeline(transaction=False)
        for member in members:
            pipeline.hget(key_of("bot", member.partition(":")[2]), "bot")
        texts = pipeline.execute()
        for member in (member for member, text in zip(members, texts, strict=True) if text is None):
            self._client.zrem(ALL, member)
        return [None if text is None else msgspec.json.decode(text, type=Bot) for text in texts]

    # -- whether they are there

    def see(self, bot: Bot) -> int | None:
        """Note that the bot listens; the number of its last event, None if it was deleted or its token was renewed."""
        told = (key_of(kind, bot.id) for kind in ("feed", "events", "entries", "places"))
        keys = [key_of("bot", bot.id), name_key(bot.name), ONLINE, *told]
        number = int(self._see(keys=keys, args=[bot.id, ONLINE_MS, self.limits.life_s, bot.token_digest]))
        return None if number < 0 else number

    def are_online(self, bots: Sequence[Bot]) -> list[bool]:
        """Whether each bot listens, or did a few seconds ago."""
        if not bots:
            return []
        now = now_ms()
        return [until is not None and until > now for until in self._client.zmscore(ONLINE, [bot.id for bot in bots])]

    # -- their seats

    def reserve(self, bot: Bot, entry: str, until_ms: int) -> bool:
        """Reserve a place for an invitation; False if ``entry`` had it before. Raises Problem ``bot/unknown``,
        ``bot/offline`` or ``bot/full``.
        """
        keys = [key_of("bot", bot.id), key_of("places", bot.id), ONLINE]
        result = self._reserve(keys=keys, args=[bot.id, entry, until_ms, bot.max_games, self.limits.life_s])
        if result == "unknown":
            raise unknown_bot(bot.id)
        if result == "offline":
            raise Problem("bot/offline", ENGLISH.phrase("bot_offline", name=bot.name))
        if result == "full":
            raise Problem("bot/full", ENGLISH.phrase("bot_full", name=bot.name, count=bot.max_games))
        return bool(result == "ok")

    def release(self, bot_id: str, entry: str) -> None:
        """Give a place back whose game was not created."""
        self._client.zrem(key_of("places", bot_id), entry)

    def count_places(self, bots: Sequence[Bot]) -> list[int]:
        """Number of games and open invitations of each bot."""
        pipeline, now = self._client.pipeline(transaction=False), now_ms()
        for bot in bots:
            pipeline.zcount(key_of("places", bot.id), f"({now}", "+inf")
        return [int(count) for count in pipeline.execute()]

    def seats(self, bot_id: str) -> list[tuple[str, int]]:
        """Game and seat of everything that is not over: invitations and games."""
        entries = self._client.hgetall(key_of("entries", bot_id))
        found = [entry.split(":") for entry, state in entries.items() if state.split(" ")[1] != OVER]
        return sorted((game_id, int(seat)) for game_id, seat in found)

    def forget(self, bot_id: str, game_id: str, seat: int) -> None:
        """Delete what is stored about a seat whose game has expired."""
        entry, pipeline = f"{game_id}:{seat}", self._client.pipeline(transaction=True)
        for kind in ("entries", "events"):
            pipeline.hdel(key_of(kind, bot_id), entry)
        for kind in ("feed", "places"):
            pipeline.zrem(key_of(kind, bot_id), entry)
        pipeline.execute()

    # -- their events

    def tell(
        self,
        game_id: str,
        revision: str,
        news: Iterable[SeatNews],
        reload: Callable[[], tuple[str, Iterable[SeatNews]]],
    ) -> None:
        """Send the bots of a game the state of their seats at a revision. Never fails for Redis: another process
        repeats what is lost.

        If a seat is noted at another revision of this version or a later one, either the news are late, or the store
        has lost that one. So the news that ``reload`` makes of the stored game count, whatever was noted.
        """
        try:
            noted = self._tell_seats(news, {})
            if noted:
                revision, news = reload()
                noted = self._tell_seats(news, noted)
            if not noted:
                self._settle(keys=[key("game", game_id), index("untold", game_id)], args=[game_id, revision, ""])
        except redis.RedisError as error:
            log.warning("events of bots not sent: %s", type(error).__name__, extra={"game_id": game_id})

    def _tell_seats(self, news: Iterable[SeatNews], lost: Mapping[str, str]) -> dict[str, str]:
        """Send to each seat, and return the revisions that are in the way, by entry. Those of ``lost`` are not."""
        noted = {of_seat.entry: self._tell_seat(of_seat, lost.get(of_seat.entry, "")) for of_seat in news}
        return {entry: revision for entry, revision in noted.items() if revision}

    def _tell_seat(self, news: SeatNews, lost: str) -> str:
        """Note how a seat stands, and add an event to the bot's feed if that is news; returns the revision that is in
        the way.
        """
        kinds = ("bot", "feed", "entries", "events", "places")
        until = "" if news.until_ms is None else news.until_ms
        answer: str = self._tell(
            keys=[key_of(kind, news.bot) for kind in kinds],
            args=[
                *(news.entry, news.revision, news.phase, news.detail, news.event, until),
                *(self.limits.life_s, CHANNEL, news.bot, "1" if news.only_first else "", KEPT_OVER, lost),
            ],
        )
        return answer

    def events_after(self, bot_id: str, number: int) -> tuple[list[FedEvent], int]:
        """Up to ``MAX_EVENTS`` events after the one with this number, oldest first, and the number to continue with.

        Only the newest event of a seat is kept, so numbers are missing between them.
        """
        last = int(self._client.hget(key_of("bot", bot_id), "seq") or 0)  # before the rows, so that nothing is skipped
        rows = self._client.zrangebyscore(
            key_of("feed", bot_id), f"({number}", "+inf", start=0, num=MAX_EVENTS, withscores=True
        )
        if not rows:
            return [], last
        texts = self._client.hmget(key_of("events", bot_id), [entry for entry, _ in rows])
        found = [(int(score), (text or "0 ").partition(" ")) for (_, score), text in zip(rows, texts, strict=True)]
        # others were replaced just now
        events = [FedEvent(score, text) for score, (stored, _, text) in found if int(stored) == score]
        return events, int(rows[-1][1]) if len(rows) == MAX_EVENTS else max(last, int(rows[-1][1]))

    def untold(self) -> list[str]:
        """Ids of games whose bots did not get the last change: the process that made it has died."""
        return [game_id for game_id, _ in due(self._client, "untold")]

    def set_aside(self, game_id: str) -> None:
        """Let a game that cannot be read be untold again after a while."""
        set_aside_in(self._client, "untold")(game_id)


def unknown_bot(bot_id: str) -> Problem:
    """A bot in a request body that does not exist."""
    return Problem("bot/unknown", ENGLISH.phrase("bot_unknown", bot=repr(bot_id[:40])))


def _dump(bot: Bot) -> str:
    return msgspec.json.encode(bot).decode()


def member_of(bot: Bot) -> str:
    """The bot in the list of all."""
    return f"{parse_time_ms(bot.created_at):013d}:{bot.id}"


def key_of(kind: str, owner_id: str) -> str:
    """The key of this kind for a bot or a client."""
    return f"{{bots}}:{kind}:{owner_id}"


def name_key(name: str) -> str:
    """The key of the bot that has a name."""
    return key_of("name", name.casefold())
