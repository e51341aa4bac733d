"""HTTP requests to addresses that clients choose: only to public ones, and only to the address that was checked.

A name may resolve to another address later (DNS rebinding), so the connection is made to the checked address, not to the name.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

import urllib3

from service.model.problem import Problem

TIMEOUT: Final = urllib3.Timeout(connect=3, read=5)
MAX_ADDRESSES: Final = 3
"""At most this many resolved addresses are tried."""
NAT64: Final = IPv6Network("64:ff9b::/96")
MAPPED: Final = IPv6Network("::ffff:0:0/96")
UNICAST_IPV6: Final = IPv6Network("2000::/3")
"""All that is assigned for the public internet. Addresses that hold an IPv4 address lie outside, or in ``SPECIAL_IPV6``."""
SPECIAL_IPV6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
SPECIAL_IPV4: Final = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"),
            *("192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
"""IANA's registries of special-purpose addresses, as of 2026, and multicast."""


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


def check_target(url: str, private: bool) -> Target:
    """Resolve the host of ``url`` and return the target if all its addresses are public, or if ``private`` ones are allowed.

    Raises Problem ``webhook/invalid_url`` or ``webhook/target_refused``.
    """
    parts = _parsed(url, private)
    host = str(parts.hostname)
    try:
        found = socket.getaddrinfo(host, parts.port or parts.scheme, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses or not (private or all(is_public(address) for address in addresses)):
        # The same text for both, so that it does not reveal which names exist in the network of the service.
        raise Problem(
            "webhook/target_refused", f"url: {host!r} does not resolve to public addresses only, as a webhook must", field="url"
        )
    return Target(parts, addresses[:MAX_ADDRESSES])


def _parsed(url: str, private: bool) -> SplitResult:
    def invalid(what: str) -> Problem:
        return Problem("webhook/invalid_url", f"url: {url[:80]!r} {what}; write one as in https://play.example/hooks", field="url")

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
    """Whether an IP address can only be one of the public internet. Whatever is not known to be is not.

    >>> [is_public(address) for address in ("8.8.8.8", "127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a9fe:a9fe")]
    [True, False, False, False]
    """
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found in NAT64 or found in MAPPED):  # both only write an IPv4 address
        found = IPv4Address(int(found) & 0xFFFFFFFF)
    if isinstance(found, IPv4Address):
        return not any(found in network for network in SPECIAL_IPV4)
    return found.scope_id is None and found in UNICAST_IPV6 and not any(found in network for network in SPECIAL_IPV6)


def post(target: Target, body: bytes, headers: dict[str, str]) -> int:
    """Send ``body`` and return the status of the response, whose content is not read; raises Unreachable."""
    path = (target.url.path or "/") + (f"?{target.url.query}" if target.url.query else "")
    reason = "no address"
    for address in target.addresses:
        try:
            with _connection_pool(target, address) as pool:
                answer = pool.urlopen(
                    "POST", path, body, headers | {"Host": target.url.netloc}, retries=False, redirect=False, preload_content=False
                )
                answer.close()
                return answer.status
        except urllib3.exceptions.NewConnectionError as error:
            reason = type(error).__name__  # try the next address
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Unreachable(type(error).__name__) from error
    raise Unreachable(reason)


def _connection_pool(target: Target, address: str) -> urllib3.HTTPConnectionPool:
    if target.url.scheme == "http":
        return urllib3.HTTPConnectionPool(address, target.port, timeout=TIMEOUT)
    host = target.url.hostname
    return urllib3.HTTPSConnectionPool(
        address, target.port, timeout=TIMEOUT, server_hostname=host, assert_hostname=host, cert_reqs="CERT_REQUIRED"
    )
