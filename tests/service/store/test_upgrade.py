"""Data of earlier versions of the service are read, listed, played on, ended and verified by this one, or refused by
name.

If a test fails here after a change, games that people play now would be lost by it: read the old form too, or give it a
new number (``FORMAT`` and ``FORMATS`` in ``service/model/game.py``) and say so in the changelog. If records of finished
games are no longer verified after a new option, its standard value is not what the rules were before it.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engines import VARIANTS
from faceoff_client import random_move
from service.config import SettingsError
from service.ops import cli
from service.store.copies import Copies
from service.store.games import Request
from service.store.keys import key
from service.store.store import require_format
from service.store.tasks import key_of
from tests.games import QUICK_GAME
from tests.service.client import PERSON
from tests.service.use_cases import create_game
from tests.stored import game_ids
from tests.upgrade import HERE, put, read

ROOT = Path(__file__).parents[3]
REFUSED = {"7262a02": "format 1, of releases up to 24 November 2026"}
"""What is said of the versions whose data this one does not read."""
VERSIONS = sorted(folder.name for folder in HERE.iterdir() if (folder / "store.json.gz").exists())
READ = [version for version in VERSIONS if version not in REFUSED]


def test_every_version_has_every_variant():
    assert {"7262a02", "dda2e1ac"} <= {*VERSIONS}
    for version in READ:
        assert sorted(game["view"]["variant"] for game in read(version)["games"]) == sorted([*VARIANTS] * 2)


# -- versions that are read


@pytest.fixture(params=READ)
def data(request, store):
    """All that a version has stored, in the store as it was."""
    found = read(request.param)
    put(store.client, found["keys"])
    return found | {"version": request.param}


@pytest.fixture(params=VARIANTS)
def stored(request, data):
    """A running game and a finished one of a variant."""
    return [game for game in data["games"] if game["view"]["variant"] == request.param]


SEEN = (
    "variant",
    "preset",
    "options",
    "status",
    "version",
    "ply",
    "score",
    "result",
    "hand",
    "table",
    "to_act",
    "created_at",
)
RECORD = ("id", "rules_version", "status", "result", "fairness", "moves", "seats")
"""What a stored game has to keep; other fields of views and texts may change with the service."""


def test_stored_games_are_seen_as_before_and_played_to_their_end(api, store, stored, play_computer):
    running, finished = stored
    for game in stored:
        shown, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
        view = api.get(shown, token=token).json
        assert chosen(view, SEEN) == chosen(game["view"], SEEN) | {"options": with_newer_options(game["view"])}
        events = api.get(f"{shown}/events?after=0", token=token).json["events"]
        assert [as_then(event, then) for event, then in zip(events, game["events"], strict=True)] == game["events"]
    record = api.get(f"/v1/games/{finished['id']}/record", token=finished["tokens"]["0"]).json
    assert chosen(record, RECORD) == chosen(finished["record"], RECORD)
    # otherwise it can be read, and not replayed
    same_rules = record["rules_version"] == VARIANTS[record["variant"]].rules_version
    if same_rules:
        assert api.post("/v1/records", record).json["verified"]
        assert api.get(f"/v1/games/{running['id']}?version=1", token=running["tokens"]["0"]).json["version"] == 1

    rng, path, token = random.Random(2), f"/v1/games/{running['id']}", running["tokens"]["0"]
    view = running["view"]
    while view["status"] == "active":
        if 0 in view["to_act"]:
            assert api.move(view, token, random_move(view, rng)).status_code == 200
        else:
            play_computer(running["id"])
        view = api.get(path, token=token).json
    events, record = (api.get(f"{path}/{part}").json for part in ("events?after=0", "record"))
    assert store.games.pack(running["id"])
    assert [api.get(f"{path}/{part}").json for part in ("events?after=0", "record")] == [events, record]
    if same_rules:
        assert api.post("/v1/records", record).json["verified"]
    assert api.post(f"/v1/games/{finished['id']}/rematch", token=finished["tokens"]["0"]).status_code == 201


def test_everything_of_a_stored_game_is_kept_as_long_as_the_game(store, stored):
    running = stored[0]
    store.games.commit(store.games.load(running["id"]), Request("a change"))
    names = [key(kind, running["id"]) for kind in ("game", "commits", "requests")]
    assert {store.client.ttl(name) for name in names} == {store.client.ttl(key("game", running["id"]))}
    assert store.client.ttl(names[0]) > 3600


def as_then(event, then):
    """The event of today as far as it was told then, but for its text: fields that came since tell more, and change
    nothing of the others.
    """
    facts = chosen(event["data"], then["data"])
    return then | chosen(event, ("version", "at", "type")) | {"data": facts}


def with_newer_options(then):
    """The options of a view, and those that came since with their values in the standard game."""
    return VARIANTS[then["variant"]].complete_options(then["options"])


def chosen(answer, names):
    return {name: answer[name] for name in names if name in answer}


def test_what_an_earlier_version_has_stored_is_listed(api, data):
    listed = {game["id"] for game in api.get("/v1/games?limit=100").json["games"]}
    if data["version"] == "first":  # which has the keys of its games only
        return
    assert {game["id"] for game in data["games"] if game["view"]["public"]} <= listed
    assert [bot["name"] for bot in api.get("/v1/bots").json["bots"]] == ["Slapshot"]


@pytest.mark.parametrize("version", READ)
def test_a_backup_of_an_earlier_version_is_restored(api, store, settings, version):
    restored = cli.restore_from(Copies(settings), str(HERE / version / "backup.gz"))
    assert restored["game"] >= 3
    assert restored.left_out == []
    assert {kind: restored[kind] for kind in ("key", "bot", "match")} == {"key": 1, "bot": 1, "match": 1}
    statuses = {game.status for game in (store.games.load(game_id) for game_id in game_ids(store))}
    assert statuses == {"open", "active", "finished"}
    assert len(api.get("/v1/bots").json["bots"]) == 1


# -- options that come later


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_game_stored_before_an_option_existed_has_its_standard_value_whatever_the_preset_has_now(api, store, variant):
    *_, preset = variant.presets
    game = create_game(store, variant.key, seats=[PERSON] * 2).game
    document = json.loads(game.dump()) | {"options": {}, "preset": preset}
    del document["state"]["options"]
    store.client.hset(key("game", game.id), "game", json.dumps(document))
    view = api.get(f"/v1/games/{game.id}").json
    assert (view["preset"], view["options"]) == (preset, variant.complete_options({}))
    assert json.loads(store.games.load(game.id).dump())["state"] == json.loads(game.dump())["state"]


def test_a_match_stored_before_an_option_existed_has_its_standard_value(api, store):
    match = api.post("/v1/matches", {"variant": QUICK_GAME, "pairs": 1, "first": {"level": 1}, "second": {"level": 2}})
    name = key_of(match.json["id"])
    request = json.loads(store.client.hget(name, "request"))
    store.client.hset(name, "request", json.dumps(request | {"options": {}}))
    assert api.get(f"/v1/matches/{match.json['id']}").json["options"] == VARIANTS[QUICK_GAME].complete_options({})


# -- versions that are refused by name


@pytest.fixture(params=REFUSED)
def refused(request, store):
    put(store.client, read(request.param)["keys"])
    return REFUSED[request.param]


def test_each_game_of_a_version_that_is_not_read_says_so_and_is_not_missing(api, store, refused):
    ids = game_ids(store)
    answers = [api.get(f"/v1/games/{game_id}") for game_id in ids]
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(503, "game/unreadable")}
    assert len(ids) >= len(VARIANTS)


def test_a_version_that_is_not_read_is_not_backed_up(settings, store, refused):
    with pytest.raises(SettingsError, match=refused):
        Copies(settings)


@pytest.mark.parametrize(
    "command", [("-c", "import wsgi"), ("-m", "service.workers.main"), ("-m", "service.workers.main", "--webhooks")]
)
def test_no_process_starts_on_a_version_that_is_not_read(settings, refused, command):
    environ = os.environ | {"REDIS_URL": settings.redis_url, "FACEOFF_BACKGROUND": "false"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode in (2, 4), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert refused in done.stderr
    assert "this release reads format 3" in done.stderr


def test_a_game_that_expires_as_its_format_is_read_has_none(store, settings):
    store.client.hset(key("game", "g_expired"), "analysis:0", "")  # no document, and no revision
    require_format(settings)
