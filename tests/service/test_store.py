"""The commit: one winner per version, a request carried out once, and a computer turn that is never lost."""

import threading

import pytest

from service.games import ai_turns, create, play, replay
from service.model.game import seats_to_act
from service.model.problem import Problem
from service.store.connection import MAX_CONNECTIONS, connect
from tests.service.client import PERSON, ai


class NoQueue:
    """A queue that loses every wake-up call."""

    def wake(self, game):
        pass


@pytest.fixture
def new_game(store):
    def make(*seats, **body):
        return create.create_game(store, NoQueue(), "hockey", body.get("preset"), None, seats, body.get("public", True)).game

    return make


def test_a_record_survives_the_store(store, new_game):
    game = new_game(PERSON, ai())
    loaded = store.load(game.id)
    assert loaded.dump() == game.dump()
    assert loaded.version == game.version == 1


def test_when_every_connection_is_in_use_the_next_one_waits_for_its_turn(settings):
    client = connect(settings.redis_url)
    taken = [client.connection_pool.get_connection() for _ in range(MAX_CONNECTIONS)]
    timer = threading.Timer(0.2, client.connection_pool.release, taken[:1])
    timer.start()
    assert client.ping()
    timer.join()
    for connection in taken[1:]:
        client.connection_pool.release(connection)
    client.close()


def test_an_overtaken_commit_is_not_written(store, new_game):
    game = new_game(PERSON, PERSON)
    first, second = store.load(game.id), store.load(game.id)
    first.preset, second.preset = "first", "second"
    assert store.commit(first, "a", None).done
    assert not store.commit(second, "b", None).done
    assert store.load(game.id).preset == "first"


def test_the_same_request_is_carried_out_once(store, new_game):
    game = new_game(PERSON, PERSON)
    loaded = store.load(game.id)
    assert store.commit(loaded, "a", {"x": 1}).version == 2
    again = store.commit(loaded, "a", {"x": 1})
    assert (again.done, again.replayed, again.version) == (True, True, 2)
    assert not store.commit(loaded, "a", {"x": 2}).done
    assert store.version(game.id) == 2


def test_a_commit_to_a_game_that_has_expired_is_refused(store, new_game):
    game = store.load(new_game(PERSON, PERSON).id)
    store.client.flushall()
    with pytest.raises(Problem, match="no game"):
        store.commit(game, "a", None)
    assert store.client.dbsize() == 0


def test_eight_sendings_of_one_move_count_once(store, new_game):
    game = new_game(PERSON, PERSON)
    seat, ply = seats_to_act(game)[0], game.state.ply
    move = game.variant.codec.list_moves(game.state, seat)[0]
    played = []
    threads = [
        threading.Thread(target=lambda: played.append(play.play_move(store, NoQueue(), game.id, seat, ply, move))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert [one.version for one in played] == [2] * 8
    assert [one.replayed for one in played].count(False) == 1
    assert store.version(game.id) == 2


def test_of_many_who_claim_one_seat_one_gets_it(store):
    created = create.create_game(store, NoQueue(), "hockey", None, None, [PERSON, {"kind": "open"}], True)
    outcomes = []

    def claim():
        try:
            outcomes.append(create.join_game(store, NoQueue(), created.game.id, created.join_code, None, None).seat)
        except Problem as problem:
            outcomes.append(problem.code)

    threads = [threading.Thread(target=claim) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(map(str, outcomes)) == ["1", *["join/no_open_seat"] * 11]


def test_a_computer_turn_stands_in_the_due_index_until_it_is_played(store, new_game):
    game = new_game(ai(), ai())
    due = [key for key in store.client.scan_iter("*:due") if store.client.zscore(key, game.id)]
    assert len(due) == 1
    while (game := ai_turns.take_ai_turn(store, game.id, lambda level: lambda: False)).ai:
        pass
    assert store.client.zscore(due[0], game.id) is None


def test_a_game_and_its_due_index_share_a_slot(store, new_game):
    game = new_game(ai(), ai())
    tags = {key.partition("}")[0] for key in store.client.scan_iter("*") if game.id in key or key.endswith(":due")}
    assert len(tags) == 1


def test_one_search_at_a_time_holds_the_lease(store, new_game):
    game = new_game(ai(), ai())
    assert store.lease(game.id, "a")
    assert not store.lease(game.id, "b")
    assert store.renew(game.id, "a")
    assert not store.renew(game.id, "b")
    store.release(game.id, "b")
    assert not store.lease(game.id, "b")
    store.release(game.id, "a")
    assert store.lease(game.id, "b")


def test_an_overdue_turn_is_claimed_by_one(store, new_game):
    game = new_game(ai(), ai())
    assert store.claim(game.id) is None
    make_overdue(store, game.id)
    assert list(store.overdue_games()) == [game.id]
    assert store.claim(game.id) == (1, 0)
    assert store.claim(game.id) is None


def test_a_turn_that_is_being_searched_is_not_claimed(store, new_game):
    game = new_game(ai(), ai())
    store.lease(game.id, "a")
    make_overdue(store, game.id)
    assert store.claim(game.id) is None


def make_overdue(store, game_id):
    """Put the time back at which somebody must look after the turn."""
    for key in store.client.scan_iter("*:due"):
        store.client.zadd(key, {game_id: 1}, xx=True)


def test_the_moves_and_the_seed_give_the_game_again(store, new_game):
    game = new_game(ai(), ai())
    while game.ai:
        game = ai_turns.take_ai_turn(store, game.id, lambda level: lambda: False)
    played_again = replay.game_at(store, game, game.version).state
    assert game.variant.codec.dump_state(played_again) == game.variant.codec.dump_state(store.load(game.id).state)
