"""The commitment to the shuffles of a game, and the proof after its end."""

from typing import Any

from service.games.replay import replay_of
from service.model import shuffles
from service.model.game import Game
from service.store.interface import GameStore


def fairness_view(game: Game) -> dict[str, Any]:
    """The commitment to every shuffle of the game, and after its end the seed."""
    return {
        "scheme": shuffles.SCHEME,
        "commitment": shuffles.commitment(game.id, game.seed),
        "seed_digest": game.seed_digest,
        "awaits_seed": game.awaits_seed,
        "client_seeds": game.client_seeds,
        "shuffles": game.shuffles,
        "seed": game.seed if game.is_over else None,
    }


def fairness_proof(games: GameStore, game: Game) -> dict[str, Any]:
    """The same and, after the end, every order that was dealt."""
    orders = replay_of(games, game).orders if game.is_over else []
    return fairness_view(game) | {
        "game": game.id,
        "recipe": shuffles.RECIPE,
        "orders": [{"shuffle": number, "size": len(order), "order": order} for number, order in enumerate(orders)],
    }
