"""The languages: what generates a client, what Debian has to compile it, and how the compiled types read answers.

Each is generated with the generator's own settings. What a build needs from a registry that is not Debian's, PyPI's
or npm's is left out, or stood in for by a few lines in ``stand_ins``; ``note`` says so.
"""

import os
import re
import resource
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
JARS: Final = Path("/usr/share/java")
SHOWN: Final = ROOT / "examples/your_language"
CRATES: Final = Path("/usr/share/cargo/registry")
OF_THE_GENERATOR: Final = re.compile(
    r"Unregistered helper name|"  # templates of GDScript
    r"cannot be used as a (field/variable|model file) name|"  # keywords of Rust: type, move, self
    r"(Application|Text)\S* cannot be used as a model name|"  # media types, in Rust
    r"Failed to get the schema name: null|"  # objects that are open to more fields, in Python
    r"Ignoring complex example on request body|"  # in Java
    r"Version \(reserved word\)"  # a parameter of this name, in C#
)
"""Warnings that are not counted, as nothing is wrong: any document of this kind brings them."""
ENVIRON: Final = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
"""Of what is started here: programs of this virtual environment come first."""
Names = dict[str, str]
"""The generated type of each kind of line."""


@dataclass
class Client:
    """A generated client, and what became of it."""

    folder: Path
    names: Names
    jar: Path
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    decodes: list[str] = field(default_factory=list)
    """The command that decodes lines; empty if there is none."""
    plays: list[str] = field(default_factory=list)
    """The command that plays a game of each variant on the service whose address follows."""
    watches: list[str] = field(default_factory=list)
    """The command that prints the events of a public game: an address and an id follow."""
    import_s: float | None = None

    def run(self, *command: str | Path, cwd: Path | None = None, **variables: str) -> str:
        """What a command prints, whether it fails or not."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=cwd or self.folder,
            env=ENVIRON | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.stdout if done.returncode == 0 else done.stdout or f"error: {command[0]}: {done.returncode}"

    def program(self, name: str, into: str) -> Path:
        """A program of ``decode`` with the names of the types, in a file of the client."""
        text, file = (HERE / "decode" / name).read_text(), self.folder / into
        for kind, called in self.names.items():
            text = text.replace(f"__{kind}__", called)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

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
    build: Callable[[Client], None] | None = None
    flags: tuple[str, ...] = ()
    needs: tuple[tuple[str, str], ...] = ()
    """Programs or files, and the packages of Debian that have them."""
    note: str = ""


def find(pattern: str, output: str) -> list[str]:
    """The lines of an output that are warnings or errors."""
    return [line for line in output.splitlines() if re.search(pattern, line)]


def go(client: Client) -> None:
    """All of it."""
    client.program("decode.go", "decode/main.go")
    shutil.rmtree(client.folder / "test", ignore_errors=True)  # needs testify
    (client.folder / "go.mod").write_text("module github.com/GIT_USER_ID/GIT_REPO_ID\n\ngo 1.19\n")
    client.shown("play.go", "play/main.go")
    client.shown("stream.go", "stream/main.go")
    (client.folder / "programs").mkdir(exist_ok=True)
    output = client.run(
        "go", "build", "-gcflags=-e", "-o", "programs", "./decode", "./play", "./stream", cwd=None, **GO
    )
    client.errors = find(r"\.go:\d+|^error", output)
    client.decodes = [str(client.folder / "programs/decode")]
    client.plays = [str(client.folder / "programs/play")]
    client.watches = [str(client.folder / "programs/stream")]


GO: Final = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GO111MODULE": "on"}


def java(client: Client, program: str, jars: list[Path], leave_out: tuple[str, ...] = ()) -> None:
    """Compile the sources, less what needs a library that is not to be had."""
    client.program(program, "Decode.java")
    sources = [
        *client.folder.glob("src/main/java/**/*.java"),
        *(HERE / "stand_ins/java").glob("**/*.java"),
        client.folder / "Decode.java",
        HERE / "decode/Lines.java",
    ]
    # only the stand-ins whose libraries are on the path
    sources = [
        file
        for file in sources
        if not any(part in str(file) for part in leave_out)
        and not ("gsonfire" in str(file) and "gson.jar" not in " ".join(map(str, jars)))
        and not (file.name == "JsonNullableModule.java" and client.jar not in jars)
    ]
    classpath, classes = os.pathsep.join(map(str, jars)), client.folder / "classes"
    (client.folder / "sources.txt").write_text("\n".join(map(str, sources)))
    output = client.run(
        "javac", "-nowarn", "-Xmaxerrs", "9999", "-d", classes, "-cp", classpath, f"@{client.folder / 'sources.txt'}"
    )
    client.errors = find(r"\.java:\d+: error|^error", output)
    client.decodes = ["java", "-cp", f"{classes}{os.pathsep}{classpath}", "Lines"]


def java_native(client: Client) -> None:
    """All of it: Jackson is in the generator's own archive."""
    java(client, "native.java", [client.jar, JARS / "jsr305.jar", JARS / "geronimo-annotation-1.3-spec.jar"])


def java_gson(client: Client) -> None:
    """The models and their JSON."""
    jars = [JARS / f"{name}.jar" for name in ("gson", "okio", "jsr305", "geronimo-annotation-1.3-spec")]
    infrastructure = (
        "/client/api/",
        "/client/auth/",
        "/ApiClient",
        "/ApiCallback",
        "/ApiResponse",
        "/GzipRequest",
        "/Configuration",
    )
    java(client, "gson.java", jars, (*infrastructure, "/ProgressRe"))


