"""Games played again from their seed and their recorded moves: as they were at an earlier version, or to check a record."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.api import Event, Variant
from service.model import shuffles
from service.model.game import OPEN, GameRecord
from service.model.problem import Problem
from service.model.timestamps import time_text
from service.store.games import GameStore


class Replay:
    """A game under way again: the same moves and the same shuffles give the same game."""

    def __init__(self, variant: Variant, options: Mapping[str, Any], game_id: str, key: str) -> None:
        self.variant = variant
        self.state = variant.new_game(options)
        self.orders: list[list[int]] = []
        """The shuffles so far."""
        self._game_id = game_id
        self._key = key

    def start(self) -> list[Event]:
        """Deal what comes before the first decision, and return what happened."""
        self.state.log = []
        return self._deal()

    def play(self, seat: int, move: Mapping[str, Any]) -> list[Event]:
        """Play one move with all chance that follows, and return what happened; raises a Refusal for one the rules turn down."""
        actions = self.variant.codec.decode_move(self.state, seat, move)
        self.state.log = []
        for action in actions:
            self.state.apply(seat, action)
        return self._deal()

    def _deal(self) -> list[Event]:
        self.orders += shuffles.deal(self.state, self._game_id, self._key, len(self.orders))
        events, self.state.log = self.state.log or [], None
        return events


def game_at(store: GameStore, game: GameRecord, version: int) -> GameRecord:
    """The game as it was at ``version``; raises Problem if it has not been, or was played by other rules than today's."""
    if not 1 <= version <= game.version:
        raise Problem("version/unknown", f"at: {version} is not a version of game {game.id}; there are 1 to {game.version}", field="at")
    facts: dict[str, Any] = {}
    at_ms = 0
    for commit in store.history(game.id, version):
        facts |= commit.facts
        at_ms = commit.at_ms
    then = replace(game, version=version, events=[], client_seeds={})
    then.restore(facts)
    then.expires_at = time_text(at_ms + 1000 * then.lifetime_s)
    then.state = replay_of(store, then).state
    return then


def replay_of(store: GameStore, game: GameRecord) -> Replay:
    """The game played again up to the version of ``game``."""
    if game.rules_version != game.variant.rules_version:
        raise Problem(
            "rules/changed",
            f"Game {game.id} was played by version {game.rules_version} of the rules; here is version {game.variant.rules_version}.",
        )
    again = Replay(game.variant, game.options, game.id, game.shuffle_key)
    if game.status != OPEN and game.shuffles:
        again.start()
    for recorded in store.recorded_moves(game.id, game.version):
        again.play(recorded.seat, recorded.move)
    return again
