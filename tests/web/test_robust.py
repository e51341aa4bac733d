"""What may happen to a game in a browser: lost connections, restarts, double taps, other tabs, reloads."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from tests.games import QUICK_GAME
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.supervised import whole_service
from tests.web.visitor import AT, CARDS, MOVES

QUICK = {"first_dealer": "random", "periods": 1, "overtime": "none"}


def own_plays(visitor, game):
    """The cards that the service has seen the visitor play, whatever they did."""
    token = {"Authorization": f"Bearer {game['tokens']['0']}"}
    request = urllib.request.Request(f"{visitor.address}/v1/games/{game['id']}/events", headers=token)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        events = json.load(answer)["events"]
    return [event["data"]["card"] for event in events if "card" in event["data"] and event["data"]["seat"] == 0]


def play_next(visitor, game):
    """The first legal move of whose turn it is."""
    for token in game["tokens"].values():
        own = {"Authorization": f"Bearer {token}"}
        view = visitor.page.request.get(f"{visitor.address}/v1/games/{game['id']}", headers=own).json()
        if view["legal_moves"]:
            move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
            assert visitor.page.request.post(
                f"{visitor.address}/v1/games/{game['id']}/moves", data=move, headers=own
            ).ok


def wait_for_turn(page):
    page.wait_for_selector(MOVES)


def log_texts(page):
    page.locator(".log li").first.wait_for(state="attached")
    return page.locator(".log li").all_inner_texts()


def test_two_browsers_play_each_other_by_a_join_link(visit):
    ida, ole = visit(), visit(name="Ole", language="fr", size="phone")
    ida.open(f"#/new/{QUICK_GAME}")
    ida.page.get_by_label("A friend, by a link").check()
    ida.page.get_by_role("button", name="Start the game").click()
    link = ida.page.get_by_label("Link to join", exact=True).input_value()
    ida.shoot("invitation")
    assert ida.violations() == []
    ole.page.goto(link)
    expect(ole.page.get_by_role("heading", name=re.compile("Ida vous invite"))).to_be_visible()
    ole.shoot("join")
    assert ole.violations() == []
    ole.page.get_by_role("button", name=re.compile("partie", re.IGNORECASE)).click()
    for visitor in (ida, ole):
        visitor.page.wait_for_selector(".hand")
        visitor.start_tapping()
    assert {ida.wait_for_result(), ole.wait_for_result()} & {"You win!", "Vous gagnez !", "A draw"}
    scores = [visitor.page.locator(".final strong").inner_text().split(" : ") for visitor in (ida, ole)]
    assert scores[0] == scores[1][::-1], "each stands first"


FIRST, SECOND, THIRD, *_ = VARIANTS
"""One for each test with strangers: who has just left the test before is still offered for a moment."""


def play_anyone(visitor, variant):
    """Start a game against anyone, and return its id."""
    visitor.open(f"#/new/{variant}")
    visitor.page.get_by_label("Anyone who comes").check()
    visitor.page.get_by_role("button", name="Start").click()
    visitor.page.wait_for_url(re.compile("#/game/"))
    return visitor.page.url.rsplit("/", 1)[1]


def test_who_starts_a_game_against_anyone_goes_back_and_starts_again_does_not_meet_themselves(visit):
    ida = visit()
    first, again = play_anyone(ida, FIRST), play_anyone(ida, FIRST)
    assert first != again
    kept = "Object.keys(JSON.parse(localStorage['faceoff.games']))"
    wait_until(lambda: ida.page.evaluate(kept) == [again], lambda: ida.page.evaluate(kept))
    assert play_anyone(visit(name="Ole"), FIRST) == again


BACK_AT_ONCE = """
addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#/game/") || window.hasGoneBack) return;
  window.hasGoneBack = true;
  location.hash = "#/new/%s";
});
"""


def test_who_is_back_before_the_page_has_noticed_that_they_were_away_can_start_again(visit):
    ida = visit()
    ida.context.add_init_script(BACK_AT_ONCE % FIRST)
    ida.open(f"#/new/{FIRST}")
    start = ida.page.get_by_role("button", name="Start the game")
    start.click()
    wait_until(lambda: ida.page.evaluate("window.hasGoneBack === true"))
    start.click()
    ida.page.wait_for_url(re.compile("#/game/"))


def metrics(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
        return answer.read().decode()


def test_a_tab_that_was_closed_is_not_offered_to_the_next_visitor(visit, metrics_port):
    ida = visit()
    with ida.page.expect_response(re.compile(r"/stream\?")):
        left = play_anyone(ida, SECOND)
    ida.page.close()
    wait_until(
        lambda: "\nfaceoff_streams 0.0\n" in metrics(metrics_port), "the service does not see that it was closed"
    )
    assert play_anyone(visit(name="Ole"), SECOND) != left


def test_who_met_somebody_that_is_gone_calls_the_game_off_at_once(visit):
    ole = visit(name="Ole")
    body = json.dumps({"variant": THIRD, "seed_digest": "0" * 64}).encode()
    request = urllib.request.Request(f"{ole.address}/v1/games/quick", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        left = json.load(answer)["id"]
    assert play_anyone(ole, THIRD) == left
    ole.page.get_by_role("button", name="Menu").click()
    ole.page.get_by_role("button", name="Call the game off").click()
    ole.page.get_by_role("button", name="Yes").click()
    expect(ole.page.get_by_text("called off").first).to_be_visible()


def test_four_people_at_four_screens_play_a_partnership(visit):
    people = [
        visit(name=name, size=size)
        for name, size in (("Ida", "desktop"), ("Ole", "phone"), ("Eva", "phone"), ("Per", "desktop"))
    ]
    host = people[0]
    seats = [{"kind": "person", "name": "Ida"}, *([{"kind": "open"}] * 3)]
    game = host.create(
        "hockey", seats, preset="partnership", options={"first_dealer": "random", "periods": 1, "overtime": "none"}
    )
    for other in people[1:]:
        other.open(f"#/join/{game['id']}/{game['join_code']}")
        other.page.get_by_role("button", name="Join the game").click()
    for visitor in people:
        visitor.page.wait_for_selector(".hand")
        visitor.start_tapping()
    results = [visitor.wait_for_result() for visitor in people]
    assert results[0] == results[2]
    assert results[1] == results[3]


def test_a_dropped_connection_is_shown_and_heals(visit):
    ida = visit(strict=False)  # browsers report each request that fails
    game = ida.create("hockey", options=QUICK)
    wait_for_turn(ida.page)
    ida.context.set_offline(True)
    ida.page.locator(CARDS).first.click()
    expect(ida.page.locator(".banner")).to_be_visible()
    ida.shoot("offline")
    ida.context.set_offline(False)
    expect(ida.page.locator(".banner")).to_be_hidden()
    wait_for_turn(ida.page)
    assert len(own_plays(ida, game)) == 1
    ida.start_tapping(2)
    ida.wait_for_taps(2)


SILENT = """
() => {
  const real = window.fetch;
  window.heal = () => (window.fetch = real);
  window.fetch = (url, { signal }) =>
    new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
}
"""


@pytest.mark.slow
def test_a_network_that_is_silent_is_shown_soon_and_nobody_is_said_to_be_absent(visit):
    ida = visit(strict=False)
    ida.page.clock.install()
    people = [{"kind": "person", "name": "Ida"}, {"kind": "person", "name": "Ole"}]
    with ida.page.expect_response(lambda answer: "/stream?" in answer.url):
        game = ida.create("hockey", people, options=QUICK, absent_after_s=30)
    play_next(ida, game)  # what is shown of it has come by the stream, which is heard
    expect(ida.page.locator(".log")).to_contain_text(" plays ")
    expect(ida.page.locator(".banner")).to_be_hidden()
    ida.page.evaluate(SILENT)
    ida.page.clock.fast_forward(19_000)  # a heartbeat comes every 15 seconds
    expect(ida.page.locator(".banner")).to_have_text("Reconnecting…")
    ida.page.clock.fast_forward(5_000)
    ida.page.clock.fast_forward(10_000)
    expect(ida.page.locator(".banner")).to_have_text("Reconnecting…")  # and nobody has not answered
    ida.page.evaluate("heal()")
    ida.page.clock.fast_forward(30_000)
    expect(ida.page.get_by_text("Reconnecting…")).to_be_hidden()


@pytest.mark.slow
def test_a_restarted_service_is_waited_for_and_the_game_goes_on(visit, tmp_path):
    port = free_port()
    with whole_service(tmp_path, port, FACEOFF_AI_PACE_MS="0") as (service, address):
        ida = visit(address, strict=False)
        ida.create(QUICK_GAME)
        wait_for_turn(ida.page)
        before = log_texts(ida.page)
        service.signal(15)
        service.status()
        expect(ida.page.locator(".banner")).to_be_visible()
    with whole_service(tmp_path, port, FACEOFF_AI_PACE_MS="0"):
        expect(ida.page.locator(".banner")).to_be_hidden()
        assert log_texts(ida.page)[: len(before)] == before
        ida.start_tapping(4)
        ida.wait_for_taps(4)


def test_a_move_that_is_tapped_twice_counts_once(visit):
    ida = visit()
    game = ida.create("hockey", options=QUICK)
    wait_for_turn(ida.page)
    ida.page.evaluate(f"() => {{ const card = document.querySelector('{CARDS}'); card.click(); card.click(); }}")
    expect(ida.page.locator(".hand .held")).to_have_count(4)
    wait_for_turn(ida.page)
    assert len(own_plays(ida, game)) == 1


def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(visit):
    ida = visit(strict=False)
    game = ida.create("hockey", options=QUICK)
    wait_for_turn(ida.page)
    sent, lost = [], []

    def lose(route):
        sent.append(route.request)
        if len(sent) > 1:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    ida.page.route("**/moves", lose)
    ida.page.locator(CARDS).first.click()
    expect(ida.page.locator(".hand .held")).to_have_count(4)
    wait_for_turn(ida.page)
    assert lost == [204]
    assert len(sent) > 1
    assert len(own_plays(ida, game)) == 1


def test_a_second_tab_follows_and_plays_on(visit):
    ida = visit()
    ida.create("hockey", options=QUICK)
    wait_for_turn(ida.page)
    second = ida.new_page()
    second.goto(ida.page.url)
    wait_for_turn(second)
    wait_until(lambda: log_texts(second) == log_texts(ida.page))
    held = second.locator(CARDS).count()
    ida.page.locator(CARDS).first.click()
    expect(second.locator(".hand .held")).to_have_count(held - 1)
    wait_for_turn(second)
    second.locator(CARDS).first.click()
    expect(ida.page.locator(".hand .held")).to_have_count(held - 2)


def test_reload_and_the_back_button_keep_the_place(visit):
    ida = visit()
    ida.open()
    ida.page.get_by_role("button", name=f"Play: {VARIANTS[QUICK_GAME].name}").click()
    ida.page.wait_for_selector(".hand")
    place = ida.page.url
    ida.page.reload()
    ida.page.wait_for_selector(".hand")
    assert ida.page.url == place
    ida.page.go_back()
    expect(ida.page.get_by_role("heading", name="Go on playing")).to_be_visible()
    expect(ida.page.locator(".own-games .badge")).to_have_text("Your turn")
    ida.shoot("home-going-on")
    ida.page.locator(".own-games a").first.click()
    ida.page.wait_for_selector(".hand")
    assert ida.page.url == place


MOVE_ON_AT_ONCE = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("#app main")) return;
  observer.disconnect();
  location.hash = "#/new/hockey";
}).observe(document, { subtree: true, childList: true });
"""


