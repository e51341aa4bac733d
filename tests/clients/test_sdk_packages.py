"""The wheel and the npm package: installed where nothing of ours is, they play, and the READMEs are right."""

import gzip
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from clients.bundle import page
from clients.sdk.build import build
from clients.sdk.generate import JAVASCRIPT, PYTHON, TOOLS
from tests import children
from tests.browser import ALONE, BROWSER, needs_browser
from tests.clients.test_generated import MODULES, run
from tests.clients.test_sdk import HERE, assert_went_well, needs_tools
from tests.games import QUICK_GAME

MOST_COMPRESSED = 13_000
STRICT = ("--strict", "--noEmit", "--skipDefaultLibCheck", *MODULES, "--target", "es2022")
"""With the declarations of the package itself, and none of Node.js."""

pytestmark = [needs_tools, pytest.mark.slow]

PAGE = """<script type="module">
import { Client, newSeed, randomMove } from "./faceoff-client/lib/index.js";
const report = (outcome) => fetch("/", { method: "POST", body: JSON.stringify(outcome) });
try {
  const client = new Client({ address: location.hash.slice(1) });
  const game = await client.create("hockey", { level: 1, pace_ms: 0, clientSeed: newSeed() });
  const seen = [];
  const source = await game.eventSource();
  source.onmessage = ({ data }) => seen.push(...JSON.parse(data).events);
  const follow = async (events = []) => { for await (const event of game.events()) events.push(event); return events; };
  const followed = follow();
  for await (const turn of game.turns()) await game.play(randomMove(turn));
  const events = await followed;
  while (source.readyState !== EventSource.CLOSED) await new Promise((resolve) => setTimeout(resolve, 50));
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const open = await client.create("hockey", { seats: [{ kind: "person" }, { kind: "open" }] });
  const aborted = await open.wait({ signal: abort.signal }).catch((error) => error.name);
  const log = document.querySelector("#log");
  while (!log.textContent.includes("Game over")) await new Promise((resolve) => setTimeout(resolve, 50));
  const last = (list) => list.at(-1).type;
  const same = events.length === seen.length;
  const faults = await game.fairnessFaults();
  report({ result: game.result, followed: last(events), seen: last(seen), same, aborted, faults });
} catch (error) {
  report({ error: String(error.stack) });
}
</script>"""


def snippets(folder, language):
    """The code of a README, in the order in which it stands there, as one program."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (folder / "README.md").read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The packages: the npm package, whose sources are type-checked on the way, and the wheel."""
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def python(built, tmp_path_factory):
    """An interpreter that has the wheel, and otherwise only the environment of the tests."""
    folder = tmp_path_factory.mktemp("python")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    interpreter = folder / "venv/bin/python"
    wheel = next(path for path in built if path.suffix == ".whl")
    uv = (Path(sys.executable).with_name("uv"), "pip", "install", "--python", interpreter)
    run(*uv, "--offline", "--no-deps", wheel, cwd=folder)
    site = run(interpreter, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    # its own .pth files, with ours in the tree, are not read
    Path(site, "requests.pth").write_text(sysconfig.get_path("purelib"))
    assert site in run(interpreter, "-c", "import faceoff_client; print(faceoff_client.__file__)", cwd=folder)
    return interpreter


@pytest.fixture(scope="module")
def node_folder(built, tmp_path_factory):
    """A folder in which the npm package is installed."""
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text('{"type": "module"}')
    package = next(path for path in built if path.suffix == ".tgz")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", package, cwd=folder)
    return folder


def test_the_wheel_plays_a_game_and_the_readme_is_right(python, address, tmp_path):
    wanted = json.dumps({"address": address, "variants": [QUICK_GAME]})
    assert_went_well(json.loads(run(python, HERE / "play_sdk.py", wanted, cwd=tmp_path).splitlines()[-1]))
    program = "\n".join(snippets(PYTHON.parent, "python")).replace("http://127.0.0.1:8000", address)
    (tmp_path / "readme.py").write_text(program)
    output = run(python, "readme.py", cwd=tmp_path)
    for text in (
        "The game begins.",
        "Ole plays",
        "game_started",
        "the computer: play",
        "moves, at most",
        "2 of 2 pairs",
        "game/not_found 404",
    ):
        assert text in output
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "readme.py", cwd=tmp_path)


def test_the_wheel_has_the_server_of_the_tools_with_its_page(python, tmp_path):
    assert "Let assistants and agents play." in run(python, "-m", "faceoff_client.mcp", "--help", cwd=tmp_path)
    show = "from faceoff_client.mcp.server import table_page; print(table_page('fr'), end='')"
    assert run(python, "-c", show, cwd=tmp_path) == page("fr")


def test_the_npm_package_plays_a_game_and_the_readme_is_right(node_folder, address):
    shutil.copy(HERE / "play_sdk.mjs", node_folder)
    wanted = json.dumps({"address": address, "variants": [QUICK_GAME]})
    assert_went_well(json.loads(run("node", "play_sdk.mjs", wanted, cwd=node_folder).splitlines()[-1]))
    program = "\n".join(snippets(JAVASCRIPT, "js")).replace("http://127.0.0.1:8000", address)
    (node_folder / "readme.ts").write_text(program)
    output = run("node", "readme.ts", cwd=node_folder)
    for text in (
        "The game begins.",
        "Ole plays",
        "game_started",
        "the computer: play",
        "moves, at most",
        "game/not_found 404",
    ):
        assert text in output
    run(TOOLS / "node_modules/.bin/tsc", *STRICT, "readme.ts", cwd=node_folder)


def test_the_layer_is_small_for_a_page(node_folder):
    modules = (node_folder / "node_modules/faceoff-client/lib").glob("*.js")
    sizes = {module.name: len(gzip.compress(module.read_bytes())) for module in modules}
    assert sum(sizes.values()) - sizes["operations.js"] < MOST_COMPRESSED


class Page:
    """A web server of another origin: a page, the package, and what the page reports."""

    def __init__(self, folder):
        self.outcomes = []
        self.has_reported = threading.Event()
        page = self

        class Handler(SimpleHTTPRequestHandler):
            def do_POST(self):
                page.outcomes.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()
                page.has_reported.set()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@needs_browser
def test_a_page_plays_with_the_modules_as_they_are_and_so_does_that_of_the_readme(node_folder, address, tmp_path):
    (shown,) = snippets(JAVASCRIPT, "html")
    (tmp_path / "index.html").write_text(f"<!doctype html>{shown.replace('http://127.0.0.1:8000', address)}{PAGE}")
    (tmp_path / "faceoff-client").symlink_to(node_folder / "node_modules/faceoff-client")
    page = Page(tmp_path)
    command = [BROWSER, *ALONE, f"--user-data-dir={tmp_path / 'profile'}", f"{page.address}/#{address}"]
    browser = children.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert page.has_reported.wait(60)
    finally:
        browser.terminate()
        browser.wait(10)
        page.server.shutdown()
        page.server.server_close()
    (outcome,) = page.outcomes
    assert outcome.pop("result", outcome)["reason"] in ("score", "draw", "shootout")
    assert outcome == {
        "followed": "game_finished",
        "seen": "game_finished",
        "same": True,
        "aborted": "AbortError",
        "faults": [],
    }
