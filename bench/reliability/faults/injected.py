"""The faults injected into every use case. To add one, add a line or a function: it gets the world and the place at
which it strikes.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bench.reliability.faults.world import Asked, World, is_our_write, is_ours
from service.store.keys import index, key
from tests.faults import damage
from tests.faults.full import BALLAST, MB, memory_used
from tests.faults.processes import threads_refused
from tests.faults.snapshots import ALL, Snapshot
from tests.service.use_cases import create_game, resign
from tests.stored import game_ids

Begin = Callable[[World, int], Any]
Act = Callable[[], Any]
ONCE, WRITES, SENDS, COMMANDS = "once", "writes", "sends", "commands"
"""Where a fault strikes: as the use case begins, at each write that arrives, at each that a process sends, at each
command.
"""
GAMES: Final = "{g[0-9][0-9]}:*"
SILENT_S: Final = 2.5
"""Longer than a process waits for a reply."""
HOUR_S: Final = 3600
AWAY_S: Final = 600


@dataclass(frozen=True)
class Fault:
    """A fault, and where it strikes."""

    places: str
    begin: Begin
    is_remembered: bool = False
    """Whether the processes or the server remember it, so that the service is to be started anew."""


# -- at each write


def refuse_from_here_on(world: World, place: int) -> None:
    """Writes are refused for three seconds."""
    rule = world.ground.proxy.refuse_writes(is_our_write, skip=place)
    world.later(3, lambda: setattr(rule, "times", 0))


def die(world: World, place: int) -> None:
    """The process that is about to write dies."""
    world.life.dies_at = len(world.life.writes) + 1 + place


# -- between any two commands


def meanwhile(prepare: Callable[[World], Act]) -> Fault:
    """Another client acts before a command: the result of ``prepare`` as the use case begins."""

    def begin(world: World, place: int) -> None:
        act = prepare(world)

        def act_meanwhile() -> None:
            current, asked_before = world.current, len(world.log)
            act()
            world.current = current
            for asked in world.log[asked_before:]:
                asked.is_of_another = True

        world.ground.proxy.before(is_ours, act_meanwhile, skip=place)

    return Fault(COMMANDS, begin)


def asking_again(world: World) -> Act:
    """The client sends the request again that is being answered, and another process gets it."""

    def ask_again() -> None:
        asked = world.current
        if asked is None or not (asked.key or asked.path.rsplit("/", 1)[1] in ("moves", "rematch", "accept")):
            return
        person = next(person for person in world.people if person.name == asked.person)
        again = Asked(asked.person, asked.method, asked.path, asked.body, asked.token, asked.key)
        again.answers = [None] * (1 - len(asked.answers) % 2)
        world.attempt(again, person.address)
        world.log.append(again)

    return ask_again


def expiring(world: World) -> Act:
    """Every game expires."""
    world.may_be_gone = True

    def expire() -> None:
        for game_id in game_ids(world.ground.store):
            damage.expire(world.ground.admin, game_id)
        for asked in world.log:
            asked.was_undone = True

    return expire


def going_back(world: World, pattern: str = ALL, *, then: Callable[[World], Any] = lambda world: None) -> Act:
    """The store, or a part of it, goes back to its state at the beginning of the use case."""
    before, begun = Snapshot(world.ground.admin), len(world.log)
    world.may_be_gone = True

    def go_back() -> None:
        before.restore(pattern)
        for asked in world.log[begun:]:
            asked.was_undone = True
        then(world)

    return go_back


# -- as the use case begins


def change_networks(world: World, place: int) -> None:
    """A response is lost, and the client repeats the request from another address."""
    world.loses_answers = 1
    world.changes_networks = True


def be_silent(world: World, place: int) -> None:
    """Redis keeps its connections open but does not respond."""
    world.ground.proxy.silence()
    timer = threading.Timer(SILENT_S, world.ground.proxy.speak)
    timer.start()
    world.at_end.callback(timer.join)


def start_again(world: World, place: int) -> None:
    """Redis is killed, and started again with its data."""
    world.ground.server.kill()
    world.ground.server.start()


def use_up_memory(world: World, place: int) -> None:
    """Memory is used up for twenty seconds."""
    full = memory_used(world.ground.admin)
    full.__enter__()
    world.later(20, lambda: full.__exit__(None, None, None))


def fill_with_games_that_are_over(world: World, place: int) -> None:
    """Memory is used up, and the server gets no more: the sweeper has to make room."""
    admin = world.ground.admin
    for _ in range(20):
        game_id = game_of_others(world, is_over=True)
        admin.hset(key("game", game_id), "analysis:0", "x" * (BALLAST // 20))
        admin.zincrby(index("ended", game_id), -70_000, game_id)  # its players have read the result
    before, info = admin.config_get("maxmemory")["maxmemory"], admin.info("memory")
    admin.config_set("maxmemory", info["used_memory"] - info["mem_not_counted_for_evict"] - MB // 2)
    world.at_end.callback(admin.config_set, "maxmemory", before)
    world.sweeps = True


def damage_entries(world: World, place: int) -> None:
    """Games of others are unreadable, one that is over and three at a computer's turn; and no worker is called."""
    admin = world.ground.admin
    damage.history_unreadable(admin, game_of_others(world, is_over=True))
    damage.game_of_a_newer_format(admin, game_of_others(world))
    for _ in range(2):
        damage.game_unreadable(admin, game_of_others(world))
    world.pass_time(15)
    world.ground.proxy.refuse_writes("(EVALSHA|LPUSH|RPUSH) .*rq:queue:ai")


