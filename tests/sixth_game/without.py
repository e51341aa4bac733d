"""All tests, in a copy of the project without one of its games: python -m tests.sixth_game.without KEY

What is made from what the games declare is made anew there: the contract, and the picture of the levels' strength.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.sixth_game.added import ROOT, copied, make_options, remove_from, with_environment


def main(key: str) -> None:
    parts = subprocess.check_output(["git", "-C", ROOT, "ls-tree", "--name-only", "HEAD"], text=True).split()
    with tempfile.TemporaryDirectory() as folder:
        project = with_environment(remove_from(copied(Path(folder), *parts), key))
        options, environment = make_options()
        for command in (
            ["make", *options, "contract"],
            [".venv/bin/python", "-m", "bench", "ladder", "--draw-only"],
            ["make", *options, "test"],
        ):
            subprocess.run(command, cwd=project, env=environment, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
