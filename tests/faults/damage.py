"""Stored entries that cannot be read, that a newer version of the service has written, or that expire at once.

``client`` is a Redis client with text answers, as ``store.client``.
"""

import json
from typing import Any, Final

from redis.client import NEVER_DECODE

from service.store import bots
from service.store.games import compress, unpack
from service.store.keys import key
from service.store.tasks import key_of

GARBAGE: Final = b"\xff\x00 not what it was \xfe"
NEWER: Final = 1000
"""The number of a format that no version of the service has."""


def game_unreadable(client: Any, game_id: str) -> None:
    """The document of a game becomes unreadable bytes."""
    _must(client.hexists(key("game", game_id), "game"), game_id)
    client.hset(key("game", game_id), "game", GARBAGE)


def revision_unreadable(client: Any, game_id: str) -> None:
    """The revision of a game becomes unreadable bytes."""
    _must(client.hexists(key("game", game_id), "revision"), game_id)
    client.hset(key("game", game_id), "revision", GARBAGE)


def game_of_a_newer_format(client: Any, game_id: str) -> None:
    """The document of a game says that a newer version of the service has written it."""
    stored = client.execute_command("HGET", key("game", game_id), "game", **{NEVER_DECODE: True})
    _must(stored, game_id)
    client.hset(
        key("game", game_id), "game", compress(json.dumps(json.loads(unpack(stored)) | {"format": NEWER}).encode())
    )


def history_unreadable(client: Any, game_id: str) -> None:
    """Every commit of a game, packed or not, becomes unreadable bytes."""
    commits = client.llen(key("commits", game_id))
    is_packed = client.hexists(key("game", game_id), "history")
    _must(commits or is_packed, game_id)
    for number in range(commits):
        client.lset(key("commits", game_id), number, GARBAGE)
    if is_packed:
        client.hset(key("game", game_id), "history", GARBAGE)


def task_unreadable(client: Any, task_id: str, field: str = "request") -> None:
    """A field of a task becomes unreadable bytes."""
    name = key_of(task_id)
    _must(client.hexists(name, field), task_id)
    client.hset(name, field, GARBAGE)


def bot_unreadable(client: Any, bot_id: str, document: str | bytes = GARBAGE) -> None:
    """The document of a bot becomes bytes or a text that cannot be read."""
    name = bots.key_of("bot", bot_id)
    _must(client.hexists(name, "bot"), bot_id)
    client.hset(name, "bot", document)


def expire(client: Any, entry_id: str) -> None:
    """All keys of a game, task or bot expire at once; their entries in indexes stay, as with a real expiry."""
    names = [name for form in (f"*:{entry_id}", f"*:{entry_id}:*") for name in client.scan_iter(form, count=1000)]
    _must(names, entry_id)
    for name in names:
        client.pexpire(name, 0)


def _must(found: object, entry_id: str) -> None:
    assert found, f"nothing is stored of {entry_id}"
