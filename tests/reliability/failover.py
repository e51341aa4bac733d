"""What a failover costs: games are played while the primary is killed, frozen and cut off
(``faceoff bench failover``).

A primary, two replicas and three sentinels run on loopback ports, and the service over them as ``make run`` starts it.
Each player sends a move until it is acknowledged. Afterwards every acknowledged move must be in the game that the new
primary stores. Only 503 may be answered in between. Writes ``build/failover.md``.
"""

import argparse
import json
import logging
import os
import random
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from service.config import Settings
from service.store.store import Store
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.client import PERSON, ai
from tests.service.sentinel_set import SentinelSet
from tests.service.supervised import Supervised

ROOT = Path(__file__).parents[2]
CASES = {"killed": ("kill", "start"), "frozen": ("freeze", "thaw"), "cut off": ("cut_off", "reach_again")}
"""What happens to the primary, and how that ends."""
GAMES = 4


@dataclass(frozen=True)
class Acknowledged:
    """A move that the service has acknowledged."""

    game_id: str
    ply: int
    seat: int
    move: str
    """As JSON."""
    version: int
    sent_at: float
    at: float


class _Undone(Exception):
    """A failover has undone what was acknowledged."""


class Player(threading.Thread):
    """Plays games one after the other, all seats of persons, and notes what was acknowledged. Nothing but 503 may come
    between, unless the service does not wait for replicas: then a game may be gone, or be where it was.

    ``call(method, path, body, token)`` returns status and JSON; status 0 stands for a lost connection.
    """

    def __init__(self, call, seats, pause_s=0.0, wait_replicas=1):
        super().__init__(daemon=True)
        self.call, self.seats, self.pause_s, self.wait_replicas = call, seats, pause_s, wait_replicas
        self.acknowledged, self.error = [], None
        self.is_stopping = False
        self._rng = random.Random(1)

    def run(self):
        try:
            while not self.is_stopping:
                with suppress(_Undone):
                    self._play_game()
        except BaseException as error:
            self.error = error

    def stop(self):
        self.is_stopping = True
        self.join(PATIENCE_S)
        if self.error:
            raise self.error

    def first_after(self, moment):
        """The first move that was sent and acknowledged after a moment."""
        return next((each for each in list(self.acknowledged) if each.sent_at > moment), None)

    def _ask(self, method, path, body=None, token=None):
        """Ask until the answer is not 503."""
        ends = time.monotonic() + PATIENCE_S
        while True:
            sent_at = time.monotonic()
            status, answer = self.call(method, path, body, token)
            if status in (404, 409) and not self.wait_replicas:
                raise _Undone
            if status not in (0, 503):
                assert status < 300, f"{method} {path}: {status} {answer}"
                return answer, sent_at
            assert time.monotonic() < ends, f"{method} {path}: no answer in {PATIENCE_S} s"
            time.sleep(0.02)

    def _play_game(self):
        game, _ = self._ask("POST", "/v1/games", {"variant": "hockey", "seats": self.seats})
        persons = {int(seat): token for seat, token in game["tokens"].items() if seat.isdigit()}
        while not self.is_stopping:
            for seat, token in persons.items():
                view, _ = self._ask("GET", f"/v1/games/{game['id']}", token=token)
                if view["status"] != "active":
                    return
                if seat in view["to_act"]:
                    self._move(view, seat, token)
            time.sleep(self.pause_s)

    def _move(self, view, seat, token):
        move = self._rng.choice(view["legal_moves"])["move"]
        after, sent_at = self._ask("POST", f"/v1/games/{view['id']}/moves", {"ply": view["ply"], "move": move}, token)
        done = Acknowledged(
            view["id"],
            view["ply"],
            seat,
            json.dumps(move, sort_keys=True),
            view["version"] + 1,
            sent_at,
            time.monotonic(),
        )
        assert after["version"] >= done.version
        self.acknowledged.append(done)


def lost(store, acknowledged):
    """The acknowledged moves that the store does not have as they were acknowledged."""
    stored = {
        (game_id, done.ply, done.seat): (json.dumps(done.move, sort_keys=True), done.version)
        for game_id in {move.game_id for move in acknowledged}
        for done in store.games.history(game_id).moves(sys.maxsize)
    }
    return [
        move for move in acknowledged if stored.get((move.game_id, move.ply, move.seat)) != (move.move, move.version)
    ]


