"""Moves a second over HTTP with 1, 8 and 64 clients, in turn with those of another commit, each as ``make run`` starts
it. ``faceoff bench builds COMMIT`` prints a table.

The game is Card Hockey, whose moves are known without a view. Other builds are asked by what every commit has.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import engines
from bench.opponents import built
from bench.over_http.client import Call, Connection, Service
from bench.report import percentile, table
from bench.speed.alternating import in_turn, ratio
from bench.speed.running import running
from bench.speed.served import REQUESTS, answered_all
from bench.study import parser_of
from service.ops.supervisor import ROOT

ROUNDS, TURNS = 7, 20
"""Turns of a game that are played: two moves each."""
GAME = {"variant": "card_hockey", "seats": [{"kind": "person"}] * 2, "public": False}
MOST_GAMES = {"FACEOFF_LIMIT_CREATE": "", "FACEOFF_TRUST_LOOPBACK": "true"}


def moves_of_new_game(service: Service) -> list[bytes]:
    """The requests of the first moves, last first."""
    game = service.call("POST", "/v1/games", GAME)
    path, found = f"/v1/games/{game['id']}/moves", list[bytes]()
    for turn in range(TURNS):
        body = b'{"ply": %d, "move": {"type": "flip", "turn": %d}}' % (turn, turn + 1)
        found += [Call("POST", path, game["tokens"][seat], body).raw() for seat in ("0", "1")]
    return found[::-1]


def per_second(address: str, clients: int, times: list[float]) -> float:
    """Moves a second of clients with a game each; ``times`` collects the seconds of each move."""
    service, each, left = (
        Service(address),
        min(REQUESTS[clients] // clients, 2 * TURNS),
        dict[Connection, list[bytes]](),
    )
    for _ in range(clients):
        requests = moves_of_new_game(service)[-each:]
        left[Connection(address, requests.pop)] = requests
    service.close()
    return clients * each / answered_all(left, times)


def rows(addresses: Sequence[str]) -> Iterator[tuple[object, ...]]:
    for clients in REQUESTS:
        times: list[list[float]] = [[] for _ in addresses]
        measures = [partial(per_second, *one) for one in zip(addresses, [clients] * 2, times, strict=True)]
        found = [rates[1:] for rates in in_turn(measures, ROUNDS + 1)]  # in the first, both load what they need
        waits = (f"{1000 * percentile(of_build, 0.99):.1f}" for of_build in times)
        yield clients, *(f"{statistics.median(rates):.0f}" for rates in found), f"{ratio(*found):.2f}", *waits


def main() -> None:
    """Print the table."""
    commit = parser_of(__doc__, "commit").parse_args().commit
    addresses = []
    with ExitStack() as stack:
        for code in (Path(engines.__file__).parents[1], built(commit)):
            data = stack.enter_context(tempfile.TemporaryDirectory())
            of_build = {"PYTHONPATH": f"{code}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"}
            service = stack.enter_context(running(data, **of_build, **MOST_GAMES))
            addresses.append(f"http://127.0.0.1:{service.port}")
        heads = ("clients", "moves a second", f"at {commit}", "ratio", "p99 ms", f"at {commit}")
        print("\n".join(table(heads, rows(addresses))))
