"""Settings, read once at start-up from the environment.

Also the version of Faceoff, and the disk of a Redis server started by ``make run``: the supervisor needs these and
loads little else.
"""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias

METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Variable of the folder of metrics. prometheus_client reads it when it is imported, so it must be set before a process
starts.
"""
PROCESS_NAME: Final = "FACEOFF_PROCESS"
"""Variable of the name under which a process counts in that folder; the process that replaces it has the same."""
IN_MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
"""Where the folder of metrics is created. prometheus_client maps its files into memory: on a full disk, writing to them
ends the process with SIGBUS.
"""
DRAIN_S: Final = 3
"""After this time a stopping API ends open streams, which would keep it running."""
MOST_WAITING: Final = 1000
"""Connections of a process that are idle or on which a request arrives. With one more, the one that has waited longest
is closed.
"""
YEAR_S: Final = 366 * 24 * 3600
LIFETIME: Final = (60, YEAR_S)

LIMITS: Final[Mapping[str, tuple[int, int | None]]] = {
    "wait_replicas": (0, 10),
    "wait_ms": (1, 1500),
    "open_ttl_s": LIFETIME,
    "active_ttl_s": LIFETIME,
    "finished_ttl_s": LIFETIME,
    "max_ttl_s": LIFETIME,
    "max_stream_s": (1, YEAR_S),
    "ticket_s": (1, YEAR_S),
    "absent_after_s": (30, 7 * 24 * 3600),
    "bot_ttl_s": LIFETIME,
    "redis_memory_mb": (16, None),
    "min_free_mb": (1, None),
}


class SettingsError(ValueError):
    """A wrong setting; the text names the variable and says what would be right."""


@dataclass(frozen=True)
class Settings:
    """All settings. The variable of ``max_body_bytes`` is ``FACEOFF_MAX_BODY_BYTES``, and so on."""

    redis_url: str = "redis://127.0.0.1:6379/0"
    """The Redis server, sentinels or cluster that stores the games (``REDIS_URL``; ``service/store/connection.py``
    lists the forms).
    """
    queue_redis_url: str = ""
    """The Redis server or sentinels of the queues (``QUEUE_REDIS_URL``); empty: the same as ``redis_url``, unless that
    is a cluster.
    """
    wait_replicas: int = 0
    """A change of a game is acknowledged when this many replicas have it."""
    wait_ms: int = 1000
    """It is refused with 503 when they do not have it after this time; sent again, it counts once."""
    max_body_bytes: int = 64 * 1024
    """Largest request body."""
    max_record_bytes: int = 2 * 1024 * 1024
    """Largest game record accepted for checking, and largest batch of suggestions."""
    max_wait_s: int = 30
    """Longest time that a request is held (long poll or ``Prefer: wait``)."""
    max_waiters: int = 2000
    """Requests that one process holds at once, each with a thread of its own."""
    max_streams: int = 10_000
    """Event streams that one process keeps open."""
    max_waiters_each: int = 16
    """The same for one caller without an API key."""
    max_streams_each: int = 100
    """Event streams of one such caller; many players may be behind one address."""
    max_stream_s: int = 300
    """An event stream is closed after about this many seconds (±20 %); clients reconnect, perhaps to another
    process.
    """
    ticket_s: int = 4 * 3600
    """How long a ticket can open a stream: longer than a game lasts, as a page that follows it has to get a new one
    then.
    """
    open_ttl_s: int = 24 * 3600
    """How long a game that has not started is kept."""
    active_ttl_s: int = 7 * 24 * 3600
    """How long a running game is kept after its last change; a game may set its own value."""
    max_ttl_s: int = 90 * 24 * 3600
    """Longest time that a client may ask for a running game to be kept after its last change."""
    finished_ttl_s: int = 30 * 24 * 3600
    """How long a finished game is kept."""
    absent_after_s: int = 120
    """A person who has not answered for this long may be replaced by a computer; a game may set its own value."""
    ai_deadline_s: int = 20
    """After waiting this long, a computer's turn is answered by the heuristic instead of its level."""
    ai_pace_ms: int = 250
    """In games with people, a computer's answer is committed this long after it was asked; a game may set its own
    value.
    """
    max_simulations: int = 20_000
    """Most simulations per decision, in a suggestion or a match."""
    max_think_ms: int = 5000
    """Longest search time of one suggestion."""
    max_suggestions: int = 100
    """Suggestions that may be queued or running at once; the same number of analyses."""
    max_suggestions_each: int = 4
    """The same per caller without an API key, and per seat of a game."""
    max_suggestions_key: int = 50
    """The same per API key, behind which many players may be."""
    suggestion_ttl_s: int = 3600
    """How long a suggestion is kept, or a batch that nobody reads."""
    max_matches: int = 16
    """Matches that may be queued or running at once; the same number of batches, until they are read."""
    max_matches_each: int = 2
    """The same per caller."""
    max_match_pairs: int = 1000
    """Most pairs of one match."""
    match_workers: int = 2
    """Workers that one match or batch uses at once."""
    match_ttl_s: int = 24 * 3600
    """How long a match is kept after its start, and again after its end."""
    max_bots_each: int = 10
    """Bots that one caller may register."""
    bot_ttl_s: int = 90 * 24 * 3600
    """A bot that has not been online for this long is deleted."""
    require_key: bool = False
    """Whether creating games, suggestions, matches and bots needs an API key."""
    max_games_each: int = 1000
    """Open and running games that one caller may have; fewer, down to a tenth, as the store fills. The default does not
    count callers on this machine.
    """
    max_games_key: int = 10_000
    """The same of an API key, behind which many players may be."""
    limit_create: str = "60/minute"
    """How often one caller (an API key, otherwise an address) may create something; empty: no limit. The default counts
    only callers without an API key, another value counts all.
    """
    limit_join: str = "30/minute"
    """The same for joining games, so that their codes cannot be guessed."""
    limit_read: str = ""
    """The same for reading."""
    limit_read_time: str = "2/8seconds"
    """Processor time that reads of one caller may take in each process: seconds per period; empty: no limit."""
    limit_move: str = ""
    """The same for moves."""
    limit_suggest: str = "60/minute"
    """The same for suggestions."""
    limit_match: str = "10/minute"
    """The same for matches and batches."""
    limit_record: str = "20/minute"
    """The same for checking records."""
    limit_ai_time: str = "600/hour"
    """AI time quota of one caller for suggestions, analyses and matches: seconds per period; empty: no limit."""
    redis_memory_mb: int = 512
    """``maxmemory`` of the Redis server that ``make run`` starts, in MB."""
    min_free_mb: int = 64
    """With less free space in the data folder, in MB, changes are refused until there is more."""
    data_dir: str = ""
    """Data folder of the Redis server, if ``make run`` has started it."""
    private_webhooks: bool = False
    """Whether webhooks may use private and loopback addresses, and plain HTTP; for testing."""
    denied_webhooks: str = ""
    """Networks that webhooks may not use in any case, separated by commas, such as public addresses of the operator's
    own.
    """
    proxy_hops: int = 0
    """Number of proxies in front of the service, each of which adds an address to ``X-Forwarded-For``."""
    cors_origins: str = "loopback"
    """Origins whose pages may call the API from a browser, separated by commas; ``loopback`` for this machine's, ``*``
    for all, ``none`` or empty for none.
    """
    decks: str = ""
    """The operator's own deck files, ``<variant>/<name>=<path>``, separated by commas."""
    trust_loopback: bool = False
    """Whether callers at a loopback address are the operator's own, whom the default limits do not count. Those of a
    proxy on this machine come from there too.
    """
    metrics_port: int = 0
    """Port on which metrics are served, apart from all else; 0: none."""
    metrics_host: str = "127.0.0.1"
    """Address on which that port is listened on."""
    tracing: bool = False
    """Whether requests are traced with OpenTelemetry; needs the extra ``faceoff[otel]``."""
    background: bool = True
    """Whether an API process looks for overdue turns; off in tests that do it themselves."""

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read the settings; raises SettingsError naming the wrong variable."""
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


def is_default(settings: Settings, name: str) -> bool:
    """True if a setting has its default value."""
    return bool(getattr(settings, name) == getattr(Settings, name))


def variable_name(field: str) -> str:
    """The environment variable of a setting."""
    return field.upper() if field.endswith("redis_url") else f"FACEOFF_{field.upper()}"


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("1", "true", "yes", "0", "false", "no", ""):
        raise SettingsError(f"{name}: {text!r} is neither true nor false")
    return text.lower() in ("1", "true", "yes")


def _whole_number(name: str, text: str, low: int, high: int | None) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < low or (high is not None and number > high):
        allowed = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise SettingsError(f"{name}: {text!r} is not a whole number {allowed}")
    return number


VERSION: Final = "0.1.0"


# -- the disk

Level: TypeAlias = Literal["ok", "low", "full", "read_only"]
OK: Final = "ok"
LOW: Final = "low"
FULL: Final = "full"
MB: Final = 1024 * 1024
LOW_DISK: Final = 4
"""The disk is low with less than this many times the free space below which changes are refused."""


@dataclass(frozen=True)
class Disk:
    """The data folder of a server on this machine."""

    folder: str
    """Empty if the server is elsewhere."""
    least_free: int
    """Bytes. With less free space, the server takes no changes."""

    def level(self, free: int | None) -> Level:
        """``full`` if changes are refused, ``low`` if the disk is nearly full, otherwise ``ok``; with ``free`` bytes
        free.
        """
        if free is None or free >= LOW_DISK * self.least_free:
            return OK
        return LOW if free >= self.least_free else FULL

    def free(self) -> int | None:
        """Bytes that can still be written; None if unknown."""
        if not self.folder:
            return None
        try:
            status = os.statvfs(self.folder)
        except OSError:
            return None
        return status.f_bavail * status.f_frsize


def disk_of(settings: Settings) -> Disk:
    """The disk that the settings name."""
    return Disk(settings.data_dir, settings.min_free_mb * MB)
