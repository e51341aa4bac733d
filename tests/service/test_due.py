"""What an idle service asks of Redis, and that its processes sweep in turn."""

import pytest

from service.store.due import TURN_MS, due, take_turn
from service.store.keys import all_indexes, index
from service.workers.connections import make_store
from tests.patience import wait_until
from tests.service.redis_cluster import one_server

GAMES = [f"g_{number:020d}" for number in range(200)]


@pytest.fixture
def client(settings):
    return make_store(settings).client


def test_games_are_found_in_every_bucket_when_their_time_has_come(client):
    for number, game_id in enumerate(GAMES):
        client.zadd(index("due", game_id), {game_id: number})
    assert len({index("due", game_id) for game_id in GAMES}) > len(all_indexes("due")) / 2
    assert sorted(due(client, "due", 49)) == [(game_id, float(number)) for number, game_id in enumerate(GAMES[:50])]
    assert due(client, "notices", 10**15) == []


@one_server
def test_an_index_without_games_is_one_call(client):
    def calls():
        return client.info("stats")["total_commands_processed"]

    before = calls()
    assert due(client, "due", 10**15) == []
    assert calls() - before == 2  # and INFO


def test_one_process_sweeps_at_a_time_and_another_after_it(client):
    assert take_turn(client)
    assert not take_turn(client)
    assert 0 < client.pttl("faceoff:sweeping") <= TURN_MS
    wait_until(lambda: take_turn(client), "no process may sweep")
