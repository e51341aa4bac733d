"""How the client is served: few bytes, of one release, by any web server, with a strict policy; and its types are
right.
"""

import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clients.sdk.generate import outdated_types
from clients.site import write_site
from engines import VARIANTS
from tests.clients.test_sdk import ENVIRONMENT, needs_tools
from tests.games import LONGEST_GAME, QUICK_GAME
from tests.web.visitor import MOVES

ROOT = Path(__file__).parents[2]
TSC = ROOT / "build" / "tools" / "node_modules" / ".bin" / "tsc"
MOST_BYTES = 200_000


def test_a_first_game_is_played_after_less_than_200_kb(visit):
    ida = visit()
    protocol = ida.context.new_cdp_session(ida.page)
    protocol.send("Network.enable")
    received = []
    protocol.on("Network.loadingFinished", lambda loaded: received.append(loaded["encodedDataLength"]))
    ida.open()
    ida.page.get_by_role("button", name=f"Play: {VARIANTS[LONGEST_GAME].name}").click()
    ida.page.wait_for_selector(".hand")
    ida.start_tapping(5)
    ida.wait_for_taps(5)
    assert 40_000 < sum(received) < MOST_BYTES


def test_a_first_visit_loads_three_files_and_a_table_one_more(visit):
    ida = visit()
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    assert files_of(ida) == ["faceoff.css", "faceoff.js"]  # and the page itself
    ida.page.get_by_role("button", name="Play: Hockey").click()
    ida.page.wait_for_selector(".table")
    assert files_of(ida) == ["faceoff.css", "faceoff.js", "more.js"]


def files_of(visitor):
    """The names of the files of the client that were asked for."""
    return sorted(url.rpartition("/")[2] for url in visitor.urls if "/client/" in url)


def test_what_has_been_loaded_is_not_asked_for_again(visit):
    ida = visit()
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    ida.page.reload()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    entries = ida.page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])"
    )
    files = [size for name, size in entries if "/client/" in name]
    assert len(files) == 2
    assert set(files) == {0}, "not even headers"


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere(visit):
    ida = visit(strict=False)
    ida.open()
    ida.page.get_by_role("button", name="Play: Hockey").wait_for()
    ida.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))"
    )
    assert ida.page.evaluate("'ran' in window") is False
    failed = ida.page.evaluate("fetch('http://127.0.0.2:9/').then(() => 'went', ({ name }) => name)")
    assert failed == "TypeError"


@pytest.fixture
def elsewhere(address, tmp_path):
    """The client as `python -m clients.site` writes it, served by a plain web server of another origin."""
    folder = tmp_path / "web"
    write_site(address, folder)

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_any_web_server_can_serve_it_for_a_service_of_another_origin(visit, elsewhere, address):
    ida = visit(elsewhere)
    ida.own.append(address)
    ida.open()
    ida.page.get_by_role("button", name=f"Play: {VARIANTS[QUICK_GAME].name}").click()
    ida.page.wait_for_selector(MOVES)
    ida.start_tapping(3)
    ida.wait_for_taps(3)
    expect(ida.page.locator(".log li").first).to_be_visible()
    assert [url for url in ida.urls if url.startswith(address)]


@needs_tools
def test_the_types_of_the_client_are_right():
    assert outdated_types() == ""
    done = subprocess.run(
        [TSC, "-p", "clients/web"], cwd=ROOT, capture_output=True, text=True, env=ENVIRONMENT, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout
