"""TODO service/ops/supervisor.py."""

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from service.ops.embedded_redis import tied_to_us

ROOT: Final = Path(__file__).resolve().parents[2]
"""Where this copy of the code lies, in the tree or compiled. The parts run there: Python and gunicorn import from it first."""
LOOK_EVERY_S: Final = 0.1
READY_WITHIN_S: Final = 60.0
STARTS_TRIED: Final = 3  # at the beginning; a part that has once been ready is started again for ever
FIRST_DELAY_S: Final = 0.5
WRONG_SETTINGS: Final = (2, 4)  # a worker's status and gunicorn's: starting again changes nothing
LONGEST_DELAY_S: Final = 10.0
STABLE_AFTER_S: Final = 60.0


class Stop(Exception):
    """Somebody asked us to stop."""


class GiveUp(Exception):
    """It makes no sense to go on; the text says why."""


def say(line: str) -> None:
    try:
        print(line, flush=True)
    except OSError:
        pass  # the terminal is gone; the games are not


@dataclass(eq=False)
class Part:
    """One process of the service, the policy of its restarts, and its output."""

    name: str
    command: Sequence[str]
    environ: Mapping[str, str] | None = None
    ready: Callable[[], bool] = lambda: True
    stop_within_s: float = 5.0
    death_signal: signal.Signals = signal.SIGKILL  # sent by the kernel when the supervisor is gone
    first_delay_s: float = FIRST_DELAY_S
    deaths_a_minute: int | None = None  # more: give up
    chatter: tuple[str, ...] = ()  # lines with one of these are not worth a person's attention

    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    deaths: int = field(default=0, init=False)
    is_hopeless: bool = field(default=False, init=False)
    _started: float = field(default=0.0, init=False)
    _delay_s: float = field(default=0.0, init=False)
    _restart_at: float = field(default=0.0, init=False)
    _recent_deaths: deque[float] = field(default_factory=deque, init=False)
    _unfinished: bytes = field(default=b"", init=False)

    @property
    def output(self) -> IO[bytes]:
        assert self.process
        assert self.process.stdout
        return self.process.stdout

    def start(self) -> None:
        self.process = subprocess.Popen(
            tied_to_us(self.command, self.death_signal),
            env=self.environ,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            process_group=0,  # a Ctrl-C in the terminal reaches the supervisor alone, and what a part leaves can be found
        )
        self._started = time.monotonic()
        os.set_blocking(self.output.fileno(), False)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def may_start(self) -> bool:
        return self.process is None and time.monotonic() >= self._restart_at

    def relay(self) -> bool:
        """Print the whole lines that have arrived; false at the end of the output."""
        while data := self.output.read(65536):
            *lines, self._unfinished = (self._unfinished + data).split(b"\n")
            for line in lines:
                text = line.decode(errors="replace").rstrip()
                if not any(words in text for words in self.chatter):
                    say(f"{self.name} | {text}")
        return data is None  # None: nothing there now; empty: the end

    def bury(self) -> None:
        """After the process has died: end what it left behind, plan the restart. Raises GiveUp when it died too often."""
        assert self.process
        status, now = self.process.returncode, time.monotonic()
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
        how = f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
        say(f"{self.name} | {how}; starts again in {self._delay_s:g} s")

    def terminate(self) -> None:
        if self.process:
            self.process.terminate()

    def end(self) -> None:
        """Kill whatever is left of the process and its children, and forget it."""
        if self.process is None:
            return
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.relay()
        if self._unfinished:
            say(f"{self.name} | {self._unfinished.decode(errors='replace')}")
            self._unfinished = b""
        self.output.close()
        self.process = None


class Supervisor:
    """Starts groups of parts, each when the one before is ready, and keeps the parts running until a signal says stop."""

    def __init__(self, start: Sequence[Sequence[Part]], stop: Sequence[Sequence[Part]]) -> None:
        self.start_order, self.stop_order = start, stop
        self.parts: list[Part] = []
        self.selector = selectors.DefaultSelector()
        self.signals: list[str] = []

    def run(self, announce: Callable[[], None]) -> int:
        """Start everything, ``announce`` that it is ready, look after it; return the exit status once all parts have stopped."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGINT:  # nohup ignores SIGHUP, and means it
                signal.signal(number, self._note_signal)
        try:
            for group in self.start_order:
                self._start(group)
            announce()
            while True:
                self._look_after_parts()
        except Stop:
            say(f"faceoff | stopping ({self.signals[0]}); a second Ctrl-C ends everything at once")
            return 0
        except GiveUp as reason:
            say(f"faceoff | giving up: {reason}")
            return 1
        finally:
            self._stop()

    def _note_signal(self, number: int, _: object) -> None:
        self.signals.append(signal.Signals(number).name)  # only noted: an exception could strike between a start and its record

    def _start(self, group: Sequence[Part]) -> None:
        self.parts += group
        deadline = time.monotonic() + READY_WITHIN_S
        waiting = list(group)
        while waiting:
            self._look_after_parts()
            waiting = [part for part in waiting if not (part.is_running() and part.ready())]
            for part in waiting:
                if part.is_hopeless or part.deaths >= STARTS_TRIED:
                    raise GiveUp(f"{part.name} does not start; its lines above say why")
            if waiting and time.monotonic() > deadline:
                raise GiveUp(f"not ready after {READY_WITHIN_S:g} s: {', '.join(part.name for part in waiting)}")

    def _look_after_parts(self) -> None:
        if self.signals:
            raise Stop
        for part in self.parts:
            if part.may_start():
                part.start()
                self.selector.register(part.output, selectors.EVENT_READ, part)
            elif part.process is not None and not part.is_running():
                self._forget_output(part)
                part.bury()
        self._relay()

    def _relay(self) -> None:
        for key, _ in self.selector.select(LOOK_EVERY_S):
            if not key.data.relay():
                self.selector.unregister(key.fileobj)

    def _forget_output(self, part: Part) -> None:
        try:
            self.selector.unregister(part.output)
        except KeyError:
            pass  # it had come to its end before

    def _stop(self) -> None:
        """Stop group after group; kill what does not stop in time, or everything when a further signal comes."""
        noted = len(self.signals)
        for group in self.stop_order:
            running = [part for part in group if part.process is not None]
            for part in running:
                part.terminate()
            deadline = time.monotonic() + max((part.stop_within_s for part in running), default=0)
            while any(part.is_running() for part in running) and time.monotonic() < deadline and len(self.signals) == noted:
                self._relay()
            for part in running:
                self._forget_output(part)
                part.end()
