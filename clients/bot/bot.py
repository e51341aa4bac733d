"""The bot: accepts every invitation and answers every ``your_turn``, in all its games concurrently.

It keeps nothing that it could lose. After a restart, of itself or of the service, it asks for its games and goes on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from faceoff_client import Client, Problem, Unreachable, is_asked, random_move
from faceoff_client.streams import follow_bot
from faceoff_client.transport import Attempts

if TYPE_CHECKING:
    from faceoff_client import types as t

Policy = Callable[["t.Game"], "t.Move"]
"""Chooses the move to send from the bot's view of a game."""

FATAL: Final = ("auth/unknown_token", "bot/not_found")
"""Problems that trying again does not solve."""


def at_random(rng: random.Random) -> Policy:
    """Play any legal move: the simplest policy that plays every game. Replace it with yours."""
    return lambda view: random_move(view, rng)


class Bot:
    """Plays for one registered bot until it is stopped."""

    def __init__(self, client: Client, token: str, policy: Policy, say: Callable[[str], None]) -> None:
        self.client = client
        self.id = token.partition(".")[0]
        """A bot's token begins with its id."""
        self.token = token
        self.policy = policy
        self.say = say
        self.tokens: dict[tuple[str, int], str] = {}
        """The tokens of our seats."""

    def run(self) -> None:
        """Play without end. Raises Problem if the bot was deleted or its token was renewed."""
        attempts = Attempts(math.inf)
        while True:
            try:
                for event in follow_bot(self.client.api, self.id, self.token, self.catch_up()):
                    self.handle(event["type"], event)
                    attempts.progressed()
            except Unreachable as error:
                self.say(str(error))
            except Problem as problem:
                if problem.code in FATAL:
                    raise
                self.say(f"refused: {problem}")
            attempts.came_back(0)

    def catch_up(self) -> int:
        """Do what was left to do while we were away. Returns the number of the last event."""
        found = self.client.api.list_bot_games(self.id, token=self.token)
        kinds = {"invited": "invitation", "taken_over": "seat_taken_over"}
        for game in found["games"]:
            if game["token"]:
                self.tokens[game["game_id"], game["seat"]] = game["token"]
            self.handle(kinds.get(game["status"], "your_turn" if game["your_turn"] else ""), game)
        return found["last"]

    def handle(self, kind: str, event: Mapping[str, Any]) -> None:
        """Do what an event asks for. A refusal is about this game only: it may have changed in the meantime."""
        game_id, seat = event["game_id"], event["seat"]
        try:
            if kind == "invitation":
                self._token(game_id, seat)
                self.say(f"{game_id}: seat {seat} of {event['variant']}")
            elif kind == "your_turn":
                self.play(game_id, seat)
            elif kind == "seat_taken_over":
                self.client.api.return_to_seat(game_id, seat, token=self._token(game_id, seat))
            elif kind == "game_finished":
                self.tokens.pop((game_id, seat), None)
                self.say(f"{game_id}: over")
        except Problem as problem:
            self.tokens.pop((game_id, seat), None)  # perhaps it was renewed: the next time we ask for it
            self.say(f"{game_id}: {problem}")

    def play(self, game_id: str, seat: int) -> None:
        """Play until it is no longer our turn."""
        token = self._token(game_id, seat)
        view = self.client.api.get_game(game_id, token=token)
        while view["status"] == "active" and is_asked(view):
            body = cast("t.MoveRequest", {"ply": view["ply"], "move": self.policy(view)})
            view = self.client.api.play_move(game_id, body, token=token)

    def _token(self, game_id: str, seat: int) -> str:
        """The token of our seat. Accepting an invitation again returns the same one."""
        if (game_id, seat) not in self.tokens:
            self.tokens[game_id, seat] = self.client.api.accept_invitation(game_id, seat, token=self.token)["token"]
        return self.tokens[game_id, seat]
