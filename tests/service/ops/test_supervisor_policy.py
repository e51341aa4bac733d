"""When the supervisor starts a process again and when it gives up: its decisions one by one, with a clock that is
set.
"""

import math
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from service.ops import supervisor
from service.ops.supervisor import GiveUp, Process, Stop, Supervisor
from tests.patience import wait_until
from tests.service.clock import set_monotonic


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, supervisor, sleep=time.sleep)


@pytest.fixture
def part(monkeypatch, clock):
    """A process that ends whenever a test says so, with the status it says."""

    class Part(Process):
        def start(self):
            self._started = clock.now
            self.popen = SimpleNamespace(returncode=None)

        def end(self):
            self.popen = None

        def die(self, at, status=1):
            clock.now = at
            self.start()
            self.popen.returncode = status
            self.reap()

    return lambda **policy: Part("api", ["false"], **policy)


def test_more_deaths_than_allowed_within_a_minute_are_too_many(part):
    redis = part(deaths_a_minute=3)
    for at in (1000, 1001, 1002, 1060.5, 1061.5):  # of a minute, three at most
        redis.die(at)
    with pytest.raises(GiveUp, match="api died 4 times within a minute"):
        redis.die(1061.5)


def test_a_minute_is_sixty_seconds_to_the_last(part):
    redis = part(deaths_a_minute=1)
    redis.die(1000)
    with pytest.raises(GiveUp):
        redis.die(1060)


def test_without_a_number_of_deaths_a_process_is_started_again_however_often(part):
    api = part()
    for _ in range(100):
        api.die(1000)
    assert api.deaths == 100


def test_the_delay_doubles_up_to_five_seconds_and_begins_again_after_five_seconds_of_running(part, clock, capsys):
    api = part()
    delays = []
    for _ in range(8):
        api.die(clock.now)
        delays.append(api._restart_at - clock.now)
    assert delays == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5])
    for ran_s, delay_s in ((5, 0.1), (4.9, 0.2)):
        api.start()
        clock.now += ran_s
        api.popen.returncode = 0
        api.reap()
        assert api._restart_at - clock.now == pytest.approx(delay_s)
    assert capsys.readouterr().out.endswith("api | ended with status 0; starts again in 0.2 s\n")


def test_a_process_starts_again_when_its_delay_is_over(part, clock):
    api = part()
    assert api.starts_in_s() <= 0
    api.die(1000)
    for clock.now, left_s in ((1000, 0.1), (1000.05, 0.05), (1000.1, 0)):
        assert api.starts_in_s() == pytest.approx(left_s)
    api.start()
    assert api.starts_in_s() == math.inf


@pytest.mark.parametrize(("status", "is_hopeless"), [(1, False), (2, True), (3, False), (4, True), (-9, False)])
def test_a_wrong_setting_is_hopeless(part, status, is_hopeless):
    api = part()
    api.die(1000, status)
    assert api.is_hopeless is is_hopeless


def test_what_is_not_ready_in_time_is_named(monkeypatch, capsys):
    monkeypatch.setattr(supervisor, "READY_WITHIN_S", 0.05)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    sleeping = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
    slow, quick = Process("slow", sleeping, ready=lambda: False), Process("quick", sleeping)
    assert Supervisor([[slow, quick]], [[slow, quick]]).run(lambda: None) == 1
    assert capsys.readouterr().out == "faceoff | giving up: not ready after 0.05 s: slow\n"


def test_a_process_that_has_ended_keeps_no_file_open(monkeypatch):
    api = Process("api", ["true"])
    api.start()
    output = api.output
    wait_until(lambda: not api.is_running())
    api.reap()
    assert output.closed


@pytest.mark.parametrize("ignored", [signal.SIGHUP, signal.SIGINT])
def test_a_hangup_that_is_ignored_under_nohup_stays_ignored(monkeypatch, ignored):
    """SIGINT is ignored in what a shell starts in the background, and stops the service nevertheless."""
    handled = {}
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN if number == ignored else signal.SIG_DFL)
    monkeypatch.setattr(signal, "signal", handled.__setitem__)
    supervised = Supervisor([], [])

    def announce():
        raise Stop

    supervised.signals.append("SIGTERM")
    assert supervised.run(announce) == 0
    stopping = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    assert handled.keys() & stopping == stopping - ({signal.SIGHUP} & {ignored})


def test_a_terminal_that_is_closed_stops_nothing(monkeypatch):
    def fail(*_, **__):
        raise OSError

    monkeypatch.setattr("builtins.print", fail)
    supervisor.say("ready")


def test_elsewhere_than_on_linux_a_command_is_not_tied_to_its_parent(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert supervisor.tied_to_us(("redis", "--port")) == ["redis", "--port"]


def test_a_process_that_the_system_does_not_start_is_tried_again(monkeypatch, clock, capsys):
    def refuse(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(supervisor.subprocess, "Popen", refuse)
        watched = Supervisor([], [])
        watched.processes = [Process("api", ["true"])]
        clock.now = 1000
        watched._check_processes(0)
    assert "api | cannot be started: " in capsys.readouterr().out
    assert watched.processes[0].starts_in_s() == 5


@pytest.mark.parametrize(("number", "name"), [(9, "SIGKILL"), (40, "signal 40")])
def test_a_process_that_any_signal_ends_is_started_again(part, capsys, number, name):
    part().die(1000, -number)
    assert f"was ended by {name}" in capsys.readouterr().out


def test_an_idle_supervisor_sleeps_until_something_happens_or_is_due(monkeypatch, clock):
    slept = []
    monkeypatch.setattr(supervisor.select, "select", lambda *waits: slept.append(waits[-1]) or ([], [], []))
    watched = Supervisor([], [])
    running, dead = Process("api", ["sleep", "60"]), Process("ai", ["true"])
    running.start()
    watched.processes = [running]
    watched._check_processes()
    watched.processes.append(dead)
    dead._restart_at = clock.now + 0.2
    watched._check_processes()
    running.end()
    assert slept == [supervisor.LOOK_EVERY_S, pytest.approx(0.2)]
