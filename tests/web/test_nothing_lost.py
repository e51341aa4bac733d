"""Nothing that a person has is lost: seats, moves, choices and turns, where answers are lost or late, services away,
and browsers restricted.
"""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from service.config import Settings
from service.ops.embedded_redis import EmbeddedRedis
from service.store.store import Store
from tests.faults.snapshots import Snapshot, of_game
from tests.games import QUICK_GAME
from tests.patience import PATIENCE_S, wait_until
from tests.web.test_robust import SILENT
from tests.web.visitor import AT, CARDS, MOVES

QUICK = {"first_dealer": "random", "periods": 1, "overtime": "none"}
PEOPLE = [{"kind": "person", "name": "Ida"}, {"kind": "person", "name": "Ole"}]
UNREACHABLE = "The service cannot be reached. Try again in a moment."
RECONNECTING = "Reconnecting…"
KEPT = "Object.keys(JSON.parse(localStorage['faceoff.games'] ?? '{}'))"


def called(visitor, path, token=None, body=None):
    """The answer of the API, without the page."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{visitor.address}/v1/{path}", data, headers | {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)


class Lost:
    """Lets requests to an address be carried out and loses their answers, until it is over."""

    def __init__(self, page, path):
        self.page, self.path, self.answers = page, path, []
        page.route(path, self.lose)

    def lose(self, route):
        if route.request.method == "POST":
            self.answers.append(route.fetch().json())
            route.abort()
        else:
            route.continue_()

    def over(self):
        self.page.unroute(self.path)


def test_a_seat_that_one_takes_without_hearing_so_is_one_s_own_also_after_a_reload(visit):
    ida, ole = visit(), visit(name="Ole", strict=False)
    game = ida.create(QUICK_GAME, [PEOPLE[0], {"kind": "open"}])
    ole.open(f"#/join/{game['id']}/{game['join_code']}")
    lost = Lost(ole.page, "**/join")
    ole.page.get_by_role("button", name="Join the game").click()
    expect(ole.page.get_by_text(UNREACHABLE)).to_be_visible()
    lost.over()
    ole.page.reload()
    ole.page.get_by_label("Your name").fill("Olaf")  # the same seat all the same
    ole.page.get_by_role("button", name="Join the game").click()
    ole.page.wait_for_selector(".hand")
    assert {answer["you"]["seat"] for answer in lost.answers} == {1}
    expect(ida.page.locator(".table")).to_contain_text("Ole")


def test_a_game_that_was_made_without_an_answer_is_that_which_one_plays_then(visit):
    ida = visit(strict=False)
    ida.open()
    lost = Lost(ida.page, "**/v1/games")
    play = ida.page.get_by_role("button", name=f"Play: {VARIANTS[QUICK_GAME].name}")
    play.click()
    expect(ida.page.get_by_text(UNREACHABLE)).to_be_visible()
    lost.over()
    ida.page.reload()
    play.click()
    ida.page.wait_for_url(re.compile("#/game/"))
    assert {answer["id"] for answer in lost.answers} == {ida.page.url.rsplit("/", 1)[1]}
    ida.open("#/")
    play.click()
    ida.page.wait_for_url(re.compile("#/game/"))
    assert ida.page.url.rsplit("/", 1)[1] != lost.answers[0]["id"], "the next one is another"


def test_a_seat_against_anyone_that_was_taken_without_an_answer_is_one_s_own(visit):
    ida = visit(strict=False)
    ida.open(f"#/new/{QUICK_GAME}")
    lost = Lost(ida.page, "**/v1/games/quick")
    ida.page.get_by_label("Anyone who comes").check()
    start = ida.page.get_by_role("button", name="Start the game")
    start.click()
    expect(ida.page.get_by_text(UNREACHABLE)).to_be_visible()
    lost.over()
    start.click()
    ida.page.wait_for_url(re.compile("#/game/"))
    (game_id,) = {answer["id"] for answer in lost.answers}
    assert ida.page.url.endswith(game_id)
    assert called(ida, f"games/{game_id}")["status"] == "open", "nobody plays with themselves"


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_no_answer_of_a_service_deletes_a_seat(visit, status):
    ida = visit(strict=False)
    game = ida.create("hockey", options=QUICK)
    ida.page.wait_for_selector(MOVES)
    problem = {"code": "game/not_found", "title": "Not here", "status": status}
    ida.page.route(f"**/v1/games/{game['id']}", lambda route: route.fulfill(status=status, json=problem))
    ida.open("#/")
    row = ida.page.locator(".own-games li")
    expect(row).to_contain_text("This game is not here")
    assert ida.page.evaluate(KEPT) == [game["id"]]
    ida.page.unroute(f"**/v1/games/{game['id']}")
    ida.page.reload()
    expect(row).to_contain_text("Your turn")


def test_a_seat_is_forgotten_only_by_who_confirms_it(visit):
    ida = visit()
    game = ida.create("hockey", options=QUICK)
    ida.open("#/")
    forget = ida.page.get_by_role("button", name="Forget")
    forget.click()
    ida.page.get_by_role("button", name="No", exact=True).click()
    assert ida.page.evaluate(KEPT) == [game["id"]]
    forget.click()
    assert ida.violations() == []
    ida.page.get_by_role("button", name="Yes").click()
    expect(ida.page.locator(".own-games")).to_be_hidden()
    assert ida.page.evaluate(KEPT) == []


OUTSIDE = """
() => {
  const list = document.querySelector(".own-games");
  const { right } = list.getBoundingClientRect();
  const isOutside = (one) => one.getBoundingClientRect().right > right;
  return [...list.querySelectorAll("*")].filter(isOutside).map((one) => one.textContent);
}
"""


@pytest.mark.parametrize("width", [390, 320])
def test_the_own_games_are_read_on_a_phone_and_so_is_the_question_before_one_is_forgotten(visit, width):
    ida = visit(language="fr", size="phone", strict=False)
    game = ida.create("hockey", options=QUICK)
    kept = ida.page.evaluate("Object.values(JSON.parse(localStorage['faceoff.games']))[0]")
    gone = {"saved": {**kept["saved"], "id": f"g_{'a' * 20}"}, "variant": "turn_based_hockey", "title": "Ida – Ole"}
    long = {
        "saved": {**kept["saved"], "id": f"g_{'b' * 20}"},
        "title": "Bartholomaeus – MaximilianvonHohenzollernBartho",
    }
    games = {game["id"]: kept, **{one["saved"]["id"]: {**kept, **one} for one in (gone, long)}}
    ida.page.evaluate("games => localStorage['faceoff.games'] = JSON.stringify(games)", games)
    ida.page.set_viewport_size({"width": width, "height": 700})
    ida.open("#/")
    ida.page.reload()
    rows = ida.page.locator(".own-games li")
    expect(rows.filter(has_text="Cette partie n’est pas ici")).to_have_count(2)
    expect(rows.filter(has_text="À vous")).to_have_count(1)
    for title in ("Ida – Recrue", "Ida – Ole"):
        assert rows.filter(has_text=title).bounding_box()["height"] < 100, "its names, its state and a button"
    assert ida.page.evaluate(OUTSIDE) == []
    rows.filter(has_text="Ida – Recrue").get_by_role("button").click()
    expect(rows.get_by_role("group")).to_contain_text("même pas vous")
    assert ida.page.evaluate(OUTSIDE) == []
    assert ida.violations() == []


HIDDEN = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_tab_in_the_background_is_told_of_its_turn_after_an_outage(visit):
    ida = visit(strict=False)
    ida.page.clock.install()
    game = ida.create("hockey", PEOPLE, options=QUICK)
    ida.page.wait_for_selector(".hand")

    def asked(seat):
        view = called(ida, f"games/{game['id']}", game["tokens"][seat])
        return view if view["legal_moves"] else None

    def play(seat, view):
        body = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
        called(ida, f"games/{game['id']}/moves", game["tokens"][seat], body)

    while view := asked("0"):
        play("0", view)
    expect(ida.page).to_have_title("Ida – Ole – Faceoff")
    ida.page.evaluate(HIDDEN)
    ida.page.evaluate(SILENT)
    ida.page.clock.fast_forward(19_000)  # a heartbeat comes every 15 seconds
    expect(ida.page.locator(".banner")).to_have_text(RECONNECTING)
    while view := asked("1"):
        play("1", view)
    ida.page.evaluate("heal()")

    def title():
        ida.page.clock.fast_forward(15_000)
        return ida.page.title()

    wait_until(lambda: title().startswith("● Your turn"))
    expect(ida.page.locator(".banner")).to_be_hidden()


def test_a_resignation_that_was_not_sent_is_not_carried_out_after_one_has_left(visit):
    ida = visit(strict=False)
    game = ida.create("hockey", options=QUICK)
    ida.page.wait_for_selector(MOVES)
    asked = []
    ida.page.on("request", lambda request: request.url.endswith("/resign") and asked.append(request.url))
    ida.page.route("**/resign", lambda route: route.abort())
    ida.page.get_by_role("button", name="Menu").click()
    ida.page.get_by_role("button", name="Resign").click()
    ida.page.get_by_role("button", name="Yes").click()
    expect(ida.page.locator(".banner")).to_have_text(RECONNECTING)
    ida.page.get_by_role("link", name="To the start").click()
    expect(ida.page.get_by_role("heading", name="Go on playing")).to_be_visible()
    ida.page.unroute("**/resign")
    asked.clear()
    ida.page.wait_for_timeout(4_000)  # it was asked for again after 1.5 seconds
    assert asked == []
    assert called(ida, f"games/{game['id']}", game["tokens"]["0"])["status"] == "active"


def test_a_finished_game_whose_look_back_fails_once_is_not_said_to_be_reconnecting(visit):
    ida = visit(strict=False)
    finished(ida)
    ida.page.route("**/v1/games/*?*version=*", lambda route: route.fulfill(status=503, body=""))
    ida.page.get_by_role("button", name="One change back").click()
    expect(ida.page.get_by_text(RECONNECTING)).to_be_visible()
    ida.page.unroute("**/v1/games/*?*version=*")
    expect(ida.page.locator(".look-back.away")).to_be_visible()
    expect(ida.page.get_by_text(RECONNECTING)).to_be_hidden()


def finished(visitor):
    """A game that the visitor has given up, on the screen."""
    game = visitor.create("hockey", options=QUICK)
    visitor.page.wait_for_selector(MOVES)
    called(visitor, f"games/{game['id']}/resign", game["tokens"]["0"], {})
    visitor.page.wait_for_selector(".after .result")
    return game


def test_a_look_back_that_is_refused_says_so_and_stays_where_it_was(visit):
    ida = visit(strict=False)
    finished(ida)
    problem = {"code": "version/unknown", "title": "No", "detail": "That version is not kept.", "status": 409}
    ida.page.route("**/v1/games/*?*version=*", lambda route: route.fulfill(status=409, json=problem))
    slider = ida.page.get_by_role("slider")
    last = slider.input_value()
    ida.page.get_by_role("button", name="Watch again").click()
    expect(ida.page.get_by_role("alert")).to_contain_text("That version is not kept.")
    expect(ida.page.get_by_role("button", name="Watch again")).to_be_visible()
    expect(slider).to_have_value(last)
    slider.fill("1")
    expect(slider).to_have_value(last)


def test_a_game_that_has_gone_back_to_an_earlier_version_is_shown_as_it_is(visit, folder):
    store = Store(Settings(redis_url=EmbeddedRedis(folder / "data").url))
    ida = visit(strict=False)
    game = ida.create("hockey", options=QUICK)
    ida.page.wait_for_selector(MOVES)
    held = ida.page.locator(".hand .held")
    count, before = held.count(), Snapshot(store.client)
    ida.page.locator(CARDS).first.click()
    expect(held).to_have_count(count - 1)
    ida.page.wait_for_selector(MOVES)
    before.restore(of_game(game["id"]))
    expect(held).to_have_count(count)
    expect(ida.page.locator(".banner")).to_be_hidden()
    ida.page.locator(CARDS).first.click()
    expect(held).to_have_count(count - 1)


def test_a_tab_of_the_release_before_loads_the_page_again(visit):
    ida = visit(strict=False)
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    served = []

    def serve(route):
        served.append(re.sub(r"modules_\w+", "modules_of_another", route.fetch().text()))
        route.fulfill(body=served[0], content_type="text/javascript")

    ida.page.route("**/more.js", serve, times=1)
    loaded = []
    ida.page.on("domcontentloaded", lambda: loaded.append(1))
    ida.page.get_by_role("button", name="Play: Hockey").click()
    ida.page.wait_for_selector(".hand")
    assert "modules_of_another" in served[0]
    assert loaded == [1]


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("not allowed", "SecurityError"); } });
"""


