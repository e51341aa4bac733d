"""The agenda: entries that are due at a time, each handled by the first process that reads it then.

A sorted set for each kind: the member is the id of a game or task, the score when it is due, in ms of Redis' clock. The
script that changes a game, ``lua/game_commit.lua``, changes its entries too, so on a cluster each bucket of games has
its sets, ``{g07}:due:<kind>``; on one server there is one of all games, ``{games}:due:<kind>``, which is read by one
command. That of tasks is ``{tasks}:due:task``.

``handle_due`` passes due entries to the function that handles them, in the order of time and each on its own. It claims
the entry first, which postpones it: only one of many processes succeeds, and if that one dies the entry is due again.
The function changes the game or task, and with it its entry, or ends with ``done``. A process that needs more time
postpones the entry. No other assignment of work is stored. docs/adr/0058-agenda.md lists the alternatives.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import redis

from service.model.answer import Problem
from service.model.timestamps import follow, note_away, now_ms, parse_time_ms, set_by_ms
from service.process import telemetry
from service.store.connection import LOST_REPLY
from service.store.keys import ENDED, TASKS_DUE, all_indexes, index, key, of_each, script, some_exist

log = logging.getLogger(__name__)

PLAY: Final = "play"
"""A computer has to move, a person waits for it, and no worker has begun."""
TURN: Final = "turn"
"""A worker that plays a turn may have died, or a wait of the game is over: for a person, a bot, a seed. In a game
without persons also: a computer has to move.
"""
BOTS: Final = "bots"
"""The bots of a game have not been sent its last change."""
DELIVER: Final = "deliver"
"""A game has something to deliver to webhooks."""
LIST: Final = "list"
"""A game of a cluster is not in the lists of public games yet."""
PACK: Final = "pack"
"""The history of a game that is over is to be packed."""
OF_GAMES: Final = (PLAY, TURN, BOTS, DELIVER, LIST, PACK)
OF_ALL: Final = "{games}:due:"
"""The sets of all games on one server, followed by the kind."""
TASK: Final = "task"
"""A task has been without a heartbeat for too long; a match with bots is looked at often."""


class EntryKind(NamedTuple):
    """How the entries of a kind are handled."""

    again_ms: int
    """An entry that was claimed and not done is due again after this time; 0 if it is not claimed."""
    at_once: int = 10_000
    """Entries handled by one sweep."""
    late_ms: int = 0
    """How long after its time an entry is handled: until then others do what is due."""


OVERDUE_MS: Final = 1000
"""A computer's turn that no worker has begun after this time is overdue: its wake-up call may be lost."""
KINDS: Final = {
    PLAY: EntryKind(again_ms=1000, late_ms=OVERDUE_MS),
    TURN: EntryKind(again_ms=2000),
    BOTS: EntryKind(again_ms=2000),
    DELIVER: EntryKind(again_ms=30_000),
    LIST: EntryKind(again_ms=2000),
    PACK: EntryKind(again_ms=0, at_once=50),  # a full store would refuse the claim, and packing makes room
    TASK: EntryKind(again_ms=4000),
}
HELD_MS: Final = 3000
"""A worker that has not postponed its turn for this long is considered dead."""
TURNS_AT_ONCE: Final = 16
"""Turns that a worker claims at once."""
AWAKE_MS: Final = 50
"""Within this time a worker that has claimed turns claims again."""
EVER_MS: Final = 10**15
FIRST_PAUSE_MS: Final = 4000
LONGEST_PAUSE_MS: Final = 60_000
"""An entry that cannot be handled is retried after a pause, which doubles up to this: another release may be able to
read it.
"""
MOST_FAILED: Final = 10_000
"""Entries whose pauses are cached."""
GONE: Final = "game/not_found"
CLOCK_KEY: Final = "{faceoff}:clock"
SWEEP_MS: Final = 700
"""Duration of the turn to sweep. It is less than the pause of a sweeper, so that a process that dies delays nothing."""
PAUSE_MS: Final = 3000
"""If no process has looked at the clock for this long, the service was away, or Redis' clock was set ahead: no wait has
run.
"""
USUAL_MS: Final = 1000
"""How much of such a time counts for waits: as between two sweeps."""
IN_USE_S: Final = 10.0
"""For this long after a process has used a game, it stays ready to handle what becomes of that."""
LOOK_AGAIN_S: Final = PAUSE_MS / 1000 - 1
"""A process whose sweeper has not looked for this long looks before it reads a game."""


