"""The studies of this project: ``faceoff bench`` lists them, ``faceoff bench STUDY`` runs one.

``faceoff bench STUDY --help`` describes its options. The compiled engines of build/compiled are used if they exist.
"""

import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from faceoff import all_installed, use_compiled


@dataclass(frozen=True)
class Study:
    """A study: the module with its ``main``, a one-line description, and what it needs."""

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
    "skills": Study("bench.strength.skills", "what each level has of the skills of a game, and how often they matter"),
    "simple": Study("bench.strength.simple", "how the levels fare against players that follow one sentence"),
    "mistakes": Study("bench.strength.mistakes", "what the levels give away, and how often they find the obvious"),
    "positions": Study("bench.strength.positions", "which positions with a right answer each level solves, by theme"),
    "find-positions": Study("bench.strength.find_positions", "such positions in games of the computers, as lines"),
    "characters": Study("bench.strength.characters", "what the characters cost and how they are told apart"),
    "kinds": Study("bench.strength.kinds", "how often each level does what characters like, such as bold things"),
    "calibration": Study("bench.strength.calibration", "whether stated probabilities to win are true"),
    "grades": Study("bench.strength.grades", "whether grades of hints, marked moves and planted blunders are true"),
    "between": Study("bench.strength.between", "whether ratings between two levels are what they say"),
    "endings": Study("bench.strength.endings", "how often the opponents err where the truth is known"),
    "excerpts": Study("bench.strength.excerpts", "docs/levels.md: excerpts of games of every level"),
    "learned": Study("bench.strength.learned", "the learned players against the frozen top level and the heuristics"),
    "commit": Study("bench.opponents", "the present top level against that of any commit: bench commit COMMIT"),
    "agents": Study(
        "bench.agents.__main__",
        "the rating of a program that plays by text or by the tools for agents: bench agents COMMAND",
        ("faceoff_client", "mcp"),
    ),
    "best-response": Study(
        "bench.strength.best_response", "what is gained by learning against one player", ("torch",), "developed"
    ),
    # Theory
    "openspiel": Study("bench.theory.openspiel", "OpenSpiel's search and ours in a small game", ("pyspiel",)),
    # Speed
    "speed": Study(
        "bench.speed.__main__",
        "speed, compared with anchors measured in the same run, into docs/performance.md",
        ("faceoff_client", "matplotlib"),
    ),
    "playouts": Study("bench.speed.playouts", "random play, in turn with that of any commit: bench playouts COMMIT"),
    "builds": Study(
        "bench.speed.builds", "moves a second against another build: bench builds COMMIT", ("faceoff_client",)
    ),
    "decisions": Study("bench.speed.decisions", "the time of a decision against another build: bench decisions COMMIT"),
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
    "faults": Study("bench.reliability.faults.__main__", "every use case under every fault", ("pytest",)),
    "crash": Study("bench.reliability.crash", "parts of the service are killed while people play", ("pytest",)),
    "long-play": Study("bench.reliability.long_play", "whether the service grows while people play", ("pytest",)),
    "attack": Study("bench.reliability.attack", "what others wait while the service is attacked", ("pytest",)),
    "failover": Study(
        "bench.reliability.failover", "what a failover costs, into build/failover.md", ("faceoff_client",)
    ),
    "secrecy": Study("bench.reliability.secrecy", "secrecy at every ply of many random games"),
    "tests-of": Study("bench.tests_of", "runs the tests that concern a file: bench tests-of FILE", ("pytest",)),
    "mutants": Study("bench.mutants", "faults planted one by one, and which of them no test notices", ("pytest",), ""),
    "lighthouse": Study(
        "bench.reliability.lighthouse", "Lighthouse's marks of the web client: 95, else 100", ("pytest",)
    ),
    "frames": Study("bench.reliability.frames", "frames of the web client on a slow phone: 50 ms", ("pytest",)),
}


def main() -> int:
    """List the studies, or run one; 2 if it cannot be run."""
    name, *arguments = sys.argv[1:] or ["--help"]
    if name not in STUDIES:
        is_asked = name in ("--help", "-h")
        lines = (f"  {study:18}{STUDIES[study].about}" for study in STUDIES)
        unknown = () if is_asked else (f"There is no study {name!r}.", "")
        out = sys.stdout if is_asked else sys.stderr
        print(*unknown, "faceoff bench STUDY [arguments]", "", *lines, sep="\n", file=out)
        return 0 if is_asked else 2
    study = STUDIES[name]
    if not all_installed(f"faceoff bench {name}", study.needs):
        return 2
    if study.copy:
        use_compiled(study.copy)
    sys.argv = [f"faceoff bench {name}", *arguments]
    return int(import_module(study.module).main() or 0)


if __name__ == "__main__":
    sys.exit(main())
