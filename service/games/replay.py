"""Replays games from their seed and their recorded moves, to show an earlier version or to check a record; and the
commitment to the shuffles of a game with its proof after the end.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from engines.api import Variant
from service.model import shuffles
from service.model.answer import Answer, Count, PackPlace, Timestamp, about, extend, refusal
from service.model.game import OPEN, Game
from service.model.timestamps import time_text
from service.store.games import Commit, GameStore, History


class Replay:
    """A replayed game: the same moves and shuffles give the same game."""

    def __init__(self, variant: Variant, options: Mapping[str, Any], shuffled_as: str, key: str) -> None:
        self.variant = variant
        self.state = variant.new_game(options)
        self.orders: list[list[int]] = []
        """The shuffles so far."""
        self._shuffled_as = shuffled_as
        self._key = key

    def start(self) -> None:
        """Deal until the first decision."""
        self.orders += shuffles.deal(self.state, self._shuffled_as, self._key, len(self.orders))

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """Play one move and the shuffles that follow; raises a Refusal if the move is not legal."""
        for action in self.variant.codec.decode_move(self.state, seat, move):
            self.state.apply(seat, action)
        self.orders += shuffles.deal(self.state, self._shuffled_as, self._key, len(self.orders))


def commit_of(games: GameStore, game_id: str, version: int, last: int) -> Commit:
    """The commit that made a version of a game, up to the ``last`` one; raises Problem if there is none."""
    commits = games.events_after(game_id, version - 1, 1) if version <= last else []
    if not commits:
        raise refusal("version/unknown", "version_unknown", version=version, game=game_id, last=last, field="version")
    return commits[0]


def game_at(games: GameStore, game: Game, version: int) -> Game:
    """The game as it was at a version that it had; raises Problem if the rules have changed since."""
    view_state: dict[str, Any] = {}
    history = games.history(game.id)
    for commit in history.after(0, version):
        view_state |= commit.view_state
        last = commit
    then = game.copy()
    then.version, then.word = version, last.word
    then.restore(view_state)
    then.expires_at = time_text(last.at_ms + 1000 * then.lifetime_s)
    then.state = replay_of(history, then).state
    return then


def require_same_rules(game: Game) -> None:
    """Raise Problem if the rules have changed since the game was played."""
    played, ours = game.rules_version, game.variant.rules_version
    if played != ours:
        raise refusal("rules/changed", "rules_changed", game=game.id, played=played, ours=ours)


def replay_of(history: History, game: Game) -> Replay:
    """The game replayed up to the version of ``game``; raises Problem if the rules have changed since."""
    require_same_rules(game)
    replay = Replay(game.variant, game.options, game.shuffled_as, game.shuffle_key)
    if game.status != OPEN and game.shuffles:
        replay.start()
    for recorded in history.moves(game.version):
        replay.play(recorded.seat, recorded.move)
    return replay


# -- proof


class Fairness(Answer, kw_only=True):
    """The commitment to every shuffle of the game. The seed is revealed when the game is over."""

    scheme: Annotated[str, about("The name of the shuffle scheme.")]
    commitment: Annotated[str, about("SHA-256 of the game's id, or its deal, and its seed, in hex.")]
    promises: Annotated[
        dict[str, str],
        about(
            "SHA-256 of the seeds that players have promised, in hex, by contributor: `owner` or the number of a seat. "
            "If yours is not among them, the shuffles are fair only if you trust the operator. Empty in a rematch for "
            "a seat that may still promise one."
        ),
    ]
    awaits_seed: Annotated[bool, about("Whether a promised seed has not been revealed.")]
    reveal_by: Annotated[
        Timestamp | None,
        about(
            "Set when all seats are taken and promised seeds are missing: reveal yours, after you have kept "
            "`commitment` and `promises`. If one is missing at this time, the game is aborted."
        ),
    ]
    client_seeds: Annotated[
        dict[str, str],
        about("Seeds of players that enter the shuffles, by contributor: `owner` or the number of a seat."),
    ]
    deal: Annotated[
        str | None,
        about(
            "The text of a prepared deal, from which the seed follows: who knows it knows every card. It takes the "
            "place of the game's id in the recipe. Null in a game whose cards no one knows."
        ),
    ]
    shuffles: Annotated[Count, about("Number of shuffles dealt so far.")]
    seed: Annotated[str | None, about("The game's seed, in hex. Null until the game is over.")]


class Shuffle(Answer, kw_only=True):
    """One shuffle of the game."""

    shuffle: Annotated[Count, about("Number of the shuffle, starting at 0.")]
    size: Annotated[Count, about("Number of cards.")]
    order: Annotated[list[PackPlace], about("A permutation of 0 to size - 1.")]


class FairnessProof(Fairness, kw_only=True):
    """Everything needed to verify the shuffles. The seed and the orders are revealed when the game is over."""

    game_id: Annotated[str, about("The game's id, which is part of the recipe unless it has a `deal`.")]
    recipe: Annotated[str, about("Address of the document that explains the verification.")]
    orders: Annotated[list[Shuffle], about("Every shuffle, in the order in which it was dealt.")]


def fairness_view(game: Game) -> Fairness:
    """The commitment to every shuffle of the game, and after its end the seed."""
    return Fairness(
        scheme=shuffles.SCHEME,
        commitment=shuffles.commitment(game.shuffled_as, game.seed),
        promises={who: promised or "" for who, promised in game.promises.items()},
        awaits_seed=bool(game.missing_seeds),
        reveal_by=game.reveal_by,
        client_seeds=game.client_seeds,
        deal=game.deal,
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
