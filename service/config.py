"""Settings, read once at start-up from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

YEAR_S: Final = 366 * 24 * 3600
LIFETIME: Final = (60, YEAR_S)

LIMITS: Final = {
    "open_ttl_s": LIFETIME,
    "active_ttl_s": LIFETIME,
    "finished_ttl_s": LIFETIME,
    "max_ttl_s": LIFETIME,
    "max_stream_s": (1, YEAR_S),
    "absent_after_s": (5, YEAR_S),
}


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
    max_record_bytes: int = 2 * 1024 * 1024
    """Largest record of a game that is taken for checking."""
    max_wait_s: int = 30
    """Longest time that a long poll or ``Prefer: wait`` is held."""
    max_waiters: int = 48
    """Requests that one process holds at once; must stay below the threads of gunicorn, so that moves always find one."""
    max_streams: int = 400
    """Event streams that one process keeps open; each holds a thread of gunicorn of its own, beside those of ``max_waiters``."""
    max_stream_s: int = 300
    """About so long an event stream lives, give or take a fifth; its client comes back, perhaps to another process."""
    open_ttl_s: int = 24 * 3600
    """Life of a game that has not started."""
    active_ttl_s: int = 7 * 24 * 3600
    """Life of a running game since its last change, unless the game says otherwise."""
    max_ttl_s: int = 90 * 24 * 3600
    """Longest life since its last change that somebody may ask for a running game."""
    finished_ttl_s: int = 30 * 24 * 3600
    """Life of a finished game."""
    absent_after_s: int = 120
    """A person who has been asked for so long may be replaced by a computer, unless the game says otherwise."""
    ai_deadline_s: int = 20
    """A computer seat that has not been served for so long is answered by the heuristic instead of its level."""
    ai_pace_ms: int = 250
    """Where people play, a computer's answer falls due so long after it was asked, unless the game says otherwise."""
    max_simulations: int = 20_000
    """Most simulations of one decision, in a suggestion or a match."""
    max_think_ms: int = 5000
    """Longest time for one suggestion."""
    max_suggestions: int = 100
    """Suggestions waiting or being worked out at once."""
    max_suggestions_each: int = 4
    """The same of one caller, or for hints of one seat."""
    suggestion_ttl_s: int = 3600
    """Life of a suggestion."""
    max_matches: int = 16
    """Matches waiting or being played at once."""
    max_matches_each: int = 2
    """The same of one caller."""
    max_match_pairs: int = 1000
    """Most pairs of one match."""
    match_workers: int = 2
    """Workers that one match occupies at once."""
    match_ttl_s: int = 24 * 3600
    """Life of a match from its beginning, and again from its end."""
    require_key: bool = False
    """Whether creating games needs an API key."""
    limit_create: str = ""
    """How often one caller may create something, as in ``60/minute``; empty: no limit. Callers are API keys, or else addresses."""
    limit_read: str = ""
    """The same for reading."""
    limit_move: str = ""
    """The same for moves."""
    limit_suggest: str = ""
    """The same for suggestions and hints; empty: as ``limit_create``, each in a bucket of its own."""
    limit_match: str = ""
    """The same for matches; empty: as ``limit_create``."""
    limit_ai_time: str = ""
    """AI time quota of one caller for suggestions, hints and matches: seconds and period, as in ``600/hour``; empty: no limit."""
    private_webhooks: bool = False
    """Whether webhooks may go to private and loopback addresses, and without TLS; for trying them out."""
    proxy_hops: int = 0
    """Proxies before the service whose ``X-Forwarded-For`` is to be believed."""
    cors_origins: str = ""
    """Origins whose pages may call the API from a browser, separated by commas; ``*`` for all."""
    decks: str = ""
    """Deck files of the operator's own, ``<variant>/<name>=<path>`` each, separated by commas."""
    metrics_token: str = ""
    """The bearer token that GET /metrics asks for; empty: none, but only callers on the same machine are answered."""
    metrics_port: int = 0
    """Where a worker answers GET /metrics for itself, as in a pod of its own; 0: nowhere, as the API answers for all of a machine."""
    tracing: bool = False
    """Whether requests are traced with OpenTelemetry, which is an extra (``faceoff[otel]``)."""
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
                values[field.name] = _whole_number(name, text, *LIMITS.get(field.name, (0, None)))
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


def _whole_number(name: str, text: str, low: int = 0, high: int | None = None) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < low or (high is not None and number > high):
        allowed = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise SettingsError(f"{name}: {text!r} is not a whole number {allowed}")
    return number
