"""Small data of earlier versions of the service, which the present one reads, or refuses by name.

A folder for each version, called after its commit: ``store.json.gz`` is everything in its Redis and what its API
answered about the games in it, ``backup.gz`` a backup. ``python -m tests.upgrade COMMIT`` adds the one of the present
code, and is run for each release, and whenever the stored form changes. An existing folder is never changed, because a
Redis in use may contain such data.
"""

import base64
import gzip
import json
from pathlib import Path

HERE = Path(__file__).parent
BEFORE = "dda2e1ac"
"""The newest whose games are in another form than those of today."""


def dump(client):
    """All keys: type, and content in Base64."""
    return {name.decode(): _content(client, name) for name in sorted(client.scan_iter())}


def _content(client, name):
    kind = client.type(name).decode()
    read = {"hash": client.hgetall, "list": lambda name: client.lrange(name, 0, -1), "string": client.get}
    read |= {"zset": lambda name: dict(client.zrange(name, 0, -1, withscores=True)), "set": client.smembers}
    return [kind, _packed(read[kind](name))]


def _packed(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {name.decode(): _packed(item) for name, item in value.items()}
    return value if isinstance(value, float) else [_packed(item) for item in value]


def _unpacked(value):
    if isinstance(value, str):
        return base64.b64decode(value)
    if isinstance(value, dict):
        return {name: _unpacked(item) for name, item in value.items()}
    return value if isinstance(value, float) else [_unpacked(item) for item in value]


def put(client, keys):
    """Write the keys that ``dump`` has read."""
    pipeline = client.pipeline(transaction=False)
    for name, (kind, packed) in keys.items():
        content = _unpacked(packed)
        if kind == "string":
            pipeline.set(name, content)
        elif kind == "zset":
            pipeline.zadd(name, content)
        elif kind == "hash":
            pipeline.hset(name, mapping=content)
        else:
            (pipeline.rpush if kind == "list" else pipeline.sadd)(name, *content)
        pipeline.expire(name, 3600)
    pipeline.execute()


def write(version, **content):
    """Write the data that a version has stored."""
    (HERE / version).mkdir(exist_ok=True)
    (HERE / version / "store.json.gz").write_bytes(gzip.compress(json.dumps(content).encode(), mtime=0))


def read(version):
    """The data that a version has stored."""
    return json.loads(gzip.decompress((HERE / version / "store.json.gz").read_bytes()))
