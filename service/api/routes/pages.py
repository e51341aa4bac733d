"""What people read and play at: the contract, the pages, the web client. The code of contract and pages is loaded when
first asked for.
"""

import difflib
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, abort, current_app, request
from werkzeug.security import safe_join

from engines import VARIANTS
from service.api.auth import services
from service.api.operation import AUDIENCES
from service.api.responses import Response, released
from service.config import Settings
from service.model.answer import Problem, wrong_field

if TYPE_CHECKING:
    from service.api.pages import Page

blueprint = Blueprint("pages", __name__)
ONLY_OURS: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the web client may load and call: this service alone, and nothing inline."""
WITHOUT_SCRIPTS: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What a page to read may load."""


def _file(folder: str, name: str) -> Response:
    """A static file. Names have no hashes, so browsers ask each time whether it has changed, and all files are of one
    release.
    """
    path = safe_join(current_app.root_path, folder, name)
    try:
        data = Path(path or "").read_bytes()
    except (OSError, ValueError):
        abort(404)
    return released(Response(data, mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream"))


@blueprint.get("/openapi.<any(yaml, json):form>", defaults={"variant": ""})
@blueprint.get("/openapi/<variant>.<any(yaml, json):form>")
def openapi(form: str, variant: str) -> Response:
    """The contract, or with the exact types of one variant; ``?for=`` names an audience, whose operations it has."""
    from service.api.openapi.document import contract_text

    audience = request.args.get("for", "")
    if variant and variant not in VARIANTS:
        detail = f"/openapi/{variant}.{form}: the variants are {', '.join(VARIANTS)}; /openapi.{form} is for all."
        raise Problem("variant/not_found", detail)
    if audience and audience not in AUDIENCES:
        raise wrong_field("request/invalid", "for", f"{audience[:40]!r} is unknown; known are {', '.join(AUDIENCES)}")
    text = contract_text(services().settings, form, variant, audience)
    return released(Response(text, content_type=f"application/{form}"))


@blueprint.get("/")
def home() -> Response:
    """The table to play at: a client of the public API."""
    page = _file("web/client", "index.html")
    page.headers["Content-Security-Policy"] = ONLY_OURS
    return page


@blueprint.get("/client/<path:name>")
def client_file(name: str) -> Response:
    """A file of the web client."""
    return _file("web/client", name)


@blueprint.get("/web/<path:name>")
def web_file(name: str) -> Response:
    """A static file."""
    return _file("web", name)


@blueprint.get("/docs/pictures/<path:name>")
def picture(name: str) -> Response:
    """A picture of a guide. A drawing that is opened by itself has its own styles, and no scripts."""
    found = _file("web/docs/pictures", name)
    found.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return found


@blueprint.get("/<any(docs, problems, rules):chapter>", defaults={"name": ""})
@blueprint.get("/<any(docs, problems, rules):chapter>.md", defaults={"name": ".md"})
@blueprint.get("/<any(docs, problems, rules):chapter>/<path:name>")
def page(chapter: str, name: str) -> Response:
    """A page: as Markdown for those who ask for it, by ``Accept`` or with ``.md`` behind its name, or as HTML."""
    key = name.removesuffix(".md")
    pages = _pages(chapter, services().settings)
    found = pages.get(key) or pages.get(key.replace("-", "_"))  # hyphens may stand for underscores
    if found is None:
        near = _nearest(pages, key)
        hint = f"did you mean {near}? /{chapter} lists all" if near else f"/{chapter} lists all"
        raise Problem("request/not_found", f"/{chapter}/{key[:60]} is not a page of this service; {hint}.")
    offered = ("text/html", "text/markdown")
    if name.endswith(".md") or request.accept_mimetypes.best_match(offered) == "text/markdown":
        response = Response(found.text, content_type="text/markdown; charset=utf-8")
    else:
        response = Response(found.html, content_type="text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = WITHOUT_SCRIPTS
    response.vary_by("Accept")
    return released(response)


@lru_cache(maxsize=3)
def _pages(chapter: str, settings: Settings) -> "Mapping[str, Page]":
    """The pages of a chapter, by what is behind its address: the documents with the API reference, the problems, or the
    rules. They are written when one of them is first asked for, and only their own code is loaded.
    """
    if chapter == "rules":
        from service.api.pages.rules import rules_pages

        return rules_pages()
    from service.api.pages.reference import document_pages, problem_pages

    return problem_pages() if chapter == "problems" else document_pages(settings)


def _nearest(pages: "Mapping[str, Page]", key: str) -> str:
    """The address that an unknown key may have meant, by its path in the repository or as it is written; empty if none
    is like it.
    """
    from service.api.pages.reference import address_of

    like = difflib.get_close_matches(key, pages, 1, 0.5)
    return address_of(f"{key}.md") or (pages[like[0]].address if like else "")
