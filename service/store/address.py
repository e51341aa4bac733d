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
from urllib.parse import urlsplit

from redis.client import Redis
from redis.connection import SSLConnection, parse_url

from service.config import Settings, SettingsError, variable_name

SINGLE: Final = "single"
SENTINEL: Final = "sentinel"
CLUSTER: Final = "cluster"
FORMS: Final = (
    "redis://host:6379/0, rediss://, unix:///path, redis+sentinel://host,host2,host3/name or redis+cluster://host,host2"
)
_PORTS: Final = {SENTINEL: 26379, CLUSTER: 6379}
_OF_SENTINELS: Final = "sentinel_"
_KNOWN: Final = frozenset(inspect.signature(Redis.__init__).parameters) - {"self"} | {"timeout"}


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
    scheme, _, rest = url.partition("://")
    base, _, kind = scheme.partition("+")
    if (
        base not in ("redis", "rediss", "unix")
        or kind not in ("", SENTINEL, CLUSTER)
        or (base == "unix" and kind)
        or not rest
    ):
        raise _refused(variable, url, f"is not an address of Redis; write {FORMS}")
    try:
        if not kind:
            return _single(variable, url)
        parts = urlsplit(f"{base}://{rest}")
        user, has_user, hosts = parts.netloc.rpartition("@")
        options = _options(f"{base}://{user}{has_user}host/?{parts.query}")
        options.pop("host")
        nodes = tuple(_node(variable, url, text, _PORTS[kind]) for text in hosts.split(","))
    except ValueError as error:
        if isinstance(error, SettingsError):
            raise
        raise _refused(variable, url, f"cannot be read: {error}") from None
    path = parts.path.strip("/").split("/") if parts.path.strip("/") else []
    _only_known(variable, url, options)
    if kind == CLUSTER:
        if path or options.get("db"):
            raise _refused(variable, url, "names a database, which a cluster does not have")
        return Address(CLUSTER, options, nodes)
    if not path or len(path) > 2 or (len(path) == 2 and not path[1].isdecimal()):
        raise _refused(
            variable,
            url,
            "does not say which primary: write redis+sentinel://host,host2,host3/name, with /db after it if needed",
        )
    if len(path) == 2:
        options["db"] = int(path[1])
    of_sentinels = {
        name: options.pop(f"{_OF_SENTINELS}{name}")
        for name in ("username", "password")
        if f"{_OF_SENTINELS}{name}" in options
    }
    tls = {name: value for name, value in options.items() if name.startswith("ssl_")} | (
        {"ssl": True} if base == "rediss" else {}
    )
    return Address(SENTINEL, options, nodes, path[0], of_sentinels | tls)


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


def _single(variable: str, url: str) -> Address:
    parts = urlsplit(url)
    if parts.scheme == "unix" and (parts.netloc.rpartition("@")[2] or not parts.path):
        raise _refused(variable, url, "has no absolute path: write unix:///path/to/redis.sock")
    if parts.scheme != "unix" and parts.path.strip("/") and not parts.path.strip("/").isdecimal():
        raise _refused(variable, url, f"names the database {parts.path.strip('/')!r}, which is not a number")
    if parts.scheme != "unix" and "," in parts.netloc.rpartition("@")[2]:
        raise _refused(variable, url, "names several servers: write redis+sentinel:// or redis+cluster:// for them")
    options = _options(url)
    _only_known(variable, url, options)
    return Address(SINGLE, options)


def _options(url: str) -> dict[str, Any]:
    options: dict[str, Any] = dict(parse_url(url))  # type: ignore[no-untyped-call]
    return options


def _only_known(variable: str, url: str, options: dict[str, Any]) -> None:
    allowed = _KNOWN | set(inspect.signature(SSLConnection.__init__).parameters)
    allowed |= {"path", "connection_class", "sentinel_username", "sentinel_password"}
    for name in options:
        if name not in allowed:
            raise _refused(variable, url, f"has the option {name!r}, which does not exist")


def _node(variable: str, url: str, text: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname or parts.path:
        raise _refused(variable, url, f"names {text!r} among its hosts, which is not host or host:port")
    return parts.hostname, parts.port or port


def _refused(variable: str, url: str, reason: str) -> SettingsError:
    scheme, separator, rest = url.partition("://")
    shown = f"{scheme}://{rest.rpartition('@')[2]}".partition("?")[0] if separator else "the value"
    return SettingsError(f"{variable}: {shown!r} {reason}")
