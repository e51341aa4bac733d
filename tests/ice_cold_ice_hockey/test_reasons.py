"""Reasons of the computers at Ice Cold Ice Hockey: in what a move differs from another, with true figures."""

import csv
import re
from pathlib import Path

import pytest

import engines.ice_cold_ice_hockey
from ai.play import next_seat
from ai.reasons import contrast
from engines import VARIANTS
from engines.api import OVER, observe
from engines.ice_cold_ice_hockey.options import PRESETS
from engines.ice_cold_ice_hockey.rules import numbers
from engines.rng import Rng, permutation
from tests.ice_cold_ice_hockey.table import game

GAME = VARIANTS["ice_cold_ice_hockey"]
DECK = Path(engines.ice_cold_ice_hockey.__file__).with_name("deck.csv")
CARDS = {int(row["id"]): row for row in csv.DictReader(DECK.read_text(encoding="utf-8").splitlines())}
ZONES = "DCO"
PLACES = ("end_0", "centre", "end_1")
PAIRS = 3
"""Pairs of moves of a decision, each both ways."""


def reason(table, move, other):
    return said(table.state, *(action_of(table, text) for text in (move, other)))


def said(state, one, other):
    return contrast(GAME.key, state, int(state.to_act()), [one], [other])


def action_of(table, text):
    kind, *card = text.split()
    move = {"type": kind} | ({"card": card[0].zfill(2)} if card else {})
    (action,) = GAME.codec.decode_move(table.state, int(table.state.to_act()), move)
    return action


# -- in games


@pytest.mark.parametrize("preset", PRESETS)
def test_a_reason_says_in_what_a_move_differs_with_figures_that_are_true(preset):
    """In a game at random: at most one in ten pairs of moves has nothing, or the same reason twice."""
    french, rng = GAME.phrases("fr"), Rng(f"reasons {preset}")
    alike, pairs, state = 0, 0, GAME.new_game(PRESETS[preset])
    while (seat := next_seat(state, rng)) != OVER:
        actions = state.distinct_actions(seat)
        hidden = observe(state, seat).determinize(rng)
        for _ in range(PAIRS if len(actions) > 1 else 0):
            one, other = (actions[place] for place in permutation(rng, len(actions))[:2])
            texts = [said(state, one, other), said(state, other, one)]
            assert texts[0] == said(hidden, one, other), "it depends on what the seat does not know"
            alike, pairs = alike + (texts[0] == texts[1] or "" in texts), pairs + 1
            for text, moves in zip(texts, ((one, other), (other, one)), strict=True):
                assert max(len(text), len(french.translate(text))) <= 90
                assert [int(number) for number in re.findall(r"\d+", text)] == figures(state, seat, *moves, text)
        state.apply(seat, actions[rng.below(len(actions))])
    assert pairs > 100
    assert alike <= 0.1 * pairs


def figures(state, seat, one, other, text):
    """The numbers of a reason, counted anew from what the seat is shown."""
    table = Counted(state, seat)
    if ", not " in text and not text.startswith(("to ", "keeps number")):
        mine, others = re.split(r", not (?=an? |the |one )", text)
        return table.figures(one, mine) + table.figures(other, others)
    if " can answer" in text and (text.startswith("to ") or "the other" in text):
        return [table.answers(one), table.answers(other)]
    if "of the hand go" in text:
        return [table.go_on(one), table.go_on(other)]
    if text.startswith("throws away"):
        return [table.like(one % 100), table.like(other % 100)]
    if "zone" in text and "number" in text:
        return [other % 100, *(len(CARDS[action % 100]["zones"] or ZONES) for action in (other, one))]
    if text.startswith("keeps number"):
        return [other % 100, one % 100]
    return table.figures(other if one == numbers.DECLINE else one, text)


