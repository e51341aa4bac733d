"""What gunicorn says by itself: in the form of our log, and without tickets; and when its processes begin and end."""

import json
from types import SimpleNamespace

import pytest
from gunicorn import util
from gunicorn.config import Config

from service.api import static_files
from service.app import app_of_environment
from service.config import PROCESS_NAME, Settings
from service.ops import gunicorn_conf
from service.ops.gunicorn_conf import JsonLog
from service.ops.supervisor import WRONG_SETTINGS
from service.process.telemetry import process_name


def test_what_gunicorn_reports_is_a_line_of_json_without_the_query_of_a_request(capfd):
    log = JsonLog(Config())
    log.error("Error handling request %s", "/v1/games/g_1/stream?ticket=secret&after=1")
    try:
        raise OSError("broken")
    except OSError:
        log.exception("Error handling request (early)")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["message"] for line in lines] == [
        "Error handling request /v1/games/g_1/stream?...",
        "Error handling request (early)",
    ]
    assert [line["level"] for line in lines] == ["error", "error"]
    assert "OSError: broken" in lines[1]["exception"]


def test_the_app_is_tried_before_any_process_starts(monkeypatch):
    monkeypatch.setattr(util, "write_error", None)
    apps = []
    monkeypatch.setattr(gunicorn_conf, "app_of_environment", lambda background: apps.append(background))
    gunicorn_conf.on_starting(None)
    assert util.write_error is gunicorn_conf.write_problem
    assert apps == [False]  # they look for no overdue turns


def test_all_processes_have_the_static_files_of_the_one_that_forks_them(monkeypatch):
    monkeypatch.setattr(util, "write_error", None)
    monkeypatch.setattr(gunicorn_conf, "app_of_environment", lambda background: None)
    static_files._static_files.cache_clear()
    gunicorn_conf.on_starting(None)
    found = static_files._static_files.cache_info().misses
    files = static_files.static_files(Settings(redis_url="redis://elsewhere"))
    assert (found, static_files._static_files.cache_info().misses) == (1, 1)
    assert "/docs" in files.files


def test_processes_are_replaced_after_so_many_requests_each_at_another_time():
    settings = Config()
    for name in ("max_requests", "max_requests_jitter", "control_socket_disable", "graceful_timeout", "loglevel"):
        settings.set(name, getattr(gunicorn_conf, name))
    assert (settings.max_requests, settings.max_requests_jitter) == (200_000, 50_000)
    assert (settings.control_socket_disable, settings.graceful_timeout, settings.loglevel) == (True, 3, "warning")


def test_a_wrong_setting_is_named_and_ends_the_process_so_that_it_is_not_started_again(monkeypatch, capsys):
    monkeypatch.setenv("FACEOFF_MAX_WAITERS", "many")
    with pytest.raises(SystemExit) as ended:
        app_of_environment(background=False)
    assert ended.value.code in WRONG_SETTINGS
    assert ended.value.code == 4
    assert capsys.readouterr().err.startswith("FACEOFF_MAX_WAITERS: 'many' is not a whole number")


def test_a_process_has_the_lowest_number_that_no_other_one_has(monkeypatch):
    monkeypatch.setenv(PROCESS_NAME, "api")
    server = SimpleNamespace(WORKERS={7: SimpleNamespace(number=0), 9: SimpleNamespace(number=2)})
    worker = SimpleNamespace()
    gunicorn_conf.pre_fork(server, worker)
    gunicorn_conf.post_fork(server, worker)
    assert (worker.number, process_name()) == (1, "api-1")
