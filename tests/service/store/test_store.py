"""The commit: one winner per version, a request carried out once, and a computer turn that is never lost."""

import threading
import time
from hashlib import sha256
from importlib.resources import files

import pytest

from engines import VARIANTS
from service.games import create, replay
from service.games.update import Once
from service.model.answer import Problem
from service.model.events import SeatTaken
from service.model.game import seats_to_act, version_of
from service.model.timestamps import now_ms, time_text
from service.store.agenda import DELIVER, HELD_MS, KINDS, PLAY, TURN
from service.store.connection import MAX_CONNECTIONS, connect
from service.store.games import (
    AlreadyCarriedOut,
    CarriedOut,
    Commit,
    Overtaken,
    Request,
    compress,
    dump_entry,
    read_entry,
    unpack,
)
from service.store.keys import key
from service.store.public_list import SETS, page_of_games, tidy
from service.store.webhooks import Delivery, KeyRing, Subscription
from service.workers.ai_jobs import HeldTurn, TurnLost
from tests.service.at_once import at_once
from tests.service.client import PERSON, ai
from tests.service.clock import pass_time
from tests.service.redis_cluster import one_server
from tests.service.use_cases import create_game, games_of, play_ai_turn, play_move, sweeper
from tests.stored import game_ids


@pytest.fixture
def new_game(store):
    def make(*seats, **body):
        return create_game(store, "hockey", body.get("preset"), None, seats, body.get("public", True)).game

    return make


def test_a_record_survives_the_store(store, new_game):
    game = new_game(PERSON, ai())
    loaded = store.games.load(game.id)
    assert loaded.dump() == game.dump()
    assert loaded.version == game.version == 1


@one_server
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


def test_the_stores_of_a_process_share_its_connections(app):
    parts = app.extensions["faceoff"]
    clients = [
        parts.store.client,
        parts.tasks.store.client,
        parts.store.bots._client,
    ]
    assert len(set(map(id, clients))) == 1


def test_an_overtaken_commit_is_not_written(store, new_game):
    game = new_game(PERSON, PERSON)
    first, second = store.games.load(game.id), store.games.load(game.id)
    first.preset, second.preset = "first", "second"
    assert store.games.commit(first, Request("a")).version == 2
    with pytest.raises(Overtaken):
        store.games.commit(second, Request("b"))
    assert store.games.load(game.id).preset == "first"


def test_the_same_request_is_carried_out_once(store, new_game):
    game = new_game(PERSON, PERSON)
    loaded = store.games.load(game.id)
    assert store.games.commit(loaded, Request("a", {"x": 1})).version == 2
    for payload in ({"x": 1}, {"x": 2}):
        with pytest.raises(AlreadyCarriedOut) as refused:
            store.games.commit(loaded, Request("a", payload))
        assert refused.value.before == CarriedOut(2, {"x": 1})
    assert store.games.request(game.id, "a") == CarriedOut(2, {"x": 1})
    assert version_of(store.games.revision(game.id)) == 2


def test_a_commit_to_a_game_that_has_expired_is_refused(store, new_game):
    game = store.games.load(new_game(PERSON, PERSON).id)
    store.games.delete(game.id)
    with pytest.raises(Problem, match="no game"):
        store.games.commit(game, Request("a"))
    assert version_of(store.games.revision(game.id)) == 0
    assert game_ids(store) == []


def test_a_refused_commit_writes_nothing_to_redis(store):
    game = create_game(store, seats=[PERSON, PERSON]).game
    store.client.flushall()
    with pytest.raises(Problem, match="no game"):
        store.games.commit(game, Request("a"))
    assert store.client.dbsize() == 0


def test_eight_sendings_of_one_move_count_once(store, new_game):
    game = new_game(PERSON, PERSON)
    seat, ply = seats_to_act(game)[0], game.state.ply
    move = game.variant.codec.list_moves(game.state, seat)[0]
    played = at_once(8, lambda _: play_move(store, game.id, seat, ply, move))
    assert [one.version for one in played] == [2] * 8
    assert [one.is_repeated for one in played].count(False) == 1
    assert version_of(store.games.revision(game.id)) == 2


def test_of_many_who_claim_one_seat_one_gets_it(store):
    created = create_game(store, "hockey", None, None, [PERSON, {"kind": "open"}], True)

    def claim(_):
        try:
            return create.join_game(games_of(store), created.game.id, Once(), created.join_code).seat
        except Problem as problem:
            return problem.code

    assert sorted(map(str, at_once(12, claim))) == ["1", *["join/no_open_seat"] * 11]


