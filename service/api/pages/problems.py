"""A page for every problem code: what causes it, what to do, an example, and the operations that can answer with it."""

import difflib
from collections.abc import Iterable
from functools import lru_cache

from flask import Flask

from service.api.openapi.document import documented_operations
from service.api.openapi.examples import examples
from service.api.openapi.json_schema import JSON
from service.api.pages.page import json_listing, listing, table, to_html, whole_page
from service.api.problems import PROBLEMS


def nearest(code: str) -> str:
    """The code that an unknown one may have meant; empty if none is like it."""
    return next(iter(difflib.get_close_matches(code, PROBLEMS, 1, 0.5)), "")


def index_text() -> str:
    """The list of all codes as Markdown."""
    rows = ([f"[`{code}`](/problems/{code})", str(kind.status), kind.title] for code, kind in PROBLEMS.items())
    intro = (
        "Every error is `application/problem+json` (RFC 9457). Programs should use `code`, which is stable. `type` "
        "is the address of the code's page, and `detail` says what was wrong with this request, and what would be "
        "right."
    )
    return f"# Problems\n\n{intro}\n\n{table(['code', 'status', 'title'], rows)}"


def text(app: Flask, code: str) -> str:
    """The page of a code as Markdown."""
    kind = PROBLEMS[code]
    parts = [
        f"# {kind.title}\n\n",
        f"`{code}`, status {kind.status}\n\n",
        f"## Cause\n\n{kind.cause}\n\n",
        f"## What to do\n\n{kind.remedy}\n\n",
        _example(**examples()["problems"][code]),
        _operations(name for _, name, problems in documented_operations(app) if code in problems),
    ]
    return "".join(parts)


def _example(request: str, body: JSON) -> str:
    sent = "This request\n\n" + listing(request, "http") + "is answered with\n\n" if request else ""
    return f"## Example\n\n{sent}" + json_listing(body)


def _operations(names: Iterable[str]) -> str:
    items = [f"- [`{name}`](/docs/operations/{name})\n" for name in names]
    return "## Operations\n\n" + ("".join(items) or "Any request can be answered with it.\n")


@lru_cache(maxsize=1)
def index_page() -> str:
    """The list of all codes as a web page."""
    return whole_page("Problems", "/problems", to_html(index_text()))


@lru_cache(maxsize=2 * len(PROBLEMS))
def page(app: Flask, code: str) -> str:
    """The page of a code as a web page."""
    return whole_page(PROBLEMS[code].title, f"/problems/{code}", to_html(text(app, code)))
