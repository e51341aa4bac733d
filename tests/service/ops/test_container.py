"""The commands of the image, without an image; ``tests/deploy/test_image.py`` runs them as a container does."""

import os

import pytest

from service.config import METRICS_FOLDER, Settings
from service.ops import container
from service.process.telemetry import PATH


@pytest.fixture
def become(monkeypatch):
    """What a command becomes, and what it did before."""
    done = []
    monkeypatch.setattr(container, "allow_open_files", lambda: done.append("files"))
    monkeypatch.setattr(os, "execv", lambda *command: done.append(command))
    monkeypatch.setattr(container.worker, "main", lambda names: done.append(names) or 7)
    return done


def test_the_api_becomes_gunicorn_with_a_folder_for_metrics(become, monkeypatch, tmp_path):
    monkeypatch.setattr(container, "metrics_folder", lambda options: str(tmp_path))
    monkeypatch.setenv(METRICS_FOLDER, "of the test")
    monkeypatch.delenv(METRICS_FOLDER)
    container.main(["api"])
    files, (program, command) = become
    assert (files, program, os.environ[METRICS_FOLDER]) == ("files", command[0], str(tmp_path))
    assert command == container.api_command(container.parse_options([]), Settings.from_env())


@pytest.mark.parametrize("names", [[], ["ai", "bulk"], ["--webhooks"]])
def test_a_worker_gets_the_names_of_its_queues(become, names):
    assert container.main(["worker", *names]) == 7
    assert become == [names]


@pytest.mark.parametrize("arguments", [[], ["serve"], ["api", "now"], ["healthy", "now"], ["", "api"]])
def test_another_command_is_refused_with_those_there_are(become, capsys, arguments):
    assert container.main(arguments) == 2
    assert become == []
    assert capsys.readouterr().err == f"{' '.join(arguments)!r} is not a command of this image: {container.USAGE}\n"


def test_a_wrong_setting_is_named_and_nothing_starts(become, capsys, monkeypatch):
    monkeypatch.setenv("FACEOFF_MAX_WAITERS", "many")
    assert container.main(["api"]) == 2
    assert become == []
    assert capsys.readouterr().err.startswith("FACEOFF_MAX_WAITERS: 'many' is not a whole number")


@pytest.mark.parametrize(("alive", "status"), [({8123}, 0), ({9090}, 0), ({8000}, 1), (set(), 1)])
def test_a_container_is_healthy_while_its_api_or_its_worker_is_alive(monkeypatch, alive, status):
    monkeypatch.setenv("FACEOFF_PORT", "8123")
    monkeypatch.setenv("FACEOFF_METRICS_PORT", "9090")

    def responds(host, port, path, within_s):
        assert (host, path, within_s) == ("127.0.0.1", PATH, 3)
        return port in alive

    monkeypatch.setattr(container, "responds", responds)
    assert container.main(["healthy"]) == status
