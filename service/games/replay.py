"""Replay of games from their seed and their recorded moves, to show an earlier version or to check a record."""

from collections.abc import Mapping
from typing import Any

from engines.api import Variant
from service.language import ENGLISH
from service.model import shuffles
from service.model.game import OPEN, Game
from service.model.problem import Problem
from service.model.timestamps import time_text
from service.store.games import GameStore
from service.store.history import Commit, History


class Replay:
    """A replayed game: the same moves and shuffles give the same game."""

    def __init__(self, variant: Variant, options: Mapping[str, Any], game_id: str, key: str) -> None:
        self.variant = variant
        self.state = variant.new_game(options)
        self.orders: list[list[int]] = []
        """The shuffles so far."""
        self._game_id = game_id
        self._key = key

    def start(self) -> None:
        """Deal until the first decision."""
        self.orders += shuffles.deal(self.state, self._game_id, self._key, len(self.orders))

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """Play one move and the shuffles that follow; raises a Refusal if the move is not legal."""
        for action in self.variant.codec.decode_move(self.state, seat, move):
            self.state.apply(seat, action)
        self.orders += shuffles.deal(self.state, self._game_id, self._key, len(self.orders))


def commit_of(games: GameStore, game_id: str, version: int, last: int) -> Commit:
    """The commit that made a version of a game, up to the ``last`` one; raises Problem if there is none."""
    commits = games.events_after(game_id, version - 1, 1) if version <= last else []
    if not commits:
        raise Problem(
            "version/unknown",
            ENGLISH.phrase("version_unknown", version=version, game=game_id, last=last),
            field="version",
        )
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


def replay_of(history: History, game: Game) -> Replay:
    """The game replayed up to the version of ``game``; raises Problem if the rules have changed since."""
    if game.rules_version != game.variant.rules_version:
        raise Problem(
            "rules/changed",
            ENGLISH.phrase("rules_changed", game=game.id, played=game.rules_version, ours=game.variant.rules_version),
        )
    replay = Replay(game.variant, game.options, game.id, game.shuffle_key)
    if game.status != OPEN and game.shuffles:
        replay.start()
    for recorded in history.moves(game.version):
        replay.play(recorded.seat, recorded.move)
    return replay
