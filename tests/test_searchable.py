"""A phrase can be found in the code that says it, by searching for its key.

A key with a dot belongs to a family, such as ``move.decline``: the code that chooses it has the family with its dot
(``f"move.{move['type']}"``), and the other half is a name in the code or its data, here a type of moves.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from engines import VARIANTS
from engines.language import ENGLISH, words
from service.language import LANGUAGES

ROOT = Path(__file__).parents[1]
SHARED = (*(path.as_posix() for path in Path("engines").glob("*.py")), "engines/language")
TABLE_OF_WORDS = re.compile(r"/language/[a-z]{2}\.(py|js)$")


@cache
def code(*places):
    """The code and data at these places in the tree, but for the tables of words."""
    paths = [path for place in places for path in ([ROOT / place, *sorted((ROOT / place).rglob("*"))])]
    files = [path for path in paths if path.suffix in (".py", ".js", ".csv") and "sdk" not in path.parts]
    return "\n".join(path.read_text("utf-8") for path in files if not TABLE_OF_WORDS.search(path.as_posix()))


def names_in(text):
    """What stands there in quotation marks, or as a value of a data file."""
    return {
        name for pattern in (r'"([\w/.]+)"', r"'([\w/.]+)'", r"`([\w/.]+)`") for name in re.findall(pattern, text)
    } | {*re.findall(r"(?<=[,|+])\w+(?=[,|+])", text)}


def unfound(keys, text, more_names=""):
    """The keys that nobody finds in ``text``. The second halves of families may stand in ``more_names``; those that are
    letters, as of ranks and zones, in a text such as "CDHS".
    """
    names = names_in(text)
    members = names | names_in(more_names) | {*"".join(re.findall(r'"([A-Z0-9]+)"', text + more_names))}
    families = {*re.findall(r"[`\"](\w+)\.\$?{", text)}

    def is_found(key):
        family, _, member = key.rpartition(".")
        return key in names or (family in families and member in members)

    return [key for key in keys if not is_found(key)]


def test_every_phrase_of_the_service_can_be_found():
    text = code("service", "engines/names.py")
    assert unfound(LANGUAGES[ENGLISH].texts.phrases, text) == []


def test_every_phrase_that_games_share_can_be_found():
    text = code("engines", "ai", "service")
    assert unfound(words(ENGLISH).phrases, text) == []


@pytest.mark.parametrize("key", VARIANTS)
def test_every_phrase_of_a_game_can_be_found_in_its_code(key):
    text = code(f"engines/{key}", f"ai/{key}", *SHARED)
    assert unfound(VARIANTS[key].languages[ENGLISH].texts.phrases, text) == []


def test_every_phrase_of_the_page_can_be_found():
    keys = re.findall(r'^ {2}"?([\w.]+)"?:', (ROOT / "clients/web/language/en.js").read_text("utf-8"), re.MULTILINE)
    assert len(keys) > 300
    assert unfound(keys, code("clients/web"), code("clients/web", "engines", "service")) == []
