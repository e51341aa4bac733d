"""Both SDKs go on after the service has lost what they had seen: they show what is now, and say that the events begin
again.
"""

import json
import subprocess
import threading

import pytest
from werkzeug.serving import make_server

from clients.sdk.generate import JAVASCRIPT
from faceoff_client import Client
from tests import children
from tests.faults.snapshots import Snapshot
from tests.faults.test_roll_back import moves_of

IN_JAVASCRIPT = """
import { createInterface } from "node:readline";
import { Client } from "%s";
const game = await new Client({ address: "%s" }).resume(%s);
const say = (what) => console.log(JSON.stringify(what));
for await (const event of game.events({ follow: false }));
say(game.view);
for await (const line of createInterface({ input: process.stdin })) {
  await game.refresh({ waitS: 5 });
  say(game.view);
  const updates = [];
  for await (const update of game.updates()) {
    updates.push([update.version, update.from_start ?? false]);
    if (update.view) break;
  }
  say(updates);
  say(game.view);
}
"""
"""Reads a game, and again for each line that it gets: its view, then what comes by the stream up to a view."""


class InPython:
    def __init__(self, address, saved):
        self.game = Client(address).resume(saved)
        list(self.game.events(follow=False))
        self.first = self.game.view

    def again(self):
        view, updates = self.game.refresh(5), []
        for update in self.game.updates():
            updates.append([update["version"], update.get("from_start", False)])
            if "view" in update:
                break
        return view, updates, self.game.view

    def close(self):
        pass


class InJavaScript:
    def __init__(self, address, saved):
        script = IN_JAVASCRIPT % (JAVASCRIPT / "src/index.js", address, json.dumps(saved))
        command = ["node", "--input-type=module", "--eval", script]
        self.process = children.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first = json.loads(self.process.stdout.readline())

    def again(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return tuple(json.loads(self.process.stdout.readline()) for _ in range(3))

    def close(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def address(app):
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    app.extensions["faceoff"].hub.stop()
    server.shutdown()


@pytest.fixture(params=[InPython, InJavaScript])
def client_of(request, address):
    """A handle of a seat of the game, that has read all of it."""
    opened = []

    def opened_with(game, token):
        secrets = {
            "tokens": {},
            "owner_token": None,
            "join_code": None,
            "commitment": game["fairness"]["commitment"],
            "seen": 0,
        }
        opened.append(request.param(address, {"id": game["id"], "token": token, **secrets}))
        return opened[-1]

    yield opened_with
    for client in opened:
        client.close()


def shown(api, game):
    return api.get(f"/v1/games/{game['id']}", token=game["waiting"]).json


@pytest.mark.parametrize("is_played_on", [True, False], ids=["played on", "not played on"])
def test_a_client_that_has_seen_what_was_lost_shows_what_is_now(api, store, game, client_of, is_played_on):
    before, (first, second) = Snapshot(store.client), moves_of(game)[:2]
    lost = api.move(game, game["token"], first).json
    client = client_of(game, game["waiting"])
    assert client.first["version"] == lost["version"]
    before.restore()
    if is_played_on:
        api.move(game, game["token"], second)
    now = shown(api, game)
    view, updates, last = client.again()
    assert view == last == now
    assert updates == [[version, version == 1] for version in range(1, now["version"] + 1)]