def kotlin(client: Client) -> None:
    """The models."""
    program = client.program("decode.kt", "decode.kt")
    models = sorted(client.folder.glob("src/main/kotlin/org/openapitools/client/models/*.kt"))
    output = client.run(
        "kotlinc", *models, HERE / "stand_ins/kotlin/moshi.kt", program, "-cp", JARS / "gson.jar", "-d", "classes"
    )
    client.errors = find(r"\.kt:\d+:\d+: error|^error", output)
    jars = [client.folder / "classes", JARS / "gson.jar", *JARS.glob("kotlin-stdlib.jar")]
    client.decodes = ["java", "-cp", os.pathsep.join(map(str, jars)), "DecodeKt"]


def typescript(client: Client) -> None:
    """All of it, with ``strict``."""
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


def python(client: Client) -> None:
    """All of it, and how long it takes to import."""
    client.program("decode.py", "decode.py")
    output = client.run(sys.executable, "-W", "error", "-c", "import openapi_client", PYTHONPATH=str(client.folder))
    client.errors = find(r"^\w*(Error|Warning)\b", output)
    took = sorted(_cpu_s(client, "import openapi_client") for _ in range(5))
    client.import_s = took[2] - _cpu_s(client, "pass")
    client.decodes = [sys.executable, str(client.folder / "decode.py")]


def _cpu_s(client: Client, program: str) -> float:
    """CPU seconds of a program in Python."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    client.run(sys.executable, "-c", program, PYTHONPATH=str(client.folder))
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def gdscript(client: Client) -> None:
    """Whether a parser reads it, and the program of the guide."""
    client.shown("play.gd", "play.gd")
    files = sorted(client.folder.rglob("*.gd"))
    client.errors = find(r"^\S.*(Error|error|Unexpected)", client.run("gdparse", *files))


def rust(client: Client) -> None:
    """All of it, on the versions of its crates that Debian has."""
    client.program("decode.rs", "src/bin/decode.rs")
    (client.folder / "Cargo.toml").write_text(CARGO.format(serde_with=HERE / "stand_ins/rust/serde_with"))
    (client.folder / ".cargo").mkdir(exist_ok=True)
    (client.folder / ".cargo/config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{CRATES}"\n'
    )
    target = client.folder.with_name("rust-crates")  # stays: the crates take minutes
    output = client.run(
        "cargo",
        "build",
        "--offline",
        "--quiet",
        "--bin",
        "decode",
        CARGO_TARGET_DIR=str(target),
        RUSTFLAGS="-Awarnings",
    )
    client.errors = [line for line in find(r"^error", output) if "could not compile" not in line]
    client.decodes = [str(target / "debug/decode")]


CARGO: Final = """
[package]
name = "openapi"
version = "0.1.0"
edition = "2021"

[dependencies]
serde = {{ version = "1", features = ["derive"] }}
serde_json = "1"
serde_repr = "0.1"
serde_with = {{ path = "{serde_with}" }}
url = "2"
chrono = {{ version = "0.4", features = ["serde"] }}
reqwest = {{ version = ">=0.11, <0.13", default-features = false, features = ["json", "multipart"] }}
"""

JDK: Final = (("javac", "default-jdk-headless"),)
ANNOTATIONS: Final = (
    (f"{JARS}/jsr305.jar", "libjsr305-java"),
    (f"{JARS}/geronimo-annotation-1.3-spec.jar", "libgeronimo-annotation-1.3-spec-java"),
)
GSON: Final = ((f"{JARS}/gson.jar", "libgoogle-gson-java"),)
OF_CARGO: Final = ("serde", "serde-json", "serde-repr", "url", "chrono", "reqwest")

LANGUAGES: Final = {
    "go": Language("Go", "go", ".go", go, needs=(("go", "golang-go"),)),
    "java": Language("Java (native)", "java", ".java", java_native, ("--library", "native"), (*JDK, *ANNOTATIONS)),
    "java-okhttp": Language(
        "Java (okhttp-gson)",
        "java",
        ".java",
        java_gson,
        ("--library", "okhttp-gson"),
        (*JDK, *GSON, *ANNOTATIONS, (f"{JARS}/okio.jar", "libokio-java")),
        "types alone: Debian's okhttp is version 3",
    ),
    "kotlin": Language(
        "Kotlin",
        "kotlin",
        ".kt",
        kotlin,
        needs=(*JDK, *GSON, ("kotlinc", "kotlin")),
        note="types alone: Debian has no Moshi",
    ),
    "typescript": Language("TypeScript (fetch)", "typescript-fetch", ".ts", typescript),
    "python": Language("Python", "python", ".py", python),
    "rust": Language(
        "Rust",
        "rust",
        ".rs",
        rust,
        needs=(
            ("cargo", "cargo"),
            *((f"/usr/share/doc/librust-{crate}-dev", f"librust-{crate}-dev") for crate in OF_CARGO),
        ),
        note="on the reqwest of Debian",
    ),
    "swift": Language("Swift", "swift6", ".swift", note="not compiled: Debian has no Swift"),
    "dart": Language("Dart", "dart", ".dart", note="not compiled: Debian has no Dart"),
    "csharp": Language("C#", "csharp", ".cs", note="not compiled: needs .NET 10, and Debian has Mono"),
    "gdscript": Language(
        "GDScript", "gdscript", ".gd", gdscript, note="parsed alone; it sends `legalUnderscoremoves` for `legal_moves`"
    ),
}
