"""Guided first games: their deals still lead where the lessons say, and who taps what is marked scores soon."""

import json
import re
import urllib.request
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from tests.web.lessons import LESSONS, OWN, Lesson, found_from, lesson_of

pytestmark = pytest.mark.slow
MOST_TAPS = 12
MARKED = ".held.glows:enabled:not(.chosen)"
NEXT = f".lesson {MARKED}, .lesson .hand:not(:has({MARKED})) .moves .main:enabled"


@pytest.mark.parametrize("key", LESSONS)
def test_a_deal_leads_where_its_lesson_says(key):
    """If not, as after a change of the rules or of the level: ``python -m tests.web.lessons`` finds another deal."""
    lesson = lesson_of(key)
    assert lesson["steps"] in list(found_from(Lesson(key, lesson), lesson["steps"]))


def own_view(visitor):
    """The view of the game on the page, as its player sees it."""
    game_id = re.search("g_[a-z2-7]{20}", visitor.page.url)[0]
    token = visitor.page.evaluate(f"JSON.parse(localStorage['faceoff.games'])['{game_id}'].saved.token")
    asked = urllib.request.Request(
        f"{visitor.address}/v1/games/{game_id}", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def tap_until_the_goal(visitor, key):
    """Tap the tile of a game, then what is marked, as long as the lesson asks; returns the number of taps."""
    page, steps = visitor.page, lesson_of(key)["steps"]
    page.get_by_role("button", name=f"Play: {VARIANTS[key].name}", exact=True).click()
    taps, marked = 1, page.locator(NEXT)
    for step, following in pairwise(steps):
        expect(page.locator(".prompt", has_text=step["en"])).to_be_visible()
        expect(page.locator(":is(dialog[open], form, .sheet, .banner):visible")).to_have_count(0)  # to read
        after = page.locator(".prompt", has_text=following["en"])
        while True:
            expect(marked.or_(after).first).to_be_visible()
            if after.count():
                break
            marked.first.click()
            taps += 1
    return taps


def test_who_taps_what_is_marked_scores_within_a_dozen_taps_in_every_game(visit):
    visitor = visit(size="phone", lessons=True)
    assert LESSONS
    for key in LESSONS:
        visitor.open()
        taps = tap_until_the_goal(visitor, key)
        view = own_view(visitor)
        assert (view["status"], view["seats"][1]["level"], view["public"]) == ("active", 1, False)
        assert view["score"][OWN] > 0
        assert taps <= MOST_TAPS, (key, taps)
    assert visitor.violations() == []


def test_another_move_ends_a_lesson_which_one_can_have_again_and_who_skips_one_plays_a_game_of_ones_own(visit):
    visitor = visit(lessons=True)
    page, lesson = visitor.page, lesson_of("hockey")
    visitor.open()
    page.get_by_role("button", name="Play: Hockey", exact=True).click()
    expect(page.locator(".prompt", has_text=lesson["steps"][0]["en"])).to_be_visible()
    expect(page.locator(MARKED)).to_have_accessible_name(re.compile("^This one: "))
    page.locator(".held.legal:not(.glows)").first.click()
    expect(page.locator(".prompt.mine")).to_contain_text("Your turn")
    expect(page.locator(".lesson")).to_have_count(0)
    assert own_view(visitor)["fairness"]["deal"] == lesson["deal"]
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("link", name="Guided game", exact=True).click()
    expect(page.locator(".prompt", has_text=lesson["steps"][0]["en"])).to_be_visible()
    visitor.open()
    page.get_by_role("button", name=f"Play: {VARIANTS['blades_of_steel'].name}", exact=True).click()
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_role("button", name="Skip", exact=True)).to_have_count(0)
    expect(page.locator(".score")).to_be_visible()
    assert own_view(visitor)["fairness"]["deal"] is None
    visitor.open()
    expect(page.locator(".own-games li")).to_have_count(3)
