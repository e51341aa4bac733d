"""Games as text: mostly the service's own, in its language; and the same facts for programs."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from faceoff_client import Problem
from faceoff_client.names import caller, is_seat, player_text, players, side_name

JSON = dict[str, Any]
PHRASES: Final = {
    "en": {
        "version": "Version {version}. {score}.",
        "hand": "Your hand: {cards}",
        "moves": "Your turn. Moves:",
        "choice": "Your turn. A card for each of {slots}, of {cards}. As in {example}",
        "waits": "Waiting for {names}: call wait.",
        "you": "You",
        "open": "Waiting for players: call wait.",
        "over": "The game is over.",
        "time": "After {seconds} s it is not your turn yet: call wait again.",
        "rule": "rule {rule}",
        "no_move": "There is no move {move}.",
        "no_game": "There is no such game: give it as new_game or join_game named it.",
        "no_section": "{section} is none of the sections: {sections}",
        "no_hint": "No hint: the service is busy. Ask again.",
        "no_analysis": "No analysis: the service is busy. Ask again.",
        "analysing": "The analysis is not done yet. Ask again.",
        "no_tool": "There is no tool {tool}; there are {tools}.",
        "arguments": "{tool}: {faults}. It takes {takes}.",
        "optional": "{argument} (optional)",
        "unknown": "{argument} is none of its arguments",
        "missing": "{argument} is missing",
        "kind": "{argument} has to be {kind}",
        "either": "{tool} takes one of number and move.",
        "one_of": "{argument} has to be one of {values}",
        "unreachable": "The service does not answer. Call again: the same call does no harm.",
        "failed": "{tool} failed. Call again.",
    },
    "fr": {
        "version": "Version {version}. {score}.",
        "hand": "Votre main : {cards}",
        "moves": "À vous de jouer. Coups :",
        "choice": "À vous de jouer. Une carte pour chacun de {slots}, parmi {cards}. Comme dans {example}",
        "waits": "On attend {names} : appelez wait.",
        "you": "Vous",
        "open": "On attend des joueurs : appelez wait.",
        "over": "La partie est terminée.",
        "time": "Après {seconds} s, ce n'est pas encore à vous : rappelez wait.",
        "rule": "règle {rule}",
        "no_move": "Il n'y a pas de coup {move}.",
        "no_game": "Cette partie n'existe pas : donnez-la comme new_game ou join_game l'a nommée.",
        "no_section": "{section} n'est pas une des sections : {sections}",
        "no_hint": "Pas de conseil : le service est occupé. Redemandez.",
        "no_analysis": "Pas d'analyse : le service est occupé. Redemandez.",
        "analysing": "L'analyse n'est pas encore terminée. Redemandez.",
        "no_tool": "L'outil {tool} n'existe pas ; il y a {tools}.",
        "arguments": "{tool} : {faults}. Arguments : {takes}.",
        "optional": "{argument} (facultatif)",
        "unknown": "{argument} n'est pas un de ses arguments",
        "missing": "il manque {argument}",
        "kind": "{argument} doit être du type {kind}",
        "either": "{tool} prend number ou move, un des deux.",
        "one_of": "{argument} doit être une de ces valeurs : {values}",
        "unreachable": "Le service ne répond pas. Rappelez : le même appel ne fait aucun mal.",
        "failed": "{tool} a échoué. Rappelez.",
    },
}
MOST_OF_MOVES: Final = 500
"""Bytes of a list of moves in words; longer ones are written as the contract writes moves."""
ELSEWHERE: Final = frozenset({"node", "score", "hand"})


class Texts:
    """The texts of one language."""

    def __init__(self, language: str = "en") -> None:
        code = language.partition("-")[0].lower()
        self.language = code if code in PHRASES else "en"
        self._phrases = PHRASES[self.language]

    def say(self, key: str, **values: Any) -> str:
        """A phrase."""
        return self._phrases[key].format(**values)

    def refusal(self, problem: Problem) -> str:
        """What the service says, with the rule that a move breaks."""
        rule = f", {self.say('rule', rule=problem.rule)}" if problem.rule else ""
        return f"{problem.detail or problem.title} ({problem.code}{rule})"

    def game(
        self, view: JSON, events: Iterable[JSON] = (), more: Sequence[str] = (), names: Mapping[str, str] | None = None
    ) -> tuple[str, JSON]:
        """What has happened and what is to be decided, for people and for programs; ``more`` is about the table, and
        ``names`` are those of cards that do not say themselves what they are.
        """
        happened = [line for event in events if (line := self.told(event, view))]
        score = f"{side_name(view, 0)} {view['score'][0]} : {view['score'][1]} {side_name(view, 1)}"
        lines = [
            self.say("version", version=view["version"], score=score),
            *happened,
            *more,
            *self.asked(view, names or {}),
        ]
        facts = {key: view[key] for key in ("version", "status", "score", "hand", "choice", "result")}
        facts |= {"moves": [legal["move"] for legal in view["legal_moves"]], "events": happened}
        return "\n".join(lines), facts

    def told(self, event: JSON, view: JSON) -> str:
        """The text of an event; a name precedes a call."""
        name = caller(event, view, self.say("you"))
        return f"{name}: {event['text']}" if name else event["text"]

    def asked(self, view: JSON, names: Mapping[str, str]) -> list[str]:
        """The decision of the seat, or for whom the game waits."""
        if view["status"] in ("finished", "aborted"):
            return [self.say("over")]
        choice, legal = view["choice"], view["legal_moves"]
        if choice:
            written = {"slots": " ".join(choice["slots"]), "cards": " ".join(choice["candidates"])}
            return [self.say("choice", **written, example=json.dumps(choice["example"]))]
        cards = [f"{card} {names[card]}" if card in names else card for card in view["hand"]]
        hand = [self.say("hand", cards=(", " if names else " ").join(cards))] if cards else []
        if legal:
            return [*hand, self.say("moves"), *moves(legal)]
        if view["status"] == "open":
            return [*hand, self.say("open")]
        return [*hand, self.say("waits", names=", ".join(players(view)[seat] for seat in view["to_act"]))]


def moves(legal: Sequence[JSON]) -> list[str]:
    """The numbered moves."""
    words = [f"{number} {item['text']}" for number, item in enumerate(legal, 1)]
    if sum(len(line.encode()) + 1 for line in words) <= MOST_OF_MOVES:
        return words
    return [f"{number} {written(item['move'])}" for number, item in enumerate(legal, 1)]


def written(move: Mapping[str, Any]) -> str:
    """The values of a move: its type, cards and others."""
    return " ".join(" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in move.values())


def table(view: JSON, variant: JSON) -> list[str]:
    """What lies on the table, as the variant declares it: a line for each part that is not empty."""
    lines = []
    for declared, values in ((variant["you"], view["you"] or {}), (variant["table"], view["table"])):
        for name, part in declared.items():
            if name not in ELSEWHERE and not is_empty(values.get(name)):
                lines.append(f"{part['title']}: {shown(values[name], part, players(view))}")
    return lines


def is_empty(value: Any) -> bool:
    """True if there is nothing to show: null, no, or lists of nothing."""
    if isinstance(value, list | dict):
        return all(map(is_empty, value.values() if isinstance(value, dict) else value))
    return value is None or value is False


def shown(value: Any, part: Mapping[str, Any], names: Sequence[str]) -> str:
    """A value on one line, with the players' names for their seats."""
    if isinstance(value, dict):
        parts = part.get("properties", {})
        kept = {name: item for name, item in value.items() if not is_empty(item)}
        return " ".join(f"{name} {shown(item, parts.get(name, {}), names)}" for name, item in kept.items())
    if isinstance(value, list):
        between = " " if all(isinstance(item, str) for item in value) else ", "
        return between.join(shown(item, part.get("items", {}), names) for item in value) or "-"
    if isinstance(value, bool) or value is None:
        return "+" if value else "-"
    if isinstance(value, int) and is_seat(part):
        return player_text(names, value, part)
    return str(value)


def sections(page: str) -> dict[str, str]:
    """The sections of a page in Markdown by their titles; one contains those below it. The first is the whole page's
    beginning, before any other.
    """
    parts = re.split(r"^(#+) (.*)$", page, flags=re.MULTILINE)
    levels, titles, bodies = parts[1::3], parts[2::3], parts[3::3]
    found = {}
    for at, title in enumerate(titles):
        text = bodies[at]
        if at:
            for level, heading, body in zip(levels[at + 1 :], titles[at + 1 :], bodies[at + 1 :], strict=True):
                if len(level) <= len(levels[at]):
                    break
                text += f"{level} {heading}{body}"
        found[title] = text.strip()
    return found
