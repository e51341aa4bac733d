"""What an idle service asks of Redis, and that its processes sweep in turn."""

from dataclasses import replace
from types import SimpleNamespace

from service.app import create_app
from service.model.timestamps import time_text
from service.store import agenda
from service.store.agenda import CLOCK_KEY, DELIVER, IN_USE_S, PAUSE_MS, PLAY, TURN, Agenda, now_of
from service.store.keys import all_indexes, index
from tests.patience import wait_until
from tests.service.clock import set_monotonic
from tests.service.redis_cluster import one_server

GAMES = [f"g_{number:020d}" for number in range(200)]


def test_games_are_found_in_every_bucket_when_their_time_has_come_and_in_its_order(store):
    now = now_of(store.client)
    for number, game_id in enumerate(GAMES):
        store.client.zadd(store.agenda.set_of("turn", game_id), {game_id: number if number < 50 else now + 60_000})
    assert len({index("due:turn", game_id) for game_id in GAMES}) > len(all_indexes("due:turn")) / 2
    assert store.agenda.due(TURN) == GAMES[:50]
    assert store.agenda.due(DELIVER) == []


@one_server
def test_entries_of_a_release_with_sets_of_buckets_are_due_at_their_time(store):
    game_ids, now = GAMES[:50], now_of(store.client)
    for number, game_id in enumerate(game_ids):
        store.client.zadd(index("due:turn", game_id), {game_id: number})
    store.client.zadd(store.agenda.set_of(TURN, ""), {game_ids[0]: 9.5, "g_later": now + 60_000})
    store.tidy()
    assert store.agenda.due(TURN) == game_ids
    assert list(store.client.scan_iter("{g[0-9]*}:due:*")) == []
    assert store.client.zscore(store.agenda.set_of(TURN, ""), "g_later") == now + 60_000


@one_server
def test_a_turn_that_is_given_back_keeps_its_place_among_those_that_wait(store):
    """Also one that a sweeper has looked at meanwhile, which postponed it."""
    agenda, (first, second, third) = store.agenda, GAMES[:3]
    for game_id, at_ms in ((second, 2000), (third, 3000)):
        store.client.zadd(agenda.set_of(PLAY, game_id), {game_id: at_ms})
    for game_id, at_ms in ((first, 1000), (second, 2000)):
        agenda.give_back(game_id, time_text(at_ms))
    assert agenda.claim_turns(first) == [first, second, third]
    agenda.give_back(second, time_text(2000))
    assert agenda.claim(PLAY, second, 1000)
    agenda.give_back(third, time_text(3000))
    agenda.give_back(second, time_text(2000))
    assert agenda.claim_turns(first) == [second, third]


@one_server
def test_a_kind_of_which_nothing_is_due_is_one_call(store):
    def calls():
        return store.client.info("stats")["total_commands_processed"]

    before = calls()
    assert store.agenda.due(TURN) == []
    assert calls() - before == 2  # and INFO


def test_a_process_of_the_api_sweeps_unless_its_settings_say_otherwise(settings, monkeypatch):
    started = []
    sweeper = SimpleNamespace(start=lambda: started.append(1))
    monkeypatch.setattr("service.app.make_sweeper", lambda _tasks: sweeper)
    for background, count in ((False, 0), (True, 1)):
        create_app(replace(settings, background=background))
        assert len(started) == count


@one_server
def test_an_idle_service_is_swept_by_five_commands_and_watched_by_one(store, settings):
    other = Agenda(store.client)

    def calls(act):
        before = store.client.info("stats")["total_commands_processed"]
        act()
        return store.client.info("stats")["total_commands_processed"] - before - 1

    store.agenda.look()
    assert calls(lambda: store.agenda.claim_sweep() and store.agenda.is_empty()) == 5
    assert calls(lambda: other.claim_sweep(stands_by=True)) == 1


def test_a_process_that_stands_by_sweeps_when_nobody_has_looked_for_a_while(store):
    store.agenda.look()
    assert not store.agenda.claim_sweep(stands_by=True)
    store.client.hincrby(CLOCK_KEY, "at", -PAUSE_MS)
    assert store.agenda.claim_sweep(stands_by=True)


def test_a_process_is_in_use_for_a_while_after_it_has_read_a_game(store, monkeypatch):
    clock = set_monotonic(monkeypatch, agenda)
    assert not store.agenda.in_use
    store.games.load_each(["g_1"])
    clock.now += IN_USE_S - 1
    assert store.agenda.in_use
    clock.now += 1
    assert not store.agenda.in_use


def test_one_process_sweeps_at_a_time_and_another_after_it(store):
    assert store.agenda.claim_sweep()
    assert not store.agenda.claim_sweep()
    wait_until(store.agenda.claim_sweep, "no process may sweep")
