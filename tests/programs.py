"""Programs that tests need outside Python packages: ``make test`` first lists what is skipped without them."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.c import HAS_COMPILER
from bench.speed.instructions import can_count
from tests.browser import BROWSER
from tests.faults.clocks import LIBRARY


class Program(NamedTuple):
    """Something to install, and the tests that need it."""

    packages: str
    """Packages of Debian and Ubuntu."""
    is_here: bool
    tests: str


PROXIES = ("nginx", "caddy")
PROGRAMS = (
    Program("gcc libc6-dev python3-dev", HAS_COMPILER, "those of compiled engines"),
    Program("chromium-headless-shell", BROWSER is not None, "those in a browser, about a hundred"),
    Program("valgrind", can_count() or not HAS_COMPILER, "the one that counts instructions"),
    Program("faketime", LIBRARY is not None, "those whose clocks step"),
    Program("nginx-light caddy", all(map(shutil.which, PROXIES)), "those behind real proxies"),
)

NGINX = """
daemon off;
user root;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def nginx_command(folder: Path, site: str) -> list[str]:
    """Starts nginx in the foreground with one site, and with its files in a folder."""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=site))
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def skipped(programs: Sequence[Program], is_root: bool) -> str:
    """What is skipped without which program, and the command that installs them; empty if nothing is."""
    missing = [program for program in programs if not program.is_here]
    lines = [f"Skipped without {program.packages}: {program.tests}." for program in missing]
    packages = " ".join(program.packages for program in missing)
    install = f"{'' if is_root else 'sudo '}apt-get install --no-install-recommends {packages}"
    return "\n".join([*lines, f"To run them too: {install}"]) if missing else ""


if __name__ == "__main__":
    if found := skipped(PROGRAMS, os.getuid() == 0):
        print(found)
    sys.exit(bool(found and os.environ.get("REQUIRE_ALL")))
