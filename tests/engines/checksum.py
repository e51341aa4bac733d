"""A checksum over seeded games of every variant and preset: of random ones actions, scores and observations, of
computers' games all of their thoughts.

Run as a script it prints how the engines run and the checksum; equal output of the two means equal play. Engines and
computers come from PYTHONPATH.
"""

import hashlib
import json
import sys
from dataclasses import replace

from ai.choose import choose
from ai.levels import LEVELS
from engines import VARIANTS, is_compiled
from engines.api import CHANCE, OVER, SPECTATOR, Variant
from engines.rng import Rng, permutation

GAMES = 300
LOOK_EVERY = 25
DECISIONS = 5
"""Decisions of each level with each preset."""
SIMULATIONS = 16
"""At most, where a level searches."""


def play(variant: Variant, preset: str, seed: str, digest: "hashlib._Hash") -> None:
    """Play one random game into the digest: every shuffle and action, now and then what each seat sees, a guess at the
    rest, the end.
    """
    rng, steps = Rng(seed), 0
    state = variant.new_game(variant.resolve_options(preset, None)[1])
    state.log = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
        else:
            seat = next(seat for seat in range(state.seats()) if state.may_act(seat))
            actions = state.legal_actions(seat)
            state.apply(seat, actions[rng.below(len(actions))])
        steps += 1
        if steps % LOOK_EVERY == 0:
            seat = int(rng.below(state.seats() + 1))
            observation = variant.observe(state, seat if seat < state.seats() else SPECTATOR)
            guess = observation.determinize(rng)
            note(
                digest,
                variant.codec.dump_observation(observation),
                variant.codec.dump_state(guess),
                variant.codec.dump_state(state),
            )
    note(digest, state.log, state.returns(), int(state.score(0)), int(state.score(1)), int(state.ply))


def think(variant: Variant, preset: str, digest: "hashlib._Hash") -> None:
    """Let the levels decide in turn; with a game's first preset the first decision is explained too."""
    rng, state = Rng(f"thoughts {preset}"), variant.new_game(variant.resolve_options(preset, None)[1])
    for decision in range(DECISIONS * len(LEVELS)):
        while state.to_act() == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
        if state.to_act() == OVER:
            return
        level = LEVELS[decision % len(LEVELS)]
        player = replace(level, simulations=min(level.simulations, SIMULATIONS))
        seat = state.to_act()
        explain = decision == 0 and preset == next(iter(variant.presets))  # as long as a thousand decisions
        thought = choose(variant, variant.observe(state, seat), player, rng, explain=explain)
        note(digest, repr(thought))
        for action in thought.actions:
            state.apply(seat, action)


def note(digest: "hashlib._Hash", *facts: object) -> None:
    digest.update(json.dumps(facts).encode())


def checksum(games: int = GAMES) -> str:
    """The checksum of this many random games, the variants and presets in turn, and of computers' games."""
    digest = hashlib.sha256()
    rules = [(variant, preset) for variant in VARIANTS.values() for preset in variant.presets]
    for number in range(games):
        variant, preset = rules[number % len(rules)]
        play(variant, preset, f"checksum {number}", digest)
    for variant, preset in rules:
        think(variant, preset, digest)
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(f"{'compiled' if is_compiled() else 'interpreted'} {checksum()}\n")
