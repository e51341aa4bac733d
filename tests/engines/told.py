"""Told games: every event with its sentence in every language, and the table before and after its step.

``tests/<game>/told.py`` says what its sentences claim: ``facts(state)`` reads from a state the facts to compare,
``faults(lines, code)`` checks a game in one language. A claim is read from the sentence itself, by an expression for
each language, so that a wrong word is found as well as a wrong number.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines import VARIANTS
from engines.api import OVER, SPECTATOR
from engines.language import CODES
from engines.names import Names
from engines.rng import Rng
from tests.engines.table import module_of, step

PLAYERS = ("Ida", "Ole", "Eva", "Jan")
SCORE = re.compile(r"(\d+)-(\d+)")
SHOOTOUT = {"en": "in the shootout", "fr": "aux tirs de barrage"}


@dataclass(frozen=True)
class Line:
    """An event and its sentence."""

    event: Mapping[str, Any]
    text: str
    before: Mapping[str, Any]
    """Facts of the table before the step that brought it."""
    after: Mapping[str, Any]
    options: Mapping[str, Any]
    is_last: bool
    """It is the last event of its step."""

    def __getitem__(self, name):
        return self.event[name]

    @property
    def kind(self):
        return self.event["type"]

    def player(self):
        return PLAYERS[self.event["seat"]]


def told_games(key, count):
    """Random games, the presets in turn, as a spectator is told them: the seed, and its lines by language."""
    variant, facts = VARIANTS[key], module_of(key, "told").facts
    presets = list(variant.presets.items())
    for number in range(count):
        name, options = presets[number % len(presets)]
        state, seed = variant.new_game(options), f"told {name} {number}"
        rng, steps = Rng(seed), []
        before = facts(state)
        while state.to_act() != OVER:
            state.log = []
            step(state, rng)
            after = facts(state)
            steps.append(([variant.codec.dump_event(event, SPECTATOR) for event in state.log], before, after))
            before = after
        players = PLAYERS[: state.seats()]
        yield seed, {code: _lines(variant, options, steps, players, code) for code in CODES}


def _lines(variant, options, steps, players, code):
    phrases = variant.phrases(code)
    names = Names(players, phrases)
    return [
        Line(
            event,
            variant.commentary.event_text(event, options, names, phrases).replace("\N{NO-BREAK SPACE}", " "),
            before,
            after,
            options,
            number == len(events) - 1,
        )
        for events, before, after in steps
        for number, event in enumerate(events)
    ]


def common_faults(lines, code):
    """Checks for all games: each sentence says something, goals are counted one by one, and the last sentence says who
    has won, how, and with the winner's goals first. The facts of each game contain ``score``, and ``shootout`` for a
    game that was won in one.
    """
    score = [0, 0]
    for line in lines:
        if not line.text:
            yield line, "no text"
        if line.kind == "scores":
            score[line["seat"] % 2] += 1
            if list(map(int, SCORE.search(line.text).groups())) != score:
                yield line, f"the score is {score}"
            if line.player() not in line.text:
                yield line, f"{line.player()} has scored"
        elif line.kind == "game_over":
            yield from _faults_of_the_end(line, code)


def _faults_of_the_end(line, code):
    winner, score = line["winner"], list(line.after["score"])
    if winner is not None and not re.search(rf"\b{PLAYERS[winner]}\b", line.text):
        yield line, f"{PLAYERS[winner]} has won"
    said = list(map(int, SCORE.search(line.text).groups()))
    if said != (score[::-1] if winner == 1 else score):
        yield line, f"the score is {score}, the winner is {winner}"
    if (SHOOTOUT[code] in line.text) != line.after["shootout"]:
        yield line, f"won in a shootout: {line.after['shootout']}"


def missing_cards(line, words, cards=()):
    """A sentence that leaves out one of the cards of its event: ``words`` are those of a language by code."""
    for card in cards or line.event.get("cards", ()) or filter(None, [line.event.get("card")]):
        rank, suit = words.ranks[card[0]], words.suits[card[1]]
        if rank not in line.text.lower() or suit not in line.text:
            yield line, f"{card} is not named"
