"""What people read: the contract, guides and reference, pages of problems and rules. Their code is loaded when first
asked for.
"""

import mimetypes
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app
from werkzeug.security import safe_join

from engines import VARIANTS
from engines.language import CODES, ENGLISH
from service.api.problems import PROBLEMS
from service.api.responses import cacheable
from service.api.services import services
from service.model.problem import Problem

blueprint = Blueprint("pages", __name__)
ONLY_OURS: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the web client may load and call: this service alone, and nothing inline."""


def _app() -> Flask:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return app


def _file(folder: str, name: str) -> Response:
    """A static file. Names have no hashes, so browsers ask each time whether it has changed, and all files are of one
    release.
    """
    path = safe_join(current_app.root_path, folder, name)
    try:
        data = Path(path or "").read_bytes()
    except (OSError, ValueError):
        abort(404)
    return cacheable(Response(data, mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream"))


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The contract."""
    from service.api.openapi.document import contract_yaml

    return cacheable(Response(contract_yaml(_app(), services().settings), content_type="application/yaml"))


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


@blueprint.get("/docs", defaults={"name": ""})
@blueprint.get("/docs.md", defaults={"name": ".md"})
@blueprint.get("/docs/<path:name>")
def document(name: str) -> Response:
    """A guide, or a page of the API reference: the overview, an operation or a schema."""
    from service.api.pages import page, reference

    book = reference.book(_app(), services().settings)
    key = name.removesuffix(".md")
    if key not in book.texts:
        near = book.nearest(key)
        hint = f"did you mean {near}? /docs lists all" if near else "/docs lists all"
        raise Problem("request/not_found", f"/docs/{key[:60]} is not a guide, nor a page of the API reference; {hint}.")
    return page.page_response(name, lambda: book.texts[key], lambda: book.page(key))


@blueprint.get("/docs/pictures/<path:name>")
def picture(name: str) -> Response:
    """A picture of a guide. A drawing that is opened by itself has its own styles, and no scripts."""
    found = _file("web/docs/pictures", name)
    found.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return found


@blueprint.get("/problems", defaults={"code": ""})
@blueprint.get("/problems.md", defaults={"code": ".md"})
@blueprint.get("/problems/<path:code>")
def problem_page(code: str) -> Response:
    """What a problem code means, or all codes."""
    from service.api.pages import page, problems

    known = code.removesuffix(".md")
    if not known:
        return page.page_response(code, problems.index_text, problems.index_page)
    if known not in PROBLEMS:
        near = problems.nearest(known)
        hint = f"did you mean /problems/{near}? /problems lists all" if near else "/problems lists all"
        raise Problem("request/not_found", f"{known[:60]!r} is not the code of a problem; {hint}.")
    return page.page_response(code, lambda: problems.text(_app(), known), lambda: problems.page(_app(), known))


@blueprint.get("/rules", defaults={"folder": "rules", "name": ""})
@blueprint.get("/rules.md", defaults={"folder": "rules", "name": ".md"})
@blueprint.get("/rules/<name>", defaults={"folder": "rules"})
@blueprint.get("/rules/players/<name>", defaults={"folder": "rules/players"})
@blueprint.get("/rules/players/<language>/<name>", defaults={"folder": "rules/players"})
def rules_page(folder: str, name: str, language: str = ENGLISH) -> Response:
    """A rules document, exact or for players, who have it in other languages too; or the list of them."""
    from service.api.pages import page, rules

    key = name.removesuffix(".md").replace("-", "_")
    if not key:
        return page.page_response(name, rules.index_text, rules.index_page)
    if key not in VARIANTS:
        raise Problem("variant/not_found", f"{key[:40]!r} is not a variant; known are {', '.join(VARIANTS)}")
    if language not in CODES:
        raise Problem(
            "request/not_found", f"{language[:20]!r} is not a language of these pages; known are {', '.join(CODES)}"
        )
    if language != ENGLISH:
        folder = rules.folder_of(language, key)
        if rules.language_of(folder) != language:
            return Response(status=302, headers={"Location": f"/{folder}/{name}"})
    return page.page_response(name, lambda: rules.markdown(folder, key), lambda: rules.page(folder, key))
