"""Positions of Ice Cold Ice Hockey: the fields of an observation, and shorter cells for those written by hand.

Cards are their numbers. ``puck D``, ``C`` or ``O`` is where the puck is, as the seat that is asked reads it; it has the
puck, unless ``on`` says what it may answer: ``on 15`` a card, ``on shot`` an outside shot, ``on dump`` and ``on deep``
a dump-out. ``unseen`` are the cards that are neither in the hand nor among the discards.
"""

from collections.abc import Mapping
from typing import Any, Final

from ai.ice_cold_ice_hockey.reasons import is_answer, sets_up
from bench.positions import Cells, ShortForm
from engines.api import State, Variant
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.texts import ZONES, card_text

CARDS: Final = ("hand", "discards", "held")
SHOTS: Final = {
    "shot": ("outside_shot_response", "shot"),
    "dump": ("keep_in", "to_centre"),
    "deep": ("keep_in", "deep_check"),
}
LAST_CARDS: Final = 12
"""With this many cards in the deck, or fewer, a decision is one of the end of a period."""
SHORT: Final = ("puck", "on", "unseen")


class IceColdForm(ShortForm):
    """Positions of Ice Cold Ice Hockey."""

    unimportant = (*ShortForm.unimportant, "shots_on_goal", "power_plays", "power_play_goals", "saves")

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        state = variant.new_game(next(iter(variant.presets.values())))
        assert isinstance(state, IceColdState)
        self._deck = state.deck

    def read(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        seen = super().read(options, {name: text for name, text in cells.items() if name not in SHORT})
        seat = int(seen["seat"])
        if "puck" in cells:
            place = n.ZONE_LETTERS.find(cells["puck"])
            if place < 0:
                raise ValueError(f"puck: {cells['puck']!r} is not one of {', '.join(n.ZONE_LETTERS)}")
            seen = {"zone": ZONES[2 - place if seat else place], "control": seat} | seen
        if "on" in cells:
            seen = self._asked(cells["on"], 1 - seat) | seen | {"control": 1 - seat}
        if "unseen" in cells:
            known = {*seen.get("hand", []), *_cards("unseen", cells["unseen"])}
            seen["discards"] = [card for card in map(card_text, range(1, n.DECK_SIZE + 1)) if card not in known]
        played = seen.get("played_card")
        if "on" in cells and played and played not in seen.get("discards", []):
            seen["discards"] = [*seen.get("discards", []), played]
        return seen

    def field_read(self, name: str, text: str) -> Any:
        return _cards(name, text) if name in CARDS else super().field_read(name, text)

    def actions(self, state: State, seat: int, text: str) -> list[int]:
        words = [word.zfill(2) if word.isdecimal() else word for word in text.split()]
        return super().actions(state, seat, " ".join(words))

    def _asked(self, what: str, attacker: int) -> dict[str, Any]:
        """What the other team has played or announced."""
        if what in SHOTS:
            node, work = SHOTS[what]
            shot = {"shot_kind": "outside"} if what == "shot" else {}
            return {"node": node, "pending": [work], "attacker": attacker, **shot}
        (card,) = _cards("on", what)
        is_shot = self._deck.kind[int(card)] == n.INSIDE_SHOT
        asked = {"node": "inside_shot_response", "pending": ["shot"], "shot_kind": "inside"} if is_shot else {}
        return {"node": "defend", "pending": ["move_puck"], "attacker": attacker, "played_card": card, **asked}

    def theme(self, state: State, seat: int, best: int) -> str:
        assert isinstance(state, IceColdState)
        deck = state.deck
        if state.node == n.ATTACK and best < n.DUMP_CENTER:
            if deck.kind[best] == n.INSIDE_SHOT:
                return "shot"
            if sets_up(state, seat, best):
                return "set_up"
        if any(is_answer(action) for action in state.legal_actions(seat)):
            fouls = [is_answer(one) and deck.may_be_penalised[one - n.ANSWER] == 1 for one in state.legal_actions(seat)]
            return "fouls" if any(fouls) else "stop"
        if state.is_last_pass() and state.stock_size <= LAST_CARDS:
            return "last_cards"
        return "keeping" if best < n.CARD_ACTIONS and best >= n.DUMP_CENTER else "counting"


def make(variant: Variant) -> ShortForm:
    """The form of Ice Cold Ice Hockey."""
    return IceColdForm(variant)


def _cards(name: str, text: str) -> list[str]:
    """Cards by their numbers."""
    words = [] if text == "-" else text.split()
    if wrong := [word for word in words if not word.isdecimal() or not 1 <= int(word) <= n.DECK_SIZE]:
        raise ValueError(f"{name}: {wrong[0]!r} is not a card; cards are 1 to {n.DECK_SIZE}")
    return [card_text(int(word)) for word in words]
