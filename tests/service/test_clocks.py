"""Clocks that are set while the service runs: that of Redis, by which all processes go, and those of the machines
around it.
"""

import time
from dataclasses import replace

import pytest

from service.app import create_app
from service.games import ai_turns
from service.games.ai_turns import think
from service.model import timestamps
from service.model.game import version_of
from service.model.shuffles import seed_digest
from service.model.timestamps import follow, left_ms, now_ms, parse_time_ms
from service.ops import cli
from service.ops.embedded_redis import EmbeddedRedis
from service.store import agenda
from service.store.agenda import CLOCK_KEY, OF_GAMES, TASK, TURN, Agenda, now_of
from service.store.copies import Copies
from service.store.games import Overtaken, Request
from service.store.keys import ENDED, index
from service.store.store import Store
from service.store.tasks import MATCH, SUGGESTION
from service.workers.ai_jobs import HeldTurn
from tests.faults.clocks import Clock, needs_clocks, stepped
from tests.patience import wait_until
from tests.service.client import OPEN, PERSON, Client, ai
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
def settings(clocked_server, settings):
    """The settings of a service over that server, whose clock is right at first."""
    server, clock = clocked_server
    clock.step(-clock.ahead_s)
    settings = replace(settings, redis_url=server.url, queue_redis_url=server.url)
    client = Store(settings).client
    client.flushall()
    wait_until(lambda: abs(now_of(client) - now_ms()) < 1000)
    return settings


@pytest.mark.parametrize("look", [Agenda.look, Agenda.claim_sweep])
@pytest.mark.parametrize("ahead_s", [HOUR_S, -10])
def test_each_process_goes_by_the_clock_of_redis(store, look, ahead_s):
    with stepped(ahead_s):
        look(store.agenda)
        assert abs(now_ms() - now_of(store.client)) < 5000


def test_a_slow_answer_of_redis_sets_no_clock_that_is_right(monkeypatch):
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    assert follow(now_ms() - 900, time.monotonic() - 1) == 0
    assert follow(now_ms() - 60_000, time.monotonic() - 1) < 0


@pytest.fixture
def patient_computers(monkeypatch):
    """They think as long, though a busy machine keeps them waiting; by a wrong clock, it would be for longer."""
    monkeypatch.setattr(ai_turns, "LAG_MS", 8000)


@pytest.mark.parametrize("ahead_s", [10, -5])
def test_a_computer_thinks_as_long_on_a_machine_whose_clock_is_wrong(store, patient_computers, ahead_s):
    game = asked_game(store)
    with stepped(ahead_s):
        store.agenda.claim_sweep()
        turn = think(game, lambda player: lambda: False)
        assert turn.fraction == 1.0
        assert turn.due_ms - now_ms() < 2000


def asked_game(store, **settings):
    """A game of a person and a computer which is to move."""
    while (
        game := create_game(store, options={"first_dealer": "random"}, seats=[PERSON, ai("pro")], **settings).game
    ).ai is None:
        pass
    return game


# -- Redis' clock is set back


def set_back(clock, client, seconds=HOUR_S):
    """Set Redis' clock and that of this process, as on one machine."""
    clock.step(-seconds)
    wait_for_scripts(clock, client)


def wait_for_scripts(clock, client):
    """Wait until scripts, which see it last, see a step of the clock."""
    wait_until(lambda: abs(int(client.eval("return redis.call('TIME')[1]", 0)) - time.time() - clock.ahead_s) < 1.5)


def test_a_turn_to_sweep_ends_though_redis_clock_is_set_back(store, clock):
    assert store.agenda.claim_sweep()
    set_back(clock, store.client)
    assert store.agenda.claim_sweep()
    assert not store.agenda.claim_sweep()
    taken_ms = int(store.client.hget(CLOCK_KEY, "swept"))
    assert taken_ms <= now_of(store.client) < taken_ms + HOUR_S * 1000


def test_a_computers_turn_is_found_though_redis_clock_is_set_back(store, queue, clock):
    game = create_game(store, seats=[ai(1), ai(1)]).game
    store.agenda.claim_sweep()
    set_back(clock, store.client)
    wait_until(lambda: store.agenda.claim_sweep())
    wait_until(lambda: game.id in store.agenda.due(TURN))


def test_a_turn_that_a_dead_worker_has_held_is_found_though_redis_clock_is_set_back(store, clock):
    game = create_game(store, seats=[ai(1), ai(1)]).game
    assert HeldTurn(store.agenda, game.id).take()
    store.agenda.claim_sweep()
    set_back(clock, store.client)
    wait_until(store.agenda.claim_sweep)
    assert not HeldTurn(store.agenda, game.id).take()
    wait_until(lambda: game.id in store.agenda.due(TURN))
    assert HeldTurn(store.agenda, game.id).take()


