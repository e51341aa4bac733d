"""Games on a cluster of three nodes: what a game, its players, bots and workers do there.

``ON_CLUSTER=1 pytest`` runs the other tests of the API on it.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from service.app import create_app
from service.store.agenda import now_of
from service.store.games import GameStore
from service.store.keys import index, key
from service.store.public_list import SETS
from service.store.queue import queue_client
from service.workers.sweeper import Sweeper, make_sweeper
from tests.patience import wait_until
from tests.service.client import OPEN, PERSON, Client, ai
from tests.service.conftest import on_cluster
from tests.service.games.test_bots import register
from tests.service.tasks.test_matches import start


@pytest.fixture
def settings(settings, redis_cluster):
    return on_cluster(settings, redis_cluster)


def test_games_are_on_every_node(api, redis_cluster):
    for _ in range(24):
        api.create(seats=[PERSON, PERSON])
    assert not [node for node in redis_cluster.nodes if not node.ask("DBSIZE") > 0]


def test_a_game_is_played_watched_and_recorded(api, play_computer):
    game = api.create(seats=[ai(1), ai(1)], options={"periods": 1, "first_dealer": "random"})
    play_computer(game["id"])
    assert api.get(f"/v1/games/{game['id']}").json["status"] == "finished"
    assert api.get(f"/v1/games/{game['id']}/record").status_code == 200
    assert api.get(f"/v1/games/{game['id']}?version=2").json["version"] == 2
    assert game["id"] in [listed["id"] for listed in api.get("/v1/games").json["games"]]


def test_a_waiting_request_is_woken_by_a_move(api, game):
    hub = api.http.application.extensions["faceoff"].hub
    with ThreadPoolExecutor() as pool:
        poll = pool.submit(
            api.get, f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=30"}
        )
        wait_until(lambda: hub.waits.taken)
        api.move(game, game["token"])
        assert poll.result().json["version"] == game["version"] + 1
    assert hub._subscribed.is_set()


def test_an_open_seat_is_joined_and_moves_count_once(api):
    game = api.create(seats=[PERSON, OPEN], options={"first_dealer": "random"})
    joined = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]})
    assert joined.status_code == 201
    tokens = game["tokens"] | {str(joined.json["you"]["seat"]): joined.json["token"]}
    seat = joined.json["to_act"][0]
    view = api.get(f"/v1/games/{game['id']}", token=tokens[str(seat)]).json
    assert api.move(view, tokens[str(seat)]).status_code == 200
    assert api.move(view, tokens[str(seat)]).headers["Idempotent-Replayed"] == "true"


def test_workers_are_woken_and_a_sweeper_finds_what_is_overdue(api, store, work, settings):
    game = api.create(seats=[ai(1), ai(1)], options={"periods": 1, "first_dealer": "random"})
    client = queue_client(settings)
    client.flushall()  # the wake-up call is lost
    sweeper = make_sweeper(api.http.application.extensions["faceoff"].tasks)
    wait_until(lambda: sweeper.sweep() or client.keys("rq:job:*"))
    work()
    assert store.games.load(game["id"]).is_over


def test_bots_suggestions_and_matches_have_their_places(api, work):
    bot = register(api, "Slapshot")
    assert [listed["id"] for listed in api.get("/v1/bots").json["bots"]] == [bot["id"]]
    match = start(api, pairs=1)
    work()
    assert api.get(f"/v1/matches/{match['id']}").json["status"] == "done"


def test_a_game_whose_process_died_before_it_was_listed_is_listed_by_the_sweeper(api, store, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(GameStore, "list_game", lambda *_: None)
        game = api.create()
    assert api.get("/v1/games").json["games"] == []
    sweep = Sweeper(store, {"list": lambda game_id: store.games.list_game(store.games.load(game_id))}).sweep
    sweep()
    assert store.client.zscore(store.agenda.set_of("list", game["id"]), game["id"]), "its time has not come"
    store.client.zadd(store.agenda.set_of("list", game["id"]), {game["id"]: 1})
    sweep()
    assert [listed["id"] for listed in api.get("/v1/games").json["games"]] == [game["id"]]
    assert store.client.zscore(store.agenda.set_of("list", game["id"]), game["id"]) is None


def test_lists_and_the_agenda_of_a_cluster_are_tidied_and_moved_on_all_nodes(api, store):
    games = [api.create(seats=[PERSON, OPEN])["id"] for _ in range(8)]
    at_ms = now_of(store.client)
    for game_id in games:
        store.client.zadd(store.agenda.set_of("turn", game_id), {game_id: at_ms + 3_700_000})
        store.client.delete(key("game", game_id))
    store.agenda._move_entries(at_ms + 3_600_000, at_ms)
    store.tidy()
    for game_id in games:
        assert store.client.zscore(store.agenda.set_of("turn", game_id), game_id) == at_ms + 100_000
        assert store.client.zscore(index("idle", game_id), game_id) is None
    assert [store.client.zcard(name) for name in SETS] == [0] * len(SETS)


def test_a_game_that_anyone_may_join_is_found_on_a_cluster(api):
    game = api.create(seats=[PERSON, OPEN], joinable=True)
    assert [listed["id"] for listed in api.get("/v1/games?joinable=true").json["games"]] == [game["id"]]


def test_a_listed_game_is_not_looked_for_again(api, store):
    game = api.create(seats=[PERSON, PERSON])
    assert [listed["id"] for listed in api.get("/v1/games").json["games"]] == [game["id"]]
    assert store.client.zscore(store.agenda.set_of("list", game["id"]), game["id"]) is None


def test_requests_are_limited(settings, contract):
    api = Client(create_app(replace(settings, limit_read="3/minute")), contract)
    assert [api.get("/v1/variants").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_while_a_node_is_away_its_games_get_503_and_the_service_is_not_ready(api, settings, redis_cluster):
    games = [api.create(seats=[PERSON, PERSON]) for _ in range(12)]
    assert api.get("/health/ready").status_code == 200
    redis_cluster.nodes[2].kill()
    try:
        answers = [api.get(f"/v1/games/{game['id']}") for game in games[:4]]
        assert {answer.status_code for answer in answers} <= {200, 404, 503}
        wait_until(lambda: api.get("/health/ready").status_code == 503)
        # Each node finds out by itself that the cluster is not whole.
        wait_until(lambda: {api.get(f"/v1/games/{game['id']}").status_code for game in games[:3]} == {503})
    finally:
        redis_cluster.nodes[2].start()
    paths = [f"/v1/games/{game['id']}" for game in games]
    # the node has forgotten its own games
    wait_until(lambda: all(api.get(path).status_code in (200, 404) for path in paths))
    assert api.get("/health/ready").status_code == 200
