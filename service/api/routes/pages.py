"""What people read and play at: the contract, the pages and the web client, files that are made before the service
starts, by ``service/api/pages/build.py``.
"""

import difflib
import re
from typing import Final

from flask import Blueprint, abort, request

from engines import VARIANTS
from service.api.auth import services
from service.api.operation import AUDIENCES
from service.api.responses import Response, static_file
from service.api.static_files import StaticFiles
from service.model.answer import Problem, wrong_field

blueprint = Blueprint("pages", __name__)
ONLY_OURS: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the web client may load and call: this service alone, and nothing inline."""
WITHOUT_SCRIPTS: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""What a page to read may load. Without scripts nothing connects but tools that look for a ``robots.txt`` from it."""


IMMUTABLE: Final = "public, max-age=31536000, immutable"
_DIGEST: Final = re.compile(r"[0-9a-f]{12}/")


def _file(address: str) -> Response:
    """A static file. Browsers ask each time whether it has changed."""
    files = services().files
    file = files.files.get(address) or abort(404)
    return static_file(files, file)


@blueprint.get("/openapi.<any(yaml, json):form>", defaults={"variant": ""})
@blueprint.get("/openapi/<variant>.<any(yaml, json):form>")
def openapi(form: str, variant: str) -> Response:
    """The contract, or with the exact types of one variant; ``?for=`` names an audience, whose operations it has."""
    audience = request.args.get("for", "")
    if variant and variant not in VARIANTS:
        detail = f"/openapi/{variant}.{form}: the variants are {', '.join(VARIANTS)}; /openapi.{form} is for all."
        raise Problem("variant/not_found", detail)
    if audience and audience not in AUDIENCES:
        raise wrong_field("request/invalid", "for", f"{audience[:40]!r} is unknown; known are {', '.join(AUDIENCES)}")
    return _file(request.path + (audience and f"?for={audience}"))


@blueprint.get("/")
def home() -> Response:
    """The table to play at: a client of the public API."""
    page = _file("/")
    page.headers["Content-Security-Policy"] = ONLY_OURS
    return page


@blueprint.get("/client/<path:name>")
def client_file(name: str) -> Response:
    """A file of the web client. Behind the digest of all its files it never changes; behind that of another release it
    is the file of this one, so that a page is whole while releases are exchanged.
    """
    found = _file(f"/web/client/{_DIGEST.sub('', name, count=1) if _DIGEST.match(name) else name}")
    if name.startswith(f"{services().files.client}/"):
        found.headers["Cache-Control"] = IMMUTABLE
    return found


@blueprint.get("/llms.txt")
@blueprint.get("/web/<path:name>")
def static_file_at(name: str = "") -> Response:
    """A file of the web client, or what agents can read here."""
    return _file(request.path)


@blueprint.get("/docs/pictures/<path:name>")
def picture(name: str) -> Response:
    """A picture of a guide. A drawing that is opened by itself has its own styles, and no scripts."""
    found = _file(f"/web/docs/pictures/{name}")
    found.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return found


@blueprint.get("/<any(docs, problems, rules):chapter>", defaults={"name": ""})
@blueprint.get("/<any(docs, problems, rules):chapter>.md", defaults={"name": ".md"})
@blueprint.get("/<any(docs, problems, rules):chapter>/<path:name>")
def page(chapter: str, name: str) -> Response:
    """A page: as Markdown for those who ask for it, by ``Accept`` or with ``.md`` behind its name, or as HTML."""
    key = name.removesuffix(".md")
    address = f"/{chapter}/{key}" if key else f"/{chapter}"
    files = services().files
    if address not in files.files:
        address = address.replace("-", "_")  # hyphens may stand for underscores
    if address not in files.files:
        near = _nearest(files, chapter, key)
        hint = f"did you mean {near}? /{chapter} lists all" if near else f"/{chapter} lists all"
        raise Problem("request/not_found", f"/{chapter}/{key[:60]} is not a page of this service; {hint}.")
    offered = ("text/html", "text/markdown")
    if name.endswith(".md") or request.accept_mimetypes.best_match(offered) == "text/markdown":
        response = _file(f"{address}.md")
    else:
        response = _file(address)
        response.headers["Content-Security-Policy"] = WITHOUT_SCRIPTS
    response.vary_by("Accept")
    return response


def _nearest(files: StaticFiles, chapter: str, key: str) -> str:
    """The address that an unknown key may have meant, by its path in the repository or as it is written; empty if none
    is like it.
    """
    document = f"/{key}" if key.startswith("rules/") else f"/docs/{key}"
    document = document.removesuffix("/README")
    if document in files.files:
        return document
    first = f"/{chapter}/"
    keys = [address.removeprefix(first) for address in files.files if address.startswith(first)]
    like = difflib.get_close_matches(key, [each for each in keys if not each.endswith(".md")], 1, 0.5)
    return first + like[0] if like else ""
