"""Words to avoid: ``.venv/bin/python -m tests.deploy.wording`` finds those of ``wording.txt`` in code and documents and
prints what to write instead. The rules documents are not searched: their words are those of the games' authors.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("wording.txt")
SUFFIXES = {".css", ".html", ".js", ".lua", ".md", ".mjs", ".py"}
SKIPPED = re.compile(r"/docs/rules/|/(\.\w+|node_modules|vendor|service/web/(client|docs))/|/types\.py$")
SPACE = r"\s+(?:(?:#|//|--|\*)\s+)?"


def words():
    """Pairs of a pattern and what to write instead, from the list."""
    rows = [line.split(" -> ") for line in LIST.read_text().splitlines() if not line.startswith("#")]
    return [
        (re.compile(rf"\b(?:{avoided.replace(' ', SPACE)})\b", re.IGNORECASE), instead) for avoided, instead in rows
    ]


def files():
    """The files of the project that are searched."""
    tops = [path for path in ROOT.iterdir() if path.name != "build" and not path.name.startswith(".")]
    found = [path for top in tops for path in [top, *top.rglob("*")] if path.suffix in SUFFIXES]
    return sorted(path for path in found if not SKIPPED.search(f"/{path.relative_to(ROOT)}"))


def found_in(text):
    """The line, the words and what to write instead of them, for each place in a text."""
    hits = [(hit, instead) for pattern, instead in words() for hit in pattern.finditer(text)]
    return sorted((text.count("\n", 0, hit.start()) + 1, " ".join(hit[0].split()), instead) for hit, instead in hits)


if __name__ == "__main__":
    places = [(path, place) for path in files() for place in found_in(path.read_text())]
    for path, (line, avoided, instead) in places:
        print(f"{path.relative_to(ROOT)}:{line}: {avoided!r} is a word to avoid: write {instead}")
    sys.exit(bool(places))
