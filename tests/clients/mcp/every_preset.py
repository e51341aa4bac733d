"""Every client plays every preset to its end, over standard input and output and over HTTP through a proxy that hands
requests to two instances in turn: ``python -m tests.clients.mcp.every_preset``, for half an hour, most of it by
the Inspector's command line, which npm gets, with a process for each call; ``--client`` and ``--only`` for a part.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from engines import VARIANTS
from tests.clients.mcp.conftest import (
    ROOT,
    Caller,
    behind_a_proxy,
    called,
    first_move,
    on_standard_input,
)
from tests.service.supervised import whole_service

PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
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
    """The Inspector's command line for connections that last: a process for each call of ``mcpdo``."""
    with connected(target) as mcpdo:

        async def call(name, **arguments):
            answer = mcpdo("@game", "tools/call", name, "--tool-args-json", json.dumps(arguments))
            return answer["structuredContent"]

        for key, preset in presets:
            yield key, preset, *asyncio.run(play(call, key, preset))


@contextmanager
def connected(target):
    """What calls the Inspector with the connection ``@game`` to a server, which a process of its own keeps."""
    environment = os.environ | {"PATH": PATH}
    found = ["npx", "--yes", "--package", INSPECTOR, "--call", "command -v mcpdo"]
    program = subprocess.run(found, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    def mcpdo(*words):
        command = [program, "--format", "json", *words]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    with tempfile.TemporaryDirectory() as name:  # no daemon of the user's, and nothing of theirs is written
        environment |= {"HOME": name, "MCP_INSPECTOR_SECRET_STORE": "memory"}
        environment |= {"MCP_INSPECTOR_DAEMON_DIR": name, "MCP_INSPECTOR_DAEMON_TOKEN": "of this game alone"}
        mcpdo("connect", "@game", "--era", "auto", *target)
        try:
            yield mcpdo
        finally:
            mcpdo("daemon", "stop")


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
            clients = wanted.client or ["current", "older", "inspector"]
            if "older" in clients:
                subprocess.run([*OLDER, address, url], cwd=ROOT, check=True)
            stdio = ["--", sys.executable, "-m", "clients.mcp", address]
            for client, play_all, places in (
                ("current", by_the_current, (on_standard_input(address), url)),
                ("inspector", by_the_inspector, (stdio, [url])),
            ):
                for transport, place in zip(("stdio", "HTTP"), places, strict=True):
                    began = time.monotonic()
                    for key, preset, facts, calls in play_all(place, presets) if client in clients else ():
                        score, took = facts["result"]["score"], time.monotonic() - began
                        print(f"{client}, {transport}: {key} {preset} {score}, {calls} calls, {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
