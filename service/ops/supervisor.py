"""The supervisor of ``faceoff run``: starts processes in groups, relays their output, restarts those that die,
stops them in order.

One loop relays the output and watches the processes. It sleeps until there is output, a signal, the death of a
process, or the time to start one again. The kernel ends them if the supervisor is killed (``tied_to_us``).
"""

import math
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from service.config import PROCESS_NAME
from service.process.threads import repeat

ROOT: Final = Path(__file__).resolve().parents[2]
"""Folder of this copy of the code, in the tree or compiled. The processes run there: Python and gunicorn import from it
first.
"""

LOOK_EVERY_S: Final = 60.0
STARTING_LOOK_S: Final = 0.05  # while something starts
TOGETHER_S: Final = 0.25  # lines that arrive meanwhile are printed together: a busy service writes many
READY_WITHIN_S: Final = 60.0
STARTS_TRIED: Final = 3  # before a process has been ready for the first time; after that there is no limit
WRONG_SETTINGS: Final = (2, 4)  # exit status of a worker and of gunicorn: a restart does not help

FIRST_DELAY_S: Final = 0.1
LONGEST_DELAY_S: Final = 5.0
STABLE_AFTER_S: Final = 5.0  # after running this long, the next restart has the first delay again


class Stop(BaseException):
    """A signal asks the supervisor to stop; not a failure of a step, after which the loop would continue."""


class GiveUp(BaseException):
    """The supervisor cannot continue; the text says why."""


def say(line: str) -> None:
    """Print a line at once, unless the terminal is closed."""
    try:
        print(line, flush=True)
    except OSError:
        pass  # the terminal is closed; the service continues


def signal_name(number: int) -> str:
    """The name of a signal; most of those above 31 have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


_TIED: Final = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, int(sys.argv[1]))  # PR_SET_PDEATHSIG; it outlives exec
if os.getppid() == int(sys.argv[2]):  # else the parent died before the line above
    os.execvp(sys.argv[3], sys.argv[3:])
"""


def tied_to_us(command: Sequence[str], death_signal: signal.Signals = signal.SIGKILL) -> list[str]:
    """Return ``command`` started so that the kernel sends it ``death_signal`` when this process dies, even by kill -9.

    A few lines of Python run in the new process and become the command; code between fork and exec (``preexec_fn``)
    would not be safe where this process has threads. The thread that starts the command must live as long as the
    command should. Linux only; elsewhere the command is returned unchanged.
    """
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", "-c", _TIED, str(int(death_signal)), str(os.getpid()), *command]


