"""How long a person waits for a computer's answer, at every level, with 1, 4 and 16 games at once:
``python -m bench answer-times PORT=8123``.

Each game is Hockey's standard one, played by random legal moves with ``Prefer: wait`` and no pace; the time is that of
a move whose answer is held until the computer has moved. The table goes into docs/strength.md.
"""

import argparse
import random
import sys
import threading
import time
from collections.abc import Iterator

from bench.over_http.http_games import WAIT, Service
from bench.report import put_section, table
from faceoff_client import is_asked, random_move

GAMES_AT_ONCE = (1, 4, 16)


class Times:
    """What one setting came to."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Seconds of each move with its answer."""
        self.efforts: list[float] = []
        """Share of its simulations that each answer had."""

    def play(self, address: str, level: int, seed: int, ends: float) -> None:
        """Games one after the other until the time is over."""
        service, rng = Service(address), random.Random(seed)
        while time.monotonic() < ends:
            game = service.create(variant="hockey", seats=[{"kind": "person"}, {"kind": "ai", "level": level}])
            token = game["tokens"]["0"]
            while game["status"] == "active" and time.monotonic() < ends:
                if not is_asked(game):
                    game = service.wait(game, token)
                    continue
                began = time.monotonic()
                game = service.call(
                    "move", "POST", f"/v1/games/{game['id']}/moves", self._move(game, rng), token, **WAIT
                )
                self.answers.append(time.monotonic() - began)
                if game["seats"][1]["budget_fraction"] is not None:
                    self.efforts.append(game["seats"][1]["budget_fraction"])

    def _move(self, game: dict, rng: random.Random) -> dict:
        return {"ply": game["ply"], "move": random_move(game, rng)}

    def percentile(self, share: float) -> float:
        """In ms."""
        return 1000 * sorted(self.answers)[int(share * (len(self.answers) - 1))]


def measure(address: str, level: int, games: int, seconds: float) -> Times:
    """This many games at once against one level."""
    times, ends = Times(), time.monotonic() + seconds
    players = [threading.Thread(target=times.play, args=(address, level, seed, ends)) for seed in range(games)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    return times


def rows(address: str, seconds: float) -> Iterator[tuple[object, ...]]:
    """The table, and its lines printed as they come."""
    with_levels = Service(address).call("variant", "GET", "/v1/variants/hockey")["levels"]
    for level in with_levels:
        for games in GAMES_AT_ONCE:
            times = measure(address, level["level"], games, seconds)
            full = sum(effort == 1 for effort in times.efforts) / max(1, len(times.efforts))
            row = (
                f"{level['level']} {level['name']}",
                games,
                len(times.answers),
                f"{times.percentile(0.5):.0f}",
                f"{times.percentile(0.99):.0f}",
                level["cap_ms"],
                f"{100 * full:.0f} %",
            )
            print(*row, flush=True)
            yield row


def main() -> int:
    """Measure and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each level and number of games")
    arguments = parser.parse_args()
    heads = (
        "level",
        "games at once",
        "moves",
        "median ms",
        "p99 ms",
        "cap of the search, ms",
        "answers with full thought",
    )
    put_section("times", table(heads, rows(arguments.address, arguments.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
