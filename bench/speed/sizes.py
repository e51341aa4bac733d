"""What a game takes in Redis, all keys together: when it is created, after 50 moves, when it is over, and when it is
packed.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from bench.report import table
from engines import VARIANTS
from engines.language import ENGLISH
from faceoff_client import random_move
from service.config import Settings
from service.games.create import NewGame, create_game
from service.games.once import Once
from service.games.play import play_move
from service.games.update import Games
from service.games.views import moves_of
from service.model.game import ACTIVE, Game, seats_to_act
from service.ops.embedded_redis import EmbeddedRedis
from service.store.queue import AiQueue, queue_client
from service.store.store import Store

PERSON = {"kind": "person"}
LATER = 50
"""Moves."""
T = TypeVar("T")


def play(games: Games, key: str, look: Callable[[Game], T]) -> tuple[Game, list[T]]:
    """A random game of the first preset between people, and what is seen of it when it is created and after each
    move.
    """
    seats = int(VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats())
    game = create_game(games, NewGame(VARIANTS[key], seats=[PERSON] * seats, public=False), Once()).game
    rng, seen = random.Random(key), [look(game)]
    while game.status == ACTIVE:
        seat = rng.choice(seats_to_act(game))
        moves, choice = moves_of(game.variant, game.state, seat, game.options, None, ENGLISH)
        shown = msgspec.to_builtins({"choice": choice, "legal_moves": moves})
        game = play_move(games, game.id, _as(seat), int(game.state.ply), random_move(shown, rng)).game
        seen.append(look(game))
    return game, seen


def _as(seat: int) -> Callable[[Game], int]:
    return lambda game: seat


def used(store: Store, game: Game) -> float:
    """KiB of all keys of a game."""
    names = store.client.scan_iter(f"*:{game.id}")
    return sum(int(store.client.memory_usage(name, samples=0) or 0) for name in names) / 1024


def rows() -> Iterator[tuple[object, ...]]:
    """A game of each kind."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        settings = Settings(redis_url=server.url, background=False)
        store = Store(settings)
        games = Games(store, AiQueue(queue_client(settings)))
        for key, variant in VARIANTS.items():
            game, sizes = play(games, key, lambda game: used(store, game))
            store.games.pack(game.id)
            later = f"{sizes[LATER]:.1f}" if len(sizes) > LATER else ""
            yield variant.name, len(sizes) - 1, f"{sizes[0]:.1f}", later, f"{sizes[-1]:.1f}", f"{used(store, game):.1f}"


def section() -> list[str]:
    """The table."""
    return table(("game", "moves", "created, KiB", f"after {LATER} moves", "over", "packed"), rows())
