"""Digests of the play of a game's computers, which change only if their play does.

``tests/<game>/pins.txt`` has a line for each: what is pinned, the preset or switch, and the digest.
"""

from pathlib import Path

from engines import VARIANTS

TESTS = Path(__file__).parent


def pins(what: str) -> dict[tuple[str, str], str]:
    """The digests of all games, by game and preset or switch."""
    found = {}
    for file in (file for key in VARIANTS if (file := TESTS / key / "pins.txt").exists()):
        lines = (line.split() for line in file.read_text().splitlines())
        found |= {(file.parent.name, name): digest for pinned, name, digest in lines if pinned == what}
    return found


def assert_pinned(what: str, key: str, found: dict[str, str]) -> None:
    """Compare digests by preset or switch with those in the file; a difference says what it means and what to do."""
    known = {name: digest for (game, name), digest in pins(what).items() if game == key}
    says = {
        "have changed: there the computers decide otherwise. If that is meant, measure their strength again "
        "(faceoff bench ladder), and replace in": [
            name for name in found if known.get(name, found[name]) != found[name]
        ],
        "are new, and say nothing of the others: add to": [name for name in found if name not in known],
        "are no more: remove from": [name for name in known if name not in found],
    }
    complaints = [
        f"{what} of {', '.join(names)} {complaint} tests/{key}/pins.txt\n"
        + "\n".join(f"{what} {name} {found.get(name, known.get(name))}" for name in names)
        for complaint, names in says.items()
        if names
    ]
    assert not complaints, "\n".join(complaints)
