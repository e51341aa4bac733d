"""What a game takes in Redis: the stored document over a random game between people, and all keys when it ends and when it is packed.

``python -m bench.speed.sizes`` starts a Redis of its own.
"""

import json
import random
import sys
import tempfile
from pathlib import Path

import msgspec

from engines import VARIANTS
from faceoff_client import random_move
from service.config import Settings
from service.games.commit import Games
from service.games.create import NewGame, create_game
from service.games.play import play_move
from service.games.views import legal_moves
from service.model.game import ACTIVE, Game, seats_to_act
from service.ops.embedded_redis import EmbeddedRedis
from service.store.redis_store import RedisStore
from service.workers.connections import make_store, queue_client
from service.workers.queue import AiQueue

PERSON = {"kind": "person"}


def play(games: Games, key: str) -> tuple[Game, list[int], list[int]]:
    """One game of the first preset; the length of its document and of the engine's state in it after every move."""
    seats = int(VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats())
    game = create_game(games, NewGame(VARIANTS[key], seats=[PERSON] * seats, public=False)).game
    rng, documents, states = random.Random(key), [], []
    while game.status == ACTIVE:
        seat = rng.choice(seats_to_act(game))
        moves = msgspec.to_builtins(legal_moves(game.variant, game.state, seat, game.options))
        shown = {"choice": game.variant.codec.describe_choice(game.state, seat), "legal_moves": moves}
        game = play_move(games, game, seat, int(game.state.ply), random_move(shown, rng)).game
        documents.append(len(game.dump()))
        states.append(len(json.dumps(game.variant.codec.dump_state(game.state), separators=(",", ":"))))
    return game, documents, states


def used(store: RedisStore, game: Game) -> float:
    """KiB of all keys of a game."""
    return sum(store.client.memory_usage(name, samples=0) for name in store.client.scan_iter(f"*:{game.id}")) / 1024


def main() -> int:
    """Print a line a game."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        settings = Settings(redis_url=server.url, background=False)
        store = make_store(settings)
        games = Games(store, AiQueue(queue_client(settings)))
        print(f"{'game':22} {'state, bytes':>14} {'document':>14} {'moves':>6} {'all keys, KiB':>14} {'packed':>8}")
        for key in VARIANTS:
            game, documents, states = play(games, key)
            memory = used(store, game)
            store.games.pack(game.id)
            sizes = f"{min(states):6} - {max(states):5} {min(documents):6} - {max(documents):5}"
            print(f"{key:22} {sizes} {len(states):6} {memory:14.1f} {used(store, game):8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
