"""Webhooks: addresses to which a signed message is delivered when a game changes. The message contains no card.

A message names the newest version, so one message may cover several changes. The store records which deliveries are
due, so a lost attempt costs seconds. A message may be delivered twice, with the same id.

A delivery is one signed attempt; some are retried. Redis records which are due. An entry in a dispatcher is only a
reminder: every attempt first checks whether it is still due.

A separate process makes them, so that a slow receiver does not delay computer turns, in threads, so that it does not
delay other receivers (protocol.md, 7).
"""

import base64
import hashlib
import hmac
import logging
import signal
import threading
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from service.config import Settings
from service.model.answer import Answer, Positive, Problem, SeatNumber, Timestamp, about, to_json
from service.model.game import Game, GameStatus, seats_to_act
from service.model.timestamps import SKEW_MS, now_ms, time_text
from service.process import telemetry
from service.process.telemetry import signs_of_life
from service.process.threads import Threads, attempt, repeat
from service.store.agenda import DELIVER, KINDS
from service.store.readable import Unreadable, if_readable
from service.store.store import Store
from service.store.webhooks import Delivery, Subscription
from service.webhooks.outbound import Reach, Unreachable, check_target, post, reach_of

# -- messages


class ChangedGame(Answer, kw_only=True):
    """Public facts about the game that has changed."""

    game_id: Annotated[str, about("The game's id.")]
    version: Annotated[Positive, about("The latest version. Several changes may be delivered as one.")]
    status: Annotated[GameStatus, about("The game's status.")]
    to_act: Annotated[list[SeatNumber], about("Seats that may answer now.")]


class GameChanged(Answer, kw_only=True):
    """Notification that a game has changed. It contains no cards: fetch the game to see what your seat may know."""

    type: Annotated[Literal["game.changed"], about("Always `game.changed`.")]
    timestamp: Annotated[Timestamp, about("When the notification was sent.")]
    data: Annotated[ChangedGame, about("The game.")]


def message(game: Game) -> GameChanged:
    """The body of a delivery. It contains only what a spectator may know."""
    data = ChangedGame(game_id=game.id, version=game.version, status=game.status, to_act=seats_to_act(game))
    return GameChanged(type="game.changed", timestamp=time_text(now_ms()), data=data)


# -- deliveries

log = logging.getLogger(__name__)

RETRY_S: Final = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""Back-off before retry n; after the last the webhook is disabled."""
GONE: Final = 410
Dispatch = Callable[[str, Hashable, Callable[[], None]], None]
"""Runs a call to a host, now or later; the second argument identifies the call."""


def deliver_due(store: Store, game_id: str, reach: Reach, dispatch: Dispatch) -> None:
    """Dispatch the game's revision to every webhook that does not have it yet and is not waiting for its next attempt.
    Raises Problem if the game has expired, and its webhooks with it.
    """
    game = store.games.load(game_id)
    for webhook, delivery in _webhooks(store, game):
        if _is_due(delivery, game):
            host = urlsplit(webhook.url).hostname or ""
            dispatch(host, (game_id, webhook.id), partial(_deliver, store, game_id, webhook.id, reach))
    _settle(store, game)


def _webhooks(store: Store, game: Game) -> list[tuple[Subscription, Delivery]]:
    """The webhooks of a game and of its API key, each with the state of its deliveries; those whose token was renewed
    are deleted.
    """
    found = store.webhooks.of(game.id, *filter(None, [game.key_id]))
    for webhook in found:
        if webhook.has_ended(game):
            store.webhooks.delete(webhook)
    left = [(webhook, if_readable(store.webhooks.delivery, game.id, webhook)) for webhook in found]
    return [(webhook, state) for webhook, state in left if state is not None and not webhook.has_ended(game)]


def _is_due(delivery: Delivery, game: Game) -> bool:
    back_off_s = max(RETRY_S[: delivery.failures], default=0)
    waits = 0 < delivery.next_ms - now_ms() <= 1000 * back_off_s + SKEW_MS  # longer, if the clock was set back since
    return not delivery.given_up and delivery.revision != game.revision and not waits


def _settle(store: Store, game: Game) -> None:
    """Record when the game's deliveries are due next. Those already due wait in a dispatcher."""
    waits_ms = []
    for _, delivery in _webhooks(store, game):
        if delivery.revision != game.revision and not delivery.given_up:
            waits_ms.append(KINDS[DELIVER].again_ms if _is_due(delivery, game) else max(0, delivery.next_ms - now_ms()))
    store.agenda.done(DELIVER, game.id, game.revision, min(waits_ms, default=None))


def _deliver(store: Store, game_id: str, webhook_id: str, reach: Reach) -> None:
    """Make one attempt, unless meanwhile the webhook was deleted or another attempt was made."""
    try:
        game = store.games.load(game_id)
    except (Problem, Unreadable):  # expired meanwhile, or changed by a newer release
        return
    for webhook, before in _webhooks(store, game):
        if webhook.id == webhook_id and _is_due(before, game):
            _attempt_once(store, game, webhook, before, reach)
    _settle(store, game)


def _attempt_once(store: Store, game: Game, webhook: Subscription, before: Delivery, reach: Reach) -> None:
    # First, so that an attempt that kills its worker counts. Other games of the key need not wait for it to end.
    begun = Delivery(before.revision, before.failures + 1, given_up=before.failures > len(RETRY_S))
    store.webhooks.keep_delivery(game.id, webhook, begun)
    status = _attempt(game, webhook, reach)
    after = _state_after(status, before, game)
    if after.failures:
        fields = {"game_id": game.id, "version": game.version, "attempt": after.failures, "status": status}
        log.info("webhook not delivered", extra=fields)
    telemetry.WEBHOOKS.labels("given_up" if after.given_up else "failed" if after.failures else "delivered").inc()
    store.webhooks.keep_delivery(game.id, webhook, after)


