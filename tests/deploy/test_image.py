"""The Dockerfile: its build stage followed in a clean folder, and what it makes run as the image would run it.

No container engine is needed: of the steps only the installation of Debian's packages is left out, and nothing is
compiled twice: where `make` has compiled the very files that the steps before copy, what it built is installed, and the
pages that it wrote are those of the image.
"""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from http.client import HTTPConnection
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service.api import static_files
from service.config import Settings, variable_name
from service.ops.embedded_redis import EmbeddedRedis
from service.store.connection import connect
from service.store.webhooks import KeyRing
from tests import children
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
WHEELS = ROOT / "build" / "wheel"
PAGES = static_files.BUILT.relative_to(static_files.ROOT)
DIGEST = "from service.api.static_files import digest_of_sources; print(digest_of_sources())"


def stages():
    """The instructions of each stage: pairs of word and text, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        if word and not word.startswith("#"):
            found[-1].append((word, rest.strip()))
    return found


def texts(stage, word):
    return [text for found, text in stage if found == word]


def environment(stage):
    """What the ENV instructions set, later ones over earlier ones."""
    return dict(pair.split("=", 1) for text in texts(stage, "ENV") for pair in shlex.split(text))


def let_through(name):
    """Whether .dockerignore, which shuts everything out first, lets this path into the build."""
    patterns = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert patterns[0] == "*"
    return f"!{name}" in patterns


@pytest.fixture(scope="module")
def build():
    """The folder in which the build stage is carried out, ``/opt/faceoff`` of the image is ``opt/faceoff`` there; and
    the instructions that are to be followed.
    """
    folder = Path(tempfile.mkdtemp(prefix="faceoff-image-"))
    yield folder, stages()[0]
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(build):
    """The folder when all packages of others are installed."""
    folder, instructions = build
    while not instructions[0][1].startswith("pyproject.toml"):
        follow(folder, *instructions.pop(0))
    return folder


@pytest.fixture(scope="module")
def built(build, installed):
    """The folder after all instructions."""
    folder, instructions = build
    while instructions:
        follow(folder, *instructions.pop(0))
    return folder


def follow(folder, word, text):
    """Carry out one instruction of the build stage."""
    if word == "COPY":
        *sources, target = text.split()
        for source in sources:
            assert let_through(source), f".dockerignore keeps {source} from the build"
            copy(ROOT / source, folder / "src" / (source if target == "./" else target))
    elif word == "RUN" and not text.startswith("apt-get"):
        command = text.replace("/opt/faceoff", f"{folder}/opt/faceoff").replace("/wheel", f"{folder}/wheel")
        if "pip wheel" in command and (wheel := compiled_before(folder / "src")):
            (folder / "wheel").mkdir()
            copy(wheel, folder / "wheel")
            return
        if command.endswith(" -m service.api.pages.build") and (pages := pages_before(folder / "opt" / "faceoff")):
            (packages,) = (folder / "opt" / "faceoff").glob("lib/python*/site-packages")
            copy(pages, packages / PAGES)
            return
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        clean |= {
            "PATH": f"{Path(sys.executable).parent}:{clean['PATH']}",
            "CC": quick_compiler(folder),
            "UV_PYTHON": f"{folder}/opt/faceoff/bin/python",
            "UV_COMPILE_BYTECODE": environment(stages()[0])["UV_COMPILE_BYTECODE"],
        }
        done = subprocess.run(command, shell=True, cwd=folder / "src", env=clean, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    elif word == "WORKDIR":
        (folder / text.lstrip("/")).mkdir(parents=True)


def compiled_before(sources):
    """The wheel that `make` built, if it is of these sources and no others; None if they have to be compiled."""
    for wheel in WHEELS.glob("*.whl"):
        if contents(sources) == contents(WHEELS / "source"):
            return wheel
    return None


def pages_before(installed):
    """The pages that `make` wrote, if they are of what is installed and no other; None if they have to be written."""
    pages = ROOT / "build" / "compiled" / PAGES
    if not pages.exists():
        return None
    digest = subprocess.run(
        [installed / "bin" / "python", "-P", "-c", DIGEST], check=True, capture_output=True, text=True
    )
    with pages.open("rb") as file:
        return pages if static_files.StaticFiles(file).sources == digest.stdout.strip() else None


def contents(folder):
    """What is in the files of a folder from which the package is built: lock files are not in it, nor are types of
    JavaScript, which `make test` generates while the wheel is built.
    """
    files = (
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".ts") and path.parent.name != "requirements"
    )
    return {path.relative_to(folder): path.read_bytes() for path in files}


def quick_compiler(folder):
    """A C compiler that does not optimise: the optimiser takes most of the build's time, and speed is measured in
    bench.
    """
    script = folder / "cc"
    script.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    script.chmod(0o755)
    return str(script)


def copy(source, target):
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    else:
        shutil.copy(source, target)


# A container as the manifests ask for it: nothing can be written but below /tmp, and no capability is left.
CONFINED = """
mount -t tmpfs tmpfs "$TMPDIR" && mount -o remount,bind,ro / &&
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
"""


def confinement():
    """What a command is put behind; nothing on a machine that does not let us make namespaces."""
    namespace = ["unshare", "--mount", *([] if os.getuid() == 0 else ["--map-root-user"])]
    try:
        allowed = subprocess.run([*namespace, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        allowed = False
    return [*namespace, "sh", "-c", CONFINED, "sh"] if allowed else []


@pytest.fixture
def in_image(built, tmp_path):
    """Run commands as a container does: with the image's environment and no other, from ``/``, on a read-only root."""
    running = []

    def start(*command, entry=(), **settings):
        environ = environment(stages()[-1]) | {name: str(value) for name, value in settings.items()}
        environ |= {"PATH": f"{built}/opt/faceoff/bin:/usr/bin:/bin", "TMPDIR": str(built / "tmp")}
        entry = entry or json.loads(texts(stages()[-1], "ENTRYPOINT")[0])
        output = (tmp_path / f"output-{len(running)}").open("w+")
        process = children.start([*confinement(), *entry, *command], cwd="/", env=environ, stdout=output, stderr=output)
        running.append((process, output))
        return process

    (built / "tmp").mkdir(exist_ok=True)
    yield start
    for process, output in running:
        process.kill()
        process.wait()
        output.close()


