"""A save is a moment of the goalie, and a game to watch has a pace."""

import time

import pytest
from playwright.sync_api import expect

SHOWN = """
async (changes) => {
  const [{ Moment }, { html }, { render }] = await Promise.all(
    ["table/moment.js", "app/html.js", "vendor/preact.js"]
      .map((file) => import(new URL(file, document.querySelector("script[src$='main.js']").src))),
  );
  const seats = ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name }));
  const place = document.createElement("div");
  const view = { seats, you: { seat: 0 } };
  for (const news of changes) render(html`<${Moment} news=${news} view=${view} />`, place);
  return place.querySelector(".flash").textContent.trim();
}
"""


@pytest.mark.slow
def test_a_save_is_that_of_the_goalie_and_not_of_the_shooter(visit):
    ida = visit()
    ida.open("#/")
    save = {"version": 1, "type": "save", "text": "Save!", "speaker": 1, "data": {"seat": 0, "card": "7H"}}
    assert ida.page.evaluate(SHOWN, [[save]]).endswith("Ole")
    saves = {"version": 1, "type": "saves", "text": "Saved.", "speaker": None, "data": {"seat": 0}}
    assert ida.page.evaluate(SHOWN, [[saves]]).endswith("Ida")


@pytest.mark.slow
def test_nothing_hides_a_goal_before_it_has_been_seen(visit):
    ida = visit()
    ida.open("#/")
    goal = {"version": 1, "type": "scores", "text": "Scores!", "speaker": None, "data": {"seat": 0}}
    save = {"version": 1, "type": "save", "text": "Save!", "speaker": 1, "data": {"seat": 0, "card": "7H"}}
    for changes in ([[goal, save]], [[save, goal]], [[goal], []], [[goal], [save], []]):
        assert ida.page.evaluate(SHOWN, changes) == "Goal! Ida"


SPOKEN = """
async ([name, text]) => {
  const { spoken } = await import(new URL("table/commentary.js", document.querySelector("script[src$='main.js']").src));
  return spoken({ text, speaker: 0 }, { seats: [{ seat: 0, side: 0, name }], you: null });
}
"""


@pytest.mark.slow
def test_a_call_is_named_unless_its_text_has_the_name_as_a_word(visit):
    ida = visit()
    ida.open("#/")
    said = {
        ("Ed", "Wedge!"): "Ed: Wedge!",
        ("Ed", "Ed scores!"): "Ed scores!",
        ("E. (D)", "E. (D) shoots"): "E. (D) shoots",
    }
    for case, text in said.items():
        assert ida.page.evaluate(SPOKEN, list(case)) == text


SHEET = """
async ({ score, sheet, events }) => {
  const [{ Sheet }, { html }, { render }] = await Promise.all(
    ["screens/sheet.js", "app/html.js", "vendor/preact.js"]
      .map((file) => import(new URL(file, document.querySelector("script[src$='main.js']").src))),
  );
  const seats = ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name }));
  const place = document.createElement("div");
  render(html`<${Sheet} view=${{ seats, score, you: { seat: 0 } }} sheet=${sheet} events=${events} />`, place);
  const rows = [...place.querySelectorAll(".line-score tbody tr")];
  return { rows: rows.map((row) => [...row.querySelectorAll("td")].map((cell) => +cell.textContent)),
           text: place.textContent };
}
"""


@pytest.mark.slow
def test_a_line_score_adds_up_and_the_sheet_says_how_the_game_was_won(visit):
    ida = visit()
    ida.open("#/")
    periods = [{"period": str(number), "goals": goals} for number, goals in enumerate([[2, 1], [4, 3], [1, 3]], 1)]
    sheet = {"line_score": periods, "goals": [], "penalties": [], "statistics": {}}
    ending = "Game over. Ida wins in the shootout, 7-7."
    events = [{"version": 9, "type": "game_finished", "at": "2026-11-28T00:00:00Z", "text": ending, "data": {}}]
    shown = ida.page.evaluate(SHEET, {"score": [7, 7], "sheet": sheet, "events": events})
    assert [sum(row[:-1]) for row in shown["rows"]] == [row[-1] for row in shown["rows"]] == [7, 7]
    assert ending in shown["text"]


TOO_EASY = """
async ({ view }) => {
  const [{ TooEasy }, { html }, { render }] = await Promise.all(
    ["screens/after_game.js", "app/html.js", "vendor/preact.js"]
      .map((file) => import(new URL(file, document.querySelector("script[src$='main.js']").src))),
  );
  render(html`<${TooEasy} view=${view} />`, document.body.appendChild(document.createElement("section")));
}
"""


@pytest.mark.slow
def test_who_has_beaten_a_level_plays_the_next_one_by_a_tap(visit):
    ida = visit()
    game = ida.create(
        "hockey", [{"kind": "person"}, {"kind": "ai", "level": 3}], options={"periods": 1, "first_dealer": "random"}
    )
    names = ("variant", "options", "seats", "you")
    won, lost = ({name: game[name] for name in names} | {"result": {"winner": winner}} for winner in (0, 1))
    for view in (lost, won):
        ida.page.evaluate(TOO_EASY, {"view": view})
    button = ida.page.get_by_role("button", name="Play Pro")
    expect(button).to_have_count(1)  # of the game that was won
    button.click()
    ida.page.wait_for_url(lambda url: "/game/" in url and game["id"] not in url)
    expect(ida.page.locator(".team.other")).to_have_text("Pro")
    kept = ida.page.evaluate("Object.values(localStorage).join()")
    assert '"level":"pro"' in kept


@pytest.mark.slow
def test_two_computers_play_at_a_pace_that_one_can_follow(visit):
    ida = visit()
    ida.open("#/new/hockey")
    ida.page.get_by_label("Watch two computers").check()
    expect(ida.page.get_by_label("Pace")).to_have_value("1000")
    ida.page.get_by_label("Pace").select_option("400")
    began = time.monotonic()
    ida.page.get_by_role("button", name="Start the game").click()
    ida.page.locator(".log li", has_text=" plays ").nth(5).wait_for(state="attached")
    assert time.monotonic() - began > 1.5, "six moves with 0.4 seconds between them"
    assert ida.page.locator(".after").count() == 0
    ida.shoot("watching")
    assert ida.violations() == []
