"""A sixth game needs its own files and one line: added to a copy of the project, it passes the very tests that the others pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEY = "secret_duel"
LINE = f'    "{KEY}",\n'
SUITES = (
    "tests/engines/test_variant_suite.py",
    "tests/ai/test_choose.py",
    "tests/service/test_whole_games.py",
    "tests/service/test_secrecy.py",
    "tests/service/test_contract.py",
)


def run(project, *arguments):
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    done = subprocess.run([sys.executable, *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.timeout(240)
def test_a_sixth_game_needs_its_own_files_and_one_line(tmp_path):
    for name in ("engines", "ai", "service", "clients", "tests", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "golden", "sixth_game"))
    for name in ("wsgi.py", "openapi.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("engines", "docs"):
        shutil.copytree(Path(__file__).parent / name, tmp_path / name, dirs_exist_ok=True)
    registry = tmp_path / "engines" / "__init__.py"
    registry.write_text(registry.read_text().replace('    "hockey",\n', '    "hockey",\n' + LINE))
    assert registry.read_text().count(LINE) == 1
    run(tmp_path, "-m", "service.ops.write_contract", "openapi.yaml")
    ended = run(tmp_path, "-m", "pytest", "-q", "-k", f"{KEY} or test_contract.py and service", *SUITES)
    passed = re.search(r"(\d+) passed", ended)
    assert passed, ended
    assert int(passed[1]) >= 45, ended
    assert "skipped" not in ended
