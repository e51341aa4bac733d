"""The table in a chat: the page of the tools in the reference host of MCP Apps, over both transports."""

import mimetypes
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client as Host, MCPError
from mcp.client.extension import advertise
from playwright.sync_api import expect

from clients.bundle import languages, page as bundled
from clients.mcp.server import APPS, HTML, SHOWN
from clients.mcp.tools import TABLE
from engines import VARIANTS
from tests.clients.mcp.conftest import Instance, ended, on_standard_input
from tests.games import IN_SECRET
from tests.patience import wait_until
from tests.web.visitor import BUILD, SCREENSHOTS, TAP

HERE = Path(__file__).with_name("chat")
MOST_BYTES = 150_000
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; connect-src 'none'; object-src 'none'; base-uri 'self'"
)
"""What a host puts where a page declares no addresses, to the letter of SEP-1865."""
ABLE = {"serverTools": {}, "updateModelContext": {"text": {}}}
YOURS = ".hand button:enabled:not([aria-disabled=true])"
GROUND = {"light": "rgb(234, 242, 248)", "dark": "rgb(13, 23, 34)"}
MOST_TAPS = 1000
BOTH_ASKED = IN_SECRET[0]


class Chat:
    """A host with the tools of one server: what the model calls is shown, and the page calls by itself."""

    def __init__(self, browser, portal, client):
        self._portal, self._client = portal, client
        self.calls, self.faults, self.urls = [], [], []
        self.page = browser.new_page(viewport={"width": 720, "height": 900}, reduced_motion="reduce")
        self.page.on("console", lambda said: said.type == "error" and self.faults.append(said.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.urls.append(request.url))
        self.page.route("**/*", self._served)
        self.page.expose_function("callTool", self._called)
        self.page.goto("http://chat.test/")
        self.page.wait_for_function("window.show")
        (read,) = portal.call(client.read_resource, TABLE).contents
        assert read.mime_type == HTML
        self.html = read.text

    def _served(self, route):
        _, _, host, path = route.request.url.split("/", 3)
        if host == "sandbox.test":
            return route.fulfill(path=HERE / "sandbox.html", headers={"Content-Security-Policy": POLICY})
        folder = BUILD / "tools/node_modules" if path.startswith("npm/") else HERE
        file = folder / (path.removeprefix("npm/") or "index.html")
        kind = "text/javascript" if file.suffix == ".mjs" else mimetypes.guess_type(file)[0]
        return route.fulfill(path=file, content_type=kind)

    def _called(self, name, arguments):
        self.calls.append(name)
        return as_sent(self.call(name, **arguments))

    def call(self, name, /, **arguments):
        return self._portal.call(self._client.call_tool, name, arguments)

    def show(self, tool, /, **arguments):
        """Call a tool for the model, and show its answer."""
        result = self.call(tool, **arguments)
        self.draw(arguments, as_sent(result))
        return result

    def draw(self, arguments, result, able=ABLE, theme="light"):
        self.page.evaluate("(given) => show(...given)", [self.html, arguments, result, theme, able])
        self.calls.clear()

    @property
    def table(self):
        """The page of the tools."""
        return self.page.frame_locator("iframe").frame_locator("iframe")

    @property
    def told(self):
        """What the page told the model."""
        return self.page.evaluate("told")

    def tap(self, most):
        """Tap what is legal, as visitors of the web client do."""
        expect(self.table.locator(YOURS).first).to_be_visible()
        self.page.frames[-1].evaluate(TAP, most)

    def picture(self, name):
        self.page.screenshot(path=SCREENSHOTS / f"chat-{name}.png", full_page=True, animations="disabled")


def as_sent(result, **leave_out):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True, **leave_out)


@pytest.fixture(scope="module")
def chat(browser, address, tmp_path_factory):
    """A chat with a server of its own; at the end, nothing was loaded from elsewhere and nothing failed."""
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())

        @cache
        def chat(language="en", *, is_http=False):
            server = on_standard_input(address, "--language", language)
            if is_http:
                server = stack.enter_context(ended(Instance(address, tmp_path_factory.mktemp("instance")))).url
            client = Host(server, extensions=[advertise(APPS, {"mimeTypes": [HTML]})])
            client = stack.enter_context(portal.wrap_async_context_manager(client))
            made.append(Chat(browser, portal, client))
            stack.callback(made[-1].page.close)
            return made[-1]

        made = []
        yield chat
    for one in made:
        assert one.faults == []
        assert [url for url in one.urls if not url.startswith(("http://chat.test/", "http://sandbox.test/"))] == []


@pytest.mark.parametrize("language", languages())
def test_the_page_is_small_and_loads_nothing(language):
    html = bundled(language)
    assert len(html.encode()) <= MOST_BYTES
    assert "src=" not in html.partition("<body>")[0]
    assert "http://" not in html.replace("http://www.w3.org/", "")


def test_a_game_is_played_by_taps_to_its_result_and_again(chat):
    host = chat()
    host.show("new_game", variant="hockey", level="rookie", name="Ida")
    expect(host.table.locator(".score")).to_contain_text("Ida")
    host.tap(MOST_TAPS)
    expect(host.table.locator(".after .result")).to_be_visible()
    assert set(host.calls) == {"play"}
    assert len(host.told) == len(host.calls)
    assert "Game over" in host.told[-1]
    host.table.get_by_role("button", name="Rematch").click()
    expect(host.table.locator(YOURS).first).to_be_visible()
    assert host.calls[-1] == "end"
    assert host.told[-1].startswith("game: ")


