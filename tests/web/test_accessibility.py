"""Every screen, bright on a phone and dark on a desktop: axe finds nothing, and enlarged it needs no sideways
scrolling.
"""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from tests.games import SECOND_GAME
from tests.patience import PATIENCE_S
from tests.web.visitor import SIZES

pytestmark = pytest.mark.slow
SCHEMES = {"phone": "light", "desktop": "dark"}
NARROW = {"width": 320, "height": 640}
"""1280 pixels at 400 %, or a phone at 200 %: WCAG 1.4.10."""
TOO_WIDE = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // until it is fitted
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const isInScroller = (element) =>
    element !== document.body && (scrolls(element) || isInScroller(element.parentElement));
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.checkVisibility() && !element.matches(".unseen, .unseen *"))
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !isInScroller(element))
    .slice(0, 5)
    .map((element) => `${element.tagName} .${element.className} ${Math.round(element.getBoundingClientRect().right)}`);
}"""
each_variant = pytest.mark.parametrize("variant", VARIANTS)


def check(visitor, name):
    """What is shown now: on a phone, on a desktop, and in a narrow window."""
    for size, scheme in SCHEMES.items():
        visitor.page.set_viewport_size(SIZES[size])
        visitor.page.emulate_media(color_scheme=scheme)
        assert visitor.violations() == [], f"{name}, {size}, {scheme}"
    visitor.page.set_viewport_size(NARROW)
    assert visitor.page.evaluate(TOO_WIDE) == [], name
    visitor.shoot(f"narrow-{name}")


def post(visitor, game, what):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {game['tokens']['0']}"}
    request = urllib.request.Request(f"{visitor.address}/v1/games/{game['id']}/{what}", b"{}", headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def test_the_start_page(visit):
    visitor = visit(size="phone")
    visitor.create(SECOND_GAME)
    visitor.open()
    visitor.page.reload()
    visitor.page.wait_for_selector(".own-games .badge")
    check(visitor, "home")
    visitor.page.emulate_media(forced_colors="active", color_scheme="dark")
    assert visitor.violations() == [], "home in forced colours"
    visitor.page.emulate_media(forced_colors="none")
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.wait_for_selector("dialog[open] option[value=pro]", state="attached")
    check(visitor, "home-menu")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_games_are_on_the_first_screen_of_a_phone_each_a_tap_away(visit, language, size):
    visitor = visit(size="phone", language=language)
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.open()
    tiles = visitor.page.locator(".tile")
    expect(tiles).to_have_count(len(VARIANTS))
    expect(tiles.first).to_contain_text("Hockey")
    boxes = [tile.bounding_box() for tile in tiles.all()]
    assert not [box for box in boxes if box["y"] + box["height"] > size[1]]


@each_variant
def test_the_form_for_a_new_game(visit, variant):
    visitor = visit(size="phone")
    visitor.open(f"#/new/{variant}")
    visitor.page.locator("form .level").wait_for()
    visitor.page.get_by_text("Details of the rules").click()
    visitor.page.get_by_label("Watch two computers").check()
    if visitor.page.locator(".exact").count():
        visitor.page.locator(".exact summary").first.click()
        visitor.page.get_by_label("Exact rating").first.check()
    check(visitor, f"new-{variant}")


def test_an_invitation_and_the_joining_and_what_is_refused(visit):
    host, guest = visit(size="phone"), visit(size="phone", strict=False)
    game = host.create("hockey", [{"kind": "person", "name": "Ida"}, {"kind": "open"}])
    host.page.wait_for_selector(".invitation svg")
    check(host, "invitation")
    guest.open(f"#/join/{game['id']}/WRONGCOD")
    guest.page.get_by_role("button", name="Join the game").click()
    guest.page.wait_for_selector(".problem")
    check(guest, "join")
    guest.open("#/game/g_aaaaaaaaaaaaaaaaaaaa")
    expect(guest.page.get_by_role("heading", name="This game is not here")).to_be_visible()
    check(guest, "gone")


@each_variant
def test_a_table_with_all_that_opens_at_it_and_the_time_after_the_game(visit, variant):
    visitor = visit(size="phone")
    page = visitor.page
    game = visitor.create(variant)
    visitor.start_tapping(6)
    visitor.wait_for_taps(6)
    page.wait_for_selector(".prompt.mine, .prompt.window")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint .says")
    if page.locator(".hint summary").count():
        page.locator(".hint summary").click()
    check(visitor, f"table-{variant}")
    page.get_by_role("button", name="Menu").click()
    check(visitor, f"menu-{variant}")
    page.keyboard.press("Escape")
    if page.get_by_role("button", name="What the cards do").count():
        page.get_by_role("button", name="What the cards do").click()
        check(visitor, f"cards-{variant}")
        page.keyboard.press("Escape")
    post(visitor, game, "resign")
    page.wait_for_selector(".verdict .turning")
    check(visitor, f"after-{variant}")
    page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator(".fairness [role=status]")).to_contain_text("The shuffles were fair.")
    page.locator(".look-back input").fill("2")
    expect(page.locator(".look-back")).to_contain_text("Change 2 of")
    check(visitor, f"look-back-{variant}")


@each_variant
def test_a_table_that_lists_much_stays_within_a_narrow_window(visit, variant):
    """One move can turn over four cards and more: every list is made four times as long."""
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create(variant, [{"kind": "person", "name": "Ida"}, {"kind": "person", "name": "Max"}])
    page.wait_for_selector(".turned-over li" if variant == "ice_cold_ice_hockey" else ".prompt")
    page.set_viewport_size(NARROW)
    page.evaluate("""async () => {
      for (const list of document.querySelectorAll(".table :is(ol, ul)"))
        for (const row of [...list.children]) for (let time = 0; time < 3; time++) list.append(row.cloneNode(true));
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    }""")
    assert page.evaluate(TOO_WIDE) == []


def test_a_lost_connection(visit):
    visitor = visit(size="phone", strict=False)
    visitor.create("hockey", options={"first_dealer": "random"})
    visitor.page.wait_for_selector(".hand .held.legal:enabled")
    visitor.context.set_offline(True)
    visitor.page.locator(".hand .held.legal:enabled").first.click()
    visitor.page.wait_for_selector(".banner")
    check(visitor, "offline")
    visitor.context.set_offline(False)
