"""Games that earlier versions of the service have stored are read, played on and ended by this one.

If a test fails here after a change, games that people play now would be lost by it: read the old form too, or give it a
new number (``FORMAT`` in ``service/model/game.py``) and say so in the changelog. A new form gets a folder of its own
(``tests/service/stored``).
"""

import random

import pytest

from engines import VARIANTS
from faceoff_client import random_move
from service.ops import cli
from service.store.copies import Copies
from service.store.games import Request
from service.store.keys import key
from tests.service.stored import HERE, put, read

FILES = sorted(HERE.glob("*/*.json.gz"))


def test_every_form_has_every_variant():
    assert {file.parent.name: {name.name for name in file.parent.iterdir()} for file in FILES} == {
        form: {f"{key}.json.gz" for key in VARIANTS} for form in ("first",)
    }


@pytest.fixture(params=FILES, ids=lambda file: f"{file.parent.name} {file.name.partition('.')[0]}")
def stored(request, store):
    """A running game and a finished one, in the store as they were."""
    games = read(request.param)
    for game in games:
        put(store.client, game["keys"])
    return games


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
        assert chosen(api.get(shown, token=token).json, SEEN) == chosen(game["view"], SEEN)
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
    names = [*running["keys"], key("commits", running["id"])]
    assert {store.client.ttl(name) for name in names} == {store.client.ttl(key("game", running["id"]))}
    assert store.client.ttl(names[0]) > 3600


def as_then(event, then):
    """The event of today as far as it was told then, but for its text: fields that came since tell more, and change
    nothing of the others.
    """
    facts = chosen(event["data"], then["data"])
    return then | chosen(event, ("version", "at", "type")) | {"data": facts}


def chosen(answer, names):
    return {name: answer[name] for name in names if name in answer}


def test_a_backup_of_an_earlier_version_is_restored(api, store, settings):
    assert cli.restore_from(Copies(settings), str(HERE / "backup-2.gz")) == {
        "game": 3,
        "key": 1,
        "bot": 1,
        "match": 1,
    }
    statuses = {game.status for game in (store.games.load(game_id) for game_id in store.games.ids())}
    assert statuses == {"open", "active", "finished"}
    assert len(api.get("/v1/bots").json["bots"]) == 1
