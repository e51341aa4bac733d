"""A test run that is killed leaves no service behind."""

import sys
from pathlib import Path

import pytest

from tests import children
from tests.patience import wait_until

ROOT = Path(__file__).parents[1]
TEST = """
from pathlib import Path
from threading import Event

from service.ops.embedded_redis import EmbeddedRedis
from tests.service.supervised import whole_service

def test_that_is_killed(tmp_path):
    with {started}:
        Path(__file__).with_name("ready").touch()
        Event().wait()
"""


@pytest.mark.parametrize(("processes", "started"), [(0, "EmbeddedRedis(tmp_path)"), (1, "whole_service(tmp_path)")])
def test_what_tests_have_started_ends_when_they_are_killed(processes, started, tmp_path):
    test, output = tmp_path / "test_killed.py", tmp_path / "output"
    test.write_text(TEST.format(started=started))
    options = ("-c", ROOT / "pyproject.toml", "-p", "no:cacheprovider", "-n", processes, "--basetemp", tmp_path / "t")
    with output.open("w") as file:
        run = children.start([sys.executable, "-m", "pytest", *options, test], cwd=ROOT, stdout=file)
    with run:
        wait_until((tmp_path / "ready").exists, output.read_text)
        started = children.descendants(run.pid)
        run.kill()
    wait_until(lambda: started.isdisjoint(children.running()), "something is left behind")
