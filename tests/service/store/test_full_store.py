"""A store whose memory runs out: what is refused, what is packed, what is deleted, and in which order."""

import random

import pytest
import redis

from engines import VARIANTS
from faceoff_client import random_move
from service.model.game import ABORTED, version_of
from service.model.tokens import new_id
from service.store.agenda import KINDS
from service.store.games import AS_BYTES, PACK_AFTER_MS, History, Request
from service.store.keys import all_indexes, index, key
from service.store.public_list import page_of_games
from service.store.space import RETRY_AFTER_S
from service.workers.sweeper import make_sweeper
from tests.faults import damage
from tests.service.client import OPEN, PERSON, Client, ai, scrape
from tests.service.redis_cluster import one_server
from tests.service.use_cases import create_game, resign
from tests.stored import game_ids

MB = 1024 * 1024


@pytest.fixture
def memory(store, redis_server):
    """Sets ``maxmemory`` so that this share of it is used."""
    before = store.client.config_get("maxmemory")["maxmemory"]
    store.client.setrange("ballast", 10 * MB, "x")  # so that buffers of connections count little

    def set_share(share):
        info = store.client.info("memory")
        store.client.config_set("maxmemory", int((info["used_memory"] - info["mem_not_counted_for_evict"]) / share))
        return store.space.look()

    yield set_share
    store.client.config_set("maxmemory", before)
    store.client.delete("ballast")


def ended_game(store, **options):
    made = create_game(store, seats=[PERSON, PERSON], **options)
    resign(store, made.game.id, 0)
    return made


def due(store, kind, game_id, score):
    name = store.agenda.set_of(kind, game_id) if kind in KINDS else index(kind, game_id)
    store.client.zadd(name, {game_id: score}, xx=True)


def test_of_a_full_store_nobody_learns_that_others_are_away(store, memory):
    made = create_game(store, seats=[PERSON, PERSON])
    memory(1.1)
    assert store.presence.see(made.game.id, 0, [1]) is None


# -- packing


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_packed_game_gives_the_same_answers_in_a_fraction_of_the_space(api, store, variant):
    game = finished_game(api, variant)
    before, size = everything(api, game), size_of(store, game["id"])
    assert store.games.pack(game["id"])
    assert everything(api, game) == before
    assert size_of(store, game["id"]) < size / (2 if game["version"] > 100 else 1), "short games have little to pack"
    assert store.games.pack(game["id"])  # once more changes nothing
    assert everything(api, game) == before


def finished_game(api, variant):
    """A game of people who play at random, to its end."""
    seats = VARIANTS[variant].new_game(next(iter(VARIANTS[variant].presets.values()))).seats()
    view = created = api.create(variant=variant, seats=[PERSON] * seats, public=False)
    rng, path = random.Random(1), f"/v1/games/{created['id']}"
    while view["status"] == "active":
        token = created["tokens"][str(view["to_act"][0])]
        view = api.get(path, token=token).json
        view = api.move(view, token, random_move(view, rng)).json
    return created | {"version": view["version"]}


def everything(api, game):
    path, last = f"/v1/games/{game['id']}", game["version"]
    queries = [
        "",
        "?version=1",
        f"?version={last // 2}",
        "/events?after=0",
        f"/events?after={last - 3}",
        "/record",
        "/sheet",
        "/fairness",
    ]
    tokens = game["tokens"]["0"], game["tokens"]["1"]
    return [
        api.get(path + query, token=token, headers={"Accept": "application/json"}).data
        for query in queries
        for token in tokens
    ]


def size_of(store, game_id):
    return sum(store.client.memory_usage(name, samples=0) for name in store.client.scan_iter(f"*:{game_id}"))


def test_a_move_of_a_packed_game_that_is_sent_again_is_known(api, store):
    game = api.create(seats=[PERSON, PERSON])
    token = game["tokens"][str(game["to_act"][0])]
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    moved = api.move(view, token)
    resign(store, game["id"], 0)
    assert store.games.pack(game["id"])
    again = api.move(view, token)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    other = api.move(
        view,
        token,
        move={"type": "deal"} if view["legal_moves"][0]["move"] != {"type": "deal"} else {"type": "none"},
    )
    assert moved.status_code == 200, moved.text
    assert other.status_code >= 400, other.text


def test_a_packed_game_takes_a_rematch_and_is_packed_again(api, store):
    game = ended_game(store)
    path, token = f"/v1/games/{game.game.id}", game.tokens[0]
    assert store.games.pack(game.game.id)
    assert api.post(f"{path}/rematch", token=token).status_code == 201
    events = api.get(f"{path}/events?after=0").json["events"]
    assert [event["type"] for event in events[-2:]] == ["game_finished", "rematch"]
    assert store.games.pack(game.game.id)
    assert api.get(f"{path}/events?after=0").json["events"] == events
    assert api.post(f"{path}/rematch", token=token).status_code == 200