def test_a_task_of_a_dead_worker_is_queued_again_though_redis_clock_is_set_back(tasks, store, clock):
    task = tasks.store.open(SUGGESTION, {}, "", "client")
    store.agenda.claim_sweep()
    set_back(clock, store.client)
    wait_until(store.agenda.claim_sweep)
    wait_until(lambda: store.agenda.due(TASK) == [task.id])


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


@pytest.mark.parametrize("kind", [*OF_GAMES, ENDED])
def test_whatever_waits_in_the_agenda_waits_no_longer_though_redis_clock_is_set_back(store, clock, kind):
    name = index(kind, "g_1") if kind == ENDED else store.agenda.set_of(kind, "g_1")
    store.client.zadd(name, {"g_1": now_of(store.client) + 100_000})
    store.agenda.claim_sweep()  # after that: a wait does not run between two looks
    set_back(clock, store.client)
    wait_until(lambda: store.agenda.claim_sweep())
    assert 0 <= store.client.zscore(name, "g_1") - now_of(store.client) <= 100_000


def test_a_limit_of_time_begun_before_the_clock_was_set_back_ends(store, queue, clock):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=5).game
    store.agenda.claim_sweep()
    set_back(clock, store.client)
    sweep_in(0, store, queue, clock)
    assert version_of(store.games.revision(game.id)) == 1
    for _ in range(6):  # of each, a second counts at least: a busy machine may need more than another one
        if version_of(store.games.revision(game.id)) == 1:
            sweep_in(2, store, queue, clock)
    assert version_of(store.games.revision(game.id)) == 2


def sweep_in(seconds, store, queue, clock):
    """Look at the clock and sweep when it is this much later."""
    clock.step(seconds)
    wait_for_scripts(clock, store.client)
    store.agenda.look()
    sweeper(store, queue).sweep()


@pytest.mark.parametrize("seconds", [HOUR_S, -HOUR_S])
def test_a_decision_asked_between_a_step_of_every_clock_and_the_next_sweep_keeps_its_time(store, clock, seconds):
    store.agenda.claim_sweep()
    set_back(clock, store.client, -seconds)
    with stepped(seconds):
        game = create_game(store, seats=[PERSON, PERSON], time_limit_s=60).game
        store.agenda.claim_sweep()
        assert 30_000 < left_ms(store.games.load(game.id).deadline) <= 60_000


# -- a clock is ahead


def test_a_machine_whose_clock_is_ahead_ends_no_time_limit(store, queue):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=60).game
    with stepped(HOUR_S):
        store.agenda.claim_sweep()
        store.client.zadd(store.agenda.set_of("turn", game.id), {game.id: 1})
        sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 1


def test_redis_clock_that_is_set_an_hour_ahead_ends_no_time_limit_at_once(store, queue, clock):
    store.agenda.claim_sweep()
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=60).game
    clock.step(HOUR_S)
    wait_for_scripts(clock, store.client)
    with stepped(HOUR_S):
        wait_until(lambda: store.agenda.claim_sweep())
        sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 1
    assert 0 < store.client.zscore(store.agenda.set_of("turn", game.id), game.id) - now_of(store.client) <= 90_000


@pytest.mark.parametrize("ahead_s", [HOUR_S, -HOUR_S])
def test_what_is_restored_on_a_machine_whose_clock_is_wrong_is_due_in_time(store, settings, tmp_path, ahead_s):
    game, file = asked_game(store), str(tmp_path / "backup.gz")
    name = store.agenda.set_of("play", game.id)
    cli.back_up(Copies(settings), file)
    store.client.flushall()
    with stepped(ahead_s):
        cli.restore_from(Copies(settings), file)
        assert abs(store.client.zscore(name, game.id) - now_of(store.client)) < 5000
        assert abs(left_ms(store.games.load(game.id).ai.since)) < 5000


# -- whatever happens to the clock, and while the service is away


@pytest.fixture
def api(settings, contract):
    return Client(create_app(settings), contract)


@pytest.fixture
def waiting(api):
    """A game for each kind of wait, by the name of that."""
    bot = api.post("/v1/bots", {"name": "Slapshot"}).json
    api.get(f"/v1/bots/{bot['id']}/events?after=0", headers={"Prefer": "wait=0"}, token=bot["token"])
    invited = {"kind": "bot", "bot_id": bot["id"]}
    promised = api.create(seats=[PERSON, OPEN], seed_digest=seed_digest("a-seed-of-my-own-42"))
    api.post(f"/v1/games/{promised['id']}/join", {"join_code": promised["join_code"]})
    return {
        "time limit": api.create(seats=[PERSON, PERSON], time_limit_s=20),
        "absence": api.create(seats=[PERSON, PERSON], absent_after_s=60),
        "invitation": api.create(seats=[PERSON, invited]) | {"bot": bot},
        "promised seed": promised,
        "computer": api.create(seats=[ai("legend"), ai("legend")]),
        "opponent": api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 30}).json,
    }


