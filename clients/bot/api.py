"""The calls that a bot needs, beside those of any player, as openapi.yaml describes them."""

import json
from collections.abc import Iterator
from typing import Any

import requests

from clients.terminal.api import Api, Away, Refused

JSON = dict[str, Any]

SILENT_S = 40
"""A stream that sends nothing for this long is dead: the service sends a comment every 15 seconds."""


class BotApi(Api):
    """Calls of one bot to one service."""

    def __init__(self, address: str, token: str = "") -> None:
        super().__init__(address)
        self.token = token

    @property
    def bot_id(self) -> str:
        """The bot's id, with which its token begins."""
        return self.token.partition(".")[0]

    def register(self, **body: Any) -> JSON:
        """Register, and use the token from now on."""
        made = self._call("POST", "/v1/bots", body)
        self.token = made["token"]
        return made

    def games(self) -> JSON:
        """The bot's games and invitations, and the number of its last event."""
        return self._call("GET", f"/v1/bots/{self.bot_id}/games", token=self.token)

    def accept(self, game_id: str, seat: int) -> str:
        """Accept an invitation, or get the token of the seat again."""
        accepted: str = self._call("POST", f"/v1/games/{game_id}/seats/{seat}/accept", {}, self.token)["token"]
        return accepted

    def return_to(self, game_id: str, seat: int, token: str) -> JSON:
        """Play the seat again that a computer has taken over."""
        return self._call("POST", f"/v1/games/{game_id}/seats/{seat}/return", token=token)

    def stream(self, after: int) -> Iterator[JSON]:
        """The events after a number as they happen, until the service closes the stream."""
        headers = {"Authorization": f"Bearer {self.token}"}
        path = f"{self.address}/v1/bots/{self.bot_id}/stream?after={after}"
        try:
            with requests.get(path, headers=headers, stream=True, timeout=SILENT_S) as response:
                if response.status_code != 200:
                    raise (Away if response.status_code == 503 else Refused)(response.json())
                for line in response.iter_lines():
                    if line.startswith(b"data: "):
                        yield json.loads(line.removeprefix(b"data: "))
        except requests.RequestException as error:
            raise Away(str(error)) from error
