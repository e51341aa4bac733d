"""What the one command starts and with which settings, without starting it; and which port and data folder it takes."""

import argparse
import gc
import http.server
import os
import resource
import socket
import stat
import threading
from itertools import pairwise
from pathlib import Path

import pytest
import segno

from service.config import IN_MEMORY, METRICS_FOLDER, Settings, SettingsError
from service.ops import run
from service.ops.embedded_redis import CannotStart
from service.ops.supervisor import ROOT

NOBODY = "redis://127.0.0.1:1/0"


def options(**changed):
    return argparse.Namespace(
        **{"host": "::", "port": 8000, "workers": 2, "api_processes": 1, "api_threads": 30} | changed
    )


@pytest.fixture
def served(monkeypatch):
    """The arguments of ``serve`` that ``main`` comes to."""
    calls = []
    monkeypatch.setattr(run, "serve", lambda *arguments: calls.append(arguments) or 0)
    monkeypatch.setattr(run.DiskGuard, "start", lambda guard: calls.append("guard"))
    for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    return calls


def main(folder, port):
    return run.main(["--port", str(port), "--data-dir", str(folder)])


def test_without_a_redis_two_servers_are_started_in_the_data_folder_and_its_disk_is_watched(
    served, tmp_path, free_port
):
    assert main(tmp_path, free_port) == 0
    watched, (_, environ, servers) = served
    assert watched == "guard"
    assert [server.name for server in servers] == ["redis", "queue"]
    assert [server.deaths_a_minute for server in servers] == [5, 5]
    assert (environ["FACEOFF_DATA_DIR"], environ["PYTHONUNBUFFERED"]) == (str(tmp_path), "1")
    assert environ["PYTHONPATH"].split(os.pathsep)[0] == str(ROOT)
    assert environ["REDIS_URL"].startswith("unix://")
    assert environ["QUEUE_REDIS_URL"].startswith("unix://")
    queue = servers[1].command
    assert queue[queue.index("--maxmemory") + 1] == "64mb"
    assert "--appendonly" not in queue


def test_with_a_queue_of_ones_own_one_server_is_started(served, tmp_path, free_port, monkeypatch):
    monkeypatch.setenv("QUEUE_REDIS_URL", NOBODY)
    assert main(tmp_path, free_port) == 0
    _, environ, servers = served[1]
    assert ([server.name for server in servers], environ["QUEUE_REDIS_URL"]) == (["redis"], NOBODY)


def test_with_a_redis_of_ones_own_no_disk_is_watched(served, tmp_path, free_port, monkeypatch, redis_server, capsys):
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    monkeypatch.setenv("FACEOFF_DATA_DIR", str(tmp_path))
    assert main(tmp_path, free_port) == 0
    ((_, environ, servers),) = served
    assert (environ["REDIS_URL"], servers) == (redis_server.url, [])
    assert "FACEOFF_DATA_DIR" not in environ
    assert f"on the server that REDIS_URL names, {redis_server.url.partition('?')[0]}\n" in capsys.readouterr().out


def test_a_redis_of_ones_own_that_does_not_respond_is_waited_for_and_then_named_without_its_password(
    served, tmp_path, free_port, monkeypatch, capsys
):
    monkeypatch.setattr(run, "SERVER_WITHIN_S", 0.5)
    monkeypatch.setenv("REDIS_URL", NOBODY.replace("//", "//me:secret@"))
    assert (main(tmp_path, free_port), served) == (2, [])
    out, error = capsys.readouterr()
    assert NOBODY in out
    assert "Connection refused" in error
    assert "unset REDIS_URL" in error
    assert "secret" not in out + error


