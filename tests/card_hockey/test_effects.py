"""Whole games against a second, slower reading of docs/rules/card-hockey.md, over random switches: every event, in
order.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engines.api import CHANCE, OVER
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.table import cards_of, new_game
from tests.engines.table import step

HONOURS = "JQKA"
ORDER = "23456789TJQKA"
Decks = list[list[str]]


def random_options(seed: int) -> dict[str, Any]:
    rng = Rng(f"switches {seed}")
    return STANDARD | {
        "flip_mode": ("both", "either")[rng.below(2)],
        "shootout": rng.below(4) > 0,
        "periods": 1 + int(rng.below(5)),
        "penalty_turns": 1 + int(rng.below(4)),
        "penalty_ends_on_goal": rng.below(2) == 1,
        "period_end": ("deck_empty", "cannot_draw")[rng.below(2)],
        "return_goal_cards": rng.below(2) == 1,
    }


class Reading:
    """The document played step by step with piles of card texts. The puck is -1, 0 or 1: red attacks at 1."""

    def __init__(self, options: dict[str, Any], shuffles: Iterator[Decks]):
        self.options = options
        self.shuffles = shuffles
        self.log: list[dict[str, Any]] = []
        self.area: list[list[str]] = [[], []]
        self.held: list[str | None] = [None, None]
        self.serve = [0, 0]
        self.score = [0, 0]
        self.turn = 0

    def add(self, kind: str, **facts: Any) -> None:
        self.log.append({"type": kind, **facts})

    def game(self) -> list[dict[str, Any]]:
        for period in range(1, self.options["periods"] + 1):
            self.period(period)
            if self.options["return_goal_cards"]:
                self.area = [[], []]
        winner, shootout = (None if self.score[0] == self.score[1] else int(self.score[1] > self.score[0])), False
        if winner is None and self.options["shootout"]:
            self.add("shootout_start")
            winner, shootout = self.shootout(), True
        self.add("game_over", winner=winner, score=[*self.score], shootout=shootout)
        return self.log

    def period(self, period: int) -> None:
        self.decks, self.puck = next(self.shuffles), 0
        for seat in (0, 1):
            assert sorted([*self.decks[seat], *self.area[seat], *filter(None, [self.held[seat]])]) == sorted(
                cards_of(seat)
            )
        self.add("face_off", period=period)
        while True:
            goal = self.one_turn()
            if self.is_over():
                break
            if goal:
                self.add("face_off", period=period)
        self.add("period_end", period=period, score=[*self.score])

    def is_over(self) -> bool:
        if self.options["period_end"] == "deck_empty":
            return [] in self.decks
        return any(not self.decks[seat] and self.held[seat] is None for seat in (0, 1))

    def one_turn(self) -> bool:
        self.turn += 1
        again = [self.held[seat] is not None for seat in (0, 1)]
        cards = [self.held[seat] or self.decks[seat].pop(0) for seat in (0, 1)]
        further = self.options["penalty_turns"] - 1
        for seat in (0, 1):
            if again[seat]:
                self.add("shorthanded", seat=seat, card=cards[seat], number=further + 1 - self.serve[seat])
            elif cards[seat][0] == "2":
                self.held[seat], self.serve[seat] = cards[seat], further
                self.add("penalty", seat=seat, card=cards[seat])
        scorer = self.compare(cards)
        for seat in (0, 1):
            if self.held[seat] is None:
                continue
            self.serve[seat] -= again[seat]
            if self.options["penalty_ends_on_goal"] and scorer == 1 - seat:
                self.serve[seat] = 0
            if self.serve[seat] == 0:
                self.add("penalty_over", seat=seat, card=self.held[seat])
                self.held[seat] = None
        return scorer is not None

    def compare(self, cards: list[str]) -> int | None:
        before, red, black = self.puck, *(ORDER.index(card[0]) for card in cards)
        attacker = {1: 0, -1: 1}.get(before)
        winner = None if red == black else int(black > red)
        scored = winner is not None and winner == attacker and cards[winner][0] in HONOURS
        if winner is not None:
            self.puck = 0 if scored else max(-1, min(1, before + (1, -1)[winner]))
        zones = {-1: "D", 0: "N", 1: "O"}
        self.add("flip", turn=self.turn, cards=cards, puck_from=zones[before], puck_to=zones[self.puck])
        if attacker is not None and winner != attacker and cards[attacker][0] in HONOURS:
            self.add("shot_blocked", seat=attacker, card=cards[attacker])
        if winner is None:
            self.add("tied_up")
        elif scored:
            self.score[winner] += 1
            self.area[winner].append(cards[winner])
            self.add("scores", seat=winner, card=cards[winner], score=[*self.score])
        else:
            self.add("holds" if winner == attacker else "carries" if attacker is None else "clears", seat=winner)
        return winner if scored else None

    def shootout(self) -> int:
        while True:
            decks = next(self.shuffles)
            assert [sorted(deck) for deck in decks] == [sorted(cards_of(seat)) for seat in (0, 1)]
            for red, black in zip(*decks, strict=True):
                self.turn += 1
                decides = red[0] != black[0] and (red[0] in HONOURS or black[0] in HONOURS)
                winner = int(ORDER.index(black[0]) > ORDER.index(red[0])) if decides else None
                self.add("shootout_flip", turn=self.turn, cards=[red, black], winner=winner)
                if winner is not None:
                    return winner


@pytest.mark.parametrize("seed", range(60))
def test_every_event_of_a_random_game_is_that_of_the_second_reading(seed):
    options, rng, shuffles = random_options(seed), Rng(f"effects {seed}"), []
    table = new_game(**options)
    while table.state.to_act() != OVER:
        is_shuffle = table.state.to_act() == CHANCE
        step(table.state, rng)
        if is_shuffle:
            shuffles.append(table.decks())
    log = Reading(options, iter(shuffles)).game()
    assert table.events() == log
    assert table.state.turns == sum(event["type"] in ("flip", "shootout_flip") for event in log)
