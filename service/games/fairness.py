"""The commitment to the shuffles of a game, and the proof after its end."""

from typing import Annotated

from msgspec import Meta

from service.games.replay import replay_of
from service.model import shuffles
from service.model.answer import Answer, Count, PackPlace, Timestamp, extend
from service.model.game import Game
from service.store.games import GameStore


class Fairness(Answer, kw_only=True):
    """The commitment to every shuffle of the game. The seed is revealed when the game is over."""

    scheme: Annotated[str, Meta(description="The name of the shuffle scheme.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the game's id and seed, in hex.")]
    promises: Annotated[
        dict[str, str],
        Meta(
            description="SHA-256 of the seeds that players have promised, in hex, by contributor: `owner` or the "
            "number of a seat. If yours is not among them, the shuffles are fair only if you trust the "
            "operator. Empty in a rematch for a seat that may still promise one."
        ),
    ]
    awaits_seed: Annotated[bool, Meta(description="Whether a promised seed has not been revealed.")]
    reveal_by: Annotated[
        Timestamp | None,
        Meta(
            description="Set when all seats are taken and promised seeds are missing: reveal yours, after you have "
            "kept `commitment` and `promises`. If one is missing at this time, the game is aborted."
        ),
    ]
    client_seeds: Annotated[
        dict[str, str],
        Meta(description="Seeds of players that enter the shuffles, by contributor: `owner` or the number of a seat."),
    ]
    shuffles: Annotated[Count, Meta(description="Number of shuffles dealt so far.")]
    seed: Annotated[str | None, Meta(description="The game's seed, in hex. Null until the game is over.")]


class Shuffle(Answer, kw_only=True):
    """One shuffle of the game."""

    shuffle: Annotated[Count, Meta(description="Number of the shuffle, starting at 0.")]
    size: Annotated[Count, Meta(description="Number of cards.")]
    order: Annotated[list[PackPlace], Meta(description="A permutation of 0 to size - 1.")]


class FairnessProof(Fairness, kw_only=True):
    """Everything that is needed to verify the shuffles. The seed and the orders are revealed when the game is over."""

    game_id: Annotated[str, Meta(description="The game's id, which is part of the recipe.")]
    recipe: Annotated[str, Meta(description="Address of the document that explains the verification.")]
    orders: Annotated[list[Shuffle], Meta(description="Every shuffle, in the order in which it was dealt.")]


def fairness_view(game: Game) -> Fairness:
    """The commitment to every shuffle of the game, and after its end the seed."""
    return Fairness(
        scheme=shuffles.SCHEME,
        commitment=shuffles.commitment(game.id, game.seed),
        promises={who: promised or "" for who, promised in game.promises.items()},
        awaits_seed=bool(game.missing_seeds),
        reveal_by=game.reveal_by,
        client_seeds=game.client_seeds,
        shuffles=game.shuffles,
        seed=game.seed if game.is_over else None,
    )


def fairness_proof(games: GameStore, game: Game) -> FairnessProof:
    """The same and, after the end, every order that was dealt."""
    orders = replay_of(games.history(game.id), game).orders if game.is_over else []
    return extend(
        FairnessProof,
        fairness_view(game),
        game_id=game.id,
        recipe=shuffles.RECIPE,
        orders=[Shuffle(shuffle=number, size=len(order), order=order) for number, order in enumerate(orders)],
    )
