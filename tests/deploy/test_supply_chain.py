"""What is installed: exact versions with their digests, everywhere the same, whose licences are listed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "requirements"))
import licences  # noqa: E402
import lock  # noqa: E402

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
CONSTRAINTS = licences.pins(ROOT / "constraints.txt")
PIN = re.compile(r"[a-z0-9-]+==[\w.+]+(?: ; [^\\\n]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n")
PYTHONS = [{"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0"} for minor in (11, 12, 13, 14)]


@pytest.mark.parametrize("file", LOCKS, ids=lambda file: file.name)
def test_a_lock_file_has_exact_versions_with_digests_and_nothing_else(file):
    """So pip takes the same files from any mirror: no address of one stands in it."""
    assert PIN.sub("", file.read_text()) == lock.LOCK_HEADER


@pytest.mark.parametrize(("name", "parts"), lock.ENVIRONMENTS.items())
def test_a_lock_file_has_what_is_asked_for_at_the_version_of_the_constraints(name, parts):
    pins = licences.pins(ROOT / "requirements" / f"{name}.txt")
    assert pins.items() <= CONSTRAINTS.items()
    for asked in map(Requirement, lock.asked_for(parts).split("\n")[:-1]):
        assert pins[canonicalize_name(asked.name)] in asked.specifier, f"{asked}: run make lock"


@pytest.mark.parametrize("name", [*lock.BESIDE, *lock.APART])
def test_a_tool_apart_is_locked_too(name):
    pins = licences.pins(ROOT / "requirements" / f"{name}.txt")
    for asked in map(Requirement, lock.asked_for([name]).split("\n")[:-1]):
        assert pins[canonicalize_name(asked.name)] in asked.specifier, f"{asked}: run make lock"


def test_every_lock_file_is_one_of_ours():
    assert {file.stem for file in LOCKS} == {*lock.ENVIRONMENTS, *lock.BESIDE, *lock.APART}


def test_compiled_packages_have_digests_for_more_platforms_than_this_one():
    """A wheel for each Python on each of two processors, and the source."""
    text = (ROOT / "requirements" / "run.txt").read_text()
    for name in ("msgspec", "librt", "mypy"):
        assert re.search(rf"^{name}==(.*\n)+?(?=\S)", text, re.MULTILINE)[0].count("sha256") > 2 * len(PYTHONS)


def test_pip_refuses_a_file_with_another_digest(tmp_path):
    wheel = tmp_path / "puck-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was locked")
    (tmp_path / "lock.txt").write_text(f"puck==1.0 \\\n    --hash=sha256:{'0' * 64}\n")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-index",
        "--find-links",
        tmp_path,
        "--dest",
        tmp_path / "to",
    ]
    done = subprocess.run(
        [*command, "--require-hashes", "-r", tmp_path / "lock.txt"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr


def test_everything_that_make_and_the_image_install_is_locked():
    for file in ("Makefile", "Dockerfile"):
        installs = re.findall(r"(?:\$\(PIP\)|-m pip.*?) install\b.*", (ROOT / file).read_text())
        assert len(installs) > 1
        assert [
            line for line in installs if "--require-hashes" not in line and "--no-deps --no-index" not in line
        ] == []


def test_the_licences_of_all_dependencies_are_listed():
    listed = re.findall(
        r"^\| ([\w.-]+) \| (\d\S*) \| \S.* \|$", (ROOT / "docs" / "licences.md").read_text(), re.MULTILINE
    )
    assert dict(listed) == CONSTRAINTS, "run make licences"
    assert len(listed) == len(CONSTRAINTS)


def test_what_the_image_contains_may_be_passed_on():
    image = (ROOT / "docs" / "licences.md").read_text().partition("## For development")[0]
    named = re.findall(r"^\| [\w.-]+ \| \d\S* \| (\S.*) \|$", image, re.MULTILINE)
    assert len(named) > 30
    assert [
        each for each in named if not re.search(r"MIT|BSD|Apache|PSF|MPL|ISC|Unlicense", each) or "GPL" in each
    ] == []


@pytest.mark.parametrize(
    "file", sorted(ROOT.glob("tests/*_tools/package-lock.json")), ids=lambda file: file.parent.name
)
def test_npm_packages_have_digests_and_no_address(file):
    packages = [package for path, package in json.loads(file.read_text())["packages"].items() if path]
    assert packages
    assert all(package["integrity"].startswith("sha512-") and "resolved" not in package for package in packages)
