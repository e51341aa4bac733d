"""What ``bench.opponents`` runs on the code of another commit: a question a line on standard input, an answer a line.

A question has the key of the game (``variant``), the ``observation``, the same in former names
(``former_observation``), the ``player`` (a ``level``, or none, and fields of ``ai.levels.Player``) and the state of the
generator (``random``). The answer has the ``move``, the ``simulations`` and the CPU time in ``ms`` that it took, and
the generator's state after it. A question without an observation says for how many ``seconds`` to play at random: the
answer has the ``rate``, in decisions a second of CPU time. Any answer may have an ``error`` instead. Several questions
may be asked at once, as a list. The program may use only what every commit has: where a name changes, try the present
one first and then the former.
"""

import json
import sys
import time
import traceback
from dataclasses import replace
from typing import Any

from ai.levels import LEVELS, Player
from ai.search.playout import Playout
from engines import VARIANTS
from engines.api import InvalidObservation
from engines.rng import Rng

try:
    from ai.choose import choose
except ImportError:
    from ai import choose  # type: ignore[assignment]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Decide, and say the move as a client would; or play at random."""
    if "observation" not in question:
        return random_play(question)
    variant, fields, rng = VARIANTS[question["variant"]], dict(question["player"]), Rng()
    try:
        observation = variant.codec.load_observation(question["observation"])
    except InvalidObservation:
        observation = variant.codec.load_observation(question["former_observation"])
    level = fields.pop("level", None)
    player = replace(LEVELS[level - 1], **fields) if level else Player(**fields)
    rng.state = question["random"]
    began = time.process_time()
    decision = choose(variant, observation, player, rng)
    ms = 1000 * (time.process_time() - began)
    state = observation.determinize(Rng("any"))
    move = variant.codec.encode_actions(state, observation.seat, decision.actions)
    return {"move": move, "simulations": decision.simulations, "ms": ms, "random": int(rng.state)}


def random_play(question: dict[str, Any]) -> dict[str, float]:
    """Play the first preset at random for a while."""
    variant = VARIANTS[question["variant"]]
    start, playout = variant.new_game(next(iter(variant.presets.values()))), Playout(Rng(1))
    state, decisions, began = start.clone(), 0, time.process_time()
    while not decisions or time.process_time() - began < question["seconds"]:
        for _ in range(20):
            state.copy_from(start)
            playout.run(state)
            decisions += int(state.ply)
    return {"rate": decisions / (time.process_time() - began)}


def main() -> None:
    """Answer until the questions end; nothing else may write to standard output."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            answered: Any = [answer(one) for one in asked] if isinstance(asked, list) else answer(asked)
        except Exception:
            answered = {"error": traceback.format_exc()}
        print(json.dumps(answered), file=answers, flush=True)


if __name__ == "__main__":
    main()
