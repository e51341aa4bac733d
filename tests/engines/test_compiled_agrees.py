"""The compiled engines play the very games that the interpreted ones play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = ROOT / "build" / "compiled"


def checksum_of(engines_from: Path) -> list[str]:
    """How the engines of this folder run, and their checksum."""
    environment = os.environ | {"PYTHONPATH": str(engines_from), "PYTHONSAFEPATH": "1"}
    script = Path(__file__).with_name("checksum.py")
    run = subprocess.run(
        [sys.executable, str(script)], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def what_is_missing() -> str:
    """Why the compiled copy cannot be compared; empty if it can."""
    if not list(COMPILED.glob("*__mypyc*.so")):
        return "there is no compiled copy in build/compiled: make compiled"
    sources = [path.relative_to(ROOT) for path in (ROOT / "engines").rglob("*.py")]
    if any(
        not (COMPILED / path).exists() or (COMPILED / path).read_bytes() != (ROOT / path).read_bytes()
        for path in sources
    ):
        return "the copy in build/compiled was made from other sources: make compiled"
    return ""


def test_compiled_and_interpreted_games_have_one_checksum():
    missing = what_is_missing()
    if missing and os.environ.get("REQUIRE_ALL"):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    how, compiled = checksum_of(COMPILED)
    assert how == "compiled"
    assert checksum_of(ROOT) == ["interpreted", compiled]


def test_the_checksum_notices_another_game():
    from tests.engines.checksum import checksum

    assert checksum(1) == checksum(1) != checksum(2)
