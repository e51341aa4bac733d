"""The environment of all cases: a real Redis server with a clock, the proxy in front of it, and every part of a
service, in this process.
"""

from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self

import redis
from flask import Flask

from service.api.limits import BUCKETS
from service.app import create_app
from service.config import Settings
from service.ops.embedded_redis import EmbeddedRedis
from service.store.agenda import Agenda
from service.store.store import Store
from service.webhooks.deliveries import Deliveries
from service.workers.ai_jobs import prepare_worker
from service.workers.sweeper import Sweeper, make_sweeper
from tests.faults.clocks import Clock
from tests.faults.proxy import RedisProxy
from tests.faults.resp import load_scripts
from tests.service.client import Contract


class Receiver:
    """The web server of a client that follows games by webhook."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        """Id and body of each message."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.heard.append((self.headers["webhook-id"], body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hooks"
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Ground:
    """The Redis server of all cases with its clock, the proxy before it, and the parts of the service that connect to
    it.
    """

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.seed = seed
        self.passed_s = 0.0
        """What has passed in all cases by the monotonic clock of the processes, in addition to the true time."""
        self.clock = Clock(folder / "clock")
        self.server = EmbeddedRedis(folder)
        # sees a step within 2 ms
        self.server.command = self.clock.command([*self.server.command, "--hz", "500", "--appendfsync", "no"])
        self.contract = Contract()
        self.apps: list[Flask] = []

    def __enter__(self) -> Self:
        self.server.start()
        self.proxy = RedisProxy(self.server.url).__enter__()
        self.receiver = Receiver()
        self.admin: Any = redis.Redis.from_url(self.server.url, decode_responses=True)
        # a process that has once lost Redis counts for itself for some seconds
        uncounted = {f"limit_{name}": "" for name in BUCKETS}
        self.settings = Settings(self.server.url, background=False, ai_pace_ms=0, private_webhooks=True, **uncounted)  # type: ignore[arg-type]
        self.store = Store(self.settings)  # not through the proxy: sees the stored data
        self.start_service()
        return self

    def __exit__(self, *error: Any) -> None:
        self.stop_service()
        self.proxy.__exit__(None, None, None)
        self.receiver.close()
        self.admin.close()
        self.store.client.connection_pool.disconnect()
        self.server.stop()

    def start_service(self) -> None:
        """Start every part of the service anew, with empty caches."""
        self.stop_service()
        behind = replace(self.settings, redis_url=self.proxy.url)
        self.apps = [create_app(behind) for _ in range(2)]
        self.tasks, self.queue_client = prepare_worker(behind)
        self.deliveries = Deliveries(behind)
        self.sweeper: Sweeper = make_sweeper(self.tasks)
        load_scripts(self.admin)
        for agenda in self.agendas:
            agenda.expect_look()  # as where its sweeper starts

    @property
    def agendas(self) -> list[Agenda]:
        """The agendas of the processes that have a sweeper."""
        all_games = [app.extensions["faceoff"].games for app in self.apps] + [self.tasks.games]
        return [games.store.agenda for games in all_games]

    def stop_service(self) -> None:
        """End its listeners: they would look for their server without end."""
        for app in self.apps:
            app.extensions["faceoff"].hub.stop()

    def empty(self) -> None:
        """Empty the store, and set every clock right."""
        self.proxy.forget()
        self.clock.step(-self.clock.ahead_s)
        self.admin.flushall()
        self.receiver.heard.clear()
        self.forget_games()

    def forget_games(self) -> None:
        """Empty the caches of all processes, as after a start."""
        for games in (self.tasks.games, *(app.extensions["faceoff"].games for app in self.apps)):
            games.memory.forget()
