"""Registered bots in Redis: their documents, whether they are online, their places, and the states of their seats.

All keys are in one slot, so that a script may use them together:

- ``{bots}:bot:<id>`` hash: document, number of the last change
- ``{bots}:name:<name in lower case>`` id of the bot that has the name
- ``{bots}:all`` sorted set of ``<ms of registration>:<id>``
- ``{bots}:of:<client>`` sorted set of the bots that a client has registered, by the time at which they stop counting
- ``{bots}:online:<id>`` while the bot counts as online
- ``{bots}:places:<id>`` sorted set of seats, ``<game>:<number>``, by the time until which each takes one of the bot's
  places
- ``{bots}:holders:<id>`` hash of the networks of the caller that reserved each of these places
- ``{bots}:seats:<id>`` hash of how each seat stands: ``<revision> <number> <ms> <standing>``
- ``{bots}:feed:<id>`` sorted set of the seats by the number of their last change

A bot and everything about it is deleted when it has not been online for ``life_s``.
"""

import logging
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import msgspec
import redis

from service.config import Settings
from service.model.answer import Problem, refusal
from service.model.callers import Caller
from service.model.timestamps import now_ms, parse_time_ms
from service.store import public_list
from service.store.agenda import BOTS, Agenda
from service.store.connection import CHANNEL
from service.store.keys import of_each, script
from service.store.readable import if_readable, read_json
from service.store.space import Space
from service.store.webhooks import is_key_id

log = logging.getLogger(__name__)

ONLINE_MS: Final = 15_000
"""A bot counts as online for this long after its stream or long poll was last seen."""
MAX_CHANGES: Final = 100
"""Changes per page."""
KEPT_SEATS: Final = 500
"""Seats of a feed that are kept; beyond that, those that no longer take a place are dropped, oldest first."""
_VARIATION: Final = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
ALL: Final = "{bots}:all"
OF_A_BOT: Final = ("bot", "seats", "feed", "holders", "places", "online")
"""The keys that are stored for a bot under its id and deleted with it, in the order of ``lua/shared.lua``."""


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
    """The fingerprint of the request that registered it, if that had an Idempotency-Key."""


@dataclass(frozen=True)
class SeatOfBot:
    """The state of a bot's seat."""

    bot: str
    game_id: str
    seat: int
    standing: str
    """The type of its event, and what distinguishes this from others of the type. A change of it is an event."""
    until_ms: int | None = None
    """Until when the seat takes one of the bot's places; None if it takes none."""

    @property
    def entry(self) -> str:
        """The key of the seat in the store."""
        return f"{self.game_id}:{self.seat}"


@dataclass(frozen=True)
class Change:
    """The last change of the state of a bot's seat."""

    game_id: str
    seat: int
    number: int
    at_ms: int
    standing: str
    """The present state of the seat."""


