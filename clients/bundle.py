"""The table for hosts of MCP Apps: the modules of the web client that draw it, in one page that loads nothing."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from service.api.pages.bundle import Bundle

CLIENTS: Final = Path(__file__).parent
WEB: Final = CLIENTS / "web"
TABLE: Final = CLIENTS / "mcp/table"
INSTEAD: Final = {
    WEB / "app/saved.js": TABLE / "saved.js",
    WEB / "app/session.js": TABLE / "session.js",  # the tools of the host, instead of the API
    WEB / "sdk/index.js": WEB / "sdk/moves.js",
}
FOUND_BY_NAME: Final = (*sorted((WEB / "games").glob("*.js")), WEB / "table/declared.js")
WORDS: Final = re.compile(r'^"?([\w.]+)"?: ".*",\n', re.MULTILINE)
TIPS: Final = re.compile(r"^const (?:en|fr) = \{\n.*?^\};\n|^export const words = [^\n]*\n", re.MULTILINE | re.DOTALL)
"""The tips of a game, which the web client shows with the table."""
COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*| // [^\n\"'`]*$", re.MULTILINE | re.DOTALL)
NOTICE: Final = "Has preact 11.2.0 (MIT, Jason Miller) and htm 3.1.1 (Apache-2.0, Google): clients/web/vendor"


def languages() -> list[str]:
    """The codes of the languages that the web client speaks."""
    return sorted(file.stem for file in (WEB / "language").glob("??.js"))


@cache
def page(language: str) -> str:
    """The page in one of the languages."""
    bundle = Bundle(CLIENTS, _short, INSTEAD)
    spoken = WEB / f"language/{language}.js"
    for file in (TABLE / "session.js", spoken, TABLE / "main.js", *FOUND_BY_NAME):
        bundle.add(file)
    rest = "".join(code for file, code in bundle.modules.items() if file != spoken)
    said = WORDS.sub(lambda found: found[0] if is_said(found[1], rest) else "", bundle.modules[spoken])
    bundle.modules[spoken] = said
    style = "".join(COMMENT.sub("", file.read_text()) for file in (WEB / "style.css", TABLE / "table.css"))
    style = re.sub(r" ?([{};]) ?|(?<=[,:]) ", r"\1", re.sub(r"\s+", " ", style)).replace(";}", "}").replace(" > ", ">")
    style = re.sub(r"(?<![\w.])0(?=\.\d)", "", style)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>Faceoff</title>\n'
        f"<!-- {NOTICE} -->\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style></head>\n"
        f'<body><div id="app"></div>\n<script>\n"use strict";\n{bundle.script()}</script></body></html>\n'
    )


def is_said(key: str, code: str) -> bool:
    """Whether a key of the words stands in the code, or the beginning of its family."""
    family, dot, _ = key.rpartition(".")
    return f'"{key}"' in code or bool(dot and f"`{family}.${{" in code)


def _short(file: Path) -> str:
    """The text of a module without comments, indentation and tips."""
    return TIPS.sub("", re.sub(r"^\s+", "", COMMENT.sub("", file.read_text()), flags=re.MULTILINE))
