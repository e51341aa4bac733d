"""One command starts everything: ``faceoff run`` runs Redis, the API and the workers, and keeps them running.

A process that dies is restarted; Ctrl-C stops all of them in order (``service.ops.supervisor``).
"""

from service.process import gc_at_start

# isort: split
import argparse
import errno
import fcntl
import io
import os
import resource
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

import redis
import rq
import segno

from service.config import DRAIN_S, IN_MEMORY, METRICS_FOLDER, MOST_WAITING, Settings, SettingsError, disk_of
from service.ops.embedded_redis import CannotStart, DiskGuard, EmbeddedRedis, private_folder
from service.ops.supervisor import ROOT, Process, Supervisor, say
from service.store.connection import Address, impatient_client, parse_address, queue_address, shown_address

gc_at_start.finish()

REDIS_DEATHS_A_MINUTE: Final = 5  # more is not an accident: a full disk, a damaged file, a wrong server
API_PROCESSES: Final = min(os.cpu_count() or 1, 2)  # requests are short; the searches need the cores
API_THREADS: Final = 8  # more would answer less: Python runs one at a time. Those that wait for a client do not count
QUEUE_MEMORY_MB: Final = 64  # a waiting call takes 2 kB
SERVER_WITHIN_S: Final = 10  # a server that is started at the same time responds by then
MAX_OPEN_FILES: Final = 65536  # a stream needs one; many systems allow 1024 by default

OPTION_VARIABLES: Final[Mapping[str, tuple[Callable[[str], object], object, str]]] = {
    "FACEOFF_HOST": (str, "127.0.0.1", "address to listen on"),
    "FACEOFF_PORT": (int, 8000, "port to listen on"),
    "FACEOFF_WORKERS": (int, 2, "number of AI workers"),
    "FACEOFF_DATA_DIR": (Path, ".faceoff", "folder in which the games are stored"),
    "FACEOFF_API_PROCESSES": (int, API_PROCESSES, "number of API processes"),
    "FACEOFF_API_THREADS": (int, API_THREADS, "threads of each API process"),
}
"""Variables of the command line's options, in the order of the help."""


def main(argv: Sequence[str] | None = None) -> int:
    options = parse_options(argv)
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), environ.get("PYTHONPATH")]))
    try:
        settings = Settings.from_env()
        check_port(options.host, options.port, "make run PORT={0}, or --port {0}")
        if settings.metrics_port:
            check_port(settings.metrics_host, settings.metrics_port, "FACEOFF_METRICS_PORT={0}")
        if environ.get("REDIS_URL"):
            environ.pop("FACEOFF_DATA_DIR", None)  # the folder of a server of ours, whose disk is watched
            wait_for_server(settings)
            return serve(options, environ, [])
        with locked(options.data_dir):
            server = EmbeddedRedis(options.data_dir, memory_mb=settings.redis_memory_mb)
            say(f"faceoff | {server.server}, data in {server.data_dir}")
            environ |= {"REDIS_URL": server.url, "FACEOFF_DATA_DIR": str(server.data_dir)}
            guard = DiskGuard(server, disk_of(replace(settings, data_dir=str(server.data_dir))), say)
            guard.start()
            servers = [redis_process("redis", server, guard.command)]
            if not settings.queue_redis_url:
                queue = EmbeddedRedis(server.data_dir, server.server, QUEUE_MEMORY_MB, name="queue", is_durable=False)
                environ["QUEUE_REDIS_URL"] = queue.url
                servers.append(redis_process("queue", queue, queue.command))
            return serve(options, environ, servers)
    except (CannotStart, SettingsError) as reason:
        print(f"faceoff | cannot start: {reason}", file=sys.stderr)
        return 2


def wait_for_server(settings: Settings) -> None:
    """Print which server REDIS_URL names, and wait for a while until it responds. Raises CannotStart."""
    say(f"faceoff | the games are on the server that REDIS_URL names, {shown_address(settings.redis_url)}")
    client, ends = impatient_client(parse_address(settings.redis_url), 1.0), time.monotonic() + SERVER_WITHIN_S
    while True:
        try:
            client.ping()
            return
        except redis.RedisError as error:
            if time.monotonic() > ends:
                raise CannotStart(
                    f"it does not respond ({error}). Start it, or unset REDIS_URL: then a server of its own is started"
                ) from error
            time.sleep(0.2)


