"""The guides in docs and the READMEs of the clients: every command and program in them is run, by this test or by the
one that is named.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clients.sdk.generate import JAVASCRIPT, TOOLS, TYPES, outdated_types
from faceoff_client import Client, random_move
from service.api.openapi.document import example_of
from tests import children
from tests.clients.scripted import Scripted
from tests.deploy.shown import assert_as_shown, commands, is_like, listings, pasted
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text()
    for path in sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("clients/*/README.md")])
}
RUN = ("sh", "python", "js", "ts", "json", "html")
ENVIRONMENT = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
NODE = [shutil.which("node", path=ENVIRONMENT["PATH"]), "--no-warnings", "--experimental-eventsource"]
STAY = "\nconst stay = setInterval(() => source.readyState === 2 && clearInterval(stay), 50);\n"
"""Node.js ends while an EventSource is open, other than a browser."""
STRICT = (
    "--strict",
    "--noEmit",
    "--allowJs",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--skipLibCheck",
)

ELSEWHERE = {
    ("clients/python/README.md", "python"): "clients/test_sdk_packages.py",
    ("clients/javascript/README.md", "js"): "clients/test_sdk_packages.py",
    ("clients/javascript/README.md", "html"): "clients/test_sdk_packages.py",
    ("docs/adding-a-game.md", "python"): "sixth_game/test_sixth_game.py",
    ("docs/adding-a-game.md", "sh"): "sixth_game/test_sixth_game.py",
    ("docs/agents.md", "json"): "clients/mcp/test_guide.py",
    ("docs/agents.md", "sh"): "clients/mcp/test_guide.py",
    ("docs/changing-faceoff.md", "sh"): "deploy/test_changes.py",
    ("docs/fairness.md", "js"): "deploy/test_documents.py",
    ("docs/operations.md", "sh"): "deploy/test_operations.py",
    ("docs/your-language.md", "ts"): "clients/test_your_language.py",
}
"""Listings that another test runs."""
NOT_RUN = {
    "make run": "starts the service that the others need",
    ".venv/bin/python -m clients.bot": "is tests/clients/test_bot.py",
    ".venv/bin/faceoff bench load": "takes a minute, and needs Locust",
    ".venv/bin/faceoff bench answer-times": "takes minutes",
    "make sdk": "is tests/clients/test_sdk_packages.py, in folders of its own",
    ".venv/bin/python -m clients.site": "is tests/web/test_served.py",
    "useradd": "needs root and systemd; the unit is checked by tests/deploy/test_operations.py",
    "pip install openapi-generator-cli": "is run by make generators, which needs Java",
    "docker build": "needs a container engine and a cluster: see tests/deploy/test_image.py and test_k8s.py",
    ".venv/bin/python -m pytest": "are tests of their own",
}
"""Commands by their beginning: not run, but a shell can read them, make knows its targets and pytest its files."""


def pasted_commands(name):
    """The commands of a document that are run, each with what is shown below it."""
    shown = commands(listings(DOCUMENTS[name], "sh", "json", "text"))
    return [(text, answer) for text, answer in shown if not text.startswith(tuple(NOT_RUN))]


def programs(*languages):
    """The programs of the guides, by the name of the file that the line above each says."""
    return {
        f"{name}:{listing.file}": listing
        for name, text in DOCUMENTS.items()
        for listing in listings(text, *languages)
        if (name, listing.language) not in ELSEWHERE
    }


BOT = "docs/bots.md:my_bot.py"
"""Runs until it is stopped: it has a test of its own, with the commands of its guide."""
PASTED = [name for name in DOCUMENTS if (name, "sh") not in ELSEWHERE and pasted_commands(name)]
PROGRAMS = programs("python", "js", "ts")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, service):
    """A folder with all programs of the guides, for this service, in which the JavaScript SDK is installed."""
    folder = tmp_path_factory.mktemp("programs")
    package = folder / "node_modules" / "faceoff-client"
    package.mkdir(parents=True)
    shutil.copy(JAVASCRIPT / "package.json", package)
    (package / "lib").symlink_to(JAVASCRIPT / "src")
    (folder / "node_modules" / "@types").symlink_to(TOOLS / "node_modules" / "@types")
    (folder / "package.json").write_text('{"type": "module"}')
    for listing in PROGRAMS.values():
        text = listing.text.replace("localhost:8000", "127.0.0.1:8000").replace(
            "http://127.0.0.1:8000", service.address
        )
        (folder / listing.file).write_text(text)
    return folder


def run(*command, cwd, **environment):
    given = list(map(str, command))
    done = subprocess.run(
        given, cwd=cwd, capture_output=True, text=True, env=ENVIRONMENT | environment, timeout=50, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", [name for name in PASTED if not BOT.startswith(name)])
def test_the_commands_work_as_pasted_and_answer_as_shown(name, service, tmp_path):
    if not shutil.which("jq"):
        pytest.skip("jq is not installed")
    pairs = pasted_commands(name)
    assert_as_shown(pairs, pasted("sh", [command for command, _ in pairs], service.address, tmp_path))


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != BOT])
def test_a_program_runs_and_prints_what_is_shown(name, folder):
    listing = PROGRAMS[name]
    if listing.language != "python" and NODE[0] is None:
        pytest.skip("Node.js is not installed")
    file = folder / listing.file
    if "EventSource" in listing.text:
        file.write_text(file.read_text() + STAY)
    output = run(*([sys.executable] if listing.language == "python" else NODE), file, cwd=folder)
    shown = re.search(
        re.escape(listing.text) + r"```\n+```text\n(.*?)^```",
        DOCUMENTS[name.partition(":")[0]],
        re.MULTILINE | re.DOTALL,
    )
    assert is_like(shown[1], output) if shown else output, output


def test_the_first_client_failed_on_a_game_that_was_aborted(tmp_path):
    view = {"id": "g_1", "status": "aborted", "tokens": {"0": "t"}, "score": [0, 0], "result": None}
    server = Scripted(lambda request: (201, {"Content-Type": "application/json"}, view))
    text = PROGRAMS["docs/first-client.md:play.mjs"].text
    (tmp_path / "play.mjs").write_text(text.replace("http://localhost:8000", server.address))
    try:
        assert run(*NODE, "play.mjs", cwd=tmp_path) == "Score 0-0 by aborted\n"
    finally:
        server.close()


@pytest.fixture
def bot(folder):
    """The token of the bot of its guide, which runs."""
    command = [sys.executable, folder / PROGRAMS[BOT].file]
    with children.start(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield re.fullmatch(r"FACEOFF_BOT_TOKEN=(b_.*)\n", process.stdout.readline())[1]
        finally:
            process.kill()


def test_the_bot_plays_whom_the_commands_of_its_guide_invite(bot, service, tmp_path):
    client, (bot_id, _, _) = Client(service.address), bot.partition(".")
    wait_until(lambda: client.api.get_bot(bot_id)["online"], lambda: "the bot is not online")
    pairs = pasted_commands("docs/bots.md")
    outputs = pasted("sh", [command.replace("=b_...", f"={bot}") for command, _ in pairs], service.address, tmp_path)
    assert_as_shown(pairs, outputs)
    invited, match = map(json.loads, outputs)
    client.api.cancel_match(match["id"], token=bot)
    game = client.resume({**client.watch(invited["id"]).saved(), "token": invited["tokens"]["0"]})
    for turn in game.turns():
        game.play(random_move(turn))
    assert (game.status, game.view["seats"][1]["bot_id"]) == ("finished", bot_id)


def test_make_run_installs_what_the_clients_of_this_repository_need():
    """The guides start them in .venv/bin/python after `make run`, where nothing says what else to install."""
    planned = subprocess.run(
        ["make", "--dry-run", "--always-make", "run"], cwd=ROOT, capture_output=True, text=True, timeout=50, check=True
    )
    assert "--editable clients/python" in planned.stdout


def test_the_bots_of_the_guide_and_of_the_contract_have_names_of_their_own():
    """A name belongs to one bot: who follows the guide and tries the contract registers all of them."""
    guide = DOCUMENTS["docs/bots.md"]
    written = re.findall(r'register_bot\({"name": "([^"]+)"|clients\.bot --name (\S+)', guide)
    names = ["".join(pair) for pair in written] + [example_of("register_bot")["asked"]["name"]]
    assert len(set(names)) == 3


def test_the_programs_in_python_are_typed(folder):
    assert outdated_types(TYPES[:1]) == ""
    files = [folder / listing.file for listing in programs("python").values()]
    run(sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files, cwd=ROOT)


@pytest.mark.skipif(
    not TOOLS.joinpath("done").exists() and not os.environ.get("REQUIRE_ALL"),
    reason="make check installs the npm tools",
)
def test_the_programs_in_typescript_are_typed(folder):
    assert outdated_types() == ""
    run(TOOLS / "node_modules/.bin/tsc", *STRICT, *(listing.file for listing in programs("ts").values()), cwd=folder)


def test_every_program_names_its_file_and_no_two_share_one():
    files = [listing.file for listing in PROGRAMS.values()]
    assert all(files)
    assert len(set(files)) == len(files)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_listing_is_run_or_listed_with_a_reason(name):
    for listing in listings(DOCUMENTS[name], *RUN):
        is_run = listing.language in ("python", "js", "ts") or name in PASTED
        is_listed = listing.text.startswith(tuple(NOT_RUN)) or (name, listing.language) in ELSEWHERE
        assert is_run or is_listed, listing.text


def test_the_tests_that_run_listings_elsewhere_exist_and_read_the_document():
    for (name, _), test in ELSEWHERE.items():
        text = (ROOT / "tests" / test).read_text()
        assert Path(name).name in text, test


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_shell_can_read_every_command_make_knows_its_targets_and_pytest_its_files(name):
    for listing in listings(DOCUMENTS[name], "sh"):
        run("sh", "-n", "-c", listing.text, cwd=ROOT)
        for line in listing.text.replace("\\\n", "").splitlines():
            if line.startswith("make "):
                run("make", "--dry-run", *re.sub(r"#.*|-C /opt/faceoff", "", line).split()[1:], cwd=ROOT)
            elif (name, "sh") not in ELSEWHERE:
                assert not [file for file in re.findall(r"tests/\S+", line) if not (ROOT / file).exists()], line
