"""The game of docs/adding-a-game.md, without JavaScript of its own: its table is drawn from what it declares."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from service.api.pages.bundle import data_address
from tests.clients.test_terminal import driven
from tests.games import SECOND_GAME
from tests.service.supervised import whole_service
from tests.sixth_game.added import KEY, add_to, copied
from tests.web.visitor import CARDS

WEB = Path(__file__).parents[2] / "clients/web"

pytestmark = pytest.mark.slow
SERVED = ("engines", "ai", "service", "docs", "clients/web", "clients/javascript", "faceoff.py", "wsgi.py")
FINGER_PX = 44
PAGES = (
    "from service.api.static_files import static_files; from service.config import Settings; static_files(Settings())"
)
"""Makes the pages, as the start would, which has to be ready in time."""
OVER = ("You win!", "Rookie wins.", "A draw.")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A service whose copy of the project has the sixth game."""
    folder = tmp_path_factory.mktemp("sixth")
    project = add_to(copied(folder / "project", *SERVED))
    path = {"PYTHONPATH": str(project)}
    subprocess.run([sys.executable, "-P", "-c", PAGES], env=os.environ | path, check=True)
    with whole_service(folder, root=project, FACEOFF_AI_PACE_MS="0", **path) as (_, address):
        yield address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_played_on_a_small_phone_by_tapping_cards(visit, address, scheme):
    visitor = visit(size="small", scheme=scheme)
    page = visitor.page
    visitor.create(KEY)
    cards, laid = page.locator(CARDS), page.locator(".table .rows-of-cards [data-card]")
    for rounds in range(1, 6):
        expect(cards).to_have_count(6 - rounds)
        assert not [box for box in map(box_of, cards.all()) if not min(box["width"], box["height"]) >= FINGER_PX]
        card = cards.first.locator("[data-card]").get_attribute("data-card")
        cards.first.tap()
        expect(laid).to_have_count(2 * rounds)
        assert card in [one.get_attribute("data-card") for one in laid.all()]
        if rounds == 3:
            expect(page.locator(".table figcaption", has_text="Rounds")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
            visitor.shoot(f"declared-table-{scheme}")
            assert visitor.violations() == []
    assert visitor.wait_for_result()
    assert page.locator("pre").count() == 0


def box_of(element):
    return element.bounding_box()


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_could_be_played_at_the_table_that_it_declares(visit, address, key):
    """As if it had no drawing of its own."""
    visitor = visit(size="small")
    page = visitor.page

    def without_drawing(route):
        script = route.fetch()
        assert f"$modules['games/{key}.js'] =" in script.text()
        route.fulfill(response=script, body=script.text().replace(f"$modules['games/{key}.js'] =", "$modules.none ="))

    visitor.context.route("**/more.js", without_drawing)
    preset = max(VARIANTS[key].presets, key=lambda name: seats_of(key, name))
    computers = [{"kind": "ai", "level": 1}] * (seats_of(key, preset) - 1)
    visitor.create(key, [{"kind": "person", "name": "Ida"}, *computers], preset=preset)
    visitor.start_tapping(6)
    visitor.wait_for_taps(6)
    expect(page.locator(".table :is(.zone, .deck)").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert visitor.violations() == []
    visitor.shoot(f"declared-{key}")


def seats_of(key, preset):
    return VARIANTS[key].new_game(VARIANTS[key].presets[preset]).seats()


def test_what_it_declares_is_named_in_the_language_of_the_page(visit, address):
    visitor = visit(language="fr")
    visitor.create(KEY)
    visitor.page.locator(CARDS).first.click()
    expect(visitor.page.locator(".table figcaption", has_text="Manches")).to_be_visible()
    visitor.shoot("declared-table-desktop")
    assert visitor.violations() == []


def test_it_is_played_in_the_terminal(address):
    done = driven(address, ["1"] * 5, "--game", KEY, "--preset", "standard", "--level", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert any(end in done.stdout for end in OVER), done.stdout
    assert re.search(r"Rounds +(10|[2-9JQKA])♠ (10|[2-9JQKA])♠", done.stdout)


def test_the_start_page_shows_an_icon_where_a_game_has_no_picture(visit, address):
    page = visit().page
    page.goto(address)
    card = page.locator(".game", has_text="Secret Duel")
    card.scroll_into_view_if_needed()
    expect(card.locator("img")).to_have_attribute("src", data_address(WEB / "icon.svg"))
    expect(card).to_contain_text("about 2 minutes")
    other = page.locator(".game", has_text=VARIANTS[SECOND_GAME].name)
    expect(other.locator("img")).to_have_attribute("src", data_address(WEB / f"pictures/{SECOND_GAME}.svg"))
    expect(other).to_contain_text(f"about {VARIANTS[SECOND_GAME].minutes} minutes")
