"""A checksum over seeded random games of every variant and preset: actions, scores, observations.

Run as a script it prints how the engines run and the checksum; equal output of the two means equal play. Engines come
from PYTHONPATH.
"""

import hashlib
import json
import sys

from engines import VARIANTS, is_compiled
from engines.api import CHANCE, OVER, SPECTATOR, Variant
from engines.rng import Rng, permutation

GAMES = 300
LOOK_EVERY = 25


def play(variant: Variant, preset: str, seed: str, digest: "hashlib._Hash") -> None:
    """Play one random game into the digest: every shuffle and action, now and then what everybody sees, a guess at the
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


def note(digest: "hashlib._Hash", *facts: object) -> None:
    digest.update(json.dumps(facts).encode())


def checksum(games: int = GAMES) -> str:
    """The checksum of this many games, the variants and presets in turn."""
    digest = hashlib.sha256()
    rules = [(variant, preset) for variant in VARIANTS.values() for preset in variant.presets]
    for number in range(games):
        variant, preset = rules[number % len(rules)]
        play(variant, preset, f"checksum {number}", digest)
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(f"{'compiled' if is_compiled() else 'interpreted'} {checksum()}\n")
