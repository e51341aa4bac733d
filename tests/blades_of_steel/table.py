"""A table for tests of Blades of Steel: positions and moves in short notation."""

from collections.abc import Mapping
from typing import Any

from engines.api import observe
from engines.blades_of_steel import codec
from engines.blades_of_steel.options import STANDARD
from engines.blades_of_steel.rules import NODE_NAMES
from engines.cards import CARD_TEXTS, DECK_SIZE, parse_card
from engines.rng import Rng
from tests.engines.table import GameTable

FLOWS: Mapping[str, Mapping[str, Any]] = {
    "finish_turn": {"deck_end": "finish_turn"},
    "whole_and_weak": {"stack_spend": "whole", "weak_blocks": True, "compare": "all"},
    "weak_blocks": {"weak_blocks": True, "deck_end": "finish_turn"},
    "top_only": {"discards": "top_only"},
    "top_only_whole": {"discards": "top_only", "stack_spend": "whole", "weak_blocks": True},
    "no_overtime": {"overtime": "none"},
    "one_overtime": {"overtime_limit": 1, "compare": "all"},
}
"""Switches that change the course, what is offered, or what is seen, for the variant suite."""


class Table(GameTable):
    """A game and its log."""

    codec, node_names = codec, NODE_NAMES

    def play(self, *moves: str) -> list[str]:
        """Play moves such as ``shoot 4H AH``, ``block stack 8C 8S``, ``no_block``, for the seat that is asked; return
        the events they caused.
        """
        before = len(self.state.log)
        for text in moves:
            seat = self.state.to_act()
            self.state.apply(seat, self.decode(seat, text))
        return self.event_types()[before:]

    def decode(self, seat: int, text: str) -> int:
        (action,) = codec.decode_move(self.state, seat, move(text))
        return action

    def options(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of the one that is asked, in the words of ``play``."""
        return [words(option) for option in codec.list_moves(self.state, self.state.to_act() if seat is None else seat)]

    def sees(self, seat: int = 0) -> dict[str, Any]:
        """Everything a seat knows."""
        return codec.dump_observation(observe(self.state, seat))

    def truth(self) -> dict[str, Any]:
        return codec.dump_state(self.state)

    def start_pack(self, first: str = "AC", second: str = "2C", order: str = "") -> None:
        """Cut these cards and deal; ``order`` are the first cards of the shuffled pack."""
        self.cut(first, second)
        self.state.deal_order(cards_first(order))

    def cut(self, first: str, second: str) -> None:
        """Seat 0 cuts the first card, seat 1 the second."""
        self.state.deal_order(cards_first(f"{first} {second}"))


def cards_first(texts: str) -> list[int]:
    """A shuffle of the full pack that begins with these cards."""
    first = [parse_card(text) for text in texts.split()]
    return first + [card for card in range(DECK_SIZE) if card not in first]


def move(text: str) -> dict[str, Any]:
    """``block stack 8C 8S`` as JSON."""
    kind, *rest = text.split()
    if kind == "block":
        return {"type": kind, "from": rest[0], "cards": rest[1:]}
    return {"type": kind, "cards": rest} if rest else {"type": kind}


def words(option: Mapping[str, Any]) -> str:
    """The inverse of ``move``."""
    source = [option["from"]] if "from" in option else []
    return " ".join([option["type"], *source, *option.get("cards", [])])


def blades(
    hand: str = "",
    other: str = "",
    stack: str = "",
    other_stack: str = "",
    shot: str = "",
    draw_pile: int = 20,
    draws: str = "",
    position: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Table:
    """Seat 0 to move with ``hand``, seat 1 with ``other``; ``draws`` are drawn first, and what is left over lies in the
    discards.
    """
    held = [text.split() for text in (hand, other, stack, other_stack, shot, draws)]
    named = [card for cards in held for card in cards] + [
        card for pile in piles_of(position) for shot in pile for card in shot
    ]
    rest = [card for card in CARD_TEXTS[:DECK_SIZE] if card not in named]
    missing = draw_pile - len(held[5])
    stock = held[5] + rest[:missing]
    return Table(
        codec.load_state(
            {
                "options": STANDARD | changes,
                "node": "answer" if shot else "action",
                "hands": held[:2],
                "stacks": held[2:4],
                "shot": held[4],
                "stock": stock,
                "discards": rest[missing:],
                **(position or {}),
            }
        )
    )


def piles_of(position: Mapping[str, Any] | None) -> list[list[list[str]]]:
    return (position or {}).get("goal_piles", [])


def new_table(**changes: Any) -> Table:
    """A game before its first cut."""
    return Table(codec.load_state({"options": STANDARD | changes, "node": "cut"}))


def random_game(seed: str, until: str = "game_over", **changes: Any) -> Table:
    """A random game, stopped when it comes to the node ``until``, or at its end."""
    return new_table(**changes).play_on(Rng(seed), until)
