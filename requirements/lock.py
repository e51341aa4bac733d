"""Write locked.txt in this folder: ``make lock``, after a change of the requirements in pyproject.toml.

A line has a package's exact version, the digests of every file that any mirror may serve for it, and the environments
that install it: ``grep '#.* run' requirements/locked.txt`` is what ``make run`` needs. It is valid for every Python
from 3.11 on, and for every platform. Versions do not change unless ``--upgrade`` names packages, or ``all``.
"""

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
LOCKED = HERE / "locked.txt"
ENVIRONMENTS = {
    "audit": ["audit"],
    "build": ["build"],
    "dev": ["build", "run", "sdk", "dev", "play", "load", "plot", "mcp"],
    "generators": ["generators"],
    "image": ["run", "otel"],
    "load": ["load"],
    "mcp": ["mcp"],
    "openspiel": ["openspiel"],
    "play": ["play"],
    "plot": ["plot"],
    "run": ["build", "run"],
    "sdk": ["sdk"],
    "train": ["train"],
    "uv": ["uv"],
}
"""Parts that are installed together, as parts of ``requirements``. No name contains another one."""
HEADER = "# Written by `make lock`: packages, the digests of all their files, and # what installs them.\n"


def requirements() -> dict[str, list[str]]:
    """The requirements of pyproject.toml, by part: its extras, ``build``, ``run``, and ``sdk`` and ``mcp`` for the
    Python SDK.
    """
    project, sdk = (
        tomllib.loads((ROOT / file).read_text()) for file in ("pyproject.toml", "clients/python/pyproject.toml")
    )
    return {
        "build": project["build-system"]["requires"],
        "run": project["project"]["dependencies"],
        "sdk": sdk["build-system"]["requires"] + sdk["project"]["dependencies"],
        **sdk["project"]["optional-dependencies"],
        **project["project"]["optional-dependencies"],
    }


def asked_for(parts: list[str]) -> str:
    """The requirements of these parts, one per line."""
    wanted = requirements()
    return "".join(f"{requirement}\n" for part in parts for requirement in wanted[part])


def name_of(line: str) -> str:
    """The package of a line."""
    return line.partition("==")[0]


def resolve(asked: str, folder: Path, before: str, *options: str) -> list[str]:
    """A line for each package that is needed; the versions of ``before`` are kept if they fit."""
    written = folder / "resolved.txt"
    written.write_text(before)
    uv = Path(sys.executable).with_name("uv")
    command: list[str | Path] = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--no-header", "--no-annotate", *options, "--output-file", written, "-"]
    subprocess.run(command, input=asked, text=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return written.read_text().replace(" \\\n   ", "").splitlines()


def main() -> None:
    """Resolve everything at once, then find out which environment needs which package."""
    parser = argparse.ArgumentParser(description="Write requirements/locked.txt.")
    parser.add_argument(
        "--upgrade", nargs="*", default=[], metavar="NAME", help="packages that take a newer version, or all"
    )
    named = parser.parse_args().upgrade
    upgrade = ["--upgrade"] if named == ["all"] else [f"--upgrade-package={name}" for name in named]
    before = LOCKED.read_text() if LOCKED.exists() else ""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        everything = asked_for(list(dict.fromkeys(part for parts in ENVIRONMENTS.values() for part in parts)))
        locked = resolve(everything, folder, before, "--generate-hashes", *upgrade)
        versions = "\n".join(line.partition(" --hash")[0] for line in locked)
        (folder / "versions.txt").write_text(versions)
        needed_by = defaultdict[str, list[str]](list)
        for environment, parts in ENVIRONMENTS.items():
            constrained = resolve(asked_for(parts), folder, versions, "--constraint", str(folder / "versions.txt"))
            for package in dict.fromkeys(map(name_of, constrained)):
                needed_by[package].append(environment)
    LOCKED.write_text(HEADER + "".join(f"{line}  # {' '.join(needed_by[name_of(line)])}\n" for line in locked))


if __name__ == "__main__":
    main()