class Agenda:
    """The agenda of a store."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._on_cluster = isinstance(client, redis.RedisCluster)
        self._claim, self._done = script(client, "entry_claim"), script(client, "entry_done")
        self._look, self._claim_turns = script(client, "clock_look"), script(client, "turns_claim")
        self._looks_at = float("inf")
        """When a look is needed again, by the monotonic clock; never in a process without a sweeper."""
        self._set_by_ms = float("nan")
        """The difference of this machine's clock and its monotonic one at the last look; nothing differs from nan."""
        self._failures: Counter[tuple[str, str]] = Counter()
        self._used_s = float("-inf")
        """When this process last read or changed a game, by the monotonic clock."""

    @property
    def in_use(self) -> bool:
        """Whether this process has read or changed a game lately."""
        return time.monotonic() - self._used_s < IN_USE_S

    def claim_sweep(self, stands_by: bool = False) -> bool:
        """Whether this process has the turn to sweep: all have the same entries. Also looks at the clock, unless it
        stands by and another process has looked.
        """
        if stands_by and abs(now_ms() - int(self._client.hget(CLOCK_KEY, "at") or 0)) < PAUSE_MS:
            return False
        return self.look(SWEEP_MS)

    def is_empty(self) -> bool:
        """Whether there are no entries at all, on one server."""
        return not some_exist(self._client, [self.set_of(kind, "") for kind in KINDS])

    def expect_look(self) -> None:
        """Look at the clock before a game is read: earlier jumps are not known to this process."""
        self._looks_at = 0.0

    def look_if_needed(self) -> None:
        """Look at the clock if the sweeper has not for a while, because it or Redis was away, or if this machine's
        clock was set since, which may be that of Redis: otherwise times of two clocks would be mixed.
        """
        self._used_s = time.monotonic()
        if time.monotonic() >= self._looks_at or abs(set_by_ms() - self._set_by_ms) > USUAL_MS:
            self.look()

    def look(self, sweep_ms: int = 0) -> bool:
        """Set the clock of this process by that of Redis; if that has jumped, or nobody has looked for a while, extend
        all waits by that time. Take the turn to sweep for ``sweep_ms``, unless that is 0; returns whether it was taken.
        """
        asked_s = time.monotonic()
        is_taken, now, away, last, at = self._look(keys=[CLOCK_KEY], args=[sweep_ms, PAUSE_MS, USUAL_MS])
        if changed_ms := follow(now, asked_s):
            log.warning("this machine's clock is not that of Redis: times are set by %+.1f s", changed_ms / 1000)
        note_away(away)
        self._looks_at, self._set_by_ms = time.monotonic() + LOOK_AGAIN_S, set_by_ms()
        if last:
            log.warning(
                "%.1f s between two looks at the clock: it was set, or the service was away", (at - last) / 1000
            )
        if at < last:
            self._move_entries(last, at)
        return bool(is_taken)

    def _move_entries(self, last: int, at: int) -> None:
        """Move the entries that were not due at the last look before the clock was set back, from ``last`` to ``at``.

        If a process dies or two do this meanwhile, entries are due too early, which is detected when they are claimed.
        """
        names = [*(name for kind in KINDS for name in self.sets_of(kind)), *all_indexes(ENDED)]
        try:
            later = of_each(self._client, "zrangebyscore", names, f"({at}", "+inf", withscores=True)
            for name, found in zip(names, later, strict=True):
                if found:
                    self._client.zadd(name, {thing: max(due + at - last, at) for thing, due in found}, xx=True)
            self._client.hdel(CLOCK_KEY, "last")
        except redis.ResponseError as error:  # a full store, in which the sweeper has to make room
            log.info("the agenda is not moved: %s", type(error).__name__)

    def due(self, kind: str) -> list[str]:
        """The ids of this kind that are due, in the order of their times."""
        of_kind = KINDS[kind]
        return earliest(self._client, self.sets_of(kind), of_kind.late_ms, of_kind.at_once)[: of_kind.at_once]

    def handle_due(self, kind: str, handle: Callable[[str], object]) -> bool:
        """Handle all due entries of this kind, and return whether there were any. An entry that cannot be handled is
        postponed and does not delay others.

        Raises RedisError if the store does not respond or takes no changes, which no entry has caused.
        """
        due = self.due(kind)
        failed = [f"{thing} ({error})" for thing in due if (error := self._handle(kind, thing, handle))]
        if failed:
            log.error("%s: %d cannot be handled now, first %s", kind, len(failed), failed[0])
        return bool(due)

    def _handle(self, kind: str, thing: str, handle: Callable[[str], object]) -> str:
        """Handle an entry; returns the type of its error, empty without one."""
        again_ms = KINDS[kind].again_ms
        try:
            if not again_ms or self.claim(kind, thing, again_ms):
                handle(thing)
        except LOST_REPLY:
            raise
        except Exception as error:
            if isinstance(error, Problem) and error.code == GONE:
                self.remove(kind, thing)
                return ""
            pause_ms = min(FIRST_PAUSE_MS << self._failures[kind, thing], LONGEST_PAUSE_MS)
            self.postpone(kind, thing, pause_ms)  # first: if this fails as well, the entry is not the cause
            self._failures[kind, thing] += 1
            if len(self._failures) > MOST_FAILED:
                self._failures.clear()
            telemetry.SET_ASIDE.labels(kind).inc()
            return type(error).__name__  # not its text, which may name a card
        self._failures.pop((kind, thing), None)
        return ""

    def claim(self, kind: str, thing: str, again_ms: int, within_ms: int = 0) -> bool:
        """Postpone an entry that is due ``within_ms`` by ``again_ms``; False if there is none: another process may have
        claimed it.
        """
        return bool(self._claim(keys=[self.set_of(kind, thing)], args=[thing, again_ms, within_ms]))

    def postpone(self, kind: str, thing: str, ms: int) -> bool:
        """Make an entry due in ``ms``; False if it no longer exists."""
        return self.claim(kind, thing, ms, within_ms=EVER_MS)

    def claim_turns(self, game_id: str) -> list[str]:
        """Claim turns that are to be played, for ``HELD_MS``: of all games, on a cluster of those in the bucket of this
        one. The caller claims again within ``AWAKE_MS``, or calls ``leave``.
        """
        keys = [self.set_of(PLAY, game_id), self.set_of(TURN, game_id), self.awake(game_id)]
        return list(self._claim_turns(keys=keys, args=[TURNS_AT_ONCE, HELD_MS, AWAKE_MS]))

    def leave(self, game_id: str) -> bool:
        """Take back the promise to claim soon; returns whether a turn is to be played now."""
        pipeline = self._client.pipeline()
        pipeline.delete(self.awake(game_id))
        pipeline.zcard(self.set_of(PLAY, game_id))
        return bool(pipeline.execute()[1])

    def give_back(self, game_id: str, since: str) -> None:
        """Let any worker claim a turn again, in the order of the times at which the computers were asked; one has to be
        called for it.
        """
        self._client.zadd(self.set_of(PLAY, game_id), {game_id: parse_time_ms(since)})

    def done(self, kind: str, game_id: str, revision: str, again_ms: int | None = None) -> None:
        """Record that an entry was done for this revision of a game, and in how many ms it is due again; None for
        never. If the game has another revision, it is due at once.
        """
        keys = [key("game", game_id), self.set_of(kind, game_id)]
        self._done(keys=keys, args=[game_id, revision, "" if again_ms is None else again_ms])

    def remove(self, kind: str, thing: str) -> None:
        """Remove an entry: the game or task no longer exists."""
        self._client.zrem(self.set_of(kind, thing), thing)

    def count(self, kind: str) -> int:
        """Number of entries, due now or later."""
        return sum(of_each(self._client, "zcard", self.sets_of(kind)))

    def set_of(self, kind: str, thing: str) -> str:
        """The set with the entry of a game or task."""
        if kind == TASK:
            return TASKS_DUE
        return index(f"due:{kind}", thing) if self._on_cluster else OF_ALL + kind

    def awake(self, game_id: str) -> str:
        """The key that exists while a worker has promised to claim turns."""
        return index("awake", game_id) if self._on_cluster else "{games}:awake"

    def sets_of(self, kind: str) -> list[str]:
        """All sets with entries of this kind."""
        return all_indexes(f"due:{kind}") if self._on_cluster and kind != TASK else [self.set_of(kind, "")]

    def gather(self) -> None:
        """On one server, move the entries of a release that had a set in each bucket there too."""
        for kind in () if self._on_cluster else OF_GAMES:
            if some_exist(self._client, before := all_indexes(f"due:{kind}")):
                names = [OF_ALL + kind, *before]
                self._client.pipeline().zunionstore(names[0], names, "MIN").delete(*before).execute()


def now_of(client: Any) -> int:
    """The clock of Redis, in ms, which is that of the service. docs/adr/0049-one-clock.md says why."""
    seconds, micros = client.time()
    return int(seconds) * 1000 + int(micros) // 1000


def earliest(client: Any, names: Sequence[str], ago_ms: int, most: int) -> list[str]:
    """Entries that were due this long ago, up to ``most`` of each of these sets, in the order of their times."""
    if not some_exist(client, names):
        return []
    until_ms = now_of(client) - ago_ms
    due = of_each(client, "zrangebyscore", names, "-inf", until_ms, start=0, num=most, withscores=True)
    return [thing for _, thing in sorted((at, thing) for found in due for thing, at in found)]
