"""The base of the tables of all games' tests: a game with its log, and random play."""

from importlib import import_module
from pathlib import Path

from engines.api import CHANCE, OVER, observe
from engines.cards import parse_card
from engines.rng import Rng, permutation

TESTS = Path(__file__).parents[1]


def module_of(key, name):
    """``tests/<game>/<name>.py``; None if the game has none."""
    return import_module(f"tests.{key}.{name}") if (TESTS / key / f"{name}.py").exists() else None


class GameTable:
    """A game and its log. ``codec`` and ``node_names`` are those of the game."""

    def __init__(self, state):
        self.state = state
        self.state.log = []

    def node(self):
        return self.node_names[self.state.node]

    def score(self):
        return int(self.state.score(0)), int(self.state.score(1))

    def events(self, viewer=0):
        return [self.codec.dump_event(event, viewer) for event in self.state.log]

    def event_types(self):
        return [event["type"] for event in self.events()]

    def guesses(self, seat, count):
        """Determinizations of what a seat sees, as JSON."""
        observation, rng = observe(self.state, seat), Rng("guesses")
        return [self.codec.dump_state(observation.determinize(rng)) for _ in range(count)]

    def play_on(self, rng, until="game_over"):
        """Play at random until the game comes to a node, or to its end."""
        while self.state.to_act() != OVER and self.node() != until:
            step(self.state, rng)
        return self


def small_deck(ranks, suits):
    """The cards of these ranks and suits, ascending: a pack for a small game."""
    return sorted(parse_card(rank + suit) for rank in ranks for suit in suits)


def asked(state):
    """The seats that may act."""
    return [seat for seat in range(state.seats()) if state.may_act(seat)]


def step(state, rng):
    """One random action of a random seat that may act, or one shuffle."""
    if state.to_act() == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
        return
    seats = asked(state)
    seat = seats[rng.below(len(seats))] if len(seats) > 1 else seats[0]
    actions = state.legal_actions(seat)
    state.apply(seat, actions[rng.below(len(actions))])