def test_a_computer_turn_is_in_the_due_index_until_it_is_played(store, new_game):
    game = new_game(ai(), ai())
    assert game.id in due_times(store)
    while (game := play_ai_turn(store, game.id)).ai:
        pass
    assert game.id not in due_times(store)


def test_a_game_and_its_due_index_share_a_slot_on_a_cluster(store, monkeypatch):
    monkeypatch.setattr(store.agenda, "_on_cluster", True)
    game = create_game(store, seats=[ai(), ai()]).game
    tags = {key.partition("}")[0] for key in store.client.scan_iter("*") if game.id in key or key.endswith(":due:turn")}
    assert len(tags) == 1


def held(store, game):
    """A turn that a worker has taken."""
    turn = HeldTurn(store.agenda, game.id)
    assert turn.take()
    return turn


def test_one_worker_at_a_time_plays_a_turn(store, new_game):
    game = new_game(ai(), ai())
    turn = held(store, game)
    assert not HeldTurn(store.agenda, game.id).take()
    turn.hold()
    assert not HeldTurn(store.agenda, game.id).take()


def test_an_overdue_turn_is_claimed_by_one(store, new_game):
    game = new_game(ai(), ai())
    assert not store.agenda.claim(TURN, game.id, 2000)
    make_overdue(store, game.id)
    assert store.agenda.due(TURN) == [game.id]
    assert [store.agenda.claim(TURN, game.id, 2000) for _ in range(2)] == [True, False]


def test_a_turn_that_is_being_played_is_not_claimed(store, new_game):
    game = new_game(ai(), ai())
    make_overdue(store, game.id)
    held(store, game)
    assert not store.agenda.claim(TURN, game.id, 2000)


def test_a_turn_is_held_for_its_full_time_each_time(store, new_game):
    """A search may take longer: each time counts from then on."""
    game = new_game(ai(), ai())
    turn = held(store, game)
    make_overdue(store, game.id)
    earliest = now_ms()
    turn.hold()
    latest = now_ms()
    assert store.agenda.due(TURN) == []
    assert earliest - 500 < due_times(store)[game.id] - HELD_MS < latest + 500


def test_a_turn_of_which_its_worker_says_nothing_any_more_is_found(store, new_game, monkeypatch):
    game = new_game(ai(), ai())
    held(store, game)
    assert due_times(store)[game.id] - now_ms() <= HELD_MS
    pass_time(monkeypatch, store, HELD_MS / 1000)
    assert store.agenda.due(TURN) == [game.id]
    held(store, game)


def test_a_turn_that_was_queued_again_is_taken_by_the_worker_that_gets_the_job(store, new_game):
    game = new_game(ai(), ai())
    make_overdue(store, game.id)
    assert store.agenda.claim(TURN, game.id, KINDS[TURN].again_ms)
    held(store, game)


def test_a_turn_that_is_over_is_lost_and_held_no_more(store, new_game):
    game = new_game(ai(), ai())
    turn = held(store, game)
    game.ai = None
    store.games.commit(game, Request("over"))
    with pytest.raises(TurnLost):
        turn.hold()
    assert due_times(store) == {}


def test_the_next_turn_is_free_after_the_answer_to_one(store, new_game):
    game = new_game(ai(), ai())
    held(store, game)
    play_ai_turn(store, game.id)
    held(store, game)


def test_an_analysis_is_kept_with_a_game_that_is_there(store, new_game):
    game = new_game(PERSON, PERSON)
    assert store.games.keep_analysis(game.id, 1, b"graded")
    assert [store.games.analysis(game.id, seat) for seat in (0, 1)] == [None, b"graded"]
    store.games.delete(game.id)
    assert not store.games.keep_analysis(game.id, 1, b"graded")
    assert game_ids(store) == []


def test_a_claimed_turn_is_overdue_again_after_a_while(store, new_game):
    game = new_game(ai(), ai())
    make_overdue(store, game.id)
    before = now_ms()
    store.agenda.claim(TURN, game.id, 2000)
    assert before + 2000 <= due_times(store)[game.id] <= now_ms() + 2000


def test_attempts_are_counted_from_the_last_change_on(store, new_game):
    game = new_game(ai(), ai())
    assert [store.games.count_attempt(game.id) for _ in range(2)] == [1, 2]
    assert store.games.attempts(game.id) == 2
    play_ai_turn(store, game.id)
    assert store.games.attempts(game.id) == 0


def test_a_game_that_waits_for_nothing_is_not_claimed(store, new_game):
    assert not store.agenda.claim(TURN, new_game(PERSON, PERSON).id, 2000, within_ms=10**9)


def test_a_game_that_expired_while_it_was_due_is_looked_after_no_more(store, queue, new_game):
    game = new_game(ai(), ai())
    store.client.delete(key("game", game.id))
    make_overdue(store, game.id)
    sweeper(store, queue).sweep()
    assert due_times(store) == {}


