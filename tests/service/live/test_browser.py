"""A page of another origin in a real browser: it gets a ticket, opens the event stream, and comes back after the stream
has broken off.
"""

import json
import os
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests import children
from tests.browser import ALONE, BROWSER, needs_browser
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.client import PERSON
from tests.service.supervised import Supervised
from tests.service.test_stack import Http

PAGE = """<!doctype html><script>
const {api, game, token} = JSON.parse(decodeURIComponent(location.hash.slice(1)));
let reported = Promise.resolve();
const report = (what) => {
  reported = reported.then(() => fetch("/heard", {method: "POST", body: JSON.stringify(what)}));
};
let known = 0;
async function follow() {
  const headers = {Authorization: `Bearer ${token}`};
  const answer = await fetch(`${api}/v1/games/${game}/tickets`, {method: "POST", headers});
  const {ticket} = await answer.json();
  report({ticket: answer.headers.get("X-Request-Id")});
  const stream = new EventSource(`${api}/v1/games/${game}/stream?after=${known}&ticket=${ticket}`);
  stream.onopen = () => report({opened: true});
  stream.onmessage = (event) => {
    known = event.lastEventId;
    report({version: Number(known), ...JSON.parse(event.data)});
  };
  // EventSource reconnects by itself, unless an answer was refused: the ticket has expired, or the game is over.
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) again(); };
}
const again = () => setTimeout(() => follow().catch(again), 200);
follow().catch(again);
</script>"""


class Page:
    """A web server of another origin: its page, and what the page reports."""

    def __init__(self):
        self.messages = []
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE.encode())

            def do_POST(self):
                page.messages.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def versions(self):
        return [message["version"] for message in self.messages if "version" in message]

    def times_opened(self):
        return sum("opened" in message for message in self.messages)

    def tickets(self):
        return [message["ticket"] for message in self.messages if "ticket" in message]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def page():
    page = Page()
    yield page
    page.close()


@pytest.fixture
def service(request, tmp_path, monkeypatch):
    """The service as ``make run`` starts it, with the settings of the test's mark, and its port."""
    port = free_port()
    for name in ("REDIS_URL", "QUEUE_REDIS_URL", "FACEOFF_CORS_ORIGINS"):
        monkeypatch.delenv(name, raising=False)
    mark = request.node.get_closest_marker("settings")
    for name, value in {"FACEOFF_API_PROCESSES": "1", **(mark.kwargs if mark else {})}.items():
        monkeypatch.setenv(name, value)
    arguments = ["-m", "service.ops.run", "--port", str(port), "--data-dir", str(tmp_path / "data"), "--workers", "1"]
    supervised = Supervised(arguments, tmp_path)
    try:
        supervised.wait_for("Faceoff is ready")
        yield supervised, port
    finally:
        supervised.end()


@pytest.fixture
def visit(page, tmp_path):
    """Let a browser open the page."""
    started = []

    def visit(what):
        address = f"{page.origin}/#{json.dumps(what, separators=(',', ':'))}"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(children.start([BROWSER, *ALONE, f"--user-data-dir={tmp_path / 'profile'}", address], **quiet))

    yield visit
    for process in started:
        process.terminate()
        process.wait(10)


class People:
    """Two people at a game of Hockey, whose moves the page hears of."""

    def __init__(self, port, page, supervised):
        self.http, self.page, self.supervised = Http(port), page, supervised
        options = {"first_dealer": "random"}
        self.game = self.http.post(
            "/v1/games", {"variant": "hockey", "public": False, "options": options, "seats": [PERSON, PERSON]}
        )

    def play(self):
        """Play a move; its version."""
        game = self.game
        token = game["tokens"][str(self.http.get(f"/v1/games/{game['id']}", game["tokens"]["0"])["to_act"][0])]
        view = self.http.get(f"/v1/games/{game['id']}", token)
        return self.http.post(
            f"/v1/games/{game['id']}/moves", {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}, token
        )["version"]

    def wait_for(self, version):
        """Wait until the page has heard of a version."""
        heard = self.page.versions
        wait_until(
            lambda: heard()[-1:] == [version],
            lambda: f"{version} is not heard: {self.page.messages}\n{self.supervised.output}",
        )


@pytest.fixture
def people(service, page):
    supervised, port = service
    people = People(port, page, supervised)
    yield people
    people.http.close()


@needs_browser
def test_a_browser_follows_a_game_and_misses_nothing_when_its_stream_breaks_off(service, page, visit, people):
    supervised, port = service
    game, play, wait_for = people.game, people.play, people.wait_for
    visit({"api": f"http://127.0.0.1:{port}", "game": game["id"], "token": game["tokens"]["0"]})
    wait_until(page.times_opened, lambda: f"no stream is opened: {page.messages}")
    wait_for(play())
    os.kill(supervised.find_all("gunicorn")[-1], signal.SIGKILL)
    wait_for(play())
    wait_for(play())
    assert page.versions() == list(range(1, page.versions()[-1] + 1))
    assert page.times_opened() >= 2
    assert all(page.tickets()), "the page may read the headers that matter"


@needs_browser
@pytest.mark.settings(FACEOFF_MAX_STREAM_S="1")
def test_a_browser_follows_a_game_over_many_streams_with_one_ticket(service, page, visit, people):
    supervised, port = service
    visit({"api": f"http://127.0.0.1:{port}", "game": people.game["id"], "token": people.game["tokens"]["0"]})
    wait_until(page.times_opened, lambda: f"no stream is opened: {page.messages}")
    for opened in range(2, 6):
        people.play()
        wait_until(
            lambda opened=opened: page.times_opened() >= opened,
            lambda: f"no new stream: {page.messages}\n{supervised.output}",
        )
    people.wait_for(people.play())
    assert page.versions() == list(range(1, page.versions()[-1] + 1))
    assert len(page.tickets()) == 1


@needs_browser
@pytest.mark.settings(FACEOFF_MAX_STREAM_S="1", FACEOFF_TICKET_S="1", FACEOFF_MAX_TICKET_S="2")
def test_a_browser_gets_a_new_ticket_when_the_old_one_has_expired(service, page, visit, people):
    supervised, port = service
    visit({"api": f"http://127.0.0.1:{port}", "game": people.game["id"], "token": people.game["tokens"]["0"]})
    wait_until(lambda: len(page.tickets()) >= 3, lambda: f"no third ticket: {page.messages}\n{supervised.output}")
    people.wait_for(people.play())
    assert page.versions() == list(range(1, page.versions()[-1] + 1))
