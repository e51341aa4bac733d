"""A game at a prompt, as at the top of the rules of every game: each step prints what happens."""

from collections.abc import Mapping
from typing import Any

from engines import VARIANTS
from engines.api import CHANCE, State
from engines.rng import Rng, permutation


class Example:
    """A game whose shuffles follow from a seed.

    Each event is a line, with its name and fields as in the API; the cards of an event that one seat alone may see are
    shown too.
    """

    def __init__(self, key: str, state: State, seed: int = 0) -> None:
        self.variant = VARIANTS[key]
        self.state = state
        self._rng = Rng(seed)
        self._go_on()

    def hand(self, seat: int) -> str:
        """The cards in a hand."""
        return shown(self.variant.codec.private(self.variant.observe(self.state, seat))["hand"])

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """Play a move; raises InvalidMove or IllegalMove, with the reason, if it cannot be played."""
        for action in self.variant.codec.decode_move(self.state, seat, move):
            self.state.apply(seat, action)
        self._go_on()

    def _go_on(self) -> None:
        """Shuffle while that is needed, and print what has happened since the last time."""
        while True:
            for event in self.state.log or ():
                seen = [self.variant.codec.dump_event(event, seat) for seat in range(self.state.seats())]
                print(shown(max(seen, key=len)))
            self.state.log = []
            if self.state.to_act() != CHANCE:
                break
            self.state.deal(permutation(self._rng, self.state.shuffle_needed()))


def shown(value: Any) -> str:
    """An event, or one of its values, in short.

    >>> shown({"type": "deal", "seat": 0, "cards": ["QH", "2S"], "open": None})
    'deal: seat 0, cards QH 2S, open -'
    """
    if isinstance(value, dict):
        fields = ", ".join(f"{name} {shown(part)}" for name, part in value.items() if name != "type")
        return f"{value['type']}: {fields}" if fields and "type" in value else value.get("type", f"({fields})")
    if isinstance(value, (list, tuple)):
        return " ".join(map(shown, value)) or "-"
    return "-" if value is None else str(value)
