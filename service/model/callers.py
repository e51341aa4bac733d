"""The identities under which callers are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final

WIDTHS: Final = ((64, 1), (56, 2), (48, 4))
"""For IPv6: the length of the prefix, and how many times the share of one caller it has. Providers give a customer a
/64, a /56 or a /48.
"""


@dataclass(frozen=True)
class Caller:
    """What counts as one caller: an IPv4 address, a network of IPv6 or an API key."""

    name: str
    shares: int = 1
    """How many times as much as a single address it may have: a network has many."""


def callers_at(address: IPv4Address | IPv6Address) -> Sequence[Caller]:
    """The identities of an address: itself if it is IPv4, otherwise its networks, the narrowest first.

    >>> [caller.name for caller in callers_at(IPv6Address("2001:db8:1:203::4"))]
    ['2001:db8:1:203::', '2001:db8:1:200::/56', '2001:db8:1::/48']
    """
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if isinstance(address, IPv4Address):
        return (Caller(str(address)),)
    prefixes = [(IPv6Address(int(address) >> 128 - bits << 128 - bits), bits, shares) for bits, shares in WIDTHS]
    return [Caller(f"{prefix}/{bits}" if shares > 1 else str(prefix), shares) for prefix, bits, shares in prefixes]