def game_of_others(world: World, is_over: bool = False) -> str:
    """A game that no one in this world knows."""
    seats = [{"kind": "person"}] * 2 if is_over else [{"kind": "ai", "level": 1}] * 2
    game_id: str = create_game(world.ground.store, seats=seats).game.id
    if is_over:
        resign(world.ground.store, game_id, 0)
    world.not_asked_for.add(game_id)
    return game_id


def step(redis_s: float, processes_s: float) -> Begin:
    """The clock of Redis, which its scripts read, and those of processes step."""

    def begin(world: World, place: int) -> None:
        world.ground.clock.step(redis_s)
        world.process_ahead_s = processes_s
        world.may_be_gone = redis_s > 0

    return begin


def be_away(world: World, place: int) -> None:
    """Every process of the service ends, and is started again later. Nobody looks at the clock meanwhile."""
    world.ground.clock.step(AWAY_S)
    world.passed_s += AWAY_S
    world.ground.start_service()


FAULTS: Final[dict[str, Fault]] = {
    "nothing": Fault(ONCE, lambda world, place: None),
    "a reply is lost": Fault(WRITES, lambda world, place: world.ground.proxy.lose_reply(is_our_write, skip=place)),
    "a command is lost": Fault(WRITES, lambda world, place: world.ground.proxy.cut(is_our_write, skip=place)),
    "a write is refused": Fault(
        WRITES, lambda world, place: world.ground.proxy.refuse_writes(is_our_write, times=1, skip=place)
    ),
    "writes are refused from here on": Fault(WRITES, refuse_from_here_on),
    "a process dies": Fault(SENDS, die),
    "meanwhile the same request comes again": meanwhile(asking_again),
    "meanwhile a sweeper sweeps": meanwhile(lambda world: world.sweep),
    "meanwhile someone moves": meanwhile(lambda world: world.someone_moves),
    "meanwhile the game expires": meanwhile(expiring),
    "meanwhile the store goes back": meanwhile(going_back),
    "meanwhile the games go back and the rest does not": meanwhile(partial(going_back, pattern=GAMES)),
    "meanwhile the store goes back and someone moves": meanwhile(partial(going_back, then=World.someone_moves)),
    "an answer is lost": Fault(ONCE, lambda world, place: setattr(world, "loses_answers", 1)),
    "an answer is lost and the phone changes networks": Fault(ONCE, change_networks),
    "every command is late": Fault(ONCE, lambda world, place: world.ground.proxy.delay(is_ours, 0.02)),
    "every connection is lost": Fault(ONCE, lambda world, place: world.ground.proxy.cut_all()),
    "Redis is silent": Fault(ONCE, be_silent, is_remembered=True),
    "Redis starts again": Fault(ONCE, start_again, is_remembered=True),
    "Redis forgets its scripts": Fault(
        ONCE, lambda world, place: world.ground.admin.script_flush(), is_remembered=True
    ),
    "memory is used up": Fault(ONCE, use_up_memory, is_remembered=True),
    "memory is used up by games that are over": Fault(ONCE, fill_with_games_that_are_over, is_remembered=True),
    "entries cannot be read and calls of workers are lost": Fault(ONCE, damage_entries),
    "the clock of Redis steps an hour forward": Fault(ONCE, step(HOUR_S, 0)),
    "the clock of Redis steps an hour back": Fault(ONCE, step(-HOUR_S, 0)),
    "the clocks of processes are ten seconds ahead": Fault(ONCE, step(0, 10)),
    "the clocks of processes are ten seconds behind": Fault(ONCE, step(0, -10)),
    "every clock steps an hour back": Fault(ONCE, step(-HOUR_S, -HOUR_S)),
    "every clock steps an hour forward": Fault(ONCE, step(HOUR_S, HOUR_S)),
    "the service is away for ten minutes": Fault(ONCE, be_away),
    "a thread cannot start": Fault(
        ONCE, lambda world, place: world.at_end.enter_context(threads_refused("^(?!proxy)")), is_remembered=True
    ),
}
