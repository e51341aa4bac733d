"""The operator's commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.ops import cli
from service.ops.cli import commands
from service.store.webhooks import KeyRing
from tests.service.client import PERSON, ai
from tests.service.games.test_bots import register
from tests.service.redis_cluster import one_server


@pytest.fixture
def run(app):
    app.cli.add_command(commands)

    def invoke(*arguments):
        result = app.test_cli_runner().invoke(args=["faceoff", *arguments])
        return result.exit_code, result.output

    return invoke


@one_server
@pytest.mark.parametrize("entry", [("faceoff",), ("flask", "--app", "wsgi", "faceoff")], ids=" ".join)
def test_both_entries_have_the_commands(entry, settings):
    command = [sys.executable, "-m", *entry, "keys", "list"]
    env = os.environ | {"REDIS_URL": settings.redis_url, "FACEOFF_BACKGROUND": "false"}
    ended = subprocess.run(command, cwd=Path(__file__).parents[3], env=env, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr


def test_a_command_does_no_work_of_the_service_beside_its_own(app, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(cli, "app_of_environment", lambda **changes: asked.append(changes) or app)
    monkeypatch.setattr(cli, "configure_logging", lambda: None)  # it would outlive the test, and write to its output
    monkeypatch.setattr(sys, "argv", ["faceoff", "keys", "list"])
    with pytest.raises(SystemExit, match=r"^0$"):
        cli.main()
    assert asked == [{"background": False}]


def test_a_key_is_made_listed_and_revoked(run, store):
    status, output = run("keys", "create", "Hockey League")
    key_id, text = output.split()[0], output.split()[-1]
    assert (status, KeyRing(store.client).find(text).id) == (0, key_id)
    listed = run("keys", "list")[1]
    assert "Hockey League" in listed
    assert text not in listed
    assert run("keys", "revoke", key_id)[0] == 0
    assert run("keys", "list")[1] == ""


def test_a_key_is_for_somebody(run):
    assert run("keys", "create", " ") == (1, "Error: NAME is empty; name who the key is for\n")


def test_a_key_that_is_not_there_cannot_be_revoked(run):
    status, output = run("keys", "revoke", "k_nope")
    assert status == 1
    assert "k_nope" in output


def test_a_game_is_shown_as_spectators_see_it(api, run):
    game = api.create(seats=[PERSON, PERSON])
    shown = json.loads(run("games", "show", game["id"])[1])
    assert shown == json.loads(api.get(f"/v1/games/{game['id']}").text)


def test_a_game_is_aborted_once(api, run):
    game = api.create(seats=[ai(1), ai(1)])
    status, output = run("games", "abort", game["id"])
    assert status == 0, output
    assert "aborted" in output
    view = api.get(f"/v1/games/{game['id']}").json
    assert view == view | {"status": "aborted", "ai": None, "to_act": [], "result": None}
    assert api.get(f"/v1/games/{game['id']}/events?after=1").json["events"][0]["type"] == "aborted"
    status, output = run("games", "abort", game["id"])
    assert status == 1, output
    assert "is aborted" in output


@pytest.mark.parametrize("command", ["show", "abort"])
def test_a_game_that_is_not_there_is_named(run, command):
    status, output = run("games", command, "g_nope")
    assert status == 1
    assert "g_nope" in output


def test_a_bot_is_listed_and_deleted(api, run):
    made = register(api, "Slapshot")
    assert run("bots", "list") == (0, f"{made['id']}  {made['created_at']}  offline  Slapshot\n")
    assert run("bots", "delete", made["id"]) == (0, f"{made['id']} is deleted\n")
    assert (run("bots", "list"), run("bots", "delete", made["id"])[0]) == ((0, ""), 1)