def test_a_game_that_was_due_too_early_is_due_again_at_its_time_and_at_once_if_it_has_changed(store, new_game):
    game = new_game(ai(), ai())
    make_overdue(store, game.id)
    store.agenda.done(TURN, game.id, game.revision, 60_000)
    assert 50_000 < due_times(store)[game.id] - now_ms() <= 60_000
    before = game.revision
    play_ai_turn(store, game.id)
    store.agenda.done(TURN, game.id, before, 60_000)
    assert store.agenda.due(TURN) == [game.id]
    store.agenda.done(TURN, game.id, store.games.load(game.id).revision)
    assert due_times(store) == {}


def test_an_attempt_at_a_game_that_was_deleted_leaves_nothing(store, new_game):
    game = new_game(ai(), ai())
    assert store.games.count_attempt(game.id) == 1
    store.games.delete(game.id)
    assert store.games.count_attempt(game.id) == 0
    assert game_ids(store) == []


def due_times(store):
    """When to look after which game."""
    return {
        game_id: at
        for key in store.client.scan_iter("*:due:turn")
        for game_id, at in store.client.zrange(key, 0, -1, withscores=True)
    }


def is_free(store, game_id):
    """Whether a computer is to move and no worker plays its turn."""
    at = due_times(store).get(game_id)
    is_to_be_played = store.client.zscore(store.agenda.set_of(PLAY, game_id), game_id) is not None
    return is_to_be_played or (at is not None and at <= now_ms() + KINDS[TURN].again_ms)


def make_overdue(store, game_id):
    """Set the time at which the game has to be looked after to the past."""
    for kind in (PLAY, TURN):
        for name in store.client.scan_iter(f"*:due:{kind}"):
            store.client.zadd(name, {game_id: 1}, xx=True)


def test_the_moves_and_the_seed_give_the_game_again(store, new_game):
    game = new_game(ai(), ai())
    while game.ai:
        game = play_ai_turn(store, game.id)
    played_again = replay.game_at(store.games, game, game.version).state
    assert game.variant.codec.dump_state(played_again) == game.variant.codec.dump_state(store.games.load(game.id).state)


def test_commits_come_back_in_order_and_page_by_page(store, new_game):
    game = new_game(ai(), ai())
    for _ in range(5):
        game = play_ai_turn(store, game.id)
    assert [commit.version for commit in store.games.events_after(game.id, 2, 3)] == [3, 4, 5]
    assert [commit.version for commit in store.games.history(game.id).after(0, 4)] == [1, 2, 3, 4]
    assert [move.version for move in store.games.history(game.id).moves(3)] == [2, 3]
    assert not [
        commit for commit in store.games.history(game.id).after(0, 1) if commit.view_state["status"] != "active"
    ]


def test_the_view_state_of_a_commit_is_what_it_changed(store, new_game):
    game = new_game(PERSON, PERSON)
    seat = seats_to_act(game)[0]
    played = play_move(store, game.id, seat, game.state.ply, game.variant.codec.list_moves(game.state, seat)[0])
    assert "shuffles" in played.commit.view_state
    assert "seats" not in played.commit.view_state


def test_public_games_come_newest_first_page_by_page_and_expired_ones_are_dropped(store, new_game):
    newest = []
    for _ in range(5):
        newest.insert(0, new_game(PERSON, PERSON).id)
        time.sleep(0.002)  # games of one millisecond have no order
    page, cursor = page_of_games(store, "", 2)
    rest, end = page_of_games(store, cursor, 10)
    assert [game.id for game in page + rest] == newest
    assert end is None
    store.games.delete(newest[0])
    assert tidy(store.client, SETS) == 1
    assert [game.id for game in page_of_games(store, "", 10)[0]] == newest[1:]


def webhook_of(owner_id):
    return Subscription(f"w_1.{owner_id}", "https://play.example", "secret", "role", "2026-01-01T00:00:00.000Z")


def test_a_webhook_of_a_key_that_was_given_up_stays_so_as_long_as_it_is_there(store):
    """Its state ended after 30 days, and it was called again."""
    made = KeyRing(store.client).create("league")[0]
    webhook = webhook_of(made.id)
    store.webhooks.keep(webhook)
    store.webhooks.keep_delivery("g_1", webhook, Delivery("1-x", 1, given_up=True))
    assert store.client.ttl(key("deliveries", made.id)) == store.client.ttl(key("webhooks", made.id)) == -1
    assert store.client.ttl(key("deliveries", "g_1")) > 0
    store.webhooks.delete(webhook)
    assert not store.client.exists(key("deliveries", made.id))


