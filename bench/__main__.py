"""What can be measured here: ``python -m bench`` lists the studies, ``python -m bench STUDY`` runs one.

``python -m bench STUDY --help`` says what a study takes. The compiled engines of build/compiled are used where they
are.
"""

import os
import sys
from dataclasses import dataclass
from filecmp import cmp
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
INSTALLED_BY: Final = {
    "faceoff_client": "make .venv/sdk.done",
    "locust": "make .venv/load.done",
    "matplotlib": "make .venv/plot.done",
    "openapi_generator_cli": "make .venv/generators.done",
    "pyspiel": "make .venv/openspiel.done",
    "pytest": "make .venv/dev.done",
    "torch": "make .venv/train.done",
}
"""The command that installs a package which only some studies need."""
BUILT_BY: Final = {"compiled": "make compiled", "developed": "make build/developed.done"}
"""The command that makes a compiled copy; the second one holds what trains besides."""


@dataclass(frozen=True)
class Study:
    """Something to measure: the module with its ``main``, in one line what it finds, and what it needs."""

    module: str
    about: str
    needs: tuple[str, ...] = ()
    """Packages."""
    copy: str = "compiled"
    """The compiled copy that it uses; empty if it runs interpreted."""


STUDIES: Final = {
    # Strength
    "ladder": Study(
        "bench.strength.ladder",
        "how strong the levels are: all matches again, for hours (--draw-only for the picture alone)",
        ("matplotlib",),
    ),
    "mistakes": Study("bench.strength.mistakes", "what the levels give away, and how often they find the obvious"),
    "styles": Study("bench.strength.styles", "what the styles cost and how they show"),
    "between": Study("bench.strength.between", "whether ratings between two levels are what they say"),
    "endings": Study("bench.strength.endings", "how often the opponents err where the truth is known"),
    "excerpts": Study("bench.strength.excerpts", "docs/levels.md: excerpts of games of every level"),
    "learned": Study("bench.strength.learned", "the learned players against the frozen top level and the heuristics"),
    "commit": Study("bench.opponents", "the present top level against that of any commit: bench commit COMMIT"),
    "best-response": Study(
        "bench.strength.best_response", "what is gained by learning against one player", ("torch",), "developed"
    ),
    # Theory
    "openspiel": Study("bench.theory.openspiel", "OpenSpiel's search beside ours in a small game", ("pyspiel",)),
    # Speed
    "speed": Study(
        "bench.speed.__main__",
        "speed beside anchors measured in the same run, into docs/performance.md",
        ("faceoff_client", "matplotlib"),
    ),
    "answer-times": Study(
        "bench.over_http.answer_times",
        "how long computers take, with many games at once, against a running Faceoff",
        ("faceoff_client",),
        "",
    ),
    "answer-secrecy": Study(
        "bench.over_http.answer_secrecy",
        "whether the time of an answer reveals what the computer holds, against a running Faceoff",
        ("faceoff_client",),
    ),
    "load": Study(
        "clients.load.__main__",
        "many players at once against a running Faceoff, as a table and a plot",
        ("faceoff_client", "locust", "matplotlib"),
        "",
    ),
    # Clients of other languages
    "generators": Study(
        "bench.generators.__main__",
        "clients generated for other languages: whether they compile, read what is recorded, and play",
        ("faceoff_client", "openapi_generator_cli"),
    ),
    # Reliability
    "faults": Study("tests.faults.__main__", "every use case under every fault", ("pytest",)),
    "crash": Study("tests.reliability.crash", "parts of the service are killed while people play", ("pytest",)),
    "long-play": Study("tests.reliability.long_play", "whether the service grows while people play", ("pytest",)),
    "attack": Study("tests.reliability.attack", "what others wait while the service is attacked", ("pytest",)),
    "failover": Study(
        "tests.reliability.failover", "what a failover costs, into build/failover.md", ("faceoff_client",)
    ),
    "secrecy": Study("tests.reliability.secrecy", "secrecy at every ply of many random games"),
    "mutants": Study("bench.mutants", "faults planted one by one, and which of them no test notices", ("pytest",), ""),
    "lighthouse": Study(
        "tests.web.lighthouse", "Lighthouse's marks for the web client: at least 95 of each", ("pytest",)
    ),
}


def main() -> int:
    """List the studies, or run one; 2 if it cannot be run."""
    name, *arguments = sys.argv[1:] or [""]
    if name not in STUDIES:
        lines = (f"  {study:18}{STUDIES[study].about}" for study in STUDIES)
        print("python -m bench STUDY [arguments]", "", *lines, sep="\n", file=sys.stderr if name else sys.stdout)
        return 2 if name else 0
    study = STUDIES[name]
    if missing := [package for package in study.needs if find_spec(package) is None]:
        commands = ", ".join(f"`{INSTALLED_BY[package]}` installs {package}" for package in missing)
        print(f"python -m bench {name} needs what is not installed: {commands}.", file=sys.stderr)
        return 2
    if study.copy:
        use_compiled(study.copy)
    sys.argv = [f"python -m bench {name}", *arguments]
    return int(import_module(study.module).main() or 0)


def use_compiled(copy: str) -> None:
    """Begin again with a compiled copy first on the path, of this process and those that it starts.

    Goes on interpreted, and says so, if there is none or if it was made from other sources.
    """
    folder = ROOT / "build" / copy
    path = f"{folder}{os.pathsep}{ROOT}"
    if os.environ.get("PYTHONPATH") == path:
        return
    if not any(folder.glob("*__mypyc*.so")):
        print(f"This runs interpreted, which is slow: `{BUILT_BY[copy]}` compiles the engines.", file=sys.stderr)
    elif not is_of_these_sources(folder):
        print(f"This runs interpreted, as build/{copy} is of other sources: `{BUILT_BY[copy]}`.", file=sys.stderr)
    else:
        os.environ.update(PYTHONPATH=path, PYTHONSAFEPATH="1")
        os.execv(sys.executable, [sys.executable, "-m", "bench", *sys.argv[1:]])


def is_of_these_sources(folder: Path) -> bool:
    """Whether a compiled copy was made from the engines and opponents that are here."""
    sources = [file.relative_to(ROOT) for top in ("engines", "ai") for file in (ROOT / top).rglob("*.py")]
    return all((folder / file).exists() and cmp(folder / file, ROOT / file, shallow=False) for file in sources)


if __name__ == "__main__":
    sys.exit(main())
