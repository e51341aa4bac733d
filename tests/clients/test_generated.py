"""What other people's generators make of openapi.yaml, and of the exact contract of a game: types with good names, and
clients that play a game of every variant to the end.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clients.sdk.generate import TOOLS
from engines import VARIANTS
from service.api.openapi.document import contract_text
from service.config import Settings
from tests.clients.test_sdk import ENVIRONMENT, needs_tools
from tests.service.client import CONTRACT_FILE

HERE = Path(__file__).parent
CHECKED = ["--strict", "--noEmit", "--skipLibCheck"]
"""Options of the TypeScript compiler: the declarations of libraries, two seconds of work, are right without us. What is
generated is therefore written as a module, not as declarations.
"""
STRICT = [*CHECKED, "--noUncheckedIndexedAccess", "--target", "esnext", "--types", "node"]
MODULES = ["--module", "esnext", "--moduleResolution", "bundler"]
# lines of JSON are a type that it does not know by itself; what it writes is type-checked, not formatted
GENERATOR = "{content_type_overrides: {application/x-ndjson: text/plain}, post_hooks: []}"
NAMES = (
    "import faceoff_types, json; print(json.dumps([name for name in vars(faceoff_types) if not name.startswith('_')]))"
)
EXPECTED = {
    "plain": {"Game", "Event", "EventData", "Move", "Table", "CreateGameRequest"},
    "exact": {"GameStatus", "PresetKey", "CardCode", "DealEventData", "Table", "PlayMove"},
}
"""Types that must be there, by contract."""


def run(*command, cwd):
    """What a program writes that finds no module of ours but in its folder."""
    alone = ENVIRONMENT | {"PYTHONPATH": str(cwd)}
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, env=alone, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(params=EXPECTED)
def contract(request, tmp_path):
    """The file of a contract, and types that must be made of it."""
    if request.param == "plain":
        return CONTRACT_FILE, EXPECTED["plain"]
    (tmp_path / "exact.yaml").write_text(contract_text(Settings(), variant="hockey"))
    return tmp_path / "exact.yaml", EXPECTED["exact"]


@pytest.mark.parametrize("kind", ["pydantic_v2.BaseModel", "typing.TypedDict"])
def test_datamodel_code_generator_numbers_no_name_and_warns_of_nothing(kind, contract, tmp_path):
    file, expected = contract
    options = [
        "--input-file-type",
        "openapi",
        "--target-python-version",
        "3.11",
        "--formatters",
        "builtin",
        "--use-annotated",
    ]
    generator = [sys.executable, "-W", "error", "-m", "datamodel_code_generator", "--output-model-type", kind]
    run(*generator, *options, "--input", file, "--output", tmp_path / "faceoff_types.py", cwd=tmp_path)
    names = set(json.loads(run(sys.executable, "-c", NAMES, cwd=tmp_path)))
    assert expected <= names
    assert [name for name in names if re.search("[0-9]$", name)] == []


@needs_tools
def test_hey_api_numbers_no_name_and_warns_of_nothing(contract, tmp_path):
    file, expected = contract
    generator = [
        TOOLS / "node_modules/.bin/openapi-ts",
        "--input",
        file,
        "--output",
        "types",
        "--plugins",
        "@hey-api/typescript",
    ]
    printed = run(*generator, "--no-log-file", cwd=tmp_path)
    assert "warn" not in printed.lower()
    types = tmp_path / "types" / "types.gen.ts"
    names = re.findall(r"^export type (\w+)", types.read_text(), re.MULTILINE)
    assert expected <= set(names)
    assert [name for name in names if re.search("[0-9]$", name)] == []
    run(TOOLS / "node_modules/.bin/tsc", *CHECKED, "--target", "esnext", *MODULES, types, cwd=tmp_path)


def assert_was_played(variant, output):
    (line,) = output.splitlines()
    assert line.split()[0] == variant
    assert "finished" in line.split()


@pytest.fixture(scope="module")
def python_client(tmp_path_factory):
    """The folder of a program with a client that openapi-python-client makes of the contract."""
    folder = tmp_path_factory.mktemp("python")
    (folder / "config.yaml").write_text(GENERATOR)
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    run(
        *generator,
        "--config",
        "config.yaml",
        "--path",
        CONTRACT_FILE,
        "--output-path",
        folder / "generated_client",
        cwd=folder,
    )
    shutil.copy(HERE / "play_generated.py", folder)
    return folder


@pytest.mark.slow
def test_a_generated_python_client_is_typed(python_client):
    run(sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "play_generated.py", cwd=python_client)


@pytest.mark.slow
def test_a_generated_python_client_knows_every_game(address, python_client):
    assert run(sys.executable, "play_generated.py", address, cwd=python_client).split() == list(VARIANTS)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_generated_python_client_plays_every_game(variant, address, python_client):
    assert_was_played(variant, run(sys.executable, "play_generated.py", address, variant, cwd=python_client))


@pytest.fixture(scope="module")
def typescript_client(tmp_path_factory):
    """The folder of a program with types that openapi-typescript makes of the contract."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "play_generated.ts", folder)
    run(
        TOOLS / "node_modules/.bin/openapi-typescript",
        CONTRACT_FILE,
        "--output",
        "schema.ts",
        "--default-non-nullable=false",
        cwd=folder,
    )
    return folder


@pytest.mark.slow
@needs_tools
def test_a_generated_typescript_client_is_typed(typescript_client):
    run(TOOLS / "node_modules/.bin/tsc", *STRICT, *MODULES, "play_generated.ts", cwd=typescript_client)


@pytest.mark.slow
@needs_tools
def test_a_generated_typescript_client_knows_every_game(address, typescript_client):
    assert run("node", "play_generated.ts", address, cwd=typescript_client).split() == list(VARIANTS)


@pytest.mark.slow
@needs_tools
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_generated_typescript_client_plays_every_game(variant, address, typescript_client):
    assert_was_played(variant, run("node", "play_generated.ts", address, variant, cwd=typescript_client))
