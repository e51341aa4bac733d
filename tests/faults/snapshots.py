"""A store that goes back to an earlier state, as after a failover or a restored backup: as a whole, by bucket, or by
key::

    before = Snapshot(store.client)
    ...
    before.restore()             # everything
    before.restore("{g07}:*")    # the shard with this bucket
    before.restore(of_game(game["id"]))

No process is notified of it: their caches stay, as in a failover.
"""

from fnmatch import fnmatchcase
from typing import Any, Final

from redis.client import NEVER_DECODE

from service.store.keys import index

ALL: Final = "*"


def of_game(game_id: str) -> str:
    """The pattern of the keys of one game."""
    return f"*:{game_id}"


def of_bucket(game_id: str) -> str:
    """The pattern of the keys that share the bucket of a game, its indexes among them."""
    return index("", game_id) + "*"


class Snapshot:
    """The keys of a server as they were when this was made, each with the time at which it expires."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._keys: dict[str, tuple[bytes, int]] = {}
        for name in client.scan_iter(ALL, count=1000):
            dumped = client.execute_command("DUMP", name, **{NEVER_DECODE: True})
            if dumped is not None:
                self._keys[name] = (dumped, max(0, client.pexpiretime(name)))

    def restore(self, pattern: str = ALL) -> None:
        """Restore every key of this pattern; those created since are deleted."""
        now = set(self._client.scan_iter(pattern, count=1000))
        kept = {name for name in self._keys if fnmatchcase(name, pattern)}
        pipeline = self._client.pipeline(transaction=True)
        for name in now - kept:
            pipeline.delete(name)
        for name in kept:
            dumped, expires_ms = self._keys[name]
            pipeline.restore(name, expires_ms, dumped, replace=True, absttl=bool(expires_ms))
        pipeline.execute()
