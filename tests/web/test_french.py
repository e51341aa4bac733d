"""No English is left on a screen in French: the same screen is read in both languages, and compared."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from tests.games import SECOND_GAME
from tests.patience import PATIENCE_S
from tests.web.visitor import ASIDE

pytestmark = pytest.mark.slow
TAPS = 5
"""Too few for the shortest game."""
NAMES = {
    *(
        "Faceoff",
        *(variant.name for key, variant in VARIANTS.items() if key != "hockey"),
        "Ralph Wiggum",
        "Dwight Stockham",
    ),
    *("X-Bar", "I/S", "O/S", "PPG", "SHG"),
    *("Ida", "Ole"),
    "Position Centre",
}
"""Proper names, those of players too, what is printed on cards, and what both languages call alike."""
TEXTS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("[lang]:not(html)")) found.push(walker.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  return found;
}"""


def texts(page):
    """All texts of a page, also those that are folded up or for screen readers alone."""
    found = set()
    for text in page.evaluate(TEXTS):
        for name in NAMES:
            text = text.replace(name, "")
        if len(re.findall(r"[^\W\d_]{3,}", text)) >= 2:
            found.add(" ".join(text.split()))
    return found


def speak(visitor, language, place=None):
    """Load the page again, or another one, in a language."""
    address = visitor.page.url if place is None else f"{visitor.address}/{place}"
    visitor.open(ASIDE)
    visitor.page.evaluate(
        "language => localStorage['faceoff.wishes'] = "
        "JSON.stringify({...JSON.parse(localStorage['faceoff.wishes']), language})",
        language,
    )
    visitor.page.goto(address)
    visitor.page.wait_for_function("language => document.documentElement.lang === language", arg=language)


def assert_translated(visitor, settle, place=None):
    """``settle`` waits until the screen is complete, and opens what can be opened. Without ``place`` it is the screen
    that the visitor sees, first in the language that it has.
    """
    found = {}
    now = visitor.page.evaluate("document.documentElement.lang") if place is None else ""
    for language in sorted(("en", "fr"), key=lambda one: one != now):
        if language != now:
            speak(visitor, language, place)
        settle(visitor.page)
        found[language] = texts(visitor.page)
    assert len(found["fr"]) > 3
    assert found["en"] & found["fr"] == set()


def test_the_start_page(visit):
    def settle(page):
        page.wait_for_selector(".game")
        page.wait_for_selector(".own-games .badge")
        page.wait_for_function("() => document.querySelectorAll('.lists .small, .lists .rows').length === 2")
        page.locator(".top > button").click()
        page.wait_for_selector("dialog[open] option[value=pro]", state="attached")
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)

    ida = visit()
    ida.create(SECOND_GAME)
    assert_translated(ida, settle, "")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_choices_for_a_new_game_and_what_is_refused(visit, variant):
    def settle(page):
        page.wait_for_selector("form .level")
        for summary in page.locator("details summary").all():
            summary.click()
        if page.locator(".exact").count():
            page.locator(".exact input[type=checkbox]").check()

    ida = visit()
    ida.open(f"#/new/{variant}")
    assert_translated(ida, settle)


def test_a_refused_option_is_explained_beside_the_form(visit):
    def settle(page):
        page.wait_for_selector("form .level")
        page.locator("details:not(.exact, .teams) summary").click()
        page.locator(".option input:not([type])").first.fill("5 5")
        page.locator("form button.main").click()
        expect(page.locator("form .problem")).to_contain_text("26")

    ida = visit(strict=False)
    ida.open("#/new/hockey")
    assert_translated(ida, settle)
    assert "deals" not in ida.page.locator("form .problem").inner_text()


def test_an_invitation_and_how_it_is_refused(visit):
    host, guest = visit(), visit(strict=False)
    game = host.create("hockey", [{"kind": "person", "name": "Ida"}, {"kind": "open"}])
    assert_translated(host, lambda page: page.wait_for_selector(".invitation svg"))

    def refused(page):
        page.locator("form button.main").click()
        page.wait_for_selector(".problem")

    guest.open(f"#/join/{game['id']}/WRONGCOD")
    assert_translated(guest, refused)
    guest.open("#/game/g_aaaaaaaaaaaaaaaaaaaa")
    assert_translated(guest, lambda page: page.wait_for_selector(".problem"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_with_its_menu_cards_and_hint_and_the_time_after_the_game(visit, variant):
    def settle(page):
        page.wait_for_selector(".hand button:enabled, .hand .slot")
        page.wait_for_selector(".helps .ask:enabled")  # what has one answer is answered by the page
        page.wait_for_function("() => document.querySelectorAll('.log li').length > 0")
        for button in page.locator(".helps > .lamp").all():
            if not button.is_visible():
                continue
            button.click()
            page.locator(".hint .says, dialog.book[open] h3").first.wait_for(state="attached")
            if page.locator("dialog.book[open]").count():
                page.keyboard.press("Escape")
        page.locator(".hint .says").wait_for()

    ida = visit()
    game = ida.create(variant)
    ida.start_tapping(TAPS)
    ida.wait_for_taps(TAPS)
    ida.page.wait_for_timeout(300)
    assert_translated(ida, settle)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {game['tokens']['0']}"}
    request = urllib.request.Request(f"{ida.address}/v1/games/{game['id']}/resign", b"{}", headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        assert json.load(answer)["status"] == "finished"
    assert_translated(ida, lambda page: page.wait_for_selector(".verdict .turning"))
    ida.shoot(f"french-{variant}")
