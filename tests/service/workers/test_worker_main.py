"""What a worker process starts with its arguments and settings, and with which status it ends, without starting it."""

import signal
from types import SimpleNamespace

import pytest
import redis

from service.config import Settings
from service.store.queue import QUEUES
from service.webhooks import deliveries
from service.webhooks.deliveries import Deliveries
from service.workers import main as main_module
from service.workers.main import main


@pytest.fixture
def done(monkeypatch):
    """What was done, in its order."""
    done = []

    class Worker:
        max_connection_wait_time = None

        def __init__(self, queues, connection, worker_ttl, **_):
            done.append(("worker", *queues, connection, worker_ttl))

        def work(self, max_jobs, logging_level):
            done.append(("work", max_jobs, self.max_connection_wait_time))
            if done[0] == "no redis":
                raise redis.ConnectionError

    monkeypatch.setattr(main_module, "LiveWorker", Worker)
    monkeypatch.setattr(main_module, "prepare_worker", lambda settings: ("tasks", "client"))
    started = SimpleNamespace(start=lambda: done.append("sweeper"))
    monkeypatch.setattr(main_module, "make_sweeper", lambda tasks: started)
    monkeypatch.setattr(
        main_module, "Deliveries", lambda settings: SimpleNamespace(run=lambda: done.append("webhooks"))
    )
    monkeypatch.setattr(main_module, "configure_logging", lambda: done.append("log"))
    monkeypatch.setattr(main_module.telemetry, "serve", lambda host, port, metrics: done.append(("serve", host, port)))
    monkeypatch.setattr(main_module.timer, "join", lambda within_s: done.append(("join", within_s)))
    for name in ("REDIS_URL", "QUEUE_REDIS_URL", "FACEOFF_DECKS", "FACEOFF_METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)
    return done


def test_a_worker_serves_all_queues_ends_after_many_jobs_and_then_waits_for_its_answers(done):
    assert main([]) == 0
    assert done == ["log", "sweeper", ("worker", *QUEUES, "client", 20), ("work", 20_000, 1), ("join", 4)]


def test_a_worker_serves_the_queues_that_are_named_and_its_metrics_where_a_port_is_set(done, monkeypatch):
    monkeypatch.setenv("FACEOFF_METRICS_PORT", "9090")
    assert main([QUEUES[1]]) == 0
    assert done[:4] == ["log", ("serve", "127.0.0.1", 9090), "sweeper", ("worker", QUEUES[1], "client", 20)]


def test_a_worker_that_cannot_register_is_started_again(done):
    done.append("no redis")
    assert main([]) == 1
    assert done[-1][0] == "work"


def test_the_worker_of_webhooks_serves_no_queue(done):
    assert main(["--webhooks"]) == 0
    assert done == ["log", "webhooks"]
    with pytest.raises(SystemExit):
        main(["--webhooks", QUEUES[0]])


@pytest.mark.parametrize(
    ("name", "value"),
    [("REDIS_URL", "http://x"), ("QUEUE_REDIS_URL", "http://x"), ("FACEOFF_DECKS", "hockey"), ("FACEOFF_WAIT_MS", "0")],
)
def test_a_wrong_setting_is_named_and_a_restart_does_not_help(done, monkeypatch, capsys, name, value):
    monkeypatch.setenv(name, value)
    assert main([]) == 2
    assert done == []
    assert capsys.readouterr().err.startswith(name)


def test_an_unknown_queue_or_a_port_that_is_taken_is_named(done, monkeypatch, capsys):
    assert main(["none"]) == 2
    assert "'none' is not a queue" in capsys.readouterr().err

    def fail(*_):
        raise OSError("in use")

    monkeypatch.setattr(main_module.telemetry, "serve", fail)
    monkeypatch.setenv("FACEOFF_METRICS_PORT", "9090")
    assert main([]) == 2
    assert capsys.readouterr().err == "FACEOFF_METRICS_PORT: 9090 cannot be listened on: in use\n"


def test_deliveries_are_looked_for_until_a_signal_and_what_runs_is_finished(monkeypatch):
    handlers, looked, shown = {}, [], []
    made = Deliveries(Settings())
    closed = made.dispatcher.close
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(deliveries, "signs_of_life", SimpleNamespace(show=lambda: shown.append(len(looked))))
    monkeypatch.setattr(made.dispatcher, "close", lambda: looked.append("closed") or closed())

    def look():
        looked.append("look")
        if len(looked) == 2:
            raise redis.ConnectionError
        if len(looked) == 3:
            handlers[signal.SIGTERM](signal.SIGTERM, None)

    monkeypatch.setattr(made, "look", look)
    made.run()
    assert deliveries.LOOK_S == 0.5
    assert handlers.keys() == {signal.SIGTERM, signal.SIGINT}
    assert (looked, shown) == (["look", "look", "look", "closed"], [0, 1, 2])
