"""All tests, in a clone of the project without one of its games: python -m tests.sixth_game.without KEY

Files derived from the games' declarations are generated again there: the contract, and the picture of the levels'
strength.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.sixth_game.added import ROOT, outside, remove_from


def main(key: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        remove_from(Path(folder), key)
        for command in ("make .venv/dev.done contract", ".venv/bin/faceoff bench ladder --draw-only", "make test"):
            subprocess.run(command.split(), cwd=folder, env=outside(), check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
