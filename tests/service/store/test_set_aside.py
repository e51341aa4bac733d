"""What cannot be read keeps nothing else waiting: each due thing is handled on its own, and set aside for a while if it
fails.
"""

import logging
from functools import partial
from itertools import count, islice

import pytest
import redis

from service.model.game import version_of
from service.store.agenda import FIRST_PAUSE_MS, KINDS, TURN, EntryKind, now_of
from service.store.connection import Unconfirmed
from service.store.games import AS_BYTES
from service.store.keys import TASKS_DUE, key
from service.store.public_list import page_of_games
from service.workers.ai_jobs import look_after
from service.workers.sweeper import Sweeper
from tests.faults import damage
from tests.faults.full import memory_used
from tests.service.client import PERSON, ai
from tests.service.process.test_metrics import rise  # noqa: F401
from tests.service.redis_cluster import one_server
from tests.service.store.test_full_store import due as set_due, ended_game
from tests.service.store.test_store import make_overdue
from tests.service.use_cases import create_game, games_of, sweeper
from tests.stored import game_ids


@pytest.fixture
def sweep(store, queue):
    """One sweep of overdue games, in which every computer has waited too long."""
    return sweeper(store, queue, -1).sweep


@pytest.mark.parametrize("harm", [damage.game_unreadable, damage.game_of_a_newer_format])
def test_three_unreadable_games_stop_no_rescue(store, sweep, harm):
    games = [create_game(store, seats=[ai(1), ai(1)]).game.id for _ in range(12)]
    for game_id in games:
        make_overdue(store, game_id)
    for game_id in games[:3]:
        harm(store.client, game_id)
    sweep()
    assert [version_of(store.games.revision(game_id)) > 1 for game_id in games] == [False] * 3 + [True] * 9


def test_more_unreadable_games_than_a_sweep_handles_stop_no_rescue(store, sweep, monkeypatch):
    monkeypatch.setitem(KINDS, TURN, EntryKind(again_ms=2000, at_once=20 * len(store.agenda.sets_of(TURN))))
    game_id = create_game(store, seats=[ai(1), ai(1)]).game.id
    name = store.agenda.set_of("turn", game_id)
    ids = (f"g_{number:020d}" for number in count())
    others = list(islice((other for other in ids if store.agenda.set_of("turn", other) == name), 20))
    for other in others:
        store.client.hset(key("game", other), mapping={"revision": "1-abcd", "game": damage.GARBAGE})
    store.client.zadd(name, {game_id: 1} | dict.fromkeys(others, 0))
    sweep()
    sweep()
    assert version_of(store.games.revision(game_id)) > 1


def test_what_is_set_aside_is_tried_again_and_counted(store, sweep, caplog, rise):  # noqa: F811
    game_id = create_game(store, seats=[ai(1), ai(1)]).game.id
    readable = store.client.execute_command("DUMP", key("game", game_id), NEVER_DECODE=True)
    damage.game_unreadable(store.client, game_id)
    make_overdue(store, game_id)
    rise("faceoff_set_aside_total", index="turn")
    with caplog.at_level(logging.ERROR):
        sweep()
    again = store.client.zscore(store.agenda.set_of("turn", game_id), game_id) - now_of(store.client)
    assert rise("faceoff_set_aside_total", index="turn") == 1
    assert 0 < again <= FIRST_PAUSE_MS
    assert game_id in caplog.text
    store.client.restore(key("game", game_id), 0, readable, replace=True)  # the next release reads it
    make_overdue(store, game_id)
    sweep()
    assert version_of(store.games.revision(game_id)) == 2


def fail(thing):
    raise ValueError("seat 1 holds QH")


def test_the_log_line_of_what_is_set_aside_names_no_card(store, caplog):
    store.client.zadd(store.agenda.set_of("turn", "g_1"), {"g_1": 1})
    with caplog.at_level(logging.DEBUG):
        Sweeper(store, {"turn": fail}).sweep()
    assert "ValueError" in caplog.text
    assert "QH" not in caplog.text


def test_what_fails_again_and_again_is_tried_ever_less_often_and_at_least_once_a_minute(store):
    sweep, pauses = Sweeper(store, {"turn": fail}).sweep, []
    for _ in range(6):
        store.client.zadd(store.agenda.set_of("turn", "g_1"), {"g_1": 1})
        sweep()
        pauses.append(
            round((store.client.zscore(store.agenda.set_of("turn", "g_1"), "g_1") - now_of(store.client)) / 1000)
        )
    assert pauses == [4, 8, 16, 32, 60, 60]


