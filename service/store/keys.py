"""Names of keys in Redis.

All keys of a game share the hash tag of its bucket, so that a game and the indexes of its bucket live in one slot of a
cluster:

- ``{g07}:game:<id>`` hash: revision, document, attempts; of a game that is over, the packed history, and
  ``analysis:<seat>``
- ``{g07}:commits:<id>`` list of its commits, ``history`` says in which form
- ``{g07}:requests:<id>`` hash of the requests already carried out, each with the version that it made
- ``{g07}:due:<kind>`` sorted set of what is due: ``agenda``
- ``{g07}:ended`` sorted set of games that are over, by the time at which they expire
- ``{g07}:waiting:<digest>`` sorted set of quick games of one kind that wait for an opponent, by the end of their wait
- ``{g07}:found:<id>`` the game that was found for a caller whose own game would have this id
- ``{g07}:webhooks:<id>`` hash of webhooks, ``{g07}:deliveries:<id>`` hash of their deliveries
- ``call:{g07}:<id>`` answer of a script, for a call that is sent again: ``scripts``

- ``faceoff:salt`` of what follows from an Idempotency-Key, made by the first request that has one

Webhooks of an API key are stored in the same way under its id. Every bucket has a set ``{g07}:watched`` of the API keys
with webhooks.
"""

import zlib
from functools import lru_cache
from typing import Final

BUCKETS: Final = 64
TASKS_DUE: Final = "{tasks}:due:task"
"""The open tasks in the agenda."""
SALT: Final = "faceoff:salt"
OF_A_GAME: Final = ("game", "commits", "requests", "webhooks", "deliveries")
"""What is stored for a game under its id and deleted with it."""


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
    """The hash tag of an id's bucket. The last ones are remembered, as a move asks for the same one a dozen times."""
    return _tag(zlib.crc32(owner_id.encode()) % BUCKETS)


def _tag(bucket: int) -> str:
    return f"{{g{bucket:02d}}}"
