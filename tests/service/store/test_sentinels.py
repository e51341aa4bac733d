"""Which primary the answers of sentinels lead to: their answers are given, and the clock is set."""

import logging
import time

import pytest
import redis

from service.store import connection
from service.store.connection import OfPrimary, Primary, parse_address, primary_of
from tests.service.clock import set_monotonic

OLD, NEW = ("10.0.0.1", 6379), ("10.0.0.2", 6380)


class Sentinel:
    """Answers with a state of the primary, or not at all; counts how often it is asked."""

    def __init__(self, epoch=1, address=OLD, flags="master", state_of=None):
        self.epoch, self.address, self.flags, self.state_of = epoch, address, flags, state_of
        self.answers, self.asked = True, 0

    def pipeline(self, transaction):
        assert not transaction
        self.commands = []
        return self

    def execute_command(self, *command):
        self.commands.append(command)

    def execute(self):
        self.asked += 1
        assert [command[1] for command in self.commands] == ["MASTER", "GET-MASTER-ADDR-BY-NAME"]
        assert {command[2] for command in self.commands} == {"games"}
        if not self.answers:
            raise redis.ConnectionError("no answer")
        host, port = self.state_of or self.address
        state = {"ip": host, "port": str(port), "flags": self.flags, "config-epoch": str(self.epoch)}
        return state, (self.address[0], str(self.address[1]))


class Connection:
    """Knows to what address it may remain."""

    kept = None

    def cut_unless(self, address):
        self.kept = address


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, connection, sleep=time.sleep)


@pytest.fixture
def primary_with(clock):
    """A primary that these sentinels watch; nothing looks by itself."""

    def make(*watching):
        primary = Primary(parse_address("redis+sentinel://10.0.0.7:26379,10.0.0.8,10.0.0.9/games"))
        primary._sentinels = watching
        primary._failed_at = dict.fromkeys(watching, float("-inf"))
        primary._watch = lambda: None
        return primary

    return make


def test_the_newest_configuration_counts(primary_with):
    assert primary_with(Sentinel(), Sentinel(), Sentinel()).address() == OLD
    assert primary_with(Sentinel(), Sentinel(2, NEW), Sentinel()).address() == NEW


@pytest.mark.parametrize("flags", ["master,s_down", "master,o_down", "s_down,o_down,master"])
def test_a_primary_is_down_when_all_say_so_that_have_the_newest_configuration(primary_with, flags):
    down = [Sentinel(2, flags=flags), Sentinel(2, flags=flags), Sentinel(1)]
    with pytest.raises(redis.ConnectionError, match=r"primary 'games': 10\.0\.0\.1:6379 is down"):
        primary_with(*down).address()
    assert primary_with(*down[:2], Sentinel(2)).address() == OLD


def test_during_a_failover_the_address_is_that_of_the_new_primary_though_the_old_one_is_down(primary_with):
    moving = [Sentinel(2, NEW, "master,o_down", state_of=OLD) for _ in range(3)]
    assert primary_with(*moving).address() == NEW


@pytest.mark.parametrize(
    ("count", "answering", "is_known"), [(3, 2, True), (3, 1, False), (2, 1, False), (4, 2, False)]
)
def test_a_majority_of_the_sentinels_has_to_answer(primary_with, count, answering, is_known):
    watching = [Sentinel() for _ in range(count)]
    for sentinel in watching[answering:]:
        sentinel.answers = False
    primary = primary_with(*watching)
    if is_known:
        assert primary.address() == OLD
    else:
        with pytest.raises(redis.ConnectionError, match=f"{answering} of {count} sentinels answer .*no answer"):
            primary.address()


def test_an_address_is_asked_for_again_when_it_is_two_seconds_old(primary_with, clock):
    watching = [Sentinel(), Sentinel(), Sentinel()]
    primary = primary_with(*watching)
    for clock.now, asked in ((1000.0, 1), (1002.0, 1), (1002.1, 2), (1002.2, 2)):
        primary.address()
        assert watching[0].asked == asked
    for sentinel in watching:
        sentinel.answers = False
    clock.now = 1004.1
    assert primary.address() == OLD
    clock.now = 1004.2
    with pytest.raises(redis.ConnectionError):
        primary.address()


def test_sentinels_are_asked_at_most_ten_times_a_second_while_there_is_no_primary(primary_with, clock):
    watching = [Sentinel(flags="s_down") for _ in range(3)]
    primary = primary_with(*watching)
    for clock.now, asked in ((1000.0, 1), (1000.05, 1), (1000.125, 2)):
        with pytest.raises(redis.ConnectionError):
            primary.address()
        assert watching[0].asked == asked


def test_a_sentinel_that_did_not_answer_is_spared_for_five_seconds_if_the_others_are_enough(primary_with, clock):
    watching = [Sentinel(), Sentinel(), Sentinel()]
    watching[0].answers = False
    primary = primary_with(*watching)
    for clock.now, asked in ((1000, 1), (1003, 1), (1006, 2)):
        primary._ask(0)
        assert watching[0].asked == asked
    watching[1].answers = False
    clock.now = 1007
    primary._ask(0)
    assert watching[0].asked == 3, "the others are too few"


def test_a_change_of_the_primary_is_logged_once_and_cuts_other_connections(primary_with, clock, caplog):
    caplog.set_level(logging.WARNING)
    watching = [Sentinel(), Sentinel(), Sentinel()]
    primary, connection = primary_with(*watching), Connection()
    primary.add(connection)
    for address, flags in ((OLD, "master"), (OLD, "s_down"), (OLD, "s_down"), (NEW, "master"), (NEW, "master")):
        for sentinel in watching:
            sentinel.address, sentinel.flags = address, flags
        clock.now += 1
        primary._ask(0)
        assert connection.kept == (None if clock.now < 1001 else OLD if address == OLD else NEW)
    assert [record.getMessage() for record in caplog.records] == [
        "primary games: 10.0.0.1:6379 is down",
        "primary games: now at 10.0.0.2:6380",
    ]


@pytest.mark.parametrize(
    ("greeting", "is_replica"),
    [({"role": "master"}, False), ({b"role": b"master"}, False), (None, False), ({"role": "replica"}, True)],
)
def test_a_connection_to_a_replica_is_refused(greeting, is_replica):
    class Greeted:
        handshake_metadata = greeting

        def on_connect_check_health(self, check_health):
            assert check_health

    class Checked(OfPrimary, Greeted):
        pass

    if is_replica:
        with pytest.raises(redis.ConnectionError, match="is a replica"):
            Checked().on_connect_check_health()
    else:
        Checked().on_connect_check_health()


def test_a_process_has_one_primary_for_an_address():
    first, other = (parse_address(f"redis+sentinel://10.0.0.7/{name}") for name in ("games", "queue"))
    assert primary_of(first) is primary_of(first)
    assert primary_of(first) is not primary_of(other)
