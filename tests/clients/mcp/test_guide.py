"""docs/agents.md: what it says to configure works, and what it says of the tools is so."""

import json
import re
import subprocess
import sys
from pathlib import Path

from mcp import StdioServerParameters

from clients.mcp.texts import Texts
from clients.mcp.tools import TOOLS, checked
from tests.clients.mcp.conftest import ROOT, called, first_move, on_standard_input
from tests.deploy.shown import is_like, listings

GUIDE = Path(ROOT, "docs/agents.md").read_text()
OTHER_EACH_TIME = (
    (re.compile(r"\b[2-9TJQKA][CDHS]\b"), "CARD"),
    (re.compile(r"\b[Tt]he \w+ of (clubs|diamonds|hearts|spades)"), "the CARD"),
    (re.compile(r"\b(Ida|Rookie|[Yy]ou)\b"), "NAME"),
    (re.compile(r"\bNAME win\b"), "NAME wins"),
    (re.compile(r"\bNAME have\b"), "NAME has"),
    (re.compile(r"^NAME has chosen\.\n", re.MULTILINE), ""),
    (re.compile(r"\b\d+\b"), "N"),
)
"""What differs between two games: cards, who is the first to choose, who wins, and how many."""
MOST_GAMES = 20
"""Until one goes as the game that is shown: without ties, for example."""


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


def test_the_game_that_is_shown_is_what_the_tools_say(address):
    shown = re.findall(r"^> (\w+) (.*)\n((?:(?!> ).*\n)*)", listings(GUIDE, "text")[0].text, re.MULTILINE)
    begin, *moves = [checked(tool, json.loads(arguments), Texts()) for tool, arguments, _ in shown]
    assert all(move.keys() <= {"game", "version", "number", "move"} for move in moves)
    answers = [generally(answer) for _, _, answer in shown]

    async def texts_of_a_game(caller):
        caller.answers.clear()
        facts = await caller("new_game", **begin)
        game = facts["game"]
        while facts["status"] == "active":
            facts = await caller("play", game=game, version=facts["version"], **first_move(facts))
        return [generally(answer.content[0].text) for answer in caller.answers]

    async def one_goes_as_shown(caller):
        for _ in range(MOST_GAMES):
            texts = await texts_of_a_game(caller)
            later = iter(texts[1:-1])
            if (
                is_like(answers[0], texts[0])
                and all(any(is_like(answer, text) for text in later) for answer in answers[1:-1])
                and is_like(answers[-1], texts[-1])
            ):
                return True
        return texts

    assert called(one_goes_as_shown, on_standard_input(address)) is True


def generally(text):
    """What a text has in common with that of another game."""
    for pattern, word in OTHER_EACH_TIME:
        text = pattern.sub(word, text)
    return text
