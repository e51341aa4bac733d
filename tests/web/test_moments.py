"""What happens is shown as beats: a line each, goals and saves as moments; and a game to watch has a pace."""

import time

import pytest
from playwright.sync_api import expect

from tests.web.visitor import AT

DIRECTED = (
    f"async () => {{ {AT}"
    """
  const [{ Director }, { Store, useStore }, { EMPTY, reduce }, { html, render }, { announcer }] = await Promise.all(
    ["director", "store", "log", "html", "page"].map((name) => at(`app/${name}.js`)),
  );
  const { Caption, Moment } = await at("table/moment.js");
  const session = Object.assign(new Store(), { log: EMPTY });
  const seats = ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name, kind: "person" }));
  const viewAt = (version, more) => ({
    version, seats, you: { seat: 0 }, status: "active", to_act: [0], score: [0, 0], table: { node: "play" },
    legal_moves: [{ move: { type: "play" }, text: "play" }], choice: null, ...more,
  });
  window.tell = (version, lines, more = {}, isOld = false) => {
    const events = lines.map(([type, text, data = {}, speaker = null, text_parts]) => (
      { version, type, text, speaker, data, text_parts }
    ));
    session.log = reduce(session.log, { version, revision: `${version}`, events, view: viewAt(version, more), isOld });
    session.changed();
  };
  window.said = [];
  announcer.say = (text) => text && said.push(text);
  window.tones = [];
  tell(1, [["plays", "It has begun."]], {}, true);
  window.director = new Director(session, (tone) => tones.push(tone));
  window.shots = [];
  const Screen = () => {
    const { shown, beat, isHolding } = useStore(director);
    const { view } = shown;
    return html`<p id="score">${view.score.join(":")}</p><p id="asked">${view.legal_moves.length}</p>
      <${Caption} ...${{ view, drawing: {}, beat, isHolding }} /><${Moment} beat=${beat} view=${view} />`;
  };
  const app = document.querySelector("#app");
  render(null, app);
  render(html`<${Screen} />`, app);
  const note = (shot, seen) => Object.assign(shot, { unseen: Math.max(shot.unseen, seen - shot.seen), seen });
  const look = () => {
    const text = (part) => document.querySelector(part)?.innerText.replace(/\\s+/g, " ").trim() ?? "";
    const [flash] = document.querySelector(".flash")?.getAnimations() ?? [];
    const shot = { line: text(".happened"), flash: text(".flash"), score: text("#score"), asked: text("#asked") };
    const seen = performance.now();
    if (JSON.stringify(shot) !== window.last) {
      const before = shots.at(-1)?.seen ?? seen;
      if (shots.length) note(shots.at(-1), seen);
      shots.push({ ...shot, unseen: seen - before, seen }); // unseen: its longest frame, also the first
    }
    window.last = JSON.stringify(shot);
    note(shots.at(-1), seen);
    if (flash) shots.at(-1).ran = flash.currentTime; // it may be over a frame before it is gone
    requestAnimationFrame(look);
  };
  look();
}
"""
)
STEP = [
    ["shoots", "You shoot.", {"seat": 0}, 0],
    ["scores", "You score! 1-0", {"seat": 0, "score": [1, 0]}],
    ["save", "Save!", {"seat": 0}, 1],
]
"""A step of Ida, with her goal and a save of Ole."""
DONE = "() => document.querySelector('#asked').innerText === '1'"


@pytest.fixture
def directed(visit):
    """A page with a director, a caption and moments, and no game behind them."""

    def directed(motion="no-preference", animations="full"):
        ida = visit(animations=animations)
        ida.page.emulate_media(reduced_motion=motion)
        ida.open("#/")
        ida.page.wait_for_selector("main")
        ida.page.evaluate(DIRECTED)
        return ida.page

    return directed


def tell(page, version, lines, **view):
    """A change arrives: its lines, and what differs in its view. It is drawn in the next frame."""
    told = "([version, lines, view]) => (tell(version, lines, view), new Promise(requestAnimationFrame))"
    page.evaluate(told, [version, lines, {"score": [1, 0], **view}])


