"""Where Redis is: the addresses that ``REDIS_URL`` and ``QUEUE_REDIS_URL`` may name.

- ``redis://[user:password@]host[:6379][/db]``, ``rediss://`` for TLS, ``unix:///path``: one server
- ``redis+sentinel://[user:password@]host[:26379],host2,host3/name[/db]``: the primary that these sentinels watch as
  ``name``. The user and password are those of the servers; ``?sentinel_username=&sentinel_password=`` are those of the
  sentinels
- ``redis+cluster://[user:password@]host[:6379],host2``: the cluster to which these nodes belong

``rediss+sentinel://`` and ``rediss+cluster://`` use TLS for every connection. Further options of redis-py may follow,
as in ``?ssl_ca_certs=/etc/redis/ca.pem``.
"""

import inspect
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import redis
from redis.connection import parse_url

from service.config import Settings, SettingsError, variable_name

SINGLE: Final = "single"
SENTINEL: Final = "sentinel"
CLUSTER: Final = "cluster"
FORMS: Final = (
    "redis://host:6379/0, rediss://, unix:///path, redis+sentinel://host,host2,host3/name or redis+cluster://host,host2"
)
_PORTS: Final = {SENTINEL: 26379, CLUSTER: 6379}
_OPTIONS: Final = (
    inspect.signature(redis.Redis).parameters.keys()
    | inspect.signature(redis.SSLConnection).parameters.keys()
    | {"timeout", "sentinel_username", "sentinel_password"}
)


@dataclass(frozen=True)
class Address:
    """An address, read."""

    kind: str
    options: dict[str, Any]
    """Arguments of redis-py's connection pools, those of a single server with its address."""
    nodes: tuple[tuple[str, int], ...] = ()
    """The sentinels, or nodes of the cluster."""
    name: str = ""
    """The name of the primary that the sentinels watch."""
    sentinel_options: dict[str, Any] | None = None
    """Arguments of the connections to the sentinels."""


def parse_address(url: str, variable: str = "REDIS_URL") -> Address:
    """Read an address. Raises SettingsError, which names ``variable`` and never repeats a password."""
    scheme, separator, rest = url.partition("://")
    try:
        return _read(scheme, rest)
    except SettingsError as refusal:
        reason = str(refusal)
    except ValueError:  # the text of urlsplit's errors may contain the password
        reason = "cannot be read: what it names is not host or host:port"
    shown = f"{scheme}://{rest.rpartition('@')[2]}".partition("?")[0] if separator else "the value"
    raise SettingsError(f"{variable}: {shown!r} {reason}")


def queue_address(settings: Settings) -> Address:
    """Where the queues are. Raises SettingsError for a cluster, on which RQ does not run."""
    name = "queue_redis_url" if settings.queue_redis_url else "redis_url"
    address = parse_address(getattr(settings, name), variable_name(name))
    if address.kind == CLUSTER:
        raise SettingsError(
            "QUEUE_REDIS_URL: the queues cannot be on a cluster; set it to a single server (redis://host:6379/0) "
            "or to sentinels (redis+sentinel://host,host2,host3/name)"
        )
    return address


def _read(scheme: str, rest: str) -> Address:
    """The address ``scheme://rest``. SettingsError has the reason alone; ValueError is for a wrong host or port."""
    base, plus, kind = scheme.partition("+")
    if base not in ("redis", "rediss", "unix") or (plus and (kind not in _PORTS or base == "unix")) or not rest:
        raise SettingsError(f"is not an address of Redis; write {FORMS}")
    parts = urlsplit(f"//{rest}")
    hosts = parts.netloc.rpartition("@")[2]
    options = _options(base, parts)
    if base == "unix":
        if hosts or not parts.path:
            raise SettingsError("has no absolute path: write unix:///path/to/redis.sock")
        return Address(SINGLE, options | {"path": unquote(parts.path)})
    path = unquote(parts.path).strip("/")
    if kind == SENTINEL:
        return _of_sentinels(options, _nodes(hosts, kind), path)
    if kind == CLUSTER:
        if path or options.get("db"):
            raise SettingsError("names a database, which a cluster does not have")
        return Address(CLUSTER, options, _nodes(hosts, kind))
    if path and not path.isdecimal():
        raise SettingsError(f"names the database {path!r}, which is not a number")
    if "," in hosts:
        raise SettingsError("names several servers: write redis+sentinel:// or redis+cluster:// for them")
    place = {"host": parts.hostname, "port": parts.port, "db": int(path) if path else None}
    return Address(SINGLE, {name: value for name, value in place.items() if value is not None} | options)


def _options(base: str, parts: SplitResult) -> dict[str, Any]:
    """The class of connections, user, password and further options of redis-py."""
    for name, _ in parse_qsl(parts.query):
        if name not in _OPTIONS:
            raise SettingsError(f"has the option {name!r}, which does not exist")
    try:
        options: dict[str, Any] = parse_url(f"{base}://?{parts.query}")  # type: ignore[no-untyped-call]
    except ValueError as error:  # names the option, not its value
        raise SettingsError(f"cannot be read: {error}") from None
    login = {"username": parts.username, "password": parts.password}
    return options | {name: unquote(value) for name, value in login.items() if value}


def _nodes(hosts: str, kind: str) -> tuple[tuple[str, int], ...]:
    nodes = []
    for text in hosts.split(","):
        parts = urlsplit(f"//{text}")
        if not parts.hostname or parts.path:
            raise SettingsError(f"names {text!r} among its hosts, which is not host or host:port")
        nodes.append((parts.hostname, parts.port or _PORTS[kind]))
    return tuple(nodes)


def _of_sentinels(options: dict[str, Any], nodes: tuple[tuple[str, int], ...], path: str) -> Address:
    """``path`` is the name of a primary, and perhaps the number of a database. TLS holds for the sentinels too."""
    name, slash, db = path.partition("/")
    if not name or (slash and not db.isdecimal()):
        raise SettingsError(
            "does not say which primary: write redis+sentinel://host,host2,host3/name, with /db after it if needed"
        )
    if slash:
        options["db"] = int(db)
    of_sentinels = {option: value for option, value in options.items() if option.startswith("ssl_")}
    if "connection_class" in options:
        of_sentinels["ssl"] = True
    for option in ("username", "password"):
        if f"sentinel_{option}" in options:
            of_sentinels[option] = options.pop(f"sentinel_{option}")
    return Address(SENTINEL, options, nodes, name, of_sentinels)
