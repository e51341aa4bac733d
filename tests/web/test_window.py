"""One screen: in no decision a control, a card, the table, the score or the prompt is outside the window or covered."""

import pytest

from tests.web.visitor import AT
from tests.web.window import GAMES, NAMES, SETTINGS, WINDOWS, draw_behind, misfits, record, telling

DECISIONS, SHOWN = 60, 5
"""Recorded of a game; and shown, as different as possible."""
FRAMES, MOST_LAYOUTS = 2, 4
"""The frames of a change of a table with motion, and the layouts in each; 3.2 in Turn-Based Hockey, 11 to 16 where each
part measures itself."""


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_decision_needs_is_in_the_window_at_once(visit, address, name, setting):
    """On phones upright and sideways, a tablet and a desktop; also in French, with large text and long names."""
    variant, count, settings = GAMES[name]
    language, percent, names = SETTINGS[setting]
    game_id, decisions = record(address, variant, names[:count], language, most=DECISIONS, **settings)
    assert misfits(visit(language=language), game_id, telling(decisions, SHOWN), percent) == {}


def test_a_change_of_the_table_asks_the_browser_for_few_layouts(visit, address):
    """Frames stay short on a slow phone. Counted, not timed."""
    game_id, decisions = record(address, "turn_based_hockey", NAMES[:2], most=DECISIONS)
    ida = visit(size="phone", animations="full")
    ida.page.emulate_media(reduced_motion="no-preference")
    draw_behind(ida, game_id)
    inspector = ida.context.new_cdp_session(ida.page)
    inspector.send("Performance.enable")

    def counted():
        return {one["name"]: one["value"] for one in inspector.send("Performance.getMetrics")["metrics"]}

    first, *rest = decisions
    ida.page.evaluate("decision => show(decision)", first)
    before = counted()
    for decision in rest:
        ida.page.evaluate("decision => show(decision)", decision)
    now = counted()
    assert now["LayoutCount"] - before["LayoutCount"] <= MOST_LAYOUTS * FRAMES * len(rest)


DRAWN_IN = """
async (decision) => {
  let frame = 0;
  const next = () => (frame++, requestAnimationFrame(next));
  requestAnimationFrame(next);
  const frames = {};
  const note = (name) => () => (frames[name] = [...new Set(frames[name]).add(frame)]);
  for (const name of ["table", "hand"]) {
    const changes = new MutationObserver(note(name));
    changes.observe(document.querySelector(`.${name}`), { subtree: true, childList: true, attributeFilter: ["class"] });
  }
  await show(decision);
  await new Promise(requestAnimationFrame);
  return frames;
}
"""


def test_the_table_is_drawn_in_a_frame_and_the_hand_in_the_next(visit, address):
    game_id, (first, second, *_) = record(address, "hockey", NAMES[:2], most=4, options={"first_dealer": "random"})
    ida = visit(size="phone", animations="full")
    draw_behind(ida, game_id)
    ida.page.evaluate("decision => show(decision)", first)
    frames = ida.page.evaluate(DRAWN_IN, second)
    assert frames["hand"] == [frames["table"][0] + 1]


COUNTED = (
    f"async () => {{ {AT}"
    """
  const [{ Store, useStore }, { html, render }, { measured }] = await Promise.all(
    ["app/store.js", "app/html.js", "table/measured.js"].map(at),
  );
  const store = new Store();
  const done = [];
  const Part = () => (useStore(store), done.push("draw"), html`<p>${done.length}</p>`);
  render(html`<${Part} /><${Part} />`, document.body.appendChild(document.createElement("div")));
  const part = function* () {
    for (const step of ["read", "write", "read", "write"]) yield done.push(step);
  };
  done.length = 0;
  for (let change = 0; change < 3; change++) {
    store.changed();
    for (let tick = 0; tick < 5; tick++) await null;
  }
  await new Promise(requestAnimationFrame);
  measured(0, part);
  measured(0, part);
  await null;
  return done.join(" ");
}
"""
)


def test_what_arrives_in_a_frame_is_drawn_once_and_its_parts_are_measured_together(visit):
    ida = visit()
    ida.open("#/")
    ida.page.wait_for_selector("main")
    assert ida.page.evaluate(COUNTED) == "draw draw read read write write read read write write"


FITTED = (
    f"async (sizes) => {{ {AT}"
    """
  const [{ Fit }, { html, render }] = [await at("table/fit.js"), await at("app/html.js")];
  const place = document.body.appendChild(document.createElement("div"));
  const scales = [];
  for (const [most, width, lines] of sizes) {
    const style = { font: "20px/20px monospace", minWidth: "100px" };
    const content = html`<div style=${style}>${"word ".repeat(lines)}</div>`;
    place.style.width = `${width}px`;
    render(html`<${Fit} class="one" most=${most} style="height: 100px">${content}<//>`, place);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    scales.push(+getComputedStyle(place.querySelector(".fitted")).getPropertyValue("--scale"));
  }
  return scales;
}
"""
)


def test_content_is_as_large_as_its_place_and_its_limit_allow_also_when_they_change(visit):
    ida = visit()
    ida.open("#/")
    ida.page.wait_for_selector("main")
    sizes = [[1, 400, 2], [1.5, 400, 2], [1.5, 50, 2], [1.5, 400, 2], [1.5, 400, 40], [1.5, 400, 41], [1, 400, 2]]
    first, larger, narrow, back, full, fuller, least = ida.page.evaluate(FITTED, sizes)
    assert (first, larger, back, least) == (1, 1.5, 1.5, 1)
    assert narrow == pytest.approx(0.5, abs=0.03), "in 50 pixels of a width of 100"
    assert 0.75 < full < 1
    assert fuller == full, "not at each word another size"


def test_home_is_five_games_on_the_first_screen_each_under_its_picture(visit):
    ida = visit()
    ida.open("#/")
    ida.page.locator(".tile").nth(4).wait_for()
    for width, height in WINDOWS:
        ida.page.set_viewport_size({"width": width, "height": height})
        tiles = [tile.bounding_box() for tile in ida.page.locator(".tile").all()]
        pictures = [picture.bounding_box() for picture in ida.page.locator(".tile img").all()]
        assert max(tile["y"] + tile["height"] for tile in tiles) <= height
        assert [tile["width"] for tile in tiles] == [picture["width"] for picture in pictures]
