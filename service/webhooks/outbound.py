"""HTTP requests to addresses that clients choose: only to public ones, and only to the address that was checked.

A name may resolve to another address later (DNS rebinding), so the connection is made to the checked address, not to
the name.
"""

import re
import socket
import ssl
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

from service.config import Settings, SettingsError, variable_name
from service.model.answer import Problem, wrong_field

RESOLVE_WITHIN_S: Final = 3.0
CONNECT_WITHIN_S: Final = 3.0
"""To one address; the same again for TLS."""
CALL_WITHIN_S: Final = 10.0
"""A whole call, from the first connection to the status of the response."""
MAX_HEAD_BYTES: Final = 16 * 1024
"""The largest head of a response. Its body is not read."""
MAX_ADDRESSES: Final = 3
"""At most this many resolved addresses are tried."""
NAT64: Final = IPv6Network("64:ff9b::/96")
MAPPED: Final = IPv6Network("::ffff:0:0/96")
UNICAST_IPV6: Final = IPv6Network("2000::/3")
"""All addresses assigned for the public internet. Addresses that contain an IPv4 address are outside, or in
``SPECIAL_IPV6``.
"""
SPECIAL_IPV6: Final = [IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]
_SPECIAL_IPV4: Final = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
"""
SPECIAL_IPV4: Final = [IPv4Network(text) for text in _SPECIAL_IPV4.split()]
"""IANA's registries of special-purpose addresses, as of 2026, multicast, and the address at which Azure answers its
machines. The result of ``ipaddress.is_global`` depends on the release of Python: 3.11.7 calls some of these global.
"""


class Unreachable(Exception):
    """No response; the text says why."""


@dataclass(frozen=True)
class Target:
    """A URL with its checked addresses."""

    url: SplitResult
    addresses: tuple[str, ...]

    @property
    def port(self) -> int:
        """The port of the URL, or the default port of its scheme."""
        return self.url.port or (443 if self.url.scheme == "https" else 80)


@dataclass(frozen=True)
class Reach:
    """Which addresses may be called."""

    private: bool = False
    """Whether addresses that are not public may be called, and plain HTTP is allowed."""
    denied: Sequence[IPv4Network | IPv6Network] = ()
    """Networks that may not be called in any case."""

    def allows(self, address: str) -> bool:
        """True if this address may be called, in any notation."""
        found = _unwrapped(address)
        return (self.private or is_public(address)) and not any(found in network for network in self.denied)


@cache
def reach_of(settings: Settings) -> Reach:
    """The policy in the settings. Raises SettingsError for a network that cannot be parsed."""
    try:
        denied = tuple(ip_network(text.strip()) for text in settings.denied_webhooks.split(",") if text.strip())
    except ValueError as error:
        raise SettingsError(
            f"{variable_name('denied_webhooks')}: {error}; write networks as in 198.51.100.0/24,2001:db8::/32"
        ) from None
    return Reach(settings.private_webhooks, denied)


def check_target(url: str, reach: Reach) -> Target:
    """Resolve the host of ``url`` and return the target if all its addresses may be called.

    Raises Problem ``webhook/invalid_url`` or ``webhook/target_refused``.
    """
    parts = _parsed(url, reach.private)
    host = str(parts.hostname)
    addresses = _resolve(host, parts.port or parts.scheme)
    if not addresses or not all(reach.allows(address) for address in addresses):
        # The same text for both, so that it does not reveal which names exist in the network of the service.
        says = f"{host!r} does not resolve to public addresses only, as a webhook must"
        raise wrong_field("webhook/target_refused", "url", says)
    return Target(parts, addresses[:MAX_ADDRESSES])


def _resolve(host: str, service: int | str) -> tuple[str, ...]:
    """The addresses of a host, none if it has none or its name server is slow.

    The system's resolver cannot be interrupted, and its own time-outs add up to half a minute: it runs in a thread that
    may outlive this call.
    """
    found: list[str] = []

    def look_up() -> None:
        try:
            found.extend(str(entry[4][0]) for entry in socket.getaddrinfo(host, service, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            pass

    thread = threading.Thread(target=look_up, name="resolver", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no thread can be started now: the look-up has no time limit
        look_up()
        return tuple(dict.fromkeys(found))
    thread.join(RESOLVE_WITHIN_S)
    return () if thread.is_alive() else tuple(dict.fromkeys(found))


def _parsed(url: str, private: bool) -> SplitResult:
    def invalid(what: str) -> Problem:
        says = f"{url[:80]!r} {what}; write one as in https://play.example/hooks"
        return wrong_field("webhook/invalid_url", "url", says)

    if not all("!" <= char <= "~" for char in url):
        raise invalid("has characters that must be escaped")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise invalid("is not an address") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise invalid("does not begin with https://")
    if not parts.hostname or port == 0:
        raise invalid("names no host")
    if parts.username is not None or parts.fragment:
        raise invalid("has a user or a fragment")
    return parts


def is_public(address: str) -> bool:
    """True if an IP address is known to be one of the public internet.

    >>> [is_public(address) for address in ("8.8.8.8", "127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a9fe:a9fe")]
    [True, False, False, False]
    """
    found = _unwrapped(address)
    if isinstance(found, IPv4Address):
        return not any(found in network for network in SPECIAL_IPV4)
    return found.scope_id is None and found in UNICAST_IPV6 and not any(found in network for network in SPECIAL_IPV6)


def _unwrapped(address: str) -> IPv4Address | IPv6Address:
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found in NAT64 or found in MAPPED):  # both only represent an IPv4 address
        return IPv4Address(int(found) & 0xFFFFFFFF)
    return found


def post(target: Target, body: bytes, headers: dict[str, str]) -> int:
    """Send ``body`` and return the status of the response, whose body is not read; raises Unreachable."""
    ends = time.monotonic() + CALL_WITHIN_S
    path = (target.url.path or "/") + (f"?{target.url.query}" if target.url.query else "")
    lines = {"Host": target.url.netloc, "Connection": "close", "Content-Length": str(len(body)), **headers}
    request = (
        "\r\n".join((f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", "")).encode()
        + body
    )
    reason = "no address"
    for address in target.addresses:
        try:
            connection = socket.create_connection((address, target.port), min(CONNECT_WITHIN_S, _left_s(ends)))
        except OSError as error:
            reason = type(error).__name__  # try the next address
            continue
        try:
            with connection, _secured(connection, target, ends) as stream:
                stream.settimeout(_left_s(ends))
                stream.sendall(request)
                return _read_status(stream, ends)
        except OSError as error:
            raise Unreachable(type(error).__name__) from error
    raise Unreachable(reason)


def _left_s(ends: float) -> float:
    """The seconds until ``ends``; raises Unreachable if there are none. The time-out of a socket is set before each use
    of it, because it restarts with every byte that arrives.
    """
    if (left_s := ends - time.monotonic()) <= 0:
        raise Unreachable("TimeoutError")
    return left_s


def _secured(connection: socket.socket, target: Target, ends: float) -> socket.socket:
    """The connection, with TLS if the URL asks for it. The certificate must be that of the host in the URL."""
    if target.url.scheme == "http":
        return connection
    connection.settimeout(min(CONNECT_WITHIN_S, _left_s(ends)))  # for the whole handshake
    return _tls().wrap_socket(connection, server_hostname=target.url.hostname)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _read_status(stream: socket.socket, ends: float) -> int:
    """The status of the response. Informational ones (1xx) before it are skipped."""
    received = b""
    while len(received) <= MAX_HEAD_BYTES:
        for head in re.split(rb"\r?\n\r?\n", received)[:-1]:
            status = re.match(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?![^ \r\n])", head)
            if status is None:
                raise Unreachable("no HTTP response")
            if (number := int(status[1])) >= 200:
                return number
        stream.settimeout(_left_s(ends))
        if not (more := stream.recv(4096)):
            raise Unreachable("no response")
        received += more
    raise Unreachable("response head too large")
