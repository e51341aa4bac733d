"""Failovers: players whose moves are acknowledged while a primary fails, and which of these moves are lost."""

import json
import random
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from tests.patience import PATIENCE_S, wait_until

CASES = {"killed": ("kill", "start"), "frozen": ("freeze", "thaw"), "cut off": ("cut_off", "reach_again")}
"""The fault of the primary, and its end."""


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
    """A failover has undone an acknowledged move."""


class Player(threading.Thread):
    """Plays games one after another, all seats of persons, and notes the acknowledged moves. Nothing but 503 may come
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
        """Repeat a request until the response is not 503."""
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
