"""A save is a moment of the goalie, and a game to watch has a pace."""

import time

import pytest
from playwright.sync_api import expect

SHOWN = """
async (event) => {
  const [{ Moment }, { html }, { render }] = await Promise.all(
    ["table/moment.js", "app/html.js", "vendor/preact.js"]
      .map((file) => import(new URL(`client/${file}`, document.baseURI))),
  );
  const seats = ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name }));
  const place = document.createElement("div");
  render(html`<${Moment} news=${[event]} events=${[event]} view=${{ seats, you: { seat: 0 } }} />`, place);
  return place.querySelector(".flash").textContent.trim();
}
"""


@pytest.mark.slow
def test_a_save_is_that_of_the_goalie_and_not_of_the_shooter(visit):
    ida = visit()
    ida.open("#/")
    save = {"version": 1, "type": "save", "text": "Save!", "speaker": 1, "data": {"seat": 0, "card": "7H"}}
    assert ida.page.evaluate(SHOWN, save).endswith("Ole")
    saves = {"version": 1, "type": "saves", "text": "Saved.", "speaker": None, "data": {"seat": 0}}
    assert ida.page.evaluate(SHOWN, saves).endswith("Ida")


@pytest.mark.slow
def test_two_computers_play_at_a_pace_that_one_can_follow(visit):
    ida = visit()
    ida.open("#/new/hockey")
    ida.page.get_by_label("Watch two computers").check()
    expect(ida.page.get_by_label("Pace")).to_have_value("1000")
    ida.page.get_by_label("Pace").select_option("400")
    began = time.monotonic()
    ida.page.get_by_role("button", name="Start the game").click()
    ida.page.locator(".log li", has_text="...").nth(5).wait_for(state="attached")
    assert time.monotonic() - began > 1.5, "six moves with 0.4 seconds between them"
    assert ida.page.locator(".after").count() == 0
    ida.shoot("watching")
    assert ida.violations() == []
