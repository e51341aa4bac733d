"""The cost of a failover: games are played while the primary is killed, frozen and cut off (``faceoff bench
failover``).

A primary, two replicas and three sentinels run on loopback ports, and the service over them as ``make run`` starts it.
Each player sends a move until it is acknowledged. Afterwards every acknowledged move must be in the game that the new
primary stores. Only 503 may be answered in between. Writes ``build/failover.md``.
"""

import json
import logging
import os
import tempfile
import threading
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final, Self

from bench.report import table
from bench.study import parser_of
from service.config import Settings
from service.store.store import Store
from tests.faults.failover import CASES, Acknowledged, Player, lost, strike
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.client import PERSON, ai
from tests.service.sentinel_set import SentinelSet
from tests.service.supervised import Supervised

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = 4


def strike_and_mend(servers: SentinelSet, case: str, players: Sequence[Player]) -> float:
    """Let the primary fail, until the players continue and everything is as before; returns the time of the failure."""
    primary, moment = strike(servers, case, players)
    getattr(primary, CASES[case][1])()
    servers.wait_until_whole()
    return float(moment)


def seconds_until_back(players: Sequence[Player], moments: Sequence[float], gone: Collection[Acknowledged]) -> str:
    """After each failure, the seconds until every player has a move acknowledged that is kept; least and most."""
    kept = {player: [move for move in player.acknowledged if move not in gone] for player in players}
    waits = [
        max(next(move.at for move in moves if move.sent_at > moment) - moment for moves in kept.values())
        for moment in moments
    ]
    return f"{min(waits):.1f} to {max(waits):.1f}"


class Service:
    """The service as ``make run`` starts it, over these servers."""

    def __init__(self, folder: Path, url: str, wait_replicas: int) -> None:
        self.port = free_port()
        settings = {
            "FACEOFF_WAIT_REPLICAS": wait_replicas,
            "FACEOFF_PORT": self.port,
            "FACEOFF_WORKERS": 1,
            "FACEOFF_LIMIT_CREATE": "",
        }
        os.environ |= {"REDIS_URL": url} | {name: str(value) for name, value in settings.items()}
        self.process = Supervised(["-m", "service.ops.run"], folder)
        self._local = threading.local()

    def __enter__(self) -> Self:
        self.process.wait_for("Faceoff is ready")
        return self

    def __exit__(self, *error: object) -> None:
        self.process.end()

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Status and JSON; status 0 stands for a lost connection."""
        if not hasattr(self._local, "connection"):
            self._local.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            self._local.connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._local.connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, HTTPException):
            self._local.connection.close()
            return 0, None


def measure(case: str, rounds: int, wait_replicas: int) -> tuple[object, ...]:
    """One row of the table."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = stack.enter_context(SentinelSet(folder))
        service = stack.enter_context(Service(folder, servers.url, wait_replicas))
        people = [Player(service.call, [PERSON, PERSON], 0.01, wait_replicas) for _ in range(GAMES)]
        guest = Player(service.call, [PERSON, ai(1)], 0.05, wait_replicas)
        players = [*people, guest]
        for player in players:
            player.start()
        wait_until(lambda: all(player.acknowledged or player.error for player in players), "no game is played")
        moments = [strike_and_mend(servers, case, players) for _ in range(rounds)]
        for player in players:
            player.stop()
        acknowledged = [move for player in players for move in player.acknowledged]
        gone = lost(Store(Settings(redis_url=servers.url)), acknowledged)
    back = [seconds_until_back(some, moments, set(gone)) for some in (people, [guest])]
    return case, wait_replicas, rounds, *back, len(acknowledged), len(gone)


HEADS: Final = (
    "primary",
    "`FACEOFF_WAIT_REPLICAS`",
    "failovers",
    "seconds until people move again",
    "against a computer",
    "moves acknowledged",
    "lost",
)


def main() -> int:
    """Print and write the table; 1 if a move was lost though the service waits for replicas."""
    parser = parser_of(__doc__, rounds=(3, "failovers of each case"))
    parser.add_argument("--only", choices=CASES, help="one case")
    options = parser.parse_args()
    logging.disable()  # the table shows what happened
    rows: list[tuple[object, ...]] = []
    for wait_replicas in (1, 0):
        for case in [options.only] if options.only else CASES:
            rows.append(measure(case, options.rounds, wait_replicas))
            print(*rows[-1], sep=" | ", flush=True)
    target = ROOT / "build" / "failover.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text("\n".join(table(HEADS, rows)))
    return int(any(waits and count for _, waits, *_, count in rows))
