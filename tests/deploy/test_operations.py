"""docs/operations.md: its tables name what exists, its unit starts the one command, its backup works as pasted."""

import configparser
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase

from service.config import Settings, variable_name
from service.ops import run
from service.ops.embedded_redis import EmbeddedRedis
from service.process import telemetry
from service.store.connection import connect
from service.store.queue import QueueMetrics
from service.store.webhooks import KeyRing
from tests.deploy.shown import listings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text()


def table(name):
    """The rows between the marks of this name, as lists of cells without their backquotes."""
    part = TEXT.split(f"<!-- {name} -->")[1].split(f"<!-- end of {name} -->")[0]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in part.strip().splitlines()[2:]]


def test_the_table_of_settings_names_every_setting_with_its_default():
    ours = {variable_name(field.name): str(field.default) for field in fields(Settings)}
    ours = {name: text.lower() if text in ("True", "False") else text for name, text in ours.items()}
    options = {variable: str(default) for variable, (_, default, _) in run.OPTION_VARIABLES.items()}
    options["FACEOFF_API_PROCESSES"] = "up to 2, one per core"
    assert {name: default for name, default, _ in table("settings")} == ours | options | {
        "FACEOFF_LOG_LEVEL": "WARNING"
    }


def test_the_table_of_metrics_names_every_metric(tmp_path):
    counted = [value for value in vars(telemetry).values() if isinstance(value, MetricWrapperBase)]
    names = {
        family.name + ("_total" if family.type == "counter" else "")
        for metric in counted
        for family in metric.describe()
    }
    with EmbeddedRedis(tmp_path) as server:
        names |= {family.name for family in QueueMetrics(Settings(redis_url=server.url)).collect()}
    assert {name for name, _, _ in table("metrics")} == {name for name in names if name.startswith("faceoff_")}


@pytest.fixture
def unit():
    """The unit for systemd."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(TEXT.split("```ini\n")[1].split("```")[0])
    return parser


def test_the_unit_starts_the_one_command_on_the_compiled_copy(unit):
    assert unit["Service"]["ExecStart"].endswith("/.venv/bin/python -m faceoff run")
    text = TEXT.split("```ini\n")[1].split("```")[0]
    variables = dict(
        pair.split("=", 1) for line in re.findall(r"^Environment=(.*)$", text, re.M) for pair in line.split()
    )
    assert variables["PYTHONPATH"].endswith("build/compiled")
    assert {name for name in variables if name.startswith("FACEOFF_")} <= {row[0] for row in table("settings")}
    assert variables["FACEOFF_DATA_DIR"] == f"/var/lib/{unit['Service']['StateDirectory']}"


def test_the_commands_of_the_backup_write_what_they_restore(tmp_path):
    """As pasted: the backup with REDIS_URL, the restore with make, for a data folder whose server does not run."""
    with_make, by_itself = (
        listing.text.splitlines()
        for listing in listings(TEXT, "sh")
        if "backup games.gz" in listing.text.replace("FILE=", "")
    )
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    file, data = tmp_path / "copy.gz", tmp_path / "restored"

    def run(command, **variables):
        command = command.replace("games.gz", str(file))
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environment | variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done

    with EmbeddedRedis(tmp_path / "live") as server:
        made = KeyRing(connect(server.url)).create("League")[0]
        assert "1 API keys" in run(by_itself[0], REDIS_URL=server.url).stderr
    planned = run(f"make --dry-run {with_make[1].removeprefix('make ')}").stdout.splitlines()
    command = next(line for line in planned if "faceoff restore" in line)
    assert "--data-dir '.faceoff'" in command
    run(command.replace(".faceoff", str(data)))
    with EmbeddedRedis(data) as server:
        assert KeyRing(connect(server.url)).all() == [made]
    assert [line.split()[-2:] for line in by_itself] == [["backup", "games.gz"], ["restore", "games.gz"]]


def test_the_configuration_of_prometheus_can_be_read():
    (text,) = (listing.text for listing in listings(TEXT, "yaml"))
    (job,) = yaml.safe_load(text)["scrape_configs"]
    assert {"job_name", "static_configs"} <= job.keys()


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)]*)\)", TEXT):
        path, _, anchor = target.partition("#")
        assert not path or (ROOT / "docs" / path).exists(), target
        assert not anchor or anchor in anchors((ROOT / "docs" / path).read_text() if path else TEXT), target


def anchors(text):
    return {
        re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", text, re.M)
    }


def test_folders_and_commands_that_it_names_exist():
    overlays = {folder.name for folder in (ROOT / "k8s" / "overlays").iterdir()}
    assert overlays == set(re.findall(r"^\| `([a-z-]+)` \| (?:one|2 to|the same)", TEXT, re.M))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([a-z]+)`", TEXT)) <= targets
    for name in re.findall(r"k8s/[\w./-]+", TEXT):
        assert (ROOT / name).exists(), name
