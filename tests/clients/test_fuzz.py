"""schemathesis against the whole service: what the contract allows, what it forbids, and chains of calls along its
links.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.client import CONTRACT_FILE

FOLDER = Path(__file__).parent / "fuzz"
CASES = int(os.environ.get("FUZZ_CASES", "0"))
"""How many cases there must be at least; 0 for as many as go into a short run."""
SHORT_RUN = ("--phases", "examples,fuzzing,stateful", "--seed", "1")
"""Coverage of every boundary takes a minute alone; with the seed what fails once fails again."""
EXAMPLES = CASES // 30 or 5
"""Of an operation: about thirty operations have this many, some have fewer that differ, and chains of calls come on
top.
"""


@pytest.mark.slow
@pytest.mark.timeout(7200 if CASES else 180)
def test_whatever_is_sent_the_answer_is_one_that_the_contract_describes(address, tmp_path):
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        str(CONTRACT_FILE),
        "--url",
        address,
        "--checks",
        "all",
        "--no-color",
    ]
    command += ["--max-examples", str(EXAMPLES), "--generation-database", str(tmp_path / "examples")]
    command += [] if CASES else SHORT_RUN
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    generated = int(re.search(r"(\d+) generated", done.stdout)[1])
    assert generated >= max(CASES, 100)
