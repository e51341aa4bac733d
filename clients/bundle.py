"""The table for hosts of MCP Apps: the modules of the web client that draw it, in one page that loads nothing."""

import re
from functools import cache
from pathlib import Path
from typing import Final

CLIENTS: Final = Path(__file__).parent
WEB: Final = CLIENTS / "web"
TABLE: Final = CLIENTS / "mcp/table"
INSTEAD: Final = {
    WEB / "app/session.js": TABLE / "session.js",  # the tools of the host, instead of the API
    CLIENTS / "javascript/src/index.js": CLIENTS / "javascript/src/moves.js",
}
FOUND_BY_NAME: Final = (*sorted((WEB / "games").glob("*.js")), WEB / "table/declared.js")
IMPORT: Final = re.compile(r'^import ?(\{[^}]*\}|\w+) ?from ?"([^"]+)";', re.MULTILINE)
EXPORT_FROM: Final = re.compile(r'^export ?\{([^}]*)\} ?from ?"([^"]+)";', re.MULTILINE)
EXPORT: Final = re.compile(r"\bexport ?\{([^}]*)\};?")
DECLARED: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function) (\w+))", re.MULTILINE)
DEFAULT: Final = re.compile(r"\bexport default ")
WORDS: Final = re.compile(r'^"?([\w.]+)"?: ".*",\n', re.MULTILINE)
TIPS: Final = re.compile(r"^const (?:en|fr) = \{\n.*?^\};\n|^export const words = [^\n]*\n", re.MULTILINE | re.DOTALL)
"""The tips of a game, which the web client shows with the table."""
COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.MULTILINE | re.DOTALL)
NOTICE: Final = "Has preact 11.2.0 (MIT, Jason Miller) and htm 3.1.1 (Apache-2.0, Google): clients/web/vendor"


def languages() -> list[str]:
    """The codes of the languages that the web client speaks."""
    return sorted(file.stem for file in (WEB / "language").glob("??.js"))


@cache
def page(language: str) -> str:
    """The page in one of the languages."""
    written: dict[Path, str] = {}
    spoken = WEB / f"language/{language}.js"
    for file in (TABLE / "session.js", spoken, TABLE / "main.js", *FOUND_BY_NAME):
        add(file, written)
    rest = "".join(code for file, code in written.items() if file != spoken)
    written[spoken] = WORDS.sub(lambda found: found[0] if is_said(found[1], rest) else "", written[spoken])
    load = "const loaded = async (folder, name) => modules[new URL(name, `file:///${folder}/`).pathname.slice(1)] ?? "
    script = "\n".join(["const modules = {};", load + "Promise.reject(new Error(name));", *written.values()])
    style = "".join(COMMENT.sub("", file.read_text()) for file in (WEB / "style.css", TABLE / "table.css"))
    style = re.sub(r"\s+", " ", style)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>Faceoff</title>\n'
        f"<!-- {NOTICE} -->\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style></head>\n"
        f'<body><div id="app"></div>\n<script>\n"use strict";\n{script}\n</script></body></html>\n'
    )


def is_said(key: str, code: str) -> bool:
    """Whether a key of the words stands in the code, or the beginning of its family."""
    family, dot, _ = key.rpartition(".")
    return f'"{key}"' in code or bool(dot and f"`{family}.${{" in code)


def add(file: Path, written: dict[Path, str]) -> None:
    """Add a module after those that it imports: a function of its own, so that names of modules do not meet."""
    file = INSTEAD.get(file.resolve(), file.resolve())
    if file in written:
        return
    code = re.sub(r"^\s+", "", COMMENT.sub("", file.read_text()), flags=re.MULTILINE)
    code = TIPS.sub("", code)
    for found in (*IMPORT.finditer(code), *EXPORT_FROM.finditer(code)):
        add(file.parent / found[2], written)
    exported: dict[str, str] = {}

    def imported(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ") if found[1].startswith("{") else f"{{ default: {found[1]} }}"
        return f"const {names} = modules[{name_of(file.parent / found[2])!r}];"

    def passed_on(found: re.Match[str]) -> str:
        of = f"modules[{name_of(file.parent / found[2])!r}]."
        exported.update({name: of + own for own, name in pairs(found[1])})
        return ""

    def listed(found: re.Match[str]) -> str:
        exported.update({name: own for own, name in pairs(found[1])})
        return ""

    def declared(found: re.Match[str]) -> str:
        exported[found[1]] = found[1]
        return ""

    def by_default(_: re.Match[str]) -> str:
        exported["default"] = "byDefault"
        return "const byDefault = "

    for pattern, write in (
        (IMPORT, imported),
        (EXPORT_FROM, passed_on),
        (EXPORT, listed),
        (DECLARED, declared),
        (DEFAULT, by_default),
    ):
        code = pattern.sub(write, code)
    if left := re.search(r"^(import|export)\b(?!\().*|.*</script.*", code, re.MULTILINE):
        raise ValueError(f"{file}: {left[0]}")
    folder = Path(name_of(file)).parent.as_posix()
    code = re.sub(r"\bimport\(", f"loaded({folder!r}, ", code)
    result = ", ".join(f"{name}: {own}" for name, own in exported.items())
    written[file] = f"modules[{name_of(file)!r}] = (() => {{\n{code}return {{ {result} }};\n}})();"


def pairs(names: str) -> list[tuple[str, str]]:
    """The names of a list of exports: inside the module, and outside."""
    parts = [name.split(" as ") for name in names.replace("\n", " ").split(",") if name.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]


def name_of(file: Path) -> str:
    """The name of a module: its path."""
    return INSTEAD.get(file.resolve(), file.resolve()).relative_to(CLIENTS).as_posix()
