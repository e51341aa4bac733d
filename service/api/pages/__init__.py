"""The base of the pages: each is a Markdown text, served unchanged or as HTML without scripts."""

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from string import Template
from textwrap import shorten
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engines.language import ENGLISH, words
from service.language import phrases

WEB: Final = Path(__file__).parents[2] / "web"
SCROLLS: Final = 'tabindex="0" role="group"'
"""Around tables and listings, which scroll on narrow screens, also by keyboard."""
JSON_WIDTH: Final = 100
"""Maximum length of a line of JSON."""
MOST_DESCRIBED: Final = 160
"""Characters of a description, of which search engines show no more."""
LINKS: Final = {
    "page_play": "/",
    "page_documents": "/docs",
    "page_rules": "/rules",
    "page_problems": "/problems",
    "page_contract": "/openapi.yaml",
}
"""Links above every page, by their phrases."""

_parser: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_blocks: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable("inline")
"""Leaves what is in a block as it is written."""


def parse(text: str, environment: dict[str, Any]) -> list[Token]:
    """The tokens of a Markdown text; header cells of its tables have the scope of columns, and no cell has a style."""
    tokens = _parser.parse(text, environment)
    for token in tokens:
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if token.type in ("th_open", "td_open") and "style" in token.attrs:
            token.attrSet("class", str(token.attrs.pop("style")).removeprefix("text-align:"))
    return tokens


def render(tokens: Sequence[Token], environment: dict[str, Any]) -> str:
    """The tokens as HTML."""
    body = str(_parser.renderer.render(tokens, _parser.options, environment))
    body = body.replace("<table", f'<div class="table" {SCROLLS} aria-label="Table"><table').replace(
        "</table>", "</table></div>"
    )
    return body.replace("<pre>", f'<pre {SCROLLS} aria-label="Listing">')


def to_html(text: str) -> str:
    """A Markdown text as HTML, with an id for every heading but the first."""
    environment: dict[str, Any] = {}
    tokens = parse(text, environment)
    for token, inner in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            token.attrSet("id", re.sub(r"[^a-z0-9]+", "-", inner.content.lower()).strip("-"))
    return render(tokens, environment)


def title_of(text: str) -> str:
    """The first heading of a Markdown text."""
    return text.partition("\n")[0].removeprefix("# ")


def description_of(text: str) -> str:
    """The beginning of the first paragraph of a Markdown text, without its marks; without one, the title."""
    environment: dict[str, Any] = {}
    tokens = _blocks.parse(text, environment)
    first = next((inner.content for token, inner in pairwise(tokens) if token.type == "paragraph_open"), "")
    parts = _parser.parseInline(first, environment)[0].children or ()
    said = "".join(" " if part.type.endswith("break") else part.content for part in parts) or title_of(text)
    return shorten(said, MOST_DESCRIBED, placeholder=" …")


@dataclass
class Page:
    """A page: a Markdown text, and the HTML around it."""

    address: str
    text: str
    title: str = ""
    """By default the first heading."""
    sidebar: str = ""
    """HTML of the sidebar."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Addresses by their names, before those above every page."""
    language: str = ENGLISH
    as_html: Callable[[str], str] = to_html

    @cached_property
    def html(self) -> str:
        """The whole page."""
        says = phrases(self.language)
        above = {says(name): target for name, target in LINKS.items()}
        above[says("page_as_markdown")] = f"{self.address}.md"
        links = [f'<a href="{target}">{html.escape(name)}</a>' for name, target in {**self.links, **above}.items()]
        page = Template((WEB / "page.html").read_text(encoding="utf-8")).substitute(
            language=self.language,
            title=html.escape(self.title or title_of(self.text)),
            description=html.escape(description_of(words(self.language).typeset(self.text))),
            address=self.address,
            links=" ".join(links),
            body=self.as_html(self.text),
            sidebar=self.sidebar,
        )
        up = "../" * (self.address.count("/") - 1) or "./"  # relative, as a proxy may serve them below a path
        return re.sub('(href|src)="/', rf'\1="{up}', page)


def list_of_pages(heading: str, titles: Mapping[str, str], here: str) -> str:
    """A list of pages by their addresses, as HTML, in which ``here`` is the current one."""
    found = f"<h2>{html.escape(heading)}</h2><ul>"
    for address, title in titles.items():
        current = ' aria-current="page"' if address == here else ""
        found += f'<li><a href="{address}"{current}>{html.escape(title)}</a></li>'
    return f"{found}</ul>"


# -- parts of Markdown texts


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty without rows."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join(lines) + "\n\n" if len(lines) > 2 else ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def json_listing(value: Any) -> str:
    """A value as JSON, with short parts on one line."""
    return listing(_json_text(value), "json")


def _json_text(value: Any, head: str = "") -> str:
    line = head + json.dumps(value, ensure_ascii=False)
    if len(line) <= JSON_WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [_json_text(part, f"{json.dumps(name, ensure_ascii=False)}: ") for name, part in value.items()]
    else:
        parts = [_json_text(part) for part in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    inner = ",\n".join(parts).replace("\n", "\n  ")
    return f"{head}{first}\n  {inner}\n{last}"


def listing(text: str, language: str = "") -> str:
    """A text shown verbatim."""
    return f"```{language}\n{text.rstrip()}\n```\n\n"
