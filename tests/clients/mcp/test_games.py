"""The protocol's official client plays whole games of every variant over both transports, knowing only the answers."""

import statistics

import pytest

from engines import VARIANTS
from tests.clients.mcp.conftest import called, first_move, on_standard_input

MOST_BYTES = 1000
"""The median answer of a game is at most as long."""
MOST_CALLS = 2000


async def play(caller, key):
    """Play with the first legal move to the end: one call for each decision."""
    facts = await caller("new_game", variant=key, level="rookie")
    game, calls = facts["game"], 0
    while facts["status"] == "active":
        facts = await caller("play", game=game, version=facts["version"], move=first_move(facts))
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
@pytest.mark.parametrize("key", VARIANTS)
def test_a_whole_game_is_played_over_http_by_two_instances_in_turn(instances, key):
    async def game(caller):
        facts, sizes = await play(caller, key)
        assert facts["status"] == "finished"
        assert statistics.median(sizes) <= MOST_BYTES

    called(game, *(instance.url for instance in instances))
