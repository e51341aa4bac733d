"""Any commit of the repository as an opponent, queried over a pipe like a chess engine in a tournament.

``bench/opponent_program.py`` runs on the ``engines`` and ``ai`` of the commit, compiled where there is a compiler, and
answers observations with moves, both as JSON. ``faceoff bench commit COMMIT --game hockey --pairs 100`` plays its
top level against the present one.
"""

import atexit
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any, Final

from ai.arena import play_match
from ai.choose import Decision
from ai.levels import LEVELS
from bench.former_names import former_observation
from bench.report import MATCH, match_cells, ms_cell, table
from bench.study import parser_of
from engines import VARIANTS
from engines.api import Observation, Variant
from engines.rng import Rng

FROZEN: Final = "3b91b1b90ed7e0e73bee298e589c6956467c163a"
"""The last commit before computers learned: its top level is tree search with 4,000 simulations, exact endings, and
solvers where a game has them.
"""
REPOSITORY: Final = Path(__file__).parents[1]
PROGRAM: Final = REPOSITORY / "bench" / "opponent_program.py"
BUILT: Final = REPOSITORY / "build" / "opponents"
UNUSED: Final = ("bench", "tests", "training")
"""Folders of a commit that its computers do not need; others compile those too."""


class OpponentFailed(RuntimeError):
    """An opponent has ended, does not respond, or could not decide."""


@dataclass(frozen=True)
class PipedPlayer:
    """A player for ``ai.arena`` from a commit; a folder with ``engines`` and ``ai`` can be used instead."""

    commit: str | Path
    player: tuple[tuple[str, object], ...]
    """A ``level``, or none, and fields of its ``ai.levels.Player``."""
    patience_s: float = 600.0
    """For one answer: interpreted, a solver may take minutes."""

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Decision:
        """The move that the player makes, the same for the same ``rng``, which goes on where the player leaves it.

        Raises OpponentFailed. ``should_stop`` is not asked.
        """
        asked = question(variant, observation, dict(self.player), int(rng.state))
        answer = _program(self.commit).ask(asked, self.patience_s)
        rng.state = answer["random"]
        state = observation.determinize(Rng("any"))
        actions = variant.codec.decode_move(state, int(observation.seat), answer["move"])
        return Decision(tuple(actions), (), answer["simulations"], stopped=False)


def question(variant: Variant, observation: Observation, player: Mapping[str, object], random: int) -> dict[str, Any]:
    """What a program is asked for a move (``bench.opponent_program``)."""
    seen, usual = variant.codec.dump_observation(observation), variant.complete_options({})
    # Every commit completes these itself, and none knows the options that were added after it.
    seen["options"] = {name: value for name, value in seen["options"].items() if value != usual[name]}
    former = former_observation(variant.key, seen)
    asked = {"variant": variant.key, "observation": seen, "former_observation": former}
    return asked | {"player": player, "random": random}


def frozen_legend(simulations: int = 4000) -> PipedPlayer:
    """Level 6 at ``FROZEN``; with other numbers of simulations, or none, the search and the heuristic of that day."""
    return PipedPlayer(FROZEN, (("simulations", simulations), ("exact", True)))