def test_who_moves_on_before_the_page_is_quite_there_is_followed(visit):
    ida = visit()
    ida.context.add_init_script(MOVE_ON_AT_ONCE)
    ida.open()
    expect(ida.page.get_by_role("button", name="Start the game")).to_be_visible()


def test_a_seat_is_left_to_the_computer_and_taken_back(visit):
    ida = visit()
    ida.create("hockey", [{"kind": "person", "name": "Ida"}, {"kind": "person", "name": "Ole"}], options=QUICK)
    ida.page.get_by_role("button", name="Menu").click()
    ida.shoot("menu")
    assert ida.violations() == []
    ida.page.get_by_role("button", name="Let the computer play for me").click()
    ida.page.get_by_role("button", name="Yes").click()
    expect(ida.page.get_by_text("A computer plays your seat.")).to_be_visible()
    back = ida.page.get_by_role("button", name="Play on myself")
    back.click()  # the computer waits for Ole, who does not play
    expect(back).to_be_hidden()


def test_a_friend_sees_who_invites_to_which_private_game(visit):
    ida, ole = visit(), visit(name="Ole", strict=False)
    ida.open("#/new/hockey")
    ida.page.get_by_role("radio", name="A friend").check()
    ida.page.get_by_role("button", name="Start the game").click()
    link = ida.page.locator("input.link").input_value()
    ole.open(link[link.index("#") :])
    expect(ole.page.get_by_role("heading", name="Ida invites you to a game")).to_be_visible()
    expect(ole.page.get_by_text("Hockey (Standard)")).to_be_visible()
    game_id = link.split("/")[-2]
    seen = ole.page.evaluate("async (id) => (await fetch(`/v1/games/${id}`)).status", game_id)
    assert seen == 404, "the game is private"
    ole.page.get_by_role("button", name="Join the game").click()
    ole.page.wait_for_selector(".table")
    eva = visit(name="Eva", strict=False)
    eva.open(link[link.index("#") :])
    expect(eva.page.get_by_role("alert")).to_contain_text("No open seat")
    expect(eva.page.get_by_role("button", name="Join the game")).to_have_count(0)


