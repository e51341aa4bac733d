"""The protocol's official client plays whole games, knowing only the answers: of every variant over standard input, and
of those whose moves are longest over HTTP. ``python -m tests.clients.mcp.every_preset`` plays every preset over both.
"""

import shutil
import statistics

import httpx
import pytest

from engines import VARIANTS
from tests.clients.mcp.conftest import behind_a_proxy, called, first_move, on_standard_input
from tests.games import LONG_MOVES, QUICK_GAME

MOST_BYTES = 1000
"""The median answer of a game is at most as long."""
MOST_CALLS = 2000
OF_2025 = "2025-06-18"
"""A version of the protocol with sessions."""


async def play(caller, key, **wanted):
    """Play with the first legal move to the end: one call for each decision."""
    facts = await caller("new_game", variant=key, level="rookie", **wanted)
    game, calls = facts["game"], 0
    while facts["status"] == "active":
        facts = await caller("play", game=game, version=facts["version"], **first_move(facts))
        assert facts["moves"] or facts["choice"] or facts["status"] == "finished"
        calls += 1
        assert calls < MOST_CALLS
    return facts, [len(answer.content[0].text.encode()) for answer in caller.answers]


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_a_whole_game_is_a_call_for_each_decision_over_standard_input(address, key):
    async def game(caller):
        facts, sizes = await play(caller, key)
        assert facts["status"] == "finished"
        assert facts["result"]["score"] == facts["score"]
        assert statistics.median(sizes) <= MOST_BYTES

    called(game, on_standard_input(address))


@pytest.mark.slow
@pytest.mark.parametrize("key", LONG_MOVES)
def test_a_whole_game_is_played_over_http_by_two_instances_in_turn(instances, key):
    async def game(caller):
        facts, sizes = await play(caller, key)
        assert facts["status"] == "finished"
        assert statistics.median(sizes) <= MOST_BYTES

    called(game, *(instance.url for instance in instances))


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_a_whole_game_is_played_through_a_proxy_in_front_of_two_instances(address, tmp_path):
    async def game(caller):
        assert (await play(caller, QUICK_GAME))[0]["status"] == "finished"

    with behind_a_proxy(address, tmp_path) as url:
        called(game, url)


def test_a_client_that_begins_a_session_at_one_instance_goes_on_at_another(instances):
    """As hosts of 2025 do: the session that they began is one of no instance."""

    def send(instance, number, method, **params):
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        answer = httpx.post(instance.url, json=body, headers=headers, timeout=60)
        headers.update({name: value for name, value in answer.headers.items() if name == "mcp-session-id"})
        assert answer.status_code == 200, answer.text
        return answer.text

    headers = {"Accept": "application/json, text/event-stream"}
    about = {"capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
    begun = send(instances[0], 1, "initialize", protocolVersion=OF_2025, **about)
    assert OF_2025 in begun
    headers["MCP-Protocol-Version"] = OF_2025
    for number, instance in enumerate((instances[1], instances[0]), 2):
        assert '"games"' in send(instance, number, "tools/call", name="list_games", arguments={})
