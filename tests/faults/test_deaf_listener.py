"""A listener that hears nothing any more listens anew, so that no held request stays late (R10)."""

import pytest
from redis.crc import key_slot

from service.app import create_app
from service.config import Settings
from service.live import hub as live
from service.store.connection import CHANNEL
from tests.patience import wait_until
from tests.service.client import PERSON, Client, choose_dealer
from tests.service.live.test_waiting import asked_view, in_background, wait_until_held
from tests.service.redis_cluster import SLOTS, RedisCluster


@pytest.fixture(autouse=True)
def by_messages_alone(monkeypatch):
    """A held request does not look at the store by itself."""
    monkeypatch.setattr(live, "RECHECK_S", 3600)


def held(api, game):
    """A request that waits for the next change."""
    answer = in_background(
        lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=30"}).json[
            "events"
        ]
    )
    wait_until_held(api.http.application)
    return answer


def test_a_listener_whose_connection_has_gone_silent_listens_again(far_api, proxy, api, game, monkeypatch):
    monkeypatch.setattr(live, "PROBE_S", 0.1, raising=False)
    monkeypatch.setattr(live, "DEAF_S", 0.2, raising=False)
    answer = held(far_api, game)
    wait_until(lambda: proxy.count("SUBSCRIBE"))
    proxy.silence("SUBSCRIBE")
    wait_until(lambda: proxy.count("SUBSCRIBE") > 1, "it does not listen again")
    api.move(game, game["token"])
    assert answer()


def test_after_a_promotion_on_a_cluster_the_listener_follows_to_the_new_primary(tmp_path, settings, contract):
    with RedisCluster(tmp_path) as cluster:
        owner = cluster.nodes[key_slot(CHANNEL.encode()) * 3 // SLOTS]
        replica = cluster.replicate(owner)
        app = create_app(Settings(redis_url=cluster.url, queue_redis_url=settings.redis_url, background=False))
        api = Client(app, contract)
        game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
        view, token = asked_view(api, game)
        api.get(
            f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=1"}
        )  # the listener starts
        owner.kill()
        wait_until(lambda: (replica.ask("ROLE") or [""])[0] == "master", "the replica is not promoted")
        wait_until(lambda: api.get(f"/v1/games/{game['id']}").status_code == 200)
        wait_until(
            lambda: any(
                node.ask("PUBSUB", "NUMSUB", CHANNEL)[1] for node in [replica, *cluster.nodes] if node is not owner
            ),
            "the hub does not listen",
        )
        answer = held(api, game)
        assert api.move(view, token).status_code == 200
        assert answer()
        app.extensions["faceoff"].hub.stop()  # its client would look for the cluster without end
