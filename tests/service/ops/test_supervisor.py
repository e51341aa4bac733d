"""The supervisor, with real processes: order, restarts, endings, and that it leaves no process behind however it
ends.
"""

import fcntl
import os
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest
import redis
import rq

from service.ops import run
from service.ops.embedded_redis import EmbeddedRedis
from service.store.connection import parse_address
from tests.patience import wait_until
from tests.service.supervised import GAMES_SERVER, QUEUE_SERVER, Supervised

PRELUDE = """
import os, sys, time
from pathlib import Path
from service.ops.supervisor import Process, Supervisor, say

def part(name, code, **policy):
    return Process(name, [sys.executable, "-c", "import os, signal, subprocess, sys, time\\n" + code], **policy)

def polite(name, **policy):
    return part(name, '''
def bye(*_):
    print("bye", flush=True)
    sys.exit(0)
signal.signal(signal.SIGTERM, bye)
print("pid", os.getpid(), flush=True)
time.sleep(60)''', **policy)

def run(start, stop):
    sys.exit(Supervisor(start, stop).run(lambda: say("all ready")))
"""


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start supervisors that do not outlive the test."""
    for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    running = []

    def start(arguments):
        running.append(Supervised(arguments, tmp_path))
        return running[-1]

    yield start
    for supervised in running:
        supervised.end()


@pytest.fixture
def supervise(started):
    def start(definition, *arguments):
        return started(["-c", PRELUDE + definition, *map(str, arguments)])

    return start


def test_a_group_starts_when_the_one_before_is_ready(supervise, tmp_path):
    supervised = supervise(
        """
redis = polite("redis", ready=Path(sys.argv[1]).exists)
api = polite("api")
run([[redis], [api]], [[api], [redis]])
""",
        tmp_path / "go",
    )
    supervised.wait_for("redis | pid")
    assert "api |" not in supervised.output
    (tmp_path / "go").touch()
    supervised.wait_for("api | pid")
    supervised.wait_for("all ready")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_parts_in_order_and_leaves_nothing(supervise, ending):
    supervised = supervise(
        'api, ai, redis = map(polite, ["api", "ai-1", "redis"]); run([[redis], [ai, api]], [[api], [ai], [redis]])'
    )
    supervised.wait_for("all ready")
    for name in ("api", "ai-1", "redis"):
        supervised.wait_for(f"{name} | pid")
    supervised.signal(ending)
    assert supervised.status() == 0
    assert [line for line in supervised.output.splitlines() if "bye" in line] == [
        "api | bye",
        "ai-1 | bye",
        "redis | bye",
    ]
    supervised.leaves_nothing()


def test_a_part_that_dies_starts_again_and_what_it_left_is_ended(supervise):
    supervised = supervise(
        """
api = part("api", '''
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print("child", child.pid, flush=True)
print("pid", os.getpid(), flush=True)
time.sleep(60)''', first_delay_s=0.05)
run([[api]], [[api]])
"""
    )
    supervised.wait_for("api | pid")
    orphan = int(supervised.output.split("child ")[1].split()[0])
    os.kill(supervised.pid_of("api"), signal.SIGKILL)
    supervised.wait_for("api | was ended by SIGKILL; starts again in 0.05 s")
    supervised.wait_for("api | pid", times=2)
    assert orphan not in supervised.session()


def test_restarts_come_ever_later_and_too_many_deaths_of_redis_end_everything(supervise, tmp_path):
    supervised = supervise(
        """
redis = part("redis", '''
if os.path.exists(sys.argv[1]):
    sys.exit(3)
print("pid", os.getpid(), flush=True)
time.sleep(60)''', deaths_a_minute=3, first_delay_s=0.02)
redis.command.append(sys.argv[1])
api = polite("api")
run([[redis], [api]], [[api], [redis]])
""",
        tmp_path / "damaged",
    )
    supervised.wait_for("all ready")
    supervised.wait_for("redis | pid")
    (tmp_path / "damaged").touch()
    os.kill(supervised.pid_of("redis"), signal.SIGKILL)
    assert supervised.status() == 1
    assert "redis | was ended by SIGKILL; starts again in 0.02 s" in supervised.output
    assert "redis | ended with status 3; starts again in 0.04 s" in supervised.output
    assert "redis | ended with status 3; starts again in 0.08 s" in supervised.output
    assert "giving up: redis died 4 times within a minute" in supervised.output
    supervised.leaves_nothing()


def test_a_part_that_never_starts_ends_everything_with_its_own_words(supervise):
    supervised = supervise("""
