"""The languages whose clients are compiled and play: the guide's programs in them are run unchanged.

Each is generated with the generator's own settings. Go refuses a value of another type, and a field that the contract
does not allow; TypeScript takes anything, and shows what is lost.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
TOOLS: Final = ROOT / "build/tools/node_modules"
SHOWN: Final = ROOT / "examples/your_language"
ENVIRON: Final = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
"""The environment of programs started here: those of this virtual environment come first."""
Names = dict[str, str]
"""The generated type of each kind of line."""


@dataclass
class Client:
    """A generated client, and its results."""

    folder: Path
    names: Names
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    decodes: list[str] = field(default_factory=list)
    """The command that decodes lines."""
    plays: list[str] = field(default_factory=list)
    """The command that plays a game of each variant on the service whose address follows."""
    watches: list[str] = field(default_factory=list)
    """The command that prints the events of a public game: an address and an id follow."""

    def run(self, *command: str | Path, **variables: str) -> str:
        """The output of a command, whether it fails or not."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env=ENVIRON | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.stdout if done.returncode == 0 else done.stdout or f"error: {command[0]}: {done.returncode}"

    def program(self, name: str, into: str) -> None:
        """A program of ``decode`` with the names of the types, in a file of the client."""
        text, file = (HERE / "decode" / name).read_text(), self.folder / into
        for kind, called in self.names.items():
            text = text.replace(f"__{kind}__", called)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def shown(self, name: str, into: str) -> None:
        """A program that the guide shows, in a file of the client."""
        file = self.folder / into
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SHOWN / name, file)


@dataclass(frozen=True)
class Language:
    """A language and its generator."""

    name: str
    generator: str
    suffix: str
    build: Callable[[Client], None]
    needs: tuple[tuple[str, str], ...] = ()
    """Programs, and the packages of Debian that have them."""


def find(pattern: str, output: str) -> list[str]:
    """The lines of an output that are warnings or errors."""
    return [line for line in output.splitlines() if re.search(pattern, line)]


def go(client: Client) -> None:
    """The whole program."""
    client.program("decode.go", "decode/main.go")
    shutil.rmtree(client.folder / "test", ignore_errors=True)  # needs testify
    (client.folder / "go.mod").write_text("module github.com/GIT_USER_ID/GIT_REPO_ID\n\ngo 1.19\n")
    client.shown("play.go", "play/main.go")
    client.shown("stream.go", "stream/main.go")
    (client.folder / "programs").mkdir(exist_ok=True)
    output = client.run("go", "build", "-gcflags=-e", "-o", "programs", "./decode", "./play", "./stream", **GO)
    client.errors = find(r"\.go:\d+|^error", output)
    client.decodes = [str(client.folder / "programs/decode")]
    client.plays = [str(client.folder / "programs/play")]
    client.watches = [str(client.folder / "programs/stream")]


GO: Final = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GO111MODULE": "on"}


def typescript(client: Client) -> None:
    """The whole program, with ``strict``."""
    client.program("decode.ts", "decode.ts")
    client.shown("play.ts", "play.ts")
    (client.folder / "node_modules").unlink(missing_ok=True)
    (client.folder / "node_modules").symlink_to(TOOLS)
    (client.folder / "package.json").write_text('{"type": "commonjs"}')
    options = "--strict --target es2022 --module commonjs --moduleResolution node10 --types node --skipLibCheck"
    output = client.run(TOOLS / ".bin/tsc", *options.split(), "--outDir", "out", "decode.ts", "play.ts")
    client.errors = find(r"error TS", output)
    client.decodes = ["node", str(client.folder / "out/decode.js")]
    client.plays = ["node", str(client.folder / "out/play.js")]


LANGUAGES: Final = {
    "go": Language("Go", "go", ".go", go, (("go", "golang-go"),)),
    "typescript": Language("TypeScript", "typescript-fetch", ".ts", typescript),
}
