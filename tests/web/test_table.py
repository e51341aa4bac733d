"""What stands around the moves: tips, hints, and the look back after a game."""

import re
from itertools import pairwise

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.games import QUICK_GAME
from tests.web.visitor import AT, SIZES
from tests.web.window import draw_behind, record

pytestmark = pytest.mark.slow
GLOWING = 5
SHORT_HOCKEY = {"periods": 1, "overtime": "none", "first_dealer": "random"}


def button(place, name):
    return place.get_by_role("button", name=name, exact=True)


def cards_of(hand):
    """The codes of the cards that are shown."""
    return [card.get_attribute("data-card") for card in hand.locator("[data-card]").all()]


def names_of_cards(sentence):
    """The cards that are drawn in a sentence."""
    return [card.get_attribute("aria-label") for card in sentence.locator(".card").all()]


def test_a_tip_explains_a_decision_once_and_can_be_had_again(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create("hockey", options=SHORT_HOCKEY)
    tip, lamp = page.locator(".tip"), button(page, "Tip")
    expect(tip).to_have_count(0)  # one plays first
    lamp.click()
    expect(tip).to_contain_text("You play one card each turn")
    visitor.shoot("tip")
    assert visitor.violations() == []
    button(page, "Understood").click()
    expect(page.locator(".tip", has_text="You play one card each turn")).to_have_count(0)
    page.reload()
    expect(page.locator(".hand .held").first).to_be_visible()
    if lamp.count():
        lamp.click()
        expect(page.locator(".tip", has_text="You play one card each turn")).to_have_count(0)
    button(page, "Menu").click()
    button(page.get_by_role("dialog"), "No tips").click()
    expect(lamp).to_have_count(0)
    button(page, "Show the tips again").click()
    button(page, "Close").click()
    lamp.click()
    expect(tip).to_contain_text("You play one card each turn")


def test_who_has_won_the_cut_reads_you_and_the_name_of_the_other(visit, address):
    game_id, [decision] = record(address, "hockey", ("Ida", "Ole"), most=1)
    ida = visit()
    draw_behind(ida, game_id)
    ida.page.evaluate("decision => show(decision)", decision)
    own = decision["view"]["you"]["seat"]
    offered = ["You deal first", f"Let {'Ida' if own else 'Ole'} deal first"]
    assert sorted(ida.page.locator(".hand .moves button").all_inner_texts()) == sorted(offered)


def test_in_hockey_the_cards_glow_that_score_or_open(visit, address):
    """What glowed was played: the rules say whether it did."""
    game_id, decisions = record(address, "hockey", ["Ida", "Ole"], most=100)
    page = (visitor := visit()).page
    draw_behind(visitor, game_id)
    checked = {True: 0, False: 0}
    for before, after in pairwise(decisions):
        version = before["view"]["version"] + 1
        played = {
            event["type"]: event["data"]["card"]
            for event in after["events"]
            if event["version"] == version and "card" in event["data"]
        }
        counts = bool(played.keys() & {"scores", "breakaway", "blocks"})
        if not played or checked[counts] == GLOWING:
            continue
        checked[counts] += 1
        page.evaluate("decision => show(decision)", before)
        glowing = cards_of(page.locator(".held.glows"))
        assert (next(iter(played.values())) in glowing) == counts
    assert checked == {True: GLOWING, False: GLOWING}


HOLD_THE_BEAT = """
() => {
  const real = window.setTimeout;
  window.beats = [];
  window.setTimeout = (act, ms, ...rest) => (ms === 1200 ? beats.push(act) : real(act, ms, ...rest));
}
"""


def test_the_last_card_is_played_without_a_tap_but_none_is_turned_over(visit, address):
    page = (visitor := visit()).page
    for variant, most, is_made in (("hockey", 15, True), ("card_hockey", 1, False)):
        game_id, decisions = record(address, variant, ["Ida", "Ole"], most=most)
        last = next(one for one in decisions if len(one["view"]["legal_moves"]) == 1)
        (only,) = last["view"]["legal_moves"]
        draw_behind(visitor, game_id)
        page.evaluate(HOLD_THE_BEAT)
        page.evaluate("decision => show(decision)", last)
        expect(page.locator(".hand button.held, .hand .main")).to_be_enabled()
        if is_made:
            expect(page.locator(".prompt")).to_contain_text("There is only one move")
        assert page.evaluate("() => beats.map((act) => (act(), window.played))") == [only["move"]] * is_made


def test_cards_can_be_read_in_dark_forced_colours(visit):
    ida = visit()
    ida.page.emulate_media(color_scheme="dark", forced_colors="active")
    ida.create("hockey", options={"first_dealer": "random"})
    card = ida.page.locator(".hand .card").first
    ground, suit = (card.evaluate(f"(card) => getComputedStyle({what})") for what in ("card", "card.firstElementChild"))
    assert (ground["backgroundColor"], ground["forcedColorAdjust"]) == ("rgb(255, 255, 255)", "none")
    assert suit["fill"] in ("rgb(22, 32, 43)", "rgb(184, 16, 42)")


FACES = (
    f"async () => {{ {AT}"
    """
  const [{ Face }, { html, render }] = [await at("table/card.js"), await at("app/html.js")];
  const place = document.body.appendChild(document.createElement("section"));
  const codes = ["JH", "QH", "KH", "XR", "9H", "9D", "9C", "9S"];
  render(html`${codes.map((code) => html`<${Face} key=${code} code=${code} />`)}`, place);
  const cards = [...place.children];
  const players = cards.map((card) => [...card.querySelectorAll("svg > path")].map((path) => path.outerHTML).join(""));
  const suits = cards.slice(4).map((card) => getComputedStyle(card.firstElementChild).fill);
  return { players: players.slice(0, 4), suits };
}
"""
)


def test_court_cards_are_players_and_each_suit_has_a_colour_if_one_wishes_so(visit):
    ida = visit()
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    usual = ida.page.evaluate(FACES)
    assert min(map(len, usual["players"])) > 400
    assert (len(set(usual["players"])), len(set(usual["suits"]))) == (4, 2)
    button(ida.page, "Menu").click()
    ida.page.get_by_label("A colour for each suit").check()
    heart, diamond, club, spade = ida.page.evaluate(FACES)["suits"]
    assert [heart, spade] == usual["suits"][::3]
    assert len({heart, diamond, club, spade}) == 4


def test_a_hint_gives_its_reason_and_what_else_was_considered(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create("hockey", options=SHORT_HOCKEY)
    button(page, "Hint").click()
    expect(page.locator(".hint .says")).to_contain_text("The computer would")
    expect(page.locator(".hint .says")).to_contain_text("Why:")
    expect(page.get_by_text("The computer is thinking about your hand")).to_have_count(0)
    expect(button(page, "Hint")).to_be_enabled()
    page.locator(".hint summary").click()
    expect(page.locator(".hint tbody tr").first).to_contain_text("% to win")
    visitor.shoot("hint")
    assert visitor.violations() == []
    page.keyboard.press("Escape")
    expect(page.locator(".hint .says")).to_have_count(0)
    button(page, "Commentary").click()
    expect(page.locator(".log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log")).to_be_hidden()


def test_after_the_game_one_looks_back_with_other_eyes_and_checks_the_shuffles(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.create("hockey", options=SHORT_HOCKEY)
    visitor.start_tapping()
    visitor.wait_for_result()
    slider = page.locator(".look-back input")
    last = int(slider.get_attribute("max"))
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".look-back")).to_contain_text(f"Change {last - 1} of {last}")
    slider.fill("2")  # before any goal
    expect(page.locator(".score strong")).to_have_text("0 : 0")
    expect(page.locator(".hand.past [data-card]").first).to_be_visible()
    for size in ((390, 844), (320, 568), (844, 390)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate("document.querySelector('.table').scrollIntoView()")
        parts = [".bar", ".table", ".caption", ".hand.past .row", ".look-back"]
        boxes = [page.locator(part).bounding_box() for part in parts]
        ends = [box["y"] + box["height"] for box in boxes]
        assert max(ends) <= size[1], "all of it is on the screen"
        assert boxes[1]["height"] > 100
        tops = [box["y"] for box in boxes[1:-1]] + ([boxes[-1]["y"]] if size[0] < size[1] else [])
        assert all(end <= top + 1 for end, top in zip(ends, tops, strict=False)), f"nothing covers another: {boxes}"
    page.set_viewport_size(SIZES["phone"])
    page.evaluate(HOLD_THE_BEAT)
    asked = []
    for change in range(8, 12):
        slider.fill(str(change))
        expect(page.locator(".look-back")).to_contain_text(f"Change {change} of {last}")
        asked.append(page.locator(".prompt").inner_text())
    assert [text for text in asked if "There is only one move" in text]
    assert page.evaluate("beats") == [], "what was asked then is not answered now"
    page.locator(".look-back select").select_option(label="spectators")
    expect(page.locator(".hand.past")).to_have_count(0)
    expect(page.locator(".table .seat")).to_have_count(2)
    visitor.shoot("look-back")
    slider.fill(str(last))
    expect(page.locator(".look-back")).to_contain_text(f"Change {last} of {last}")
    expect(page.locator(".line-score").first).to_contain_text("Total")
    expect(page.locator(".chart svg .line")).to_have_count(2)
    button(page, "Check the shuffles").click()
    expect(page.locator(".fairness [role=status]")).to_contain_text("The shuffles were fair.")
    with page.expect_download() as download:
        button(page, "Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
    with page.expect_download() as download:
        button(page, "Share the result").click()
    with Image.open(download.value.path()) as picture:
        assert (picture.format, *picture.size, download.value.suggested_filename) == ("PNG", 1200, 630, "faceoff.png")
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 100  # something is drawn
        picture.save(visitor.screenshots / "shared.png")
    assert visitor.violations() == []


GAMES = 10
"""Who taps at random makes mistakes, but perhaps none in ten decisions."""


def play_and_grade(visitor, name):
    """Play a game to its end, and press the button of this name."""
    visitor.create(QUICK_GAME)
    visitor.start_tapping()
    visitor.wait_for_result()
    button(visitor.page, name).click()


def test_after_the_game_the_moves_are_graded_at_the_slider_and_in_words(visit):
    visitor = visit(size="phone")
    page = visitor.page
    summary, mistakes = page.locator(".analysis .summary"), page.locator(".analysis li")
    for _ in range(GAMES):
        play_and_grade(visitor, "Grade my moves")
        expect(summary).to_contain_text(re.compile(r"\d+ best, \d+ good, \d+ inaccurac(y|ies), \d+ blunders?"))
        counts = [int(number) for number in re.findall(r"\d+", summary.inner_text())]
        expect(page.locator(".look-back .mark")).to_have_count(sum(counts))
        for grade, count in zip(("best", "good", "inaccuracy", "blunder"), counts, strict=True):
            expect(page.locator(f".look-back .mark.{grade}")).to_have_count(count)
        expect(mistakes).to_have_count(counts[2] + counts[3])
        if counts[2] + counts[3]:
            break
    expect(mistakes.first).to_contain_text("Better:")
    expect(mistakes.first).to_contain_text("to win")
    played = mistakes.first.locator("b").text_content()
    mistakes.first.get_by_role("button").click()
    expect(page.locator(".look-back .judged b")).to_have_text(played)
    visitor.shoot("analysis")
    assert visitor.violations() == []
    worst = page.locator(".turning .blunder")
    page.set_viewport_size({"width": 320, "height": 568})
    page.evaluate("scrollTo(0, 0)")
    expect(button(page, "Rematch")).to_be_in_viewport(ratio=1)
    expect(worst).to_be_in_viewport(ratio=1)
    assert button(page, "Rematch").bounding_box()["height"] >= 44
    visitor.shoot("verdict")
    button(page, "Rematch").click(trial=True)  # nothing covers it
    told = worst.locator("> span")
    assert told.evaluate("({ clientHeight, scrollHeight }) => scrollHeight <= clientHeight"), "nothing is cut"
    cards = names_of_cards(told)
    assert cards or re.search("Let the shot|Change lines", told.inner_text()), "cards are drawn"
    page.locator(".look-back input").fill("1")
    worst.click()
    expect(page.locator(".look-back .judged b")).to_have_text(re.compile("^You: "))
    assert names_of_cards(page.locator(".look-back .judged b")) == cards
    expect(page.locator(".look-back input")).to_be_focused()
    expect(page.locator(".table")).to_be_in_viewport()


def test_moves_that_have_been_graded_are_shown_so_again_and_no_others_are_asked_for(visit):
    visitor = visit()
    play_and_grade(visitor, "Grade my moves")
    grades = visitor.page.locator(".analysis .summary")
    said = grades.inner_text()
    visitor.page.reload()
    expect(grades).to_have_text(said)
    visitor.urls.clear()
    visitor.create(QUICK_GAME)
    visitor.start_tapping()
    visitor.wait_for_result()
    visitor.page.reload()
    expect(button(visitor.page, "Grade my moves")).to_be_visible()
    assert not [url for url in visitor.urls if "analysis" in url]


def test_an_analysis_is_in_the_language_of_the_page(visit):
    visitor = visit(language="fr")
    mistakes = visitor.page.locator(".analysis li")
    for _ in range(GAMES):
        play_and_grade(visitor, "Noter mes coups")
        expect(visitor.page.locator(".analysis .summary")).to_contain_text("bon")
        if mistakes.count():
            break
    expect(mistakes.first).to_contain_text("chances de gagner")
