"""The modules of a client in one script, so that a browser asks once: each is a function of its own, so that their
names do not meet, and runs after those that it imports.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from os.path import normpath
from pathlib import Path
from typing import Final
from urllib.parse import quote

IMPORT: Final = re.compile(r'^import ?(\{[^}]*\}|\w+) ?from ?"([^"]+)";', re.MULTILINE)
EXPORT_FROM: Final = re.compile(r'^export ?\{([^}]*)\} ?from ?"([^"]+)";', re.MULTILINE)
EXPORT: Final = re.compile(r"\bexport ?\{([^}]*)\};?")
DECLARED: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
DEFAULT: Final = re.compile(r"\bexport default ")
COMMENT: Final = {
    ".js": re.compile(r"^[ \t]*//[^\n]*|[ \t]*/\*\*.*?\*/", re.MULTILINE | re.DOTALL),
    ".css": re.compile(r"[ \t]*/\*.*?\*/", re.DOTALL),
}
BASE64: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BEGIN: Final = """\
const $modules = {};
const $import = async (folder, name) => {
const path = new URL(name, `file:///${folder}/`).pathname.slice(1);
return $modules[path] ?? Promise.reject(new Error(name));
};
"""
MORE: Final = 'if (!(path in $modules)) await import("./more.js");\n'
SCRIPTS: Final = {
    "faceoff.js": (
        BEGIN.replace("return", f"{MORE}return") + "export { $modules as RELEASE, $import };\n",
        ("*.svg", "pictures/*.svg", "language/??.js", "main.js"),
    ),
    "more.js": (
        'import { RELEASE as $modules, $import } from "./faceoff.js";\n',
        ("screens/*.js", "table/declared.js", "games/*.js", "lessons/*.js", "vendor/*.js"),
    ),
}
"""The script of the start page and that with the rest of the web client: its head, and the modules that it has, with
all that they import. Only those of one release fit together: another one has no export of this name.
"""


def uncommented(file: Path) -> str:
    """A module or style without its comments if it is of ours, a fifth of it: the lines keep their numbers."""
    text = file.read_text("utf-8")
    is_ours = "vendor" not in file.parts
    return COMMENT[file.suffix].sub(lambda found: "\n" * found[0].count("\n"), text) if is_ours else text


def data_address(picture: Path) -> str:
    """A picture as an address, loaded with what names it."""
    return "data:image/svg+xml," + quote(" ".join(picture.read_text("utf-8").split()), safe=" =:/'(),;+")


class Bundle:
    """Modules below ``root``, as text of their files: of those in ``instead``, of another file; as bundlers do with
    aliases. They are named by their paths, also in ``import()``. A picture is a module, whose default is its address.
    """

    def __init__(
        self,
        root: Path,
        text_of: Callable[[Path], str] = uncommented,
        instead: Mapping[Path, Path] | None = None,
    ) -> None:
        self._root: Final = root
        self._text_of: Final = text_of
        self._instead: Final = instead or {}
        self.modules: Final[dict[Path, str]] = {}

    def add(self, file: Path) -> None:
        """Add a module after those that it imports.

        Raises:
            ValueError: for a form of import or export that our modules do not use, and for exports that change.
        """
        file = self._file(file)
        if file in self.modules:
            return
        code = f'export default "{data_address(file)}";' if file.suffix == ".svg" else self._text_of(file)
        for found in (*IMPORT.finditer(code), *EXPORT_FROM.finditer(code)):
            self.add(file.parent / found[2])
        exported: dict[str, str] = {}

        def imported(found: re.Match[str]) -> str:
            names = found[1].replace(" as ", ": ") if found[1].startswith("{") else f"{{ default: {found[1]} }}"
            return f"const {names} = $modules[{self.name(file.parent / found[2])!r}];" + "\n" * found[0].count("\n")

        def passed_on(found: re.Match[str]) -> str:
            of = f"$modules[{self.name(file.parent / found[2])!r}]."
            exported.update({name: of + own for own, name in pairs(found[1])})
            return "\n" * found[0].count("\n")

        def listed(found: re.Match[str]) -> str:
            exported.update({name: own for own, name in pairs(found[1])})
            return "\n" * found[0].count("\n")

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
        folder = Path(self.name(file)).parent.as_posix()
        code = re.sub(r"\bimport\(", f"$import({folder!r}, ", code)
        result = ", ".join(name if name == own else f"{name}: {own}" for name, own in exported.items())
        self.modules[file] = f"$modules[{self.name(file)!r}] = (() => {{{code}return {{ {result} }};}})();\n"

    def script(self) -> str:
        """The script, which defines ``$modules`` by their names."""
        return BEGIN + "".join(self.modules.values())

    def _file(self, file: Path) -> Path:
        file = Path(normpath(file))
        return self._instead.get(file, file)

    def name(self, file: Path) -> str:
        """The name of a module."""
        return self._file(file).relative_to(self._root).as_posix()


def pairs(names: str) -> list[tuple[str, str]]:
    """The names of a list of exports: inside the module, and outside."""
    parts = [name.split(" as ") for name in names.replace("\n", " ").split(",") if name.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]


def client_files(web: Path) -> dict[str, bytes]:
    """What a browser loads of the web client in a folder: the page, its style, the script of the start page, the one
    which that loads when it needs another module, and the source maps of both.
    """
    page = (web / "index.html").read_text("utf-8")
    files = {
        "index.html": page.replace("client/icon.svg", data_address(web / "icon.svg")),
        "faceoff.css": "".join(uncommented(web / name) for name in ("style.css", "screens.css")),
    }
    bundle, release = Bundle(web), ""
    for name, (head, patterns) in SCRIPTS.items():
        earlier = set(bundle.modules)
        for pattern in patterns:
            for file in sorted(web.glob(pattern)):
                bundle.add(file)
        own = {bundle.name(file): code for file, code in bundle.modules.items() if file not in earlier}
        release = release or hashlib.sha256("".join(own.values()).encode()).hexdigest()[:12]
        head = head.replace("RELEASE", f"$modules_{release}")
        files[name] = f"{head}{''.join(own.values())}//# sourceMappingURL={name}.map\n"
        files[f"{name}.map"] = _source_map(own, head)
    return {name: text.encode() for name, text in files.items()}


def _source_map(modules: Mapping[str, str], head: str) -> str:
    """That of a script of modules behind a head, line by line: https://tc39.es/ecma426."""
    segments, before = [""] * head.count("\n"), (0, 0)
    for number, code in enumerate(modules.values()):
        for line in range(code.count("\n")):
            segments.append("A" + _digits(number - before[0]) + _digits(line - before[1]) + "A")
            before = number, line
    return json.dumps({"version": 3, "sources": [*modules], "names": [], "mappings": ";".join(segments)})


def _digits(number: int) -> str:
    """A number as source maps write it: sign in the lowest bit, five bits a digit, the least first."""
    left = abs(number) << 1 | (number < 0)
    digits = ""
    while True:
        left, five = left >> 5, left & 31
        digits += BASE64[five | (32 if left else 0)]
        if not left:
            return digits
