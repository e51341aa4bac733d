"""The faults that every use case meets. A new fault is one more function here: it gets the world and the place at which it strikes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from service.store.keys import key
from tests.faults import damage
from tests.faults.full import BALLAST, MB, memory_used
from tests.faults.processes import threads_refused
from tests.faults.snapshots import ALL, Snapshot
from tests.faults.world import Asked, World, is_our_write, is_ours
from tests.service.use_cases import create_game, resign

Begin = Callable[[World, int], None]
ONCE, WRITES, SENDS, COMMANDS = "once", "writes", "sends", "commands"
"""Where a fault strikes: as the use case begins, at each write that arrives, at each that a process sends, at each command."""
GAMES: Final = "{g[0-9][0-9]}:*"
SILENT_S: Final = 2.5
"""Longer than a process waits for a reply."""
HOUR_S: Final = 3600


@dataclass(frozen=True)
class Fault:
    """A fault, and where it strikes."""

    name: str
    places: str
    begin: Begin
    is_remembered: bool
    """Whether the processes or the server remember it, so that the service is to be started anew."""


FAULTS: Final[dict[str, Fault]] = {}


def fault(places: str = ONCE, *, is_remembered: bool = False) -> Callable[[Begin], Begin]:
    """Add a fault to the list, under the name of its function."""

    def add(begin: Begin) -> Begin:
        name = begin.__name__.replace("_", " ")
        FAULTS[name] = Fault(name, places, begin, is_remembered)
        return begin

    return add


@fault()
def nothing(world: World, place: int) -> None:
    """What every promise is compared with."""


# -- at each write


@fault(WRITES)
def a_reply_is_lost(world: World, place: int) -> None:
    world.ground.proxy.lose_reply(is_our_write, skip=place)


@fault(WRITES)
def a_command_is_lost(world: World, place: int) -> None:
    world.ground.proxy.cut(is_our_write, skip=place)


@fault(WRITES)
def a_write_is_refused(world: World, place: int) -> None:
    world.ground.proxy.refuse_writes(is_our_write, times=1, skip=place)


@fault(WRITES)
def writes_are_refused_from_here_on(world: World, place: int) -> None:
    rule = world.ground.proxy.refuse_writes(is_our_write, skip=place)
    world.later(3, lambda: setattr(rule, "times", 0))


@fault(SENDS)
def a_process_dies(world: World, place: int) -> None:
    world.life.dies_at = len(world.life.writes) + 1 + place


# -- between any two commands


def meanwhile(world: World, place: int, act: Callable[[], object]) -> None:
    """Someone else acts before the command at this place."""

    def and_come_back() -> None:
        current, asked_before = world.current, len(world.log)
        act()
        world.current = current
        for asked in world.log[asked_before:]:
            asked.is_beside = True

    world.ground.proxy.before(is_ours, and_come_back, skip=place)


@fault(COMMANDS)
def meanwhile_the_same_request_comes_again(world: World, place: int) -> None:
    def repeat() -> None:
        asked = world.current
        if asked is None or not (asked.key or asked.path.rsplit("/", 1)[1] in ("moves", "rematch", "accept")):
            return
        person = next(person for person in world.people if person.name == asked.person)
        echo = Asked(asked.person, asked.method, asked.path, asked.body, asked.token, asked.key)
        echo.answers = [None] * (1 - len(asked.answers) % 2)  # by the other process
        world.attempt(echo, person.address)
        world.log.append(echo)

    meanwhile(world, place, repeat)


@fault(COMMANDS)
def meanwhile_a_sweeper_sweeps(world: World, place: int) -> None:
    meanwhile(world, place, world.sweep)


@fault(COMMANDS)
def meanwhile_someone_moves(world: World, place: int) -> None:
    meanwhile(world, place, world.someone_moves)


@fault(COMMANDS)
def meanwhile_the_game_expires(world: World, place: int) -> None:
    def expire() -> None:
        for game_id in world.ground.store.games.ids():
            damage.expire(world.ground.admin, game_id)
        for asked in world.log:
            asked.was_undone = True

    world.may_be_gone = True
    meanwhile(world, place, expire)


def going_back(world: World, pattern: str = ALL) -> Callable[[], None]:
    """What takes the store back to how it is now."""
    before = Snapshot(world.ground.admin)
    begun = len(world.log)
    world.may_be_gone = True

    def go_back() -> None:
        before.restore(pattern)
        for asked in world.log[begun:]:
            asked.was_undone = True

    return go_back


@fault(COMMANDS)
def meanwhile_the_store_goes_back(world: World, place: int) -> None:
    meanwhile(world, place, going_back(world))


@fault(COMMANDS)
def meanwhile_the_games_go_back_and_the_rest_does_not(world: World, place: int) -> None:
    meanwhile(world, place, going_back(world, GAMES))


@fault(COMMANDS)
def meanwhile_the_store_goes_back_and_someone_moves(world: World, place: int) -> None:
    go_back = going_back(world)

    def go_back_and_on() -> None:
        go_back()
        world.someone_moves()

    meanwhile(world, place, go_back_and_on)


# -- as the use case begins


@fault()
def an_answer_is_lost(world: World, place: int) -> None:
    world.loses_answers = 1


@fault()
def an_answer_is_lost_and_the_phone_changes_networks(world: World, place: int) -> None:
    world.loses_answers = 1
    world.changes_networks = True


@fault()
def every_command_is_late(world: World, place: int) -> None:
    world.ground.proxy.delay(is_ours, 0.02)


@fault(is_remembered=True)
def redis_is_silent(world: World, place: int) -> None:
    proxy = world.ground.proxy
    proxy.silence()
    timer = threading.Timer(SILENT_S, proxy.speak)
    timer.start()
    world.at_end.callback(timer.join)


@fault()
def every_connection_is_lost(world: World, place: int) -> None:
    world.ground.proxy.cut_all()


@fault(is_remembered=True)
def redis_starts_again(world: World, place: int) -> None:
    world.ground.server.kill()
    world.ground.server.start()


@fault(is_remembered=True)
def redis_forgets_its_scripts(world: World, place: int) -> None:
    world.ground.admin.script_flush()


@fault(is_remembered=True)
def memory_is_used_up(world: World, place: int) -> None:
    full = memory_used(world.ground.admin)
    full.__enter__()
    world.later(20, lambda: full.__exit__(None, None, None))


@fault(is_remembered=True)
def memory_is_used_up_by_games_that_are_over(world: World, place: int) -> None:
    """Nobody gives the server more memory: the sweeper has to make room."""
    admin, store = world.ground.admin, world.ground.store
    for _ in range(20):
        game = create_game(store, seats=[{"kind": "person"}] * 2).game  # type: ignore[no-untyped-call]
        resign(store, game.id, 0)  # type: ignore[no-untyped-call]
        admin.hset(key("game", game.id), "analysis:0", "x" * (BALLAST // 20))
        world.not_asked_for.add(game.id)
    world.pass_time(70)
    before = admin.config_get("maxmemory")["maxmemory"]
    info = admin.info("memory")
    admin.config_set("maxmemory", info["used_memory"] - info["mem_not_counted_for_evict"] - MB // 2)
    world.at_end.callback(admin.config_set, "maxmemory", before)
    world.sweeps = True


@fault()
def entries_cannot_be_read_and_wake_up_calls_are_lost(world: World, place: int) -> None:
    """Of other people: games at a computer's turn, a game that is over and not packed yet, a bot, tasks."""
    admin, store = world.ground.admin, world.ground.store
    for number in range(4):
        game = create_game(store, seats=[{"kind": "person"}, {"kind": "person"}] if number == 3 else [{"kind": "ai", "level": 1}] * 2).game  # type: ignore[no-untyped-call]
        world.not_asked_for.add(game.id)
        if number == 3:
            resign(store, game.id, 0)  # type: ignore[no-untyped-call]
            damage.history_unreadable(admin, game.id)
        else:
            (damage.game_unreadable, damage.game_of_a_newer_format)[number % 2](admin, game.id)
    world.pass_time(15)
    world.ground.proxy.refuse_writes("(LPUSH|RPUSH) rq:queue:ai")


# -- clocks: the service reads that of Redis in its scripts, and those of its processes


@fault()
def the_clock_of_redis_steps_an_hour_forward(world: World, place: int) -> None:
    world.ground.clock.step(HOUR_S)
    world.may_be_gone = True


@fault()
def the_clock_of_redis_steps_an_hour_back(world: World, place: int) -> None:
    world.ground.clock.step(-HOUR_S)


@fault()
def the_clocks_of_processes_are_ten_seconds_ahead(world: World, place: int) -> None:
    world.process_ahead_s = 10


@fault()
def the_clocks_of_processes_are_ten_seconds_behind(world: World, place: int) -> None:
    world.process_ahead_s = -10


@fault()
def every_clock_steps_an_hour_back(world: World, place: int) -> None:
    """As on a machine that was resumed or whose clock was set."""
    world.ground.clock.step(-HOUR_S)
    world.process_ahead_s = -HOUR_S


# -- threads


@fault(is_remembered=True)
def a_thread_cannot_start(world: World, place: int) -> None:
    world.at_end.enter_context(threads_refused("^(?!proxy)"))