api = part("api", "sys.exit('no such module')", ready=lambda: False, first_delay_s=0.01)
redis = polite("redis")
run([[redis], [api]], [[api], [redis]])
""")
    assert supervised.status() == 1
    assert supervised.output.count("api | no such module") == 3
    assert "giving up: api does not start" in supervised.output
    supervised.leaves_nothing()


@pytest.mark.parametrize("status", [2, 4])
def test_a_part_whose_settings_are_wrong_is_not_started_again(supervise, status):
    supervised = supervise(f"""
api = part("api", "print('this one is wrong', flush=True); sys.exit({status})", ready=lambda: False, first_delay_s=0.01)
run([[api]], [[api]])
""")
    assert supervised.status() == 1
    assert supervised.output.count("api | this one is wrong") == 1


STUBBORN = """
api = part("api", '''
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("pid", os.getpid(), flush=True)
time.sleep(60)''', stop_within_s=float(sys.argv[1]))
run([[api]], [[api]])
"""


def test_a_part_that_does_not_stop_in_time_is_killed(supervise):
    supervised = supervise(STUBBORN, 0.2)
    supervised.wait_for("api | pid")
    supervised.signal(signal.SIGTERM)
    assert supervised.status() == 0
    supervised.leaves_nothing()


def test_a_second_ctrl_c_ends_everything_at_once(supervise):
    supervised = supervise(STUBBORN, 600)
    supervised.wait_for("api | pid")
    supervised.signal(signal.SIGINT)
    supervised.wait_for("stopping")
    supervised.signal(signal.SIGINT)
    assert supervised.status() == 0
    supervised.leaves_nothing()


def test_a_killed_supervisor_leaves_nothing(supervise):
    supervised = supervise(STUBBORN, 600)
    supervised.wait_for("api | pid")
    supervised.signal(signal.SIGKILL)
    supervised.status()
    supervised.leaves_nothing()


def test_chatter_is_left_out_and_a_last_line_without_its_end_is_not(supervise):
    supervised = supervise("""