def test_a_player_who_has_left_is_shown_as_away_and_an_absent_one_is_replaced_by_a_computer(visit, let_pass, let_leave):
    ida, ole = visit(), visit(name="Ole")
    seats = [{"kind": "person", "name": "Ida"}, {"kind": "open"}]
    game = ida.create(QUICK_GAME, seats, absent_after_s=60)
    ole.open(f"#/join/{game['id']}/{game['join_code']}")
    ole.page.get_by_role("button", name="Join the game").click()
    ole.page.wait_for_selector(".hand")
    ida.page.wait_for_selector(".hand")
    wait_until(lambda: ida.page.locator(MOVES).count() + ole.page.locator(MOVES).count())
    absent, waiting = (ida, ole) if ida.page.locator(MOVES).count() else (ole, ida)
    is_away = waiting.page.get_by_text("is away")
    absent.open("#/")
    let_leave(game["id"])
    expect(is_away).to_be_visible()
    waiting.shoot("away")
    assert waiting.violations() == []
    absent.open(f"#/game/{game['id']}")
    expect(is_away).to_be_hidden()
    replaces = waiting.page.get_by_role("button", name="Let a computer play for them")
    let_pass(game["id"], 30)
    expect(replaces).to_be_hidden()
    let_pass(game["id"], 30)
    replaces.click()
    wait_for_turn(waiting.page)
    expect(absent.page.get_by_text("A computer plays your seat.")).to_be_visible()


