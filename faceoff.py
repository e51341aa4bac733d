"""The one command of Faceoff: ``faceoff --help`` lists what can be run.

It is above all packages and finds them by name, so that a command loads only its own modules. If Faceoff is installed,
it is a script. In a checkout ``make`` writes .venv/bin/faceoff, which uses the modules of build/compiled.
"""

import os
import sys
from collections.abc import Sequence
from filecmp import cmp
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent
INSTALLED_BY: Final = {
    "faceoff_client": "make .venv/sdk.done",
    "locust": "make .venv/load.done",
    "matplotlib": "make .venv/plot.done",
    "mcp": "make .venv/mcp.done",
    "openapi_generator_cli": "make .venv/generators.done",
    "pyspiel": "make .venv/openspiel.done",
    "pytest": "make .venv/dev.done",
    "rich": "make .venv/play.done",
    "torch": "make .venv/train.done",
}
"""The command that installs a package which only some commands need."""
BUILT_BY: Final = {"compiled": "make compiled", "developed": "make build/developed.done"}
"""The command that makes a compiled copy; the second one also has what trains."""
COPIED: Final = ("engines", "ai", "service")
"""The folders whose files have to be the same in a copy."""


class Command(NamedTuple):
    """A command: the module with its ``main``, a one-line description, and what it needs."""

    module: str
    about: str
    needs: tuple[str, ...] = ()
    """Packages."""
    is_compiled: bool = True
    """Whether it uses the compiled copy of a checkout."""


OPERATORS: Final = "service.ops.cli"
"""The module of all commands about stored data."""
COMMANDS: Final = {
    "run": Command("service.ops.run", "start Redis, the API and the computer opponents"),
    "play": Command(
        "clients.terminal.__main__",
        "play in the terminal against a running Faceoff",
        ("faceoff_client", "rich"),
        is_compiled=False,
    ),
    "backup": Command(OPERATORS, "write all games, API keys, bots and matches to a file"),
    "restore": Command(OPERATORS, "write what a backup holds into the store"),
    "keys": Command(OPERATORS, "create, list and revoke API keys"),
    "games": Command(OPERATORS, "show and abort games"),
    "bots": Command(OPERATORS, "list and delete bots"),
    "verify": Command("service.ops.verify", "check the record of a finished game, without a server"),
    "bench": Command("bench.__main__", "measure strength, speed and reliability", is_compiled=False),  # chosen by study
}


def main() -> int:
    """List the commands, or carry one out; 2 if there is no such command, or it lacks something."""
    name, *arguments = sys.argv[1:] or ["--help"]
    command = COMMANDS.get(name)
    if command is None:
        is_asked = name in ("--help", "-h")
        lines = (f"  {name:10}{command.about}" for name, command in COMMANDS.items())
        unknown = () if is_asked else (f"There is no command {name!r}.", "")
        out = sys.stdout if is_asked else sys.stderr
        print(*unknown, "faceoff COMMAND [arguments]", "", *lines, sep="\n", file=out)
        return 0 if is_asked else 2
    if find_spec(command.module.partition(".")[0]) is None:
        print(f"faceoff {name} needs a checkout of Faceoff: what is installed is the service.", file=sys.stderr)
        return 2
    if not all_installed(f"faceoff {name}", command.needs):
        return 2
    if command.is_compiled:
        use_compiled()
    sys.argv = ["faceoff", name, *arguments] if command.module == OPERATORS else [f"faceoff {name}", *arguments]
    return int(import_module(command.module).main() or 0)


def all_installed(command: str, packages: Sequence[str]) -> bool:
    """True if all packages that a command needs are installed; prints how to install missing ones."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        commands = ", ".join(f"`{INSTALLED_BY[package]}` installs {package}" for package in missing)
        print(f"{command} needs what is not installed: {commands}.", file=sys.stderr)
    return not missing


def use_compiled(name: str = "compiled") -> None:
    """Restart with a compiled copy first on the path, of this process and its children.

    Goes on interpreted, and says so, if there is none or if it was made from other files. An
    installation stays as it is, and a copy that is on the path already is used.
    """
    copy, engines = ROOT / "build" / name, find_spec("engines")
    is_chosen = engines is None or engines.origin is None or Path(engines.origin).parents[1] != ROOT
    if is_chosen or not (ROOT / "Makefile").exists():
        return
    if not copy.exists():
        print(f"This runs interpreted, which is slow: `{BUILT_BY[name]}` compiles the engines.", file=sys.stderr)
    elif not any(copy.glob("*__mypyc*.so")):
        print("This runs interpreted, which is slow: build/compile.log says why nothing was compiled.", file=sys.stderr)
    elif not is_of_these_files(copy):
        print(f"This runs interpreted, as build/{name} is of other files: `{BUILT_BY[name]}`.", file=sys.stderr)
    else:
        os.environ.update(PYTHONPATH=f"{copy}{os.pathsep}{ROOT}", PYTHONSAFEPATH="1")
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def is_of_these_files(copy: Path) -> bool:
    """True if a copy has exactly the modules that are here, and its files are the same."""
    ours, copied = ({path for folder in COPIED for path in files(root, folder)} for root in (ROOT, copy))
    is_whole = {path for path in ours if path.endswith(".py")} <= copied <= ours
    return is_whole and all(cmp(ROOT / path, copy / path, shallow=False) for path in copied)


def files(root: Path, folder: str) -> list[str]:
    """The paths of the files in a folder, those behind links too, without what Python or a compiler made of them."""
    return [
        os.path.relpath(Path(parent, name), root)
        for parent, _, names in os.walk(root / folder, followlinks=True)
        for name in names
        if not name.endswith(".so") and Path(parent).name != "__pycache__"
    ]


if __name__ == "__main__":
    sys.exit(main())
