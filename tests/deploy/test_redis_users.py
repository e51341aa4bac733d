"""The Redis of the cluster has a user for each kind of pod: each does its work, and nothing that is another one's."""

import os
import subprocess
from dataclasses import replace

import pytest
import redis
from redis.exceptions import NoPermissionError

from service.app import create_app
from service.config import Settings
from service.ops.embedded_redis import find_server
from service.store.queue import QUEUES, SafeJob
from service.webhooks.deliveries import Deliveries
from service.workers import ai_jobs
from service.workers.sweeper import make_sweeper
from tests import children
from tests.deploy.test_k8s import K8S, build, documents, of_kind, pod
from tests.patience import wait_until
from tests.service.burst import BurstWorker
from tests.service.client import OPEN, Client, Contract, ai

KINDS = ("api", "worker", "webhooks", "keda")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of the server, started with the arguments of the manifest and the Secret of the example."""
    folder = tmp_path_factory.mktemp("redis")
    (workload,) = of_kind(build(K8S / "overlays" / "small"), "StatefulSet")
    (container,) = pod(workload)["containers"]
    (secret,) = [
        found for found in documents(K8S / "secrets.example.yaml") if found["metadata"]["name"] == "faceoff-redis"
    ]
    given = [text.replace("/data", str(folder)) for text in container["args"]]
    for variable in container["env"]:
        value = secret["stringData"][variable["valueFrom"]["secretKeyRef"]["key"]]
        given = [text.replace(f"$({variable['name']})", value) for text in given]
    socket = folder / "s"
    process = children.start(
        [find_server().path, *given, "--port", "0", "--unixsocket", str(socket), "--appendfsync", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until(socket.exists, lambda: "the server does not start")
        yield socket
    finally:
        os.kill(process.pid, 9)
        process.wait()


@pytest.fixture
def operator(server):
    with redis.Redis(unix_socket_path=str(server), password="PASSWORD", decode_responses=True) as client:
        client.flushall()
        client.acl_log_reset()
        yield client


def settings_of(server, kind):
    return Settings(redis_url=f"unix://{kind}:PASSWORD-{kind.upper()}@{server}", background=False, ai_pace_ms=0)


def client_of(server, kind):
    return redis.Redis.from_url(settings_of(server, kind).redis_url, decode_responses=True)


def refused(operator):
    """What Redis has refused: to whom, and what."""
    return [(entry["username"], entry["reason"], entry["object"]) for entry in operator.acl_log()]


@pytest.fixture
def api(server, operator):
    return Client(create_app(replace(settings_of(server, "api"), private_webhooks=True)), Contract())


def test_each_kind_of_pod_does_its_work_with_its_own_user(server, operator, api):
    game = api.create(seats=[ai(1), OPEN])
    path = f"/v1/games/{game['id']}"
    joined = api.post(f"{path}/join", {"join_code": game["join_code"]}).json
    api.post("/v1/webhooks", {"game_id": game["id"], "url": "http://127.0.0.1:9/"}, token=joined["token"])
    api.post(f"{path}/suggestions", {"level": 1}, token=joined["token"])
    api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 5})
    api.post(
        "/v1/matches",
        {"variant": "hockey", "options": {"periods": 1}, "first": {"level": 1}, "second": {"level": 0}, "pairs": 1},
    )
    api.post(f"{path}/resign", token=joined["token"])
    tasks, client = ai_jobs.prepare_worker(settings_of(server, "worker"))
    BurstWorker(QUEUES, client, SafeJob).empty_queues()
    make_sweeper(tasks).sweep()
    deliveries = Deliveries(settings_of(server, "webhooks"))
    deliveries.look()
    deliveries.dispatcher.close()
    client_of(server, "keda").llen("rq:queue:ai")
    assert refused(operator) == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_pod_changes_the_server_its_users_or_everything_at_once(server, operator, kind):
    with client_of(server, kind) as client:
        for command in (
            ["CONFIG", "SET", "maxmemory", "1"],
            ["ACL", "LIST"],
            ["FLUSHALL"],
            ["SHUTDOWN"],
            ["KEYS", "*"],
        ):
            with pytest.raises(NoPermissionError):
                client.execute_command(*command)


def test_the_pod_that_goes_out_changes_no_game_and_reads_no_task_or_key(server, operator, api):
    game = api.create(seats=[ai(1), OPEN])
    (name,) = operator.scan_iter(f"*:game:{game['id']}")
    with client_of(server, "webhooks") as client:
        assert client.hget(name, "revision").startswith("1-")
        others = ("{tasks}:task:m_x", "faceoff:keys", name.replace(":game:", ":requests:"))
        for command in (["HSET", name, "revision", "7-lost"], ["DEL", name], *(["HGETALL", other] for other in others)):
            with pytest.raises(NoPermissionError):
                client.execute_command(*command)


def test_no_script_changes_a_game_for_the_pod_that_goes_out(server, operator, api):
    """A script may be passed a game that it reads, so the rights of what it calls are what counts."""
    game = api.create(seats=[ai(1), OPEN])
    (name,) = operator.scan_iter(f"*:game:{game['id']}")
    with client_of(server, "webhooks") as client:
        script = client.register_script("return redis.call('HSET', KEYS[1], 'revision', ARGV[1])")
        with pytest.raises(redis.ResponseError, match=r"(?i)acl|permission"):
            script(keys=[name], args=[7])
    assert operator.hget(name, "revision").startswith("1-")


def test_keda_counts_what_waits_and_reads_no_job(server, operator):
    with client_of(server, "keda") as client:
        for command in (["LRANGE", "rq:queue:ai", "0", "-1"], ["DEL", "rq:queue:ai"], ["LLEN", "rq:job:x"]):
            with pytest.raises(NoPermissionError):
                client.execute_command(*command)


def test_no_user_is_let_in_with_the_password_of_another_kind(server, operator):
    stranger = redis.Redis(unix_socket_path=str(server), username="webhooks", password="PASSWORD-API")
    with stranger as client, pytest.raises(redis.AuthenticationError):
        client.ping()