def test_one_unreadable_history_stops_neither_packing_nor_eviction(store, monkeypatch):
    games = [ended_game(store).game.id for _ in range(6)]
    evicted = []
    monkeypatch.setattr(store, "evict", lambda: evicted.append(True))
    for number, game_id in enumerate(games):
        set_due(store, "pack", game_id, number)
    damage.history_unreadable(store.client, games[0])
    Sweeper(store, {"pack": store.games.pack}).sweep()
    packed = [bool(store.client.hexists(key("game", game_id), "history")) for game_id in games]
    assert (packed, evicted) == ([False] + [True] * 5, [True])
    assert store.agenda.due("pack") == [], "the unreadable one is not tried again at once"


def test_eviction_deletes_a_game_that_cannot_be_read_like_any_other(store):
    games = [ended_game(store).game.id for _ in range(2)]
    damage.game_unreadable(store.client, games[0])
    for game_id in games:
        store.games.delete(game_id)
    assert game_ids(store) == []


@one_server  # its jobs are lost
def test_one_unreadable_task_stops_no_other(api, tasks, store, game):
    first, second = (api.post(f"/v1/games/{game['id']}/suggestions", token=game["token"]).json["id"] for _ in range(2))
    damage.task_unreadable(store.client, first)
    store.client.delete(*store.client.scan_iter("rq:*"))  # every job is lost
    store.client.zadd(TASKS_DUE, {first: 1, second: 2})
    Sweeper(store, {"task": partial(look_after, tasks)}).sweep()
    assert tasks.store.find(second).calls == 1
    assert store.client.zscore(TASKS_DUE, first) > now_of(store.client) + FIRST_PAUSE_MS / 2


def test_one_unreadable_game_hides_no_other_from_the_list_and_stays_in_it(store):
    games = [create_game(store, seats=[PERSON, PERSON]).game.id for _ in range(3)]
    document = store.client.execute_command("HGET", key("game", games[1]), "game", **AS_BYTES)
    damage.game_unreadable(store.client, games[1])
    assert {game.id for game in page_of_games(store, "", 10)[0]} == {games[0], games[2]}
    store.client.hset(key("game", games[1]), "game", document)
    assert {game.id for game in page_of_games(store, "", 10)[0]} == set(games)


def test_one_unreadable_game_stops_no_bot_from_being_notified(settings, store, queue):
    games = games_of(store, queue)
    ids = [create_game(store, seats=[PERSON, PERSON]).game.id for _ in range(2)]
    for number, game_id in enumerate(ids):
        store.client.zadd(store.agenda.set_of("bots", game_id), {game_id: number + 1})
    damage.game_unreadable(store.client, ids[0])
    Sweeper(store, {"bots": lambda game_id: games.note_bots(games.load(game_id))}).sweep()
    assert [bool(store.client.zscore(store.agenda.set_of("bots", game_id), game_id)) for game_id in ids] == [
        True,
        False,
    ]


@one_server  # whose memory is used up
def test_replicas_that_are_away_are_the_fault_of_no_game(store, rise):  # noqa: F811
    def unconfirmed(_):
        raise Unconfirmed("0 of 1 replicas have the game after 1000 ms")

    game_id = create_game(store, seats=[ai(1), ai(1)]).game.id
    make_overdue(store, game_id)
    with pytest.raises(Unconfirmed):
        store.agenda.handle_due("turn", unconfirmed)
    again_ms = store.client.zscore(store.agenda.set_of("turn", game_id), game_id) - now_of(store.client)
    assert rise("faceoff_set_aside_total", index="turn") == 0
    assert again_ms <= 2000


def test_a_store_that_takes_no_changes_is_the_fault_of_no_game(store, sweep):
    games = [create_game(store, seats=[ai(1), ai(1)]).game.id for _ in range(3)]
    for game_id in games:
        make_overdue(store, game_id)
    with memory_used(store.client), pytest.raises(redis.OutOfMemoryError):
        sweep()
    assert {store.client.zscore(store.agenda.set_of("turn", game_id), game_id) for game_id in games} == {1}