class Counted:
    """What a seat can count, from its observation in JSON and the deck file."""

    def __init__(self, state, seat):
        self.seen = GAME.codec.dump_observation(observe(state, seat))
        self.seat = seat
        self.letter = "HV"[seat != self.seen["options"]["home"]]
        self.out = set(CARDS) - {int(card) for card in self.seen["hand"] + self.seen["discards"]}
        place = PLACES.index(self.seen["zone"])
        self.zone = 2 - place if seat else place

    def turned(self, action):
        """The cards one of which is turned over next."""
        if self.seen["deck_size"] == 0:
            return [*map(int, self.seen["discards"]), *([action % 100] if action < numbers.CARD_ACTIONS else [])]
        away = {*self.seen["held"], *(card for cards in self.seen["shown"] for card in cards)}
        return [card for card in self.out if f"{card:02}" not in away]

    def figures(self, action, text):
        """The numbers in the description of a move."""
        own, other = self.seat, 1 - self.seat
        cards = self.turned(numbers.DECLINE if text.startswith("keeps the block") else action)
        nets = self.seen["goalies_out"]
        node = self.seen["node"]
        if text.startswith(("an inside shot", "a set-up")):
            return [goals(cards, "is_result", nets[own]), len(cards)]
        if text.startswith("an outside shot"):
            return [goals(cards, "is_result" if nets[other] else "os_result", nets[own]), len(cards)]
        if text.startswith(("a block", "keeps the block")):
            is_inside = nets[own] or node == "inside_shot_response" or self.seen["shot_kind"] == "inside"
            tags = nets[other] or node == "power_play_response"
            return [goals(cards, "is_result" if is_inside else "os_result", tags), len(cards)]
        if ", won with" in text:
            return [len(self.letters(cards, self.letter)), len(cards)]
        if text.startswith("a long dump, icing"):
            return [len(cards) - self.void(cards) - len(self.letters(cards, self.letter)), len(cards)]
        if text.startswith("a long dump"):
            theirs = self.letters(cards, "VH"["HV".index(self.letter)])
            return [sum(card <= 9 for card in theirs), len(cards)]
        if text.startswith("a retreat, with"):
            return [sum(row["kind"] == "defence" and row["hv_event"] == "none" for row in rows(cards)), len(cards)]
        if "foul" in text and re.search(r"\d", text):
            return [self.calls(cards, action % 100), len(cards)]
        if text.startswith(("a pass that", "a skate that")):
            found = self.answers(action)
            return [found] if found or "nothing" not in text else []
        if "of the deck" in text or "left in the deck" in text:
            return [self.seen["deck_size"]]
        return [2] if "bonus" in text and "big_hit" in CARDS[action % 100]["flags"] else []

    def letters(self, cards, letter):
        return [card for card in cards if CARDS[card]["hv"] == letter and not self.void([card])]

    def void(self, cards):
        return sum(row["hv_event"] in ("offside", "fight") for row in rows(cards))

    def calls(self, cards, foul):
        """Cards that call a penalty for the foul; on a clear chance also those of a penalty shot."""
        low, high = map(int, re.search(r"penalty_range=(\d+)-(\d+)", CARDS[foul]["flags"]).groups())
        clear = "penalty_shot" in CARDS[int(self.seen["played_card"])]["flags"]
        return sum(low <= card <= high or (clear and card <= 9) for card in cards)

    def answers(self, card):
        """Cards that the other team may hold, and answer a play with: 8.1."""
        row, here = CARDS[card], ZONES[self.zone]
        icons = row["follow_ons"].split("|")
        there = row["destination"][row["zones"].index(here)] if row["destination"] else here
        return sum(
            answer["kind"] == "defence"
            and ("defence" in icons or ("penalty_defence" in icons and "P" in answer["flags"].split("|")))
            and mirrored(there if row["kind"] == "pass" and "S" not in answer["flags"].split("|") else here)
            in (answer["zones"] or ZONES)
            for answer in rows(self.out)
        )

    def go_on(self, action):
        """Other cards of the hand that fit on top of a card, where the puck is then."""
        row, here = CARDS[action % 100], ZONES[self.zone]
        if row["destination"]:
            here = row["destination"][row["zones"].index(here)]
        elif self.seen["node"] == "defend" and "S" not in row["flags"].split("|"):
            below = CARDS[int(self.seen["played_card"])]
            if below["kind"] == "pass":
                here = mirrored(below["destination"][below["zones"].index(mirrored(here))])
        hand = [CARDS[int(card)] for card in self.seen["hand"] if int(card) != action % 100]
        return sum(
            other["kind"] in row["follow_ons"].split("|") and here in (other["zones"] or ZONES)
            for other in hand
            if other["kind"] in ("pass", "skate", "inside_shot")
        )

    def like(self, card):
        """Cards of the same sort that the other team may hold or draw."""
        return sum(sort(other) == sort(CARDS[card]) for other in rows(self.out))


def rows(cards):
    return [CARDS[card] for card in cards]


def goals(cards, line, tags_count):
    """Goals among the results of the cards."""
    results = [row[line].split("+") for row in rows(cards)]
    return sum(
        "PPG" in result or ("GOAL" in result and "SHG" not in result) if tags_count else result[0] == "GOAL"
        for result in results
    )


def mirrored(zone):
    return ZONES[2 - ZONES.index(zone)]


def sort(row):
    """What a card is for, in the words of a reason."""
    flags, icons, kind = row["flags"].split("|"), row["follow_ons"].split("|"), row["kind"]
    if kind == "defence":
        return "gain" if "gain" in flags else "foul" if "P" in flags else "check" if "loose" in flags else "fight"
    if kind not in ("pass", "skate"):
        return kind
    if "inside_shot" in icons:
        return "set_up" if "O" in row["zones"] else "entry with a shot"
    return "entry" if dict(zip(row["zones"], row["destination"], strict=False)).get("C") == "O" else kind


# -- single decisions


def test_a_shot_is_compared_with_what_may_answer_a_pass():
    """In E36, 62 is gone: of 58 unseen cards two have an outside goal."""
    table = game("33 17 18 2 4", puck="H OZ", discards="62")
    assert reason(table, "outside_shot", "play 17") == (
        "an outside shot, 2 goals in 58 cards, not a pass that nothing can answer"
    )
    assert reason(table, "play 18", "outside_shot") == (
        "a set-up for its shot, 10 goals in 58 cards, not an outside shot, 2 goals in 58 cards"
    )


def test_a_foul_says_how_many_cards_penalise_it():
    """Hooking calls 10 to 44, all of which are unseen; so are 23 others."""
    table = game("4 33", "46 45 62 1 2", puck="H DZ", follow_ons=["pass"])
    table.play("H play 4")
    assert reason(table, "answer 46", "decline") == "a foul, penalised with 35 of 58 cards"
    assert reason(table, "decline", "answer 46") == "no foul: 35 of 58 cards would call a penalty"


def test_of_cards_that_are_thrown_away_it_is_said_which_is_kept_and_how_many_like_it_are_out():
    table = game("33 64 5 8 47", puck="H CI")
    assert reason(table, "dump_in 64", "dump_in 33") == (
        "throws away a fight, 0 more out; keeps an inside shot, 9 more"
    )
    assert reason(table, "dump_in 8", "dump_in 5") == "keeps number 5, not number 8"


def test_a_dump_without_a_card_for_its_check_ends_the_period():
    table = game("33 64 15 8 47", puck="H CI", deck_size=0, **{"pass": 2})
    assert reason(table, "dump_in 64", "play 15") == "the end of the period, not a pass that 3 cards can answer"