def shots(page):
    page.wait_for_function(DONE)
    return page.evaluate("shots")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_lines_of_one_step_are_shown_one_after_another_and_then_the_decision(directed, motion):
    page = directed(motion)
    tell(page, 2, STEP)
    seen = [(shot["line"], shot["flash"], shot["score"], shot["asked"]) for shot in shots(page)[1:]]
    assert seen == [
        ("You shoot.", "", "0:0", "0"),
        ("You score! 1-0", "GOAL!", "1:0", "0"),
        ("Ole: Save!", "SAVE! Ole", "1:0", "0"),
        ("", "", "1:0", "1"),
    ]
    assert page.evaluate("said") == ["You shoot.", "You score! 1-0", "Ole: Save!"]
    assert page.evaluate("tones") == ["shot", "goal", "save"]


def test_a_goal_is_seen_to_its_end_and_one_against_looks_different(directed):
    page = directed()
    against = ["scores", "Ole scores! 1-1", {"seat": 1, "score": [1, 1]}]
    tell(page, 2, [*STEP, against], score=[1, 1])
    page.wait_for_selector(".flash.goal.own")
    page.wait_for_selector(".flash.goal.other")
    goals = [shot for shot in shots(page) if "GOAL!" in shot["flash"]]
    assert [goal["flash"] for goal in goals] == ["GOAL!", "GOAL! Ole"]
    assert min(goal["ran"] + goal["unseen"] for goal in goals) > 1750
    assert page.evaluate("tones") == ["shot", "goal", "save", "against"]


@pytest.mark.parametrize("free", ["a long queue", "a clock"])
def test_a_goal_is_seen_to_its_end_whatever_comes_meanwhile(directed, free):
    page = directed()
    against = ["scores", "Ole scores! 1-1", {"seat": 1, "score": [1, 1]}]
    lines = [["plays", f"Ida plays card number {number}.", {}] for number in range(30 if "queue" in free else 1)]
    deadline = "2099-01-01T00:00:00Z" if free == "a clock" else None
    tell(page, 2, [STEP[1]], legal_moves=[])
    page.wait_for_selector(".flash.goal")
    tell(page, 3, [*lines, against, STEP[2]], deadline=deadline)
    tell(page, 4, [STEP[0]], deadline=deadline)
    page.wait_for_function("() => director.beat === null")
    ran = {shot["flash"]: shot.get("ran", 0) + shot["unseen"] for shot in page.evaluate("shots")}
    assert list(ran) == ["", "GOAL!", "GOAL! Ole"]
    assert min(ran["GOAL!"], ran["GOAL! Ole"]) > 1750
    texts = [line[1] for line in [STEP[1], *lines, against, STEP[2], STEP[0]]]
    assert page.evaluate("said") == [text if text != "Save!" else "Ole: Save!" for text in texts]


@pytest.mark.parametrize("end", ["period_end", "pack_out"])
def test_the_next_period_begins_when_the_end_of_the_one_before_has_been_told_and_the_end_is_told_once(directed, end):
    page = directed()
    lines = [["plays", "You play."], [end, "Period 3 is over."], ["overtime_start", "Overtime!"]]
    tell(page, 2, lines, table={"node": "play", "period": 4, "overtime": True})
    told = []
    while page.evaluate("director.isHolding"):
        told.append(page.evaluate("[director.beat.event.type, Boolean(director.shown.view.table.overtime)]"))
        page.evaluate("director.next()")
    assert told == [["plays", False], [end, False], ["overtime_start", True]]
    tell(page, 3, [["game_over", "Ida wins, 1-0."], ["game_finished", "Game over. Ida wins, 1-0."]])
    assert page.evaluate("director.beat.event.type") == "game_finished"


def test_a_long_list_of_cards_is_told_in_the_log_and_on_the_table_not_in_the_caption(directed):
    page = directed()
    parts = [{"text": ": you with "}, {"text": "", "card": "4C"}, {"text": " on the left wing, "}]
    for times, words, cards in ((1, "The lines: you with on the left wing,", ["4 of clubs"]), (6, "The lines", [])):
        several = [{"text": "The lines"}, *parts * times]
        tell(page, 1 + times, [["lines", "".join(part["text"] for part in several), {}, None, several]])
        happened = page.locator(".happened")
        assert " ".join(happened.inner_text().split()) == words
        assert [card.get_attribute("aria-label") for card in happened.locator(".card").all()] == cards
        page.evaluate("director.cut()")


