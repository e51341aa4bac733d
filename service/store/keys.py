"""Names of keys in Redis, and the Lua scripts.

All keys of a game share the hash tag of its bucket, so that a game and the indexes of its bucket live in one slot of a
cluster:

- ``{g07}:game:<id>`` hash: revision, document, attempts; of a game that is over, the packed history, and
  ``analysis:<seat>``
- ``{g07}:commits:<id>`` list of its commits, ``games`` says in which form
- ``{g07}:requests:<id>`` hash of the requests already carried out, each with the version that it made
- ``{g07}:due:<kind>`` sorted set of what is due: ``agenda``; on one server ``{games}:due:<kind>``, of all buckets
- ``{g07}:awake`` exists while a worker has promised to claim turns; on one server ``{games}:awake``
- ``{g07}:ended`` sorted set of games that are over, by the time at which they ended
- ``{g07}:idle`` sorted set of games in which nobody has moved, by the time of their last change
- ``{g07}:waiting:<digest>`` sorted set of quick games of one kind, ``{g07}:waiting:joinable:<variant>`` of games that
  anyone may join, by the time until which they are offered: ``waiting``
- ``{g07}:seen:<id>:<seat>`` until when the player of a seat counts as there: ``presence``
- ``{g07}:found:<id>`` the game that was found for a caller whose own game would have this id
- ``{g07}:webhooks:<id>`` hash of webhooks, ``{g07}:deliveries:<id>`` hash of their deliveries
- ``{callers}:games:<caller>`` sorted set of the games that count for a caller: ``stock``
``call:{g07}:<id>`` reply of a script, for a call that is sent again

- ``faceoff:salt`` of what follows from an Idempotency-Key, made by the first request that has one

Webhooks of an API key are stored in the same way under its id. Every bucket has a set ``{g07}:watched`` of the API keys
with webhooks.

Each script is carried out once for a call, however often redis-py sends it. redis-py sends a command again if the
connection ended before the reply (``connection``), and it is unknown whether it was carried out. Every script says
after ``-- Sent again:`` what it does then. Most do the same twice, or nothing the second time. Those that would do
something else, such as taking the next one, are ``REPLY_KEPT``: a call has an id, Redis keeps its reply under it, and a
call that is sent again gets that reply and changes nothing. docs/adr/0051-sent-again-is-carried-out-once.md says what
was considered.
"""

import secrets
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import redis

from service.store.connection import script_of

BUCKETS: Final = 64
TASKS_DUE: Final = "{tasks}:due:task"
"""The open tasks in the agenda."""
IDLE: Final = "idle"
"""The index of the games in which nobody has moved."""
ENDED: Final = "ended"
SALT: Final = "faceoff:salt"


def key(kind: str, owner_id: str) -> str:
    """The Redis key of this kind for a game or an API key."""
    return f"{_tag_of(owner_id)}:{kind}:{owner_id}"


def index(kind: str, owner_id: str) -> str:
    """The index of this kind in the bucket of a game."""
    return f"{_tag_of(owner_id)}:{kind}"


def all_indexes(kind: str) -> list[str]:
    """The index of this kind in every bucket."""
    return [f"{_tag(bucket)}:{kind}" for bucket in range(BUCKETS)]


@lru_cache(maxsize=4)
def _tag_of(owner_id: str) -> str:
    """The hash tag of an id's bucket. The last ones are cached, as a move needs the same one a dozen times."""
    return _tag(zlib.crc32(owner_id.encode()) % BUCKETS)


def _tag(bucket: int) -> str:
    return f"{{g{bucket:02d}}}"


def of_each(client: Any, command: str, names: Iterable[str], *arguments: Any, **options: Any) -> list[Any]:
    """The replies to a command about each of these keys, in one round trip to each server."""
    pipeline = client.pipeline(transaction=False)
    for name in names:
        getattr(pipeline, command)(name, *arguments, **options)
    return list(pipeline.execute())


def some_exist(client: Any, names: Sequence[str]) -> bool:
    """Whether one of these keys exists, such as a set that is not empty; true on a cluster, where many slots would be
    asked.
    """
    return isinstance(client, redis.RedisCluster) or bool(client.exists(*names))


# -- scripts

SHARED: Final = "shared"
"""Functions for all scripts: the clock of the service, places that are counted, and how long a bot lives."""
REPLY_KEPT: Final = "-- Sent again: answered as the first time."
"""The line of a script that needs it."""
KEPT_S: Final = 30
"""How long a reply is kept; redis-py retries for less."""
_ONCE: Final = f"""
local function act()
%s
end
local kept = redis.call('GET', KEYS[#KEYS])
if kept then
  return cjson.decode(kept)[1]
end
local reply = act()
-- A full server refuses this if nothing was changed: there is nothing to remember then.
redis.pcall('SET', KEYS[#KEYS], cjson.encode({{reply}}), 'EX', {KEPT_S})
return reply
"""


@lru_cache
def load_script(name: str) -> str:
    """The text of a Lua script."""
    return files("service.store").joinpath("lua", f"{name}.lua").read_text()


def script(client: "redis.Redis", name: str) -> Callable[..., Any]:
    """The script ``lua/<name>.lua``, called with ``keys``, all in one slot, and ``args``; a call returns its reply."""
    registered = script_of(client.execute_command, script_text(name))
    if REPLY_KEPT not in load_script(name):
        return registered

    def call(keys: Sequence[str], args: Sequence[Any]) -> Any:
        return registered([*keys, f"call:{_slot_of(keys[0])}:{secrets.token_hex(8)}"], args)

    return call


def script_text(name: str) -> str:
    """The text of a script as it is sent to Redis."""
    text = load_script(name)
    return load_script(SHARED) + (_ONCE.replace("%s", text) if REPLY_KEPT in text else text)


def _slot_of(key: str) -> str:
    """The hash tag of a key: the part in its braces, or all of it."""
    before, brace, tagged = key.partition("{")
    return f"{{{tagged.partition('}')[0] if brace else before}}}"
