"""A friend at the table: each hears of the rematch, of whose turn it is where nobody looks, and takes a seat along."""

import re

from playwright.sync_api import expect

from service.api.pages import WEB as SERVED
from service.api.pages.bundle import data_address
from tests.web.test_nothing_lost import PEOPLE, QUICK, called

WEB = SERVED / "client"

HIDE = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
NOTIFICATIONS = """
  window.notified = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, { body }) { window.notified.push(body); }
    close() {}
  };
"""


def test_a_friend_hears_of_the_rematch_and_both_play_it(visit):
    ida, ole = visit(), visit(name="Ole")
    game = ida.create("hockey", [PEOPLE[0], {"kind": "open"}], options=QUICK)
    ole.open(f"#/join/{game['id']}/{game['join_code']}")
    second = ole.new_page()
    second.goto(ole.page.url)
    second.get_by_role("button", name="Join the game").wait_for()
    ole.page.get_by_role("button", name="Join the game").click()
    second.wait_for_url(f"**/#/game/{game['id']}")  # a seat of this browser
    second.close()
    ole.page.wait_for_selector(".table")
    called(ida, f"games/{game['id']}/resign", game["tokens"]["0"], {})
    ida.page.get_by_role("button", name="Rematch").click()
    expect(ida.page.get_by_text("Waiting for Ole to take the rematch")).to_be_visible()
    expect(ole.page.get_by_text("The rematch waits for you.")).to_be_visible()
    expect(ole.page).to_have_title(re.compile("^● Rematch: "))
    ole.page.get_by_role("button", name="Rematch").click()
    for one in (ida, ole):
        one.page.wait_for_selector(".hand")
    assert ida.page.url.rsplit("/", 1)[1] == ole.page.url.rsplit("/", 1)[1] != game["id"]


WRITTEN = """
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    written.push(text);
    return write.call(this, text, ...rest);
  };
"""


def test_players_without_a_name_are_spoken_to_and_each_other_by_their_numbers(visit):
    """Each in the language of the page, and everywhere on it; a picture is for others."""
    host, guest = visit(name="", size="phone"), visit(name="", language="fr")
    host.context.add_init_script(WRITTEN)
    host.open("#/new/hockey")
    host.page.get_by_label("A friend, by a link").check()
    host.page.get_by_role("button", name="Start the game").click()
    guest.page.goto(host.page.locator("input.link").input_value())
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Rejoindre la partie")
    guest.page.get_by_role("button", name="Rejoindre la partie").click()
    sides = (host, "You", "Player 2"), (guest, "Vous", "Joueur 1")
    for one, own, other in sides:
        expect(one.page.locator(".score .own")).to_have_text(own)
        expect(one.page.locator(".score .other")).to_have_text(other)
    expect(host.page).to_have_title(re.compile("You – Player 2"))
    expect(guest.page).to_have_title(re.compile("Joueur 1 – Vous"))
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("button", name="Abandonner").click()
    guest.page.get_by_role("button", name="Oui").click()
    expect(guest.page.locator(".result h2")).to_have_text("Joueur 1 gagne")
    host.page.get_by_role("button", name="Share the result").click()
    host.page.wait_for_function("written.length > 0")
    assert {"Player 1", "Player 2"} < set(host.page.evaluate("written"))
    for one, own, other in sides:
        assert "1)" not in one.page.locator("body").inner_text(), "nobody has the name of the other"
        row = re.compile(f"{own} – {other}|{other} – {own}")
        one.page.locator(".bar > a").click()
        expect(one.page.locator(".own-games a", has_text=row)).to_be_attached()


def test_a_turn_where_nobody_looks_is_in_title_icon_and_a_notification(visit):
    ida = visit()
    ida.context.add_init_script(NOTIFICATIONS)
    game = ida.create("hockey", PEOPLE, options=QUICK)
    icon = ida.page.locator("link[rel=icon]")
    ida.page.get_by_role("button", name="Menu").click()
    ida.page.get_by_label("Notify me").check()
    ida.page.get_by_role("button", name="Close").click()

    def play(seat):
        view = called(ida, f"games/{game['id']}", game["tokens"][seat])
        move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
        called(ida, f"games/{game['id']}/moves", game["tokens"][seat], move)
        return called(ida, f"games/{game['id']}", game["tokens"]["0"])["to_act"]

    to_act = called(ida, f"games/{game['id']}", game["tokens"]["0"])["to_act"]
    while to_act == [0]:
        to_act = play("0")
    expect(icon).to_have_attribute("href", data_address(WEB / "icon.svg"))
    ida.page.evaluate(HIDE)
    while to_act == [1]:
        to_act = play("1")
    expect(ida.page).to_have_title(re.compile("^● Your turn: "))
    expect(icon).to_have_attribute("href", data_address(WEB / "icon-turn.svg"))
    assert ida.page.evaluate("notified") == ["Your turn"]


def test_a_seat_is_taken_along_to_another_device_by_a_link(visit):
    ida, phone = visit(size="phone"), visit()
    game = ida.create("hockey", PEOPLE, options=QUICK)
    ida.page.get_by_role("button", name="Menu").click()
    assert ida.page.locator(".menu .code").count() == 0, "shown on demand"
    ida.page.get_by_role("button", name="Play on another device").click()
    expect(ida.page.get_by_role("img", name="QR code of the link to your seat")).to_be_visible()
    expect(ida.page.get_by_text("Anyone who has this link plays your seat")).to_be_visible()
    assert ida.violations() == []
    ida.page.evaluate("navigator.clipboard.writeText = async (text) => { window.link = text; }")
    ida.page.get_by_role("dialog").get_by_role("button", name="Copy the link").click()
    link = ida.page.evaluate("link")
    secret = game["tokens"]["0"]
    assert link == f"{ida.address}/#/seat/{game['id']}/{secret}"
    ida.shoot("seat-link")
    ida.page.get_by_role("button", name="Close").click()
    ida.page.get_by_role("button", name="Menu").click()
    expect(ida.page.get_by_role("button", name="Play on another device")).to_be_visible()
    phone.page.goto(link)
    phone.page.wait_for_url(f"**/#/game/{game['id']}")
    phone.page.wait_for_selector(".hand")
    assert phone.page.evaluate("history.length") <= 2
    assert not [url for url in phone.urls if secret in url.partition("#")[0]]