def test_a_game_that_is_gone_is_reported_as_gone(visit):
    ida = visit(strict=False)
    ida.open("#/game/g_aaaaaaaaaaaaaaaaaaaa")
    expect(ida.page.get_by_role("heading", name="This game is not here")).to_be_visible()
    assert "g_aaaa" not in ida.page.locator("main").inner_text()
    assert ida.violations() == []


def kept_game(number, is_over=False):
    game_id = f"g_{number:020d}"
    token = f"{game_id}.{'x' * 43}"
    saved = {"id": game_id, "token": token, "tokens": {}, "owner_token": None, "join_code": None, "seen": 0}
    return {"saved": saved, "variant": QUICK_GAME, "title": f"Game {number}", "at": number, "isOver": is_over}


def test_no_seat_of_a_running_game_is_thrown_away_and_all_are_listed_those_with_a_turn_first(visit):
    ida = visit()
    shown = ida.create("hockey", options=QUICK)
    wait_for_turn(ida.page)
    token = {"Authorization": f"Bearer {shown['tokens']['0']}"}
    request = urllib.request.Request(f"{ida.address}/v1/games/{shown['id']}", headers=token)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        waiting = json.load(answer) | {"to_act": [], "legal_moves": []}
    ida.page.route("**/v1/games/g_0*", lambda route: route.fulfill(json=waiting))
    ida.open("#/")
    ida.page.evaluate(
        f"async (games) => {{ {AT}"
        """
            const { saved } = await at("app/saved.js");
            for (const game of games) saved.keep(game);
        }""",
        [kept_game(number) for number in range(40)] + [kept_game(number, is_over=True) for number in range(40, 80)],
    )
    kept = ida.page.evaluate("Object.values(JSON.parse(localStorage['faceoff.games']))")
    assert sum(not game.get("isOver") for game in kept) >= 40, "of which a browser has the only copy"
    assert sum(bool(game.get("isOver")) for game in kept) == 30
    rows = ida.page.locator(".own-games > ul li")
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.first.locator("a")).to_have_attribute("href", re.compile(shown["id"]))
