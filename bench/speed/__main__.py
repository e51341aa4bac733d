"""All measurements of speed into docs/performance.md, each in its own section: ``make bench``, or
``faceoff bench speed --only 'playouts search'``.
"""

import argparse
import importlib
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

from bench.report import put_measured, put_section
from faceoff import use_compiled
from service.ops.embedded_redis import find_server

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
SECTIONS = (
    *("playouts", "search", "tree_size", "in_process", "served", "spectators", "running", "batches", "saturation"),
    *("public_list", "sizes", "records", "many_games", "profiles"),
)
PACKAGES = ("flask", "gunicorn", "redis", "rq", "msgspec", "mypy")


def machine() -> str:
    """The software of the last measurement, in general words."""
    server = find_server()
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"The last run used {os.cpu_count()} cores ({platform.system()}, {platform.machine()}) that other programs "
        f"kept busy too, Python {platform.python_version()}, {server.product} {'.'.join(map(str, server.version))}, "
        f"{versions}."
    )


def main() -> int:
    """Measure the requested sections, or all: of the compiled code, as the service runs it."""
    use_compiled()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=" ".join(SECTIONS), help=f"some of: {' '.join(SECTIONS)}")
    wanted = parser.parse_args().only.split()
    if unknown := set(wanted) - set(SECTIONS):
        parser.error(f"{', '.join(sorted(unknown))}: the sections are {', '.join(SECTIONS)}")
    for name in wanted:
        began = time.monotonic()
        lines = importlib.import_module(f"bench.speed.{name}").section()
        put_measured(name, lines, PAGE)
        print(f"== {name}, {time.monotonic() - began:.0f} s", *lines, sep="\n", flush=True)
    put_section("machine", ["", machine(), ""], PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
