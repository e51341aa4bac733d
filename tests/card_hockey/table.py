"""A Card Hockey table for tests: stacked decks, turns shown as in the acceptance examples."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.api import OVER, observe
from engines.card_hockey import codec
from engines.card_hockey.options import STANDARD
from engines.card_hockey.rules import NODE_NAMES, is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, parse_card
from engines.rng import Rng
from tests.engines.table import GameTable, step

FLOWS: Mapping[str, Mapping[str, Any]] = {
    "either": {"flip_mode": "either"},
    "auto": {"flip_mode": "auto"},
    "no_shootout": {"shootout": False},
    "one_period": {"periods": 1, "penalty_turns": 1},
    "five_periods": {"periods": 5, "penalty_turns": 4, "flip_mode": "either"},
    "penalty_ends_on_goal": {"penalty_ends_on_goal": True, "flip_mode": "either"},
    "cannot_draw": {"period_end": "cannot_draw", "penalty_turns": 4},
    "return_goal_cards": {"return_goal_cards": True, "switch_ends": True, "flip_mode": "either"},
    "auto_everything": {
        "flip_mode": "auto",
        "return_goal_cards": True,
        "period_end": "cannot_draw",
        "penalty_ends_on_goal": True,
    },
}
"""Every switch, for the variant suite."""


class Table(GameTable):
    """A game and its log."""

    codec, node_names = codec, NODE_NAMES

    def flip(self, turns: int = 1) -> None:
        """Play this many turns, with every flip they need."""
        for _ in range(turns):
            before = self.state.turns
            while self.state.turns == before:
                seat = int(self.state.to_act())
                (action,) = self.state.legal_actions(seat)
                self.state.apply(seat, action)

    def play(self, turns: str) -> None:
        """Play ``9H:5S>O 2D*:KS>N!B`` and check that cards, penalties, puck and goals are as written, turn by turn."""
        for turn in turns.split():
            cards, _, after = turn.partition(">")
            before = self.sees()
            self.flip()
            shown, goals = (
                self.last("flip"),
                [now - then for now, then in zip(self.score(), before["score"], strict=True)],
            )
            assert [card.endswith("*") for card in cards.split(":")] == [
                bool(held) for held in before["held_deuces"]
            ], turn
            assert (shown["turn"], shown["cards"]) == (before["turn"], cards.replace("*", "").split(":")), turn
            assert (shown["puck_from"], shown["puck_to"]) == (before["puck"], after[0]), turn
            assert goals == [after.count("!R"), after.count("!B")], turn

    def sees(self, seat: int = 0) -> dict[str, Any]:
        return codec.table(observe(self.state, seat))

    def decks(self) -> list[list[str]]:
        return codec.dump_state(self.state)["decks"]

    def last(self, kind: str) -> dict[str, Any]:
        return next(event for event in reversed(self.events()) if event["type"] == kind)

    def shuffle(self, red: str = "", black: str = "") -> None:
        """At a shuffle: stack the decks with these cards on top, the rest as it comes."""
        self.state.deal_order(stacked(self.decks(), [red.split(), black.split()]))


def stacked(decks: Sequence[Sequence[str]], tops: Sequence[Sequence[str]]) -> list[int]:
    """The permutation that brings these cards to the top of the two gathered decks."""
    gathered = [*decks[0], *decks[1]]
    wanted = [
        card
        for deck, top in zip(decks, tops, strict=True)
        for card in [*top, *(card for card in deck if card not in top)]
    ]
    return [gathered.index(card) for card in wanted]


def cards_of(seat: int) -> list[str]:
    """All cards of a seat, ascending."""
    return [text for card, text in enumerate(CARD_TEXTS[:DECK_SIZE]) if is_red(card) == (seat == 0)]


def card_hockey(
    turns: str = "", puck: str = "N", serve: Sequence[int] = (0, 0), whole_decks: bool = False, **changes: Any
) -> Table:
    """A game in which ``turns`` can be played next; the starred cards of the first are held. Options are given by their
    names.

    The other cards lie below, unless ``whole_decks`` says that there are none.
    """
    pairs = [turn.partition(">")[0].split(":") for turn in turns.split()]
    held = [pairs[0][seat].strip("*") if serve[seat] else None for seat in (0, 1)]
    tops = [[pair[seat] for pair in pairs if not pair[seat].endswith("*")] for seat in (0, 1)]
    rest = [[card for card in cards_of(seat) if card != held[seat] and card not in tops[seat]] for seat in (0, 1)]
    position = {
        name: changes.pop(name) for name in ("period", "goals", "goal_cards", "turns_played", "node") if name in changes
    }
    away = position.get("goal_cards", [[], []])
    decks = [
        tops[seat] + ([] if whole_decks else [card for card in rest[seat] if card not in away[seat]]) for seat in (0, 1)
    ]
    facts = {"puck": puck, "held_deuces": held, "serve": list(serve), "decks": decks}
    return Table(codec.load_state({"options": STANDARD | changes, **facts, **position}))


def last_turn(turn: str, **facts: Any) -> Table:
    """A game with one card left in each deck: ``turn`` ends the period."""
    return card_hockey(turn, whole_decks=True, **facts)


def new_game(**changes: Any) -> Table:
    """A game before its first shuffle."""
    return Table(codec.load_state({"node": "shuffle", "options": STANDARD | changes}))


def random_game(options: Mapping[str, Any], seed: str, until: str = "game_over", deck: str = "") -> Table:
    """A random game, stopped when it comes to the node ``until``, or at its end."""
    rng = Rng(seed)
    pack = {"deck": sorted(deck.split(), key=parse_card)} if deck else {}
    table = Table(codec.load_state({"node": "shuffle", "options": options, **pack}))
    while table.state.to_act() != OVER:
        step(table.state, rng)
        if table.node() == until:
            break
    return table
