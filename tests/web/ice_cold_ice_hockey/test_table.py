"""The texts of the cards, and a game played by ear."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.web.test_screen_reader import Reader, assert_readable, choices, is_over, shown, turn
from tests.web.test_table import HOLD_THE_BEAT, button, cards_of
from tests.web.window import draw_behind, record

pytestmark = pytest.mark.slow
DECISIONS = 25
"""In a long game; then the player resigns."""
WHY = {"decline": "Nothing in your hand answers this"}


def test_a_card_shows_its_words_on_a_long_press_and_is_not_played(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create("ice_cold_ice_hockey")
    legal, other = page.locator(".hand .held.legal:enabled"), page.locator(".moves button:enabled")
    expect(legal.or_(other).first).to_be_visible()
    while not legal.count():
        other.first.click()
        expect(legal.or_(other).first).to_be_visible()
    before = cards_of(page.locator(".hand"))
    legal.first.locator("[data-card]").dispatch_event("pointerdown")
    expect(page.locator("dialog.book h3")).to_have_count(1)  # it has been pressed for long
    legal.first.locator("[data-card]").dispatch_event("click")
    expect(page.locator("dialog.book h3")).to_have_count(1)
    expect(page.locator("dialog.book")).to_contain_text("Turned over:")
    visitor.shoot("card-book")
    assert visitor.violations() == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog.book")).to_be_hidden()
    expect(page.locator(".held.chosen")).to_have_count(0)
    assert cards_of(page.locator(".hand")) == before


def test_the_words_of_all_cards_are_read_with_the_keyboard_alone(visit):
    visitor = visit()
    page = visitor.page
    visitor.create("ice_cold_ice_hockey")
    expect(page.locator(".hand .held").first).to_be_visible()
    words = button(page, "What the cards do")
    words.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.book h3").nth(4)).to_be_attached()
    page.keyboard.press("Escape")
    expect(words).to_be_focused()


TAP_EACH = """
() => [...document.querySelectorAll(".hand button:enabled:not([aria-disabled])")].map((button) => {
  window.played = null;
  button.click();
  return window.played?.type;
})
"""
"""The types of the moves that are sent by a tap each."""


ASKS = {"discard": "iscard", "dump_in": "Nothing fits here: choose a card to dump the puck in"}
"""What the caption says where each move is of that type."""


def asks_for_a_card(legal):
    """The type of all moves, if there are several and each gives a card away: the only question is which."""
    types = {entry["move"]["type"] for entry in legal}
    return len(legal) > 1 and len(types) == 1 and types.issubset(ASKS) and types.pop()


def test_where_a_card_has_to_go_the_caption_asks_for_it_and_a_tap_answers(visit, address):
    asked = {}
    page = (visitor := visit(size="phone")).page
    for seed in (1, 2):
        game_id, decisions = record(address, "ice_cold_ice_hockey", ["Ida", "Ole"], seed=seed, most=300)
        draw_behind(visitor, game_id)
        for decision in decisions:
            view = decision["view"]
            kind = asks_for_a_card(view["legal_moves"])
            if not kind or view["table"]["node"] in asked:
                continue
            asked[view["table"]["node"]] = kind
            page.evaluate("decision => show(decision)", decision)
            expect(page.locator(".prompt")).to_contain_text(ASKS[kind])
            expect(page.locator(".giving .held.legal")).to_have_count(len(view["legal_moves"]))
            expect(page.locator(".moves button")).to_have_count(0)
            visitor.shoot(f"forced-{view['table']['node']}")
            assert set(page.evaluate(TAP_EACH)) == {kind}
    assert asked.pop("attack") == "dump_in"
    assert set(asked.values()) == {"discard"}


def test_a_card_is_given_away_after_a_button_and_never_by_one_tap(visit, address):
    game_id, decisions = record(address, "ice_cold_ice_hockey", ["Ida", "Ole"], most=150)
    page = (visitor := visit(size="phone")).page
    draw_behind(visitor, game_id)
    looked = 0
    for decision in decisions:
        legal = decision["view"]["legal_moves"]
        costs = {entry["move"]["type"] for entry in legal if "discard" in entry["text"] and "card" in entry["move"]}
        if not costs or asks_for_a_card(legal) or looked == DECISIONS:
            continue
        looked += 1
        page.evaluate("decision => show(decision)", decision)
        playable = {entry["move"]["card"] for entry in legal if entry["move"]["type"] == "play"}
        assert set(cards_of(page.locator(".held.legal"))) == playable, "marked is what is played"
        page.locator(".moves .gives").first.click()
        expect(page.locator(".giving .held.legal")).not_to_have_count(0)
        expect(page.locator(".moves [role=status]")).to_have_text("Choose the card that it costs")
        button(page, "Back").click()
        assert set(cards_of(page.locator(".held.legal"))) == playable
        assert not costs & set(page.evaluate(TAP_EACH)), "no tap sends what costs a card"
    assert looked == DECISIONS
    assert visitor.violations() == []


def test_a_decision_with_one_move_needs_no_tap(visit, address):
    game_id, decisions = record(address, "ice_cold_ice_hockey", ["Ida", "Ole"])
    page = (visitor := visit()).page
    draw_behind(visitor, game_id)
    page.evaluate(HOLD_THE_BEAT)
    seen = set()
    for decision in decisions:
        view = decision["view"]
        moves = [entry["move"] for entry in view["legal_moves"]]
        is_forced = len(moves) == 1
        if (view["table"]["node"], is_forced) in seen:
            continue
        seen.add((view["table"]["node"], is_forced))
        page.evaluate("beats.length = 0")
        page.evaluate("decision => show(decision)", decision)
        if is_forced:
            page.wait_for_function("() => beats.length === 1")
            assert page.evaluate("window.played") is None, "one sees the question"
            expect(page.locator(".prompt")).to_contain_text(WHY.get(moves[0]["type"], "There is only one move"))
            page.evaluate("beats[0]()")
            assert page.evaluate("window.played") == moves[0]
        else:
            assert page.evaluate("beats.length") == 0, view["table"]["node"]
    assert {("attack", True), ("attack", False), ("keep_in", True)} <= seen


def decide(rng, found):
    """A move whose cards are chosen, if there is one; else anything."""
    moves = [node for node in found if "pressed" not in node.properties and node.name != "Clear"]
    return rng.choice(moves if moves and len(moves) < len(found) and rng.random() < 0.5 else found)


def test_a_game_of_ice_cold_is_played_by_ear_until_the_player_resigns(visit):
    ida = visit()
    ida.create("ice_cold_ice_hockey")
    reader, rng, decisions, asked = Reader(ida), random.Random(2), 0, set()
    while decisions < DECISIONS and not is_over(tree := reader.wait(turn, "a turn or the end")):
        found = choices(tree)
        assert_readable(tree, "Cards of Rookie: ", "Puck: ")
        table = tree.one("region", "The table").text
        assert "Deck: " in table, "the clock"
        assert "round 1 of 2" in table or "round 2 of 2" in table
        assert re.search("You have the puck|Rookie has the puck|Play is stopped", table)
        assert "Shots on goal" in table
        cards = [node for node in found if "pressed" in node.properties]
        assert not [node for node in cards if not len(node.name) > 30], (
            "a card by its number, its name and what it does"
        )
        asked.add(tree.one("main", "").text.split("Your turn. ")[1][:30])
        before = shown(tree)
        if not reader.press(decide(rng, found)):
            continue
        decisions += 1
        reader.wait(lambda tree, before=before: is_over(tree) or shown(tree) != before, "a change")
    assert len(asked) > 1, "different decisions are asked for in different words"
    assert reader.press(reader.read().one("button", "Menu"))
    assert reader.press(
        reader.wait(lambda tree: tree.one("button", "Resign") if tree.all("dialog") else None, "the menu")
    )
    assert reader.press(
        reader.wait(
            lambda tree: next((node for node in tree.all("button") if node.name == "Yes"), None), "the question"
        )
    )
    tree = reader.wait(lambda tree: is_over(tree) and tree, "the result")
    assert any(node.name == "Rookie wins" for node in tree.all("heading"))
    reader.wait(lambda tree: any(node.name == "Game sheet" for node in tree.all("heading")), "the sheet")
