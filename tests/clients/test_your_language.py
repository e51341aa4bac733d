"""The guide docs/your-language.md, by what is quick: `make generators` compiles and runs the rest. Recorded answers of
a game of each variant are read with types that other people's tools make of the contract.
"""

import json
import re
import subprocess
import sys

import pytest
import yaml

from bench.generators.__main__ import types_of
from bench.generators.corpus import grown, recorded
from clients.sdk.generate import TOOLS
from tests.clients.test_generated import CHECKED, MODULES, run
from tests.clients.test_sdk import needs_tools
from tests.deploy.shown import listings
from tests.service.client import CONTRACT_FILE

ROOT = CONTRACT_FILE.parent
PROGRAMS = {file.name: file for file in (ROOT / "examples/your_language").iterdir()}
GUIDE = (ROOT / "docs/your-language.md").read_text()
PYDANTIC = (
    "--input-file-type",
    "openapi",
    "--output-model-type",
    "pydantic_v2.BaseModel",
    "--formatters",
    "builtin",
    *re.findall("Give datamodel-code-generator `(.*?)`", GUIDE),
)
READ = """
import json, sys
sys.path.insert(0, ".")
import faceoff_types
from pydantic import BaseModel

def unknown(value, where):
    if isinstance(value, BaseModel):
        yield from (f"{where}.{name}" for name in value.model_extra or {})
        for name in value.model_fields_set & type(value).model_fields.keys():
            yield from unknown(getattr(value, name), f"{where}.{name}")
    elif isinstance(value, list):
        for element in value:
            yield from unknown(element, f"{where}[]")

for line in map(json.loads, sys.stdin):
    read = getattr(faceoff_types, line["type"]).model_validate(line["value"], strict=True)
    print(*unknown(read, line["type"]))
"""


@pytest.fixture(scope="module")
def contract():
    return yaml.load(CONTRACT_FILE.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.fixture(scope="module")
def answers(address, contract):
    """Recorded answers, each with the name of its type."""
    types = types_of(contract)
    return [line | {"type": types[line["kind"]]} for line in recorded(address)]


def test_the_guide_shows_every_program_that_is_run_as_it_is():
    shown = {listing.file: listing.text for listing in listings(GUIDE) if listing.file}
    run_by_the_study = [name for name, file in PROGRAMS.items() if file.suffix in (".go", ".ts")]
    assert shown == {name: PROGRAMS[name].read_text() for name in run_by_the_study}


def test_a_field_of_a_move_is_one_word(contract):
    # A client in TypeScript that reads an open object with legal_moves has legalMoves too, and sends both back.
    assert [name for name in contract["components"]["schemas"]["Move"]["properties"] if "_" in name] == []


@pytest.mark.slow
def test_types_of_datamodel_code_generator_read_every_answer(answers, tmp_path):
    generator = (sys.executable, "-m", "datamodel_code_generator", *PYDANTIC, "--target-python-version", "3.11")
    run(*generator, "--input", CONTRACT_FILE, "--output", tmp_path / "faceoff_types.py", cwd=tmp_path)
    assert set(read(answers, tmp_path)) == {""}
    later = [grown(answer) for answer in answers]
    assert not [unknown for unknown in read(later, tmp_path) if "new_field" not in unknown]


def read(answers, folder):
    """The names of the fields that the types do not know, for each answer."""
    sent = "".join(f"{json.dumps(answer)}\n" for answer in answers)
    command = [sys.executable, "-c", READ]
    done = subprocess.run(command, input=sent, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def shape(value):
    """What of a value its type may refuse: names and kinds, as no answer has an enumeration (ADR 67)."""
    if isinstance(value, dict):
        return frozenset((name, shape(part)) for name, part in value.items())
    if isinstance(value, list):
        return ("list", frozenset(map(shape, value)))
    return type(value)


@pytest.mark.slow
@needs_tools
def test_types_of_openapi_typescript_read_every_answer(answers, contract, tmp_path):
    (tmp_path / "node_modules").symlink_to(TOOLS / "node_modules")
    run(TOOLS / "node_modules/.bin/openapi-typescript", CONTRACT_FILE, "--output", "schema.ts", cwd=tmp_path)
    lines = ['import type { components } from "./schema";']
    assert '"enum"' not in json.dumps(contract["components"]["schemas"])
    differing = {(answer["type"], shape(answer["value"])): answer for answer in answers}.values()
    lines += [
        f'const answer{number}: components["schemas"]["{answer["type"]}"] = {json.dumps(answer["value"])};'
        for number, answer in enumerate(differing)
    ]
    (tmp_path / "answers.ts").write_text("\n".join(lines))
    run(TOOLS / "node_modules/.bin/tsc", *CHECKED, *MODULES, "answers.ts", cwd=tmp_path)
