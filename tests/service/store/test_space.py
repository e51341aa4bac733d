"""From which memory and disk on the store is low or full, and how often it is looked at."""

import logging
from types import SimpleNamespace

import pytest
import redis

from service.config import MB, Disk, Settings, disk_of
from service.model.answer import Problem
from service.store import space
from service.store.space import Space, is_refusal
from tests.service.clock import set_monotonic


class Server:
    """What Redis says of itself."""

    def __init__(self, used=0, most=1000, **more):
        self.reported = {"used_memory": used, "maxmemory": most, **more}
        self.asked = 0

    def info(self):
        self.asked += 1
        return self.reported


def disk(free=None, least=10):
    return SimpleNamespace(free=lambda: free, level=Disk("", least).level)


@pytest.mark.parametrize(
    ("server", "free", "level"),
    [
        (Server(799), None, "ok"),
        (Server(800), None, "low"),
        (Server(899), None, "low"),
        (Server(900), None, "full"),
        (Server(950, mem_not_counted_for_evict=151), None, "ok"),
        (Server(10**9, most=0), None, "ok"),
        (Server(0), 40, "ok"),
        (Server(0), 39, "low"),
        (Server(950, aof_last_write_status="err"), None, "read_only"),
        (Server(0, aof_last_write_status="ok", min_slaves_good_slaves=1), None, "ok"),
        (Server(0, min_slaves_good_slaves=0), None, "read_only"),
    ],
)
def test_the_store_is_low_with_80_percent_of_its_memory_and_full_with_90(server, free, level):
    found = Space(server, disk(free)).look()
    memory = server.reported["used_memory"] - server.reported.get("mem_not_counted_for_evict", 0)
    assert (found.level, found.memory, found.most_memory, found.free_disk) == (
        level,
        memory,
        server.reported["maxmemory"],
        free,
    )


@pytest.mark.parametrize(("used", "most", "is_low"), [(799, 1000, False), (800, 1000, True), (800, 0, False)])
def test_games_that_are_over_go_early_from_80_percent_on(used, most, is_low):
    assert Space(Server(used, most), disk()).look().is_memory_low is is_low


@pytest.mark.parametrize(("server", "free", "refuses"), [(Server(899), 5, False), (Server(900), None, True)])
def test_nothing_new_is_stored_when_it_is_full(server, free, refuses):
    looked = Space(server, disk(free))
    if refuses:
        with pytest.raises(Problem) as refused:
            looked.require()
        assert (refused.value.code, refused.value.extra["retry_after_s"]) == ("store/full", 30)
    else:
        looked.require()


def test_the_store_is_looked_at_once_a_second(monkeypatch):
    clock = set_monotonic(monkeypatch, space)
    clock.now = 0.0
    looked = Space(server := Server(), disk())
    for clock.now, asked in ((0.0, 1), (0.9, 1), (1.0, 2), (1.9, 2)):
        looked.state()
        assert server.asked == asked


def test_a_change_of_the_state_is_logged_once_with_its_figures(caplog):
    caplog.set_level(logging.INFO)
    looked = Space(server := Server(70 * MB, 100 * MB), disk(7 * MB + 1, least=0))
    for used, most in ((70, 100), (85, 100), (86, 100), (95, 100), (50, 0)):
        server.reported = {"used_memory": used * MB, "maxmemory": most * MB}
        looked.look()
    figures = [
        "85 of 100 MB of memory used, 7 MB of disk free",
        "95 of 100 MB of memory used, 7 MB of disk free",
        "50 MB of memory used, 7 MB of disk free",
    ]
    assert [record.getMessage().partition("(")[2].rstrip(")") for record in caplog.records] == figures
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR", "INFO"]


@pytest.mark.parametrize(
    ("error", "refused"),
    [
        (redis.OutOfMemoryError("command not allowed"), True),
        (redis.ResponseError("MISCONF Errors writing to the AOF file"), True),
        (redis.ResponseError("NOREPLICAS Not enough good replicas to write."), True),
        (redis.ResponseError("ERR MISCONF"), False),
        (redis.ConnectionError("refused"), False),
    ],
)
def test_a_store_that_takes_no_changes_says_so(error, refused):
    assert is_refusal(error) is refused


def test_a_disk_is_that_of_a_folder_which_can_be_read(tmp_path):
    found = disk_of(Settings(data_dir=str(tmp_path), min_free_mb=3))
    assert (found.folder, found.least_free) == (str(tmp_path), 3 * 1024 * 1024)
    assert found.free() > 0
    assert [Disk(folder, MB).free() for folder in ("", str(tmp_path / "none"))] == [None, None]
    assert [Disk("", 10).level(free) for free in (None, 40, 39, 10, 9)] == ["ok", "ok", "low", "low", "full"]
