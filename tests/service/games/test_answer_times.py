"""The time of a computer's answer does not depend on its cards: a forced move takes as long as any other, also without
a pace.

The worker's job and timer play here over a real Redis. ``faceoff bench answer-secrecy`` measures the same over HTTP,
at every level.
"""

from random import Random
from statistics import median_low

import pytest

from ai.levels import level_by_key
from ai.trained import make_judge
from bench.two_samples import kolmogorov_smirnov, mann_whitney
from engines import VARIANTS, is_compiled
from service.games.ai_turns import decide
from service.model.game import seats_to_act
from service.model.timestamps import now_ms
from service.workers.ai_jobs import play_due_turns
from tests.patience import wait_until
from tests.service.client import PERSON, ai
from tests.service.use_cases import create_game, games_of, play_move

WITH_DECISIONS = [key for key, variant in VARIANTS.items() if variant.has_decisions]
GAMES = 12
"""Played side by side, so that their waits overlap."""
ANSWERS = 240
LEAST_P = 1e-6
"""Below this the times differ. Without due times it was below 1e-20 in every game."""


def play_for_people(store, game, rng):
    """Random moves of the persons until a computer is asked, or the game is over."""
    while game.status == "active" and game.ai is None:
        seat = seats_to_act(game)[0]
        game = play_move(store, game.id, seat, game.state.ply, random_move(game, seat, rng)).game
    return game


def random_move(game, seat, rng):
    choice = game.variant.codec.describe_choice(game.state, seat)
    if choice is None:
        return rng.choice(game.variant.codec.list_moves(game.state, seat))
    return {"type": choice["type"], choice["field"]: rng.sample(choice["candidates"], len(choice["slots"]))}


class Answers:
    """Answers of the worker in games of one variant: what the decision needs, and ms from the job to the commit.

    It needs simulations; where a network decides instead, it has this many moves in addition to the one that is always
    there.
    """

    def __init__(self, store, key, level):
        self.store, self.key, self.level, self.rng = store, key, level, Random(key)
        self.games = [None] * GAMES
        self.found = []

    def collect(self):
        while len(self.found) < ANSWERS:
            self.found += self.round()
        return self

    def round(self):
        """One answer in each game."""
        level, found = level_by_key(self.level), []
        for number, game in enumerate(self.games):
            game = play_for_people(self.store, game, self.rng) if game else self.new_game()
            if game.status != "active":
                game = self.new_game()
            needed, began = self.need_of(game, level), now_ms()
            play_due_turns(games_of(self.store), game.id)
            found.append((needed, self.commit_after(game).at_ms - began))
            self.games[number] = self.store.games.load(game.id)
        return found

    def need_of(self, game, level):
        seat = game.ai.seat
        simulations = decide(game, seat, level, lambda: False).simulations
        if simulations == 0 and make_judge(self.key, game.state):
            return len(game.state.distinct_actions(seat)) - 1
        return simulations

    def new_game(self):
        game = create_game(self.store, self.key, seats=[PERSON, ai(self.level)]).game
        return play_for_people(self.store, game, self.rng)

    def commit_after(self, game):
        return wait_until(lambda: self.store.games.events_after(game.id, game.version, 1))[0]

    def split(self):
        """The times of answers that need no search, as forced ones, and of the others; where most need one, of shorter
        and longer ones.
        """
        needed = [simulations for simulations, _ in self.found]
        few = 0 if needed.count(0) >= ANSWERS // 10 else median_low(needed)
        return [ms for simulations, ms in self.found if simulations <= few], [
            ms for simulations, ms in self.found if simulations > few
        ]


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="searches take minutes interpreted")
@pytest.mark.parametrize("key", WITH_DECISIONS)
def test_forced_answers_take_as_long_as_the_others(store, key):
    forced, others = Answers(store, key, level="all_star").collect().split()
    (distance, ks), (below, mw) = kolmogorov_smirnov(forced, others), mann_whitney(forced, others)
    facts = f"{len(forced)} and {len(others)} answers: KS {distance:.2f} p {ks:.1g}, MW {below:.2f} p {mw:.1g}"
    assert min(len(forced), len(others)) >= ANSWERS // 10
    assert min(ks, mw) > LEAST_P, facts
