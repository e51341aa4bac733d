"""Clocks that tests set: the service's, forward together with the times in Redis, and the monotonic one of a module."""

import time
from types import SimpleNamespace

from service.model import timestamps

TIMES = ("*:due:*", "*:waiting:*")
"""Sorted sets whose scores are times."""


def pass_time(monkeypatch, store, seconds):
    """Set the service's clock and the times in Redis forward by some seconds."""
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 10**9 * seconds)
    for name in [name for form in TIMES for name in store.client.scan_iter(form)]:
        for member, _ in store.client.zrange(name, 0, -1, withscores=True):
            store.client.zincrby(name, -1000 * seconds, member)
    for name in store.client.scan_iter("{bots}:online:*"):
        store.client.pexpire(name, store.client.pttl(name) - 1000 * seconds)


def set_monotonic(monkeypatch, module, **others):
    """The monotonic clock of a module, which stands at the ``now`` that a test gives it. ``others`` is what else the
    module uses of ``time``.
    """
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now, **others))
    return clock