def test_an_answer_that_has_arrived_waits_until_one_s_own_card_has_landed(directed):
    page = directed()
    tell(page, 2, [["plays", "You play the nine.", {}, 0]], legal_moves=[], score=[0, 0])
    tell(page, 3, [["plays", "Ole plays the ten.", {}, 1]], score=[0, 0])
    assert page.evaluate("director.shown.view.version") == 2
    page.wait_for_function(DONE)
    assert page.evaluate("director.shown.view.version") == 3
    assert [shot["line"] for shot in shots(page)[1:]] == ["You play the nine.", "Ole plays the ten.", ""]


def test_a_queue_that_is_too_long_is_cut_short_and_who_is_far_behind_sees_the_end(directed):
    page = directed()
    tell(page, 2, [["plays", f"Ida plays card number {number} of many." * 4, {}] for number in range(12)])
    assert page.evaluate("director.beat.ms") < 1000
    page.evaluate("director.cut()")
    for version in range(3, 60):
        tell(page, version, [["plays", f"Ida plays card number {version}.", {}]])
    page.wait_for_function(DONE)
    assert page.evaluate("director.isHolding") is False


@pytest.mark.parametrize("how", ["director.next()", "director.cut()"])
def test_a_beat_can_be_ended_and_the_decision_is_drawn_at_once_then(directed, how):
    page = directed()
    tell(page, 2, STEP)
    assert page.evaluate(f"() => {{ {how}; return [director.isHolding, director.beat?.event.type] }}") == (
        [True, "scores"] if "next" in how else [False, None]
    )
    page.evaluate("director.cut()")
    page.wait_for_function(DONE)
    assert page.evaluate("said") == [line[1] if line[0] != "save" else "Ole: Save!" for line in STEP]


@pytest.mark.parametrize("free", ["a clock", "a wish", "a hidden tab", "an old change"])
def test_nothing_waits_where_time_runs_nobody_looks_or_one_catches_up(directed, free):
    page = directed(animations="none" if free == "a wish" else "full")
    if free == "a hidden tab":
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    if free == "an old change":
        page.evaluate("lines => tell(2, lines, { score: [1, 0] }, true)", STEP)
    else:
        tell(page, 2, STEP, deadline="2099-01-01T00:00:00Z" if free == "a clock" else None)
    state = "[director.isHolding, director.shown.view.legal_moves.length, director.beat?.event.type ?? '']"
    lingers = "scores" if free in ("a clock", "a wish") else ""
    assert page.evaluate("tones") == ([] if free == "an old change" else ["goal"]), "of several at once the goal alone"
    assert page.evaluate(state) == [False, 1, lingers], "the goal is seen all the same, where somebody looks"
    assert len(page.evaluate("said")) == (0 if free == "an old change" else 3)


def test_at_the_table_a_tap_ends_a_beat_and_plays_no_card(visit):
    ida = visit(animations="full")
    ida.create("hockey", options={"periods": 1, "overtime": "none", "first_dealer": "random"}, pace_ms=250)
    page = ida.page
    card = page.locator(".hand .held.legal:enabled").first
    card.wait_for()
    count = page.locator(".hand .held").count()
    card.click()
    page.wait_for_selector(".holding")
    assert page.locator(".hand .held.legal:enabled").count() == 0
    page.locator(".table").click()
    page.keyboard.press("Escape")
    expect(page.locator(".hand .held")).to_have_count(count - 1)
    page.locator(".hand .held.legal:enabled").first.click()
    expect(page.locator(".hand .held")).to_have_count(count - 2)


SPOKEN = (
    f"async ([name, text, you]) => {{ {AT}"
    """
  const { spoken } = await at("table/commentary.js");
  return spoken({ text, speaker: 0 }, { seats: [{ seat: 0, side: 0, name }], you: you ?? null });
}
"""
)


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
    own = {"Save!": "You: Save!", "Line change! You discard it.": "Line change! You discard it."}
    assert {text: ida.page.evaluate(SPOKEN, ["Ed", text, {"seat": 0}]) for text in own} == own


