"""The records of decisions in ``docs/adr``, and their index: ``.venv/bin/python -m tests.deploy.decisions`` writes
docs/adr/README.md.

Below its title a record has one line: the date, ``accepted`` or ``superseded by`` a later record, what it changes or is
changed by, and the folder that it is about.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "adr"
COMMAND = ".venv/bin/python -m tests.deploy.decisions"
NEVER_GIVEN = {41}
LINE = re.compile(r"(?P<date>\d{4}-\d\d-\d\d) · (?P<status>.+) · (?P<part>[a-z/]+)")
LINK = re.compile(r"(?P<relation>superseded by|supersedes|changed by|changes) \[(?P<number>\d+)\]\((?P<file>.+)\)")
OTHER_WAY = {
    "superseded by": "supersedes",
    "supersedes": "superseded by",
    "changed by": "changes",
    "changes": "changed by",
}
EXAMPLE = "2026-11-22 · accepted, changes [4](0004-docs-page.md) · service/api"
INTRODUCTION = """# Decisions

Short records of decisions that had a real alternative, by the folder that they are about, the newest first. Written by
`tests/deploy/decisions.py` from the line below the title of each record. A record that is superseded stays, with what
was measured for it. Number 41 was never given.
"""


@dataclass(frozen=True)
class Record:
    """A record, as its file and its head say."""

    file: str
    title: str
    date: str
    status: str
    part: str
    relations: frozenset[tuple[str, str]]
    """Each with the file of the other record."""

    @property
    def number(self):
        return int(self.file[:4])


def read(folder=FOLDER):
    """The records by their files, and the faults found, in sentences."""
    records, faults = {}, []
    for path in sorted(folder.glob("[0-9]*.md")):
        title, _, line, after = [*path.read_text().split("\n", 3), "", "", ""][:4]
        found = LINE.fullmatch(line)
        first, *others = found["status"].split(", ") if found else [""]
        links = [LINK.fullmatch(part) for part in ([] if first == "accepted" else [first]) + others]
        if not title.startswith(f"# {int(path.name[:4])}. "):
            faults.append(f"{path.name}: the title begins with another number: {title}")
        if None in links or not (first == "accepted" or first.startswith("superseded by")) or after[:1] != "\n":
            faults.append(f"{path.name}: line 3 is {line!r}, and not a line such as {EXAMPLE!r}")
            continue
        if not (ROOT / found["part"]).is_dir():
            faults.append(f"{path.name}: there is no folder {found['part']}")
        faults += [f"{path.name}: {link[0]}" for link in links if int(link["number"]) != int(link["file"][:4])]
        relations = frozenset((link["relation"], link["file"]) for link in links)
        records[path.name] = Record(path.name, title[2:], *found.groups(), relations)
    numbers = [int(path.name[:4]) for path in sorted(folder.glob("[0-9]*.md"))]
    wanted = [number for number in range(1, max(numbers) + 1) if number not in NEVER_GIVEN]
    if numbers != wanted:
        odd = {number for number in [*numbers, *wanted] if numbers.count(number) != wanted.count(number)}
        faults.append(f"numbers that are missing or given twice: {sorted(odd)}")
    for record in records.values():
        for relation, file in sorted(record.relations):
            if file not in records or (OTHER_WAY[relation], record.file) not in records[file].relations:
                faults.append(f"{record.file}: {relation} {file}, which does not say {OTHER_WAY[relation]!r} of it")
    return records, faults


def index(records):
    """The text of docs/adr/README.md."""
    parts = [INTRODUCTION]
    for part in sorted({record.part for record in records.values()}):
        parts.append(f"\n## {part}\n\n")
        own = [record for record in records.values() if record.part == part]
        for record in sorted(own, key=lambda record: (record.date, record.number), reverse=True):
            parts.append(f"- [{record.title}]({record.file}) · {record.date} · {record.status}\n")
    return "".join(parts)


if __name__ == "__main__":
    records, faults = read()
    (FOLDER / "README.md").write_text(index(records))
    sys.exit("\n".join(faults) or None)
