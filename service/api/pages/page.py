"""What the pages have in common: each is a Markdown text, which is answered as it is or as HTML without scripts."""

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Any, Final

from flask import Response, request
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engines.language import ENGLISH
from service.api.responses import cacheable
from service.language import phrases

WEB: Final = Path(__file__).parents[2] / "web"
SCROLLS: Final = 'tabindex="0" role="group"'
"""Of tables and listings, which scroll where the screen is narrow, also by keyboard."""
JSON_WIDTH: Final = 100
"""Characters of a line of JSON."""
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
LINKS: Final = {
    "play": "/",
    "documents": "/docs",
    "rules": "/rules",
    "problems": "/problems",
    "contract": "/openapi.yaml",
}
"""What stands above every page, by the names of its phrases."""

_parser: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


def parse(text: str, environment: dict[str, Any]) -> list[Token]:
    """The tokens of a Markdown text; the header cells of its tables say that they stand above columns, and no cell has
    a style.
    """
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


def whole_page(
    title: str,
    address: str,
    body: str,
    *,
    links: Mapping[str, str] = MappingProxyType({}),
    beside: str = "",
    language: str = ENGLISH,
) -> str:
    """A whole page: ``links`` are addresses by their names, before those above every page; ``beside`` stands beside the
    text.
    """
    said = phrases(language)
    everywhere = {said(f"page_{name}"): target for name, target in {**LINKS, "as_markdown": f"{address}.md"}.items()}
    shown = [f'<a href="{target}">{html.escape(name)}</a>' for name, target in {**links, **everywhere}.items()]
    template = Template((WEB / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        language=language, title=html.escape(title), address=address, links=" ".join(shown), body=body, beside=beside
    )


def page_response(name: str, text: Callable[[], str], page: Callable[[], str]) -> Response:
    """A page as Markdown for those who ask for it, by ``Accept`` or with ``.md`` behind its ``name``; otherwise as
    HTML.
    """
    offered = ("text/html", "text/markdown")
    if name.endswith(".md") or request.accept_mimetypes.best_match(offered) == "text/markdown":
        response = Response(text(), content_type="text/markdown; charset=utf-8")
    else:
        response = Response(page(), content_type="text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.vary.add("Accept")
    return cacheable(response)


# -- parts of Markdown texts


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty without rows."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join(lines) + "\n\n" if len(lines) > 2 else ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def json_listing(value: Any) -> str:
    """A value as JSON, with short parts on one line."""
    return listing("\n".join(_json_lines(value)), "json")


def _json_lines(value: Any, head: str = "") -> list[str]:
    line = head + json.dumps(value, ensure_ascii=False)
    if len(line) <= JSON_WIDTH or not isinstance(value, dict | list):
        return [line]
    if isinstance(value, dict):
        parts, ends = (
            [_json_lines(part, f"{json.dumps(name, ensure_ascii=False)}: ") for name, part in value.items()],
            "{}",
        )
    else:
        parts, ends = [_json_lines(part) for part in value], "[]"
    inner = [f"  {line}" for part in parts[:-1] for line in [*part[:-1], part[-1] + ","]] + [
        f"  {line}" for line in parts[-1]
    ]
    return [head + ends[0], *inner, ends[1]]


def listing(text: str, language: str = "") -> str:
    """A text shown as it is."""
    return f"```{language}\n{text.rstrip()}\n```\n\n"
