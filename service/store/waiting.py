"""Open games in which a player waits for a stranger.

A sorted set for each variant with its options, of the games of play now, and one for each variant, of those that anyone
may join: the member is the game's id, or what ``public_list`` has, the score until when it is offered, in ms.

A game is offered to strangers for some seconds, and again each time one of its players asks for it, as a held request
and a stream do all the time. So a game whose player has left is soon no longer offered.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import redis

from service.model.game import OPEN, Game
from service.model.timestamps import now_ms, parse_time_ms
from service.model.tokens import digest
from service.store.games import dump_payload
from service.store.keys import KEPT_S, index, key, of_each, script
from service.store.public_list import member_of

OFFERED_MS: Final = 10_000
"""Twice the time after which a request that is held looks at its game again."""
KEEP_FOUND_S: Final = 24 * 3600
"""How long the waiting game that was found is recorded, for a request that may be repeated."""


def quick_set(variant_key: str, options: Mapping[str, Any]) -> str:
    """The set of the games of play now with these rules."""
    return key("waiting", digest(f"{variant_key} {dump_payload(options)}"))


def _joinable_set(variant_key: str) -> str:
    return key("waiting", f"joinable:{variant_key}")


def _place_of(game: Game) -> tuple[str, str] | None:
    """The set in which a game is while it is offered, and its member; None for one that no stranger may join."""
    if game.status == OPEN and game.fallback is not None:
        return quick_set(game.variant_key, game.options), game.id
    return (_joinable_set(game.variant_key), member_of(game)) if game.is_joinable else None


def _offered_ms(game: Game, now: int) -> int:
    """How long a game is offered from now on: at most until a computer takes the open seat."""
    return OFFERED_MS if game.fallback is None else max(0, min(OFFERED_MS, parse_time_ms(game.fallback["at"]) - now))


class Waiting:
    """The games that are offered."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._pair = script(client, "game_pair")

    def offer(self, game: Game) -> None:
        """Offer a game for some seconds, if strangers may join it; not in a store that takes no changes."""
        place, now = _place_of(game), now_ms()
        if place is None:
            return
        (name, member), pipeline = place, self._client.pipeline(transaction=False)
        pipeline.zremrangebyscore(name, "-inf", now)
        pipeline.zadd(name, {member: now + _offered_ms(game, now)})
        pipeline.pexpire(name, OFFERED_MS)
        with suppress(redis.RedisError):
            pipeline.execute()

    def withdraw(self, game: Game) -> None:
        """Stop offering a game: its player has left. Another player who asks for it offers it again."""
        if (place := _place_of(game)) is not None:
            with suppress(redis.RedisError):
                self._client.zrem(*place)

    def joinable(self, variants: Iterable[str]) -> list[str]:
        """The games of these variants that anyone may join and that are offered, as in the list of public games."""
        names = map(_joinable_set, variants)
        return sorted(chain(*of_each(self._client, "zrangebyscore", names, f"({now_ms()}", "+inf")), reverse=True)

    def pair(self, name: str, own_id: str, own: Game | None, before: str, may_be_repeated: bool) -> str:
        """Take a game of play now that is offered in a set, otherwise offer the caller's ``own``, if it is created.
        Returns the id of the game, ``""`` for neither.

        A game is taken once. A caller that repeats the request gets the same game, unless it is ``before``, which could
        not be joined.
        """
        offered = () if own is None else (own_id, _offered_ms(own, now_ms()) if own.fallback else 0)
        keep_s = KEEP_FOUND_S if may_be_repeated else KEPT_S
        return str(self._pair(keys=[name, f"{index('found', name)}:{own_id}"], args=[before, keep_s, *offered]))
