"""Agents play while the API, and the server of the tools, are killed and started again: no move is lost or repeated."""

import os
import signal

import anyio
from anyio import to_thread
from mcp import Client as Host, MCPError

from clients.mcp.seats import SealedSeats
from faceoff_client import Client
from tests.clients.mcp.conftest import SECRET, Instance, ended, run
from tests.patience import PATIENCE_S

AGENTS = 3
API, TOOLS = "the API", "the server of the tools"
KILLED = {20: API, 60: TOOLS, 100: API}
"""What is killed after how many answers of the games' hundreds."""


class Agent:
    """Plays a game; a call without an answer is sent again as it was, which any host may do."""

    def __init__(self, url):
        self._url = url
        self._call = ("new_game", {"variant": "hockey", "level": "rookie"})
        self.game = ""
        self.answers = self.failures = 0
        self.played = []

    async def play(self):
        with anyio.fail_after(2 * PATIENCE_S):
            while self._call:
                try:
                    async with Host(self._url) as host:
                        while self._call:
                            self._take(await host.call_tool(*self._call))
                except (MCPError, BaseExceptionGroup):  # the connection is lost
                    self.failures += 1
                    await anyio.sleep(0.1)

    def _take(self, answer):
        if answer.is_error:
            self.failures += 1
            return
        facts = answer.structured_content
        self.answers += 1
        self.game = self.game or facts["game"]
        if "move" in self._call[1]:
            self.played.append(self._call[1]["move"])
        if facts["status"] == "finished":
            self._call = None
        else:
            self._call = "play", {"game": self.game, "version": facts["version"], "move": facts["moves"][0]}


def test_no_move_is_lost_or_repeated_by_services_that_are_killed(running, tmp_path):
    supervised, address = running

    def kill(what):
        if what == TOOLS:
            instance.end()
            instance.start()
            return
        for pid in supervised.find_all("gunicorn"):
            os.kill(pid, signal.SIGKILL)

    async def games():
        async with anyio.create_task_group() as tasks:
            for agent in agents:
                tasks.start_soon(agent.play)
            for answers, what in KILLED.items():
                while sum(agent.answers for agent in agents) < answers:
                    await anyio.sleep(0.01)
                await to_thread.run_sync(kill, what)

    with ended(Instance(address, tmp_path)) as instance:
        agents = [Agent(instance.url) for _ in range(AGENTS)]
        run(games)
    assert all(agent.failures for agent in agents)
    seats = SealedSeats(SECRET.encode())
    for agent in agents:
        seat = seats.find(agent.game)
        record = Client(address).api.get_record(seat.game_id, token=seat.token)
        assert [move["move"] for move in record["moves"] if move["seat"] == 0] == agent.played
        assert Client(address).api.check_record(record)["verified"]
