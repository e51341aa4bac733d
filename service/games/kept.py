"""Games as this process has last seen them, so that a move in one of them need not read it again.

A kept game may be out of date. What it allows still has to be committed, and the store refuses that unless it has this
very game. What it would refuse is decided by the stored game. docs/adr/0045-games-are-kept-between-moves.md has the
figures.
"""

import threading
from typing import Final

from service.model.game import Game

MOST: Final = 1024
"""Some 10 KiB each."""


class KeptGames:
    """The games that were used last, each until it is taken."""

    def __init__(self) -> None:
        self._games: Final[dict[str, Game]] = {}
        self._lock: Final = threading.Lock()

    def keep(self, game: Game) -> None:
        """Keep a game just as it was loaded or committed. The caller must not use it after this, since the next taker
        changes it.
        """
        with self._lock:
            known = self._games.get(game.id)
            if game.is_over or (known is not None and known.version > game.version):
                return
            self._games.pop(game.id, None)
            self._games[game.id] = game
            if len(self._games) > MOST:
                del self._games[next(iter(self._games))]

    def clear(self) -> None:
        """Keep none."""
        with self._lock:
            self._games.clear()

    def take(self, game_id: str, ply: int, token_digest: str) -> Game | None:
        """The kept game, if this is the decision that it asks for, and the token that of a seat; else None, and it
        stays.
        """
        with self._lock:
            game = self._games.get(game_id)
            if game is None or game.state.ply != ply or not isinstance(game.tokens.get(token_digest), int):
                return None
            del self._games[game_id]
        game.is_kept = True
        return game