@dataclass
class Process:
    """One process of the service, the policy of its restarts, and its output."""

    name: str
    command: Sequence[str] | Callable[[], Sequence[str]]
    environ: Mapping[str, str] | None = None
    ready: Callable[[], bool] = lambda: True
    stop_within_s: float = 5.0
    death_signal: signal.Signals = signal.SIGKILL  # sent by the kernel when the supervisor has died
    first_delay_s: float = FIRST_DELAY_S
    deaths_a_minute: int | None = None  # more: give up
    chatter: tuple[str, ...] = ()  # lines that contain one of these are not printed

    def __post_init__(self) -> None:
        self.popen: subprocess.Popen[bytes] | None = None
        self.deaths = 0
        self.is_hopeless = False
        self._started = 0.0
        self._delay_s = 0.0
        self._restart_at = 0.0
        self._recent_deaths: deque[float] = deque()
        self._unfinished = b""

    @property
    def output(self) -> IO[bytes]:
        assert self.popen
        assert self.popen.stdout
        return self.popen.stdout

    def start(self) -> None:
        """Start the process, or schedule another attempt if the system cannot start one."""
        command = self.command() if callable(self.command) else self.command
        try:
            self.popen = subprocess.Popen(
                tied_to_us(command, self.death_signal),
                env={**(self.environ or os.environ), PROCESS_NAME: self.name},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                process_group=0,  # a Ctrl-C in the terminal reaches the supervisor alone, and orphans can be found
            )
        except OSError as error:
            self.deaths += 1
            self._restart_at = time.monotonic() + LONGEST_DELAY_S
            say(f"{self.name} | cannot be started: {error}; tried again in {LONGEST_DELAY_S:g} s")
            return
        self._started = time.monotonic()
        os.set_blocking(self.output.fileno(), False)

    def is_running(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def starts_in_s(self) -> float:
        """Seconds until it may be started; infinity while it runs."""
        return self._restart_at - time.monotonic() if self.popen is None else math.inf

    def relay(self) -> None:
        """Print the complete lines that have arrived."""
        while data := self.output.read(65536):
            *lines, self._unfinished = (self._unfinished + data).split(b"\n")
            for line in lines:
                text = line.decode(errors="replace").rstrip()
                if not any(words in text for words in self.chatter):
                    say(f"{self.name} | {text}")

    def reap(self) -> None:
        """Called after the process has died: end its orphans and schedule the restart. Raises GiveUp if it died too
        often.
        """
        assert self.popen
        status, now = self.popen.returncode, time.monotonic()
        self.end()
        self.deaths += 1
        self.is_hopeless = status in WRONG_SETTINGS
        self._recent_deaths.append(now)
        while self._recent_deaths[0] < now - 60:
            self._recent_deaths.popleft()
        if self.deaths_a_minute is not None and len(self._recent_deaths) > self.deaths_a_minute:
            raise GiveUp(f"{self.name} died {len(self._recent_deaths)} times within a minute; its lines above say why")
        if self._delay_s == 0 or now - self._started >= STABLE_AFTER_S:
            self._delay_s = self.first_delay_s
        else:
            self._delay_s = min(2 * self._delay_s, LONGEST_DELAY_S)
        self._restart_at = now + self._delay_s
        how = f"was ended by {signal_name(-status)}" if status < 0 else f"ended with status {status}"
        say(f"{self.name} | {how}; starts again in {self._delay_s:g} s")

    def terminate(self) -> None:
        assert self.popen
        self.popen.terminate()

    def end(self) -> None:
        """Kill the process and its children, if any are left, and print the rest of the output."""
        assert self.popen
        try:
            os.killpg(self.popen.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.popen.wait()
        self.relay()
        if self._unfinished:
            say(f"{self.name} | {self._unfinished.decode(errors='replace')}")
            self._unfinished = b""
        self.output.close()
        self.popen = None


class Supervisor:
    """Starts groups of processes, each when the previous one is ready, and keeps them running until a stop signal."""

    def __init__(self, start: Sequence[Sequence[Process]], stop: Sequence[Sequence[Process]]) -> None:
        self.start_order, self.stop_order = start, stop
        self.processes: list[Process] = []
        self.signals: list[str] = []
        self._woken, self._wakes = os.pipe()
        """The kernel's word of a signal arrives here, so that none is missed between a look and the sleep after it."""

    def run(self, announce: Callable[[], None]) -> int:
        """Start everything, ``announce`` that it is ready, restart processes that die; return the exit status after
        everything has stopped.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGINT:
                # nohup ignores SIGHUP: respect that
                signal.signal(number, self._note_signal)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # ignored, it would wake nobody
        os.set_blocking(self._wakes, False)
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        try:
            for group in self.start_order:
                self._start(group)
            announce()
            repeat(self._check_processes, "faceoff", lambda: bool(self.signals))
            raise Stop
        except Stop:
            say(f"faceoff | stopping ({self.signals[0]}); a second Ctrl-C ends everything at once")
            return 0
        except GiveUp as reason:
            say(f"faceoff | giving up: {reason}")
            return 1
        finally:
            self._stop()
            signal.set_wakeup_fd(-1)

    def _note_signal(self, number: int, _: object) -> None:
        # only recorded: an exception could interrupt a start before it is recorded
        self.signals.append(signal.Signals(number).name)

    def _start(self, group: Sequence[Process]) -> None:
        self.processes += group
        deadline = time.monotonic() + READY_WITHIN_S
        waiting = list(group)
        while waiting:
            self._check_processes(STARTING_LOOK_S)
            waiting = [process for process in waiting if not (process.is_running() and process.ready())]
            for process in waiting:
                if process.is_hopeless or process.deaths >= STARTS_TRIED:
                    raise GiveUp(f"{process.name} does not start; its lines above say why")
            if waiting and time.monotonic() > deadline:
                raise GiveUp(f"not ready after {READY_WITHIN_S:g} s: {', '.join(process.name for process in waiting)}")

    def _check_processes(self, wait_s: float = LOOK_EVERY_S) -> None:
        if self.signals:
            raise Stop
        for process in self.processes:
            if process.starts_in_s() <= 0:
                process.start()
            elif process.popen is not None and not process.is_running():
                process.reap()
        self._relay(max(0, min([wait_s, *(process.starts_in_s() for process in self.processes)])))

    def _relay(self, wait_s: float) -> None:
        """Print what has arrived, and wait for more, or for a signal."""
        running = [process for process in self.processes if process.popen is not None]
        for process in running:
            process.relay()
        heard, _, _ = select.select([self._woken, *(process.output.fileno() for process in running)], [], [], wait_s)
        if heard and self._woken not in heard:
            heard, _, _ = select.select([self._woken], [], [], min(wait_s, TOGETHER_S))
        if self._woken in heard:
            os.read(self._woken, 65536)

    def _stop(self) -> None:
        """Stop group after group; kill processes that do not stop in time, or all of them at a further signal."""
        noted = len(self.signals)
        for group in self.stop_order:
            running = [process for process in group if process.popen is not None]
            for process in running:
                process.terminate()
            deadline = time.monotonic() + max((process.stop_within_s for process in running), default=0)
            while (
                any(process.is_running() for process in running)
                and time.monotonic() < deadline
                and len(self.signals) == noted
            ):
                self._relay(max(0, deadline - time.monotonic()))
            for process in running:
                process.end()
