"""The guides: the documents of ``docs/`` as pages, in the order of docs/README.md, and the decisions in ``docs/adr``.

One text serves the repository and the service. As served, a link to a document leads to its page, a link to a file that
has no page is plain text, and the name of an operation or of a problem leads to its page in the reference
(docs/adr/0023-guides-are-served.md).
"""

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from service.api.pages.page import WEB, list_of_pages, title_of
from service.api.problems import PROBLEMS

DECISIONS: Final = "adr"
CONTRACT: Final = "openapi.yaml"

_LISTED = re.compile(r"\]\(([\w-]+)\.md\)")
_COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
_PARTS = re.compile(
    r"^ *```.*?^ *```$|^#[^\n]*|(?P<code>`[^`\n]+`)|\[(?P<text>(?:`[^`\n]*`|[^\]`])*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
"""Listings and headings, which stay as they are; code; links and pictures."""


class Guides:
    """All guides and decisions as Markdown, by what is behind ``/docs/``. ``calls`` are names of operations by method
    and path.
    """

    def __init__(self, calls: Mapping[str, str]) -> None:
        self._calls = {_without_names(call): name for call, name in calls.items()}
        self.index = self._served("README").partition("\n")[2].strip() + "\n"
        """What the guides are for, without a heading."""
        guides = {name: self._served(name) for name in _LISTED.findall(_read("README"))}
        decisions = {
            key: self._served(key)
            for key in sorted(f"{DECISIONS}/{path.stem}" for path in (WEB / "docs" / DECISIONS).glob("0*.md"))
        }
        listed = "".join(f"- [{title_of(text)}](/docs/{key})\n" for key, text in decisions.items())
        self.titles = {key: title_of(text) for key, text in guides.items()} | {DECISIONS: "Decisions"}
        """What is listed beside a page."""
        self.texts = _with_neighbours(guides) | _with_neighbours(decisions)
        self.texts[DECISIONS] = f"{self._served(f'{DECISIONS}/README')}\n{listed}"

    def beside(self, here: str = "") -> str:
        """The list of guides, for the side of a page."""
        return list_of_pages("Guides", {f"/docs/{key}": title for key, title in self.titles.items()}, f"/docs/{here}")

    def _served(self, key: str) -> str:
        """The text of a document as it is served."""

        def mended(part: re.Match[str]) -> str:
            if part["code"]:
                page = self._page_of(part["code"].strip("`"))
                return f"[{part['code']}]({page})" if page else part["code"]
            if not part["target"]:
                return part[0]
            address = address_of(part["target"], posixpath.dirname(key))
            return f"[{part['text']}]({address})" if address else part["text"]

        return _PARTS.sub(mended, _COMMENT.sub("", _read(key)))

    def _page_of(self, code: str) -> str:
        """The page of the operation or problem that code names; empty if it names none."""
        if code in PROBLEMS:
            return f"/problems/{code}"
        operation = self._calls.get(_without_names(code.partition("?")[0]))
        return f"/docs/operations/{operation}" if operation else ""


@cache
def _files() -> frozenset[str]:
    """All documents, so that no part of an address ever becomes the name of a file."""
    return frozenset(path.relative_to(WEB).as_posix() for path in (WEB / "docs").rglob("*")) | {"docs"}


def _read(key: str) -> str:
    return (WEB / "docs" / f"{key}.md").read_text(encoding="utf-8")


def _with_neighbours(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts with links at their ends to those before and after."""
    keys, found = [*texts], {}
    for place, (key, text) in enumerate(texts.items()):
        around = [("Before", before) for before in keys[place - 1 : place]]
        around += [("Next", after) for after in keys[place + 1 : place + 2]]
        links = " · ".join(f"{word}: [{title_of(texts[other])}](/docs/{other})" for word, other in around)
        found[key] = f"{text}\n---\n\n{links}\n"
    return found


def _without_names(call: str) -> str:
    """``GET /v1/games/{game_id}`` as ``GET /v1/games/{}``: guides name the parts of an address as they like."""
    return re.sub(r"\{\w+\}", "{}", call)


def address_of(target: str, folder: str = "") -> str:
    """Where a link of a document in this folder of ``docs`` leads; empty if the service has no such page."""
    if re.match(r"\w+:|[#/]", target):
        return target
    file, mark, place = target.partition("#")
    path = posixpath.normpath(posixpath.join("docs", folder, file))
    if path == CONTRACT:
        return f"/{CONTRACT}"
    if path not in _files():
        return ""
    page = path.removesuffix(".md").removesuffix("/README")
    return f"/{page.removeprefix('docs/') if page.startswith('docs/rules') else page}{mark}{place}"
