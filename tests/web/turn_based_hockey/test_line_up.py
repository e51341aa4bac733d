"""A line-up is set by keyboard, by taps and by dragging, with a mouse or a finger, under which nothing scrolls."""

import pytest
from playwright.sync_api import expect

from engines.cards import card_text, parse_card
from engines.turn_based_hockey.rules import pair_value
from tests.web.test_accessibility import check
from tests.web.test_table import button, cards_of
from tests.web.visitor import AT


@pytest.fixture
def line_up(visit):
    """A player who is asked for a line-up."""

    def line_up(**wishes):
        visitor = visit(**wishes)
        visitor.create("turn_based_hockey")
        visitor.page.locator(".hand .held.legal").first.click()
        expect(visitor.page.locator(".slot")).to_have_count(6)
        expect(visitor.page.locator(".lineup .held").first).to_be_enabled()  # the move before has been answered
        return visitor

    return line_up


class Finger:
    """Touches the page as the system reports it to the browser."""

    def __init__(self, visitor):
        self.page = visitor.page
        self.protocol = visitor.context.new_cdp_session(visitor.page)

    def _send(self, kind, *points):
        self.protocol.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def move(self, start, end):
        self._send("touchStart", start)
        for step in range(1, 11):
            self._send(
                "touchMove", tuple(one + (other - one) * step / 10 for one, other in zip(start, end, strict=True))
            )
            self.page.wait_for_timeout(16)
        self._send("touchEnd")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def code(locator):
    return locator.locator("[data-card]").get_attribute("data-card")


def test_a_finger_takes_a_card_up_at_once_and_drops_it_on_a_position(line_up):
    visitor = line_up(size="phone")
    page, finger = visitor.page, Finger(visitor)
    slots, held = page.locator(".slot"), page.locator(".lineup .held")
    card = code(held.nth(1))
    count = held.count()
    before = page.evaluate("scrollY")
    finger.move(middle(held.nth(1)), middle(slots.nth(3)))
    expect(slots.nth(3).locator("[data-card]")).to_have_attribute("data-card", card)
    expect(held).to_have_count(count - 1)
    assert page.evaluate("scrollY") == before, "the page stays while a card is in the air"
    finger.move(middle(slots.nth(3)), middle(slots.nth(5)))
    expect(slots.nth(5).locator("[data-card]")).to_have_attribute("data-card", card)
    expect(slots.nth(3).locator("[data-card]")).to_have_count(0)
    finger.move(middle(slots.nth(5)), middle(held.nth(2)))
    expect(held).to_have_count(count)
    expect(page.locator(".slot [data-card], .dragged, .over")).to_have_count(0)


def test_a_finger_that_drops_a_card_beside_the_positions_changes_nothing(line_up):
    visitor = line_up(size="phone")
    page, finger = visitor.page, Finger(visitor)
    held = page.locator(".lineup .held")
    before = cards_of(page.locator(".lineup"))
    x, y = middle(held.first)
    finger.move((x, y), (x, page.locator(".bar").bounding_box()["y"] + 5))
    expect(page.locator(".dragged")).to_have_count(0)
    assert cards_of(page.locator(".lineup")) == before
    assert page.evaluate("scrollY") == 0


WORTH = f"""
async ([pairs, joker_chemistry]) => {{
  {AT}
  const {{ worthOf }} = await at("games/turn_based_hockey.js");
  return pairs.map(([one, other]) => worthOf({{ options: {{ joker_chemistry }} }}, one, other));
}}
"""


@pytest.mark.parametrize("jokers", [False, True])
def test_the_page_knows_the_worth_of_every_pair(visit, jokers):
    visitor = visit()
    visitor.open("#/")
    pairs = [(one, other) for one in range(54) for other in range(54) if one != other]
    texts = [[card_text(one), card_text(other)] for one, other in pairs]
    assert visitor.page.evaluate(WORTH, [texts, jokers]) == [pair_value(*pair, jokers) for pair in pairs]


