"""Writes that count when replicas have them: WAIT after the write, on the same connection (docs/adr/0026-redis-with-replicas.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import redis


class Unconfirmed(redis.RedisError):
    """The primary has written a change, and too few replicas have said so in time. A failover may undo it; it may be repeated."""


@dataclass(frozen=True)
class Replicas:
    """How many replicas must have a change before it is acknowledged, and how long this may take."""

    count: int
    within_ms: int

    def script(self, client: "redis.Redis", text: str) -> Callable[..., Any]:
        """A Lua script whose writes the replicas must have; raises Unconfirmed if they do not."""
        script = client.register_script(text)
        if not self.count:
            return script

        def call(keys: Sequence[str], args: Sequence[Any]) -> Any:
            try:
                result, confirmed = self._run(client, script.sha, keys, args)
            except redis.exceptions.NoScriptError:
                client.script_load(text)
                result, confirmed = self._run(client, script.sha, keys, args)
            if confirmed < self.count:
                raise Unconfirmed(f"{confirmed} of {self.count} replicas have the change after {self.within_ms} ms")
            return result

        return call

    def _run(self, client: Any, sha: str, keys: Sequence[str], args: Sequence[Any]) -> tuple[Any, int]:
        pipeline = client.pipeline(transaction=False)  # one round trip, and one connection: WAIT is about the writes of its own
        pipeline.evalsha(sha, len(keys), *keys, *args)
        pipeline.execute_command("WAIT", self.count, self.within_ms)
        result, confirmed = pipeline.execute()
        return result, int(confirmed)


NO_REPLICAS: Final = Replicas(0, 0)
