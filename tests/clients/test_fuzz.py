"""schemathesis against the whole service: what the exact contract of a game allows, what it forbids, and chains of
calls along the links of ``fuzz/links.py``.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines import VARIANTS
from service.api.openapi.document import described
from service.config import Settings
from tests.clients.fuzz.links import LINKS

FOLDER = Path(__file__).parent / "fuzz"
CASES = int(os.environ.get("FUZZ_CASES", "0"))
"""How many cases there must be at least; 0 for as many as go into a short run."""
SHORT_RUNS = {"examples": 100, "fuzzing": 100, "stateful": 50}
"""Phases of schemathesis, and how many requests each makes at least. Its coverage of every boundary takes a minute."""
KEYS = list(VARIANTS) if CASES else list(VARIANTS)[:1]
RUNS = {"all phases": max(CASES // len(KEYS), 100)} if CASES else SHORT_RUNS
EXAMPLES = CASES // len(KEYS) // 30 or 3
"""Examples of an operation: about thirty operations have this many, some have fewer that differ, and chains of calls
come on top.
"""


@pytest.mark.parametrize("phases", RUNS)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
@pytest.mark.timeout(7200 if CASES else 180)
def test_whatever_is_sent_the_answer_is_one_that_the_contract_describes(address, key, phases, tmp_path):
    contract = tmp_path / "openapi.json"
    contract.write_text(json.dumps(document(key)))
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        str(contract),
        "--url",
        address,
        "--checks",
        "all",
        "--no-color",
    ]
    command += ["--max-examples", str(EXAMPLES), "--generation-database", str(tmp_path / "examples")]
    command += [] if CASES else ["--phases", phases, "--seed", "1"]  # with it, what fails once fails again
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    generated = int(re.search(r"(\d+) generated", done.stdout)[1])
    assert generated >= RUNS[phases]


def document(key):
    """The exact contract of a game, with examples, and with links from each answer to the next call."""
    found, by_variant = described(Settings())
    found = json.loads(json.dumps(found | {"components": found["components"] | {"schemas": by_variant[key]}}))
    for item in found["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict) and operation["operationId"] in LINKS:
                for status, answer in operation["responses"].items():
                    if status < "300":
                        answer["links"] = LINKS[operation["operationId"]]
    return found
