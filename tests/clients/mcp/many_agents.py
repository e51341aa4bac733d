"""A hundred agents at once, by the tools and by the Python SDK: what a move costs the service and its carrier:
``python -m tests.clients.mcp.many_agents``. For the tools that is the server of MCP, for the SDK its callers.
"""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import anyio
from mcp import Client as Host

from faceoff_client import Client
from tests.clients.mcp.conftest import Instance
from tests.service.supervised import whole_service

AGENTS = 100
MOST = 1.3
"""Times the processor time of a move by the SDK."""
GAME = {"variant": "turn_based_hockey", "level": "rookie"}


def cpu_s(*processes):
    """Seconds of the processor that processes have used."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def by_sdk(address):
    """The number of moves of a game by the SDK."""
    game, moves = Client(address).create(**GAME, pace_ms=0), 0
    for view in game.turns():
        game.play(view["choice"]["example"] if view["choice"] else view["legal_moves"][0]["move"], wait_s=4)
        moves += 1
    return moves


async def by_tools(url, moves):
    """A game by the tools; adds the number of its moves. Raises AssertionError for a move that is refused."""
    async with Host(url) as host:
        facts = (await host.call_tool("new_game", GAME)).structured_content
        game = facts["game"]
        while facts["status"] == "active":
            move = {"move": facts["choice"]["example"]} if facts["choice"] else {"number": 1}
            played = await host.call_tool("play", {"game": game, "version": facts["version"], **move})
            assert not played.is_error, played.content[0].text
            facts = played.structured_content
            moves.append(1)


async def all_by_tools(url):
    moves = []
    async with anyio.create_task_group() as agents:
        for _ in range(AGENTS):
            agents.start_soon(by_tools, url, moves)
    return len(moves)


def main():
    """Print both costs in milliseconds a move; 1 if the tools cost too much."""
    with (
        tempfile.TemporaryDirectory() as name,
        whole_service(Path(name), FACEOFF_AI_PACE_MS="0", FACEOFF_LIMIT_CREATE="") as (supervised, address),
    ):
        before, own = cpu_s(*supervised.session()), sum(os.times()[:2])
        with ThreadPoolExecutor(AGENTS) as pool:
            moves = sum(pool.map(by_sdk, [address] * AGENTS))
        sdk = (cpu_s(*supervised.session()) - before + sum(os.times()[:2]) - own) / moves
        instance = Instance(address, Path(name))
        try:
            parts = (*supervised.session(), instance.process.pid)
            before = cpu_s(*parts)
            moves = anyio.run(all_by_tools, instance.url)
            tools = (cpu_s(*parts) - before) / moves
        finally:
            instance.end()
    print(f"SDK {1000 * sdk:.1f} ms, tools {1000 * tools:.1f} ms a move: {tools / sdk:.2f} times, of {MOST} at most")
    return int(tools / sdk > MOST)


if __name__ == "__main__":
    sys.exit(main())
