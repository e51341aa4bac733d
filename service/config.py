"""Settings, read once at start-up from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields


class SettingsError(ValueError):
    """A setting that cannot be understood; the text names the variable and what would be right."""


@dataclass(frozen=True)
class Settings:
    """Everything an operator can choose. The variable of ``max_body_bytes`` is ``FACEOFF_MAX_BODY_BYTES``, and so on."""

    redis_url: str = "redis://127.0.0.1:6379/0"
    """State of the games (``REDIS_URL``); may be a cluster or sentinel address."""
    queue_redis_url: str = ""
    """The RQ queue (``QUEUE_REDIS_URL``), which cannot be a cluster; empty: the same as ``redis_url``."""
    max_body_bytes: int = 64 * 1024
    """Largest request body."""
    max_wait_s: int = 30
    """Longest time that a long poll or ``Prefer: wait`` is held."""
    max_waiters: int = 48
    """Requests that one process holds at once; must stay below the threads of gunicorn, so that moves always find one."""
    max_streams: int = 400
    """Event streams that one process keeps open; each holds a thread of gunicorn of its own, beside those of ``max_waiters``."""
    open_ttl_s: int = 24 * 3600
    """Life of a game nobody has joined."""
    active_ttl_s: int = 7 * 24 * 3600
    """Life of a running game since its last change."""
    finished_ttl_s: int = 30 * 24 * 3600
    """Life of a finished game."""
    ai_deadline_s: int = 20
    """A computer seat that has not been served for so long is answered by the heuristic instead of its level."""
    ai_pace_ms: int = 250
    """Where people play, a computer's answer falls due so long after it was asked, unless the game says otherwise."""
    require_key: bool = False
    """Whether creating games needs an API key."""
    limit_create: str = ""
    """How often one caller may create something, as in ``60/minute``; empty: no limit. Callers are API keys, or else addresses."""
    limit_read: str = ""
    """The same for reading."""
    limit_move: str = ""
    """The same for moves."""
    private_webhooks: bool = False
    """Whether webhooks may go to private and loopback addresses, and without TLS; for trying them out."""
    proxy_hops: int = 0
    """Proxies before the service whose ``X-Forwarded-For`` is to be believed."""
    cors_origins: str = ""
    """Origins whose pages may call the API from a browser, separated by commas; ``*`` for all."""
    decks: str = ""
    """Deck files of the operator's own, ``<variant>/<name>=<path>`` each, separated by commas."""
    background: bool = True
    """Whether the process looks after overdue computer turns; off in tests that look for themselves."""

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read the settings; raises SettingsError naming the variable that is wrong."""
        values: dict[str, str | int | bool] = {}
        for field in fields(cls):
            name = variable_name(field.name)
            if name not in env:
                continue
            text = env[name]
            if isinstance(field.default, bool):
                values[field.name] = _flag(name, text)
            elif isinstance(field.default, int):
                values[field.name] = _whole_number(name, text)
            else:
                values[field.name] = text
        return cls(**values)  # type: ignore[arg-type]


def variable_name(field: str) -> str:
    """The environment variable of a setting."""
    return field.upper() if field.endswith("redis_url") else f"FACEOFF_{field.upper()}"


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("1", "true", "yes", "0", "false", "no", ""):
        raise SettingsError(f"{name}: {text!r} is neither true nor false")
    return text.lower() in ("1", "true", "yes")


def _whole_number(name: str, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise SettingsError(f"{name}: {text!r} is not a whole number of at least 0")
    return number
