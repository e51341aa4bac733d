"""What is installed: exact versions with their digests, everywhere the same, whose licences are listed."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "requirements"))
import licences  # noqa: E402
import lock  # noqa: E402

LISTED = licences.pins(licences.LISTED)
PIN = re.compile(r"[a-z0-9-]+==[\w.+]+(?: ; [^#]+)?(?: +--hash=sha256:[0-9a-f]{64})+  # [a-z ]+\n")
LOCKED_BY_NPM = [*ROOT.glob("bench/*/*_tools/package-lock.json"), *ROOT.glob("tests/*_tools/package-lock.json")]
PYTHONS = [{"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0"} for minor in (11, 12, 13, 14)]


def test_what_is_locked_has_exact_versions_with_digests_and_nothing_else():
    """So pip and uv take the same files from any mirror: no address of one stands in it."""
    assert PIN.sub("", lock.LOCKED.read_text()) == lock.HEADER


@pytest.mark.parametrize(("name", "parts"), lock.ENVIRONMENTS.items())
def test_what_is_asked_for_is_locked(name, parts):
    pins = licences.pins({name})
    for asked in map(Requirement, lock.asked_for(parts).split("\n")[:-1]):
        assert pins[canonicalize_name(asked.name)] in asked.specifier, f"{asked}: run make lock"


def test_everything_that_is_locked_is_installed_by_an_environment_of_ours():
    named = {word for line in lock.LOCKED.read_text().splitlines()[1:] for word in line.partition("  # ")[2].split()}
    assert named == lock.ENVIRONMENTS.keys()


def test_an_environment_is_found_by_a_search_for_its_name():
    """The Makefile and the Dockerfile take the lines of one with grep."""
    lines = lock.LOCKED.read_text().splitlines()[1:]
    for name in lock.ENVIRONMENTS:
        found = {lock.name_of(line) for line in lines if re.search(f"#.* {name}", line)}
        assert found == licences.pins({name}).keys()


def test_compiled_packages_have_digests_for_more_platforms_than_this_one():
    """A wheel for each Python on each of two processors, and the source."""
    text = lock.LOCKED.read_text()
    for name in ("msgspec", "librt", "mypy"):
        assert re.search(rf"^{name}==.*", text, re.MULTILINE)[0].count("sha256") > 2 * len(PYTHONS)


@pytest.mark.parametrize(
    ("installer", "refusal"),
    [
        ([sys.executable, "-m", "pip"], "DO NOT MATCH THE HASHES"),
        ([Path(sys.executable).with_name("uv"), "pip"], "Hash mismatch"),
    ],
    ids=["pip", "uv"],
)
def test_a_file_with_another_digest_is_refused(installer, refusal, tmp_path):
    with zipfile.ZipFile(tmp_path / "puck-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("puck-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: puck\nVersion: 1.0\n")
        wheel.writestr("puck-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        wheel.writestr("puck-1.0.dist-info/RECORD", "")
    (tmp_path / "lock.txt").write_text(f"puck==1.0 --hash=sha256:{'0' * 64}  # run\n")
    command = [*installer, "install", "--no-index", "--find-links", tmp_path, "--target", tmp_path / "to"]
    done = subprocess.run(
        [*command, "--require-hashes", "-r", tmp_path / "lock.txt"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert refusal in done.stderr


def test_everything_that_make_and_the_image_install_is_locked():
    for file in ("Makefile", "Dockerfile"):
        installs = re.findall(r"(?:-m|-m uv|\$\(UV\)) pip\b.*? install\b.*", (ROOT / file).read_text())
        assert len(installs) > 1
        assert [
            line for line in installs if "--require-hashes" not in line and "--no-deps --no-index" not in line
        ] == []


def test_the_licences_of_all_dependencies_are_listed():
    listed = re.findall(
        r"^\| ([\w.-]+) \| (\d\S*) \| \S.* \|$", (ROOT / "docs" / "licences.md").read_text(), re.MULTILINE
    )
    assert dict(listed) == LISTED, "run requirements/licences.py"
    assert len(listed) == len(LISTED)


def test_what_the_image_contains_may_be_passed_on():
    image = (ROOT / "docs" / "licences.md").read_text().partition("## For development")[0]
    named = re.findall(r"^\| [\w.-]+ \| \d\S* \| (\S.*) \|$", image, re.MULTILINE)
    assert len(named) > 30
    assert [
        each for each in named if not re.search(r"MIT|BSD|Apache|PSF|MPL|ISC|Unlicense", each) or "GPL" in each
    ] == []


@pytest.mark.parametrize("file", LOCKED_BY_NPM, ids=lambda file: file.parent.name)
def test_npm_packages_have_digests_and_no_address(file):
    packages = [package for path, package in json.loads(file.read_text())["packages"].items() if path]
    assert packages
    assert not [
        package
        for package in packages
        if not (package["integrity"].startswith("sha512-") and "resolved" not in package)
    ]