def test_a_game_with_a_webhook_has_a_delivery_due_after_each_commit(store, new_game):
    game = new_game(ai(), ai())
    assert store.agenda.count(DELIVER) == 0
    webhook, state = webhook_of(game.id), Delivery(game.revision, failures=2)
    store.webhooks.keep(webhook)
    store.webhooks.keep_delivery(game.id, webhook, state)
    assert (store.webhooks.of(game.id), store.webhooks.delivery(game.id, webhook)) == ([webhook], state)
    play_ai_turn(store, game.id)
    assert store.agenda.due(DELIVER) == [game.id]
    store.agenda.done(DELIVER, game.id, game.revision)
    assert store.agenda.due(DELIVER) == [game.id], "version 2 is not delivered yet"
    store.agenda.done(DELIVER, game.id, store.games.revision(game.id))
    assert store.agenda.count(DELIVER) == 0
    store.webhooks.delete(webhook)
    assert (store.webhooks.of(game.id), store.webhooks.delivery(game.id, webhook)) == ([], Delivery())


def test_the_next_attempt_at_a_delivery_is_due_at_its_time(store, new_game):
    game = new_game(ai(), ai())
    store.webhooks.keep(webhook_of(game.id))
    play_ai_turn(store, game.id)
    store.agenda.done(DELIVER, game.id, store.games.revision(game.id), 60_000)
    assert (store.agenda.due(DELIVER), store.agenda.count("deliver")) == ([], 1)
    store.agenda.done(DELIVER, game.id, store.games.revision(game.id), 0)
    assert store.agenda.due(DELIVER) == [game.id]


def test_the_games_of_a_key_with_a_webhook_have_deliveries_due(store):
    store.webhooks.keep(webhook_of("k_league"))
    game = create_game(store, seats=[PERSON, PERSON], key_id="k_league").game
    assert store.agenda.due(DELIVER) == [game.id]
    store.webhooks.delete(webhook_of("k_league"))
    create_game(store, seats=[PERSON, PERSON], key_id="k_league")
    assert store.agenda.count(DELIVER) == 1


def test_a_commit_is_stored_in_few_bytes_and_comes_back_whole():
    at, later = time_text(1_800_000_000_000), time_text(1_800_000_030_005)
    view_state = {
        "seats": [["ai", "Ida", "pro", 0.25]],
        "asked_at": at,
        "deadline": later,
        "result": None,
        "client_seeds": {"0": "é"},
    }
    with_ai = {"ai": {"seat": 1, "rating": 900, "since": at}, "asked_at": None, "a later name": 1}
    for number, changed in ((1, view_state), (300, with_ai), (301, {"ai": None})):
        commit = Commit(number, 1_800_000_000_007, [[8, 1, -8], SeatTaken(seat=0, name="é")], changed)
        assert read_entry("g_1", dump_entry(commit, "12:0", {"move": {"type": "play", "card": "AS"}})) == (
            commit,
            {"type": "play", "card": "AS"},
        )
        assert read_entry("g_1", dump_entry(commit, "join:1", [1])) == (commit, [1])
    played = Commit(40, 1_800_000_000_007, [[8, 1, 33]], {"asked_at": time_text(1_800_000_000_007)})
    assert len(dump_entry(played, "39:1", {"move": {"type": "play", "card": "AS"}})) < 45


@pytest.mark.parametrize("key", VARIANTS)
def test_a_document_is_stored_in_a_third_of_its_bytes(store, key):
    document = create_game(store, key).game.dump()
    stored = compress(document)
    assert len(stored) < len(document) / 3
    assert unpack(stored) == document


def test_documents_are_compressed_by_many_threads(store, new_game):
    document = new_game().dump()
    assert at_once(8, lambda _: unpack(compress(document))) == [document] * 8


def test_the_dictionary_of_documents_is_the_one_that_stored_games_need():
    dictionary = files("service.store").joinpath("documents.zdict").read_bytes()
    assert sha256(dictionary).hexdigest() == "e0c19788a1e04636143767e5c9b6dd495d5b305ea553782b4e93fb5de48b3207"


def test_the_ids_of_requests_leave_their_hash_small(store):
    created = create_game(store, seats=[PERSON, {"kind": "open"}])
    game = create.join_game(games_of(store), created.game.id, Once(), created.join_code).game
    seat = seats_to_act(game)[0]
    play_move(store, game.id, seat, game.state.ply, game.variant.codec.list_moves(game.state, seat)[0])
    assert store.client.hlen(key("requests", game.id)) == 3
    assert store.client.object("encoding", key("requests", game.id)) == "listpack"
