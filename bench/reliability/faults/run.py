"""Every use case under every fault: the list of cases, and the run of one."""

import re
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bench.reliability.faults.ground import Ground
from bench.reliability.faults.injected import COMMANDS, FAULTS, ONCE, SENDS, WRITES
from bench.reliability.faults.promises import PROMISES
from bench.reliability.faults.use_cases import USE_CASES
from bench.reliability.faults.world import GaveUp, World, is_our_write, is_ours

NAME_LENGTH: Final = 60


@dataclass(frozen=True)
class Case:
    """A use case, a fault, and the place at which it strikes."""

    use_case: str
    fault: str
    place: int = 0
    at: str = ""
    """The command at this place when nothing goes wrong."""

    @property
    def name(self) -> str:
        """The name by which ``--only`` finds it."""
        return f"{self.use_case}: {self.fault}" + (f", {self.place}" if self.at else "")


@dataclass
class Outcome:
    """The result of a case."""

    case: Case
    broken: list[str] = field(default_factory=list)
    """Which promises, and how."""
    longest_s: float = 0.0
    places: dict[str, list[str]] = field(default_factory=dict)
    """Commands by the kind of place, where nothing went wrong."""


def carry_out(ground: Ground, case: Case) -> Outcome:
    """Carry out a case and check every promise."""
    outcome, world, fault = Outcome(case), World(ground), FAULTS[case.fault]
    with world.entered(f"{ground.seed} {case.use_case}"):
        try:
            with suppress(GaveUp):
                _act(world, case, outcome)
            for promise in PROMISES:
                for how in promise(world):
                    outcome.broken.append(f"{promise.__name__.replace('_', ' ')}: {how}")
        except Exception as error:
            outcome.broken.append(
                f"the case ends with {error!r}: {''.join(traceback.format_tb(error.__traceback__)[-3:])}"
            )
        finally:
            world.end_faults()
    outcome.broken += world.broken + [f"the fault itself failed: {error!r}" for error in ground.proxy.faults]
    outcome.longest_s = world.longest_s
    ground.proxy.faults.clear()
    if fault.is_remembered:
        ground.start_service()
    return outcome


def _act(world: World, case: Case, outcome: Outcome) -> None:
    """The use case with its fault, and the steps after it."""
    acting, proxy = USE_CASES[case.use_case](world), world.ground.proxy
    next(acting)
    proxy.forget()
    sent = len(world.life.writes)
    FAULTS[case.fault].begin(world, case.place)
    with suppress(GaveUp):
        next(acting, None)
    outcome.places = {
        COMMANDS: [command.text for command in proxy.seen if is_ours(command)],
        WRITES: [command.text for command in proxy.seen if is_our_write(command)],
        SENDS: [writes[0].text for writes in world.life.writes[sent:]],
        ONCE: [""],
    }
    world.end_faults()
    world.settle()
    next(acting, None)
    world.someone_moves()
    world.settle()


def all_cases(ground: Ground, only: str = "") -> Iterator[Case]:
    """Every use case under every fault at every place; the places are those of a run in which nothing goes wrong.

    Raises ValueError if something does go wrong in that run.
    """
    for use_case in USE_CASES:
        if not may_match(only, use_case):
            continue
        alone = carry_out(ground, Case(use_case, "nothing"))
        if not alone.places:
            raise ValueError(f"{use_case} ends early without any fault: {'; '.join(alone.broken)}")
        for name, fault in FAULTS.items():
            for place, at in _different(alone.places[fault.places]):
                case = Case(use_case, name, place, at[:NAME_LENGTH])
                if re.search(only, case.name):
                    yield case


def may_match(only: str, use_case: str) -> bool:
    """Whether the part of the pattern before a colon, if it has one, fits the use case."""
    try:
        return ":" not in only or bool(re.search(only.partition(":")[0], use_case))
    except re.error:  # of a pattern that cannot be cut there
        return True


def _different(commands: list[str]) -> Iterator[tuple[int, str]]:
    """The commands with their numbers, without those that do the same as the one before, to another key."""
    before = None
    for number, text in enumerate(commands):
        shape = NAMES.sub("#", text)
        if shape != before and text not in ("MULTI", "EXEC"):
            yield number, text
        before = shape


NAMES: Final = re.compile(r"\{g\d\d\}|\b[gbswm]_[a-z0-9]+|[0-9a-f]{12,}|\d+")
