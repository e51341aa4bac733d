"""Clocks that are set while the service runs: that of Redis, by which all processes go, and those of the machines
around it.
"""

from dataclasses import replace

import pytest

from service.app import create_app
from service.games.ai_turns import think
from service.model import timestamps
from service.model.game import version_of
from service.model.timestamps import follow, now_ms, parse_time_ms
from service.ops.embedded_redis import EmbeddedRedis
from service.store.agenda import OF_GAMES, TASK, TURN, TURN_MS, Agenda, now_of, set_clock
from service.store.keys import index
from service.store.store import Store
from service.store.tasks import MATCH, SUGGESTION
from service.workers.ai_jobs import HeldTurn
from tests.faults.clocks import Clock, needs_clocks, stepped
from tests.patience import wait_until
from tests.service.client import PERSON, Client, ai
from tests.service.use_cases import create_game, sweeper

pytestmark = needs_clocks
HOUR_S = 3600


@pytest.fixture(scope="module")
def clocked_server(tmp_path_factory):
    """A Redis server whose clock can be set, and the clock."""
    folder = tmp_path_factory.mktemp("clocked")
    clock, server = Clock(folder / "clock"), EmbeddedRedis(folder)
    server.command = clock.command(server.command)
    with server:
        yield server, clock


@pytest.fixture
def clock(clocked_server):
    return clocked_server[1]


@pytest.fixture
def settings(clocked_server, settings, monkeypatch):
    """Those of a service over that server, whose clock is right at first."""
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    server, clock = clocked_server
    clock.step(-clock.ahead_s)
    settings = replace(settings, redis_url=server.url, queue_redis_url=server.url)
    client = Store(settings).client
    client.flushall()
    wait_until(lambda: abs(now_of(client) - now_ms()) < 1000)
    return settings


@pytest.mark.parametrize("look", [set_clock, lambda client: Agenda(client).take_turn()])
@pytest.mark.parametrize("ahead_s", [HOUR_S, -10])
def test_each_process_goes_by_the_clock_of_redis(store, look, ahead_s):
    with stepped(ahead_s):
        look(store.client)
        assert abs(now_ms() - now_of(store.client)) < 5000


def test_a_slow_answer_of_redis_sets_no_clock_that_is_right(monkeypatch):
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    assert follow(now_ms() - 900, took_ms=1000) == 0
    assert follow(now_ms() - 1100, took_ms=1000) < 0


@pytest.mark.parametrize("ahead_s", [10, -5])
def test_a_computer_thinks_as_long_on_a_machine_whose_clock_is_wrong(store, ahead_s):
    game = asked_game(store)
    with stepped(ahead_s):
        store.agenda.take_turn()
        turn = think(game, lambda player: lambda: False)
        assert turn.fraction == 1.0
        assert turn.due_ms - now_ms() < 2000


def asked_game(store, **settings):
    """A game of a person and a computer which is to move."""
    while (
        game := create_game(store, options={"first_dealer": "random"}, seats=[PERSON, ai(4)], **settings).game
    ).ai is None:
        pass
    return game


# -- Redis' clock is set back


def set_back(clock, client, seconds=HOUR_S):
    """Set Redis' clock and that of this process, as on one machine."""
    before = now_of(client)
    clock.step(-seconds)
    # scripts see it last
    wait_until(lambda: 1000 * int(client.eval("return redis.call('TIME')[1]", 0)) < before - 500 * seconds)


def test_a_turn_to_sweep_ends_though_redis_clock_is_set_back(store, clock):
    assert store.agenda.take_turn()
    set_back(clock, store.client)
    assert store.agenda.take_turn()
    assert not store.agenda.take_turn()
    assert 0 < store.client.pttl("faceoff:sweeping") <= TURN_MS


def test_a_computers_turn_is_found_though_redis_clock_is_set_back(store, queue, clock):
    game = create_game(store, seats=[ai(1), ai(1)]).game
    store.agenda.take_turn()
    set_back(clock, store.client)
    wait_until(lambda: store.agenda.take_turn())
    wait_until(lambda: game.id in store.agenda.due(TURN), patience_s=8)


