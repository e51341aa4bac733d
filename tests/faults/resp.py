"""Redis' protocol, as far as a proxy needs it: where a value ends, and which command a request is."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib.resources import files
from typing import Final

import redis

from service.store.keys import SHARED, script_text

OF_SCRIPTS: Final = ("EVAL", "EVALSHA")
LONGEST: Final = 300
"""Characters of an argument that the text of a command shows."""
AGGREGATES: Final = {b"*": 1, b"~": 1, b">": 1, b"%": 2, b"|": 2}
"""Types that contain values, each with the values of an element."""
BULKS: Final = (b"$", b"=", b"!")


@dataclass(frozen=True)
class Command:
    """A command of a client."""

    words: tuple[bytes, ...]
    is_write: bool
    """Whether it changes something or, as a message or a script, may do so."""
    client: int = 0
    """Number of the connection, from 1."""

    @property
    def name(self) -> str:
        """The first word, in capitals."""
        return self.words[0].decode().upper()

    @property
    def text(self) -> str:
        """The command as one line; a script of the service is shown by its name, as in ``EVALSHA game_commit 14
        {g07}:game:g_...``.
        """
        words = [word.decode(errors="replace")[:LONGEST] for word in self.words]
        words[0] = self.name
        if self.name in OF_SCRIPTS and len(words) > 1:
            words[1] = script_names().get(words[1], words[1])
        elif self.name == "SCRIPT" and len(words) > 2:
            words[2] = script_names().get(sha1(self.words[2], usedforsecurity=False).hexdigest(), words[2])
        return " ".join(words)


@cache
def scripts() -> dict[str, str]:
    """The service's Lua scripts by their names, as Redis gets them."""
    found = (
        file.name
        for file in files("service.store").joinpath("lua").iterdir()
        if file.name.endswith(".lua") and file.name != f"{SHARED}.lua"
    )
    return {name: script_text(name) for name in (name.removesuffix(".lua") for name in found)}


@cache
def script_names() -> dict[str, str]:
    """Their names by their SHA-1."""
    return {sha1(text.encode(), usedforsecurity=False).hexdigest(): name for name, text in scripts().items()}


def load_scripts(client: "redis.Redis") -> None:
    """Load them into a server, as it has them after some minutes of service."""
    for text in scripts().values():
        client.script_load(text)


@cache
def writing_names(server_url: str) -> frozenset[str]:
    """The names of the commands that change something or, as scripts and messages, may do so, as the server lists
    them.
    """
    with redis.Redis.from_url(server_url, protocol=2) as client:
        known = client.execute_command("COMMAND")
    infos = known.values() if isinstance(known, dict) else known
    names = {_text(info["name"] if isinstance(info, dict) else info[0]) for info in infos if _is_writing(info)}
    return frozenset(name.upper() for name in names) | {*OF_SCRIPTS, "PUBLISH"}


def _is_writing(info: object) -> bool:
    flags = info["flags"] if isinstance(info, dict) else info[2]  # type: ignore[index]
    return "write" in map(_text, flags)


def _text(word: bytes | str) -> str:
    return word.decode() if isinstance(word, bytes) else word


def value_end(data: bytes | bytearray, start: int = 0) -> int | None:
    """Where the value that begins at ``start`` ends; None if it is not complete."""
    line_end = data.find(b"\r\n", start)
    if line_end < 0:
        return None
    kind, end = bytes(data[start : start + 1]), line_end + 2
    if kind in BULKS:
        size = int(data[start + 1 : line_end])
        end += 0 if size < 0 else size + 2
        return end if end <= len(data) else None
    if kind in AGGREGATES:
        values = AGGREGATES[kind] * int(data[start + 1 : line_end]) + (kind == b"|")  # attributes stand before a value
        for _ in range(values):
            inner = value_end(data, end)
            if inner is None:
                return None
            end = inner
    return end


def words_of(request: bytes | bytearray) -> tuple[bytes, ...]:
    """The words of a complete request, which is an array of bulk strings."""
    words, at = [], request.index(b"\r\n") + 2
    while at < len(request):
        line_end = request.index(b"\r\n", at)
        size = int(request[at + 1 : line_end])
        words.append(bytes(request[line_end + 2 : line_end + 2 + size]))
        at = line_end + size + 4
    return tuple(words)


def requests_in(data: bytes) -> list[tuple[bytes, ...]]:
    """The words of each of some complete requests."""
    found, at = [], 0
    while at < len(data) and (end := value_end(data, at)):
        found.append(words_of(data[at:end]))
        at = end
    return found
