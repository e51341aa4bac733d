"""What a seat cannot see changes nothing in what the tools answer, refuse, log and show of its table.

Of a running game there are two worlds, that of the store and one as the seat may imagine it, exchanged in the store.
What ``play`` has played uncovers cards, and ``new_game``, ``join_game`` and a rematch deal them: no two worlds agree on
their answers, which are made as those of ``look`` and ``wait``.
"""

import logging
import re

import pytest
from mcp import Client as Host
from mcp.client.extension import advertise

from clients.mcp import play
from clients.mcp.play import Player
from clients.mcp.seats import KeptSeats, Seat
from clients.mcp.server import APPS, HTML, SHOWN, served
from clients.mcp.texts import Texts
from engines import VARIANTS
from engines.rng import Rng
from faceoff_client import Client
from service.config import Settings
from service.model.game import make_word, revision_text
from service.store.games import AS_BYTES
from service.store.store import Store
from tests.clients.mcp.conftest import Caller, run

DECISIONS = 7
"""Before the worlds are compared."""
HOSTS = {"text": [], "apps": [advertise(APPS, {"mimeTypes": [HTML]})]}
WRONG = ({"type": "fly"}, {"type": "play", "card": "7Q"}, *({"type": "play", "card": card} for card in ("2H", "JS")))
NEVER_THE_SAME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|req_\w+|0x[0-9a-f]+")
"""Times, and the numbers of requests and objects in logs."""


@pytest.fixture(scope="module")
def store(running):
    supervised, _ = running
    return Store(Settings(redis_url=f"unix://{supervised.file.parent}/data/redis.sock"))


@pytest.mark.parametrize("key", VARIANTS)
def test_answers_errors_and_logs_are_the_same_whatever_others_hold(address, store, monkeypatch, caplog, key):
    caplog.set_level(logging.DEBUG)
    game, asked, other = begun(address, store, key)
    truth, kept = store.games.load(game.id), stored(store, game.id)
    for viewer, wait_s in ((asked, play.WAIT_S), (other, 0)):
        monkeypatch.setattr(play, "WAIT_S", wait_s)
        dump, observation = truth.variant.codec.dump_state, truth.variant.observe(truth.state, viewer)
        drawn = (observation.determinize(Rng(number)) for number in range(100))
        imagined = next(state for state in drawn if dump(state) != dump(truth.state))
        legal = [entry["move"] for entry in game.for_seat(viewer).legal_moves]
        wrong = [move for move in WRONG if move not in legal]
        worlds, documents = [], []
        for state in (truth.state, imagined):
            documents.append(put(store, kept, truth, state))
            found = []
            for extensions in HOSTS.values():
                put(store, kept, truth, state)
                caplog.clear()
                seat = Seat(game.id, game.for_seat(viewer).token)
                answers = run(answered, address, seat, extensions, wrong, viewer == asked)
                logs = [record.getMessage() for record in caplog.records if not record.name.startswith("urllib3")]
                found += [*answers, *logs]  # without the requests for a hint, more or fewer each time
            worlds.append([NEVER_THE_SAME.sub("", text) for text in found])
        assert documents[0] != documents[1]
        assert worlds[0] == worlds[1]
        assert sum(SHOWN in text for text in worlds[0]) > len(worlds[0]) / 10


def begun(address, store, key):
    """A game between people after some decisions, a seat that is asked and one that is not."""
    variant = VARIANTS[key]
    count = int(variant.new_game(next(iter(variant.presets.values()))).seats())
    game = Client(address).create(key, seats=[{"kind": "person"}] * count)
    for _ in range(DECISIONS):
        player = game.for_seat(store.games.load(game.id).state.to_act())
        choice = player.view["choice"]
        player.play(choice["example"] if choice else player.legal_moves[-1]["move"], wait_s=0)
    asked = store.games.load(game.id).state.to_act()
    return game, asked, (asked + 1) % count


def stored(store, game_id):
    """All that is stored of a game, by its keys."""
    return {
        name: store.client.execute_command("DUMP", name, **AS_BYTES) for name in store.client.scan_iter(f"*{game_id}*")
    }


def put(store, kept, truth, state):
    """Store a world: what was stored, with another state, and under another revision, as no process knows it."""
    for name, value in kept.items():
        store.client.restore(name, 0, value, replace=True)
    real, truth.state = truth.state, state
    document, truth.state = truth.dump(), real
    name = next(name for name in kept if ":game:" in name)
    revision = revision_text(truth.version, make_word())
    store.client.hset(name, mapping={"game": document, "revision": revision})
    return document


async def answered(address, seat, extensions, wrong, is_asked):
    """What the tools say to the seat; the last call ends the game."""
    names = KeptSeats()
    texts = Texts()
    game = names.named(seat, "game")
    async with Host(served(Player(lambda: Client(address), names, texts), texts, "1"), extensions=extensions) as host:
        caller = Caller(host)
        version = (await caller("look", game=game))["version"]
        for arguments in ({"number": 1000}, {"number": 1, "version": 1000}, *({"move": move} for move in wrong)):
            await caller.refused("play", **{"game": game, "version": version} | arguments)
        await caller("wait", game=game, version=1)
        await caller.refused("end", game=game, action="rematch")
        await caller.refused("end", game=game, action="analysis")
        if is_asked:
            await caller.patiently("hint", game=game)
        await caller("end", game=game, action="resign")
    return [answer.model_dump_json(by_alias=True) for answer in caller.answers]
