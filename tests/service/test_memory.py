"""Memory stays flat: what the service does for every request keeps no byte.

Counted on compiled engines, where a reference too many is never found by the garbage collector; interpreted, with fewer
calls.
"""

import ctypes
import gc
import json
import sys

import pytest

from engines import VARIANTS, is_compiled
from engines.api import OVER, SPECTATOR
from engines.rng import Rng
from service.model.shuffles import deal
from tests.service.client import PERSON

# of what the tests before have left to collect
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
CALLS = 2_000 if is_compiled() else 400
REQUESTS = 250
"""Rounds; with fewer, what Flask and its like cache at first is most of what is counted."""
WARM_SHARE = 0.2
MOST_BLOCKS_A_CALL = 0.1
MOST_BYTES_A_CALL = 20
MOVES = 12
ASKED = 12
"""Requests of one round."""


class MallInfo(ctypes.Structure):
    """What glibc's mallinfo2() returns; in bytes but for the counts."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks")
    ]
    _fields_ += [(name, ctypes.c_size_t) for name in ("fordblks", "keepcost")]


def in_use():
    """Small blocks that Python has given out, and bytes of larger ones."""
    gc.collect()
    info = MALLINFO()
    return sys.getallocatedblocks(), info.uordblks + info.hblkhd


MALLINFO = ctypes.CDLL(None).mallinfo2
MALLINFO.restype = MallInfo


def left_by(call, times):
    """What each of this many calls has left behind: blocks and bytes."""
    blocks, size = in_use()
    for _ in range(times):
        call()
    blocks_after, size_after = in_use()
    return (blocks_after - blocks) / times, (size_after - size) / times


def assert_keeps_nothing(call, times, requests=1):
    """What is kept for every call is kept the second time as well; what is kept once, for all calls, is not."""
    for _ in range(int(WARM_SHARE * times)):
        call()
    found = [left_by(call, times)]
    if not is_nothing(*found[0], requests):
        found.append(left_by(call, times))
    assert is_nothing(*found[-1], requests), found


def is_nothing(blocks, size, requests):
    return blocks < MOST_BLOCKS_A_CALL * requests and size < MOST_BYTES_A_CALL * requests


def played(variant, options):
    """A game some moves on."""
    state, rng = variant.new_game(options), Rng("memory")
    deal(state, "g", "00" * 32, 0)
    for number in range(MOVES if variant.has_decisions else 0):
        if state.to_act() == OVER:
            break
        seat = next(seat for seat in range(state.seats()) if state.may_act(seat))
        actions = state.legal_actions(seat)
        state.apply(seat, actions[rng.below(len(actions))])
        deal(state, "g", "00" * 32, number + 1)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_what_is_asked_of_an_engine_for_each_request_keeps_nothing(key):
    variant = VARIANTS[key]
    _, options = variant.resolve_options(None, None)
    codec = variant.codec
    stored = json.loads(json.dumps(codec.dump_state(played(variant, options))))

    def serve():
        variant.new_game(options)
        state = codec.load_state(stored)
        codec.dump_state(state)
        codec.table(variant.observe(state, SPECTATOR))
        observation = variant.observe(state, 0)
        codec.load_observation(codec.dump_observation(observation))
        observation.determinize(Rng(1))
        codec.list_moves(state, 0)

    assert_keeps_nothing(serve, CALLS)


@pytest.mark.slow
def test_what_is_asked_of_the_api_keeps_nothing(app):
    http = app.test_client()

    def ask():
        created = http.post(
            "/v1/games",
            json={"variant": "hockey", "seats": [PERSON, PERSON], "options": {"first_dealer": "random"}},
        ).json
        token = {"Authorization": f"Bearer {created['tokens'][str(created['to_act'][0])]}"}
        path = f"/v1/games/{created['id']}"
        view = http.get(path, headers=token).json
        http.post(f"{path}/moves", json={"ply": view["ply"], "move": view["legal_moves"][0]["move"]}, headers=token)
        http.post(f"{path}/moves", json={"ply": view["ply"], "move": {"type": "none"}}, headers=token)
        http.post(f"{path}/resign", headers=token)
        for address in (
            path,
            f"{path}/events",
            f"{path}/record",
            f"{path}/cards",
            "/v1/variants/hockey",
            "/v1/games",
            "/v1/nothing",
        ):
            http.get(address, headers=token)
        app.extensions["faceoff"].games.memory.forget()  # the last games are remembered, and no more

    assert_keeps_nothing(ask, REQUESTS, ASKED)
