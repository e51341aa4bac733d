"""The rules documents as web pages, with an id for every place that a refusal's ``rule`` can name.

2.3             a numbered section or paragraph         2.3-step-4    a point of its numbered list ruling-18       a
ruling                                2.3-line-4    a line of its table with a column # 2.3-table       the first table
of a section; then 2.3-table-2
"""

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from markdown_it.token import Token

from engines import VARIANTS
from engines.language import CODES, ENGLISH, words
from service.api.pages import WEB, Page, parse, render, table, title_of
from service.language import phrases

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\.? ")
_PARAGRAPH = re.compile(r"(?:\*\*)?(\d+\.\d+) ")
_RULING = re.compile(r"\*\*R(\d+)\*\* ")


def rules_pages() -> dict[str, Page]:
    """The list of the games under an empty key, and by the end of their address after ``/rules/``: each game's exact
    rules, and its page for players in every language. If a language has none, it is the English one.
    """
    rows = (
        [variant.name, variant.summary, f"[How to play](/rules/players/{key})", f"[The exact rules](/rules/{key})"]
        for key, variant in VARIANTS.items()
    )
    found = {"": Page("/rules", f"# Rules\n\n{table(['game', 'in short', 'on one page', 'in full'], rows)}")}
    for key in VARIANTS:
        text = _read("rules", key)
        found[key] = Page(
            f"/rules/{key}",
            text,
            title=f"{title_of(text)}: exact rules",
            links={"How to play, on one page": f"/rules/players/{key}"},
            as_html=partial(_as_html, has_contents=True),
        )
        for code in CODES:
            page = _for_players(code, key)
            for address in (f"/rules/players/{code}/{key}", page.address):
                found[address.removeprefix("/rules/")] = replace(page, address=address)
    return found


def _for_players(language: str, key: str) -> Page:
    """A page for players, with links to a guided game, to the exact rules and to the same in other languages."""
    if not _path(_folder(language), key).exists():
        language = ENGLISH
    links = {phrases(language)("page_learn"): f"/#/learn/{key}", phrases(language)("page_exact_rules"): f"/rules/{key}"}
    for code in CODES:
        if code != language and _path(_folder(code), key).exists():
            links[words(code).language] = f"/{_folder(code)}/{key}"
    text = _read(_folder(language), key)
    return Page(
        f"/{_folder(language)}/{key}",
        text,
        title=words(language).typeset(title_of(text)),
        links=links,
        language=language,
        as_html=lambda text: _as_html(words(language).typeset(text)),
    )


def _folder(language: str) -> str:
    """The addresses of the pages for players in a language, in the documents and as served."""
    return "rules/players" if language == ENGLISH else f"rules/players/{language}"


def _path(folder: str, key: str) -> Path:
    return WEB / "docs" / folder / f"{key.replace('_', '-')}.md"


def _read(folder: str, key: str) -> str:
    return _path(folder, key).read_text(encoding="utf-8")


def _as_html(text: str, has_contents: bool = False) -> str:
    """A document about a game as HTML, with ids for its rules, and optionally links to its chapters."""
    rulings = re.findall(r"^\* \*\*(R\d+)\*\* ", text, re.MULTILINE)
    environment = {"references": {name: {"href": f"#ruling-{name[1:]}", "title": ""} for name in rulings}}
    tokens = parse(text, environment)
    _add_ids(tokens)
    for part in (child for token in tokens for child in token.children or ()):
        if part.type == "link_open":  # between the documents, from page to page
            part.attrSet("href", re.sub(r"\.md(?=#|$)", "", str(part.attrs["href"])))
        elif part.type == "image":
            part.attrSet("src", re.sub(r"^(\.\./)+", "/docs/", str(part.attrs["src"])))
    found = render(tokens, environment)
    return found.replace("</h1>", f"</h1>\n{_contents(tokens)}", 1) if has_contents else found


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
