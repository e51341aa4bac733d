"""Positions of Turn-Based Hockey: the seat that is asked holds ``hand``; ``face_off KS 3D`` are the face-off cards of
this period, its own first. Without them, that choice is asked for; with a higher one of its own it has to answer the
line-up ``shown``. ``score 1-0`` is from its side, too.

``gone`` are the cards of earlier periods; those that are not named are some others. A card for the face-off is written
as a rank, ``T`` for all of ten points where they are equal. A line-up is written as its six cards, or by what it has to
be: ``goals 2-0`` that it scores and lets in, ``ahead 1`` by as many goals or more, ``uses AS`` and ``keeps AS KS`` of
cards, ``front`` and ``back`` of those of the attack and of the defence, ``C AS`` and ``G AS``.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from bench.positions import Cells, ShortForm, score_read
from engines.api import State, Variant
from engines.cards import card_text, parse_card
from engines.rng import Rng, permutation
from engines.turn_based_hockey.rules import (
    ACE,
    FACE_OFF,
    LINEUP_SECOND,
    PERIODS,
    PLACE_NAMES,
    PLACES,
    TEN,
    TurnBasedHockeyState,
    higher,
    kind,
)
from engines.turn_based_hockey.table import goals_against

KNOWN: Final = ("period", "score", "gone", "face_off", "shown", "hand")
PLAYED: Final = 14
"""Cards of a period."""
TRIES: Final = 5000
"""Orders of the cards that are gone."""
WORDS: Final = ("goals", "ahead", "uses", "keeps", "front", "back", "C", "G")


class TurnBasedForm(ShortForm):
    """Positions of Turn-Based Hockey."""

    def read(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        self.check_cells(cells, KNOWN)
        period = int(cells.get("period", "1"))
        hand, face_off, shown = (cells.get(name, "").split() for name in ("hand", "face_off", "shown"))
        node = "face_off" if period <= PERIODS else "lineup_both"
        if face_off:
            own, other = (parse_card(card) for card in face_off)
            winner = int(higher(own, other, options["compare"] == "rank"))
            node = {0: "lineup_second", 1: "lineup_first"}.get(winner, "lineup_both")
        if (node == "lineup_second") != bool(shown):
            raise ValueError("shown: the line-up of a seat that lost the face-off, and of no other")
        is_new_pack = period > PERIODS and not options["jokers"]
        known = [] if is_new_pack else [*hand, *face_off, *shown]
        played = self._earlier(options, cells.get("gone", "").split(), known, period - 1, cells.get("score", "0-0"))
        played.append({"face_off": face_off or None, "lineups": [[], shown]})
        return {"seat": 0, "node": node, "period": period, "played_periods": played, "hand": hand}

    def _earlier(
        self, options: Mapping[str, Any], named: list[str], known: list[str], periods: int, score: str
    ) -> list[dict[str, Any]]:
        """What was played before: the cards that are named, and others, in an order that led to the score."""
        state = self.variant.new_game(options)
        assert isinstance(state, TurnBasedHockeyState)
        rest = [text for text in map(card_text, state.options.deck) if text not in named and text not in known]
        count = PLAYED * periods
        if len(named) > count:
            raise ValueError(f"gone: {len(named)} cards; in earlier periods {count} were played")
        rng = Rng("gone")
        gone = named + _shuffled(rest, rng)[: count - len(named)]
        for _ in range(TRIES):
            gone = _shuffled(gone, rng)
            goals = [0, 0]
            for start in range(0, count, PLAYED):
                one, two = ([parse_card(card) for card in cards] for cards in _lineups(gone[start:]))
                goals[0] += goals_against(state.options, one, two)
                goals[1] += goals_against(state.options, two, one)
            if goals == score_read(score):
                return [
                    {"face_off": gone[start : start + 2], "lineups": _lineups(gone[start:])}
                    for start in range(0, count, PLAYED)
                ]
        raise ValueError(f"score: {score}; found no line-ups of the cards that are gone which led to it")

    def write(self, seen: Mapping[str, Any]) -> Cells:
        seat = seen["seat"]
        *earlier, now = seen["played_periods"]
        gone = [card for played in earlier for cards in (played["face_off"], *played["lineups"]) for card in cards]
        face_off, score = now["face_off"] or [], seen["score"]
        cells = {
            "period": "" if seen["period"] == 1 else str(seen["period"]),
            "score": f"{score[seat]}-{score[1 - seat]}" if any(score) else "",
            "gone": "" if seen["period"] > PERIODS and not seen["options"]["jokers"] else _sorted(gone),
            "face_off": " ".join([face_off[seat], face_off[1 - seat]] if face_off else []),
            "shown": " ".join(now["lineups"][1 - seat]),
            "hand": _sorted(seen["hand"]),
        }
        return {name: text for name, text in cells.items() if text}

    def actions(self, state: State, seat: int, text: str) -> list[int]:
        """The actions of a face-off card, or of a whole line-up; of any other description none."""
        assert isinstance(state, TurnBasedHockeyState)
        held = [int(card) for card in state.legal_actions(seat)]
        words = text.split()
        if state.node == FACE_OFF:
            cards = [card for card in held if _rank(state, card) == text]
            if not cards:
                raise ValueError("not a rank of the hand")
            return cards[:1]
        is_whole = words[0] not in WORDS
        for name, values in [("lineup", words)] if is_whole else _parts(words):
            cards = [] if name in ("goals", "ahead") else [parse_card(value) for value in values]
            if not values or any(card not in held for card in cards) or (is_whole and len(set(cards)) != PLACES):
                raise ValueError(f"{name}: {' '.join(values)!r} is not of the hand")
        return [parse_card(word) for word in words] if is_whole else []

    def move_text(self, state: State, seat: int, actions: Sequence[int]) -> str:
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            return _rank(state, actions[0])
        if state.node == LINEUP_SECOND:
            return "goals {}-{}".format(*_goals(state, seat, actions))
        return f"C {card_text(actions[1])}"

    def is_move(self, state: State, seat: int, text: str, actions: Sequence[int]) -> bool:
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            return _rank(state, actions[0]) == text
        if len(actions) < PLACES:
            return False
        kinds = _kinds(state, actions)
        words = text.split()
        if words[0] not in WORDS:
            return kinds == _kinds(state, self.actions(state, seat, text))
        return all(_fits(state, seat, name, values, actions, kinds) for name, values in _parts(words))

    def theme(self, state: State, seat: int, best: int) -> str:
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            return "face_off"
        if state.node == LINEUP_SECOND:
            return "score" if state.period >= state.options.periods else "answer"
        return "lines"

    def others(self, state: State, seat: int) -> list[list[int]]:
        """For an answer with the last six cards, one line-up for each number of goals."""
        assert isinstance(state, TurnBasedHockeyState)
        held = [int(card) for card in state.legal_actions(seat)]
        if state.node != LINEUP_SECOND or len(held) != PLACES:
            return []
        return list({_goals(state, seat, lineup): list(lineup) for lineup in permutations(held)}.values())


def _fits(
    state: TurnBasedHockeyState, seat: int, name: str, values: Sequence[str], lineup: Sequence[int], kinds: list[int]
) -> bool:
    """Whether a line-up is what a word says."""
    if name in ("goals", "ahead"):
        scored, let_in = _goals(state, seat, lineup)
        return values[0] == f"{scored}-{let_in}" if name == "goals" else scored - let_in >= int(values[0])
    wanted = _kinds(state, [parse_card(value) for value in values])
    if name in ("C", "G"):
        return kinds[PLACE_NAMES.index(name)] == wanted[0]
    there = {"front": kinds[:3], "back": kinds[3:]}.get(name, kinds)
    if name == "keeps":
        held = _kinds(state, state.legal_actions(seat))
        return all(held.count(one) - kinds.count(one) >= wanted.count(one) for one in wanted)
    return all(there.count(one) >= wanted.count(one) for one in wanted)


def _kinds(state: TurnBasedHockeyState, cards: Sequence[int]) -> list[int]:
    """Equal numbers for cards that are interchangeable in line-ups."""
    return [int(kind(card, state.options.joker_chemistry)) for card in cards]


def _goals(state: TurnBasedHockeyState, seat: int, lineup: Sequence[int]) -> tuple[int, int]:
    """The goals that an answer to an open line-up scores and lets in."""
    at = state.lineup_at(1 - seat)
    shown = [int(state.lineups[at + place]) for place in range(PLACES)]
    return goals_against(state.options, lineup, shown), goals_against(state.options, shown, lineup)


def _rank(state: TurnBasedHockeyState, card: int) -> str:
    """The rank of a card in a face-off; those that are equal there have one."""
    is_ten = not state.options.by_rank and TEN <= card >> 2 < ACE
    return "T" if is_ten else card_text(card)[0]


def _parts(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """``goals 2-0 keeps AS KS`` as words with their values."""
    parts: list[tuple[str, list[str]]] = []
    for word in words:
        if word in WORDS:
            parts.append((word, []))
        else:
            parts[-1][1].append(word)
    return parts


def _lineups(gone: Sequence[str]) -> list[list[str]]:
    """The line-ups of a period in which the first of these cards were played, after two for the face-off."""
    return [list(gone[2:8]), list(gone[8:14])]


def _shuffled(cards: Sequence[str], rng: Rng) -> list[str]:
    return [cards[place] for place in permutation(rng, len(cards))]


def _sorted(cards: Sequence[str]) -> str:
    return " ".join(card_text(card) for card in sorted(parse_card(text) for text in cards))


def make(variant: Variant) -> ShortForm:
    """The form of Turn-Based Hockey."""
    return TurnBasedForm(variant)
