"""Run the sample bot: ``python -m clients.bot --name Backhand``."""

import argparse
import os
import random
import sys
from functools import partial
from typing import Any

from clients.bot.bot import Bot, at_random
from faceoff_client import Client, Problem, Unreachable

TOKEN = "FACEOFF_BOT_TOKEN"


def main() -> int:
    """Play until stopped; 1 if the bot cannot play."""
    parser = argparse.ArgumentParser(
        prog="python -m clients.bot",
        description="Run a bot that accepts every invitation and plays random legal moves.",
    )
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--name", default="Sample bot", help="under which to register (%(default)s)")
    parser.add_argument(
        "--game", action="append", help="the key of a game that it plays; may be repeated; all games if not given"
    )
    parser.add_argument("--max-games", type=int, default=8, help="games at once (%(default)s)")
    parser.add_argument("--seed", help="of the random moves")
    wanted = parser.parse_args()
    say = partial(print, flush=True)
    client, token = Client(wanted.address), os.environ.get(TOKEN, "")
    try:
        if not token:
            body: Any = {"name": wanted.name, "description": "Plays random legal moves.", "max_games": wanted.max_games}
            made = client.api.register_bot(body | ({"variants": wanted.game} if wanted.game else {}))
            token = made["token"]
            say(f"Registered {made['name']} as {made['id']}. To run it again, set {TOKEN}={token}")
        bot = Bot(client, token, at_random(random.Random(wanted.seed)), say)
        say(f"{bot.id} is ready.")
        bot.run()
    except KeyboardInterrupt:
        return 0
    except Problem as problem:
        print(problem, file=sys.stderr)
    except Unreachable as error:
        print(f"{error}; start it with make run, or say where it is.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
