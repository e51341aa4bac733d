"""Makes the static files: ``python -m service.api.pages.build`` where the service finds them, for the usual settings.

Into another file, for the settings of the environment, and compressed in a thirtieth of the time: as a service does it
at its start whose settings are not the usual ones, or that was not built.
"""

import hashlib
import mimetypes
import re
import sys
from collections.abc import Iterator, Mapping
from multiprocessing.pool import ThreadPool
from pathlib import Path

import msgspec
from werkzeug.utils import get_content_type

from engines import VARIANTS
from service.api.openapi.document import contract_text
from service.api.operation import AUDIENCES
from service.api.pages import WEB, Page
from service.api.pages.bundle import COMMENT, client_files, uncommented
from service.api.pages.reference import document_pages, problem_pages
from service.api.pages.rules import rules_pages
from service.api.responses import BEST_CODINGS, CODINGS, COMPRESSED, LEAST_COMPRESSED, Coder
from service.api.static_files import Index, StaticFile, digest_of_sources, files_in, keep
from service.config import Settings
from service.games.catalogue import load_decks


def build(settings: Settings, codings: Mapping[str, Coder]) -> bytes:
    """All files in one, as ``StaticFiles`` reads it."""
    client = {path.relative_to(WEB / "client").as_posix(): path.read_bytes() for path in files_in(WEB / "client")}
    digest = hashlib.sha256(repr(sorted(client.items())).encode()).hexdigest()[:12]
    found = [*_contracts(settings), *_pages(settings), *_web(digest)]
    found.append(("/llms.txt", "text/plain", _for_agents(settings).encode()))

    def compress(each: tuple[str, str, bytes]) -> dict[str, bytes]:
        _, kind, data = each
        is_small = kind not in COMPRESSED or len(data) < LEAST_COMPRESSED
        return {"": data} | {coding: coder(data) for coding, coder in ({} if is_small else codings).items()}

    with ThreadPool() as pool:
        compressed = pool.map(compress, found)
    files, contents, end = {}, [], 0
    for (address, kind, data), forms in zip(found, compressed, strict=True):
        places = {}
        for coding, content in forms.items():
            places[coding] = end, end + len(content)
            contents.append(content)
            end += len(content)
        files[address] = StaticFile(get_content_type(kind, "utf-8"), hashlib.sha1(data).hexdigest(), places)
    index = Index(digest_of_sources(), digest, files)
    return b"".join([msgspec.json.encode(index), b"\n", *contents])


def _contracts(settings: Settings) -> Iterator[tuple[str, str, bytes]]:
    for form in ("yaml", "json"):
        for variant in ("", *VARIANTS):
            for audience in ("", *AUDIENCES):
                address = f"/openapi{variant and f'/{variant}'}.{form}{audience and f'?for={audience}'}"
                yield address, f"application/{form}", contract_text(settings, form, variant, audience).encode()


def _pages(settings: Settings) -> Iterator[tuple[str, str, bytes]]:
    for chapter in (document_pages(settings), problem_pages(), rules_pages()):
        for page in chapter.values():
            yield page.address, "text/html", page.html.encode()
            yield f"{page.address}.md", "text/markdown", page.text.encode()


def _for_agents(settings: Settings) -> str:
    """What agents can read, as Markdown, in the form of https://llmstxt.org."""
    guides = [page for key, page in document_pages(settings).items() if key and "/" not in key]
    rules = [page for page in rules_pages().values() if page.address.rpartition("/")[0] in ("/rules", "/rules/players")]
    parts = (
        "# Faceoff\n\n> A REST service for hockey card games, with computer opponents. Agents play through the API, "
        "or through the tools (MCP) of the guide to agents.",
        "## API\n\n- [Contract of players, OpenAPI](openapi.json?for=player)\n- [Contract, OpenAPI](openapi.json)\n"
        "- [Reference and guides](docs.md)\n"
        "- [Problems: what the service refuses, why, and what helps](problems.md)",
        "\n".join(["## Guides\n", *map(_linked, guides)]),
        "\n".join(["## Rules\n", *map(_linked, rules)]),
    )
    return "\n\n".join(parts) + "\n"


def _linked(page: Page) -> str:
    heading = re.search("^# (.+)", page.text, re.MULTILINE)
    return f"- [{heading[1] if heading else page.title}]({page.address.removeprefix('/')}.md)"


def _web(digest: str) -> Iterator[tuple[str, str, bytes]]:
    """The files of the pages and of the web client. Its page loads it from the folder whose name has the digest of all
    that it loads.
    """
    for path in files_in(WEB):
        data = uncommented(path).encode() if path.suffix in COMMENT else path.read_bytes()
        yield _web_file(path.relative_to(WEB).as_posix(), data)
    made = client_files(WEB / "client")
    yield "/", "text/html", re.sub(b'(href|src)="client/', rb'\1="client/%s/' % digest.encode(), made.pop("index.html"))
    for name, data in made.items():
        yield _web_file(f"client/{name}", data)


def _web_file(name: str, data: bytes) -> tuple[str, str, bytes]:
    return f"/web/{name}", mimetypes.guess_type(name)[0] or "application/octet-stream", data


def main() -> None:
    """Write the files."""
    if sys.argv[1:]:
        settings = Settings.from_env()
        load_decks(settings.decks)
        Path(sys.argv[1]).write_bytes(build(settings, CODINGS))
    else:
        keep(build(Settings(), BEST_CODINGS))


if __name__ == "__main__":
    main()
