"""By which networks the callers on other machines are counted."""

from ipaddress import ip_address

import pytest

from service.model.callers import callers_at


@pytest.mark.parametrize("address", ["192.0.2.1", "::ffff:192.0.2.1"])
def test_an_address_of_ipv4_is_one_caller(address):
    assert [(caller.name, caller.shares) for caller in callers_at(ip_address(address))] == [("192.0.2.1", 1)]


def test_an_address_of_ipv6_is_in_three_networks_of_one_two_and_four_shares():
    found = [(caller.name, caller.shares) for caller in callers_at(ip_address("2001:db8:f:ffff:f:f:f:f"))]
    assert found == [("2001:db8:f:ffff::", 1), ("2001:db8:f:ff00::/56", 2), ("2001:db8:f::/48", 4)]
