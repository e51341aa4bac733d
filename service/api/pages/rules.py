"""The rules documents as web pages, with an id for every place that a refusal's ``rule`` can name.

    2.3             a numbered section or paragraph         2.3-step-4    a point of its numbered list
    ruling-18       a ruling                                2.3-line-4    a line of its table with a column #
    2.3-table       the first table of a section; then 2.3-table-2

Loaded when a page is first asked for.
"""

import html
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from markdown_it.token import Token

from engines import VARIANTS
from engines.language import CODES, ENGLISH, words
from service.api.pages.page import WEB, parse, render, table, to_html, whole_page
from service.language import phrases

EXACT: Final = "rules"
PLAYERS: Final = "rules/players"

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\.? ")
_PARAGRAPH = re.compile(r"(?:\*\*)?(\d+\.\d+) ")
_RULING = re.compile(r"\*\*R(\d+)\*\* ")


def index_text() -> str:
    """The list of the games as Markdown."""
    rows = (
        [
            variant.name,
            variant.summary,
            f"[How to play](/{PLAYERS}/{variant.key})",
            f"[The exact rules](/{EXACT}/{variant.key})",
        ]
        for variant in VARIANTS.values()
    )
    return f"# Rules\n\n{table(['game', 'in short', 'on one page', 'in full'], rows)}"


@cache
def index_page() -> str:
    """The list of the games as a web page."""
    return whole_page("Rules", "/rules", to_html(index_text()))


@cache
def markdown(folder: str, key: str) -> str:
    """The document as it was written."""
    return _path(folder, key).read_text(encoding="utf-8")


@cache
def page(folder: str, key: str) -> str:
    """The document as a web page."""
    language = language_of(folder)
    text = words(language).typeset(markdown(folder, key))
    rulings = re.findall(r"^\* \*\*(R\d+)\*\* ", text, re.MULTILINE)
    environment = {"references": {name: {"href": f"#ruling-{name[1:]}", "title": ""} for name in rulings}}
    tokens = parse(text, environment)
    _add_ids(tokens)
    _mend_links(tokens)
    body = render(tokens, environment)
    if folder == EXACT:
        body = body.replace("</h1>", f"</h1>\n{_contents(tokens)}", 1)
    title = tokens[1].content + (": exact rules" if folder == EXACT else "")
    return whole_page(title, f"/{folder}/{key}", body, links=_links(folder, key, language), language=language)


def folder_of(language: str, key: str) -> str:
    """Where the page for players is in a language; that in English if there is none."""
    folder = PLAYERS if language == ENGLISH else f"{PLAYERS}/{language}"
    return folder if _path(folder, key).exists() else PLAYERS


def _path(folder: str, key: str) -> Path:
    return WEB / "docs" / folder / f"{key.replace('_', '-')}.md"


def language_of(folder: str) -> str:
    """The language of the documents of a folder."""
    return folder.removeprefix(f"{PLAYERS}/") if folder.startswith(f"{PLAYERS}/") else ENGLISH


def _links(folder: str, key: str, language: str) -> dict[str, str]:
    """From a document to the others about the game, and to the same in other languages."""
    if folder == EXACT:
        return {"How to play, on one page": f"/{PLAYERS}/{key}"}
    links = {phrases(language)("page_exact_rules"): f"/{EXACT}/{key}"}
    for code in CODES:
        if code != language and language_of(folder_of(code, key)) == code:
            links[words(code).language] = f"/{folder_of(code, key)}/{key}"
    return links


def _contents(tokens: Sequence[Token]) -> str:
    """Links to the chapters."""
    chapters = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    items = (
        f'<li><a href="#{tokens[place].attrs["id"]}">{html.escape(tokens[place + 1].content)}</a></li>'
        for place in chapters
    )
    return f'<nav aria-label="Contents"><ul>{"".join(items)}</ul></nav>'


def _add_ids(tokens: Sequence[Token]) -> None:
    section, title, tables, is_numbered = "", "", 0, False
    for place, token in enumerate(tokens):
        inner = tokens[place + 1].content if place + 1 < len(tokens) else ""
        if token.type == "heading_open" and token.tag != "h1":
            number = _NUMBER.match(inner)
            title = inner[number.end() :] if number else inner
            section, tables = number[1] if number else re.sub(r"[^a-z0-9]+", "-", inner.lower()).strip("-"), 0
            token.attrSet("id", section)
        elif token.type == "paragraph_open" and token.level == 0:
            if (number := _PARAGRAPH.match(inner)) and number[1].startswith(f"{section}."):
                token.attrSet("id", number[1])
        elif token.type == "list_item_open" and token.level == 1:
            if title == "Rulings":
                ruling = _RULING.match(tokens[place + 2].content)
                token.attrSet("id", f"ruling-{ruling[1] if ruling else token.info}")
            elif token.info and section:
                token.attrSet("id", f"{section}-step-{token.info}")
        elif token.type == "table_open":
            tables += 1
            is_numbered = tokens[place + 3].type == "th_open" and tokens[place + 4].content == "#"
            token.attrSet("id", f"{section}-table" + (f"-{tables}" if tables > 1 else ""))
        elif token.type == "tr_open" and is_numbered and tokens[place + 2].content.isdigit():
            token.attrSet("id", f"{section}-line-{tokens[place + 2].content}")


def _mend_links(tokens: Sequence[Token]) -> None:
    """Links between the documents lead from page to page."""
    for part in (child for token in tokens for child in token.children or ()):
        if part.type == "link_open":
            part.attrSet("href", re.sub(r"\.md(?=#|$)", "", str(part.attrs["href"])))