def test_a_browser_that_stores_nothing_is_told_so_and_keeps_all_seats_while_it_is_open(visit):
    ida = visit(strict=False)
    page = ida.context.browser.new_context(locale="en").new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    page.add_init_script(BLOCKED)
    page.goto(ida.address)
    places = []
    for variant in ("hockey", QUICK_GAME):
        page.get_by_role("button", name=f"Play: {VARIANTS[variant].name}", exact=True).click()
        page.wait_for_selector(".hand")
        expect(page.locator(".banner")).to_contain_text("This browser stores nothing")
        places.append(page.url.rsplit("#", 1)[1])
        page.get_by_role("link", name="To the start").click()
    expect(page.locator(".own-games li")).to_have_count(2)
    for place in places:
        page.locator(f".own-games a[href='#{place}']").click()
        page.wait_for_selector(MOVES)
        page.get_by_role("link", name="To the start").click()
    page.context.close()


PLAIN_HTTP = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
Object.defineProperty(navigator, "share", { value: undefined });
Object.defineProperty(crypto, "subtle", { value: undefined });
"""


def test_on_a_page_from_plain_http_a_link_is_copied_and_shuffles_are_said_to_be_unchecked(visit):
    ida = visit()
    ida.context.add_init_script(PLAIN_HTTP)
    ida.context.add_init_script(
        "document.execCommand = (what) => (window.copied = [what, getSelection().toString()], true)"
    )
    ida.open(f"#/new/{QUICK_GAME}")
    ida.page.get_by_label("A friend, by a link").check()
    ida.page.get_by_role("button", name="Start the game").click()
    link = ida.page.get_by_label("Link to join", exact=True).input_value()
    ida.page.get_by_role("button", name="Copy the link").click()
    expect(ida.page.get_by_role("button", name="Copied")).to_be_visible()
    assert ida.page.evaluate("copied")[0] == "copy"
    assert ida.page.evaluate("document.activeElement.textContent") == "Copied"
    assert link
    finished(ida)
    ida.page.get_by_role("button", name="Check the shuffles").click()
    expect(ida.page.get_by_text("Browsers check shuffles only on pages from https.")).to_be_visible()


@pytest.mark.parametrize("place", ["%", "constructor", "__proto__", "toString", "%E0%A4%A"])
def test_no_address_breaks_the_page(visit, place):
    ida = visit(strict=False)
    ida.open(f"#/{place}")
    expect(ida.page.get_by_role("button", name="Play: Hockey")).to_be_visible()
    for screen, words in (("game", "This game is not here"), ("join", "Join the game"), ("new", "That did not work")):
        ida.open(f"#/{screen}/{place}")
        expect(ida.page.locator("main")).to_contain_text(words)
    ida.page.reload()
    expect(ida.page.locator("main")).to_contain_text("That did not work")
    assert not [error for error in ida.errors if not error.startswith("Failed to load resource")]


SUSPENDED = """
window.resumed = 0;
addEventListener("pointerdown", () => (window.isTouched = true), true);
window.AudioContext = class extends AudioContext {
  get state() { return window.resumed ? "running" : "suspended"; }
  async resume() { window.resumed += window.isTouched ? 1 : 0; }
};
localStorage["faceoff.wishes"] = JSON.stringify({ name: "Ida", level: 1, sound: true });
"""


def test_a_sound_that_was_switched_on_before_is_heard_from_the_first_touch_on(visit):
    ida = visit(strict=False)
    ida.context.add_init_script(SUSPENDED)
    ida.create("hockey", options=QUICK)
    ida.page.wait_for_selector(MOVES)
    assert ida.page.evaluate("resumed") == 0
    ida.page.locator(".log h2").click()
    wait_until(lambda: ida.page.evaluate("resumed") == 1)


def test_times_are_in_the_language_of_the_page_and_not_of_the_browser(visit):
    ida = visit()
    ida.context.add_init_script(
        "localStorage['faceoff.wishes'] = JSON.stringify({ name: 'Ida', level: 1, language: 'fr' })"
    )
    ida.open(f"#/new/{QUICK_GAME}")
    ida.page.locator("input[name=opponent]").nth(2).check()
    ida.page.get_by_role("button", name="Commencer").click()
    ida.page.wait_for_selector(".invitation")
    assert not re.search(r"\b[AP]M\b", ida.page.locator(".invitation").inner_text())


@pytest.mark.parametrize("wrong_by_s", [3600, -3600])
def test_the_time_left_is_right_on_a_computer_whose_clock_is_wrong(visit, wrong_by_s):
    ida = visit()
    ida.context.add_init_script(f"const now = Date.now; Date.now = () => now() + {1000 * wrong_by_s}")
    ida.create("hockey", options=QUICK, time_limit_s=3000)
    countdown = ida.page.locator(".countdown")
    wait_until(lambda: re.search(r"\b(49|50):\d\d", countdown.inner_text()), countdown.inner_text)


def test_cards_fly_from_where_they_were_on_the_table_however_far_one_has_scrolled_or_it_has_another_size(visit):
    ida = visit(size="phone", animations="full")
    ida.page.emulate_media(reduced_motion="no-preference")
    ida.create("hockey", options=QUICK)
    ida.page.wait_for_selector(MOVES)
    flown = ida.page.evaluate(
        f"async () => {{ {AT}"
        """
            const { useFlights } = await at("table/flights.js");
            const { html, render, useRef } = await at("app/html.js");
            const place = document.body.appendChild(document.createElement("div"));
            const Board = ({ version, left = "0", height = "50px" }) => {
              const root = useRef(null);
              useFlights(root, version);
              const card = html`<b data-card="QH" style=${{ marginLeft: left }}>Q</b>`;
              return html`<div ref=${root} style=${{ height }}>${card}</div>`;
            };
            const flown = [];
            Element.prototype.animate = (frames) => (flown.push(frames[0].transform), { finish() {} });
            const draw = async (version, looks = {}) => {
              render(html`<${Board} version=${version} ...${looks} />`, place);
              await new Promise(requestAnimationFrame);
            };
            await draw(1);
            document.body.style.height = "300vh";
            scrollBy(0, 300);
            await draw(2);
            const before = flown.length;
            await draw(3, { left: "80px" });
            const moved = flown.length;
            await draw(4, { left: "160px", height: "90px" });
            return [scrollY, before, moved, flown.length];
        }"""
    )
    assert flown[0] > 100
    assert flown[1:] == [0, 1, 1]