def test_a_turn_that_a_dead_worker_has_held_is_found_though_redis_clock_is_set_back(store, clock):
    game = create_game(store, seats=[ai(1), ai(1)]).game
    assert HeldTurn(store.agenda, game.id).take()
    store.agenda.take_turn()
    set_back(clock, store.client)
    wait_until(store.agenda.take_turn)
    assert not HeldTurn(store.agenda, game.id).take()
    wait_until(lambda: game.id in store.agenda.due(TURN), patience_s=8)
    assert HeldTurn(store.agenda, game.id).take()


def test_a_task_of_a_dead_worker_is_queued_again_though_redis_clock_is_set_back(tasks, store, clock):
    task = tasks.store.open(SUGGESTION, {}, "", "client")
    store.agenda.take_turn()
    set_back(clock, store.client)
    wait_until(store.agenda.take_turn)
    wait_until(lambda: store.agenda.due(TASK) == [task.id], patience_s=20)


def test_a_pair_of_a_dead_worker_is_played_on_though_redis_clock_is_set_back(tasks, store, clock):
    match = tasks.store.open(MATCH, {"pairs": 1}, "", "client")
    assert tasks.store.claim_part(match) == (0, None)
    assert tasks.store.claim_part(match) is None
    set_back(clock, store.client)
    assert tasks.store.claim_part(match) == (0, None)


def test_the_ai_time_of_a_caller_stays_though_redis_clock_is_set_back(settings, store, clock):
    quota = create_app(settings).extensions["ai_time"]
    before = quota.reserve("caller", 1000).left
    set_back(clock, store.client)
    assert quota.reserve("caller", 1000).left == before - 1


def test_a_limit_holds_no_longer_though_redis_clock_is_set_back(settings, store, contract, clock):
    api = Client(create_app(replace(settings, limit_create="1/minute")), contract)
    body = {"variant": "hockey"}
    assert [api.post("/v1/games", body).status_code for _ in range(2)] == [201, 429]
    set_back(clock, store.client)
    assert [api.post("/v1/games", body).status_code for _ in range(2)] == [201, 429]


@pytest.mark.parametrize("kind", [f"due:{kind}" for kind in OF_GAMES])
def test_whatever_waits_in_the_agenda_waits_no_longer_though_redis_clock_is_set_back(store, clock, kind):
    store.agenda.take_turn()
    store.client.zadd(index(kind, "g_1"), {"g_1": now_of(store.client) + 10_000})
    set_back(clock, store.client)
    wait_until(lambda: store.agenda.take_turn())
    assert 0 <= store.client.zscore(index(kind, "g_1"), "g_1") - now_of(store.client) <= 10_000


def test_a_limit_of_time_begun_before_the_clock_was_set_back_ends(store, queue, clock):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=5).game
    store.client.zadd(index("due:turn", game.id), {game.id: 1})
    set_back(clock, store.client)
    store.agenda.take_turn()
    sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 2


# -- a clock is ahead


def test_a_machine_whose_clock_is_ahead_ends_no_time_limit(store, queue):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=60).game
    with stepped(HOUR_S):
        store.agenda.take_turn()
        store.client.zadd(index("due:turn", game.id), {game.id: 1})
        sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 1


def test_redis_clock_that_is_set_an_hour_ahead_ends_no_time_limit_at_once(store, queue, clock):
    store.agenda.take_turn()
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=60).game
    before = now_of(store.client) + 500 * HOUR_S
    clock.step(HOUR_S)
    wait_until(lambda: 1000 * int(store.client.eval("return redis.call('TIME')[1]", 0)) > before)
    with stepped(HOUR_S):
        wait_until(lambda: store.agenda.take_turn())
        sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 1
    assert 0 < store.client.zscore(index("due:turn", game.id), game.id) - now_of(store.client) <= 61_000


def test_a_game_that_is_due_too_early_is_due_again_at_its_time(store, queue):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=3600).game
    store.client.zadd(index("due:turn", game.id), {game.id: 1})
    sweeper(store, queue).sweep()
    assert abs(store.client.zscore(index("due:turn", game.id), game.id) - parse_time_ms(game.deadline)) < 5000