def ends_of(game):
    """When the waits of a game end, or began."""
    fallback = game.fallback and game.fallback["at"]
    return [game.deadline, game.absent_from, game.seeds_due, fallback, *game.invitation_ends, game.ai and game.ai.since]


def left_of(store, waiting):
    """Seconds that are left of each wait, by the name; the agenda has none later."""
    left = {}
    for name, game in waiting.items():
        left[name] = [left_ms(end) / 1000 for end in ends_of(store.games.load(game["id"])) if end]
        due = store.client.zscore(store.agenda.set_of("turn", game["id"]), game["id"])
        assert due is None or (due - now_of(store.client)) / 1000 <= max(1, *left[name]) + 2.5, name
    return left


def nearly(left, began):
    """As much, but for the time since ``began`` by the monotonic clock, and what counts of a jump."""
    passed_s = time.monotonic() - began
    return {name: pytest.approx(seconds, abs=2.5 + passed_s) for name, seconds in left.items()}


AWAY = pytest.mark.parametrize("seconds", [-HOUR_S, HOUR_S, 46, 97, 600])
"""By how much Redis' clock jumps, or for how long nobody has looked at it, which is the same for who looks."""


@AWAY
def test_as_much_is_left_of_every_wait_when_the_clock_was_set_or_the_service_was_away(
    store, queue, api, waiting, clock, seconds
):
    store.agenda.look()
    began, before = time.monotonic(), left_of(store, waiting)
    assert all(before.values())
    with stepped(seconds):
        sweep_in(seconds, store, queue, clock)
        assert left_of(store, waiting) == nearly(before, began)


@AWAY
def test_as_much_is_left_of_every_wait_in_a_backup_written_after_that(
    store, settings, queue, api, waiting, clock, seconds, tmp_path
):
    store.agenda.look()
    began, before = time.monotonic(), left_of(store, waiting)
    with stepped(seconds):
        clock.step(seconds)
        wait_for_scripts(clock, store.client)
        cli.back_up(Copies(settings), str(tmp_path / "backup.gz"))
        store.client.flushall()
        cli.restore_from(Copies(settings), str(tmp_path / "backup.gz"))
        del before["computer"], waiting["computer"]  # begins anew
        assert left_of(store, waiting) == nearly(before, began)


@AWAY
def test_nobody_is_absent_late_or_expired_as_the_clock_was_set_or_the_service_was_away(
    store, queue, api, waiting, clock, patient_computers, seconds
):
    store.agenda.look()
    with stepped(seconds):
        sweep_in(seconds, store, queue, clock)
        absence, invitation = waiting["absence"], waiting["invitation"]
        path = f"/v1/games/{absence['id']}/seats/{absence['to_act'][0]}/ai"
        assert api.post(path, token=absence["owner_token"]).json["code"] == "seat/not_absent"
        assert version_of(store.games.revision(waiting["time limit"]["id"])) == 1
        assert store.games.load(waiting["promised seed"]["id"]).status == "open"
        accepted = api.post(f"/v1/games/{invitation['id']}/seats/1/accept", token=invitation["bot"]["token"])
        assert accepted.status_code == 201, accepted.json
        assert think(store.games.load(waiting["computer"]["id"]), lambda player: lambda: False).fraction == 1.0


def test_a_process_that_has_not_looked_for_a_while_looks_before_it_reads_or_writes_a_game(store, clock, monkeypatch):
    """As after it was stopped, or Redis was, before its sweeper comes."""
    monkeypatch.setattr(agenda, "LOOK_AGAIN_S", 0)
    store.agenda.look()
    made = create_game(store, seats=[PERSON, PERSON], time_limit_s=20).game
    with stepped(46):
        clock.step(46)
        wait_for_scripts(clock, store.client)
        assert 5_000 < left_ms(store.games.load(made.id).deadline) <= 40_000
        with pytest.raises(Overtaken):
            store.games.commit(made, Request("by the times of before"))


def test_a_process_that_has_not_looked_for_a_while_looks_before_it_creates_a_game(api, store):
    """As one on a machine that slept, whose clock is not set yet."""
    api.http.application.extensions["faceoff"].games.store.agenda.expect_look()
    with stepped(-HOUR_S):
        made = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 30}).json
        assert 10_000 < left_ms(store.games.load(made["id"]).fallback["at"]) <= 30_000


def test_a_game_that_is_due_too_early_is_due_again_at_its_time(store, queue):
    game = create_game(store, seats=[PERSON, PERSON], time_limit_s=3600).game
    store.client.zadd(store.agenda.set_of("turn", game.id), {game.id: 1})
    sweeper(store, queue).sweep()
    assert abs(store.client.zscore(store.agenda.set_of("turn", game.id), game.id) - parse_time_ms(game.deadline)) < 5000
