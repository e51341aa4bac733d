"""Answers that no failover can undo: WAIT on the same connection, until replicas have what was written or read.

WAIT is about what its own connection has written, and a repetition or a read writes nothing. So a message without
subscribers goes before it: replicas receive messages in the order of the writes. docs/adr/0026-redis-with-replicas.md
says why reads wait too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import redis

CHANNEL: Final = "faceoff:wait"


class Unconfirmed(redis.RedisError):
    """Too few replicas have what the primary wrote or read, so a failover may undo it. The request may be repeated."""


@dataclass(frozen=True)
class Replicas:
    """How many replicas must have a game before a response shows it, and how long this may take."""

    client: Any
    count: int
    within_ms: int

    def ask(self, *command: Any, **options: Any) -> Any:
        """The answer to a command. Raises Unconfirmed if the replicas do not have all that it wrote or read."""
        if not self.count:
            return self.client.execute_command(*command, **options)
        pipeline = self.client.pipeline(transaction=False)  # one connection and one round trip
        pipeline.execute_command(*command, **options)
        return self.execute(pipeline)[0]

    def execute(self, pipeline: Any) -> list[Any]:
        """The answers to the commands of a pipeline. Raises Unconfirmed as ``ask`` does."""
        if not self.count:
            return list(pipeline.execute())
        pipeline.publish(CHANNEL, "")
        pipeline.execute_command("WAIT", self.count, self.within_ms)
        *answers, _, confirmed = list(pipeline.execute())
        if int(confirmed) < self.count:
            raise Unconfirmed(f"{confirmed} of {self.count} replicas have the game after {self.within_ms} ms")
        return answers

    def script(self, text: str) -> Callable[..., Any]:
        """A Lua script, whose answer is returned as by ``ask``; its text is sent with each call where that waits."""
        if not self.count:
            found: Callable[..., Any] = self.client.register_script(text)
            return found
        return lambda keys, args: self.ask("EVAL", text, len(keys), *keys, *args)