class BotStore:
    """All bots of a service."""

    def __init__(self, client: "redis.Redis", agenda: Agenda, settings: Settings, space: Space) -> None:
        self._client: Any = client
        self._space = space
        self._settings = settings
        self._save, self._delete, self._see, self._reserve, self._note = (
            script(client, name) for name in ("bot_save", "bot_delete", "bot_see", "bot_reserve", "seat_note")
        )
        self._agenda = agenda

    # -- documents

    def register(self, bot: Bot) -> bool:
        """Store a new bot; False if it was stored before. Raises Problem ``bot/name_taken``, ``bot/too_many`` or
        ``store/full``.
        """
        self._space.require()
        return self._saved(bot, "", bot.name) == "ok"

    def change(self, before: Bot, after: Bot) -> bool:
        """Store a changed bot; False if it is no longer as ``before``. Raises Problem ``bot/name_taken``."""
        if self._saved(after, _dump(before), before.name) != "ok":
            return False
        self._wake_streams(after)
        return True

    def _saved(self, bot: Bot, before: str, old_name: str) -> str:
        result = self._save(
            keys=[*_keys_of(bot), name_key(old_name)],
            args=[bot.id, before, _dump(bot), member_of(bot), self._settings.bot_ttl_s, self._settings.max_bots_each],
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
                f"You have registered {self._settings.max_bots_each} bots, which is the limit of one "
                "caller: delete one first.",
            )
        return str(result)

    def find(self, bot_id: str) -> Bot | None:
        """The bot with this id; None if it does not exist. Raises Unreadable."""
        text = self._client.hget(key_of("bot", bot_id), "bot")
        return None if text is None else read_bot(bot_id, text)

    def delete(self, bot: Bot) -> bool:
        """Delete a bot and its feed; False if it is no longer as ``bot``: it may have another name now."""
        if not self._delete(keys=_keys_of(bot), args=[bot.id, _dump(bot), member_of(bot)]):
            return False
        self._wake_streams(bot)
        return True

    def _wake_streams(self, bot: Bot) -> None:
        """Make streams check at once whether the token with which they were opened is still valid."""
        self._client.publish(CHANNEL, f"{bot.id} 0")

    def page(self, before: str, limit: int, variant: str | None, online: bool) -> tuple[list[Bot], str | None]:
        """Up to ``limit`` bots, newest first, and the cursor of the next page, which may be empty; None at the end.

        ``variant``: only those that play it. ``online``: only those that are online. Expired bots are removed from the
        list.
        """

        def load(members: Sequence[str]) -> Iterator[Bot | None]:
            pipeline = self._client.pipeline(transaction=False)
            for member in members:
                bot_id = member.partition(":")[2]
                pipeline.hget(key_of("bot", bot_id), "bot")
                pipeline.pttl(key_of("online", bot_id))
            found = iter(pipeline.execute())
            for member, text, left_ms in zip(members, found, found, strict=True):
                if text is None:
                    self._client.zrem(ALL, member)
                bot = None if text is None else if_readable(read_bot, member.partition(":")[2], text)
                is_wanted = bot and (not variant or variant in bot.variants) and (not online or _is_online(left_ms))
                yield bot if is_wanted else None

        return public_list.page(public_list.members_of(self._client, [ALL]), before, limit, load)

    # -- whether they are online

    def see(self, bot: Bot) -> int | None:
        """Record that the bot is online; returns the number of its last change, None if deleted or its token was
        renewed.
        """
        while (text := self._client.hget(key_of("bot", bot.id), "bot")) is not None:
            stored = read_bot(bot.id, text)
            if stored.token_digest != bot.token_digest:
                return None
            number = self._see(keys=_keys_of(stored), args=[bot.id, text, self._settings.bot_ttl_s, ONLINE_MS])
            if number is not None:  # otherwise it was changed at this moment
                return int(number)
        return None

    def are_online(self, bots: Sequence[Bot]) -> list[bool]:
        """Whether each bot is connected, or was a few seconds ago."""
        return [_is_online(left) for left in of_each(self._client, "pttl", [key_of("online", bot.id) for bot in bots])]

    # -- their seats

    def reserve(self, bot: Bot, entry: str, until_ms: int, callers: Sequence[Caller] = ()) -> bool:
        """Reserve a place for an invitation by a caller with these networks; False if ``entry`` had it before. Raises
        Problem ``bot/unknown``, ``bot/offline`` or ``bot/full``.
        """
        most = {caller.name: _most_places(bot, caller) for caller in callers}
        args = [bot.id, entry, until_ms, bot.max_games, ONLINE_MS, *chain(*most.items())]
        result = self._reserve(keys=_keys(bot.id), args=args)
        if result == "unknown":
            raise unknown_bot(bot.id)
        if result == "offline":
            raise refusal("bot/offline", "bot_offline", name=bot.name)
        if result == "full":
            raise refusal("bot/full", "bot_full", name=bot.name, count=bot.max_games)
        if result == "yours":
            raise refusal("bot/full", "bot_yours", name=bot.name, count=most[callers[0].name])
        return bool(result == "ok")

    def release(self, bot_id: str, entry: str) -> None:
        """Release a place whose game was not created."""
        self._client.zrem(key_of("places", bot_id), entry)

    def count_places(self, bots: Sequence[Bot]) -> list[int]:
        """Number of games and open invitations of each bot."""
        places = [key_of("places", bot.id) for bot in bots]
        return of_each(self._client, "zcount", places, f"({now_ms()}", "+inf")

    def seats(self, bot_id: str) -> list[Change]:
        """All recorded seats, some of which may be over."""
        notes = self._client.hgetall(key_of("seats", bot_id))
        return [_change(entry, note) for entry, note in sorted(notes.items())]

    def forget(self, bot_id: str, game_id: str, seat: int) -> None:
        """Delete what is stored about a seat whose game has expired."""
        entry, pipeline = f"{game_id}:{seat}", self._client.pipeline(transaction=True)
        pipeline.hdel(key_of("seats", bot_id), entry)
        for kind in ("feed", "places"):
            pipeline.zrem(key_of(kind, bot_id), entry)
        pipeline.execute()

    # -- their feeds

    def note(
        self,
        game_id: str,
        revision: str,
        seats: Iterable[SeatOfBot],
        reload: Callable[[], tuple[str, Iterable[SeatOfBot]]],
    ) -> None:
        """Record the states of the seats of a game's bots at a revision. Never fails because of Redis: another process
        repeats what is lost.

        If a seat is recorded at another revision of this version or a later one, either this call is late, or the store
        has lost that revision. So the state in the stored game, from ``reload``, replaces the recorded one.
        """
        try:
            noted = self._note_each(revision, seats, {})
            if noted:
                revision, seats = reload()
                noted = self._note_each(revision, seats, noted)
            if not noted:
                self._agenda.done(BOTS, game_id, revision)
        except redis.RedisError as error:
            log.warning("changes for bots not noted: %s", type(error).__name__, extra={"game_id": game_id})

    def _note_each(self, revision: str, seats: Iterable[SeatOfBot], lost: Mapping[str, str]) -> dict[str, str]:
        """Record each seat, and return the conflicting revisions, by entry, without those of ``lost``."""
        in_the_way = {}
        for seat in seats:
            facts = {
                "revision": revision,
                "standing": seat.standing,
                "until_ms": seat.until_ms,
                "lost": lost.get(seat.entry),
                "kept": KEPT_SEATS,
                "channel": CHANNEL,
            }
            noted: str = self._note(keys=_keys(seat.bot), args=[seat.bot, seat.entry, msgspec.msgpack.encode(facts)])
            if noted:
                in_the_way[seat.entry] = noted
        return in_the_way

    def changes_after(self, bot_id: str, number: int) -> tuple[list[Change], int]:
        """Up to ``MAX_CHANGES`` seats that have changed after the change with this number, oldest first, and the number
        to continue with.

        Only the last change of a seat has a number, so numbers are missing between them.
        """
        pipeline = self._client.pipeline(transaction=False)
        pipeline.hget(key_of("bot", bot_id), "seq")  # before the rows, so that nothing is skipped
        pipeline.zrangebyscore(key_of("feed", bot_id), f"({number}", "+inf", start=0, num=MAX_CHANGES, withscores=True)
        last, rows = pipeline.execute()
        if not rows:
            return [], int(last or 0)
        notes = self._client.hmget(key_of("seats", bot_id), [entry for entry, _ in rows])
        found = [(int(score), _change(entry, note)) for (entry, score), note in zip(rows, notes, strict=True) if note]
        changes = [change for score, change in found if change.number == score]  # others have changed again just now
        newest = int(rows[-1][1])
        return changes, newest if len(rows) == MAX_CHANGES else max(int(last or 0), newest)


