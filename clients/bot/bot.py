"""What the bot does: it accepts every invitation and answers every ``your_turn``, in as many games at once as it is invited to.

It keeps nothing that it could lose. After a restart, of itself or of the service, it asks for its games and goes on.
"""

import random
import time
from collections.abc import Callable
from typing import Any, Final

from clients.bot.api import BotApi
from clients.random_player import is_asked, random_move
from clients.terminal.api import Away, Refused

JSON = dict[str, Any]
Policy = Callable[[JSON], JSON]
"""Chooses the move to send from the bot's view of a game."""

PAUSE_S: Final = 1.0
"""Pause before the next attempt while the service is away."""
FATAL: Final = ("auth/unknown_token", "bot/not_found")
"""Problems that trying again does not solve."""


def at_random(rng: random.Random) -> Policy:
    """Play any legal move: the simplest policy that plays every game. Replace it with yours."""
    return lambda view: random_move(view, rng)


class Bot:
    """Plays for one registered bot until it is stopped."""

    def __init__(self, api: BotApi, policy: Policy, say: Callable[[str], None]) -> None:
        self.api = api
        self.policy = policy
        self.say = say
        self.last = 0
        """The number of the last event."""
        self.tokens: dict[tuple[str, int], str] = {}
        """The tokens of our seats."""

    def run(self) -> None:
        """Play for ever. Raises Refused if the bot was deleted or its token was renewed."""
        while True:
            try:
                self.catch_up()
                while True:  # a stream ends after some minutes
                    for event in self.api.stream(self.last):
                        self.last = event["id"]
                        self.handle(event)
            except Away:
                time.sleep(PAUSE_S)
            except Refused as refusal:
                if refusal.code in FATAL:
                    raise
                self.say(f"refused: {refusal}")
                time.sleep(PAUSE_S)

    def catch_up(self) -> None:
        """Do what was left to do while we were away."""
        found = self.api.games()
        self.last = found["last"]
        kinds = {"invited": "invitation", "taken_over": "seat_taken_over"}
        for game in found["games"]:
            if game["token"]:
                self.tokens[game["game_id"], game["seat"]] = game["token"]
            kind = kinds.get(game["status"], "your_turn" if game["your_turn"] else "")
            self.handle(game | {"type": kind})

    def handle(self, event: JSON) -> None:
        """Do what an event asks for. A refusal is about this game only: it may have changed in the meantime."""
        game_id, seat = event["game_id"], event["seat"]
        try:
            if event["type"] == "invitation":
                self.tokens[game_id, seat] = self.api.accept(game_id, seat)
                self.say(f"{game_id}: seat {seat} of {event['variant']}")
            elif event["type"] == "your_turn":
                self.play(game_id, seat)
            elif event["type"] == "seat_taken_over":
                self.api.return_to(game_id, seat, self._token(game_id, seat))
            elif event["type"] == "game_finished":
                self.tokens.pop((game_id, seat), None)
                self.say(f"{game_id}: over")
        except Refused as refusal:
            if refusal.code in FATAL and not self._is_known():
                raise
            self.say(f"{game_id}: {refusal}")

    def play(self, game_id: str, seat: int) -> None:
        """Play until it is no longer our turn."""
        token = self._token(game_id, seat)
        view = self.api.view(game_id, token)
        while view["status"] == "active" and is_asked(view):
            view = self.api.move(view, token, self.policy(view))

    def _token(self, game_id: str, seat: int) -> str:
        if (game_id, seat) not in self.tokens:
            self.tokens[game_id, seat] = self.api.accept(game_id, seat)
        return self.tokens[game_id, seat]

    def _is_known(self) -> bool:
        """Whether the bot's own token is valid, so that only that of a seat is not: it was renewed."""
        try:
            self.tokens = {(game["game_id"], game["seat"]): game["token"] for game in self.api.games()["games"] if game["token"]}
        except Refused:
            return False
        return True