@pytest.fixture
def supervised(monkeypatch):
    """What the supervisor is given."""
    given = {}

    class Noted:
        def __init__(self, start, stop):
            given.update(start=start, stop=stop)

        def run(self, announce):
            api = given["start"][1][0]
            given.update(metrics=os.listdir(api.environ[METRICS_FOLDER]))
            announce()
            return 7

    monkeypatch.setattr(run, "Supervisor", Noted)
    monkeypatch.setattr(run, "network_address", lambda host: None)
    monkeypatch.setattr(run, "allow_open_files", lambda: given.update(files_are_allowed=True))
    return given


def test_the_parts_start_after_redis_and_stop_before_it(supervised, capsys):
    environ = {"REDIS_URL": NOBODY, "FACEOFF_METRICS_PORT": "9090"}
    redis = run.Process("redis", ["redis"])
    assert run.serve(options(port=1), environ, [redis]) == 7  # nobody listens there
    assert supervised["files_are_allowed"]
    (first, (api, *workers)), (last_api, last_workers, last) = supervised["start"], supervised["stop"]
    assert [worker.name for worker in workers] == ["ai-1", "ai-2", "webhooks"]
    assert (first, last, last_api, last_workers) == ([redis], [redis], [api], workers)
    assert api.stop_within_s == 5
    assert [worker.command[-1] for worker in workers] == [*2 * ["service.workers.main"], "--webhooks"]
    folder = Path(environ[METRICS_FOLDER])
    assert (supervised["metrics"], folder.parent, folder.exists()) == ([], Path(IN_MEMORY), False)
    for part in (api, *workers):
        port = "9090" if part is api else "0"
        assert part.environ == {"REDIS_URL": NOBODY, METRICS_FOLDER: str(folder), "FACEOFF_METRICS_PORT": port}
    assert not [part for part in (api, *workers[:2]) if part.ready()]
    assert "http://[::1]:1    (open" in capsys.readouterr().out


@pytest.mark.usefixtures("supervised")
def test_a_run_that_was_killed_leaves_one_folder_of_metrics_however_often(free_port):
    environ = {"REDIS_URL": NOBODY}
    of_killed = Path(run.metrics_folder(options(port=free_port)))
    (of_killed / "counter_api-1.db").touch()
    run.serve(options(port=free_port), environ, [])
    assert (environ[METRICS_FOLDER], of_killed.exists()) == (str(of_killed), False)


def test_a_folder_of_metrics_that_somebody_else_has_made_is_refused(free_port, tmp_path):
    folder = Path(run.metrics_folder(options(port=free_port)))
    folder.rmdir()
    folder.symlink_to(tmp_path)
    try:
        with pytest.raises(CannotStart, match="open to other users"):
            run.metrics_folder(options(port=free_port))
    finally:
        folder.unlink()


def test_metrics_have_a_port_of_their_own():
    command = run.api_command(options(), Settings(metrics_port=9090, metrics_host="::1"))
    assert [value for name, value in pairwise(command) if name == "--bind"] == ["[::]:8000", "[::1]:9090"]
    with pytest.raises(SettingsError, match="FACEOFF_METRICS_PORT: 8000 is the port of the API"):
        run.api_command(options(), Settings(metrics_port=8000))


def test_an_api_process_accepts_more_connections_than_may_wait():
    command = run.api_command(options(host="::", api_threads=30), Settings(max_streams=100, max_waiters=20))
    following = dict(pairwise(command))
    assert {name: following[f"--{name}"] for name in ("bind", "workers", "threads", "worker-connections")} == {
        "bind": "[::]:8000",
        "workers": "1",
        "threads": "30",
        "worker-connections": "2120",
    }


def test_an_api_process_for_each_core_and_two_at_most():
    assert run.OPTION_VARIABLES["FACEOFF_API_PROCESSES"][1] == min(os.cpu_count(), 2)


@pytest.mark.parametrize(
    ("allowed", "files"), [(1_000_000, 65536), (65536, 65536), (4096, 4096), (resource.RLIM_INFINITY, 65536)]
)
def test_as_many_files_are_opened_as_the_system_allows(monkeypatch, allowed, files):
    limits = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, allowed))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    run.allow_open_files()
    assert limits == [(files, allowed)]