def test_a_rematch_for_which_there_is_no_room_is_not_announced(api, store, memory):
    game = ended_game(store)
    path, token = f"/v1/games/{game.game.id}", game.tokens[0]
    memory(0.99)
    refused = api.post(f"{path}/rematch", token=token)
    assert (refused.status_code, refused.json["code"]) == (503, "store/full")
    assert api.get(path, token=token).json["rematch_id"] is None


def test_a_rematch_that_was_announced_needs_no_further_room(api, store, memory):
    game = ended_game(store)
    old = store.games.load(game.game.id)
    old.rematch_id = new_id("game")
    store.games.commit(old, Request("the process died after this"))
    memory(0.99)
    assert api.post(f"/v1/games/{old.id}/rematch", token=game.tokens[0]).json["id"] == old.rematch_id


def test_a_packed_game_keeps_its_moves_in_one_place(api, store, game):
    api.move(game, game["token"])
    resign(store, game["id"], 0)
    moves = [f"{ply}:{seat}" for ply in range(3) for seat in (0, 1)]
    assert len(set(moves) & set(store.client.hkeys(key("requests", game["id"])))) == 2
    assert store.games.pack(game["id"])
    assert not set(moves) & set(store.client.hkeys(key("requests", game["id"])))
    assert not store.client.exists(key("commits", game["id"]))


@pytest.mark.parametrize("meanwhile", ["packed", "changed"])
def test_a_game_that_is_packed_or_changed_while_it_is_packed_is_left_as_it_is(store, monkeypatch, meanwhile):
    game, read_history = ended_game(store).game, History.read

    def read(game_id, answers):
        monkeypatch.undo()
        found = read_history(game_id, answers)
        if meanwhile == "packed":
            assert store.games.pack(game.id)
        else:
            store.games.commit(store.games.load(game.id), Request("meanwhile"))
        return found

    monkeypatch.setattr(History, "read", read)
    assert not store.games.pack(game.id)
    assert [commit.version for commit in store.games.events_after(game.id, 0)] == list(
        range(1, version_of(store.games.revision(game.id)) + 1)
    )


def test_the_sweeper_packs_games_that_have_ended_and_leaves_the_others(store, app):
    running, ended = create_game(store, seats=[PERSON, PERSON]).game, ended_game(store).game
    sweep(app)
    assert history(store, ended.id) is None, "at once, while its players read it"
    assert store.client.zscore(store.agenda.set_of("pack", running.id), running.id) is None
    due(store, "pack", ended.id, store.client.zscore(store.agenda.set_of("pack", ended.id), ended.id) - PACK_AFTER_MS)
    sweep(app)
    assert history(store, ended.id) is not None
    assert history(store, running.id) is None
    assert store.agenda.count("pack") == 0


def sweep(app):
    sweeper_of(app).sweep()


def sweeper_of(app):
    return make_sweeper(app.extensions["faceoff"].tasks)


def history(store, game_id):
    return store.client.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)


# -- memory


def test_with_little_memory_left_nothing_new_is_accepted_and_running_games_go_on(api, app, store, memory, game):
    memory(0.93)
    app.extensions["faceoff"].store.space.look()  # it would within a second
    answers = [
        api.post("/v1/games", {"variant": "hockey"}),
        api.post("/v1/games/quick", {"variant": "hockey"}),
        api.post("/v1/matches", {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1}),
        api.post(f"/v1/games/{game['id']}/suggestions", token=game["token"]),
        api.post("/v1/bots", {"name": "Slapshot"}),
        api.post("/v1/webhooks", {"game_id": game["id"], "url": "https://93.184.216.34/hooks"}, token=game["token"]),
    ]
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(503, "store/full")}
    assert {answer.headers["Retry-After"] for answer in answers} == {str(RETRY_AFTER_S)}
    assert api.get("/health/ready").json == {"status": "ok", "store": "full"}
    assert api.move(game, game["token"]).status_code == 200
    memory(0.5)
    app.extensions["faceoff"].store.space.look()
    assert api.post("/v1/games", {"variant": "hockey"}).status_code == 201


