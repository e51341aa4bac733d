"""TODO service/store/keys.py."""

import zlib
from importlib.resources import files

BUCKETS = 64


def _tag(bucket: int) -> str:
    return f"{{g{bucket:02d}}}"


def _bucket_tag(game_id: str) -> str:
    return _tag(zlib.crc32(game_id.encode()) % BUCKETS)


def _key(kind: str, game_id: str) -> str:
    return f"{_bucket_tag(game_id)}:{kind}:{game_id}"


def _due_key(game_id: str) -> str:
    return f"{_bucket_tag(game_id)}:due"


def _notices_key(game_id: str) -> str:
    return f"{_bucket_tag(game_id)}:notices"


def _lua(name: str) -> str:
    return files("service.store").joinpath("lua", f"{name}.lua").read_text()