command = "print('nothing new'); print('disk full', end=''); sys.exit(1)"
api = part("api", command, chatter=("nothing",), first_delay_s=9)
run([[api]], [[api]])
""")
    supervised.wait_for("api | ended")
    assert "api | disk full\n" in supervised.output
    assert "nothing new" not in supervised.output


def test_a_busy_port_is_named_with_the_next_free_one(started, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        supervised = started(["-m", "service.ops.run", "--port", str(port), "--data-dir", str(tmp_path / "data")])
        assert supervised.status() == 2
    assert f"port {port} is busy; " in supervised.output
    assert "is free: make run PORT=" in supervised.output


def test_a_port_whose_server_has_just_gone_is_not_busy():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        port = server.getsockname()[1]
        connection, _ = server.accept()
        connection.close()  # closing first leaves the port in TIME_WAIT
        client.recv(1)
    assert run.is_free("127.0.0.1", port)


def test_a_data_folder_belongs_to_one_supervisor(started, tmp_path, free_port):
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        print(4711, file=lock, flush=True)
        supervised = started(["-m", "service.ops.run", "--port", str(free_port), "--data-dir", str(tmp_path)])
        assert supervised.status() == 2
    assert f"the data folder {tmp_path} is in use by process 4711" in supervised.output


def test_the_lock_of_a_data_folder_names_its_process_and_none_before(tmp_path):
    (tmp_path / "lock").write_text("12345678901234567890\n")  # of a process that has ended
    refused = pytest.raises(run.CannotStart, match=f"in use by process {os.getpid()}: stop")
    with run.locked(tmp_path), refused, run.locked(tmp_path):
        pass


def test_options_come_from_the_command_line_before_the_environment(monkeypatch):
    monkeypatch.setenv("FACEOFF_PORT", "8001")
    monkeypatch.setenv("FACEOFF_DATA_DIR", "/srv/games")
    options = run.parse_options(["--port", "8002"])
    assert (options.port, options.data_dir, options.workers) == (8002, Path("/srv/games"), 2)


def test_a_wrong_setting_is_reported_at_the_start(monkeypatch):
    monkeypatch.setenv("FACEOFF_MAX_STREAMS", "many")
    assert run.main([]) == 2


def test_workers_of_an_earlier_run_do_not_count_as_registered(tmp_path):
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as connection:
        rq.SimpleWorker(["ai"], connection=connection).register_birth()
        one_is_registered = run.workers_registered(parse_address(server.url), 1)
        assert not one_is_registered()
        rq.SimpleWorker(["ai"], connection=connection).register_birth()
        assert one_is_registered()


def test_the_real_service_starts_outlives_the_death_of_each_part_and_stops(started, tmp_path, free_port):
    arguments = [
        "-m",
        "service.ops.run",
        "--port",
        str(free_port),
        "--data-dir",
        str(tmp_path / "data"),
        "--workers",
        "2",
    ]
    service = started(arguments)
    service.wait_for(f"Faceoff is ready    http://127.0.0.1:{free_port}")
    assert health(free_port) == 200
    parts = {
        "ai-1": "service.workers.main",
        "webhooks": "--webhooks",
        "api": "gunicorn",
        "redis": GAMES_SERVER,
        "queue": QUEUE_SERVER,
    }
    for name, words in parts.items():
        os.kill(service.find(words), signal.SIGKILL)
        service.wait_for(f"{name} | was ended by SIGKILL")
        wait_until(lambda: health(free_port) == 200, lambda: f"not ready again:\n{service.output}")
    service.signal(signal.SIGTERM)
    assert service.status() == 0
    service.leaves_nothing()


@pytest.mark.parametrize(("name", "value"), [("LIMIT_READ", "often"), ("DECKS", "hockey")])
def test_the_real_service_names_a_wrong_setting_and_does_not_start(
    started, tmp_path, monkeypatch, free_port, name, value
):
    monkeypatch.setenv(f"FACEOFF_{name}", value)
    service = started(
        ["-m", "service.ops.run", "--port", str(free_port), "--data-dir", str(tmp_path / "data"), "--workers", "1"]
    )
    assert service.status() in (1, 2)
    named = f"FACEOFF_{name}: '{value}"
    assert named in service.output
    assert service.output.count(f"api | {named}") <= 1  # a worker that names it first ends everything
    assert "Traceback" not in service.output


def test_the_real_service_leaves_nothing_when_its_supervisor_is_killed_and_can_be_started_at_once(
    started, tmp_path, free_port
):
    arguments = [
        "-m",
        "service.ops.run",
        "--port",
        str(free_port),
        "--data-dir",
        str(tmp_path / "data"),
        "--workers",
        "1",
    ]
    killed = started(arguments)
    killed.wait_for("Faceoff is ready")
    killed.signal(signal.SIGKILL)
    killed.status()
    killed.leaves_nothing()
    again = started(arguments)
    again.wait_for("Faceoff is ready")


def test_with_a_redis_of_ones_own_none_is_started(started, tmp_path, monkeypatch, free_port):
    with EmbeddedRedis(tmp_path / "theirs") as server:
        monkeypatch.setenv("REDIS_URL", server.url)
        arguments = [
            "--port",
            str(free_port),
            "--data-dir",
            str(tmp_path / "ours"),
            "--workers",
            "1",
            "--api-processes",
            "1",
        ]
        service = started(["-m", "service.ops.run", *arguments])
        service.wait_for("Faceoff is ready")
        assert not [process for process in service.session().values() if "redis.sock" in process.command]
        assert not (tmp_path / "ours").exists()
        service.signal(signal.SIGTERM)
        assert service.status() == 0
    service.leaves_nothing()


def health(port):
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()
