"""The page about the levels, docs/levels.md: what each does, its ratings, and excerpts of games of the weakest and the
strongest against themselves, with the computer's own reasons: ``faceoff bench excerpts``.

Each excerpt is a few decisions from shortly before the first mistake of the game.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ai.choose import Decision, choose
from ai.levels import LEVELS, Level
from ai.play import next_seat
from ai.strength import require_strength
from engines import VARIANTS
from engines.api import OVER, SPECTATOR, State
from engines.names import Names
from engines.rng import Rng

PAGE = Path(__file__).parents[2] / "docs" / "levels.md"
GAME = list(VARIANTS.values())[1]
OPTIONS = next(iter(GAME.presets.values()))
EXCERPTS = (LEVELS[0], LEVELS[-1])
"""Levels of which the page has an excerpt."""
PLAYERS = Names(["Ida", "Ole"])
LENGTH = 9
"""Decisions of an excerpt."""
BEFORE = 2
"""Decisions before the mistake."""
INTRODUCTION = """# How the levels play

Six computer opponents play every game. A level is what it has learned of the game: it has each skill, in the order of a
coach, in a share of the situations. What an opponent does not see in a situation, it never sees there in the same
game; another opponent of the level does not see other things. What each level decides with is in [How a computer
decides](how-a-computer-decides.md), how its strength and its mistakes are measured in [How strong the computer
opponents are](strength.md).

A request names a level by its key or its number, as in `"level": "pro"` or `"level": 4`. A seat of a game has both,
`level` and `level_key`. The key stays the same when a release adds levels.

This page is written by `faceoff bench excerpts`. The excerpts are from games of the weakest and the strongest level
against themselves. The reason says in what the move differs from the next best one, from the cards that the computer
can see. *Better* is the move that it misjudged.
"""


@dataclass(frozen=True)
class Step:
    """A decision and its result, as text."""

    text: str
    is_mistake: bool


def game(level: Level) -> Iterator[Step]:
    """A whole game of a level against itself."""
    rng = Rng(f"excerpt {level.number}")
    state = GAME.new_game(OPTIONS)
    while (seat := next_seat(state, rng)) != OVER:
        decision = choose(GAME, GAME.observe(state, seat), level, rng, explain=True)
        line = reasoned(state, seat, decision)
        state.log = []
        for action in decision.actions:
            state.apply(seat, action)
        events = [GAME.codec.dump_event(event, SPECTATOR) for event in state.log]
        calls = [GAME.commentary.event_text(event, OPTIONS, PLAYERS) for event in events]
        yield Step(" ".join((line, *(f"**{call}**" for call in calls[:1] if call))), decision.mistake)


def reasoned(state: State, seat: int, decision: Decision) -> str:
    """A decision with its reason, and the better one."""
    taken = decision.candidates[0]
    text = f"{PLAYERS.seat(seat)}: {words(state, seat, decision.actions)} ({taken.reason})."
    best = max(decision.candidates, key=lambda candidate: candidate.value)
    if decision.mistake and len(decision.actions) == 1 and best.action != taken.action:
        text += f" *Better: {words(state, seat, (best.action,))} ({best.reason}).*"
    return text


def words(state: State, seat: int, actions: tuple[int, ...]) -> str:
    """A move in a few words."""
    return GAME.commentary.move_text(GAME.codec.encode_actions(state, seat, actions), OPTIONS, PLAYERS)


def excerpt(level: Level) -> list[str]:
    """Some decisions around the first mistake, or the first ones of a game without any."""
    steps = list(game(level))
    first = next((place for place, step in enumerate(steps) if step.is_mistake), BEFORE)
    start = min(max(0, first - BEFORE), max(0, len(steps) - LENGTH))
    return [f"{place}. {step.text}" for place, step in enumerate(steps[start : start + LENGTH], start + 1)]


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(description="docs/levels.md: what each level does, with excerpts of games.").parse_args()
    lines = [INTRODUCTION]
    for level in LEVELS:
        rated = ", ".join(
            f"{variant.name} {require_strength(key, level.key).elo:+}"
            for key, variant in VARIANTS.items()
            if variant.has_decisions
        )
        lines += [f"## {level.number}. {level.name}", "", f"`{level.key}`. {level.description}", ""]
        lines += [f"Elo above random play: {rated}.", ""]
        if level in EXCERPTS:
            lines += [f"### {level.name}: {GAME.name}", "", *excerpt(level), ""]
    PAGE.write_text("\n".join(lines))
