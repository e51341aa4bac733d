"""An Ice Cold table for tests: positions as the acceptance examples describe them, the deck stacked for what is turned
over.

H is Home, seat 0, and V is Visitor, seat 1. Hands and decks are IDs in a text.
"""

from collections.abc import Mapping
from typing import Any

from engines.api import SPECTATOR, observe
from engines.ice_cold_ice_hockey.rules import numbers
from engines.ice_cold_ice_hockey.rules.numbers import NO_MARK
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.table import codec
from engines.ice_cold_ice_hockey.texts import ZONES, card_text
from engines.rng import Rng
from tests.engines.table import GameTable

H, V = 0, 1
LETTERS = "HV"
MOST_SWAPS = 200


def ids(text: str) -> list[int]:
    return [int(card) for card in text.split()]


def texts(cards: str) -> list[str]:
    return [card_text(card) for card in ids(cards)]


class Table(GameTable):
    """A game, its log, and the cards that are to be turned over next."""

    codec, node_names = codec, numbers.NODE_NAMES

    def __init__(self, state: IceColdState):
        log = state.log or []
        super().__init__(state)
        self.state.log = log
        self.to_turn: list[int] = []
        self.spared: set[int] = set()
        """Cards of the deck that are not drawn into hands: they are wanted later."""

    # -- playing

    def turn(self, cards: str) -> "Table":
        """Checks and results show these cards from now on, in this order; cards drawn into hands are others."""
        self.to_turn = ids(cards)
        return self

    def play(self, *moves: str) -> list[dict[str, Any]]:
        """Play ``H play 15``, ``V decline`` and so on; return the events of the last one."""
        events: list[dict[str, Any]] = []
        for move in moves:
            letter, kind, *card = move.split()
            seat = LETTERS.index(letter)
            assert self.state.to_act() == seat, f"{move}: {self.asked()} is asked"
            (action,) = codec.decode_move(
                self.state, seat, {"type": kind} | ({"card": card_text(int(card[0]))} if card else {})
            )
            self._stack(seat, action)
            before = len(self.state.log or [])
            self.state.apply(seat, action)
            events = self.events(since=before)
            turned = [int(event["card"]) for event in events if event["type"] == "turns_over"]
            assert turned[: len(self.to_turn)] == self.to_turn[: len(turned)], f"turned over {turned}"
            self.to_turn = self.to_turn[len(turned) :]
        return events

    def _stack(self, seat: int, action: int) -> None:
        """Swap cards of the deck until the wanted ones are turned over; tried on copies, card by card."""
        state = self.state
        for _ in range(MOST_SWAPS):
            trial = state.clone()
            trial.log = []
            trial.apply(seat, action)
            taken = [event for event in trial.log if event[0] in (numbers.TURNS_OVER, numbers.DRAWS)]
            wanted = list(self.to_turn)
            for place, event in enumerate(taken[: int(state.stock_size)]):
                turned = event[0] == numbers.TURNS_OVER
                card = event[1] if turned else event[2]
                if turned and wanted:
                    right = wanted.pop(0)
                    if card != right:
                        self._swap(place, right)
                        break
                elif card in wanted or card in self.spared or (turned and state.deck.mark[card] != NO_MARK):
                    self._swap(place, self._filler(place, wanted))
                    break
            else:
                return
        raise AssertionError("the deck cannot be stacked so")

    def _swap(self, place: int, card: int) -> None:
        """Put a card of the deck to a place, counted from the top."""
        at, size = self.deck().index(card), int(self.state.stock_size)
        stock = self.state.stock
        stock[size - 1 - at], stock[size - 1 - place] = stock[size - 1 - place], stock[size - 1 - at]

    def _filler(self, place: int, wanted: list[int]) -> int:
        """A card without a mark from below ``place`` that is not wanted for anything."""
        return next(card for card in self.deck()[place + 1 :] if self._is_free(card, wanted))

    def _is_free(self, card: int, wanted: list[int]) -> bool:
        return card not in wanted and card not in self.spared and bool(self.state.deck.mark[card] == NO_MARK)

    def spare(self, cards: str) -> "Table":
        """No team draws these cards into a hand; they are turned over later."""
        self.spared = {*ids(cards)}
        return self

    # -- looking

    def deck(self) -> list[int]:
        return [int(card) for card in self.state.stock][: int(self.state.stock_size)][::-1]

    def hand(self, letter: str) -> list[int]:
        hand = self.state.hands[LETTERS.index(letter)]
        return [int(hand.cards[i]) for i in range(hand.size)]

    def hands(self) -> tuple[int, int]:
        return len(self.hand("H")), len(self.hand("V"))

    def asked(self) -> str:
        """Who is asked what: ``V defend``."""
        seat = self.state.to_act()
        return f"{LETTERS[seat]} {self.node()}" if seat >= 0 else self.node()

    def options(self) -> list[str]:
        """The legal moves of the team that is asked: ``play 15``, ``dump_deep``."""
        seat = self.state.to_act()
        moves = codec.list_moves(self.state, seat)
        return [f"{move['type']} {int(move['card'])}" if "card" in move else move["type"] for move in moves]

    def answers(self) -> set[int]:
        """The legal answers, as cards."""
        assert self.options()[-1] == "decline"
        return {int(option.split()[1]) for option in self.options()[:-1]}

    def puck(self) -> str:
        """Who controls the puck in which zone of its own, ``V DZ``, or ``stopped CI``, ``stopped H DZ``."""
        control, zone = int(self.state.control), int(self.state.zone)
        if control >= 0:
            return f"{LETTERS[control]} {('DZ', 'CI', 'OZ')[self.state.zone_for(control)]}"
        return f"stopped {('H DZ', 'CI', 'V DZ')[zone]}"

    def top(self) -> str:
        """What may be played on top, or ``fresh``."""
        icons = self.facts()["follow_ons"]
        return "fresh" if icons is None else " ".join(icons)

    def facts(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        return codec.table(observe(self.state, viewer))

    def events(self, viewer: int = H, since: int = 0) -> list[dict[str, Any]]:
        return [codec.dump_event(event, viewer) for event in (self.state.log or [])[since:]]

    def turned(self) -> list[tuple[int, str]]:
        """Every card turned over, and for what."""
        return [(int(event["card"]), event["for"]) for event in self.events() if event["type"] == "turns_over"]

    def face_offs(self) -> list[str]:
        """Where each face-off was, in the order they were held: ``CI``, ``H DZ``."""
        places, zone = [], ""
        for event in reversed(self.events()):
            if event["type"] == "controls":
                zone = ("H DZ", "CI", "V DZ")[ZONES.index(event["zone"])]
            elif event["type"] == "offside":
                zone = "?"
            elif event["type"] == "turns_over" and event["for"] == "face_off":
                places.append(zone)
        return places[::-1]

    def power_plays(self) -> list[tuple[str, int]]:
        """Every power play: who has it, and how many shots."""
        return [(LETTERS[event["seat"]], event["shots"]) for event in self.events() if event["type"] == "power_play"]

    def penalties(self) -> list[tuple[str, int]]:
        """Every penalty called: on whom, by which card."""
        return [(LETTERS[event["seat"]], int(event["card"])) for event in self.events() if event["type"] == "penalty"]

    def earned(self) -> list[tuple[str, int]]:
        """Every momentum award: whose, and how many cards."""
        return [(LETTERS[event["seat"]], event["count"]) for event in self.events() if event["type"] == "earns"]

    def drawn(self) -> str:
        """Who has drawn cards since the last ``forget``, one letter a card."""
        return "".join(LETTERS[event["seat"]] for event in self.events() if event["type"] == "draws")

    def forget(self) -> "Table":
        self.state.log = []
        return self


FILLERS = (
    60,
    59,
    55,
    41,
    53,
    61,
    52,
    36,
    38,
    31,
    35,
    28,
    23,
    7,
    11,
    19,
    16,
    24,
    22,
    40,
    57,
    54,
    46,
    47,
    50,
    1,
    6,
    9,
    10,
    14,
    18,
    27,
    29,
    30,
)
"""What hands are filled up with: nothing that an example would miss."""


def game(
    h: str = "",
    v: str = "",
    *,
    keep: str = "",
    discards: str = "",
    deck_size: int | None = None,
    sizes: tuple[int, int] = (5, 5),
    **facts: Any,
) -> Table:
    """A position: hands filled up to ``sizes``, the deck cut to ``deck_size`` by discarding the rest, other facts as in
    the state's JSON.

    ``keep`` stays in the deck, to be turned over. Where the puck is may be given as ``puck="H DZ"``; the team that has
    it is to attack.
    """
    facts = {"puck": "H CI"} | facts
    puck = facts.pop("puck")
    if puck.startswith("stopped"):
        facts |= {"zone": ZONES[("H DZ", "CI", "V DZ").index(puck.removeprefix("stopped "))], "control": None}
    else:
        control, zone = LETTERS.index(puck[0]), ("DZ", "CI", "OZ").index(puck[2:])
        facts |= {"zone": ZONES[zone if control == H else 2 - zone], "control": control}
        facts = {"asked": control} | facts
    hands = [ids(h), ids(v)]
    gone = ids(discards)
    spare = [card for card in FILLERS if card not in [*hands[0], *hands[1], *gone, *ids(keep)]]
    for hand, size in zip(hands, sizes, strict=True):
        while len(hand) < size:
            hand.append(spare.pop(0))
    rest = [card for card in range(1, 65) if card not in [*hands[0], *hands[1], *gone]]
    if deck_size is not None:
        rest.sort(key=lambda card: card not in ids(keep))
        rest, gone = rest[:deck_size], gone + rest[deck_size:]
    table = Table(
        codec.load_state(
            {
                "discards": [card_text(card) for card in gone],
                "hands": [[card_text(card) for card in hand] for hand in hands],
                "stock": [card_text(card) for card in rest],
                **facts,
            }
        )
    )
    return table.spare(keep)


def penalty(letter: str, card: int, major: bool = False) -> dict[str, Any]:
    return {"seat": LETTERS.index(letter), "card": card_text(card), "major": major}


LATE: Mapping[str, Any] = {"period": 3, "pass": 2, "goals": [[1, 2], [0, 0], [0, 0]]}
"""Late in a game in which H trails 1-2."""


def random_game(seed: str, until: str = "game_over", **options: Any) -> Table:
    """A random game, stopped when it comes to the node ``until``, or at its end."""
    return Table(codec.load_state({"node": "shuffle", "options": options})).play_on(Rng(seed), until)
