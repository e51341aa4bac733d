"""Threads that carry out calls, and threads that repeat a step."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context
from queue import SimpleQueue
from typing import Final

import redis

log: Final = logging.getLogger(__name__)

PAUSE_S: Final = 0.5
"""Pause after a step of a loop has failed."""
STUCK_S: Final = 0.25
"""If calls wait and none was begun for this long, all threads of a pool are stuck."""


def attempt(step: Callable[[], object], name: str) -> bool:
    """Take a step, and log why it failed: a single failure, because of missing memory or files or of received data,
    must not end a loop that nothing restarts. Returns whether it succeeded.
    """
    try:
        step()
        return True
    except redis.RedisError as error:
        log.info("%s: Redis does not respond, or takes no changes (%s)", name, type(error).__name__)
    except Exception:
        log.exception("%s: a step failed", name)
    return False


def repeat(step: Callable[[], object], name: str, is_over: Callable[[], bool] = lambda: False) -> None:
    """Repeat a step, also after it has failed."""
    while not is_over():
        if not attempt(step, name):
            time.sleep(PAUSE_S)


def start_loop(step: Callable[[], object], name: str, is_over: Callable[[], bool] = lambda: False) -> threading.Thread:
    """A thread of this name that repeats a step; raises RuntimeError if none can be started."""
    thread = threading.Thread(target=repeat, args=(step, name, is_over), name=name, daemon=True)
    thread.start()
    return thread


class Threads:
    """Up to ``most`` threads, which end with their process. One is started when there is a call and none is free.

    A thread that waits for a client steps aside (``aside``): another one takes its place. If calls wait and none was
    begun for ``STUCK_S``, all threads wait for something else, and up to ``more`` further ones are started.

    If none can be started, the call waits for the running ones. ``concurrent.futures`` reports such a call as not
    accepted, carries it out nevertheless, and from then on counts one free thread too many, for which later calls wait.
    """

    def __init__(self, most: int, name: str, more: int = 0) -> None:
        self._most = most
        self._more = more
        self._name = name
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._changed = threading.Condition()
        self._started = 0
        self._free = 0
        """Threads without a call, less the calls that wait for a thread."""
        self._aside = 0
        """Threads that wait for a client."""
        self._begun = 0.0
        """When a call was begun last."""

    def submit(self, call: Callable[[], object]) -> None:
        """Carry out a call; raises RuntimeError if there is no thread and none can be started."""
        with self._changed:
            while self._free <= 0 and self._started < self._most + self._aside and self._start():
                pass  # also for calls that wait because no thread could be started for them
            if not self._started:
                raise RuntimeError("no thread can be started")
            self._free -= 1
        self._calls.put(call)
        self.look()

    def look(self) -> None:
        """Start further threads if calls wait and all threads are stuck."""
        if self._more and self._free < 0 and time.monotonic() - self._begun > STUCK_S:
            with self._changed:
                while self._free < 0 and self._started < self._most + self._aside + self._more and self._start():
                    pass

    @contextmanager
    def stepping_aside(self) -> Iterator[None]:
        """The body waits in one of these threads, and another one may be started instead."""
        with self._changed:
            self._aside += 1
            if self._free < 0 and self._started < self._most + self._aside:
                self._start()
        try:
            yield
        finally:
            with self._changed:
                self._aside -= 1

    def shutdown(self, wait: bool) -> None:
        """If ``wait``, wait until no call waits or runs; otherwise there is nothing to do."""
        with self._changed:
            self._changed.wait_for(lambda: not wait or self._free == self._started)

    def _start(self) -> bool:
        try:
            threading.Thread(target=self._run, name=self._name, daemon=True).start()
        except RuntimeError:
            return False
        self._started += 1
        self._free += 1
        return True

    def _run(self) -> None:
        _of_this_thread.pool = self
        while True:
            call = self._calls.get()
            self._begun = time.monotonic()
            try:
                Context().run(call)  # a new one: a call leaves no context to the next
            except BaseException:
                log.exception("%s: a call failed", self._name)
            del call  # and with it the objects that it references
            with self._changed:
                is_needless = self._started > self._most + self._aside and self._free >= 0
                self._started -= is_needless
                self._free += not is_needless
                self._changed.notify_all()
            if is_needless:
                return


_of_this_thread: Final = threading.local()


def aside() -> AbstractContextManager[None]:
    """While the body waits for a client, the pool of this thread, if it has one, may start another thread."""
    pool: Threads | None = getattr(_of_this_thread, "pool", None)
    return nullcontext() if pool is None else pool.stepping_aside()
