"""Opponents at Blades of Steel: what the heuristic knows, and that it and the search play by it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import pytest

from ai.arena import play_match
from ai.blades_of_steel.combinations import best_block, best_shot
from ai.blades_of_steel.heuristic import make
from ai.blades_of_steel.unseen import CERTAIN, UnseenHands
from ai.choose import choose
from ai.levels import LEVELS, RANDOM, Player
from ai.trained import rating_heuristic
from bench.strength.mistakes import Played, decisions, obvious
from engines import VARIANTS
from engines.api import CHANCE, OVER, observe
from engines.blades_of_steel import codec
from engines.blades_of_steel.packed_cards import Cards, join_cards, kind_of
from engines.blades_of_steel.rules import NO_BLOCK, BladesState, strength
from engines.cards import CARD_TEXTS, DECK_SIZE, parse_card
from engines.rng import Rng, permutation
from tests.ai.test_judgement import positions as games_of_levels
from tests.ai.unlearned import assert_search_decides
from tests.blades_of_steel.table import Table, blades, new_table, words
from tests.engines.table import step

GAME = VARIANTS["blades_of_steel"]
HEURISTIC = Player()
SEARCH = Player(simulations=100)
ROOKIE, MINOR, JUNIOR, PRO, ALL_STAR, LEGEND = LEVELS


def ratings(state: BladesState, seat: int) -> list[float]:
    return rating_heuristic(GAME.key, state).ratings(state, seat, state.distinct_actions(seat))


def best(table: Table) -> str:
    """The action that the top level takes for the best."""
    seat = int(table.state.to_act())
    decision = choose(GAME, observe(table.state, seat), replace(LEGEND, mixes=False), Rng(1))
    return words(codec.encode_actions(table.state, seat, decision.actions))


def cards(texts: str | tuple[str, ...]) -> Cards:
    held = Cards()
    for text in texts.split() if isinstance(texts, str) else texts:
        held.add(parse_card(text))
    return held


# -- what it sees


@pytest.mark.parametrize(("suits", "best_of"), [("DH", best_shot), ("CS", best_block)])
def test_the_best_combination_of_a_hand_is_the_strongest_of_all(suits, best_of):
    rng = Rng(f"best {suits}")
    pack = [card for card in range(DECK_SIZE) if CARD_TEXTS[card][1] in suits]
    for _ in range(500):
        order = permutation(rng, len(pack))
        hand = sorted(pack[order[i]] for i in range(rng.below(7)))
        groups = [group for size in (1, 2, 3) for group in combinations(hand, size)]
        assert best_of(cards(tuple(CARD_TEXTS[card] for card in hand))) == max(
            (strength(join_cards(*g), False) for g in groups), default=0
        )


OVERLAP = 0.045
"""A flush against a high card counts twice: as cards of one suit, and of one colour."""


@pytest.mark.parametrize(
    ("shot", "counted_twice"),
    [
        *[(shot, OVERLAP) for shot in ("2H 3D 4H", "7D JH KH")],
        *[(shot, 0.0) for shot in ("2H 3H 4H", "TD QD AD", "2D 2H", "KD KH", "5H AH")],
    ],
)
@pytest.mark.parametrize(("hand", "tolerance"), [(3, 0.04), (6, 0.08)])
def test_the_chance_of_a_block_is_about_that_of_dealt_hands(shot, counted_twice, hand, tolerance):
    """The parts of the chance are not quite independent: six cards, held at the first shot only, make it too large."""
    table = blades(
        hand=f"{shot} 2C",
        other=" ".join(["2S", "3S", "4S", "5S", "6S", "7S"][:hand]),
        position={"discards": [], "stock": rest(shot, hand)},
    )
    unseen, rng, stopped = UnseenHands(), Rng("chance"), 0
    unseen.find(table.state, 0)
    value = strength(join_cards(*sorted(parse_card(card) for card in shot.split())), False)
    expected = unseen.chance_of_block(hand, value) / CERTAIN
    observation, determinization = observe(table.state, 0), BladesState(table.state.options)
    for _ in range(3000):
        observation.determinize_into(determinization, rng)
        stopped += best_block(determinization.sides[1].blacks) >= value
    assert abs(stopped / 3000 - expected) < tolerance + counted_twice


def rest(shot: str, hand: int) -> list[str]:
    held = {*shot.split(), "2C", *["2S", "3S", "4S", "5S", "6S", "7S"][:hand]}
    return [card for card in CARD_TEXTS[:DECK_SIZE] if card not in held]


def test_ratings_use_nothing_that_the_seat_does_not_know():
    rng = Rng("secret")
    for discards in ("open", "top_only"):
        table = new_table(discards=discards)
        while table.state.to_act() != OVER:
            seat = int(table.state.to_act())
            if seat != CHANCE:
                assert ratings(table.state, seat) == ratings(observe(table.state, seat).determinize(rng), seat)
            step(table.state, rng)


@pytest.mark.parametrize(
    "changes", [{}, {"stack_spend": "whole", "weak_blocks": True}, {"deck_end": "finish_turn", "compare": "all"}]
)
def test_ratings_and_estimates_are_expected_payoffs(changes):
    rng = Rng("payoffs")
    for _ in range(5):
        table = new_table(**changes)
        heuristic = rating_heuristic(GAME.key, table.state)
        while table.state.to_act() != OVER:
            seat = int(table.state.to_act())
            if seat != CHANCE:
                values = heuristic.ratings(table.state, seat, table.state.distinct_actions(seat))
                assert not [value for value in values if not (-1.0 <= value <= 1.0)]
            if heuristic.is_horizon(table.state, 0):
                assert -1.0 <= heuristic.estimate(table.state) <= 1.0
            step(table.state, rng)


# -- what it knows of the game (rules 6)


def test_the_great_one_is_shot():
    assert best(blades(hand="9D 9H 2D 3C 4C 5S", other="2C 3S 4S", draw_pile=30)) == "shoot 9D 9H"


def test_the_level_counts_for_more_than_the_rank_and_two_cards_are_cheaper():
    assert best(blades(hand="2D 2H QH KD 3C 8S", other="2C 3S 4S", draw_pile=30)) == "shoot 2D 2H"


def test_after_a_line_change_of_the_other_seat_any_shot_goes_in():
    table = blades(hand="2D 3H 5H AC AS 4C", other="", draw_pile=30)
    assert best(table).startswith("shoot")


def test_a_hand_without_shot_and_block_is_not_kept():
    move = best(blades(hand="2D 4H 5C 7S 9C JS", other="2C 3S 4S", stack="AC", draw_pile=30))
    assert move.startswith(("stack", "change_lines"))


def test_a_shot_is_stopped_with_the_cheapest_block():
    table = blades(hand="2H 3D 4H", other="AC 5C 6S 7C", draw_pile=30)
    table.play("shoot 2H 3D 4H")
    assert best(table) == "block hand 5C 6S 7C"


def test_the_last_turn_of_a_pack_is_for_shooting():
    table = blades(hand="2D 5D 9D AC AS 4C", other="2C 3S 4S", draw_pile=3)
    assert best(table).startswith("shoot")


def test_aces_that_are_gone_make_a_breakaway_sure():
    table = blades(hand="2D AD 2C 3C 4C 5C", other="6S 7S 8S", draw_pile=6)  # both black aces lie in the discards
    assert {"AC", "AS"} <= set(table.sees()["discards"])
    breakaway = table.decode(0, "shoot 2D AD")
    assert make().scores(table.state, 0, breakaway)
    table = blades(hand="2D AD 2C 3C 4C 5C", other="AC 7S 8S", draw_pile=6)
    assert not make().scores(table.state, 0, breakaway)


# -- strength


@pytest.mark.parametrize("level", [HEURISTIC, SEARCH], ids=["heuristic", "search"])
def test_it_beats_random_play(level):
    """Measured: 99 % and more of mirrored games, with and without search."""
    options = GAME.resolve_options(None, None)[1]
    assert play_match(GAME, options, level, RANDOM, 20 if level is HEURISTIC else 8).won_of_decided >= 0.75


@pytest.mark.parametrize(
    "changes",
    [
        {"deck_end": "finish_turn"},
        {"compare": "all", "stack_spend": "whole"},
        {"weak_blocks": True, "stack_spend": "whole"},
        {"discards": "top_only"},
        {"overtime": "none"},
    ],
    ids=str,
)
def test_it_beats_random_play_under_every_switch(changes):
    options = GAME.resolve_options(None, changes)[1]
    assert play_match(GAME, options, HEURISTIC, RANDOM, 8).won_of_decided >= 0.75


def test_the_search_answers_a_shot_with_a_block():
    table = blades(hand="2H 3D 4H", other="AC 5C 6S 7C", draw_pile=30)
    table.play("shoot 2H 3D 4H")
    decision = choose(GAME, observe(table.state, 1), SEARCH, Rng("answer"))
    assert kind_of(decision.actions[0]) != NO_BLOCK
    assert decision.simulations == 100


def test_what_scores_at_once_is_never_stopped():
    """Whatever the other seat holds: its cards are dealt again, and it answers as well as it can."""
    variant, heuristic, asked = GAME, make(), 0
    for position in islice(games_of_levels(variant.key, "stopped"), 1_500):
        for action in position.state.distinct_actions(position.seat):
            if not heuristic.scores(position.state, position.seat, action):
                continue
            asked += 1
            observation = variant.observe(position.state, position.seat)
            for deal in range(20):
                state = observation.determinize(Rng(deal))
                before = state.score(position.seat)
                state.apply(position.seat, action)
                scored = state.score(position.seat) == before + 1
                assert scored or [kind_of(answer) for answer in state.distinct_actions(1 - position.seat)] == [NO_BLOCK]
    assert asked >= 10


@pytest.mark.parametrize(
    "changes",
    [
        {"compare": "all"},
        {"deck_end": "finish_turn"},
        {"stack_spend": "whole"},
        {"weak_blocks": True},
        {"discards": "top_only"},
        {"overtime": "none"},
    ],
    ids=str,
)
def test_with_options_that_no_network_has_learned_the_search_decides(changes):
    assert_search_decides(GAME.key, changes)


# -- levels


def obvious_choices() -> Iterator[tuple[Played, frozenset[int]]]:
    """Decisions of Legend's games where some actions are far better than all others, and it takes one of them."""
    for played in decisions(GAME, [replace(LEGEND, mixes=False)], "obvious"):
        best_actions = obvious(GAME, played)
        if played.move[0] in best_actions:
            yield played, best_actions


@cache
def some_obvious_choices() -> tuple[tuple[Played, frozenset[int]], ...]:
    return tuple(islice(obvious_choices(), 300))


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [(ROOKIE, 0.74, 0.87), (MINOR, 0.85, 0.95), (JUNIOR, 0.94, 0.995), (PRO, 0.98, 1.0), (ALL_STAR, 0.99, 1.0)],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_level_finds_the_obvious_so_often(level, least, most):
    """A new opponent for each; of 1,800 they find 80, 90, 97, 99 and 100 %."""
    found = 0
    for played, best_actions in some_obvious_choices():
        player = replace(level, nature=f"player {played.number}")
        found += choose(GAME, GAME.observe(played.state, played.seat), player, Rng("any")).actions[0] in best_actions
    assert least <= found / len(some_obvious_choices()) <= most
