"""The identity of a commit: ``7-kQ3_``, its version and a word that was made with it.

A store that goes back, as after a failover or to a backup, loses commits, and others get their versions: ``7`` may be
another game than before, ``7-kQ3_`` never is. So wherever it matters which game something is about, revisions are
compared, and for equality only. A game that is not stored yet has no word.
"""

import re
import secrets
from typing import Final

START: Final = "0"
"""The revision of a game that is not stored yet: before its first commit."""
FORM: Final = r"[0-9]{1,16}(-[A-Za-z0-9_-]{1,16})?"
"""What a client may name its place with, as a regular expression: a revision, or the version alone."""
_form: Final = re.compile(FORM, re.ASCII)


def make_word() -> str:
    """The word of a new commit: 24 random bits."""
    return secrets.token_urlsafe(3)


def revision_text(version: int, word: str) -> str:
    """The revision of a commit."""
    return f"{version}-{word}" if word else str(version)


def version_of(revision: str) -> int:
    """The version in a revision."""
    return int(revision.partition("-")[0])


def word_of(revision: str) -> str:
    """The word in a revision; empty without one."""
    return revision.partition("-")[2]


def is_place(text: str) -> bool:
    """Whether a client may name its place so."""
    return _form.fullmatch(text) is not None


def means(place: str, revision: str) -> bool:
    """Whether a client that names its place so is at this revision: one that names the version alone knows no more."""
    return place in (revision, revision.partition("-")[0])