def test_a_game_is_played_by_taps_over_http(chat):
    host = chat(is_http=True)
    host.show("new_game", variant="hockey", level="rookie")
    host.tap(5)
    host.page.wait_for_function("told.length === 5")
    expect(host.table.locator(YOURS).first).to_be_visible()


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("fr", "dark")])
@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_is_drawn_and_played_in_both_languages(chat, key, language, theme):
    host = chat(language)
    begun = host.call("new_game", variant=key, level="rookie", name="Ida")
    host.draw({}, as_sent(begun), theme=theme)
    host.tap(8)
    wait_until(lambda: host.page.frames[-1].evaluate("() => taps") == 8, lambda: host.calls)
    expect(host.table.locator(".prompt")).to_contain_text({"en": "Your turn", "fr": "À vous"}[language])
    expect(host.table.locator(YOURS).first).to_be_visible()
    expect(host.table.locator(".table .card").first).to_be_attached()
    expect(host.table.locator(".problem")).to_have_count(0)
    expect(host.table.locator(".unseen[role=status]")).to_have_css("width", "1px")
    html = host.table.locator("html")
    expect(html).to_have_css("background-color", GROUND[theme])
    host.picture(f"{key}-{language}")
    other = "dark" if theme == "light" else "light"
    host.page.evaluate("(theme) => bridge.setHostContext({ theme })", other)
    expect(html).to_have_css("background-color", GROUND[other])


def test_the_frame_is_as_high_as_the_table(chat):
    host = chat()
    host.show("new_game", variant="hockey", level="rookie")
    expect(host.table.locator(YOURS).first).to_be_visible()
    high = host.table.locator("#app").evaluate("(app) => Math.ceil(app.getBoundingClientRect().height)")
    expect(host.page.locator("iframe")).to_have_css("height", f"{high}px")
    assert high == 38 * 16


def test_a_move_that_comes_too_late_is_refused_to_the_person_with_the_table_as_it_is(chat):
    host = chat()
    begun = host.show("new_game", variant="hockey", level="rookie").structured_content
    expect(host.table.locator(YOURS).first).to_be_visible()
    now = begun
    while len(now["moves"]) < 3 or now["version"] == begun["version"]:
        now = host.call("play", game=begun["game"], version=now["version"], number=len(now["moves"])).structured_content
    host.table.locator(YOURS).first.click()  # another move than the last one, which would be a repetition
    expect(host.table.get_by_role("alert")).to_contain_text("move/stale")
    expect(host.table.get_by_role("alert")).not_to_contain_text("Version")
    expect(host.table.locator(".hand .held.legal")).to_have_count(len(now["moves"]))
    host.tap(1)
    expect(host.table.get_by_role("alert")).to_have_count(0)


def test_a_hint_is_shown(chat):
    host = chat()
    host.show("new_game", variant="hockey", level="rookie")
    host.table.get_by_role("button", name="Hint").click()
    expect(host.table.locator(".hint .says, .problem").first).to_be_visible()


def test_a_table_is_found_again_where_the_host_leaves_out_what_is_not_for_the_model(chat):
    host = chat()
    result = host.call("new_game", variant="ice_cold_ice_hockey", level="rookie")
    host.draw({}, as_sent(result, exclude={"meta"}))
    expect(host.table.locator(YOURS).first).to_be_visible()
    assert host.calls[0] == "look"


def test_nothing_can_be_tapped_where_the_host_carries_out_no_calls(chat):
    host = chat()
    result = host.call("new_game", variant="hockey", level="rookie")
    host.draw({}, as_sent(result), able={})
    expect(host.table.locator(".hand button").first).to_be_visible()
    expect(host.table.locator(".hand button:enabled")).to_have_count(0)
    assert host.calls == []


def test_a_refused_call_of_the_model_is_shown_as_text(chat):
    host = chat()
    assert host.show("new_game", variant="hockey", level="rokie").is_error
    expect(host.table.get_by_role("alert")).to_contain_text("level/unknown")


def test_the_table_waits_for_other_people(chat):
    host = chat()
    begun = host.call("new_game", variant=BOTH_ASKED, invite=True, name="Ida").structured_content
    result = host.call("look", game=begun["game"])
    host.call("join_game", game_id=begun["game_id"], join_code=begun["join_code"], name="Ole")
    host.draw({"game": begun["game"]}, as_sent(result))
    expect(host.table.locator(".score")).to_contain_text("Ole")
    expect(host.table.locator(YOURS).first).to_be_visible()
    assert host.calls == ["wait"]


def test_what_is_not_for_the_model_is_sent_to_hosts_that_show_tables_alone(address):
    """Without it an answer has only what the model reads."""
    with start_blocking_portal() as portal:
        for extensions, is_shown in ((None, False), ([advertise(APPS, {"mimeTypes": [HTML]})], True)):
            client = Host(on_standard_input(address), extensions=extensions)
            with portal.wrap_async_context_manager(client):
                answer = portal.call(client.call_tool, "new_game", {"variant": "hockey", "level": "rookie"})
                assert (SHOWN in (answer.meta or {})) is is_shown
                refused = {"game": answer.structured_content["game"], "version": 1, "number": 99}
                answer = portal.call(client.call_tool, "play", refused)
                assert (SHOWN in (answer.meta or {})) is is_shown
                with pytest.raises(MCPError, match="There is no resource ui://faceoff/else; there is ui://"):
                    portal.call(client.read_resource, "ui://faceoff/else")
                (listed,) = portal.call(client.list_resources).resources
                assert (listed.uri, listed.mime_type) == (TABLE, HTML)
