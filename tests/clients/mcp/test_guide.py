"""docs/agents.md: what it says to configure works, and what it says of the tools is so."""

import json
import re
import subprocess
import sys
from pathlib import Path

from mcp import StdioServerParameters

from clients.mcp.tools import TOOLS
from tests.clients.mcp.conftest import ROOT, called
from tests.deploy.shown import listings

GUIDE = Path(ROOT, "docs/agents.md").read_text()


def test_the_configuration_that_is_shown_starts_the_tools(address):
    (shown,) = listings(GUIDE, "json")
    entry = json.loads(shown.text)["mcpServers"]["faceoff"]
    assert entry["command"] == "python"
    # in the wheel by this name: tests/clients/test_sdk_packages.py
    given = [argument.replace("faceoff_client.mcp", "clients.mcp") for argument in entry["args"]]
    given = [argument.replace("http://127.0.0.1:8000", address) for argument in given]
    parameters = StdioServerParameters(command=sys.executable, args=given, cwd=ROOT)

    async def games(caller):
        return (await caller("list_games"))["games"]

    assert called(games, parameters)


def test_make_serves_what_is_shown():
    (shown,) = listings(GUIDE, "sh")
    planned = subprocess.run(
        [*shown.text.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, timeout=50, check=True
    )
    assert "-m clients.mcp --http 'http://127.0.0.1:8000'" in planned.stdout


def test_every_tool_is_listed():
    assert re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE) == [tool.name for tool in TOOLS]
