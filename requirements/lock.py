"""Write constraints.txt and the lock files beside this one: ``make lock``, after a change of what pyproject.toml asks
for.

constraints.txt has the exact version of everything, and is what a person reads and reviews. A lock file has what one
environment installs of it, with the digests of every file that any mirror may serve for these versions: pip installs
nothing else (``--require-hashes``). All of them hold for every Python from 3.11 on, and for every platform. Versions
stay as they are unless ``--upgrade`` names packages, or ``all``.
"""

import argparse
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
ENVIRONMENTS = {
    "build": ["build"],
    "run": ["build", "run"],
    "image": ["run", "otel"],
    "sdk": ["sdk"],
    "dev": ["build", "run", "sdk", "dev", "play", "load", "plot"],
    "play": ["play"],
    "load": ["load"],
    "plot": ["plot"],
    "openspiel": ["openspiel"],
}
"""What is installed together, as parts of ``requirements``."""
BESIDE = {"train": ["train"]}
"""Installed beside the rest, with the same versions where they share packages; what else it brings is not in
constraints.txt.
"""
APART = ["lock", "audit", "checkov"]
"""Tools in virtual environments of their own, with versions of their own."""
HEADER = (
    "# The exact version of everything, for Python 3.11 and newer: written by `make lock`, which says how versions "
    "change.\n"
)
LOCK_HEADER = "# Written by `make lock`. Each version with the digests of all its files.\n"


def requirements() -> dict[str, list[str]]:
    """What pyproject.toml asks for, by part: its extras, ``build``, ``run``, and ``sdk`` for the Python SDK."""
    project, sdk = (
        tomllib.loads((ROOT / file).read_text()) for file in ("pyproject.toml", "clients/python/pyproject.toml")
    )
    return {
        "build": project["build-system"]["requires"],
        "run": project["project"]["dependencies"],
        "sdk": sdk["build-system"]["requires"] + sdk["project"]["dependencies"],
        **project["project"]["optional-dependencies"],
    }


def asked_for(parts: list[str]) -> str:
    """The requirements of these parts, one a line."""
    wanted = requirements()
    return "".join(f"{requirement}\n" for part in parts for requirement in wanted[part])


def resolve(asked: str, output: Path, header: str, *options: str) -> None:
    """Write one file if it changes. Versions that it has already are kept where they fit."""
    before = output.read_text() if output.exists() else ""
    uv = Path(sys.executable).with_name("uv")
    command: list[str | Path] = [
        uv,
        "pip",
        "compile",
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--no-header",
        "--no-annotate",
    ]
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / output.name
        written.write_text(before)
        command += [*options, "--output-file", written, "-"]
        subprocess.run(command, input=asked, text=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        if (after := header + written.read_text()) != before:
            output.write_text(after)


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(description="Write constraints.txt and the lock files.")
    parser.add_argument(
        "--upgrade", nargs="*", default=[], metavar="NAME", help="packages that take a newer version, or all"
    )
    named = parser.parse_args().upgrade
    upgrade = ["--upgrade"] if named == ["all"] else [f"--upgrade-package={name}" for name in named]
    everything = asked_for(list(dict.fromkeys(part for parts in ENVIRONMENTS.values() for part in parts)))
    resolve(everything, ROOT / "constraints.txt", HEADER, *upgrade)
    for name, parts in ENVIRONMENTS.items():
        resolve(
            asked_for(parts),
            HERE / f"{name}.txt",
            LOCK_HEADER,
            "--generate-hashes",
            "--constraint",
            "constraints.txt",
        )
    for name, parts in BESIDE.items():
        resolve(
            asked_for(parts),
            HERE / f"{name}.txt",
            LOCK_HEADER,
            "--generate-hashes",
            "--constraint",
            "constraints.txt",
            *upgrade,
        )
    for name in APART:
        resolve(asked_for([name]), HERE / f"{name}.txt", LOCK_HEADER, "--generate-hashes", *upgrade)


if __name__ == "__main__":
    main()
