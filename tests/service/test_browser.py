"""A page of another origin in a real browser: it gets a ticket, opens the event stream, and comes back after the stream has broken off."""

import json
import os
import shutil
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.ports import free_port
from tests.service.client import PERSON
from tests.service.supervised import Supervised, wait_until
from tests.service.test_stack import Http

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")

PAGE = """<!doctype html><script>
const {api, game, token} = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const tell = (what) => fetch("/heard", {method: "POST", body: JSON.stringify(what)});
let known = 0;
async function follow() {
  const answer = await fetch(`${api}/v1/games/${game}/tickets`, {method: "POST", headers: {Authorization: `Bearer ${token}`}});
  const {ticket} = await answer.json();
  const stream = new EventSource(`${api}/v1/games/${game}/stream?after=${known}&ticket=${ticket}`);
  stream.onopen = () => tell({opened: answer.headers.get("X-Request-Id")});
  stream.onmessage = (event) => { known = event.lastEventId; tell({version: Number(known), ...JSON.parse(event.data)}); };
  stream.onerror = () => { stream.close(); again(); };
}
const again = () => setTimeout(() => follow().catch(again), 200);
follow().catch(again);
</script>"""


class Page:
    """A web server of another origin: its page, and what the page tells."""

    def __init__(self):
        self.told = []
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE.encode())

            def do_POST(self):
                page.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def versions(self):
        return [told["version"] for told in self.told if "version" in told]

    def times_opened(self):
        return sum("opened" in told for told in self.told)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def page():
    page = Page()
    yield page
    page.close()


@pytest.fixture
def service(page, tmp_path, monkeypatch):
    """The service as ``make run`` starts it, which lets pages of this origin in, and its port."""
    port = free_port()
    for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FACEOFF_CORS_ORIGINS", page.origin)
    monkeypatch.setenv("FACEOFF_API_PROCESSES", "1")
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
        started.append(subprocess.Popen([BROWSER, *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", address], **quiet))

    yield visit
    for process in started:
        process.terminate()
        process.wait(10)


@pytest.mark.skipif(BROWSER is None and not os.environ.get("REQUIRE_ALL"), reason=f"none of {', '.join(NAMES)} is installed")
@pytest.mark.timeout(120)
def test_a_browser_follows_a_game_and_misses_nothing_when_its_stream_breaks_off(service, page, visit):
    supervised, port = service
    http = Http(port)
    game = http.post("/v1/games", {"variant": "hockey", "public": False, "options": {"first_dealer": "random"}, "seats": [PERSON, PERSON]})

    def play():
        token = game["tokens"][str(http.get(game["links"]["self"], game["tokens"]["0"])["to_act"][0])]
        view = http.get(game["links"]["self"], token)
        return http.post(game["links"]["moves"], {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}, token)["version"]

    def wait_for(version):
        wait_until(lambda: page.versions()[-1:] == [version], lambda: f"{version} is not heard: {page.told}\n{supervised.output}")

    visit({"api": f"http://127.0.0.1:{port}", "game": game["id"], "token": game["tokens"]["0"]})
    wait_until(page.times_opened, lambda: f"no stream is opened: {page.told}")
    wait_for(play())
    os.kill(supervised.find_all("gunicorn")[-1], signal.SIGKILL)
    wait_for(play())
    wait_for(play())
    assert page.versions() == list(range(1, page.versions()[-1] + 1))
    assert page.times_opened() >= 2
    assert all(told["opened"] for told in page.told if "opened" in told), "the page may read the headers that matter"
    http.close()