def ask(port, path, method="GET", body=None, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    except OSError:
        return None, ""
    finally:
        connection.close()


@pytest.mark.slow
def test_the_image_has_the_packages_that_are_locked_for_it_and_no_others(installed):
    (packages,) = (installed / "opt" / "faceoff").glob("lib/python*/site-packages")
    found = {f"{canonicalize_name(one.name)}=={one.version}" for one in distributions(path=[str(packages)])}
    lines = (ROOT / "requirements/locked.txt").read_text().splitlines()
    locked = [Requirement(line.partition(" --hash")[0]) for line in lines if re.search("#.* image", line)]
    assert found == {f"{one.name}{one.specifier}" for one in locked if one.marker is None or one.marker.evaluate()}


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_the_build_stage_makes_serves_and_plays_as_api_and_worker(in_image, tmp_path, free_ports):
    """All in one test, as the build takes a while: engines compiled, health, a game against the computer, metrics of
    both, a clean end.
    """
    port, metrics_port, of_worker = free_ports
    with EmbeddedRedis(tmp_path) as server:
        settings = {"REDIS_URL": server.url, "FACEOFF_PORT": port, "FACEOFF_METRICS_PORT": metrics_port}
        api = in_image("api", **settings)
        worker = in_image("worker", **settings | {"FACEOFF_METRICS_PORT": of_worker})
        wait_until(lambda: ask(port, "/health/ready")[0] == 200, lambda: "the api does not get ready", 60)
        wait_until(lambda: ask(of_worker, "/metrics")[0] == 200, lambda: "the worker does not get ready", 60)
        assert json.loads(ask(port, "/version")[1])["compiled"] is True
        (main,) = re.findall(r'src="(client/[0-9a-f]{12}/faceoff\.js)"', ask(port, "/")[1])
        assert "function focusMain()" in ask(port, f"/{main}")[1]
        assert "export class Client" in ask(port, "/client/sdk/client.js")[1]
        assert 'id="2.3"' in ask(port, "/rules/hockey")[1]
        assert ask(port, "/rules/players/hockey.md")[1].startswith("# Hockey: how to play")
        assert "<h1>Illegal move</h1>" in ask(port, "/problems/move/illegal")[1]
        assert "<h1>Fair shuffles</h1>" in ask(port, "/docs/fairness")[1]
        assert ask(port, "/web/fairness.md")[1].startswith("# Fair shuffles")
        assert "<h1>Create a game</h1>" in ask(port, "/docs/operations/create_game")[1]
        asked = {"variant": "hockey", "seats": [{"kind": "person"}, {"kind": "ai", "level": 4}]}
        status, text = ask(
            port, "/v1/games", "POST", asked, **{"Content-Type": "application/json", "Prefer": "wait=10"}
        )
        assert (status, json.loads(text)["to_act"]) == (201, [0])
        for metrics in (metrics_port, of_worker):
            assert "faceoff_commits_total" in ask(metrics, "/metrics")[1]
        assert ask(port, "/metrics")[0] == 404
        assert in_image("healthy", **settings).wait(20) == 0
        assert in_image("keys", "create", "League", entry=["faceoff"], **settings).wait(20) == 0
        assert [key.name for key in KeyRing(connect(server.url)).all()] == ["League"]
        assert in_image("play", entry=["faceoff"]).wait(20) == 2
        for process in (api, worker):
            process.terminate()
        assert (api.wait(20), worker.wait(20)) == (0, 0)
        assert in_image("healthy", **settings).wait(20) == 1


def test_the_image_runs_as_a_user_without_rights_and_checks_its_health():
    final = stages()[-1]
    user = texts(final, "USER")[-1].partition(":")[0]
    assert user.isdigit(), "Kubernetes recognises that a user is not root by its number only"
    assert int(user) > 0
    assert "service.ops.container" in texts(final, "HEALTHCHECK")[0]
    assert json.loads(texts(final, "CMD")[0]) == ["api"]
    assert not texts(final, "RUN"), "what the final stage holds comes from the build stage"


def test_the_image_sets_real_settings():
    known = {variable_name(field) for field in Settings.__dataclass_fields__} | {"FACEOFF_HOST", "FACEOFF_PORT"}
    assert {name for name in environment(stages()[-1]) if name.startswith("FACEOFF_")} <= known


def test_in_the_image_no_page_of_another_origin_may_call_unless_the_operator_says_so():
    assert environment(stages()[-1])["FACEOFF_CORS_ORIGINS"] == "none"


def test_both_stages_have_one_python_and_the_build_takes_nothing_else_in():
    assert len({text.split()[0] for stage in stages() for text in texts(stage, "FROM")}) == 1
    copied = {name for text in texts(stages()[0], "COPY") for name in text.split()[:-1]}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == allowed
    assert not [name for name in copied if fnmatch.fnmatch(name, "*test*")]


@pytest.mark.parametrize("command", [["serve"], ["api", "now"], []], ids=str)
def test_a_command_that_is_none_is_refused_and_says_which_there_are(command):
    run = subprocess.run(
        [sys.executable, "-m", "service.ops.container", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "use api, worker [queue ... | --webhooks], or healthy" in run.stderr
    assert not [word for word in command if word not in run.stderr]


def test_a_setting_that_cannot_be_read_is_named_once_and_nothing_starts():
    environ = os.environ | {"FACEOFF_MAX_WAIT_S": "soon"}
    run = subprocess.run(
        [sys.executable, "-m", "service.ops.container", "api"], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (2, "FACEOFF_MAX_WAIT_S: 'soon' is not a whole number of at least 0\n")
