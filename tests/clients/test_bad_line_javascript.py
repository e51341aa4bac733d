"""What the JavaScript SDK did wrong on a bad line, each with a service of a few lines that cuts, delays or lies: the
tests of bad_line.mjs, with Node.js. test_bad_line.py has those of the Python SDK.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tests import children
from tests.clients.test_sdk import ENVIRONMENT

PROGRAM = Path(__file__).parent / "bad_line.mjs"
PARTS = 5
"""At once, each in a process of its own: most of the time, the tests wait."""
NOT_OK = re.compile(r"^not ok \d+ - .*?(?=^(?:not )?ok |\Z)", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def running():
    """The parts of the program, all of them begun."""
    begun = [
        children.start(
            ["node", "--test-reporter=tap", PROGRAM, str(part), str(PARTS)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        for part in range(PARTS)
    ]
    yield begun
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("part", range(PARTS))
def test_the_javascript_sdk_on_a_bad_line(running, part):
    """Each test of the program is named after what went wrong, and so is its failure here."""
    output, errors = running[part].communicate(timeout=200)
    assert (NOT_OK.findall(output), errors, running[part].returncode) == ([], "", 0)
    assert output.count("\nok ") >= 40 // PARTS
