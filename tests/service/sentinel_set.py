"""A primary, two replicas and three sentinels on loopback ports, and faults of the primary."""

import signal
import subprocess
from contextlib import ExitStack

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.ops.embedded_redis import find_server
from tests import children, ports
from tests.patience import wait_until

NAME = "faceoff"
PASSWORD = "secret"
DOWN_AFTER_MS = 2000
"""With one second, a sentinel may take the new primary for down before it has pinged it once, and there is a second
failover.
"""


class Node:
    """One server or sentinel. Its clients are the default user; replicas and sentinels have users of their own, which
    can be cut off.
    """

    def __init__(self, folder, *options, is_sentinel=False):
        self.port = ports.free_port()
        self.folder = folder
        folder.mkdir()
        server = find_server()
        config = folder / "redis.conf"
        lines = [f"port {self.port}", "bind 127.0.0.1", f"dir {folder}", 'logfile "log"', *options]
        config.write_text("\n".join(lines) + "\n")
        self.command = [str(server.path), str(config), *(["--sentinel"] if is_sentinel else [])]
        self.process = None
        self.start()

    def start(self):
        self.process = children.start(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def client(self, **options):
        return redis.Redis(
            port=self.port, decode_responses=True, socket_timeout=1, retry=Retry(NoBackoff(), 0), **options
        )

    def ask(self, *command, **options):
        """The reply to a command; None if there is none."""
        with self.client(**options) as client:
            try:
                return client.execute_command(*command)
            except redis.RedisError:
                return None

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Server(Node):
    """A primary or replica."""

    def __init__(self, folder, primary=None):
        super().__init__(
            folder,
            *("appendonly yes", "appendfsync no", 'save ""', "repl-diskless-sync-delay 0", "repl-timeout 5"),
            f"requirepass {PASSWORD}",
            *(f"user {name} on >{PASSWORD} ~* &* +@all" for name in ("replica", "sentinel")),
            "masteruser replica",
            f"masterauth {PASSWORD}",
            *([f"replicaof 127.0.0.1 {primary.port}"] if primary else []),
        )

    def ask(self, *command):
        return super().ask(*command, password=PASSWORD)

    @property
    def role(self):
        answer = self.ask("ROLE")
        return answer[0] if answer else None

    def cut_off(self):
        """Its clients reach it; the replicas and the sentinels do not."""
        for user in ("replica", "sentinel"):
            self.ask("ACL", "SETUSER", user, "off")
            self.ask("CLIENT", "KILL", "USER", user)

    def reach_again(self):
        for user in ("replica", "sentinel"):
            self.ask("ACL", "SETUSER", user, "on")


class Together:
    """Servers that are started together, as a context manager, and killed together."""

    def __init__(self, folder):
        self.folder = folder
        self._stack = ExitStack()

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *error):
        self._stack.close()

    def start(self):
        """Start them, each by ``started``, and wait until they know each other."""
        raise NotImplementedError

    def started(self, node):
        self._stack.callback(node.kill)
        return node


class SentinelSet(Together):
    """The six of them. ``url`` is for the service."""

    def __init__(self, folder):
        super().__init__(folder)
        self.servers, self.sentinels = [], []

    def start(self):
        for number in range(3):
            self.servers.append(
                self.started(Server(self.folder / f"server{number}", self.servers[0] if number else None))
            )
        wait_until(
            lambda: (self.servers[0].ask("INFO", "replication") or {}).get("connected_slaves") == 2, "no two replicas"
        )
        watched = [
            f"sentinel monitor {NAME} 127.0.0.1 {self.servers[0].port} 2",
            f"sentinel auth-user {NAME} sentinel",
            f"sentinel auth-pass {NAME} {PASSWORD}",
            f"sentinel down-after-milliseconds {NAME} {DOWN_AFTER_MS}",
            f"sentinel failover-timeout {NAME} 2500",
        ]
        for number in range(3):
            self.sentinels.append(self.started(Node(self.folder / f"sentinel{number}", *watched, is_sentinel=True)))
        wait_until(
            lambda: all(self._knows_all(sentinel) for sentinel in self.sentinels),
            "the sentinels do not find all others",
        )

    def _knows_all(self, sentinel):
        state = sentinel.ask("SENTINEL", "MASTER", NAME)
        return (
            state
            and (int(state["num-other-sentinels"]), int(state["num-slaves"])) == (2, 2)
            and state["flags"] == "master"
        )

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://:{PASSWORD}@{hosts}/{NAME}"

    @property
    def primary(self):
        """The server that the sentinels name."""
        state = next(state for sentinel in self.sentinels if (state := sentinel.ask("SENTINEL", "MASTER", NAME)))
        return next(server for server in self.servers if server.port == int(state["port"]))

    def wait_until_whole(self):
        """Until the old primary follows the new one, and all sentinels agree."""
        wait_until(lambda: [server.role for server in self.servers].count("master") == 1, "not one primary")
        wait_until(lambda: all(self._knows_all(sentinel) for sentinel in self.sentinels), "the sentinels do not agree")
        wait_until(
            lambda: (self.primary.ask("INFO", "replication") or {}).get("connected_slaves") == 2, "not two replicas"
        )
