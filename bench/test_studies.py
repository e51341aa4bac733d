"""``faceoff bench`` lists every study, runs each, and says what one needs that is not there."""

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.__main__ import STUDIES
from faceoff import BUILT_BY, INSTALLED_BY, ROOT

BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def bench(*arguments, **variables):
    command = [sys.executable, "-m", "faceoff", "bench", *arguments]
    return subprocess.run(command, cwd=ROOT, env=BARE | variables, capture_output=True, text=True, timeout=60)


def test_it_lists_every_study_in_a_line_each():
    listed = re.findall(r"^  ([a-z-]+) +\S.*$", bench().stdout, re.MULTILINE)
    assert listed == list(STUDIES)


def test_a_study_that_there_is_not_is_refused_with_the_list():
    refused = bench("ladders")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "  ladder " in refused.stderr


def test_every_module_that_measures_is_listed():
    folders = ("bench/strength", "bench/over_http", "bench/theory", "bench/reliability")
    files = [file for folder in folders for file in Path(ROOT, folder).glob("*.py")]
    has_main = re.compile("^(def main|main = )", re.MULTILINE)
    measuring = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files if has_main.search(file.read_text())
    }
    assert measuring <= {study.module for study in STUDIES.values()}


@pytest.mark.parametrize("name", [name for name, study in STUDIES.items() if all(map(find_spec, study.needs))])
def test_every_study_says_what_it_takes(name, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [f"faceoff bench {name}", "--help"])
    with pytest.raises(SystemExit, match=r"^0$"):
        import_module(STUDIES[name].module).main()
    assert capsys.readouterr().out.startswith("usage: ")


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['locust'] = None\n")
    refused = bench("load", PYTHONPATH=str(tmp_path))
    assert refused.returncode == 2
    assert f"`{INSTALLED_BY['locust']}` installs locust" in refused.stderr


def test_every_command_that_installs_is_one_that_make_knows():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    makefile = (ROOT / "Makefile").read_text()
    for command in [*INSTALLED_BY.values(), *BUILT_BY.values()]:
        target = command.removeprefix("make ")
        is_extra = Path(target).stem in extras and ".venv/%.done:" in makefile
        assert is_extra or re.search(rf"^(?:.* )?{re.escape(target)}(?: .*)?:", makefile, re.MULTILINE), command
