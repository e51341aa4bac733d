"""Play against the computer in a terminal: ``make play``, or ``faceoff play http://127.0.0.1:8000``."""

import argparse
import sys

from rich.console import Console

from clients.terminal.play import Player, Quit
from faceoff_client import Client, Game, Problem, Unreachable

PATIENCE_S = 30
"""How long to keep trying while the service is away."""


def main() -> int:
    """Play one game; 0 if it was played or left, 1 if it could not be."""
    parser = argparse.ArgumentParser(prog="faceoff play", description="Play hockey card games against the computer.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--game", help="the key of a game; asked for if not given")
    parser.add_argument("--preset", help="which rules")
    strength = parser.add_mutually_exclusive_group()
    strength.add_argument("--level", type=level, help="which opponent: the key of a level or its number, pro or 4")
    strength.add_argument(
        "--rating", type=int, help="how strong an opponent, exactly: on the scale of the levels' measured ratings"
    )
    parser.add_argument("--character", help="who the opponent is: one of the game's characters, such as deacon")
    parser.add_argument("--name", default="Home", help="your name at the table (%(default)s)")
    wanted = parser.parse_args()
    computer = {
        name: value for name in ("level", "rating", "character") if (value := getattr(wanted, name)) is not None
    }
    console = Console(highlight=False)
    try:
        player = Player(Client(wanted.address, patience_s=PATIENCE_S), console)
    except ValueError as error:  # the address
        console.print(str(error), style="bold red", soft_wrap=True)
        return 1
    try:
        game: Game | None = player.resume() or player.choose(wanted.game, wanted.preset, computer, wanted.name)
        while game:
            game = player.play(game)
    except (Quit, KeyboardInterrupt):
        console.print("\nUntil next time.")
    except Problem as problem:
        console.print(problem.detail, style="bold red")
        return 1
    except Unreachable as error:
        console.print(f"{error}; start it with make run, or say where it is.", style="bold red", soft_wrap=True)
        return 1
    return 0


def level(typed: str) -> int | str:
    """A level as the API takes it."""
    return int(typed) if typed.isdecimal() else typed


if __name__ == "__main__":
    sys.exit(main())
