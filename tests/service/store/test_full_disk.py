"""A data folder that is full: changes are refused, games can be read, and nothing is lost or half written."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import redis

from service.config import LOW_DISK, MB, Settings, disk_of
from service.ops.embedded_redis import DiskGuard, EmbeddedRedis
from service.store import space
from service.store.space import is_refusal
from tests.faults.full import fill, small_disk
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.client import PERSON
from tests.service.supervised import whole_service

ROOT = Path(__file__).parents[3]


class Disk:
    """A disk that has as much room as the test says."""

    def __init__(self, folder, least_free=MB):
        self.folder = str(folder)
        self.least_free = least_free
        self.room = 100 * MB

    level = space.Disk.level

    def free(self):
        return self.room


@pytest.fixture
def reports():
    return []


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path)


@pytest.fixture
def server(tmp_path):
    with EmbeddedRedis(tmp_path) as server:
        yield server


@pytest.fixture
def guard(server, disk, reports):
    return DiskGuard(server, disk, reports.append)


def is_refused(client):
    try:
        client.set("goal", 1)
    except redis.ResponseError as error:
        return is_refusal(error)
    return False


def test_the_least_free_space_is_set_in_megabytes():
    disk = disk_of(Settings(min_free_mb=3))
    levels = [disk.level(megabytes * 1_048_576) for megabytes in (2, 3, 11, 12)]
    assert levels == ["full", "low", "low", "ok"]


def test_changes_are_refused_before_the_disk_is_full_and_accepted_again_by_themselves(server, guard, disk, reports):
    with redis.Redis.from_url(server.url, decode_responses=True) as client:
        client.set("kept", "yes")
        for room, refused in (
            (100 * MB, False),
            (MB, False),
            (MB - 1, True),
            (MB + 1, True),
            (MB * 5 // 4 - 1, True),
            (MB * 5 // 4, False),
            (0, True),
            (100 * MB, False),
        ):
            disk.room = room
            guard.look()
            assert (room, is_refused(client), client.get("kept")) == (room, refused, "yes")
            assert client.config_get("appendfsync")["appendfsync"] == ("everysec" if refused else "always")
    assert [" no change is accepted until " in line for line in reports] == [False, True, False, True, False]


def test_a_server_is_not_asked_again_while_there_is_room_until_it_is_started_again(guard, server):
    with redis.Redis.from_url(server.url) as client:

        def asked():
            return client.info("commandstats").get("cmdstat_config|get", {"calls": 0})["calls"]

        before = asked()
        for _ in range(3):
            guard.look()
            assert asked() == before + 1
        guard.command()
        guard.look()
        assert asked() == before + 2


def test_a_warning_comes_before(guard, disk, reports):
    disk.room = LOW_DISK * MB - 1
    guard.look()
    guard.look()
    assert len(reports) == 1
    assert "3 MB left: with less than 1 MB no change is accepted" in reports[0]


def test_what_is_reported_changes_with_the_room_and_not_around_a_limit(guard, disk, reports):
    for room in (100 * MB, MB, MB - 1, MB + 1, MB * 5 // 4 - 1, MB * 5 // 4, MB - 1, 4 * MB, 4 * MB - 1):
        disk.room = room
        guard.look()
    where = f"faceoff | the disk of {disk.folder} has"
    assert reports == [
        f"{where} 1 MB left: with less than 1 MB no change is accepted",
        f"{where} 0 MB left: no change is accepted until there are 1 MB; games can be read",
        f"{where} 1 MB left: with less than 1 MB no change is accepted",
        f"{where} 0 MB left: no change is accepted until there are 1 MB; games can be read",
        f"{where} 4 MB left",
        f"{where} 3 MB left: with less than 1 MB no change is accepted",
    ]


def test_a_server_starts_read_only_below_the_limit_and_where_the_room_is_not_known_as_usual(guard, disk, server):
    for room, words in ((MB - 1, 4), (MB, 0), (None, 0)):
        disk.room = room
        assert len(guard.command()) - len(server.command) == words


def test_a_server_that_starts_on_a_full_disk_takes_no_changes(server, guard, disk):
    server.stop()
    disk.room = 0
    server.command = guard.command()
    server.start()
    with redis.Redis.from_url(server.url) as client:
        assert is_refused(client)
        disk.room = 100 * MB
        guard.look()
        assert not is_refused(client)


def call(address, path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address + path, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())


def test_the_service_outlives_a_disk_that_another_program_fills_at_once(tmp_path):
    """Redis ends itself at the first write that fails, is started again, and is read until there is room."""
    metrics_port, settings = free_port(), {"FACEOFF_MIN_FREE_MB": "2", "FACEOFF_API_PROCESSES": "1"}
    with (
        small_disk(tmp_path / "disk", 24) as folder,
        whole_service(folder, FACEOFF_METRICS_PORT=str(metrics_port), **settings) as (supervised, address),
    ):
        _, game = call(address, "/v1/games", {"variant": "hockey", "seats": [PERSON, PERSON]})
        path, token = f"/v1/games/{game['id']}", game["tokens"][str(game["to_act"][0])]
        move = {"ply": game["ply"], "move": call(address, path, token=token)[1]["legal_moves"][0]["move"]}
        fill(folder / "filler")
        status, refused = call(address, f"{path}/moves", move, token)
        while status == 200:  # the last bytes of the file's last block
            view = next(
                view for seat in "01" if (view := call(address, path, token=game["tokens"][seat])[1]).get("legal_moves")
            )
            token = game["tokens"][str(view["to_act"][0])]
            move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
            status, refused = call(address, f"{path}/moves", move, token)
        assert (status, refused["code"]) == (503, "store/unavailable")
        before = wait_until(
            lambda: (found := call(address, path)) and found[0] == 200 and found[1], "games cannot be read"
        )
        assert before["ply"] == move["ply"]
        assert wait_until(lambda: call(address, "/health/ready")[1].get("store") == "read_only")
        assert call(address, "/v1/games", {"variant": "hockey"})[0] == 503
        assert not list(folder.rglob("*.db")), "a process that writes metrics would be ended by SIGBUS"
        assert (
            b"faceoff_commits_total"
            in urllib.request.urlopen(f"http://127.0.0.1:{metrics_port}/metrics", timeout=30).read()
        )
        (folder / "filler").unlink()
        wait_until(lambda: call(address, f"{path}/moves", move, token)[0] == 200, lambda: supervised.output)
        assert call(address, path)[1]["version"] == before["version"] + 1
        wait_until(lambda: call(address, "/v1/games", {"variant": "hockey"})[0] == 201, lambda: supervised.output)
        assert "no change is accepted until" in supervised.output
        assert "giving up" not in supervised.output
        assert "api | ended" not in supervised.output
