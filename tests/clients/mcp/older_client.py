"""The official client of the generation before (``mcp`` 1.x) plays every preset over both transports: ``make run``,
``make mcp``, then ``.venv/bin/uv run --no-project --with 'mcp<2' python tests/clients/mcp/older_client.py``.

Alone: the tests have the current client, and two generations do not fit into one environment.
``tests.clients.mcp.every_preset`` runs it behind a proxy.
"""

import argparse
import asyncio
from importlib.metadata import version

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def play(session):
    """A game of every preset with the first legal move."""
    await session.initialize()

    async def facts_of(name, **arguments):
        result = await session.call_tool(name, arguments)
        assert not result.isError, result.content[0].text
        return result.structuredContent

    assert len((await session.list_tools()).tools) == 9
    refused = await session.call_tool("look", {"game": "hockey-0"})
    assert refused.isError
    assert "no such game" in refused.content[0].text
    for game in (await facts_of("list_games"))["games"]:
        for preset in (await facts_of("list_games", variant=game["variant"]))["presets"]:
            facts = await facts_of("new_game", variant=game["variant"], preset=preset, level="rookie")
            name, calls = facts["game"], 0
            while facts["status"] == "active":
                move = {"move": facts["choice"]["example"]} if facts["choice"] else {"number": 1}
                facts = await facts_of("play", game=name, version=facts["version"], **move)
                calls += 1
            score = facts["result"]["score"]
            print(f"mcp {version('mcp')}: {game['variant']} {preset} {score} in {calls} calls", flush=True)


async def main(address, url):
    """Play over standard input and output, then over Streamable HTTP."""
    server = StdioServerParameters(command=".venv/bin/python", args=["-m", "clients.mcp", address])
    async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
        await play(session)
    async with streamablehttp_client(url) as (reads, writes, _), ClientSession(reads, writes) as session:
        await play(session)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8765/mcp")
    wanted = parser.parse_args()
    asyncio.run(main(wanted.address, wanted.url))