def test_games_that_are_over_are_deleted_in_the_order_of_their_end_and_running_ones_never(store, memory):
    running = create_game(store, seats=[PERSON, PERSON]).game
    ended, rng = [ended_game(store).game.id for _ in range(40)], random.Random(1)
    for number, game_id in enumerate(ended):
        due(store, "ended", game_id, 10**12 + number)
        store.games.keep_analysis(game_id, 0, rng.randbytes(10_000))  # so that 32 games are more than all buffers
    just_ended = ended_game(store).game.id
    memory(0.7)
    assert store.evict() == 0
    memory(0.801)
    store.evict()
    kept = set(game_ids(store))
    assert kept & set(ended) == set(ended[32:]), "the first of them, and no more than needed"
    memory(0.95)
    store.evict()
    assert set(game_ids(store)) == {running.id, just_ended}
    assert page_of_games(store, "", 100)[0][-1].id == running.id
    assert sum(store.client.zcard(name) for name in store.client.scan_iter("faceoff:public:*")) == 2


@one_server  # of a cluster, a node is full and the others are not
def test_memory_that_is_used_up_is_won_back_by_packing_and_deleting(api, store, memory, game):
    ended = [ended_game(store).game.id for _ in range(3)]
    for game_id in ended:
        due(store, "ended", game_id, 1)
        due(store, "pack", game_id, 1)
    memory(1.2)
    with pytest.raises(redis.OutOfMemoryError):
        store.client.set("more", "than there is")
    refused = api.move(game, game["token"])
    assert (refused.status_code, refused.json["code"]) == (503, "store/unavailable")
    assert "can still be read" in refused.json["detail"]
    assert api.get(f"/v1/games/{game['id']}", token=game["token"]).json["version"] == game["version"]
    assert store.games.pack(ended[0])
    assert store.games.load(ended[0]).is_over
    assert [event.version for event in store.games.events_after(ended[0], 0)] == [1, 2]
    store.evict()
    assert set(game_ids(store)) == {game["id"]}


@one_server
def test_a_sweeper_takes_its_turn_in_a_full_store_and_makes_room(app, store, memory):
    ended = [ended_game(store).game.id for _ in range(40)]
    for game_id in ended:
        due(store, "ended", game_id, 10**12)
        store.client.zadd(store.agenda.set_of("turn", game_id), {game_id: 1})  # to claim it is refused
    memory(1.2)
    assert store.agenda.claim_sweep(), "the claim is refused"
    sweeper_of(app).claim_and_sweep()
    assert game_ids(store) == []


def test_an_unreadable_history_in_a_full_store_does_not_stop_eviction(app, store, memory):
    unreadable, other = (ended_game(store).game.id for _ in range(2))
    damage.history_unreadable(store.client, unreadable)
    for game_id in (unreadable, other):
        due(store, "pack", game_id, 1)
        due(store, "ended", game_id, 10**12)
    memory(1.2)
    sweeper_of(app).claim_and_sweep()
    assert game_ids(store) == []


def test_a_game_that_has_expired_leaves_the_index_and_the_list(store):
    expired, other = (ended_game(store).game.id for _ in range(2))
    damage.expire(store.client, expired)
    due(store, "ended", expired, 1)
    store.tidy()
    left = {game_id for name in all_indexes("ended") for game_id in store.client.zrange(name, 0, -1)}
    listed = [
        member.split(":")[1]
        for name in store.client.scan_iter("faceoff:public:*")
        for member in store.client.zrange(name, 0, -1)
    ]
    assert (left, listed) == ({other}, [other])


def test_an_aborted_game_counts_as_over(api, store):
    game = api.create(seats=[PERSON, OPEN])
    assert api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"]).json["status"] == ABORTED
    assert store.client.zscore(index("ended", game["id"]), game["id"]) > 0
    store.games.delete(game["id"])
    assert store.client.zscore(index("ended", game["id"]), game["id"]) is None


def test_computers_of_running_games_play_on_in_a_full_store(api, app, store, memory, play_computer):
    game = api.create(seats=[ai(1), ai(1)])
    memory(0.93)
    play_computer(game["id"])
    assert api.get(f"/v1/games/{game['id']}").json["status"] == "finished"


def test_metrics_and_log_show_it_before(app, contract, memory, caplog):
    memory(0.85)
    api = Client(app, contract)
    assert api.get("/health/ready").json["store"] == "low"
    assert "nearly full" in caplog.text
    lines = dict(line.rsplit(" ", 1) for line in scrape(app).text.splitlines() if line.startswith("faceoff_store"))
    share = float(lines["faceoff_store_memory_bytes"]) / float(lines["faceoff_store_memory_limit_bytes"])
    assert 0.8 < share < 0.95
    assert lines["faceoff_store_writable"] == "1.0"
