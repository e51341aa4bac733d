"""The one command, ``faceoff``: what it lists, what it loads, and which copy of the modules it uses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from faceoff import BUILT_BY, COMMANDS, INSTALLED_BY, OPERATORS, ROOT, files
from service.ops.cli import commands

BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def faceoff(*arguments, root=ROOT, **variables):
    command = [sys.executable, str(root / "faceoff.py"), *arguments]
    return subprocess.run(command, cwd="/", env=BARE | variables, capture_output=True, text=True, timeout=60)


def facts(done):
    return {"status": done.returncode, "output": done.stdout, "errors": done.stderr}


def test_it_lists_every_command_in_a_line_each():
    for arguments in ([], ["--help"]):
        listed = re.findall(r"^  ([a-z]+) +\S.*$", faceoff(*arguments).stdout, re.MULTILINE)
        assert listed == list(COMMANDS)


def test_a_command_that_there_is_not_is_refused_with_the_list():
    refused = faceoff("serve")
    assert facts(refused) == {
        "status": 2,
        "output": "",
        "errors": f"There is no command 'serve'.\n\n{faceoff().stdout}",
    }


def test_every_command_of_operators_is_listed():
    assert {name for name, command in COMMANDS.items() if command.module == OPERATORS} == set(commands.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_takes(name):
    done = faceoff(name, "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.lower().startswith((f"usage: faceoff {name} ", f"faceoff {name} "))


def test_the_script_of_the_checkout_is_this_command():
    script = Path(sys.executable).with_name("faceoff")
    if not script.exists():
        pytest.skip("make .venv/bin/faceoff writes it")
    done = subprocess.run([script], cwd="/", env=BARE, capture_output=True, text=True)
    assert facts(done) == facts(faceoff())


def test_make_writes_the_script_and_starts_faceoff_with_it():
    command = ["make", "--dry-run", "--always-make", "run", "PORT=8123"]
    alone = {name: value for name, value in BARE.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, timeout=50, check=True)
    planned = done.stdout
    assert ">.venv/bin/faceoff" in planned
    assert planned.splitlines()[-1].split() == ["exec", ".venv/bin/faceoff", "run", "--port", "'8123'"]


def test_it_loads_nothing_before_it_knows_the_command():
    program = "import sys, faceoff; sys.argv = ['faceoff']; faceoff.main(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert loaded & {"service", "engines", "ai", "clients", "bench", "flask", "click", "redis", "argparse"} == set()


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['rich'] = None\n")
    refused = faceoff("play", PYTHONPATH=str(tmp_path))
    assert facts(refused) == {
        "status": 2,
        "output": "",
        "errors": f"faceoff play needs what is not installed: `{INSTALLED_BY['rich']}` installs rich.\n",
    }


# -- an installation, and the compiled copy of a checkout


@pytest.fixture
def checkout(tmp_path):
    """A small checkout with a compiled copy; its ``faceoff verify`` prints where it was loaded from."""
    for root in (tmp_path, tmp_path / "build" / "compiled"):
        for name in ("engines/__init__.py", "engines/rules.py", "ai/levels.py", "service/ops/verify.py"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("def main():\n    print(__file__)\n")
    (tmp_path / "build" / "compiled" / "faceoff__mypyc.so").touch()
    (tmp_path / "build" / "compiled" / "service" / "web").mkdir()
    (tmp_path / "build" / "compiled" / "service" / "web" / "page.md").write_text("# Page\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# Page\n")
    (tmp_path / "service" / "web").symlink_to(tmp_path / "docs")
    (tmp_path / "Makefile").touch()
    (tmp_path / "faceoff.py").write_text((ROOT / "faceoff.py").read_text())
    return tmp_path


def used(checkout, **variables):
    """The folder of the modules that a command uses, and what it says about it."""
    done = faceoff("verify", root=checkout, **variables)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip()).parents[2].relative_to(checkout).as_posix(), done.stderr


def test_a_compiled_copy_of_these_files_is_used(checkout):
    assert used(checkout) == ("build/compiled", "")
    (checkout / "service" / "notes.txt").write_text("not part of the copy")
    assert used(checkout) == ("build/compiled", "")


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "service/ops/verify.py").write_text("def main():\n    print( __file__)\n"),
        lambda root: (root / "docs/page.md").write_text("# Another page\n"),
        lambda root: (root / "ai/characters.py").touch(),
        lambda root: (root / "engines/rules.py").unlink(),
    ],
    ids=["a module has changed", "a page has changed", "a module is new", "a module is gone"],
)
def test_a_copy_of_other_files_is_not_used(checkout, change):
    change(checkout)
    assert used(checkout) == (
        ".",
        f"This runs interpreted, as build/compiled is of other files: `{BUILT_BY['compiled']}`.\n",
    )


def test_where_nothing_is_compiled_it_says_so(checkout):
    (checkout / "build/compiled/faceoff__mypyc.so").unlink()
    assert used(checkout) == (
        ".",
        "This runs interpreted, which is slow: build/compile.log says why nothing was compiled.\n",
    )
    (checkout / "build").rename(checkout / "elsewhere")
    assert used(checkout) == (".", "This runs interpreted, which is slow: `make compiled` compiles the engines.\n")


def test_a_copy_that_is_on_the_path_is_used(checkout):
    (checkout / "build" / "compiled").rename(checkout / "another")
    path = f"{checkout / 'another'}{os.pathsep}{checkout}"
    assert used(checkout, PYTHONPATH=path, PYTHONSAFEPATH="1") == ("another", "")


def test_an_installation_uses_what_is_installed_and_names_what_only_a_checkout_has(checkout):
    (checkout / "Makefile").unlink()
    (checkout / "build").rename(checkout / "elsewhere")
    assert used(checkout) == (".", "")
    refused = faceoff("bench", root=checkout)
    assert facts(refused) == {
        "status": 2,
        "output": "",
        "errors": "faceoff bench needs a checkout of Faceoff: what is installed is the service.\n",
    }


def test_what_python_and_a_compiler_made_is_not_compared(checkout):
    (checkout / "engines/__pycache__").mkdir()
    for made in ("engines/__pycache__/rules.pyc", "engines/rules.so"):
        (checkout / made).touch()
    assert set(files(checkout, "engines")) == {"engines/__init__.py", "engines/rules.py"}
