"""The Lua scripts, each carried out once for a call, however often redis-py sends it.

redis-py sends a command again if the connection ended before the reply (``connection``), and it is unknown whether it
was carried out. Every script says behind ``-- Sent again:`` what it does then. Most do the same twice, or nothing the
second time. Those that would do another thing, such as taking the next one, are ``ANSWERED``: a call has an id, Redis
keeps its answer under it, and a call that is sent again gets that answer and changes nothing.
docs/adr/0051-sent-again-is-carried-out-once.md says what was considered.
"""

import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import redis

ANSWERED: Final = "-- Sent again: answered as the first time."
"""The line of a script that needs it."""
KEPT_S: Final = 30
"""How long an answer is kept; redis-py tries again for less."""
_CLOCK: Final = """
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
"""
"""What every script may call: the clock of the service."""
_ONCE: Final = f"""
local function act()
%s
end
local kept = redis.call('GET', KEYS[#KEYS])
if kept then
  return cjson.decode(kept)[1]
end
local answer = act()
-- A full server refuses this if nothing was changed: there is nothing to remember then.
redis.pcall('SET', KEYS[#KEYS], cjson.encode({{answer}}), 'EX', {KEPT_S})
return answer
"""


@lru_cache
def load_script(name: str) -> str:
    """The text of a Lua script."""
    return files("service.store").joinpath("lua", f"{name}.lua").read_text()


def script(client: "redis.Redis", name: str) -> Callable[..., Any]:
    """The script ``lua/<name>.lua``, called with ``keys``, all in one slot, and ``args``; a call returns its answer."""
    registered = client.register_script(script_text(name))
    if ANSWERED not in load_script(name):
        return registered

    def call(keys: Sequence[str], args: Sequence[Any]) -> Any:
        return registered(keys=[*keys, f"call:{_slot_of(keys[0])}:{secrets.token_hex(8)}"], args=args)

    return call


def script_text(name: str) -> str:
    """The text of a script as Redis gets it."""
    text = load_script(name)
    return _CLOCK + (_ONCE.replace("%s", text) if ANSWERED in text else text)


def _slot_of(key: str) -> str:
    """The hash tag of a key: what stands in its braces, or all of it."""
    before, brace, tagged = key.partition("{")
    return f"{{{tagged.partition('}')[0] if brace else before}}}"