class Piped:
    """A program that reads questions on standard input, and answers each with a line."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        atexit.register(self.close)

    def answer(self, question: bytes, patience_s: float) -> bytes:
        """The line that answers a question; the program is ended if there is none. Raises TimeoutError, or
        BrokenPipeError if it has ended.
        """
        questions = self.process.stdin
        assert questions is not None
        try:
            questions.write(question)
            questions.flush()
            return self._line(patience_s)
        except OSError:
            self.close()
            raise

    def _line(self, patience_s: float) -> bytes:
        assert self.process.stdout is not None
        pipe, line, deadline = self.process.stdout.fileno(), b"", time.monotonic() + patience_s
        while not line.endswith(b"\n"):
            if not select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"no answer within {patience_s:g} s")
            part = os.read(pipe, 1 << 16)
            if not part:
                raise BrokenPipeError(f"ended with status {self.process.wait()} instead of an answer")
            line += part
        return line

    @property
    def has_ended(self) -> bool:
        """True if it can no longer be used."""
        return self.process.poll() is not None

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):  # of a question that it did not read
                    pipe.close()
        atexit.unregister(self.close)


class Program(Piped):
    """``bench/opponent_program.py`` on the code in a folder: one request and one response per line."""

    def __init__(self, folder: Path, name: str, command: Sequence[str] = (sys.executable, str(PROGRAM))) -> None:
        self.name = name
        super().__init__(command, {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"})

    def ask(self, question: Mapping[str, Any] | Sequence[Mapping[str, Any]], patience_s: float) -> Any:
        """The response to one request, or the list of those to several; the program is ended if it gives none. Raises
        OpponentFailed.
        """
        try:
            answer = json.loads(self.answer(json.dumps(question).encode() + b"\n", patience_s))
        except OSError as error:  # TimeoutError and BrokenPipeError are
            raise OpponentFailed(f"{self.name}: {error}") from error
        if "error" in answer:
            raise OpponentFailed(f"{self.name} could not decide:\n{answer['error']}")
        return answer


_programs: dict[tuple[int, str | Path], Program] = {}
"""Running programs, by the process that uses them: after a fork, parent and child must not share a pipe."""


def _program(commit: str | Path) -> Program:
    key = os.getpid(), commit
    if key not in _programs or _programs[key].has_ended:
        _programs[key] = Program(commit if isinstance(commit, Path) else built(commit), f"the opponent at {commit}")
    return _programs[key]


def built(commit: str) -> Path:
    """The folder with the code of a commit, compiled once as a wheel, which stays interpreted without a compiler.

    Raises CalledProcessError if the repository has no such commit, or pip fails.
    """
    folder = BUILT / _git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    if not folder.exists():
        print(f"Compiling the opponent at {commit} (about a minute)", file=sys.stderr, flush=True)
        BUILT.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=BUILT) as work:
            source = unpacked(folder.name, Path(work) / "source")
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
            build = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", f"{work}/wheel"]
            subprocess.run([*pip, *build, source], check=True)
            wheels = Path(work).glob("wheel/*.whl")
            subprocess.run(
                [*pip, "install", "--no-deps", "--no-index", "--target", f"{work}/code", *wheels], check=True
            )
            Path(work, "code").rename(folder)
    return folder


def unpacked(commit: str, folder: Path) -> Path:
    """Write the code of a commit into a new folder."""
    folder.mkdir()
    subprocess.run(
        ["tar", "-x", "-C", folder, *(f"--exclude={name}" for name in UNUSED)],
        check=True,
        input=_git("archive", commit),
    )
    return folder


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", REPOSITORY, *arguments], check=True, stdout=subprocess.PIPE).stdout


def main() -> None:
    """Play the present top level against that of a commit."""
    preset, pairs = ("", "the game's first if not given"), (100, "mirrored pairs of games")
    parser = parser_of(__doc__, "commit", preset=preset, pairs=pairs, seed=("commit", "of the deals"))
    parser.add_argument("--game", choices=list(VARIANTS), default=next(iter(VARIANTS)))
    arguments = parser.parse_args()
    variant, top = VARIANTS[arguments.game], LEVELS[-1]
    _, options = variant.resolve_options(arguments.preset or None, None)
    other = PipedPlayer(arguments.commit, (("level", top.number),))
    match = play_match(variant, options, top, other, arguments.pairs, arguments.seed)
    print(f"{top.name} against that of {arguments.commit}:")
    heads = (*MATCH, "decision, ms median / p99", "of the other")
    print("\n".join(table(heads, [(*match_cells(match), ms_cell(match, 0), ms_cell(match, 1))])))
