"""Combinations are taken up by their move, and the button says what they are."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from engines.blades_of_steel.packed_cards import join_cards
from engines.blades_of_steel.rules import SHOT_KINDS, level_of, strength
from engines.cards import card_text
from tests.web.test_table import button
from tests.web.visitor import AT

pytestmark = pytest.mark.slow


def test_a_combination_takes_up_its_cards_and_offers_the_move(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create("blades_of_steel")
    combinations = button(page, "Combinations")
    let_through = button(page, "Let it through")
    expect(combinations.or_(let_through).first).to_be_visible()
    if let_through.count():
        let_through.click()
    expect(combinations.first).to_be_visible()
    hand = page.locator(".hand .held").all_inner_texts()
    button(page, "Change lines").click()
    expect(page.get_by_text("All your cards go.")).to_be_visible()
    button(page, "Back").click()
    assert page.locator(".hand .held").all_inner_texts() == hand, "what costs cards is not done by one tap"
    combinations.first.click()
    expect(page.locator(".chip").first).to_be_visible()
    assert visitor.violations() == []
    chip = page.locator(".chip:visible").last
    count = chip.locator(".card").count()
    chip.click()
    expect(page.locator(".held.chosen")).to_have_count(count)
    expect(page.locator(".moves .main")).to_have_text(re.compile("^(Stack|Shoot) "))
    visitor.shoot("combination")
    page.locator(".held.chosen").first.click()  # a second tap puts a card back
    expect(page.locator(".held.chosen")).to_have_count(count - 1)
    is_open = count > 1 and not page.locator(".moves .main").count()
    expect(page.get_by_text("Add the cards that go with it")).to_have_count(int(is_open))


CALLS = f"""
async (moves) => {{
  {AT}
  const {{ callOf }} = await at("games/blades_of_steel.js");
  return moves.map((move) => callOf({{}}, move));
}}
"""
CALLED = {
    "high_card": "High card, level 1",
    "flush": "Flush, level 2",
    "one_timer": "One-timer, level 3",
    "breakaway": "Breakaway, level 4",
    "great_one": "The Great One, level 5",
}


def test_the_button_says_what_the_cards_of_a_shot_are(visit):
    """As the rules do, for every combination of red cards."""
    visitor = visit()
    visitor.open("#/")
    red = [card for card in range(52) if card & 3 in (1, 2)]
    moves, calls = [], []
    for cards in [*combinations(red, 2), *combinations(red, 3)]:
        value = strength(join_cards(*cards), False)
        if value:
            moves.append({"type": "shoot", "cards": [card_text(card) for card in cards]})
            calls.append(f"Shoot · {CALLED[SHOT_KINDS[level_of(value)]]}")
    assert len(set(calls)) == len(CALLED)
    assert visitor.page.evaluate(CALLS, moves) == calls
