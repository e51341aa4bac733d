"""docs/operations.md: its tables name what there is, its unit starts the one command, its backup works as pasted."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import redis
import yaml
from prometheus_client.metrics import MetricWrapperBase

from service.config import Settings, variable_name
from service.ops import run
from service.ops.embedded_redis import EmbeddedRedis
from service.telemetry import metrics
from service.workers.queue_metrics import QueueMetrics
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
    options["FACEOFF_API_THREADS"] = f"FACEOFF_MAX_WAITERS` + `FACEOFF_MAX_STREAMS` + {run.API_SPARE_THREADS}"
    assert {name: default for name, default, _ in table("settings")} == ours | options | {"FACEOFF_LOG_LEVEL": "WARNING"}


def test_the_table_of_metrics_names_every_metric(tmp_path):
    counted = [value for value in vars(metrics).values() if isinstance(value, MetricWrapperBase)]
    names = {family.name + ("_total" if family.type == "counter" else "") for metric in counted for family in metric.describe()}
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
    assert unit["Service"]["ExecStart"].endswith("/.venv/bin/python -m service.ops.run")
    text = TEXT.split("```ini\n")[1].split("```")[0]
    variables = dict(pair.split("=", 1) for line in re.findall(r"^Environment=(.*)$", text, re.M) for pair in line.split())
    assert variables["PYTHONPATH"].endswith("build/compiled")
    assert {name for name in variables if name.startswith("FACEOFF_")} <= {row[0] for row in table("settings")}
    assert variables["FACEOFF_DATA_DIR"] == f"/var/lib/{unit['Service']['StateDirectory']}"


CLI = """#!{python}
import sys, redis
_, _, socket, *command = sys.argv
answer = redis.Redis(unix_socket_path=socket, decode_responses=True).execute_command(*command)
print("\\n".join(f"{{name}}:{{value}}" for name, value in answer.items()) if isinstance(answer, dict) else answer)
"""
"""As much of valkey-cli as the backup uses; it is no part of Faceoff."""


def test_the_commands_of_the_backup_copy_what_can_be_restored(tmp_path):
    (commands,) = (listing.text for listing in listings(TEXT, "sh") if "appendonlydir" in listing.text)
    tool = tmp_path / "valkey-cli"
    tool.write_text(CLI.format(python=sys.executable))
    tool.chmod(0o755)
    (tmp_path / "backup").mkdir()
    with EmbeddedRedis(tmp_path / "live") as server, redis.Redis.from_url(server.url, decode_responses=True) as client:
        client.set("before", 1)
        script = commands.replace("/var/lib/faceoff", str(tmp_path / "live")).replace("/backup/", f"{tmp_path}/backup/")
        script = script.replace(f"{tmp_path}/live/redis.sock", str(server.socket))
        environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", "-e", "-c", script], env=environment, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 0, done.stderr
        assert client.config_get("auto-aof-rewrite-percentage") == {"auto-aof-rewrite-percentage": "100"}
        client.set("after", 1)
    (backup,) = (tmp_path / "backup").glob("faceoff-20*")
    shutil.copytree(backup, tmp_path / "restored" / "appendonlydir")
    with EmbeddedRedis(tmp_path / "restored") as server, redis.Redis.from_url(server.url, decode_responses=True) as client:
        assert client.keys() == ["before"]


def test_the_configuration_of_prometheus_can_be_read():
    (text,) = (listing.text for listing in listings(TEXT, "yaml"))
    (job,) = yaml.safe_load(text)["scrape_configs"]
    assert {"job_name", "static_configs"} <= job.keys()


def test_links_lead_somewhere():
    anchors = {re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-") for line in re.findall(r"^#+ (.*)$", TEXT, re.M)}
    for target in re.findall(r"\]\(([^)]*)\)", TEXT):
        assert (target[1:] in anchors) if target.startswith("#") else (ROOT / "docs" / target).exists(), target


def test_folders_and_commands_that_it_names_exist():
    overlays = {folder.name for folder in (ROOT / "k8s" / "overlays").iterdir()}
    assert overlays == set(re.findall(r"^\| `([a-z-]+)` \| (?:one|2 to|the same)", TEXT, re.M))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([a-z]+)`", TEXT)) <= targets
    for name in re.findall(r"k8s/[\w./-]+", TEXT):
        assert (ROOT / name).exists(), name
