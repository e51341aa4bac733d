"""Digests of what a game's computers do, which change only where their play does.

``tests/<game>/pins.txt`` has a line for each: what is pinned, the preset or ``all``, and the digest. A test that fails
shows the new one; a digest that changes means that the strength has to be measured again.
"""

from pathlib import Path

from engines import VARIANTS

TESTS = Path(__file__).parent


def pins(what: str) -> dict[tuple[str, str], str]:
    """The digests of all games, by game and preset."""
    found = {}
    for file in (file for key in VARIANTS if (file := TESTS / key / "pins.txt").exists()):
        lines = (line.split() for line in file.read_text().splitlines())
        found |= {(file.parent.name, preset): digest for pinned, preset, digest in lines if pinned == what}
    return found
