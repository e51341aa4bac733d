"""Games as earlier versions of the service stored them: the bytes of their keys in Redis.

A folder each for the way in which games are stored. ``python -m tests.service.stored FOLDER`` writes one with the
present code; a folder that is there stays as it is, because a Redis in use may hold such games.
"""

import base64
import gzip
import json
from pathlib import Path

HERE = Path(__file__).parent


def dump(client, game_id):
    """The keys of a game: type, and content in Base64."""
    return {name.decode(): _content(client, name) for name in sorted(client.scan_iter(f"*:{game_id}"))}


def _content(client, name):
    kind = client.type(name).decode()
    if kind == "stream":
        return [kind, [[number.decode(), _pairs(fields)] for number, fields in client.xrange(name)]]
    if kind == "list":
        return [kind, [base64.b64encode(entry).decode() for entry in client.lrange(name, 0, -1)]]
    assert kind == "hash", f"{name} is a {kind}: say here how it is read"
    return [kind, _pairs(client.hgetall(name))]


def _pairs(fields):
    return {field.decode(): base64.b64encode(value).decode() for field, value in fields.items()}


def put(client, keys):
    """Write the keys that ``dump`` has read."""
    for name, (kind, content) in keys.items():
        if kind == "stream":
            for number, fields in content:
                client.xadd(name, _values(fields), id=number)
        elif kind == "list":
            client.rpush(name, *map(base64.b64decode, content))
        else:
            client.hset(name, mapping=_values(content))
        client.expire(name, 3600)


def _values(pairs):
    return {field: base64.b64decode(value) for field, value in pairs.items()}


def write(file, games):
    """Write games, each with what it was like when it was stored."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(gzip.compress(json.dumps(games, indent=1).encode(), mtime=0))


def read(file):
    return json.loads(gzip.decompress(file.read_bytes()))