def _state_after(status: int, before: Delivery, game: Game) -> Delivery:
    if 200 <= status < 300:
        return Delivery(game.revision)
    if status == GONE or before.failures >= len(RETRY_S):
        return Delivery(before.revision, before.failures + 1, given_up=True)
    return Delivery(before.revision, before.failures + 1, now_ms() + 1000 * RETRY_S[before.failures])


def _attempt(game: Game, webhook: Subscription, reach: Reach) -> int:
    """The status of the response, 0 without one. The target is checked every time: its name may now resolve to another
    address.
    """
    body = to_json(message(game))
    headers = signed_headers(webhook, game, now_ms() // 1000, body)
    try:
        return post(check_target(webhook.url, reach), body, headers)
    except (Problem, Unreachable):
        return 0


def signed_headers(webhook: Subscription, game: Game, timestamp_s: int, body: bytes) -> dict[str, str]:
    """The headers of a message: https://www.standardwebhooks.com, scheme v1."""
    message_id = f"msg_{webhook.id.partition('.')[0]}.{game.id}.{game.revision}"
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{message_id}.{timestamp_s}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Faceoff",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }


# -- the worker that delivers

LOOK_S: Final = 0.5
"""Pause before the process checks again for due deliveries: twice as long after it has found none."""
THREADS: Final = 16
"""For each of the three pools. A call waits for the network nearly all of its time."""
SLOW_S: Final = 1.0
"""A host whose last call took longer is slow."""
MAX_WAITING: Final = 1000
"""Calls that may wait for one host. Further ones are refused: they are still in Redis."""
MAX_HOSTS: Final = 10_000
"""The number of hosts whose speed is cached; the one called longest ago is dropped first."""


class Deliveries:
    """Looks for games with due deliveries, and hands each delivery to a thread of its receiver's host."""

    def __init__(self, settings: Settings) -> None:
        self.dispatcher = Dispatcher()
        self._store = Store(settings)
        self._store.agenda.expect_look()  # this process has no sweeper, which looks at the clock in others
        self._reach = reach_of(settings)
        self._stopped = threading.Event()

    def run(self) -> None:
        """Deliver until a stop signal. Running calls are finished; waiting ones are in Redis for the next process."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stopped.set())
        log.info("worker ready for webhooks")
        repeat(self._step, "webhooks", self._stopped.is_set)
        self.dispatcher.close()

    def _step(self) -> None:
        signs_of_life.show()
        self._stopped.wait(LOOK_S if self.look() else 2 * LOOK_S)

    def look(self) -> bool:
        """Dispatch everything that is due, and return whether anything was. Several processes may do this at once: each
        game is claimed by one.
        """
        return self._store.agenda.handle_due(DELIVER, self._deliver)

    def _deliver(self, game_id: str) -> None:
        signs_of_life.show()
        deliver_due(self._store, game_id, self._reach, self.dispatcher.submit)


class Dispatcher:
    """Runs calls in threads: to each host one at a time, in turn with other hosts, and in three pools: to hosts whose
    last call was slow, to those whose last call was not, and to those that have not been called.

    A client may have receivers on many hosts, all of them slow. Neither their first calls nor the later ones use up the
    pool for hosts that have responded in time.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, dict[Hashable, Callable[[], None]]] = {}
        """For each host with a call that waits or runs, the waiting calls, oldest first."""
        self._was_slow: dict[str, bool] = {}
        self._pools = {
            None: Threads(THREADS, "new-webhooks"),
            False: Threads(THREADS, "webhooks"),
            True: Threads(THREADS, "slow-webhooks"),
        }

    def submit(self, host: str, name: Hashable, call: Callable[[], None]) -> None:
        """Run ``call`` when its turn has come, unless one with this name waits already or too many do.

        Raises RuntimeError if there is no thread and none can be started; nothing waits then.
        """
        with self._changed:
            if host not in self._waiting:
                self._start(host)
            waiting = self._waiting.setdefault(host, {})
            if len(waiting) < MAX_WAITING:
                waiting.setdefault(name, call)

    def join(self) -> None:
        """Wait until no call waits or runs."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting)

    def close(self) -> None:
        """Drop the calls that wait, and wait for those that run."""
        with self._changed:
            for waiting in self._waiting.values():
                waiting.clear()
        log.info("webhooks: no further call begins, those that run are finished")
        self.join()

    def _start(self, host: str) -> None:
        self._pools[self._was_slow.get(host)].submit(partial(self._run_next, host))

    def _run_next(self, host: str) -> None:
        """Run the oldest call to the host; afterwards the host goes to the end of the queue."""
        with self._changed:
            waiting = self._waiting[host]
            call = waiting.pop(next(iter(waiting))) if waiting else None
        began = time.monotonic()
        if call is not None:
            attempt(call, f"webhooks: {host}")
        with self._changed:
            self._was_slow.pop(host, None)
            self._was_slow[host] = time.monotonic() - began > SLOW_S
            if len(self._was_slow) > MAX_HOSTS:
                del self._was_slow[next(iter(self._was_slow))]
            try:
                if waiting:
                    self._start(host)
            except RuntimeError:  # no thread; they are still in Redis
                waiting.clear()
            if not waiting:
                del self._waiting[host]
                self._changed.notify_all()