CALLED = (
    f"async (events) => {{ {AT}"
    """
  const files = ["table/moment.js", "app/html.js", "table/beats.js"];
  const [{ Moment }, { html, render }, { beatOf }] = await Promise.all(files.map(at));
  const view = { seats: ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name })), you: { seat: 0 } };
  const app = document.querySelector("#app");
  const called = [];
  for (const event of events) {
    const beat = beatOf({ data: {}, type: "shoots", ...event });
    render(null, app);
    render(html`<section class="table" style=${{ height: "300px" }}>
      <p data-place="hand-1">▮▮▮</p>${event.deck && html`<p data-place="deck-0">▮</p>`}
      <${Moment} beat=${beat} view=${view} />
    </section>`, app);
    await new Promise(requestAnimationFrame);
    const parts = [".bubble", `[data-place$="-${event.speaker}"]`, ".table"];
    const [bubble, hand, table] = parts.map((part) => document.querySelector(part));
    if (!bubble) {
      called.push("");
      continue;
    }
    const box = bubble.getBoundingClientRect();
    const [top, bottom] = [hand?.getBoundingClientRect().bottom, table.getBoundingClientRect().bottom];
    const isOneLine = box.left >= 0 && box.height < 50;
    const [isAtHand, isBelow] = [isOneLine && box.top >= top && box.top < top + 20, bottom - box.bottom < 20];
    called.push(`${bubble.innerText} ${isAtHand ? "at the hand" : isBelow ? "below" : "elsewhere"}`);
  }
  return called;
}
"""
)


def test_a_call_is_a_bubble_at_who_speaks_and_a_sentence_is_none(visit):
    ida = visit()
    ida.open("#/")
    card = [{"text": "You play "}, {"text": "the four of clubs", "card": "4C"}]
    events = [
        {"text": "Into the zone", "speaker": 1},
        {"text": "Into the zone", "speaker": 0},
        {"text": "Into the zone", "speaker": 0, "deck": True},
        {"text": "You play the four of clubs. Shoots...", "text_parts": [*card, {"text": ". Shoots..."}], "speaker": 0},
        {"text": "You play the four of clubs.", "text_parts": [*card, {"text": "."}], "speaker": 0},
        {"text": "Ole shoots wide.", "speaker": 1},
        {"text": "Overtime!", "speaker": None},
    ]
    at_hand = "Into the zone at the hand"
    called = [at_hand, "Into the zone below", at_hand, "Shoots... below", "", "", ""]
    assert ida.page.evaluate(CALLED, events) == called


SHEET = (
    f"async ({{ score, result, sheet, events }}) => {{ {AT}"
    """
  const [{ decisive, LineScore }, { html, render }] = [await at("screens/sheet.js"), await at("app/html.js")];
  const seats = ["Ida", "Ole"].map((name, seat) => ({ seat, side: seat, name }));
  const place = document.createElement("div");
  const view = { seats, score, you: { seat: 0 }, result, table: {} };
  render(html`<${LineScore} view=${view} sheet=${sheet} />`, place);
  const rows = [...place.querySelectorAll(".line-score tbody tr")];
  const words = (decided) => {
    render(decided?.words ?? "", place);
    const cards = place.querySelectorAll(".card");
    for (const card of cards) card.textContent = card.getAttribute("aria-label");
    return decided ? { version: decided.version, text: place.textContent, cards: cards.length } : null;
  };
  return { rows: rows.map((row) => [...row.querySelectorAll("td")].map((cell) => +cell.textContent)),
           decided: words(decisive(view, sheet, events)) };
}
"""
)