def test_each_pair_shows_its_worth_as_soon_as_it_is_set(line_up):
    visitor = line_up(size="phone")
    page = visitor.page
    sums = page.locator(".sum output")
    expect(sums).to_have_text(["–"] * 4)
    cards = cards_of(page.locator(".lineup .row"))[:2]
    for _ in range(2):
        page.locator(".lineup .held").first.tap()
    expect(sums).to_have_text([str(pair_value(*map(parse_card, cards), joker_chemistry=False)), "–", "–", "–"])


def test_a_tap_still_places_a_card(line_up):
    visitor = line_up(size="phone")
    page = visitor.page
    card = code(page.locator(".lineup .held").first)
    page.locator(".lineup .held").first.tap()
    expect(page.locator(".slot").first.locator("[data-card]")).to_have_attribute("data-card", card)


def test_a_mouse_drags_cards_and_they_change_places(line_up):
    visitor = line_up()
    page = visitor.page
    slots, held = page.locator(".slot"), page.locator(".lineup .held")
    first, second = code(held.nth(0)), code(held.nth(1))
    held.nth(0).drag_to(slots.nth(0))
    expect(slots.nth(0).locator("[data-card]")).to_have_attribute("data-card", first)
    held.nth(0).drag_to(slots.nth(4))
    expect(slots.nth(4).locator("[data-card]")).to_have_attribute("data-card", second)
    slots.nth(0).drag_to(slots.nth(4))
    expect(slots.nth(4).locator("[data-card]")).to_have_attribute("data-card", first)
    expect(slots.nth(0).locator("[data-card]")).to_have_attribute("data-card", second)
    visitor.shoot("line-up-dragged")


@pytest.mark.slow
def test_a_line_up_is_set_by_keyboard_and_cards_change_places(line_up):
    visitor = line_up()
    page = visitor.page
    slots = page.locator(".slot")
    for number in range(1, 7):
        page.locator(".lineup .held").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".slots [data-card]")).to_have_count(number)
    placed = cards_of(page.locator(".slots"))
    slots.nth(0).click()
    slots.nth(4).click()
    expect(slots.nth(0).locator("[data-card]")).to_have_attribute("data-card", placed[4])
    expect(slots.nth(4).locator("[data-card]")).to_have_attribute("data-card", placed[0])
    visitor.shoot("line-up")
    button(page, "Lock the line-up").click()
    expect(page.locator(".shots li").first.or_(page.locator(".locked"))).to_be_visible()


def test_a_line_up_that_is_half_set_is_so_after_a_reload(line_up):
    page = line_up().page
    held = page.locator(".lineup .held")
    placed = [code(held.nth(place)) for place in (0, 1)]
    for number in (1, 2):
        held.first.click()
        expect(page.locator(".slots [data-card]")).to_have_count(number)
    page.reload()
    expect(page.locator(".slots [data-card]")).to_have_count(2)
    assert cards_of(page.locator(".slots")) == placed
    button(page, "Clear").click()
    expect(page.locator(".slots [data-card]")).to_have_count(0)


def test_a_card_of_a_line_up_that_is_chosen_says_so(line_up):
    page = line_up().page
    page.locator(".lineup .held").first.click()
    slot = page.locator(".slot").first
    expect(slot).to_have_attribute("aria-pressed", "false")
    slot.click()
    expect(slot).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_a_line_up_is_accessible(line_up):
    visitor = line_up(size="phone")
    visitor.page.locator(".lineup .held").first.click()
    check(visitor, "line-up")


def test_the_cards_of_the_hand_stay_the_same_elements_when_a_line_up_is_asked_for(visit):
    """To draw twenty cards anew is too much for one frame of a slow phone. Counted, not timed."""
    visitor = visit()
    visitor.create("turn_based_hockey")
    page = visitor.page
    page.locator(".hand .held.legal").first.wait_for()
    page.evaluate("window.before = [...document.querySelectorAll('.hand .held *')]")
    page.locator(".hand .held.legal").first.click()
    expect(page.locator(".slot")).to_have_count(6)
    drawn = page.evaluate("[...document.querySelectorAll('.lineup .held *')].map((one) => before.includes(one))")
    assert len(drawn) > 100
    assert all(drawn)
