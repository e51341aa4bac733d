"""Use cases as tests call them: over a store, with a queue that loses every call unless one is given."""

from functools import partial

from engines import VARIANTS
from service.games import ai_turns, create, lifecycle, play
from service.games.update import Games, Once
from service.model.game import GameSettings
from service.workers.ai_jobs import look_after, play_due_turns, play_game
from service.workers.sweeper import Sweeper, rescue


class NoQueue:
    """A queue that loses every wake-up call."""

    def wake(self, game):
        pass


def games_of(store, queue=None):
    return Games(store, queue or NoQueue())


def create_game(
    store, key="hockey", preset=None, options=None, seats=(), public=True, *, queue=None, key_id=None, **settings
):
    """A new game with its secrets."""
    settings = GameSettings(**{"pace_ms": 0} | settings)
    new = create.NewGame(VARIANTS[key], preset, options or {}, seats, public, settings, key_id=key_id)
    return create.create_game(games_of(store, queue), new, Once())


def at(seat):
    """The caller who has the token of the seat."""
    return lambda game: seat


def play_move(store, game_id, seat, ply, move):
    return play.play_move(games_of(store), game_id, at(seat), ply, move)


def resign(store, game_id, seat):
    return play.resign(games_of(store), game_id, at(seat))


def rematch(store, game_id, seat):
    return lifecycle.rematch(games_of(store), game_id, at(seat))


def play_ai_turn(store, game_id):
    """The game after the computer decision that is due; None if none is."""
    games = games_of(store)
    turn = ai_turns.think(games.load(game_id), lambda level: lambda: False)
    return None if turn is None else ai_turns.commit_turn(games, turn)


def play_computers(games, game_id):
    """The work of a worker's job for the game."""
    (play_due_turns if games.load(game_id).has_people else play_game)(games, game_id)


def sweeper(store, queue, deadline_s=60):
    """A sweeper for the turns of games."""
    return Sweeper(store, dict.fromkeys(("play", "turn"), partial(rescue, games_of(store, queue), 1000 * deadline_s)))


def look_after_tasks(tasks):
    """Handle the tasks that are due, as a sweeper does."""
    tasks.games.store.agenda.handle_due("task", partial(look_after, tasks))