def strike(servers, case, players):
    """Let the primary fail while the players play, until all of them go on; returns it and the moment at which it
    failed.
    """
    primary = servers.primary
    getattr(primary, CASES[case][0])()
    moment = time.monotonic()
    wait_until(lambda: servers.primary is not primary, "the sentinels name no other primary")
    named = time.monotonic()
    wait_until(
        lambda: all(player.first_after(named) or player.error for player in players), f"{case}: writes are not back"
    )
    return primary, moment


def strike_and_mend(servers, case, players):
    """The same, until everything is as before; returns the moment."""
    primary, moment = strike(servers, case, players)
    getattr(primary, CASES[case][1])()
    servers.wait_until_whole()
    return moment


def seconds_until_back(players, moments, gone):
    """After each failure, the seconds until every player has a move acknowledged that is kept; least and most."""
    kept = {player: [move for move in player.acknowledged if move not in gone] for player in players}
    waits = [
        max(next(move.at for move in moves if move.sent_at > moment) - moment for moves in kept.values())
        for moment in moments
    ]
    return f"{min(waits):.1f} to {max(waits):.1f}"


class Service:
    """The service as ``make run`` starts it, over these servers."""

    def __init__(self, folder, url, wait_replicas):
        self.port = free_port()
        settings = {
            "FACEOFF_WAIT_REPLICAS": wait_replicas,
            "FACEOFF_PORT": self.port,
            "FACEOFF_WORKERS": 1,
            "FACEOFF_LIMIT_CREATE": "",
        }
        os.environ |= {"REDIS_URL": url} | {name: str(value) for name, value in settings.items()}
        self.process = Supervised(["-m", "service.ops.run"], folder)
        self._local = threading.local()

    def __enter__(self):
        self.process.wait_for("Faceoff is ready")
        return self

    def __exit__(self, *error):
        self.process.end()

    def call(self, method, path, body=None, token=None):
        if not hasattr(self._local, "connection"):
            self._local.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            self._local.connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._local.connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, HTTPException):
            self._local.connection.close()
            return 0, None


def measure(case, rounds, wait_replicas):
    """One row of the table."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = stack.enter_context(SentinelSet(folder))
        service = stack.enter_context(Service(folder, servers.url, wait_replicas))
        people = [Player(service.call, [PERSON, PERSON], 0.01, wait_replicas) for _ in range(GAMES)]
        guest = Player(service.call, [PERSON, ai(1)], 0.05, wait_replicas)
        players = [*people, guest]
        for player in players:
            player.start()
        wait_until(lambda: all(player.acknowledged or player.error for player in players), "no game is played")
        moments = [strike_and_mend(servers, case, players) for _ in range(rounds)]
        for player in players:
            player.stop()
        acknowledged = [move for player in players for move in player.acknowledged]
        gone = lost(Store(Settings(redis_url=servers.url)), acknowledged)
    back = [seconds_until_back(some, moments, set(gone)) for some in (people, [guest])]
    return f"| {case} | {wait_replicas} | {rounds} | {' | '.join(back)} | {len(acknowledged)} | {len(gone)} |"


HEAD = """\
| primary | `FACEOFF_WAIT_REPLICAS` | failovers | seconds until people move again | against a computer \
| moves acknowledged | lost |
|---|---|---|---|---|---|---|"""


def main():
    parser = argparse.ArgumentParser(prog="faceoff bench failover")
    parser.add_argument("--rounds", type=int, default=3, help="failovers of each case")
    parser.add_argument("--only", choices=CASES, help="one case")
    options = parser.parse_args()
    logging.disable()  # the table shows what happened
    lines = [HEAD]
    print(HEAD, flush=True)
    for wait_replicas in (1, 0):
        for case in [options.only] if options.only else CASES:
            lines.append(measure(case, options.rounds, wait_replicas))
            print(lines[-1], flush=True)
    target = ROOT / "build" / "failover.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text("\n".join(lines) + "\n")
    return int(any(line.rstrip(" |").rpartition("| ")[2] != "0" for line in lines[1 : 1 + len(CASES)]))


if __name__ == "__main__":
    sys.exit(main())
