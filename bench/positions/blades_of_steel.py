"""Positions of Blades of Steel, as the seat that is asked sees them: it is seat 0.

``other 4+2`` are the cards in the other seat's hand and in its stack. ``gone`` are the cards in the discards and the
goal piles, in any order; with ``pile``, the number of cards to draw, more are gone so that it is right: the same ones
whenever the line is read. ``score 2-1`` is the seat's own score first; in regulation its shots are among what is gone.
A move is written as its type, then its cards, ``block hand AC``; its type alone is any such move.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from bench.positions import Cells, ShortForm
from engines.api import State, Variant
from engines.blades_of_steel.moves import combination
from engines.blades_of_steel.packed_cards import kind_of
from engines.blades_of_steel.rules import ANSWER, NO_BLOCK, SHOOT, STACK, BladesState, strength
from engines.cards import CARD_TEXTS, DECK_SIZE
from engines.rng import Rng, permutation

KNOWN: Final = ("overtime", "score", "hand", "stack", "other", "shot", "pile", "gone")


class BladesForm(ShortForm):
    """Positions of Blades of Steel."""

    def read(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        if options["discards"] != "open":
            return super().read(options, cells)
        self.check_cells(cells, KNOWN)
        hand, stack, shot, gone = (cells.get(name, "").split() for name in ("hand", "stack", "shot", "gone"))
        sizes, score = (
            _numbers(name, cells.get(name, default)) for name, default in (("other", "6+0"), ("score", "0-0"))
        )
        if "pile" in cells:
            used = len(hand) + len(stack) + len(shot) + len(gone) + sum(sizes)
            free = [card for card in CARD_TEXTS[:DECK_SIZE] if card not in {*hand, *stack, *shot, *gone}]
            order = permutation(Rng("gone"), len(free))
            gone += [free[place] for place in order[: max(0, DECK_SIZE - used - int(cells["pile"]))]]
        overtime = int(cells.get("overtime", "0"))
        shots = [] if overtime else _shots(gone, sum(score))
        return {
            "seat": 0,
            "overtime_pack": overtime,
            "score": score,
            "goal_piles": [shots[: score[0]], shots[score[0] :]],
            "hand_sizes": [len(hand), sizes[0]],
            "stack_sizes": [len(stack), sizes[1]],
            "shot": shot,
            "discards": [card for card in gone if not any(card in goal for goal in shots)],
            "hand": hand,
            "stack": stack,
        }

    def write(self, seen: Mapping[str, Any]) -> Cells:
        if seen["options"]["discards"] != "open":
            return super().write(seen)
        own = seen["seat"]
        goals = [card for pile in seen["goal_piles"] for shot in pile for card in shot]
        cells = {
            "overtime": str(seen["overtime_pack"] or ""),
            "score": "{}-{}".format(*seen["score"][:: 1 - 2 * own]) if any(seen["score"]) else "",
            "hand": " ".join(seen["hand"]),
            "stack": " ".join(seen["stack"]),
            "other": f"{seen['hand_sizes'][1 - own]}+{seen['stack_sizes'][1 - own]}",
            "shot": " ".join(seen["shot"] or []),
            "gone": " ".join(sorted([*seen["discards"], *goals], key=CARD_TEXTS.index)),
        }
        return {name: text for name, text in cells.items() if text}

    def actions(self, state: State, seat: int, text: str) -> list[int]:
        found = [action for action in state.legal_actions(seat) if self._type(state, seat, action) == text]
        return found[:1] or super().actions(state, seat, text)

    def is_move(self, state: State, seat: int, text: str, actions: Sequence[int]) -> bool:
        return text == self._type(state, seat, actions[0]) or super().is_move(state, seat, text, actions)

    def _type(self, state: State, seat: int, action: int) -> str:
        return str(self.variant.codec.encode_actions(state, seat, [action])["type"])

    def theme(self, state: State, seat: int, best: int) -> str:
        assert isinstance(state, BladesState)
        blocks = [action for action in state.legal_actions(seat) if kind_of(action) > NO_BLOCK]
        if state.node == ANSWER:
            return "lost_cause" if kind_of(best) == NO_BLOCK else "stop" if len(blocks) == 1 else "cheap_block"
        if self._heuristic.scores(state, seat, best):
            return "goal"
        if state.draw_pile() <= state.options.hand_size:
            return "score"
        return {SHOOT: "shot", STACK: "stack"}.get(kind_of(best), "lines")


def _numbers(name: str, text: str) -> list[int]:
    """``4+2`` or ``2-1``."""
    numbers = text.replace("+", "-").split("-")
    if len(numbers) != 2 or not all(number.isdigit() for number in numbers):
        raise ValueError(f"{name}: {text!r} is not two numbers; write {'4+2' if name == 'other' else '2-1'}")
    return [int(number) for number in numbers]


def _shots(gone: Sequence[str], goals: int) -> list[list[str]]:
    """This many shots among the cards that are gone, those of two cards first."""
    if goals == 0:
        return []
    reds = [card for card in gone if card[1] in "DH"]
    for size in (2, 3):
        for shot in combinations(reds, size):
            if strength(combination(shot), False):
                try:
                    return [list(shot), *_shots([card for card in gone if card not in shot], goals - 1)]
                except ValueError:
                    continue
    raise ValueError(f"gone: no {goals} shots for the score are among these cards")


def make(variant: Variant) -> ShortForm:
    """The form of Blades of Steel."""
    return BladesForm(variant)
