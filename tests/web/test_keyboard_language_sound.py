"""The keyboard, the language and the sound of the page."""

import pytest
from playwright.sync_api import expect

from ai.characters import characters_of
from ai.ratings import rating_range
from engines import VARIANTS
from tests.games import LONG_MOVES, QUICK_GAME
from tests.web.visitor import AT, CARDS, MOVES

QUICK = {"first_dealer": "random", "periods": 1, "overtime": "none"}
MOST_TABS = 80

COUNT_TONES = """
window.tones = 0;
for (const kind of ["OscillatorNode", "AudioBufferSourceNode"])
  window[kind] = class extends window[kind] { start(at) { window.tones += 1; super.start(at); } };
window.buzzes = [];
navigator.vibrate = (pattern) => buzzes.push(pattern.length);
"""
HEARD = (
    f"async () => {{ {AT}"
    """
  const { play } = await at("app/sound.js");
  return ["puck", "shot", "save", "post", "boards", "whistle", "goal", "against", "over"].map((kind) => {
    const before = window.tones;
    play(kind);
    return window.tones - before;
  });
}
"""
)

WANTED = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  if (document.querySelector(".after .result")) return "over";
  const main = shown(".hand .moves .main:enabled");
  const cards = shown(".hand :is(.cards, .moves) button:enabled:not([aria-disabled=true], [aria-pressed=true])");
  const wanted = main.length ? main : cards;
  return wanted.length ? (wanted.includes(document.activeElement) ? "here" : "tab") : "wait";
}"""


@pytest.mark.parametrize(("variant", "options"), [("hockey", QUICK), *((key, {}) for key in LONG_MOVES)], ids=str)
def test_a_game_is_played_with_the_keyboard_alone_and_the_focus_is_never_lost(visit, variant, options):
    ida = visit()
    ida.create(variant, options=options)
    ida.page.wait_for_selector(".hand button:enabled")
    tabs = 0
    has_played = False
    while True:
        ida.page.wait_for_function(f"() => ({WANTED})() !== 'wait'", polling=30)
        wanted = ida.page.evaluate(WANTED)
        if wanted == "over":
            break
        if has_played:  # only then: Tab itself leaves the page for a moment, behind its last link
            ida.page.wait_for_function("() => document.activeElement !== document.body")
            wanted = ida.page.evaluate(WANTED)
        ida.page.keyboard.press("Enter" if wanted == "here" else "Tab")
        has_played = wanted == "here"
        tabs = 0 if wanted == "here" else tabs + 1
        assert tabs < MOST_TABS
    assert ida.wait_for_result()


def test_a_character_of_an_exact_rating_is_chosen_with_the_keyboard_alone(visit):
    lowest, highest = rating_range("hockey")
    ida = visit()
    ida.open("#/new/hockey")
    keyboard, level = ida.page.keyboard, ida.page.get_by_role("combobox", name="Level")
    expect(level.locator("option").first).to_have_text(f"1 – Rookie ({lowest} Elo)")
    level.focus()
    for key in ("Tab", "ArrowDown", "Tab"):  # to the characters, the first of them, on
        keyboard.press(key)
    expect(ida.page.locator(".exact summary")).to_be_focused()
    for key in ("Enter", "Tab", "Space", "Tab", "End", "ArrowLeft"):
        # unfold, to the box, tick it, to the slider, move it
        keyboard.press(key)
    slider = ida.page.get_by_role("slider")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", f"{highest - 1} Elo above random play")
    expect(level).to_be_disabled()
    with ida.page.expect_response(lambda response: response.url.endswith("/v1/games")) as sent:
        ida.page.get_by_role("button", name="Start the game").press("Enter")
    seat = sent.value.json()["seats"][1]
    assert seat == seat | {"rating": highest - 1, "level": None, "character": next(iter(characters_of("hockey")))}


def test_the_level_that_was_chosen_is_kept_by_its_key(visit):
    """Earlier versions kept the number, here 1."""
    ida = visit()
    ida.open()
    level, menu = ida.page.get_by_label("Opponent"), ida.page.get_by_role("button", name="Menu")
    menu.click()
    expect(level).to_have_value("rookie")
    level.select_option("pro")
    ida.page.reload()
    menu.click()
    expect(level).to_have_value("pro")
    ida.open("#/new/hockey")
    ida.page.get_by_label("Watch two computers").check()
    for label, key in (("Level of the first side", "pro"), ("Level of the other side", "all_star")):
        expect(ida.page.get_by_label(label)).to_have_value(key)
    ida.open()
    with ida.page.expect_response(lambda response: response.url.endswith("/v1/games")) as sent:
        ida.page.get_by_role("button", name="Play: Hockey").click()
    assert sent.value.json()["seats"][1]["level_key"] == "pro"


def test_the_keyboard_reaches_a_game_from_the_start_page(visit):
    ida = visit()
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    ida.page.keyboard.press("Tab")
    expect(ida.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    ida.page.keyboard.press("Enter")
    expect(ida.page.locator("main")).to_be_focused()
    ida.page.keyboard.press("Tab")
    expect(ida.page.get_by_role("button", name="Play: Hockey")).to_be_focused()
    ida.page.keyboard.press("Enter")
    ida.page.wait_for_selector(".hand")
    expect(ida.page.locator("main")).to_be_focused()


def test_a_screen_reader_hears_the_turn_and_what_the_computer_plays_once(visit):
    ida = visit()
    ida.create("hockey", options=QUICK)
    region = ida.page.locator("[role=status][aria-live=polite].unseen")
    expect(region).to_contain_text("Your turn")
    before = region.inner_text()
    ida.page.locator(CARDS).first.click()
    expect(region).not_to_have_text(before)
    expect(region).to_contain_text("Rookie")
    expect(region).to_contain_text("Your turn")
    assert region.inner_text().count("Your turn") == 1
    assert len(region.inner_text()) < 400
    regions = ida.page.locator("[role=status], [aria-live=polite], [role=log]:not([aria-live=off])").all_inner_texts()
    assert sum("Your turn" in text for text in regions) == 1


def test_each_screen_has_a_title_and_passes_axe(visit):
    ida = visit(size="phone", scheme="dark")
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    expect(ida.page).to_have_title("Faceoff")
    ida.page.wait_for_selector(".lists .small")
    ida.shoot("home-phone")
    assert ida.violations() == []
    ida.page.get_by_role("link", name="More choices: Hockey").click()
    ida.page.get_by_text("Details of the rules").click()
    expect(ida.page).to_have_title("New game: Hockey – Faceoff")
    ida.shoot("new-game-phone")
    assert ida.violations() == []
    ida.page.get_by_label("Watch two computers").check()
    ida.page.get_by_label("Pace").select_option("0")
    ida.page.get_by_role("button", name="Start the game").click()
    ida.wait_for_result()
    expect(ida.page).to_have_title("Rookie – Minor – Faceoff")
    ida.page.go_back()
    ida.page.get_by_role("button", name=f"Play: {VARIANTS[QUICK_GAME].name}").click()
    ida.page.wait_for_selector(MOVES)
    expect(ida.page).to_have_title("● Your turn: Ida – Rookie – Faceoff")


def is_for_english_events(request):
    return "/events" in request.url and request.headers.get("accept-language") == "en"


def test_the_language_is_the_browsers_and_can_be_changed_at_the_table(visit):
    ida = visit(language="fr")
    ida.create(QUICK_GAME)
    expect(ida.page.locator(".prompt")).to_contain_text("À vous")
    expect(ida.page.locator("html")).to_have_attribute("lang", "fr")
    ida.page.get_by_role("button", name="Menu").click()
    with ida.page.expect_request(is_for_english_events):
        ida.page.get_by_label("Langue").select_option("en")
    ida.page.get_by_role("button", name="Close").click()
    expect(ida.page.locator(".prompt")).to_contain_text("Your turn")
    expect(ida.page.locator("html")).to_have_attribute("lang", "en")
    expect(ida.page.locator(".log li").first).to_have_text("The game begins.")
    ida.page.reload()
    expect(ida.page.locator(".prompt")).to_contain_text("Your turn")


def test_there_is_no_sound_until_it_is_asked_for(visit):
    ida = visit()
    ida.context.add_init_script(COUNT_TONES)
    ida.create("hockey", options=QUICK)
    ida.page.locator(CARDS).first.click()
    ida.page.wait_for_selector(CARDS)
    assert set(ida.page.evaluate(HEARD)) == {0}
    assert (ida.page.evaluate("window.tones"), ida.page.evaluate("window.buzzes")) == (0, [])
    ida.page.get_by_role("button", name="Menu").click()
    ida.page.get_by_label("Sound").check()
    ida.page.wait_for_function("() => window.tones === 1")
    assert 0 not in ida.page.evaluate(HEARD)
    assert ida.page.evaluate("window.buzzes") == [1, 7, 3], "with a post, and with goals when they are seen"