@pytest.mark.slow
def test_a_line_score_adds_up_and_one_sees_what_decided_the_game(visit):
    ida = visit()
    ida.open("#/")
    ending = "Game over. Ida wins in the shootout, 7-7."
    events = [{"version": 90, "type": "game_finished", "at": "2026-11-28T00:00:00Z", "text": ending, "data": {}}]

    def shown(score, reason, periods, scorers=(), winner=0, period="2"):
        goals, count = [], [0, 0]
        for version, seat in enumerate(scorers, 10):
            count[seat] += 1
            goal = {"period": period, "seat": seat, "score": [*count], "version": version}
            goals.append({**goal, "how": "nine of hearts"})
        line_score = [{"period": str(number), "goals": goals} for number, goals in enumerate(periods, 1)]
        sheet = {"line_score": line_score, "goals": goals, "penalties": [], "statistics": {}}
        result = {"winner": winner, "reason": reason}
        return ida.page.evaluate(SHEET, {"score": score, "result": result, "sheet": sheet, "events": events})

    found = shown([7, 7], "shootout", [[2, 1], [4, 3], [1, 3]])
    assert [sum(row[:-1]) for row in found["rows"]] == [row[-1] for row in found["rows"]] == [7, 7]
    assert (found["decided"]["text"], found["decided"]["version"]) == (ending, 90)
    found = shown([3, 1], "score", [[1, 0], [2, 1]], [0, 0, 1, 0])
    assert found["decided"] == {"version": 11, "text": "Winning goal, period 2 Ida, nine of hearts", "cards": 0}
    assert shown([1, 0], "score", [[1, 0]], [0])["decided"]["text"] == "Winning goal Ida, nine of hearts", "no periods"
    for type_, told in (("scores", {"card": "9H"}), ("shoots", {})):
        parts = [{"text": "Ida shoots with "}, {"text": "nine of hearts", "card": "9H"}]
        shot = {"version": 11, "type": type_, "text": "Ida shoots", "data": {"seat": 0, "score": [2, 0], **told}}
        goal = {"version": 11, "type": "scores", "text": "Goal!", "data": {"seat": 0, "score": [2, 0]}}
        events[:0] = [{**shot, "text_parts": parts, "speaker": 0}, *([goal] if type_ == "shoots" else [])]
        found = shown([3, 1], "score", [[1, 0], [2, 1]], [0, 0, 1, 0])["decided"]
        how = " shoots with 9 of hearts" if type_ == "shoots" else ", 9 of hearts"
        assert (found["text"], found["cards"]) == (f"Winning goal, period 2 Ida{how}", 1), "a card is drawn"
        del events[:-1]
    for period, words in (("OT", "overtime"), ("OT2", "overtime 2")):
        found = shown([2, 1], "score", [[1, 1], [1, 0]], [0, 1, 0], period=period)
        assert found["decided"]["text"] == f"Winning goal, {words} Ida, nine of hearts"
    resigned = shown([3, 1], "resignation", [[3, 1]], [0, 0, 1, 0])
    assert (resigned["rows"], resigned["decided"]["version"]) == ([], 90), "the score is said once"
    assert shown([1, 1], "score", [[1, 1]], [0, 1], winner=None)["decided"] is None, (
        "the headline says that it is a draw"
    )


TOO_EASY = (
    f"async ({{ view }}) => {{ {AT}"
    """
  const [{ TooEasy }, { html, render }] = [await at("screens/after_game.js"), await at("app/html.js")];
  render(html`<${TooEasy} view=${view} />`, document.body.appendChild(document.createElement("section")));
}
"""
)


@pytest.mark.slow
def test_who_has_beaten_a_level_plays_the_next_one_by_a_tap(visit):
    ida = visit()
    game = ida.create(
        "hockey", [{"kind": "person"}, {"kind": "ai", "level": 3}], options={"periods": 1, "first_dealer": "random"}
    )
    names = ("variant", "options", "seats", "you", "fairness")
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


RESULT = (
    f"async ({{ view }}) => {{ {AT}"
    """
  const [{ Result }, { html, render }] = [await at("table/score.js"), await at("app/html.js")];
  render(html`<${Result} view=${view} />`, document.body.appendChild(document.createElement("section")));
  return document.querySelectorAll("section:last-child .shower i").length;
}
"""
)


def test_paper_falls_for_who_has_won_and_for_no_one_else(visit):
    ida = visit()
    game = ida.create("hockey")
    over = [game | {"result": {"winner": winner, "reason": "score"}} for winner in (0, 1, None)]
    pieces = [ida.page.evaluate(RESULT, {"view": view}) for view in (*over, over[0] | {"you": None})]
    assert pieces[0] > 0
    assert pieces[1:] == [0, 0, 0]
    assert ida.page.locator(".shower i").first.evaluate("piece => getComputedStyle(piece).opacity") == "0", "still"


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
