"""Later: the service's clock and the times in Redis are set forward together."""

import time

from service.model import timestamps

TIMES = ("*:due:*", "*:waiting:*", "{bots}:online")
"""Sorted sets whose scores are times."""


def pass_time(monkeypatch, store, seconds):
    """Set the service's clock and the times in Redis forward by some seconds."""
    monkeypatch.setattr(timestamps, "time_ns", lambda: time.time_ns() + 10**9 * seconds)
    for name in [name for form in TIMES for name in store.client.scan_iter(form)]:
        for member, _ in store.client.zrange(name, 0, -1, withscores=True):
            store.client.zincrby(name, -1000 * seconds, member)
