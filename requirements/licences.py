"""Write docs/licences.md: every package that Faceoff runs with or is developed with, and its licence.
``.venv/bin/python requirements/licences.py``, after ``make lock``.

Licences come from the metadata of the packages, installed, or fetched by pip for those that this Python or platform
does not need. For npm packages they are in the lock files.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
SPDX = {
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache 2": "Apache-2.0",
    "Apache": "Apache-2.0",
    "BSD License": "BSD",
    "BSD 3-Clause License": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
"""Other names of licences, as in classifiers, by their identifiers in SPDX."""

NOT_STATED = "not stated"
LISTED = {"dev", "image", "openspiel"}
"""Environments other than those of single tools: on Linux, ``train`` brings 20 packages of CUDA that nothing else
needs.
"""


def pins(environments: set[str]) -> dict[str, str]:
    """The version of each package that requirements/locked.txt has for these environments."""
    found = {}
    for line in (ROOT / "requirements" / "locked.txt").read_text().splitlines()[1:]:
        package, _, needed_by = line.partition("  # ")
        if environments & set(needed_by.split()):
            name, version = package.split()[0].split("==")
            found[name] = version
    return found


def licence(about: Message) -> str:
    """The licence in the metadata of a package: an SPDX expression, a classifier, or a line of text."""
    if expression := about.get("License-Expression"):
        return str(expression)
    classifiers = [
        text.rsplit(" :: ", 1)[1] for text in about.get_all("Classifier", []) if text.startswith("License ::")
    ]
    named = [SPDX.get(name, name) for name in classifiers if name not in ("OSI Approved", "DFSG approved")]
    if named and named != ["BSD"]:
        return " OR ".join(sorted(set(named)))
    text = str(about.get("License", "")).strip()
    return SPDX.get(text, text) if text and "\n" not in text else " OR ".join(named) or "?"


def about_package(name: str, version: str) -> Message:
    """The metadata of one version, from here or from the index."""
    try:
        if (found := metadata.distribution(name)).version == version:
            return Parser().parsestr(str(found.read_text("METADATA")), headersonly=True)
    except metadata.PackageNotFoundError:
        pass
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", folder, f"{name}=={version}"]
        for platform in ([], ["--platform", "win_amd64"], ["--python-version", "3.14"]):
            if (
                subprocess.run(
                    [sys.executable, "-m", "pip", *fetch, *platform], capture_output=True, check=False
                ).returncode
                == 0
            ):
                break
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as content:
            (inside,) = [path for path in content.namelist() if path.endswith(".dist-info/METADATA")]
            return Parser().parsestr(content.read(inside).decode(), headersonly=True)


def npm_licences() -> dict[str, set[str]]:
    """The npm packages of the lock files, by licence."""
    found = defaultdict(set)
    for file in ROOT.glob("tests/*_tools/package-lock.json"):
        for path, package in json.loads(file.read_text())["packages"].items():
            if path:
                found[package.get("license", NOT_STATED)].add(
                    f"{path.rpartition('node_modules/')[2]} {package['version']}"
                )
    return found


def document() -> Iterator[str]:
    """The lines of docs/licences.md."""
    listed, run = pins(LISTED), pins({"image"})
    yield "# Licences"
    yield ""
    yield (
        "The packages that Faceoff depends on, at the versions of `requirements/locked.txt`, and what each says of its "
        "licence. Written by"
    )
    yield "`requirements/licences.py`. Faceoff itself has the [MIT licence](../LICENSE)."
    for title, names in (("In the image", run), ("For development and tests only", listed.keys() - run.keys())):
        yield from ("", f"## {title}", "", "| package | version | licence |", "|---|---|---|")
        for name in sorted(names):
            yield f"| {name} | {listed[name]} | {licence(about_package(name, listed[name]))} |"
    yield from ("", "## npm packages, for tests only", "", "| licence | packages |", "|---|---|")
    for each, packages in sorted(npm_licences().items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"| {each} | {len(packages)}: {', '.join(sorted(packages)[:3])}{', ...' if len(packages) > 3 else ''} |"


if __name__ == "__main__":
    (ROOT / "docs" / "licences.md").write_text("\n".join(document()) + "\n")
