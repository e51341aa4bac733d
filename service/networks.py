"""The networks by which callers on other machines are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final

WIDTHS: Final = ((64, 1), (56, 2), (48, 4))
"""Of IPv6: how long the prefix is, and how many times the share of one caller it has. Providers give a customer a /64,
a /56 or a /48.
"""


@dataclass(frozen=True)
class Network:
    """All addresses that count as one."""

    name: str
    shares: int = 1
    """How many times as much as one caller they may have together."""


def networks_of(address: IPv4Address | IPv6Address) -> Sequence[Network]:
    """The networks of a caller, the narrowest first: the address itself if it is IPv4.

    >>> [network.name for network in networks_of(IPv6Address("2001:db8:1:203::4"))]
    ['2001:db8:1:203::', '2001:db8:1:200::/56', '2001:db8:1::/48']
    """
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if isinstance(address, IPv4Address):
        return (Network(str(address)),)
    prefixes = [(IPv6Address(int(address) >> 128 - bits << 128 - bits), bits, shares) for bits, shares in WIDTHS]
    return [Network(f"{prefix}/{bits}" if shares > 1 else str(prefix), shares) for prefix, bits, shares in prefixes]