def test_a_server_responds_with_200_or_not_at_all():
    class Half(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/ready" else 204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Half) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        responds = [run.responds("127.0.0.1", server.server_port, path) for path in ("/ready", "/else")]
        server.shutdown()
    assert (responds, run.responds("127.0.0.1", server.server_port, "/ready")) == ([True, False], False)


def test_a_data_folder_is_made_for_its_owner_alone(tmp_path):
    for _ in range(2):
        with run.locked(tmp_path / "a" / "b"):
            assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("port", "free", "hint"),
    [
        (8000, [8001, 8002], "; 8001 is free: make run PORT=8001, or --port 8001"),
        (8000, [8099], "; 8099 is free: make run PORT=8099, or --port 8099"),
        (8000, [8100], ""),
        (65530, [65535], "; 65535 is free: make run PORT=65535, or --port 65535"),
        (65530, [65536], ""),
    ],
)
def test_of_the_next_hundred_ports_the_first_free_one_is_named(monkeypatch, port, free, hint):
    monkeypatch.setattr(run, "is_free", lambda _, other: other in free)
    with pytest.raises(CannotStart) as refused:
        run.check_port("127.0.0.1", port, "make run PORT={0}, or --port {0}")
    assert str(refused.value) == f"port {port} is busy{hint}"
    run.check_port("127.0.0.1", free[0], "")


def has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.parametrize(
    "host", ["127.0.0.1", pytest.param("::1", marks=pytest.mark.skipif(not has_ipv6(), reason="needs IPv6"))]
)
def test_a_port_is_free_until_a_server_listens_on_it(host, free_port):
    assert run.is_free(host, free_port)
    with socket.create_server((host, free_port), family=socket.AF_INET6 if host == "::1" else socket.AF_INET):
        assert not run.is_free(host, free_port)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 65536), ("192.0.2.1", 8000)])
def test_what_cannot_be_listened_on_is_refused_with_the_reason(host, port):
    with pytest.raises(CannotStart, match=f"{host}:{port} cannot be listened on: "):
        run.is_free(host, port)


def test_the_garbage_collector_rests_only_while_modules_are_loaded(monkeypatch):
    calls = []
    monkeypatch.setattr(gc, "freeze", lambda: calls.append(gc.isenabled()))
    gc.disable()
    run.gc_at_start.finish()
    assert (calls, gc.isenabled()) == ([False], True)


# -- what is printed when all runs


def test_a_service_for_this_machine_alone_names_its_address():
    assert "http://127.0.0.1:8123 " in run.ready_text("127.0.0.1", 8123)
    assert "network" not in run.ready_text("127.0.0.1", 8123)


def test_a_service_for_the_network_names_its_address_there_also_as_a_qr_code(monkeypatch):
    monkeypatch.setattr(run, "network_address", lambda host: "192.168.1.20")
    text = run.ready_text("0.0.0.0", 8123)
    assert "http://192.168.1.20:8123 " in text
    assert "http://192.168.1.20:8123/docs" in text
    code = segno.make("http://192.168.1.20:8123", error="L", boost_error=False)
    modules = sum(map(sum, code.matrix))
    drawn = [line[4:] for line in text.splitlines() if set(line.strip()) <= {*"█▀▄ "} and line.strip()]
    dark = sum({" ": 2, "▀": 1, "▄": 1, "█": 0}[block] for line in drawn for block in line)
    edge = len(drawn[0])  # an odd number of rows: the last line has the upper half of a row
    assert dark - edge == modules


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_address_in_the_network_is_one_of_this_machine(host):
    found = run.network_address(host)
    assert found is None or run.is_free(found, 0)


def test_a_service_for_one_address_has_no_other_in_the_network():
    assert run.network_address("127.0.0.1") is None
