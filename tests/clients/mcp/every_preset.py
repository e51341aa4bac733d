"""Every client plays every preset to its end, over standard input and output and over HTTP through a proxy that hands
requests to two instances in turn: ``python -m tests.clients.mcp.every_preset``, for minutes, and with the Inspector's
command line, which starts a process for each call, for an hour; ``--client`` and ``--only`` for a part.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engines import VARIANTS
from tests.clients.mcp.conftest import (
    ROOT,
    SECRET,
    Caller,
    behind_a_proxy,
    called,
    first_move,
    on_standard_input,
)
from tests.service.supervised import whole_service

PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
INSPECTOR = ("npx", "--yes", "@modelcontextprotocol/inspector@0.15.0")
OLDER = (".venv/bin/uv", "run", "--no-project", "--with", "mcp<2", "python", "tests/clients/mcp/older_client.py")
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
"""With Node.js."""


async def play(call, key, preset):
    """The facts of a finished game, and the calls that it took."""
    facts = await call("new_game", variant=key, preset=preset, level="rookie")
    game, calls = facts["game"], 1
    while facts["status"] == "active":
        facts = await call("play", game=game, version=facts["version"], **first_move(facts))
        calls += 1
    return facts, calls


def by_the_current(server, presets):
    """The official client that the tests have."""

    async def games(caller):
        for key, preset in presets:
            yield key, preset, *await play(Caller(*caller.clients), key, preset)

    async def all_of_them(caller):
        return [each async for each in games(caller)]

    return called(all_of_them, server)


def by_the_inspector(target, presets):
    """The Inspector's command line: a process for each call, of which only the answer is known to the next."""

    async def call(name, **arguments):
        given = [word for key, value in arguments.items() for word in ("--tool-arg", f"{key}={as_argument(value)}")]
        command = [*INSPECTOR, "--cli", *target, "--method", "tools/call", "--tool-name", name, *given]
        environment = os.environ | {"PATH": PATH, "FACEOFF_MCP_SECRET": SECRET}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        answer = json.loads(done.stdout)
        assert not answer.get("isError"), answer
        return answer["structuredContent"]

    for key, preset in presets:
        yield key, preset, *asyncio.run(play(call, key, preset))


def as_argument(value):
    """As the command line reads it: text as it is, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def main():
    """Play and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--client", choices=["current", "older", "inspector"], action="append")
    parser.add_argument("--only", default="", help="the beginning of the games, as in hockey/standard")
    wanted = parser.parse_args()
    presets = [(key, preset) for key, preset in PRESETS if f"{key}/{preset}".startswith(wanted.only)]
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, part) for part in ("service", "proxy")]
        for folder in folders:
            folder.mkdir()
        with (
            whole_service(folders[0], FACEOFF_AI_PACE_MS="0") as (_, address),
            behind_a_proxy(address, folders[1]) as url,
        ):
            clients = wanted.client or ["current", "older"]
            if "older" in clients:
                subprocess.run([*OLDER, address, url], cwd=ROOT, check=True)
            stdio = [sys.executable, "-m", "clients.mcp", address]
            for client, play_all, places in (
                ("current", by_the_current, (on_standard_input(address), url)),
                ("inspector", by_the_inspector, (stdio, [url, "--transport", "http"])),
            ):
                for transport, place in zip(("stdio", "HTTP"), places, strict=True):
                    began = time.monotonic()
                    for key, preset, facts, calls in play_all(place, presets) if client in clients else ():
                        score, took = facts["result"]["score"], time.monotonic() - began
                        print(f"{client}, {transport}: {key} {preset} {score}, {calls} calls, {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
