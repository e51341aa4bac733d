"""What cannot be read keeps nothing else waiting: each due thing is handled on its own, and set aside for a while if it
fails.
"""

import logging

import pytest
import redis

from service.store.due import ASIDE_MS, MOST, due, each_on_its_own, now_of
from service.store.history import AS_BYTES
from service.store.keys import TASKS_DUE, all_indexes, index, key
from service.tasks.work import look_after
from service.workers.sweeper import Sweeper
from tests.faults import damage
from tests.faults.full import memory_used
from tests.service.client import PERSON, ai
from tests.service.test_full_store import due as set_due, ended_game
from tests.service.test_metrics import rise  # noqa: F401
from tests.service.test_store import make_overdue
from tests.service.use_cases import create_game, games_of


@pytest.fixture
def sweep(store, queue):
    """One sweep of overdue games, in which every computer has waited too long."""
    return Sweeper(games_of(store, queue), queue, deadline_s=-1).sweep


@pytest.mark.parametrize("harm", [damage.game_unreadable, damage.game_of_a_newer_format])
def test_three_unreadable_games_stop_no_rescue(store, sweep, harm):
    games = [create_game(store, seats=[ai(1), ai(1)]).game.id for _ in range(12)]
    for game_id in games:
        make_overdue(store, game_id)
    for game_id in games[:3]:
        harm(store.client, game_id)
    sweep()
    assert [store.games.version(game_id) > 1 for game_id in games] == [False] * 3 + [True] * 9


def test_more_unreadable_games_than_a_sweep_handles_stop_no_rescue(store, sweep):
    game_id = create_game(store, seats=[ai(1), ai(1)]).game.id
    bucket = index("due", game_id)
    others = [other for number in range(100 * MOST) if index("due", other := f"g_{number:020d}") == bucket]
    for other in others[:MOST]:
        store.client.hset(key("game", other), mapping={"version": 1, "game": damage.GARBAGE})
    store.client.zadd(bucket, {game_id: 1} | dict.fromkeys(others[:MOST], 0))
    sweep()
    sweep()
    assert store.games.version(game_id) > 1


def test_what_is_set_aside_is_tried_again_and_counted(store, sweep, caplog, rise):  # noqa: F811
    game_id = create_game(store, seats=[ai(1), ai(1)]).game.id
    readable = store.client.execute_command("DUMP", key("game", game_id), NEVER_DECODE=True)
    damage.game_unreadable(store.client, game_id)
    make_overdue(store, game_id)
    rise("faceoff_set_aside_total", index="due")
    with caplog.at_level(logging.ERROR):
        sweep()
    again = store.client.zscore(index("due", game_id), game_id) - now_of(store.client)
    assert (rise("faceoff_set_aside_total", index="due"), 0 < again <= ASIDE_MS, game_id in caplog.text) == (
        1,
        True,
        True,
    )
    store.client.restore(key("game", game_id), 0, readable, replace=True)  # the next release reads it
    make_overdue(store, game_id)
    sweep()
    assert store.games.version(game_id) == 2


def test_the_log_line_of_what_is_set_aside_names_no_card(caplog):
    def fail(thing):
        raise ValueError("seat 1 holds QH")

    with caplog.at_level(logging.DEBUG):
        each_on_its_own("due", ["g_1"], fail)
    assert "ValueError" in caplog.text
    assert "QH" not in caplog.text


def test_one_unreadable_history_stops_neither_packing_nor_eviction(store, monkeypatch):
    games = [ended_game(store).game.id for _ in range(6)]
    evicted = []
    monkeypatch.setattr(store.ended, "evict", lambda: evicted.append(True))
    for number, game_id in enumerate(games):
        set_due(store, "unpacked", game_id, number)
    damage.history_unreadable(store.client, games[0])
    store.ended.look_after()
    packed = [bool(store.client.hexists(key("game", game_id), "history")) for game_id in games]
    assert (packed, evicted) == ([False] + [True] * 5, [True])
    assert store.ended.pack_due() == 0, "the unreadable one is not tried again at once"


def test_eviction_deletes_a_game_that_cannot_be_read_like_any_other(store):
    games = [ended_game(store).game.id for _ in range(2)]
    damage.game_unreadable(store.client, games[0])
    for game_id in games:
        store.ended._delete(game_id)
    assert list(store.games.ids()) == []


def test_one_unreadable_task_stops_no_other(api, tasks, game):
    first, second = (api.post(f"/v1/games/{game['id']}/hint", token=game["token"]).json["id"] for _ in range(2))
    damage.task_unreadable(tasks.store.client, first)
    tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))  # every job is lost
    tasks.store.client.zadd(TASKS_DUE, {first: 1, second: 2})
    for _ in range(2):
        look_after(tasks)
    assert tasks.store.find(second).calls == 1
    assert tasks.store.client.zscore(TASKS_DUE, first) > now_of(tasks.store.client) + ASIDE_MS / 2


def test_one_unreadable_game_hides_no_other_from_the_list_and_stays_in_it(store):
    games = [create_game(store, seats=[PERSON, PERSON]).game.id for _ in range(3)]
    document = store.client.execute_command("HGET", key("game", games[1]), "game", **AS_BYTES)
    damage.game_unreadable(store.client, games[1])
    assert {game.id for game in store.public_list.page("", 10)[0]} == {games[0], games[2]}
    store.client.hset(key("game", games[1]), "game", document)
    assert {game.id for game in store.public_list.page("", 10)[0]} == set(games)


def test_one_unreadable_game_stops_no_bot_from_being_notified(settings, store, queue):
    games = games_of(store, queue)
    ids = [create_game(store, seats=[PERSON, PERSON]).game.id for _ in range(2)]
    for number, game_id in enumerate(ids):
        store.client.zadd(index("untold", game_id), {game_id: number + 1})
    damage.game_unreadable(store.client, ids[0])
    for _ in range(2):
        games.look_after_bots()
    assert [game_id for game_id, _ in due(store.client, "untold", 2 * now_of(store.client))] == ids[:1]


def test_a_store_that_takes_no_changes_is_the_fault_of_no_game(store, sweep):
    games = [create_game(store, seats=[ai(1), ai(1)]).game.id for _ in range(3)]
    for game_id in games:
        make_overdue(store, game_id)
    with memory_used(store.client), pytest.raises(redis.OutOfMemoryError):
        sweep()
    assert {score for name in all_indexes("due") for _, score in store.client.zrange(name, 0, -1, withscores=True)} == {
        1
    }