def _most_places(bot: Bot, caller: Caller) -> int:
    """How many of a bot's places a caller may take: a quarter, wider networks and API keys up to half of them."""
    shares = 2 if is_key_id(caller.name) else min(caller.shares, 2)
    return -(-bot.max_games * shares // 4)


def unknown_bot(bot_id: str) -> Problem:
    """The refusal of a bot in a request body that does not exist."""
    return refusal("bot/unknown", "bot_unknown", bot=repr(bot_id))


def _change(entry: str, note: str) -> Change:
    (game_id, _, seat), (_, number, at_ms, standing) = entry.partition(":"), note.split(" ", 3)
    return Change(game_id, int(seat), int(number), int(at_ms), standing)


def _is_online(left_ms: int) -> bool:
    return 0 < left_ms <= ONLINE_MS  # more, if the clock was set back since


def read_bot(bot_id: str, document: str | bytes) -> Bot:
    """The bot of a document; raises Unreadable."""
    return read_json("bot", bot_id, document, Bot)


def _dump(bot: Bot) -> str:
    return msgspec.json.encode(bot).decode()


def member_of(bot: Bot) -> str:
    """The bot in the list of all."""
    return f"{parse_time_ms(bot.created_at):013d}:{bot.id}"


def key_of(kind: str, owner_id: str) -> str:
    """The key of this kind for a bot or a client."""
    return f"{{bots}}:{kind}:{owner_id}"


def _keys(bot_id: str) -> list[str]:
    """The arguments of a script about a bot."""
    return [key_of(kind, bot_id) for kind in OF_A_BOT]


def _keys_of(bot: Bot) -> list[str]:
    """The same with the lists in which the bot is, and its name."""
    return [*_keys(bot.id), ALL, key_of("of", bot.client_id), name_key(bot.name)]


def name_key(name: str) -> str:
    """The key of the bot that has a name."""
    return key_of("name", as_seen(name))


def as_seen(name: str) -> str:
    """A name without invisible differences: the same for spellings that differ in case, blanks, compatible characters
    (Unicode's NFKC), or joiners, tags and variation selectors, which emoji need.
    """
    seen = (char for char in name if unicodedata.category(char) != "Cf" and not _VARIATION.match(char))
    return " ".join(unicodedata.normalize("NFKC", "".join(seen)).casefold().split())
