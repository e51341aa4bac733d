"""README, CONTRIBUTING, CHANGELOG and docs: what they link to, show and name exists, the program in fairness.md
computes its vectors.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from bench.__main__ import STUDIES
from engines import VARIANTS
from tests.deploy import decisions, wording

ROOT = Path(__file__).parents[2]
SIXTH_GAME = ROOT / "examples" / "secret_duel"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/adr/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
PICTURES = sorted((ROOT / "docs" / "pictures").rglob("*.*"))
MOST_BYTES = 150_000
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


def test_the_reasons_that_are_shown_are_ones_that_computers_give():
    texts = [text for variant in VARIANTS.values() for text in variant.phrases("en").phrases.values()]
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text)]
    said = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(form))) for form in forms]
    pattern = r'"visits": \d+, "reason": "([^"]*)"'
    shown = [reason for path in DOCUMENTS for reason in re.findall(pattern, path.read_text())]
    assert shown
    assert not [reason for reason in shown if not any(form.fullmatch(reason) for form in said)]


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
def test_pictures_exist_and_say_in_words_what_they_show(path):
    text = path.read_text()
    shown = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text)
    for tag in re.findall(r"<(?:img|source)\b[^>]*>", text):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        words = attributes.get("alt", "") if tag.startswith("<img") else "the picture next to it has them"
        shown.append((words, attributes.get("src") or attributes.get("srcset", "")))
    for words, file in shown:
        assert (path.parent / file).is_file(), file
        assert len(words.split()) >= 5, f"{file} needs an alternative text"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_shown_somewhere_and_small_and_loads_nothing(picture):
    content = picture.read_bytes()
    for_players = ROOT.glob("docs/rules/players/**/*.md")
    address = picture.relative_to(ROOT / "docs").as_posix()
    assert any(address in path.read_text() for path in [*DOCUMENTS, *for_players])
    assert len(content) < MOST_BYTES
    if picture.suffix == ".svg":
        assert not re.search(rb"<script|<image|<!ENTITY|@import|url\((?!#)|href=\"(?!#)|src=", content)


@pytest.mark.parametrize("picture", ["strength.png", "load.png"])
def test_the_readme_quotes_the_figures_of_a_plot(picture):
    section = next(
        part for part in (ROOT / "README.md").read_text().split("\n## ") if f"docs/pictures/{picture}" in part
    )
    with Image.open(ROOT / "docs" / "pictures" / picture) as plot:
        words = f"{plot.info['Title']} {plot.info['Description']}"
    quoted = re.findall(r"([+]\d+) \(|(\d+) requests per second|(\d+) players|(\d+) ms", section)
    figures = {figure for one in quoted for figure in one if figure}
    assert len(figures) >= 2
    assert figures <= set(re.findall(r"[+]?\d+", words)), f"README.md quotes other figures than {picture}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_make_knows_the_targets_that_a_page_names(path):
    rules = re.findall(r"^([a-z./ -]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    targets = {target for rule in rules for target in rule.split()}
    named = re.findall(r"(?:`|^)make ([a-z][a-z./-]*)", path.read_text(), re.MULTILINE)
    assert set(named) <= targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_the_studies_that_a_page_names_exist(path):
    assert set(re.findall(r"faceoff bench ([a-z][a-z-]*)", path.read_text())) <= set(STUDIES)


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_the_files_that_a_page_names_exist(path):
    for name in re.findall(r"`((?:ai|bench|clients|docs|engines|k8s|service|tests)/[^`\s]*)`", path.read_text()):
        file = re.sub("<game>|<key>", "hockey", name).partition("::")[0]
        is_made = file in (ROOT / ".gitignore").read_text()
        assert is_made or (ROOT / file).exists() or (SIXTH_GAME / file).exists(), name


def test_the_readme_lists_every_guide_as_the_list_of_the_guides_does():
    readme, guides = ((ROOT / name).read_text() for name in ("README.md", "docs/README.md"))
    rows = re.findall(r"^\| .* \| \[.*\]\([\w-]+\.md\) \|$", guides, re.MULTILINE)
    assert len(rows) == len([*ROOT.glob("docs/*.md")]) - 1
    assert "\n".join(rows) in re.sub(r"\]\(docs/([\w-]+\.md)\)", r"](\1)", readme)


def test_the_decisions_have_their_lines_and_name_each_other_and_are_indexed():
    records, faults = decisions.read()
    assert faults == []
    assert decisions.index(records) == (ROOT / "docs/adr/README.md").read_text(), f"run {decisions.COMMAND}"


@pytest.mark.parametrize(
    ("file", "now", "spoilt", "fault"),
    [
        ("0001-compiled-python.md", "accepted · ", "", "0001-compiled-python.md: line 3 is "),
        ("0001-compiled-python.md", "accepted", "proposed", "0001-compiled-python.md: line 3 is "),
        ("0001-compiled-python.md", "engines\n", "engine\n", "0001-compiled-python.md: there is no folder engine"),
        ("0001-compiled-python.md", "# 1.", "# 2.", "0001-compiled-python.md: the title begins with another number"),
        ("0004-docs-page.md", "superseded by [19]", "superseded by [9]", "0004-docs-page.md: superseded by [9](0019"),
        ("0019-own-reference-pages.md", "supersedes", "changes", "0004-docs-page.md: superseded by 0019"),
        (
            "0060-an-operation-is-declared-once.md",
            ", changes",
            ", supersedes",
            "0014-answers-are-structs.md: changed by",
        ),
    ],
)
def test_a_decision_whose_line_is_wrong_is_named(tmp_path, file, now, spoilt, fault):
    folder = shutil.copytree(decisions.FOLDER, tmp_path / "adr")
    text = (folder / file).read_text()
    assert now in text
    (folder / file).write_text(text.replace(now, spoilt, 1))
    assert any(one.startswith(fault) for one in decisions.read(folder)[1]), fault


@pytest.mark.parametrize(
    ("name", "odd"), [("0042-again.md", [42, 43]), ("0044-again.md", [43, 44]), ("0041-again.md", [41, 43])]
)
def test_numbers_of_decisions_are_given_once_and_none_is_left_out(tmp_path, name, odd):
    folder = shutil.copytree(decisions.FOLDER, tmp_path / "adr")
    (folder / "0043-a-request-does-little-twice.md").rename(folder / name)
    assert f"numbers that are missing or given twice: {odd}" in decisions.read(folder)[1]


def test_words_to_avoid_are_found_across_lines_and_looked_for_in_the_whole_project():
    """``make check``, and with it ``make test``, looks for them."""
    own, no = "own", "no"
    text = f"# The {own} cards, and the\n# {own} zone.\n\nA card is {no}  game; there is {no} game.\n"
    places = [place[:2] for place in wording.found_in(text)]
    assert places == [(1, f"The {own}"), (1, f"the # {own}"), (4, f"is {no} game")]
    names = {str(path.relative_to(ROOT)) for path in wording.files()}
    assert {"README.md", "ai/choose.py", "service/store/lua/shared.lua", "clients/web/main.js"} <= names


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_has_the_files_that_a_new_one_is_asked_for(game):
    page = (ROOT / "docs" / "adding-a-game.md").read_text()
    files = re.findall(r"^ *\| `(\S*secret.duel\S*)` \|", page, re.MULTILINE)
    assert len(files) >= 7
    for file in files:
        own = ROOT / file.replace("secret_duel", game).replace("secret-duel", game.replace("_", "-"))
        assert own.exists() or own.with_suffix("").is_dir(), own


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_the_program_in_fairness_md_computes_the_vectors_shown():
    text = (ROOT / "docs" / "fairness.md").read_text()
    program = text.split("```js\n")[1].split("```")[0]
    run = subprocess.run(
        [NODE, "--input-type=module", "--eval", program + VECTORS],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    shown = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", text, re.MULTILINE))
    computed = json.loads(run.stdout)
    assert computed == {name: shown[name] for name in computed}
