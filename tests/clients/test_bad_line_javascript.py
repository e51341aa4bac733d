"""What the JavaScript SDK did wrong on a bad line, each with a service of a few lines that cuts, delays or lies: the
tests of bad_line.mjs, with Node.js. test_bad_line.py has those of the Python SDK.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tests.clients.test_sdk import ENVIRONMENT

PROGRAM = Path(__file__).parent / "bad_line.mjs"
PARTS = 4
"""Each in a process of its own: most of the time, the tests wait."""
NOT_OK = re.compile(r"^not ok \d+ - .*?(?=^(?:not )?ok |\Z)", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("part", range(PARTS))
def test_the_javascript_sdk_on_a_bad_line(part):
    """Each test of the program is named after what went wrong, and so is its failure here."""
    command = ["node", "--test-reporter=tap", PROGRAM, str(part), str(PARTS)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=200)
    assert (NOT_OK.findall(done.stdout), done.stderr, done.returncode) == ([], "", 0)
    assert done.stdout.count("\nok ") >= 40 // PARTS
