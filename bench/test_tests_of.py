"""``make test-of`` runs the tests that concern a file."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.tests_of import ROOT, USES, changed, concerning, concerning_all, main


def of(path):
    return concerning(Path(path))


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("service/games/play.py", "tests/service/games/test_use_cases.py"),
        ("service/store/lua/game_commit.lua", "tests/service/store/test_store.py"),
        ("service/api/routes/games.py", "tests/service/games/test_games.py"),
        ("engines/hockey/rules.py", "tests/hockey"),
        ("clients/web/table/moves.js", "tests/web"),
        ("clients/python/faceoff_client/streams.py", "tests/clients/test_sdk.py"),
        ("ai/hockey/encoder.py", "tests/hockey/test_computers.py"),
        ("clients/terminal/play.py", "tests/clients/test_terminal.py"),
        ("docs/security.md", "tests/deploy/test_security.py"),
        ("bench/test_mutants.py", "bench/test_mutants.py"),
    ],
)
def test_a_file_has_its_tests(path, test):
    assert test in of(path)


def test_a_module_that_tests_import_has_theirs_alone_and_another_all_of_its_package():
    assert "tests/service/games/test_whole_games.py" not in of("service/games/play.py")
    assert "tests/service/api/test_bad_input.py" in of("service/api/fields.py")


def test_every_script_and_its_tests_are_listed_as_they_are_called():
    scripts = {path.stem for path in (ROOT / "service/store/lua").glob("*.lua")} - {"shared"}
    assert {script for listed in USES for script in listed.split()} == scripts
    tests = {path.stem for path in (ROOT / "tests/service").rglob("test_*.py")}
    assert {test for listed in USES.values() for test in listed.split() if f"test_{test}" not in tests} == set()


def test_every_module_of_the_service_has_tests_that_exist():
    paths = [path.relative_to(ROOT) for path in (ROOT / "service").rglob("*.py") if path.read_text()]
    found = {path: concerning(path) for path in paths}
    assert [path for path, tests in found.items() if not tests] == []
    named = {test.partition("::")[0] for tests in found.values() for test in tests}
    assert {test for test in named if not (ROOT / test).is_file()} == set()


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("new.txt", "No test concerns new.txt alone: `make test` runs them all.\n"),
        ("old.txt", "There is no file old.txt.\n"),
    ],
)
def test_a_file_without_tests_is_answered_with_a_sentence(file, sentence, tmp_path, monkeypatch, capsys):
    (tmp_path / "new.txt").touch()
    monkeypatch.setattr("bench.tests_of.ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["faceoff bench tests-of", file])
    assert (main(), capsys.readouterr()) == (2, ("", sentence))


def test_files_of_one_game_select_it_and_others_do_not():
    game, other = Path("engines/hockey/rules.py"), Path("service/games/play.py")
    assert concerning_all([game, Path("engines/hockey/moves.py"), Path("x" * 9)]) == concerning(game)
    assert concerning_all([game, other]) == [*concerning(game)[1:], *concerning(other)]


def test_without_a_file_it_is_what_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr("bench.tests_of.ROOT", tmp_path)
    for name in ("changed.txt", "deleted.txt", "same.txt"):
        (tmp_path / name).write_text("as it was\n")
    author = ("-c", "user.name=Ida", "-c", "user.email=ida@example.com")
    for arguments in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "as it was"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    (tmp_path / "changed.txt").write_text("as it is\n")
    (tmp_path / "new.txt").touch()
    (tmp_path / "deleted.txt").unlink()
    assert set(map(str, changed())) == {"changed.txt", "new.txt"}


def test_the_tests_are_named_and_run():
    command = [sys.executable, "-m", "bench", "tests-of", "tests/engines/test_names.py"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout.startswith("tests/engines/test_names.py\n")
    assert (ran.returncode, " passed" in ran.stdout) == (0, True)
