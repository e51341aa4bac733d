"""What ``bench.opponents`` runs on the code of another commit: a question a line on standard input, an answer a line.

A question has the key of the game (``variant``), the ``observation``, the same in former names
(``former_observation``), the ``player`` (a ``level``, or none, and fields of ``ai.levels.Player``) and the state of the
generator (``random``). The answer has the ``move``, the ``simulations`` it took and the generator's state after it, or
an ``error``. It may use only what every commit has: where a name changes, try the present one first and then the
former.
"""

import json
import sys
import traceback
from dataclasses import replace
from typing import Any

from ai.levels import LEVELS, Player
from engines import VARIANTS
from engines.api import InvalidObservation
from engines.rng import Rng

try:
    from ai.choose import choose
except ImportError:
    from ai import choose  # type: ignore[assignment]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Decide, and say the move as a client would."""
    variant, fields, rng = VARIANTS[question["variant"]], dict(question["player"]), Rng()
    try:
        observation = variant.codec.load_observation(question["observation"])
    except InvalidObservation:
        observation = variant.codec.load_observation(question["former_observation"])
    level = fields.pop("level", None)
    player = replace(LEVELS[level - 1], **fields) if level else Player(**fields)
    rng.state = question["random"]
    decision = choose(variant, observation, player, rng)
    state = observation.determinize(Rng("any"))
    move = variant.codec.encode_actions(state, observation.seat, decision.actions)
    return {"move": move, "simulations": decision.simulations, "random": int(rng.state)}


def main() -> None:
    """Answer until the questions end; nothing else may write to standard output."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        try:
            answered = answer(json.loads(line))
        except Exception:
            answered = {"error": traceback.format_exc()}
        print(json.dumps(answered), file=answers, flush=True)


if __name__ == "__main__":
    main()