def parse_options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; missing options come from the environment, otherwise from the defaults."""
    description = "Start Redis (unless REDIS_URL is set), the API and the AI workers, and restart those that die."
    parser = argparse.ArgumentParser(prog="faceoff run", description=description)
    for variable, (kind, usual, text) in OPTION_VARIABLES.items():
        name = variable.removeprefix("FACEOFF_").replace("_", "-").lower()
        value = os.environ.get(variable, str(usual))
        parser.add_argument(
            f"--{name}", type=kind, default=value, help=f"{text} (environment: {variable}; now %(default)s)"
        )
    return parser.parse_args(argv)


def serve(options: argparse.Namespace, environ: dict[str, str], redis_processes: list[Process]) -> int:
    """Start the processes and keep them running until a stop signal."""
    allow_open_files()
    settings = Settings.from_env(environ)
    parse_address(settings.redis_url)
    queue = queue_address(settings)
    url_host = reachable(options.host)
    api = Process(
        "api",
        api_command(options, settings),
        environ,
        ready=lambda: responds(url_host, options.port, "/health/ready"),
        stop_within_s=DRAIN_S + 2,
        death_signal=signal.SIGINT,  # to the master, which ends its workers; without Redis there is nothing to wait for
    )
    all_registered = workers_registered(queue, options.workers)
    of_workers = environ | {"FACEOFF_METRICS_PORT": "0"}  # the API answers for the workers too
    workers = [
        Process(f"ai-{number}", [sys.executable, "-m", "service.workers.main"], of_workers, ready=all_registered)
        for number in range(1, options.workers + 1)
    ]
    workers.append(Process("webhooks", [sys.executable, "-m", "service.workers.main", "--webhooks"], of_workers))

    supervisor = Supervisor(start=[redis_processes, [api, *workers]], stop=[[api], workers, redis_processes])
    environ[METRICS_FOLDER] = of_workers[METRICS_FOLDER] = folder = metrics_folder(options)
    try:
        return supervisor.run(lambda: say(ready_text(options.host, options.port)))
    finally:
        shutil.rmtree(folder)


def metrics_folder(options: argparse.Namespace) -> str:
    """An empty folder for the metrics of the service that listens on this port. Raises CannotStart."""
    folder = Path(IN_MEMORY, f"faceoff-{os.getuid()}-metrics-{options.host}-{options.port}")
    shutil.rmtree(folder, ignore_errors=True)  # left by a run that was killed
    return str(private_folder(folder))


def allow_open_files() -> None:
    """Raise the limit of open files to what streams may need, for this process and those it starts or becomes."""
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MAX_OPEN_FILES if allowed == resource.RLIM_INFINITY else min(allowed, MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, allowed))


def api_command(options: argparse.Namespace, settings: Settings) -> list[str]:
    """The API as one command. Raises SettingsError if metrics have no port of their own."""
    listens = [(options.host, options.port)]
    if settings.metrics_port == options.port:
        raise SettingsError(f"FACEOFF_METRICS_PORT: {options.port} is the port of the API; choose another one, or 0")
    if settings.metrics_port:
        listens.append((settings.metrics_host, settings.metrics_port))
    return [
        *(sys.executable, "-m", "gunicorn", "wsgi:app", "--config", "python:service.ops.gunicorn_conf"),
        *(part for host, port in listens for part in ("--bind", f"{bracketed(host)}:{port}")),
        *("--workers", str(options.api_processes), "--threads", str(options.api_threads)),
        # never reached: waiting connections are dropped first
        *("--worker-connections", str(settings.max_streams + settings.max_waiters + 2 * MOST_WAITING)),
    ]


def redis_process(name: str, server: EmbeddedRedis, command: Sequence[str] | Callable[[], Sequence[str]]) -> Process:
    return Process(
        name,
        command,
        ready=server.answers,
        deaths_a_minute=REDIS_DEATHS_A_MINUTE,
        chatter=("Memory overcommit", "signal-handler", "ready to exit"),
    )


def responds(host: str, port: int, path: str, within_s: float = 1) -> bool:
    """True if a server answers a request to a path with 200."""
    connection = HTTPConnection(host, port, timeout=within_s)
    try:
        connection.request("GET", path, headers={"Connection": "close"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def workers_registered(address: Address, number: int) -> Callable[[], bool]:
    """Return a check whether ``number`` workers have registered with RQ since now. Those of an earlier run may still be
    registered.
    """
    since = datetime.now(UTC)

    def check() -> bool:
        with impatient_client(address, within_s=1) as connection:
            try:
                births = [worker.birth_date for worker in rq.Worker.all(connection=connection)]
            except redis.RedisError:
                return False
        return sum(birth is not None and birth >= since for birth in births) >= number

    return check


@contextmanager
def locked(data_dir: Path) -> Iterator[None]:
    """Lock ``data_dir`` for this process; the kernel releases the lock when the process ends, however it ends."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (data_dir / "lock").open("a+")
    except OSError as error:
        raise CannotStart(f"the data folder {data_dir} cannot be used: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CannotStart(
                f"the data folder {data_dir} is in use by process {file.read().strip()}: stop that one, or choose "
                "another --data-dir"
            ) from None
        file.truncate(0)
        print(os.getpid(), file=file, flush=True)
        yield


def check_port(host: str, port: int, advice: str) -> None:
    """Raise CannotStart if another program listens on this port, with the advice how to choose the next free one."""
    if not is_free(host, port):
        following = next((other for other in range(port + 1, min(port + 100, 65536)) if is_free(host, other)), None)
        raise CannotStart(
            f"port {port} is busy" + (f"; {following} is free: {advice.format(following)}" if following else "")
        )


def is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        # As gunicorn does: connections of a server that has just stopped do not make its port busy.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
                return False
            raise CannotStart(f"{host}:{port} cannot be listened on: {error}") from error
    return True


def reachable(host: str) -> str:
    """The address at which this machine reaches a server that listens on ``host``, which may mean every address."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def ready_text(host: str, port: int) -> str:
    """Where the service is, and its address in the network, also as a QR code, if others reach it there."""
    shared = network_address(host)
    address = f"http://{bracketed(shared or reachable(host))}:{port}"
    lines = [
        f"Faceoff is ready    {address}    (open it in a browser to play)",
        f"Documentation       {address}/docs",
        "Stop                Ctrl-C",
    ]
    if shared:  # a link that the page shows names the address at which it was opened
        lines.insert(1, "On a phone          the same, in this network")
        lines += ["", *qr_code(address).splitlines()]
    return "\n" + "".join(f"    {line}\n" for line in lines)


def network_address(host: str) -> str | None:
    """This machine's address in its network if a server that listens on ``host`` is reached there; None without one."""
    if host == reachable(host):
        return None
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))  # chooses the way there, and sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return None


def qr_code(address: str) -> str:
    """An address as lines of blocks, for a phone's camera."""
    lines = io.StringIO()
    segno.make(address, error="L", boost_error=False).terminal(lines, compact=True)
    return lines.getvalue()


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


if __name__ == "__main__":
    sys.exit(main())
