"""README, CONTRIBUTING, CHANGELOG and docs: what they link to and name exists, the program in fairness.md computes its vectors."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engines import VARIANTS

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/adr/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
NODE = shutil.which("node", path=Path(sys.executable).parent)
VECTORS = """
const [game, seed] = ["g_aaaaaaaaaaaaaaaaaaaa", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"];
const both = await shuffleKey(game, seed, { 1: "joiner-seed-0123456789", owner: "owner-seed-0123456789" });
const order = async (key, number, size) => (await shuffle(game, key, number, size)).join(" ");
console.log(JSON.stringify({
  "commitment": await commitment(game, seed),
  "shuffle 0 of 10": await order(await shuffleKey(game, seed, {}), 0, 10),
  "shuffle 1 of 10": await order(seed, 1, 10),
  "shuffle 0 of 52": await order(seed, 0, 52),
  "key": both,
  "shuffle 0 of 10, with both seeds": await order(both, 0, 10),
}));
"""


def prose(path):
    """A document without its listings."""
    return re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """The names under which the headings of a page can be linked, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_links_lead_to_a_file_and_a_heading(path):
    for target in re.findall(r"\]\(([^)]*)\)", prose(path)):
        file, _, anchor = target.partition("#")
        if file.startswith("http"):
            continue
        linked = (path.parent / file).resolve() if file else path
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked.read_text()), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_make_knows_the_targets_that_a_page_names(path):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"(?:`|^)make ([a-z][a-z-]*)", path.read_text(), re.MULTILINE)
    assert set(named) <= targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_the_files_that_a_page_names_exist(path):
    for name in re.findall(r"`((?:ai|bench|clients|docs|engines|k8s|service|tests)/[^`\s]*)`", path.read_text()):
        file = re.sub("<game>|<key>", "hockey", name)
        is_made = f"\n`{name}`" in path.read_text() and "secret" in name  # a file that the guide to a sixth game writes
        assert is_made or (ROOT / file).exists(), name


def test_the_readme_lists_every_guide_as_the_list_of_the_guides_does():
    readme, guides = ((ROOT / name).read_text() for name in ("README.md", "docs/README.md"))
    rows = re.findall(r"^\| .* \| \[.*\]\([\w-]+\.md\) \|$", guides, re.MULTILINE)
    assert len(rows) == len([*ROOT.glob("docs/*.md")]) - 1
    assert "\n".join(rows) in re.sub(r"\]\(docs/([\w-]+\.md)\)", r"](\1)", readme)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_has_the_files_that_a_new_one_is_asked_for(game):
    page = (ROOT / "docs" / "adding-a-game.md").read_text()
    files = re.findall(r"^ *\| `(\w+\.py)` \|", page, re.MULTILINE)
    assert "__init__.py" in files
    for file in files:
        folder = ROOT / "engines" / game
        assert (folder / file).exists() or (folder / file.removesuffix(".py")).is_dir(), file


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_the_program_in_fairness_md_computes_the_vectors_beside_it():
    text = (ROOT / "docs" / "fairness.md").read_text()
    program = text.split("```js\n")[1].split("```")[0]
    run = subprocess.run(
        [NODE, "--input-type=module", "--eval", program + VECTORS], capture_output=True, text=True, timeout=30, check=False
    )
    assert run.returncode == 0, run.stderr
    shown = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", text, re.MULTILINE))
    computed = json.loads(run.stdout)
    assert computed == {name: shown[name] for name in computed}
